"""Test that the watchdog resets the emulated Pico if it hangs, and that the Pico then reports the part that hung.

Ctrl-C and `hold` disarm the watchdog.
"""

import json

import ledger
import pytest
from booted import MADE_MS, Bench
from tengen.app import LOOK_TICKS, TICK_MS
from tengen_host.emulator.board import EmulatedBoard
from test_game import LIGHT_MS, events, groups, snapshot

TIMEOUT_MS = 3000
REPL = "with RP2040\r\n"
BOOT_MS = 2000  # ms from a reset to the first event

# A boot.py with which the laptop chooses where the app hangs or fails: {"cmd": "stamp", "record": "hang lights", ...}
BOOT = """
import machine, time
from tengen import app, laptop
from tengen.maintenance import upkeep
from tengen.drivers import pico
from tengen.lights import lamps
from tengen.sensing import reconcile, watch
from tengen.session.director import Director

AT_START = 0x40058018  # a scratch register that the watchdog keeps
wanted = [""]


def hang():
    # with interrupts off nothing else happens, so the emulation is fast
    machine.disable_irq()
    while True:
        machine.idle()


def hangs(part, owner, name):
    before = getattr(owner, name)

    def call(self, *arguments):
        if wanted[0] == "hang " + part:
            hang()
        elif wanted[0] == "busy " + part:
            while True:
                time.sleep_ms(50)
        return before(self, *arguments)

    setattr(owner, name, call)


hangs("sensing", reconcile.Reconciler, "update")
hangs("session", Director, "tick")
hangs("lights", lamps.Lamps, "draw")
hangs("link", pico.Console, "write")
hangs("upkeep", upkeep.Upkeep, "tick")


look = watch.Watch.look
IN_SCAN = "hang scan"
CTRL_C = "Ctrl-C in scan"
def hang_in_look(self, frame):
    if wanted[0] == IN_SCAN:
        hang()
    elif wanted[0] == CTRL_C:
        wanted[0] = ""
        raise KeyboardInterrupt  # as MicroPython does where Ctrl-C has just come
    return look(self, frame)
watch.Watch.look = hang_in_look


obey = laptop.Laptop._obey
def obeys(self, command, now):
    what = command.get("record", "")
    if what == "fail":
        raise IndexError("seven is out of range")
    if what == "memory":
        self.hoard = []
        while True:
            self.hoard.append(bytearray(1000))
    if what == "deaf":
        self._board.matrix._dma.irq(None)
    elif what == "dark":
        self._board.strip.send = lambda: None
    elif what == "hang start":
        machine.mem32[AT_START] = 1
        raise IndexError("begin again")
    wanted[0] = what
    obey(self, command, now)
laptop.Laptop._obey = obeys


start = app.App.start
def starts(self, now):
    if machine.mem32[AT_START]:
        machine.mem32[AT_START] = 0
        hang()
    start(self, now)
app.App.start = starts
"""


@pytest.fixture(scope="module")
def frail(open_image):
    """A booted Pico with the boot.py above."""
    with Bench(EmulatedBoard(open_image, seed=27, files={"boot.py": BOOT.encode()})) as here:
        here.boot()
        yield here


def ask(board, what):
    board.send(json.dumps({"cmd": "stamp", "record": what, "date": "2026-11-21"}).encode() + b"\n")


def comes_back(bench, what, stone=None, within_ms=TIMEOUT_MS):
    """Let the board hang or fail and start again.

    Returns its last fault, and the ms until its reset and until its report.

    With a `stone` it hangs or fails only when this stone is put.
    """
    board, do = bench.board, bench.do
    resets = []
    gone = board.mcu.usb_ctrl.on_reset

    def reset():
        resets.append(board.now_ms())
        gone()

    board.mcu.usb_ctrl.on_reset = reset
    told = len(events(board, "fault"))
    begun = board.now_ms()
    ask(board, what)
    if stone:
        do(board.advance(LIGHT_MS))
        begun = board.now_ms()
        board.put(stone)
    do(board.until(lambda: len(events(board, "fault")) > told, within_ms + BOOT_MS))
    came_back = board.now_ms() - begun
    board.mcu.usb_ctrl.on_reset = gone
    fault = events(board, "fault")[-1]
    assert fault["seq"] == events(board, "started")[-1]["seq"], "in the line of `started`"
    now = snapshot(bench)
    assert now["device"]["faults_counted"] == now["fault"]["count"] == fault["count"]
    return fault, resets and resets[0] - begun, came_back


def power_on(bench):
    """Start the board as at power-on, so that the count of failures in a row begins again."""
    started = len(events(bench.board, "started"))
    bench.do(bench.board.reboot())
    bench.do(bench.board.until(lambda: len(events(bench.board, "started")) > started, BOOT_MS))
    bench.do(bench.board.advance(MADE_MS))


def hang(bench, what, part, stone=None, late_ms=0):
    fault, reset, came_back = comes_back(bench, what, stone, TIMEOUT_MS + late_ms)
    assert (fault["cause"], fault["text"]) == ("watchdog", part)
    fed_ms = LOOK_TICKS * TICK_MS  # the latest time at which the watchdog may have been fed
    assert TIMEOUT_MS - 500 < reset < TIMEOUT_MS + late_ms + fed_ms + LIGHT_MS
    ledger.note(f"emulated Pico: {what}: reset after {reset} ms, told after {came_back} ms")


def test_a_hang_resets_the_board_though_the_console_is_open_and_its_part_is_known(frail):
    hang(frail, "hang lights", "lights")


def test_an_exception_is_kept_with_its_traceback_and_the_app_starts_anew(frail):
    fault, reset, came_back = comes_back(frail, "fail")
    assert not reset and fault["cause"] == "exception"
    assert "Traceback" in fault["text"] and "app.py" in fault["text"] and "in tick" in fault["text"]
    assert fault["text"].rstrip().endswith("IndexError: seven is out of range")
    ledger.note(f"emulated Pico: an exception: told after {came_back} ms")


def test_after_ctrl_c_there_is_a_repl_for_as_long_as_one_likes_and_a_soft_reset_is_no_fault(frail):
    board, do = frail.board, frail.do
    started, faults = len(events(board, "started")), snapshot(frail)["device"]["faults_counted"]
    board.send(b"\x03")
    do(board.until(lambda: board.text.endswith(REPL), 1000))
    assert "KeyboardInterrupt" in board.text
    scans = board.matrix.scans
    do(board.advance(TIMEOUT_MS + 1000))
    board.send(b"print(6 * 7)\r\n")
    do(board.until(lambda: "\r\n42\r\n" in board.text, 1000))
    assert board.matrix.scans == scans, "its peripherals are free"
    assert len(events(board, "started")) == started
    # the register still has the cause of the last reset
    assert board.mcu.watchdog.read_uint32(8) == 1
    board.send(b"\x04")
    do(board.until(lambda: len(events(board, "started")) > started, BOOT_MS))
    do(board.advance(100))
    assert snapshot(frail)["device"]["faults_counted"] == faults
    assert groups(board)["device"]["watchdog"] is True


def test_ctrl_c_in_the_middle_of_an_interrupt_stops_the_app_too(frail):
    board, do = frail.board, frail.do
    started, faults = len(events(board, "started")), snapshot(frail)["device"]["faults_counted"]
    ask(board, "Ctrl-C in scan")
    do(board.advance(100))
    board.put("h8")
    do(board.until(lambda: board.text.endswith(REPL), 1000))
    assert "IRQ callback" not in board.text, "MicroPython would have ended the interrupts"
    board.lift("h8")
    board.send(b"\x04")
    do(board.until(lambda: len(events(board, "started")) > started, BOOT_MS))
    do(board.advance(100))
    assert snapshot(frail)["device"]["faults_counted"] == faults


@pytest.mark.proof
@pytest.mark.parametrize(
    ("what", "part", "stone", "late_ms"),
    [
        ("hang scan", "scan", "h8", 0),
        ("hang sensing", "session", "h8", 0),
        ("hang session", "session", None, 0),
        ("hang lights", "lights", None, 0),
        ("hang link", "link", None, 0),
        ("hang upkeep", "upkeep", None, 0),
        # interrupts stay enabled in this loop, so frames still arrive and are read
        ("busy session", "session", None, 0),
        ("deaf", "scan", None, 500),
        ("dark", "lights", None, 2500),
    ],
)
def test_a_hang_in_each_part_in_turn(frail, what, part, stone, late_ms):
    """When the firmware hangs in any of its parts, the watchdog restarts it, and it reports the part."""
    power_on(frail)
    hang(frail, what, part, stone, late_ms)
    if stone:
        frail.board.lift(stone)


@pytest.mark.proof
def test_a_hang_while_the_app_starts_anew(frail):
    """When the firmware fails, and hangs while it restarts, the watchdog resets it, and both faults are recorded."""
    power_on(frail)
    board, counted = frail.board, snapshot(frail)["device"]["faults_counted"]
    fault, _, _ = comes_back(frail, "hang start")
    assert (fault["cause"], fault["text"]) == ("watchdog", "start")
    assert fault["count"] == counted + 2
    assert "begin again" in board.flash.contents().decode("latin-1"), "the exception before it is on record"


@pytest.mark.proof
def test_without_memory_the_app_starts_anew_with_all_of_it(frail):
    """When the memory is used up three times in a row, the app restarts each time, with all memory free."""
    power_on(frail)
    # the second value, because the first snapshot after a start allocates some memory permanently
    free = [snapshot(frail)["device"]["heap_free"] for _ in range(2)][-1]
    left = []
    for _ in range(3):
        fault, reset, _ = comes_back(frail, "memory", within_ms=5000)
        assert not reset and fault["cause"] == "exception"
        assert fault["text"].rstrip().endswith("MemoryError:") or "MemoryError: memory" in fault["text"]
        left.append([snapshot(frail)["device"]["heap_free"] for _ in range(2)][-1])
    ledger.note(f"emulated Pico: {free} bytes of heap free, and {left} after it had been used up")
    assert min(left) > free - 2000 and left[-1] > left[0] - 200


@pytest.mark.proof
def test_a_reset_that_was_asked_for_is_no_fault(frail):
    """After a reset from the prompt, the board reports no fault."""
    board, do = frail.board, frail.do
    started, faults = len(events(board, "started")), snapshot(frail)["device"]["faults_counted"]
    board.send(b"\x03")
    do(board.until(lambda: board.text.endswith(REPL), 1000))
    board.send(b"import machine; machine.reset()\r\n")
    do(board.until(lambda: len(events(board, "started")) > started, BOOT_MS))
    do(board.advance(100))
    assert snapshot(frail)["device"]["faults_counted"] == faults


@pytest.mark.proof
def test_hold_disarms_until_the_next_start(frail):
    """After `hold` a hang is not ended; the next start arms the watchdog again."""
    board, do = frail.board, frail.do
    board.send(b'{"cmd": "hold"}\n')
    do(board.until(lambda: events(board, "watchdog"), LIGHT_MS))
    assert not events(board, "watchdog")[-1]["armed"]
    comes_back(frail, "fail")
    assert snapshot(frail)["device"]["watchdog"]
    board.send(b'{"cmd": "hold"}\n')
    do(board.until(lambda: len(events(board, "watchdog")) == 2, LIGHT_MS))
    started = len(events(board, "started"))
    ask(board, "hang session")
    do(board.advance(TIMEOUT_MS + 1000))
    assert len(events(board, "started")) == started
    do(board.reboot())
    do(board.until(lambda: len(events(board, "started")) > started, BOOT_MS))
    hang(frail, "hang session", "session")
