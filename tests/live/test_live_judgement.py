"""In a lesson the page gets the forbidden points by the laptop's own rules; in any other game it gets none."""

import asyncio

import pytest
from live.fake_board import ToldBoard
from table import Table, board
from tengen.games.points import index
from tengen.games.renju.position import FOUL_NAMES
from tengen_host.game_state import GameState
from tengen_host.live.hall import Hall
from tengen_host.live.judgement import forbidden
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

# RULES 4: D8 is a double-three
DOUBLE_THREE = board("b8 c8 d9 d10", "a1 c1 e1 g1")
FIELDS = {"event": "snapshot", "seq": 1, "t": 0, "size": 15, "game": "renju", "moves": "", "result": None}


def snapshot(text, mode="teach", do="stone", turn="black", **others):
    expects = {"do": do, "turn": turn}
    return FIELDS | {"board": text, "played": {"mode": mode}, "turn": turn, "expects": expects, **others}


def told(*events):
    game = GameState()
    for event in events:
        game = game.after(event)
    return forbidden(game)


def test_a_double_three_is_told():
    assert told(snapshot(DOUBLE_THREE)) == {"type": "forbidden", "points": {"d8": "double-three"}, "dead": []}


def test_a_double_three_that_is_none_is_explained():
    # RULES 3: H9 is legal
    message = told(snapshot(board("k12 f11 g11 j11 h10 h8 i8 i7 j7 g6", "a1")))
    dead = {entry["point"]: entry for entry in message["dead"]}
    assert "h9" not in message["points"] and dead["h9"]["foul"] is None
    assert [line["counts"] for line in dead["h9"]["lines"]].count(False) >= 1


@pytest.mark.parametrize("mode", ["silent", "referee", "casual", "", None])
def test_in_any_other_mode_nothing_is_told(mode):
    assert told(snapshot(DOUBLE_THREE, mode)) is None


@pytest.mark.parametrize(
    "others",
    [
        *({"turn": "white"}, {"do": "choose"}, {"do": "keep"}, {"result": {"winner": None}}, {"game": "x"}),
        {"size": 19, "board": "." * 361},
    ],
)
def test_it_is_told_only_while_black_thinks_about_a_stone_in_renju(others):
    message = told(snapshot(DOUBLE_THREE, **others))
    assert message["points"] == {} and message["dead"] == []


def test_after_the_end_nothing_and_when_it_is_taken_back_again():
    over = [snapshot(DOUBLE_THREE), {"event": "result", "winner": "white"}]
    assert told(*over)["points"] == {}
    back = {"event": "taken_back", "removed": [], "moves": "", "turn": "black"}
    assert told(*over, back)["points"] == {"d8": "double-three"}


@pytest.mark.parametrize("junk", [{"played": 7}, {"played": None}, {"expects": []}, {"board": "?"}, {"size": "15"}])
def test_what_makes_no_sense_is_no_lesson(junk):
    message = told(snapshot(DOUBLE_THREE) | junk)
    assert message is None or message["points"] == {}


def test_it_says_what_the_board_itself_says_in_its_own_lesson():
    table = Table(mode="teach", opening="free centre", move="dwell")
    state = GameState()
    heard = 0
    for point in ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1", "g7", "i1", "g6", "k1", "f9", "m1"]:
        for event in [table.snapshot(), *table.heard[heard:]] if not heard else table.heard[heard:]:
            if event["event"] == "snapshot":
                event = event | {"played": {"mode": "teach"}}
            state = state.after(event)
        heard = len(table.heard)
        game = table.session.match.game
        fouls = {point: FOUL_NAMES[game.verdict(index(point, 15))] for point in forbidden(state)["points"]}
        assert forbidden(state)["points"] == fouls
        assert {index(point, 15) for point in fouls} == set(table.session.play.forbidden)
        table.play(point)


def test_every_page_is_told_as_it_changes_and_one_that_comes_late_from_the_state():
    board = ToldBoard(snapshot(DOUBLE_THREE))
    place = Hall.of(board).first()
    one, two = [], []
    forbidden = {"type": "forbidden", "points": {"d8": "double-three"}, "dead": []}
    assert forbidden in place.state()
    end_one, end_two = place.subscribe(one.append), place.subscribe(two.append)
    assert forbidden in place.state()
    board.tell("move", n=1, point="d8", colour="black", turn="white")
    assert one == two and [message["type"] for message in one] == ["event", "forbidden"] and one[-1]["points"] == {}
    board.tell("expects", do="stone", turn="white")
    assert len(one) == 3
    end_one(), end_two()
    assert board.listeners == []


@pytest.mark.parametrize("mode, judged", [("silent", False), ("teach", True)])
def test_what_a_virtual_board_plays_is_judged_in_a_lesson_and_never_in_silence(mode, judged):
    async def main():
        clock = FastClock()
        virtual = VirtualBoard(clock)
        place = Hall.of(virtual).first()
        heard = []
        end = place.subscribe(heard.append)
        running = asyncio.ensure_future(virtual.live())
        virtual.ask({"cmd": "set", "mode": mode})
        await clock.advance(1000)
        for point, who in (("h8", "p1"), ("i9", "p2"), ("h9", "p1")):
            virtual.put(point)
            await clock.advance(200)
            virtual.press(who)
            await clock.advance(100)
            virtual.release(who)
            await clock.advance(100)
        assert any(message["type"] == "event" and message["event"]["event"] == "move" for message in heard)
        assert ("forbidden" in {message["type"] for message in [*heard, *place.state()]}) == judged
        end()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(main())
