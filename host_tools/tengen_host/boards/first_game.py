"""The first game of a board, from a user's options: `tengen play --game connect6 --option torus`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tengen.games import registry
from tengen.partner import lessons
from tengen.session.settings import Settings

from .. import game_names
from ..judge.playing import read_options
from .interface import Message, did_of

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop

LEVELS, GRADES, SEATS = (1, 2, 3, 4, 5), (1, 2, 3, 4, 5), ("p1", "p2")

_FULL = 100  # in percent; not used here, but Settings requires a brightness


def settings_of(
    board_size: int,
    game: str,
    options: Sequence[str] = (),
    opening: str = "",
    size: int = 0,
    mode: str = "",
    more: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the fields of a "set" command for a game on a board with this number of points a side.

    `options` are texts like `torus` or `overline=ignored`; `more` are further fields (help_of). Raises ValueError,
    which says what is wrong and lists the valid choices.
    """
    sizes = registry.sizes(game_names.known(game))
    if min(sizes) > board_size:
        raise ValueError(
            f"{game} needs a board of {min(sizes)}x{min(sizes)}, this one has {board_size}x{board_size}: "
            f"play it with --board {min(sizes)}, or choose a game that fits: {', '.join(_fitting(board_size))}"
        )
    its = [each for each in sizes if each <= board_size]
    if size and size not in its:
        raise ValueError(f"--size {size}: {game} has {_listed(its)} on a board of {board_size}x{board_size}")
    chosen = read_options(options)
    found: dict[str, Any] = {"game": game, "size": size, "options": registry.checked(game, 0, chosen)[1]}
    if opening:
        openings = registry.openings(game)
        if opening not in openings:
            raise ValueError(f"--opening {opening}: {game} has {', '.join(openings)}")
        found["opening"] = opening
    if mode == "silent" and not registry.silent(game):
        raise ValueError(
            f"--mode silent: not in {game}: silent mode needs stones that stay on the board, and one stone a turn. "
            "Choose casual, referee or teach"
        )
    if mode:
        found["mode"] = mode
    found.update(more)
    chosen = Settings(_FULL, board_size).with_(found)  # raises ValueError for settings that do not fit together
    if chosen.hints and game != "renju":
        raise ValueError(f"--hints: the board finds wins by fours only in renju, not in {game}")
    if chosen.hints and not chosen.helps():
        raise ValueError(f"--hints: not in a {chosen.mode} game. Choose casual or teach")
    return found


def help_of(level: int | None, seat: str = "p2", hints: bool = False) -> dict[str, Any]:
    """Return the fields for the board's partner at a seat, and for hints. Raises ValueError with the mistake."""
    found: dict[str, Any] = {"hints": True} if hints else {}
    if level is not None:
        if level not in LEVELS:
            raise ValueError(
                f"--partner {level}: choose a level from {LEVELS[0]} (a child's) to {LEVELS[-1]} (the best)"
            )
        if seat not in SEATS:
            raise ValueError(f"--partner-seat {seat}: the seats are {' and '.join(SEATS)}")
        found["partner"] = f"{seat} {level}"
    return found


def puzzle_of(grade: int | None) -> dict[str, Any]:
    """Return the command that sets a puzzle of this grade, {} for none. Raises ValueError if there is no such grade."""
    if grade is not None and grade not in GRADES:
        raise ValueError(f"--puzzle {grade}: choose a grade from {GRADES[0]} (easy) to {GRADES[-1]} (hard)")
    return {} if grade is None else {"cmd": "puzzle", "grade": grade}


def lesson_of(lesson: int | None) -> dict[str, Any]:
    """Return the command that begins this lesson, {} for none. Raises ValueError if there is no such lesson."""
    most = len(lessons.LESSONS)
    if lesson is not None and not 1 <= lesson <= most:
        raise ValueError(f"--learn {lesson}: choose a lesson from 1 (the five) to {most} (a win by fours)")
    return {} if lesson is None else {"cmd": "lesson", "number": lesson}


def _fitting(board_size: int) -> list[str]:
    return [name for name in registry.NAMES if min(registry.sizes(name)) <= board_size]


def _listed(sizes: Sequence[int]) -> str:
    return " or ".join(f"{each}x{each}" for each in sizes)


def choose(
    board: Tabletop,
    fields: dict[str, Any],
    tell: Callable[[str], None],
    task: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Make the board begin this game, or the `task` of a command, as soon as it has started.

    `tell` gets a line if an interrupted game comes first.
    """
    asked = False

    def hear(message: Message) -> None:
        nonlocal asked
        codes = [did["code"] for did in did_of(message)]
        if "started" in codes and not asked:
            asked = True
            board.ask(dict(task) if task else {"cmd": "set", **fields})
        if "resuming" in codes:
            after = f"choose a {task['cmd']} after it" if task else f"{fields['game']} will be the next game"
            tell(f"An interrupted game waits on the board. First finish it: {after}")
            unsubscribe()
        elif "new_game" in codes and asked:
            unsubscribe()

    unsubscribe = board.subscribe(hear)
