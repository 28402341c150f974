"""Query a board at MicroPython's prompt, and compare a board's firmware with this laptop's firmware, in words."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..image import builder
from ..image.uf2 import Tengen
from ..wire.state import State
from .errors import DeviceError, Unsupported

if TYPE_CHECKING:
    from .repl import Repl

MACHINE = "Raspberry Pi Pico with RP2040"

# This source runs on any MicroPython or CircuitPython. The image contains Tengen and its main.py as frozen modules, and
# starts only these modules
_LOOK = """
def _look():
    import os, sys
    own, path, its, main = sys.implementation, sys.path[:], None, b'tengen'
    sys.path[:] = ['.frozen']
    try:
        from tengen import __version__
        from tengen.build import BUILD
        its = __version__, BUILD
    except ImportError:
        pass
    sys.path[:] = path
    try:
        with open('main.py', 'rb') as file:
            main = file.read(1000)
    except OSError:
        pass
    machine = getattr(own, '_machine', '') or os.uname()[4]
    print(repr((own.name, tuple(own.version)[:3], machine, its, b'tengen' in main)))
_look()
"""


@dataclass(frozen=True)
class Stopped:
    """A Pico at its prompt, with its MicroPython's version, and the Tengen in its image, or None.

    `ours`: True if the Pico has no main.py, or one that starts a Tengen.
    """

    port: str
    version: tuple[int, ...]
    firmware: Tengen | None
    ours: bool

    @property
    def what(self) -> str:
        """Describe in words what is on the board."""
        if self.firmware:
            return f"{compared(self.firmware, own())}, is there but stopped"
        return f"this board runs MicroPython {'.'.join(map(str, self.version))} and no Tengen"

    @property
    def words(self) -> str:
        """Describe in a line what is on the board, and what to do."""
        if self.firmware:
            return f"{self.port}: {self.what}: `mpremote connect {self.port} reset` starts it"
        return f"{self.port}: {self.what}: `tengen flash` puts the image on it; your games stay"

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Return a question (asking.Question) if the image would replace a main.py that is not Tengen's."""
        if self.firmware or self.ours:
            return []
        return [("main.py on this board is not Tengen's. It stays as a file, and Tengen starts in its place", "go on")]


def look(prompt: Repl) -> Stopped:
    """Query a board at its prompt. Raises Unsupported if Tengen does not run on this board, or another DeviceError."""
    port = prompt.port
    try:
        name, version, machine, its, ours = ast.literal_eval(prompt.run(_LOOK).decode().strip())
        there = Stopped(port, tuple(version), Tengen(*its) if its else None, ours)
    except (ValueError, SyntaxError, TypeError):
        raise DeviceError(
            f"{port}: the board's answer can't be read; unplug it, plug it in again, and run the command again"
        ) from None
    if name != "micropython":
        raise Unsupported(
            f"{port}: what answers is {name}, not MicroPython: hold BOOTSEL while you plug the Pico in, "
            "and run `tengen flash` again; what is on its flash may be lost by that"
        )
    if machine != MACHINE:
        what = f"is a {machine}" if machine else "does not say what it is"
        raise Unsupported(
            f"{port}: this board {what}. Tengen runs on a {MACHINE}, and on that alone: no Pico W, no Pico 2"
        )
    return there


def firmware(prompt: Repl) -> Tengen:
    """Return the Tengen of a board at its prompt.

    Raises DeviceError if the board has no Tengen, and the errors of look().
    """
    there = look(prompt)
    if there.firmware is None:
        raise DeviceError(there.words)
    return there.firmware


def running(state: State) -> Tengen:
    """Return version and build of the Tengen that has sent this state; "?" for a missing value."""
    return Tengen(*(str(state.device.get(name, "?")) for name in ("version", "build")))


def own() -> Tengen:
    """Return version and build of this laptop's firmware."""
    return builder.own()


def named(its: Tengen) -> str:
    """Return version and build in words."""
    return f"Tengen {its.version}, build {its.build}"


def compared(its: Tengen, here: Tengen) -> str:
    """Return version and build of a board's firmware in words.

    If this laptop's firmware, `here`, is different, its version and build follow.
    """
    if its == here:
        return named(its)
    if is_newer(its.version, here.version):
        return f"{named(its)} (this laptop has an older one: {named(here)})"
    other = f"build {here.build}" if its.version == here.version else named(here)
    return f"{named(its)} (this laptop has {other}: `tengen flash` brings it)"


def age(its: Tengen, other: Tengen, name: str) -> str:
    """Return in words whether a firmware is older or newer than another one, which the sentence calls `name`."""
    if its == other:
        return f"the same as {name}"
    if its.version == other.version:
        return f"another build than {name}"
    return f"{'newer' if is_newer(its.version, other.version) else 'older'} than {name}"


def is_newer(version: str, other: str) -> bool:
    """Return whether a version is later than another one, by comparing their numbers."""
    first, second = ([int(number) for number in re.findall(r"\d+", each)] for each in (version, other))
    return first > second
