"""Long proofs, for `make proof` only: each takes minutes, and CI's shorter tests would find a fault first."""

import asyncio
import random
import subprocess
import sys

import heard
import pytest
import real_games
from booted import BOOT_MS
from support import lit
from tengen import __version__
from tengen.lights import colours
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.pace import Pace
from tengen_host.emulator.serial import running
from test_game import events

pytestmark = pytest.mark.proof

DWELL_MS, LIGHT_MS = 1200, 100
NAMED_AT, NAMED_MS = 3, 3100


def test_whole_games_by_the_dwell_alone(pico_image):
    """Three seeded games, each on a freshly booted board, without any button."""
    for game in random.Random(225).sample(real_games.games(), 3):
        board = asyncio.run(play(EmulatedBoard(pico_image, seed=len(game)), game))
        assert [event["point"] for event in events(board, "move")] == game
        assert events(board, "result")[-1]["reason"] == "five"
        assert [move["point"] for move in heard.Client().hear_all(board.lines).groups["moves"]] == game


def test_mpremote_stops_the_app_and_copies_files(pico_image, tmp_path):
    """A developer's steps on a laptop: Ctrl-C stops the app, mpremote copies and hashes files, and gives a folder."""
    with running(lambda: EmulatedBoard(pico_image)) as device:
        device.board.mcu.patience = Pace()

        def mpremote(*words):
            command = [sys.executable, "-m", "mpremote", "connect", device.path, *words]
            ended = subprocess.run(command, capture_output=True, text=True)
            assert ended.returncode == 0, ended.stdout + ended.stderr
            return ended.stdout

        asked = "import tengen; print(tengen.__file__, tengen.__version__)"
        assert mpremote("exec", asked).split() == ["tengen/__init__.py", __version__]
        note = tmp_path / "note.py"
        note.write_text("print('as it stands on the laptop')")
        assert "Up to date" not in mpremote("fs", "cp", str(note), ":note.py")
        assert "Up to date" in mpremote("fs", "cp", str(note), ":note.py")  # the board has hashed its own
        mpremote("fs", "rm", ":note.py")
        there = "import sys; sys.path.append(''); import note"
        assert "as it stands" in mpremote("mount", str(tmp_path), "exec", there)


async def play(board, game):
    await board.start()
    await board.until(lambda: heard.said(board.lines), BOOT_MS)
    for number, point in enumerate(game, 1):
        board.put(point)
        await board.until(lambda: len(events(board, "move")) == number, DWELL_MS)  # noqa: B023
        if number < len(game):
            # the opening's code is on the board for three seconds
            light_ms = NAMED_MS if number == NAMED_AT else LIGHT_MS
            await board.until(lambda: lit(board.frame) == {point: colours.LAST}, light_ms)  # noqa: B023
    await board.advance(100)
    board.stop()
    return board
