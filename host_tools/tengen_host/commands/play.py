"""`tengen play`: the virtual board, or the emulated Pico, behind the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from . import options, quizzes
from .options import errors, only_with
from .page import Page, certificate_for, own_demonstrations

if TYPE_CHECKING:
    from ..demonstrations.demonstration import Demonstration
    from ..guests.guest import Guest
    from ..virtual.tabletop import Tabletop


def play(
    lesson: int | None = typer.Argument(None, metavar="LESSON", help="With --learn: the lesson, 1 to 10."),
    board_size: options.BoardSize = 15,
    emulated: bool = typer.Option(False, "--emulated", help="Run the real firmware on an emulated Pico."),
    image: Path | None = typer.Option(None, "--image", help="With --emulated: run this UF2, instead of the one found."),
    port: options.PagePort = options.PAGE_PORT,
    share: options.Share = False,
    address: options.Address = None,
    tls_cert: options.TlsCert = None,
    tls_key: options.TlsKey = None,
    games: options.Games = None,
    fresh: bool = typer.Option(False, "--fresh", help="Delete the saved flash and stones. Not with --emulated."),
    browser: options.Browser = True,
    game: str | None = typer.Option(None, "--game", help="Play this game: renju, pente, connect6 ..."),
    option: list[str] | None = typer.Option(None, help="With --game: an option like torus or overline=ignored."),
    opening: str | None = typer.Option(None, help="With --game or --partner: the opening rule, like swap-2."),
    size: int | None = typer.Option(None, help="With --game: the points a side of the game's board, like 10."),
    mode: str | None = typer.Option(None, help="With --game or --partner: the mode, casual, referee, silent or teach."),
    partner: int | None = typer.Option(
        None, metavar="LEVEL", help="Play against the board's partner: level 1 (a child's) to 5 (its best)."
    ),
    partner_seat: str | None = typer.Option(
        None, metavar="SEAT", help="With --partner: its seat, p1 (begins) or p2, the default."
    ),
    hints: bool = typer.Option(False, "--hints", help="In a casual game of Renju, let players ask for a win by fours."),
    puzzle: int | None = typer.Option(None, metavar="GRADE", help="Begin with a puzzle of this grade, 1 to 5."),
    learn: bool = typer.Option(False, "--learn", help="Learn Renju: begin with LESSON, or with the first one."),
    own_hands: bool = typer.Option(
        False, "--own-hands", help="Put the stones of partner, puzzle and lesson yourself, as on a real board."
    ),
    engine: options.Engine = None,
    engine_seconds: options.EngineSeconds = options.ENGINE_SECONDS,
    tree: options.Tree = None,
    encoding: options.Encoding = "",
    demonstrations: options.Demonstrations = None,
) -> None:
    """Play on a virtual board in the browser. Finished games are saved.

    The board's flash and stones are saved too, in the user's data folder (or TENGEN_DATA): after a restart, press a
    button to continue an interrupted game. An emulated board (--emulated) is not saved.

    The 19x19 board also offers the games that need it, and saves its games by itself. It exists only here: a real
    board has 15 points a side.
    """
    helped = partner is not None or hints or engine is not None
    if fresh and emulated:
        raise typer.BadParameter("an emulated board always begins with an empty flash", param_hint="--fresh")
    if engine is not None and partner is not None:
        raise typer.BadParameter("choose the board's partner or an engine, not both", param_hint="--engine")
    for what, word, begins in (("puzzle", "--puzzle", puzzle is not None), ("lesson", "--learn", learn)):
        if begins and (game or option or opening or size or mode or helped or (learn and puzzle is not None)):
            raise typer.BadParameter(
                f"a {what} is a game by itself: leave out the other options of a game", param_hint=word
            )
    if lesson is not None and not learn:
        raise typer.BadParameter(f"{lesson} is a lesson only with --learn", param_hint="LESSON")
    only_with("--emulated", emulated, image=image)
    only_with("--share", share, address=address, tls_cert=tls_cert)
    only_with("--tls-key", tls_key, tls_cert=tls_cert)
    only_with("--tls-cert", tls_cert, tls_key=tls_key)
    only_with("--game", game is not None, option=option, size=size)
    only_with("--game, --partner, --engine or --hints", game is not None or helped, opening=opening, mode=mode)
    only_with("--partner or --engine", partner is not None or engine is not None, partner_seat=partner_seat)
    # imported here because the imports are slow, and other commands don't need them
    from ..boards import first_game
    from ..guests.engine import EngineGuest
    from ..guests.guest import started
    from ..guests.tree import TreeGuest
    from ..virtual import sizes

    if emulated and board_size != sizes.USUAL:
        raise typer.BadParameter(
            f"the emulated Pico has a board of {sizes.USUAL}x{sizes.USUAL}, like the real one", param_hint="--board"
        )
    seat = partner_seat or "p2"
    with errors(), contextlib.suppress(KeyboardInterrupt):
        # before the board starts, so that a wrong name costs no time
        guests: list[Guest] = []
        wanted: dict[str, Any] = {}
        if game is not None or helped:
            more = first_game.help_of(partner, seat, hints)
            if engine is not None:
                player = EngineGuest(engine, seat, engine_seconds, typer.echo)
                guests.append(player)
                more["partner"] = player.setting
            mode = mode or ("casual" if helped else "")
            wanted = first_game.settings_of(
                board_size, game or "renju", option or (), opening or "", size or 0, mode, more
            )
        number = 1 if learn and lesson is None else lesson
        task = first_game.puzzle_of(puzzle) or first_game.lesson_of(number)
        if tree is not None:
            known = TreeGuest(tree, typer.echo, encoding)
            known.check()
            guests.append(known)
        own = own_demonstrations(demonstrations)
        certificate = certificate_for(share, tls_cert, tls_key)
        with _board(board_size, fresh, emulated, image) as board:
            if wanted or task:
                first_game.choose(board, wanted, typer.echo, task)
            page = Page("The board", port, browser, share, address, certificate=certificate)
            asyncio.run(started(guests, lambda: _play(board, page, games, own_hands, engine, guests, own)))


def _board(size: int, fresh: bool, emulated: bool, image: Path | None) -> contextlib.AbstractContextManager[Tabletop]:
    if emulated:
        from ..boards.emulated import booted  # loads the emulator

        return contextlib.nullcontext(booted(image, typer.echo))
    from ..boards.virtual import opened

    return opened(size, fresh, typer.echo)


async def _play(
    board: Tabletop,
    page: Page,
    folder: Path | None,
    own_hands: bool,
    engine: str | None,
    guests: list[Guest],
    own: Sequence[Demonstration],
) -> None:
    from ..boards import finished_games
    from ..commentary.keeping import Keeping
    from ..guests import seat
    from ..hall.hall import Hall
    from ..hall.stamps import Stamps
    from ..quiz.running import Quiz
    from ..records.fetch import describe_in, keep_in
    from ..virtual.helping_hand import HelpingHand
    from ..web import games
    from .games import library

    if not own_hands:
        loop = asyncio.get_running_loop()
        HelpingHand(board, lambda ms, action: loop.call_later(ms / 1000, action))
    with contextlib.ExitStack() as stack:
        if board.kind == "emulated":
            from ..boards.emulated import console

            stack.enter_context(console(board, typer.echo))
        hall, there = Hall(own), library(folder)
        hall.keep_lines(Keeping(there, typer.echo))
        place = hall.add(board, "board")
        if engine is None:
            seat.give_up(board, typer.echo)
        saved = partial(hall.saver(describe_in(there.folder, typer.echo)), board)
        keep = keep_in(there.folder, place.details_of, typer.echo, saved)
        running = [finished_games.run(board, "the board", keep, typer.echo), *map(place.host, guests)]
        quiz = Quiz(hall, (), there.load, quizzes.checker)
        await page.serve(hall, running, stamps=Stamps(), games=games.routes(there, engine), quiz=quiz)
