"""The partner's player. It finds its stones and opening decisions in slices of thought, and changes no game."""

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, opponent
from tengen.games.openings import in_zone
from tengen.games.renju.opening_names import opening_name
from tengen.games.symmetry import image, symmetries

from . import brain as of
from . import search
from .fours import NODE_US as FOUR_US

LEVELS = 5  # level 1 plays like a child, level 5 is the player's best
GAMES = ("renju", "gomoku", "five")  # the supported games, by their names in the registry

# For each level: the microseconds of a thought; the depth in stones; the number of fours tried; the random part of a
# stone's value; in how many of 16 thoughts the player overlooks something
_LEVELS = (
    (60_000, 1, 0, 250, 5),
    (150_000, 2, 60, 60, 1),
    (400_000, 4, 1_000, 0, 0),
    (1_500_000, 12, 4_000, 0, 0),
    (5_000_000, 20, 12_000, 0, 0),
)
_RESIGNS_FROM = 3  # the lowest level that resigns

_WIDTH = 8  # the number of stones that are tried in a position
_ROOT_WIDTH = 20
_PIECE = 4  # the number of nodes that are searched in one step
_HALF_A_PIECE_US = 700
_FOURS = 20  # the number of fours that the solver tries in one step
# the solver may try one four for each 400 us of the time limit; so it takes at most a quarter of a thought
_US_FOR_A_FOUR = 400
_SOLVER_US = 6000  # us to load a position into the solver
_MOST_ANSWERS = 24  # the number of stones of the opponent's win by fours that are tried as answers to this win
_FILTER_US = 2000  # to examine six points
_LIST_US = 1500
_STAND = 240  # the value of having the turn (STAND in search.py)
_LOST = search.WIN - 100
_PROVED = 29_000  # a value beyond this is a win or loss, proved by the solver and the exact fouls

_OVER = 1 << 30

# How much better than usual an opening is for Black (negative: for White), where experts agree
_OPENINGS = {"D4": 90, "I7": 90, "D7": 50, "I4": 50, "D13": -60, "I13": -60, "I5": -40}

_SHORT = 3  # a win of at most this number of fours is found at every level
_LATE = 100  # the player accepts no draw before this number of stones
_EVEN = 60  # positions with a value up to this count as even
_FIRST = 180  # Black's advantage in the usual opening of the 26, with White to move


class Player:
    """The player thinks about one question after another. Call begin(), then think() until it returns True.

    `fours`: the solver (Fours). The player uses the solver and the solver's reserve while it thinks. `brain`: a Brain,
    or a compiled Brain.

    `answer`: ("stone", point), ("choose", option), ("offer", points), ("keep", point), ("resign",), or None while it
    thinks. `value`: the value of the position for the player to move: 200 is a small advantage; more than 29,000 is a
    proved win, less than -29,000 a proved loss. `used_us`: the time that the thought so far takes on the board,
    computed from the counted nodes.
    `offers_draw`: True if the player offers a draw with its stone.
    """

    def __init__(self, fours, brain=None):
        self._fours = fours
        self._brain = brain or of.Brain(fours.reserve)
        self._prepared = False
        self._cells = bytearray(of.SIZE * of.SIZE)
        self._course = iter(())
        self.answer = None
        self.used_us = 0
        self.value = 0
        self.offers_draw = False

    def begin(self, game, asked, refusal, level, luck, offers=(), limit_us=5_000_000, resigns=True):
        """Begin to think about the question of a game. Raises ValueError for an unknown game.

        `asked`: the question, with `do` "stone", "choose", "offer" or "keep", and its details (session/opening.py).
        `refusal`: a function that returns why a stone may not be placed on a point, or None. `offers`: the tentative
        fifths to choose from. `level`: 1 to 5. `luck`: 0 to 2^30 - 1: the seed of the random numbers. `limit_us`: the
        maximum time. `resigns`: True if the player may resign a lost game; if False, it resigns only if each stone
        would be a foul.
        """
        if game.name not in GAMES or game.size != of.SIZE:
            raise ValueError("unknown game")
        self._game, self._asked, self._refusal, self._level = game, asked, refusal, level
        self._luck = (luck ^ 0x2545F49) & _OVER - 1
        self._offers = offers
        its = _LEVELS[level - 1]
        self._limit_us = min(its[0], limit_us)
        _, self._depth, most_fours, self._noise, self._blind = its
        self._most_fours = min(most_fours, limit_us // _US_FOR_A_FOUR)
        self.answer = None
        self.value = self.used_us = 0
        self.offers_draw = False
        self._resigns = resigns and level >= _RESIGNS_FROM
        self._hurried = self._proved = False
        self._cells[:] = game.cells
        self._count = sum([cell != EMPTY for cell in self._cells])
        self._turn = game.turn
        self._course = self._thought()

    def think(self, budget_us):
        """Think for about `budget_us` microseconds on the board. Return whether `answer` is available."""
        end = self.used_us + budget_us
        # Do at least one step, and another one if most of it fits. The steps do not depend on the budget, so slices of
        # any length give the same result
        while self.answer is None:
            self.used_us += next(self._course)
            if self.used_us + _HALF_A_PIECE_US > end:
                break
        return self.answer is not None

    def hurry(self):
        """Shorten this thought. think() then does only what the answer needs, and uses the best answer found so far."""
        self._hurried = True

    def accepts_draw(self):
        """Return after an answer whether the player would accept a draw now."""
        return self._count >= _LATE and self.value <= _EVEN and self.value > -_LOST

    def _thought(self):
        """Return the thought as a generator of the microseconds that each step takes. Its last step sets `answer`."""
        if not self._prepared:
            for took in of.prepared(self._brain):
                # only the first thought includes this work, and it does not shorten that thought
                self._limit_us += took
                yield took
            self._prepared = True
        do = self._asked.do
        if do == "stone":
            yield from self._stone()
        elif do == "choose":
            yield from self._choose()
        elif do == "offer":
            yield from self._offer()
        else:
            yield from self._keep()
        if not self._proved:
            # the search regards some legal double-threes as fouls, so its result proves nothing
            self.value = max(-_PROVED, min(_PROVED, self.value))
        yield 0

    # A stone

    def _stone(self):
        opening = self._asked.zone is not None and self._asked.zone[0] == "square"
        many = self._game.free_centre and self._game.passes_after == 5 and self._count < 5
        if self._count < 3 and (opening or many) or self._count == 0:
            yield from self._first_stones()
        elif opening or many:
            yield from self._even_stone()
        else:
            yield from self._best_stone()

    def _may(self, point):
        """Whether a stone may be placed on the point and is not a foul."""
        zone = self._asked.zone
        allowed = (zone is None or in_zone(zone, point, of.SIZE)) and self._refusal(point) is None
        return allowed and not self._game.warning(point)

    def _filter(self, points):
        """Set `_found` to the points where a stone may be placed."""
        found = []
        for number, point in enumerate(points):
            if self._may(point):
                found.append(point)
            if number % 6 == 5:
                yield _FILTER_US
        self._found = found
        yield _FILTER_US

    def _listed(self):
        """Set `_found` to the best allowed points, best first."""
        points = of.listed(self._brain, search.MOST_MOVES)
        yield _LIST_US
        yield from self._filter(points)

    def _near(self, width):
        """Set `_found` to the allowed points in the middle square of `width` rows and columns."""
        low = (of.SIZE - width) // 2
        found = []
        for row in range(low, low + width):
            first = row * of.SIZE + low
            yield from self._filter(range(first, first + width))
            found += self._found
        self._found = found

    def _first_stones(self):
        """Place one of the first stones at random, near the middle."""
        for width in (1, 3, 5, 9, 15):
            yield from self._near(width)
            if len(self._found) > (1 if self._count and width < 5 else 0):
                break
        self.answer = "stone", self._chosen(self._found)

    def _even_stone(self):
        """Place a stone before a swap so that the position is even."""
        yield from self._load(self._turn)
        yield from self._listed()
        points = self._found
        if not points:
            yield from self._anywhere()
            return
        yield from self._judge(points, self._limit_us // 2)
        order = sorted([(abs(value), point) for value, point in self._values])
        self.value = 0
        self.answer = "stone", self._chosen([point for _, point in order[:2]])

    def _best_stone(self):
        turn = self._turn
        yield from self._load(turn)
        blind = self._draw(16) < self._blind
        if blind:
            self._most_fours = 0
            self._noise = 3 * self._noise
        yield from self._listed()
        points = self._found
        if not points:
            yield from self._anywhere()
            return
        if of.may_have_five(self._brain, turn):
            fives = [point for point in points if of.has_five(self._brain, point, turn)]
            yield _FILTER_US
            if fives:
                self.value, self._proved = search.WIN, True
                self.answer = "stone", fives[0]
                return
        theirs = []
        if of.may_have_five(self._brain, opponent(turn)) and not blind:
            all_ = of.listed(self._brain, search.MOST_MOVES)
            theirs = [point for point in all_ if of.has_five(self._brain, point, opponent(turn))]
            yield _LIST_US + _FILTER_US
            points = [point for point in points if point in theirs]
            if len(theirs) > 1 or not points:
                yield from self._give_up(theirs)
                return
        if self._game.name == "renju" and self._most_fours:
            yield from self._solve(turn, self._most_fours)
            if self._wins:
                point = self._fours.found.line[0]
                if self._may(point):
                    self.value, self._proved = search.WIN - 2 * self._fours.found.fours, True
                    self.answer = "stone", point
                    return
            if not theirs:
                yield from self._solve(opponent(turn), self._most_fours // 2)
                if self._wins:
                    its = self._fours.found
                    more = [point for point in tuple(its.line) + tuple(its.fives) if point not in points]
                    yield from self._filter(more[:_MOST_ANSWERS])
                    yield from self._meet(self._found + points)
                    if not self._found and its.fours <= _SHORT:
                        # the game is lost if no stone at all stops the win
                        yield from self._near(of.SIZE)
                        yield from self._meet(self._found, self._limit_us)
                        if not self._found:
                            yield from self._give_up(())
                            return
                    points = self._found or points
        if self._noise:
            yield from self._by_luck(points)
            return
        yield from self._search(points[:_ROOT_WIDTH], self._depth, self._limit_us)
        self.offers_draw = (
            self._level >= _RESIGNS_FROM and self._count >= 2 * _LATE - 40 and -_EVEN <= self.value <= _EVEN
        )
        self.answer = "stone", self._point

    def _meet(self, points, until_us=_OVER):
        """Set `_found` to the points that stop all wins by fours of the other side.

        After `until_us` of the thought the next point is accepted without a test.
        """
        kept: list = []
        enough = self.used_us + self._limit_us // 2
        for point in points:
            if kept and (self.used_us > enough or self._hurried):
                break
            if self.used_us > until_us:
                kept.append(point)
                break
            self._cells[point] = self._turn
            yield from self._solve(opponent(self._turn), max(self._most_fours // 12, 200))
            self._cells[point] = EMPTY
            if not self._wins:
                kept.append(point)
        self._found = kept

    def _give_up(self, points):
        """Resign, or place any stone, because the other side's win is proved."""
        self.value, self._proved = -search.WIN, True
        if self._resigns:
            self.answer = ("resign",)
            return
        yield from self._filter(points)
        if self._found:
            self.answer = "stone", self._found[0]
        else:
            yield from self._anywhere()

    def _anywhere(self):
        """Place a stone as near to the middle as possible. Resign if all points are fouls."""
        yield from self._listed()
        points = self._found
        for width in (3, 5, 9, 15):
            if not points:
                yield from self._near(width)
                points = self._found
        if points and self._asked.zone:
            # the opening requires points far from the other stones, and there are many such points, so search only some
            # of them
            few = len(points) // _ROOT_WIDTH + 1
            yield from self._search(points[::few], 3, self._limit_us // 4)
            points = [self._point]
        self.answer = ("stone", points[0]) if points else ("resign",)

    def _by_luck(self, points):
        """Judge each stone with a shallow search, and add a random value."""
        yield from self._judge(points[:_ROOT_WIDTH], self._limit_us, self._depth)
        best = None
        for value, point in self._values:
            value += self._draw(2 * self._noise + 1) - self._noise
            if best is None or value > best:
                best, self._point, self.value = value, point, value
        self.answer = "stone", self._point

    # Decisions of an opening

    def _choose(self):
        options, ask = self._asked.options, self._asked.ask
        # `value`: the value of the position for Black
        yield from self._load(self._turn)
        points = of.listed(self._brain, search.MOST_MOVES)
        value = 0
        if points:
            yield from self._search(points[:_ROOT_WIDTH], self._depth, self._limit_us // 3)
            value = self.value
        if self._turn == WHITE:
            value = -value
        known = opening_name(self._game.moves[:3], of.SIZE) if self._game.name == "renju" else None
        if known and self._count < 6:
            value += _OPENINGS.get(known[0], 0)
        if self._noise:
            value += self._draw(2 * self._noise + 1) - self._noise
        mine = -value if self._turn == WHITE else value
        if ask == "swap":
            # after three stones Black is usually better, because White later chooses one of several fifths
            option = "swap" if mine < (-_FIRST if known and self._turn == WHITE else 0) else "no swap"
        elif ask == "side":
            option = COLOUR_NAMES[BLACK if value > 0 else WHITE]
            if "add" in options and abs(value) < 2 * _EVEN:
                option = "add"
        elif ask == "fifths":
            # the other player may swap, so declare the number that makes both sides even
            option = options[max(0, min(len(options) - 1, (value - _EVEN) // 40))]
        else:  # "way"
            option = options[1 if value > 2 * _EVEN else 0]
        self.value = mine
        self.answer = "choose", option if option in options else options[0]

    def _offer(self):
        """Offer the best fifths for Black. No two offers may be equal by symmetry."""
        yield from self._load(self._turn)
        yield from self._listed()
        points = self._found
        yield from self._judge(points, self._limit_us)
        points = [point for _, point in sorted([(-value, point) for value, point in self._values])]
        same = symmetries(self._cells, of.SIZE)
        yield 20_000
        chosen: list = []
        for width in (0, 3, 5, 7, 9, 11, 13, 15):
            if len(chosen) == self._asked.count:
                break
            if width:
                yield from self._near(width)
                points = self._found
            for at, point in enumerate(points):
                if at % 8 == 7:
                    yield 2000
                twins = [image(symmetry, point, of.SIZE) for symmetry in same]
                if point not in chosen and not any(twin in chosen for twin in twins):
                    chosen.append(point)
                    if len(chosen) == self._asked.count:
                        break
        self.answer = "offer", tuple(chosen)

    def _keep(self):
        """Keep the fifth that is best for White, who moves next."""
        best: int = -_OVER
        share = self._limit_us // max(len(self._offers), 1)
        fifth = self._game.turn
        for point in self._offers:
            self._cells[point] = fifth
            yield from self._load(opponent(fifth))
            self._cells[point] = EMPTY
            points = of.listed(self._brain, search.MOST_MOVES)
            yield from self._search(points[:_ROOT_WIDTH], self._depth, share)
            if self.value > best:
                best, kept = self.value, point
        self.value = best
        self.answer = "keep", kept

    # Helper methods

    def _load(self, turn):
        for took in of.loaded(self._brain, self._cells, turn, self._game.name):
            yield took
        self._brain.state[search.STAND] = _STAND

    def _solve(self, colour, most):
        """Search for a win by fours, with at most `most` fours. `_wins`: True, False, or None if not known."""
        fours = self._fours
        fours.begin(self._cells, colour)
        yield _SOLVER_US
        before = 0
        # after a win the solver does not search for a shorter win
        while not fours.done and fours.wins is None and fours.nodes < most and not self._hurried:
            fours.try_fours(_FOURS)
            yield (fours.nodes - before) * FOUR_US
            before = fours.nodes
        self._wins = fours.wins

    def _search(self, points, depth, took_us):
        """Search for the best point, with growing depth, for at most `took_us`. Set `_point`, and `value` for it."""
        brain = self._brain
        brain.clear()
        yield 1000
        brain.state[search.WIDTH] = _WIDTH
        end = self.used_us + took_us if took_us < self._limit_us else self._limit_us
        self._point, self.value = points[0], 0
        for stones in range(1, depth + 1):
            of.begin_search(brain, points, 4 * stones)
            while not of.is_done(brain) and self.used_us < end and not self._hurried:
                before = of.nodes(brain)
                brain.search(_PIECE)
                yield (of.nodes(brain) - before) * of.NODE_US + 50
            if not of.is_done(brain):
                of.give_up(brain)
            found = of.best(brain)
            if found:
                self._point, self.value = found
                points.remove(self._point)
                points.insert(0, self._point)
            yield 500
            known = abs(self.value) > _LOST or (len(points) == 1 and stones > 2)
            if known or self.used_us >= end or self._hurried:
                break

    def _judge(self, points, took_us, most=3):
        """Set `_values` to a list of (value, point) for the player to move."""
        self._values = [(0, point) for point in points]
        end = min(self.used_us + took_us, self._limit_us)
        brain = self._brain
        brain.clear()
        yield 1000
        brain.state[search.WIDTH] = _WIDTH
        for stones in range(1, most + 1):
            for at, point in enumerate(points):
                of.begin_search(brain, [point], 4 * stones)
                while not of.is_done(brain) and self.used_us < end and not self._hurried:
                    before = of.nodes(brain)
                    brain.search(_PIECE)
                    yield (of.nodes(brain) - before) * of.NODE_US + 50
                if not of.is_done(brain):
                    of.give_up(brain)
                    return
                found = of.best(brain)
                self._values[at] = found[1] if found else -search.WIN, point

    def _draw(self, below):
        """Return a random number from 0 to below - 1."""
        luck = self._luck or 1
        luck ^= luck << 13 & _OVER - 1
        luck ^= luck >> 17
        luck ^= luck << 5 & _OVER - 1
        self._luck = luck
        return (luck >> 4) % below

    def _chosen(self, points):
        return points[self._draw(len(points))]

