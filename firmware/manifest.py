"""The modules frozen into a product image: the port's own module, asyncio, Tengen with its _boot.py, boot.py
and main.py, and a list of names.

    make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=<this file>
"""

freeze("$(PORT_DIR)/modules", "rp2.py")  # noqa: F821
module("_boot.py")  # noqa: F821
module("boot.py")  # noqa: F821
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821
package("tengen")  # noqa: F821
module("main.py")  # noqa: F821
module("names.py")  # noqa: F821  # made by tengen_host/image/builder.py
