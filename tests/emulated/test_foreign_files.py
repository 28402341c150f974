"""Test that the image ignores files of other programs on the flash when it starts, and changes none of them."""

import ast
import asyncio
from pathlib import Path

import pytest
from booted import BOOT_MS
from flash_store import FlashStore
from tengen_host import resources
from tengen_host.emulator.board import EmulatedBoard
from test_closed import PROMPT
from test_game import DWELL_MS, events

FIRMWARE = Path(__file__).parents[2] / "firmware"
ENDLESS = b"while True:\n    pass\n"
BROKEN = b"raise ValueError('a file of the flash')\n"


def imported():
    """Return the names of all modules outside Tengen that the firmware or asyncio imports."""
    found = {"collections", "errno"}
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(str(node.module).partition(".")[0])
    return found


def names_of_modules():
    """Return broken files with the names of all modules that the firmware has or imports."""
    files = {f"{name}.py": BROKEN for name in imported() - {"tengen"}}
    return {**files, **dict.fromkeys(resources.firmware_files(), BROKEN), "names.py": BROKEN}


FLASHES = {
    "programs that never end": {"boot.py": ENDLESS, "main.py": ENDLESS},
    "a Tengen of files": {"main.py": b"print(1)\n", "tengen/__init__.py": b"", "tengen/app.py": BROKEN},
    "a folder of libraries": {f"lib/{name}.py": BROKEN for name in ("asyncio", "time", "tengen")},
    "compiled files": {"asyncio.mpy": b"M\x06\x1f", "tengen/app.mpy": b"M\x06\x1f"},
    "a name of each module": names_of_modules(),
}


@pytest.mark.parametrize("files", FLASHES.values(), ids=FLASHES)
def test_tengen_starts_as_if_no_file_of_others_were_there(pico_image, files):
    async def play():
        board = EmulatedBoard(pico_image, seed=7, files=files)
        await board.start()
        await board.until(lambda: events(board, "started"), BOOT_MS)
        board.put("h8")
        await board.until(lambda: events(board, "move"), DWELL_MS)
        board.send(b"\x03")
        await board.until(lambda: board.text.endswith(PROMPT), BOOT_MS)
        board.send(b"\x04")  # a soft reset
        await board.until(lambda: len(events(board, "started")) == 2, BOOT_MS)
        board.stop()
        await asyncio.sleep(0)
        return board

    board = asyncio.run(play())
    assert not events(board, "error") and not events(board, "fault")
    flash = FlashStore(bytearray(board.flash.contents()))
    for name, source in files.items():
        with flash.open(name, "rb") as file:
            assert file.read(-1) == source, name


def test_a_file_hides_no_module():
    assert {"asyncio", "gc", "json", "machine", "rp2", "sys", "time", "vfs"} <= imported()
