"""The README's test command on a machine that has only a shell, coreutils, git, make and Python."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tiers

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(tmp_path):
    """The environment of such a machine, with an empty home; pip keeps its settings."""
    programs = tmp_path / "programs"
    programs.mkdir()
    listed = subprocess.run(["dpkg", "-L", "coreutils"], check=True, capture_output=True, text=True).stdout.split()
    for path in [path for path in listed if "/bin/" in path] + [shutil.which(name) for name in ("sh", "git", "make")]:
        (programs / Path(path).name).symlink_to(path)
    (programs / "python3").symlink_to(sys._base_executable)
    home = tmp_path / "home"
    home.mkdir()
    kept = re.compile(r"(PIP|SSL|REQUESTS)_|.*_proxy$", re.IGNORECASE)
    settings = {name: value for name, value in os.environ.items() if kept.match(name)}
    return {**settings, "PATH": str(programs), "HOME": str(home), "TENGEN_STRICT": ""}


@pytest.mark.proof
def test_make_test_is_green_on_a_bare_machine_and_names_what_it_could_not_run(bare, tmp_path):
    """`make test` in a fresh clone on a bare machine is green, and names each tier that could not run, and its cure."""
    clone = tmp_path / "tengen"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    ended = subprocess.run(["make", "test"], cwd=clone, env=bare, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
    for tier in tiers.TIERS:
        assert f"NOT RUN: {tier.name}: " in ended.stdout
    assert " passed" in ended.stdout.splitlines()[-1]
