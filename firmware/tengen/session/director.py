"""The Director of a session. It handles stones, buttons and time, and executes the intents of its parts.

Inputs, each with its time in ms: stones(), button(), tick(), distrust() and warn() for the wiring, and obey() for the
laptop's commands. Timers that need an unchanged board use `proved`, the time in ms up to which frames have shown the
board, because an erase of the flash stops the frames for up to 400 ms, and hands may move during that time. The output
is `session`, with its `effects`.

A part changes only its own data in the session, and adds events to `effects`. It returns an intent or None. An intent
is a tuple: the name of an action and its values. The names are methods of Play (IN_GAME) and Director (OF_GAMES), which
also get `now`. Two intents can be combined as ("both", first, second).
"""

from tengen.codes import Refused, coded
from tengen.games import registry

from . import buttons, events
from .arbiter import ARBITER, REPEATED, ArbiterMenu
from .board_state import PROVISIONAL, TELL_MS, interrupted
from .play import Play
from .players import SEATS, PlayerMenu, new_game_refusal

IN_GAME = (
    "commit", "turned", "offer", "keep", "pass_", "choose", "resign", "offer_draw", "answer_draw", "claim",
    "claim_time", "take_back", "wish_back", "withdraw", "decline", "kind", "wish", "refuse", "show_sides",
    "show_answer", "open", "next", "ask", "step_clock", "correct_clock", "announce", "hands", "bar", "unbar",
    "show_lines", "show_sign",
)  # fmt: skip
OF_GAMES = (
    "enter", "take", "tell_choices", "pick", "open_again", "new_game", "begin_anew", "put_aside", "accept_damage",
    "resume", "go_on_without", "change", "note", "set_up", "allow_laptop", "help", "puzzle", "lesson", "say_task",
    "partner", "show",
)  # fmt: skip

_DECISIONS = ("swap", "side", "fifths", "way")  # of the opening


class Director:
    """The Director of a `session` (Session). `coach`: the module that helps a person who plays alone."""

    def __init__(self, session, coach):
        self.session = session
        self._coach = coach
        self._play = Play(session)
        session.people = {seat: PlayerMenu(seat, coach) for seat in SEATS}
        session.people[ARBITER] = ArbiterMenu(coach)
        self._seen = None  # the last report of the matrix (Watch.words), or None before the first one
        self._begin(session.settings)

    def _begin(self, settings, position=None):
        """Replace the game by a new one. `position`: (black points, white points, colour to move) or None."""
        self._play.begin(settings, position)
        self._coach.begin(self.session)
        self._another = False  # True if another game was chosen, which begins at the next tick
        self._clock_due = 0  # the clock is checked at this time, or earlier if anything has changed (effects.clock)

    def begin_with(self, settings):
        """Set the settings that are stored on flash. Call this before start()."""
        if settings is not self.session.settings:
            self.session.settings = settings
            self.load()
            self._begin(settings)

    def start(self, now):
        """Start to play: send the first expectation and the clock, and open the menus."""
        self._play.start(now)

    def load(self):
        """Import the module of the game in the settings.

        An import needs much of the C stack. Call this with few functions active, because an interrupt fails when the
        stack is nearly full.
        """
        registry.load(self.session.settings.game)

    # Inputs

    def stones(self, seen, now, proved):
        """Handle the report of the matrix at `now`, Watch.words. The words are stored and may be read again later."""
        self._seen = seen
        session = self.session
        if session.timing.clock:
            session.timing.unproved = now - proved
        self._observe(session.reconciler.update(seen, proved), now)
        self._catch_up(now)

    def button(self, who, action, since, now):
        """Handle an action of a button (sensing/buttons.py), which went down at `since`."""
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
        elif action == "together":  # two buttons together have no effect, and a "release" has no effect
            intent = "refuse", who, coded("refused.two_buttons")
        self._try(intent, who, now)

    def tick(self, now, proved):
        """Run the timers: the dwell, unused menus, temporary displays, clocks."""
        session = self.session
        session.reconciler.proved = proved
        if session.timing.clock:
            session.timing.unproved = now - proved
        if self._seen and session.reconciler.leaving:
            # frames that came after the last report may have proved points that the report left open
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
        if session.partner or session.task or session.chosen_task:
            self._obey_coach(self._coach.look(session, now), now)
        if 0 <= self._clock_due <= now or session.effects.clock:
            session.effects.clock = False
            self._play.look_at_clock(now)
            self._clock_due = session.timing.due(now)
        self._catch_up(now)

    def distrust(self, faults, unproved, chattering, now):
        """Handle the faults of the board (WiringTrust), given as points of the board. Stop or continue the clock."""
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
        """Record the lines that fail now and then, as codes, and their points. The game continues."""
        for event in self.session.wiring_trust.warn(intermittent, unsteady):
            self.session.effects.say(event)
        self.session.effects.change()

    def explain(self):
        """Find and send the reason of a foul. Call this after the lights are sent, because it takes some time."""
        self._play.explain()

    def think(self, budget_us, now):
        """Think for about `budget_us` microseconds of the Pico's time. Return whether there is more to think about.

        Call this after the lights are sent, and again only while the board has no news.
        """
        session = self.session
        if not session.mind or not session.mind.job:
            return False
        self._obey_coach(session.mind.think(session, budget_us, now), now)
        return session.mind is not None and session.mind.job is not None

    def obey(self, intent, now):
        """Execute an intent and those that follow from it. Raises Refused if it is not possible."""
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
            self.session.questions.ask(now)  # ask the earlier question again
            self._catch_up(now)
            raise
        self._catch_up(now)

    def _obey_coach(self, intent, now):
        """Execute an intent of the coach, or None. Nobody pressed a button for it: a refusal is sent as an error."""
        if not intent:
            return  # obey() would allocate at each tick
        try:
            self.obey(intent, now)
        except Refused as refused:
            self.session.effects.say({"code": "error", "why": refused.why})

    def _try(self, intent, who, now):
        """Execute an intent of `who`. If the intent is refused, show this to the person."""
        try:
            self.obey(intent, now)
        except Refused as refused:
            # an entry may have become unavailable since the menu opened
            self._play.refuse(now, who, refused.why)

    # Consequences of the stones

    def _catch_up(self, now):
        """If the game now expects other stones on the board, compare again until no more actions follow."""
        session, play = self.session, self._play
        if play.look_due and self._seen and not play.expects_anew:
            self._observe(None, now)
        while play.expects_anew:
            play.expects_anew = False
            session.reconciler.expect(session.match.cells, session.match.wanted())
            if self._seen:
                self._observe(session.reconciler.update(self._seen, session.reconciler.proved), now)

    def _observe(self, happened, now):
        """Handle the difference between board and match. `happened`: the new event of the reconciler, or None."""
        session, play = self.session, self._play
        if session.wiring_trust.blocked:
            if happened:
                session.effects.open_now = True  # an arbiter may clear the board and begin a new game
            return
        if happened or play.look_due:
            if happened and session.hints:
                session.hints.end(session)
            play.look(now)
        self._go_on_at_rest(now)

    def _go_on_at_rest(self, now):
        """Run the actions that wait until the board has not changed for some time."""
        session = self.session
        rest = session.reconciler.rest()
        if rest >= TELL_MS and session.board_state.pending:
            self._play.tell_disturbed(now)
        if session.wish and session.reconciler.ready():
            self._finish(now)
        elif rest >= session.dwell_ms and self._play.dwells() and session.reconciler.ready():
            self._dwelt(now)

    def _finish(self, now):
        """Execute a press that waited until its stone was at rest."""
        session = self.session
        (who, since), session.wish = session.wish, None
        self._try(buttons.finish(session, who, since, now), who, now)

    def _dwelt(self, now):
        """Act as for a press, because the board has been at rest long enough."""
        session = self.session
        if session.board_state.presses:
            self._play.turned(now)
        elif session.board_state.stones_wanted():
            return
        elif session.task and session.task.judges(session):
            self.obey(session.task.judge(session, now), now)
        else:
            self._play.commit(now, now)

    def _trust_again(self, now, cause):
        self._play.look_due = True
        if not self.session.resuming:
            self.session.timing.go_on(now, cause)

    def _compare_trusted(self, now, waited):
        """Compare the board without the untrusted points. `waited`: True if the game has waited for the wiring."""
        session = self.session
        session.reconciler.distrust(session.wiring_trust.unread())
        if waited:
            # changes of the board that were made during the wait count from now on
            session.reconciler.since = session.reconciler.proved
        if self._seen:
            self._observe(session.reconciler.update(self._seen, session.reconciler.proved), now)

    # Actions: entries of menus

    def take(self, now, who, entry, choice=None):
        """Take a menu entry for `who` over the link."""
        return buttons.entry_taken(self.session, who, entry, choice)

    def tell_choices(self, now, who, entry, choices):
        """Answer the laptop with the choices under an entry."""
        self.session.effects.say({"code": "choices", "who": who, "entry": entry, "choices": list(choices)})

    def pick(self, now, who, entry, choice):
        """Execute a choice under an entry that was made over the link. The person's own menu closes."""
        session = self.session
        if who in session.menus and not session.menus[who].stays:
            session.questions.close(who)
        return "both", session.people[who].enter(session, entry, choice), ("ask",)

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
        if who == ARBITER and about in REPEATED:
            return "both", intent, ("open_again", about, entry)
        return "both", intent, ("ask",)

    def open_again(self, now, about, entry):
        """Open a menu of the arbiter again at this entry."""
        return self.session.people[ARBITER].again(self.session, about, entry)

    # Actions: one game after another

    def new_game(self, now, wait=None):
        """Begin a new game. Raises Refused while stones are on the board, or a damaged game waits.

        With `wait` True the game begins by itself when the board is clear. With `wait` False this wait is cancelled.
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
        """Begin the new game that waits for a clear board, if the board has not changed for some time."""
        session = self.session
        trust, reconciler = session.wiring_trust, session.reconciler
        if trust.blocked or reconciler.leaving or reconciler.rest() < TELL_MS:
            return
        if session.board_state.is_clear(trust.unread()):
            self.begin_anew(now)

    def begin_anew(self, now, position=None, settings=None, turned=(), leftover=(), stamp=None):
        """Begin a new game. The moves of an unfinished game are sent once more.

        The stones on the points in `leftover` must be lifted first. `turned`: changes of stones that must get another
        colour.
        `settings`: the settings of this game, if they differ from the settings for the next game.
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
        """Begin with a position: a board text, and the colour to move (its name, or None)."""
        self._must_be_whole()
        from .diagram import position as read  # seldom used

        session = self.session
        position = read(text, turn, confirmed, session.match.game.size)
        # this raises an error before anything is lost
        same = session.settings.game_fields() == session.played.game_fields()
        (session.match.game if same else session.settings.new_game()).check_position(*position)
        self.begin_anew(now, position)

    def change(self, now, settings):
        """Set new settings for the next game. They also apply to this game if nothing has been done in it."""
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
        """Set settings that change nothing in this game."""
        self.session.settings = settings
        self.session.effects.say({"code": "settings"})

    def allow_laptop(self, now, allowed):
        """Set whether the arbiter allows the laptop to act in referee and silent games."""
        self.session.laptop = allowed
        self.session.effects.say({"code": "laptop", "allowed": allowed})

    # Actions: interrupted games, and faulty wiring

    def prepare(self, kept):
        """Import the module of a game that is saved on flash (archive.Kept). Call this before restore(); see load()."""
        game = (kept.settings or {}).get("game")
        if game in registry.NAMES:
            registry.load(game)

    def restore(self, kept, cause, now):
        """Restore a game from flash (archive.Kept).

        Without a `cause` (a word) the game waits for its stones and a press, unless it is over. With a `cause` the game
        continues at once. A damaged game waits for the arbiter. If the game can't be restored, a new game is begun and
        ValueError is raised.
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
        """Continue the interrupted game, because `who` has pressed."""
        session = self.session
        session.board_state.awaits = None
        session.timing.resume(now)
        session.effects.say({"code": "resumed", "by": who, "cause": None})
        self._play.start(now)
        self._play.look_due = True

    def accept_damage(self, now, who):
        """Let the arbiter accept the readable part of a damaged game. After this it is an interrupted game."""
        session = self.session
        session.effects.say({"code": "damage_accepted", "by": who, "after": session.damaged})
        session.damaged = None

    def put_aside(self, now):
        """Set the interrupted game aside, and begin a new game. The old stones must be removed."""
        self.begin_anew(now, leftover=self._all_points())

    def forsake(self):
        """Treat all stones on the board as stones of an earlier game, not as moves of this game."""
        self.session.board_state.leftover = self._all_points()

    def go_on_without(self, now):
        """Let the arbiter continue in spite of wiring faults. Raises Refused if no point can be read."""
        self.session.effects.say(self.session.wiring_trust.go_on())
        self._trust_again(now, "arbiter")
        self._compare_trusted(now, waited=True)

    def _must_be_whole(self):
        if self.session.damaged is not None:
            raise Refused(interrupted(self.session.damaged))

    def _all_points(self):
        return list(range(len(self.session.match.cells)))

    # Actions: the coach

    def help(self, now, who, about, entry):
        """Take an entry of the coach for `who`."""
        return self._coach.enter(self.session, who, about, entry)

    def puzzle(self, now, grade, number):
        """Set a puzzle for the next tick: the next puzzle of a grade, or the puzzle with this number."""
        return self._coach.begin_puzzle(self.session, grade, number)

    def lesson(self, now, number, position=1):
        """Set a position of a lesson for the next tick."""
        return self._coach.begin_lesson(self.session, number, position)

    def say_task(self, now):
        """Send the event of the puzzle or lesson that has begun."""
        self.session.effects.say(self.session.task.event(self.session))

    def partner(self, now, command):
        """Handle the laptop's answer for the seat that it plays."""
        return self._coach.answer(self.session, command)

    def show(self, now, points, best, moves):
        """Light the points that the laptop has sent for the present position."""
        return self._coach.show(self.session, points, best, moves)
