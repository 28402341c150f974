"""Measure the free memory, on the board."""

import gc
import json
import os


def tell():
    """Print the bytes of free memory as JSON."""
    gc.collect()
    heap, space = gc.mem_free(), os.statvfs("/")
    import tengen.app  # noqa: F401

    gc.collect()
    told = {
        "heap_free": heap,
        "heap_free_with_tengen": gc.mem_free(),
        "flash_free": space[0] * space[3],
        "flash_size": space[1] * space[2],
    }
    print(json.dumps(told))
