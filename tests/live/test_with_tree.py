"""`--tree` at a board: what can't be opened is one sentence, and the first board that comes is followed."""

import asyncio

import pytest
from at_the_board import ended
from live.fake_board import ToldBoard
from tengen_host.live.board import groups_of
from tengen_host.live.hall import Hall
from tengen_host.live.with_tree import TreeFile, checked, follow, follow_first
from tengen_host.records.record import RecordError
from tengen_host.trees import formats

TREE = b"(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg]))"
GAME = {"name": "renju", "size": 15, "settings": {"mode": "casual"}}
STARTED = {"is": {"game": GAME, "asks": {"do": "stone", "turn": "black"}}, "did": ["started"]}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def tree(tmp_path):
    path = tmp_path / "tree.sgf"
    path.write_bytes(TREE)
    return path


# What is opened


def test_a_tree_that_is_there_is_left_as_it_is(tree):
    told = []
    assert checked(tree, told.append).path == tree
    assert tree.read_bytes() == TREE and told == []


@pytest.mark.parametrize("name", ["new.sgf", "new.lib", "new.txt"])
def test_a_file_that_is_not_there_is_begun_and_that_is_said(tmp_path, name):
    told = []
    path = checked(tmp_path / name, told.append).path
    (begun,) = formats.read(path)
    assert begun.root.children == [] and told == [f"{path} is a new tree: it keeps each line that is played"]


def test_a_folder_is_the_games_in_it(tmp_path):
    told = []
    assert checked(tmp_path, told.append).path == tmp_path and told == []


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("broken.sgf", b"(;SZ[15];B[hh]", "cut off"),
        ("empty.lib", b"", "is empty"),
        ("other.sgf", b"(;GM[2])", "another game"),
        ("new.doc", None, "new.doc"),
        ("no folder/new.sgf", None, "no folder"),
    ],
)
def test_what_can_not_be_opened_or_begun_is_one_sentence_and_nothing_is_written(tmp_path, name, data, words):
    path, told = tmp_path / name, []
    if data is not None:
        path.write_bytes(data)
    with pytest.raises((RecordError, OSError), match=words) as caught:
        checked(path, told.append)
    assert "\n" not in str(caught.value) and told == []
    assert path.read_bytes() == data if data is not None else not path.exists()


# Who is followed


def followed(begin, until):
    """Follow a tree by `begin(hall, tell)` until `until(hall, told)`; return the places and what was told."""
    told = []

    hall = Hall()

    async def run():
        news = asyncio.Event()

        def tell(words):
            told.append(words)
            news.set()

        hall.add(ToldBoard(STARTED), "first")
        hall.add(ToldBoard(STARTED), "other")
        for place in hall.places.values():
            place.study.subscribe(lambda message: news.set())
        task = asyncio.create_task(begin(hall, tell))
        try:
            while not until(hall, told):
                await news.wait()
                news.clear()
            assert not task.done()
        finally:
            await ended(task)

    asyncio.run(run())
    return list(hall.places.values()), told


def studied(place):
    return groups_of(place.study.message())["study"]


def test_the_first_board_is_told_what_the_tree_knows_and_no_other_is(tree):
    (first, other), told = followed(
        lambda hall, tell: follow_first(hall, TreeFile(tree), tell), lambda hall, told: hall.first().board.done
    )
    assert studied(first)["name"] == "tree.sgf"
    assert [its["point"] for its in studied(first)["known"]["continuations"]] == ["h8"]
    assert first.board.done == [("ask", {"cmd": "show", "points": ["h8"], "moves": 0, "best": []})]
    assert studied(other)["name"] == "" and other.board.done == [] and told == []


@pytest.mark.parametrize("data", [None, b"(;SZ[15];B[hh]"], ids=["gone", "broken"])
def test_a_tree_that_can_not_be_read_any_more_is_told_and_the_board_goes_on(tree, data):
    def begin(hall, tell):
        tree.unlink() if data is None else tree.write_bytes(data)
        return follow(hall.first(), TreeFile(tree), tell)

    _, (told,) = followed(begin, lambda hall, told: told)
    assert told.startswith("tree.sgf is not followed any more: ") and "tree.sgf" in told[30:] and "\n" not in told
