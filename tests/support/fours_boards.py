"""The drawn boards of data/fours.txt, for all tiers: boards with and without a win by fours, and the reasons."""

from collections import namedtuple

from portable import each_line
from tengen.games.renju.position import of_text

# turn: X or O, the side that searches for a win. fours: the least number of fours that win. end: why the last four
# can't be answered. Both are None if there is no win. text: the board, 225 characters, row 15 first.
Board = namedtuple("Board", ("name", "source", "turn", "wins", "fours", "end", "text"))


def boards():
    """Yield each Board of the file."""
    part = []
    for line in each_line("fours.txt"):
        if line.startswith("#"):
            continue
        if line:
            part.append(line)
        elif part:
            yield _board(part)
            part = []
    if part:
        yield _board(part)


def drawn_text(**rows):
    """Return a board text with rows like row8="..XX". All other rows are empty."""
    return "".join((rows.get(f"row{row}", "") + "." * 15)[:15] for row in range(15, 0, -1))


def drawn(**rows):
    """Return the colours of a board with rows like row8="..XX"."""
    return bytes(of_text(drawn_text(**rows)).cells)


def _board(part):
    name, source, said = part[:3]
    turn, end = said[0], None
    fours, wins = None, " wins, fours " in said
    if wins:
        number, end = said.split(" wins, fours ")[1].split(": ")
        fours = int(number)
    else:
        assert said == turn + " has no win", said
    return Board(name, source, turn, wins, fours, end, _text(part[3:]))


def _text(drawing):
    """Return the board text of the drawn rows. The other rows are empty."""
    rows = {}
    for line in drawing:
        marks = line.split()
        assert len(marks) == 16, line
        rows["row" + marks[0]] = "".join(marks[1:])
    return drawn_text(**rows)
