"""The virtual board's app fails or hangs. Then it restarts, and the cause is on flash and on the link."""

import asyncio
import functools
from pathlib import Path

import heard
import pytest
from scripts import as_test
from tengen.app import App
from tengen.maintenance.faultlog import FILE, FaultLog
from tengen_host.i18n import code_text
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from test_upkeep import ask
from test_virtual_board import DWELL_MS, last, on_board

WATCHDOG_MS = 3000


def on_a_failing_board(script):
    """Make a test of a script for a board that may fail."""
    return as_test(script, functools.partial(on_board, fails=True), 2)


async def forever(*_):
    await asyncio.get_running_loop().create_future()


def hang_scan(board):
    board.matrix.scan = lambda now: False


def hang_sensing(board):
    # a change waits to be processed, but is never processed
    board.app.sense = lambda now: None
    board.put("h8")


def hang_ticks(board):
    board.app.tick = lambda now: None


def hang_lights(board):
    board.app.lamps.send = lambda: None


def hang_app(board):
    """Hang the whole app, like a loop that never yields."""
    board.app.tick = board.app.sense = lambda now: None
    board.watchdog.stage(3)


def starts(board):
    return [event["code"] for event in heard.said(board.lines)].count("started")


@pytest.mark.parametrize(
    ("hang", "part", "late_ms"),
    [
        (hang_scan, "scan", 500),
        (hang_sensing, "session", 500),
        (hang_ticks, "waiting", 0),
        (hang_lights, "lights", 2500),
        (hang_app, "link", 0),
    ],
)
def test_a_part_that_stands_still_resets_the_board_and_is_named(hang, part, late_ms):
    async def play(board, clock):
        await clock.advance(5000)
        board.buzzer.tone(440)  # the buzzer may sound until the reset, but not longer
        hang(board)
        await clock.advance(WATCHDOG_MS - 200)
        assert starts(board) == 1
        await clock.advance(400 + late_ms)
        assert starts(board) == 2
        fault = last(board, "fault")
        assert (fault["cause"], fault["count"], fault["text"]) == ("watchdog", 1, part)
        done = [event["code"] for event in heard.said(board.lines)]
        assert done.index("fault", done.index("started", 1)) == done.index("started", 1) + 1, "right after `started`"
        assert not board.hz

    board = on_board(play, fails=True)
    assert FaultLog(board.store).count == 1


def test_a_board_that_goes_on_is_not_reset():
    async def play(board, clock):
        for point in ("h8", "h9", "i9"):
            board.put(point)
            await clock.advance(20_000)
        ask(board, '{"cmd": "prove"}')  # no lights while the chain is being proved
        board.fault("chattering", "a1", True)
        await clock.advance(60_000)

    board = on_board(play, fails=True)
    assert starts(board) == 1 and FaultLog(board.store).count == 0
    assert [event["code"] for event in heard.said(board.lines)].count("move") == 3


def fail(now):
    raise ValueError("seven is out of range")


async def failing_once(board, clock):
    board.app.tick = fail
    await clock.advance(100)


@pytest.mark.parametrize("task", ["tick", "sense"])
@on_a_failing_board
async def test_an_exception_is_kept_with_its_traceback_and_the_app_starts_anew(board, clock, task):
    setattr(board.app, task, fail)
    board.put("h8")
    await clock.advance(100)
    assert starts(board) == 2, "at once, and once"
    fault = last(board, "fault")
    assert (fault["cause"], fault["count"]) == ("exception", 1)
    assert fault["text"].rstrip().endswith("ValueError: seven is out of range")
    assert "Traceback" in fault["text"] and Path(__file__).name in fault["text"]
    await clock.advance(WATCHDOG_MS)
    groups = board.replica.state.groups
    assert groups["device"]["faults_counted"] == 1 and groups["device"]["watchdog"]
    assert [move["point"] for move in groups["moves"]] == ["h8"], "the stone that lies there is seen"
    assert starts(board) == 2


@on_a_failing_board
async def test_an_app_that_fails_again_and_again_waits_longer_each_time(board, clock, monkeypatch):
    begun = []

    class Failing:
        def __init__(self, board, cause):
            begun.append(clock.now())

        async def run(self):
            raise MemoryError

    monkeypatch.setattr("tengen_host.virtual.board.App", Failing)
    board.app.tick = fail
    await clock.advance(20_000)
    waited = [after - before for before, after in zip(begun, begun[1:], strict=False)]
    assert waited == pytest.approx([500, 1000, 2000, 4000, 8000], abs=100), "and none before the first"
    assert begun[0] < 200 and FaultLog(board.store).count == 7


@on_a_failing_board
async def test_a_reset_by_the_watchdog_forgets_the_pauses_as_the_chip_does(board, clock):
    for _ in range(2):
        await failing_once(board, clock)
    assert starts(board) == 2, "the second has to wait"
    await clock.advance(1000)
    assert starts(board) == 3
    board.app.tick = lambda now: None
    await clock.advance(WATCHDOG_MS + 100)
    assert starts(board) == 4 and last(board, "fault")["cause"] == "watchdog"
    await failing_once(board, clock)
    assert starts(board) == 5, "at once: main() restarted"


@pytest.mark.parametrize("dark_ms", [0, 5000])
@on_a_failing_board
async def test_a_plug_pulled_in_the_pause_after_a_failure_stops_the_board(board, clock, dark_ms):
    board.put("h8")
    await clock.advance(1000)
    for _ in range(2):
        await failing_once(board, clock)
    assert starts(board) == 2, "it waits"
    ask(board, '{"cmd": "prove"}')
    board.unplug()
    told, frames = len(board.lines), board.frames
    await clock.advance(dark_ms)
    assert (len(board.lines), board.frames) == (told, frames) and not any(board.frame), "nothing happens"
    board.plug()
    await clock.advance(100)
    kinds = [event["code"] for event in heard.said(board.lines[told:])]
    assert kinds[0] == "started" and kinds.count("started") == 1, "at once: the pause is forgotten"
    assert "fault" not in kinds and "chain" not in kinds, "as at any power-on"
    assert "resuming" in kinds and "resumed" not in kinds, "after a cut somebody has to press"


def test_a_board_without_power_waits_for_it():
    async def run():
        clock = FastClock()
        board = VirtualBoard(clock)
        board.unplug()
        alive = asyncio.ensure_future(board.live())
        await clock.advance(1000)
        assert heard.said(board.lines) == []
        board.plug()
        await clock.advance(100)
        assert starts(board) == 1
        alive.cancel()
        await asyncio.gather(alive, return_exceptions=True)

    asyncio.run(run())


@on_a_failing_board
async def test_hold_disarms_the_watchdog_until_the_next_start_and_an_open_console_does_not(board, clock):
    ask(board, '{"cmd": "hold"}')
    await clock.advance(100)
    assert not last(board, "watchdog")["armed"]
    assert board.replica.state.groups["device"]["watchdog"] is False
    board.app.tick = lambda now: None
    await clock.advance(10 * WATCHDOG_MS)
    assert starts(board) == 1
    del board.app.tick
    board.app.tick = fail
    await clock.advance(100)
    assert starts(board) == 2
    assert board.replica.state.groups["device"]["watchdog"]
    board.app.tick = lambda now: None
    await clock.advance(WATCHDOG_MS + 200)
    assert starts(board) == 3


def test_a_log_that_cannot_be_read_is_told_and_the_app_starts():
    board = VirtualBoard(FastClock())
    board.store.files[FILE] = b"\xff\n"
    board.app = App(board)
    board.app.start(0)
    assert FILE in code_text(last(board, "error")["why"])
    # the next fault is still saved
    board.store.files.update(on_board(failing_once, fails=True).store.files)
    board.app = App(board, "exception")
    board.app.start(0)
    assert last(board, "fault")["count"] == 1


def test_a_fault_that_cannot_be_written_is_told_all_the_same(monkeypatch):
    def full(name, data):
        raise OSError(28)

    async def play(board, clock):
        board.store.save = full
        await failing_once(board, clock)

    board = on_board(play, fails=True)
    assert starts(board) == 2


def trip(monkeypatch, stumble):
    """From now on, call `stumble(app)` in every tick in which the game has two moves, so that the app fails."""
    tick = App.tick

    def tick_or_stumble(app, now):
        tick(app, now)
        if len(app.session.match.game.moves) == 2:
            stumble(app)

    monkeypatch.setattr(App, "tick", tick_or_stumble)


def raise_it(app):
    raise ValueError("two is too many")


def stand_still(app):
    app.board.watchdog._left_ms = 0


@pytest.mark.parametrize(("stumble", "cause"), [(raise_it, "exception"), (stand_still, "watchdog")])
@on_a_failing_board
async def test_a_game_by_which_the_app_fails_each_time_is_set_aside(board, clock, monkeypatch, stumble, cause):
    for point in ("h8", "i9"):
        board.put(point)
        await clock.advance(1000)
    trip(monkeypatch, stumble)
    await clock.advance(20_000)
    assert [event["cause"] for event in heard.said(board.lines) if event["code"] == "fault"] == [cause] * 3
    why = {"code": "device.set_aside", "number": 1, "why": {"code": "device.failed_again"}}
    assert board.replica.state.groups["device"]["journal"]["why"] == why
    assert last(board, "started")["restored"] is False
    for point in ("h8", "i9"):
        board.lift(point)
    await clock.advance(500)
    board.put("h8")
    await clock.advance(1000)
    assert last(board, "move")["n"] == 1, "and another one can be played"


@on_a_failing_board
async def test_resets_that_are_far_apart_are_not_counted_together(board, clock):
    board.put("h8")
    await clock.advance(1000)
    for number in range(4):
        board.app.tick = lambda now: None
        await clock.advance(WATCHDOG_MS + 500)
        assert starts(board) == number + 2 and last(board, "started")["restored"]
        await clock.advance(61_000)


@on_a_failing_board
async def test_a_stone_that_was_taken_back_is_no_move_again_after_a_fault(board, clock):
    for point in ("h8", "i9"):
        board.put(point)
        await clock.advance(DWELL_MS)
    ask(board, '{"cmd": "back", "count": 1}')
    await clock.advance(100)
    await failing_once(board, clock)
    await clock.advance(3 * DWELL_MS)
    assert last(board, "resumed")["cause"] == "exception"
    assert len([event for event in heard.said(board.lines) if event["code"] == "move"]) == 2
    assert last(board, "disturbed")["extra"] == ["i9"]
