"""Renju as a game: the first stone on the centre, fives, Black's fouls, passes, draws.

Source: firmware/docs/rules.md#shapes, firmware/docs/rules.md#order and firmware/docs/rules.md#play.
"""

from tengen.codes import Refused, coded

from .. import BLACK, EMPTY, OWN, PASS, WHITE, Outcome, opponent
from ..points import DIRECTIONS, names
from ..turns import IS_OVER, OCCUPIED, Turns, must_be_colour
from .opening_names import opening_name
from .position import FIVE, FOUL_NAMES, LEGAL, POINTS, SIZE, Position

STONES_OF_FIVE = 5

_reserved: list = []  # a Position for the first game, if reserve() has made one


def five_through(cells, point):
    """Return the points of a five through this stone, or None. Black needs exactly five, White five or more."""
    # games/lines.py is not used here, because that module and its kernels would take heap only for this function
    for across, up in DIRECTIONS:
        row = _beside(cells, point, -across, -up)[::-1] + [point] + _beside(cells, point, across, up)
        if len(row) == STONES_OF_FIVE or (len(row) > STONES_OF_FIVE and cells[point] != BLACK):
            return row
    return None


def _beside(cells, point, across, up):
    """Return the points beside `point`, the nearest first, that continue its row in one direction."""
    row, column = divmod(point, SIZE)
    found: list = []
    while True:
        row += up
        column += across
        if not (0 <= row < SIZE and 0 <= column < SIZE and cells[row * SIZE + column] == cells[point]):
            return found
        found.append(row * SIZE + column)


class Renju(Turns):
    """A game of Renju on 15x15, from the empty board, as described in games/__init__.py.

    `position`: the stones, and the verdict of every point for Black.

    `calls_fouls`: if True, a foul ends the game at once and Black loses. If False, a foul counts only if White claims
    it (over the board and in records, firmware/docs/rules.md#play). Without a claim the game continues.
    `calls_fives`: if True, a five ends the game at once. If False, a five counts only if it is claimed.
    `pending`: the Outcome of the last move that needs a claim, or None. claim() makes it the result; the next move
    (also a pass) or a take-back discards it.
    `free_centre`: if True, Black's first stone may be placed anywhere (Swap-2, Swap-5); else only on h8.
    `passes_after`: the number of stones that must be on the board before a turn may be passed.
    No pass is allowed in an opening, and in tournament openings none before stone 6, so there the number is 5
    (firmware/docs/rules.md#play).
    `first_passer_wins_draws`: the tie-breaker of some clubs: the player who passed first wins any draw.
    `before`: the game that this game replaces, and that is no longer used. The new game takes its Position, which needs
    ten kB in one piece, because the heap may have no free piece of this size later.

    A pending Outcome of the last stone on a full board can still be claimed; a pass makes it a draw.

    The reasons of results: "five", "overline", "double-four", "double-three", "full board", "two passes", "agreement",
    "first pass" (the tie-breaker), "resignation", "time" (a draw if both players have no time left).
    """

    name = "renju"
    size = SIZE
    may_foul = (BLACK,)
    position: Position

    def __init__(
        self,
        calls_fouls=True,
        calls_fives=True,
        free_centre=False,
        passes_after=1,
        first_passer_wins_draws=False,
        before=None,
    ):
        if before and before.position:
            self.position = before.position
            self.position.clear()
        elif _reserved:
            self.position = _reserved[0]
            self.position.clear()
        else:
            self.position = Position()
        cells = self.position.cells
        Turns.__init__(self, cells, calls_fouls, calls_fives, free_centre, passes_after, first_passer_wins_draws)

    def check_position(self, black, white, turn):
        """Raise ValueError in the same cases as set_up(), but change nothing."""
        must_be_colour(turn)
        cells = self.arranged(black, white)
        for point in range(POINTS):
            five = five_through(cells, point) if cells[point] else None
            if five:
                raise Refused(coded("device.won_already", won="five", points=names(five, SIZE)))

    def set_up(self, black, white, turn):
        """Restart from a position with any number of black and white stones, and the colour that plays next.

        The game then has no opening: the next stone may be placed anywhere, and every turn may be passed. Raises
        ValueError, and changes nothing, for a wrong point, two stones on one point, a five, a full board, or a wrong
        colour.
        """
        self.check_position(black, white, turn)
        cells = self.arranged(black, white)
        self.position.clear()
        for point in range(POINTS):
            if cells[point]:
                self.position.put(point, cells[point])
        self.free_centre = True
        self.passes_after = 0
        self._begin(turn)

    def verdict(self, point):
        """Return the verdict of a black stone on `point` (position.py): LEGAL, FIVE, a foul, or OCCUPIED."""
        return self.position.verdicts[point]

    def refusal(self, point, kind=OWN):
        """Return why the next stone may not be placed on `point` (codes.coded), or None if it may."""
        if self.result:
            return IS_OVER
        if not 0 <= point < POINTS:
            return coded("refused.no_point")
        if self.cells[point] != EMPTY:
            return OCCUPIED
        if not (self.free_centre or self._stones()) and point != POINTS // 2:
            return coded("refused.first_on_centre")
        return None if kind == OWN else coded("refused.no_such_stone", kinds=list(self.kinds()))

    def effect(self, point, kind=OWN):
        """Return the changes that play() would return."""
        return ((point, EMPTY, self.turn),)

    def warning(self, point, kind=OWN):
        """Return the foul that the next stone on `point` makes: "overline", "double-four", "double-three" or None."""
        if self.result or self.turn != BLACK:
            return None
        return FOUL_NAMES.get(self.verdict(point))

    def seek_fouls(self, found):
        """Append the points of fouls() to `found`, all in one step. White has none."""
        if not self.result and self.turn == BLACK:
            verdicts = self.position.verdicts
            found += [point for point in range(POINTS) if verdicts[point] in FOUL_NAMES]
        return iter(())

    def excused(self, point):
        """Whether the next stone on `point` looks like a double-three but is legal because one three doesn't count."""
        return self.turn == BLACK and self.verdict(point) == LEGAL and self.position.threes(point) > 1

    def foul_lines(self, point):
        """Return the lines (reasons.py) that make the foul on `point`, with or without the stone on it.

        For an excused point, return all its threes; `at` has the reason why one does not count.
        """
        from .reasons import decisive  # seldom used

        found = self._reasons(point)
        return decisive(found) or [line for line in found["lines"] if line["shape"] == "three"]

    def lines_of(self, point):
        """Return all lines of a black stone on `point`, with or without it, and its closed rows (reasons.py)."""
        from .reasons import closed

        return self._reasons(point)["lines"] + self._without(point, closed)

    def _reasons(self, point):
        from .reasons import reasons

        return self._without(point, reasons)

    def _without(self, point, find):
        """Return what `find` finds out about a black stone on `point`, which may lie there already."""
        position = self.position
        lies = position.cells[point] != EMPTY
        if lies:
            position.take(point)
        found = find(position, point)
        if lies:
            position.put(point, BLACK)
        return found

    def opening_name(self):
        """Return (code, name, kanji) of the opening if the first three moves made one of the 26, else None."""
        return opening_name(self.moves[:3], SIZE)

    def play(self, point, kind=OWN):
        """Place the stone of the colour to move on `point`. Return the changes.

        Raises Refused, and changes nothing, if refusal() has a reason.
        """
        refusal = self.refusal(point, kind)
        if refusal:
            raise Refused(refusal)
        verdict = self.verdict(point)
        changes = ((point, EMPTY, self.turn),)
        self.position.put(point, self.turn)
        earned, called = self._earned(point, verdict)
        self._end_move(point)
        if called:
            self.result = earned
        else:
            self.pending = earned
        self._end_full_board()
        return changes

    def take_back(self):
        """Take the last move (stone or pass) back, and the result with it. Return the changes.

        An agreement, a resignation and a time-out are not moves, so a take-back after one of them removes the last
        move. Raises Refused if there is no move.
        """
        if not self.moves:
            raise Refused(coded("refused.no_move_back"))
        move = self.moves.pop()
        changes = () if move == PASS else ((move, self.cells[move], EMPTY),)
        if changes:
            self.position.take(move)
        self.turn = opponent(self.turn)
        self.result = None
        self.pending = None
        return changes

    def changes_of(self, number):
        """Return the changes of a move, by its number from 0. A pass has none."""
        move = self.moves[number]
        return () if move == PASS else ((move, EMPTY, self.cells[move]),)

    def _earned(self, point, verdict):
        # firmware/docs/rules.md#order: The verdict of Black's point before the move decides. White has no fouls, and
        # White's overlines win
        colour = self.turn
        if colour == BLACK and verdict in FOUL_NAMES:
            return Outcome(WHITE, FOUL_NAMES[verdict], (point,)), self.calls_fouls
        if colour == WHITE or verdict == FIVE:
            line = five_through(self.cells, point)
            if line:
                return Outcome(colour, "five", line), self.calls_fives
        return None, True


def reserve():
    """Make the Position for all later games, while the heap has ten kB in one piece.

    One board has one game at a time.
    """
    _reserved.append(Position())


def new(size, options, **rules):
    """Return a new game for games/registry.py. It has one size and no options."""
    return Renju(**rules)
