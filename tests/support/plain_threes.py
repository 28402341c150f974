"""The tests' own judge of wins by fours and threes. After each stone of a win, every possible answer must lose.

Nothing of the firmware is used. Boards are bits, and fouls are judged, as in plain_fours.py. The claimed win after an
answer is a line of points, which this module replays.
"""

from plain_fours import THROUGH, fives, is_foul, split

ALL = (1 << 225) - 1


def bit(point):
    return 1 << point


def stones(cells, colour):
    return sum(bit(point) for point, its in enumerate(cells) if its == colour)


def refuted_line(own, other, black, line):
    """Replay a line of fours of the side `own`, which is to move. Return None if the line wins, else why not."""
    mine, theirs = fives(own, other, black), fives(other, own, not black)
    for number in range(0, len(line), 2):
        stone = bit(line[number])
        if (own | other) & stone:
            return f"stone {number + 1} lies on another"
        if mine & stone:
            return None if number == len(line) - 1 else "the line goes on after a five"
        if theirs & ~stone:
            return f"stone {number + 1} lets the other side make a five"
        if black and is_foul(own, other, stone):
            return f"stone {number + 1} is a foul"
        own |= stone
        mine = fives(own, other, black, THROUGH[stone])
        if not mine:
            return f"stone {number + 1} makes no four"
        if number == len(line) - 1:
            wins = mine.bit_count() > 1 or (not black and is_foul(other, own, mine))
            return None if wins else "the last four is answered"
        answer = bit(line[number + 1])
        if mine != answer:
            return f"the answer to stone {number + 1} is another, or none"
        other |= answer
        mine, theirs = 0, fives(other, own, not black, THROUGH[answer])
    return "the line ends with an answer"


def refuted(cells, win, ask):
    """Return None if a win (Win or Three of tengen_host.study) beats every answer, else a sentence about the failure.

    `ask(cells)`: returns the claimed winning line of fours for the same side in another position, or None.
    """
    if not hasattr(win, "answers"):
        return refuted_line(*_sides(cells, win), win.line)
    own, other, black = _sides(cells, win)
    stone = bit(win.point)
    if (own | other) & stone or (black and is_foul(own, other, stone)):
        return f"{win.point} may not be played"
    own |= stone
    if fives(other, own, not black):
        return f"after {win.point} the other side makes a five"
    wrong = refuted_line(own, other, black, win.threat.line)
    if wrong:
        return f"after {win.point} and a pass: {wrong}"
    after = bytearray(cells)
    after[win.point] = win.colour
    answers = dict(win.answers)
    for reply in split(ALL & ~(own | other)):
        point = reply.bit_length() - 1
        if not black and is_foul(other, own, reply):
            continue  # a foul: Black loses
        after[point] = 3 - win.colour
        if point in answers:
            wrong = refuted(after, answers[point], ask)
        elif reply != bit(win.threat.line[0]) and refuted_line(own, other | reply, black, win.threat.line) is None:
            wrong = None  # the threat itself
        else:
            line = ask(bytes(after))
            wrong = "no line" if line is None else refuted_line(own, other | reply, black, line)
        after[point] = 0
        if wrong:
            return f"after {win.point} and {point}: {wrong}"
    return None


def _sides(cells, win):
    return stones(cells, win.colour), stones(cells, 3 - win.colour), win.colour == 1
