"""The session: turns stones, buttons and time into moves of a match, and into the state to be shown.

Inputs, each with its time in ms: stones(), button(), tick(), distrust() and warn() for the wiring, and the laptop's
commands. Where something counts only while nothing changes on the board, it counts by `proved`, the time in ms for
which frames have shown the board: an erase of the flash stops frames for up to 400 ms, and hands move meanwhile.
Output: `effects`. The other attributes have the state that the lights and the page show.
"""

from tengen.codes import Refused, coded
from tengen.games import registry
from tengen.games.openings import table
from tengen.sensing.field import Field
from tengen.sensing.reconcile import Reconciler

from . import events
from .arbiter import ARBITER, ArbiterMenu
from .board_state import CLEAR, PROVISIONAL, RESUME, TELL_MS, interrupted
from .buttons import Buttons
from .effects import Effects
from .match import Match, back_refusal
from .play import Play
from .players import SEATS, PlayerMenu
from .wiring_trust import WiringTrust

PLAYERS = SEATS

_STONES_LIE = coded("refused.stones_lie")


class Session:
    """One game after another on a board of `size` x `size` points; `settings` are for the next game.

    `effects` are what the inputs have come to (Effects). `match` is the present game, `number` how many there were by
    now, `played` its settings, `play`
    what follows in it, with its parts `board_state`, `timing`, `reason`, `questions` and `transients`. `field` is its
    place on the board, `reconciler` has the difference between the game's stones and those on the board,
    `wiring_trust` the untrusted parts of the board. `people` has each person's menu, `menus` the open ones by person,
    `open_now` what each may choose, or None in a firmware of files. `helper` is the module helper.py, or None there:
    what the board itself does. Of that `mind` thinks beside the game, `hints` shows wins by fours, `partner` is the
    PartnerSeat of the game and `puzzle` its Puzzle, each None where it is not needed; `chosen_puzzle` is the number of
    a puzzle that begins at the next tick, or 0; `reserve` is the memory for its thinking (partner/reserve.py), or None:
    it takes its own. `shown` are the points that the laptop lights (Shown), or None.
    `stamp` is the laptop's stamp for the game, or None. `damaged`: a waiting game is damaged after this number of
    moves; else None. Only the arbiter can continue a damaged game, if `can_go_on`. `laptop`: the arbiter has allowed
    the laptop to act in referee and silent games.
    """

    seats = SEATS

    def __init__(self, size, settings, dwell_ms, reserve=None):
        self.size = size
        self.settings = settings
        self.dwell_ms = dwell_ms
        self.effects = Effects()
        self.reconciler = Reconciler(size)
        self.people: dict = {seat: PlayerMenu(self, seat) for seat in SEATS}
        self.people[ARBITER] = ArbiterMenu(self)
        self.buttons = Buttons(self)
        self.open_now = _open_now(self)
        self.helper = _helper()
        self.reserve = reserve
        self.mind = self.hints = self.partner = self.puzzle = self.shown = None
        self.chosen_puzzle = 0
        self.number = 0
        self.questions_asked = 0  # of the laptop's partner
        self.laptop = False
        self.wiring_trust = WiringTrust(size)
        self._another = False  # another game was chosen: it begins at the next tick
        self._seen = None  # what the matrix has last reported (Watch.words), or None before its first report
        self.match: Match = None  # type: ignore[assignment]  # _begin() makes the first
        self._begin(settings)

    def _begin(self, settings, position=None):
        """Replace the game by a new one. `position`: (black points, white points, colour to move) or None."""
        game = settings.new_game(self.match and self.match.game)
        if position:
            match = Match(game, ())
            match.set_up(*position)
        else:
            match = Match(game, table(settings.opening, settings.fifths, settings.fixed, settings.small))
        self.match = match
        self.number += 1
        self.played = settings
        self._another = False
        self.field = Field(game.size, self.size)
        self.reconciler.lay(self.field)
        play = self.play = Play(match, settings, self.reconciler, self.effects, position is not None)
        self.board_state = play.board_state
        self.timing = play.timing
        self.reason = play.reason
        self.questions = play.questions
        self.menus = play.questions.menus
        self.transients = play.transients
        if self.helper:
            self.helper.begin(self, settings)
        self.stamp = None
        self.damaged = None
        self.can_go_on = True
        self._clock_due = 0  # the clock is checked at this time, or when anything has changed (effects.clock)

    def begin_with(self, settings):
        """Take the settings that were kept on flash, before start()."""
        if settings is not self.settings:
            self.settings = settings
            self.load()
            self._begin(settings)

    def start(self, now):
        """Begin to play: send the first expectation and the clock, and open the menus."""
        self.play.start(now)

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
        settings = self.settings.restored(kept.settings or {})
        try:
            self._begin(settings)
            match = self.match
            match.replay(kept.facts)
        except ValueError:
            self._begin(self.settings)
            raise
        waits = kept.waits or (cause is None and not match.result)
        if kept.waits:
            self.damaged = kept.damages[-1]
            self.can_go_on = kept.settings is not None
        self.stamp = kept.stamp
        self.play.restored(kept.clocks, waits, now)
        if waits:
            self.effects.say({"code": "resuming", "n": len(match.game.moves) + 1, "damaged": self.damaged})
            return
        if cause:
            self.effects.say({"code": "resumed", "by": None, "cause": cause})
        self.play.start(now)

    def resume(self, by, now):
        """Continue the interrupted game: `by` has pressed."""
        self.board_state.awaits = None
        self.timing.resume(now)
        self.effects.say({"code": "resumed", "by": by, "cause": None})
        self.play.start(now)
        self.look_again(now)

    def accept_damage(self, by):
        """The arbiter agrees to continue a damaged game with its readable part: it is then an interrupted game."""
        self.effects.say({"code": "damage_accepted", "by": by, "after": self.damaged})
        self.damaged = None

    def _must_be_whole(self):
        if self.damaged is not None:
            raise Refused(interrupted(self.damaged))

    def must_go_on(self):
        """Raises ValueError while an interrupted game waits."""
        if self.resuming:
            raise Refused(interrupted(self.damaged))

    def put_aside(self, now):
        """Set the interrupted game aside, and begin a new game, for which its stones must be taken away."""
        self.begin_anew(now, leftover=self._all_points())

    def forsake(self):
        """Treat all stones on the board as stones of an earlier game: they are no moves of this game."""
        self.board_state.leftover = self._all_points()

    def _all_points(self):
        return list(range(len(self.match.cells)))

    # The inputs

    def stones(self, seen, now, proved):
        """Take what the matrix reports at `now`: Watch.words, which the session keeps and may read again later."""
        self._seen = seen
        if self.timing.clock:
            self.timing.unproved = now - proved
        self._observe(self.reconciler.update(seen, proved), now)
        self._catch_up(now)

    def button(self, who, action, since, now):
        """Take an action of a button (sensing/buttons.py); it went down at `since`."""
        if action != "down":
            self.effects.say({"code": "button", "name": who, "action": action, "ms": now - since})
        buttons = self.buttons
        if action == "press":
            buttons.press(who, since, now)
        elif action == "hold":
            buttons.hold(who, since, now)
        else:
            buttons.other(who, action, since, now)
        self._catch_up(now)

    def tick(self, now, proved):
        """Run the timers: the dwell, unused menus, things shown for a moment, clocks."""
        self.reconciler.proved = proved
        if self.timing.clock:
            self.timing.unproved = now - proved
        if self._seen and self.reconciler.leaving:
            # frames since the last report may have proved a point that the report had not
            self._observe(self.reconciler.update(self._seen, proved), now)
        if self._another:
            self._change_game(now)
        if self.clearing:
            self._begin_if_clear(now)
        if self.play.is_seeking():
            self.play.seek_fouls()
        state = self.board_state
        if state.state == PROVISIONAL or state.pending or state.presses or self.play.wish:
            self._observe(None, now)
        if self.menus:
            self.questions.leave(now)
        if 0 <= self.transients.ends_at <= now:
            self.transients.end(now)
            self.effects.change()
        if self.partner or self.puzzle or self.chosen_puzzle:
            self.helper.look(self, now)
        if 0 <= self._clock_due <= now or self.effects.clock:
            self.effects.clock = False
            self.play.look_at_clock(self.buttons.down, now)
            self._clock_due = self.timing.due(now)
        self._catch_up(now)

    def distrust(self, faults, unproved, chattering, now):
        """Take the faults of the board (WiringTrust), points of the board; stop or continue the clock for them."""
        blocked = self.wiring_trust.blocked
        for event in self.wiring_trust.distrust(faults, unproved, chattering):
            self.effects.say(event)
        if self.wiring_trust.blocked and not blocked:
            if not self.resuming:
                self.timing.stop("fault", now, now, faults[0])
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
        self._trust_again(now, "arbiter")
        self._compare_trusted(now, waited=True)

    def _trust_again(self, now, cause):
        self.play.look_again = True
        if not self.resuming:
            self.timing.go_on(now, cause)

    def _compare_trusted(self, now, waited):
        """Compare the board without the points that can't be trusted. `waited`: the game waited for the wiring."""
        self.reconciler.distrust(self.wiring_trust.unread())
        if waited:
            # changes made during the wait count from now on
            self.reconciler.since = self.reconciler.proved
        if self._seen:
            self._observe(self.reconciler.update(self._seen, self.reconciler.proved), now)

    # What follows from them

    def _catch_up(self, now):
        """If the game now expects other stones on the board, compare the board with them, until nothing follows."""
        while self.play.expects_anew:
            self.play.expects_anew = False
            self._compare_anew(now)

    def _compare_anew(self, now):
        self.reconciler.expect(self.match.cells, self.match.wanted())
        if self._seen:
            self._observe(self.reconciler.update(self._seen, self.reconciler.proved), now)

    def _observe(self, happened, now):
        """Handle the difference between board and match. `happened`: its new event, or None."""
        if self.wiring_trust.blocked:
            if happened:
                self.effects.open_now = True  # an arbiter may clear the board, and begin a new game
            return
        if happened or self.play.look_again:
            if happened and self.hints:
                self.hints.end()
            self.play.look(now)
        self._go_on_at_rest(now)

    def _go_on_at_rest(self, now):
        """Do what waits until the board has not changed for some time."""
        play, rest = self.play, self.reconciler.rest()
        if play.board_state.pending and rest >= TELL_MS:
            play.tell_disturbed(now)
        if play.wish and self.reconciler.ready():
            self._finish_press(now)
        elif rest >= self.dwell_ms and self._dwells():
            if play.board_state.presses:
                play.turned(now)
            elif self.puzzle and self.puzzle.judges():
                self.puzzle.judge(now)
            else:
                play.commit(now, now)

    def _dwells(self):
        play = self.play
        if not play.dwells() or not self.reconciler.ready():
            return False
        return bool(play.board_state.presses) or not play.board_state.stones_wanted()

    def _finish_press(self, now):
        who, since = self.play.wish  # type: ignore[misc]  # only called if there is a wish
        self.play.wish = None
        self.buttons.finish(who, since, now)

    # Commands of the laptop, and what menus do

    def look_again(self, now):
        """Look at the board once more: the same stones mean something else now."""
        self.play.look_again = True
        self._observe(None, now)
        self.effects.change()

    def take_back(self, count, by, now):
        """Take `count` moves back. Raises ValueError if there are fewer."""
        self.must_go_on()
        self.play.take_back(count, by, self.wiring_trust.blocked, now)
        self._catch_up(now)

    def correct_clock(self, left, now):
        """The arbiter sets what players have left: {seat: ms}. Raises ValueError."""
        self.must_go_on()
        self.timing.correct(left, now)

    def do(self, who, entry, now):
        """Execute a menu entry for `who` over the link. Raises ValueError if it is not open to him."""
        self.buttons.enter(who, entry, now)
        self._catch_up(now)

    def new_game(self, now, wait=None):
        """Begin a new game. Raises ValueError while stones lie on the board, or a damaged game waits.

        With `wait` True it begins by itself when the board is clear; False ends that waiting.
        """
        self._must_be_whole()
        if wait is False:
            self._ask_to_clear(False, now)
        elif self.board_state.is_clear(self.wiring_trust.unread()):
            self.begin_anew(now)
        elif wait:
            self.must_go_on()
            self._ask_to_clear(True, now)
        else:
            raise Refused(self.new_game_refusal())

    @property
    def clearing(self):
        """Whether a new game begins when the board is clear."""
        return self.board_state.awaits == CLEAR

    def _ask_to_clear(self, asks, now):
        if asks != self.clearing:
            self.play.ask_to_clear(asks, now)
            self.look_again(now)

    def _begin_if_clear(self, now):
        """Begin the new game that waits for a clear board, when no hand has moved for some time."""
        trust = self.wiring_trust
        if trust.blocked or self.reconciler.leaving or self.reconciler.rest() < TELL_MS:
            return
        if self.board_state.is_clear(trust.unread()):
            self.begin_anew(now)

    def new_game_refusal(self):
        """Return why no new game can begin now (codes.coded), or None."""
        if self.damaged is not None:
            return interrupted(self.damaged)
        if not self.board_state.is_clear(self.wiring_trust.unread()):
            return _STONES_LIE
        return None

    def take_back_refusal(self):
        """Return why no move can be taken back now (codes.coded), or None."""
        moves = self.match.moves()
        return None if moves else back_refusal(moves)

    def begin_anew(self, now, position=None, stamp=None, leftover=(), settings=None, turned=()):
        """Begin a new game. The moves of this one, if not over, are sent once more.

        The stones on the points of `leftover` must be lifted first. `turned`: changes of stones that lie and have
        another colour now. `settings`: its own, if they are not those for the next game.
        """
        self._set_aside()
        self._begin(settings or self.settings, position)
        self.stamp = stamp
        self.board_state.leftover = list(leftover)
        if turned:
            self.board_state.ask_back(turned)
        self.effects.say({"code": "new_game"})
        self.play.start(now)
        self._catch_up(now)

    def _set_aside(self):
        match = self.match
        if match.facts and not match.result:
            self.effects.say({"code": "set_aside", "moves": events.moves(match)})

    def begin_puzzle(self, now, grade=None, number=None):
        """Set a puzzle at the next tick: the next of a grade, or that with a number. Raises ValueError if it can't."""
        if not self.helper:
            raise Refused(coded("refused.no_room_for_puzzles"))
        self.helper.begin_puzzle(self, now, grade, number)

    def obey(self, word, command, now):
        """Obey "partner", the laptop's answer for its partner, or "show", what it has lit. Raises ValueError."""
        if not self.helper:
            raise Refused(coded("refused.no_room_for_it", deed=word))
        self.helper.obey(self, word, command, now)
        self._catch_up(now)

    def change(self, settings, now):
        """Take new settings: for the next game, or also for this game if nothing has been done in it."""
        self.take(settings)
        if settings.game == self.played.game:
            self._change_game(now)
        else:
            # before the next tick the app loads the module of the other game
            self._another = True

    def _change_game(self, now):
        if self.settings.game_fields() != self.played.game_fields() and not self.begun:
            self.begin_anew(now, stamp=self.stamp, leftover=self.board_state.leftover)
        self._another = False

    def load(self):
        """Import the module of the game that the settings name.

        An import needs much of the C stack. Call this where few functions are active: an interrupt that comes while the
        stack is nearly full fails.
        """
        registry.load(self.settings.game)

    def take(self, settings):
        """Take other settings, which change nothing of this game."""
        self.settings = settings
        self.effects.say({"code": "settings"})

    def set_up(self, text, turn, confirmed, now):
        """Begin with a position: a board text, whose turn it is (a colour's name, or None). Raises ValueError."""
        self._must_be_whole()
        from .diagram import position as read  # seldom used; where it is a file, it would take heap all the time

        position = read(text, turn, confirmed, self.match.game.size)
        # which raises before anything is lost
        same = self.settings.game_fields() == self.played.game_fields()
        (self.match.game if same else self.settings.new_game()).check_position(*position)
        self.begin_anew(now, position)

    def explain(self):
        """Find and send the reason of a foul. Call this when the lights have been sent: it takes some time."""
        self.play.explain()

    def thinks(self):
        """Whether it has something to think about."""
        return self.mind is not None and self.mind.job is not None

    def think(self, budget_us, now):
        """Think for about so many microseconds of the Pico's time. Return whether there is more to think about.

        Call this when the lights have been sent, and again only while nothing is new at the board.
        """
        if not self.thinks():
            return False
        more = self.mind.think(budget_us, now)  # type: ignore[union-attr]  # thinks() says that there is one
        self._catch_up(now)
        return more

    def refuse(self, who, why, now):
        """Show that an action of `who` has no effect now, and send the reason `why` (codes.coded)."""
        self.play.refuse(who, why, now)


def _helper():
    try:
        from . import helper
    except ImportError:
        # The firmware is files on the flash: its heap has no room for this.
        return None
    return helper


def _open_now(session):
    try:
        from .open_now import OpenNow
    except ImportError:
        # The firmware is files on the flash: its heap has no room for this.
        return None
    return OpenNow(session)
