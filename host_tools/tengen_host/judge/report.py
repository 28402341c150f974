"""Make the report of `tengen judge` about a position, in words or as an object for JSON."""

from __future__ import annotations

from typing import Any

from tengen.games import COLOUR_NAMES, EMPTY, points
from tengen.games.moves import move_name
from tengen.games.renju import position
from tengen.games.renju.position import SIZE

from .drawing import board_drawing, reasons_text
from .reading import Reading, ending

_NAMES = {position.FIVE: "five", **position.FOUL_NAMES}


def is_over(reading: Reading) -> bool:
    """Return whether the game is over, so that there is no next move that could be a five or a foul."""
    return reading.game is not None and reading.game.result is not None


def text(reading: Reading, why: dict[str, Any] | None) -> str:
    """Return the board, the fouls of the game, the turn or the result, and the points of fives and fouls.

    `why`: reasons.reasons() of a point, which are added in words; or None.
    """
    over = is_over(reading)
    lines = [board_drawing(reading.position, not over), ""]
    for number, point, verdict in reading.fouls:
        name = points.name(point, SIZE).upper()
        lines.append(f"Move {number}, Black {name}: {position.FOUL_NAMES[verdict]}, a foul.")
    if reading.game and over:
        lines.append(f"The game is over: {ending(reading.game)}.")
    elif reading.game:
        turn = COLOUR_NAMES[reading.game.turn].capitalize()
        lines.append(f"{turn} to play move {len(reading.game.moves) + 1}.")
    marked = [] if over else _marked(reading)
    for verdict, name in _NAMES.items():
        where = [point.upper() for point, its in marked if its == verdict]
        if where:
            lines.append(f"{name.capitalize()} for Black at {' '.join(where)}.")
    if not (marked or over):
        lines.append("No five and no foul for Black.")
    if why is not None:
        lines += ["", reasons_text(why)]
    return "\n".join(lines)


def fields(reading: Reading, why: dict[str, Any] | None) -> dict[str, Any]:
    """Return the report as an object for JSON, with the points of fives and fouls even after the end of a game."""
    found: dict[str, Any] = {
        "board": position.board_text(reading.position),
        "verdicts": position.verdict_text(reading.position),
        "points": {point: _NAMES[verdict] for point, verdict in _marked(reading)},
    }
    game = reading.game
    if game:
        result = game.result
        found["moves"] = [move_name(move, SIZE) for move in game.moves]
        found["turn"] = None if result else COLOUR_NAMES[game.turn]
        found["fouls"] = [
            {"move": number, "point": points.name(point, SIZE), "foul": position.FOUL_NAMES[verdict]}
            for number, point, verdict in reading.fouls
        ]
        found["result"] = result and {
            "winner": None if result.winner == EMPTY else COLOUR_NAMES[result.winner],
            "reason": result.reason,
            "line": points.names(result.points, SIZE),
        }
    if why is not None:
        found["reasons"] = why
    return found


def _marked(reading: Reading) -> list[tuple[str, int]]:
    """Return the fives and fouls of Black as (point name, verdict), from a1 on."""
    verdicts = enumerate(reading.position.verdicts)
    return [(points.name(point, SIZE), verdict) for point, verdict in verdicts if verdict in _NAMES]
