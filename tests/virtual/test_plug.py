"""The power of the virtual board goes off and on: the real firmware has saved the game, and the page shows it."""

import heard
from portable import lit
from tengen.journal import partfile
from tengen.lights import colours
from tengen_host.i18n import code_text
from test_upkeep import ask
from test_virtual_board import DWELL_MS, by_dwell, last, on_a_board, on_board, press

GAME = ("h8", "i9", "g7")


def moves(board):
    return [event["point"] for event in heard.said(board.lines) if event["code"] == "move"]


def on_flash(board):
    return [entry for entry in partfile.decode(board.store.files["games/00001"]) if entry[0] == "stone"]


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
async def test_a_pulled_plug_between_two_games_begins_a_new_one(board, clock):
    await by_dwell(board, clock, "h8")
    ask(board, '{"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}')
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
    errors = [code_text(event["why"]) for event in heard.said(board.lines) if event["code"] == "error"]
    assert len(errors) == 1 and "clock has gone back by" in errors[0]
    left = board.app.session.timing.left(board.app.clock.latest)
    assert left[0] == told[0] and told[1] - 120 <= left[1] <= told[1]
    await clock.advance(1000)
    assert left[1] - 1020 <= board.app.session.timing.left(board.app.clock.latest)[1] <= left[1] - 980


@on_a_board
async def test_kept_games_are_fetched_over_the_link(board, clock):
    await by_dwell(board, clock, *GAME)
    ask(board, '{"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"}')
    await clock.advance(5000)
    ask(board, '{"cmd": "games"}')
    await clock.advance(100)
    assert last(board, "games")["numbers"] == [1]
    ask(board, '{"cmd": "game", "number": 1}')
    ask(board, '{"cmd": "game", "number": 7}')
    await clock.advance(500)
    assert "no game 7" in code_text(last(board, "error")["why"])
    parts = [event for event in heard.said(board.lines) if event["code"] == "part"]
    data = b"".join(bytes.fromhex(event["data"]) for event in parts)
    stones = [("stone", 112), ("stone", 128), ("stone", 96)]
    assert partfile.decode(data)[1:] == [*stones, ("resign", "p2"), ("end", 1, "resignation")]
    ask(board, '{"cmd": "fetched", "number": 1}')
    await clock.advance(500)
    assert "still on the board" in code_text(last(board, "error")["why"])


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
