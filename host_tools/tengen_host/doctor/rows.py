"""The rows of `tengen doctor`, from the facts about a machine. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from .. import installing
from ..device import bootsel, ports, udev
from ..device.errors import PortTaken
from ..device.find import Found
from ..device.stopped import named, running
from ..image.uf2 import Tengen

OLDEST = (3, 10)  # the oldest Python, as in pyproject.toml

# the parts of a machine, and what each is for; without the first ones `play` or `live` does not work
PLAY = {
    "Tengen": "everything",
    "page": "the page of `play` and `live`",
    "data": "virtual boards, paired phones",
    "games": "finished games",
    "board": "`live`, `flash`, `selftest`, `diagnose`",
    "rights": "boards on a cable",
}
MORE = {
    "ModemManager": "boards on a cable",
    "cache": "images, compiled code, indexes",
    "image": "`flash`, `play --emulated`",
    "ffmpeg": "`record film`",
    "fonts": "`record draw`, `record film`",
    "NATS": "`relay`, `live --publish`",
    "numba": "faster `solve`, `study`, `judge --map`",
    "emulator": "a faster `play --emulated`",
}
# what is said of a part that is there, if the facts say no more
THERE = {
    "rights": "you may open serial ports",
    "fonts": "they are there",
    "image build": "all programs for the build are here",
}
DEVELOPMENT = {"image build": "`image`, `make test`", "Chromium": "`make test`, pictures of the pages"}
FOR = {**PLAY, **MORE, **DEVELOPMENT}

# a board's port, and the drive of a Pico in BOOTSEL mode
_PLACES = {
    "linux": ("/dev/ttyACM0", "/media/USER/RPI-RP2"),
    "darwin": ("/dev/cu.usbmodem1101", "/Volumes/RPI-RP2"),
    "win32": ("COM5", "D:"),
}


@dataclass(frozen=True)
class Facts:
    """What is known about a machine.

    - `system`: `sys.platform`. `develops`: whether Tengen runs from a clone. `own`: this laptop's firmware.
    - `has`, `lacks`: for some names of FOR, what was found, or what is missing: a sentence with the remedy after a
      colon.
    - `answers`: each port that may be a board, with its answer. `drives`: the Picos in BOOTSEL mode.
    - On Linux, `modem_manager`: whether ModemManager runs. `rules`: the udev rules for boards (udev.texts()).
    """

    system: str
    python: tuple[int, int, int]
    own: Tengen
    develops: bool = False
    has: Mapping[str, str] = field(default_factory=dict)
    lacks: Mapping[str, str | None] = field(default_factory=dict)
    answers: Sequence[Found] = ()
    drives: Sequence[bootsel.Drive] = ()
    modem_manager: bool = False
    rules: str = ""


@dataclass(frozen=True)
class Row:
    """A line of the table. `ok` is None for a note. `found`: what is there, or what is missing. `cure`: the remedy."""

    name: str
    ok: bool | None
    found: str
    cure: str = ""

    @property
    def purpose(self) -> str:
        """What the part is for."""
        return FOR[self.name]

    @property
    def stops_play(self) -> bool:
        """Whether `play` or `live` does not work because of this row."""
        return self.ok is False and self.name in PLAY

    def fields(self) -> dict[str, Any]:
        """Return the row as an object for JSON."""
        return {**asdict(self), "for": self.purpose, "stops_play": self.stops_play}


def rows(facts: Facts) -> list[Row]:
    """Return the rows for a machine."""
    return [
        _tengen(facts),
        *(_part(facts, name) for name in ("page", "data", "games")),
        *_boards(facts),
        *(_on_linux(facts) if facts.system == "linux" else ()),
        *(_part(facts, name) for name in ("cache", "image", "ffmpeg", "fonts", "NATS", "numba")),
        _emulator(facts),
        *(_part(facts, name) for name in (DEVELOPMENT if facts.develops else ())),
    ]


def _tengen(facts: Facts) -> Row:
    version, oldest = (".".join(map(str, each)) for each in (facts.python, OLDEST))
    if facts.python >= OLDEST:
        return Row("Tengen", True, f"{named(facts.own)}, on Python {version}")
    return Row("Tengen", False, f"Python {version} is older than {oldest}", installing.command("Python", facts.system))


def _boards(facts: Facts) -> Iterator[Row]:
    picos = bootsel.picos(facts.drives)
    yield from (_board(found, facts.own) for found in facts.answers)
    for pico in picos:
        yield Row("board", None, f"{pico.path}: a Pico in BOOTSEL mode", "`tengen flash` puts Tengen on it")
    if not (facts.answers or picos):
        port, drive = _PLACES.get(facts.system, _PLACES["linux"])
        names = f"A board has a port like {port}, and a Pico in BOOTSEL mode has a drive like {drive}"
        yield Row("board", None, "none is plugged in", f"{ports.NOTHING_SEEN}. {names}")


def _board(found: Found, own: Tengen) -> Row:
    if found.state is None:
        return Row("board", None if isinstance(found.trouble, PortTaken) else False, *_split(found.words))
    is_same = running(found.state) == own and not found.wire
    return Row("board", True if is_same else None, found.against(own))


def _on_linux(facts: Facts) -> Iterator[Row]:
    if not facts.answers:  # a board that is plugged in shows whether it may be opened
        yield _part(facts, "rights")
    if not facts.modem_manager:
        yield Row("ModemManager", True, "it does not run")
    elif udev.stops_modem_manager(facts.rules):
        yield Row("ModemManager", True, "it runs, but a udev rule keeps it from boards")
    else:
        yield Row("ModemManager", None, "it runs, and may open a board's port before Tengen does", udev.INSTALL)


def _emulator(facts: Facts) -> Row:
    if facts.system == "win32":
        return Row("emulator", None, "on Windows it is not compiled, and some ten times slower")
    return _part(facts, "emulator")


def _part(facts: Facts, name: str) -> Row:
    lack = facts.lacks.get(name)
    if lack:
        return Row(name, False, *_split(lack))
    return Row(name, True, facts.has.get(name, THERE.get(name, "it is there")))


def _split(words: str) -> tuple[str, str]:
    """Return what is wrong and the remedy, from a sentence with both."""
    what, _, cure = words.partition(": ")
    return what, cure
