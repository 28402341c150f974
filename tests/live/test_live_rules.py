"""The pages of rules over HTTP."""

from live.fake_board import FakeBoard
from live.test_live_app import HERE, HOST
from starlette.testclient import TestClient
from tengen.games import registry
from tengen_host.live.app import make_app


def client():
    return TestClient(make_app(FakeBoard()), base_url=f"http://{HOST}", client=HERE)


def test_each_game_has_its_page_and_pictures():
    with client() as asked:
        for name in registry.NAMES:
            told = asked.get(f"/rules/{name}.json").json()
            assert [opening for opening, _ in told["openings"]] == list(registry.openings(name))
            assert len(told["options"]) == len(registry.options(name)) and told["sentences"]
            answer = asked.get(f"/rules/{name}/{len(told['pictures']) - 1}.svg")
            assert answer.headers["content-type"].startswith("image/svg+xml") and answer.text.startswith("<svg")
            assert asked.get(f"/rules/{name}/{len(told['pictures'])}.svg").status_code == 404


def test_an_unknown_language_is_answered_in_english_and_an_unknown_game_not():
    with client() as asked:
        assert asked.get("/rules/pente.json?lang=xx").json() == asked.get("/rules/pente.json").json()
        answer = asked.get("/rules/chess.json")
        assert (answer.status_code, answer.json()["key"]) == (404, "rules.none")
        assert asked.get("/rules/chess/0.svg").status_code == 404
        assert asked.get("/rules/../pages.py").status_code == 404
