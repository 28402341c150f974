"""The quiz's page: the leader asks from this machine, other pages only answer, and no page can stuff the answers."""

import asyncio
import contextlib
import json

import pytest
import waiting
from fake_board import FakeBoard
from pages import ELSEWHERE, HERE_IP, OWN, begun, client_of, from_anywhere, page_of, ready, state
from quiz.test_quiz_questions import LOST
from starlette.testclient import WebSocketDenialResponse
from tengen_host.hall.hall import Hall
from tengen_host.quiz.question import Checker, about
from tengen_host.quiz.running import Quiz
from tengen_host.records.record import Record
from tengen_host.study.fours import Solver
from tengen_host.web import access, quiz_page
from tengen_host.web.addresses import Shared
from tengen_host.web.app import make_app
from tengen_host.web.server import serve

OWN_WS, HERE_WS = f"ws://{OWN}:8000/quiz/ws", "ws://127.0.0.1:8000/quiz/ws"
NEXT = {"do": "quiz", "act": "next"}


@pytest.fixture(scope="module")
def questions():
    ask = Checker(Solver.fastest())
    return [about(Record(tuple(LOST)), turn, kind, "", ask) for turn, kind in ((9, "why"), (3, "next"))]


@pytest.fixture
def app(questions):
    hall = Hall.of(FakeBoard())
    # one client for all pages, because they share an event loop
    with from_anywhere(make_app(hall, Shared("192.168.1.5", 8000), quiz=Quiz(hall, questions))) as client:
        yield client


def leader(app, address=HERE_WS, **headers):
    return app.websocket_connect(address, headers={"peer": HERE_IP, **headers})


@contextlib.contextmanager
def phone(app, device="", peer=ELSEWHERE, name=""):
    with app.websocket_connect(OWN_WS, headers={"peer": peer}) as socket:
        if device:
            socket.send_json({"do": "here", "device": device, "name": name})
        yield socket


def get(app, path):
    """Return the answer to a page elsewhere in the network."""
    return app.get(f"http://{OWN}:8000/{path}", headers={"peer": ELSEWHERE})


def until(socket, kind):
    """Return the next message of this type."""
    while (message := socket.receive_json())["type"] != kind:
        pass
    return message


def quiz_until(socket, state):
    """Return the next group `quiz` in this state."""
    while (its := until(socket, "line")["line"]["is"].get("quiz", {})).get("state") != state:
        pass
    return its


def count_of(socket):
    """Return the next number of answers that is not 0."""
    while not (its := until(socket, "line")["line"]["is"].get("answered", {})).get("n"):
        pass
    return its["n"]


def answered(socket):
    return until(socket, "answered")["answer"]


def test_the_page_its_description_and_its_qr_code(app):
    assert "/page/quiz/quiz.js" in get(app, "quiz").text
    about_it = get(app, "quiz/about.json").json()
    assert (about_it["size"], len(about_it["points"]), about_it["games"]) == (15, 225, False)
    assert get(app, "quiz/seat.json").json() == {}
    code, other = (get(app, path) for path in ("qr.svg?quiz", "qr.svg"))
    assert code.status_code == 200 and code.content != other.content


def test_the_leader_asks_and_a_phone_answers(app):
    with leader(app) as lead, phone(app, "one") as one:
        assert "quiz" in ready(lead)["may"] and ready(one)["may"] == ["answer"]
        assert answered(one) == ""
        lead.send_json(NEXT)
        assert quiz_until(one, "open")["kind"] == "why"
        one.send_json({"do": "answer", "number": "1", "answer": "fours"})
        assert answered(one) == "fours"
        assert count_of(lead) == 1
        lead.send_json(NEXT)
        assert quiz_until(one, "shown")["heat"] == {"fours": 1}


def test_a_phone_that_comes_back_has_the_same_question_and_its_own_answer(app):
    with leader(app) as lead:
        lead.send_json(NEXT)
        quiz_until(lead, "open")
        with phone(app, "one") as one:
            one.send_json({"do": "answer", "number": "1", "answer": "foul"})
            assert [answered(one), answered(one)] == ["", "foul"]
        with phone(app, "one") as again:
            assert state(again)[0]["line"]["is"]["quiz"]["number"] == 1
            assert answered(again) == "foul"


@pytest.mark.parametrize("act", ["next", "ask", "tally", "end"])
def test_a_page_elsewhere_does_not_lead(app, act):
    with leader(app) as lead, phone(app, "one") as one:
        one.send_json({"do": "quiz", "act": act})
        assert until(one, "error")["key"] == "notice.looking"
        lead.send_json(NEXT)
        assert quiz_until(lead, "open")["number"] == 1  # nothing else has happened


def test_neither_does_a_page_here_that_only_looks_nor_one_behind_a_proxy(app):
    with leader(app, HERE_WS + "?looks") as looks:
        assert ready(looks)["may"] == ["answer"]
        looks.send_json(NEXT)
        assert until(looks, "error")["key"] == "notice.looking"
    with leader(app, forwarded="for=203.0.113.7") as proxied:
        assert ready(proxied)["may"] == ["answer"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_a_page_of_another_origin_is_refused(app, origin):
    with pytest.raises(WebSocketDenialResponse) as refused, leader(app, origin=origin):
        pass
    assert refused.value.status_code == 403


@pytest.mark.parametrize(
    "command",
    [
        {"do": "answer", "number": "1", "answer": "foul"},
        {"do": "here", "device": ""},
        {"do": "here", "device": "x" * 65},
        {"do": "here"},
        {"do": "put", "point": "h8"},
        {"do": "here", "device": 7},
        [],
    ],
)
def test_a_bad_command_is_an_error_and_changes_nothing(app, command):
    with phone(app) as one:
        one.send_json(command)
        assert until(one, "error")["key"] == "server.bad_command"


def test_a_bad_name_is_an_error_and_the_device_may_still_answer(app):
    with leader(app) as lead, phone(app, "one", name="x" * 21) as one:
        lead.send_json(NEXT)
        assert until(one, "error")["key"] == "server.too_long"
        quiz_until(lead, "open")
        one.send_json({"do": "answer", "number": "1", "answer": "foul"})
        assert answered(one) == "foul"


def test_an_address_has_so_many_pages_and_the_room_more_than_boards_have(app, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", 1)
    monkeypatch.setattr(access, "MOST_ANSWERING", 22)
    with contextlib.ExitStack() as stack:
        for _ in range(access.MOST_OF_AN_ADDRESS):
            ready(stack.enter_context(phone(app)))
        assert get(app, "quiz/seat.json").json()["key"] == "server.full_for_address"
        for number in (10, 11):
            ready(stack.enter_context(phone(app, peer=f"192.168.1.{number}")))
        with pytest.raises(WebSocketDenialResponse) as refused, phone(app, peer="192.168.1.12"):
            pass
        assert refused.value.status_code == 503
        ready(stack.enter_context(leader(app)))


def test_a_page_that_is_refused_leads_to_the_question(app, monkeypatch):
    monkeypatch.setattr(access, "MOST_WATCHING", 0)
    assert get(app, "seat.json").json() | {"message": ""} == {
        "key": "server.full",
        "values": {},
        "message": "",
        "quiz": False,
    }
    with leader(app) as lead:
        lead.send_json(NEXT)
        quiz_until(lead, "open")
        assert get(app, "seat.json").json()["quiz"] is True


def test_one_address_with_a_thousand_devices_is_counted_so_often_and_no_more(app, monkeypatch):
    monkeypatch.setattr(quiz_page, "PAUSE_S", 0)
    with leader(app) as lead, phone(app) as one:
        lead.send_json(NEXT)
        assert quiz_until(one, "open")
        for number in range(1000):
            one.send_json({"do": "here", "device": f"device {number}", "name": f"Name {number}"})
            one.send_json({"do": "answer", "number": "1", "answer": "foul"})
        assert until(one, "error")["key"] == "quiz.many_of_address"
        lead.send_json(NEXT)
        assert quiz_until(lead, "shown")["heat"] == {"foul": access.MOST_OF_AN_ADDRESS}


def test_a_relay_has_no_quiz():
    assert client_of(make_app(Hall.of(FakeBoard()), relay_viewers=10)).get("/quiz").status_code == 404


def test_a_flood_of_one_device_holds_up_nobody_and_counts_once(questions):
    """10,000 answers that are sent at once wait in the network; another device's answer is taken meanwhile."""

    async def evening():
        hall = Hall.of(FakeBoard())
        quiz, address = Quiz(hall, questions), asyncio.Future()
        server = asyncio.ensure_future(serve(hall, 0, address.set_result, quiz=quiz))
        looks = "quiz/ws?looks"
        at = await address
        async with page_of(at, "quiz/ws") as lead, page_of(at, looks) as bad, page_of(at, looks) as good:
            for page in (lead, bad, good):
                await begun(page)
            await lead.send(json.dumps(NEXT))
            await message(bad, "line")

            async def flood():
                await bad.send(json.dumps({"do": "here", "device": "bad"}))
                for number in range(10_000):
                    answer = ("foul", "fours")[number % 2]
                    await bad.send(json.dumps({"do": "answer", "number": "1", "answer": answer}))

            flooding = asyncio.ensure_future(flood())
            while (await message(bad, "answered"))["answer"] == "":
                pass
            await good.send(json.dumps({"do": "here", "device": "good"}))
            await good.send(json.dumps({"do": "answer", "number": "1", "answer": "five"}))
            while (await message(good, "answered"))["answer"] != "five":
                pass
            flooding.cancel()
            bad.transport.abort()  # a proper end would wait until the server has read the rest
            await lead.send(json.dumps(NEXT))
            while (its := (await message(lead, "line"))["line"]["is"].get("quiz", {})).get("state") != "shown":
                pass
            assert sorted(its["heat"].values()) == [1, 1] and its["heat"]["five"] == 1
        server.cancel()
        await asyncio.gather(server, return_exceptions=True)

    waiting.run(evening())


async def message(page, kind):
    while (its := json.loads(await page.recv()))["type"] != kind:
        pass
    return its
