"""The seat of the board's partner. The partner thinks; a person places its stones on the points that are lit.

The partner can't place stones. Its decision is announced (Match.announce). A stone on the announced point becomes its
move as soon as the stone is at rest, without a press. A stone on any other point is refused.
"""

from tengen.codes import coded
from tengen.games import COLOUR_NAMES
from tengen.games.points import names
from tengen.session.board_state import KEEPING, OFFERING
from tengen.session.opening import other_seat

# The limits for a move: the partner uses at most 1/CLOCK_PART of the time left on its clock, and at most LIMIT_US of
# counted thinking time. With 13.5 ms of thinking in each tick of 20 ms, LIMIT_US takes about 5 s.
CLOCK_PART = 40
LIMIT_US = 2_900_000

WAITS, THINKING, ASKS = "waits", "thinking", "asks"

_HANDS = "hands"  # the reason for stopping the clock while a person places the partner's stone


class PartnerSeat:
    """The partner at `seat` with its `level`. `state`: WAITS, THINKING or ASKS. Each method gets the session."""

    def __init__(self, seat, level):
        self.seat = seat
        self.level = level
        self.state = WAITS
        self._draw = False  # whether the partner offers a draw as soon as its stone is on the board

    def look(self, session, now):
        """Return the intent of the action that is due at `now`, or None.

        The partner begins to think, answers a question, or makes the stones on the board its move.
        """
        match = session.match
        if match.result or self._must_wait(session):
            return self._rest(session)
        if session.questions.wishes_back:
            return self._take_back(session)
        if match.draw_by == other_seat(self.seat):
            return self._answer_draw(session)
        if match.expects.who != self.seat:
            return self._rest(session) or self._offer_draw(match)
        if match.announced is None or (self.state != ASKS and not self._is_asked(session)):
            self._ask(session, now)
            return "announce", (), coded("refused.partner_thinks")
        if self.state == ASKS:
            return self._wait_for_hands(session.timing) or self._settle(session, now)
        return None

    def _must_wait(self, session):
        """Whether the game waits for stones to be placed, or for the wiring."""
        return session.board_state.awaits or session.wiring_trust.blocked

    def _wait_for_hands(self, timing):
        """Stop the partner's clock while a person places its stone, also after a disturbance."""
        return (_HANDS, True) if timing.runs() and timing.stopped != _HANDS else None

    def _rest(self, session):
        if self.state != WAITS:
            self._give_up(session)
            self._tell(session, WAITS)
        return (_HANDS, False) if session.timing.stopped == _HANDS else None

    # The part below calls the mind's player, which decides

    def _is_asked(self, session):
        """Whether the present question is being thought about."""
        return session.mind.job is self

    def _give_up(self, session):
        if self._is_asked(session):
            session.mind.stop()

    def _ask(self, session, now):
        match = session.match
        luck = (now * 1103515245 + 12345 + 7919 * len(match.facts)) & 0x3FFFFFFF
        left = session.timing.left(now)
        limit = LIMIT_US
        if left:
            limit = min(limit, 600 * (left[self.seat != "p1"] // CLOCK_PART))
        asked = match.expects if match.expects.do != "stone" else match.asked()
        session.mind.player.begin(match.game, asked, refusal_in(match), self.level, luck, match.offers, limit)
        self._tell(session, THINKING)
        session.mind.start(self)

    # The methods of a job of the mind

    def think(self, session, budget_us):
        """Think for about `budget_us` microseconds. Return whether it has decided."""
        return session.mind.player.think(budget_us)

    def finish(self, session, now):
        """Return the intent of the decision."""
        player = session.mind.player
        self._draw = player.answer[0] == "stone" and player.offers_draw
        return self._do(session, player.answer)

    def _do(self, session, answer):
        """Return the intent to announce or execute an `answer` (Player.answer)."""
        what = answer[0]
        self.state = WAITS  # until the next question
        if what == "choose":
            return answer
        if what == "resign":
            return what, self.seat
        points = tuple(answer[1] if what == "offer" else answer[1:])
        self.state = ASKS
        session.effects.say(self.event(session, points))
        return "announce", points, _announcement(what, names(points, session.match.game.size))

    # The announced points and the stones on the board

    def to_put(self, session):
        """Return the points where a person must still place stones for the partner."""
        match, new = session.match, session.reconciler.new
        if self.state != ASKS or not match.announced:
            return ()
        if match.expects.do == "keep":
            return ()  # if the fifth that should stay is missing, the board asks for it like for any missing stone
        return tuple([point for point in match.announced if point not in new])

    def to_lift(self, session):
        """Return the tentative fifths that a person must still remove for the partner."""
        match, state = session.match, session.board_state
        if self.state != ASKS or match.expects.do != "keep" or not match.announced:
            return ()
        offers = state.offers if state.state == KEEPING else match.offers
        return tuple([point for point in offers if point not in match.announced])

    def _settle(self, session, now):
        """Return the partner's action, when the fifths on the board, or the last one left, are at rest."""
        match, state = session.match, session.board_state
        if session.reconciler.rest() < session.dwell_ms or not session.reconciler.ready():
            return None
        if state.state == OFFERING and len(state.offers) == len(match.announced):
            return "offer", now, self.seat, match.announced
        if state.state == KEEPING and tuple(state.offers) == match.announced:
            return "keep", now, self.seat, match.announced[0], -1
        return None

    # The partner's answers

    def _take_back(self, session):
        """Agree to every take-back. The partner's moves after the person's last move go, too."""
        session.effects.say({"code": "partner_agrees", "who": self.seat, "to": "take back"})
        return "take_back", session.questions.moves_back(), session.questions.wishes_back

    def _answer_draw(self, session):
        return self._settle_draw(session.mind.player.accepts_draw())

    def _settle_draw(self, agrees):
        self.state = WAITS
        return "answer_draw", self.seat, agrees

    def _offer_draw(self, match):
        offers, self._draw = self._draw, False
        if offers and match.mover() == self.seat and not match.draw_by and match.game.moves:
            return "offer_draw", self.seat
        return None

    def _tell(self, session, state):
        self.state = state
        session.effects.say(self.event(session))

    def _state_now(self, match):
        """Return the state. It is WAITS if the question is gone, even if the partner has not noticed this yet."""
        return self.state if match.expects.who == self.seat else WAITS

    def event(self, session, points=None):
        """Return the partner's state as an event. `points`: points to be announced; None: the announced points."""
        match = session.match
        points = match.announced if points is None else points
        asks = self.state == ASKS and points is not None
        asked = match.expects
        event = {"code": "partner", "who": self.seat, "level": self.level, "state": self._state_now(match)}
        event["do"] = (match.asked() or asked).do if asks else None
        event["points"] = names(points, match.game.size) if asks else []
        event["colour"] = COLOUR_NAMES[match.game.first if asked.do == "keep" else match.game.turn] if asks else None
        return event


def refusal_in(match):
    """Return the function that returns why a stone may not be placed on a point (codes.coded), or None.

    The player uses this function while it thinks, because the empty announcement () refuses all points during that
    time.
    """

    def refusal(point):
        announced, match.announced = match.announced, None
        why = match.refusal(point)
        match.announced = announced
        return why

    return refusal


def _announcement(what, points):
    """Return the decision (codes.coded): to "offer" these points, to "keep" one of them, or to play on the point."""
    if what == "offer":
        return coded("refused.partner_offers", points=points)
    if what == "keep":
        return coded("refused.partner_keeps", points=points)
    return coded("refused.partner_plays", points=points)
