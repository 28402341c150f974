"""The actions of a person, and of the hands of a partner (of the board or the laptop), at a table."""

from portable import DWELL_MS
from tengen.games.points import name

NEAR = [112 + 15 * row + column for row in (0, 1, -1, 2, -2) for column in (0, 1, -1, 2, -2)]


def allowed(match):
    """Return the points of legal stones without fouls, the middle first. The partner's announcement is ignored."""
    announced, match.announced = match.announced, None
    # all points, because an opening may require a stone outside the middle
    found = [point for point in NEAR + list(range(225)) if not match.refusal(point) and not match.warning(point)]
    match.announced = announced
    return found


def fifths(match, count):
    """Return the names of the first `count` points that may be offered together as fifths."""
    announced, match.announced = match.announced, None
    points: list = []
    for point in range(225):
        if not match.refusal(point) and not match.equal_offers(points + [point]) and len(points) < count:
            points.append(point)
    match.announced = announced
    return [name(point, 15) for point in points]


def person(its, deed):
    """Do the person's next action. The number `deed` chooses among the allowed actions."""
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
    """Put the stones that the partner has announced; or, if the partner keeps some fifths, lift the other fifths."""
    match, asked = its.session.match, its.groups()["partner"]
    if not match.announced:
        return
    if asked["do"] == "keep":
        its.lift(*[name(point, 15) for point in match.offers if point not in match.announced])
    else:
        its.put(*asked["points"])
    its.wait(DWELL_MS).wait(20)
