"""The README's test command works on a machine that has only a shell, coreutils, git, make and Python."""

import subprocess
from pathlib import Path

import pytest
import tiers

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.proof
def test_make_test_is_green_on_a_bare_machine_and_names_what_it_could_not_run(tmp_path):
    """`make test` in a fresh clone on a bare machine passes, and names each tier that could not run, and the remedy."""
    clone = tmp_path / "tengen"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    ended = subprocess.run([".ci/bare", "make", "test"], cwd=clone, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr[-2000:]
    for tier in tiers.TIERS:
        assert f"NOT RUN: {tier.name}: " in ended.stdout
    assert " passed" in ended.stdout.splitlines()[-1]
