"""The modules frozen into a product image: the port's own modules, asyncio, and Tengen with its main.py.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=<this file>
"""

freeze("$(PORT_DIR)/modules")  # noqa: F821
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821
package("tengen")  # noqa: F821
module("main.py")  # noqa: F821
