"""A tree's entries over HTTP; only pages of this machine change them."""

import asyncio
import os

import pytest
import waiting
from at_the_board import ended
from fake_board import ToldBoard
from pages import ELSEWHERE, HERE, HOST
from starlette.testclient import TestClient
from tengen_host import whole_files
from tengen_host.boards.interface import groups_of
from tengen_host.engines.gomocup import Opinion
from tengen_host.engines.process import ENDED, EngineError
from tengen_host.guests import tree
from tengen_host.guests.engine import EngineGuest
from tengen_host.guests.tree import TreeGuest
from tengen_host.hall.hall import Hall
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.trees import cache
from tengen_host.web.app import make_app

TREE = "(;GM[4]SZ[15];B[hh]C[Centre](;W[ig]TE[1]C[Strong];B[jf])(;W[hg]))"


class Asked:
    """A board with the tree at a path, and its clients. Its event loop waits while they ask."""

    def __init__(self, path):
        self.path, self.hall = path, Hall.of(ToldBoard())
        self.guest = TreeGuest(path, print)
        self._others = []
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._begin())

    async def _begin(self):
        await self.guest.start()
        self._task = asyncio.ensure_future(self.hall.host(self.guest))
        await asyncio.sleep(0)

    def shown(self):
        """Let the guest look at its tree; return its message to the pages."""
        news = self._loop.create_future()
        end = self.guest.subscribe(lambda message: news.done() or news.set_result(message))
        shown = groups_of(self._loop.run_until_complete(asyncio.wait_for(news, waiting.LIMIT_S)))["study"]
        end()
        return shown

    def run(self, work):
        return self._loop.run_until_complete(work)

    def host(self, guest):
        """Let a started guest come to the board."""
        self._others.append(self._loop.create_task(self.hall.host(guest)))
        self.run(asyncio.sleep(0))

    async def _end(self):
        await ended(self._task, *self._others)
        await self.guest.stop()

    def end(self):
        self._loop.run_until_complete(self._end())
        self._loop.close()

    def client(self, address=HERE):
        return TestClient(make_app(self.hall), client=address, base_url=f"http://{HOST}")


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    path = tmp_path / "a.sgf"
    path.write_text(TREE)
    return path


@pytest.fixture
def asked(path):
    its = Asked(path)
    yield its
    its.end()


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
        ("black=h8;drop", 409, "black is not a text like h8g7"),
        ("white=" + "a1" * 400, 409, "white is not a text"),
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


class Adviser:
    """An engine that dies at a step, or answers."""

    name = "Fake"

    def __init__(self, dies):
        self.dies = dies

    async def start(self):
        self._step("start")

    async def new_game(self, size, rule, *, turn_ms):
        self._step("new game")

    async def move(self, stones, turn):
        self._step("move")
        return Opinion(1, (1,), None)

    async def stop(self): ...

    def _step(self, name):
        if name == self.dies:
            raise EngineError("it has ended", ENDED)


@pytest.fixture
def commented(asked):
    place = asked.hall.first()
    place.commentary.load = lambda id_: Record(("h8", "h9", "i8", "a1", "j8", "a3", "k8", "a5"), over=True)

    def comment(act, **its):
        asked.run(place.commentary.do({"act": act, **its}))

    comment("begin", game="stored")
    return comment


@pytest.mark.parametrize("dies", ["start", "new game", "move"])
def test_an_engine_that_dies_beside_a_commentary_is_a_sentence_and_the_next_one_answers(asked, commented, dies):
    engines = [Adviser(""), Adviser(dies), Adviser("")]  # the first has a seat
    asked.host(EngineGuest("", "p2", 1.0, print, make=lambda command: engines.pop(0)))
    question = {"black": "h8", "white": "h9", "turn": "black", "of": "commentary"}
    answer = asked.client().post("/study/engine", json=question)
    assert (answer.status_code, answer.json()["key"]) == (409, "engine.ended") and "Fake" in answer.json()["message"]
    assert asked.client().post("/study/engine", json=question).json()["point"] == "b1"


def test_after_the_end_of_a_line_no_engine_is_asked(asked, commented):
    asked.host(EngineGuest("", "p2", 1.0, print, make=lambda command: Adviser("start")))
    commented("put", point="g8")
    answer = asked.client().post("/study/engine", json={"black": "h8", "white": "", "turn": None, "of": "commentary"})
    assert (answer.status_code, answer.json()["key"]) == (409, "commentary.over")


def test_a_tree_of_another_game_beside_a_commentary_is_a_sentence_with_its_name(asked, commented):
    place = asked.hall.first()
    assert asked.client().get("/study.json?black=h8&of=commentary").status_code == 200
    for other in (Record(("h8",), game="gomoku"), Record(("e5",), size=9)):
        place.commentary.load = lambda id_, other=other: other
        commented("begin", game="other")
        answer = asked.client().get("/study.json?of=commentary")
        assert (answer.status_code, answer.json()["key"]) == (409, "commentary.other_tree")
        assert answer.json()["values"] == {"tree": "a.sgf"}
        assert asked.client().get("/study.json").status_code == 200, "the board's own game goes on with it"


def test_where_no_tree_is_followed():
    client = TestClient(make_app(ToldBoard()), client=HERE, base_url=f"http://{HOST}")
    assert client.get("/study.json").json()["key"] == "tree.none"


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


def test_what_is_changed_below_the_stones_is_shown_at_once(asked):
    asked.shown()
    change(asked.client(), black="", do="label", point="h8", colour="black", text="A")
    assert [its["label"] for its in asked.shown()["known"]["continuations"]] == ["A"]


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
    def full(folder, data, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files, "write_aside", full)
    assert change(asked.client(), do="comment", text="x").json()["message"].endswith("No space left on device")
    assert asked.path.read_text() == TREE


def test_a_comment_of_which_the_page_has_only_a_part_is_not_changed(path):
    long = TREE.replace("Centre", "Centre " * 1000)
    path.write_text(long)
    asked = Asked(path)
    assert change(asked.client(), do="comment", text="x").json()["key"] == "tree.long_comment"
    assert path.read_text() == long
    asked.end()


def test_it_is_said_why_a_tree_can_not_be_changed(path, tmp_path, monkeypatch):
    games = tmp_path / "games"
    Library(games).add(Record(("h8", "i9")))
    for at, most, writes, key in (
        (path, 200_000, True, None),
        (path, 3, True, "tree.too_large"),
        (path, 200_000, False, "tree.read_only"),
        (games, 200_000, True, "tree.folder"),
    ):
        monkeypatch.setattr(tree, "MOST_CHANGED", most)
        monkeypatch.setattr(os, "access", lambda *named, its=writes: its)
        asked = Asked(at)
        keeps = groups_of(asked.guest.message())["study"]["keeps"]
        assert (keeps and keeps["key"]) == key
        if at is games or most == 3:
            assert change(asked.client(), do="comment", text="x").json()["key"] == key
        asked.end()


@pytest.mark.parametrize("mode", ["referee", "silent"])
def test_a_line_from_before_a_silent_game_is_not_answered_while_no_page_is_open(asked, commented, mode):
    asks = "/study.json?of=commentary&black=h8"
    assert points(asked.client((ELSEWHERE, 50_000)).get(asks).json()) == ["i9", "h9"]
    move = {"point": "h8", "colour": "black", "who": "p1", "changes": [["h8", "empty", "black"]]}
    settings = {"game": "renju", "mode": mode}
    asked.hall.first().board.tell(game={"name": "renju", "size": 15, "settings": settings}, moves=[0, [move]])
    for address in (HERE, (ELSEWHERE, 50_000)):
        answer = asked.client(address).get(asks)
        assert (answer.status_code, answer.json()["key"]) == (409, "commentary.none")
    assert groups_of(asked.hall.first().commentary.message())["commentary"] is None
