"""The session: turns stones, buttons and time into moves of a match, and into the state to be shown.

Inputs, each with its time in ms: stones(), button(), tick(), distrust() and warn() for the wiring, and the laptop's
commands. Output: `effects`. The other attributes have the state that the lights and the page show.
"""

from tengen.games import BLACK, OWN, registry, removed
from tengen.games.openings import passes_after, table
from tengen.sensing.field import Field
from tengen.sensing.reconcile import Reconciler

from . import diagram, events
from .arbiter import ARBITER, ArbiterMenu
from .board_state import (
    DISTURBED,
    PROVISIONAL,
    RESUME,
    SET_UP,
    TELL_MS,
    BoardState,
    interrupted,
)
from .buttons import Buttons
from .clock import control
from .effects import Effects
from .match import Match
from .players import SEATS, PlayerMenu
from .questions import Questions
from .reason import Reason
from .timing import Timing
from .transients import Transients
from .wiring_trust import WiringTrust

PLAYERS = SEATS



class Session:
    """One game after another on a board of `size` x `size` points; `settings` are for the next game.

    `effects` are what the inputs have come to (Effects). `match` is the present game, `played` its settings, `field`
    its place on the board. `reconciler` has the difference between the game's stones and those on the board,
    `board_state` what this means, `wiring_trust` the untrusted parts of the board, `timing` the clock, `reason` why a
    stone is a foul. `people` has each person's menu, `questions` what they are asked, `menus` its open menus by person.
    `last` is the point of the last move or -1, `forbidden` the foul points in mode "teach", `opening` the opening's
    (code, name, kanji) or None. `transients` has the things shown for a moment only. `damaged`: a waiting game is
    damaged after this number of moves; else None. Only the arbiter can continue a damaged game, if `can_go_on`.
    `laptop`: the arbiter has allowed the laptop to act in referee and silent games.
    """

    seats = SEATS

    def __init__(self, size, settings, dwell_ms):
        self.size = size
        self.settings = settings
        self.dwell_ms = dwell_ms
        self.effects = Effects()
        self.reconciler = Reconciler(size)
        self.people: dict = {seat: PlayerMenu(self, seat) for seat in SEATS}
        self.people[ARBITER] = ArbiterMenu(self)
        self.buttons = Buttons(self)
        self.laptop = False
        self.wiring_trust = WiringTrust(size)
        self._expects_anew = True  # the game may expect other stones on the board than the reconciler knows
        self._changed_from = None  # the settings before another game was chosen, until the next tick
        self._seen = None  # what the matrix has last reported (Watch.words), or None before its first report
        self.match: Match = None  # type: ignore[assignment]  # _begin() makes the first
        self._begin(settings)

    def _begin(self, settings, position=None):
        """Replace the game by a new one. `position`: (black points, white points, colour to move) or None."""
        self.played = settings
        self.silent = settings.mode == "silent"
        self.by_button = settings.by_button()
        # silent mode never warns of a foul; referee mode warns only if the dwell could make the stone a move
        warns = self._warns = not self.silent and (settings.mode != "referee" or not self.by_button)
        game = self._game_of(settings, self.match and self.match.game)
        if position:
            self.match = Match(game, ())
            self.match.set_up(*position)
        else:
            self.match = Match(game, table(settings.opening, settings.fifths, settings.fixed, settings.small))
        self.field = Field(self.match.game.size, self.size)
        self.reconciler.lay(self.field)
        self.timing = Timing(control(settings.clock), self.match, self.effects)
        self.board_state = BoardState(self.match, self.reconciler, warns, SET_UP if position else None)
        self.damaged = None
        self.can_go_on = True
        self.reason = Reason()
        self.questions = Questions(self.match, self.board_state, self.effects)
        self.menus = self.questions.menus
        self.last = -1
        self.opening = None
        self.stamp = None
        self.transients = Transients()
        self.wish = None  # (seat, since) of a press before the stone was at rest
        self._excusable = False  # the new stone may look like a foul but be none: not checked yet
        self._look_again = True  # the board's state must be examined again
        self._clock_due = 0  # the clock is checked at this time, or when anything has changed (effects.clock)
        self._look_ahead()

    def _game_of(self, settings, before):
        """Return a new game by these settings; `before`: the game that it replaces, or None."""
        silent = settings.mode == "silent"
        return registry.new(
            settings.game,
            settings.size,
            settings.options,
            calls_fouls=not silent,
            calls_fives=not silent,
            free_centre=True,
            passes_after=passes_after(settings.opening),
            first_passer_wins_draws=settings.tiebreak,
            before=before,
        )

    def begin_with(self, settings):
        """Take the settings that were kept on flash, before start()."""
        if settings is not self.settings:
            self.settings = settings
            self.load()
            self._begin(settings)

    def start(self, now):
        """Send the first expectation and the clock, and open the menus."""
        self._expect(now)
        self.timing.tell(now)

    @property
    def resuming(self):
        """Whether a game that was interrupted waits for its stones, and a press."""
        return self.board_state.awaits == RESUME

    @property
    def idle(self):
        """Whether no game is under way: nothing has been done in it yet, or it is over."""
        return self.match.result is not None or not self.begun

    @property
    def begun(self):
        """Whether anything has been done in this game, such as starting its clock, or it is damaged."""
        clock = self.timing.clock
        return not self.match.is_untouched() or bool(clock and clock.running) or self.damaged is not None

    def prepare(self, kept):
        """Import the game of a game on flash (archive.Kept), before restore(). See load()."""
        game = (kept.settings or {}).get("game")
        if game in registry.NAMES:
            registry.load(game)

    def restore(self, kept, cause, now):
        """Restore a game from flash (archive.Kept).

        Without a `cause` (a word) the game waits for its stones and a press, unless it is over; with a `cause` it
        continues at once. A damaged game waits for the arbiter. Raises ValueError, with a new game, if it can't be
        restored.
        """
        self._begin(self.settings.restored(kept.settings or {}))
        match, timing = self.match, self.timing
        try:
            match.replay(kept.facts)
        except ValueError:
            self._begin(self.settings)
            raise
        waits = kept.waits or (cause is None and not match.result)
        if waits:
            self.board_state.awaits = RESUME
        if kept.waits:
            self.damaged = kept.damages[-1]
            self.can_go_on = kept.settings is not None
        self.stamp = kept.stamp
        fresh, match.fresh = match.fresh, []
        self.last = match.last()
        if kept.clocks:
            timing.restore(kept.clocks, waits, now)
        if len(match.game.moves) >= 3 and match.facts[0][0] != "set up":
            self.opening = match.game.opening_name()
        if match.result:
            self.reason.of_result(match.result)
        self._look_ahead()
        if waits:
            event = {"event": "resuming", "moves": events.moves(match), "n": len(match.game.moves) + 1}
            event["damaged"] = self.damaged
            self.effects.say(event)
            return
        self._await_again(fresh)
        if cause:
            self.effects.say({"event": "resumed", "by": None, "cause": cause})
        self.start(now)

    def _await_again(self, fresh):
        """After a crash, restore what the last deed asks for: stones to be lifted or turned, or the set-up."""
        for fact, _, changes in reversed(fresh):
            if fact[0] == "back":
                self.board_state.leftover += fact[3]
            elif fact[0] == "stone":
                self.board_state.ask(changes[1:])
                return
            elif fact[0] != "clock":
                if fact[0] == "set up":
                    self.board_state.awaits = SET_UP
                return

    def resume(self, by, now):
        """Continue the interrupted game: `by` has pressed."""
        self.board_state.awaits = None
        self._look_again = True
        self.timing.resume(now)
        self.effects.say({"event": "resumed", "by": by, "cause": None})
        self.start(now)

    def accept_damage(self, by):
        """The arbiter agrees to continue a damaged game with its readable part: it is then an interrupted game."""
        self.effects.say({"event": "damage_accepted", "by": by, "after": self.damaged})
        self.damaged = None

    def _must_be_whole(self):
        if self.damaged is not None:
            raise ValueError(interrupted(self.damaged))

    def must_go_on(self):
        """Raises ValueError while an interrupted game waits."""
        if self.resuming:
            raise ValueError(interrupted(self.damaged))

    def put_aside(self, now):
        """Set the interrupted game aside, and begin a new game, for which its stones must be taken away."""
        self._begin_anew(now, leftover=self._all_points())

    def forsake(self):
        """Treat all stones on the board as stones of an earlier game: they are no moves of this game."""
        self.board_state.leftover = self._all_points()

    def _all_points(self):
        return list(range(len(self.match.cells)))

    # The inputs

    def stones(self, seen, now):
        """Take what the matrix reports at `now`: Watch.words, which the session keeps and may read again later."""
        self._seen = seen
        self._observe(self.reconciler.update(seen, now), now)
        self._catch_up(now)

    def button(self, who, action, since, now):
        """Take an action of a button (sensing/buttons.py); it went down at `since`."""
        if action != "down":
            self.effects.say({"event": "button", "name": who, "action": action, "ms": now - since})
        buttons = self.buttons
        if action == "press":
            buttons.press(who, since, now)
        elif action == "hold":
            buttons.hold(who, since, now)
        else:
            buttons.other(who, action, since, now)
        self._catch_up(now)

    def tick(self, now):
        """Run the timers: the dwell, unused menus, things shown for a moment, clocks."""
        if self._seen and self.reconciler.leaving:
            # frames since the last report may have proved a point that the report had not
            self._observe(self.reconciler.update(self._seen, now), now)
        if self._changed_from:
            self._change_game(self._changed_from, now)
        state = self.board_state
        if state.state == PROVISIONAL or state.pending or self.wish:
            self._observe(None, now)
        if self.menus:
            self.questions.leave(now)
        if 0 <= self.transients.ends_at <= now:
            self.transients.end(now)
            self.effects.change()
        if 0 <= self._clock_due <= now or self.effects.clock:
            self.effects.clock = False
            self._look_at_clock(now)
            self._clock_due = self.timing.due(now)
        self._catch_up(now)

    def distrust(self, faults, unproved, chattering, now):
        """Take the faults of the board (WiringTrust), points of the board; stop or continue the clock for them."""
        blocked = self.wiring_trust.blocked
        for event in self.wiring_trust.distrust(faults, unproved, chattering):
            self.effects.say(event)
        if self.wiring_trust.blocked and not blocked:
            if not self.resuming:
                self.timing.stop("fault", now, now, ", ".join(faults))
        elif blocked and not self.wiring_trust.blocked:
            self._trust_again(now, "mended")
        if not self.wiring_trust.blocked:
            self._compare_trusted(now, blocked)
        self.effects.change()
        self._catch_up(now)

    def warn(self, intermittent, unsteady):
        """Take the lines that fail now and then, as texts, and their points. The game goes on."""
        for event in self.wiring_trust.warn(intermittent, unsteady):
            self.effects.say(event)
        self.effects.change()

    def go_on_without(self, now):
        """The arbiter goes on in spite of the wiring's faults. Raises ValueError where no point can be read."""
        self.effects.say(self.wiring_trust.go_on())
        self._trust_again(now, "the arbiter goes on")
        self._compare_trusted(now, waited=True)

    def _trust_again(self, now, cause):
        self._look_again = True
        if not self.resuming:
            self.timing.go_on(now, cause)

    def _compare_trusted(self, now, waited):
        """Compare the board without the points that can't be trusted. `waited`: the game waited for the wiring."""
        self.reconciler.distrust(self.wiring_trust.unread())
        if waited:
            # changes made during the wait count from now on
            self.reconciler.since = now
        if self._seen:
            self._observe(self.reconciler.update(self._seen, now), now)

    # What follows from them

    def _catch_up(self, now):
        """If the game now expects other stones on the board, compare the board with them, until nothing follows."""
        while self._expects_anew:
            self._expects_anew = False
            self._compare_anew(now)

    def _compare_anew(self, now):
        self.reconciler.expect(self.match.cells, self.match.wanted())
        if self._seen:
            self._observe(self.reconciler.update(self._seen, now), now)

    def _observe(self, happened, now):
        """Handle the difference between board and match. `happened`: its new event, or None."""
        if self.wiring_trust.blocked:
            return
        if happened or self._look_again:
            self._look_again = False
            self._look_at_board(now)
        state, rest = self.board_state, now - self.reconciler.since
        if state.pending and rest >= TELL_MS:
            self._tell_disturbed(now)
        if self.wish and self.reconciler.ready():
            who, since = self.wish
            self.wish = None
            self.buttons.finish(who, since, now)
        elif self._dwells() and rest >= self.dwell_ms and self.reconciler.ready() and not self.stones_wanted():
            self.commit(now, now)

    # Stones

    def _look_at_board(self, now):
        state, match = self.board_state, self.match
        for event in state.take():
            self.effects.say(event)
        self.wish = None
        if self.timing.clock:
            self.timing.disturb(state.state == DISTURBED, now)
        if self.questions.lifted and state.state != DISTURBED:
            self.questions.withdraw(now)
        if state.foul:
            self.reason.of(state.provisional, state.foul)
        elif not match.result and (self.reason.foul or self.reason.point != self.last):
            self.reason.forget()
        self._excusable = state.state == PROVISIONAL and not state.foul and match.game.turn == BLACK
        self.effects.change()

    def _tell_disturbed(self, now):
        state = self.board_state
        lifted = list(state.missing) == [self.last] and state.pending in ("lifted", "slid") and not state.leftover
        self.effects.say(state.disturbed_event())
        if lifted and self.played.mode == "casual" and self.match.ends_with(self.last):
            self.questions.wish_back(self.match.mover(), now, lifted=True)

    def _dwells(self):
        # a foul loses the game, and that takes the player's own button
        return self.board_state.state == PROVISIONAL and not self.by_button and not self.board_state.foul

    def stones_wanted(self):
        """How many stones the turn wants besides the provisional ones; 0 if these already end the game."""
        stones = self.board_state.stones
        wanted = self.match.wanted() - len(stones)
        return 0 if wanted <= 0 or self.match.would_end(stones, self.board_state.kind) else wanted

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
            self._tell_deeds(now)
        self.board_state.kind = OWN
        self.timing.moved(who, at)
        self.go_on(at, now, asked=changes)

    def choose_kind(self, kind, now):
        """The next stone will be of this kind, until it is a move or is lifted."""
        self.board_state.kind = kind
        self._look_again = True
        self._observe(None, now)
        self.effects.change()

    def turned(self, now):
        """The mover has turned the stones that the game asks for."""
        self.board_state.turned()
        self._look_again = True
        self._observe(None, now)

    def moved(self, who, changes, at, now):
        """Continue after a move of `who`, dated `at`. `changes`: those of the board."""
        self.timing.moved(who, at)
        self.go_on(at, now, asked=changes[1:])

    def go_on(self, at, now, gone=(), new=(), asked=()):
        """Continue after a change of the match, dated `at`: send what was done and the next expectation.

        The stones on the points of `gone` and `new` must be taken from the board first. `asked`: what a move has
        changed besides its own stones, for which the lights ask.
        """
        match = self.match
        self._end_patience(now)
        self._tell_deeds(now)
        self.last = match.last()
        self.board_state.calm(gone, new)
        self.board_state.ask(asked)
        self.wish = None
        self.questions.drop()
        if match.result:
            self.effects.say(events.result(match))
            self.reason.of_result(match.result)
        self._expect(now)
        self.timing.switch(match.expects.who, at, now)
        self._look_ahead()

    def _tell_deeds(self, now):
        match = self.match
        fresh, match.fresh = match.fresh, []
        for fact, who, changes in fresh:
            if fact[0] == "clock":
                continue  # told when it happened
            for event in events.of_deed(fact, who, changes, match):
                self.effects.say(event)
            if fact[0] == "choose":
                self.show_colours(now)
            if fact[0] == "stone" and len(match.game.moves) == 3 and match.facts[0][0] != "set up":
                self._name_opening(now)

    def _name_opening(self, now):
        self.opening = self.match.game.opening_name()
        if self.opening:
            self.transients.show_name(now)
            event = {"event": "opening"}
            event.update(events.opening(self.opening))
            self.effects.say(event)

    def _expect(self, now):
        """Send the next expectation, and open the menus of decisions."""
        match = self.match
        self.effects.say(events.expects(match, self.timing.waits))
        self.questions.ask(now)

    def _look_ahead(self):
        asked = self.match.asked()
        teaches = self.played.mode == "teach" and asked is not None and asked.do == "stone"
        self.forbidden = tuple(self.match.game.fouls()) if teaches else ()
        self._expects_anew = True
        self._look_again = True
        self.effects.change()

    def take_back(self, count, by, now):
        """Take `count` moves back. Raises ValueError if there are fewer."""
        self.must_go_on()
        changes = self.match.take_back(count, by)
        # new stones were placed for the game before the take-back, so they must be lifted; but if the player has slid
        # the last stone, it lies where it shall be played. A captured stone that still lies is back in the game.
        cells = self.match.cells
        new = () if self.questions.lifted else [point for point in self.reconciler.new if not cells[point]]
        self.reason.forget()
        if len(self.match.game.moves) < 3:
            self.opening = None
        self.timing.reopen("fault" if self.wiring_trust.blocked else None, now)
        self.go_on(now, now, removed(changes), new)
        self._catch_up(now)

    # Clocks

    def _end_patience(self, now):
        ended_at = self.timing.patience_ends_at()
        if 0 <= ended_at <= now:
            self.timing.stop("disturbed", ended_at, now, self.board_state.what_to_mend())

    def _look_at_clock(self, now):
        self._end_patience(now)
        self.timing.look(now)
        if self.silent or self.match.result:
            return
        seat = self.timing.out(self.buttons.down, now)
        if seat:
            self.match.time_out(seat)
            self.go_on(now, now)

    def correct_clock(self, left, now):
        """The arbiter sets what players have left: {seat: ms}. Raises ValueError."""
        self.must_go_on()
        self.timing.correct(left, now)

    # Games: the laptop's commands, and what menus do

    def do(self, who, entry, now):
        """Execute a menu entry for `who` over the link. Raises ValueError if it is not open to him."""
        self.buttons.enter(who, entry, now)
        self._catch_up(now)

    def new_game(self, now):
        """Begin a new game. Raises ValueError while stones lie on the board, or a damaged game waits."""
        self._must_be_whole()
        if not self.is_clear():
            raise ValueError("a new game begins on an empty board: take the stones away first")
        self._begin_anew(now)

    def _begin_anew(self, now, position=None, stamp=None, leftover=()):
        """Begin a new game. The moves of this one, if not over, are sent once more.

        The stones on the points of `leftover` must be lifted first.
        """
        self._set_aside()
        self._begin(self.settings, position)
        self.stamp = stamp
        self.board_state.leftover = list(leftover)
        self.effects.say(events.game("new_game", self))
        self._tell_deeds(now)
        self.start(now)
        self._catch_up(now)

    def _set_aside(self):
        match = self.match
        if match.facts and not match.result:
            self.effects.say({"event": "set_aside", "moves": events.moves(match)})

    def change(self, settings, now):
        """Take new settings: for the next game, or also for this game if nothing has been done in it."""
        before = self.settings
        self.take(settings)
        if settings.game == self.played.game:
            self._change_game(before, now)
        else:
            # another game begins with the next tick: before that, the app loads its module
            self._changed_from = before

    def _change_game(self, before, now):
        self._changed_from = None
        if self.settings.game_fields() != before.game_fields() and not self.begun:
            self._begin_anew(now, stamp=self.stamp, leftover=self.board_state.leftover)

    def load(self):
        """Import the module of the game that the settings name.

        An import needs much of the C stack. Call this where few functions are active: an interrupt that comes while the
        stack is nearly full fails.
        """
        registry.load(self.settings.game)

    def take(self, settings):
        """Take other settings, which change nothing of this game."""
        self.settings = settings
        event = {"event": "settings"}
        event.update(settings.fields())
        self.effects.say(event)

    def set_up(self, text, turn, confirmed, now):
        """Begin with a position: a board text, whose turn it is (a colour's name, or None). Raises ValueError."""
        self._must_be_whole()
        black, white = diagram.stones(text, self.match.game.size)
        if not confirmed and len(black) - len(white) not in (0, 1):
            counts = "%d black and %d white stones" % (len(black), len(white))
            raise diagram.Uneven(counts + ": no game comes to that; confirm to set them up all the same")
        position = (black, white, diagram.turn(turn, black, white))
        # which raises before anything is lost
        same = self.settings.game_fields() == self.played.game_fields()
        (self.match.game if same else self._game_of(self.settings, None)).check_position(*position)
        self._begin_anew(now, position)

    # What is shown

    def explain(self):
        """Find and send the reason why a stone is a foul, or why it is none although it looks like one."""
        if self._excusable and self._warns:
            self._excuse(self.board_state.provisional)
        if self.reason.point < 0:
            return
        found = self.reason.find(self.match.game)
        if found:
            event = {"event": "reason"}
            event.update(found)
            self.effects.say(event)

    def _excuse(self, point):
        self._excusable = False
        if not self.silent and self.match.game.excused(point):
            self.reason.of(point, None)

    def show_colours(self, now):
        self.transients.show_colours(now)
        self.effects.change()

    def refuse(self, who, message, now):
        """Show that an action of `who` has no effect now, and send the reason."""
        self.transients.refuse(who, now)
        self.effects.say({"event": "refused", "who": who, "message": message})

    def is_clear(self):
        """Whether no stone lies on the board, as far as it can be read."""
        cells, reconciler, field = self.match.cells, self.reconciler, self.field
        unread = [field.in_field(point) for point in self.wiring_trust.unread()]
        stones = sum(1 for point in range(len(cells)) if cells[point] and point not in unread)
        return not reconciler.new and not reconciler.outside and len(reconciler.missing) >= stones
