"""Start the board. Ctrl-C returns to the REPL, as mpremote needs."""

import sys

import tengen.start

# The assembler of PIO programs (1.4 kB) is no longer needed. A deleted dict entry keeps its value alive until its slot
# is used again.
sys.modules["rp2"] = None  # type: ignore[assignment]
del sys.modules["rp2"]

tengen.start.main()
