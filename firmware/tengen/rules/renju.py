"""Renju as a game: the first stone on the centre, fives, Black's fouls, passes, draws. Source: RULES 1, 2 and 5."""

from . import BLACK, EMPTY, PASS, WHITE, Result
from .lines import DIRECTIONS, run_through
from .position import FIVE, FOUL_NAMES, POINTS, SIZE, Position
from .reasons import decisive, reasons

STONES_OF_FIVE = 5


def opponent(colour):
    """The other colour."""
    return WHITE if colour == BLACK else BLACK


class Renju:
    """A game of Renju on 15x15, from the empty board, as described in rules/__init__.py.

    `position` has the stones, and the verdict of every point for Black.

    `calls_fouls`: Black's foul is put like any other move, and the game is lost. False where it counts only when
    White claims it (RULES 5, over the board, and so in records): then it is a move like another.
    `free_centre`: Black's first stone may be put anywhere (Swap-2, Swap-5); else it goes on h8.
    `passes_after`: so many stones must lie before a turn may be passed. RULES 5: no pass in an opening, and none
    before stone 6 where that is the tournament's opening, which is 5 here.
    `first_passer_wins_draws`: the tie-breaker of some clubs (RULES 5): what would be a draw, however it came about, is
    won by the player who passed first, if one did.

    The reasons of results: "five", "overline", "double-four", "double-three", "full board", "two passes",
    "agreement", "first pass" (the tie-breaker), "resignation", "time".
    """

    name = "renju"
    size = SIZE

    def __init__(self, calls_fouls=True, free_centre=False, passes_after=1, first_passer_wins_draws=False):
        self.calls_fouls = calls_fouls
        self.free_centre = free_centre
        self.passes_after = passes_after
        self.first_passer_wins_draws = first_passer_wins_draws
        self.position = Position()
        self.cells = self.position.cells
        self.moves = []
        self.turn = BLACK
        self.result = None

    def wanted(self):
        """Stones the turn still wants: one, or none once the game is over."""
        return 0 if self.result else 1

    def zone(self):
        """The points the next stone is confined to: the centre for the first (RIF 3), then None."""
        return None if self.free_centre or self._stones() else (POINTS // 2,)

    def verdict(self, point):
        """What a black stone on `point` would be, as position.py has it: LEGAL, FIVE, a foul; or OCCUPIED."""
        return self.position.verdicts[point]

    def refusal(self, point):
        """Why the next stone may not be put on `point`, in words, or None where it may."""
        if self.result:
            return "the game is over"
        if not 0 <= point < POINTS:
            return "the board has no such point"
        if self.cells[point] != EMPTY:
            return "there is a stone already"
        zone = self.zone()
        if zone is not None and point not in zone:
            return "the first stone goes on the centre"
        return None

    def warning(self, point):
        """The foul that the next stone would be on `point`: "overline", "double-four", "double-three", or None."""
        if self.result or self.turn != BLACK:
            return None
        return FOUL_NAMES.get(self.verdict(point))

    def foul_lines(self, point):
        """The lines that would make the foul on `point`, as reasons.py has them."""
        return decisive(reasons(self.position, point))

    def play(self, point):
        """Put the stone of the colour to move on `point`: returns (added, removed), points.

        Raises ValueError, with nothing changed, where refusal() has a reason.
        """
        refusal = self.refusal(point)
        if refusal:
            raise ValueError(refusal)
        verdict = self.verdict(point)
        self.position.put(point, self.turn)
        self.result = self._result_of_stone(point, verdict)
        self._end_turn(point)
        return (point,), ()

    def pass_refusal(self):
        """Why the turn may not be passed, in words, or None where it may."""
        if self.result:
            return "the game is over"
        if self.zone() is not None:
            return "the first stone goes on the centre"
        if self._stones() < self.passes_after:
            return "no pass before stone %d" % (self.passes_after + 1)
        return None

    def pass_(self):
        """Pass the turn, which is a move (RULES 5): returns (added, removed), both empty.

        Raises ValueError, with nothing changed, where pass_refusal() has a reason.
        """
        refusal = self.pass_refusal()
        if refusal:
            raise ValueError(refusal)
        twice = self.moves[-1:] == [PASS]
        self._end_turn(PASS)
        if twice:
            self.result = self._draw("two passes")
        return (), ()

    def take_back(self):
        """Take the last move back, stone or pass, and with it the result: returns (added, removed), points.

        So after an agreement, a resignation or the end of time, which are no moves, the game goes on from before its
        last move. Raises ValueError where there is no move.
        """
        if not self.moves:
            raise ValueError("there is no move to take back")
        move = self.moves.pop()
        removed = () if move == PASS else (move,)
        for point in removed:
            self.position.take(point)
        self.turn = opponent(self.turn)
        self.result = None
        return (), removed

    def agree(self):
        """Both players call it a draw. Raises ValueError where the game is over."""
        self._must_be_open()
        self.result = self._draw("agreement")

    def resign(self, colour):
        """The player of that colour gives the game up. Raises ValueError where it is over, or for no such colour."""
        self._lose(colour, "resignation")

    def time_out(self, colour):
        """The time of the player of that colour has ended. Raises ValueError as resign() does."""
        self._lose(colour, "time")

    def _lose(self, colour, reason):
        self._must_be_open()
        if colour not in (BLACK, WHITE):
            raise ValueError("no player has that colour: 1 is black, 2 white")
        self.result = Result(opponent(colour), reason)

    def _must_be_open(self):
        if self.result:
            raise ValueError("the game is over")

    def _stones(self):
        return len(self.moves) - self.moves.count(PASS)

    def _end_turn(self, move):
        self.moves.append(move)
        self.turn = opponent(self.turn)

    def _result_of_stone(self, point, verdict):
        # RULES 2: Black's is what the point's verdict was before; White has no fouls, and more than five will do
        colour = self.turn
        if colour == BLACK and verdict in FOUL_NAMES and self.calls_fouls:
            return Result(WHITE, FOUL_NAMES[verdict], (point,))
        if colour == WHITE or verdict == FIVE:
            line = self._five_through(point)
            if line:
                return Result(colour, "five", line)
        return self._draw("full board") if all(self.cells) else None

    def _five_through(self, point):
        black = self.cells[point] == BLACK
        for direction in DIRECTIONS:
            line = run_through(self.cells, SIZE, point, direction)
            if len(line) == STONES_OF_FIVE or (len(line) > STONES_OF_FIVE and not black):
                return line
        return None

    def _draw(self, reason):
        if self.first_passer_wins_draws and PASS in self.moves:
            # Black has the first turn, and turns alternate
            return Result(WHITE if self.moves.index(PASS) % 2 else BLACK, "first pass")
        return Result(EMPTY, reason)
