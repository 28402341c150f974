"""After any actions of random people the game agrees with its record, and can always continue."""

import heard
import ledger
import pytest
import real_games
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from people import BUTTONS, PLAYERS, People
from portable import DWELL_MS, boards, some
from table import merge
from tengen.coach import coach
from tengen.games import BLACK, COLOUR_NAMES, OWN, WHITE, registry
from tengen.games.openings import table
from tengen.games.points import name, names
from tengen.games.renju.game import Renju, five_through
from tengen.games.renju.position import FIVE, FOUL_NAMES
from tengen.journal.keeper import Keeper
from tengen.partner.fours import Fours
from tengen.session.director import Director
from tengen.session.match import Match
from tengen.session.menu import MENU_MS
from tengen.session.opening import other_seat
from tengen.session.session import Session
from tengen.session.settings import Settings
from tengen.session.state import OPEN, State
from tengen.session.timing import FREE_MS

GAMES = real_games.games()[::25]
POSITIONS = [text for text, _ in boards("verdicts.txt", 20)]
# one point is empty, and no five can be made
NEARLY_FULL = "".join("XO"[(at // 15 + at % 15 // 2) % 2] for at in range(224)) + "."

SETTINGS = {
    "opening": st.sampled_from(registry.openings("renju")),
    "mode": st.sampled_from(("casual", "referee", "silent", "silent", "teach")),
    "clock": st.sampled_from(("none", "none", "none", "none", "10", "10+5", "1", "0.5+2", "0.2/5x3", "0/10")),
    "move": st.sampled_from(("auto", "button", "dwell")),
    "tiebreak": st.booleans(),
    "fifths": st.sampled_from((0, 0, 2, 3)),
    "fixed": st.booleans(),
    "small": st.booleans(),
}
ENTRIES = ("pass", "five", "foul", "time", "draw", "take back", "resign", "new game")
PICK = st.integers(0, 999)
WAITS = st.sampled_from((1, 20, 100, 199, 200, DWELL_MS - 1, DWELL_MS, 1000, 2999, 3000, 5000, 20_000, 70_000))
BUTTON = st.sampled_from(BUTTONS)


class Thinking(People):
    """People at a board that thinks as long as necessary about puzzles, hints, and its partner's stones."""

    def wait(self, period):
        super().wait(period)
        while self.director.think(5000, self.now):
            pass
        self.hear()
        return self


class Blind(Renju):
    """Renju without fives and fouls: in silent mode nobody may notice the difference before a claim."""

    def play(self, point, kind=OWN):
        changed = super().play(point, kind)
        self.pending = None
        return changed


class BlindDirector(Director):
    """A Director that uses Blind for silent games."""

    def _begin(self, settings, position=None):
        super()._begin(settings, position)
        if settings.mode == "silent":
            self.session.match.game.__class__ = Blind


class BlindPeople(Thinking):
    director_class = BlindDirector


class RandomPeople(RuleBasedStateMachine):
    """A state machine of people's actions on `board`.

    `twin`: in some runs, a second board with the same actions. In silent mode the game of `twin` is Blind until a claim
    is right.
    """

    def __init__(self):
        super().__init__()
        self.board = self.twin = self.match = None
        self.ended = False  # True if this game has ended once
        self.checked = None  # the state at the last check of the record and the saved data

    @initialize(fields=st.fixed_dictionaries(SETTINGS))
    def begin(self, fields):
        fields = dict(fields)
        if fields["opening"] == "taraguchi-10" and fields["fifths"] == 1:
            fields["fifths"] = 2
        self.board = Thinking(**fields)
        self.match = self.board.session.match
        if fields["mode"] == "silent":
            self.twin = BlindPeople(**fields)
        self.check()

    def do(self, deed, *arguments):
        """Do an action on the board and its twin. Then check everything that must always be true."""
        board = self.board
        before, facts = Passed(board), len(self.match.facts)
        touched = board.levels or deed not in ("put", "slide", "wait")
        board.told.clear()
        board.heard.clear()
        getattr(board, deed)(*arguments)
        board.light()
        if self.twin:
            self.do_to_twin(deed, arguments)
        if board.session.match is self.match:
            before.check(deed)
            if board.session.by_button and not touched:
                done = [fact for fact in self.match.facts[facts:] if fact[0] not in ("time", "clock")]
                assert not done, "nobody has pressed a button"
        self.match = board.session.match
        self.check()

    # Checks that must always hold

    def check(self):
        about = self.about()
        if about != self.checked:
            # if neither the facts nor the files have changed, these checks would give the same result again
            self.check_record()
            self.check_kept()
            self.checked = about
        self.check_told()
        self.check_shown()

    def about(self):
        """Return all values that check_record() and check_kept() examine."""
        board, clock = self.board, self.board.session.timing.clock
        shown = heard.kept(board.groups())
        times = clock and (clock.running, *clock.state(board.now))
        return board.store.copy().files, repr((state_of(self.match), shown, times))

    def check_record(self):
        """Check that the facts alone give the player to move, the players' colours, and the stones on the board."""
        match, played = self.match, self.board.session.played
        game = played.new_game()
        again = Match(game, table(played.opening, played.fifths, played.fixed, played.small))
        again.replay(match.facts)
        assert state_of(again) == state_of(match)
        cells, turn, players = as_the_facts_have_it(match.facts)
        assert (match.cells, match.game.turn, match.players) == (cells, turn, players)
        asked = match.expects
        if asked.do == "stone":
            assert asked.colour == turn
            assert match.opening.expects or players[turn] == asked.who
        elif asked.do in ("offer", "keep"):
            assert players[BLACK if asked.do == "offer" else WHITE] == asked.who

    def check_kept(self):
        """Check that the game would wait after a power failure now, and would continue after a firmware failure."""
        board, shown = self.board, heard.kept(self.board.groups())
        for cause in (None, "watchdog"):
            again = Session(15, Settings(100), DWELL_MS)
            director = board.director_class(again, coach)
            restored = Keeper(board.store.copy()).open(director, cause, board.now)
            clock = board.session.timing.clock
            begun = self.match.facts or (clock and clock.running)
            assert restored == bool(begun and (cause or not self.match.result))
            if not restored:
                continue
            groups = merge({}, State().news(again, board.now, OPEN))
            assert heard.kept(groups) == shown
            assert state_of(again.match) == state_of(self.match)
            assert (groups["game"].get("awaits") == "resume") == (cause is None)
            if clock:
                # the restart gives back only the time since the clock was last written
                found, now = again.timing.clock.state(board.now), clock.state(board.now)
                assert found[2] == now[2]
                for seat in (0, 1):
                    assert found[seat] == now[seat] or (found[seat] > now[seat] and PLAYERS[seat] == now[2])

    def check_told(self):
        """Check that the received lines add up to the state that a new client gets."""
        self.board.check_known()

    def check_shown(self):
        """Check that a light is on, that players who must decide have a menu, and that no question follows the end."""
        session = self.board.session
        # the board may be dark only if there is a clock, because the bars are dark when no time is left
        assert any(self.board.frame) or session.timing.clock
        asked = session.match.expects
        if asked.do == "choose":
            # a request to take the last move back is answered first, and resigning over the link is asked twice
            assert session.menus[asked.who].about in (asked.ask, "take back", "resign")
        if session.match.result:
            assert asked.do == "over"
            assert not [menu.about for menu in session.menus.values() if menu.about in ("draw", asked.ask)]

    def do_to_twin(self, deed, arguments):
        board, twin = self.board, self.twin
        twin.told.clear()
        twin.heard.clear()
        getattr(twin, deed)(*arguments)
        twin.light()
        if any(event["code"] == "claim" and event["right"] and event["what"] != "time" for event in board.heard):
            self.twin = None
            return
        # what has lapsed is shown only from the end of the game on, also if this end was taken back
        match = board.session.match
        self.ended = match.result is not None or (self.ended and match is self.match)
        its = not_lapsed if self.ended else list
        assert dict(board.groups(), record=its(board.groups()["record"])) == twin.groups()
        assert its(board.heard) == twin.heard
        assert board.frame == twin.frame

    # Expected actions

    @rule(picks=st.lists(PICK, min_size=3, max_size=15))
    def go_on(self, picks):
        self.mend()
        for pick in picks:
            self.follow(pick)
            if pick % 3 == 0:
                self.claim_what_is_due()

    @rule(picks=st.lists(PICK, min_size=1, max_size=5))
    def go_on_regardless(self, picks):
        for pick in picks:
            self.follow(pick)

    @rule(pick=PICK, moves=st.integers(5, 60))
    def play_a_real_game(self, pick, moves):
        for point in GAMES[pick % len(GAMES)][:moves]:
            match = self.match
            if match.opening.expects and match.opening.stones > 2 or match.expects.do != "stone":
                break
            self.put_and_press(point)

    @rule(pick=PICK)
    def there_is_a_way_out(self, pick):
        """Check that the player to act can act with all stones in place, or after the end begin a new game."""
        self.mend()
        for who in BUTTONS:
            self.leave_menus(who)
        facts, match = len(self.match.facts), self.match
        self.follow(pick, surely=True)
        assert self.match is not match or len(self.match.facts) > facts

    @rule()
    def clear_and_begin_anew(self):
        self.mend()
        match = self.match
        if self.board.lying():
            self.do("put", *names(self.board.lying(), 15))
        self.leave_menus("arbiter")
        self.do("press", "arbiter")
        assert self.match is not match

    def mend(self):
        """Release all buttons, and place the stones as the game requires."""
        board = self.board
        for who in BUTTONS:
            self.do("finger", who, False)
        self.do("break_row_7", False)
        self.do("put", *names(board.wrong(), 15))
        self.do("wait", 20)
        assert not board.wrong()

    def leave_menus(self, who):
        menus = self.board.session.menus
        while who in menus and menus[who].about not in ("swap", "side", "fifths", "way"):
            if menus[who].stays:
                self.do("enter", who, menus[who].entries[0])
            else:
                self.do("wait", MENU_MS)

    def follow(self, pick, surely=False):
        """Do the expected action. If `surely` is True, do one that advances the game in every position."""
        board, match, asked = self.board, self.match, self.match.expects
        if asked.do == "over":
            if surely or pick % 3 == 0:
                self.clear_and_begin_anew()
            return
        if asked.do == "choose" and (surely or pick % 3 or not match.asked()):
            if asked.who in board.session.menus and board.session.questions.shown(asked.who):
                self.do("enter", asked.who, asked.options[pick % len(asked.options)])
            return
        if asked.do == "keep":
            for point in match.offers:
                if point in board.lying() and point != match.offers[pick % len(match.offers)]:
                    self.do("put", name(point, 15))
            self.do("press", asked.who)
            return
        if match.asked().do == "offer":
            offers = list(board.session.board_state.offers)
            for point in sorted(board.free(), key=lambda point: point * 7919 % (223 + pick)):
                if len(offers) >= match.asked().count:
                    break
                if not match.refusal(point) and not match.equal_offers(offers + [point]):
                    offers.append(point)
                    self.do("put", name(point, 15))
            self.do("wait", 20)
            self.do("press", match.asked().who)
            return
        point = self.winning_point() if surely and board.session.task else self.choose_point(pick)
        if point is not None:
            self.put_and_press(name(point, 15))
        elif surely:
            self.do("enter", asked.who, "pass")

    def put_and_press(self, point):
        who = self.match.asked() and self.match.asked().who
        self.do("put", point)
        if not self.board.session.by_button:
            self.do("wait", DWELL_MS)
        if who and self.board.session.board_state.provisional >= 0:
            self.do("press", who)

    def winning_point(self):
        """Return the right stone of a puzzle: a four of the shortest win, or the expected answer."""
        match, fours = self.match, Fours()
        if match.announced:
            return match.announced[0]
        fours.begin(bytes(match.cells), match.game.turn)
        while not fours.try_fours(1000):
            pass
        return fours.found and fours.found.line[0]

    def choose_point(self, pick):
        """Choose a point where the next stone may go, often one that ends the game."""
        match = self.match
        free = [point for point in self.board.free() if not match.refusal(point)]
        if not free:
            return None
        ends = []
        if pick % 2 and match.game.turn == BLACK:
            ends = [point for point in free if match.game.verdict(point) in (FIVE, *FOUL_NAMES)]
        elif pick % 2:
            cells = bytearray(match.game.cells)
            for point in free:
                cells[point] = WHITE
                ends += [point] if five_through(cells, point) else []
                cells[point] = 0
        stones = [point for point in range(225) if match.game.cells[point]]
        near = [point for point in free if any(distance(point, stone) < 3 for stone in stones)]
        choice = ends or near or free
        return choice[pick // 2 % len(choice)]

    # Other actions

    @rule(pick=PICK, wait=WAITS)
    def place(self, pick, wait):
        free = self.board.free()
        if free:
            self.do("put", name(free[pick % len(free)], 15))
        self.do("wait", wait)

    @rule(pick=PICK, back=st.booleans(), wait=WAITS)
    def lift(self, pick, back, wait):
        """Lift a stone, often the last one."""
        lying, last = self.board.lying(), self.board.session.last
        if not lying:
            return
        point = name(last if pick % 2 and last in lying else lying[pick % len(lying)], 15)
        self.do("put", point)
        self.do("wait", wait)
        if back:
            self.do("put", point)

    @rule(pick=PICK, to=PICK, wait=WAITS)
    def slide(self, pick, to, wait):
        lying, last, free = self.board.lying(), self.board.session.last, self.board.free()
        if not lying or not free:
            return
        origin = last if pick % 2 and last in lying else lying[pick % len(lying)]
        near = [point for point in free if distance(point, origin) < 2]
        target = near[to % len(near)] if near else free[to % len(free)]
        self.do("slide", name(origin, 15), name(target, 15))
        self.do("wait", wait)

    @rule(picks=st.lists(PICK, min_size=2, max_size=6), wait=WAITS)
    def knock(self, picks, wait):
        for pick in picks:
            self.do("put", name(pick % 225, 15))
        self.do("wait", wait)

    @rule(wait=WAITS)
    def put_back(self, wait):
        self.mend()
        self.do("wait", wait)

    @rule(wait=WAITS)
    def wait(self, wait):
        self.do("wait", wait)

    @rule(who=BUTTON)
    def press(self, who):
        self.do("press", who)

    @rule(who=st.sampled_from(PLAYERS), pick=PICK)
    def press_early(self, who, pick):
        free = self.board.free()
        if free:
            self.do("press_early", name(free[pick % len(free)], 15), who)

    @rule(who=BUTTON)
    def hold(self, who):
        self.do("hold", who)

    @rule(who=BUTTON, down=st.booleans(), wait=WAITS)
    def rest_a_finger(self, who, down, wait):
        self.do("finger", who, down)
        self.do("wait", wait)

    @rule(one=BUTTON, other=BUTTON, wait=WAITS)
    def hold_together(self, one, other, wait):
        self.do("finger", one, True)
        self.do("finger", other, True)
        self.do("wait", wait)
        self.do("finger", one, False)
        self.do("finger", other, False)

    @rule(who=BUTTON, picks=st.lists(PICK, min_size=1, max_size=3))
    def go_through_menus(self, who, picks):
        """Take an entry, and perhaps an entry of its sub-menu, but no other game, because all are Renju here."""
        menus = self.board.session.menus
        if who not in menus:
            self.do("hold", who)
        for pick in picks:
            if who in menus and self.board.session.questions.shown(who) and not self.board.levels:
                entries = [entry for entry in menus[who].entries if entry != "game"]
                self.do("enter", who, entries[pick % len(entries)])

    @rule(who=st.sampled_from(PLAYERS), entry=st.sampled_from(ENTRIES), answer=PICK)
    def take_an_entry(self, who, entry, answer):
        """Take an entry if the player's menu has it. The other player may then answer a question."""
        menus, other = self.board.session.menus, other_seat(who)
        self.leave_menus(who)
        self.do("hold", who)
        if who in menus and entry in menus[who].entries:
            self.do("enter", who, entry)
        if other in menus and answer % 4:
            self.answer(other, answer)

    @rule()
    def claim_what_is_due(self):
        """Let a player who has a right claim make the claim. It must give the result."""
        self.mend()
        due = self.match.game.pending
        if due and not self.match.result:  # the player who has lost may have resigned
            who = self.match.seat(due.winner)
            self.leave_menus(who)
            self.do("enter", who, "five" if due.reason == "five" else "foul")
            assert self.match.result is due

    @rule(who=BUTTON, pick=PICK)
    def answer(self, who, pick):
        """Let a player with an open menu take an entry of it."""
        menus = self.board.session.menus
        if who in menus and self.board.session.questions.shown(who) and not self.board.levels:
            self.do("enter", who, menus[who].entries[pick % len(menus[who].entries)])

    @rule(who=st.sampled_from(PLAYERS), entry=st.sampled_from(ENTRIES))
    def enter_by_link(self, who, entry):
        self.do("ask", lambda board: board.director.obey(("take", who, entry), board.now))

    @rule(who=st.sampled_from(PLAYERS), entry=st.sampled_from(ENTRIES), pick=PICK)
    def choose_by_link(self, who, entry, pick):
        choices = self.board.session.people[who].choices(self.board.session, entry)
        if choices:
            choice = choices[pick % len(choices)]
            self.do("ask", lambda board: board.director.obey(("take", who, entry, choice), board.now))

    @rule(who=BUTTON, pick=PICK)
    def answer_by_link(self, who, pick):
        menus = self.board.session.menus
        if who in menus:
            entry = menus[who].entries[pick % len(menus[who].entries)]
            self.do("ask", lambda board: board.director.obey(("take", who, entry), board.now))

    @rule(fields=st.fixed_dictionaries({}, optional=SETTINGS))
    def change_settings(self, fields):
        self.do("ask", lambda board: board.director.obey(("change", board.session.settings.with_(fields)), board.now))

    @rule(pick=PICK, turn=st.sampled_from((None, "black", "white")), put=st.booleans())
    def set_up(self, pick, turn, put):
        silent = self.board.session.silent
        text = NEARLY_FULL if pick % 20 == 0 and not silent else POSITIONS[pick % len(POSITIONS)]
        self.do("ask", lambda board: board.director.obey(("set_up", text, turn, True), board.now))
        if put:
            self.mend()

    @rule(who=st.sampled_from(PLAYERS), left=st.sampled_from((0, 1, 15_000, 600_000)))
    def correct_clock(self, who, left):
        self.do("ask", lambda board: board.director.obey(("correct_clock", {who: left}), board.now))

    @rule(count=st.integers(1, 6), put=st.booleans())
    def arbiter_takes_back(self, count, put):
        self.do("ask", lambda board: board.director.obey(("take_back", count, "arbiter"), board.now))
        if put:
            self.mend()

    @rule(broken=st.booleans(), wait=WAITS)
    def break_row_7(self, broken, wait):
        self.do("break_row_7", broken)
        self.do("wait", wait)


class Passed:
    """The state of the clock before an action."""

    def __init__(self, board):
        self.board = board
        self.now = board.now
        self.fingers = board.levels
        self.passes = self.whose()
        self.state = self.left()
        self.disturbed_at = board.disturbed_at

    def whose(self):
        timing = self.board.session.timing
        return timing.runs() and not timing.stopped and timing.clock.running

    def left(self):
        clock = self.board.session.timing.clock
        return clock and clock.state(self.board.now)[:2]

    def check(self, deed):
        """Check that the players' times have changed by exactly the time that has passed on their clocks."""
        board, session = self.board, self.board.session
        before, after = self.state, self.left()
        if before is None or any(event.get("cause") == "corrected" for event in board.heard):
            return
        assert min(after) >= 0
        if deed == "wait" and not session.silent and self.whose() and not board.levels:
            assert after[PLAYERS.index(self.whose())] > 0, "the end of the time was not reported"
        control = session.timing.clock.control
        passed, given = board.now - self.now, 0
        stones = sum(event["code"] in ("move", "passed", "offered") for event in board.heard)
        kept = sum(event["code"] == "kept" for event in board.heard)
        given = control.increment_ms * (stones - kept)
        touched = self.fingers or board.levels or deed in ("press", "hold", "finger", "enter")
        if not touched:
            assert all(now <= was + given for was, now in zip(before, after)) or control.periods
        if control.periods or min(after) == 0:
            return
        gone = sum(before) + given - sum(after)
        if self.passes and self.whose():
            assert gone == passed
        elif not self.passes and not self.whose() and not given:
            assert gone == 0
        elif session.timing.stopped == "disturbed" and board.disturbed_at is not None:
            assert self.now + gone == max(self.now, board.disturbed_at + FREE_MS)


def distance(one, other):
    return max(abs(one % 15 - other % 15), abs(one // 15 - other // 15))


def not_lapsed(events):
    return [event for event in events if event["code"] != "lapsed"]


def state_of(match):
    game = match.game
    ends = [end and (end.winner, end.reason, tuple(end.points)) for end in (match.result, game.pending)]
    asked = [expects and vars(expects) for expects in (match.expects, match.asked())]
    return match.facts, match.cells, game.moves, game.turn, match.players, asked, match.offers, match.draw_by, ends


def as_the_facts_have_it(facts):
    """Return (cells, turn, players), computed in the simplest way from the facts that were not taken back."""
    standing = []
    for fact in facts:
        if fact[0] != "back":
            standing.append(fact)
            continue
        for _ in range(fact[1]):
            while standing.pop()[0] not in ("stone", "pass", "offer"):
                pass
            # "play on" was part of the move
            if standing and standing[-1][0] == "play on":
                standing.pop()
    cells, turn, players, offers = bytearray(225), BLACK, {BLACK: "p1", WHITE: "p2"}, ()
    for fact in standing:
        if fact[0] == "set up":
            for colour in (BLACK, WHITE):
                for point in fact[colour]:
                    cells[point] = colour
            turn = fact[3]
        elif fact[0] == "offer":
            offers = fact[1]
        elif fact[0] in ("stone", "keep"):
            cells[fact[1]] = turn
            offers = ()
        if fact[0] in ("stone", "keep", "pass"):
            turn = BLACK + WHITE - turn
        swaps = fact[0] == "choose" and fact[3] == "swap"
        takes_side = fact[0] == "choose" and fact[3] in ("black", "white")
        if swaps or (takes_side and players[COLOUR_NAMES.index(fact[3])] != fact[1]):
            players = {BLACK: players[WHITE], WHITE: players[BLACK]}
    for point in offers:
        cells[point] = BLACK
    return cells, turn, players


def _games(number, deeds):
    return settings(
        max_examples=number,
        stateful_step_count=deeds,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_random_people():
    run_state_machine_as_test(RandomPeople, settings=_games(some(10), 40))


@pytest.mark.proof
def test_many_random_people():
    """When random people use stones and buttons in any way, the game agrees with its record and can always continue."""
    run_state_machine_as_test(RandomPeople, settings=_games(500, 50))
    ledger.note("500 games of up to 50 actions")
