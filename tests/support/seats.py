"""A table with a partner (of the board or of the laptop) at one seat: what the person and the partner's hands do."""

from portable import DWELL_MS
from tengen.games.points import name

NEAR = [112 + 15 * row + column for row in (0, 1, -1, 2, -2) for column in (0, 1, -1, 2, -2)]


def allowed(match):
    """The points where the game allows a stone that is no foul, those in the middle first, whatever is announced."""
    announced, match.announced = match.announced, None
    # an opening may want its stone elsewhere
    found = [point for point in NEAR + list(range(225)) if not match.refusal(point) and not match.warning(point)]
    match.announced = announced
    return found


def fifths(match, count):
    """The names of the first fifths that may be offered together."""
    announced, match.announced = match.announced, None
    points: list = []
    for point in range(225):
        if not match.refusal(point) and not match.equal_offers(points + [point]) and len(points) < count:
            points.append(point)
    match.announced = announced
    return [name(point, 15) for point in points]


def person(its, deed):
    """Do what the person is asked for; `deed`, a number, chooses among what is allowed."""
    match = its.session.match
    asked = match.expects
    if asked.do == "choose":
        its.enter(asked.who, asked.options[deed % len(asked.options)])
    elif asked.do == "offer":
        its.put(*fifths(match, asked.count)).press(asked.who)
    elif asked.do == "keep":
        its.lift(*[name(point, 15) for point in match.offers[1:]]).press(asked.who)
    else:
        points = allowed(match)
        its.put(name(points[deed % len(points)], 15)).wait(DWELL_MS)
    its.wait(20)


def hands(its):
    """Put or lift the stones that the partner has announced."""
    match, asked = its.session.match, its.groups()["partner"]
    if not match.announced:
        return
    if asked["do"] == "keep":
        its.lift(*[name(point, 15) for point in match.offers if point not in match.announced])
    else:
        its.put(*asked["points"])
    its.wait(DWELL_MS).wait(20)
