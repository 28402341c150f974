"""One game under way: what follows from the stones on the board, and from what is done with the game."""

from tengen.games import BLACK, OWN, removed

from . import events
from .board_state import DISTURBED, PROVISIONAL, SET_UP, BoardState
from .clock import control
from .questions import Questions
from .reason import Reason
from .settings import NOBODY
from .timing import Timing
from .transients import Transients


class Play:
    """The play of a `match` by `settings`; `set_up`: it begins with a position, whose stones are not on the board yet.

    The Reconciler of the board has the difference, `effects` take what follows. The parts are `board_state`, `timing`,
    `questions`, `reason` and `transients`. `last` is the point of the last move or -1, `forbidden` the foul points in
    mode "teach", `opening` the opening's (code, name, kanji) or None. `wish`: (seat, since) of a press before the stone
    was at rest, or None. `silent`: nothing tells of fouls and fives until they are claimed. `by_button`: a stone
    becomes a move by the button, not by the dwell.

    `look_again`: look() is due, even if no stone has moved. `expects_anew`: the match may expect other stones than the
    reconciler knows.
    """

    def __init__(self, match, settings, reconciler, effects, set_up):
        self.match = match
        self.silent = settings.mode == "silent"
        self.by_button = settings.by_button()
        self._casual = settings.mode == "casual"
        self._teaches = settings.mode == "teach"
        # silent mode never warns of a foul; referee mode warns only if the dwell could make the stone a move
        self._warns = not self.silent and (settings.mode != "referee" or not self.by_button)
        self._reconciler = reconciler
        self._effects = effects
        self.board_state = BoardState(match, reconciler, self._warns, self.by_button, SET_UP if set_up else None)
        self.timing = Timing(control(settings.clock), match, effects)
        nobody = None if settings.partner == NOBODY else settings.partner[:2]
        self.questions = Questions(match, self.board_state, effects, nobody)
        self.reason = Reason()
        self.transients = Transients()
        self.last = -1
        self.opening = None
        self.wish = None
        self._excusable = False  # the new stone may look like a foul but be none: not checked yet
        self.look_ahead()

    def start(self, now):
        """Send the first expectation and the clock, and open the menus."""
        self.tell_deeds(now)
        self._expect(now)
        self.timing.tell(now)

    # Stones

    def look(self, now):
        """Look at the difference between board and match."""
        state, match = self.board_state, self.match
        self.look_again = False
        for event in state.take():
            self._effects.say(event)
        self.wish = None
        if self.timing.clock:
            self._stop_for_the_board(now)
        if self.questions.lifted and state.state != DISTURBED:
            self.questions.withdraw(now)
        self.questions.look(now)
        if state.foul:
            self.reason.of(state.provisional, state.foul)
        elif not match.result and (self.reason.foul or self.reason.point != self.last):
            self.reason.forget()
        self._excusable = state.state == PROVISIONAL and not state.foul and match.game.turn == BLACK
        self._effects.change()

    def ask_to_clear(self, asks, now):
        """Ask for all stones to be taken away, because another game waits for this; or no longer."""
        self._effects.say({"code": "clearing", "on": asks})
        self.board_state.ask_to_clear(asks)
        self.wish = None
        if asks:
            self.questions.hush(now)
        else:
            self.questions.ask(now)

    def _stop_for_the_board(self, now):
        """Stop the clock while the board is not in order, or let it go on."""
        state, timing = self.board_state, self.timing
        moves = state.moves_others()
        timing.disturb(moves or state.state == DISTURBED, now)
        if moves and not timing.stopped:
            timing.stop("disturbed", now, now, state.what_to_mend())

    def tell_disturbed(self, now):
        """Send the disturbance, which has lasted for some time. The lifted last stone may be a wish."""
        state = self.board_state
        lifted = list(state.missing) == [self.last] and state.pending in ("lifted", "slid") and not state.leftover
        self._effects.say(state.disturbed_event())
        if lifted and self._casual and self.match.ends_with(self.last):
            self.questions.wish_back(self.match.mover(), now, lifted=True)

    def dwells(self):
        """Whether the dwell does what a press would: new stones become moves, or the board is in order after a move."""
        state = self.board_state
        if self.match.announced:
            # the hand that puts a partner's stone has no button
            return state.state == PROVISIONAL
        if self.by_button:
            return False
        # a foul loses the game, and that takes the player's own button
        return state.presses is not None or (state.state == PROVISIONAL and not state.foul)

    def turned(self, now):
        """The board is in order after a move that has changed other stones: its mover has pressed, or by the dwell."""
        self.board_state.turned()
        self.look(now)

    def commit(self, at, now):
        """Make the provisional stones moves, dated `at`, in the order in which they were put."""
        match, kind = self.match, self.board_state.kind
        points = list(self.board_state.stones)
        who = match.asked().who
        if self._excusable:
            self._excuse(points[-1])
        changes: list = []
        for point in points:
            changes += match.stone(point, kind)[1:]
            self.tell_deeds(now)
        self.board_state.kind = OWN
        self.timing.moved(who, at)
        self.go_on(at, now, asked=changes)

    # What has been done

    def moved(self, who, changes, at, now):
        """Continue after a move of `who`, dated `at`. `changes`: those of the board."""
        self.board_state.kind = OWN
        self.timing.moved(who, at)
        self.go_on(at, now, asked=changes[1:])

    def go_on(self, at, now, gone=(), new=(), asked=()):
        """Continue after a change of the match, dated `at`: send what was done and the next expectation.

        The stones on the points of `gone` and `new` must be taken from the board first. `asked`: what a move has
        changed besides its own stones, for which the lights ask.
        """
        match = self.match
        self.end_patience(now)
        self.tell_deeds(now)
        self.last = match.last()
        self.board_state.calm(gone, new)
        self.board_state.ask(asked)
        self.wish = None
        self.questions.drop()
        if match.result:
            self._effects.say(events.result(match))
            self.reason.of_result(match.result, self.last)
        self._expect(now)
        self.timing.switch(match.expects.who, at, now)
        self.look_ahead()

    def restored(self, clocks, resuming, now):
        """The match was restored, with `clocks` (Timing.restore) or (). `resuming`: it waits for its stones.

        If it does not wait, the lights ask for what the last deed has left to do.
        """
        match = self.match
        fresh, match.fresh = match.fresh, []
        self.last = match.last()
        self.opening = match.opening_name()
        if clocks:
            self.timing.restore(clocks, resuming, now)
        if match.result:
            self.reason.of_result(match.result, self.last)
        self.board_state.restored(fresh, resuming)
        self.look_ahead()

    def take_back(self, count, by, faulty, now):
        """Take `count` moves back. `faulty`: the wiring stops the clock. Raises ValueError if there are fewer."""
        match, reconciler = self.match, self._reconciler
        changes = match.take_back(count, by)
        # new stones were placed for the game before the take-back, so they must be lifted; but if the player has slid
        # the last stone, it lies where it shall be played. A captured stone that still lies is back in the game.
        cells = match.cells
        new = () if self.questions.lifted else [point for point in reconciler.new if not cells[point]]
        self.reason.forget()
        if len(match.game.moves) < 3:
            self.opening = None
        self.timing.reopen("fault" if faulty else None, now)
        self.board_state.kind = OWN
        self.board_state.ask_back(changes)
        self.go_on(now, now, removed(changes), new)

    def tell_deeds(self, now):
        """Send what was done in the match."""
        match = self.match
        fresh, match.fresh = match.fresh, []
        for fact, who, changes in fresh:
            if fact[0] == "clock":
                continue  # told when it happened
            for event in events.of_deed(fact, who, changes, match):
                self._effects.say(event)
            if fact[0] == "choose":
                self.show_colours(now)
            if fact[0] == "stone" and len(match.game.moves) == 3:
                self._name_opening(now)

    def _name_opening(self, now):
        self.opening = self.match.opening_name()
        if self.opening:
            self.transients.show_name(now)
            self._effects.say({"code": "opening", "opening": events.opening(self.opening)})

    def _expect(self, now):
        """Something else is expected: open the menus of decisions."""
        self._effects.change()
        self.questions.ask(now)

    def look_ahead(self):
        """The match expects something else: find the forbidden points, and look at the board again."""
        asked = self.match.asked()
        teaches = self._teaches and asked is not None and asked.do == "stone"
        self.forbidden = ()
        self._found: list = []  # foul points, until all are found
        self._search = self.match.game.seek_fouls(self._found) if teaches else None
        self.expects_anew = True
        self.look_again = True
        if teaches:
            self.seek_fouls()
        self._effects.change()

    def seek_fouls(self):
        """Do a piece of the search for the forbidden points, and show them when all are found."""
        for _ in self._search or ():
            return
        self._search = None
        if self._found:
            self.forbidden = tuple(self._found)
            self._effects.change()

    def is_seeking(self):
        """Whether seek_fouls() has more to do."""
        return self._search is not None

    # The clock

    def end_patience(self, now):
        """Stop the clock if the board has been disturbed for too long."""
        ended_at = self.timing.patience_ends_at()
        if 0 <= ended_at <= now:
            self.timing.stop("disturbed", ended_at, now, self.board_state.what_to_mend())

    def look_at_clock(self, down, now):
        """Check the clock: who is out of time loses. `down`: since when each button is down."""
        self.end_patience(now)
        self.timing.look(now)
        if self.silent or self.match.result:
            return
        seat = self.timing.out(down, now)
        if seat:
            self.match.time_out(seat)
            self.go_on(now, now)

    # What is shown

    def explain(self):
        """Find and send the reason why a stone is a foul, or why it is none although it looks like one."""
        if self._excusable and self._warns:
            self._excuse(self.board_state.provisional)
        if self.reason.point < 0:
            return
        found = self.reason.find(self.match.game)
        if found:
            event = {"code": "reason"}
            event.update(found)
            self._effects.say(event)

    def _excuse(self, point):
        self._excusable = False
        if not self.silent and self.match.game.excused(point):
            self.reason.of(point, None)

    def show_colours(self, now):
        """Show each player's colour."""
        self.transients.show_colours(now)
        self._effects.change()

    def refuse(self, who, why, now):
        """Show that an action of `who` has no effect now, and send the reason `why` (codes.coded)."""
        self.transients.refuse(who, now)
        self._effects.say({"code": "refused", "who": who, "why": why})
