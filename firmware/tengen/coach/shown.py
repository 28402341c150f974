"""Points that the laptop has the board light: the continuations of a tree of variations, from the present position.

They help a player: a referee or silent game refuses them, even where the arbiter lets the laptop act.
"""

from tengen.codes import Refused, coded
from tengen.games import EMPTY
from tengen.games.points import index, names
from tengen.games.turns import OCCUPIED
from tengen.session.partner_rules import HELPED


class Shown:
    """`points` are lit, of them `best` brighter, in one position of the game only: after so many `facts`."""

    def __init__(self, points, best, facts):
        self.points = points
        self.best = best
        self._facts = facts

    def is_of(self, match):
        """Whether the match is where the points are known from."""
        return len(match.facts) == self._facts

    def event(self, session):
        """Return it for the state; None where the game has gone on."""
        match = session.match
        if not self.is_of(match):
            return None
        size = match.game.size
        return {"points": names(self.points, size), "best": names(self.best, size)}


def shown(session, points, best, moves):
    """Return the Shown for names of points. `moves`: how many moves the position has for which they are meant.

    Raises Refused: in a game that may not be helped, in another position, for a point
    that is none or has a stone.
    """
    match = session.match
    if session.played.mode not in HELPED:
        raise Refused(coded("refused.no_hints", mode=session.played.mode))
    if moves != len(match.game.moves):
        raise Refused(coded("refused.other_position"))
    size = match.game.size
    lit = tuple([index(point, size) for point in points])
    for point in lit:
        if match.cells[point] != EMPTY:
            raise Refused(coded("refused.no_stone_on", points=names((point,), size), why=OCCUPIED))
    brighter = [index(point, size) for point in best]
    return Shown(lit, tuple([point for point in brighter if point in lit]), len(match.facts))
