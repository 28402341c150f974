"""On the board: which firmware runs, and how much memory is left."""

import gc
import json
import os
import sys


def tell():
    """Print versions and free memory as JSON."""
    gc.collect()
    own = sys.implementation
    space = os.statvfs("/")
    told = {
        "micropython": list(own.version)[:3],
        "machine": own._machine,
        "mpy": own._mpy,
        "heap_free": gc.mem_free(),
        "flash_free": space[0] * space[3],
        "flash_size": space[1] * space[2],
        "on_flash": "tengen" in os.listdir("/"),
        "tengen": None,
        "build": None,
    }
    try:
        from tengen import __version__

        told["tengen"] = __version__
        from tengen.build import BUILD

        told["build"] = BUILD
    except ImportError:
        pass
    if told["tengen"]:
        import tengen.app  # noqa: F401

        gc.collect()
        told["heap_free_with_tengen"] = gc.mem_free()
    print(json.dumps(told))
