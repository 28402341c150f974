"""Mount the flash's file system when the Pico starts, before main.py runs. No file on the flash can hide a module.

MicroPython's own _boot.py formats a flash that it can't mount, so a few flipped bits would erase all games. This
_boot.py formats the flash only if it finds neither littlefs nor a game of Tengen on it. In all other cases it writes
nothing. If it can't mount the flash, the app runs without files and reports the problem.
"""

import sys

import rp2
import vfs


def in_use(flash):
    """Whether any block begins like a game's file, or one of the first two blocks begins like littlefs."""
    begins = bytearray(16)
    for block in range(flash.ioctl(4, 0)):  # 4: the number of blocks
        flash.readblocks(block, begins, 0)
        if begins[:6] == b"Tengen" or (block < 2 and begins[8:] == b"littlefs"):
            return True
    return False


def mount(flash):
    """Mount the flash. If the flash is not in use, format it first."""
    try:
        files = vfs.VfsLfs2(flash, progsize=256)  # type: ignore[abstract]
    except OSError:
        if in_use(flash):
            return
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        files = vfs.VfsLfs2(flash, progsize=256)  # type: ignore[abstract]
    vfs.mount(files, "/")


# MicroPython searches these folders before its own modules, so a time.py there would replace the module time
sys.path[:] = [".frozen"]
mount(rp2.Flash())
rp2 = None  # type: ignore[assignment]  # main.py uses the same names and frees the module
