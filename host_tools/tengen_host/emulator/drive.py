"""The drive RPI-RP2 of an emulated Pico in BOOTSEL mode: a folder that takes a UF2 file and then disappears."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from pathlib import Path

from .. import emulated_ports
from ..image.uf2 import BLOCK
from .bootrom import Bootsel
from .flash import Flash

_NAME, _TEXT = "INFO_UF2.TXT", "UF2 Bootloader v2.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
_LOOK_S = 0.05


class Drive:
    """The drive of a boot ROM: `folder`, from open() to close() or a power failure, in the event loop of the board.

    The ROM gets each block of a file *.UF2 as soon as it is in the file, in order. A file that is written again is sent
    again from its beginning.
    """

    def __init__(self, rom: Bootsel, flash: Flash, folder: Path) -> None:
        self._rom, self._flash, self._folder = rom, flash, folder
        self._seen: dict[Path, bytes] = {}

    def open(self) -> None:
        """Create the folder."""
        self._folder.mkdir(exist_ok=True)
        (self._folder / _NAME).write_text(_TEXT, encoding="ascii")
        emulated_ports.announce(str(self._folder))
        self._look()

    def close(self) -> None:
        """Remove the folder with its files. A program with an open file can still write to it; these data are lost."""
        self._timer.cancel()
        emulated_ports.conceal(str(self._folder))
        shutil.rmtree(self._folder, ignore_errors=True)

    def _look(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(_LOOK_S, self._look)
        with contextlib.suppress(OSError):  # a program on the laptop may remove files
            for path in sorted(self._folder.iterdir()):
                if path.suffix.lower() == ".uf2":
                    self._take(path)
        if self._flash.dead:
            self.close()

    def _take(self, path: Path) -> None:
        before, data = self._seen.get(path, b""), path.read_bytes()
        self._seen[path] = data
        # otherwise the file is being written again from its beginning
        begun = len(before) if data.startswith(before) else 0
        self._rom.write(data[begun // BLOCK * BLOCK : len(data) // BLOCK * BLOCK])
