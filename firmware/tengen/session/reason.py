"""Why a stone is a foul, or why it is none although it looks like one.

It is found once, and later than the stone's light: it takes longer than a light may.
"""

from tengen.rules.points import index, name


class Reason:
    """Of the foul on `point` (or -1), called `foul`; None where it is excused.

    `lines` has the points of each line that makes it, once found, `dead` whether each does not count, and `data` what
    the link is told of it, or None.
    """

    def __init__(self):
        self.forget()

    def forget(self):
        """There is no foul."""
        self.point = -1
        self.foul = None
        self.lines: tuple = ()
        self.dead: tuple = ()
        self.data = None

    def of(self, point, foul):
        """There is one on this point."""
        if point != self.point or foul != self.foul:
            self.forget()
            self.point = point
            self.foul = foul

    def of_result(self, result):
        """There is one if the game has ended by it: a stone, and nobody's five."""
        if len(result.points) == 1:
            self.of(result.points[0], result.reason)

    def find(self, game):
        """Find the reason, if there is one to be found and nobody has yet; returns it or None."""
        if self.point < 0 or self.data:
            return None
        size, lines = game.size, game.foul_lines(self.point)
        self.lines = tuple(tuple(index(stone, size) for stone in line["stones"]) for line in lines)
        self.dead = tuple(not line.get("counts", True) for line in lines)
        self.data = {"point": name(self.point, size), "foul": self.foul, "lines": lines}
        return self.data
