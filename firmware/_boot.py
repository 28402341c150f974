"""Mounts the flash's file system when the Pico starts, before main.py, and lets no file on it hide a module.

MicroPython's own _boot.py formats a flash that it can't mount: a few flipped bits would cost all games. This one
formats only a flash on which neither littlefs nor a game of Tengen is found. Otherwise nothing is mounted, and nothing
is written: the app plays without files, and says so.
"""

import sys

import rp2
import vfs


def in_use(flash):
    """Whether any block begins as a file of a game, or one of the first two as littlefs."""
    begins = bytearray(16)
    for block in range(flash.ioctl(4, 0)):  # 4: the number of blocks
        flash.readblocks(block, begins, 0)
        if begins[:6] == b"Tengen" or (block < 2 and begins[8:] == b"littlefs"):
            return True
    return False


def mount(flash):
    """Mount the flash; format it first if it is not in use."""
    try:
        files = vfs.VfsLfs2(flash, progsize=256)  # type: ignore[abstract]
    except OSError:
        if in_use(flash):
            return
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        files = vfs.VfsLfs2(flash, progsize=256)  # type: ignore[abstract]
    vfs.mount(files, "/")


# MicroPython looks for a module in these places, then among its own: in others a time.py would be Tengen's time
sys.path[:] = [".frozen"]
mount(rp2.Flash())
rp2 = None  # type: ignore[assignment]  # main.py has the same names, and frees the module
