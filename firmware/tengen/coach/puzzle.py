"""A puzzle as a game: lights show where its stones must be placed, and each four of the solver is judged.

A four is right if the solver can still win by fours after it. The defender's only answer is announced (Match.announce),
and lights ask for it. After a four without an answer the defender resigns.
"""

from tengen.codes import coded
from tengen.games import BLACK, COLOUR_NAMES, EMPTY
from tengen.games.points import name
from tengen.session.board_state import PROVISIONAL

GIVEN, RIGHT, WRONG, SOLVED = "given", "right", "wrong", "solved"
GRADES = (1, 2, 3, 4, 5)


class Puzzle:
    """The puzzle `number`. `grade` is from 1 to 5, `colour` the colour that wins, `state` one of the words above.

    `wrong`: the number of wrong tries. `shown`: True if the solver has asked for the win. `refuted`: None, or (a wrong
    stone on the board, the point where the defender answers this stone or -1).
    """

    def __init__(self, number):
        from tengen.partner import puzzles

        its = puzzles.puzzle(number)
        self.number = number
        self.grade = its.grade
        self.colour = its.turn
        self.state = GIVEN
        self.wrong = 0
        self.shown = False
        self.refuted = None
        self._fours = its.fours
        self._of = puzzles.COUNT
        self._point = -1  # the stone that is judged, or was judged last
        self._answer = -1
        # the tally that includes this puzzle, or None until it is counted; an event needs the tally before the intent
        # is executed
        self._tally = None

    def is_solved(self, session):
        """Whether the game has ended by the solver's win."""
        result = session.match.result
        return result is not None and result.winner == self.colour

    def judges(self, session):
        """Whether the new stone must be judged before it is a move."""
        match = session.match
        ready = session.board_state.state == PROVISIONAL and session.mind.fours
        return ready and match.game.turn == self.colour and not match.announced

    def judge(self, session, now):
        """Judge the new stone, which is at rest. Return the intent to make it a move, or None while still thinking."""
        point, mind = session.board_state.provisional, session.mind
        if session.match.would_end([point]):
            return "commit", now
        if mind.job is not self or self._point != point:
            self._point = point
            mind.fours.begin_with(bytes(session.match.game.cells), self.colour, point)
            mind.start(self)
        return None

    # The methods of a job of the mind

    def think(self, session, budget_us):
        """Search for about `budget_us` microseconds. Return whether the search is over."""
        return session.mind.fours.think(budget_us)

    def finish(self, session, now):
        """Return the intent that makes a right stone a move or refuses a wrong stone, or None if the stone is gone."""
        if not self.judges(session) or session.board_state.provisional != self._point:
            return None
        if session.mind.fours.found:
            return "commit", now  # look() announces the answer when the four is a move
        return self._refute(session)

    def _refute(self, session):
        point = self._point
        self.wrong += 1
        self._answer = session.mind.fours.answer_to(session.match.game.cells, self.colour, point)
        why = coded("refused.no_four")
        if self._answer >= 0:
            why = coded("refused.does_not_win", why=self._answers_at(session))
        self.refuted = point, self._answer
        noted = self._count(session, False)
        self._tell(session, WRONG)
        barred = "bar", point, why
        return ("both", noted, barred) if noted else barred

    # The defender

    def look(self, session):
        """Return the intent of the defender's answer; or the intent after a wrong stone was lifted; or None."""
        match = session.match
        if self.refuted and self.refuted[0] not in session.reconciler.new:
            self.refuted = None
            self._answer = -1
            return ("unbar",)  # the solver may try the same stone again, and get another reason
        if match.result:
            return self._end(session) if self.state != SOLVED else None
        if match.game.turn != self.colour and match.announced is None and match.game.moves:
            return self._tell_answer(session)
        return None

    def _tell_answer(self, session):
        """Announce the only answer to the solver's last four. If there is no answer, resign."""
        match = session.match
        game, last = match.game, match.last()
        before = bytearray(game.cells)
        before[last] = EMPTY
        self._answer = session.mind.fours.answer_to(before, self.colour, last)
        if self._answer < 0:
            return "resign", match.seat(game.turn)
        self._tell(session, RIGHT)
        return "announce", (self._answer,), self._answers_at(session)

    def _answers_at(self, session):
        point = name(self._answer, session.match.game.size)
        if self.colour == BLACK:
            return coded("refused.white_answers", point=point)
        return coded("refused.black_answers", point=point)

    def _end(self, session):
        self.state = SOLVED
        if not self.is_solved(session):
            return self._count(session, False)
        noted = self._count(session, self.wrong == 0 and not self.shown)
        self._tell(session, SOLVED)
        return noted

    def told(self, session):
        """Record that the solver was shown the win. Return an intent or None."""
        self.shown = True
        return self._count(session, False)

    def _count(self, session, solved):
        """Return the intent to record the puzzle in the tally, or None if it is already recorded."""
        if self._tally:
            return None
        self._tally = counted(session.settings.tally, self.grade, solved)
        return "note", session.settings.with_({"tally": self._tally})

    def to_put(self, session):
        """Return the points where a person must still place a stone for the defender."""
        new = session.reconciler.new
        return tuple([point for point in session.match.announced or () if point not in new])

    def to_lift(self, session):
        """Return the stones that must be removed for the defender. There are never any."""
        return ()

    def _tell(self, session, state):
        self.state = state
        session.effects.say(self.event(session))

    def event(self, session):
        """Return the puzzle's state as an event."""
        size, point = session.match.game.size, self._point
        event = {"code": "puzzle", "number": self.number, "of": self._of, "grade": self.grade, "state": self.state}
        event["colour"] = COLOUR_NAMES[self.colour]
        event["fours"] = self._fours
        event["point"] = name(point, size) if point >= 0 else None
        event["answer"] = name(self._answer, size) if self._answer >= 0 else None
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


def changed_colours(before, lying, position, size):
    """Return the changes of the stones on the board that must be replaced by a stone of the other colour.

    They are listed because no reed senses colours. `before`: the cells of the previous game. `lying`: the points of its
    stones that are on the board now. `position`: the points of black and of white stones in the new position.
    """
    cells = bytearray(size * size)
    for colour in (1, 2):
        for point in position[colour - 1]:
            cells[point] = colour
    if len(before) != len(cells):
        return ()
    points = [point for point in lying if before[point] and cells[point] and cells[point] != before[point]]
    return tuple([(point, before[point], cells[point]) for point in points if before[point] != EMPTY])
