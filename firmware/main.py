"""Start the board. Ctrl-C comes back to the REPL, which is what mpremote needs."""

import gc

# What is not frozen into the image is loaded into memory, which is tidied on the way: else what stays would lie
# scattered over all of it, and nothing long would fit in between. Room for the games, which are longest, is kept
# meanwhile.
gc.threshold(16384)
room = bytearray(30_000)

import tengen.app  # noqa: E402
import tengen.drivers.pico  # noqa: E402
import tengen.drivers.watchdog  # noqa: E402

gc.threshold(-1)
del room
gc.collect()

tengen.app.main()
