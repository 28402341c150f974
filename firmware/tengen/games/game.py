"""What all games share: turns, changes and take-back, lines, passes, draws, claims. A game says only what is its own.

A game is a subclass in a file of its own that reads like its section of GAMES. It sets some of the parameters below,
and overrides some of the methods that begin with `_` ("What a game may say for itself").
"""

from . import BLACK, EMPTY, OWN, PASS, WHITE, Outcome, opponent, undone
from .judging import count_winner, judged
from .lines import line_through, lines_made, longest
from .points import names

# What an overline, a row that is longer than a line, is worth
WINS, NOTHING, REFUSED = 0, 1, 2

LINE_NAMES = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def must_be_colour(colour):
    """Raises ValueError if this is no player's colour."""
    if colour not in (BLACK, WHITE):
        raise ValueError("no player has that colour: 1 is black, 2 white")


class Game:
    """A game as described in games/__init__.py, from the empty board.

    The parameters of a game, as attributes of its class or set by its __init__:
    `first`; `line`: the stones of a line; `overline`: what a longer row is worth, by colour (entry 0 is not used);
    `goal`: captured stones that win; `may_pass`: whether turns can be passed.

    The rules that the session chooses:
    `calls_fouls`, `calls_fives`: a foul or a line ends the game at once. If False, it counts only if it is claimed.
    `free_centre`: the first stone may be placed anywhere, as far as the game is concerned: its opening may say more.
    `passes_after`: the number of stones that must have been put before a turn may be passed.
    `first_passer_wins_draws`: any draw is won by the player who passed first, if there was a pass.
    `beside`: an earlier game that may still be in use. Its Positions are kept for the next game of Renju
    (renju/game.py), since the heap may have no room for another.

    If the last stone of a full board has earned a pending Outcome, it can still be claimed; a pass makes it a draw.
    """

    name = ""
    torus = False
    first = BLACK
    line = 5
    overline = (WINS, WINS, WINS)
    goal = 0
    may_pass = True
    has_fouls = False
    standing: tuple = ()

    def __init__(
        self,
        size,
        calls_fouls=True,
        calls_fives=True,
        free_centre=True,
        passes_after=1,
        first_passer_wins_draws=False,
        beside=None,
    ):
        self.size = size
        self.calls_fouls = calls_fouls
        self.calls_fives = calls_fives
        self.free_centre = free_centre
        self.passes_after = passes_after
        self.first_passer_wins_draws = first_passer_wins_draws
        self.position = beside.position if beside else None
        self.spare = beside.spare if beside else None
        self.cells = bytearray(size * size)
        self._begin(self.first)

    def _begin(self, turn):
        """Start anew with the stones that lie, and the colour that plays next."""
        self.moves: list = []
        self._more: dict = {}  # by the number of a move: its changes, where they are more than its own stone
        self.captured = [0, 0, 0]
        self.turn = turn
        self.result = None
        self.pending = None

    def set_up(self, black, white, turn):
        """Restart from a position: the points of black and white stones, any numbers, and the colour that plays next.

        There is no opening then: the next stone may be placed anywhere, and every turn may be passed. Raises
        ValueError, and changes nothing, for a wrong point, two stones on one point, a line, a full board, or a wrong
        colour.
        """
        must_be_colour(turn)
        before = self.cells
        self.cells = self._arranged(black, white)
        try:
            for point in range(len(self.cells)):
                line = self.cells[point] and self._line_through(point)
                if line and not self._stands_in_position(point, turn):
                    told = " ".join(names(line, self.size))
                    raise ValueError("there is a %s already: %s" % (LINE_NAMES[self.line], told))
        except ValueError:
            self.cells = before
            raise
        self.free_centre = True
        self.passes_after = 0
        self._begin(turn)

    def _arranged(self, black, white):
        """Return the cells of a position. Raises ValueError as set_up() does."""
        cells = bytearray(self.size * self.size)
        for colour, points in ((BLACK, black), (WHITE, white)):
            for point in points:
                if not 0 <= point < len(cells):
                    raise ValueError("the board has no such point")
                if cells[point] != EMPTY:
                    raise ValueError("two stones on %s" % names((point,), self.size)[0])
                cells[point] = colour
        if all(cells):
            raise ValueError("there is no empty point")
        return cells

    # What the next stone may be, and what it would do

    def wanted(self):
        """Return the number of stones the turn still wants: 1, or 0 once the game is over."""
        return 0 if self.result else 1

    def zone(self):
        """Return the points allowed for the next stone, or None for all: the centre for the first stone."""
        return None if self.free_centre or self._stones() else (len(self.cells) // 2,)

    def kinds(self):
        """What the next stone may be: an ordinary stone."""
        return (OWN,)

    def refusal(self, point, kind=OWN):
        """Return why the next stone may not be placed on `point`, as a text, or None if it may."""
        if self.result:
            return "the game is over"
        if not 0 <= point < len(self.cells):
            return "the board has no such point"
        if self.cells[point] != EMPTY:
            return "there is a stone already"
        if kind not in self.kinds():
            return "there is no such stone now: %s" % ", ".join(self.kinds())
        if not (self.free_centre or self._stones()) and point != len(self.cells) // 2:
            return "the first stone goes on the centre"
        return self._forbidden(point, kind)

    def warning(self, point, kind=OWN):
        """Return the name of the foul that the next stone on `point` would be, or None: here there is none."""

    def effect(self, point, kind=OWN):
        """Return the changes that play() would return."""
        return self._changes(point, kind)

    def fouls(self):
        """Return the points where the next stone would be a foul."""
        return []

    def excused(self, point):
        """Whether the next stone on `point` would look like a foul but be none."""
        return False

    def foul_lines(self, point):
        """Return the lines that make the foul on `point`."""
        return []

    def opening_name(self):
        """(code, name, kanji) of the opening that the first moves have made, or None: none has a name here."""

    # Moves

    def play(self, point, kind=OWN):
        """Place the next stone on `point`. Return the changes.

        Raises ValueError, and changes nothing, if refusal() has a reason.
        """
        refusal = self.refusal(point, kind)
        if refusal:
            raise ValueError(refusal)
        mover = self.turn
        changes = self._changes(point, kind)
        self._put(changes)
        self._count(changes, 1)
        if len(changes) > 1 or kind != OWN:
            self._more[len(self.moves)] = changes
        self._end_move(point)
        outcome = self._judged(mover, changes)
        if outcome and not outcome.winner:
            outcome = self._draw(outcome.reason)
        if outcome and not self.calls_fives and outcome.reason == LINE_NAMES[self.line]:
            self.pending = outcome
        else:
            self.result = outcome
        self._end_full_board()
        if not self.result and not self.pending and self._stuck():
            self.result = self._draw("no move")
        return changes

    def pass_refusal(self):
        """Return why the turn may not be passed, as a text, or None if it may."""
        if self.result:
            return "the game is over"
        if not self.may_pass:
            return "nobody passes in %s" % self.name
        if not (self.free_centre or self._stones()):
            return "the first stone goes on the centre"
        if self._stones() < self.passes_after:
            return "no pass before stone %d" % (self.passes_after + 1)
        return None

    def pass_(self):
        """Pass the turn, which is a move (RULES 5). Return its changes: none.

        Raises ValueError, and changes nothing, if pass_refusal() has a reason.
        """
        refusal = self.pass_refusal()
        if refusal:
            raise ValueError(refusal)
        twice = self.moves[-1:] == [PASS]
        self._end_move(PASS)
        if twice:
            self.result = self._draw("two passes")
        self._end_full_board()
        return ()

    def take_back(self):
        """Take the last move (stone or pass) back, and the result with it. Return the changes.

        An agreement, a resignation and a time-out are no moves: after these, too, the last move is taken back. Raises
        ValueError if there is no move.
        """
        if not self.moves:
            raise ValueError("there is no move to take back")
        number = len(self.moves) - 1
        done = self.changes_of(number)
        changes = undone(done)
        self._put(changes)
        self._count(done, -1)
        self._more.pop(number, None)
        self._begin_move(self.moves.pop())
        self.result = None
        self.pending = None
        return changes

    def changes_of(self, number):
        """Return the changes of a move, by its number from 0: none for a pass."""
        move = self.moves[number]
        if move == PASS:
            return ()
        return self._more.get(number) or ((move, EMPTY, self.colour_of(number)),)

    def colour_of(self, number):
        """Return the colour that made a move (also a pass), by its number from 0; or the one that makes the next."""
        return opponent(self.turn) if (len(self.moves) - number) % 2 else self.turn

    # Results that are no moves

    def claim(self):
        """Make the pending Outcome the result. Raises ValueError if there is none, or if the game is over."""
        self._must_be_open()
        if not self.pending:
            raise ValueError("the last move has made nothing to claim")
        self.result = self.pending
        self.pending = None

    def agree(self):
        """End the game as a draw by agreement. Raises ValueError if the game is over."""
        self._must_be_open()
        self.result = self._draw("agreement")

    def resign(self, colour):
        """The player of `colour` resigns. Raises ValueError if the game is over, or for a wrong colour."""
        self._lose(colour, "resignation")

    def time_out(self, colour):
        """The player of `colour` has no time left; EMPTY: both players, a draw. Raises ValueError as resign() does."""
        if colour != EMPTY:
            self._lose(colour, "time")
            return
        self._must_be_open()
        self.result = self._draw("time")

    def _lose(self, colour, reason):
        self._must_be_open()
        must_be_colour(colour)
        self.result = Outcome(opponent(colour), reason)

    def _must_be_open(self):
        if self.result:
            raise ValueError("the game is over")

    # What a game may say for itself

    def _forbidden(self, point, kind):
        """Return why a stone on this empty point is refused by a rule of the game, or None."""
        if self.overline[self.turn] != REFUSED:
            return None
        too_long = longest(self.cells, self.size, point, self.turn, self.torus) > self.line
        return "a row of more than %s" % LINE_NAMES[self.line] if too_long else None

    def _changes(self, point, kind):
        """Return the changes of this move, the stone itself first. `cells`: before it."""
        return ((point, EMPTY, self.turn),)

    def _judged(self, mover, changes):
        """Return the Outcome after these changes by `mover`, or None. `cells`: after them."""
        theirs = len(changes) > 1 and self._line_made(opponent(mover), changes)
        counted = count_winner(self.captured, self.goal)
        return judged(mover, self._line_made(mover, changes), theirs, counted, LINE_NAMES[self.line])

    def _stuck(self):
        """Whether no point is allowed for the next stone, nor a pass, though there are empty points."""
        if REFUSED not in self.overline[1:]:
            return False
        return not self._may_put_a_stone() and self.pass_refusal() is not None

    def _stands_in_position(self, point, turn):
        """Whether the line through `point` of a position that is set up is no end of the game."""
        return False

    def _end_move(self, move):
        """The move has been made: note it, and give the turn on."""
        self.moves.append(move)
        self.turn = opponent(self.turn)
        self.pending = None

    def _begin_move(self, move):
        """The last move has been taken back: give the turn back."""
        self.turn = opponent(self.turn)

    # Parts of these

    def _put(self, changes):
        for point, _, now in changes:
            self.cells[point] = now

    def _count(self, changes, times):
        """Count the removed stones as captured by the other colour; `times`: 1, or -1 for a take-back."""
        if self.goal:
            for _, was, now in changes:
                if now == EMPTY:
                    self.captured[opponent(was)] += times

    def _longer(self, colour):
        """Whether a longer row of this colour is a line, too. Where it is refused, there is none."""
        return self.overline[colour] != NOTHING

    def _line_through(self, point):
        longer = self._longer(self.cells[point])
        return line_through(self.cells, self.size, point, self.line, longer, self.torus)

    def _line_made(self, colour, changes):
        """Return the points of a line of `colour` that these changes have made, or None."""
        lines = self._lines_made(colour, changes)
        return lines[0][1] if lines else None

    def _lines_made(self, colour, changes):
        return lines_made(self.cells, self.size, changes, colour, self.line, self._longer(colour), self.torus)

    def _may_put_a_stone(self):
        return any(self.refusal(point) is None for point in range(len(self.cells)))

    def _stones(self):
        return len(self.moves) - self.moves.count(PASS)

    def _end_full_board(self):
        if not self.result and not self.pending and all(self.cells):
            self.result = self._draw("full board")

    def _draw(self, reason):
        if self.first_passer_wins_draws and PASS in self.moves:
            return Outcome(self.colour_of(self.moves.index(PASS)), "first pass")
        return Outcome(EMPTY, reason)
