"""A hall with saved games, and with boards that send lines from a test. It is served as the laptop serves a hall."""

import asyncio
import json
import threading

import uvicorn
from fake_board import ToldBoard
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from tengen_host.hall.hall import Place
from tengen_host.web.access import Askers
from tengen_host.web.app import HEADERS, PAGE, make_app
from tengen_host.web.page_files import PageFiles
from tengen_host.web.server import HOST
from told_game import ToldGame
from windows import WAIT_S, listener


class Hall:
    """A hall. `boards`: by key. `games`: by id, as in /games/ID.json. `entries`: as in /games.json.

    `routes`: the routes of a real library, instead of `games` and `entries`.
    """

    def __init__(self, boards, games=None, entries=(), routes=()):
        self._routes = list(routes)
        self.boards = boards
        self.games = games or {}
        self.entries = list(entries)
        self._listeners = []
        self._server = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()))
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    def listed(self):
        return [
            {"key": key, "name": key, "kind": "real", "connected": True, "size": board.size}
            for key, board in self.boards.items()
        ]

    def say(self, message):
        """Send a message to all hall pages; None closes them."""
        asyncio.run_coroutine_threadsafe(self._say(message), self._loop).result(WAIT_S)

    def deed(self, key, code, **fields):
        """Send an action on a board (GameBoard) to all hall pages. Return the number of the line."""
        board = self.boards[key]
        seq = board.deed(code, **fields)
        self.say({"board": key, **board.said})
        return seq

    def laptop(self, key, **groups):
        """Send groups of the laptop's own state of a board to all hall pages."""
        self.say({"board": key, "type": "line", "line": {"is": groups}})

    def stop(self):
        self.say(None)
        self._server.should_exit = True
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    async def _say(self, message):
        for queue in self._listeners:
            queue.put_nowait(message)

    async def _main(self):
        self._loop = asyncio.get_running_loop()
        files = PageFiles(PAGE)
        routes = [
            Route("/", lambda request: files.answer(request, "hall.html", HEADERS)),
            Route("/boards.json", lambda request: JSONResponse(self.listed())),
            WebSocketRoute("/hall/ws", self._page),
            *self._routes,
            Route("/games.json", lambda request: JSONResponse(self.entries)),
            Route("/games/{id}.json", lambda request: JSONResponse(self.games[request.path_params["id"]])),
            *(Mount(f"/board/{key}", make_app(board)) for key, board in self.boards.items()),
            Route("/page/{name:path}", files.file),
        ]
        app = Starlette(routes=routes)
        app.state.askers = Askers(relay=False)
        config = uvicorn.Config(app, lifespan="off", log_level="critical", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        serving = asyncio.ensure_future(self._server.serve(sockets=[listener()]))
        while not self._server.started:
            await asyncio.sleep(0.01)
        self.url = f"http://{HOST}:{self._server.servers[0].sockets[0].getsockname()[1]}/"
        self._ready.set()
        await serving

    async def _page(self, socket):
        await socket.accept()
        queue = asyncio.Queue()
        self._listeners.append(queue)
        try:
            await socket.send_text(json.dumps({"type": "boards", "boards": self.listed()}))
            for key, board in self.boards.items():
                for message in Place(key, key, board).shown():
                    await socket.send_text(json.dumps({"board": key, **message}))
            await socket.send_text(json.dumps({"type": "ready", "role": "watcher", "may": []}))
            while (message := await queue.get()) is not None:
                await socket.send_text(json.dumps(message))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._listeners.remove(queue)


class GameBoard(ToldBoard):
    """A board with a game that a test describes (told_game.py)."""

    def __init__(self, size=15):
        super().__init__(size=size)
        self.game = ToldGame(size)
        self.said = {}  # the last message

    def say(self, message):
        super().say(message)
        self.said = message

    def deed(self, code, **fields):
        """Publish an action with the resulting state. Return the number of the line."""
        self.send(self.game.line(code, **fields))
        return self.replica.state.seq


def told_board(moves, **fields):
    """Return a board on which these moves were played; `fields` are settings of its game."""
    board = GameBoard()
    settings = {"opening": "rif", "mode": "referee", "clock": "none", "move": "auto"}
    players = {"black": "p1", "white": "p2"}
    board.deed("new_game", size=15, turn="black", players=players, settings=settings | fields)
    for number, point in enumerate(moves.split(), 1):
        colour, other = ("black", "white") if number % 2 else ("white", "black")
        board.deed("move", n=number, point=point, colour=colour, turn=other)
        board.stones[point] = colour
    return board
