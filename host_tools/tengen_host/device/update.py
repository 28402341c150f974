"""Put the image on a board, whatever program is on it.

After an interruption at any step, the next run completes it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .. import emulated_ports
from ..image import Image
from ..image.uf2 import Tengen
from ..wire import versions
from ..wire.state import State
from . import bootsel, line, ports, stopped
from .asking import Declined, Question, Terminal, in_words, may_interrupt, state_at
from .bootsel import Drive
from .errors import DeviceError, Gone, NoAnswer, NoBoard, NoPermission, NotRunning, PortTaken
from .find import no_board
from .ports import Port
from .repl import Repl
from .selftest.checks import MATRIX, OF_WIRING
from .selftest.run import short_checks

T = TypeVar("T")

# Seconds to wait. A restarted Pico is back after one or two seconds; some systems examine a new drive for longer
COMES_S = 30.0
START_S = 120.0  # seconds for Tengen's first answer, which include the formatting of a new Pico's flash
MOUNT_S = 6.0  # a desktop has this many seconds to mount a new drive; only after that the disk itself is written
_LOOK_S = 0.25
_COMING = (NoBoard, NoPermission, PortTaken, Gone)  # the errors of a port that will appear soon

AGAIN = (
    "run `tengen flash` again: it finishes what was begun. A Pico that has only a part of the image is in BOOTSEL mode "
    "by itself when it gets power"
)
_HOLD = "unplug it, hold its BOOTSEL button down while you plug it in, and run `tengen flash` again"


@dataclass(frozen=True)
class World:
    """The parts of this computer that an update uses. Tests replace them.

    `state(port, seconds)`, `prompt(port)` and `copy` raise the DeviceErrors of asking.state_at, repl.Repl and
    bootsel.copy; `prove(port, say)` returns the checks of a self-test.
    """

    ports: Callable[[], list[Port]] = ports.ports
    drives: Callable[[], list[Drive]] = bootsel.drives
    state: Callable[[str, float | None], State] = state_at
    prompt: Callable[[str], Repl] = Repl
    knock: Callable[[str], None] = line.knock
    copy: Callable[[Path, Drive, Callable[[int, int], None]], None] = bootsel.copy
    prove: Callable[[str, Callable[[str], None]], Sequence[Any]] = short_checks
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def targets(port: str | None, everything: bool, world: World) -> list[Port | Drive]:
    """Return the selected board, or all boards at ports and all Picos in BOOTSEL mode.

    `port`: the path of a port or a drive. Raises NoBoard if there is no board, DeviceError if the choice is unclear.
    """
    if port and everything:
        raise DeviceError("--port names one board, and --all means every board: leave out one of the two")
    there, drives = world.ports(), world.drives()
    named = None if everything else ports.chosen(port)
    if named:
        meant = [drive for drive in drives if _is_at(drive, named)]
        # after an interrupted update the board is in BOOTSEL mode, and its port does not exist
        if not any(port.path == named for port in there) and "://" not in named and not os.path.exists(named):
            meant = meant or bootsel.picos(drives)
        if not meant and os.path.isdir(named):
            raise DeviceError(f"{named} is neither a serial port nor the mounted drive of a Pico in BOOTSEL mode")
        return [meant[0] if len(meant) == 1 else ports.by_path(named, there)]
    found: list[Port | Drive] = [port for port in there if (port.vid, port.pid) in (ports.MICROPYTHON, ports.C_PROGRAM)]
    found += bootsel.picos(drives)
    if not found:
        raise no_board(there, drives)
    if len(found) > 1 and not everything:
        listed = "".join(f"\n  {_in_words(each)}" for each in found)
        raise DeviceError(f"{len(found)} boards are there: name one with --port, or take all with --all{listed}")
    return found


@dataclass(frozen=True)
class Update:
    """Put an image on boards.

    `again`: also on a board that already has it. `dry_run`: only report what would be done.
    """

    image: Image
    talk: Terminal
    world: World
    again: bool = False
    dry_run: bool = False

    @property
    def its(self) -> str:
        """Return version and build of the image's Tengen in words."""
        return stopped.named(self.image.tengen)

    def run(self, target: Port | Drive) -> str:
        """Put the image on one board; return a report.

        Raises DeviceError; the next run then completes the update.
        """
        began = self.world.clock()
        others = {drive.path for drive in self.world.drives()} - {target.path}
        if isinstance(target, Port):
            instead = self._bring(target)
        else:
            bootsel.check(target)
            instead = f"{self.its}, would be written" if self.dry_run else None
        if instead is not None:
            return instead
        since = self.world.clock()
        drive = self._awaited(lambda: self._drive(target.path, others, since))
        before = {port.path for port in ports.candidates(self.world.ports())}
        # pyserial does not list the port of an emulated Pico, nor a port that is given only by --port
        known = target.path if isinstance(target, Port) and target.vid is None else None
        unlisted = emulated_ports.port_of(drive.path) or known
        self._write(drive)
        port = self._answering(lambda: unlisted or _new(before, ports.candidates(self.world.ports())))
        how = self._prove(port)
        return f"{self.its}, runs at {port}: {how} in {self.world.clock() - began:.0f} s"

    def _bring(self, port: Port) -> str | None:
        """Send the board at a port into BOOTSEL mode; or return a report if nothing needs to be written."""
        if (port.vid, port.pid) in ports.OTHER_CHIPS:
            raise bootsel.unsupported(ports.in_words(port))
        try:
            state = self.world.state(port.path, None)
        except (NotRunning, NoAnswer):
            state = None
        if state is not None:
            there = stopped.running(state)
            if there == self.image.tengen and not self.again:
                return f"{self.its}, runs there already: nothing was written"
            self._say_age(port.path, there, "runs there")
            if wire := versions.other(state.device):
                self.talk.say(f"{port.path}: {wire}")
            self._consent(self._older(there))
            if self.dry_run:
                return f"{self.its}, would be written{'; a game is under way' if state.under_way else ''}"
            may_interrupt(state, self.talk)
        try:
            prompt = self.world.prompt(port.path)
        except _COMING:
            raise
        except DeviceError as error:
            self.talk.say(str(error))
            unknown = f"The program at {port.path} can't be identified, and would be lost", "replace it by Tengen"
            stuck = f"Tengen at {port.path} does not stop", "replace it anyway"
            self._consent([unknown if state is None else stuck])
            if self.dry_run:
                return f"{self.its}, would be written, if the board goes into BOOTSEL mode"
            self.world.knock(port.path)
        else:
            with prompt as repl:
                instead = self._leave(repl, state is not None)
            if instead is not None and not self.dry_run:
                self._answering(lambda: port.path)
            return instead
        return None

    def _leave(self, prompt: Repl, asked: bool) -> str | None:
        """Send a board at its prompt into BOOTSEL mode; or restart its program and return a report."""
        try:
            if not asked:
                there = stopped.look(prompt)
                if there.firmware == self.image.tengen and not self.again:
                    prompt.restart()
                    return f"{self.its}, was there, but stopped: it runs again; nothing was written"
                if there.firmware:
                    self._say_age(prompt.port, there.firmware, "is there but stopped")
                else:
                    self.talk.say(f"{prompt.port}: {there.what}")
                self._consent([*self._older(there.firmware), *there.questions])
            if self.dry_run:
                prompt.restart()
                return f"{self.its}, would be written; what runs there was restarted"
        except BaseException:
            with contextlib.suppress(DeviceError):
                prompt.restart()
            raise
        with contextlib.suppress(DeviceError):  # the board disappears before it can answer
            prompt.run("import machine\nmachine.bootloader()", within_s=1.0)
        return None

    def _consent(self, questions: Iterable[Question]) -> None:
        """Ask these questions, or print them in a dry run. Raises Declined after a no."""
        for question in questions:
            if self.dry_run:
                self.talk.say(f"It would ask: {in_words(question)}")
            elif not self.talk.ask(question):
                raise Declined("nothing was changed on the board")

    def _say_age(self, port: str, there: Tengen, how: str) -> None:
        """Say which Tengen is on a board, and whether it is older or newer than the image."""
        self.talk.say(f"{port}: {stopped.named(there)}, {how}: {stopped.age(there, self.image.tengen, 'the image')}")

    def _older(self, there: Tengen | None) -> list[Question]:
        """Return the question before a downgrade, for a board with a newer version."""
        its = self.image.tengen.version
        if there is None or not stopped.is_newer(there.version, its):
            return []
        return [(f"The board has Tengen {there.version}, which is newer than {its} of this image", "downgrade it")]

    def _drive(self, place: str, others: Collection[str], since: float) -> Drive:
        """Return the drive that is not one of `others`. A drive that is not mounted counts only after MOUNT_S."""
        for drive in self.world.drives():
            if drive.path not in others:
                bootsel.check(drive)
                if not drive.is_disk or self.world.clock() - since >= MOUNT_S:
                    return drive
        raise NoBoard(f"the board at {place} should be in BOOTSEL mode, but its drive is missing: {_HOLD}")

    def _write(self, drive: Drive) -> None:
        size, so_far = self.image.uf2.stat().st_size, 0
        with self.talk.progress(f"copying {self.image.uf2.name} to {drive.path}", size) as done:

            def tell(written: int, of: int) -> None:
                nonlocal so_far
                done(written - so_far)
                so_far = written

            self.world.copy(self.image.uf2, drive, tell)

    def _answering(self, find: Callable[[], str]) -> str:
        """Wait until the image's Tengen answers at the port that `find` returns; return the port.

        Raises DeviceError if another Tengen answers, or if no Tengen answers.
        """

        def answer() -> tuple[str, State]:
            port = find()
            return port, self.world.state(port, START_S)

        try:
            port, state = self._awaited(answer)
        except (NotRunning, NoAnswer) as error:
            raise DeviceError(
                f"the image is on the board, but Tengen does not start there ({error}). What failed there may be in "
                "`mpremote fs cat faults.txt`; `tengen flash --again` writes the image anew"
            ) from None
        its = stopped.running(state)
        if its != self.image.tengen:
            raise DeviceError(
                f"{port}: {stopped.named(its)}, answers instead of {self.its}: if that is "
                "another board, which was plugged in meanwhile, unplug it; then run `tengen flash` again"
            )
        return port

    def _prove(self, port: str) -> str:
        """Make the board run the short self-test; return what was done, in words.

        Raises DeviceError with all failures. Faults of the wiring are only reported, because the image is right.
        """
        failed = [check for check in self.world.prove(port, self.talk.say) if check.ok is False]
        rows = [f"\n  {check.name}: {'; '.join(check.findings) or check.measured}" for check in failed]
        if any(check.name not in OF_WIRING for check in failed):
            raise DeviceError(
                f"{self.its}, is on the board at {port}, but its self-test fails:"
                f"{''.join(rows)}\n`tengen selftest` repeats it"
            )
        if not failed:
            return "written and tested"
        alone = any(check.name == MATRIX and not check.figures.get("whole") for check in failed)
        right = "That is right for a Pico alone, without tiles and supply; else " if alone else ""
        self.talk.say(f"Its wiring has faults:{''.join(rows)}\n{right}`tengen diagnose` finds what is wrong")
        return "written, with faults in the wiring,"

    def _awaited(self, look: Callable[[], T]) -> T:
        """Call `look` until it succeeds, and return its result. After COMES_S, raise its last error.

        For a moment after a port has appeared, this user may not open it, or other programs examine it.
        """
        end = self.world.clock() + COMES_S
        while True:
            try:
                return look()
            except _COMING:
                if self.world.clock() >= end:
                    raise
            self.world.sleep(_LOOK_S)


def _is_at(drive: Drive, named: str) -> bool:
    """Return whether a user means this drive, with or without a slash at the end, or by the partition of a disk."""
    path = os.path.normcase(named).rstrip("/\\")
    return os.path.normcase(drive.path).rstrip("/\\") in (path, path.rstrip("0123456789") if drive.is_disk else path)


def _new(before: Collection[str], now: Iterable[Port]) -> str:
    for port in now:
        if port.path not in before:
            return port.path
    raise NoBoard(
        f"the Pico has its image, but its console has not come up within {COMES_S:g} s: unplug it, plug it in again, "
        "and run `tengen flash` again"
    )


def _in_words(target: Port | Drive) -> str:
    return ports.in_words(target) if isinstance(target, Port) else f"{target.path} (a Pico in BOOTSEL mode)"
