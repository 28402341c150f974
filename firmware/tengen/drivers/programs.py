"""The PIO programs, all in one file: their names (out, pins, side ...) exist only inside asm_pio."""

from rp2 import PIO, asm_pio

# One step of the matrix scan; a 595 at 3.3 V wants some 20 ns between its edges, this gives 200.
SCAN_HZ = 5_000_000
SETTLE_TURN_STEPS = 8  # one turn of the settling loop below

# 13 steps of 96 ns are a bit of a WS2812B: 0 is 384 ns high and 864 low, 1 is 768 high and 480 low.
# 125 MHz divides evenly by it, so no bit jitters.
LED_HZ = 125_000_000 // 12


# A single 1 walks through the two 595s, so one row at a time is high: it is shifted in for row 1, and zeros
# push it on. A word from the CPU starts a frame: rows - 1 in its lower half, turns of the settling loop
# less one in its upper. Each row gives 16 bits, two rows a word, the first in the lower half.
@asm_pio(
    set_init=PIO.OUT_LOW,
    sideset_init=(PIO.OUT_LOW, PIO.OUT_LOW),
    in_shiftdir=PIO.SHIFT_RIGHT,
    out_shiftdir=PIO.SHIFT_RIGHT,
    autopush=True,
    push_thresh=32,
)
def scan_matrix():
    pull(block).side(0)
    out(x, 16).side(0)
    set(pins, 1).side(0)
    label("row")
    mov(y, osr).side(1)  # the clock rises: shift
    set(pins, 0).side(2)  # the latch rises: the next row is high
    label("settle")
    jmp(y_dec, "settle").side(0)[7]
    in_(pins, 16).side(0)
    jmp(x_dec, "row").side(0)


@asm_pio(
    sideset_init=PIO.OUT_LOW,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=32,
    fifo_join=PIO.JOIN_TX,
)
def drive_ws2812b():
    label("bit")
    out(x, 1).side(0)[4]
    jmp(not_x, "zero").side(1)[3]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
