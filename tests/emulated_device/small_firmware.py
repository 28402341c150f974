"""A firmware of a few files that only reports its version: it can be flashed again and again within seconds."""

import tengen
from tengen_host.device.flashing.firmware import compiled

_APP = b'''
import json
import sys

from tengen import __version__
from tengen.build import BUILD


def main():
    event = {"event": "snapshot", "seq": 0, "t": 0, "version": __version__, "build": BUILD, "game": "renju"}
    event.update({"moves": "", "turn": "black", "players": {}, "result": None, "board": "." * 225})
    while True:
        if "snapshot" in sys.stdin.readline():
            event["seq"] += 1
            print("\\x1e" + json.dumps(event))
'''


def small(seed=0):
    """Such a firmware; with another seed, one file has other data."""
    return compiled({
        "main.py": b"import tengen.start\n\ntengen.start.main()\n",
        "tengen/__init__.py": f'__version__ = "{tengen.__version__}"\n'.encode(),
        "tengen/start.py": _APP,
        "tengen/build.py": b"",
        "tengen/room/data.py": b"DATA = b'" + str(seed).encode() * 4000 + b"'\n",
    })  # fmt: skip
