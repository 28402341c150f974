"""A position of a lesson as a game: its task is solved by one stone, or in the last lesson by a win by fours."""

from tengen.codes import coded
from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.games.points import names
from tengen.partner import lessons
from tengen.session.board_state import CALM

from .shown import Shown
from .task import RIGHT, Task

HINT_MS = 60_000  # without a new stone for this time, the board shows the hint
HINT_AFTER = 2  # wrong stones
BLOCK = "block"  # the task to stop a four
FOURS = "fours"  # the task that needs several stones
# The tasks with a right stone that is shown before it would be a move: a foul, or a stone that only looks like one
_SHOWN_BEFORE = ("double-three", "double-four", "overline", "allowed")
# The tasks with a right stone that is a move, and then shows its lines
_SHOWN_AFTER = ("four", "straight-four", "three", "four-three")


class Lesson(Task):
    """The lesson's position `number`. `state`: one of the words of a task.

    In a win by fours RIGHT also means that a four was right, before the task is solved.
    """

    kind = "lesson"
    takes_fouls = True

    def __init__(self, number):
        self._its = its = lessons.position(number)
        Task.__init__(self, number, its.turn)
        self._asked_at = -1  # the time (ms) since which the board waits for a stone, or -1
        self._hinted = False
        self._is_shown = False  # whether a right stone was put that is no move
        self._learned = None  # the lessons learned, if this position has added one; see Puzzle

    def judge(self, session, now):
        """Judge the new stone. Return the intent to make it a move or to refuse it, or None."""
        state, its = session.board_state, self._its
        if self.ended or session.match.game.turn != self.colour:
            return None
        point = state.provisional
        right = point in its.right or (its.task == FOURS and not state.foul)
        if right and its.task == FOURS:
            return Task.judge(self, session, now)
        self._point = point
        if not right:
            return self._refute(session, self._why_not(session, state.foul))
        if its.task not in _SHOWN_BEFORE:
            return "commit", now
        self._is_shown = True  # look() ends the task
        return None

    def _why_not(self, session, foul):
        """Return why the judged stone does not solve a task of one stone (codes.coded)."""
        its = self._its
        if foul:
            return coded("refused.foul", foul=foul)
        if its.task == BLOCK:
            points = names(its.right, session.match.game.size)  # only a stone on the point of a five stops it
            if its.turn == BLACK:
                return coded("refused.white_five", points=points)
            return coded("refused.black_five", points=points)
        lacks = _lacks(its.task, session.match.game.lines_of(self._point)) if its.turn == BLACK else None
        if lacks:
            return coded("refused.lesson_lacks", task=its.task, lacks=lacks)
        return coded("refused.lesson", task=its.task)

    def _refute(self, session, why):
        refused = Task._refute(self, session, why)
        if self.colour == WHITE:
            return refused  # the judge has reasons for black stones only
        return "both", refused, ("show_lines", self._point, session.board_state.foul)

    def look(self, session, now):
        """Return what a task returns; and show the hint if no stone was put for some time."""
        if not self._hinted and not self.ended:
            self._wait(session, now)
        return Task.look(self, session, now)

    def _wait(self, session, now):
        state = session.board_state
        if state.state != CALM or state.awaits or session.match.announced:
            self._asked_at = -1
        elif self._asked_at < 0:
            self._asked_at = now
        elif now - self._asked_at >= HINT_MS:
            self.show_hint(session)

    def note_wrong(self, session):
        """Show the hint after some wrong stones."""
        if self.wrong >= HINT_AFTER:
            self._show(session)

    def _tell_answer(self, session):
        self._hinted = False  # the next four may need a hint, too
        return Task._tell_answer(self, session)

    def show_hint(self, session):
        """Light the points to look at, and tell them."""
        self._show(session)
        session.effects.say(self.event(session))

    def _show(self, session):
        match = session.match
        self._hinted = True
        points = tuple([point for point in self._its.hint if point not in match.game.moves])
        session.shown = Shown(points, (), len(match.facts))

    def is_answered(self, match):
        """Whether a right stone was put, or in a win by fours the game has ended."""
        return match.result is not None if self._its.task == FOURS else self._is_shown or bool(match.game.moves)

    def end(self, session):
        """Record that the task is solved, and after the last position that the lesson is learned."""
        its, learned, noted = self._its, session.settings.learned, None
        self._answer = -1
        if session.match.game.moves:
            self._point = session.match.last()
        if its.at == its.of and its.lesson not in learned:
            self._learned = sorted(learned + [its.lesson])
            noted = "note", session.settings.with_({"learned": self._learned})
        session.shown = None
        self._tell(session, RIGHT)
        if its.task in _SHOWN_AFTER:
            return "both", noted, ("show_lines", self._point, None)
        return noted

    # What the player may do

    def entries(self):
        """Return the entries of a player's menu, as coach.offers() does."""
        first = [] if self.number == lessons.COUNT else ["next"]
        if not self.ended:
            first = [] if self._hinted else ["hint"]
        return [(entry, None) for entry in first + ["again", "end"]]

    def enter(self, session, entry):
        """Execute one of entries(). Return an intent or None."""
        if entry == "hint":
            return self.show_hint(session)
        if entry == "end":
            return ("put_aside",)
        return self.following() if entry == "next" else self._at(self.number)

    def goes_on(self, match, who):
        """Whether the task is solved, and is not the last one. The arbiter may go on, too."""
        return self.ended and self.number < lessons.COUNT

    def following(self):
        """Return the intent of the next position."""
        return self._at(self.number + 1)

    def _at(self, number):
        its = lessons.position(number)
        return "lesson", its.lesson, its.at

    def praise(self, match):
        """Return "lesson" if this was its last position, "position" if it was another, None before it is solved."""
        if not self.ended:
            return None
        return "lesson" if self._its.at == self._its.of else "position"

    def event(self, session):
        """Return the lesson's state as an event."""
        its, size = self._its, session.match.game.size
        shown = session.shown if self._hinted else None
        event = {"code": "lesson", "number": its.lesson, "of": len(lessons.LESSONS), "name": its.name}
        event["position"] = its.at
        event["positions"] = its.of
        event["colour"] = COLOUR_NAMES[its.turn]
        event["task"] = its.task
        event["state"] = self.state
        event["solved"] = self.ended
        event["point"], event["answer"] = self.judged(size)
        event["hint"] = names(shown.points, size) if shown and shown.is_of(session.match) else None
        event["wrong"] = self.wrong
        event["learned"] = self._learned or session.settings.learned
        return event


def _lacks(task, lines):
    """Return what a stone with these lines (reasons.py) still lacks to solve the task, as a word, or None."""
    fours = [line for line in lines if line["shape"] in ("four", "straight four") and line.get("counts", True)]
    threes = [line for line in lines if line["shape"] == "three"]
    live = [line for line in threes if line["counts"]]
    is_dead = len(threes) > len(live)
    if task == "straight-four" and fours:
        return "straight"
    if task == "double-four" and fours:
        return "second four"
    if task == "three" and is_dead:
        return "live three"
    if task == "four-three" and fours:
        return "live three" if is_dead else "three"
    if task == "four-three" and live:
        return "four"
    if task == "double-three" and live:
        return "live three" if is_dead else "second three"
    if task == "allowed" and live:
        return "second three"
    return None
