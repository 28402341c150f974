"""The parts that all games share: turns, passes, draws, claims, and results that are not moves."""

from tengen.codes import Refused, coded

from . import BLACK, EMPTY, OWN, PASS, WHITE, Outcome, opponent

IS_OVER = coded("refused.over")
OCCUPIED = coded("refused.occupied")


def must_be_colour(colour):
    """Raise ValueError unless this is a player's colour."""
    if colour not in (BLACK, WHITE):
        raise ValueError("not a player's colour")


class Turns:
    """The base class of all games, without rules about stones. Renju and Game are its subclasses.

    The parameters of a game are attributes of its class, or its __init__ sets them: `first`: the colour that begins;
    `goal`: the number of captured stones that wins; `counts_removed`: True if removed stones count as captured even if
    they win nothing; `may_pass`: True if turns can be passed.

    `cells` has the stones. The session chooses these rules:
    `calls_fouls`, `calls_fives`: True if a foul, or a line, ends the game at once. If False, it counts only if claimed.
    `free_centre`: True if the game allows the first stone anywhere; an opening may restrict it.
    `passes_after`: the number of stones that must be placed before a turn may be passed.
    `first_passer_wins_draws`: True if the player who passed first wins any draw.

    A pending Outcome of the last stone on a full board can still be claimed; a pass makes it a draw.
    """

    name = ""
    size = 0
    torus = False
    first = BLACK
    goal = 0
    counts_removed = False
    may_pass = True
    may_foul: tuple = ()
    moves_others = False
    standing: tuple = ()

    def __init__(self, cells, calls_fouls, calls_fives, free_centre, passes_after, first_passer_wins_draws):
        self.cells = cells
        self.calls_fouls = calls_fouls
        self.calls_fives = calls_fives
        self.free_centre = free_centre
        self.passes_after = passes_after
        self.first_passer_wins_draws = first_passer_wins_draws
        self._begin(self.first)

    def _begin(self, turn):
        """Start a game from the stones on the board and the colour that plays next."""
        self.moves: list = []
        self.captured = [0, 0, 0]
        self.turn = turn
        self.result = None
        self.pending = None

    def arranged(self, black, white):
        """Return the cells of a position. Raises ValueError as set_up() does."""
        cells = bytearray(self.size * self.size)
        for colour, points in ((BLACK, black), (WHITE, white)):
            for point in points:
                if not 0 <= point < len(cells):
                    raise Refused(coded("refused.no_point"))
                if cells[point] != EMPTY:
                    raise Refused(OCCUPIED)
                cells[point] = colour
        if all(cells):
            raise Refused(coded("device.no_empty_point"))
        return cells

    # The next stone

    def wanted(self):
        """Return the number of stones still to be placed in this turn: 1, or 0 after the end of the game."""
        return 0 if self.result else 1

    def zone(self):
        """Return the points allowed for the next stone, or None for all. The first stone may need the centre."""
        return None if self.free_centre or self._stones() else (len(self.cells) // 2,)

    def kinds(self):
        """Return the kinds of the next stone: ordinary only."""
        return (OWN,)

    def rest_of(self, point):
        """Return where a stone refused on `point` would come to rest. It is -1, because stones do not fall here."""
        return -1

    def warning(self, point, kind=OWN):
        """Return the name of the foul that the next stone on `point` would make: None here."""

    def fouls(self):
        """Return the points where the next stone would be a foul."""
        found: list = []
        for _ in self.seek_fouls(found):
            pass
        return found

    def seek_fouls(self, found):
        """Append the points of fouls() to `found`. Each step up to the next yield does a part of the work."""
        return iter(())

    def excused(self, point):
        """Whether the next stone on `point` looks like a foul but is legal."""
        return False

    def foul_lines(self, point):
        """Return the lines that make the foul on `point`."""
        return []

    def opening_name(self):
        """Return (code, name, kanji) of the opening that the first moves have made: None here."""

    # Passes

    def pass_refusal(self):
        """Return why the turn may not be passed (codes.coded), or None if it may."""
        if self.result:
            return IS_OVER
        if not self.may_pass:
            return coded("refused.no_passes", game=self.name)
        if not (self.free_centre or self._stones()):
            return coded("refused.first_on_centre")
        if self._stones() < self.passes_after:
            return coded("refused.pass_before", number=self.passes_after + 1)
        return None

    def pass_(self):
        """Pass the turn, which is a move (firmware/docs/rules.md#play). Return its changes: none.

        Raises Refused, and changes nothing, if pass_refusal() has a reason.
        """
        refusal = self.pass_refusal()
        if refusal:
            raise Refused(refusal)
        twice = self.moves[-1:] == [PASS]
        self._end_move(PASS)
        if twice:
            self.result = self._draw("two passes")
        self._end_full_board()
        return ()

    def colour_of(self, number):
        """Return the colour that made a move (also a pass), by its number from 0, or the colour of the next stone."""
        return opponent(self.turn) if (len(self.moves) - number) % 2 else self.turn

    # Results that are not moves

    def claim(self):
        """Make the pending Outcome the result. Raises Refused if there is none, or if the game is over."""
        self._must_be_open()
        if not self.pending:
            raise Refused(coded("device.nothing_to_claim"))
        self.result = self.pending
        self.pending = None

    def agree(self):
        """End the game as a draw by agreement. Raises Refused if the game is over."""
        self._must_be_open()
        self.result = self._draw("agreement")

    def resign(self, colour):
        """Resign for the player of `colour`. Raises ValueError if the game is over, or for a wrong colour."""
        self._lose(colour, "resignation")

    def time_out(self, colour):
        """End the game, because `colour` has no time left; EMPTY: both, a draw. Raises ValueError as resign() does."""
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
            raise Refused(IS_OVER)

    # Private parts

    def _end_move(self, move):
        """Record a move and give the turn to the other player."""
        self.moves.append(move)
        self.turn = opponent(self.turn)
        self.pending = None

    def _begin_move(self, move):
        """Return the turn to the player of the move that was taken back."""
        self.turn = opponent(self.turn)

    def _stones(self):
        return len(self.moves) - self.moves.count(PASS)

    def _end_full_board(self):
        if not self.result and not self.pending and all(self.cells):
            self.result = self._draw("full board")

    def _draw(self, reason):
        if self.first_passer_wins_draws and PASS in self.moves:
            return Outcome(self.colour_of(self.moves.index(PASS)), "first pass")
        return Outcome(EMPTY, reason)
