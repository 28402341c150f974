"""In a silent or referee game no address of the server tells a foul, a five or an opinion before the end.

A game is compared with its twin on a board and a laptop that see no fouls and no fives. Every address must answer the
same for both.
"""

import json
import random
import re

import pytest
from fake_board import ToldBoard
from pages import client_of, state, watching
from people import People
from session.test_silent import blind, crowded
from starlette.routing import Route, WebSocketRoute
from tengen.games.points import name
from tengen.games.renju.game import Renju
from tengen.games.renju.position import FOULS, LEGAL
from tengen.session.settings import STRICT
from tengen_host.hall.hall import Hall
from tengen_host.records.library import Library
from tengen_host.web import games
from tengen_host.web.app import make_app
from tengen_host.wire.state import snapshot

PARTS = {
    "key": "one", "game": "renju", "number:int": "1", "id": "none", "file": "none.json", "name:path": "main.js",
    "term": "four",
}  # fmt: skip
COMMANDS = [{"act": "begin"}, *({"act": "why", "point": column + row} for column in "efghijk" for row in "5678")]


def play(table):
    """Put crowded stones. In a silent game fouls and fives are among them; in a referee game they would end it."""
    luck = random.Random(4).randrange
    match = table.session.match
    for point in crowded(15, luck)[:24]:
        if match.refusal(point) or (table.session.settings.mode != "silent" and match.game.verdict(point) != LEGAL):
            continue
        table.put(name(point, 15)).wait(400).press(match.expects.who).wait(400)
    assert not match.result and any(verdict in FOULS for verdict in match.game.position.verdicts)
    return table


def told(table, folder):
    """Return the app that shows this table."""
    board = ToldBoard()
    groups = json.loads(json.dumps(table.groups()))
    board.tell(*(event for event in table.heard if event["code"] != "journal"), **snapshot(groups))
    hall = Hall()
    hall.add(board, "Table 1", "one")
    return make_app(hall, "http://192.168.1.5:8000/", games.routes(Library(folder)))


def answers(app):
    """Return the answers of each address, to a page here and in the room: {(method, path): text}."""
    found = {}
    for client in (client_of, watching):
        with client(app) as page:
            for route in app.routes:
                path = re.sub(r"\{([^}]*)\}", lambda part: PARTS[part[1]], route.path)
                if isinstance(route, WebSocketRoute):
                    found[client, path] = socket(page, path)
                else:
                    assert isinstance(route, Route), route
                    for method in route.methods - {"HEAD"}:
                        answer = page.request(method, path, **({"json": {}} if method == "POST" else {}))
                        found[client, method, path] = (answer.status_code, answer.text)
    return found


def socket(page, path):
    """Return what a WebSocket sends at first, and its answers to a commentator."""
    with page.websocket_connect(f"ws://{page.base_url.netloc.decode()}{path}") as its:
        messages = [{key: part for key, part in each.items() if key not in ("run", "at")} for each in state(its)]
        for command in COMMANDS:
            its.send_json({"do": "comment", **command})
            messages.append(its.receive_json())
    return messages


@pytest.mark.parametrize("mode", STRICT)
def test_each_address_answers_the_same_for_a_game_that_sees_no_fouls(tmp_path, monkeypatch, mode):
    game, twin = play(People(mode=mode)), play(blind(People(mode=mode)))
    assert game.session.match.game.moves == twin.session.match.game.moves
    one = answers(told(game, tmp_path))
    for judgement, nothing in {"warning": None, "excused": False, "fouls": (), "foul_lines": ()}.items():
        monkeypatch.setattr(Renju, judgement, lambda *its, nothing=nothing: nothing)
    other = answers(told(twin, tmp_path))
    assert one.keys() == other.keys() and len(one) > 40
    for address, answer in one.items():
        assert answer == other[address], address


def test_the_same_addresses_do_tell_it_in_a_casual_game(tmp_path):
    game = People(mode="casual", move="button")
    for at, point in enumerate(["h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1", "j8"]):
        game.put(point).wait(400)
        if at < 8:
            game.press(game.session.match.expects.who).wait(400)
    found = answers(told(game.explain(), tmp_path))
    telling = [address for address, answer in found.items() if "double-three" in str(answer)]
    assert {path for *_, path in telling} >= {"/ws", "/hall/ws", "/state.json"}
