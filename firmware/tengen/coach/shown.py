"""Points that the board lights for the laptop. They are the continuations of the present position in a tree of games.

These points help a player, so a referee or silent game refuses them, even if the arbiter allows the laptop to act.
"""

from tengen.codes import Refused, coded
from tengen.games import EMPTY
from tengen.games.points import index, names
from tengen.games.turns import OCCUPIED
from tengen.session.partner_rules import HELPED


class Shown:
    """Points to be lit in the position after `facts` facts of the game. The points in `best` are brighter."""

    def __init__(self, points, best, facts):
        self.points = points
        self.best = best
        self._facts = facts

    def is_of(self, match):
        """Whether the match is still in the position for which these points were sent."""
        return len(match.facts) == self._facts

    def event(self, session):
        """Return the points for the state; None if the game has continued."""
        match = session.match
        if not self.is_of(match):
            return None
        size = match.game.size
        return {"points": names(self.points, size), "best": names(self.best, size)}


def shown(session, points, best, moves):
    """Return the Shown for these names of points. `moves`: the number of moves in the position they belong to.

    Raises Refused in a game without help, if the position is another one, and for a point that does not exist or has a
    stone.
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
