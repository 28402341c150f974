"""The board's explanation why a black stone is a foul, or why a stone that looks like a foul is legal."""

from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.games.renju.position import SIZE, Position
from tengen.games.renju.reasons import decisive, reasons


def reason(point, black, white=""):
    """Return the fields of the board's event `reason` for a black stone on `point` among these stones."""
    position = Position()
    for colour, points in ((BLACK, black), (WHITE, white)):
        for each in points.split():
            position.put(index(each, SIZE), colour)
    found = reasons(position, index(point, SIZE))
    lines = decisive(found)
    threes = [line for line in found["lines"] if line["shape"] == "three"]
    return {"point": point, "foul": found["name"] if lines else None, "lines": lines or threes}
