"""Judges the answers of onboard/: each check with its measured value and its limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tengen.sensing.supply import OFF_MV

from ...said import coded
from ..flashing import plan
from .vectors import Wrong

OLDEST_MPY = 6
ARMV6M = 4  # in bits 10 and up of sys.implementation._mpy

# Bytes. A game and its messages on the link take some 20 kB of the heap; a game's file is 4 kB, and some are made ahead
LEAST_HEAP = 48 * 1024
LEAST_FLASH = 64 * 1024

HIGHEST_MV = 5500  # of the Pico's VSYS (Pico data sheet), and of the 5 V rail: the inlet turns off there
LEAST_PICO_MV = 4200  # of VSYS: 5 V less 5 %, a Schottky diode, and what the measurement may be off

# Microseconds: far above the times of an emulated Pico, whose flash has no wait states, and too short for a player to
# notice
LONGEST_PUT_US, LONGEST_PUT_MEDIAN_US = 20_000, 1_000
LONGEST_FRAME_US = 20_000
SCAN_SHARE = 0.9  # of the scan rate that SCAN_MS asks for

NO_SUPPLY = "the lights have no 5 V, the laptop feeds the Pico alone: plug the supply in, or look at fuse and inlet"

MOST_WRONG = 10  # verdicts listed

_BUTTONS = ("p1", "p2", "the arbiter")


@dataclass(frozen=True)
class Check:
    """One line of the table. `ok` is None for a note. `findings` are sentences; `figures` are for JSON."""

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


def versions(told: dict[str, Any], here: str) -> list[Check]:
    """Check MicroPython, the machine, .mpy files and Tengen; `here` is this laptop's Tengen version."""
    micropython = tuple(told["micropython"])
    mpy, arch = told["mpy"] & 0xFF, told["mpy"] >> 10
    oldest = ".".join(map(str, plan.OLDEST))
    checks = [
        Check("MicroPython", micropython >= plan.OLDEST, ".".join(map(str, micropython)), f"{oldest} or newer"),
        Check("machine", told["machine"] == plan.MACHINE, told["machine"], plan.MACHINE),
        Check(
            ".mpy files",
            mpy == OLDEST_MPY and arch == ARMV6M,
            f"version {mpy}.{told['mpy'] >> 8 & 3}, architecture {arch}",
            f"version {OLDEST_MPY}, architecture {ARMV6M} (armv6m)",
        ),
    ]
    if told["tengen"] is None:
        return [*checks, Check("Tengen", False, "none", findings=["Tengen is not on the board: run `tengen flash`"])]
    where = "on flash" if told["on_flash"] else "frozen in"
    findings = []
    if told["tengen"] != here:
        findings = [f"the board runs Tengen {told['tengen']}, this laptop has {here}: `tengen flash` makes them equal"]
    # another version of Tengen is no failure by itself: the other checks test it
    ok = None if findings else True
    return [*checks, Check("Tengen", ok, f"{told['tengen']}, build {told['build']}, {where}", here, findings)]


def room(told: dict[str, Any]) -> list[Check]:
    """Check the free heap, with the program loaded, and the free flash."""
    checks = []
    heap = told.get("heap_free_with_tengen")
    if heap is not None:
        measured = f"{heap:,} bytes with Tengen loaded, {told['heap_free']:,} without"
        checks.append(
            Check(
                "free heap",
                heap >= LEAST_HEAP,
                measured,
                f"{LEAST_HEAP:,} or more",
                figures=_figures(bytes=heap, bytes_without=told["heap_free"]),
            )
        )
    free = told["flash_free"]
    findings = [] if free >= LEAST_FLASH else ["remove files of your own from the board (`mpremote fs ls`, `fs rm`)"]
    measured = f"{free:,} of {told['flash_size']:,} bytes"
    checks.append(
        Check(
            "free flash",
            free >= LEAST_FLASH,
            measured,
            f"{LEAST_FLASH:,} or more",
            findings,
            _figures(bytes=free, of_bytes=told["flash_size"]),
        )
    )
    return checks


def rules(boards: int, verdicts: int, wrong: Sequence[Wrong], wrong_boards: int) -> Check:
    """Check the compared verdicts; `wrong` has some of those that differ."""
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
        _figures(boards=boards, verdicts=verdicts, wrong_boards=wrong_boards),
    )


def wiring(told: dict[str, Any]) -> list[Check]:
    """Check matrix, reeds at rest, buttons, chain of LEDs, supply and scan rate."""
    faults, flickers, chain, closed = told["faults"], told["flickers"], told["chain"], told["closed"]
    mv, pico_mv = told["mv"], told["pico_mv"]
    lying = f"{len(closed)} reeds closed" + (f": {', '.join(closed[:8]).upper()}" if closed else "")
    learned = "as this board has learned (board.json)" if told["learned"] else "as board.toml has it"
    trouble = [f"board.json: {coded(told['trouble'])}"] if told["trouble"] else []
    unsteady = [f"the reed of {point.upper()} opens and closes by itself: {count} times" for point, count in flickers]
    held = [f"the button of {_BUTTONS[at]} is down: let it go, or look for a short to ground" for at in told["buttons"]]
    asked_hz = 1000 / told["scan_ms"]
    return [
        Check(
            "matrix",
            not (faults or trouble),
            f"{16 * 2 - len(faults)} of 32 lines whole, {learned}",
            "no fault is proved",
            [*trouble, *map(coded, faults)],
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
            [coded(chain)] if chain else [],
        ),
        Check(
            "5 V supply",
            told["low_mv"] <= mv <= HIGHEST_MV,
            f"{mv / 1000:.2f} V",
            f"{told['low_mv'] / 1000:.2f} to {HIGHEST_MV / 1000:.2f} V at the lights' 5 V",
            [NO_SUPPLY] if mv < OFF_MV else [],
            _figures(mv=mv),
        ),
        Check(
            "Pico's supply",
            LEAST_PICO_MV <= pico_mv <= HIGHEST_MV,
            f"{pico_mv / 1000:.2f} V",
            f"{LEAST_PICO_MV / 1000:.2f} to {HIGHEST_MV / 1000:.2f} V at VSYS",
            figures=_figures(mv=pico_mv),
        ),
        Check(
            "scans",
            told["scan_hz"] >= SCAN_SHARE * asked_hz,
            f"{told['scan_hz']:.0f} a second",
            f"{SCAN_SHARE * asked_hz:.0f} or more",
            figures=_figures(hz=told["scan_hz"]),
        ),
    ]


def speed(told: dict[str, Any]) -> list[Check]:
    """Check how long it takes to put a stone, and to draw a frame."""
    put, frame = told["put"], told["frame"]
    return [
        Check(
            "a stone put",
            put["median_us"] <= LONGEST_PUT_MEDIAN_US and put["max_us"] <= LONGEST_PUT_US,
            f"{put['count']} stones: median {put['median_us']} us, longest {put['max_us']} us",
            f"median {LONGEST_PUT_MEDIAN_US} us, longest {LONGEST_PUT_US} us",
            figures=put,
        ),
        Check(
            "a frame drawn",
            frame["max_us"] <= LONGEST_FRAME_US,
            f"{frame['count']} frames: median {frame['median_us']} us, longest {frame['max_us']} us",
            f"longest {LONGEST_FRAME_US} us",
            figures=frame,
        ),
    ]


def journal(told: dict[str, Any]) -> Check:
    """Check the kept games."""
    measured = f"{told['games']} games in {told['files']} files, {told['replayed']} of the newest played again"
    findings = [": ".join(map(coded, each)) for each in told["findings"]]
    notes = [
        f"game file {number} ends in a record that is not whole: the power failed there, and nothing else is lost"
        for number in told["torn"]
    ]
    figures = {name: told[name] for name in ("files", "games", "entries", "replayed")}
    return Check("kept games", not findings, measured, "all whole", findings + notes, figures)


def _figures(**numbers: Any) -> dict[str, Any]:
    return numbers
