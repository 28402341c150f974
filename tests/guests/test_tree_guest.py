"""A tree as a guest at a virtual board: real firmware, a real file, simulated time."""

from types import SimpleNamespace

import pytest
from at_the_board import Here, at_the_table, nothing
from tengen_host.guests.tree import TreeGuest, is_lifted
from tengen_host.records.record import RecordError
from tengen_host.trees import cache, formats

# H8, then I9 (best, with a comment) or H9; after I9 there is J10 with the label A
TREE = b"(;GM[4]SZ[15];B[hh](;W[ig]TE[1]C[Strong];B[jf]LB[ki:A])(;W[hg]))"


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    path = tmp_path / "tree.sgf"
    path.write_bytes(TREE)
    return path


def with_tree(path, scenario, mode="casual", before=nothing, **settings):
    """Run scenario(table) with the tree at a path; return the file's bytes afterwards."""
    opening = {} if "game" in settings else {"opening": "free centre"}
    at_the_table(
        lambda table: TreeGuest(path, table.told.append, thread=Here()),
        lambda table, guest: scenario(table),
        before,
        **{"mode": mode, **opening, **settings},
    )
    return path.read_bytes()


def lit(table):
    """Return the points, and the marked ones, in the last command for lights."""
    shown = table.board.replica.state.groups.get("shown")
    return (shown["points"], shown["best"]) if shown else None


def known(table):
    return table.shown[-1]["known"]


# Opening a tree


def test_a_tree_that_is_there_is_left_as_it_is(path):
    told = []
    TreeGuest(path, told.append).check()
    assert path.read_bytes() == TREE and told == []
    TreeGuest(path.parent, told.append).check()  # a folder of games in place of a file
    assert told == []


@pytest.mark.parametrize("name", ["new.sgf", "new.lib", "new.txt"])
def test_a_file_that_is_not_there_is_begun_and_that_is_said(path, name):
    told, path = [], path.with_name(name)
    TreeGuest(path, told.append).check()
    (begun,) = formats.read(path)
    assert begun.root.children == [] and told == [f"{path} is a new tree: it saves each line that is played"]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("broken.sgf", b"(;SZ[15];B[hh]", "cut off"),
        ("empty.lib", b"", "is empty"),
        ("other.sgf", b"(;GM[2])", "another game"),
        ("new.doc", None, "new.doc"),
        ("no folder/new.sgf", None, "is not a folder"),
    ],
)
def test_what_can_not_be_opened_or_begun_is_one_sentence_and_nothing_is_written(path, name, data, words):
    path, told = path.parent / name, []
    if data is not None:
        path.write_bytes(data)
    with pytest.raises((RecordError, OSError), match=words) as caught:
        TreeGuest(path, told.append).check()
    assert "\n" not in str(caught.value) and told == []
    assert path.read_bytes() == data if data is not None else not path.exists()


# At the board


@pytest.mark.parametrize("mode", ["casual", "teach"])
def test_the_continuations_glow_and_a_stone_that_is_lifted_goes_back(path, mode):
    async def scenario(table):
        await table.until(lambda: lit(table) == (["h8"], []))
        await table.play("h8")
        await table.until(lambda: lit(table) == (["i9", "h9"], ["i9"]))
        assert [its["comment"] for its in known(table)["continuations"]] == ["Strong", ""]
        assert [ply["point"] for ply in table.shown[-1]["outline"]] == ["i9", "h9"]
        await table.play("i9")
        await table.until(lambda: lit(table) == (["j10"], []))
        table.board.lift("i9")
        await table.until(lambda: table.moves() == ["h8"])
        await table.until(lambda: lit(table) == (["i9", "h9"], ["i9"]))
        await table.play("h9")
        await table.until(lambda: table.moves() == ["h8", "h9"] and not known(table)["continuations"])

    assert with_tree(path, scenario, mode) == TREE, "nothing new was played"


def test_a_stone_that_is_in_no_tree_begins_a_branch_which_is_kept(path):
    async def scenario(table):
        await table.play("h8")
        await table.play("h10")
        await table.until(lambda: b"W[hf]" in path.read_bytes())
        await table.play("g9")
        await table.until(lambda: b"B[gg]" in path.read_bytes())
        await table.until(lambda: known(table))

    assert with_tree(path, scenario) == TREE[:-1] + b"(;W[hf];B[gg]))"


def test_in_a_referee_game_nothing_glows_and_that_is_said_once(path):
    async def scenario(table):
        await table.until(lambda: table.told)
        table.board.put("h8")
        await table.until(lambda: table.board.game.provisional)
        table.board.press("p1")
        await table.wait(100)
        table.board.release("p1")
        await table.until(lambda: table.moves() == ["h8"])
        assert table.told == ["a referee game is played without the tree"] and lit(table) is None
        (shown,) = table.shown
        assert (shown["rests"], shown["known"], shown["outline"]) == (True, None, [])

    assert with_tree(path, scenario, "referee") == TREE


@pytest.mark.parametrize(
    ("old", "new", "settings", "said"),
    [
        (b"SZ[15]", b"SZ[19]", {}, "the tree is for a board of 19x19, not of 15x15"),
        (b"GM[4]", b"GM[4]RU[RIF]", {"game": "pente"}, "the tree is for Renju without options: this game is played"),
        (b"GM[4]", b"GM[4]RU[RIF]", {"game": "common-centre"}, "the tree is for Renju without options"),
    ],
)
def test_a_game_that_the_tree_is_not_of_is_played_without_it(path, old, new, settings, said):
    async def scenario(table):
        await table.until(lambda: table.told)
        assert table.told[0].startswith(said) and table.shown[-1]["rests"] and lit(table) is None
        await table.play("h8")
        await table.play("h9")
        assert table.shown[-1]["rests"] and not any("answer" in line for line in table.board.lines)

    tree = TREE.replace(old, new)
    path.write_bytes(tree)
    assert with_tree(path, scenario, **settings) == tree


WISHED = {"code": "take_back_wished", "lifted": True}
MISSING = {"code": "disturbed", "missing": ["i9"]}


@pytest.mark.parametrize(
    ("settings", "did", "lifted"),
    [
        ({"mode": "casual"}, WISHED, True),
        ({"mode": "casual"}, {"code": "take_back_wished"}, False),
        ({"mode": "casual"}, MISSING, False),
        ({"mode": "casual", "partner": "p2 3"}, WISHED, False),
        ({"mode": "teach"}, MISSING, True),
        ({"mode": "teach"}, MISSING | {"missing": ["h8"]}, False),
        ({"mode": "teach"}, MISSING | {"missing": ["h8", "i9"]}, False),
        ({"mode": "teach"}, MISSING | {"extra": {"j10": "black"}}, False),
        ({"mode": "teach", "partner": "p1 3"}, MISSING, False),
        ({"mode": "referee"}, MISSING, False),
    ],
)
def test_the_tree_goes_back_where_the_last_stone_alone_is_lifted_and_nobody_is_asked(settings, did, lifted):
    assert is_lifted(did, SimpleNamespace(settings=settings, last="i9")) == lifted


def test_a_stone_that_was_lifted_before_the_tree_came_goes_nowhere(path):
    async def before(table):
        for point in ("h8", "h9", "h10"):
            await table.play(point)
        table.board.lift("h10")
        await table.until(lambda: table.done("take_back_wished"))
        table.board.put("h10")
        await table.until(lambda: table.done("restored"))

    async def scenario(table):
        await table.until(lambda: table.shown)
        assert table.moves() == ["h8", "h9", "h10"] and not table.done("taken_back")

    with_tree(path, scenario, before=before)


def test_a_partner_agrees_to_a_take_back_itself(path):
    async def scenario(table):
        await table.play("h8")
        table.board.lift("h8")
        await table.until(lambda: table.done("taken_back"))
        await table.until(lambda: table.moves() == [])
        assert [did["count"] for did in table.done("taken_back")] == [1]
        assert not any("answer" in line for line in table.board.lines)

    with_tree(path, scenario, partner="p2 laptop")


def test_a_board_that_is_away_ends_nothing(path):
    async def scenario(table):
        await table.until(lambda: lit(table))
        back = table.away()
        await table.play("h8")
        await table.until(lambda: known(table) and len(known(table)["continuations"]) == 2)
        back()
        await table.play("i9")
        await table.until(lambda: lit(table) == (["j10"], []))

    with_tree(path, scenario)


@pytest.mark.parametrize("data", [None, b"(;SZ[15];B[hh]"], ids=["gone", "broken"])
def test_a_tree_that_can_not_be_written_any_more_is_told_once_and_rests(path, data):
    async def scenario(table):
        await table.play("h8")
        path.unlink() if data is None else path.write_bytes(data)
        for point in ("a1", "b1"):
            await table.play(point)
            await table.until(lambda: table.shown[-1]["rests"])
        (told,) = table.told
        assert told.startswith("the tree can't be read: ") and "tree.sgf" in told and "\n" not in told
        assert table.moves() == ["h8", "a1", "b1"]
        path.write_bytes(TREE)

    with_tree(path, scenario)
