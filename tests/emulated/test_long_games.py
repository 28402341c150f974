"""Run long proofs, only for `make proof`. Each takes minutes. CI's shorter tests would find an error first."""

import subprocess
import sys

import pytest
from tengen import __version__
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.cable import running
from tengen_host.emulator.pace import Pace

pytestmark = pytest.mark.proof


def test_mpremote_stops_the_app_and_copies_files(pico_image, tmp_path):
    """Ctrl-C stops the app, and mpremote copies and hashes files and mounts a folder, as for a developer."""
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
        # mpremote has compared the board's hash of the file
        assert "Up to date" in mpremote("fs", "cp", str(note), ":note.py")
        mpremote("fs", "rm", ":note.py")
        there = "import sys; sys.path.append(''); import note"
        assert "as it stands" in mpremote("mount", str(tmp_path), "exec", there)
