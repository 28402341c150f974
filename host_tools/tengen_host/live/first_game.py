"""The game that a board begins with, as a person names it: `tengen play --game connect6 --option torus`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tengen.games import registry
from tengen.session.settings import Settings

from .. import nearest
from ..judge.playing import read_options
from .board import Message

if TYPE_CHECKING:
    from ..virtual.tabletop import Tabletop

_FULL = 100  # per cent; the board keeps its own brightness


def settings_of(
    board_size: int, game: str, options: Sequence[str] = (), opening: str = "", size: int = 0, mode: str = ""
) -> dict[str, Any]:
    """Return the fields of a "set" command for a game on a board of so many points a side.

    `options` are texts like `torus` or `overline=ignored`. Raises ValueError: what is wrong, and what there is.
    """
    sizes = registry.sizes(nearest.known(game))
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
    Settings(_FULL, board_size).with_(found)  # raises ValueError for what depends on several of them
    return found


def _fitting(board_size: int) -> list[str]:
    return [name for name in registry.NAMES if min(registry.sizes(name)) <= board_size]


def _listed(sizes: Sequence[int]) -> str:
    return " or ".join(f"{each}x{each}" for each in sizes)


def choose(board: Tabletop, fields: dict[str, Any], tell: Callable[[str], None]) -> None:
    """Have the board play this as soon as it has started. `tell` gets a line if an interrupted game comes first."""
    asked = False

    def hear(message: Message) -> None:
        nonlocal asked
        kind = message["event"]["event"] if message["type"] == "event" else ""
        if kind == "started" and not asked:
            asked = True
            board.ask({"cmd": "set", **fields})
        elif kind == "resuming":
            tell(f"An interrupted game waits on the board: {fields['game']} is for the game after it")
            unsubscribe()
        elif kind == "new_game" and asked:
            unsubscribe()

    unsubscribe = board.subscribe(hear)
