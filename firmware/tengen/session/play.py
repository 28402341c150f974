"""The actions within one game and their consequences. The Director executes them.

`now` is the time of an action, and `at` the time from which the action counts, both in ms. An action that is not
possible raises Refused, and changes nothing.
"""

from tengen.codes import Refused, coded
from tengen.games import BLACK, OWN, removed
from tengen.games.openings import table
from tengen.sensing.field import Field

from . import events
from .board_state import DISTURBED, PROVISIONAL, SET_UP, BoardState, interrupted
from .clock import control
from .match import Match
from .opening import other_seat
from .players import SEATS
from .questions import Questions
from .reason import Reason
from .session import warns
from .settings import NOBODY
from .timing import Timing
from .transients import Transients

_HANDS = "hands"  # the reason for stopping the clock while a person places stones for a partner
_LIES = "partner"  # the cause that is recorded when the clock continues after _HANDS


class Play:
    """The actions in the game of a `session`.

    `look_due`: True if look() is due even if no stone has moved. `expects_anew`: True if the match may expect stones
    that the reconciler does not know yet.
    """

    def __init__(self, session):
        self._session = session
        self.look_due = False
        self.expects_anew = False
        self._excusable = False  # True if it must still be checked whether the new stone looks like a foul but is legal
        self._found: list = []  # foul points, until all are found
        self._search = None

    def begin(self, settings, position=None):
        """Replace the game by a new one. `position`: (black points, white points, colour to move) or None."""
        session = self._session
        game = settings.new_game(session.match and session.match.game)
        if position:
            match = Match(game, ())
            match.set_up(*position)
        else:
            match = Match(game, table(settings.opening, settings.fifths, settings.fixed, settings.small))
        field, effects = Field(game.size, session.size), session.effects
        session.reconciler.lay(field)
        awaits = SET_UP if position else None
        state = BoardState(match, session.reconciler, warns(settings), settings.by_button(), awaits)
        timing = Timing(control(settings.clock), match, effects)
        nobody = None if settings.partner == NOBODY else settings.partner[:2]
        questions = Questions(match, state, effects, nobody)
        session.begin(settings, field, match, state, timing, questions, Reason(), Transients())
        self._excusable = False
        self.look_ahead()

    def start(self, now):
        """Send the first expectation and the clock, and open the menus."""
        self._tell_deeds(now)
        self._expect(now)
        self._session.timing.tell(now)

    # The stones on the board

    def look(self, now):
        """Evaluate the difference between board and match."""
        # A light waits for this function, so its frame and the frames of the called functions are so small that none is
        # allocated
        session, state = self._session, self._session.board_state
        self.look_due = False
        session.effects.say_all(state.take(now))
        session.wish = None
        if session.timing.clock:
            self._stop_for_the_board(now)
        if session.questions.lifted and state.state != DISTURBED:
            session.questions.withdraw(now)
        session.questions.look(now)
        self._look_for_foul(session, state)
        session.effects.change()

    def _look_for_foul(self, session, state):
        match, reason = session.match, session.reason
        if state.foul:
            reason.of(state.provisional, state.foul)
        elif reason.kept and (reason.point == session.last or reason.point in session.reconciler.new):
            pass
        elif not match.result and (reason.foul or reason.point != session.last):
            reason.forget()
        self._excusable = state.state == PROVISIONAL and not state.foul and match.game.turn == BLACK

    def ask_to_clear(self, asks, now):
        """Ask for all stones to be removed, because another game waits for a clear board; or stop asking."""
        session = self._session
        session.effects.say({"code": "clearing", "on": asks})
        session.board_state.ask_to_clear(asks)
        session.wish = None
        if asks:
            session.questions.hush(now)
        else:
            session.questions.ask(now)
        self._look_again()

    def _stop_for_the_board(self, now):
        """Stop the clock while the board is not in order, or continue it."""
        state, timing = self._session.board_state, self._session.timing
        moves = state.moves_others()
        timing.disturb(moves or state.state == DISTURBED, now)
        if moves and not timing.stopped:
            timing.stop("disturbed", now, now, state.what_to_mend())

    def tell_disturbed(self, now):
        """Send a disturbance that has lasted for some time. A lifted last stone may be a request to take it back."""
        session = self._session
        state, match, last = session.board_state, session.match, session.last
        lifted = list(state.missing) == [last] and state.pending in ("lifted", "slid") and not state.leftover
        session.effects.say(state.disturbed_event())
        casual = session.played.mode == "casual" and session.questions.moves_back()
        if lifted and casual and match.ends_with(last):
            session.questions.wish_back(match.mover(), now, lifted=True)

    def dwells(self):
        """Whether the dwell acts like a press: it makes new stones moves, or confirms a board in order after a move."""
        session = self._session
        state = session.board_state
        if session.match.announced:
            # a partner's stone needs no press, because the partner's seat has no person
            return state.state == PROVISIONAL
        if session.by_button:
            return False
        # a foul loses the game, so it needs the player's own button, unless a task judges the stone before
        waits = state.foul and not (session.task and session.task.takes_fouls)
        return state.presses is not None or (state.state == PROVISIONAL and not waits)

    # Actions: stones and players

    def turned(self, now):
        """Handle the press, or the dwell, that confirms a board in order after a move that changed other stones."""
        self._session.board_state.turned()
        self.look(now)

    def commit(self, now, at):
        """Make the provisional stones moves, in the order of placement."""
        match, state = self._session.match, self._session.board_state
        kind, points = state.kind, list(state.stones)
        who = match.asked().who
        if self._excusable:
            self._excuse(points[-1])
        changes: list = []
        for point in points:
            changes += match.stone(point, kind)[1:]
            self._tell_deeds(now)
        self._moved(now, at, who, changes)

    def offer(self, now, at, who, points):
        """Offer tentative fifths. If only one fifth is expected, White has no choice."""
        match = self._session.match
        changes = match.offer(points)
        if len(points) == 1:
            match.keep(points[0])
        self._moved(now, at, who, changes[1:])

    def keep(self, now, at, who, point, stone):
        """Pick this tentative fifth. `stone`: the next stone, which has waited for this, or -1."""
        match = self._session.match
        self.hands(now, False)
        self._go_on(now, at, removed(match.keep(point)))
        if stone >= 0 and not match.refusal(stone):
            self._moved(now, at, who, match.stone(stone)[1:])

    def pass_(self, now, who):
        """Pass the turn."""
        self._moved(now, now, who, self._session.match.pass_()[1:])

    def choose(self, now, option):
        """Choose one of the options of the opening's decision."""
        self._session.match.choose(option)
        self._go_on(now, now)

    def resign(self, now, who):
        """Resign for `who`."""
        self._session.match.resign(who)
        self._go_on(now, now)

    def offer_draw(self, now, who):
        """Offer a draw."""
        self._session.match.offer_draw(who)
        self._go_on(now, now)

    def answer_draw(self, now, who, agrees):
        """Accept a draw, or decline it."""
        match = self._session.match
        if agrees:
            match.agree()
        else:
            match.decline_draw(who)
        self._go_on(now, now)

    def claim(self, now, who, what):
        """Claim a line of the player, or a foul of the opponent. Claiming a line first plays the provisional stone."""
        session = self._session
        match = session.match
        if what != "foul" and session.board_state.state == PROVISIONAL and match.expects.who == who:
            if not session.reconciler.ready():
                return "refuse", who, coded("refused.not_at_rest")
            self.commit(now, now)
        match.claim(who, what)
        self._go_on(now, now)
        return None

    def claim_time(self, now, who):
        """Claim that the opponent's time is up."""
        session = self._session
        session.match.claim_time(who, [seat for seat in SEATS if session.timing.has_ended(seat, now)])
        self._go_on(now, now)

    def take_back(self, now, count, by):
        """Take `count` moves back. Raises ValueError if there are fewer."""
        self._must_go_on()
        session = self._session
        match, state = session.match, session.board_state
        changes = match.take_back(count, by)
        # New stones were placed before the take-back, so they must be lifted. But if the player has slid the last
        # stone, this stone is already on its new point. A captured stone that is still on the board is in the game
        # again.
        cells = match.cells
        lifted = session.questions.lifted
        new = () if lifted else [point for point in session.reconciler.new if not cells[point]]
        session.reason.forget()
        if len(match.game.moves) < 3:
            session.opening = None
        session.timing.reopen("fault" if session.wiring_trust.blocked else None, now)
        state.kind = OWN
        state.ask_back(changes)
        self._go_on(now, now, removed(changes), new)

    def wish_back(self, now, who):
        """Request to take the last move back, and ask the opponent."""
        self._session.questions.wish_back(who, now)

    def withdraw(self, now, who):
        """Withdraw the request to take the last move back."""
        self._session.questions.withdraw(now)

    def decline(self, now, who):
        """Decline the opponent's request to take the last move back."""
        self._session.questions.decline(who)

    def kind(self, now, kind):
        """Choose the kind of the next stone."""
        self._session.board_state.kind = kind
        self._look_again()

    def wish(self, now, who, since):
        """Store a press that counts as soon as the stone is at rest."""
        self._session.wish = (who, since)

    # Actions: displays and questions

    def refuse(self, now, who, why):
        """Show that an action of `who` has no effect now, and send the reason `why` (codes.coded)."""
        self._session.transients.refuse(who, now)
        self._session.effects.say({"code": "refused", "who": who, "why": why})

    def show_sides(self, now, who, since):
        """Handle a press without another meaning: start a waiting clock, show each player's colour and captures."""
        timing, asked = self._session.timing, self._session.match.expects
        if timing.waits and asked.who == other_seat(who):
            timing.start(asked.who, since, now)
        self._show_colours(now)

    def show_answer(self, now, answer):
        """Show the answer to a question: "none" or "unknown"."""
        self._session.transients.show_answer(answer, now)

    def open(self, now, who, about, options, at=0):
        """Open a menu for `who`, at the entry with number `at`."""
        self._session.questions.open(who, about, options, now, at=at)

    def next(self, now, who, since):
        """Go to the next entry of the menu of `who`."""
        self._session.questions.next(who, since, now)

    def ask(self, now):
        """Ask the questions that are due and were not asked yet."""
        self._session.questions.ask(now)

    def step_clock(self, now, seat, ms):
        """Add `ms` (may be negative) to a player's time for the arbiter."""
        self._session.timing.step(seat, ms, now)

    def correct_clock(self, now, left):
        """Set the players' remaining time for the arbiter: {seat: ms}."""
        self._must_go_on()
        self._session.timing.correct(left, now)

    # Actions: the coach

    def announce(self, now, points, why):
        """Announce the partner's points; () while it thinks. The clock stops while a person places the stones."""
        self._session.match.announce(points, why)
        self.hands(now, len(points) > 0)
        if points:
            self._look_again()

    def hands(self, now, wait):
        """Stop the clock while a person places a partner's stones, or continue it."""
        timing = self._session.timing
        if wait:
            timing.stop(_HANDS, now, now)
        elif timing.stopped == _HANDS:
            timing.go_on(now, _LIES)

    def bar(self, now, point, why):
        """Refuse a stone on this point until the match continues."""
        self._session.match.bar(point, why)
        self._look_again()

    def show_lines(self, now, point, foul):
        """Show the lines of a black stone while it lies: those of its foul; if `foul` is None, all its lines."""
        self._session.reason.of(point, foul, kept=True)
        self._session.effects.change()

    def show_sign(self, now):
        """Show for some time the sign of the end of a game or task."""
        self._session.transients.show_sign(now)
        self._session.effects.change()

    def unbar(self, now):
        """Stop refusing the stone that was barred."""
        self._session.match.barred = None
        self._session.effects.change()

    # Consequences of an action

    def _must_go_on(self):
        if self._session.resuming:
            raise Refused(interrupted(self._session.damaged))

    def _look_again(self):
        """Look again, because the same stones now have another meaning."""
        self.look_due = True
        self._session.effects.change()

    def _moved(self, now, at, who, changes):
        """Continue after a move of `who`. `changes`: the move's changes of the board, without the placed stones."""
        self._session.board_state.kind = OWN
        self._session.timing.moved(who, at)
        self._go_on(now, at, asked=changes)

    def _go_on(self, now, at, gone=(), new=(), asked=()):
        """Continue after a change of the match at the time `at`. Send what was done and the next expectation.

        The stones on the points of `gone` and `new` must be removed first. `asked`: the changes of other stones by a
        move; the lights ask for these changes.
        """
        session = self._session
        match, state = session.match, session.board_state
        self._end_patience(now)
        self._tell_deeds(now)
        session.last = match.last()
        state.calm(gone, new)
        state.ask(asked)
        session.wish = None
        session.questions.drop()
        if match.result:
            session.effects.say(events.result(session))
            self.show_sign(now)
            session.reason.of_result(match.result, session.last)
        self._expect(now)
        session.timing.switch(match.expects.who, at, now)
        self.look_ahead()

    def restored(self, clocks, resuming, now):
        """Handle a restored match with `clocks` (Timing.restore) or (). `resuming`: the match waits for its stones.

        If the match does not wait, the lights ask for the unfinished part of the last action.
        """
        session = self._session
        match = session.match
        fresh, match.fresh = match.fresh, []
        session.last = match.last()
        session.opening = match.opening_name()
        if clocks:
            session.timing.restore(clocks, resuming, now)
        if match.result:
            session.reason.of_result(match.result, session.last)
            self.show_sign(now)
        session.board_state.restored(fresh, resuming)
        self.look_ahead()

    def _tell_deeds(self, now):
        """Send the events of the match's new facts."""
        match = self._session.match
        fresh, match.fresh = match.fresh, []
        for fact, who, changes in fresh:
            if fact[0] == "clock":
                continue  # this was already sent when it happened
            for event in events.of_deed(fact, who, changes, match):
                self._session.effects.say(event)
            if fact[0] == "choose":
                self._show_colours(now)
            if fact[0] == "stone" and len(match.game.moves) == 3:
                self._name_opening(now)

    def _name_opening(self, now):
        session = self._session
        session.opening = session.match.opening_name()
        if session.opening:
            session.transients.show_name(now)
            session.effects.say({"code": "opening", "opening": events.opening(session.opening)})

    def _show_colours(self, now):
        self._session.transients.show_colours(now)
        self._session.effects.change()

    def _expect(self, now):
        """Open the menus of decisions for a new expected action."""
        self._session.effects.change()
        self._session.questions.ask(now)

    def look_ahead(self):
        """Find the forbidden points for the new expected action, and look at the board again."""
        session = self._session
        asked = session.match.asked()
        teaches = session.played.teaches() and asked is not None and asked.do == "stone"
        session.forbidden = ()
        self._found = []
        self._search = session.match.game.seek_fouls(self._found) if teaches else None
        self.expects_anew = True
        self.look_due = True
        if teaches:
            self.seek_fouls()
        session.effects.change()

    def seek_fouls(self):
        """Do a part of the search for the forbidden points, and show them when all are found."""
        for _ in self._search or ():
            return
        self._search = None
        if self._found:
            self._session.forbidden = tuple(self._found)
            self._session.effects.change()

    def is_seeking(self):
        """Whether seek_fouls() has more to do."""
        return self._search is not None

    # The clock

    def _end_patience(self, now):
        """Stop the clock if the board has been disturbed for too long."""
        timing = self._session.timing
        ended_at = timing.patience_ends_at()
        if 0 <= ended_at <= now:
            timing.stop("disturbed", ended_at, now, self._session.board_state.what_to_mend())

    def look_at_clock(self, now):
        """Check the clock. A player without time loses."""
        session = self._session
        self._end_patience(now)
        session.timing.look(now)
        if session.silent or session.match.result:
            return
        seat = session.timing.out(session.down, now)
        if seat:
            session.match.time_out(seat)
            self._go_on(now, now)

    # The reason of a foul

    def explain(self):
        """Find and send the reason why a stone is a foul, or why it is legal although it looks like one."""
        session = self._session
        if self._excusable and session.warns:
            self._excuse(session.board_state.provisional)
        if session.reason.point < 0:
            return
        found = session.reason.find(session.match.game)
        if found:
            event = {"code": "reason"}
            event.update(found)
            session.effects.say(event)

    def _excuse(self, point):
        self._excusable = False
        session = self._session
        if not session.silent and session.match.game.excused(point):
            session.reason.of(point, None)
