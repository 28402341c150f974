"""A player's menu: what is open to him, and what each entry does."""

from tengen.games import OWN, opponent, registry

from .board_state import CALM, PROVISIONAL
from .opening import other_seat

SEATS = ("p1", "p2")


class PlayerMenu:
    """The menu of the player at `seat`, in a session."""

    def __init__(self, session, seat):
        self._session = session
        self._seat = seat

    def entries(self):
        """Return the entries that are open now, in order: the actions besides placing stones."""
        session, seat = self._session, self._seat
        match, mode = session.match, session.played.mode
        casual = mode == "casual"
        found: list = []
        if not match.result:
            if mode == "silent":
                found += self._claims()
            asked = match.expects
            own = asked.do == "stone" and asked.who == seat
            if own:
                found += [kind for kind in match.kinds() if kind != session.board_state.kind]
            if own and not match.pass_refusal() and session.board_state.state == CALM:
                found.append("pass")
            if asked.do == "stone" and not own and not match.opening.expects and match.game.moves and not match.draw_by:
                found.append("draw")
        if session.questions.wishes_back == seat and not session.questions.lifted:
            found.append("withdraw")
        elif casual and match.moves():
            found.append("take back")
        if not match.result:
            found.append("resign")
        if casual and (match.result or session.board_state.is_clear(session.wiring_trust.unread())):
            found.append("new game")
        return found

    def _claims(self):
        session, seat, match = self._session, self._seat, self._session.match
        found = []
        moved_last = match.game.moves and match.seat(match.game.turn) != seat
        if moved_last or (session.board_state.state == PROVISIONAL and match.expects.who == seat):
            found.append(registry.line_word(match.game.name))
        turn = match.game.turn
        if match.game.moves and match.colour(seat) == turn and opponent(turn) in match.game.may_foul:
            found.append("foul")
        if session.timing.clock:
            found.append("time")
        return found

    def needs_button(self, about, entry):
        """Whether the entry can be taken with the player's own button only: none."""
        return False

    def enter(self, about, entry, now):
        """Execute an entry of the menu `about`: of the player's own menu, or of a question to him."""
        session, who = self._session, self._seat
        if about == "draw":
            self._answer_draw(entry, now)
        elif about == "take back":
            self._answer_wish(entry, now)
        elif about == "resign":
            if entry == "resign":
                session.match.resign(who)
                session.play.go_on(now, now)
        elif entry == "resign":
            session.questions.open(who, "resign", ("no", "resign"), now)
        elif entry == "pass":
            session.play.moved(who, session.match.pass_(), now, now)
        elif entry == "draw":
            session.match.offer_draw(who)
            session.play.go_on(now, now)
        elif entry == "take back":
            session.questions.wish_back(who, now)
        elif entry == "withdraw":
            session.questions.withdraw(now)
        elif entry == "time":
            session.match.claim_time(who, [seat for seat in SEATS if session.timing.has_ended(seat, now)])
            session.play.go_on(now, now)
        elif entry == OWN or entry in session.match.kinds():
            session.board_state.kind = entry
            session.look_again(now)
        else:
            self._claim(entry, now)

    def _answer_wish(self, entry, now):
        session, who = self._session, self._seat
        if entry == "yes":
            session.take_back(1, other_seat(who), now)
        else:
            session.questions.decline(who)

    def _answer_draw(self, entry, now):
        if entry == "accept":
            self._session.match.agree()
        else:
            self._session.match.decline_draw(self._seat)
        self._session.play.go_on(now, now)

    def _claim(self, what, now):
        session, who = self._session, self._seat
        if what != "foul" and session.board_state.state == PROVISIONAL and session.match.expects.who == who:
            if not session.reconciler.ready():
                session.refuse(who, "the stone has not come to rest yet", now)
                return
            session.play.commit(now, now)  # to declare a line is to play it
        session.match.claim(who, what)
        session.play.go_on(now, now)
