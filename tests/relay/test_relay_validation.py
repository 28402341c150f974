"""A relay accepts the published content of a board: all lines that a board sends in any situation."""

import asyncio
import random

import pytest
from branches import paths
from records.test_from_journal import do_something, play
from relay_world import board_of_event
from telling_lines import Telling
from tengen.games import openings, registry
from tengen.games.points import name
from tengen_host.boards.interface import group
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.wire import state
from tengen_relay import entries, validation
from tengen_relay.entries import BoardState
from tengen_relay.publish import contents


def check(lines):
    """Check that a relay accepts these lines unchanged, except for the parts that are not published."""
    groups = set()
    for line in lines:
        told = {each for each in line.get("is", {}) if not each.startswith("open_")}
        groups |= told
        if "answer" not in line:
            assert set(validation.checked(line)["is"]) == told, line
    return groups


@pytest.mark.parametrize("seed", range(8))
def test_games_of_renju_with_all_that_players_do(seed):
    luck = random.Random(seed)
    opening, mode = luck.choice(registry.openings("renju")), luck.choice(("casual", "referee", "silent", "teach"))
    at_table = Telling(opening=opening, mode=mode, move="button", clock=luck.choice(("none", "10+5", "5/10x3")))
    at_table.wait(20)
    play(at_table, luck.choice(list(paths(openings.table(opening)))), luck)
    for _ in range(40):
        if not at_table.session.match.result:
            do_something(at_table, luck)
    check(at_table.lines)


@pytest.mark.parametrize("game", [game for game in registry.NAMES if min(registry.sizes(game)) <= 15])
def test_games_of_each_kind(game):
    luck = random.Random(game)
    at_table = Telling(game=game, move="button").wait(20)
    match = at_table.session.match
    for _ in range(60):
        free = [point for point in match.zone() or range(len(match.cells)) if not match.refusal(point)]
        if match.result or not free:
            break
        at_table.play_by_button(name(luck.choice(free), match.game.size))
        for at in list(at_table.session.board_state.lift):
            at_table.lift(name(at, 15))
    check(at_table.lines)


def test_a_board_with_a_puzzle_advice_and_a_partner():
    async def go(board, clock):
        async def ask(**command):
            board.ask(command)
            await clock.advance(3000)

        await clock.advance(500)
        await ask(cmd="puzzle", grade=1)
        await ask(cmd="do", who="p1", entry="hint")
        await ask(cmd="lesson", number=10)
        await ask(cmd="do", who="p1", entry="hint")
        await ask(cmd="prove")
        await ask(cmd="new")
        await ask(cmd="set", partner="p2 3", opening="free")
        await ask(cmd="new")
        await ask(cmd="stamp", id="20261121-1404-3f9a", date="2026-11-21T14:04:09")
        for deed, point in ((board.put, "h8"), (board.put, "a1"), (board.lift, "h8"), (board.put, "b1")):
            deed(point)
            await clock.advance(3000)

    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=7)
        living = asyncio.ensure_future(board.live())
        try:
            await go(board, clock)
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
        return board.lines

    groups = check(asyncio.run(run()))
    played = {"puzzle", "lesson", "advice", "partner", "shown", "menus", "reason"}
    assert played | {"device", "wiring", "fault", "next"} <= groups


@pytest.mark.parametrize("wish", [{"points": "h8"}, {"points": {}}, {"points": [8]}, {"lifted": "yes"}])
def test_no_relay_passes_on_a_wish_that_a_page_can_not_show(wish):
    with pytest.raises(validation.InvalidLine):
        validation.checked({"is": {"asks": {"take_back": {"who": "p1", "points": ["h8"], "lifted": False} | wish}}})


def published(line):
    return [what for kind, what in contents({"type": "line", "line": line, "at": 1}) if kind == "line"]


def test_the_whole_state_of_the_longest_game_is_published_incontents_their_size():
    changes = [["h8", "empty", "black"], *[["s19", "black", "white"]] * 8]
    moves = [{"point": "h8", "colour": "black", "who": "p1", "changes": changes}] * 700
    groups = {"game": {"size": 19}, "moves": moves, "record": [{"code": "clock", "n": 1}] * 250, "board": {}}
    lines = published({"seq": 9, "t": 1, "is": state.snapshot(groups), "whole": True})
    assert len(lines) == 1 + 6 + 2 and [line.get("more") for line in lines] == [True] * 8 + [None]
    taken = {}
    for line in lines:
        entries.body(entries.Link("a"), 1.0, "line", line)  # this would raise
        taken = state.join_lines(taken, line)
    assert state.merge({}, taken["is"]) == groups and taken["whole"] and "more" not in taken


def test_what_is_for_the_boards_own_laptop_is_not_published():
    line = {"seq": 1, "t": 1}
    assert published({**line, "is": {"open_p1": [["pass", None]]}}) == []
    assert published({**line, "re": "x", "answer": {"code": "games"}}) == []
    its = {**line, "is": {"open_p1": [], "clock": None}, "re": "x", "answer": {"code": "games"}}
    assert published(its) == [{**line, "is": {"clock": None}}]
    assert published({**line, "did": [{"code": "x"}]}) == [{**line, "did": [{"code": "x"}]}]
    its = {"connected": True, "words": ""}
    assert list(contents(group("link", its))) == [("link", its)] and list(contents(group("engine", {}))) == []
    assert list(contents({"type": "stones", "stones": {}})) == []


def test_a_whole_state_has_begun_with_all_groups():
    def after(*lines):
        its = BoardState()
        for number, line in enumerate(lines, 1):
            its.take(entries.entry(entries.body(entries.Link("a", number - 1), 1.0, "line", line)[0]), number)
        return its

    middle = {"seq": 7, "t": 1, "is": {"clock": None}}
    assert not after(middle, {"seq": 8, "t": 1, "is": {"result": None}}).is_begun, "what an earlier run has left"
    assert after(middle, {"seq": 8, "t": 1, "is": {"result": None}, "whole": True}).is_begun
    assert after({"seq": 1, "t": 1, "is": {"clock": None}}).is_begun, "all groups follow by themselves"


def test_a_late_relay_has_the_whole_state_once():
    its_board = board_of_event()
    its_board.begin(BoardState(head={"seq": 9, "t": 1}, groups={"board": {"h8": "black"}, "moves": []}))
    assert its_board.board.replica.state.game.stones == {"h8": "black"} and its_board.state.groups == {}
