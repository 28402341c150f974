"""The Pico's flash: small files, and files that are appended to without an erase.

littlefs writes a change to an erased block, and erases a block when it needs one. An erase takes 45 ms, 400 ms at worst
(W25Q16JV data sheet, tSE), and no code can run during that time. A Sector is a file of one block that was erased
beforehand. To program a page of that block takes 0.4 ms, 3 ms at worst (tPP). littlefs keeps no checksums of the
contents of files, so it reads the new bytes as part of the file.
"""

import os
from binascii import crc32

from rp2 import Flash

_PAGE = 256  # bytes that the flash programs at once
_BLOCK = 4096
_BLANK = b"\xff" * _PAGE
_HEAD = 8
_MOST = 4 * _BLOCK  # bytes that are read at once: the fault log is the largest file, with half of that
_ENOENT, _EIO, _EFBIG = 2, 5, 27


class Store:
    """Files by name, in folders one deep. Each write stops all code for some tens of ms, except to a Sector."""

    def __init__(self):
        self._flash = Flash()
        self._count = None  # the highest count of a sector; None: not yet looked for; newest() does

    def load(self, name, size=-1):
        """Return the file's bytes, or its first `size`; None if there is no such file.

        Raises OSError if the file can't be read, or is too large to be one of the board's.
        """
        try:
            with open(name, "rb") as file:
                if size < 0:  # read() would take up to twice the memory, in one piece, while it looks for the end
                    size = os.stat(name)[6]
                    if size > _MOST:  # a heap that is too small for it would fail at each start
                        raise OSError(_EFBIG)
                return file.read(size)
        except OSError as error:
            if error.errno == _ENOENT:
                return None
            raise

    def save(self, name, data):
        """Replace a file as a whole: after a power cut it has either the old or the new bytes.

        Raises OSError if it can't be written; the old file stays.
        """
        new = name + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.rename(new, name)

    def rename(self, old, new):
        """Give a file another name. A file that had it before is gone. Raises OSError if it can't be done."""
        os.rename(old, new)

    def remove(self, name):
        """Remove a file, if it is there. A Sector's block loses its count first, so newest() takes it for no lost file.
        """
        try:
            begins = self.load(name, 2 * _HEAD)
        except OSError:
            begins = b""  # what can't be read can be removed
        if begins is None:
            return
        for count, block, _ in self._sectors(begins[:_HEAD]):
            if count == int.from_bytes(begins[_HEAD:-4], "big"):
                page = bytearray(_BLANK)
                page[2 * _HEAD - 4 : 2 * _HEAD] = bytes(4)  # clears bits of the count's CRC-32, which takes no erase
                self._flash.writeblocks(block, page, 0)
        os.remove(name)

    def names(self, folder):
        """Return the names of a folder's files. If there is no such folder, make it and return None."""
        try:
            return os.listdir(folder)
        except OSError as error:
            if error.errno != _ENOENT:
                raise
        os.mkdir(folder)
        return None

    def reserve(self, name, head):
        """Create a file of one block, erased except for its head, and return its Sector.

        The head is the eight bytes `head`, then a count and its CRC-32, by which the block is found on the flash.
        Raises OSError if the file can't be created.
        """
        if self._count is None:
            self._count = max([count for count, _, _ in self._sectors(head)] or (0,))
        self._count += 1
        count = self._count.to_bytes(4, "big")
        head += count + crc32(count).to_bytes(4, "big")
        with open(name, "wb") as file:
            file.write(head + _BLANK[len(head) :])
            for _ in range(_PAGE, _BLOCK, _PAGE):
                file.write(_BLANK)
        newest, block, _ = max(self._sectors(head[:_HEAD]))
        if newest != self._count:
            self.remove(name)
            raise OSError(_EIO)
        return Sector(self._flash, block)

    def newest(self, head):
        """Return the highest count of a Sector with this head that was written to, or 0; of files in no folder, too.

        Only remove() takes a count away: if no listed file has this one, littlefs has lost files.
        """
        newest = self._count = 0
        for count, _, used in self._sectors(head):
            self._count = max(self._count, count)
            newest = max(newest, count if used else 0)
        return newest

    def _sectors(self, head):
        """Yield (count, block, whether it was written to) of each block that begins with `head` and has a count.

        A block of a lost file, or an old copy, may still be on the flash with its count. A new file gets a higher count
        than all of these, so its block can be told from them.
        """
        begins = bytearray(2 * _HEAD + 1)
        read, first = self._flash.readblocks, head[0] if head else None
        for block in range(len(memoryview(self._flash)) // _BLOCK):  # type: ignore[arg-type]  # a Flash is a buffer
            read(block, begins, 0)
            if begins[0] == first and begins[:_HEAD] == head:  # most blocks differ in the first byte
                count = begins[_HEAD : _HEAD + 4]
                if crc32(count).to_bytes(4, "big") == begins[_HEAD + 4 : -1]:
                    yield int.from_bytes(count, "big"), block, begins[-1] != 0xFF


class Sector:
    """The flash block of a file: `size` bytes, each of which can be written once."""

    size = _BLOCK

    def __init__(self, flash, block):
        self._flash = flash
        self._block = block
        self._page = bytearray(_PAGE)

    def program(self, at, data):
        """Write `data` at offset `at`, where the bytes are still erased.

        Raises OSError if the flash then does not hold the data.
        """
        page = self._page
        while data:
            begin = at % _PAGE
            piece = data[: _PAGE - begin]
            page[:] = _BLANK  # programming 0xFF changes nothing on the flash
            page[begin : begin + len(piece)] = piece
            self._flash.writeblocks(self._block, page, at - begin)
            self._flash.readblocks(self._block, page, at - begin)
            if page[begin : begin + len(piece)] != piece:
                raise OSError(_EIO)
            at += len(piece)
            data = data[len(piece) :]
