"""The Pico's flash: small files, and files that are appended to without an erase.

littlefs writes what changes to an erased place, and erases one for it when it needs one: 45 ms typical, 400 ms at worst
(W25Q16JV data sheet, tSE), and all that while no code can run. A Sector is a file of one block that has been erased
beforehand. Programming into that block takes 0.4 ms a page, 3 at worst (tPP), and littlefs, which keeps no checksums of
what is in files, finds it there.
"""

import os
from binascii import crc32

from rp2 import Flash

_PAGE = 256  # what the flash programs at once
_BLOCK = 4096
_BLANK = b"\xff" * _PAGE
_HEAD = 8
_ENOENT, _EIO = 2, 5


class Store:
    """Files by name, in folders one deep. Whatever writes stops everything for some tens of ms, a Sector excepted."""

    def __init__(self):
        self._flash = Flash()
        self._count = None  # of the sectors so far

    def load(self, name, size=-1):
        """The file's bytes, or its first `size`; None where there is no such file. Raises OSError for a broken one."""
        try:
            with open(name, "rb") as file:
                return file.read(size)
        except OSError as error:
            if error.errno == _ENOENT:
                return None
            raise

    def save(self, name, data):
        """Write a file whole: after a cut of power there is the old or the new. Raises OSError, and keeps the old."""
        new = name + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.rename(new, name)

    def remove(self, name):
        """Remove a file, if it is there."""
        try:
            os.remove(name)
        except OSError as error:
            if error.errno != _ENOENT:
                raise

    def names(self, folder):
        """The names of a folder's files, or None where there is no such folder: then it is made."""
        try:
            return os.listdir(folder)
        except OSError as error:
            if error.errno != _ENOENT:
                raise
        os.mkdir(folder)
        return None

    def reserve(self, name, head):
        """A file of one erased block, but for its head: eight bytes, and eight by which the block is known.

        Raises OSError where it can't be had.
        """
        if self._count is None:
            self._count = self._newest(head)[0]
        self._count += 1
        count = self._count.to_bytes(4, "big")
        head += count + crc32(count).to_bytes(4, "big")
        with open(name, "wb") as file:
            file.write(head + _BLANK[len(head) :])
            for _ in range(_PAGE, _BLOCK, _PAGE):
                file.write(_BLANK)
        newest, block = self._newest(head[:_HEAD])
        if newest != self._count:
            self.remove(name)
            raise OSError(_EIO)
        return Sector(self._flash, block)

    def _newest(self, head):
        """The highest count of all blocks with such a head, and where it is.

        It may have gone with its file, or be a copy of one, and lie there all the same: a count that is higher than
        all is no other's.
        """
        newest = found = 0
        begins = bytearray(2 * _HEAD)
        for block in range(len(memoryview(self._flash)) // _BLOCK):  # type: ignore[arg-type]  # it is a buffer
            self._flash.readblocks(block, begins, 0)
            if begins[:_HEAD] == head and crc32(begins[_HEAD:-4]).to_bytes(4, "big") == begins[-4:]:
                count = int.from_bytes(begins[_HEAD:-4], "big")
                if count > newest:
                    newest, found = count, block
        return newest, found


class Sector:
    """A block of the flash that belongs to a file: `size` bytes, each of which can be written once."""

    size = _BLOCK

    def __init__(self, flash, block):
        self._flash = flash
        self._block = block
        self._page = bytearray(_PAGE)

    def program(self, at, data):
        """Write bytes that are still erased. Raises OSError where the flash does not hold them."""
        page = self._page
        while data:
            begin = at % _PAGE
            piece = data[: _PAGE - begin]
            page[:] = _BLANK  # which leaves the flash as it is
            page[begin : begin + len(piece)] = piece
            self._flash.writeblocks(self._block, page, at - begin)
            self._flash.readblocks(self._block, page, at - begin)
            if page[begin : begin + len(piece)] != piece:
                raise OSError(_EIO)
            at += len(piece)
            data = data[len(piece) :]
