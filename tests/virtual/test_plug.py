"""Power off and on again on the virtual board: the real firmware keeps the game, and the page shows it."""

import heard
from support import lit, to_mend
from tengen.journal import partfile
from tengen.lights import colours
from tengen.lights.colours import EXTRA, LAST
from tengen_host.said import coded
from test_upkeep import ask
from test_virtual_board import DWELL_MS, by_dwell, last, on_a_board, on_board, press

GAME = ("h8", "i9", "g7")


def moves(board):
    return [event["point"] for event in heard.said(board.lines) if event["code"] == "move"]


def on_flash(board):
    return [entry for entry in partfile.decode(board.store.files["games/00001"]) if entry[0] == "stone"]


@on_a_board
async def test_a_move_is_on_flash_before_its_light_and_before_it_is_told(board, clock):
    seen = []

    def look(message):
        if message["type"] == "line" and any(did["code"] == "move" for did in message["line"].get("did", ())):
            seen.append(("told", len(on_flash(board))))
        if message["type"] == "lights" and lit(board.frame).get("h8") == LAST:
            seen.append(("lit", len(on_flash(board))))

    board.subscribe(look)
    await by_dwell(board, clock, "h8")
    assert set(seen) == {("told", 1), ("lit", 1)}


@on_a_board
async def test_a_game_goes_on_after_the_plug_was_pulled(board, clock):
    await by_dwell(board, clock, *GAME)
    board.unplug()
    frames = board.frames
    assert not any(board.frame)
    board.lift("i9")
    board.put("a1")
    await clock.advance(10_000)
    assert board.frames == frames and not any(board.frame), "nothing happens without power"
    board.plug()
    await clock.advance(1000)
    assert last(board, "started")["restored"] and moves(board)[-3:] == ["h8", "i9", "g7"]
    shown = lit(board.frame)
    assert set(shown) - {"a1"} == {"g7", "i9"} and shown["g7"] == LAST
    assert last(board, "disturbed")["what"] == "resume"
    await press(board, clock, "p2")
    assert last(board, "refused")["why"] == to_mend("i9", "a1")
    board.put("i9")
    board.lift("a1")
    await clock.advance(200)
    await press(board, clock, "p2")
    assert last(board, "resumed")["by"] == "p2"
    await by_dwell(board, clock, "j10")
    assert moves(board) == [*GAME, "j10"]


def test_pulled_at_any_ms_no_move_that_was_told_is_lost():
    for cut_ms in range(780, 840, 3):

        async def go(board, clock, cut_ms=cut_ms):
            await by_dwell(board, clock, "h8")
            board.put("i9")
            await clock.advance(cut_ms)
            told = moves(board)
            board.unplug()
            board.plug()
            await clock.advance(500)
            kept = [move["point"] for move in board.replica.state.groups["moves"]]
            assert kept in (["h8"], ["h8", "i9"]) and kept[: len(told)] == told

        on_board(go)


@on_a_board
async def test_a_stone_where_none_belongs_is_red_while_the_game_waits(board, clock):
    await by_dwell(board, clock, *GAME)
    board.unplug()
    board.put("a1")
    board.plug()
    seen = set()
    board.subscribe(lambda message: seen.add(lit(board.frame).get("a1")))
    await clock.advance(1000)
    assert seen == {EXTRA, None}, "fast, on and off"


@on_a_board
async def test_a_pulled_plug_between_two_games_begins_a_new_one(board, clock):
    await by_dwell(board, clock, "h8")
    for _ in range(2):
        ask(board, '{"cmd": "do", "who": "p2", "entry": "resign"}')
    await clock.advance(100)
    assert last(board, "result")
    board.unplug()
    board.lift("h8")
    board.plug()
    await clock.advance(300)
    assert not last(board, "started")["restored"] and lit(board.frame) == {"h8": colours.ZONE}
    await by_dwell(board, clock, "h8")
    assert moves(board) == ["h8", "h8"]


@on_a_board
async def test_a_clock_that_runs_backwards_is_told_once_and_gives_no_time_back(board, clock):
    ask(board, '{"cmd": "set", "clock": "10"}')
    await clock.advance(100)
    board.put("h8")
    await clock.advance(200)
    await press(board, clock, "p1")
    await clock.advance(5000)
    told = board.app.session.timing.left(board.app.clock.latest)
    now = board.clock.now
    board.clock.now = lambda: now() - 3000
    await clock.advance(100)
    errors = [coded(event["why"]) for event in heard.said(board.lines) if event["code"] == "error"]
    assert len(errors) == 1 and "clock has gone back by" in errors[0]
    left = board.app.session.timing.left(board.app.clock.latest)
    assert left[0] == told[0] and told[1] - 120 <= left[1] <= told[1]
    await clock.advance(1000)
    assert left[1] - 1020 <= board.app.session.timing.left(board.app.clock.latest)[1] <= left[1] - 980


@on_a_board
async def test_kept_games_are_fetched_over_the_link(board, clock):
    await by_dwell(board, clock, *GAME)
    for _ in range(2):
        ask(board, '{"cmd": "do", "who": "p2", "entry": "resign"}')
    await clock.advance(5000)
    ask(board, '{"cmd": "games"}')
    await clock.advance(100)
    assert last(board, "games")["numbers"] == [1]
    ask(board, '{"cmd": "game", "number": 1}')
    ask(board, '{"cmd": "game", "number": 7}')
    await clock.advance(500)
    assert "no game 7" in coded(last(board, "error")["why"])
    parts = [event for event in heard.said(board.lines) if event["code"] == "part"]
    data = b"".join(bytes.fromhex(event["data"]) for event in parts)
    stones = [("stone", 112), ("stone", 128), ("stone", 96)]
    assert partfile.decode(data)[1:] == [*stones, ("resign", "p2"), ("end", 1, "resignation")]
    ask(board, '{"cmd": "fetched", "number": 1}')
    await clock.advance(500)
    assert "still on the board" in coded(last(board, "error")["why"])


@on_a_board
async def test_what_lies_of_a_game_that_was_set_aside_is_no_move_after_another_cut(board, clock):
    await by_dwell(board, clock, "h8")
    board.unplug()
    board.plug()
    await clock.advance(300)
    await press(board, clock, "arbiter", 1200)
    assert last(board, "new_game")
    board.unplug()
    board.plug()
    await clock.advance(3 * DWELL_MS)
    assert moves(board) == ["h8"] and last(board, "disturbed")["extra"] == ["h8"]
    board.lift("h8")
    await clock.advance(300)
    await by_dwell(board, clock, "h8")
    assert moves(board) == ["h8", "h8"]
