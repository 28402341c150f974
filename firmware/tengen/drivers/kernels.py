"""The drivers' work at interrupt level, in viper: each function takes a few microseconds and allocates nothing."""

import micropython
from micropython import const

# The word indices of two DMA channel registers that start the channel when written (RP2040 datasheet 2.5.7):
# CHx_AL2_WRITE_ADDR_TRIG and CHx_AL3_READ_ADDR_TRIG. The transfer count restarts from the value last written to it.
WRITE_ADDRESS_TRIGGER = const(11)
READ_ADDRESS_TRIGGER = const(15)
TRANSFER_COUNT = const(2)  # CHx_TRANS_COUNT

# Frames come each 2 ms. After this time a frame is late: the interrupts were off, as in an erase of the flash
_LATE_US = const(5000)
_EDGES_SHIFT = const(16)  # sensing.kernels.EDGES_SHIFT


@micropython.viper
def start(registers: ptr32, trigger: int, address: int):
    """Start a DMA channel at an address."""
    registers[trigger] = address


@micropython.viper
def shorten(wire: ptr32, shown: ptr32, words: int, least: int) -> int:
    """End the frame `wire` behind the last pixel that differs from the frame `shown`. Return the words of its pixels.

    A frame has a word with the number of its bits, less one, which is written here, and then `words` words of pixels.
    It ends after a multiple of three words, which are four pixels: a pixel that gets a part of its 24 bits may show
    anything. At least `least` words are kept; both numbers are multiples of three. Returns 0 where nothing differs.
    """
    while words > least:
        if (wire[words] ^ shown[words]) | (wire[words - 1] ^ shown[words - 1]) | (wire[words - 2] ^ shown[words - 2]):
            break
        words -= 3
    head = ptr8(wire)  # PIO takes the highest byte first
    bits = 32 * words - 1
    head[2] = bits >> 8 & 255
    head[3] = bits & 255
    return words


@micropython.viper
def take_new(landed: ptr32, seen: ptr32, pins: int) -> int:
    """Return bit 0 if the frame `landed` differs from `seen`, and copy it into `seen`; bit 1 if it came late.

    Compared are the eight words of rows, and in the ninth word only the bits of the mask `pins`. The tenth word of
    `seen` counts the frames, modulo 65536; the next is the time of this frame, in us, then the time since the frame
    before; then the address of a timer of us, and of two registers that latch edges. The next two words are masks for
    these registers; the last two become, if the frame came late, the edges in them since the frame before, else 0. A
    frame with such edges counts as one that differs.
    """
    seen[9] = (seen[9] + 1) & 0xFFFF
    timer = ptr32(seen[12])
    now = timer[0]
    seen[11] = now - seen[10]
    seen[10] = now
    late = 2 if int(seen[11]) > _LATE_US else 0
    differs = (landed[8] ^ seen[8]) & pins
    latch = ptr32(seen[13])
    at = 0
    while at < 2:
        edges = latch[at]
        latch[at] = edges  # a written 1 clears an edge that was read; a later one stays
        seen[16 + at] = edges & seen[14 + at] if late else 0
        differs |= seen[16 + at]
        at += 1
    at = 0
    while at < 8:
        differs |= landed[at] ^ seen[at]
        at += 1
    if differs == 0:
        return late
    while at >= 0:
        seen[at] = landed[at]
        at -= 1
    return late | 1


@micropython.viper
def unpack(landed: ptr16, frame: ptr32, pins: ptr32, seen: ptr32):
    """Unpack a landed frame into the form for sensing: 16 rows, the columns with all rows low, the buttons.

    `pins` has the number of buttons, then for each button its bit number in the last halfword of `landed`. `seen` is
    that of take_new(): bit n of the halfword has its edges in bits 4n + 2 and 4n + 3 of its last two words together.
    """
    at = 0
    while at < 17:
        frame[at] = landed[at]
        at += 1
    levels = int(landed[17])
    down = 0
    at = int(pins[0])
    while at:
        pin = int(pins[at])
        down <<= 1
        if levels >> pin & 1 == 0:
            down |= 1
        if int(seen[16 + (pin >> 3)]) >> ((pin & 7) << 2) & 0xF:
            down |= 1 << _EDGES_SHIFT
        at -= 1
    frame[17] = down
