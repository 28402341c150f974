"""Pairing over HTTP, and attacks on it: each gets a refusal, and changes nothing."""

import asyncio
import contextlib
import json
import logging

import pytest
import waiting
from fake_board import FakeBoard, ToldBoard
from pages import ELSEWHERE, HERE_IP, HOST, OWN, acts, client_of, ready
from starlette.testclient import TestClient, WebSocketDenialResponse
from tengen_host.hall.hall import Hall
from tengen_host.pairing.codes import VALID_S
from tengen_host.pairing.devices import EVENING_S, MOST, Devices
from tengen_host.web import addresses
from tengen_host.web import phones as phones_module
from tengen_host.web.addresses import Shared
from tengen_host.web.app import make_app
from tengen_host.web.certificate import OwnCertificate
from tengen_host.web.phones import Phones

THIRD = "192.168.1.10"
GAME = {"name": "renju", "number": 1, "settings": {"mode": "casual"}}


class Room:
    """A server with three boards, its leader's page and phones.

    `now`: its time in seconds. `ticks`: the same for codes, which nobody sets.
    """

    def __init__(self, devices=None, certificate=None):
        self.boards = {key: ToldBoard() for key in ("one", "two", "three")}
        self.hall, self.now, self.ticks = Hall(), 1000.0, 5.0
        for key, board in self.boards.items():
            self.hall.add(board, key)
        self.devices = devices or Devices()
        self.shared = Shared(OWN, 8000, certificate, 8001)
        self.phones = Phones(self.hall, self.devices, self.shared, None, lambda: self.now, lambda: self.ticks)
        self.app = make_app(self.hall, self.shared, phones=self.phones)
        self.leader = client_of(self.app)

    def phone(self, address=ELSEWHERE, host=f"{OWN}:8000"):
        """Return a phone's browser at an address, with its own cookies."""
        return client_of(self.app, address, host)

    def encrypted(self, address=ELSEWHERE):
        """Return a phone's browser that is connected with encryption."""
        return TestClient(self.app, client=(address, 50_000), base_url=f"https://{OWN}:8001")

    def listed(self):
        """What the leader's dialog gets."""
        return self.leader.get("/phones.json").json()

    def change(self, do, **its):
        """What the leader's page gets for a change."""
        answer = self.leader.post("/phones", json={"do": do, **its})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def code(self, role="arbiter", board="", ends="hand", name=""):
        """Show a code for a board, or all; return its text."""
        boards = [board] if board else []
        return self.change("code", role=role, boards=boards, ends=ends, name=name)["code"]["text"]

    def paired(self, role="arbiter", board="", ends="hand", phone=None):
        """Return a phone that has just been paired."""
        self.change("plain")
        phone = phone or self.phone()
        assert phone.post("/pair", json={"code": self.code(role, board, ends)}).status_code == 200
        return phone

    def token(self, phone):
        return phone.cookies[self.phones.cookie(False)]

    def stolen(self, token, address=THIRD):
        """Return a client at another address with a token."""
        thief = self.phone(address)
        thief.cookies.set(self.phones.cookie(False), token)
        return thief


@pytest.fixture
def room():
    return Room()


def opened(client, key="one", headers=None):
    host = client.base_url.netloc.decode()
    return client.websocket_connect(f"ws://{host}/board/{key}/ws", headers=headers or {})


def role(client):
    return client.get("/role.json").json()["role"]


def why(client, command, key="one"):
    """The key of the refusal of a command; "" if it was not refused."""
    with opened(client, key) as socket:
        ready(socket)
        socket.send_json(command)
        socket.send_text("")  # is refused after the command in any case
        answers = [socket.receive_json() for _ in range(2)]
    return answers[0]["key"] if answers[0]["type"] == "error" else ""


def done(room):
    return [board.done for board in room.boards.values()]


BACK = {"do": "ask", "line": {"cmd": "back", "count": 1}}
NAMES = {"do": "details", "p1": "Anna"}


def test_a_phone_is_paired_and_does_what_its_role_may(room):
    room.change("plain")
    phone = room.phone()
    assert role(phone) == "answer"
    answer = phone.post("/pair", json={"code": room.code("arbiter", "one", "game", "Anna").lower()})
    assert answer.json() == {"role": "arbiter", "path": "/board/one/"}
    assert role(phone) == "arbiter"
    with opened(phone) as socket:
        its = ready(socket)
        assert its["role"] == "arbiter" and "ask.back" in its["may"] and not acts(its)
        socket.send_json(BACK)
        socket.send_json(NAMES)
        assert socket.receive_json()["line"]["is"]["names"]["p1"] == "Anna"
    assert room.boards["one"].done == [("ask", BACK["line"])]
    told = room.listed()
    assert told["code"]["state"] == "used"
    (device,) = told["devices"]
    assert (device["role"], device["boards"], device["name"]) == ("arbiter", ["one"], "Anna")
    assert (device["since"], device["heard"], device["address"]) == (1000.0, 1000.0, ELSEWHERE)


@pytest.mark.parametrize(
    ("chosen", "board", "path"),
    [("p1", "two", "/board/two/"), ("helper", "", "/"), ("commentator", "one", "/board/one/?view=comment")],
)
def test_each_role_comes_to_its_page(room, chosen, board, path):
    room.change("plain")
    assert room.phone().post("/pair", json={"code": room.code(chosen, board)}).json()["path"] == path


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites_and_needs_no_clock(room):
    room.change("plain")
    cookie = room.phone().post("/pair", json={"code": room.code()}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert "max-age=" in cookie and "expires" not in cookie, "the phone's clock may be wrong"
    assert "secure" not in cookie and cookie.startswith("tengen-")
    cookie = room.encrypted().post("/pair", json={"code": room.code()}).headers["set-cookie"]
    assert cookie.startswith("__Host-tengen-") and "secure" in cookie.lower() and "domain" not in cookie.lower()


def test_without_encryption_nothing_is_paired_before_the_leader_has_said_yes(room):
    phone = room.phone()
    assert (room.listed()["plain"], room.listed()["address"]) == (False, "")
    answer = phone.post("/pair", json={"code": room.code()})
    assert (answer.status_code, answer.json()["key"]) == (409, "pair.plain_only")
    assert room.listed()["devices"] == []
    assert room.change("plain")["address"] == f"http://{OWN}:8000/pair"
    assert phone.post("/pair", json={"code": room.code()}).status_code == 200
    assert room.change("encrypted")["plain"] is False
    assert phone.post("/pair", json={"code": room.code()}).status_code == 409
    assert room.encrypted(THIRD).post("/pair", json={"code": room.code()}).status_code == 200


def test_a_right_code_that_was_sent_without_encryption_has_ended(room):
    code = room.code()
    assert room.phone().post("/pair", json={"code": "222222"}).json()["key"] == "pair.wrong"
    assert room.listed()["code"]["state"] == "open"
    assert room.phone().post("/pair", json={"code": code}).json()["key"] == "pair.plain_only"
    assert room.listed()["code"]["state"] == "sent_plain"
    for phone in (room.phone(THIRD), room.encrypted(THIRD)):
        assert phone.post("/pair", json={"code": code}).json()["key"] == "pair.wrong"


def test_the_yes_to_plain_ends_with_the_network_and_with_the_start(monkeypatch):
    kept, new = [], "192.168.7.5"

    async def moved():
        following = asyncio.ensure_future(room.shared.follow())
        await waiting.until(lambda: new in room.shared.address)
        following.cancel()

    room = Room(Devices(save=kept.append))
    room.paired()
    assert room.listed()["plain"] and not Room(Devices(kept[-1])).listed()["plain"]
    monkeypatch.setattr(addresses, "LOOK_S", 0.0)
    monkeypatch.setattr(addresses, "addresses", lambda share: [new])
    waiting.run(moved())
    assert not room.listed()["plain"]


def test_with_a_certificate_the_code_leads_to_the_encrypted_address_until_the_leader_allows_plain(tmp_path):
    room = Room(certificate=OwnCertificate(tmp_path / "certificate.pem"))
    shown = room.listed()
    assert shown["address"] == f"https://{OWN}:8001/pair" and not shown["plain"]
    assert shown["fingerprint"] == room.shared.fingerprint != ""
    code = room.code()
    assert f"https://{OWN}:8001/pair#{code}" in room.leader.get("/pair.svg").text
    refused = room.phone().post("/pair", json={"code": code}).json()
    assert refused["key"] == "pair.plain" and refused["values"] == {"address": shown["address"]}
    phone = room.encrypted()
    assert phone.post("/pair", json={"code": room.code()}).status_code == 200 and role(phone) == "arbiter"
    its = room.change("plain")
    assert (its["address"], its["fingerprint"]) == (f"http://{OWN}:8000/pair", "")
    code = room.code("p1", "one")
    assert f"http://{OWN}:8000/pair#{code}" in room.leader.get("/pair.svg").text
    second = room.phone(THIRD)
    assert second.post("/pair", json={"code": code}).status_code == 200 and role(second) == "p1"
    assert role(phone) == "arbiter"


def test_a_phone_may_be_paired_again_when_no_more_can_be_paired(room):
    phone = room.paired("helper")
    for _ in range(MOST - 1):
        room.paired("helper", phone=room.phone(THIRD))
    assert room.phone("192.168.1.11").post("/pair", json={"code": room.code()}).json()["key"] == "pair.full"
    room.paired("arbiter", phone=phone)
    assert role(phone) == "arbiter" and len(room.listed()["devices"]) == MOST


def test_a_role_may_be_for_several_boards(room):
    room.change("plain")
    phone = room.phone()
    its = room.change("code", role="helper", boards=["one", "three"], ends="hand", name="")
    answer = phone.post("/pair", json={"code": its["code"]["text"]})
    assert answer.json() == {"role": "helper", "path": "/"}
    assert why(phone, NAMES, "one") == why(phone, NAMES, "three") == ""
    assert why(phone, NAMES, "two") == "rights.other_board"


def test_an_open_page_ends_when_its_evening_is_over(room, monkeypatch):
    monkeypatch.setattr(phones_module, "SWEEP_S", 0.0)
    phone = room.paired(ends="evening")

    async def ended(socket):
        following = asyncio.ensure_future(room.phones.follow_time())
        room.now += EVENING_S
        await waiting.until(lambda: not room.devices.listed(0.0))
        following.cancel()

    with opened(phone) as socket:
        ready(socket)
        socket.portal.call(ended, socket)
        with pytest.raises(Exception) as closed:
            while True:
                socket.receive_json()
        assert type(closed.value).__name__ == "WebSocketDisconnect"


def test_the_leader_renames_and_removes_and_the_open_page_ends_at_once(room):
    phone = room.paired("helper")
    (device,) = room.listed()["devices"]
    assert room.change("rename", id=device["id"], name="  Ben\n\u202e ")["devices"][0]["name"] == "Ben"
    with opened(phone) as socket:
        assert ready(socket)["role"] == "helper"
        assert room.listed()["devices"][0]["connected"] == [ELSEWHERE]
        # in the loop of the open page, as on a real server
        socket.portal.call(room.devices.revoke, device["id"])
        with pytest.raises(Exception) as ended:
            while True:
                socket.receive_json()
        assert type(ended.value).__name__ == "WebSocketDisconnect"
    assert role(phone) == "answer" and why(phone, NAMES) == "notice.looking"
    assert room.listed()["devices"] == []


def test_it_survives_a_restart_of_the_laptop():
    kept = []
    before = Room(Devices(save=kept.append))
    phone = before.paired("arbiter")
    after = Room(Devices(kept[-1]))
    assert role(after.stolen(before.token(phone), ELSEWHERE)) == "arbiter"


def test_a_phone_that_is_paired_again_has_only_the_new_role(room):
    phone = room.paired("helper")
    token = room.token(phone)
    room.paired("p1", "one", phone=phone)
    assert role(phone) == "p1" and role(room.stolen(token)) == "answer"
    assert len(room.listed()["devices"]) == 1


def test_paired_phones_have_a_place_in_any_crowd(room, monkeypatch):
    monkeypatch.setattr("tengen_host.web.access.MOST_WATCHING", 1)
    phone = room.paired("p1", "one")
    with opened(room.phone(THIRD)) as watcher, opened(phone) as player:
        ready(watcher)
        assert ready(player)["role"] == "p1"
        with pytest.raises(WebSocketDenialResponse), opened(room.phone("192.168.1.11")):
            pass


def test_a_role_ends_with_the_game_of_its_board(room):
    end = room.phones.follow()
    board = room.boards["one"]
    board.tell(game=GAME)
    phone, other = room.paired("p1", "one", "game"), room.paired("p1", "two", "game", room.phone(THIRD))
    assert role(phone) == role(other) == "p1"
    board.tell(result={"winner": "black", "reason": "five", "line": []})
    assert role(phone) == "answer" and role(other) == "p1"
    end()
    assert board.listeners == []


def test_a_code_is_used_once_and_for_a_minute(room):
    room.change("plain")
    code = room.code()
    assert room.phone().post("/pair", json={"code": code}).status_code == 200
    assert room.phone(THIRD).post("/pair", json={"code": code}).json()["key"] == "pair.wrong"
    code = room.code()
    room.now -= 7200  # somebody sets the laptop's clock
    assert room.listed()["code"]["seconds"] == VALID_S
    room.ticks += VALID_S
    assert room.listed()["code"]["seconds"] == 0
    assert room.phone(THIRD).post("/pair", json={"code": code}).json()["key"] == "pair.wrong"


@pytest.mark.parametrize("body", ["", "7", "[]", '{"code": 7}', "{}", '{"code": "' + "7" * 5000 + '"}'])
def test_a_wrong_request_gets_a_sentence(room, body):
    answer = room.phone().post("/pair", content=body)
    assert answer.status_code == 409 and answer.json()["key"] == "server.bad_command"


@pytest.mark.parametrize(
    "its",
    [
        {"do": "code", "role": "leader", "boards": [], "ends": "hand"},
        {"do": "code", "role": "p1", "boards": [], "ends": "hand"},  # a player has a board
        {"do": "code", "role": "p1", "boards": ["one", "two"], "ends": "hand"},
        {"do": "code", "role": "helper", "boards": [], "ends": "game"},  # each board has its own game
        {"do": "code", "role": "helper", "boards": ["one", "two"], "ends": "game"},
        {"do": "code", "role": "p1", "boards": ["four"], "ends": "hand"},
        {"do": "code", "role": "p1", "boards": ["one"], "ends": "never"},
        {"do": "code", "role": "p1", "boards": "one", "ends": "hand"},
        {"do": "code", "role": "p1", "boards": [1], "ends": "hand"},
        {"do": "code", "role": ["p1"], "boards": ["one"], "ends": "hand"},
        {"do": "burn"},
        {},
    ],
)
def test_a_wrong_wish_of_the_leader_shows_no_code(room, its):
    answer = room.leader.post("/phones", json=its)
    assert answer.status_code == 409 and answer.json()["key"] == "server.bad_command"
    assert room.listed()["code"] is None


# Attacks


def test_a_guessed_token_is_nobody(room):
    token = room.token(room.paired())
    for guess in ("", "0" * 32, token[::-1], token[:31], token + "0", "' OR 1=1"):
        assert role(room.stolen(guess)) == "answer" and why(room.stolen(guess), BACK) == "notice.looking"
    assert done(room) == [[], [], []]


def test_a_token_replayed_after_its_removal_or_its_evening_is_nobody(room):
    first, second = room.paired(), room.paired(ends="evening", phone=room.phone(THIRD))
    tokens = [room.token(first), room.token(second)]
    room.change("remove", id=room.listed()["devices"][0]["id"])
    room.now += EVENING_S
    for token in tokens:
        assert why(room.stolen(token), BACK) == "notice.looking"
    assert done(room) == [[], [], []]


def test_the_token_is_in_no_address_no_answer_and_no_log(room, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    phone = room.paired("arbiter", "one")
    token = room.token(phone)
    with opened(phone) as socket:
        its = ready(socket)
    texts = [json.dumps(its)]
    for client in (phone, room.leader):
        for path in ("/", "/board/one/", "/role.json", "/phones.json", "/boards.json", "/address.json", "/state.json"):
            answer = client.get(path)
            texts += [answer.text, str(answer.headers), str(answer.url)]
    # the test's own client is no part of the server
    of_client = ("httpx", "httpcore", "httpx2", "httpcore2")
    texts += [record.getMessage() for record in caplog.records if record.name.split(".")[0] not in of_client]
    texts += capsys.readouterr()
    assert not [text for text in texts if token in text]


def test_a_token_or_a_code_in_an_address_does_nothing(room):
    token = room.token(room.paired())
    room.change("plain")
    code = room.code()
    thief = room.phone(THIRD)
    for query in (f"?{room.phones.cookie(False)}={token}", f"?token={token}", f"?code={code}"):
        assert thief.get(f"/role.json{query}").json()["role"] == "answer"
        assert thief.post(f"/pair{query}", json={}).status_code == 409
    assert thief.get(f"/pair?code={code}").status_code == 200 and role(thief) == "answer"


def test_the_leader_sees_a_token_that_two_addresses_use_at_once(room):
    phone = room.paired("helper")
    thief = room.stolen(room.token(phone))
    with opened(phone) as one, opened(thief) as two:
        ready(one)
        ready(two)
        (device,) = room.listed()["devices"]
        assert device["connected"] == sorted([ELSEWHERE, THIRD])
        assert device["address"] == THIRD
    assert room.listed()["devices"][0]["connected"] == []


def test_a_token_for_another_board_only_looks_on(room):
    phone = room.paired("arbiter", "one")
    assert why(phone, BACK, "two") == why(phone, NAMES, "two") == "rights.other_board"
    with opened(phone, "two") as socket:
        assert ready(socket)["may"] == ["answer"]
    assert done(room) == [[], [], []]


def test_a_token_of_another_server_is_nobody(room):
    other = Room()
    thief = other.stolen(room.token(room.paired()))
    assert role(thief) == "answer" and room.phones.cookie(False) != other.phones.cookie(False)


def test_the_code_is_not_found_by_ten_thousand_tries(room):
    room.change("plain")
    code = room.code()
    guesser = room.phone("192.168.1.66")
    keys = [guesser.post("/pair", json={"code": "222222"}).json()["key"] for _ in range(20)]
    assert keys == ["pair.wrong"] * 5 + ["pair.too_many"] * 15
    assert guesser.post("/pair", json={"code": code}).json()["key"] == "pair.too_many"
    for number in range(20):
        for _ in range(5):
            room.phone(f"10.0.0.{number}").post("/pair", json={"code": "222222"})
    assert room.listed()["code"]["state"] == "guessed"
    assert room.phone().post("/pair", json={"code": code}).json()["key"] == "pair.wrong"
    assert room.listed()["devices"] == []


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", f"http://{OWN}:9000"])
def test_a_page_of_another_origin_neither_pairs_nor_acts_nor_listens(room, origin):
    phone, headers = room.paired(), {"origin": origin}
    room.change("plain")
    answer = room.phone(THIRD).post("/pair", json={"code": room.code()}, headers=headers)
    assert answer.status_code == 403
    wish = {"do": "code", "role": "arbiter", "boards": [], "ends": "hand"}
    for client in (room.leader, phone):
        assert client.post("/phones", json=wish, headers=headers).status_code == 403
        with pytest.raises(WebSocketDenialResponse), opened(client, headers=headers):
            pass
    assert len(room.listed()["devices"]) == 1


@pytest.mark.parametrize("host", ["elsewhere.example", "192.168.1.99", "tengen.local"])
def test_a_foreign_name_for_this_machine_gets_nothing(room, host):
    """DNS rebinding: a page elsewhere has a name that leads to this machine."""
    token, code = room.token(room.paired()), room.code()
    for address in (ELSEWHERE, HERE_IP):
        client = room.phone(address)
        client.cookies.set(room.phones.cookie(False), token)
        headers = {"host": f"{host}:8000", "origin": f"http://{host}:8000"}
        assert client.post("/pair", json={"code": code}, headers=headers).status_code == 400
        assert client.get("/phones.json", headers=headers).status_code == 400


@pytest.mark.parametrize("name", ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "x-made-tomorrow"])
def test_a_proxys_headers_make_nobody_the_leader(room, name):
    for client in (room.phone(), client_of(room.app)):
        answer = client.get("/phones.json", headers={name: "127.0.0.1"})
        assert answer.status_code == 403 and answer.json()["key"] == "notice.looking"


def test_a_proxys_headers_do_not_encrypt(room):
    headers = {"x-forwarded-proto": "https", "forwarded": "proto=https", "x-forwarded-ssl": "on"}
    answer = room.phone().post("/pair", json={"code": room.code()}, headers=headers)
    assert answer.json()["key"] == "pair.plain_only"


@pytest.mark.parametrize("path", ["/phones.json", "/pair.svg"])
def test_only_the_leader_sees_devices_and_codes(room, path):
    phone = room.paired()
    room.code()
    assert phone.get(path).status_code == room.phone(THIRD).get(path).status_code == 403
    assert phone.post("/phones", json={"do": "plain"}).status_code == 403
    assert room.leader.get(path).status_code == 200


def test_markup_and_odd_signs_in_a_name_are_only_a_text(room):
    room.change("plain")
    name = "<img src=x onerror=alert(1)>\n\x00" + "x" * 100
    room.phone().post("/pair", json={"code": room.code(name=name)})
    (device,) = room.listed()["devices"]
    assert device["name"] == name.split("\n")[0] + " " + "x" * 11


def claim(seat, entry="foul"):
    return {"do": "ask", "line": {"cmd": "do", "who": seat, "entry": entry}}


def test_the_phone_of_player_1_claims_only_for_player_1(room):
    phone = room.paired("p1", "one")
    for entry in ("foul", "five", "pass", "resign", "draw", "accept", "time"):
        assert why(phone, claim("p2", entry)) == why(phone, claim("arbiter", entry)) == "rights.not_yours"
    for command in (
        {"do": "put", "point": "h8"}, {"do": "lift", "point": "h8"}, {"do": "press", "button": "p1"},
        {"do": "press", "button": "arbiter"}, BACK, NAMES, {"do": "ask", "line": {"cmd": "clock", "p1": 1}},
        {"do": "comment", "act": "begin"}, {"do": "unplug"},
    ):  # fmt: skip
        assert why(phone, command) == "rights.not_yours"
    assert done(room) == [[], [], []]
    with opened(phone) as socket:
        ready(socket)
        socket.send_json(claim("p1"))
        socket.send_text("")
        assert socket.receive_json()["key"] == "server.bad_command"
    assert room.boards["one"].done == [("ask", claim("p1")["line"])]


def test_the_phone_of_an_arbiter_presses_no_button_and_moves_no_stone(room):
    phone = room.paired("arbiter")
    for button in ("p1", "p2", "arbiter"):
        assert why(phone, {"do": "press", "button": button}) == "rights.not_yours"
    for command in ({"do": "put", "point": "h8"}, claim("p1"), {"do": "ask", "line": {"cmd": "setup", "board": "."}}):
        assert why(phone, command) == "rights.not_yours"
    assert done(room) == [[], [], []]


def test_one_device_takes_so_many_places_and_then_those_of_watchers(room, monkeypatch):
    monkeypatch.setattr("tengen_host.web.access.MOST_OF_A_DEVICE", 2)
    monkeypatch.setattr("tengen_host.web.access.MOST_WATCHING", 0)
    phone = room.paired("arbiter")
    with contextlib.ExitStack() as stack:
        for _ in range(2):
            ready(stack.enter_context(opened(phone)))
        with pytest.raises(WebSocketDenialResponse), opened(phone):
            pass


def test_on_a_relay_nobody_is_paired():
    relay = client_of(make_app(FakeBoard(), relay_viewers=5), host=HOST)
    assert relay.post("/pair", json={"code": "222222"}).status_code == 403
    assert relay.get("/phones.json").status_code == 403 and role(relay) == "watcher"
