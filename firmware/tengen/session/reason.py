"""The reason why a stone is a foul, or why it is legal although it looks like one.

The reason is computed once, after the stone's light is sent, because the computation would delay the light too much.
"""

from tengen.games import FAULTS
from tengen.games.points import index, name


class Reason:
    """The reason of the foul named `foul` on `point`.

    `foul` is None if the stone is excused; `point` is -1 if there is no foul.

    After find(), `lines` has the points of each line of the foul; `dead` has for each line True if the line does not
    count; `data` has the fields for the link. Before find() `data` is None.
    """

    def __init__(self):
        self.forget()

    def forget(self):
        """Forget the foul."""
        self.point = -1
        self.foul = None
        self.lines: tuple = ()
        self.dead: tuple = ()
        self.data = None

    def of(self, point, foul):
        """Set the foul (None: excused) and its point. Forget the reason of another foul."""
        if point != self.point or foul != self.foul:
            self.forget()
            self.point = point
            self.foul = foul

    def of_result(self, result, last):
        """Set the foul of a result, if it is a foul. `last`: the foul's stone (an open four has several points)."""
        if result.reason in FAULTS:
            self.of(result.points[0] if len(result.points) == 1 else last, result.reason)

    def find(self, game):
        """Compute the reason if it is not known yet. Return the reason, or None."""
        if self.point < 0 or self.data:
            return None
        size, lines = game.size, game.foul_lines(self.point)
        self.lines = tuple(tuple(index(stone, size) for stone in line["stones"]) for line in lines)
        self.dead = tuple(not line.get("counts", True) for line in lines)
        self.data = {"point": name(self.point, size), "foul": self.foul, "lines": lines}
        return self.data
