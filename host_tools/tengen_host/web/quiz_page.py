"""The page of the quiz: the leader asks from a page on this machine, and every other page may answer.

| address | content |
|---|---|
| `/quiz` | the page; with `?view=show` for a projector |
| `/quiz/about.json` | {"size": points a side, "points": a pixel for each point, "games": whether games are stored} |
| `/quiz/seat.json` | {}, or why one more page would be refused, like `/seat.json` |
| `/quiz/ws` | the group `quiz` (quiz.running) and, for pages that lead or ask for `?count`, `answered` |

Page to server: {"do": "quiz", "act": ..., ...} (Quiz.do), from pages that may act. From every page: {"do": "here",
"device": ..., "name": ...}, then {"do": "answer", "number", "answer"}. Both are answered by {"type": "answered",
"number", "answer"}, the device's own answer to the present question, so a page that comes back has it again. The page
makes the text `device` by chance and keeps it in the browser. It gives no right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from tengen.games.renju.position import POINTS, SIZE

from .. import i18n
from ..quiz.running import LONGEST_DEVICE, Quiz
from ..rights import table
from ..rights.table import Who
from . import access, page_commands, page_socket
from .addresses import Shared
from .audience import Audience
from .outbox import Encoded, Outbox
from .page_files import PageFiles

FIELDS: page_commands.Fields = {
    "quiz": (("act",), ("game", "at", "kind", "point")),
    "here": (("device",), ("name",)),
    "answer": (("number", "answer"), ()),
}
COUNT = "count"  # the parameter of a page that shows the number of answers
# a page that only answers waits for so long after each message; hands are slower, and programs can't flood the laptop
PAUSE_S = 0.05


def routes(
    quiz: Quiz,
    files: PageFiles,
    askers: access.Askers,
    admission: access.Admission,
    games: bool,
    shared: Shared | None = None,
) -> list[BaseRoute]:
    """Return the routes of a quiz. `shared`: the addresses for watchers; the pages hear when they change."""
    audiences = {True: Audience(quiz), False: Audience(quiz.phones)}
    if shared:
        for each in audiences.values():
            shared.subscribe(each.say)

    async def page(request: Request) -> Response:
        return files.answer(request, "quiz.html")

    async def about(request: Request) -> Response:
        return JSONResponse({"size": SIZE, "points": list(range(POINTS)), "games": games})

    async def seat(request: Request) -> Response:
        words = admission.refusal(request)
        return JSONResponse(i18n.fields(words) if words else {})

    async def socket(its: WebSocket) -> None:
        async with admission.admitted(its) as is_admitted:
            if is_admitted:
                who, address = askers.who(its), access.address(its.scope)
                visitor = _Visitor(quiz, lambda: askers.who(its), address, admission.most_at(address))
                may = table.rights(who)
                audience = audiences["quiz" in may or COUNT in its.query_params]
                ready = {"type": "ready", "role": who.role, "may": may}
                await page_socket.attend(its, audience, ready, visitor.perform, asyncio.Event())

    return [
        Route("/quiz", page),
        Route("/quiz/about.json", about),
        Route("/quiz/seat.json", seat),
        WebSocketRoute("/quiz/ws", socket),
    ]


class _Visitor:
    """A page of the quiz, and the device that it named. `who()` returns who asks."""

    def __init__(self, quiz: Quiz, who: Callable[[], Who], address: str, most_of_address: int) -> None:
        self._quiz, self._who, self._address, self._most = quiz, who, address, most_of_address
        self._device = self._name = ""

    async def perform(self, text: str | None, outbox: Outbox) -> None:
        """Perform a command. Raises ValueError."""
        try:
            its = page_commands.parse(text, FIELDS)
            if why := table.refusal_of(self._who(), its):
                raise ValueError(why)
            if its["do"] == "quiz":
                await self._quiz.do({name: value for name, value in its.items() if name != "do"})
            elif its["do"] == "here":
                if not 0 < len(its["device"]) <= LONGEST_DEVICE:
                    raise ValueError(f"a device has 1 to {LONGEST_DEVICE} characters")
                self._device, name = its["device"], its.get("name", "")
                outbox.put(Encoded(self._quiz.answer_of(self._device)))
                self._quiz.rename(self._device, name)
                self._name = name
            elif not self._device:
                raise ValueError('a page sends "here" before it answers')
            else:
                number, answer = its["number"], its["answer"]
                self._quiz.answer(self._device, number, answer, self._name, self._address, self._most)
                outbox.put(Encoded(self._quiz.answer_of(self._device)))
        finally:
            if table.refusal(self._who(), "quiz"):
                await asyncio.sleep(PAUSE_S)
