"""Button presses and holds, and the action that each triggers: done, next, open, confirm, or nothing.

`since` is when the button went down: the action counts from then, and does not answer a later question.
"""

from tengen.codes import Refused, coded
from tengen.games import removed
from tengen.games.points import names

from .board_state import (
    CALM,
    DISTURBED,
    KEEPING,
    LIFTING,
    OFFERING,
    PROVISIONAL,
    REFUSED,
    interrupted,
)
from .opening import other_seat
from .settings import MODES

_DECISIONS = ("swap", "side", "fifths", "way")  # of the opening


class Buttons:
    """The meaning of the buttons in a session."""

    def __init__(self, session):
        self._session = session
        self.down: dict = {}  # since when each button is down

    def other(self, who, action, since, now):
        """Handle an action of a button (sensing/buttons.py) that is neither a press nor a hold."""
        if action == "down":
            self.down[who] = since
            if who in self._session.menus:
                self._session.menus[who].down(since)
            return
        self.down.pop(who, None)
        if action == "together":
            # neither button means anything
            self._session.refuse(who, coded("refused.two_buttons"), now)

    def press(self, who, since, now):
        """A button was let go before it was a hold: done, or next."""
        self.down.pop(who, None)
        session = self._session
        menu = session.questions.shown(who)
        if session.wiring_trust.blocked:
            session.refuse(who, self._waits(), now)
        elif menu:
            session.questions.next(who, since, now)
        elif session.resuming:
            self._resume(who, now)
        elif session.hints and session.hints.shown:
            session.hints.next()
        elif who in session.seats:
            self.finish(who, since, now)
        elif session.clearing:
            session.new_game(now, False)
        else:
            self._new_game_by(who, now)

    def hold(self, who, since, now):
        """A button is held: open, or confirm."""
        self.down.pop(who, None)
        session = self._session
        menu = session.questions.shown(who)
        if session.wiring_trust.blocked:
            self._go_on_without(who, now)
        elif menu:
            entry = menu.hold(since)
            if entry is None:
                session.refuse(who, coded("refused.too_early"), now)
            else:
                self._try_to_enter(who, menu.about, entry, now)
        elif session.resuming:
            self._hold_while_resuming(who, now)
        elif session.hints and session.hints.who:
            session.hints.end()
        elif who in session.menus:
            session.refuse(who, self._how_to_decide(), now)
        else:
            self._open(who, "menu", session.people[who].entries(), now)

    def _how_to_decide(self):
        """Say to a player who plays on how he may come back to his question."""
        if self._session.match.expects.do == "keep":
            return coded("refused.play_on_or_put_back")
        return coded("refused.play_on_or_lift")

    def _open(self, who, about, options, now):
        if options:
            self._session.questions.open(who, about, options, now)
        else:
            self._session.refuse(who, coded("refused.nothing_to_choose"), now)

    def _hold_while_resuming(self, who, now):
        session = self._session
        if who in session.seats:
            session.refuse(who, interrupted(session.damaged), now)
        elif session.damaged is None:
            session.put_aside(now)
        else:
            about, options = session.people[who].of_damage()
            self._open(who, about, options, now)

    def _try_to_enter(self, who, about, entry, now):
        try:
            self._enter(who, about, entry, now)
        except Refused as refused:
            # an entry that was available when the menu opened may no longer be available
            self._session.refuse(who, refused.why, now)

    def enter(self, who, entry, now):
        """Execute an entry that comes over the link: of the open menu of `who`, or of his main menu.

        Raises Refused if the entry is not available, or if it needs his own button.
        """
        session = self._session
        if session.wiring_trust.blocked:
            raise Refused(self._waits())
        session.must_go_on()
        menu = session.questions.shown(who)
        asked = menu.entries if menu else ()
        if entry not in asked and entry not in session.people[who].entries():
            raise Refused(self._refusal(who, entry))
        about = menu.about if entry in asked else "menu"
        if session.people[who].needs_button(about, entry):
            raise Refused(coded("refused.laptop_button"))
        self._enter(who, about, entry, now)

    def _refusal(self, who, entry):
        """Return why an entry is not open to `who` now (codes.coded)."""
        session = self._session
        for offered, why in session.people[who].offers():
            if offered == entry and why:
                return why
        if who in session.menus and entry in session.menus[who].entries:
            return self._how_to_decide()
        if who not in session.seats:
            if entry in MODES:
                session.settings.with_({"mode": entry})  # raises Refused for a mode that the game has not
            return coded("refused.not_now_arbiter")
        if entry == "pass" and session.match.pass_refusal():
            return session.match.pass_refusal()
        return coded("refused.not_now", seat=who)

    def standstill(self, who):
        """Return why nothing of his menu is open to `who` now (codes.coded), or None.

        The game waits for its stones, or for the wiring; of the latter the arbiter's commands are independent.
        """
        session = self._session
        if session.resuming:
            return interrupted(session.damaged)
        return self._waits() if session.wiring_trust.blocked and who in session.seats else None

    def _enter(self, who, about, entry, now):
        """Execute an entry that `who` takes of the menu `about`."""
        session = self._session
        if about in _DECISIONS:
            session.match.choose(entry)
            session.play.go_on(now, now)
            return
        if who in session.menus and session.menus[who].about == about:
            session.questions.close(who)
        if about == "menu" and entry not in session.people[who].entries():
            session.questions.ask(now)
            raise Refused(coded("refused.no_longer", entry=entry))
        if entry == "new game":
            self._new_game_by(who, now)
        else:
            session.people[who].enter(about, entry, now)
        session.questions.ask(now)

    def _new_game_by(self, who, now):
        try:
            self._session.new_game(now)
        except Refused as refused:
            self._session.refuse(who, refused.why, now)

    def _resume(self, who, now):
        session = self._session
        if session.damaged is not None:
            session.refuse(who, interrupted(session.damaged), now)
        elif session.board_state.state == DISTURBED:
            session.refuse(who, session.board_state.what_to_mend(), now)
        else:
            session.resume(who, now)

    def _waits(self):
        return coded("refused.waits", fault=self._session.wiring_trust.faults[0])

    def _go_on_without(self, who, now):
        session = self._session
        if who in session.seats:
            session.refuse(who, self._waits(), now)
            return
        try:
            session.go_on_without(now)
        except Refused as refused:
            session.effects.say({"code": "error", "why": refused.why})

    def finish(self, who, since, now):
        """Handle a player's "done": a press of a button that went down at `since`."""
        session = self._session
        match, board_state = session.match, session.board_state
        asked = match.expects if match.expects.do == "keep" else match.asked()
        if match.result and session.puzzle:
            session.begin_puzzle(now, grade=session.puzzle.grade)
        elif match.result:
            session.refuse(who, coded("refused.clear_for_new"), now)
        elif board_state.state == LIFTING and who == board_state.turner and (board_state.turn or board_state.presses):
            session.play.turned(now)
        elif board_state.state in (DISTURBED, REFUSED) or board_state.several or self._is_early(who, asked):
            session.refuse(who, board_state.what_to_mend(), now)
        elif not asked or asked.who != who or board_state.state == CALM:
            self._show_sides(who, since, now)
        elif board_state.state == LIFTING:
            session.refuse(who, board_state.what_to_mend(), now)
        elif not session.reconciler.ready():
            session.play.wish = (who, since)
        elif session.puzzle and session.puzzle.judges():
            session.puzzle.judge(now)
        elif board_state.state == PROVISIONAL:
            missing = board_state.stones_wanted()
            if missing:
                session.refuse(who, coded("refused.more_stones", n=missing), now)
            else:
                session.play.commit(since, now)
        elif board_state.state == OFFERING:
            self._offer(who, since, now)
        elif board_state.state == KEEPING:
            self._keep(who, since, now)

    def _is_early(self, who, asked):
        """Whether the press is for a reply, which is no move before the stones of the turn are."""
        return len(self._session.board_state.replies) > 0 and asked.who != who

    def _show_sides(self, who, since, now):
        """A press that means nothing else starts a waiting clock, and shows each player's colour and captures."""
        session = self._session
        if session.timing.waits and session.match.expects.who == other_seat(who):
            session.timing.start(session.match.expects.who, since, now)
        session.play.show_colours(now)

    def _offer(self, who, at, now):
        session = self._session
        board_state, wanted = session.board_state, session.match.asked().count
        if board_state.equal:
            pair = names(board_state.equal, session.match.game.size)
            session.refuse(who, coded("refused.equal", points=pair), now)
        elif len(board_state.offers) != wanted:
            session.refuse(who, coded("refused.offers_lie", n=len(board_state.offers), count=wanted), now)
        else:
            changes = session.match.offer(tuple(board_state.offers))
            if wanted == 1:
                session.match.keep(board_state.offers[0])  # White has no choice
            session.play.moved(who, changes, at, now)

    def _keep(self, who, at, now):
        session = self._session
        left, stone = session.board_state.offers, session.board_state.provisional
        if len(left) != 1:
            session.refuse(who, coded("refused.keep_one", lie=len(left)), now)
            return
        session.play.go_on(at, now, removed(session.match.keep(left[0])))
        if stone >= 0 and not session.match.refusal(stone):
            # White's next one, which has waited, is a move with the same press
            session.play.moved(who, session.match.stone(stone), at, now)
