"""Points that the laptop has the board light: the continuations of a tree of variations, from the present position.

They help a player: a referee or silent game refuses them, even where the arbiter lets the laptop act.
"""

from tengen.games import EMPTY
from tengen.games.points import index, names

from .board_state import listed

MOST = 40  # points: more are no help, and a command has 512 bytes


class Shown:
    """`points` are lit, of them `best` brighter, in one position only: is_of(match)."""

    def __init__(self, match, points, best):
        self.points = points
        self.best = best
        self._match = match
        self._facts = len(match.facts)

    def is_of(self, match):
        """Whether the match is where the points are known from."""
        return match is self._match and len(match.facts) == self._facts

    def event(self):
        """Return it as an event."""
        size = self._match.game.size
        return {"event": "shown", "points": names(self.points, size), "best": names(self.best, size)}


def shown(session, points, best, moves):
    """Return the Shown for names of points. `moves`: how many moves the position has for which they are meant.

    Raises ValueError, with a message for a person: in a game that may not be helped, in another position, for a point
    that is none or has a stone.
    """
    match = session.match
    if session.played.mode not in ("casual", "teach"):
        raise ValueError("show is refused in a %s game: nobody is helped there" % session.played.mode)
    if moves != len(match.game.moves):
        raise ValueError("show is for move %d, the game has %d moves" % (moves, len(match.game.moves)))
    if len(points) > MOST:
        raise ValueError("show: %d points at most" % MOST)
    size = match.game.size
    lit = tuple([index(point, size) for point in points])
    for point in lit:
        if match.cells[point] != EMPTY:
            raise ValueError("show: %s has a stone" % listed((point,), size))
    brighter = tuple([index(point, size) for point in best])
    for point in brighter:
        if point not in lit:
            raise ValueError("show: %s is best, but none of the points" % listed((point,), size))
    return Shown(match, lit, brighter)
