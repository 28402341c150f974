"""Several boards in one room: each has its own address, the hall shows all, and no board disturbs another."""

import asyncio

import pytest
from fake_board import FakeBoard, ToldBoard
from pages import ELSEWHERE, HERE, HOST, NO_DETAILS, NOBODY, OWN, ready, state
from starlette.testclient import TestClient, WebSocketDenialResponse
from tengen_host.boards.interface import group
from tengen_host.hall.hall import Hall
from tengen_host.hall.stamps import Stamps
from tengen_host.web import access, app
from tengen_host.web.app import make_app

ALWAYS = (NO_DETAILS[1], NO_DETAILS[3])  # the laptop's groups of each board in the hall
HALL_WS = f"ws://{HOST}/hall/ws"


class CableBoard(ToldBoard):
    """A board that may be away."""

    connected = True

    def link(self, connected):
        self.connected = connected
        self.say(self.link_message())

    def link_message(self):
        return group("link", {"connected": self.connected, "words": "" if self.connected else "away"})

    def state(self, since=""):
        return [*super().state(since), self.link_message()]

    def description(self):
        return super().description() | {"kind": "real"}


@pytest.fixture
def hall():
    hall = Hall()
    hall.add(CableBoard(), "Table 1", "E6605481DB6F")
    hall.add(FakeBoard(), "Board 2")
    return hall


@pytest.fixture
def boards(hall):
    return [place.board for place in hall.places.values()]


@pytest.fixture
def client(hall):
    with TestClient(make_app(hall), client=HERE, base_url=f"http://{HOST}") as client:
        yield client


def ws(key):
    return f"ws://{HOST}/board/{key}/ws"


def test_the_boards_are_listed(client):
    assert client.get("/boards.json").json() == [
        {"key": "E6605481DB6F", "name": "Table 1", "kind": "real", "connected": True, "size": 15},
        {"key": "Board-2", "name": "Board 2", "kind": "virtual", "connected": True, "size": 15},
    ]


@pytest.mark.parametrize(
    "name, key",
    [
        ("COM5", "COM5"),
        ("127.0.0.1:2000", "127.0.0.1-2000"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("../../etc", "etc"),
        ("天元", "board"),
        ("", "board"),
        ("x" * 999, "x" * 60),
        ("Board 2", "Board-2-2"),
    ],
)
def test_a_key_stands_in_an_address_whatever_the_name(hall, client, name, key):
    assert hall.add(FakeBoard(), name).key == key
    assert client.get(f"/board/{key}/board.json").status_code == 200


def test_each_board_has_its_page(client):
    for key in ("E6605481DB6F", "Board-2"):
        page = client.get(f"/board/{key}/")
        assert page.status_code == 200 and "<title>Tengen</title>" in page.text
        assert client.get(f"/board/{key}", follow_redirects=True).text == page.text
    assert client.get("/board/E6605481DB6F/board.json").json()["kind"] == "real"
    assert client.get("/board/Board-2/board.json").json()["kind"] == "virtual"


@pytest.mark.parametrize("path", ["/board/none/", "/board/none/board.json", "/board/none", "/board/%2e%2e/board.json"])
def test_a_board_that_is_not_there(client, path):
    assert client.get(path, follow_redirects=True).status_code == 404
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(ws("none")):
        pass
    assert refused.value.status_code == 404


def test_what_is_done_to_one_board_is_done_to_no_other(client, boards):
    one, two = boards
    with client.websocket_connect(ws("E6605481DB6F")) as first, client.websocket_connect(ws("Board-2")) as second:
        assert state(first) == [*one.state(), *NO_DETAILS]
        assert state(second) == [*two.state(), *NO_DETAILS]
        second.send_json({"do": "put", "point": "h8"})
        assert second.receive_json() == two.stones_message()
        second.send_json({"do": "details", "p1": "Anna"})
        assert second.receive_json() == group("names", NOBODY | {"p1": "Anna"})
        first.send_json({"do": "lift", "point": "h8"})
        assert "no stone" in first.receive_json()["message"]
    assert one.done == [] and one.listeners == two.listeners == []


def test_the_first_board_is_at_the_address_of_the_only_one(client, boards):
    with client.websocket_connect(f"ws://{HOST}/ws") as socket:
        assert state(socket) == [*boards[0].state(), *NO_DETAILS]


def test_without_any_board_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "PAGE", tmp_path)
    (tmp_path / "hall.html").write_text("the hall")
    (tmp_path / "index.html").write_text("the board")
    hall = Hall()
    with TestClient(make_app(hall), client=HERE, base_url=f"http://{HOST}") as client:
        assert client.get("/boards.json").json() == []
        assert client.get("/board.json").status_code == 404
        with pytest.raises(WebSocketDenialResponse), client.websocket_connect(f"ws://{HOST}/ws"):
            pass
        # "/" is the hall before the first board is connected, then that board's page while it is the only one
        assert client.get("/").text == "the hall"
        hall.add(FakeBoard(), "Table 1")
        assert client.get("/").text == "the board"
        hall.add(FakeBoard(), "Table 2")
        assert client.get("/").text == "the hall"


def of_board(key, *messages):
    return [{"board": key, **message} for message in messages]


def test_the_hall_shows_all_boards_and_then_what_happens(client, hall, boards):
    one, two = boards
    one.tell("move", hand={"state": "calm"})
    with client.websocket_connect(HALL_WS) as socket:
        line = one.replica.messages()[0]
        assert state(socket) == [
            {"type": "boards", "boards": hall.boards()},
            *of_board("E6605481DB6F", one.stones_message(), line, one.link_message(), *ALWAYS, one.time()),
            *of_board("Board-2", two.stones_message(), two.replica.messages()[0], *ALWAYS),
        ]
        two.put("c3", "white")
        assert socket.receive_json() == {"board": "Board-2", "type": "stones", "stones": {"c3": "white"}}
        two.say({"type": "lights", "grb": "00", "frame": 1})
        one.tell({"code": "move", "point": "i9"})
        assert socket.receive_json()["line"]["did"] == [{"code": "move", "point": "i9"}]
        hall.places["Board-2"].details.give({"p1": "<b>Anna</b>"})
        assert socket.receive_json() == {"board": "Board-2"} | group("names", NOBODY | {"p1": "<b>Anna</b>"})
    assert one.listeners == two.listeners == []


def test_the_hall_has_each_boards_time_after_its_events_so_that_its_clocks_go_on_from_there(client):
    told = ToldBoard()
    told.tell(clock={"running": "p1", "p1": 600_000, "p2": 600_000})
    told.now = 20_000
    hall = Hall()
    hall.add(FakeBoard(), "One")
    hall.add(told, "Two")
    with (
        TestClient(make_app(hall), client=HERE, base_url=f"http://{HOST}") as client,
        client.websocket_connect(HALL_WS) as socket,
    ):
        assert state(socket)[-1] == {"board": "Two", "type": "time", "ms": 20_000, "speed": None}
        told.say({"type": "power", "on": False})
        assert socket.receive_json() == {"board": "Two", "type": "power", "on": False}


def test_a_board_that_is_away_is_told_in_the_hall_and_the_others_go_on(client, boards):
    one, two = boards
    with client.websocket_connect(HALL_WS) as socket:
        state(socket)
        one.link(False)
        assert socket.receive_json() == {"board": "E6605481DB6F", **one.link_message()}
        assert [board["connected"] for board in socket.receive_json()["boards"]] == [False, True]
        two.put("h8", None)
        assert socket.receive_json()["board"] == "Board-2"


def test_a_board_that_comes_is_seen_in_the_open_hall(client, hall):
    with client.websocket_connect(HALL_WS) as socket:
        state(socket)
        late = FakeBoard()
        late.stones["h8"] = "black"
        hall.add(late, "Late")
        assert [board["key"] for board in socket.receive_json()["boards"]][-1] == "Late"
        assert socket.receive_json() == {"board": "Late", **late.stones_message()}
        assert socket.receive_json() == {"board": "Late", **late.replica.messages()[0]}
        assert [socket.receive_json() for _ in ALWAYS] == list(of_board("Late", *ALWAYS))
        late.put("h9", None)
        assert socket.receive_json()["stones"] == {"h8": "black", "h9": "black"}
    assert late.listeners == []


@pytest.mark.parametrize("text", ["rubbish", '{"do": "put", "point": "h8"}', '{"board": "Board-2", "do": "unplug"}'])
def test_nobody_acts_from_the_hall(client, boards, text):
    with client.websocket_connect(HALL_WS) as socket:
        assert ready(socket) == {"type": "ready", "role": "leader", "may": []}
        socket.send_text(text)
        assert socket.receive_json()["message"].startswith("the hall only shows the boards")
    assert [board.done for board in boards] == [[], []]


def test_all_who_look_on_are_counted_together_wherever_they_look(hall, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", 2)
    base = f"ws://{OWN}:8000"
    with (
        TestClient(make_app(hall), client=(ELSEWHERE, 50_000)) as client,
        client.websocket_connect(f"{base}/hall/ws") as one,
        client.websocket_connect(f"{base}/ws") as two,
    ):
        assert not ready(one)["may"] and ready(two)["may"] == ["answer"]
        with pytest.raises(WebSocketDenialResponse) as refused:
            client.websocket_connect(f"{base}/board/Board-2/ws").__enter__()
        assert refused.value.status_code == 503


def test_the_boards_of_a_hall_are_stamped_and_those_that_come_later_too(hall, boards):
    end = hall.stamp(Stamps(token=lambda: "3f9a"))
    late = ToldBoard()
    hall.add(late, "late")
    for board in (late, boards[0]):
        board.tell("new_game", game={"number": 1})
        board.tell("move", moves=[0, [{"point": "h8", "colour": "black", "changes": []}]])
    assert [len(board.done) for board in (late, boards[0])] == [1, 1]
    end()
    assert late.listeners == boards[0].listeners == []


def test_that_a_game_is_saved_is_shown_by_the_pages_of_its_board_alone(hall, boards):
    heard = []
    for place in hall.places.values():
        place.subscribe(lambda message, key=place.key: heard.append((key, message)))

    async def fetched():
        saved = hall.saver()
        await asyncio.to_thread(saved, boards[1], "20261121-1404-3f9a")
        await asyncio.sleep(0)

    asyncio.run(fetched())
    message = group("saved", {"game": "20261121-1404-3f9a"})
    assert heard == [("Board-2", message)]
    first, second = hall.places.values()
    assert message in second.state() and message not in first.state(), "also for a page that comes later"
