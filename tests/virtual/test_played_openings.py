"""Every branch of every opening on the virtual board, with stones and buttons. The link is only used for settings."""

import itertools

import hands
import pytest
from branches import paths
from hands import OTHER, SETTLE_MS, TAP_MS
from ledger import fewer
from opening_lists import LISTS, listed
from tengen.codes import coded
from tengen.games import registry
from tengen.games.openings import table
from tengen.games.points import name
from tengen_host.virtual import tabletop
from test_virtual_board import DWELL_MS, on_a_board, on_board

# For each zone, named as in the lists: points at its edge, and one just outside. Zones are squares around h8
ZONES = {
    "h8": (["h8"], "h9"),
    "3x3": (["i9"], "j9"),
    "5x5": (["j6"], "k6"),
    "7x7": (["e11"], "d11"),
    "9x9": (["l12", "d5"], "m12"),
    ">5x5": (["k8"], "j8"),
    ">7x7": (["l8"], "k8"),
    "any": (["c3", "m14", "o1", "a15", "h15"], None),
}
FIFTHS = ["b2", "b13", "c8", "d14", "e2", "f12", "g3", "h5", "k2", "m4", "n9", "o7"]
NEXT = "n13"

SEATS = {"1": "p1", "2": "p2"}
CHOICES = {"-": "no swap", "s": "swap"}


@pytest.fixture(autouse=True)
def all_events(monkeypatch):
    """Let the board keep all lines, because a walk reads all events since its game began."""
    monkeypatch.setattr(tabletop, "LOG_LINES", 1_000_000)


class People(hands.People):
    """People who play an opening."""

    async def set(self, **settings):
        self.board.ask({"cmd": "set", **settings})
        await self.clock.advance(TAP_MS)
        assert self.groups["next"].items() >= settings.items()
        self.since = len(self.board.lines)

    async def slide(self, origin, target):
        self.board.slide(origin, target)
        await self.clock.advance(SETTLE_MS)

    async def clear(self):
        """Remove all stones, and let the arbiter begin a new game."""
        for point in self.stones():
            self.board.lift(point)
        await self.clock.advance(SETTLE_MS)
        self.since = len(self.board.lines)
        await self.press("arbiter")
        assert len(self.told("new_game")) == 1

    def moves(self):
        """The moves of this game: points and colours."""
        told = self.told("move")
        assert [event["n"] for event in told] == list(range(1, len(told) + 1))
        return [(event["point"], event["colour"]) for event in told]

    def stones(self):
        """The stones on the board: colours by point."""
        return {name(at, 15): colour for at, colour in self.board.stones.items()}


class Walk:
    """Plays one row of the lists.

    `by`: what declines a swap, the "menu" or the next "stone". With "stone", the next player also puts a stone before
    removing the other offers. `dwell`: whether stones become moves after the dwell time; otherwise, by button.
    """

    def __init__(self, people, row, by, dwell):
        self.people = people
        self.row = [tuple(word.split()) for word in row]
        self.by = by
        self.dwell = dwell
        self.points: list = []  # the points of the game's stones, in order of play
        self.offers: list = []
        self.waits = False  # whether the next stone is on the board already

    async def play(self):
        for at, (head, what) in enumerate(self.row):
            seat = SEATS[what[0]]
            if head == "black":
                await self._end(seat)
            elif head == "offer":
                await self._offer(seat, int(what[2:]))
            elif head == "keep":
                await self._keep(seat)
            elif head.endswith("?"):
                option = CHOICES.get(what[1]) or what[2:]
                # if the next thing is another choice and not a stone, the swap can only be declined in the menu
                if option != "no swap" or self.by == "menu" or self.row[at + 1][0].endswith("?"):
                    await self._choose(head, seat, option)
            else:
                await self._stone(head, seat)

    async def _stone(self, zone, seat):
        people = self.people
        points, beyond = ZONES[zone]
        if beyond:
            await people.put(beyond)
            assert people.last("refused")["point"] == beyond
            await people.press(seat)
            if self.dwell:
                await people.clock.advance(DWELL_MS)
            await people.lift(beyond)
        point = next(point for point in points if point not in self.points)
        await people.put(point)
        await self._done(seat, point)

    async def _done(self, seat, point):
        people, moves = self.people, self.people.moves()
        assert [each for each, _ in moves] == self.points
        if self.dwell:
            await people.clock.advance(DWELL_MS)
        else:
            await people.press(OTHER[seat])
            assert people.moves() == moves, "that was not his button"
            await people.press(seat)
        self.points.append(point)
        colour = "white" if len(moves) % 2 else "black"
        assert people.moves() == [*moves, (point, colour)]

    async def _choose(self, head, seat, option):
        people = self.people
        asked = people.groups["asks"]
        assert (asked["do"], asked["who"]) == ("choose", seat)
        assert {"swap": "swap?", "side": "side?", "fifths": "n?", "way": "way?"}[asked["ask"]] == head
        menu = people.menu()
        assert (menu["about"], menu["entries"], menu["at"]) == (asked["ask"], asked["options"], 0)
        await people.take(seat, option)
        chosen = people.last("chosen")
        assert (chosen["who"], chosen["ask"], chosen["option"]) == (seat, asked["ask"], option)

    async def _offer(self, seat, count):
        people = self.people
        self.offers = FIFTHS[:count]
        await people.put("a8", *self.offers[1:-1])
        await people.slide("a8", self.offers[0])
        if count > 1:
            await people.press(seat)
            assert people.last("refused")["why"] == coded("refused.offers_lie", n=count - 1, count=count)
            await people.put(self.offers[-1])
        assert set(people.last("offers")["points"]) == set(self.offers)
        if self.dwell:
            await people.clock.advance(DWELL_MS)
        await people.press(OTHER[seat])
        assert not people.told("offered"), "that was not his button"
        await people.press(seat)
        assert set(people.last("offered")["points"]) == set(self.offers)
        assert people.groups["asks"]["do"] == ("keep" if count > 1 else "stone"), "a single one is kept at once"

    async def _keep(self, seat):
        people = self.people
        kept = self.offers[len(self.offers) // 2]
        if len(self.offers) > 1:
            assert (people.groups["asks"]["do"], people.groups["asks"]["who"]) == ("keep", seat)
            self.waits = self.by == "stone"
            if self.waits:
                await people.put(NEXT)
            await people.lift(*[point for point in self.offers if point != kept])
            if self.dwell:
                await people.clock.advance(DWELL_MS)
            await people.press(OTHER[seat])
            assert not people.told("kept"), "that was not his button"
            await people.press(seat)
        self.points.append(kept)
        assert [event["point"] for event in people.told("kept")] == [kept]

    async def _end(self, black):
        """Put the next stone, and check its player and colour: the opening is over."""
        people, turn = self.people, len(self.points) % 2
        players = {"black": black, "white": OTHER[black]}
        if self.waits:
            self.points.append(NEXT)
        else:
            await people.put(NEXT)
            await self._done(players["white" if turn else "black"], NEXT)
        colours = ["white" if at % 2 else "black" for at in range(len(self.points))]
        assert people.moves() == list(zip(self.points, colours, strict=True))
        assert people.stones() == dict(people.moves())
        asked = people.groups["asks"]
        assert (asked["do"], asked["number"]) == ("stone", len(self.points) + 1)
        assert people.groups["game"]["players"] == players and "zone" not in asked
        assert asked["colour"] == asked["turn"] == ("black" if turn else "white")
        assert asked["who"] == players[asked["colour"]]


def choices(path):
    return tuple(action[1] for action in path if action[0] == "choose")


def choices_of(row):
    found = []
    for word in row:
        head, what = word.split()
        if head.endswith("?"):
            found.append(CHOICES.get(what[1]) or what[2:])
    return tuple(found)


def walk(rows, by, opening, mode="referee", whole=True, **parameters):
    """Play these rows; if `whole`, check that they are all paths through the opening's table."""
    ways = [choices(path) for path in paths(table(opening, **parameters))]
    left = list(ways)

    async def play(board, clock):
        people = People(board, clock)
        await people.set(opening=opening, mode=mode, **parameters)
        for row in rows:
            await Walk(people, row, by, mode == "casual").play()
            assert tuple(event["option"] for event in people.told("chosen")) == choices_of(row)
            left.remove(choices_of(row))
            await people.clear()
        assert not people.told("error")

    on_board(play)
    assert left == [] or (not whole and len(left) == len(ways) - len(rows)), "not every way was played"


OPENINGS = registry.openings("renju")
WAYS = ("menu", "stone")
IN_TURN = [(opening, WAYS[at % 2]) for at, opening in enumerate(OPENINGS)]


@pytest.mark.parametrize(("opening", "by"), fewer(itertools.product(OPENINGS, WAYS), IN_TURN))
def test_every_branch(opening, by):
    """Every branch of each opening at the virtual board, with the choices made by menu and by stones."""
    walk(listed(LISTS[opening]), by, opening)


@pytest.mark.parametrize("by", ["menu", "stone"])
def test_every_branch_of_a_casual_game_where_a_stone_is_a_move_when_it_rests(by):
    walk(listed(LISTS["yamaguchi"]), by, "yamaguchi", mode="casual")


# Parameters of openings (firmware/docs/openings.md#rules)
@pytest.mark.parametrize(
    ("opening", "parameters", "rows"),
    [
        (
            "yamaguchi",
            {"fifths": 4},
            """
    h8 3x3 5x5 n?   swap?  any  offer keep
    1  1   1   1:1  2-     2    1:1   2     | 1
    1  1   1   1:1  2s     1    2:1   1     | 2
    1  1   1   1:3  2-     2    1:3   2     | 1
    1  1   1   1:3  2s     1    2:3   1     | 2
    1  1   1   1:4  2-     2    1:4   2     | 1
    1  1   1   1:4  2s     1    2:4   1     | 2
""",
        ),
        (
            "yamaguchi",
            {"fifths": 5, "fixed": True},
            """
    h8 3x3 5x5 swap?  any  offer keep
    1  1   1   2-     2    1:5   2     | 1
    1  1   1   2s     1    2:5   1     | 2
""",
        ),
        (
            "soosyrv-8",
            {"fifths": 3, "fixed": True, "small": True},
            """
    h8 5x5 7x7 swap?  any swap?  offer keep
    1  1   1   2-     2   1-     1:3   2     | 1
    1  1   1   2-     2   1s     2:3   1     | 2
    1  1   1   2s     1   2-     2:3   1     | 2
    1  1   1   2s     1   2s     1:3   2     | 1
""",
        ),
        (
            "rif",
            {"fifths": 1, "small": True},
            """
    h8 5x5 7x7 swap?  any  offer keep
    1  1   1   2-     2    1:1   2     | 1
    1  1   1   2s     1    2:1   1     | 2
""",
        ),
    ],
)
@pytest.mark.parametrize("by", ["menu", "stone"])
def test_every_branch_with_other_parameters(by, opening, parameters, rows):
    walk(listed(rows), by, opening, **parameters)


def to(opening, *done, **parameters):
    """Return the first part of a script: stones made moves by button, and decisions as (seat, option)."""

    async def begin(board, clock):
        people = People(board, clock)
        await people.set(opening=opening, mode="referee", **parameters)
        for each in done:
            if isinstance(each, tuple):
                await people.take(*each)
            else:
                await people.put(each)
                await people.press(people.groups["asks"]["who"])
        assert [point for point, _ in people.moves()] == [each for each in done if isinstance(each, str)]
        return people

    return begin


@on_a_board
async def test_where_there_are_fewer_unequal_points_than_asked_for_to_mend_them_are_offered(board, clock):
    people = await to("rif", "h8", "h9", "h10", "h4", fifths=150)(board, clock)
    asked = people.groups["asks"]
    # 7 columns of 15 points on one side of the axis, and 11 empty points on it
    assert (asked["count"], asked["declared"]) == (116, 150)
    points = [column + str(row) for column in "abcdefgh" for row in range(1, 16)]
    points = [point for point in points if point not in ("h4", "h8", "h9", "h10")]
    for point in points:
        board.put(point)
    await clock.advance(SETTLE_MS)
    await people.press("p1")
    assert len(people.last("offered")["points"]) == 116
    for point in points[1:]:
        board.lift(point)
    await clock.advance(SETTLE_MS)
    await people.press("p2")
    assert people.moves()[-1] == ("a1", "black")


@on_a_board
async def test_a_finger_that_stays_down_decides_once(board, clock):
    done = ("h8", ("p2", "no swap"), "i9", ("p1", "no swap"), "j6", ("p2", "no swap"), "e11")
    people = await to("taraguchi-10", *done)(board, clock)
    await people.press("p1", 4000)  # first the swap is decided, then p1 chooses between one fifth and ten
    assert people.groups["asks"]["ask"] == "way"
    assert [event["option"] for event in people.told("chosen")] == ["no swap"] * 4
    await people.hold("p1")
    assert people.last("chosen")["option"] == "1"
