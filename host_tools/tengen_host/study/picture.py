"""The turning point of a game as a picture."""

from __future__ import annotations

from tengen.games import opponent
from tengen.games.renju.position import Position as Board

from ..judge.drawing import board_svg
from ..records.record import RecordError
from .study import Study
from .threes import Three


def turning_point(study: Study) -> str:
    """Return the board with the losing stone, number 1, and the stones of the win that it left, as an SVG document.

    Where a foul of Black's decides, the fouls on the board are marked. Raises RecordError where the game has no turning
    point.
    """
    turn = study.turning_point
    if turn is None:
        raise RecordError("--svg: the game has no turning point: no proved win decided it")
    position = study.positions[turn]
    after = study.positions[turn + 1] if turn + 1 < len(study.positions) else None
    best = after.best if after and not after.foul else None
    board = Board()
    for point, colour in enumerate(position.cells):
        if colour:
            board.put(point, colour)
    moves = (-1 if position.played is None else position.played, *(best.line if best else ()))
    for number, point in enumerate(moves):
        if point >= 0:
            board.put(point, opponent(position.colour) if number % 2 else position.colour)
    last = best.last if isinstance(best, Three) else best
    return board_svg(board, moves=moves, marks=bool(last and last.foul))
