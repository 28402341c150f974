"""What an engine would play in a position that a page shows: its opinion, by a process of its own.

| address | content |
|---|---|
| `/study/engine` | takes (POST) {"black": "h8g7", "white": "i9", "turn": "black" or "white"} from a page of this
machine; answers {"name", "point", "line": its main line, "value": as it counts, for whose turn it is, or null} |

The same below `/board/KEY`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import chain, zip_longest
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from tengen.games import BLACK, COLOUR_NAMES, WHITE, points

from ..engines.deciding import RULES
from ..engines.gomocup import EngineError, Opinion
from ..engines.process import SILENT
from ..records.record import COLOURS
from ..said import Said
from . import tree_requests as requests
from .asked_tree import AskedTree
from .engine_seat import Thinker, shown_fault

MOST_S = 5.0  # of a thought
SPARE_S = 60.0  # to start, to load its data and to answer, on a busy machine


class Asked(Thinker, Protocol):
    """What is needed of an engine: engines.gomocup.Engine."""

    async def start(self) -> None: ...


class AskedEngine:
    """Asks the engine that `make` makes, one question at a time. `plays`: whether it thinks for the board just now."""

    def __init__(self, make: Callable[[], Asked], seconds: float, plays: Callable[[], bool]) -> None:
        self._make, self._seconds, self._plays = make, min(seconds, MOST_S), plays
        self._busy = False

    async def opinion(self, game: str, size: int, stones: dict[int, int], turn: int) -> dict[str, Any]:
        """Return its opinion of a position. Raises ValueError (Said)."""
        if game not in RULES:
            raise ValueError(Said("tree.not_its_game"))
        if self._plays():
            raise ValueError(Said("tree.its_turn"))
        if self._busy:
            raise ValueError(Said("tree.asked_already"))
        self._busy = True
        engine = self._make()
        try:
            found = await asyncio.wait_for(self._ask(engine, game, size, stones, turn), self._seconds + SPARE_S)
        except EngineError as error:
            raise ValueError(shown_fault(error.fault, engine.name)) from None
        except asyncio.TimeoutError:
            raise ValueError(shown_fault(SILENT, engine.name)) from None
        finally:
            try:
                await engine.stop()
            finally:
                self._busy = False
        line = [points.name(point, size) for point in found.line]
        return {"name": engine.name, "point": points.name(found.point, size), "line": line, "value": found.value}

    async def _ask(self, engine: Asked, game: str, size: int, stones: dict[int, int], turn: int) -> Opinion:
        await engine.start()
        await engine.new_game(size, RULES[game], turn_ms=round(1000 * self._seconds))
        return await engine.move(in_turn(stones), turn)


def in_turn(stones: dict[int, int]) -> list[tuple[int, int]]:
    """Return stones by turns, Black first: in which order they came nobody knows."""
    black, white = ([(point, its) for point, its in stones.items() if its == colour] for colour in (BLACK, WHITE))
    return [stone for stone in chain.from_iterable(zip_longest(black, white)) if stone]


def routes(
    tree_of: Callable[[Request], AskedTree | None], engine_of: Callable[[Request], AskedEngine | None]
) -> list[Route]:
    """Return the routes. `tree_of` finds the tree of the board that a request is about, `engine_of` its engine."""

    async def ask(request: Request) -> Response:
        if not requests.may_change(request):
            return requests.refusal(Said("notice.looking"), 403)
        tree, engine = tree_of(request), engine_of(request)
        body = await requests.body(request)
        if tree is None:
            raise ValueError(Said("tree.none"))
        if engine is None:
            raise ValueError(Said("tree.no_engine"))
        game, size = tree.played()
        turn = body.get("turn")
        if turn not in COLOURS:
            raise requests.bad("turn is black or white")
        stones = requests.held(requests.stones(body), size)
        return JSONResponse(await engine.opinion(game, size, stones, COLOUR_NAMES.index(turn)))

    paths = ("/study/engine", "/board/{key}/study/engine")
    return [Route(path, requests.answering(ask), methods=["POST"]) for path in paths]
