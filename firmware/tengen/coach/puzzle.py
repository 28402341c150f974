"""A puzzle as a game: a task to win by fours. The board counts which puzzles were solved at the first try."""

from tengen.games import COLOUR_NAMES
from tengen.session.players import SEATS

from .task import RIGHT, Task

FAILED = "failed"
GRADES = (1, 2, 3, 4, 5)
COUNTED = 3 * len(GRADES)  # index in the tally; see Settings


class Puzzle(Task):
    """The puzzle `number`. `grade` is from 1 to 5. `state`: one of the words of a task, or FAILED.

    `shown`: True if the solver has asked for the win. `tally`: the board's tally now. After a power cut it shows
    whether this puzzle was counted before.
    """

    kind = "puzzle"

    def __init__(self, number, tally):
        from tengen.partner import puzzles

        its = puzzles.puzzle(number)
        Task.__init__(self, number, its.turn)
        self.grade = its.grade
        self.shown = False
        self._fours = its.fours
        self._of = puzzles.COUNT
        # the tally that includes this puzzle, or None until it is counted; an event needs the tally before the intent
        # is executed
        self._tally = tally if tally[COUNTED] == number else None

    def note_wrong(self, session):
        """Record that the puzzle was not solved at the first try."""
        return self._count(session, False)

    def is_answered(self, match):
        """Whether the game has ended."""
        return match.result is not None

    def end(self, session):
        """Record the end of the game, which may also be a loss."""
        solved = self.praise(session.match) is not None
        self._answer = -1
        noted = self._count(session, solved and self.wrong == 0 and not self.shown)
        self._tell(session, RIGHT if solved else FAILED)
        return noted

    def goes_on(self, match, who):
        """Whether the game has ended, and `who` is a player. The arbiter's press begins another game."""
        return match.result is not None and who in SEATS

    def following(self):
        """Return the intent of the grade's next puzzle."""
        return "puzzle", self.grade, None

    def praise(self, match):
        """Return "puzzle" if the game has ended by the solver's win, or None."""
        return "puzzle" if match.result and match.result.winner == self.colour else None

    def told(self, session):
        """Record that the solver was shown the win. Return an intent or None."""
        self.shown = True
        return self._count(session, False)

    def _count(self, session, solved):
        """Return the intent to record the puzzle in the tally, or None if it is already recorded."""
        if self._tally:
            return None
        self._tally = counted(session.settings.tally, self.grade, solved)
        self._tally[COUNTED] = self.number
        return "note", session.settings.with_({"tally": self._tally})

    def event(self, session):
        """Return the puzzle's state as an event."""
        event = {"code": "puzzle", "number": self.number, "of": self._of, "grade": self.grade, "state": self.state}
        event["solved"] = self.praise(session.match) is not None
        event["colour"] = COLOUR_NAMES[self.colour]
        event["fours"] = self._fours
        event["point"], event["answer"] = self.judged(session.match.game.size)
        event["wrong"] = self.wrong
        event["shown"] = self.shown
        tally = self._tally or session.settings.tally
        event["tally"] = [[tally[3 * at], tally[3 * at + 1]] for at in range(len(GRADES))]
        return event


def counted(tally, grade, solved):
    """Return the tally after one more puzzle of this grade.

    For each grade it has the number solved, the number tried, and the index of the next puzzle.
    """
    tally = list(tally)
    at = 3 * (grade - 1)
    tally[at] += bool(solved)
    tally[at + 1] += 1
    return tally


def following(tally, grade, numbers):
    """Return (the number of the grade's next puzzle, the new tally). `numbers`: the puzzles of the grade."""
    tally = list(tally)
    at = 3 * (grade - 1) + 2
    found = numbers[tally[at] % len(numbers)]
    tally[at] = (tally[at] + 1) % len(numbers)
    return found, tally
