"""A player's menu: the available entries and their effects."""

from tengen.codes import coded
from tengen.games import OWN, opponent, registry

from .board_state import CALM, PROVISIONAL, interrupted
from .match import DRAW_OFFERED, back_refusal
from .opening import other_seat

SEATS = ("p1", "p2")

_SURE = ("resign",)  # the choice that confirms this entry over the link


class PlayerMenu:
    """The menu of the player at `seat`. `coach`: the module that helps a person who plays alone."""

    def __init__(self, seat, coach):
        self._seat = seat
        self._coach = coach

    def entries(self, session):
        """Return the available entries of the player's menu, in order. Placing a stone needs no entry."""
        # after the end there is no other entry, so this entry shows that the board must be cleared
        over = session.match.result is not None
        return [entry for entry, why in self.offers(session) if not why or (over and entry == "new game")]

    def offers(self, session):
        """Return the player's entries, in order: (entry, why it is not available now, or None)."""
        seat, match, mode = self._seat, session.match, session.played.mode
        casual = mode == "casual"
        found, after = self._coach.offers(session, seat)
        if after is None:
            return found
        if not match.result:
            if mode == "silent":
                found += self._claims(session)
            asked = match.expects
            own = asked.do == "stone" and asked.who == seat
            if own:
                found += [(kind, None) for kind in match.kinds() if kind != session.board_state.kind]
            if match.game.may_pass:
                found.append(("pass", _pass_refusal(session, own)))
            found.append(("draw", _draw_refusal(match, own)))
        if session.questions.wishes_back == seat and not session.questions.lifted:
            found.append(("withdraw", None))
        elif casual:
            found.append(("take back", _take_back_refusal(session)))
        if not match.result:
            found.append(("resign", None))
        if casual:
            found.append(("new game", new_game_refusal(session)))
        return found + after

    def _claims(self, session):
        match = session.match
        found = [(registry.line_word(match.game.name), self._line_refusal(session, match))]
        if match.game.may_foul:
            found.append(("foul", self._foul_refusal(match)))
        if session.timing.clock:
            found.append(("time", None))
        return found

    def _line_refusal(self, session, match):
        moved_last = match.game.moves and match.seat(match.game.turn) != self._seat
        if moved_last or (session.board_state.state == PROVISIONAL and match.expects.who == self._seat):
            return None
        return coded("refused.declare_line")

    def _foul_refusal(self, match):
        colour = match.colour(self._seat)
        if opponent(colour) not in match.game.may_foul:
            return coded("refused.no_fouls")
        if not match.game.moves or colour != match.game.turn:
            return coded("refused.claim_foul")
        return None

    def needs_button(self, about, entry):
        """Return False: unlike in the arbiter's menu, no entry can be taken only with the person's own button."""
        return False

    def choices(self, session, entry):
        """Return what a laptop may choose under an entry of the main menu; () if the entry acts at once."""
        return _SURE if entry == "resign" else self._coach.choices(entry)

    def enter(self, session, about, entry):
        """Return the intent of an entry of the menu `about`: the player's own menu, or a question to the player."""
        who = self._seat
        if self._coach.has(about, entry):
            return "help", who, about, entry
        if about == "draw":
            return "answer_draw", who, entry == "accept"
        if about == "take back":
            return ("take_back", 1, other_seat(who)) if entry == "yes" else ("decline", who)
        if about == "resign":
            return ("resign", who) if entry == "resign" else None
        if entry == "resign":
            return "open", who, "resign", ("no", "resign")
        if entry == OWN or entry in session.match.kinds():
            return "kind", entry
        if entry == "pass":
            return "pass_", who
        if entry == "draw":
            return "offer_draw", who
        if entry == "take back":
            return "wish_back", who
        if entry == "time":
            return "claim_time", who
        return ("withdraw", who) if entry == "withdraw" else ("claim", who, entry)


def _pass_refusal(session, own):
    refusal = session.match.pass_refusal()
    if refusal:
        return refusal
    if not own:
        return coded("refused.only_mover_passes")
    if session.board_state.state != CALM:
        return coded("refused.no_pass_over_stone")
    return None


def _draw_refusal(match, own):
    if match.draw_by:
        return DRAW_OFFERED
    if match.opening.expects:
        return coded("refused.no_draw_in_opening")
    if not match.game.moves:
        return coded("refused.no_draw_before_move")
    return coded("refused.only_mover_draws") if own else None


def new_game_refusal(session):
    """Return why no new game can begin now (codes.coded), or None."""
    if session.damaged is not None:
        return interrupted(session.damaged)
    if not session.board_state.is_clear(session.wiring_trust.unread()):
        return coded("refused.stones_lie")
    return None


def _take_back_refusal(session):
    """Return why the player can't ask to take a move back now (codes.coded), or None."""
    return None if session.questions.moves_back() else back_refusal(0)
