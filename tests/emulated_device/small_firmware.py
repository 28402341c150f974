"""A firmware of a few files that only reports its version: it can be flashed again and again within seconds."""

import tengen
from tengen_host.device.flashing.firmware import compiled

_APP = b"""
import json
import sys

from tengen import __version__
from tengen.build import BUILD


def main():
    seq, state = 0, {"device": {"version": __version__, "build": BUILD}}
    while True:
        line = sys.stdin.readline()
        if "snapshot" in line:
            seq += 1
            whole = {"seq": seq, "t": 0, "is": state, "re": json.loads(line)["id"], "whole": True}
            print("\\x1e" + json.dumps(whole))
"""


def small(seed=0):
    """Such a firmware; with another seed, one file has other data."""
    return compiled({
        "main.py": b"import tengen.start\n\ntengen.start.main()\n",
        "tengen/__init__.py": f'__version__ = "{tengen.__version__}"\n'.encode(),
        "tengen/start.py": _APP,
        "tengen/build.py": b"",
        "tengen/room/data.py": b"DATA = b'" + str(seed).encode() * 4000 + b"'\n",
    })  # fmt: skip
