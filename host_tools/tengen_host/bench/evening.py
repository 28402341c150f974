"""Measures an evening with a quiz, as part of `tengen bench --live`: many phones answer while the boards play.

The room is a separate process (room.py). This process has the other end of the serial line, the projector, all phones,
and the pages of people who may act on a board.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from typing import Any

import websockets

from .live import START_S, Say, SerialLine, Viewer, p99, timed
from .process import Part

BOARDS, ACTING, PHONES = 4, 6, 300
QUESTIONS = 10
SPREAD_S = 5.0  # the time in which all phones answer a question
LINES_PER_S = 20  # on the serial line, while they answer
_ANSWER = "a1"


def evening_figures(
    say: Say,
    boards: int = BOARDS,
    acting: int = ACTING,
    phones: int = PHONES,
    questions: int = QUESTIONS,
    spread_s: float = SPREAD_S,
) -> dict[str, Any]:
    """Measure the ms from a phone's answer to its count on the projector, and from the serial port to the page.

    The time of the answer that was sent as number n ends with the first count that is n or more. Raises OSError if this
    machine has no pseudo-terminals, RuntimeError if the room does not open.
    """
    return asyncio.run(_measured(say, boards, acting, phones, questions, spread_s))


class _Projector:
    """The page of the quiz that leads, and shows the number of answers."""

    def __init__(self) -> None:
        self.number = 0  # of the question
        self.counts: list[tuple[float, int]] = []  # of its answers: (arrival time, number)
        self.changed = asyncio.Event()
        self.ready = asyncio.Event()
        self._socket: Any = None

    async def look(self, address: str) -> None:
        """Receive the numbers until cancelled."""
        async with _opened(address, "quiz/ws") as self._socket:
            async for message in _messages(self._socket):
                groups = message["line"]["is"] if message["type"] == "line" else {}
                if message["type"] == "ready":
                    self.ready.set()
                elif groups.get("quiz", {}).get("state") == "open":
                    self.number = groups["quiz"]["number"]
                    self.counts.clear()
                elif "answered" in groups:
                    self.counts.append((time.monotonic(), groups["answered"]["n"]))
                    self.changed.set()

    async def next(self) -> None:
        """Show the next thing of the quiz."""
        await self._socket.send(json.dumps({"do": "quiz", "act": "next"}))

    async def until(self, number: int, count: int) -> None:
        """Wait until this number of answers to question `number` is counted."""
        while not (self.number == number and self.counts and self.counts[-1][1] == count):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), START_S)


class _Phones:
    """The pages that answer. `sent`: when each answer to the present question was sent."""

    def __init__(self, count: int, spread_s: float) -> None:
        self._count, self._spread_s = count, spread_s
        self.sent: list[float] = []
        self.ready = asyncio.Event()
        self._here = 0

    async def answer(self, address: str, number: int) -> None:
        """Answer each question, at this phone's own time, until cancelled."""
        async with _opened(address, "quiz/ws?looks") as socket:
            await socket.send(json.dumps({"do": "here", "device": f"phone {number}", "name": f"Name {number}"}))
            async for message in _messages(socket):
                its = message["line"]["is"].get("quiz", {}) if message["type"] == "line" else {}
                if message["type"] == "ready":
                    self._here += 1
                    if self._here == self._count:
                        self.ready.set()
                elif its.get("state") == "open":
                    await asyncio.sleep(self._spread_s * number / self._count)
                    self.sent.append(time.monotonic())
                    await socket.send(json.dumps({"do": "answer", "number": str(its["number"]), "answer": _ANSWER}))


def _opened(address: str, path: str) -> Any:
    wire = address.replace("http", "ws", 1) + path
    return websockets.connect(wire, max_size=None, compression=None, proxy=None)


async def _messages(socket: Any) -> AsyncIterator[dict[str, Any]]:
    async for data in socket:
        yield json.loads(data)


def counted(sent: list[float], counts: list[tuple[float, int]]) -> list[float]:
    """Return the ms from each answer, in the order of sending, to the first count that includes it."""
    took: list[float] = []
    waiting = sorted(sent)
    for at, count in counts:
        while len(took) < min(count, len(waiting)):
            took.append((at - waiting[len(took)]) * 1000)
    return took


async def _measured(say: Say, boards: int, acting: int, phones: int, questions: int, spread_s: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        line = SerialLine(Path(folder) / "line")
        tasks: list[asyncio.Task[None]] = []
        try:
            async with Part.started("tengen_host.bench.room", str(boards), str(Path(folder) / "line")) as room:
                address = (await room.said()).strip()
                page, projector, answering = Viewer("board/line/ws", "line"), _Projector(), _Phones(phones, spread_s)
                names = [f"board-{number % boards}" for number in range(acting)]
                pages = [page, *(Viewer(f"board/{name}/ws", name) for name in names)]
                tasks += [asyncio.create_task(each.look(address)) for each in pages]
                tasks.append(asyncio.create_task(projector.look(address)))
                tasks += [asyncio.create_task(answering.answer(address, number)) for number in range(phones)]
                for each in (projector, answering):
                    await asyncio.wait_for(each.ready.wait(), START_S)
                say(f"{phones} phones answer {questions} questions, {acting} pages act on {boards} boards")
                answers: list[float] = []
                lines: list[float] = []
                for number in range(1, questions + 1):
                    answering.sent.clear()
                    await projector.next()
                    lines += await timed(line, page, max(1, round(LINES_PER_S * spread_s)))
                    await projector.until(number, phones)
                    answers += counted(answering.sent, projector.counts)
                    await projector.next()
                lost = sum(task.done() for task in tasks)
                await room.say("")
                await room.said()
                memory_mb = json.loads(await room.said())
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            line.close()
    return {
        "answer_ms_median": round(median(answers), 2),
        "answer_ms_p99": p99(answers),
        "answer_ms_worst": round(max(answers), 2),
        "answers": len(answers),
        "page_ms_quiz_median": round(median(lines), 2),
        "page_ms_quiz_p99": p99(lines),
        "quiz_phones": phones,
        "quiz_boards": boards,
        "quiz_lost_pages": lost,
        "quiz_memory_mb": memory_mb,
    }


def rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the figures as rows (quantity, figure, sample)."""
    return [
        ("from an answer to its count on the projector", "", f"{figures['answers']} answers"),
        ("  median", f"{figures['answer_ms_median']:.0f} ms", f"{figures['quiz_phones']} phones"),
        ("  99 of 100 within", f"{figures['answer_ms_p99']:.0f} ms", ""),
        ("  all within", f"{figures['answer_ms_worst']:.0f} ms", ""),
        ("from the serial line to the page meanwhile", "", f"{figures['quiz_boards']} boards"),
        ("  median", f"{figures['page_ms_quiz_median']:.1f} ms", ""),
        ("  99 of 100 within", f"{figures['page_ms_quiz_p99']:.1f} ms", ""),
        ("pages that lost the connection", f"{figures['quiz_lost_pages']}", ""),
        ("memory of the server", f"{figures['quiz_memory_mb']} MB", ""),
    ]
