"""The virtual board runs the firmware's own app: whole games, wrong stones, junk, all without a real second."""

import asyncio
import json

import pytest
import records
from support import colour_of, lit
from tengen.lights import power, scene
from tengen.lights.lamps import REFRESH_MS
from tengen.rules.points import name
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

DWELL_MS = 900


def on_board(script, before=None):
    """Run the coroutine function `script(board, clock)` with a fresh board; returns the board.

    `before(board)` is called before the firmware starts.
    """

    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=7)
        if before:
            before(board)
        app = asyncio.ensure_future(board.app.run())
        try:
            await clock.advance(50)
            await script(board, clock)
            assert not app.done(), app
        finally:
            app.cancel()
            await asyncio.gather(app, return_exceptions=True)
        return board

    return asyncio.run(run())


def kinds(board):
    return [event["event"] for event in board.events]


def colour(board, point):
    return colour_of(board.frame, point)


@pytest.mark.parametrize("number", [0, 7, 1000, 2499])
def test_a_real_game(number):
    game = records.games()[number]

    async def play(board, clock):
        for n, point in enumerate(game, 1):
            board.put(point)
            await clock.advance(DWELL_MS)
            if n < len(game):
                assert lit(board.frame) == {point: scene.LAST}

    board = on_board(play)
    moves = [event["point"] for event in board.events if event["event"] == "move"]
    assert moves == game
    assert board.events[-1]["event"] == "result" and board.events[-1]["reason"] == "five"
    assert [event["seq"] for event in board.events] == list(range(1, len(board.events) + 1))
    for point in board.events[-1]["line"]:
        assert colour(board, point) in (scene.FIVE, scene.FIVE_HEAD)


def test_a_slid_stone_is_asked_back_and_play_goes_on():
    async def play(board, clock):
        board.put("h8")
        await clock.advance(DWELL_MS)
        board.slide("h8", "h9")
        await clock.advance(DWELL_MS)
        assert board.events[-1]["event"] == "disturbed"
        assert board.events[-1]["missing"] == ["h8"] and board.events[-1]["extra"] == ["h9"]
        board.slide("h9", "h8")
        await clock.advance(DWELL_MS)
        board.put("i9")
        await clock.advance(DWELL_MS)

    board = on_board(play)
    assert kinds(board)[3:] == ["disturbed", "restored", "provisional", "move"]


def test_a_stone_slid_before_it_is_a_move_is_no_error():
    async def play(board, clock):
        heard = []
        board.subscribe(lambda message: heard.append(message["hz"]) if message["type"] == "buzzer" else None)
        board.put("h8")
        await clock.advance(DWELL_MS)
        board.put("i9")
        await clock.advance(300)
        board.slide("i9", "i10")
        await clock.advance(DWELL_MS)
        assert heard == []

    board = on_board(play)
    assert kinds(board)[1:] == ["provisional", "move", "provisional", "provisional", "move"]
    assert board.events[-1]["point"] == "i10"


def test_a_stone_lifted_beside_a_chattering_reed_is_no_move_while_its_own_reed_is_open():
    async def play(board, clock):
        board.put("h8")
        await clock.advance(DWELL_MS)
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

    on_board(play)


def test_some_frames_fall_into_a_bounce():
    async def play(board, clock):
        caught = 0
        for point in range(0, 225, 3):
            board.put(name(point, 15))
            await clock.advance(1)
            # the contact was made within the last millisecond, and just now it is open again
            caught += not board.reeds.closed(point, clock.now() * 1000)
            await clock.advance(1)
            assert board.reeds.closed(point, clock.now() * 1000)
        assert 5 < caught < 70

    on_board(play)


def test_a_knocked_board_loses_nothing():
    game = records.games()[3][:12]

    async def play(board, clock):
        for point in game:
            board.put(point)
            await clock.advance(DWELL_MS)
        for point in game:
            board.lift(point)
        board.put("a15")
        await clock.advance(5000)
        assert set(board.events[-1]["missing"]) == set(game)
        board.lift("a15")
        for point in reversed(game):
            board.put(point)
            await clock.advance(30)
        await clock.advance(DWELL_MS)
        board.send(b'{"cmd": "snapshot"}\n')
        await clock.advance(50)

    board = on_board(play)
    assert board.events[-1]["moves"] == "".join(game) and board.events[-1]["state"] == "calm"


def test_junk_on_the_line_gets_one_error_line_each_and_changes_nothing():
    junk = [b"hello\n", b"\xff\xfe\n", b'{"cmd": "dance"}\n', b"[" * 250 + b"\n", b"x" * 5000 + b"\n", b"{}\n"]

    async def play(board, clock):
        board.put("h8")
        await clock.advance(DWELL_MS)
        before = len(board.events)
        for line in junk:
            board.send(line)
            await clock.advance(50)
        assert kinds(board)[before:] == ["error"] * len(junk)
        board.send(b'{"cmd": "snap')
        await clock.advance(50)
        board.send(b'shot"}\n')
        await clock.advance(50)

    board = on_board(play)
    assert board.events[-1]["event"] == "snapshot" and board.events[-1]["moves"] == "h8"
    assert any("dance" in event.get("message", "") for event in board.events)


def test_impossible_hands_are_refused_and_change_nothing():
    async def play(board, clock):
        board.put("h8", "white")
        for refused, words in (
            (lambda: board.put("H8"), "H8 already holds a stone: lift it first"),
            (lambda: board.put("q1"), "off the board"),
            (lambda: board.put("i9", "red"), "no colour of a stone"),
            (lambda: board.lift("i9"), "I9 holds no stone"),
            (lambda: board.slide("i9", "a1"), "I9 holds no stone"),
            (lambda: board.press("p3"), "no button"),
            (lambda: board.put(None), "no point"),
        ):
            with pytest.raises(ValueError, match=words):
                refused()
        assert board.stones == {112: "white"}

    on_board(play)


def test_a_stone_put_back_is_the_one_that_was_lifted():
    async def play(board, clock):
        for point in ("h8", "i9", "g7"):
            board.put(point)
            await clock.advance(DWELL_MS)
        for point in ("g7", "h8", "i9"):
            board.lift(point)
            await clock.advance(100)
            board.put(point)
            await clock.advance(100)
        assert board.state()[0]["stones"] == {"g7": "black", "h8": "black", "i9": "white"}

    on_board(play)


def test_the_arbiter_begins_a_new_game_on_a_cleared_board():
    async def play(board, clock):
        board.put("h8")
        await clock.advance(DWELL_MS)
        board.lift("h8")
        await clock.advance(100)
        board.press("arbiter")
        await clock.advance(100)
        board.release("arbiter")
        await clock.advance(100)
        assert board.turn == "black" and colour(board, "h8") == scene.ZONE

    assert kinds(on_board(play))[-3:] == ["button", "set_aside", "new_game"]


def test_the_buzzer_sounds_for_a_refused_stone_and_falls_silent():
    async def play(board, clock):
        heard = []
        board.subscribe(lambda message: heard.append(message["hz"]) if message["type"] == "buzzer" else None)
        board.put("a1")
        await clock.advance(500)
        assert heard == [220, 0]

    on_board(play)


def test_a_dead_row_and_column_are_told_on_an_empty_board_and_their_mending_too():
    async def play(board, clock):
        board.fault("dead row", "7", True)
        board.fault("dead column", "d", True)
        await clock.advance(50)
        board.fault("dead row", None, False)
        board.fault("dead column", "d", False)
        await clock.advance(50)

    broken, mended = on_board(play).events[-2:]
    assert broken["event"] == mended["event"] == "matrix"
    assert [words.split(" is dead")[0] for words in broken["faults"]] == [
        "row 7 (595 #1 pin Q6)",
        "column d (GPIO3)",
    ]
    assert mended["faults"] == []


def test_a_broken_led_is_dark_at_once_and_lights_up_with_a_frame_after_its_mending():
    async def play(board, clock):
        await clock.advance(50)
        shown = []
        board.subscribe(lambda message: shown.append(message["grb"]) if message["type"] == "lights" else None)
        assert lit(board.frame) == {"h8": scene.ZONE}
        board.fault("broken LED", "112", True)
        assert lit(board.frame) == {} and shown == [board.frame.hex()]
        board.put("a1")
        await clock.advance(DWELL_MS)
        assert len(shown) > 1 and set(lit(board.frame)) <= {"a1"}
        board.fault("broken LED", None, False)
        assert colour(board, "h8") == (0, 0, 0), "nothing has been sent again"
        board.lift("a1")
        # where nothing looks different, it is the slow refresh
        await clock.advance(REFRESH_MS + 100)
        assert lit(board.frame) == {"h8": scene.ZONE}

    on_board(play)


def test_what_breaks_is_published_and_nonsense_changes_nothing():
    async def play(board, clock):
        heard = []
        board.subscribe(lambda message: heard.append(message) if message["type"] == "faults" else None)
        board.fault("chattering", "C2", True)
        with pytest.raises(ValueError, match="no chattering at 'c3'"):
            board.fault("chattering", "c3", False)
        with pytest.raises(ValueError, match="is no fault"):
            board.fault("nothing", None, True)
        listed = {"type": "faults", "faults": [{"kind": "chattering", "at": "c2"}]}
        assert heard == [listed] and listed in board.state()
        board.fault("chattering", None, False)
        assert heard[-1]["faults"] == []

    on_board(play)


def test_who_comes_late_gets_the_whole_state():
    async def play(board, clock):
        board.put("h8")
        await clock.advance(DWELL_MS)
        state = board.state()
        found = {message["type"] for message in state}
        assert found == {"stones", "lights", "buzzer", "time", "faults", "event"}
        assert state[0]["stones"] == {"h8": "black"}
        assert bytes.fromhex(state[1]["grb"]) == board.frame
        assert json.dumps(state)

    on_board(play)


def test_no_frame_ever_exceeds_the_budget():
    async def play(board, clock):
        peak = []
        leds = board.board["leds"]
        full = tuple(leds["full_ma"][name] for name in ("green", "red", "blue"))
        board.subscribe(lambda _: peak.append(power.estimate_ma(board.frame, 255, full, leds["idle_ma"])))
        board.put("h8")
        await clock.advance(DWELL_MS)
        for column in "abcdefghijklmno":
            for row in range(1, 8):
                board.put(f"{column}{row}")
        await clock.advance(2000)
        assert max(peak) <= leds["budget_ma"]
        assert max(peak) > 1000, "the test would not notice"

    on_board(play)
