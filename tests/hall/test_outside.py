"""A paired commentator, who no player can see: it comments on a delayed board, also in a silent or referee game."""

import json
import os

import pytest
from fake_board import ToldBoard
from hall.test_delayed import DELAY_S, GAME, Later, opened, shown
from pages import client_of, ready, watching
from tengen_host.boards.interface import group
from tengen_host.commentary.keeping import Keeping
from tengen_host.demonstrations.demonstration import OWN, Demonstration, Step
from tengen_host.hall.delayed import delayed
from tengen_host.hall.hall import Hall
from tengen_host.pairing.codes import Offer
from tengen_host.pairing.devices import Devices
from tengen_host.records.library import Library
from tengen_host.records.older import Older
from tengen_host.records.record import Record
from tengen_host.web.app import make_app
from tengen_host.web.phones import of_hall

SILENT = {**GAME, "settings": {"mode": "silent"}}


def paired(app, offer):
    """Pair a device; return its cookie."""
    _, token = app.state.devices.add(offer, "", 0.0)
    return {app.state.phones.cookie(False): token}


def with_phones(hall, watched):
    """Return the app of a hall that shows `watched` to the room, with a paired commentator."""
    phones = of_hall(hall, devices := Devices(), None, watched)
    app = make_app(hall, None, delayed=watched, phones=phones)
    app.state.phones, app.state.devices = phones, devices
    app.state.cookie = paired(app, Offer("commentator", None, "hand"))
    return app


@pytest.fixture(params=["silent", "referee"])
def room(request):
    board, hall, later = ToldBoard(), Hall(), Later()
    hall.add(board, "Table 1", "one")
    hall.add(other := ToldBoard(), "Table 2", "two")
    app = with_phones(hall, delayed(hall, DELAY_S, later))
    for each in (board, other):
        each.tell(game={**GAME, "settings": {"mode": request.param}}, asks={"do": "stone", "turn": "white"})
        move = {"point": "h8", "colour": "black", "who": "p1", "changes": [["h8", "empty", "black"]]}
        each.tell(moves=[0, [move]])
    later.pass_s(DELAY_S)
    return board, app, later


def outside(there, app, path="/ws", cookie=None):
    """Open the page of the paired commentator, or of another one."""
    there.cookies.update(cookie or app.state.cookie)
    page = opened(there, path)
    there.cookies.clear()
    return page


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
    with watching(app) as there, outside(there, app) as page:
        its = ready(page)
        assert its["may"] == ["answer", "comment"]
        comment(page, "begin")
        assert commentaries(page, 1)["record"]["moves"] == ["h8"], "not the live position"
        comment(page, "put", point="h9")
        assert commentaries(page, 1)["record"]["moves"] == ["h8", "h9"]


def test_the_room_sees_no_word_of_it(room):
    board, app, later = room
    with watching(app) as there, outside(there, app) as page, opened(there, "/ws") as players:
        ready(page)
        ready(players)
        comment(page, "begin")
        comment(page, "put", point="h9")
        commentaries(page, 2)
        assert commentaries(players, 2) is None
        assert group("commentary", None) in json.loads(shown(there, "/ws"))
        assert "h9" not in there.get("/state.json").text
    with client_of(app) as here:
        assert '"commentary": {' not in shown(here, "/ws") and '"commentary": {' not in shown(here, "/hall/ws")


def test_after_the_game_the_room_sees_it_too(room):
    board, app, later = room
    with watching(app) as there, outside(there, app) as page, opened(there, "/ws") as players:
        ready(page)
        ready(players)
        comment(page, "begin")
        comment(page, "put", point="h9")
        assert commentaries(players, 2) is None
        there.portal.call(end, board)
        there.portal.call(later.pass_s, DELAY_S)
        assert commentaries(players, 1)["record"]["moves"] == ["h8", "h9"]


def test_without_the_token_nobody_comments(room):
    _, app, _ = room
    with watching(app) as there, opened(there, "/ws") as page:
        assert "comment" not in ready(page)["may"]
        comment(page, "begin")
        assert page.receive_json()["key"] == "notice.looking"


def test_an_outside_screen_does_nothing_else(room):
    board, app, _ = room
    with watching(app) as there, outside(there, app) as page:
        ready(page)
        put, new = {"do": "put", "point": "a1"}, {"do": "ask", "line": {"cmd": "new"}}
        name = {"do": "details", "p1": "x"}
        for command in (put, new, name):
            page.send_json(command)
            assert page.receive_json()["key"] == "rights.not_yours"
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


def test_the_commentator_of_one_board_sees_another_like_everybody_in_the_room(room):
    _, app, _ = room
    one, two = (paired(app, Offer("commentator", (key,), "hand")) for key in ("one", "two"))
    path = "/board/two/ws"
    with watching(app) as there, outside(there, app, path, two) as its, outside(there, app, path, one) as other:
        assert (ready(its)["may"], ready(other)["may"]) == (["answer", "comment"], ["answer"])
        comment(its, "begin")
        comment(its, "put", point="h9")
        assert commentaries(its, 2)["record"]["moves"] == ["h8", "h9"]
        assert commentaries(other, 2) is None
        comment(other, "begin")
        assert other.receive_json()["key"] == "rights.other_board"


def test_a_commentator_is_paired_until_the_end_of_the_game_that_it_sees(room):
    board, app, later = room
    devices = app.state.devices
    end_following = app.state.phones.follow()
    devices.add(Offer("commentator", ("one",), "game"), "", 0.0)
    devices.add(Offer("arbiter", ("one",), "game"), "", 0.0)
    board.tell(game={**GAME, "number": 3, "settings": {"mode": "silent"}})
    later.pass_s(DELAY_S)
    end(board)

    def roles():
        return [its["role"] for its in devices.listed(0.0) if its["ends"] == "game"]

    assert roles() == ["commentator"], "the list does not tell the room that the game is over"
    later.pass_s(DELAY_S - 1)
    assert roles() == ["commentator"]
    later.pass_s(1)
    assert roles() == []
    end_following()


def test_it_has_the_club_s_demonstrations_shows_older_games_and_keeps_lines(tmp_path):
    demonstration = Demonstration("own-1", OWN, "Our trap", Record(("h8",)), (Step(0, "Look"),))
    hall, later, library = Hall([demonstration]), Later(), Library(tmp_path)
    hall.add(ToldBoard(), "Table 1", "one")
    later.now = 1_000_000.0
    hall.keep_lines(Keeping(library, pytest.fail))
    load = Older(tmp_path, DELAY_S, lambda: later.now).load
    app = with_phones(hall, delayed(hall, DELAY_S, later, load))
    path = library.add(Record(("h8", "i9"), id="abc", over=True, winner="black", reason="resigned"))
    os.utime(path, (later.now, later.now))
    with watching(app) as there, outside(there, app) as page:
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
