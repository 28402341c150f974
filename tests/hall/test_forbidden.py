"""Only in teach mode the page gets the forbidden points, found by the laptop's own rules."""

import asyncio

import pytest
from fake_board import ToldBoard
from table import board
from tengen.games.points import index, name
from tengen.games.renju.position import FOUL_NAMES
from tengen_host.boards.interface import group
from tengen_host.hall.forbidden import forbidden
from tengen_host.hall.hall import Hall
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.wire.state import State, snapshot

# firmware/docs/rules.md#hard-positions: D8 is a double-three
DOUBLE_THREE = board("b8 c8 d9 d10", "a1 c1 e1 g1")
RESULT = {"winner": "white", "reason": "five", "line": []}


def position(text, mode="teach", do="stone", turn="black", **others):
    """Return the groups of a game with these stones."""
    size = 15 if len(text) == 225 else 19
    colours = {"X": "black", "O": "white"}
    lie = {(size - 1 - at // size) * size + at % size: colours[mark] for at, mark in enumerate(text) if mark != "."}
    board = {name(at, size): its for at, its in lie.items()}
    game = {"name": "renju", "size": size, "settings": {"mode": mode}}
    return {"game": game, "board": board, "asks": {"do": do, "turn": turn}} | others


def told(*groups):
    state = State()
    for each in groups:
        state = state.merge({"is": snapshot(each)})
    return forbidden(state.game)


def test_a_double_three_is_told():
    assert told(position(DOUBLE_THREE)) == {"points": {"d8": "double-three"}, "dead": []}


def test_a_double_three_that_is_none_is_explained():
    # RIF 9.3: H9 is legal
    message = told(position(board("k12 f11 g11 j11 h10 h8 i8 i7 j7 g6", "a1")))
    dead = {entry["point"]: entry for entry in message["dead"]}
    assert "h9" not in message["points"] and dead["h9"]["foul"] is None
    assert [line["counts"] for line in dead["h9"]["lines"]].count(False) >= 1


@pytest.mark.parametrize("mode", ["silent", "referee", "casual", "", None])
def test_in_any_other_mode_nothing_is_told(mode):
    assert told(position(DOUBLE_THREE, mode)) is None


@pytest.mark.parametrize(
    "others",
    [
        *({"turn": "white"}, {"do": "choose"}, {"do": "keep"}, {"result": RESULT}),
        {"game": {"name": "x", "settings": {"mode": "teach"}}},
        {"game": {"name": "renju", "size": 19, "settings": {"mode": "teach"}}},
    ],
)
def test_it_is_told_only_while_black_thinks_about_a_stone_in_renju(others):
    message = told(position(DOUBLE_THREE, **others))
    assert message["points"] == {} and message["dead"] == []


def test_after_the_end_nothing_and_when_it_is_taken_back_again():
    over = [position(DOUBLE_THREE), {"result": RESULT}]
    assert told(*over)["points"] == {}
    assert told(*over, {"result": None})["points"] == {"d8": "double-three"}


@pytest.mark.parametrize(
    "junk", [{"game": {"settings": 7}}, {"asks": {"turn": 7}}, {"board": {"?": "black"}}, {"game": {"size": "15"}}]
)
def test_what_makes_no_sense_changes_no_forbidden_point(junk):
    assert told(position(DOUBLE_THREE), junk) == told(position(DOUBLE_THREE))


def test_it_says_what_the_board_itself_says_in_teach_mode():
    async def main():
        clock = FastClock()
        virtual = VirtualBoard(clock)
        running = asyncio.ensure_future(virtual.live())
        virtual.ask({"cmd": "set", "mode": "teach", "opening": "free centre", "move": "dwell"})
        await clock.advance(100)
        for point in ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1", "g7", "i1", "g6", "k1", "f9", "m1"]:
            session = virtual.app.session
            points, game = forbidden(virtual.game)["points"], session.match.game
            fouls = {point: FOUL_NAMES[game.verdict(index(point, 15))] for point in points}
            assert points == fouls
            assert {index(point, 15) for point in fouls} == set(session.forbidden)
            virtual.put(point)
            await clock.advance(1200)
        assert len(virtual.game.moves) == 14
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(main())


def test_every_page_is_told_as_it_changes_and_one_that_comes_late_from_the_state():
    board = ToldBoard({"is": snapshot(position(DOUBLE_THREE))})
    place = Hall.of(board).first()
    one, two = [], []
    its = group("forbidden", {"points": {"d8": "double-three"}, "dead": []})
    assert its in place.state()
    end_one, end_two = place.subscribe(one.append), place.subscribe(two.append)
    assert its in place.state()
    board.tell("move", asks={"do": "stone", "turn": "white"}, board={"changes": [["d8", "empty", "black"]]})
    assert one == two and one[1:] == [group("forbidden", {"points": {}, "dead": []})]
    board.tell(asks={"do": "stone", "turn": "white", "number": 9})
    assert len(one) == 3
    end_one(), end_two()
    assert board.listeners == []
