"""Test a flash that the emulated Pico can't mount.

The board must play without files, report this, and write nothing.
"""

import asyncio

from flash_store import BEGIN, FlashStore
from table import Table
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import SECTOR, SIZE
from test_game import events

BOOT_MS = 8000


def test_a_flash_that_can_not_be_mounted_is_told_and_loses_no_byte(pico_image):
    flash = FlashStore()
    Table(flash.store).play("h8", "i9")
    kept = bytearray(flash.contents[BEGIN:SIZE])
    kept[: 2 * SECTOR] = bytes(2 * SECTOR)  # destroy all superblocks

    async def play():
        board = EmulatedBoard(pico_image, seed=7)
        board.mcu.flash[BEGIN:SIZE] = bytes(kept)
        await board.start()
        await board.until(lambda: events(board, "started"), BOOT_MS)
        board.put("h8")
        await board.until(lambda: events(board, "move"), BOOT_MS)
        board.stop()
        await asyncio.sleep(0)
        return board

    board = asyncio.run(play())
    why = events(board, "journal")[0]["why"]
    assert why == {"code": "device.flash_not_read", "error": "[Errno 19] ENODEV"}
    assert bytes(board.flash.contents()[BEGIN:SIZE]) == bytes(kept) and not board.flash.operations
