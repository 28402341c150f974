"""A puzzle as the game of a session: its position is set up by lights, and its solver's fours are judged.

Each four that still wins by fours is right. The defender's only answer to it is announced (Match.announce) and asked
for by lights; after a four that can't be answered the defender gives up.
"""

from tengen.codes import coded
from tengen.games import BLACK, COLOUR_NAMES, EMPTY
from tengen.games.points import name

from .board_state import PROVISIONAL

GIVEN, RIGHT, WRONG, SOLVED = "given", "right", "wrong", "solved"
GRADES = (1, 2, 3, 4, 5)


class Puzzle:
    """The puzzle `number` in a `session`. `grade` is from 1 to 5, `colour` who wins, `state` one of the words above.

    `wrong` counts the wrong tries; `shown`: the solver has asked for the win. `refuted`: (a wrong stone that lies, the
    point where the defender answers it or -1), or None.
    """

    def __init__(self, session, number):
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
        self._session = session
        self._point = -1  # the stone that is judged, or was judged last
        self._answer = -1
        self._counted = False  # in the tally

    def is_solved(self):
        """Whether the game has ended by the solver's win."""
        result = self._session.match.result
        return result is not None and result.winner == self.colour

    def judges(self):
        """Whether the new stone must be judged before it is a move."""
        session = self._session
        match = session.match
        ready = session.board_state.state == PROVISIONAL and session.mind.fours
        return ready and match.game.turn == self.colour and not match.announced

    def judge(self, now):
        """Judge the new stone, which is at rest; or go on with it."""
        session = self._session
        point = session.board_state.provisional
        if session.match.would_end([point]):
            session.play.commit(now, now)
        elif session.mind.job is not self or self._point != point:
            self._point = point
            session.mind.fours.begin_with(bytes(session.match.game.cells), self.colour, point)
            session.mind.start(self)

    # As a job of the mind

    def think(self, budget_us):
        """Search for about so long. Return whether it is over."""
        return self._session.mind.fours.think(budget_us)

    def finish(self, now):
        """The stone is right and is a move, or it is wrong and must be lifted."""
        session = self._session
        if not self.judges() or session.board_state.provisional != self._point:
            return
        if session.mind.fours.found:
            session.play.commit(now, now)  # its answer is told by look(), when the four counts as lying
        else:
            self._refute(now)

    def _refute(self, now):
        session, point = self._session, self._point
        match = session.match
        self.wrong += 1
        self._answer = session.mind.fours.answer_to(match.game.cells, self.colour, point)
        why = coded("refused.no_four")
        if self._answer >= 0:
            why = coded("refused.does_not_win", why=self._answers_at())
        match.bar(point, why)
        self.refuted = point, self._answer
        self._count(False)
        self._tell(WRONG)
        session.look_again(now)

    # The defender

    def look(self, now):
        """Do what is due at `now`: the defender's answer, and what follows from a wrong stone that is lifted."""
        session = self._session
        match = session.match
        if self.refuted and self.refuted[0] not in session.reconciler.new:
            self.refuted = None
            self._answer = -1
            match.barred = None  # a stone may be tried again, with another reason
            session.effects.change()
        if match.result:
            if self.state != SOLVED:
                self._end()
        elif match.game.turn != self.colour and match.announced is None and match.game.moves:
            self._tell_answer(now)

    def _tell_answer(self, now):
        """Announce the only answer to the solver's last four; or give up where it has none."""
        session = self._session
        match = session.match
        if match.result:
            return
        game, last = match.game, match.last()
        before = bytearray(game.cells)
        before[last] = EMPTY
        self._answer = session.mind.fours.answer_to(before, self.colour, last)
        if self._answer < 0:
            match.resign(match.seat(game.turn))
            session.play.go_on(now, now)
            return
        match.announce((self._answer,), self._answers_at())
        self._tell(RIGHT)
        session.look_again(now)

    def _answers_at(self):
        point = name(self._answer, self._session.match.game.size)
        if self.colour == BLACK:
            return coded("refused.white_answers", point=point)
        return coded("refused.black_answers", point=point)

    def _end(self):
        self.state = SOLVED
        if self.is_solved():
            self._count(self.wrong == 0 and not self.shown)
            self._tell(SOLVED)
        else:
            self._count(False)

    def told(self):
        """The solver has asked for the win."""
        self.shown = True
        self._count(False)

    def _count(self, solved):
        if not self._counted:
            self._counted = True
            session = self._session
            session.take(session.settings.with_({"tally": counted(session.settings.tally, self.grade, solved)}))

    def to_put(self):
        """Return the points on which a stone is still to be put for the defender."""
        match, new = self._session.match, self._session.reconciler.new
        return tuple([point for point in match.announced or () if point not in new])

    def to_lift(self):
        """Return the stones that are to be taken away for the defender: none."""
        return ()

    def _tell(self, state):
        self.state = state
        self._session.effects.say(self.event())

    def event(self):
        """Return its state as an event."""
        size, point = self._session.match.game.size, self._point
        event = {"code": "puzzle", "number": self.number, "of": self._of, "grade": self.grade, "state": self.state}
        event["colour"] = COLOUR_NAMES[self.colour]
        event["fours"] = self._fours
        event["point"] = name(point, size) if point >= 0 else None
        event["answer"] = name(self._answer, size) if self._answer >= 0 else None
        event["wrong"] = self.wrong
        event["shown"] = self.shown
        tally = self._session.settings.tally
        event["tally"] = [[tally[3 * at], tally[3 * at + 1]] for at in range(len(GRADES))]
        return event


def counted(tally, grade, solved):
    """Return the tally after one more puzzle of this grade: for each grade how many solved, of how many, the last."""
    tally = list(tally)
    at = 3 * (grade - 1)
    tally[at] += bool(solved)
    tally[at + 1] += 1
    return tally


def following(tally, grade, numbers):
    """Return (the number of the grade's next puzzle, the tally that has noted it). `numbers`: those of the grade."""
    tally = list(tally)
    at = 3 * (grade - 1) + 2
    found = numbers[tally[at] % len(numbers)]
    tally[at] = (tally[at] + 1) % len(numbers)
    return found, tally


def changed_colours(before, lying, position, size):
    """Return the changes of the stones that lie and must have another colour in a position: nothing feels colours.

    `before`: the cells of the game so far; `lying`: the points of its stones that lie.
    """
    cells = bytearray(size * size)
    for colour in (1, 2):
        for point in position[colour - 1]:
            cells[point] = colour
    if len(before) != len(cells):
        return ()
    points = [point for point in lying if before[point] and cells[point] and cells[point] != before[point]]
    return tuple([(point, before[point], cells[point]) for point in points if before[point] != EMPTY])
