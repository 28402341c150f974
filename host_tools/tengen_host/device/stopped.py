"""A board at MicroPython's prompt: whether Tengen is on it and was stopped, and how it is started again."""

from __future__ import annotations

from dataclasses import dataclass

from .flashing.inventory import Prompt, builds

_MAIN = """
try:
    with open('main.py', 'rb') as file:
        print(repr(b'tengen' in file.read(1000)))
except OSError:
    print(False)
"""


@dataclass(frozen=True)
class Stopped:
    """What is on a board that is at its prompt: the firmware that would run, (version, build) as in flashing/plan.py,
    or None; and whether the board starts it by itself.
    """

    port: str
    firmware: tuple[str, str | None] | None
    starts: bool

    @property
    def can_start(self) -> bool:
        """Whether a reset starts Tengen."""
        return self.firmware is not None and self.starts

    @property
    def words(self) -> str:
        """One line for a person: what is there, and what to do."""
        if self.firmware is None:
            return f"{self.port}: MicroPython, and no Tengen on it: `tengen flash` installs it"
        version, build = self.firmware
        there = f"{self.port}: Tengen {version}" + (f", build {build}," if build else "") + " is there"
        if not self.starts:
            return f"{there}, but no main.py that starts it: `tengen flash` mends it"
        return f"{there} but stopped: `mpremote connect {self.port} reset` starts it"


def look(prompt: Prompt) -> Stopped:
    """Ask a board at its prompt. Raises DeviceError."""
    frozen, installed = builds(prompt)
    # an image with Tengen frozen in has its main.py frozen in, too
    starts = frozen is not None or prompt.run(_MAIN).strip() == b"True"
    return Stopped(prompt.port, installed or frozen, starts)
