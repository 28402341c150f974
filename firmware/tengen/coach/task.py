"""A task with a position: the base of puzzles and lessons. Lights show where its stones must be placed.

A new stone is judged before it is a move. A wrong stone is refused, and the solver lifts it and tries again.

Where the task is to win by fours, a four is right if the solver can still win by fours after it. The defender's only
answer is announced (Match.announce), and lights ask for it. After a four without an answer the defender resigns.
"""

from tengen.codes import coded
from tengen.games import BLACK, EMPTY
from tengen.games.points import name
from tengen.session.board_state import PROVISIONAL

GIVEN, RIGHT, WRONG = "given", "right", "wrong"


class Task:
    """The task `number` of its `kind`, for `colour`. `state` is one of the words above, or a word of the kind.

    `ended`: whether the task has ended. `wrong`: the number of wrong tries. `refuted`: None, or (a wrong stone on the
    board, the point where the defender answers this stone or -1). `takes_fouls`: whether a stone that would be a foul
    is judged like any other stone.
    """

    kind = ""
    takes_fouls = False

    def __init__(self, number, colour):
        self.number = number
        self.colour = colour
        self.state = GIVEN
        self.ended = False
        self.wrong = 0
        self.refuted = None
        self._point = -1  # the stone that is judged, or was judged last
        self._answer = -1

    def judges(self, session):
        """Whether the new stone must be judged before it is a move."""
        return session.board_state.state == PROVISIONAL and not session.match.announced

    def judge(self, session, now):
        """Judge the new stone, which is at rest. Return the intent to make it a move, or None while still thinking."""
        point, mind = session.board_state.provisional, session.mind
        if session.match.game.turn != self.colour:
            return None
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
        self._answer = session.mind.fours.answer_to(session.match.game.cells, self.colour, self._point)
        if self._answer < 0:
            return self._refute(session, coded("refused.no_four"))
        return self._refute(session, coded("refused.does_not_win", why=self._answers_at(session)))

    def _refute(self, session, why):
        """Return the intent that refuses the judged stone with the reason `why`."""
        self.wrong += 1
        self.refuted = self._point, self._answer
        noted = self.note_wrong(session)
        self._tell(session, WRONG)
        return "both", noted, ("bar", self._point, why)

    def note_wrong(self, session):
        """Record a wrong stone. Return an intent or None."""
        raise NotImplementedError

    # The defender

    def look(self, session, now):
        """Return the intent of the defender's answer; or the intent after a wrong stone was lifted; or None."""
        match = session.match
        if self.refuted and self.refuted[0] not in session.reconciler.new:
            self.refuted = None
            self._answer = -1
            return ("unbar",)  # the solver may try the same stone again, and get another reason
        answered = self.is_answered(match)
        if answered != self.ended:
            self.ended = answered
            if answered:
                return "both", self.end(session), ("show_sign",)
            self._answer = -1
            self._tell(session, GIVEN)  # the arbiter has taken back the moves that ended the task
        if answered:
            return None
        if match.game.turn != self.colour and match.announced is None and match.game.moves:
            return self._tell_answer(session)
        return None

    def is_answered(self, match):
        """Whether the stones have ended the task."""
        raise NotImplementedError

    def end(self, session):
        """Record the end of the task. Return an intent or None."""
        raise NotImplementedError

    def goes_on(self, match, who):
        """Whether a press of `who` begins the next task. The lights ask this for each picture."""
        raise NotImplementedError

    def following(self):
        """Return the intent that begins the next task."""
        raise NotImplementedError

    def praise(self, match):
        """Return what is solved, for which the board shows a sign, or None: "puzzle", "position" or "lesson"."""
        raise NotImplementedError

    def _tell_answer(self, session):
        """Announce the only answer to the solver's last four. If there is no answer, resign."""
        match = session.match
        game, last = match.game, match.last()
        before = bytearray(game.cells)
        before[last] = EMPTY
        self._point = last
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
        """Return the task's state as an event."""
        raise NotImplementedError

    def judged(self, size):
        """Return the names of the stone judged last and of the defender's answer; each may be None."""
        point, answer = self._point, self._answer
        return name(point, size) if point >= 0 else None, name(answer, size) if answer >= 0 else None


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
