"""The PIO programs. They are in their own file, because their names (out, pins, side ...) exist only inside asm_pio."""

from rp2 import PIO, asm_pio

# The clock frequency for which the times below are right. It is MicroPython's default; a program at the REPL may have
# changed it.
CLOCK_HZ = 125_000_000

# The scan takes steps of 1 us, because a 595 at 3.3 V needs about 20 ns between its edges, and a column needs
# microseconds to fall.
SCAN_HZ = 1_000_000
SCAN_TURN_STEPS = 8  # steps in one pass of the waiting loops below
SCAN_ROW_STEPS = 4  # steps of a row without the waiting loop

# A bit of a WS2812B takes 32 steps of 40 ns: a 0 is 320 ns high and 960 ns low, a 1 is 680 ns high and 600 ns low.
# The divisor of the 125 MHz clock is a whole number (5), so no bit jitters. The data sheets, in ns:
#                                        0 high    0 low      1 high     1 low      latch
#   WS2812B (Worldsemi, 2013)            250-550   700-1000   650-950    300-600    over 50 us
#   WS2812B-V5, -Mini V3 (Worldsemi)     220-380   580-1000   580-1000   580-1000   over 280 us
#   SK6812 (Opsco)                       150-450   750-1050   450-750    450-750    80 us
# All of them allow 250-380, 750-1000, 650-750, 580-600. The WS2812B-2020 specifies 220-420 for the last one, which no
# waveform can meet together with the others; but a pixel recognizes its bits by their high time.
LED_HZ = CLOCK_HZ // 5


# A single 1 is shifted through the two 595s, so one row at a time is high. A word from the CPU requests a frame. The
# lower half of the word is the number of loop passes to pause before the frame, minus one. The upper half is the number
# of passes to settle after each row, minus one. Each row gives 16 bits; a word holds two rows, the first in its lower
# half. After the sixteenth row a 0 is shifted in: then all rows are low, and all columns must be low. The last word has
# the columns in this state and all other pins, including the buttons.
@asm_pio(
    set_init=PIO.OUT_LOW,
    sideset_init=(PIO.OUT_LOW, PIO.OUT_LOW),
    in_shiftdir=PIO.SHIFT_RIGHT,
    out_shiftdir=PIO.SHIFT_RIGHT,
    autopush=True,
    push_thresh=32,
)
def scan_matrix():
    """Scan the matrix. The program makes one frame for each word from the CPU."""
    pull(block).side(0)
    out(y, 16).side(0)
    label("pause")
    jmp(y_dec, "pause").side(0)[7]
    set(x, 15).side(0)  # rows minus one
    set(pins, 1).side(0)
    label("row")
    mov(y, osr).side(1)  # the clock rises, so the 595s shift
    set(pins, 0).side(2)  # the latch rises, so the next row becomes high
    label("settle")
    jmp(y_dec, "settle").side(0)[7]
    in_(pins, 16).side(0)
    jmp(x_dec, "row").side(0)
    mov(y, osr).side(1)
    nop().side(2)
    label("fall")
    jmp(y_dec, "fall").side(0)[7]
    in_(pins, 32).side(0)


# A frame is a word with its number of bits minus one, followed by the bits. After them the program keeps the line low
# for 350 us: the LEDs need 280 us to latch the frame, and the words of the next frame may arrive earlier.
LED_LOW_US = 350
LED_WORD_US = 41


@asm_pio(
    sideset_init=PIO.OUT_LOW,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=32,
    fifo_join=PIO.JOIN_TX,
)
def drive_ws2812b():
    """Send a frame to the LEDs: its number of bits minus one, its bits, then a low line until the LEDs latch."""
    out(x, 32).side(0)
    label("bit")
    out(y, 1).side(0)[14]
    jmp(not_y, "zero").side(1)[7]
    jmp(x_dec, "bit").side(1)[8]
    jmp("latch").side(0)
    label("zero")
    jmp(x_dec, "bit").side(0)[8]
    label("latch")
    set(x, 16).side(0)
    label("hold")
    set(y, 31).side(0)
    label("low")
    jmp(y_dec, "low").side(0)[15]
    jmp(x_dec, "hold").side(0)


# The program counts x down from 0, by one for each pulse from the end of the chain.
@asm_pio()
def count_pulses():
    """Count the pulses from the end of the chain."""
    set(x, 0)
    label("pulse")
    wait(1, pin, 0)
    wait(0, pin, 0)
    jmp(x_dec, "pulse")
    jmp("pulse")


# Single instructions, assembled (RP2040 datasheet, 3.4): StateMachine.exec() of a text would load the assembler again
MOV_ISR_X = 0xA0C1
PUSH = 0x8020

asm_pio = None  # delete this name, because it refers to the assembler, which main.py frees
