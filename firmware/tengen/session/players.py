"""A player's menu: what is open to him, and what each entry does."""

from tengen.codes import coded
from tengen.games import OWN, opponent, registry

from .board_state import CALM, PROVISIONAL
from .match import DRAW_OFFERED
from .opening import other_seat

SEATS = ("p1", "p2")

_ONLY_MOVER_PASSES, _NO_PASS_OVER_STONE = coded("refused.only_mover_passes"), coded("refused.no_pass_over_stone")
_NO_DRAW_IN_OPENING, _NO_DRAW_YET = coded("refused.no_draw_in_opening"), coded("refused.no_draw_before_move")
_ONLY_MOVER_DRAWS = coded("refused.only_mover_draws")
_DECLARE_LINE, _NO_FOULS, _CLAIM_FOUL = (
    coded("refused.declare_line"), coded("refused.no_fouls"), coded("refused.claim_foul")
)  # fmt: skip


class PlayerMenu:
    """The menu of the player at `seat`, in a session."""

    def __init__(self, session, seat):
        self._session = session
        self._seat = seat

    def entries(self):
        """Return the entries of his menu, in order: what is open now besides placing stones."""
        # after the end there is no other entry: it says that the board has to be cleared
        over = self._session.match.result is not None
        return [entry for entry, why in self.offers() if not why or (over and entry == "new game")]

    def offers(self):
        """Return what this game has for him besides placing stones, in order: (entry, why it is not open now, or None).
        """
        session, seat = self._session, self._seat
        match, mode = session.match, session.played.mode
        casual = mode == "casual"
        found: list = []
        after: list = []
        if session.helper:
            found, after = session.helper.offers(session, seat)
            if after is None:
                return found
        if not match.result:
            if mode == "silent":
                found += self._claims()
            asked = match.expects
            own = asked.do == "stone" and asked.who == seat
            if own:
                found += [(kind, None) for kind in match.kinds() if kind != session.board_state.kind]
            if match.game.may_pass:
                found.append(("pass", self._pass_refusal(own)))
            found.append(("draw", self._draw_refusal(own)))
        if session.questions.wishes_back == seat and not session.questions.lifted:
            found.append(("withdraw", None))
        elif casual:
            found.append(("take back", session.take_back_refusal()))
        if not match.result:
            found.append(("resign", None))
        if casual:
            found.append(("new game", session.new_game_refusal()))
        return found + after

    def _pass_refusal(self, own):
        session = self._session
        refusal = session.match.pass_refusal()
        if refusal:
            return refusal
        if not own:
            return _ONLY_MOVER_PASSES
        if session.board_state.state != CALM:
            return _NO_PASS_OVER_STONE
        return None

    def _draw_refusal(self, own):
        match = self._session.match
        if match.draw_by:
            return DRAW_OFFERED
        if match.opening.expects:
            return _NO_DRAW_IN_OPENING
        if not match.game.moves:
            return _NO_DRAW_YET
        return _ONLY_MOVER_DRAWS if own else None

    def _claims(self):
        session, match = self._session, self._session.match
        found = [(registry.line_word(match.game.name), self._line_refusal(match))]
        if match.game.may_foul:
            found.append(("foul", self._foul_refusal(match)))
        if session.timing.clock:
            found.append(("time", None))
        return found

    def _line_refusal(self, match):
        moved_last = match.game.moves and match.seat(match.game.turn) != self._seat
        if moved_last or (self._session.board_state.state == PROVISIONAL and match.expects.who == self._seat):
            return None
        return _DECLARE_LINE

    def _foul_refusal(self, match):
        colour = match.colour(self._seat)
        if opponent(colour) not in match.game.may_foul:
            return _NO_FOULS
        if not match.game.moves or colour != match.game.turn:
            return _CLAIM_FOUL
        return None

    def needs_button(self, about, entry):
        """Whether the entry can be taken with the player's own button only: none."""
        return False

    def enter(self, about, entry, now):
        """Execute an entry of the menu `about`: of the player's own menu, or of a question to him."""
        session, who = self._session, self._seat
        if session.helper and session.helper.enter(session, who, about, entry, now):
            return
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
                session.refuse(who, coded("refused.not_at_rest"), now)
                return
            session.play.commit(now, now)  # to declare a line is to play it
        session.match.claim(who, what)
        session.play.go_on(now, now)
