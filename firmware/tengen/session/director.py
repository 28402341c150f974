"""The Director of a session: takes stones, buttons and time, and does what its parts ask for.

Inputs, each with its time in ms: stones(), button(), tick(), distrust() and warn() for the wiring, and obey() for the
laptop's commands. Where something counts only while nothing changes on the board, it counts by `proved`, the time in ms
for which frames have shown the board: an erase of the flash stops frames for up to 400 ms, and hands move meanwhile.
Output: `session`, with its `effects`.

A part changes nothing of the session but itself, and adds events to `effects`. It returns an intent, or None: a tuple
of the name of a deed and its values. The names are those of methods of Play (IN_GAME) and Director (OF_GAMES), which
get `now` besides. Where two follow, it is ("both", first, second).
"""

from tengen.codes import Refused, coded
from tengen.games import registry

from . import buttons, events
from .arbiter import ARBITER, ArbiterMenu
from .board_state import PROVISIONAL, TELL_MS, interrupted
from .play import Play
from .players import SEATS, PlayerMenu, new_game_refusal

IN_GAME = (
    "commit", "turned", "offer", "keep", "pass_", "choose", "resign", "offer_draw", "answer_draw", "claim",
    "claim_time", "take_back", "wish_back", "withdraw", "decline", "kind", "wish", "refuse", "show_sides",
    "show_answer", "open", "next", "ask", "step_clock", "correct_clock", "announce", "hands", "bar", "unbar",
)  # fmt: skip
OF_GAMES = (
    "enter", "take", "open_again", "new_game", "begin_anew", "put_aside", "accept_damage", "resume",
    "go_on_without", "change", "note", "set_up", "allow_laptop", "help", "puzzle", "say_puzzle", "partner",
    "show",
)  # fmt: skip

_DECISIONS = ("swap", "side", "fifths", "way")  # of the opening


class Director:
    """Directs a `session` (Session). `coach`: the module of what the board does for a person alone."""

    def __init__(self, session, coach):
        self.session = session
        self._coach = coach
        self._play = Play(session)
        session.people = {seat: PlayerMenu(seat, coach) for seat in SEATS}
        session.people[ARBITER] = ArbiterMenu(coach)
        self._seen = None  # what the matrix has last reported (Watch.words), or None before its first report
        self._begin(session.settings)

    def _begin(self, settings, position=None):
        """Replace the game by a new one. `position`: (black points, white points, colour to move) or None."""
        self._play.begin(settings, position)
        self._coach.begin(self.session)
        self._another = False  # another game was chosen: it begins at the next tick
        self._clock_due = 0  # the clock is checked at this time, or when anything has changed (effects.clock)

    def begin_with(self, settings):
        """Take the settings that were kept on flash, before start()."""
        if settings is not self.session.settings:
            self.session.settings = settings
            self.load()
            self._begin(settings)

    def start(self, now):
        """Begin to play: send the first expectation and the clock, and open the menus."""
        self._play.start(now)

    def load(self):
        """Import the module of the game that the settings name.

        An import needs much of the C stack. Call this where few functions are active: an interrupt that comes while the
        stack is nearly full fails.
        """
        registry.load(self.session.settings.game)

    # The inputs

    def stones(self, seen, now, proved):
        """Take what the matrix reports at `now`: Watch.words, which are kept and may be read again later."""
        self._seen = seen
        session = self.session
        if session.timing.clock:
            session.timing.unproved = now - proved
        self._observe(session.reconciler.update(seen, proved), now)
        self._catch_up(now)

    def button(self, who, action, since, now):
        """Take an action of a button (sensing/buttons.py); it went down at `since`."""
        session = self.session
        if action == "down":
            session.down[who] = since
            if who in session.menus:
                session.menus[who].down(since)
            return
        session.effects.say({"code": "button", "name": who, "action": action, "ms": now - since})
        session.down.pop(who, None)
        intent = None
        if action == "press":
            intent = buttons.press(session, who, since, now)
        elif action == "hold":
            intent = buttons.hold(session, who, since)
        elif action == "together":  # neither button means anything; a "release" means nothing either
            intent = "refuse", who, coded("refused.two_buttons")
        self._try(intent, who, now)

    def tick(self, now, proved):
        """Run the timers: the dwell, unused menus, things shown for a moment, clocks."""
        session = self.session
        session.reconciler.proved = proved
        if session.timing.clock:
            session.timing.unproved = now - proved
        if self._seen and session.reconciler.leaving:
            # frames since the last report may have proved a point that the report had not
            self._observe(session.reconciler.update(self._seen, proved), now)
        if self._another:
            self._change_game(now)
        if session.clearing:
            self._begin_if_clear(now)
        if self._play.is_seeking():
            self._play.seek_fouls()
        state = session.board_state
        if state.state == PROVISIONAL or state.pending or state.presses or session.wish:
            self._observe(None, now)
        if session.menus:
            session.questions.leave(now)
        if 0 <= session.transients.ends_at <= now:
            session.transients.end(now)
            session.effects.change()
        if session.partner or session.puzzle or session.chosen_puzzle:
            self._obey_coach(self._coach.look(session, now), now)
        if 0 <= self._clock_due <= now or session.effects.clock:
            session.effects.clock = False
            self._play.look_at_clock(now)
            self._clock_due = session.timing.due(now)
        self._catch_up(now)

    def distrust(self, faults, unproved, chattering, now):
        """Take the faults of the board (WiringTrust), points of the board; stop or continue the clock for them."""
        session = self.session
        trust = session.wiring_trust
        blocked = trust.blocked
        for event in trust.distrust(faults, unproved, chattering):
            session.effects.say(event)
        if trust.blocked and not blocked:
            if not session.resuming:
                session.timing.stop("fault", now, now, faults[0])
        elif blocked and not trust.blocked:
            self._trust_again(now, "mended")
        if not trust.blocked:
            self._compare_trusted(now, blocked)
        session.effects.change()
        self._catch_up(now)

    def warn(self, intermittent, unsteady):
        """Take the lines that fail now and then, as codes, and their points. The game goes on."""
        for event in self.session.wiring_trust.warn(intermittent, unsteady):
            self.session.effects.say(event)
        self.session.effects.change()

    def explain(self):
        """Find and send the reason of a foul. Call this when the lights have been sent: it takes some time."""
        self._play.explain()

    def think(self, budget_us, now):
        """Think for about so many microseconds of the Pico's time. Return whether there is more to think about.

        Call this when the lights have been sent, and again only while nothing is new at the board.
        """
        session = self.session
        if not session.mind or not session.mind.job:
            return False
        self._obey_coach(session.mind.think(session, budget_us, now), now)
        return session.mind is not None and session.mind.job is not None

    def obey(self, intent, now):
        """Do what was asked for, until nothing follows. Raises Refused where it is not possible."""
        due = [intent]
        try:
            while due:
                intent = due.pop()
                if not intent:
                    continue
                deed, values = intent[0], intent[1:]
                if deed == "both":
                    due += reversed(values)
                else:
                    due.append(getattr(self._play if deed in IN_GAME else self, deed)(now, *values))
        except Refused:
            self.session.questions.ask(now)  # what was asked before is asked again
            self._catch_up(now)
            raise
        self._catch_up(now)

    def _obey_coach(self, intent, now):
        """Obey an intent of the coach. Nobody has pressed for it: what is refused is said as an error."""
        try:
            self.obey(intent, now)
        except Refused as refused:
            self.session.effects.say({"code": "error", "why": refused.why})

    def _try(self, intent, who, now):
        """Obey an intent of `who`; if it is refused, show that to him."""
        try:
            self.obey(intent, now)
        except Refused as refused:
            # an entry that was available when the menu opened may no longer be available
            self._play.refuse(now, who, refused.why)

    # What follows from the stones

    def _catch_up(self, now):
        """If the game now expects other stones on the board, compare the board with them, until nothing follows."""
        session, play = self.session, self._play
        if play.look_due and self._seen and not play.expects_anew:
            self._observe(None, now)
        while play.expects_anew:
            play.expects_anew = False
            session.reconciler.expect(session.match.cells, session.match.wanted())
            if self._seen:
                self._observe(session.reconciler.update(self._seen, session.reconciler.proved), now)

    def _observe(self, happened, now):
        """Handle the difference between board and match. `happened`: its new event, or None."""
        session, play = self.session, self._play
        if session.wiring_trust.blocked:
            if happened:
                session.effects.open_now = True  # an arbiter may clear the board, and begin a new game
            return
        if happened or play.look_due:
            if happened and session.hints:
                session.hints.end(session)
            play.look(now)
        self._go_on_at_rest(now)

    def _go_on_at_rest(self, now):
        """Do what waits until the board has not changed for some time."""
        session = self.session
        rest = session.reconciler.rest()
        if rest >= TELL_MS and session.board_state.pending:
            self._play.tell_disturbed(now)
        if session.wish and session.reconciler.ready():
            self._finish(now)
        elif rest >= session.dwell_ms and self._play.dwells() and session.reconciler.ready():
            self._dwelt(now)

    def _finish(self, now):
        """The stone that a press has waited for is at rest."""
        session = self.session
        (who, since), session.wish = session.wish, None
        self._try(buttons.finish(session, who, since, now), who, now)

    def _dwelt(self, now):
        """The board has been at rest for so long that this does what a press would."""
        session = self.session
        if session.board_state.presses:
            self._play.turned(now)
        elif session.board_state.stones_wanted():
            return
        elif session.puzzle and session.puzzle.judges(session):
            self.obey(session.puzzle.judge(session, now), now)
        else:
            self._play.commit(now, now)

    def _trust_again(self, now, cause):
        self._play.look_due = True
        if not self.session.resuming:
            self.session.timing.go_on(now, cause)

    def _compare_trusted(self, now, waited):
        """Compare the board without the points that can't be trusted. `waited`: the game waited for the wiring."""
        session = self.session
        session.reconciler.distrust(session.wiring_trust.unread())
        if waited:
            # changes made during the wait count from now on
            session.reconciler.since = session.reconciler.proved
        if self._seen:
            self._observe(session.reconciler.update(self._seen, session.reconciler.proved), now)

    # Deeds: entries of menus

    def take(self, now, who, entry):
        """Take a menu entry for `who` over the link."""
        return buttons.entry_taken(self.session, who, entry)

    def enter(self, now, who, about, entry):
        """Take an entry of the menu `about`, or of a decision of the opening."""
        session = self.session
        person = session.people[who]
        if about in _DECISIONS:
            return "choose", entry
        if who in session.menus and session.menus[who].about == about:
            session.questions.close(who)
        if about == "menu" and entry not in person.entries(session):
            raise Refused(coded("refused.no_longer", entry=entry))
        intent = ("new_game",) if entry == "new game" else person.enter(session, about, entry)
        return "both", intent, ("ask",)

    def open_again(self, now, about, entry):
        """Open a menu of the arbiter again at this entry."""
        return self.session.people[ARBITER].again(self.session, about, entry)

    # Deeds: one game after another

    def new_game(self, now, wait=None):
        """Begin a new game. Raises Refused while stones lie on the board, or a damaged game waits.

        With `wait` True it begins by itself when the board is clear; False ends that waiting.
        """
        session = self.session
        self._must_be_whole()
        if wait is False:
            self._ask_to_clear(False, now)
        elif session.board_state.is_clear(session.wiring_trust.unread()):
            self.begin_anew(now)
        elif wait:
            if session.resuming:
                raise Refused(interrupted(session.damaged))
            self._ask_to_clear(True, now)
        else:
            raise Refused(new_game_refusal(session))

    def _ask_to_clear(self, asks, now):
        if asks != self.session.clearing:
            self._play.ask_to_clear(asks, now)

    def _begin_if_clear(self, now):
        """Begin the new game that waits for a clear board, when no hand has moved for some time."""
        session = self.session
        trust, reconciler = session.wiring_trust, session.reconciler
        if trust.blocked or reconciler.leaving or reconciler.rest() < TELL_MS:
            return
        if session.board_state.is_clear(trust.unread()):
            self.begin_anew(now)

    def begin_anew(self, now, position=None, settings=None, turned=(), leftover=(), stamp=None):
        """Begin a new game. The moves of this one, if not over, are sent once more.

        The stones on the points of `leftover` must be lifted first. `turned`: changes of stones that lie and have
        another colour now. `settings`: its own, if they are not those for the next game.
        """
        session = self.session
        match = session.match
        if match.facts and not match.result:
            session.effects.say({"code": "set_aside", "moves": events.moves(match)})
        self._begin(settings or session.settings, position)
        session.stamp = stamp
        session.board_state.leftover = list(leftover)
        if turned:
            session.board_state.ask_back(turned)
        session.effects.say({"code": "new_game"})
        self._play.start(now)

    def set_up(self, now, text, turn, confirmed):
        """Begin with a position: a board text, whose turn it is (a colour's name, or None)."""
        self._must_be_whole()
        from .diagram import position as read  # seldom used

        session = self.session
        position = read(text, turn, confirmed, session.match.game.size)
        # which raises before anything is lost
        same = session.settings.game_fields() == session.played.game_fields()
        (session.match.game if same else session.settings.new_game()).check_position(*position)
        self.begin_anew(now, position)

    def change(self, now, settings):
        """Take new settings: for the next game, or also for this game if nothing has been done in it."""
        self.note(now, settings)
        if settings.game == self.session.played.game:
            self._change_game(now)
        else:
            # the app loads the module of the other game, and the next tick begins it
            self._another = True

    def _change_game(self, now):
        session = self.session
        if session.settings.game_fields() != session.played.game_fields() and not session.begun:
            self.begin_anew(now, leftover=session.board_state.leftover, stamp=session.stamp)
        self._another = False

    def note(self, now, settings):
        """Take other settings, which change nothing of this game."""
        self.session.settings = settings
        self.session.effects.say({"code": "settings"})

    def allow_laptop(self, now, allowed):
        """The arbiter allows the laptop to act in referee and silent games, or no longer."""
        self.session.laptop = allowed
        self.session.effects.say({"code": "laptop", "allowed": allowed})

    # Deeds: games that were interrupted, and wiring that fails

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
        session = self.session
        settings = session.settings.restored(kept.settings or {})
        try:
            self._begin(settings)
            session.match.replay(kept.facts)
        except ValueError:
            self._begin(session.settings)
            raise
        waits = kept.waits or (cause is None and not session.match.result)
        if kept.waits:
            session.damaged = kept.damages[-1]
            session.can_go_on = kept.settings is not None
        session.stamp = kept.stamp
        self._play.restored(kept.clocks, waits, now)
        if waits:
            n = len(session.match.game.moves) + 1
            session.effects.say({"code": "resuming", "n": n, "damaged": session.damaged})
            return
        if cause:
            session.effects.say({"code": "resumed", "by": None, "cause": cause})
        self._play.start(now)

    def resume(self, now, who):
        """Continue the interrupted game: `who` has pressed."""
        session = self.session
        session.board_state.awaits = None
        session.timing.resume(now)
        session.effects.say({"code": "resumed", "by": who, "cause": None})
        self._play.start(now)
        self._play.look_due = True

    def accept_damage(self, now, who):
        """The arbiter agrees to continue a damaged game with its readable part: it is then an interrupted game."""
        session = self.session
        session.effects.say({"code": "damage_accepted", "by": who, "after": session.damaged})
        session.damaged = None

    def put_aside(self, now):
        """Set the interrupted game aside, and begin a new game, for which its stones must be taken away."""
        self.begin_anew(now, leftover=self._all_points())

    def forsake(self):
        """Treat all stones on the board as stones of an earlier game: they are no moves of this game."""
        self.session.board_state.leftover = self._all_points()

    def go_on_without(self, now):
        """The arbiter goes on in spite of the wiring's faults. Raises Refused where no point can be read."""
        self.session.effects.say(self.session.wiring_trust.go_on())
        self._trust_again(now, "arbiter")
        self._compare_trusted(now, waited=True)

    def _must_be_whole(self):
        if self.session.damaged is not None:
            raise Refused(interrupted(self.session.damaged))

    def _all_points(self):
        return list(range(len(self.session.match.cells)))

    # Deeds: those of the coach

    def help(self, now, who, about, entry):
        """Take an entry that the coach has for `who`."""
        return self._coach.enter(self.session, who, about, entry)

    def puzzle(self, now, grade, number):
        """Set a puzzle at the next tick: the next of a grade, or that with a number."""
        return self._coach.begin_puzzle(self.session, grade, number)

    def say_puzzle(self, now):
        """Say which puzzle has begun."""
        self.session.effects.say(self.session.puzzle.event(self.session))

    def partner(self, now, command):
        """Take the laptop's answer for its partner."""
        return self._coach.answer(self.session, command)

    def show(self, now, points, best, moves):
        """Light the points that the laptop knows from the present position."""
        return self._coach.show(self.session, points, best, moves)
