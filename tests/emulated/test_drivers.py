"""Test single drivers on the emulated chip, at its REPL: the bytes on the wire, and their times."""

import random
from collections import Counter
from statistics import median

from portable import estimate_ma
from reference import maker
from tengen_host import wiring
from tengen_host.emulator.hardware import Buttons, LedChain, Matrix, Supply
from tengen_host.virtual.faults import Faults
from tengen_host.virtual.reeds import Reeds
from test_chip import Edges, at_the_repl

BOARD = wiring.load()
PINS, LEDS = BOARD["pins"], BOARD["leds"]
FULL_MA = tuple(LEDS["full_ma"][name] for name in ("green", "red", "blue"))
LATCH_NS = 280_000


class Wire:
    """Record the frames that a chain on an emulated Pico shows, and the low times between frames in ns."""

    def __init__(self):
        self.frames, self.lows, self._last = [], [], None
        self.faults = Faults(15, 255)
        self.chain = LedChain(255, PINS["led_data"], PINS["led_return"], self.faults, self.frames.append)

    def attach(self, rp2040):
        self.chain.attach(rp2040)
        rp2040.gpio[PINS["led_data"]].add_listener(lambda new, old: self._edge(rp2040.clock.nanos, new == 1))

    def _edge(self, now, high):
        if high and self._last is not None and now - self._last > 20_000:
            self.lows.append(now - self._last)
        self._last = now


# Six frames are sent at once, then six more one by one. The last send() is a proof: its buffer still has an old frame,
# and the number of bits that have come back is printed.
SHOW = """
import time
from tengen.drivers.strip import Strip
strip = Strip(19, 20, 255)
patterns = [bytes([(number + at) % 251 for at in range(765)]) for number in range(12)]
def show(number):
    strip.draw()[:] = patterns[number]
    strip.send()
for number in range(6):
    show(number)
time.sleep_ms(30)
for number in range(6, 12):
    show(number)
    time.sleep_ms(9)
strip.begin_proof()
strip.send()
time.sleep_ms(10)
print(strip.end_proof())
strip.stop()
"""


def test_the_newest_frame_is_shown_next_whole_and_latched(pico_image):
    wire = Wire()
    assert at_the_repl(pico_image, SHOW, wire).strip() == "24", "one pixel too long, so that its bits return"
    pattern = [bytes((number + at) % 251 for at in range(765)) for number in range(12)]
    dark = bytes(765)
    # the other frames arrive while the first is being sent; each replaces the frame that waits
    began = [pattern.index(frame) for frame in wire.frames if frame in pattern]
    assert began == [0, 5, *range(6, 12), 10]
    assert all(frame in pattern or frame == dark for frame in wire.frames), "none is torn"
    assert wire.frames[-1] == dark, "stop() leaves no light"
    assert min(wire.lows) >= LATCH_NS
    assert wire.chain.returned % 24 == 0


# Pictures that differ in a few bytes, sent at random moments: some wait for the frame before, some never leave
REPLACED = """
import time
from tengen.drivers.strip import Strip
strip = Strip(19, 20, 255)
time.sleep_ms(12)
seed = 11
def drawn(most):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 16) % most
picture = bytearray(765)
for _ in range(60):
    for _ in range(drawn(4)):
        at = drawn(765)
        picture[at] = drawn(256)
    strip.draw()[:] = picture
    strip.send()
    time.sleep_us(drawn(6000))
time.sleep_ms(12)
print(strip.frames)
strip.stop()
"""


def pictures():
    """Return the pictures that REPLACED sends."""
    seed, picture = 11, bytearray(765)

    def drawn(most):
        nonlocal seed
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (seed >> 16) % most

    for _ in range(60):
        for _ in range(drawn(4)):
            at = drawn(765)
            picture[at] = drawn(256)
        yield bytes(picture)
        drawn(6000)


def test_each_latch_shows_a_picture_that_was_sent_and_the_last_one_is_the_newest(pico_image):
    wire, edges = Wire(), Edges(PINS["led_data"])
    begun = int(at_the_repl(pico_image, REPLACED, wire, edges))
    dark, *shown, off = wire.frames
    assert dark == off == bytes(765)
    sent = list(pictures())
    assert shown[-1] == sent[-1]
    at = 0
    for frame in shown:
        at = sent.index(frame, at)  # the pictures are sent in order, and none has a pixel of another picture
    assert 20 < len(shown) < len(set(sent)), "some were replaced"
    assert begun == 1 + len(shown)
    # the first and the last frame are complete; others end after the group of four pixels with the last changed byte
    pairs = list(zip([dark, *shown], shown, strict=False))
    last = [max(at for at in range(765) if before[at] != after[at]) for before, after in pairs]
    assert len(edges.times) // 2 == 2 * 256 * 24 + sum(96 * (at // 12 + 1) for at in last)
    whole = sum(at >= 756 for at in last)
    assert wire.chain.returned == 24 * (2 + whole)
    assert min(wire.lows) >= LATCH_NS


# The times in ns that each of these data sheets allows: high and low of a 0, high and low of a 1
SHEETS = {
    "WS2812B": ((250, 550), (700, 1000), (650, 950), (300, 600)),
    "WS2812B-V5": ((220, 380), (580, 1000), (580, 1000), (580, 1000)),
    "SK6812": ((150, 450), (750, 1050), (450, 750), (450, 750)),
}


def test_the_wave_form_is_within_all_common_data_sheets(pico_image):
    edges = Edges(PINS["led_data"])
    at_the_repl(pico_image, SHOW, edges)
    times = edges.times[1:]  # without the first edge, at which the pin becomes an output
    bits, between = [], []
    for rise, fall, after in zip(times[::2], times[1::2], times[2::2], strict=False):
        high, low = round(fall - rise), round(after - fall)
        if low < 20_000:
            bits.append((high, low))
        else:
            between.append(low)
    # an edge may be recorded late, after the CPU's current instruction; it is recorded at once while the CPU sleeps
    found = [Counter(bit for bit in bits if (bit[0] > 500) == one).most_common(1)[0] for one in (False, True)]
    assert [bit for bit, _ in found] == [(320, 960), (680, 600)], "1280 ns a bit, 160 cycles"
    assert sum(count for _, count in found) > 0.8 * len(bits)
    for sheet in SHEETS.values():
        for time, (least, most) in zip((320, 960, 680, 600), sheet, strict=True):
            assert least <= time <= most
    assert len(between) > 7 and min(between) >= 345_000, "the sheets ask for 280 us"


# Frames with random colours, each with a brightness and a budget for the current, as from the lamps. The last is white.
FIT = """
import time
from tengen import wiring
from tengen.drivers.strip import Strip
from tengen.lights import power
strip = Strip(19, 20, 255)
frame = bytearray(765)
seed = 7
for brightness, lit in ((256, 20), (256, 255), (100, 200), (3, 255), (256, 0)):
    for at in range(765):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        frame[at] = 255 if not lit else seed >> 16 & 255 if at // 3 < lit else 0
    k = power.fit(frame, strip.draw(), 255, wiring.FULL_MA, wiring.IDLE_MA, wiring.BUDGET_MA, brightness)
    strip.send()
    print(k, frame.hex())
    time.sleep_ms(10)
strip.stop()
"""


def test_what_is_decoded_is_what_the_makers_driver_would_send_and_within_the_budget(pico_image, monkeypatch):
    wire = Wire()
    lines = at_the_repl(pico_image, FIT, wire).split("\r\n")
    strip, sent = maker(monkeypatch)
    factors = []
    for line in filter(None, lines):
        k, drawn = int(line.split()[0]), bytes.fromhex(line.split()[1])
        factors.append(k)
        strip.brightness = k / 256
        for pixel in range(255):
            green, red, blue = drawn[3 * pixel : 3 * pixel + 3]
            strip[pixel] = (red, green, blue)
        strip.show()
        assert sent[-1] in wire.frames
        spent = estimate_ma(sent[-1], 255, FULL_MA, LEDS["idle_ma"])
        assert spent <= LEDS["budget_ma"]
    assert factors[0] == 256 and factors[3] == 3 and factors[1] < 256
    # 255 white pixels at full brightness take 42 mA each; the budget leaves 2000 - 255 mA for all of them
    white = sent[-1]
    assert white in wire.frames and set(white) == {41}, "1722 mA of 1745"
    assert factors[-1] == 42


SCAN = """
import time
from machine import ADC
from tengen import wiring
from tengen.drivers.matrix import Matrix
matrix = Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 2000)
print(list(matrix.scan()))
matrix.run(lambda frame: 2)
time.sleep_ms(200)
matrix.stop()
"""


def test_a_scan_on_request_and_free_running_is_what_lies_on_the_board(pico_image):
    chance = random.Random(4)
    faults = Faults(15, 255)
    matrix = Matrix(Reeds(15, 0, faults), PINS)
    buttons = Buttons([PINS["buttons"][name] for name in wiring.BUTTONS])
    stones = chance.sample(range(225), 40)
    rises = []

    class Hand:
        """Put stones and press a button before the chip boots, and record the times when row 1 becomes high."""

        def attach(self, rp2040):
            for point in stones:
                matrix.put(point)
            buttons.set(1, True)
            before = [0]

            def latched(new, old):
                if new == 1 and matrix.scans != before[0]:
                    before[0] = matrix.scans
                    rises.append(rp2040.clock.nanos)

            rp2040.gpio[PINS["row_latch"]].add_listener(latched)

    output = at_the_repl(pico_image, SCAN, matrix, buttons, Hand())
    words = [1 << 15] * 15 + [0xFFFF, 0, 2]
    for point in stones:
        words[point // 15] |= 1 << point % 15
    assert output.strip() == str(words)
    periods = [after - before for before, after in zip(rises[-80:], rises[-79:], strict=False)]
    assert len(periods) > 70 and 1.8e6 < median(periods) <= 2e6, "500 a second or more"


STOP = """
from tengen import wiring
from tengen.drivers.matrix import Matrix
def begin():
    return Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 2000)
matrix = begin()
matrix.run(lambda frame: 2)
left = matrix._dma.registers[2]
while not 3 < left < 6:  # words to come
    left = matrix._dma.registers[2]
matrix.stop()
matrix = begin()
print(list(matrix.scan()))
matrix.stop()
"""


def test_who_stops_in_mid_frame_leaves_nothing_behind(pico_image):
    # Ctrl-C, then a new start of the app
    matrix = Matrix(Reeds(15, 0, Faults(15, 255)), PINS)
    assert at_the_repl(pico_image, STOP, matrix).strip() == str([1 << 15] * 15 + [0xFFFF, 0, 0])


LOOK = """
import time
from tengen import wiring
from tengen.drivers.matrix import Matrix
matrix = Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 2000)
seen = bytearray(100)
looks = [0]
def look(frame):
    seen[looks[0]] = frame[0] & 1
    looks[0] += 1
    return 2 if frame[0] & 1 and sum(seen) == 1 else 0
matrix.run(look)
time.sleep_ms(80)
print(list(seen[:looks[0]]))
matrix.stop()
"""


def test_every_frame_that_differs_from_the_one_before_is_looked_at(pico_image):
    # a1 is closed, open for one frame, then closed; after a1 has closed first, the watch always wants the next frame
    matrix = Matrix(Reeds(15, 0, Faults(15, 255)), PINS)

    class Hand:
        def attach(self, rp2040):
            def latched(new, old):
                if new == 1 and matrix.scans > self.scans:
                    self.scans = matrix.scans
                    # at the end of row 1 its contacts have been read, so a change now is in the next frame
                    act = {10: matrix.put, 11: matrix.lift, 12: matrix.put}.get(self.scans)
                    if act:
                        rp2040.clock.create_alarm(lambda: act(0)).schedule(100_000)

            self.scans = 0
            rp2040.gpio[PINS["row_latch"]].add_listener(latched)

    assert at_the_repl(pico_image, LOOK, matrix, Hand()).strip().endswith("0, 1, 0, 1]")


# The app runs on the drivers, without asyncio. After its start, time passes, a reed chatters and lights move. Then no
# memory may be allocated.
QUIET = """
import gc, micropython, time
from tengen.app import App
from tengen.drivers.pico import Pico
from tengen.maintenance.progress import START
board = Pico()
board.watchdog.arm(START)
app = App(board)
board.matrix.run(app.watch.look)
app.start(0)
def pass_time(times):
    for _ in range(times):
        if app.watch.news:
            app.sense(board.clock.now())
        app.tick(board.clock.now())
        time.sleep_ms(18)
def send():
    # no task sends the rest of the app's lines here
    while board.console._outbox.waiting() or not board.console._room.all_taken():
        board.console._send()
        time.sleep_ms(2)
def say(*words):
    send()  # not in the midst of a line
    print(*words)
def tell_all():
    while app.laptop._state.owes(app.session):
        pass_time(1)
        send()
pass_time(40)
tell_all()
session = app.session
say(session.board_state.state, session.board_state.extra, session.wiring_trust.chattering)
def measure():
    gc.collect()
    before = gc.mem_alloc()
    micropython.heap_lock()
    pass_time(20)
    micropython.heap_unlock()
    say("allocated", gc.mem_alloc() - before)
measure()
# with a clock that runs, and a menu that is open
app.director.obey(("change", session.settings.with_({"clock": "10+5"})), board.clock.now())
session.timing.start("p1", board.clock.now(), board.clock.now())
app.director.button("p2", "hold", board.clock.now(), board.clock.now())
pass_time(20)
tell_all()
say(session.timing.runs(), list(session.menus))
measure()
t = time.ticks_us()
gc.collect()
print("collected in us", time.ticks_diff(time.ticks_us(), t))
board.watchdog.hold()
board.stop()
"""


def test_scanning_and_moving_lights_allocate_nothing(pico_image):
    wire = Wire()
    wire.faults.break_("chattering", "a1")
    matrix = Matrix(Reeds(15, 0, wire.faults), PINS)

    class Hand:
        """Put a stone where no stone is allowed, so that its light blinks fast."""

        def attach(self, rp2040):
            matrix.put(30)

    supply = Supply(wire.faults, PINS["rail"], 6600)
    output = at_the_repl(pico_image, QUIET, matrix, wire, supply, Hand())
    # the output also has lines of the app, each after a mark
    lines = [line for line in output.replace("\x1e", "\n\x1e").split("\n") if line.strip() and line[0] != "\x1e"]
    lines = [line.strip() for line in lines]
    assert lines[0] == "refused [30] [0]"
    assert lines[1] == "allocated 0", output
    assert lines[2:4] == ["True ['p2']", "allocated 0"], output
    assert len(wire.frames) > 7 and matrix.scans > 400
