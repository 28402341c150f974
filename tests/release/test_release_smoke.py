"""The short test of an installation finds nothing wrong here, and finds what is wrong with another program."""

import os
import subprocess
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


STAYS = "import threading; threading.Event().wait()"


def test_a_program_that_stays_without_an_address_is_ended_and_what_it_printed_is_told(env, monkeypatch):
    monkeypatch.setattr(smoke, "ENDING_S", 0)
    with pytest.raises(smoke.Wrong, match="no address, but: another program"):
        smoke.play([sys.executable, "-c", f"print('another program', flush=True); {STAYS}"], env)


def test_a_program_that_prints_nothing_is_ended(env, monkeypatch):
    monkeypatch.setattr(smoke, "LIMIT_S", 0.1)
    for step in (smoke.play, smoke.judge):
        with pytest.raises(smoke.Wrong, match="no address|did not end in 0.1 s"):
            step([sys.executable, "-c", STAYS], env)


def test_what_fails_is_one_line_and_no_traceback(monkeypatch, capsys):
    def fails(*_):
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(smoke, "installed", fails)
    assert smoke.main(["here"]) == 1 and capsys.readouterr().err.startswith("error: Command 'pip' returned")
    assert smoke.main([]) == 2 and "smoke.py WHEEL-OR-FOLDER" in capsys.readouterr().err


def test_the_environment_is_that_of_a_new_user(tmp_path, monkeypatch):
    names = {"TENGEN_CACHE", "PYTHONPATH", "XDG_DATA_HOME", "XDG_CONFIG_HOME"}
    for name in names:
        monkeypatch.setenv(name, "x")
    env = smoke.environment(tmp_path)
    assert not names & set(env) and env["HOME"] == str(tmp_path / "home")
