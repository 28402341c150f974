"""The Pico's flash: small files, and files that grow without an erase.

To write, littlefs needs an erased block, and erases one on demand. An erase takes 45 ms, or 400 ms at worst (W25Q16JV
data sheet, tSE), and no code can run during that time. A Sector is a file of one block that was erased beforehand.
Programming a page of this block takes 0.4 ms, or 3 ms at worst (tPP). littlefs stores no checksums of file contents, so
it reads the programmed bytes as part of the file.
"""

import os
from binascii import crc32

from rp2 import Flash

_PAGE = 256  # number of bytes that the flash programs at once
_BLOCK = 4096
_BLANK = b"\xff" * _PAGE
_HEAD = 8
_MOST = 4 * _BLOCK  # bytes that are read at once; the largest file, the fault log, has half this size
_ENOENT, _EIO, _EFBIG = 2, 5, 27


class Store:
    """Files by name, in folders one level deep. Each write, except to a Sector, stops all code for some tens of ms."""

    def __init__(self):
        self._flash = Flash()
        self._count = None  # the highest count of a sector; None until newest() has searched

    def load(self, name, size=-1):
        """Return the file's bytes, or its first `size` bytes, or None if there is no such file.

        Raises OSError if the file can't be read, or is too large to be one of the board's.
        """
        try:
            with open(name, "rb") as file:
                # read() would need up to twice the memory, in one piece, while it looks for the end of the file
                if size < 0:
                    size = os.stat(name)[6]
                    if size > _MOST:  # a file that is too large for the heap would make each start fail
                        raise OSError(_EFBIG)
                return file.read(size)
        except OSError as error:
            if error.errno == _ENOENT:
                return None
            raise

    def save(self, name, data):
        """Replace a whole file. After a power cut the file has either the old or the new bytes.

        Raises OSError if it can't be written; the old file stays.
        """
        new = name + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.rename(new, name)

    def rename(self, old, new):
        """Rename a file and replace any file with the new name. Raises OSError if that fails."""
        os.rename(old, new)

    def remove(self, name):
        """Remove a file, if it exists.

        Before that, the count in a Sector's block is erased, so that newest() does not regard the block as a lost file.
        """
        try:
            begins = self.load(name, 2 * _HEAD)
        except OSError:
            begins = b""  # a file that can't be read can still be removed
        if begins is None:
            return
        for count, block, _ in self._sectors(begins[:_HEAD]):
            if count == int.from_bytes(begins[_HEAD:-4], "big"):
                page = bytearray(_BLANK)
                # Zeros in the count's CRC-32 make the count invalid. Clearing bits needs no erase of the block.
                page[2 * _HEAD - 4 : 2 * _HEAD] = bytes(4)
                self._flash.writeblocks(block, page, 0)
        os.remove(name)

    def names(self, folder):
        """Return the names of a folder's files. If the folder does not exist, create it and return None."""
        try:
            return os.listdir(folder)
        except OSError as error:
            if error.errno != _ENOENT:
                raise
        os.mkdir(folder)
        return None

    def reserve(self, name, head):
        """Create a file of one block that is erased except for its head. Return the file's Sector.

        The block begins with the eight bytes `head`, then a count and the count's CRC-32. By these the block can be
        found on the flash. Raises OSError if the file can't be created.
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
        """Return the highest count of a written Sector with this head, or 0. Sectors that no folder lists are included.

        Only remove() erases a count. So if no listed file has the returned count, littlefs has lost files.
        """
        newest = self._count = 0
        for count, _, used in self._sectors(head):
            self._count = max(self._count, count)
            newest = max(newest, count if used else 0)
        return newest

    def _sectors(self, head):
        """Yield (count, block, whether it was written to) of each block that begins with `head` and has a count.

        A block of a lost file, or an old copy, may still be on the flash with its count. A new file gets a higher count
        than all of these, so its block is unique.
        """
        begins = bytearray(2 * _HEAD + 1)
        read, first = self._flash.readblocks, head[0] if head else None
        for block in range(len(memoryview(self._flash)) // _BLOCK):  # type: ignore[arg-type]  # a Flash is a buffer
            read(block, begins, 0)
            if begins[0] == first and begins[:_HEAD] == head:  # compare the first byte first: most blocks differ there
                count = begins[_HEAD : _HEAD + 4]
                if crc32(count).to_bytes(4, "big") == begins[_HEAD + 4 : -1]:
                    yield int.from_bytes(count, "big"), block, begins[-1] != 0xFF


class Sector:
    """The flash block of a file. It has `size` bytes, and each of them can be written once."""

    size = _BLOCK

    def __init__(self, flash, block):
        self._flash = flash
        self._block = block
        self._page = bytearray(_PAGE)

    def program(self, at, data):
        """Write `data` at offset `at`, where the bytes are still erased.

        Raises OSError if the flash does not contain the data afterwards.
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
