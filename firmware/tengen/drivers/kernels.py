"""The drivers' work at interrupt level, in viper: each function takes a few microseconds and allocates nothing."""

import micropython
from micropython import const

# The word indices of two DMA channel registers that start the channel when written (RP2040 datasheet 2.5.7):
# CHx_AL2_WRITE_ADDR_TRIG and CHx_AL3_READ_ADDR_TRIG. The transfer count restarts from the value last written to it.
WRITE_ADDRESS_TRIGGER = const(11)
READ_ADDRESS_TRIGGER = const(15)


@micropython.viper
def start(registers: ptr32, trigger: int, address: int):
    """Start a DMA channel at an address."""
    registers[trigger] = address


@micropython.viper
def take_new(landed: ptr32, seen: ptr32, pins: int) -> int:
    """Return 1 if the frame `landed` differs from `seen`, and copy it into `seen`; else return 0.

    Compared are the eight words of rows, and in the ninth word only the bits of the mask `pins`. The tenth word of
    `seen` counts the frames, modulo 65536.
    """
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
    """Unpack a landed frame into the form for sensing: 16 rows, the columns with all rows low, the pressed buttons.

    `pins` has the number of buttons, then for each button its bit number in the last halfword of `landed`.
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
