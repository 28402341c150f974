"""The store of the Pico (drivers/store.py) under CPython, on a simulated flash with littlefs-python."""

import importlib.util
import sys
import types
from pathlib import Path
from unittest import mock

from littlefs import LittleFS, LittleFSError, UserContext, lfs
from tengen_host.emulator.flash import ERASE_SECTOR, PAGE, PROGRAM, SECTOR, SIZE, Operation

BEGIN, BLOCKS = 0xA0000, 352  # the offset of littlefs in the Pico's flash, and its number of blocks
_DRIVER = Path(__file__).parents[2] / "firmware/tengen/drivers/store.py"
_CACHE = 1024  # the size of four pages, as in MicroPython
_BLOCK_CYCLES = 100
_BLOCK_COUNT = 4


class Cut(BaseException):
    """Raised when the power fails."""


class FlashStore:
    """A flash with these contents, and the `store` on this flash. A blank flash is formatted first.

    `operations` lists programs and erases. The time of an operation is its number. With `cut`, the operation with this
    number (from 0) is done only partly, as the random generator `chance` decides, and then Cut is raised.
    """

    def __init__(self, contents=b"\xff" * SIZE, cut=-1, chance=None):
        self.contents = contents if isinstance(contents, bytearray) else bytearray(contents)
        self.operations = []
        self._cut, self._chance = cut, chance
        self._dead = False
        self._driver = _driver(self)
        self.files = LittleFS(
            _Blocks(self),
            mount=False,
            block_size=SECTOR,
            block_count=BLOCKS,
            prog_size=PAGE,
            read_size=32,
            cache_size=_CACHE,
            lookahead_size=32,
            block_cycles=_BLOCK_CYCLES,
        )
        if self.contents[BEGIN : BEGIN + 2 * SECTOR] == b"\xff" * (2 * SECTOR):
            self.files.format()
        self.files.mount()
        self.store = self._driver.Store()

    # The methods of rp2.Flash that the driver uses

    def ioctl(self, what, _):
        assert what == _BLOCK_COUNT
        return BLOCKS

    def readblocks(self, block, buffer, offset):
        at = BEGIN + block * SECTOR + offset
        buffer[:] = self.contents[at : at + len(buffer)]

    def writeblocks(self, block, data, offset):
        for at in range(0, len(data), PAGE):
            self._do(PROGRAM, block * SECTOR + offset + at, bytes(data[at : at + PAGE]))

    def erase(self, block):
        self._do(ERASE_SECTOR, block * SECTOR, b"")

    def _do(self, command, at, data):
        self.must_be_alive()
        operation = Operation(command, BEGIN + at, data, float(len(self.operations)))
        self.operations.append(operation)
        if len(self.operations) == self._cut + 1:
            operation.apply_half(self.contents, self._chance)
            self._dead = True
            self.must_be_alive()
        operation.apply(self.contents)

    def must_be_alive(self):
        """Raise Cut if the power has failed."""
        if self._dead:
            raise Cut

    # The functions of MicroPython's files that the driver uses

    def open(self, name, mode):
        return _File(self, name, mode)

    def stat(self, name):
        info = self.do(self.files.stat, name)
        return (0, 0, 0, 0, 0, 0, info.size, 0, 0, 0)

    def rename(self, old, new):
        self.do(self.files.rename, old, new)

    def remove(self, name):
        self.do(self.files.remove, name)

    def listdir(self, folder):
        return self.do(self.files.listdir, folder)

    def mkdir(self, folder):
        self.do(self.files.mkdir, folder)

    def do(self, function, *arguments):
        """Call a function of littlefs-python. Raises MicroPython's errors, and Cut if the power has failed."""
        self.must_be_alive()
        try:
            found = function(*arguments)
        except (LittleFSError, OSError) as error:
            self.must_be_alive()
            code = error.code if isinstance(error, LittleFSError) else error.__cause__.code
            raise OSError(-code, str(error)) from error
        self.must_be_alive()
        return found


class _File:
    def __init__(self, flash, name, mode):
        self._flash = flash
        self._file = flash.do(lfs.file_open, flash.files.fs, name, mode)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._do(lfs.file_close)

    def read(self, size):
        return self._do(lfs.file_read, lfs.file_size(self._flash.files.fs, self._file) if size < 0 else size)

    def write(self, data):
        self._do(lfs.file_write, bytes(data))

    def flush(self):
        self._do(lfs.file_sync)

    def _do(self, function, *arguments):
        return self._flash.do(function, self._flash.files.fs, self._file, *arguments)


class _Blocks(UserContext):
    """The flash in the form that littlefs-python needs. Exceptions must not pass through littlefs-python."""

    def __init__(self, flash):
        super().__init__(buffsize=0)
        self._flash = flash

    def read(self, cfg, block, off, size):
        data = bytearray(size)
        self._flash.readblocks(block, data, off)
        return data

    def prog(self, cfg, block, off, data):
        return self._try(self._flash.writeblocks, block, data, off)

    def erase(self, cfg, block):
        return self._try(self._flash.erase, block)

    def sync(self, cfg):
        return 0

    def _try(self, do, *arguments):
        try:
            do(*arguments)
        except Cut:
            return int(LittleFSError.Error.LFS_ERR_IO)
        return 0


def _driver(flash):
    """Load drivers/store.py with this flash and its files in place of the Pico's."""
    spec = importlib.util.spec_from_file_location("store_on_a_flash", _DRIVER)
    driver = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"rp2": types.SimpleNamespace(Flash=lambda: flash)}):
        spec.loader.exec_module(driver)
    driver.os, driver.open = flash, flash.open
    driver.memoryview = lambda of: memoryview(of.contents)[BEGIN:]
    return driver


def fill(flash):
    """Fill a flash with files of 40 blocks, then of one block, until there is no room for another block."""
    number = 0
    for blocks in (40, 1):
        try:
            while True:
                with flash.open(f"file {number}", "wb") as file:
                    file.write(bytes(blocks * SECTOR))
                number += 1
        except OSError:
            flash.remove(f"file {number}")
