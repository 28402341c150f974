"""The short test of an installation finds nothing wrong here, and finds what is wrong with another program."""

import os
import sys

import pytest
from tengen_release import smoke

HERE = [sys.executable, "-c", "from tengen_host.cli import main; main()"]
STEPS = [smoke.version, smoke.judge, smoke.play]


@pytest.fixture
def env(tmp_path):
    (tmp_path / "home").mkdir()
    return {**smoke.environment(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.parametrize("step", STEPS)
def test_it_passes_here(step, env):
    step(HERE, env)


@pytest.mark.parametrize("step", [*STEPS, smoke.image])
@pytest.mark.parametrize("program", ["print('another program')", "raise SystemExit('no such option')"])
def test_another_program_is_found_out(step, env, program):
    with pytest.raises(smoke.Wrong, match="another program|no such option"):
        step([sys.executable, "-c", program], env)


def test_the_environment_is_that_of_a_new_user(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", "x")
    monkeypatch.setenv("PYTHONPATH", "y")
    env = smoke.environment(tmp_path)
    assert not {"TENGEN_CACHE", "PYTHONPATH"} & set(env) and env["HOME"] == str(tmp_path / "home")
