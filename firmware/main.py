"""Start the board. Ctrl-C returns to the REPL, as mpremote needs."""

import gc

# Modules that are not frozen into the image are loaded into the heap. A low threshold makes the garbage collector run
# often during the import. Otherwise the imported objects would be scattered over the whole heap, and no large block
# would fit between them. `room` reserves space for the game modules, which are the largest.
gc.threshold(16384)
room = bytearray(30_000)

import tengen.drivers.pico  # noqa: E402
import tengen.drivers.watchdog  # noqa: E402
import tengen.start  # noqa: E402

gc.threshold(-1)
del room
gc.collect()

tengen.start.main()
