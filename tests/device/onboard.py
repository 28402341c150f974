"""Runs what `tengen selftest` sends to the board here, under CPython, where it needs no part of the board."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

from tengen_host.device.selftest import command as selftest
from tengen_host.resources import firmware_package


def run(name, call, given=b"", folder=None):
    """What a program of device/onboard/ prints, its call given such bytes on its console."""
    source = (Path(selftest.__file__).with_name("onboard") / f"{name}.py").read_text(encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", f"{source}\n{call}"],
        input=given,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(firmware_package().parent)},
        capture_output=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout.decode()


def told(name, call, folder=None):
    """The same, of one that prints JSON."""
    return json.loads(run(name, call, folder=folder))


def judged(pieces):
    """The answers of the rules to pieces of packed boards."""
    wire = b"".join(base64.b64encode(piece) for piece in pieces)
    said = run("rules", f"judge({[len(piece) for piece in pieces]})", wire)
    return bytes.fromhex("".join(line.rpartition(".")[2] for line in said.splitlines()))
