"""The server before one page and several: state first, then what happens; strangers stay outside."""

import json

import pytest
from live.fake_board import FakeBoard
from starlette.testclient import TestClient, WebSocketDenialResponse
from tengen_host.live.app import make_app

HOST = "127.0.0.1:8000"
WS = f"ws://{HOST}/ws"  # in full: the test client would call itself by a name of its own


@pytest.fixture
def board():
    return FakeBoard()


@pytest.fixture
def client(board):
    with TestClient(make_app(board), base_url=f"http://{HOST}") as client:
        yield client


def state(socket):
    """All messages up to "ready"."""
    messages = []
    while True:
        messages.append(socket.receive_json())
        if messages[-1] == {"type": "ready"}:
            return messages[:-1]


def test_the_page_and_its_files_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "<title>Tengen</title>" in page.text
    assert client.get("/main.js").headers["content-type"].startswith("text/javascript")
    assert client.get("/wood.svg").headers["content-type"].startswith("image/svg+xml")
    assert client.get("/nothing").status_code == 404


@pytest.mark.parametrize("path", ["/", "/board.json", "/main.js", "/nothing"])
def test_every_answer_forbids_what_is_not_the_boards_own(client, path):
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_description_is_the_boards(client, board):
    assert client.get("/board.json").json() == board.description()


def test_a_page_gets_the_state_and_then_what_happens(client, board):
    board.put("c3", "white")
    with client.websocket_connect(WS) as socket:
        assert state(socket)[:-1] == board.state()
        socket.send_json({"do": "put", "point": "H8", "colour": "black"})
        assert socket.receive_json() == {"type": "stones", "stones": {"c3": "white", "h8": "black"}}


def test_two_pages_see_the_same(client, board):
    with client.websocket_connect(WS) as one, client.websocket_connect(WS) as two:
        state(one), state(two)
        one.send_json({"do": "put", "point": "h8"})
        assert one.receive_json() == two.receive_json() == board.stones_message()


NO_DETAILS = {"type": "details", "p1": "", "p2": "", "event": "", "round": "", "table": ""}


def test_every_page_sees_the_details_and_so_does_one_that_comes_late(client):
    names = NO_DETAILS | {"p1": "Anna", "p2": "Ben"}
    with client.websocket_connect(WS) as one, client.websocket_connect(WS) as two:
        assert NO_DETAILS in state(one) and NO_DETAILS in state(two)
        one.send_json({"do": "details", "p1": "Anna", "p2": "Ben"})
        assert one.receive_json() == two.receive_json() == names
        two.send_json({"do": "details", "p1": "x" * 61})
        assert two.receive_json()["type"] == "error"
        with client.websocket_connect(WS) as late:
            assert names in state(late)


@pytest.mark.parametrize("text", ["rubbish", "[]", '{"do": "put"}', '{"do": "put", "point": "z99"}'])
def test_a_bad_message_gets_an_error_there_only_and_changes_nothing(client, board, text):
    with client.websocket_connect(WS) as bad, client.websocket_connect(WS) as other:
        state(bad), state(other)
        bad.send_text(text)
        assert bad.receive_json()["type"] == "error"
        assert board.done == []
        # the other page's next message is the next thing that happens; and the bad one may go on
        bad.send_json({"do": "put", "point": "h8"})
        assert other.receive_json() == bad.receive_json() == board.stones_message()


def test_bytes_are_no_command(client):
    with client.websocket_connect(WS) as socket:
        state(socket)
        socket.send_bytes(b"\xff\x00")
        assert socket.receive_json()["message"] == "a command is a text message, not bytes"


def test_an_error_can_repeat_any_text(client):
    with client.websocket_connect(WS) as socket:
        state(socket)
        socket.send_text(json.dumps({"do": "lift", "point": "\ud800"}))
        assert socket.receive_json()["type"] == "error"


FOREIGN = ["http://elsewhere.example", "http://127.0.0.1:9000", "http://127.0.0.1", "null", "http://[x", ""]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_may_not_play(client, board, origin):
    headers = {"origin": origin}
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(WS, headers=headers):
        pass
    assert refused.value.status_code == 403
    assert board.listeners == []


def test_the_boards_own_page_may(client):
    with client.websocket_connect(WS, headers={"origin": f"http://{HOST}"}) as socket:
        assert state(socket)


def test_a_foreign_name_for_this_machine_is_not_answered(board):
    with TestClient(make_app(board), base_url="http://elsewhere.example:8000") as client:
        assert client.get("/board.json").status_code == 400
        headers = {"origin": "http://elsewhere.example:8000"}
        with (
            pytest.raises(WebSocketDenialResponse),
            client.websocket_connect("ws://elsewhere.example:8000/ws", headers=headers),
        ):
            pass
    assert board.listeners == []


def test_a_page_that_vanishes_lets_go_of_its_buttons(client, board):
    with client.websocket_connect(WS) as socket:
        state(socket)
        socket.send_json({"do": "press", "button": "p1"})
        socket.send_json({"do": "press", "button": "p2"})
        socket.send_json({"do": "release", "button": "p2"})
        socket.send_json({"do": "press", "button": "p3"})
        assert "p3" in socket.receive_json()["message"]
    with client.websocket_connect(WS) as socket:  # by now the first has been cleared up
        state(socket)
    assert board.done == [("press", "p1"), ("press", "p2"), ("release", "p2"), ("release", "p1")]
    assert board.listeners == []
