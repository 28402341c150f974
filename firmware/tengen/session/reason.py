"""The reason why a stone is a foul, or why it is legal although it looks like one; in a lesson the lines of a stone.

The reason is computed once, after the stone's light is sent, because the computation would delay the light too much.
"""

from tengen.games import FAULTS
from tengen.games.points import index, name


class Reason:
    """The reason of the foul named `foul` on `point`.

    `foul` is None if the stone is excused; `point` is -1 if there is no foul. `kept`: True if the coach has judged the
    stone; then the reason stays as long as the stone, and if the stone is no foul, it has all lines of the stone.

    After find(), `lines` has the points of each line of the foul; `dead` has for each line True if the line does not
    count; `data` has the fields for the link. Before find() `data` is None.
    """

    def __init__(self):
        self.forget()

    def forget(self):
        """Forget the foul."""
        self.point = -1
        self.foul = None
        self.kept = False
        self.lines: tuple = ()
        self.dead: tuple = ()
        self.data = None

    def of(self, point, foul, kept=False):
        """Set the foul (None: excused) and its point. Forget the reason of another foul."""
        if point != self.point or foul != self.foul or kept != self.kept:
            self.forget()
            self.point = point
            self.foul = foul
            self.kept = kept

    def of_result(self, result, last):
        """Set the foul of a result, if it is a foul. `last`: the foul's stone (an open four has several points)."""
        if result.reason in FAULTS:
            self.of(result.points[0] if len(result.points) == 1 else last, result.reason)

    def find(self, game):
        """Compute the reason if it is not known yet. Return the reason, or None."""
        if self.point < 0 or self.data:
            return None
        size, whole = game.size, self.kept and not self.foul
        lines = game.lines_of(self.point) if whole else game.foul_lines(self.point)
        self.lines = tuple(tuple(index(stone, size) for stone in line["stones"]) for line in lines)
        self.dead = tuple(not line.get("counts", True) for line in lines)
        self.data = {"point": name(self.point, size), "foul": self.foul, "lines": lines}
        if whole:
            self.data["all"] = True
        return self.data
