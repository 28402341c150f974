"""A tree under the stones of a virtual board: real firmware, a real file, time that jumps."""

import asyncio

import pytest
from at_the_board import Here, ended
from tengen_host.live.under_stones import UnderStones
from tengen_host.trees.store import Opened
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

# H8, then I9 (best, with a comment) or H9; after I9 stands J10 with the label A
TREE = b"(;GM[4]SZ[15];B[hh](;W[ig]TE[1]C[Strong];B[jf]LB[ki:A])(;W[hg]))"


class Table:
    def __init__(self, path, folder):
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock)
        self.told, self.shown = [], []
        told, shown = self.told.append, lambda *told: self.shown.append(told)
        self.follower = UnderStones(self.board, lambda: Opened(path, folder), told, shown, Here())

    def rests(self):
        return self.shown[-1] == (None, True, ())

    async def until(self, condition, within_ms=20_000):
        for _ in range(0, within_ms, 20):
            if condition():
                return
            await self.clock.advance(20)
            await asyncio.sleep(0)
        raise AssertionError([did["code"] for did in self.board.done][-8:], self.told)

    def done(self, code):
        return [did for did in self.board.done if did["code"] == code]

    def lit(self):
        """The points and the marked ones that the board was last asked to light."""
        shown = self.board.replica.state.groups.get("shown")
        return (shown["points"], shown["best"]) if shown else None

    def moves(self):
        return [move.point for move in self.board.game.moves]

    async def play(self, point):
        before = len(self.moves())
        self.board.put(point)
        await self.until(lambda: len(self.moves()) > before)


def at_the_table(tmp_path, scenario, text=TREE, **settings):
    path = tmp_path / "tree.sgf"
    path.write_bytes(text)

    async def run():
        table = Table(path, tmp_path / "cache")
        live = asyncio.create_task(table.board.live())
        await table.until(lambda: table.board.lines)
        wanted = {"mode": "casual", **({} if "game" in settings else {"opening": "free centre"}), **settings}
        table.board.ask({"cmd": "set", **wanted})
        await table.until(lambda: wanted.items() <= dict(table.board.game.settings).items())
        follows = asyncio.create_task(table.follower.run())
        try:
            await scenario(table)
        finally:
            await ended(follows, live)

    asyncio.run(run())
    return path.read_bytes()


@pytest.mark.parametrize("mode", ["casual", "teach"])
def test_the_continuations_glow_and_a_stone_that_is_lifted_goes_back(tmp_path, mode):
    async def scenario(table):
        await table.until(lambda: table.lit() == (["h8"], []))
        await table.play("h8")
        await table.until(lambda: table.lit() == (["i9", "h9"], ["i9"]))
        assert [its.comment for its in table.shown[-1][0].continuations] == ["Strong", ""]
        await table.play("i9")
        await table.until(lambda: table.lit() == (["j10"], []))
        table.board.lift("i9")
        await table.until(lambda: table.moves() == ["h8"])
        await table.until(lambda: table.lit() == (["i9", "h9"], ["i9"]))
        await table.play("h9")
        await table.until(lambda: table.moves() == ["h8", "h9"] and table.shown[-1][0].continuations == ())

    assert at_the_table(tmp_path, scenario, mode=mode) == TREE, "nothing new was played"


def test_a_stone_that_is_in_no_tree_begins_a_branch_which_is_kept(tmp_path):
    async def scenario(table):
        await table.play("h8")
        await table.play("h10")
        await table.until(lambda: b"W[hf]" in (tmp_path / "tree.sgf").read_bytes())
        await table.play("g9")
        await table.until(lambda: b"B[gg]" in (tmp_path / "tree.sgf").read_bytes())
        await table.until(lambda: table.shown and table.shown[-1][0] is not None)

    assert at_the_table(tmp_path, scenario) == TREE[:-1] + b"(;W[hf];B[gg]))"


def test_in_a_referee_game_nothing_glows_and_that_is_said_once(tmp_path):
    async def scenario(table):
        await table.until(lambda: table.told)
        table.board.put("h8")
        await table.until(lambda: table.board.game.provisional)
        table.board.press("p1")
        pressed = table.clock.now() + 100
        await table.until(lambda: table.clock.now() > pressed)
        table.board.release("p1")
        await table.until(lambda: table.moves() == ["h8"])
        assert table.told == ["a referee game is played without the tree"] and table.lit() is None
        assert set(table.shown) == {(None, True, ())}

    assert at_the_table(tmp_path, scenario, mode="referee") == TREE


def test_a_tree_of_another_size_is_said_to_be_one(tmp_path):
    async def scenario(table):
        await table.until(lambda: table.told)
        assert table.told == ["the tree is for a board of 19x19, the game's has 15x15"]

    at_the_table(tmp_path, scenario, b"(;GM[4]SZ[19];B[pd])")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"game": "pente"}, "the tree is of Renju, without options: this game is played without it"),
        ({"game": "common-centre"}, "the tree is of Renju, without options"),
    ],
)
def test_a_game_that_the_tree_is_not_of_is_played_without_it(tmp_path, settings, said):
    async def scenario(table):
        await table.until(lambda: table.told)
        assert table.told[0].startswith(said) and table.rests() and table.lit() is None
        await table.play("h8")
        await table.play("h9")
        assert table.rests() and not any("answer" in line for line in table.board.lines)

    tree = TREE.replace(b"GM[4]", b"GM[4]RU[RIF]")
    assert at_the_table(tmp_path, scenario, tree, **settings) == tree


def test_a_stone_that_was_lifted_before_the_tree_was_opened_goes_nowhere(tmp_path):
    path = tmp_path / "tree.sgf"
    path.write_bytes(TREE)

    async def run():
        table = Table(path, tmp_path / "cache")
        live = asyncio.create_task(table.board.live())
        await table.until(lambda: table.board.lines)
        for point in ("h8", "h9", "h10"):
            await table.play(point)
        table.board.lift("h10")
        await table.until(lambda: table.done("take_back_wished"))
        table.board.put("h10")
        await table.until(lambda: table.done("restored"))
        follows = asyncio.create_task(table.follower.run())
        await table.until(lambda: table.shown)
        assert table.moves() == ["h8", "h9", "h10"] and not table.done("taken_back")
        await ended(follows, live)

    asyncio.run(run())


def test_a_partner_agrees_to_a_take_back_itself(tmp_path):
    async def scenario(table):
        await table.until(lambda: table.board.game.settings.get("partner") == "p2 laptop")
        await table.play("h8")
        table.board.lift("h8")
        await table.until(lambda: table.done("taken_back"))
        await table.until(lambda: table.moves() == [])
        assert [did["count"] for did in table.done("taken_back")] == [1]
        assert not any("answer" in line for line in table.board.lines)

    at_the_table(tmp_path, scenario, partner="p2 laptop")


def test_a_board_that_is_away_ends_nothing(tmp_path):
    async def scenario(table):
        def away(command):
            raise ValueError("the board is away")

        await table.until(lambda: table.lit())
        ask, table.board.ask = table.board.ask, away
        await table.play("h8")
        await table.until(lambda: table.shown[-1][0] and table.shown[-1][0].comment == "")
        table.board.ask = ask
        await table.play("i9")
        await table.until(lambda: table.lit() == (["j10"], []))

    at_the_table(tmp_path, scenario)
