"""A laptop and Picos, with ports, drives and a clock, for tests of `tengen flash`. Any step may be interrupted.

The model of the boot ROM writes a Pico's flash. A flash without its first page does not start.
"""

import contextlib
import errno
from pathlib import Path

from tengen_host.device import bootsel
from tengen_host.device.asking import in_words
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoAnswer, NoBoard, NotRunning, PortTaken
from tengen_host.device.ports import C_PROGRAM, MICROPYTHON, Port
from tengen_host.device.stopped import MACHINE
from tengen_host.emulator.bootrom import Bootsel
from tengen_host.image import Image
from tengen_host.image.uf2 import BLOCK, PAGE, SECTOR, Tengen, made, mark, tengen_in
from tengen_host.wire.state import State

INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
HERE, OLDER, NEWER = (Tengen(f"0.{number}.0", f"{number:012x}") for number in (2, 1, 3))
COMES_S = 1.5  # the time from a start until the port or drive appears


def image(folder, its=HERE):
    """Return the firmware image of a Tengen version, as a UF2 of 80 kB."""
    path = Path(folder) / f"{its.version}.uf2"
    path.write_bytes(made(b"boots" + mark(its).encode() + bytes(80_000)))
    return Image(path, "given", its)


class Pico:
    """A Pico on a cable. `program`: the version of Tengen on its flash, or another program. `files`: its file system.

    Other programs: "micropython" at its prompt, "loop" (a MicroPython that prints all the time), "C" (prints nothing),
    and "deaf" (prints nothing, and does not react to a knock).
    """

    def __init__(self, program, files=(), game=False, stopped=False, machine=MACHINE, name="micropython"):
        self.flash = dict.fromkeys(range(0, 3 * SECTOR, PAGE), program)
        self.files, self.game, self.stopped = dict(files), game, stopped
        self.machine, self.name, self.powered, self.began = machine, name, True, -COMES_S
        self.bootsel, self.taken = program is None, False

    @property
    def program(self):
        """The program that the flash starts; None if its first page is missing."""
        return self.flash.get(0)

    @property
    def whole(self):
        """Whether all pages belong to the started program."""
        return len(set(self.flash.values())) == 1

    def start(self, now, bootsel=False):
        self.powered, self.began, self.stopped = True, now, False
        self.bootsel = bootsel or self.program is None
        self._rom = Bootsel(self._erase, self._write)

    def take(self, block, its, now):
        """Receive a UF2 block of this Tengen's image; start the image after the last block."""
        self._its = its
        self._rom.write(block)
        if self._rom.restarts:
            self.start(now)

    def _erase(self, offset):
        for at in range(offset, offset + SECTOR, PAGE):
            self.flash.pop(at, None)

    def _write(self, offset, page):
        if page.strip(b"\xff"):
            self.flash[offset] = self._its if offset or page.strip(b"\0") else None


class Laptop:
    """An update.World: a laptop with Picos.

    `cut`: the number of the step, from 1, in which `how` happens: "pull" or "ctrl-c". `wire`: the version of the
    protocol that the Picos speak.
    """

    wire = 1

    def __init__(self, folder, *picos, cut=0, how="pull"):
        self.folder, self.picos, self.now = Path(folder), list(picos), 0.0
        self.cut, self.how, self.steps = cut, how, 0
        self.checks, self.proved = [], []
        # the time from which drives are mounted; and for each copy, whether it went to a drive that was not mounted
        self.mounted_at, self.disks = 0, []
        for pico in picos:
            pico.start(-COMES_S, pico.bootsel) if not pico.stopped else None

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def path(self, pico):
        return f"/dev/ttyACM{self.picos.index(pico)}"

    def step(self, pico):
        """Count a step with this Pico. Raises Gone if the cable is pulled now, KeyboardInterrupt for Ctrl-C."""
        self.steps += 1
        if self.steps == self.cut:
            if self.how == "ctrl-c":
                raise KeyboardInterrupt
            pico.powered = False
            raise Gone("the cable was pulled: plug it in again")

    def there(self):
        return [pico for pico in self.picos if pico.powered and self.now - pico.began >= COMES_S]

    def ports(self):
        return [
            Port(self.path(pico), *(C_PROGRAM if pico.program in ("C", "deaf") else MICROPYTHON))
            for pico in self.there() if not pico.bootsel
        ]  # fmt: skip

    def drives(self):
        found = []
        for pico in self.picos:
            folder = self.folder / f"drive{self.picos.index(pico)}"
            info = folder / "INFO_UF2.TXT"
            if pico in self.there() and pico.bootsel:
                folder.mkdir(exist_ok=True)
                info.write_text(INFO, encoding="ascii")
                found.append(Drive(str(folder), "Raspberry Pi RP2", "RPI-RP2", self.now < self.mounted_at))
            else:
                info.unlink(missing_ok=True)
        return found

    def at(self, port):
        for pico in self.there():
            if not pico.bootsel and self.path(pico) == port:
                return pico
        raise NoBoard(f"there is no port {port}: plug it in")

    def state(self, port, within_s):
        pico = self.at(port)
        self.step(pico)
        if pico.taken:
            raise PortTaken(f"{port} is in use by this program: end it and try again")
        if pico.stopped or pico.program == "micropython":
            raise NotRunning(f"the prompt answers at {port}: unplug it and plug it in again")
        if not isinstance(pico.program, Tengen):
            raise NoAnswer(f"nothing answers at {port}: unplug it and plug it in again")
        its = {"device": {**pico.program._asdict(), "wire": self.wire}}
        moves = {"moves": [0, [{"point": "h8", "colour": "black", "changes": []}]]} if pico.game else {}
        return State().merge({"is": {**its, **moves}})

    @contextlib.contextmanager
    def prompt_of(self, pico, port):
        laptop = self

        class Prompt:
            def __init__(self):
                self.port = port

            def run(self, source, *, within_s=None):
                laptop.step(pico)
                if "bootloader" in source:
                    pico.start(laptop.now, bootsel=True)
                    raise Gone("it has restarted: plug it in again")
                its = pico.program if isinstance(pico.program, Tengen) else None
                main = pico.files.get("main.py", b"tengen")
                told = (pico.name, (1, 25, 0), pico.machine, its and tuple(its), b"tengen" in main)
                return repr(told).encode()

            def restart(self):
                if not pico.powered:
                    raise Gone("it is gone: plug it in again")
                pico.start(laptop.now - COMES_S)  # the port is there at once: a soft reset keeps it

        pico.taken = True
        try:
            yield Prompt()
        finally:
            pico.taken = False

    def prompt(self, port):
        pico = self.at(port)
        self.step(pico)
        if pico.program in ("loop", "C", "deaf"):
            raise DeviceError(f"{port}: the board has no MicroPython prompt: unplug it and plug it in again")
        pico.stopped = True
        return self.prompt_of(pico, port)

    def knock(self, port):
        pico = self.at(port)
        self.step(pico)
        if pico.program != "deaf":
            pico.start(self.now, bootsel=True)

    def copy(self, uf2, drive, progress):
        pico = next(pico for pico in self.picos if drive.path.endswith(f"drive{self.picos.index(pico)}"))
        its = tengen_in(uf2)
        self.disks.append(drive.is_disk)
        mounted = Drive(drive.path, drive.model, drive.board_id)
        bootsel.copy(uf2, mounted, progress, lambda path: _File(self, pico, path, its), self.sleep)

    def prove(self, port, say):
        self.step(self.at(port))
        self.proved.append(port)
        return self.checks


class _File:
    """A file on a Pico's drive; each 8 kB of a write count as a step."""

    def __init__(self, laptop, pico, path, its):
        self._laptop, self._pico, self._its = laptop, pico, its
        self._file = open(path, "wb", buffering=0)  # noqa: SIM115
        self._drive = Path(path).parent

    def write(self, data):
        for at in range(0, len(data), BLOCK):
            if at % 8192 == 0:
                try:
                    self._laptop.step(self._pico)
                except Gone:
                    self._laptop.drives()
                    raise OSError(errno.ENODEV, "No such device") from None
            self._pico.take(data[at : at + BLOCK], self._its, self._laptop.now)
        self._laptop.drives()
        return len(data)

    def fileno(self):
        return self._file.fileno()

    def close(self):
        self._file.close()


class Answers:
    """Gives the same answer to all questions, and records all messages and questions."""

    def __init__(self, answer=True):
        self.answer, self.said, self.asked = answer, [], []

    def say(self, words):
        self.said.append(words)

    def ask(self, question):
        self.asked.append(in_words(question))
        return self.answer

    @contextlib.contextmanager
    def progress(self, what, total):
        done = []
        yield done.append
        assert sum(done) == total
