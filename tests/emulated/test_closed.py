"""Test that the drivers are closed after every end of the app on the emulated Pico.

No light, DMA, PIO or watchdog may be active.
"""

import random

import ledger
import pytest
from booted import BOOT_MS
from test_chip import at_the_repl
from test_game import events

PROMPT = "with RP2040\r\n"
PROMPT_MS = 4000  # the longest time until the prompt, even after the slowest start
AGAIN_MS = 2000  # a soft reset that hangs would take longer: the watchdog ends it only after 3 s
ENABLE = 1 << 30  # in the watchdog's first register
ROUNDS = 10
STEP = 2000  # bytes between two sizes of the heap


def left_running(board):
    """Return the parts of the chip that are still active because a driver was not closed."""
    chip = board.mcu
    left = [f"channel {number}" for number, channel in enumerate(chip.dma.channels) if channel.active]
    left += [f"PIO {block.name} {at}" for block in chip.pio for at, its in enumerate(block.machines) if its.enabled]
    if chip.watchdog.read_uint32(0) & ENABLE:
        left.append("watchdog")
    if any(board.frame):
        left.append("lights")
    return left


def ctrl_c(board, after_ns):
    """Send a Ctrl-C after some time."""
    board.mcu.clock.create_alarm(lambda: board.send(b"\x03")).schedule(max(after_ns, 1))


def stops(bench, moments):
    """Send a Ctrl-C at each of these moments, in ns from now. Check for a prompt, and for closed drivers."""
    board, do = bench.board, bench.do
    prompts, said = board.text.count(PROMPT), len(board.text)
    for moment in moments:
        ctrl_c(board, moment)
    do(board.until(lambda: board.text.count(PROMPT) > prompts, PROMPT_MS))
    do(board.advance(30 + max(moments) // 1_000_000))  # wait until the chain has latched the last frame
    text = board.text[said:]
    assert "KeyboardInterrupt" in text and "IRQ" not in text, text
    assert left_running(board) == [], (moments, text)


def starts(bench):
    board, do = bench.board, bench.do
    started = len(events(board, "started"))
    board.send(b"\x04")
    do(board.until(lambda: len(events(board, "started")) > started, AGAIN_MS))


def in_a_row(chance):
    """Return the moments in ns of two to four Ctrl-C, the first of them within a tick."""
    moments = [chance.randrange(20_000_000)]
    for _ in range(chance.randint(1, 3)):
        moments.append(moments[-1] + chance.choice((300_000, 3_000_000, 30_000_000)) * chance.randint(1, 9) // 5)
    return moments


def tried(bench, chance, rounds):
    for _ in range(rounds):
        bench.board.put("h8")
        bench.do(bench.board.until(lambda: any(bench.board.frame), BOOT_MS))
        stops(bench, in_a_row(chance))
        bench.board.lift("h8")
        starts(bench)


def test_the_second_ctrl_c_does_not_keep_the_first_from_closing(own):
    stops(own, [0, 10_000_000])
    starts(own)
    tried(own, random.Random(45), ROUNDS)


@pytest.mark.proof
def test_ctrl_c_at_any_moment(own):
    """After several Ctrl-C in a row, 200 times in play and 60 times while the app starts, all drivers are closed."""
    seed = random.SystemRandom().randrange(1 << 30)
    print(f"\nseed {seed}")
    chance = random.Random(seed)
    tried(own, chance, 200)
    for _ in range(60):
        own.board.send(b"\x03")
        own.do(own.board.advance(100))
        own.board.send(b"\x04")
        first = chance.randrange(1_000_000_000)
        stops(own, [first, first + chance.randrange(20_000_000)])
    ledger.note(f"Ctrl-C 260 times, two to four in a row: all drivers closed; seed {seed}")


# Each function that the constructor calls fails at its first call, then at its second, and so on. Then the heap is
# used up at each place in the constructor.
FAILS = """
import gc, rp2
from machine import soft_reset
from tengen.drivers import console, matrix, pico, store, strip

def claimed():
    found = []
    try:
        while True:
            found.append(rp2.DMA())
    except OSError:
        pass
    for dma in found:
        dma.close()
    return 12 - len(found)

def active():
    return [number for number in range(8) if rp2.StateMachine(number).active()]

def tried(what):
    try:
        pico.Pico().stop()
        return True
    except {kind} as error:
        if claimed() or active():
            print("left", what, claimed(), active(), error)
        return False

def fails(module, name, after):
    before, calls = getattr(module, name), [0]
    class Failing:
        def __call__(self, *its, **named):
            calls[0] += 1
            if calls[0] > after:
                raise ValueError(name)
            return before(*its, **named)
        def __getattr__(self, its):
            return getattr(before, its)
    setattr(module, name, Failing())
    made = tried((name, after))
    setattr(module, name, before)
    return made
"""
PARTS = """
for module, names in (
    (matrix, ("Pin", "StateMachine", "DMA", "RingIO", "array", "addressof")),
    (strip, ("Pin", "StateMachine", "DMA", "addressof")),
    (pico, ("Matrix", "Strip", "Buzzer", "PWM", "Supply", "ADC", "Store", "Console")),
    (console, ("Outbox", "Room")),
    (store, ("Flash",)),
):
    for name in names:
        after = 0
        while not fails(module, name, after):
            after += 1
        if after == 0:
            print("never called", name)
before = matrix.kernels.unpack
def unpack(*_):
    raise ValueError("unpack")
matrix.kernels.unpack = unpack
tried("unpack")
matrix.kernels.unpack = before
print("done")
"""
MEMORY = """
gc.collect()
size, step, made, piece, hoard = {size}, {step}, False, 0, None  # names take room, too
while True:
    gc.collect()
    hoard = []
    gc.threshold(-1)
    piece = gc.mem_free() - size
    while piece > 64:
        try:
            hoard.append(bytearray(piece))
            piece = gc.mem_free() - size
        except MemoryError:
            piece //= 2
    try:
        made = tried(size)
    except MemoryError:  # there was not even room for the call
        made = False
    hoard = None
    if made:
        break
    size += step
print("done", size)
"""


def test_a_constructor_that_fails_half_way_leaves_nothing_running(pico_image):
    output = at_the_repl(pico_image, FAILS.format(kind="ValueError") + PARTS)
    assert output.strip() == "done"


def test_a_heap_that_ends_anywhere_in_the_constructor_leaves_nothing_running(pico_image):
    """Each run tries other sizes, because all of them take minutes."""
    size = random.SystemRandom().randrange(STEP)
    output = at_the_repl(pico_image, FAILS.format(kind="MemoryError") + MEMORY.format(size=size, step=STEP))
    assert output.strip().startswith("done"), (size, output)


@pytest.mark.parametrize("part", ["Buzzer", "Supply", "Store", "Console"])
def test_after_a_constructor_that_failed_a_soft_reset_comes_back_at_once(own, part):
    board, do = own.board, own.do
    stops(own, [0])
    started = len(events(board, "started"))
    failing = f"import tengen.drivers.pico as p; p.{part} = None; p.Pico(p.Watchdog())"
    board.send(b"try:  " + failing.encode() + b"\r\nfinally:  import machine; machine.soft_reset()\r\n\r\n")
    do(board.until(lambda: len(events(board, "started")) > started, AGAIN_MS))


def test_a_clock_of_the_chip_that_was_set_at_the_prompt_is_set_back(own):
    board, do = own.board, own.do
    stops(own, [0])
    board.send(b"import machine; machine.freq(200_000_000); print('at', machine.freq())\r\n")
    do(board.until(lambda: "at 200000000" in board.text, PROMPT_MS))
    starts(own)
    stops(own, [0])
    board.send(b"import machine; print('at', machine.freq())\r\n")
    do(board.until(lambda: "at 125000000" in board.text, PROMPT_MS))
