"""In a silent or referee game no address of the server tells a foul, a five or an opinion before the end.

A game is compared with its twin on a board and a laptop that see no fouls and no fives. Every address must answer the
same for both.
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import re

import pytest
import waiting
from fake_board import ToldBoard
from hall.test_delayed import DELAY_S, Later
from pages import client_of, state, watching
from people import People
from session.test_silent import blind, crowded
from starlette.routing import Route, WebSocketRoute
from tengen.games.points import name
from tengen.games.renju.game import Renju
from tengen.games.renju.position import FOULS, LEGAL
from tengen.session.settings import STRICT
from tengen_host.boards.interface import groups_of
from tengen_host.commentary.keeping import Keeping
from tengen_host.guests.engine import EngineGuest
from tengen_host.guests.tree import TreeGuest
from tengen_host.hall.delayed import delayed
from tengen_host.hall.hall import Hall
from tengen_host.records.library import Library
from tengen_host.records.older import Older
from tengen_host.records.record import Record
from tengen_host.trees import cache
from tengen_host.web import games
from tengen_host.web.addresses import Shared
from tengen_host.web.app import make_app
from tengen_host.wire.state import snapshot
from web.test_tree_requests import Adviser

PARTS = {
    "key": "one", "game": "renju", "number:int": "1", "id": "ended", "file": "ended.json", "name:path": "main.js",
    "term": "four", "lang": "en",
}  # fmt: skip
QUERIES = ["", "?looks", "?of=commentary&black=h8"]
BODIES = [{}, *({"black": "h8", "white": "", "turn": "white", **of} for of in ({}, {"of": "commentary"}))]
ENDED = Record(("h8", "i9", "j10"), id="ended", over=True, winner="black", reason="resigned")
MARK = {"act": "mark", "point": "a1", "sign": "triangle"}
COMMANDS = [
    *({"act": "begin"}, {"act": "undo"}, {"act": "begin"}),
    *({"act": "why", "point": column + row} for column in "efghijk" for row in "5678"),
    *({"act": "begin", "game": "ended"}, {"act": "begin", "demo": "overline"}, {"act": "keep"}, {"act": "undo"}),
]


@pytest.fixture
def trees(tmp_path, monkeypatch):
    """Return a folder for games and trees. The tree's cache is there, too."""
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    return tmp_path / "room"


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


class Room:
    """The server that shows this table. A commentator has begun a line before the game. A tree and an engine are there.

    `delay_s`: the room sees all this number of seconds later, and a commentator outside comments on the game.
    """

    def __init__(self, table, folder, delay_s):
        later, board, self.hall = Later(), ToldBoard(), Hall()
        place = self.hall.add(board, "Table 1", "one")
        library = Library(folder / "games")
        os.utime(library.add(ENDED), (0, 0))
        self.hall.keep_lines(Keeping(library, pytest.fail))
        asyncio.run(comment(place, {"act": "begin", "game": "ended"}, MARK))
        groups = json.loads(json.dumps(table.groups()))
        board.tell(*(event for event in table.heard if event["code"] != "journal"), **snapshot(groups))
        seen = None
        if delay_s:
            seen = delayed(self.hall, delay_s, later)
            later.pass_s(delay_s)
            asyncio.run(comment(seen.first(), {"act": "begin"}, MARK))
        path = folder / "tree.sgf"
        path.write_text("(;GM[4]SZ[15];B[hh]C[Zugzwang];W[ig])")
        self.guests = [
            TreeGuest(path, print),
            EngineGuest("", "p2", 1.0, print, make=lambda command: Adviser("")),
        ]
        routes = games.routes(library, None, Older(library.folder, delay_s))
        self.app = make_app(self.hall, Shared("192.168.1.5", 8000), routes, delayed=seen)

    @contextlib.contextmanager
    def opened(self, client):
        """Yield a client of the server while the guests are at the board."""
        tree = self.guests[0]

        def has_looked():
            its = groups_of(tree.message())["study"]
            return its["rests"] or its["known"]

        with client(self.app) as page:
            page.portal.call(tree.start)
            hosted = [page.portal.start_task_soon(self.hall.host, guest) for guest in self.guests]
            page.portal.call(waiting.until, has_looked)
            yield page
            for task in hosted:
                task.cancel()
            page.portal.call(tree.stop)


async def comment(place, *commands):
    for its in commands:
        await place.commentary.do(its)


def answers(table, folder, delay_s):
    """Return the answers of each address, to a page here and in the room: {(page, method, address): answer}."""
    found = {}
    for number, client in enumerate((client_of, watching)):
        here = folder / str(number)
        here.mkdir(parents=True)
        room = Room(table, here, delay_s)
        with room.opened(client) as page:
            for route, query in itertools.product(room.app.routes, QUERIES):
                address = re.sub(r"\{([^}]*)\}", lambda part: PARTS[part[1]], route.path) + query
                if isinstance(route, WebSocketRoute):
                    found[number, "socket", address] = socket(page, address)
                else:
                    assert isinstance(route, Route), route
                    for method in route.methods - {"HEAD"}:
                        for body in BODIES if method == "POST" else [None]:
                            answer = page.request(method, address, **({"json": body} if body is not None else {}))
                            found[number, f"{method} {body}", address] = (answer.status_code, answer.text)
    return found


def socket(page, address):
    """Return what a WebSocket sends at first, and its answers to a commentator."""
    with page.websocket_connect(f"ws://{page.base_url.netloc.decode()}{address}") as its:
        messages = [{key: part for key, part in each.items() if key not in ("run", "at", "ms")} for each in state(its)]
        for command in COMMANDS:
            its.send_json({"do": "comment", **command})
            messages.append(its.receive_json())
    return messages


def opinions(found):
    """Return the addresses that tell what the tree, the engine or a commentator means."""
    engine = {address for address, answer in found.items() if "/study/engine" in address[2] and answer[0] == 200}
    return engine | {
        address
        for address, answer in found.items()
        if "Zugzwang" in str(answer) or (address[1] == "socket" and "triangle" in str(answer))
    }


@pytest.mark.parametrize("delay_s", [0, DELAY_S], ids=["at once", "later"])
@pytest.mark.parametrize("mode", STRICT)
def test_each_address_answers_the_same_for_a_game_that_sees_no_fouls(trees, monkeypatch, mode, delay_s):
    monkeypatch.setattr("secrets.token_hex", lambda count: "0" * count)  # both evenings have the same id
    game, twin = play(People(mode=mode)), play(blind(People(mode=mode)))
    assert game.session.match.game.moves == twin.session.match.game.moves
    one = answers(game, trees / "one", delay_s)
    for judgement, nothing in {"warning": None, "excused": False, "fouls": (), "foul_lines": ()}.items():
        monkeypatch.setattr(Renju, judgement, lambda *its, nothing=nothing: nothing)
    other = answers(twin, trees / "other", delay_s)
    assert one.keys() == other.keys() and len(one) > 160
    for address, answer in one.items():
        assert answer == other[address], address
    assert opinions(one) == set()


@pytest.mark.parametrize("delay_s", [0, DELAY_S], ids=["at once", "later"])
def test_the_same_addresses_do_tell_it_in_a_casual_game(trees, delay_s):
    game = People(mode="casual", move="button")
    for at, point in enumerate(["h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1", "j8"]):
        game.put(point).wait(400)
        if at < 8:
            game.press(game.session.match.expects.who).wait(400)
    found = answers(game.explain(), trees, delay_s)
    telling = {(number, address) for (number, _, address), answer in found.items() if "double-three" in str(answer)}
    assert telling >= {(number, path) for number in (0, 1) for path in ("/ws", "/hall/ws", "/state.json")}
    told = {(number, address) for number, _, address in opinions(found)}
    assert told >= {(0, "/ws"), (0, "/study.json?of=commentary&black=h8"), (0, "/study/engine"), (1, "/ws")}
    assert ((1, "/study.json?of=commentary&black=h8") in told) is (not delay_s), "a delayed board has no tree"
    assert found[1, "GET None", "/games/ended.json"][0] == found[1, "GET None", "/games/ended/study.json"][0] == 200
