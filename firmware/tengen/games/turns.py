"""What all games share: whose turn it is, passes, draws, claims, results that are no moves."""

from tengen.codes import Refused, coded

from . import BLACK, EMPTY, OWN, PASS, WHITE, Outcome, opponent

IS_OVER = coded("refused.over")
OCCUPIED = coded("refused.occupied")


def must_be_colour(colour):
    """Raises ValueError if this is no player's colour."""
    if colour not in (BLACK, WHITE):
        raise ValueError("no player's colour")


class Turns:
    """The part of a game that no rule of stones changes: Renju and Game are subclasses.

    The parameters of a game, as attributes of its class or set by its __init__:
    `first`; `goal`: captured stones that win; `counts_removed`: removed stones count as captured also where they win
    nothing; `may_pass`: whether turns can be passed.

    `cells` has the stones. The rules that the session chooses:
    `calls_fouls`, `calls_fives`: a foul or a line ends the game at once. If False, it counts only if it is claimed.
    `free_centre`: the first stone may be placed anywhere, as far as the game is concerned: its opening may say more.
    `passes_after`: the number of stones that must have been put before a turn may be passed.
    `first_passer_wins_draws`: any draw is won by the player who passed first, if there was a pass.

    If the last stone of a full board has earned a pending Outcome, it can still be claimed; a pass makes it a draw.
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
        """Start anew with the stones that lie, and the colour that plays next."""
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

    # What the next stone may be

    def wanted(self):
        """Return the number of stones the turn still wants: 1, or 0 once the game is over."""
        return 0 if self.result else 1

    def zone(self):
        """Return the points allowed for the next stone, or None for all: the centre for the first stone."""
        return None if self.free_centre or self._stones() else (len(self.cells) // 2,)

    def kinds(self):
        """What the next stone may be: an ordinary stone."""
        return (OWN,)

    def rest_of(self, point):
        """Return where a stone that is refused on `point` would come to rest, or -1: here no stone falls."""
        return -1

    def warning(self, point, kind=OWN):
        """Return the name of the foul that the next stone on `point` would be, or None: here there is none."""

    def fouls(self):
        """Return the points where the next stone would be a foul."""
        found: list = []
        for _ in self.seek_fouls(found):
            pass
        return found

    def seek_fouls(self, found):
        """Append the points of fouls() to `found`, piece by piece: a piece of the work lies between two yields."""
        return iter(())

    def excused(self, point):
        """Whether the next stone on `point` would look like a foul but be none."""
        return False

    def foul_lines(self, point):
        """Return the lines that make the foul on `point`."""
        return []

    def opening_name(self):
        """(code, name, kanji) of the opening that the first moves have made, or None: none has a name here."""

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
        """Pass the turn, which is a move (RULES 5). Return its changes: none.

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
        """Return the colour that made a move (also a pass), by its number from 0; or the one that makes the next."""
        return opponent(self.turn) if (len(self.moves) - number) % 2 else self.turn

    # Results that are no moves

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
            raise Refused(IS_OVER)

    # Parts of these

    def _end_move(self, move):
        """The move has been made: note it, and give the turn on."""
        self.moves.append(move)
        self.turn = opponent(self.turn)
        self.pending = None

    def _begin_move(self, move):
        """The last move has been taken back: give the turn back."""
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
