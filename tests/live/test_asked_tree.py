"""What a tree knows of any position, asked over HTTP, and changed by pages of this machine only."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from live.fake_board import ToldBoard
from live.test_live_app import ELSEWHERE, HERE, HOST
from starlette.testclient import TestClient
from tengen_host.live import asked_tree
from tengen_host.live.app import make_app
from tengen_host.live.asked_tree import AskedTree, why_not_written
from tengen_host.live.hall import Hall
from tengen_host.live.under_stones import UnderStones
from tengen_host.records import files
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.trees.explorer import Explorer
from tengen_host.trees.store import Opened

TREE = "(;GM[4]SZ[15];B[hh]C[Centre](;W[ig]TE[1]C[Strong];B[jf])(;W[hg]))"


class Asked:
    """A board with a tree that is asked in this thread, and its clients."""

    def __init__(self, path, folder, thread):
        self.hall = Hall.of(ToldBoard())
        self.path, self._folder, self._thread = path, folder, thread
        self.follower = UnderStones(self.hall.first().board, lambda: None, print)
        self.hall.first().tree = AskedTree(self.follower, thread)
        self.open()

    def open(self):
        self.follower.tree = self._thread.submit(Opened, self.path, self._folder).result()

    def client(self, address=HERE):
        return TestClient(make_app(self.hall), client=address, base_url=f"http://{HOST}")


@pytest.fixture
def asked(tmp_path):
    path = tmp_path / "a.sgf"
    path.write_text(TREE)
    with ThreadPoolExecutor(1) as thread:  # SQLite wants one thread
        its = Asked(path, tmp_path / "cache", thread)
        yield its
        thread.submit(its.follower.tree.close).result()


def points(told):
    return [its["point"] for its in told["known"]["continuations"]]


def change(client, **fields):
    return client.post("/study", json={"black": "h8", **fields})


@pytest.mark.parametrize("address", [HERE, (ELSEWHERE, 50_000)])
@pytest.mark.parametrize("folder", ["", "/board/board"])
def test_whoever_looks_may_ask_for_any_position(asked, address, folder):
    client = asked.client(address)
    told = client.get(f"{folder}/study.json").json()
    assert points(told) == ["h8"] and told["outline"][0]["after"][0]["point"] == "i9"
    told = client.get(f"{folder}/study.json?black=h8").json()
    assert points(told) == ["i9", "h9"] and told["known"]["comment"] == "Centre"
    assert client.get(f"{folder}/study.json?black=a1&white=b2").json() == {"known": None, "outline": []}


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("black=h8;drop", 409, "black is no text like h8g7"),
        ("white=" + "a1" * 400, 409, "white is no text"),
        ("black=s19", 409, "outside the board of 15x15"),
    ],
)
def test_a_question_that_no_page_asks(asked, query, status, words):
    answer = asked.client().get(f"/study.json?{query}")
    assert answer.status_code == status and words in answer.json()["message"]


def test_an_engine_is_asked_by_a_page_of_this_machine_where_one_plays(asked):
    question = {"black": "h8", "white": "", "turn": "white"}
    assert asked.client((ELSEWHERE, 50_000)).post("/study/engine", json=question).status_code == 403
    assert asked.client().post("/study/engine", json=question).json()["key"] == "tree.no_engine"


def test_where_no_tree_is_followed(asked):
    asked.hall.first().tree = None
    assert asked.client().get("/study.json").json()["key"] == "tree.none"


@pytest.mark.parametrize("mode", ["referee", "silent"])
def test_in_a_referee_or_silent_game_nothing_is_told(asked, mode):
    settings = {"game": "renju", "mode": mode}
    asked.hall.first().board.tell("new_game", game={"name": "renju", "size": 15, "settings": settings})
    for answer in (asked.client().get("/study.json?black=h8"), change(asked.client(), do="comment", text="x")):
        assert answer.status_code == 409 and answer.json()["key"] == "study.rests"
    assert asked.path.read_text() == TREE


def test_a_page_of_this_machine_changes_the_file_and_is_told_what_it_says_now(asked):
    client = asked.client()
    told = change(client, do="comment", text="  The middle \r\nof it").json()
    assert told["known"]["comment"] == "The middle\nof it" and b"C[The middle\nof it]" in asked.path.read_bytes()
    told = change(client, do="label", point="h9", colour="white", text="B").json()
    assert told["known"]["continuations"][1]["label"] == "B"
    told = change(client, do="best", point="i9", colour="white", on=False).json()
    assert not told["known"]["continuations"][0]["best"]
    assert points(change(client, do="delete", point="i9", colour="white").json()) == ["h9"]


def test_who_looks_on_from_elsewhere_changes_nothing(asked):
    answer = change(asked.client((ELSEWHERE, 50_000)), do="delete", point="i9", colour="white")
    assert answer.status_code == 403 and answer.json()["key"] == "notice.looking"
    foreign = asked.client().post("/study", json={"do": "comment", "text": "x"}, headers={"origin": "http://elsewhere"})
    assert foreign.status_code == 403 and asked.path.read_text() == TREE


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"do": "burn"}, "server.bad_command"),
        ({"do": "comment", "text": 7}, "server.bad_command"),
        ({"do": "comment", "text": "x" * 4001}, "tree.too_long"),
        ({"do": "label", "point": "h9", "colour": "white", "text": "x" * 13}, "tree.too_long"),
        ({"do": "comment", "text": "a\x1b[2J"}, "tree.unprintable"),
        ({"do": "delete", "point": "a1", "colour": "white"}, "tree.not_changed"),
        ({"do": "delete", "point": "z99", "colour": "white"}, "tree.not_changed"),
    ],
)
def test_what_can_not_be_changed_is_said_and_the_file_stays(asked, fields, key):
    answer = change(asked.client(), **fields)
    assert answer.status_code == 409 and answer.json()["key"] == key
    assert asked.path.read_text() == TREE


def test_a_full_disk_is_said_and_the_file_stays(asked, monkeypatch):
    def full(folder, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_aside", full)
    assert change(asked.client(), do="comment", text="x").json()["message"].endswith("No space left on device")
    assert asked.path.read_text() == TREE


def test_a_comment_of_which_the_page_has_only_a_part_is_not_changed(asked):
    long = TREE.replace("Centre", "Centre " * 1000)
    asked.path.write_text(long)
    asked.open()
    assert change(asked.client(), do="comment", text="x").json()["key"] == "tree.long_comment"
    assert asked.path.read_text() == long


def test_it_is_said_why_a_tree_can_not_be_changed(asked, tmp_path, monkeypatch):
    assert why_not_written(asked.path, asked.follower.tree) is None
    monkeypatch.setattr(asked_tree, "MOST_CHANGED", 3)
    assert why_not_written(asked.path, asked.follower.tree).key == "tree.too_large"
    monkeypatch.undo()
    games = tmp_path / "games"
    Library(games).add(Record(("h8", "i9")))
    explorer = Explorer(games, cache=tmp_path / "cache")
    assert why_not_written(games, explorer).key == "tree.folder"
    explorer.close()
    asked.path.unlink()
    assert why_not_written(asked.path, asked.follower.tree).key == "tree.read_only"
