"""The games of the library over HTTP, to view and to download; and how a finished game gets there."""

import asyncio
import contextlib
import io
import json
import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
import waiting
from engines.test_gomocup import has_ended
from fake_board import FakeBoard
from pages import client_of, watching
from PIL import Image
from ptyboard import PtyBoard
from serial_boards import connected, there
from tengen_host.boards import finished_games, serial
from tengen_host.boards.interface import did_of, groups_of
from tengen_host.device.errors import Gone, NoAnswer
from tengen_host.hall.stamps import Stamps
from tengen_host.records import formats
from tengen_host.records.fetch import keep_in
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.web import games, studies, workqueue
from tengen_host.web.app import make_app

ENGINE = str(Path(__file__).parent.parent / "engines" / "wicked_engine.py")

# firmware/docs/rules.md#hard-positions: D8 is a double-three
FOUL = Record(
    moves=("b8", "a1", "c8", "c1", "d9", "e1", "d10", "g1", "d8"),
    black="<b>Anna</b>",
    white="Bo",
    rule="free centre",
    over=True,
    winner="white",
    reason="double-three",
    line=("d8",),
    id="20261121-1404-3f9a",
    date="2026-11-21T14:04:00",
)


@pytest.fixture
def library(tmp_path):
    library = Library(tmp_path / "games")
    library.add(FOUL)
    return library


def served(library, engine=None):
    return make_app(FakeBoard(), None, games.routes(library, engine))


@pytest.fixture
def client(library):
    with client_of(served(library)) as client:
        yield client


def test_the_list_tells_no_paths(client, library):
    (entry,) = client.get("/games.json").json()
    assert (entry["id"], entry["black"], entry["moves"], entry["winner"]) == (FOUL.id, "<b>Anna</b>", 9, "white")
    assert str(library.folder) not in client.get("/games.json").text


def test_a_game_for_the_replay_has_the_reason_of_each_foul(client):
    told = client.get(f"/games/{FOUL.id}.json").json()
    assert tuple(told["record"]["moves"]) == FOUL.moves and told["record"]["winner"] == "white"
    assert told["reasons"][:-1] == [None] * 8
    last = told["reasons"][-1]
    assert (last["point"], last["foul"]) == ("d8", "double-three")
    assert {line["shape"] for line in last["lines"]} == {"three"}


def test_a_silent_game_that_is_not_over_is_not_judged():
    unfinished = {"over": False, "winner": None, "reason": "", "line": ()}
    silent = Record(**{**vars(FOUL), **unfinished, "settings": {"mode": "silent"}})
    assert games.reasons(silent) == [None] * 9
    assert games.reasons(Record(**{**vars(FOUL), **unfinished}))[-1]
    assert games.reasons(Record(**{**vars(FOUL), "settings": {"mode": "silent"}}))[-1]


@pytest.mark.parametrize(
    "record",
    [
        *(Record(("h8",), size=19), Record(("h8", "--", "h9"), game="gomoku"), Record(())),
        *(Record(("h8", "i9"), game="pente", first="white"), Record(("j10", "a1", "b2"), size=19, game="connect6")),
        Record(("h8", "i9"), game="a game of another build", size=7),
    ],
)
def test_of_another_game_or_board_nothing_is_said(record):
    assert games.reasons(record) == [None] * len(record.moves)


def test_from_a_move_on_that_the_rules_refuse_nothing_is_said():
    assert games.reasons(Record(**{**vars(FOUL), "moves": ("h8", "h8", *FOUL.moves)})) == [None] * 11


@pytest.mark.parametrize(
    "ending, format_", [("sgf", "sgf"), ("psq", "psq"), ("txt", "text"), ("rif", "rif"), ("sav", "sav")]
)
def test_a_game_to_take_home(client, ending, format_):
    answer = client.get(f"/games/{FOUL.id}.{ending}")
    assert answer.status_code == 200
    plain = f'attachment; filename="2026-11-21 _b_Anna_b_ - Bo.{ending}"'
    whole = f"filename*=UTF-8''2026-11-21%20_b_Anna_b_%20-%20Bo.{ending}"
    assert answer.headers["content-disposition"] == f"{plain}; {whole}"
    (record,) = formats.FORMATS[format_].read(answer.content, "")
    assert record.moves == FOUL.moves


def test_a_file_is_called_by_the_players_in_any_letters(client, library):
    library.add(replace(FOUL, id="k", black="Zoë", white="中村", date=""))
    told = client.get("/games/k.sgf").headers["content-disposition"]
    assert told.startswith('attachment; filename="undated Zo_ - _.sgf"; filename*=UTF-8\'\'')
    assert unquote(told.partition("''")[2]) == "undated Zoë - 中村.sgf"
    library.add(replace(FOUL, id="n", black="", white=""))
    assert 'filename="2026-11-21 n.sgf"' in client.get("/games/n.sgf").headers["content-disposition"]


def test_a_format_that_can_not_hold_the_game_has_none(client):
    assert client.get("/games.json").json()[0]["files"] == ["sgf", "txt", "psq", "rif", "sav"]
    assert client.get(f"/games/{FOUL.id}.pgn").status_code == 404


def test_a_game_as_pictures(client):
    svg, png, gif = (client.get(f"/games/{FOUL.id}.{ending}") for ending in ("svg", "png", "gif"))
    assert svg.headers["content-type"].startswith("image/svg+xml") and gif.headers["content-type"] == "image/gif"
    assert "&lt;b&gt;Anna" in svg.text and "<b>" not in svg.text
    assert Image.open(io.BytesIO(png.content)).format == "PNG"
    with Image.open(io.BytesIO(gif.content)) as image:
        assert (image.format, image.n_frames) == ("GIF", len(FOUL.moves) + 1)


def test_a_moving_picture_that_nobody_waits_for_is_given_up():
    asked = []

    def wanted():
        asked.append(1)
        return len(asked) < 500  # the client leaves after some of the pictures have been drawn

    with pytest.raises(workqueue.Gone):
        games._drawn(FOUL, "gif", wanted)


def test_names_are_given_to_a_kept_game(client, library):
    answer = client.post(f"/games/{FOUL.id}/names", json={"black": "  Doris   Ek ", "white": "<i>Bo</i>"})
    assert answer.status_code == 200 and answer.json() == {"black": "Doris Ek", "white": "<i>Bo</i>", "id": FOUL.id}
    (entry,) = client.get("/games.json").json()
    assert (entry["black"], entry["white"]) == ("Doris Ek", "<i>Bo</i>")
    assert replace(library.load(FOUL.id), black=FOUL.black, white=FOUL.white) == FOUL
    assert "<i>" not in client.get(f"/games/{FOUL.id}.svg").text


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"black": "x" * 61, "white": ""}, "server.too_long"),
        ({"black": "", "white": "Bo\u202e"}, "server.unprintable"),
        ({"black": "Anna\0", "white": ""}, "server.unprintable"),
        ({"black": 1, "white": ""}, "games.no_names"),
        ({"black": "Anna"}, "games.no_names"),
        ([], "games.no_names"),
        ({"black": "x" * 100_000, "white": ""}, "games.no_names"),
        (b"\xff{", "games.no_names"),
    ],
)
def test_names_that_can_not_be_given_are_refused_with_a_sentence(client, library, body, key):
    data = body if isinstance(body, bytes) else json.dumps(body)
    answer = client.post(f"/games/{FOUL.id}/names", content=data)
    assert answer.status_code == 400 and answer.json()["key"] == key and answer.json()["message"]
    assert library.load(FOUL.id) == FOUL


def test_names_of_a_game_that_is_not_there(client):
    answer = client.post("/games/none/names", json={"black": "A", "white": "B"})
    assert answer.status_code == 404 and answer.json()["key"] == "games.gone"


def test_names_from_who_looks_on_and_from_another_page_are_refused_with_a_sentence(library):
    names = {"black": "Eve", "white": "Eve"}
    with watching(served(library)) as client:
        answer = client.post(f"/games/{FOUL.id}/names", json=names)
        assert answer.status_code == 403 and answer.json()["key"] == "notice.looking"
    with client_of(served(library)) as client:
        foreign = {"origin": "http://elsewhere.example"}
        assert client.post(f"/games/{FOUL.id}/names", json=names, headers=foreign).status_code == 403
    assert library.load(FOUL.id) == FOUL


NO_GAMES = ["none.json", f"{FOUL.id}.exe", FOUL.id, "..%2f..%2fetc%2fpasswd.sgf", "%00.sgf", "x" * 5000 + ".sgf", "."]


@pytest.mark.parametrize("file", NO_GAMES, ids=range(len(NO_GAMES)))
def test_what_is_not_there_is_said(client, file):
    answer = client.get(f"/games/{file}")
    assert answer.status_code == 404 and "Traceback" not in answer.text


def test_who_looks_on_may_see_them_and_nobody_may_change_them(library):
    with watching(served(library)) as client:
        its = client.get("/games.json").json()[0]
        assert its["id"] == FOUL.id and not its["renames"], "and the page shows no pen"
        for method in ("post", "put", "delete"):
            assert getattr(client, method)(f"/games/{FOUL.id}.sgf").status_code == 405
    assert library.load(FOUL.id).moves == FOUL.moves


def test_without_a_library_there_are_no_games():
    with client_of(FakeBoard()) as client:
        assert client.get("/games.json").json() == []
        assert client.get("/games/x.json").status_code == 404


def test_a_folder_that_can_not_be_read_is_said(library, monkeypatch):
    def find(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Library, "find", find)
    with client_of(served(library)) as client:
        answer = client.get("/games.json")
        assert (answer.status_code, answer.json()["key"]) == (500, "games.unreadable")
        assert "Permission denied" in answer.json()["message"]


def test_a_finished_game_is_kept_with_its_details_while_the_page_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(serial, "FETCH_S", 0.3)
    told = []
    folder = tmp_path / "games"
    details = {"p1": "Anna", "p2": "Bo", "event": "Cup", "round": "1", "table": "2"}

    async def test():
        with PtyBoard(tmp_path / "port") as pty:
            async with connected(pty.path, fetch=keep_in(folder, lambda game: details, told.append)) as page:
                await page.until(page.is_connected)
                await there(pty.move, "h8", "p1")
                page.board.ask({"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"})
                await page.until(lambda: page.board.replica.state.groups.get("result"))
                await waiting.until(lambda: told)

    waiting.run(test())
    assert told and told[0].startswith("Saved: ")
    (entry,) = Library(folder).find()
    assert (entry.black, entry.white, entry.winner) == ("Anna", "Bo", "black")
    assert (entry.event, entry.round, entry.table) == ("Cup", "1", "2")


# A virtual board


class Playing:
    """A virtual board at full speed; after each result the laptop fetches the game."""

    def __init__(self, ask):
        self.board, self.ask, self.heard, self.told = VirtualBoard(FastClock()), ask, [], []

    async def __aenter__(self):
        self.board.subscribe(self.hear)
        self.task = asyncio.ensure_future(finished_games.run(self.board, "the board", self.ask, self.told.append))
        Stamps().follow(self.board)
        await self.until(lambda: "asks" in self.heard)
        return self

    def hear(self, message):
        self.heard.extend([*(did["code"] for did in did_of(message)), *groups_of(message)])

    async def __aexit__(self, *_):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def until(self, condition):
        while not condition():
            assert not self.task.done()
            await self.board.clock.sleep_ms(20)

    async def resign(self):
        """White resigns after one move."""
        self.heard.clear()
        self.board.put("h8")
        await self.until(lambda: "provisional" in self.heard)
        self.board.press("p1")
        await self.until(lambda: "stamped" in self.heard)
        self.board.release("p1")
        self.board.ask({"cmd": "do", "who": "p2", "entry": "resign", "choice": "resign"})
        await self.until(lambda: "result" in self.heard)

    async def new_game(self):
        self.board.lift("h8")
        await self.board.clock.sleep_ms(500)
        self.board.ask({"cmd": "new"})
        await self.until(lambda: "new_game" in self.heard)


def played(test, monkeypatch):
    monkeypatch.setattr(serial, "FETCH_S", 0.1)
    monkeypatch.setattr(serial, "FETCH_AGAIN_S", 0.1)
    waiting.run(test())


def test_finished_games_of_a_virtual_board_are_kept_one_after_the_other(tmp_path, monkeypatch):
    told, saved = [], []
    keep = keep_in(tmp_path, lambda game: {"p1": "Anna", "p2": "Bo"}, told.append, saved.append)

    async def test():
        async with Playing(keep) as playing:
            for number in (1, 2):
                await playing.resign()
                await playing.until(lambda number=number: len(told) == number)
                await playing.new_game()

    played(test, monkeypatch)
    assert all(words.startswith("Saved: ") for words in told)
    first, second = Library(tmp_path).find()
    assert (first.black, first.white, first.winner, first.moves) == ("Anna", "Bo", "black", 1)
    assert second.moves == 1 and set(saved) == {first.id, second.id}, "pages show that they are saved"


def test_a_game_that_has_just_ended_is_kept_when_its_board_is_ended(tmp_path, monkeypatch):
    told = []
    playing = Playing(keep_in(tmp_path, lambda game: {}, told.append))

    async def test():
        monkeypatch.setattr(serial, "FETCH_S", 3600)
        async with playing:
            await playing.resign()

    played(test, monkeypatch)
    assert len(told) == 1 and told[0].startswith("Saved: ")
    assert playing.told == ["Saving the last game; press Ctrl-C again to quit without it"]
    assert len(Library(tmp_path).find()) == 1


def test_a_game_that_is_kept_already_does_not_hold_up_the_end(tmp_path, monkeypatch):
    told = []
    playing = Playing(keep_in(tmp_path, lambda game: {}, told.append))

    async def test():
        async with playing:
            await playing.resign()
            await playing.until(lambda: told)
            await playing.new_game()

    played(test, monkeypatch)
    assert playing.told == [] and len(told) == 1


def test_a_board_that_says_nothing_at_the_end_is_told(monkeypatch):
    def fetch(board):
        raise NoAnswer("the board has not answered for 3 s")

    playing = Playing(fetch)

    async def test():
        async with playing:
            await playing.resign()

    played(test, monkeypatch)
    assert playing.told[-1] == "the game is not saved: the board has not answered for 3 s"


def test_a_virtual_board_that_did_not_answer_is_asked_again(tmp_path, monkeypatch):
    asked = []

    def fetch(board):
        asked.append(board.snapshot().game.result)
        if len(asked) == 1:
            raise NoAnswer("its plug was out")

    async def test():
        async with Playing(fetch) as playing:
            await playing.resign()
            await playing.until(lambda: len(asked) == 2)

    played(test, monkeypatch)
    assert [result.reason for result in asked[:2]] == ["resignation"] * 2


def test_who_waits_for_a_virtual_board_is_let_go_when_it_ends(tmp_path):
    async def test():
        board = VirtualBoard()  # the board does not run, so it never answers
        asked = finished_games.LoopBoard(board, "the board", asyncio.get_running_loop())
        answer = asyncio.ensure_future(asyncio.to_thread(asked.snapshot))
        await waiting.until(lambda: board.console.incoming)
        asked.end()
        with pytest.raises(Gone):
            await answer
        with pytest.raises(Gone):
            asked.send({"cmd": "snapshot"})

    waiting.run(test())


# A game studied

# Black has a row of four from move 7 on, and once does not complete it
MISSED = Record(
    moves=("h8", "a1", "i8", "c1", "j8", "e1", "a15", "g1", "k8", "o1", "l8"),
    rule="free centre", over=True, winner="black", reason="five", line=("h8", "i8", "j8", "k8", "l8"), id="won",
)  # fmt: skip


@pytest.fixture
def studying(library, monkeypatch):
    """studying(engine) -> a client that has MISSED; `engine`: the fault of the test engine."""
    monkeypatch.setattr(studies, "THREES_S", 0.0)
    monkeypatch.setattr(studies, "STONE_S", 5.0)  # more time than the engine of the tests needs, which answers at once
    library.add(MISSED)
    with contextlib.ExitStack() as stack:

        def begin(engine=None, *rest):
            command = None if engine is None else shlex.join([sys.executable, ENGINE, engine, *rest])
            return stack.enter_context(client_of(served(library, command)))

        yield begin


def test_a_game_is_studied_at_first_by_fours(studying):
    client = studying()
    told = client.get("/games/won/study.json").json()
    assert tuple(told["moves"]) == MISSED.moves
    wins = {each["turn"]: each["wins"]["line"] for each in told["positions"] if each["wins"]}
    assert len(wins[6]) == 1 and wins[6][0] in ("g8", "k8"), "an open three wins by a straight four"
    assert wins[8] and sorted(wins[10]) in (["g8"], ["l8"])
    assert told["positions"][9]["lost"], "White can't stop both ends"
    assert told["more"] == "threes"
    told = client.get("/games/won/study.json?more").json()
    assert (told["more"], told["engine"]) == (None, None)


def test_wins_with_threes_do_not_delay_the_wins_by_fours(studying, library, monkeypatch):
    # White to move after the third stone: Black has two open threes in the making, and no four yet
    moves = ("h8", "a1", "i8", "o1", "h9", "a15", "i10", "o15")
    library.add(replace(MISSED, moves=moves, over=False, winner=None, reason="", line=(), id="open"))
    monkeypatch.setattr(studies, "THREES_S", 20.0)
    client = studying()
    first = client.get("/games/open/study.json").json()
    assert [each["three"] for each in first["positions"]] == [None] * 9
    second = client.get("/games/open/study.json?more").json()
    assert second["positions"][8]["three"] or second["positions"][6]["three"]
    assert client.get("/games/open/study.json").json() == second, "what is known is told at once"


def test_an_engine_tells_its_opinions_a_few_positions_at_a_time(studying, monkeypatch):
    monkeypatch.setattr(studies, "POSITIONS", 4)
    client = studying("talks")
    client.get("/games/won/study.json")
    told = client.get("/games/won/study.json?more").json()
    asked = [each["turn"] for each in told["positions"] if not each["wins"]]
    assert told["more"] == "engine"
    assert told["engine"] == {"name": "", "done": 0, "of": len(asked), "trouble": None}
    told = client.get("/games/won/study.json?more").json()
    assert told["engine"] == {"name": "Wicked", "done": 4, "of": len(asked), "trouble": None}
    found = [each["turn"] for each in told["positions"] if each["opinion"]]
    assert found == asked[-4:], "the last come first"
    opinion = told["positions"][found[0]]["opinion"]
    assert (opinion["value"], opinion["depth"]) == (-29992, 9)
    while told["more"]:
        told = client.get("/games/won/study.json?more").json()
    assert [each["turn"] for each in told["positions"] if each["opinion"]] == asked


@pytest.mark.parametrize(
    "engine, key", [("crash", "engine.ended_line"), ("ends", "engine.ended_code"), ("rubbish", "engine.rubbish")]
)
def test_what_is_wrong_with_the_engine_is_told_and_the_rest_stays(studying, engine, key):
    client = studying(engine)
    for _ in range(2):
        told = client.get("/games/won/study.json?more").json()
    assert told["engine"]["trouble"]["key"] == key and told["engine"]["done"] == 0
    assert told["positions"][8]["wins"] and told["more"] == "engine", "it may be asked again"
    assert client.get("/games/won/study.json?more").json()["engine"]["trouble"]["key"] == key


def test_an_engine_that_failed_once_goes_on_where_it_was(studying, tmp_path):
    client = studying("crash once", str(tmp_path / "mark"))
    client.get("/games/won/study.json?more")
    told = client.get("/games/won/study.json?more").json()["engine"]
    assert told["trouble"]["key"] == "engine.ended_code"
    assert told["done"] == told["of"] - 1, "the others have an opinion"
    told = client.get("/games/won/study.json?more").json()
    assert told["engine"]["trouble"] is None and told["more"] is None and told["engine"]["done"] == told["engine"]["of"]


def test_two_who_ask_at_once_run_one_engine(studying, tmp_path):
    client = studying("good", str(tmp_path / "heard"))
    client.get("/games/won/study.json?more")
    with ThreadPoolExecutor(2) as people:
        told = list(people.map(lambda _: client.get("/games/won/study.json?more").json(), range(2)))
    assert told[0] == told[1] and told[0]["more"] is None
    assert (tmp_path / "heard").read_text().splitlines().count("END") == 1


def test_of_gomoku_there_are_an_engines_opinions_only(studying, library):
    library.add(Record(moves=("h8", "i9"), game="gomoku", rule="free", over=True, winner="black", id="gomoku"))
    assert studying().get("/games/gomoku/study.json").status_code == 409
    client = studying("talks")
    assert client.get("/games/gomoku/study.json").json()["more"] == "engine"
    told = client.get("/games/gomoku/study.json?more").json()
    assert [bool(each["opinion"]) for each in told["positions"]] == [True, True] and told["more"] is None


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a process that is another's child, as Linux can")
def test_who_leaves_ends_the_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "THREES_S", 0.0)
    mark = tmp_path / "pids"
    known = studies.Studies(shlex.join([sys.executable, ENGINE, "child", str(mark)]))
    known.further(MISSED, lambda: True)
    with pytest.raises(workqueue.Gone):
        known.further(MISSED, lambda: not mark.exists())
    assert all(has_ended(int(pid)) for pid in mark.read_text().split())


def test_a_game_that_no_engine_knows_is_refused_with_one(library, studying):
    library.add(Record(moves=("h8",), game="pente", rule="free", id="pente"))
    answer = studying("good").get("/games/pente/study.json")
    assert answer.status_code == 409 and answer.json()["key"] == "study.impossible"


@pytest.mark.parametrize(
    "its",
    [
        {"game": "pente", "rule": "free"},
        {"size": 13},
        {"settings": {"mode": "referee"}},
        {"settings": {"mode": "silent"}},
    ],
    ids=["another game", "another size", "a referee game that goes on", "a silent game that goes on"],
)
def test_a_game_that_can_not_be_studied_is_refused_in_a_sentence(library, client, its):
    library.add(Record(moves=("g7",), id="refused", **its))
    answer = client.get("/games/refused/study.json")
    assert answer.status_code == 409 and answer.json()["key"] == "study.impossible"
    assert client.get("/games/none/study.json").status_code == 404
