"""The drivers' code at interrupt level, in viper. Each function takes a few microseconds and allocates nothing."""

import micropython
from micropython import const

# The word indices of two DMA channel registers that start the channel when written (RP2040 datasheet 2.5.7):
# CHx_AL2_WRITE_ADDR_TRIG and CHx_AL3_READ_ADDR_TRIG. The transfer count restarts from the value last written to it.
WRITE_ADDRESS_TRIGGER = const(11)
READ_ADDRESS_TRIGGER = const(15)
TRANSFER_COUNT = const(2)  # CHx_TRANS_COUNT

# A frame comes every 2 ms. A frame that comes more than this time (us) after the one before is late, because interrupts
# were off, for example during an erase of the flash
_LATE_US = const(5000)
_EDGES_SHIFT = const(16)  # sensing.kernels.EDGES_SHIFT


@micropython.viper
def start(registers: ptr32, trigger: int, address: int):
    """Start a DMA channel at an address."""
    registers[trigger] = address


@micropython.viper
def shorten(wire: ptr32, shown: ptr32, words: int, least: int) -> int:
    """End the frame `wire` after the last pixel that differs from the frame `shown`. Return its count of words.

    The first word of a frame is its number of bits minus one. This function writes that word. `words` words of pixels
    follow. The frame ends after a multiple of three words (four pixels), because a pixel that gets only a part of its
    24 bits may show any colour. At least `least` words stay; `words` and `least` are multiples of three. Returns 0 if
    nothing differs.
    """
    while words > least:
        if (wire[words] ^ shown[words]) | (wire[words - 1] ^ shown[words - 1]) | (wire[words - 2] ^ shown[words - 2]):
            break
        words -= 3
    head = ptr8(wire)  # PIO sends the highest byte first
    bits = 32 * words - 1
    head[2] = bits >> 8 & 255
    head[3] = bits & 255
    return words


@micropython.viper
def take_new(landed: ptr32, seen: ptr32, pins: int) -> int:
    """Return bits: bit 0 if the frame `landed` differs from `seen`, bit 1 if the frame came late.

    A frame that differs is copied into `seen`. The eight words of rows are compared, and of the ninth word only the
    bits of the mask `pins`. After these nine words, `seen` contains: the count of frames, modulo 65536; the time of
    this frame in us; the time since the frame before; the address of a us timer; the addresses of two registers that
    latch edges; two masks for these registers; and last, two words with the edges since the frame before if this frame
    came late, else 0. A frame with edges counts as different.
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
        latch[at] = edges  # writing a 1 clears an edge that was read before; a later edge stays
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
    """Unpack a received frame into the form for sensing: 16 rows, the columns with all rows low, the buttons.

    `pins` contains the number of buttons, then for each button its bit number in the last halfword of `landed`. `seen`
    is the array of take_new(). The last two words of `seen`, combined, have the edges: the edges of bit n of that
    halfword are in bits 4n + 2 and 4n + 3.
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
