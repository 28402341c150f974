"""An emulated RP2040 that runs real MicroPython, with the board's parts connected to its pins."""

from ..image import native

# must come before any import of rp2040py
native.use()
