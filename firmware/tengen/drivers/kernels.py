"""The drivers' work at interrupt level, in viper: it takes a few microseconds and allocates nothing."""

import micropython
from micropython import const

# Words of a DMA channel's registers that start it when written (RP2040 datasheet 2.5.7): CHx_AL2_WRITE_ADDR_TRIG and
# CHx_AL3_READ_ADDR_TRIG. The count restarts from what was last written to it.
WRITE_ADDRESS_TRIGGER = const(11)
READ_ADDRESS_TRIGGER = const(15)


@micropython.viper
def start(registers: ptr32, trigger: int, address: int):
    """Start a DMA channel at an address."""
    registers[trigger] = address


@micropython.viper
def take_new(landed: ptr32, seen: ptr32, pins: int) -> int:
    """Whether a frame differs from the one seen before, which it then is: eight words of rows, and in the ninth the
    bits of the mask `pins`. The tenth of `seen` counts the frames, modulo 65536."""
    seen[9] = (seen[9] + 1) & 0xFFFF
    differs = (landed[8] ^ seen[8]) & pins
    at = 0
    while at < 8:
        differs |= landed[at] ^ seen[at]
        at += 1
    if differs == 0:
        return 0
    while at >= 0:
        seen[at] = landed[at]
        at -= 1
    return 1


@micropython.viper
def unpack(landed: ptr16, frame: ptr32, pins: ptr32):
    """A landed frame as sensing wants it: 16 rows, the columns with all rows low, and a bit for each button down.

    `pins` has the number of buttons, and the bit of each in the last halfword.
    """
    at = 0
    while at < 17:
        frame[at] = landed[at]
        at += 1
    levels = int(landed[17])
    down = 0
    at = int(pins[0])
    while at:
        down <<= 1
        if levels >> int(pins[at]) & 1 == 0:
            down |= 1
        at -= 1
    frame[17] = down
