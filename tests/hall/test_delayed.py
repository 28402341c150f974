"""With a delay, the room sees each board and each stored game later: on every address of the server."""

import json
import os
from dataclasses import replace

import pytest
from fake_board import ToldBoard
from pages import acts, client_of, ready, state, watching
from tengen_host.boards.interface import group
from tengen_host.hall.delayed import delayed, seconds
from tengen_host.hall.hall import Hall
from tengen_host.records.library import Library
from tengen_host.records.older import Older
from tengen_host.records.record import Record
from tengen_host.web import games
from tengen_host.web.app import make_app

DELAY_S = 300
GAME = {"name": "renju", "size": 15, "players": {"black": "p1", "white": "p2"}, "settings": {"mode": "casual"}}


class Later:
    """Call functions at their time; the test says how the time passes."""

    def __init__(self):
        self.now, self.waiting = 0.0, []

    def __call__(self, after_s, function):
        self.waiting.append((self.now + after_s, function))

    def pass_s(self, more):
        self.now += more
        due = [function for at, function in self.waiting if at <= self.now]
        self.waiting = [each for each in self.waiting if each[0] > self.now]
        for function in reversed(due):  # timers of the same time come in any order
            function()


class Room:
    """A hall with one board, the same with a delay, and clients on this machine and elsewhere."""

    def __init__(self, tmp_path):
        self.later, self.board, self.hall = Later(), ToldBoard(), Hall()
        self.hall.add(self.board, "Table 1", "one")
        self.library = Library(tmp_path)
        routes = games.routes(self.library, None, Older(tmp_path, DELAY_S, lambda: self.later.now))
        self.app = make_app(self.hall, None, routes, delayed=delayed(self.hall, DELAY_S, self.later))
        self.tell(game=GAME, moves=[0, []], board={"clear": True, "changes": []}, asks={"do": "stone", "turn": "black"})

    def tell(self, *did, **groups):
        self.board.tell(*did, **groups)

    def move(self, number, point):
        colour = "white" if number % 2 else "black"
        its = {"point": point, "colour": colour, "who": "p1", "changes": [[point, "empty", colour]]}
        self.tell(moves=[number, [its]], board={"changes": its["changes"]})


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def opened(client, path):
    """Open a page's WebSocket; a full address, because otherwise the test client uses its own host name."""
    return client.websocket_connect(f"ws://{client.base_url.netloc.decode()}{path}")


def shown(client, path):
    with opened(client, path) as page:
        return json.dumps(state(page))


WATCHED = ["/sgf", "/state.json", "/board/one/sgf", "/board/one/state.json"]


@pytest.mark.parametrize("path", WATCHED)
@pytest.mark.parametrize("client", [client_of, watching], ids=["here", "elsewhere"])
def test_the_game_so_far_is_told_after_the_delay_only(room, path, client):
    room.move(0, "h8")
    room.later.pass_s(DELAY_S - 1)
    room.move(1, "i9")
    telling = {"sgf": ("B[hh]", "W[ig]"), "json": ('"h8"', '"i9"')}[path.rpartition(".")[2].rpartition("/")[2]]
    with client(room.app) as page:
        assert not any(each in page.get(path).text for each in telling)
        room.later.pass_s(1)
        assert [each in page.get(path).text for each in telling] == [True, False]
        room.later.pass_s(DELAY_S)
        assert all(each in page.get(path).text for each in telling)


@pytest.mark.parametrize("path", ["/ws", "/board/one/ws", "/hall/ws"])
def test_a_page_in_the_room_sees_the_board_later_and_this_machine_at_once(room, path):
    room.move(0, "h8")
    with client_of(room.app) as here, watching(room.app) as there:
        assert "h8" in shown(here, path) and "h8" not in shown(there, path)
        room.later.pass_s(DELAY_S)
        assert "h8" in shown(there, path)


def test_an_overlay_on_this_machine_watches_like_the_room_and_can_not_act(room):
    room.move(0, "h8")
    with client_of(room.app) as here, opened(here, "/ws?looks") as page:
        assert "h8" not in json.dumps(state(page))
    with client_of(room.app) as here, opened(here, "/ws?looks") as page:
        assert not acts(ready(page))
        page.send_json({"do": "put", "point": "a1"})
        assert page.receive_json()["key"] == "notice.looking"
    assert room.board.done == []


@pytest.mark.parametrize("path", ["/", "/?view=show", "/board/one/"])
def test_a_page_that_asks_to_watch_loads_in_advance_what_it_will_ask_for(room, path):
    data = "/boards.json" if "show" in path else "board.json"
    with client_of(room.app) as here:
        link = here.get(path + ("&" if "?" in path else "?") + "looks").headers["link"]
        assert f"<{data}?looks>" in link
        assert f"<{data}>" in here.get(path).headers["link"]


def test_a_later_message_comes_later(room):
    room.later.pass_s(DELAY_S)
    with watching(room.app) as there, opened(there, "/ws") as page:
        ready(page)
        there.portal.call(room.move, 0, "h8")
        there.portal.call(room.later.pass_s, DELAY_S)
        stones, line = page.receive_json(), page.receive_json()
    assert stones["stones"] == {"h8": "black"} and line["line"]["is"]["moves"][1][0]["point"] == "h8"


def test_lines_of_the_same_time_stay_in_their_order(room):
    for number, point in enumerate(["h8", "i9", "j10"]):
        room.move(number, point)
    room.later.pass_s(DELAY_S)
    with watching(room.app) as there:
        assert [move["point"] for move in there.get("/state.json").json()["is"]["moves"]] == ["h8", "i9", "j10"]


def test_a_cable_that_is_out_is_told_later_too(room):
    out = group("link", {"connected": False, "words": "away", "key": "server.cut_off", "values": {}})
    with watching(room.app) as there:
        room.board.say(out)
        assert out not in json.loads(shown(there, "/ws"))
        room.later.pass_s(DELAY_S)
        assert out in json.loads(shown(there, "/ws"))
        assert there.get("/boards.json").json()[0]["connected"] is False


def test_names_are_told_at_once_and_a_board_may_come_later(room):
    room.hall.first().details.give({"p1": "Anna"})
    second = ToldBoard()
    room.hall.add(second, "Table 2", "two")
    with watching(room.app) as there:
        assert "Anna" in there.get("/state.json").text
        second.tell(game=GAME, result={"winner": "black", "reason": "five", "line": ["h8"]})
        assert "five" not in there.get("/board/two/state.json").text
        room.later.pass_s(DELAY_S)
        assert "five" in there.get("/board/two/state.json").text


def test_a_stored_game_is_listed_and_sent_after_the_delay(room):
    room.later.now = 1_000_000.0
    path = room.library.add(Record(("h8", "i9"), id="abc", over=True, winner="black", reason="resigned"))
    os.utime(path, (room.later.now, room.later.now))
    addresses = ["/games/abc.json", "/games/abc.sgf", "/games/abc.svg", "/games/abc/study.json"]
    with client_of(room.app) as here, watching(room.app) as there:
        assert [each["id"] for each in here.get("/games.json").json()] == ["abc"]
        assert there.get("/games.json").json() == here.get("/games.json?looks").json() == []
        assert [there.get(each).status_code for each in addresses] == [404] * 4
        room.later.pass_s(DELAY_S)
        assert [each["id"] for each in there.get("/games.json").json()] == ["abc"]
        assert [there.get(each).status_code for each in addresses[:3]] == [200] * 3


def test_a_game_that_watchers_have_seen_stays_when_names_are_entered_and_waits_when_it_goes_on(room):
    room.later.now = 1_000_000.0
    begun = Record(("h8", "i9"), id="abc")
    path = room.library.add(begun)
    os.utime(path, (0, 0))
    with watching(room.app) as there:

        def listed():
            os.utime(path, (room.later.now, room.later.now))
            return [each["black"] for each in there.get("/games.json").json()]

        assert len(there.get("/games.json").json()) == 1
        room.library.describe("abc", {"black": "Anna"})
        (path,) = room.library.folder.glob("*.sgf")
        assert listed() == ["Anna"]
        room.library.add(replace(begun, black="Anna", over=True, winner="black", reason="resigned"))
        assert listed() == []
        room.later.pass_s(DELAY_S)
        assert [each["black"] for each in there.get("/games.json").json()] == ["Anna"]


@pytest.mark.parametrize("path", ["/board/none/sgf", "/board/none/state.json"])
def test_an_unknown_board_has_neither(room, path):
    with client_of(room.app) as here:
        assert here.get(path).status_code == 404


def test_a_board_that_has_told_nothing_has_an_empty_game(tmp_path):
    with client_of(make_app(Hall.of(ToldBoard()))) as here:
        assert here.get("/sgf").text.startswith("(;") and here.get("/state.json").json()["is"].get("moves") is None


@pytest.mark.parametrize("text, expected", [("0", 0), ("90", 90), ("90s", 90), ("5m", 300), ("1.5h", 5400)])
def test_times(text, expected):
    assert seconds(text) == expected


@pytest.mark.parametrize(
    "text, said",
    [
        ("soon", "--delay soon: a time is a number with s, m or h, such as 5m"),
        ("25h", "--delay 25h: the longest is 24h"),
    ],
)
def test_a_wrong_delay_is_explained(text, said):
    with pytest.raises(ValueError) as raised:
        seconds(text)
    assert said in str(raised.value)
