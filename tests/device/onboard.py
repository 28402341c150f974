"""Run under CPython the programs that `tengen selftest` sends to the board, if they need no hardware."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

from tengen_host.device.selftest import run as selftest
from tengen_host.resources import firmware_package


def run(name, call, given=b"", folder=None):
    """Return the output of a program of device/onboard/ for a call, with `given` as its console input."""
    source = (Path(selftest.__file__).with_name("onboard") / f"{name}.py").read_text(encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", f"{source}\n{call}"],
        input=given,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(firmware_package().parent)},
        capture_output=True,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout.decode()


def told(name, call, folder=None):
    """Return the output of a program that prints JSON."""
    return json.loads(run(name, call, folder=folder))


def judged(pieces):
    """Return the rules' answers to pieces of packed boards."""
    wire = b"".join(base64.b64encode(piece) for piece in pieces)
    said = run("rules", f"judge({[len(piece) for piece in pieces]})", wire)
    return bytes.fromhex("".join(line.rpartition(".")[2] for line in said.splitlines()))
