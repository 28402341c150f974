"""The flash is mounted at the start (firmware/_boot.py). It is formatted only if it has no data of a board."""

import sys
import types
from pathlib import Path
from unittest import mock

import pytest
from flash_store import BEGIN, FlashStore
from littlefs import LittleFSError
from table import Table
from tengen_host.emulator.flash import SECTOR, SIZE

BOOT = Path(__file__).parents[2] / "firmware/_boot.py"


class Flash:
    """A replacement for rp2.Flash, with these contents."""

    def __init__(self, contents):
        self.contents = bytearray(contents)

    def ioctl(self, what, _):
        return (SIZE - BEGIN) // SECTOR

    def readblocks(self, block, buffer, offset):
        at = BEGIN + block * SECTOR + offset
        buffer[:] = self.contents[at : at + len(buffer)]


class VfsLfs2:
    """A replacement for vfs.VfsLfs2, implemented with littlefs-python."""

    def __init__(self, flash, progsize):
        if flash.contents[BEGIN : BEGIN + 2 * SECTOR].strip(b"\xff") == b"":
            raise OSError(84)  # FlashStore would format it
        try:
            FlashStore(flash.contents)
        except LittleFSError as error:
            raise OSError(-error.code) from error

    @staticmethod
    def mkfs(flash, progsize):
        flash.contents[BEGIN:] = b"\xff" * (SIZE - BEGIN)
        flash.contents[:] = FlashStore(flash.contents).contents


def booted(contents):
    """Run _boot.py on a flash. Return the contents afterwards, and whether it is mounted."""
    flash, mounted = Flash(contents), []
    vfs = types.SimpleNamespace(VfsLfs2=VfsLfs2, mount=lambda files, path: mounted.append(path))
    modules = {"rp2": types.SimpleNamespace(Flash=lambda: flash), "vfs": vfs}
    with mock.patch.dict(sys.modules, modules), mock.patch.object(sys, "path", []):
        exec(compile(BOOT.read_text(encoding="utf-8"), str(BOOT), "exec"), {"__name__": "_boot"})
    return bytes(flash.contents), mounted == ["/"]


@pytest.fixture(scope="module")
def played():
    flash = FlashStore()
    Table(flash.store).play("h8", "i9")
    return bytes(flash.contents)


def without_superblock(contents, blank=b"\0"):
    return contents[:BEGIN] + blank * (2 * SECTOR) + contents[BEGIN + 2 * SECTOR :]


def test_a_flash_with_games_is_mounted_as_it_is(played):
    assert booted(played) == (played, True)


@pytest.mark.parametrize("contents", [b"\xff" * SIZE, bytes(SIZE)], ids=["blank", "of another firmware"])
def test_a_flash_with_nothing_of_a_board_is_formatted(contents):
    found, mounted = booted(contents)
    assert mounted and found != contents
    FlashStore(found).store.save("settings.txt", b"{}")


@pytest.mark.parametrize("blank", [b"\0", b"\xff"])
def test_a_flash_with_games_that_can_not_be_mounted_keeps_each_byte(played, blank):
    contents = without_superblock(played, blank)
    assert booted(contents) == (contents, False)


def test_a_littlefs_without_games_that_can_not_be_mounted_keeps_each_byte():
    flash = FlashStore()
    flash.store.save("settings.txt", b"{}")
    contents = bytearray(flash.contents)
    for block in range(2):
        contents[BEGIN + block * SECTOR + 20] ^= 1  # littlefs's version
    assert booted(contents) == (bytes(contents), False)
