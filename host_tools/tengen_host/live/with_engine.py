"""`--engine`: the program of another, run as a partner at a board of `tengen play` or `tengen live`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ..engines.gomocup import Engine, EngineError
from ..said import coded
from .asked_engine import AskedEngine
from .board import Board, Message
from .engine_seat import EngineSeat
from .hall import Hall, Place

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """An engine that is wanted: its `command`, its `seat` (p1 or p2), and the `seconds` of a stone."""

    command: str
    seat: str
    seconds: float

    @property
    def setting(self) -> str:
        """The board's setting `partner`."""
        return f"{self.seat} laptop"


async def started(wanted: Wanted, tell: Say) -> Engine:
    """Run the engine, so that a wrong command is told before anything else begins. Raises ValueError."""
    engine = Engine(wanted.command)
    try:
        await engine.start()
    except EngineError as error:
        raise ValueError(str(error)) from None
    version = engine.about.get("version", "")
    tell(f"{' '.join(filter(None, (engine.name, version)))} plays, with {wanted.seconds:g} s for a stone")
    return engine


async def play(place: Place, engine: Engine, wanted: Wanted, tell: Say) -> None:
    """Have the engine play at its seat of a board until cancelled. Where it fails, people choose."""
    from ..solve import partner  # which loads a compiler

    seat = EngineSeat(place.board, engine, partner.player, round(1000 * wanted.seconds), tell, place.engine.fail)
    place.adviser = AskedEngine(lambda: Engine(wanted.command), wanted.seconds, lambda: seat.thinks)
    place.engine.sit(engine.name, seat.choose)
    if _is_in_front():
        _listen(seat)
    await seat.run()


def _listen(seat: EngineSeat) -> None:
    """Pass on what is typed. In a thread that ends with the process: a line that is read can't be cancelled."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(seat.choose, line)

    threading.Thread(target=read, daemon=True).start()


def _is_in_front() -> bool:
    """Whether people type to this process: a job in the background would be stopped as soon as it reads."""
    if not sys.stdin.isatty():
        return False
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError):  # Windows has no such jobs
        return True


async def play_at_first(hall: Hall, engine: Engine, wanted: Wanted, tell: Say) -> None:
    """Have the engine play at the first board that comes into the hall, in its next game, until cancelled."""
    try:
        place = await hall.come()
        _ask_for_seat(place.board, wanted, tell)
        await play(place, engine, wanted, tell)
    finally:
        await engine.stop()


def send_away(board: Board, tell: Say) -> None:
    """Where nobody plays for the laptop's partner, which the board has kept in its settings, send that away."""
    asked = False

    def hear(message: Message) -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and str((groups.get("next") or {}).get("partner", "")).endswith(" laptop"):
            asked = True
            board.ask({"cmd": "set", "partner": "none"})
            its = groups["game"]
            if its.get("awaits") == "resume" and its["settings"]["partner"].endswith(" laptop"):
                tell("An engine played in the game that waits: go on with --engine, or set that game aside")

    board.subscribe(hear)


def _ask_for_seat(board: Board, wanted: Wanted, tell: Say) -> None:
    """Have the board ask the laptop for this seat, from its first line on: at once where no game is under way."""
    asked = False
    mark = f"engine-{secrets.token_hex(4)}"

    def look() -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and "next" in groups:
            with contextlib.suppress(ValueError):  # it is away again: its next line asks
                board.ask({"cmd": "set", "id": mark, "partner": wanted.setting})
                asked = True
            if groups.get("moves") and not groups.get("result"):
                tell("A game is under way: the engine plays in the next one")

    def hear(message: Message) -> None:
        line = message["line"] if message["type"] == "line" else {}
        if not asked:
            look()
        elif line.get("re") == mark:
            end()
            if line["answer"]["code"] == "error":
                why = coded(line["answer"]["why"].get("why") or line["answer"]["why"])
                tell(f"The board has no seat for the engine: {why}. Choose a casual game, and start this once more")

    end = board.subscribe(hear)
    look()
