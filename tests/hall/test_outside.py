"""A screen that no player can see: it comments on a delayed board, also in a silent or referee game."""

import json
import os

import pytest
from fake_board import ToldBoard
from hall.test_delayed import DELAY_S, GAME, Later, opened, shown
from pages import client_of, ready, watching
from tengen_host.commentary.keeping import Keeping
from tengen_host.demonstrations.demonstration import OWN, Demonstration, Step
from tengen_host.hall.delayed import delayed
from tengen_host.hall.hall import Hall
from tengen_host.records.library import Library
from tengen_host.records.older import Older
from tengen_host.records.record import Record
from tengen_host.web.app import make_app

WORD = "only-outside"
SILENT = {**GAME, "settings": {"mode": "silent"}}


@pytest.fixture(params=["silent", "referee"])
def room(request):
    board, hall, later = ToldBoard(), Hall(), Later()
    hall.add(board, "Table 1", "one")
    app = make_app(hall, "", delayed=delayed(hall, DELAY_S, later), outside=WORD)
    board.tell(game={**GAME, "settings": {"mode": request.param}}, asks={"do": "stone", "turn": "white"})
    board.tell(moves=[0, [{"point": "h8", "colour": "black", "who": "p1", "changes": [["h8", "empty", "black"]]}]])
    later.pass_s(DELAY_S)
    return board, app, later


def commentaries(page, count):
    """Receive messages until there were so many commentaries; return the last."""
    found = []
    while len(found) < count:
        message = page.receive_json()
        found += [message["line"]["is"]["commentary"]] if "commentary" in message.get("line", {}).get("is", {}) else []
    return found[-1]


def end(board):
    board.tell(result={"winner": "black", "reason": "resigned", "line": []})


def comment(page, act, **its):
    page.send_json({"do": "comment", "act": act, **its})


def test_an_outside_screen_comments_on_what_the_room_has_seen(room):
    board, app, later = room
    board.tell(moves=[1, [{"point": "i9", "colour": "white", "who": "p2", "changes": [["i9", "empty", "white"]]}]])
    with watching(app) as there, opened(there, f"/ws?outside={WORD}") as page:
        its = ready(page)
        assert (its["acts"], its["comments"]) == (False, True)
        comment(page, "begin")
        assert commentaries(page, 1)["record"]["moves"] == ["h8"], "not the live position"
        comment(page, "put", point="h9")
        assert commentaries(page, 1)["record"]["moves"] == ["h8", "h9"]


def test_the_room_sees_no_word_of_it(room):
    board, app, later = room
    with watching(app) as there, opened(there, f"/ws?outside={WORD}") as page, opened(there, "/ws") as players:
        ready(page)
        ready(players)
        comment(page, "begin")
        comment(page, "put", point="h9")
        commentaries(page, 2)
        assert commentaries(players, 2) is None
        assert json.loads(shown(there, "/ws"))[-1]["line"]["is"] == {"commentary": None}
        assert "h9" not in there.get("/state.json").text
    with client_of(app) as here:
        assert '"commentary": {' not in shown(here, "/ws") and '"commentary": {' not in shown(here, "/hall/ws")


def test_after_the_game_the_room_sees_it_too(room):
    board, app, later = room
    with watching(app) as there, opened(there, f"/ws?outside={WORD}") as page, opened(there, "/ws") as players:
        ready(page)
        ready(players)
        comment(page, "begin")
        comment(page, "put", point="h9")
        assert commentaries(players, 2) is None
        there.portal.call(end, board)
        there.portal.call(later.pass_s, DELAY_S)
        assert commentaries(players, 1)["record"]["moves"] == ["h8", "h9"]


@pytest.mark.parametrize("word", ["", "wrong", "%C3%A9", WORD + "x"])
def test_without_the_word_nobody_comments(room, word):
    _, app, _ = room
    with watching(app) as there, opened(there, f"/ws?outside={word}") as page:
        assert ready(page)["comments"] is False
        comment(page, "begin")
        assert page.receive_json()["key"] == "notice.looking"


def test_an_outside_screen_does_nothing_else(room):
    board, app, _ = room
    with watching(app) as there, opened(there, f"/ws?outside={WORD}") as page:
        ready(page)
        put, new = {"do": "put", "point": "a1"}, {"do": "ask", "line": {"cmd": "new"}}
        name = {"do": "details", "p1": "x"}
        for command in (put, new, name):
            page.send_json(command)
            assert page.receive_json()["key"] == "notice.looking"
    assert board.done == []


def test_inside_the_room_it_is_refused_until_the_end(room):
    board, app, _ = room
    with client_of(app) as here, opened(here, "/ws") as page:
        ready(page)
        comment(page, "begin")
        assert page.receive_json()["key"] == "commentary.strict"
        here.portal.call(end, board)
        comment(page, "begin")
        assert commentaries(page, 1)["record"]["moves"] == ["h8"]


def test_it_has_the_club_s_demonstrations_shows_older_games_and_keeps_lines(tmp_path):
    demonstration = Demonstration("own-1", OWN, "Our trap", Record(("h8",)), (Step(0, "Look"),))
    hall, later, library = Hall([demonstration]), Later(), Library(tmp_path)
    hall.add(ToldBoard(), "Table 1", "one")
    later.now = 1_000_000.0
    hall.keep_lines(Keeping(library, pytest.fail))
    load = Older(tmp_path, DELAY_S, lambda: later.now).load
    app = make_app(hall, "", delayed=delayed(hall, DELAY_S, later, load), outside=WORD)
    path = library.add(Record(("h8", "i9"), id="abc", over=True, winner="black", reason="resigned"))
    os.utime(path, (later.now, later.now))
    with watching(app) as there, opened(there, f"/ws?outside={WORD}") as page:
        ready(page)
        comment(page, "begin", demo="own-1")
        assert commentaries(page, 1)["title"] == {"message": "Our trap"}
        comment(page, "begin", game="abc")
        assert page.receive_json()["key"] == "games.gone"
        there.portal.call(later.pass_s, DELAY_S)
        comment(page, "begin", game="abc")
        assert commentaries(page, 1)["of"] == "abc"
        comment(page, "put", point="g7")
        comment(page, "keep")
        assert commentaries(page, 2)["kept"] == 1
    assert "B[gi]" in path.read_text()
