"""The seat of the board's partner: it thinks when it is asked, and a person puts its stones where lights ask for them.

The partner is one more pair of hands without hands. What it has decided is announced (Match.announce): a stone on that
point is its move when it is at rest, without a press, and a stone elsewhere is refused.
"""

from tengen.codes import coded
from tengen.games import COLOUR_NAMES
from tengen.games.points import names

from .board_state import KEEPING, OFFERING
from .opening import other_seat

# For a move it takes this part of its clock at most, and this time of counted thinking, which lasts 5 s: a tick of
# 20 ms has 13.5 for it.
CLOCK_PART = 40
LIMIT_US = 2_900_000

WAITS, THINKING, ASKS = "waits", "thinking", "asks"

_LIES = "partner"  # the cause why its time passes again
_THINKS = coded("refused.partner_thinks")


def _waits(session):
    """Whether the game waits for stones that are to be put, or for the wiring."""
    return session.board_state.awaits or session.wiring_trust.blocked


class PartnerSeat:
    """The partner at `seat` with its `level`, in a `session`. `state`: WAITS, THINKING or ASKS."""

    def __init__(self, session, seat, level):
        self.seat = seat
        self.level = level
        self.state = WAITS
        self._session = session
        self._draw = False  # it offers a draw as soon as its stone lies

    def look(self, now):
        """Do what is due at `now`: begin to think, answer a question, or take what lies on the board as its move."""
        session = self._session
        match = session.match
        if match.result or session.resuming or _waits(session):
            self._rest(now)
        elif session.questions.wishes_back:
            self._take_back(now)
        elif match.draw_by == other_seat(self.seat):
            self._answer_draw(now)
        elif match.expects.who != self.seat:
            self._rest(now)
            self._offer_draw(now)
        elif match.announced is None or (self.state != ASKS and not self._is_asked()):
            self._begin(now)
        elif self.state == ASKS:
            self._wait_for_hands(now)
            self._settle(now)

    def _wait_for_hands(self, now):
        """Its time stands while a person puts its stone."""
        self._session.timing.stop("hands", now, now)

    def _rest(self, now):
        if self._session.timing.stopped == "hands":
            self._session.timing.go_on(now, _LIES)
        if self.state != WAITS:
            self._give_up()
            self._tell(WAITS)

    def _begin(self, now):
        session = self._session
        if session.timing.stopped == "hands":
            session.timing.go_on(now, _LIES)
        session.match.announce((), _THINKS)
        self._ask(now)

    # Who decides: the player of the mind

    def _is_asked(self):
        """Whether the present question is being thought about."""
        return self._session.mind.job is self

    def _give_up(self):
        if self._is_asked():
            self._session.mind.stop()

    def _ask(self, now):
        session = self._session
        match = session.match
        luck = (now * 1103515245 + 12345 + 7919 * len(match.facts)) & 0x3FFFFFFF
        left = session.timing.left(now)
        limit = LIMIT_US
        if left:
            limit = min(limit, 600 * (left[self.seat != "p1"] // CLOCK_PART))
        asked = match.expects if match.expects.do != "stone" else match.asked()
        session.mind.player.begin(match.game, asked, self._refusal, self.level, luck, match.offers, limit)
        self._tell(THINKING)
        session.mind.start(self)

    def _refusal(self, point):
        """Return why its stone may not lie on this point (codes.coded), or None: what it may play, while it thinks."""
        match = self._session.match
        announced, match.announced = match.announced, None
        refusal = match.refusal(point)
        match.announced = announced
        return refusal

    # As a job of the mind

    def think(self, budget_us):
        """Think for about so long. Return whether it has decided."""
        return self._session.mind.player.think(budget_us)

    def finish(self, now):
        """It has decided."""
        player = self._session.mind.player
        self._draw = player.answer[0] == "stone" and player.offers_draw
        self._do(player.answer, now)

    def _do(self, answer, now):
        """Announce what was decided, or do it. `answer` as Player has it."""
        session = self._session
        match, what = session.match, answer[0]
        self.state = WAITS  # until something else is asked
        if what == "choose":
            match.choose(answer[1])
            session.play.go_on(now, now)
            return
        if what == "resign":
            match.resign(self.seat)
            session.play.go_on(now, now)
            return
        points = answer[1] if what == "offer" else answer[1:]
        match.announce(points, self._announcement(what, points))
        self._tell(ASKS)
        self._wait_for_hands(now)
        session.look_again(now)

    def _announcement(self, what, points):
        where = names(points, self._session.match.game.size)
        if what == "offer":
            return coded("refused.partner_offers", points=where)
        if what == "keep":
            return coded("refused.partner_keeps", points=where)
        return coded("refused.partner_plays", points=where)

    # What is announced, and lies on the board

    def to_put(self):
        """Return the points on which stones are still to be put for it."""
        session = self._session
        match, new = session.match, session.reconciler.new
        if self.state != ASKS or not match.announced:
            return ()
        if match.expects.do == "keep":
            return ()  # a kept fifth that is gone is asked for as any missing stone
        return tuple([point for point in match.announced if point not in new])

    def to_lift(self):
        """Return the tentative fifths that are still to be taken away for it."""
        match, state = self._session.match, self._session.board_state
        if self.state != ASKS or match.expects.do != "keep" or not match.announced:
            return ()
        offers = state.offers if state.state == KEEPING else match.offers
        return tuple([point for point in offers if point not in match.announced])

    def _settle(self, now):
        """Take the tentative fifths that lie, or the one that is left, as its deed when they are at rest."""
        session = self._session
        match, state = session.match, session.board_state
        if session.reconciler.rest() < session.dwell_ms or not session.reconciler.ready():
            return
        if state.state == OFFERING and len(state.offers) == len(match.announced):
            points = match.announced
            changes = match.offer(points)
            if len(points) == 1:
                match.keep(points[0])  # White has no choice
            session.play.moved(self.seat, changes, now, now)
        elif state.state == KEEPING and tuple(state.offers) == match.announced:
            session.timing.go_on(now, _LIES)
            session.play.go_on(now, now, [change[0] for change in match.keep(match.announced[0])])

    # What it answers

    def _take_back(self, now):
        """It agrees to every take-back: of its own last move, too, if a person wishes back his move before that."""
        session = self._session
        match = session.match
        count = 1 if match.mover() != self.seat else min(2, match.moves())
        session.effects.say({"code": "partner_agrees", "who": self.seat, "to": "take back"})
        session.take_back(count, self.seat, now)

    def _answer_draw(self, now):
        self._settle_draw(self._session.mind.player.accepts_draw(), now)

    def _settle_draw(self, agrees, now):
        match = self._session.match
        self.state = WAITS
        if agrees:
            match.agree()
        else:
            match.decline_draw(self.seat)
        self._session.play.go_on(now, now)

    def _offer_draw(self, now):
        if self._draw:
            self._draw = False
            match = self._session.match
            if match.mover() == self.seat and not match.draw_by and match.game.moves:
                match.offer_draw(self.seat)
                self._session.play.go_on(now, now)

    def _tell(self, state):
        self.state = state
        self._session.effects.say(self.event())

    def _state_now(self):
        """The state; WAITS where it is no longer asked, which it has not noticed yet."""
        return self.state if self._session.match.expects.who == self.seat else WAITS

    def event(self):
        """Return its state as an event."""
        match = self._session.match
        asks = self.state == ASKS and match.announced is not None
        asked = match.expects
        event = {"code": "partner", "who": self.seat, "level": self.level, "state": self._state_now()}
        event["do"] = (match.asked() or asked).do if asks else None
        event["points"] = names(match.announced, match.game.size) if asks else []
        event["colour"] = COLOUR_NAMES[match.game.first if asked.do == "keep" else match.game.turn] if asks else None
        return event
