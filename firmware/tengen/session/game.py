"""The session: turns stones, buttons and time into moves of a match, and into the state to be shown.

Inputs, each with its time in ms: stones(), button(), tick(), distrust() and warn() for the wiring, and the laptop's
commands. Output: `effects`. The other attributes have the state that the lights and the page show.
"""

from tengen.games import BLACK, OWN, registry, removed, turned
from tengen.games.openings import passes_after, table
from tengen.games.points import name
from tengen.sensing.field import Field
from tengen.sensing.reconcile import Reconciler

from . import diagram, events
from .arbiter import ARBITER, ArbiterMenu
from .board_state import (
    DISTURBED,
    OFFERING,
    PROVISIONAL,
    REFUSED,
    RESUME,
    SET_UP,
    SEVERAL,
    TELL_MS,
    BoardState,
    interrupted,
    what_to_mend,
)
from .buttons import Buttons
from .clock import control
from .effects import LAST_SECOND, Effects
from .match import Match
from .menu import Menu
from .opening import other_seat
from .players import SEATS, PlayerMenu
from .reason import Reason
from .timing import Timing
from .transients import Transients
from .wiring_trust import WiringTrust

PLAYERS = SEATS

_LONGEST_CAUSE = 200  # characters of a stopped clock's cause on record: a swept board would list many points
_STONES_LIE = (PROVISIONAL, OFFERING, REFUSED, SEVERAL)


class Session:
    """One game after another on a board of `size` x `size` points; `settings` are for the next game.

    `effects` are what the inputs have come to (Effects). `match` is the present game, `played` its settings, `field`
    its place on the board. `reconciler` has the difference between the game's stones and those on the board,
    `board_state` what this means, `wiring_trust` the untrusted parts of the board, `timing` the clock, `reason` why a
    stone is a foul. `people` has each person's menu, `menus` the open ones by person, `front` the person of the menu
    used last. `last` is the point of the last move or -1, `forbidden` the foul points in mode "teach", `opening` the
    opening's (code, name, kanji) or None. `kind` is what the next stone will be. `transients` has the things shown for
    a moment only. `damaged`: a waiting game is damaged after this number of moves; else None. Only the arbiter can
    continue a damaged game, if `can_go_on`. `laptop`: the arbiter has allowed the laptop to act in referee and silent
    games.
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
        self._warns = not self.silent and (settings.mode != "referee" or not self.by_button)
        game = self._game_of(settings, self.match and self.match.game)
        if position:
            self.match = Match(game, ())
            self.match.set_up(*position)
        else:
            self.match = Match(game, table(settings.opening, settings.fifths, settings.fixed, settings.small))
        self.field = Field(self.match.game.size, self.size)
        self.reconciler.lay(self.field)
        self.timing = Timing(control(settings.clock))
        self.board_state = BoardState(SET_UP if position else None)
        self.damaged = None
        self.can_go_on = True
        self.reason = Reason()
        self.menus: dict = {}
        self.front = None
        self.last = -1
        self.kind = OWN
        self.opening = None
        self.stamp = None
        self.transients = Transients()
        self.wish = None  # (seat, since) of a press before the stone was at rest
        self.wishes_back = None  # the seat that wishes to take the last move back
        self._lifted = False  # ... and has lifted its stone for this
        self._excusable = False  # the new stone may look like a foul but be none: not checked yet
        self._look_again = True  # the board's state must be examined again
        self._clock_due = 0  # the clock is checked at this time, or when anything has changed
        self._clock_stale = True
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
        self.tell_clock(self.timing.clock, now, None)

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
            why = "over" if match.result else "resume" if waits and not kept.clocks[3] else None
            timing.restore(kept.clocks, why, now)
        if len(match.game.moves) >= 3 and match.facts[0][0] != "set up":
            self.opening = match.game.opening_name()
        if match.result:
            self.reason.of_result(match.result)
        self._look_ahead()
        if waits:
            event = {"event": "resuming", "moves": events.moves(match), "n": len(match.game.moves) + 1}
            event["damaged"] = self.damaged
            self.say(event)
            return
        self._await_again(fresh)
        if cause:
            self.say({"event": "resumed", "by": None, "cause": cause})
        self.start(now)

    def _await_again(self, fresh):
        """After a crash, restore what the last deed asks for: stones to be lifted or turned, or the set-up."""
        for fact, _, changes in reversed(fresh):
            if fact[0] == "back":
                self.board_state.leftover += fact[3]
                self.board_state.ask(turned(changes))
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
        self.say({"event": "resumed", "by": by, "cause": None})
        self.start(now)

    def accept_damage(self, by):
        """The arbiter agrees to continue a damaged game with its readable part: it is then an interrupted game."""
        self.say({"event": "damage_accepted", "by": by, "after": self.damaged})
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
            self.say({"event": "button", "name": who, "action": action, "ms": now - since})
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
            self._leave_menus(now)
        if 0 <= self.transients.ends_at <= now:
            self.transients.end(now)
            self._changed()
        if 0 <= self._clock_due <= now or self._clock_stale:
            self._clock_stale = False
            self._look_at_clock(now)
            self._clock_due = self.timing.due(now)
        self._catch_up(now)

    def distrust(self, faults, unproved, chattering, now):
        """Take the faults of the board (WiringTrust), points of the board; stop or continue the clock for them."""
        blocked = self.wiring_trust.blocked
        for event in self.wiring_trust.distrust(faults, unproved, chattering):
            self.say(event)
        if self.wiring_trust.blocked and not blocked:
            if not self.resuming:
                self._stop_clock("fault", now, now, ", ".join(faults))
        elif blocked and not self.wiring_trust.blocked:
            self._trust_again(now, "mended")
        if not self.wiring_trust.blocked:
            self._compare_trusted(now, blocked)
        self._changed()
        self._catch_up(now)

    def warn(self, intermittent, unsteady):
        """Take the lines that fail now and then, as texts, and their points. The game goes on."""
        for event in self.wiring_trust.warn(intermittent, unsteady):
            self.say(event)
        self._changed()

    def go_on_without(self, now):
        """The arbiter goes on in spite of the wiring's faults. Raises ValueError where no point can be read."""
        self.say(self.wiring_trust.go_on())
        self._trust_again(now, "the arbiter goes on")
        self._compare_trusted(now, waited=True)

    def _trust_again(self, now, cause):
        self._look_again = True
        if not self.resuming:
            self.tell_clock(self.timing.go_on(now), now, cause)

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
        for event in state.take(match, self.reconciler, self._warns, self.kind):
            self.say(event)
        self.wish = None
        if self.timing.clock:
            self.tell_clock(self.timing.disturb(state.state == DISTURBED, now), now, "the board matches the game")
        if self._lifted and state.state != DISTURBED:
            self._lifted = False
            self.wish_back(None, now)
        if state.foul:
            self.reason.of(state.provisional, state.foul)
        elif not match.result and (self.reason.foul or self.reason.point != self.last):
            self.reason.forget()
        self._excusable = state.state == PROVISIONAL and not state.foul and match.game.turn == BLACK
        self._changed()

    def _tell_disturbed(self, now):
        state = self.board_state
        lifted = list(state.missing) == [self.last] and state.pending in ("lifted", "slid") and not state.leftover
        self.say(state.disturbed_event(self.match))
        if lifted and self.played.mode == "casual" and self.match.ends_with(self.last):
            self._lifted = True
            self.wish_back(self.match.mover(), now)

    def _dwells(self):
        # a foul loses the game, and that takes the player's own button
        return self.board_state.state == PROVISIONAL and not self.by_button and not self.board_state.foul

    def stones_wanted(self):
        """How many stones the turn wants besides the provisional ones; 0 if these already end the game."""
        stones = self.board_state.stones
        wanted = self.match.wanted() - len(stones)
        return 0 if wanted <= 0 or self.match.would_end(stones, self.kind) else wanted

    def commit(self, at, now):
        """Make the provisional stones moves, dated `at`, in the order in which they were put."""
        match, kind = self.match, self.kind
        points = list(self.board_state.stones)
        who = match.asked().who
        if self._excusable:
            self._excuse(points[-1])
        changes: list = []
        for point in points:
            changes += match.stone(point, kind)[1:]
            self._tell_deeds(now)
        self.kind = OWN
        self.timing.moved(who, at)
        self.go_on(at, now, asked=changes)

    def choose_kind(self, kind, now):
        """The next stone will be of this kind, until it is a move or is lifted."""
        self.kind = kind
        self._look_again = True
        self._observe(None, now)
        self._changed()

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
        changed besides its own stones, or the stones that a take-back turns: for these the lights ask.
        """
        match = self.match
        self._end_patience(now)
        self._tell_deeds(now)
        self.last = match.last()
        self.board_state.calm(gone, new)
        self.board_state.ask(asked)
        self.wish = None
        self.wishes_back = None
        self._lifted = False
        for who in SEATS:
            self.close(who)
        if match.result:
            self.say(events.result(match))
            self.reason.of_result(match.result)
        self._expect(now)
        self.tell_clock(self.timing.switch(match.expects.who, at), now, None)
        self._look_ahead()

    def _tell_deeds(self, now):
        match = self.match
        fresh, match.fresh = match.fresh, []
        for fact, who, changes in fresh:
            if fact[0] == "clock":
                continue  # told when it happened
            for event in events.of_deed(fact, who, changes, match):
                self.say(event)
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
            self.say(event)

    def _expect(self, now):
        """Send the next expectation, and open the menus of decisions."""
        match = self.match
        self.say(events.expects(match, self.timing.waits))
        self.ask(now)

    def ask(self, now):
        """Open the menus of what has to be decided, the most urgent for each player."""
        if self.resuming:
            return
        match, asked = self.match, self.match.expects
        due = {}
        if asked.do == "choose":
            due[asked.who] = (asked.ask, asked.options)
        if match.draw_by:
            due[other_seat(match.draw_by)] = ("draw", ("decline", "accept"))
        if self.wishes_back:
            due[other_seat(self.wishes_back)] = ("take back", ("no", "yes"))
        for who in due:
            about, options = due[who]
            menu = self.menus.get(who)
            if menu is None or (menu.stays and menu.about != about):
                self.open(who, about, options, now, stays=True)

    def _look_ahead(self):
        asked = self.match.asked()
        teaches = self.played.mode == "teach" and asked is not None and asked.do == "stone"
        self.forbidden = tuple(self.match.game.fouls()) if teaches else ()
        self._expects_anew = True
        self._look_again = True
        self._changed()

    # Menus

    def _leave_menus(self, now):
        for who in self.menus:
            if self.menus[who].ended(now):
                self.close(who)
                self.ask(now)
                return

    def open(self, who, about, options, now, stays=False, at=0):
        """Open a menu for `who`."""
        if not options:
            self.refuse(who, "there is nothing to choose from now", now)
            return
        self.menus[who] = Menu(who, about, tuple(options), now, stays)
        self.menus[who].at = at
        self.front = who
        self.tell_menu(who)

    def close(self, who):
        if self.menus.pop(who, None):
            self.tell_menu(who)
            if self.front == who:
                self.front = next(iter(self.menus), None)

    def tell_menu(self, who):
        self.say(events.menu(who, self.menus.get(who)))

    def wish_back(self, who, now):
        """Set the player who wishes to take the last move back, and ask the opponent; None: withdraw the wish."""
        before, self.wishes_back = self.wishes_back, who
        if who:
            event = {"event": "take_back_wished"}
            event.update(self.wish_event())
            self.say(event)
        elif before:
            self.say({"event": "take_back_withdrawn", "who": before})
            asked = other_seat(before)
            if asked in self.menus and self.menus[asked].about == "take back":
                self.close(asked)
        self.ask(now)

    def wish_event(self):
        """Who wishes to take the last move back, its point (None: no stone), and whether it was lifted; or None."""
        if not self.wishes_back:
            return None
        point = name(self.last, self.match.game.size) if self.match.ends_with(self.last) else None
        return {"who": self.wishes_back, "point": point, "lifted": self._lifted}

    def take_back(self, count, by, now):
        """Take `count` moves back. Raises ValueError if there are fewer."""
        self.must_go_on()
        changes = self.match.take_back(count, by)
        # new stones were placed for the game before the take-back, so they must be lifted; but if the player has slid
        # the last stone, it lies where it shall be played. A captured stone that still lies is back in the game.
        cells = self.match.cells
        new = () if self._lifted else [point for point in self.reconciler.new if not cells[point]]
        self.reason.forget()
        if len(self.match.game.moves) < 3:
            self.opening = None
        self.timing.reopen("fault" if self.wiring_trust.blocked else None, now)
        self.go_on(now, now, removed(changes), new, turned(changes))
        self._catch_up(now)

    # Clocks

    def _stop_clock(self, why, at, now, cause):
        if self.timing.stop(why, at):
            self._note_clock(why, cause, now)
            self.tell_clock(True, now, cause)

    def tell_clock(self, changed, now, cause):
        if changed:
            self.say(events.clock(self.timing, now, cause))
            self.timing.told(now)

    def _end_patience(self, now):
        ended_at = self.timing.patience_ends_at()
        if 0 <= ended_at <= now:
            self._stop_clock("disturbed", ended_at, now, what_to_mend(self.board_state, self.match.game.size))

    def _look_at_clock(self, now):
        timing = self.timing
        self._end_patience(now)
        if timing.last_second(now):
            self.effects.sound = LAST_SECOND
        self.tell_clock(timing.period_begins(now), now, "a period begins")
        if self.silent or self.match.result:
            return
        seat = timing.out(self.buttons.down, now)
        if seat:
            self.match.time_out(seat)
            self.go_on(now, now)

    def correct_clock(self, left, now):
        """The arbiter sets what players have left: {seat: ms}. Raises ValueError."""
        self.must_go_on()
        clock = self.timing.clock
        if not clock:
            raise ValueError("this game has no clock")
        for seat in left:
            clock.check(left[seat])
        for seat in left:
            clock.correct(seat, left[seat], now)
        self.tell_correction(now)

    def tell_correction(self, now):
        """The arbiter has corrected the clock."""
        self._note_clock(None, "corrected by the arbiter", now)
        self.tell_clock(True, now, "corrected by the arbiter")

    def _note_clock(self, stopped, cause, now):
        if len(cause) > _LONGEST_CAUSE:
            cause = cause[: _LONGEST_CAUSE - 3] + "..."
        self.match.note_clock(stopped, cause, self.timing.left(now))

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
        self.say(events.game("new_game", self))
        self._tell_deeds(now)
        self.start(now)
        self._catch_up(now)

    def _set_aside(self):
        match = self.match
        if match.facts and not match.result:
            self.say({"event": "set_aside", "moves": events.moves(match)})

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
        self.say(event)

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
            self.say(event)

    def shown_menu(self, who):
        """Return the open menu of `who`; None if there is none, or if his new stones answer it by playing on."""
        menu = self.menus.get(who)
        asked = self.match.asked()
        if menu and menu.stays and asked and asked.who == who and self.board_state.state in _STONES_LIE:
            return None
        return menu

    def _excuse(self, point):
        self._excusable = False
        if not self.silent and self.match.game.excused(point):
            self.reason.of(point, None)

    def show_colours(self, now):
        self.transients.show_colours(now)
        self._changed()

    def refuse(self, who, message, now):
        """Show that an action of `who` has no effect now, and send the reason."""
        self.transients.refuse(who, now)
        self.say({"event": "refused", "who": who, "message": message})

    def say(self, event):
        """Add an event to be sent."""
        self.effects.say(event)
        self._clock_stale = True

    def _changed(self):
        self.effects.change()
        self._clock_stale = True

    def is_clear(self):
        """Whether no stone lies on the board, as far as it can be read."""
        cells, reconciler, field = self.match.cells, self.reconciler, self.field
        unread = [field.in_field(point) for point in self.wiring_trust.unread()]
        stones = sum(1 for point in range(len(cells)) if cells[point] and point not in unread)
        return not reconciler.new and not reconciler.outside and len(reconciler.missing) >= stones
