"""Install Tengen into a new environment, and try it: `python host_tools/tengen_release/smoke.py WHEEL-OR-FOLDER`.

This file needs only Python, on Linux, macOS or Windows. The folder of environment and wheel has blanks in its name.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import venv
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LIMIT_S = 300
ENDING_S = 10  # a program that printed something else than an address may end by itself, and print why
_FOUL = "g8 a1 i8 a3 h9 a5 h7 a7"  # then h8 is a double-three
_ANSWER = "Double-three for Black at H8."
_OTHERS = ("TENGEN_", "PYTHONPATH", "XDG_")  # variables that name folders of another Tengen, or of this user
_WINDOWS = sys.platform == "win32"


class Wrong(Exception):
    """Tengen did something else than it should. The message has what it printed."""


def environment(folder: Path) -> dict[str, str]:
    """Return the variables for a user with an empty home, on a machine without another Tengen."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OTHERS)}
    home = str(folder / "home")
    return {**kept, "HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "PYTHONUTF8": "1"}


def installed(what: str, folder: Path, env: dict[str, str]) -> list[str]:
    """Install a wheel or a checkout into a new environment in a folder; return the command that starts it."""
    venv.create(folder, with_pip=True)
    place = folder / ("Scripts" if _WINDOWS else "bin")
    python = str(place / ("python.exe" if _WINDOWS else "python"))
    subprocess.run([python, "-m", "pip", "install", "--quiet", what], check=True, env=env)
    return [str(place / ("tengen.exe" if _WINDOWS else "tengen"))]


def run(tengen: list[str], env: dict[str, str], *arguments: str, given: str = "") -> str:
    """Run a command of Tengen and return its output. Raises Wrong if it fails."""
    words = f"tengen {' '.join(arguments)}"
    command = [*tengen, *arguments]
    try:
        ended = subprocess.run(
            command, input=given, capture_output=True, encoding="utf-8", env=env, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired as why:
        raise Wrong(f"{words} did not end in {LIMIT_S} s: {why.stderr!r} {why.stdout!r}") from None
    if ended.returncode:
        raise Wrong(f"{words} ended with status {ended.returncode}: {ended.stderr}{ended.stdout}")
    return ended.stdout


def version(tengen: list[str], env: dict[str, str]) -> None:
    """Try `tengen --version`."""
    told = run(tengen, env, "--version")
    if not told.startswith("tengen "):
        raise Wrong(f"tengen --version printed {told!r}")


def judge(tengen: list[str], env: dict[str, str]) -> None:
    """Judge a small position, and check the answer."""
    told = run(tengen, env, "judge", "--point", "h8", given=_FOUL)
    if _ANSWER not in told:
        raise Wrong(f"tengen judge did not print {_ANSWER!r}, but: {told}")


def play(tengen: list[str], env: dict[str, str]) -> None:
    """Start the virtual board, and fetch its page."""
    command = [*tengen, "play", "--no-browser", "--port", "0"]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=env)
    assert playing.stdout
    limit = threading.Timer(LIMIT_S, playing.kill)  # readline() has no limit
    limit.start()
    try:
        line = playing.stdout.readline()
        address = next((word for word in line.split() if word.startswith("http://127.0.0.1:")), None)
        if not address:
            with suppress(subprocess.TimeoutExpired):
                playing.wait(ENDING_S)
            playing.kill()
            raise Wrong(f"tengen play printed no address, but: {line}{playing.communicate()[0]}")
        with urllib.request.urlopen(address, timeout=LIMIT_S) as answer:
            page = answer.read().decode()
        if "<title>Tengen" not in page:
            raise Wrong(f"{address} is not Tengen's page: {page[:500]}")
        if _WINDOWS:
            return  # Ctrl-C can't be sent to one process there
        playing.send_signal(signal.SIGINT)
        rest, _ = playing.communicate()
    finally:
        limit.cancel()
        playing.kill()
        playing.wait()
    if playing.returncode:
        raise Wrong(f"tengen play ended with status {playing.returncode}: {rest}")


def image(tengen: list[str], env: dict[str, str]) -> None:
    """Find the Pico's image in the wheel, without a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        told = run(tengen, {**env, "PATH": folder}, "image", "--no-unix", "--out", str(Path(folder) / "tengen.uf2"))
    if "from the wheel in" not in told:
        raise Wrong(f"tengen image did not find the image of the wheel: {told}")


def megabytes(folder: Path) -> float:
    """Return the size of all files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6


def main(arguments: list[str]) -> int:
    """Try an installation, print the time of each step, and return the exit status."""
    if len(arguments) != 1:
        print("python host_tools/tengen_release/smoke.py WHEEL-OR-FOLDER", file=sys.stderr)
        return 2
    try:
        _try(arguments[0])
    except (Wrong, OSError, subprocess.SubprocessError) as why:
        print(f"error: {why}", file=sys.stderr)
        return 1
    return 0


def _try(what: str) -> None:
    with tempfile.TemporaryDirectory(prefix="a new tengen ", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        env = environment(folder)
        Path(env["HOME"]).mkdir()
        steps: list[Callable[[list[str], dict[str, str]], None]] = [version, judge, play]
        if what.endswith(".whl"):
            what = shutil.copy(what, str(folder))
            steps.append(image)
        began = time.monotonic()
        tengen = installed(what, folder / "its own", env)
        print(f"install: {time.monotonic() - began:.1f} s, {megabytes(folder):.0f} MB", flush=True)
        for step in steps:
            began = time.monotonic()
            step(tengen, env)
            print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
