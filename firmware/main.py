"""Start the board. Ctrl-C returns to the REPL, as mpremote needs."""

import gc
import sys

import tengen

# Modules that are not frozen into the image are loaded into the heap. A low threshold makes the garbage collector run
# often during the import. Otherwise the imported objects would be scattered over the whole heap, and no large block
# would fit between them. `room` reserves space for the buffers of matrix, lights and journal. Frozen modules leave
# hardly any garbage: there the collections would only make the start 0.2 s longer.
if not str(tengen.__path__).startswith(".frozen"):
    gc.threshold(8192)
room = bytearray(30_000)

import tengen.drivers.pico  # noqa: E402
import tengen.drivers.watchdog  # noqa: E402
import tengen.games.registry  # noqa: E402

tengen.games.registry.load().reserve()  # the game of a new board first: its parts are the largest

import tengen.start  # noqa: E402

gc.threshold(-1)
# The assembler of PIO programs, 1.4 kB, is not needed any more. What is only deleted from a dict, or a name, keeps its
# value until its place is used again.
room = sys.modules["rp2"] = None  # type: ignore[assignment]
del sys.modules["rp2"]
gc.collect()

tengen.start.main()
