"""Each line of the reasons, compared with the slow definition, which needs CPython."""

import definition
from portable import read_lines
from tengen.games.points import index, name
from tengen.games.renju.position import SIZE, of_text
from tengen.games.renju.reasons import DIRECTION_NAMES, reasons


def name_of(place):
    return name(place[1] * SIZE + place[0], SIZE)


def names_of(places):
    return frozenset(name_of(place) for place in places)


def lines_by_definition(black, white, point):
    """Return the lines of a black stone on `point` by definition: (direction, shape, stones, completes)."""
    after = black | {point}
    found = set()
    for direction, called in zip(definition.DIRECTIONS, DIRECTION_NAMES):
        run = definition.run(after, point, direction)
        if len(run) >= 5:
            found.add((called, "five" if len(run) == 5 else "overline", names_of(run), frozenset()))
        ends: dict = {}
        for end, four in definition.fives_by(after, white, point, direction):
            ends.setdefault(four, set()).add(end)
        for four, five_points in ends.items():
            shape = "straight four" if len(five_points) == 2 else "four"
            found.add((called, shape, names_of(four), names_of(five_points)))
        threes: dict = {}
        for more in definition.straight_fours_by(after, white, point, direction):
            four = definition.run(after | {more}, more, direction)
            threes.setdefault(frozenset(four) - {more}, set()).add(more)
        for three, more in threes.items():
            found.add((called, "three", names_of(three), names_of(more)))
    return found


def test_every_line_of_every_point():  # verdicts.txt
    count = dead = 0
    for text in read_lines("verdicts.txt")[7::60]:
        if not text:
            continue
        position = of_text("".join(mark if mark in "XO" else "." for mark in text))
        black = {(point % SIZE, point // SIZE) for point in range(225) if position.cells[point] == 1}
        white = {(point % SIZE, point // SIZE) for point in range(225) if position.cells[point] == 2}
        for point in range(225):
            if position.cells[point]:
                continue
            place = point % SIZE, point // SIZE
            found = reasons(position, point)["lines"]
            lines = [
                (line["direction"], line["shape"], frozenset(line["stones"]), frozenset(line["completes"]))
                for line in found
            ]
            assert len(set(lines)) == len(lines)
            assert set(lines) == lines_by_definition(black, white, place), (text, name_of(place))
            for line in found:
                for other in line.get("at", ()):
                    at = index(other["point"], SIZE)
                    verdict = definition.verdict(black | {place}, white, (at % SIZE, at // SIZE))
                    assert other["verdict"] == verdict, (text, name_of(place), other)
                    count += 1
                dead += line.get("counts") is False
    assert count > 800 and dead > 80, (count, dead)
