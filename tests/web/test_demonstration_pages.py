"""The list of demonstrations for pages, and who may begin one."""

import asyncio
import contextlib

import pytest
from fake_board import FakeBoard
from pages import HOST, OWN, WS, acts, client_of, ready, watching
from tengen_host.demonstrations import own
from tengen_host.demonstrations.reading import SOURCE, read
from tengen_host.hall.hall import Hall
from tengen_host.web.app import make_app

BEGIN = {"do": "comment", "act": "begin", "demo": "own-1"}


@pytest.fixture
def hall(tmp_path):
    (tmp_path / "a.sgf").write_bytes(b"(;GM[4]SZ[15]GN[Our trap]C[Look];B[hh])")
    hall = Hall(own.read(tmp_path, print))
    hall.add(FakeBoard(), "one")
    return hall


def test_the_list_has_tengen_s_own_and_the_club_s(hall):
    for client in (client_of(make_app(hall)), watching(make_app(hall))):
        listed = client.get("/demonstrations.json").json()
        assert listed[0] == {
            "name": "double-three",
            "group": "shapes",
            "title": {"key": "foul.double-three", "values": {}, "message": "double-three"},
        }
        assert listed[-1] == {"name": "own-1", "group": "own", "title": {"message": "Our trap"}}
        assert [its["group"] for its in listed].count("openings") == 26


def test_the_judge_checks_them_beside_the_event_loop(hall, monkeypatch):
    running = []

    def judged():
        with contextlib.suppress(RuntimeError):
            running.append(asyncio.get_running_loop())
        return {each.name: each for each in read(SOURCE.read_text(encoding="ascii"))}

    monkeypatch.setattr(hall, "demonstrations", judged)
    hall.first().commentary.demonstrations = judged
    assert client_of(make_app(hall)).get("/demonstrations.json").json()
    asyncio.run(hall.first().commentary.do({"act": "begin", "demo": "overline"}))
    assert hall.first().commentary.line and running == []


def test_a_page_of_this_machine_begins_one_and_a_watcher_sees_it_but_may_not(hall):
    app = make_app(hall)
    there = WS.replace(HOST, f"{OWN}:8000")
    with client_of(app).websocket_connect(WS) as leads, watching(app).websocket_connect(there) as looks:
        ready(leads)
        assert not acts(ready(looks))
        looks.send_json(BEGIN)
        refusal = looks.receive_json()
        assert (refusal["type"], refusal["key"]) == ("error", "notice.looking")
        assert hall.first().commentary.message()["line"]["is"]["commentary"] is None
        leads.send_json(BEGIN)
        for page in (leads, looks):
            its = page.receive_json()["line"]["is"]["commentary"]
            assert (its["demo"], its["title"], its["says"]) == ("own-1", {"message": "Our trap"}, {"message": "Look"})
