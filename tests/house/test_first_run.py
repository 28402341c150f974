"""At its first run, each target of the Makefile says what it installs and builds, and how long that takes."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIME = r"about (half a|a|two|\d+) (minutes?|seconds)"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["play", "quick", "test", "check", "proof", "hardware", "image", "site", "release"])
def test_each_quiet_line_of_the_first_run_has_words_and_a_time_before_it(target):
    # only prints the commands, as if nothing were installed
    command = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    quiet = [at for at, line in enumerate(lines) if " -m pip install " in line]
    if target in ("quick", "test"):
        quiet += [at for at, line in enumerate(lines) if "tengen image" in line]
    assert quiet
    for at in quiet:
        assert lines[at - 1].startswith("echo ") and re.search(TIME, lines[at - 1]), lines[at]
