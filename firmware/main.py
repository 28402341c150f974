"""Start the board. Ctrl-C returns to the REPL, as mpremote needs."""

import sys

import tengen.start

# The assembler of PIO programs, 1.4 kB, is not needed any more. What is only deleted from a dict keeps its value until
# its place is used again.
sys.modules["rp2"] = None  # type: ignore[assignment]
del sys.modules["rp2"]

tengen.start.main()
