"""The server with one page and with several. Each gets first the state, then each message; strangers are refused."""

import contextlib
import json

import pytest
from fake_board import FakeBoard
from pages import ELSEWHERE, HERE_IP, HOST, NO_DETAILS, NOBODY, OWN, WS, acts, client_of, from_anywhere, ready, state
from starlette.testclient import WebSocketDenialResponse
from tengen.games import registry
from tengen_host.boards.interface import group
from tengen_host.web import access
from tengen_host.web.app import make_app


@pytest.fixture
def board():
    return FakeBoard()


@pytest.fixture
def client(board):
    with client_of(board) as client:
        yield client


def test_the_page_and_its_files_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "<title>Tengen</title>" in page.text
    assert client.get("/page/main.js").headers["content-type"].startswith("text/javascript")
    assert client.get("/page/wood.svg").headers["content-type"].startswith("image/svg+xml")
    for sheet in ("/page/page.css", "/page/hallpage.css"):
        answer = client.get(sheet)
        assert answer.headers["content-type"].startswith("text/css") and ".led.on" in answer.text
    assert client.get("/nothing").status_code == 404


def test_a_big_screen_gets_the_hall_even_of_one_board(client):
    assert "/page/hall/hall.js" in client.get("/?view=show").text
    assert "/page/main.js" in client.get("/?view=room").text


@pytest.mark.parametrize("path", ["/nothing", "/nothing/at/all", "/board/board/nothing"])
def test_an_address_without_a_page_says_so_and_leads_to_the_hall(client, path):
    answer = client.get(path)
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
    assert "There is no page at this address" in answer.text and '<a href="/"' in answer.text


@pytest.mark.parametrize("path", ["/", "/board.json", "/page/main.js", "/nothing"])
def test_every_answer_forbids_what_is_not_the_boards_own(client, path):
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_description_is_the_boards(client, board):
    told = client.get("/board.json").json()
    assert [game["name"] for game in told.pop("games")] == list(registry.NAMES)
    assert told.pop("studies") is False and told.pop("firmware")["lessons"][0] == "five"
    assert told == board.description()


def test_a_page_gets_the_state_and_then_what_happens(client, board):
    board.put("c3", "white")
    with client.websocket_connect(WS) as socket:
        assert state(socket)[: -len(NO_DETAILS)] == board.state()
        socket.send_json({"do": "put", "point": "H8", "colour": "black"})
        assert socket.receive_json() == {"type": "stones", "stones": {"c3": "white", "h8": "black"}}


def test_every_page_sees_the_details_and_so_does_one_that_comes_late(client):
    names = group("names", NOBODY | {"p1": "Anna", "p2": "Ben"})
    with client.websocket_connect(WS) as one, client.websocket_connect(WS) as two:
        assert NO_DETAILS[1] in state(one) and NO_DETAILS[1] in state(two)
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
        # the next message to the other page is about the stone, and the bad page may still act
        bad.send_json({"do": "put", "point": "h8"})
        assert other.receive_json() == bad.receive_json() == board.stones_message()


def test_bytes_are_no_command_and_an_error_can_repeat_any_text(client):
    with client.websocket_connect(WS) as socket:
        state(socket)
        socket.send_bytes(b"\xff\x00")
        told = socket.receive_json()
        assert told["key"] == "server.bad_command"
        assert told["values"] == {"detail": "a command is a text message, not bytes"}
        assert told["message"].endswith("(a command is a text message, not bytes)")
        socket.send_text(json.dumps({"do": "lift", "point": "\ud800"}))
        assert socket.receive_json()["type"] == "error"


def test_the_boards_own_page_may(client):
    with client.websocket_connect(WS, headers={"origin": f"http://{HOST}"}) as socket:
        assert state(socket)


def test_a_page_that_vanishes_lets_go_of_its_buttons(client, board):
    with client.websocket_connect(WS) as socket:
        state(socket)
        socket.send_json({"do": "press", "button": "p1"})
        socket.send_json({"do": "press", "button": "p2"})
        socket.send_json({"do": "release", "button": "p2"})
        socket.send_json({"do": "press", "button": "p3"})
        assert "p3" in socket.receive_json()["message"]
    with client.websocket_connect(WS) as socket:  # the first page's buttons are released by now
        state(socket)
    assert board.done == [("press", "p1"), ("press", "p2"), ("release", "p2"), ("release", "p1")]
    assert board.listeners == []


# Watchers, which may not act


@pytest.fixture
def network(board):
    """A client that connects from the address in its header "peer"."""
    with from_anywhere(make_app(board)) as client:
        yield client


EVERY_COMMAND = (
    {"do": "put", "point": "h8"},
    {"do": "lift", "point": "c3"},
    {"do": "slide", "from": "c3", "to": "d4"},
    {"do": "press", "button": "arbiter"},
    {"do": "release", "button": "arbiter"},
    {"do": "break", "fault": "slow lines"},
    {"do": "mend", "fault": "slow lines"},
    {"do": "unplug"},
    {"do": "plug"},
    {"do": "ask", "line": {"cmd": "new"}},
    {"do": "ask", "line": {"cmd": "snapshot"}},
    {"do": "details", "p1": "Anna"},
)


def opened(network, peer, host, headers):
    """A page's socket on the board: from the address `peer`, to the name `host`, with these headers."""
    return network.websocket_connect(f"ws://{host}:8000/ws", headers={"peer": peer, **headers})


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_on_this_machine_acts(network, host):
    with opened(network, HERE_IP, host, {}) as socket:
        its = ready(socket)
        assert its["role"] == "leader" and acts(its) and "comment" in its["may"]


@pytest.mark.parametrize(
    ("peer", "host", "headers"),
    [
        (ELSEWHERE, OWN, {}),
        (ELSEWHERE, OWN, {"origin": f"http://{OWN}:8000"}),
        (ELSEWHERE, "127.0.0.1", {}),  # whatever name of the server the client uses
        (OWN, OWN, {}),  # a client on this machine that uses the shared address
        (HERE_IP, OWN, {}),
        ("nowhere", "127.0.0.1", {}),
        (HERE_IP, "localhost", {"forwarded": "for=192.0.2.60"}),  # a proxy on this machine, for another machine
    ],
)
def test_a_page_from_elsewhere_sees_all_and_does_nothing(network, board, peer, host, headers):
    board.stones["c3"] = "white"
    with opened(network, peer, host, headers) as viewer, opened(network, HERE_IP, "localhost", {}) as player:
        seen = state(viewer)
        assert seen == state(player) == [*board.state(), *NO_DETAILS]
        for command in EVERY_COMMAND:
            viewer.send_json(command)
            assert viewer.receive_json()["message"].startswith("You are watching")
        viewer.send_bytes(b"\x00")
        assert viewer.receive_json()["type"] == "error"
        assert board.done == []
        # the next message is about the player's action
        player.send_json({"do": "put", "point": "h8"})
        assert player.receive_json() == viewer.receive_json() == board.stones_message()
    assert board.listeners == []


def test_no_crowd_keeps_the_player_out(network, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", 2)
    with opened(network, ELSEWHERE, OWN, {}) as one:
        ready(one)
        with opened(network, ELSEWHERE, OWN, {}) as two:
            ready(two)
            with pytest.raises(WebSocketDenialResponse) as refused, opened(network, ELSEWHERE, OWN, {}):
                pass
            assert refused.value.status_code == 503
            with opened(network, HERE_IP, "localhost", {}) as player:
                assert acts(ready(player))
        with opened(network, ELSEWHERE, OWN, {}) as three:
            assert not acts(ready(three))


def test_one_address_takes_so_many_seats_and_no_more(network):
    with contextlib.ExitStack() as stack:
        for _ in range(access.MOST_OF_AN_ADDRESS):
            assert not acts(ready(stack.enter_context(opened(network, ELSEWHERE, OWN, {}))))
        with pytest.raises(WebSocketDenialResponse) as refused, opened(network, ELSEWHERE, OWN, {}):
            pass
        assert refused.value.status_code == 503 and "from your address" in refused.value.text
        with opened(network, "192.168.1.10", OWN, {}) as another, opened(network, HERE_IP, "localhost", {}) as player:
            assert not acts(ready(another)) and acts(ready(player))
    with opened(network, ELSEWHERE, OWN, {}) as again:
        assert not acts(ready(again))


def test_who_comes_by_a_proxy_on_this_machine_shares_the_seats_of_all(network, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", access.MOST_OF_AN_ADDRESS + 2)
    proxied = {"cf-connecting-ip": "203.0.113.7"}
    with contextlib.ExitStack() as stack:
        for _ in range(access.MOST_OF_AN_ADDRESS + 2):
            assert not acts(ready(stack.enter_context(opened(network, HERE_IP, "localhost", proxied))))
        for peer, host, headers in ((HERE_IP, "localhost", proxied), (ELSEWHERE, OWN, {})):
            with pytest.raises(WebSocketDenialResponse) as refused, opened(network, peer, host, headers):
                pass
            assert refused.value.text == "too many are watching already"
        with opened(network, HERE_IP, "localhost", {}) as player:
            assert acts(ready(player))


OTHERS = ["192.168.1.6", "8.8.8.8", "0.0.0.0", "tengen.local", "elsewhere.example", "", "x" * 999]


@pytest.mark.parametrize("host", OTHERS)
@pytest.mark.parametrize("peer", [HERE_IP, ELSEWHERE])
def test_another_name_or_address_for_this_machine_is_not_answered(network, board, host, peer):
    headers = {"host": f"{host}:8000", "peer": peer}
    for path in ("/", "/board.json", "/page/main.js"):
        assert network.get(f"http://{OWN}:8000{path}", headers=headers).status_code == 400
    with pytest.raises(WebSocketDenialResponse), opened(network, peer, OWN, {"host": f"{host}:8000"}):
        pass
    assert board.listeners == []


FOREIGN = ["http://elsewhere.example", "http://127.0.0.1:9000", "http://127.0.0.1", "null", "http://[x", ""]


@pytest.mark.parametrize("origin", [*FOREIGN, f"http://{OWN}:9000"])
@pytest.mark.parametrize(("peer", "host"), [(HERE_IP, "127.0.0.1"), (ELSEWHERE, OWN)])
def test_a_foreign_page_may_neither_play_nor_look_on(network, board, peer, host, origin):
    with pytest.raises(WebSocketDenialResponse) as refused, opened(network, peer, host, {"origin": origin}):
        pass
    assert refused.value.status_code == 403 and board.listeners == []


def test_files_of_a_relay_may_be_kept_for_a_minute_and_all_else_is_asked_for_anew(board):
    room, relay = (client_of(make_app(board, relay_viewers=number)) for number in (0, 2))
    for path in ("/page/main.js", "/page/page.css", "/page/words/terms.js", "/page/wood.svg"):
        assert relay.get(path).headers["cache-control"] == "public, max-age=60"
        assert room.get(path).headers["cache-control"] == "no-cache"
    for path in ("/", "/board.json", "/boards.json", "/seat.json", "/page/nothing.js"):
        assert relay.get(path).headers["cache-control"] == "no-cache"


def test_a_page_that_has_what_the_board_never_told_gets_the_whole_state(client, board):
    with client.websocket_connect(WS + "?since=7.x") as socket:
        assert state(socket)[: -len(NO_DETAILS)] == board.state()


def test_on_a_relay_nobody_acts_and_so_many_may_look_on(board):
    relay = client_of(make_app(board, relay_viewers=1))
    with relay, relay.websocket_connect(WS) as socket:
        assert not acts(ready(socket))
        with pytest.raises(WebSocketDenialResponse), relay.websocket_connect(WS):
            pass


# The pages of rules


def test_each_game_has_its_rules_and_their_pictures(client):
    for name in registry.NAMES:
        told = client.get(f"/rules/en/{name}.json").json()
        assert [opening for opening, _ in told["openings"]] == list(registry.openings(name))
        assert len(told["options"]) == len(registry.options(name)) and told["sentences"]
        answer = client.get(f"/rules/{name}/{len(told['pictures']) - 1}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml") and answer.text.startswith("<svg")
        assert client.get(f"/rules/{name}/{len(told['pictures'])}.svg").status_code == 404


def test_rules_in_an_unknown_language_are_english_and_of_an_unknown_game_not_found(client):
    assert client.get("/rules/xx/pente.json").json() == client.get("/rules/en/pente.json").json()
    answer = client.get("/rules/en/chess.json")
    assert (answer.status_code, answer.json()["key"]) == (404, "rules.none")
    for path in ("/rules/chess/0.svg", "/rules/../pages.py"):
        assert client.get(path).status_code == 404
