"""The virtual board runs the firmware's own app: whole games, wrong stones and junk, faster than real time."""

import asyncio
import json

import heard
import pytest
import real_games
from portable import colour_of, lit
from scripts import as_test
from table import QUIET
from tengen.codes import coded
from tengen.games import registry
from tengen.games.points import name
from tengen.lights import colours
from tengen.lights.lamps import REFRESH_MS
from tengen.maintenance.faultlog import FILE as FAULTS
from tengen.session.settings import MODES
from tengen_host import i18n
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

DWELL_MS = 900


def on_board(script, before=None, fails=False, scramble=None):
    """Run the coroutine function `script(board, clock)` with a new board. Return the board.

    `scramble`: the board's wiring. `before(board)` is called before the firmware starts. The firmware must not record a
    fault, unless the script `fails` on purpose.
    """

    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=7, scramble=scramble)
        if before:
            before(board)
        going = asyncio.ensure_future(board.live())
        try:
            await clock.advance(50)
            await script(board, clock)
            assert not going.done(), going
            assert fails or FAULTS not in board.store.files, board.store.files[FAULTS].decode()
        finally:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
        return board

    return asyncio.run(run())


async def by_dwell(board, clock, *points):
    """Put stones; each becomes a move after the dwell time."""
    for point in points:
        board.put(point)
        await clock.advance(DWELL_MS)


async def press(board, clock, button, ms=100):
    """Press a button for some time, and wait until the board has reported everything."""
    board.press(button)
    await clock.advance(ms)
    board.release(button)
    await clock.advance(100)


def last(board, kind):
    """The last event of a kind."""
    return next(event for event in reversed(heard.said(board.lines)) if event["code"] == kind)


def on_a_board(script):
    """Make a test of a script for on_board()."""
    return as_test(script, on_board, 2)


def told(board):
    """The events, without the kinds that accompany most other events."""
    return [event for event in heard.said(board.lines) if event["code"] not in QUIET]


def kinds(board):
    return [event["code"] for event in told(board)]


def colour(board, point):
    return colour_of(board.frame, point)


@pytest.mark.parametrize("number", [0, 7, 1000, 2499])
def test_a_real_game(number):
    game = real_games.games()[number]

    async def play(board, clock):
        for n, point in enumerate(game, 1):
            await by_dwell(board, clock, point)
            if n < len(game):
                shown = lit(board.frame)
                assert shown.pop(point) == colours.LAST
                # for three seconds after the third stone the board shows the opening's code
                assert set(shown.values()) == ({colours.WORDS} if 3 <= n <= 6 else set())

    board = on_board(play)
    moves = [event["point"] for event in heard.said(board.lines) if event["code"] == "move"]
    assert moves == game
    result = told(board)[-1]
    assert result["code"] == "result" and result["reason"] == "five"
    heard.Client().hear_all(board.lines)
    for point in result["line"]:
        assert colour(board, point) in (colours.FIVE, colours.FIVE_HEAD)


@on_a_board
async def test_a_stone_lifted_beside_a_chattering_reed_is_no_move_while_its_own_reed_is_open(board, clock):
    await by_dwell(board, clock, "h8")
    board.fault("chattering", "a1", True)
    await clock.advance(1000)
    for lifted_after in range(790, 804):
        board.put("i9")
        await clock.advance(lifted_after)
        moves = kinds(board).count("move")
        board.lift("i9")
        await clock.advance(4)  # two frames
        known = kinds(board).count("move")
        await clock.advance(100)
        assert kinds(board).count("move") == known, lifted_after
        if known > moves:
            break


@on_a_board
async def test_some_frames_fall_into_a_bounce(board, clock):
    caught = 0
    for point in range(0, 225, 3):
        board.put(name(point, 15))
        await clock.advance(1)
        # the contact was closed in the last millisecond, and now it is open again
        caught += not board.reeds.closed(point, clock.now() * 1000)
        await clock.advance(1)
        assert board.reeds.closed(point, clock.now() * 1000)
    assert 5 < caught < 70


def test_junk_on_the_line_gets_one_error_line_each_and_changes_nothing():
    junk = [b"hello\n", b"\xff\xfe\n", b'{"cmd": "dance"}\n', b"[" * 250 + b"\n", b"x" * 5000 + b"\n", b"{}\n"]

    async def play(board, clock):
        await by_dwell(board, clock, "h8")
        before = len(kinds(board))
        for line in junk:
            board.send(line)
            await clock.advance(50 + len(line) // 10)
        assert kinds(board)[before:] == ["error"] * len(junk)
        board.send(b'{"cmd": "snap')
        await clock.advance(50)
        before, at = board.replica.state.groups, len(board.lines)
        board.send(b'shot"}\n')
        await clock.advance(200)
        heard.agree(before, board.lines[at:])

    board = on_board(play)
    assert any("dance" in i18n.code_text(event.get("why", "")) for event in heard.said(board.lines))


WRONG_MARK = coded("refused.at_character", number=225, why=coded("device.board_mark", text="x"))
FIVE = coded("device.won_already", won="five", points=["a15", "b15", "c15", "d15", "e15"])
# Commands that are valid, but not possible now, each with the reason of the refusal
NOT_NOW = (
    ({"cmd": "do", "who": "p1", "entry": "swap"}, coded("refused.not_now", seat="p1")),
    ({"cmd": "do", "who": "p2", "entry": "pass"}, coded("refused.only_mover_passes")),
    ({"cmd": "do", "who": "arbiter", "entry": "resign"}, coded("refused.not_now_arbiter")),
    ({"cmd": "do", "who": "arbiter", "entry": "time"}, coded("refused.no_clock")),
    ({"cmd": "new"}, coded("refused.stones_lie")),
    ({"cmd": "back", "count": 3}, coded("refused.no_more_back", n=2)),
    ({"cmd": "clock", "p1": 1000}, coded("refused.no_clock")),
    ({"cmd": "setup", "board": "." * 224}, coded("device.board_text", number=225, count=224)),
    ({"cmd": "setup", "board": "." * 224 + "x"}, WRONG_MARK),
    ({"cmd": "setup", "board": "XX" + "." * 223}, coded("device.uneven", black=2, white=0)),
    ({"cmd": "setup", "board": "O" + "." * 224, "turn": "black"}, coded("device.uneven", black=0, white=1)),
    ({"cmd": "setup", "board": "XXXXX" + "." * 220, "confirm": True}, FIVE),
    ({"cmd": "set", "opening": "pro", "mode": "fast"}, registry.one_of("mode", MODES, "fast")),
    ({"cmd": "set", "opening": "taraguchi-10", "fifths": 1}, coded("device.fifths", why=coded("device.fifths_two"))),
)


@on_a_board
async def test_what_cannot_be_done_now_gets_one_error_line_and_changes_nothing(board, clock):
    async def ask(command):
        at = len(board.lines)
        board.ask(command)
        await clock.advance(150)
        return board.lines[at:]

    await by_dwell(board, clock, "h8", "i9")
    await clock.advance(200)
    before = board.replica.state.groups
    for command, why in NOT_NOW:
        (line,) = await ask(command)
        assert line["answer"]["code"] == "error" and line["answer"]["why"] == why, command
        heard.agree(before, await ask({"cmd": "snapshot"}))


@on_a_board
async def test_the_plug_is_pulled_and_put_in_again(board, clock):
    power = []
    board.subscribe(lambda message: power.append(message["on"]) if message["type"] == "power" else None)
    for at_once in (False, True):
        await by_dwell(board, clock, "h8")
        board.unplug()
        board.unplug()
        assert not any(board.frame) and {"type": "power", "on": False} in board.state()
        if not at_once:
            board.lift("h8")
            await clock.advance(5000)
            assert not any(board.frame), "nothing runs"
            board.put("h8")
        started = kinds(board).count("started")
        board.plug()
        board.plug()
        await clock.advance(1)  # let the firmware's tasks begin
        await clock.advance(500)
        assert kinds(board).count("started") == started + 1 and "resuming" in kinds(board)[-5:]
        assert any(board.frame)
        board.press("arbiter")
        await clock.advance(1100)
        board.release("arbiter")
        board.lift("h8")
        await clock.advance(500)
    assert power == [False, True] * 2
    assert list(board.stones) == []


@on_a_board
async def test_impossible_hands_are_refused_and_change_nothing(board, clock):
    board.put("h8", "white")
    for refused, words in (
        (lambda: board.put("H8"), "H8 already holds a stone: lift it first"),
        (lambda: board.put("q1"), "refused.off_board"),
        (lambda: board.put("i9", "red"), "not a colour of a stone"),
        (lambda: board.lift("i9"), "I9 holds no stone"),
        (lambda: board.slide("i9", "a1"), "I9 holds no stone"),
        (lambda: board.press("p3"), "not a button"),
        (lambda: board.put(None), "is not a point"),
    ):
        with pytest.raises(ValueError, match=words):
            refused()
    assert board.stones == {112: "white"}


@on_a_board
async def test_a_stone_put_back_is_the_one_that_was_lifted(board, clock):
    await by_dwell(board, clock, "h8", "i9", "g7")
    for point in ("g7", "h8", "i9"):
        board.lift(point)
        await clock.advance(100)
        board.put(point)
        await clock.advance(100)
    assert board.state()[0]["stones"] == {"g7": "black", "h8": "black", "i9": "white"}


@on_a_board
async def test_a_broken_led_is_dark_at_once_and_lights_up_with_a_frame_after_its_mending(board, clock):
    await clock.advance(50)
    shown = []
    board.subscribe(lambda message: shown.append(message["grb"]) if message["type"] == "lights" else None)
    assert lit(board.frame) == {"h8": colours.ZONE}
    board.fault("broken LED", "112", True)
    assert lit(board.frame) == {} and shown == [board.frame.hex()]
    await by_dwell(board, clock, "a1")
    assert len(shown) > 1 and set(lit(board.frame)) <= {"a1"}
    board.fault("broken LED", None, False)
    assert colour(board, "h8") == (0, 0, 0), "nothing has been sent again"
    board.lift("a1")
    # no light changes here; the frame is shown because it is sent again regularly
    await clock.advance(REFRESH_MS + 100)
    assert lit(board.frame) == {"h8": colours.ZONE}


@on_a_board
async def test_what_breaks_is_published_and_nonsense_changes_nothing(board, clock):
    heard = []
    board.subscribe(lambda message: heard.append(message) if message["type"] == "faults" else None)
    board.fault("chattering", "C2", True)
    with pytest.raises(ValueError, match="no chattering at 'c3'"):
        board.fault("chattering", "c3", False)
    with pytest.raises(ValueError, match="is not a fault"):
        board.fault("nothing", None, True)
    listed = {"type": "faults", "faults": [{"kind": "chattering", "at": "c2"}]}
    assert heard == [listed] and listed in board.state()
    board.fault("chattering", None, False)
    assert heard[-1]["faults"] == []


@on_a_board
async def test_who_comes_late_gets_the_whole_state(board, clock):
    await by_dwell(board, clock, "h8")
    state = board.state()
    found = {message["type"] for message in state}
    assert found == {"stones", "lights", "buzzer", "time", "faults", "power", "line", "log"}
    assert state[0]["stones"] == {"h8": "black"}
    assert bytes.fromhex(state[1]["grb"]) == board.frame
    assert json.dumps(state)
