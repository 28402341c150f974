"""The base class of games of lines: moves, their changes, and results. A subclass adds only its own rules.

A game is a subclass in a file of its own, which describes the same rules as the game's page in firmware/docs/games. It
sets some of the parameters below, and overrides some of the methods that begin with `_` (section "Methods that games
override").
"""

from tengen.codes import Refused, coded

from . import EMPTY, FAULTS, LINE_NAMES, NEUTRAL, OWN, PASS, Outcome, open_fours, opponent, undone
from .judging import count_winner, judged
from .lines import has_four, line_through, lines_made, longest, row_length, run_through, told
from .points import DIRECTIONS, names
from .turns import IS_OVER, OCCUPIED, Turns, must_be_colour

# The effect of an overline, a row longer than a line
WINS, NOTHING, REFUSED, LOSES = 0, 1, 2, 3

_LOOKS_AT_ONCE = 6  # points that seek_fouls() examines in one step

# The indices of the cached facts about the next stone: the number of moves before it; its point; its kind; the reason
# why it is refused; its changes (None if not yet computed); its Outcome (if it was computed whether the stone is a
# foul)
_MOVES, _POINT, _KIND, _REFUSED, _CHANGES, _OUTCOME = range(6)
_NOT_ASKED = ""


class Game(Turns):
    """A game as described in games/__init__.py, from the empty board. Turns contains what is shared with Renju.

    The parameters of a game besides those of Turns:
    `line`: the number of stones of a line; `overline`: the effect of a longer row, by colour (entry 0 is not used).
    `refuses`: True if a rule of the game can refuse a stone on an empty point, so that a player may have no move.
    `open_four_loses`: True if a player who makes an open four loses.
    `special`: the kind of stone that each player may place `specials` times in place of an ordinary one, or "".

    `options`: checked by the registry. A game with options overrides __init__ and stores the values it needs.
    `before`: the game that this game replaces, and that is no longer used. Its Position is saved for the next game of
    Renju (renju/game.py), because the heap may have no room for another Position.
    """

    line = 5
    overline = (WINS, WINS, WINS)
    refuses = False
    open_four_loses = False
    special = ""
    specials = 0

    def __init__(
        self,
        size,
        options=None,
        calls_fouls=True,
        calls_fives=True,
        free_centre=True,
        passes_after=1,
        first_passer_wins_draws=False,
        before=None,
    ):
        self.size = size
        self.position = before.position if before else None
        cells = bytearray(size * size)
        Turns.__init__(self, cells, calls_fouls, calls_fives, free_centre, passes_after, first_passer_wins_draws)

    def _begin(self, turn):
        """Start a game from the stones on the board and the colour that plays next."""
        Turns._begin(self, turn)
        # for a move's number: all changes of the move, if it changed more than the point of its stone
        self._more: dict = {}
        self._forget_stone()

    def check_position(self, black, white, turn):
        """Raise ValueError in the same cases as set_up(), but change nothing."""
        must_be_colour(turn)
        kept = self.cells
        self.cells = self.arranged(black, white)
        try:
            for point in range(len(self.cells)):
                ended = self.cells[point] and self._end_through(point)
                if ended and not self._stands_in_position(point, turn):
                    stones = names(ended[1], self.size)
                    raise Refused(coded("device.won_already", won=ended[0], points=stones))
        finally:
            self.cells = kept

    def set_up(self, black, white, turn):
        """Restart from a position with any number of black and white stones, and the colour that plays next.

        The game then has no opening: the next stone may be placed anywhere, and every turn may be passed. Raises
        ValueError, and changes nothing, for a wrong point, two stones on one point, a line, a full board, or a wrong
        colour.
        """
        self.check_position(black, white, turn)
        self.cells = self.arranged(black, white)
        self.free_centre = True
        self.passes_after = 0
        self._begin(turn)

    # Moves

    def refusal(self, point, kind=OWN):
        """Return why the next stone may not be placed on `point` (codes.coded), or None if it may."""
        if self.result:
            return IS_OVER
        if not 0 <= point < len(self.cells):
            return coded("refused.no_point")
        if self.cells[point] != EMPTY:
            return OCCUPIED
        if kind != OWN and kind not in self.kinds():
            if kind == self.special:
                return coded("refused.none_left", kind=kind, number=self.specials)
            return coded("refused.no_such_stone", kinds=list(self.kinds()))
        if not (self.free_centre or self.moves) and point != len(self.cells) // 2:
            return coded("refused.first_on_centre")  # no pass is allowed before the first stone
        stone = self._asked_stone(point, kind)
        if stone[_REFUSED] is _NOT_ASKED:
            stone[_REFUSED] = self._forbidden(point, kind)
        return stone[_REFUSED]

    def kinds(self):
        """Return the kinds of the next stone: ordinary, and the special kind while the player has some left."""
        left = self.specials and self.specials - self._specials_of(self.turn)
        return (OWN, self.special) if left else (OWN,)

    def effect(self, point, kind=OWN):
        """Return the changes that play() would return: the result of _changes(), computed once for a stone."""
        stone = self._asked_stone(point, kind)
        if stone[_CHANGES] is None:
            stone[_CHANGES] = self._changes(point, kind)
        return stone[_CHANGES]

    def warning(self, point, kind=OWN):
        """Return the name of the foul that the next stone on `point` would make, or None."""
        if self.turn not in self.may_foul or self.result or self.cells[point] != EMPTY:
            return None
        mover, changes = self.turn, self.effect(point, kind)
        self._put(changes)
        self._count(changes, 1)
        outcome = self._judged(mover, changes)
        self._stone[_OUTCOME] = outcome
        self._count(changes, -1)
        self._unput(changes)
        return outcome.reason if outcome and outcome.reason in FAULTS else None

    def seek_fouls(self, found):
        """Append the points of fouls() to `found`. Each step up to the next yield does a part of the work."""
        if self.turn not in self.may_foul or self.result:
            return
        looked_at = 0
        for point in range(len(self.cells)):
            if self.cells[point] != EMPTY:
                continue
            looked_at += 1
            if looked_at % _LOOKS_AT_ONCE == 0:
                yield
            if self._may_be_foul(point):
                yield
                if self.warning(point):
                    found.append(point)

    def foul_lines(self, point):
        """Return the lines that make the foul on `point`, with or without the stone on it."""
        if not self.may_foul:
            return []
        if self.cells[point] != EMPTY:
            return self._foul_lines(point, self.changes_of(len(self.moves) - 1))
        changes = self._changes(point, OWN)
        self._put(changes)
        lines = self._foul_lines(point, changes)
        self._unput(changes)
        return lines

    def play(self, point, kind=OWN):
        """Place the next stone on `point`. Return the changes.

        Raises Refused, and changes nothing, if refusal() has a reason.
        """
        refusal = self.refusal(point, kind)
        if refusal:
            raise Refused(refusal)
        mover = self.turn
        # refusal() has cached the facts about this stone
        changes = self._stone[_CHANGES] or self.effect(point, kind)
        outcome = self._stone[_OUTCOME]
        if len(changes) > 1 or changes[0][2] != mover:
            self._put(changes)
            self._count(changes, 1)
            self._more[len(self.moves)] = changes
        else:
            self.cells[point] = mover
        self._end_move(point)
        if outcome is _NOT_ASKED:
            outcome = self._judged(mover, changes)
        if outcome:
            self._earn(outcome)
        elif all(self.cells):
            self.result = self._draw("full board")
        elif self.refuses and self._stuck():
            self.result = self._draw("no move")
        return changes

    def take_back(self):
        """Take the last move (stone or pass) back, and the result with it. Return the changes.

        An agreement, a resignation and a time-out are not moves, so a take-back after one of them removes the last
        move. Raises Refused if there is no move.
        """
        if not self.moves:
            raise Refused(coded("refused.no_move_back"))
        number = len(self.moves) - 1
        done = self.changes_of(number)
        changes = undone(done)
        self._put(changes)
        self._count(done, -1)
        self._more.pop(number, None)
        self._begin_move(self.moves.pop())
        self._forget_stone()
        self.result = None
        self.pending = None
        return changes

    def changes_of(self, number):
        """Return the changes of a move, by its number from 0. A pass has none."""
        move = self.moves[number]
        if move == PASS:
            return ()
        return self._more.get(number) or ((move, EMPTY, self.colour_of(number)),)

    # Methods that games override

    def _forbidden(self, point, kind):
        """Return why a rule of the game refuses a stone on this empty point, or None."""
        if self.overline[self.turn] != REFUSED or not self._is_overline(point, self.turn):
            return None
        return coded("refused.too_long", line=self.line)

    def _changes(self, point, kind):
        """Return the changes of this move, its own stone first. `cells`: the board before the move."""
        return ((point, EMPTY, self.turn),)

    def _judged(self, mover, changes):
        """Return the Outcome of a move of `mover` with these changes, or None. `cells`: the board after the changes."""
        outcome = None
        if len(changes) > 1 or self._is_long(changes[0][0], mover):
            outcome = self._judged_by_lines(mover, changes)
        if not outcome and mover in self.may_foul:
            fault = self._fault(mover, changes[0][0])
            outcome = fault and Outcome(opponent(mover), fault, (changes[0][0],))
        return outcome

    def _judged_by_lines(self, mover, changes):
        # this is a separate function, because its large frame is allocated at each call, and most stones don't need the
        # check
        line = self._line_made(mover, changes)
        theirs = len(changes) > 1 and self._line_made(opponent(mover), changes)
        counted = count_winner(self.captured, self.goal)
        fours = self.open_four_loses and open_fours.made(self.cells, self.size, changes, mover)
        return judged(mover, line, theirs, counted, LINE_NAMES[self.line], fours and fours[0][1])

    def _fault(self, mover, point):
        """Return the name of the foul that the stone on `point` makes, or None. `cells`: the board with the stone."""
        too_long = self.overline[mover] == LOSES and self._is_overline(point, mover)
        return "overline" if too_long else None

    def _is_long(self, point, colour):
        """Whether a stone of `colour` on `point` is in a row of four or more, or in a line. Most stones are not."""
        return self.line < 4 or has_four(self.cells, self.size, point, colour, self.torus)

    def _is_overline(self, point, colour):
        """Whether a stone of `colour` on `point` is, or would be, in an overline."""
        return self._is_long(point, colour) and longest(self.cells, self.size, point, colour, self.torus) > self.line

    def _may_be_foul(self, point):
        """Whether the next stone on the empty `point` can be a foul. This is a quick check for seek_fouls().

        The check looks for a row of four, because an overline and an open four contain such a row.
        """
        return has_four(self.cells, self.size, point, self.turn, self.torus)

    def _foul_lines(self, point, changes):
        """Return the lines of the foul on `point`, as in foul_lines(). `cells`: the board after these changes."""
        cells, size, colour = self.cells, self.size, self.cells[point]
        lines = []
        if self.open_four_loses:
            for direction, stones in open_fours.made(cells, size, changes, colour):
                ends = open_fours.ends(cells, size, direction, stones)
                lines.append(told("straight four", direction, stones, ends, size))
        if self.overline[colour] == LOSES:
            for direction in DIRECTIONS:
                if row_length(cells, size, point, direction, colour, self.torus) > self.line:
                    stones = run_through(cells, size, point, direction, self.torus)
                    lines.append(told("overline", direction, stones, (), size))
        return lines

    def _stuck(self):
        """Whether the player can neither place a stone nor pass although there are empty points.

        The method is called only if `refuses` is set.
        """
        if self.may_pass and self.pass_refusal() is None:
            return False
        return not self._may_put_a_stone()

    def _end_through(self, point):
        """Return (name, points) of a line through this stone of a position that would end the game, or None."""
        fours = self.open_four_loses and open_fours.through(self.cells, self.size, point)
        if fours:
            return "open four", fours[0][1]
        line = self._line_through(point)
        return line and (LINE_NAMES[self.line], line)

    def _stands_in_position(self, point, turn):
        """Whether a line through `point` does not end the game, because it is in a position that is set up."""
        return False

    # Private parts

    # Several methods examine the same stone: first before its light is shown (is it refused, is it a foul, what does it
    # change), and again when it is played. So the facts about the last examined stone are cached. They are valid for
    # the board after that number of moves. Every other change of the board calls _forget_stone().

    def _forget_stone(self):
        self._stone: list = [-1, -1, OWN, _NOT_ASKED, None, _NOT_ASKED]

    def _asked_stone(self, point, kind):
        """Return the cached facts about the next stone on `point`: a list with the indices _MOVES to _OUTCOME."""
        stone = self._stone
        if stone[_POINT] != point or stone[_MOVES] != len(self.moves) or stone[_KIND] != kind:
            # this is always the same list, so that nothing is allocated; so no rule may examine another stone while it
            # judges this stone
            stone[_MOVES] = len(self.moves)
            stone[_POINT] = point
            stone[_KIND] = kind
            stone[_REFUSED] = stone[_OUTCOME] = _NOT_ASKED
            stone[_CHANGES] = None
        return stone

    def _earn(self, outcome):
        """Make this Outcome of the last move the result, or make it pending if it must be claimed."""
        if not outcome.winner:
            outcome = self._draw(outcome.reason)
        if self._is_called(outcome):
            self.result = outcome
        else:
            self.pending = outcome

    def _put(self, changes):
        for point, _, now in changes:
            self.cells[point] = now

    def _unput(self, changes):
        for point, was, _ in reversed(changes):
            self.cells[point] = was

    def _is_called(self, outcome):
        """Whether this Outcome ends the game at once. Otherwise it must be claimed."""
        if outcome.reason in FAULTS:
            return self.calls_fouls
        return self.calls_fives or outcome.reason != LINE_NAMES[self.line]

    def _specials_of(self, colour):
        """Return the number of special stones that a colour has placed."""
        return sum([self._more[move][0][2] == NEUTRAL and self.colour_of(move) == colour for move in self._more])

    def _count(self, changes, times):
        """Count the removed stones as captured by the other colour. `times`: 1, or -1 for a take-back.

        Stones that a neutral stone removes count for nobody.
        """
        if len(changes) > 1 and (self.goal or self.counts_removed) and changes[0][2] != NEUTRAL:
            for _, was, now in changes:
                if now == EMPTY:
                    self.captured[opponent(was)] += times

    def _longer(self, colour):
        """Whether a longer row of this colour is a line, too. If the rules refuse overlines, none can exist."""
        return self.overline[colour] in (WINS, REFUSED)

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
        point = 0  # a generator would be allocated on the heap
        while point < len(self.cells) and self.refusal(point):
            point += 1
        return point < len(self.cells)
