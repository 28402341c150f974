"""A demonstration in the commentary: its steps, what leaves it, what is refused, and the lights of a free board."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from at_the_board import Here, at_the_table, ended, nothing
from fake_board import FakeBoard
from tengen_host.demonstrations import lights
from tengen_host.demonstrations.checking import built_in
from tengen_host.demonstrations.demonstration import OWN, Demonstration, Step
from tengen_host.guests.tree import TreeGuest
from tengen_host.hall.hall import Hall
from tengen_host.i18n import Sentence
from tengen_host.records.record import Record
from tengen_host.trees import cache

FORK = "double-three"


class Shown:
    """A board with its commentary. Each action returns the commentary's message."""

    def __init__(self, board=None):
        self.place = Hall.of(board or FakeBoard()).first()

    def act(self, act, **fields):
        asyncio.run(self.place.commentary.do({"act": act, **fields}))
        return self.now

    @property
    def now(self):
        return self.place.commentary.message()["line"]["is"]["commentary"]

    def refused(self, act, **fields):
        before = self.now
        with pytest.raises(ValueError) as raised:
            self.act(act, **fields)
        assert isinstance(raised.value.args[0], Sentence) and self.now == before
        return raised.value.args[0]


def test_it_begins_at_its_start_position_and_goes_step_by_step():
    shown = Shown()
    its = shown.act("begin", demo=FORK)
    assert (its["demo"], its["title"]["key"], its["of"]) == (FORK, "foul.double-three", "")
    assert (its["step"], its["steps"], its["at"], its["own"]) == (0, 4, 0, 1)
    assert (its["record"]["moves"], its["record"]["setup"]) == (("h8",), built_in()[FORK].record.setup)
    lines = []
    for step in range(1, 4):
        its = shown.act("go", at=str(step))
        lines.append((its["at"], its["says"]["key"], len(its["reasons"][0]["lines"])))
    assert lines == [
        (1, "lesson.right.double-three", 0), (1, "lesson.right.three", 1), (1, "demo.second_three", 2),
    ]  # fmt: skip
    assert shown.act("go", at="99")["step"] == 3
    assert shown.act("go", at="0")["at"] == 0


def test_it_steps_back_and_on_from_where_it_is():
    shown = Shown()
    shown.act("begin", demo=FORK)
    assert [shown.act(act)["step"] for act in ("on", "on", "on", "on", "back", "back", "back", "back")] == [
        1, 2, 3, 3, 2, 1, 0, 0,
    ]  # fmt: skip


def test_marks_stay_with_the_step_and_the_next_stone_of_it_is_a_step():
    shown = Shown()
    shown.act("begin", demo="four-three")
    its = shown.act("put", point="h8")
    assert (its["step"], its["at"], its["own"]) == (1, 1, 5)
    its = shown.act("mark", point="i8", sign="A")
    assert (its["step"], its["marks"]) == (1, {"i8": "A"})


def test_another_stone_leaves_the_steps_but_not_the_demonstration():
    shown = Shown()
    shown.act("begin", demo="four-three")
    shown.act("go", at="2")
    its = shown.act("put", point="a1")
    assert its["demo"] == "four-three" and not {"step", "says"} & its.keys()
    assert its["record"]["moves"] == ("h8", "i8", "a1")
    assert shown.act("go", at="1")["at"] == 1
    assert shown.act("begin", demo="four-three")["step"] == 0


def test_it_ends_and_the_board_s_game_can_be_begun():
    shown = Shown()
    shown.act("begin", demo=FORK)
    assert shown.act("end") is None
    shown.act("begin", demo=FORK)
    assert "demo" not in shown.act("begin")


def test_what_is_refused_changes_nothing():
    shown = Shown()
    assert shown.refused("begin", demo="none") == "There is no demonstration none: choose one from the list"
    shown.act("begin", demo=FORK)
    assert shown.refused("put", point="f8") == "F8 is taken: choose an empty point"
    assert "at is the number of a move" in shown.refused("go", at="x")
    shown.act("put", point="a1")
    assert shown.refused("keep") == Sentence("demo.not_kept")


def own(name, record):
    """A club's demonstration with a step for each move."""
    return Demonstration(name, OWN, name, record, tuple(Step(moves, "") for moves in range(len(record.moves) + 1)))


SMALL = own("small", Record(("a1", "b1", "a2"), size=8, game="four"))
LARGE = own("large", Record(("j10", "s1"), size=19, game="gomoku"))


@pytest.mark.parametrize(("size", "demo", "its"), [(15, "large", "19x19"), (9, FORK, "15x15")])
def test_a_demonstration_that_is_larger_than_the_board_is_refused_and_the_other_goes_on(size, demo, its):
    shown = Shown(FakeBoard(size))
    shown.place.commentary.demonstrations = lambda: {**built_in(), "small": SMALL, "large": LARGE}
    shown.act("begin", demo="small")
    assert shown.refused("begin", demo=demo) == Sentence("games.otherSize", its=its, size=f"{size}x{size}")
    assert shown.act("go", at="1")["demo"] == "small"


def test_a_stored_game_that_is_larger_than_the_board_is_refused():
    shown = Shown()
    shown.place.commentary.load = lambda id_: LARGE.record
    assert shown.refused("begin", game="some").key == "games.otherSize"


def test_a_demonstration_of_another_game_of_the_family_has_its_rules_and_captures():
    shown = Shown(FakeBoard(19))
    taking = own("taking", Record(("j10", "k9", "s1", "l8", "m7"), size=19, game="pente"))
    shown.place.commentary.demonstrations = lambda: {"taking": taking}
    its = shown.act("begin", demo="taking")
    assert (its["counts"], its["goal"]) == (True, 10)
    changes = shown.act("go", at="5")["record"]["changes"][4]
    assert sorted(map(tuple, changes)) == [("k9", "white", "empty"), ("l8", "white", "empty")]
    assert shown.act("put", point="l8")["turn"] == "black"


def lit(table):
    """Return the points that the board lights for the laptop, with the brighter ones."""
    its = table.board.replica.state.groups.get("shown")
    return its and (its["points"], its["best"])


def at_a_board(scenario, mode):
    """Run scenario(table, shown) at a virtual board."""

    async def run(table):
        place = Hall.of(table.board).first()
        end = place.subscribe(table.shown.append)

        async def do(**its):
            await place.commentary.do(its)

        await scenario(table, do)
        end()

    at_the_table(lambda table: Nobody(), lambda table, guest: run(table), nothing, mode=mode, opening="free centre")


@pytest.mark.parametrize(
    ("step", "bright"),
    [
        (Step(1, ""), {"h8", "f8", "g8", "h9", "h10"}),
        (Step(1, "", 0), {"h8", "f8", "g8", "h9", "h10"}),
        (Step(1, "", 1), {"h8", "f8", "g8"}),
        (Step(1, "", 2), {"h8", "h9", "h10"}),
        (Step(0, ""), {"f8", "g8", "h9", "h10"}),
    ],
)
def test_the_shown_lines_of_a_foul_are_brighter_and_all_lines_where_a_step_shows_all(step, bright):
    record = replace(built_in()[FORK].record, setup=(("f8", "g8", "h9", "h10", "a1"), built_in()[FORK].record.setup[1]))
    shown = replace(record, moves=record.moves[: step.moves], colours=record.colours[: step.moves])
    command = lights.of(shown, step, FakeBoard().replica.state)
    expected = bright | {"a1"} if step.lines == 0 or not step.moves else bright
    assert set(command["best"]) == expected and len(command["points"]) > len(expected)


class Nobody:
    """A guest that does nothing."""

    async def start(self):
        pass

    async def stop(self):
        pass

    def subscribe(self, callback):
        return lambda: None

    async def follow(self, board):
        await asyncio.Event().wait()


@pytest.mark.parametrize("mode", ["casual", "teach"])
def test_a_free_board_shows_each_step_by_its_lights_until_the_end(mode):
    black, white = (list(points) for points in built_in()[FORK].record.setup)

    async def scenario(table, do):
        await do(act="begin", demo=FORK)
        await table.until(lambda: lit(table) == (black + white, black))
        await do(act="go", at="1")
        await table.until(lambda: lit(table) == ([*black, *white, "h8"], [*black, "h8"]))
        await do(act="go", at="3")
        await table.until(lambda: lit(table) == ([*black, *white, "h8"], ["h9", "h10", "h8"]))
        await do(act="end")
        await table.until(lambda: not lit(table) or not lit(table)[0])

    at_a_board(scenario, mode)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    path = tmp_path / "tree.sgf"
    path.write_text("(;SZ[15]GM[4](;B[hh];W[ig])(;B[ii]))")
    return TreeGuest(path, pytest.fail, thread=Here())


def beside(tree, scenario):
    """Run scenario(table, do) at a virtual board with a tree; before it the board lights the tree's first moves."""

    async def run(table, guest):
        place = Hall.of(table.board).first()
        await tree.start()
        end = place.subscribe(table.shown.append)
        hosted = asyncio.create_task(place.host(tree))

        async def do(**its):
            await place.commentary.do(its)

        try:
            await table.until(lambda: lit(table) and set(lit(table)[0]) == {"h8", "i7"})
            await scenario(table, do)
        finally:
            end()
            await ended(hosted)
            await tree.stop()

    at_the_table(lambda table: Nobody(), run, mode="casual", opening="free centre")


def test_the_lights_of_a_tree_come_back_when_a_demonstration_ends(tree):
    async def scenario(table, do):
        first = lit(table)
        await do(act="begin", demo=FORK)
        await table.until(lambda: len(lit(table)[0]) > 2)
        await do(act="end")
        await table.until(lambda: lit(table) == first)
        await do(act="begin", demo=FORK)
        await table.until(lambda: lit(table) != first)
        await do(act="put", point="a1")  # it leaves the demonstration
        await table.until(lambda: lit(table) == first)

    beside(tree, scenario)


def test_a_tree_lights_nothing_while_the_board_shows_a_demonstration(tree):
    async def scenario(table, do):
        await do(act="begin", demo=FORK)
        await table.until(lambda: len(lit(table)[0]) > 2)
        demonstrated = lit(table)
        tree.look_again()
        await table.wait(1000)
        assert lit(table) == demonstrated

    beside(tree, scenario)


def test_a_game_that_begins_has_the_tree_s_lights_and_a_board_that_is_free_again_shows_the_step(tree):
    async def scenario(table, do):
        await do(act="begin", demo=FORK)
        await table.until(lambda: len(lit(table)[0]) > 2)
        demonstrated = lit(table)
        await table.play("h8")
        await table.until(lambda: lit(table) and lit(table)[0] == ["i9"])
        table.board.lift("h8")
        table.board.ask({"cmd": "new_game"})
        await table.until(lambda: not table.moves() and lit(table) == demonstrated)

    beside(tree, scenario)


@pytest.mark.parametrize(
    ("size", "board", "points"),
    [(9, 15, ["h8", "g9"]), (8, 15, ["h8", "g9"]), (9, 9, ["e5", "d6"]), (9, 10, ["e5", "d6"]), (15, 9, [])],
)
def test_the_lights_show_a_smaller_position_in_the_middle_of_the_field_and_no_larger_one(size, board, points):
    state = SimpleNamespace(game=SimpleNamespace(size=board, moves=[]))
    shown = Record(("e5", "d6"), size=size)
    assert lights.of(shown, Step(2, ""), state)["points"] == points


def test_a_small_demonstration_is_lit_in_the_middle_of_a_real_board():
    async def scenario(table, do):
        place = Hall.of(table.board).first()
        place.commentary.demonstrations = lambda: {"small": SMALL}
        await place.commentary.do({"act": "begin", "demo": "small"})
        await place.commentary.do({"act": "go", "at": "3"})
        await table.until(lambda: lit(table) == (["d4", "e4", "d5"], ["d4", "d5"]))

    at_a_board(scenario, "casual")


def test_nothing_is_sent_to_a_board_with_a_game_under_way():
    asked = []

    async def scenario(table, do):
        await table.play("h8")
        ask, table.board.ask = table.board.ask, asked.append
        await do(act="begin", demo=FORK)
        await do(act="go", at="2")
        await do(act="end")
        table.board.ask = ask

    at_a_board(scenario, "casual")
    assert asked == []


@pytest.mark.parametrize("mode", ["referee", "silent"])
def test_in_a_strict_game_under_way_it_is_refused_and_before_it_there_are_no_lights(mode):
    async def scenario(table, do):
        await do(act="begin", demo=FORK)
        assert not lit(table)
        await do(act="end")
        table.board.put("h8")
        await table.wait(1000)
        table.board.press("p1")
        await table.wait(100)
        table.board.release("p1")
        await table.until(lambda: table.moves() == ["h8"])
        with pytest.raises(ValueError) as refusal:
            await do(act="begin", demo=FORK)
        assert refusal.value.args[0].key == "commentary.strict"

    at_a_board(scenario, mode)
