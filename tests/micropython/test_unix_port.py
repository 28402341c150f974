"""The same test files on MicroPython's unix port: rules, sensing, session, lights, link and upkeep, as on CPython."""

import os
import subprocess
from pathlib import Path

import pytest
import tiers
from tengen_host import image, resources

TESTS = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "sensing", "session", "lights", "link", "journal", "upkeep")
# a file that needs CPython (pytest, hypothesis) says so by its name
SHARED = sorted(
    path for room in ROOMS for path in (TESTS / room).glob("test_*.py") if not path.name.startswith("test_cpython_")
)


@pytest.fixture(scope="session")
def micropython():
    """MicroPython for this machine."""
    try:
        return image.unix_port()
    except image.ImageError as error:
        tiers.unavailable("unix port", str(error).splitlines()[0])


@pytest.mark.parametrize("path", SHARED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_same_file_on_micropython(micropython, path):
    found = ":".join([".frozen", str(resources.firmware_package().parent), str(TESTS)])
    ended = subprocess.run(
        # a test keeps all events of a hundred games, which no board does
        [str(micropython), "-X", "heapsize=8M", str(TESTS / "micropython" / "runner.py"), str(path)],
        env={**os.environ, "MICROPYPATH": found},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0, f"\n{ended.stdout}{ended.stderr}"
    passed = int(ended.stdout.splitlines()[-1].split()[0])
    assert passed > 0
