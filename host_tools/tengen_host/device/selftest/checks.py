"""Judge the answers of onboard/. Each check has a measured value and a limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tengen.sensing.supply import OFF_MV

from ...i18n import code_text
from ...image.uf2 import Tengen
from ...wire import versions
from ..diagnose.findings.table import FAULTS, HIGHEST_MV
from ..stopped import compared, named
from .vectors import Wrong

# Bytes. A game and its messages on the link take some 20 kB of the heap; a game's file has 4 kB, and some files are
# created in advance
LEAST_HEAP = 48 * 1024
LEAST_FLASH = 64 * 1024

# highest voltage of the Pico's VSYS (Pico data sheet)
HIGHEST_PICO_MV = 5500
# lowest voltage of VSYS: 5 V minus 5 %, minus a Schottky diode, minus the error of the measurement
LEAST_PICO_MV = 4200

# Microseconds. These limits are far above the times of an emulated Pico (its flash has no wait states), and players do
# not notice such short times
LONGEST_PUT_US, LONGEST_PUT_MEDIAN_US = 20_000, 1_000
LONGEST_FRAME_US = 20_000
SCAN_SHARE = 0.9  # least fraction of the scan rate that SCAN_MS demands

NO_SUPPLY = "the lights have no 5 V, the laptop feeds the Pico alone: plug the supply in, or look at fuse and inlet"
_SAGS, _TOO_HIGH = FAULTS["sagging supply"].cure, FAULTS["high supply"].cure

MOST_WRONG = 10  # the most wrong verdicts that are listed

# checks that fail on a Pico without a board
MATRIX = "matrix"
OF_WIRING = (MATRIX, "reeds at rest", "buttons", "chain of LEDs", "5 V supply", "Pico's supply", "scans")

_BUTTONS = ("p1", "p2", "the arbiter")


@dataclass(frozen=True)
class Check:
    """A line of the table. `ok` is None for a note. `findings` are sentences; `figures` are for JSON."""

    name: str
    ok: bool | None
    measured: str
    limit: str = ""
    findings: Sequence[str] = ()
    figures: dict[str, Any] = field(default_factory=dict)

    def fields(self) -> dict[str, Any]:
        """Return the check as an object for JSON."""
        return {**asdict(self), "findings": list(self.findings)}


def failed(name: str, why: str) -> Check:
    """Return a failed check that could not be measured; `why` is its finding."""
    return Check(name, False, "it could not be measured", findings=[why])


def version(its: Tengen, here: Tengen) -> Check:
    """Compare the board's Tengen with `here`, this laptop's.

    A difference is not a failure, because the other checks test the board's firmware.
    """
    findings = [] if its == here else [compared(its, here)]
    return Check("Tengen", None if findings else True, named(its), named(here), findings)


def restart(device: Mapping[str, Any], took_s: float, most_s: float) -> Check:
    """Return the passed check of a restart, with a note if the board speaks another version of the protocol."""
    wire = versions.other(device)
    measured = f"Tengen {device['version']} answers after {took_s:.1f} s"
    return Check("restart", None if wire else True, measured, f"within {most_s:.0f} s", [wire] if wire else [])


def room(told: dict[str, Any]) -> list[Check]:
    """Check the free heap, with the program loaded, and the free flash."""
    heap, bare, free, size = (told[name] for name in ("heap_free_with_tengen", "heap_free", "flash_free", "flash_size"))
    remove = "remove files of your own from the board (`mpremote fs ls`, `fs rm`)"
    return [
        Check(
            "free heap",
            heap >= LEAST_HEAP,
            f"{heap:,} bytes with Tengen loaded, {bare:,} without",
            f"{LEAST_HEAP:,} or more",
            figures={"bytes": heap, "bytes_without": bare},
        ),
        Check(
            "free flash",
            free >= LEAST_FLASH,
            f"{free:,} of {size:,} bytes",
            f"{LEAST_FLASH:,} or more",
            [] if free >= LEAST_FLASH else [remove],
            {"bytes": free, "of_bytes": size},
        ),
    ]


def rules(boards: int, verdicts: int, wrong: Sequence[Wrong], wrong_boards: int) -> Check:
    """Check the comparison of verdicts; `wrong` has some of the wrong verdicts."""
    findings = [str(each) for each in wrong[:MOST_WRONG]]
    if wrong_boards and len(wrong) > MOST_WRONG:
        findings.append("and more")
    measured = f"{boards:,} boards, {verdicts:,} verdicts"
    if wrong_boards:
        measured += f"; {wrong_boards} boards are wrong"
    return Check(
        "rules",
        not wrong_boards,
        measured,
        "every verdict right",
        findings,
        {"boards": boards, "verdicts": verdicts, "wrong_boards": wrong_boards},
    )


def wiring(told: dict[str, Any]) -> list[Check]:
    """Check matrix, reeds at rest, buttons, chain of LEDs, supply and scan rate."""
    faults, flickers, chain, closed = told["faults"], told["flickers"], told["chain"], told["closed"]
    mv, pico_mv = told["mv"], told["pico_mv"]
    lying = f"{len(closed)} reeds closed" + (f": {', '.join(closed[:8]).upper()}" if closed else "")
    learned = f"wired as {'this board has learned (board.json)' if told['learned'] else 'in board.toml'}"
    trouble = [f"board.json: {code_text(told['trouble'])}"] if told["trouble"] else []
    unsteady = [f"the reed of {point.upper()} opens and closes by itself: {count} times" for point, count in flickers]
    held = [f"the button of {_BUTTONS[at]} is down: let it go, or look for a short to ground" for at in told["buttons"]]
    asked_hz = 1000 / told["scan_ms"]
    supply = []
    if mv > HIGHEST_MV:
        supply = [_TOO_HIGH]
    elif mv < told["low_mv"]:
        supply = [NO_SUPPLY if mv < OFF_MV else _SAGS]
    return [
        Check(
            MATRIX,
            not (faults or trouble),
            f"{told['whole']} of 32 lines whole, {learned}",
            "no faults",
            [*trouble, *map(code_text, faults)],
            {"whole": told["whole"]},
        ),
        Check(
            "reeds at rest",
            not flickers,
            f"{lying}; watched for {told['seen_ms']} ms",
            "none flickers",
            unsteady,
            {"closed": closed},
        ),
        Check("buttons", not held, f"{len(held)} down", "none down", held),
        Check(
            "chain of LEDs",
            chain is None,
            "not whole" if chain else f"{told['pixels']} pixels",
            "whole",
            [code_text(chain)] if chain else [],
        ),
        Check(
            "5 V supply",
            told["low_mv"] <= mv <= HIGHEST_MV,
            f"{mv / 1000:.2f} V",
            f"{told['low_mv'] / 1000:.2f} to {HIGHEST_MV / 1000:.2f} V at the lights' 5 V",
            supply,
            {"mv": mv},
        ),
        Check(
            "Pico's supply",
            LEAST_PICO_MV <= pico_mv <= HIGHEST_PICO_MV,
            f"{pico_mv / 1000:.2f} V",
            f"{LEAST_PICO_MV / 1000:.2f} to {HIGHEST_PICO_MV / 1000:.2f} V at VSYS",
            figures={"mv": pico_mv},
        ),
        Check(
            "scans",
            told["scan_hz"] >= SCAN_SHARE * asked_hz,
            f"{told['scan_hz']:.0f} a second",
            f"{SCAN_SHARE * asked_hz:.0f} or more",
            figures={"hz": told["scan_hz"]},
        ),
    ]


def speed(told: dict[str, Any]) -> list[Check]:
    """Check how long it takes to put a stone, and to draw a frame."""
    put, frame = told["put"], told["frame"]
    return [
        Check(
            "time to judge a stone",
            put["median_us"] <= LONGEST_PUT_MEDIAN_US and put["max_us"] <= LONGEST_PUT_US,
            f"{put['count']} stones: median {put['median_us']} us, longest {put['max_us']} us",
            f"median {LONGEST_PUT_MEDIAN_US} us, longest {LONGEST_PUT_US} us",
            figures=put,
        ),
        Check(
            "time to draw",
            frame["max_us"] <= LONGEST_FRAME_US,
            f"{frame['count']} frames: median {frame['median_us']} us, longest {frame['max_us']} us",
            f"longest {LONGEST_FRAME_US} us",
            figures=frame,
        ),
    ]


def journal(told: dict[str, Any]) -> Check:
    """Check the stored games."""
    measured = f"{told['games']} games in {told['files']} files, {told['replayed']} of the newest played again"
    findings = [": ".join(map(code_text, each)) for each in told["findings"]]
    notes = [
        f"game file {number} ends in a record that is not whole: the power failed there, and nothing else is lost"
        for number in told["torn"]
    ]
    figures = {name: told[name] for name in ("files", "games", "entries", "replayed")}
    return Check("saved games", not findings, measured, "all whole", findings + notes, figures)
