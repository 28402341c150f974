"""In random play of all openings, modes and games, the state, the lights and a press agree."""

import copy
import copyreg
import random

import pytest
from people import PLAYERS, People
from portable import DWELL_MS, some
from tengen.coach import coach
from tengen.games import registry
from tengen.games.points import name
from tengen.games.renju import kernels
from tengen.games.renju.position import POINTS
from tengen.lights import rhythm
from tengen.lights.colours import OFFER, packed
from tengen.lights.signs import sign
from tengen.session.arbiter import ARBITER
from tengen.session.board_state import DISTURBED, PROVISIONAL, REFUSED, SEVERAL
from tengen.session.state import ALL, State

MODES = ("casual", "referee", "silent", "teach")
DEEDS = 45
MOVES = ("move", "offered", "kept", "passed")
ENDS = ("resign", "new game", "accept", "game", "options", "mode", "opening")


def _verdicts(state):
    return memoryview(state)[kernels.VERDICTS : kernels.VERDICTS + POINTS]


# A press is tried on a copy of the session. The only memoryview in a session is that of a Renju position's verdicts
copyreg.pickle(memoryview, lambda view: (_verdicts, (view.obj,)))


class Story:
    """Random people at a board. After each action the state, the lights and a press are compared."""

    def __init__(self, chance, **settings):
        self.chance = chance
        self.board = People(**settings)
        self.fresh = []  # the points of new stones that hands have placed
        self.begun = 0  # how many times a question was answered by placing a stone
        self.check()

    # Actions of people

    def go_on(self, deeds):
        for _ in range(deeds):
            if self.board.session.match.result:
                return
            self.deed()
            self.board.wait(20).light()
            while self.board.director._play.is_seeking():
                self.board.wait(20)
            self.check()

    def deed(self):
        board, chance = self.board, self.chance
        which = chance.random()
        if board.session.board_state.state in (SEVERAL, REFUSED, DISTURBED) and which < 0.7:
            self.mend()
        elif which < 0.3:
            self.put()
        elif which < 0.4:
            self.lift()
        elif which < 0.8:
            self.act()
        elif which < 0.85:
            board.press(chance.choice(PLAYERS))
        elif which < 0.95:
            self.take(chance.choice((*PLAYERS, *PLAYERS, ARBITER)))
        else:
            board.wait(chance.choice((300, DWELL_MS, 5000)))

    def take(self, who):
        """Open a menu, or take an entry of the menu that does not end the game."""
        menu = self.board.session.questions.shown(who)
        if menu is None:
            self.board.hold(who)
            return
        entries = [entry for entry in menu.entries if entry not in ENDS]
        if entries and menu.about not in ("game", "options"):
            self.board.enter(who, self.chance.choice(entries))

    def mend(self):
        """Lift all extra stones, and put back the missing ones."""
        state, field = self.board.session.board_state, self.board.session.field
        for point in {*state.missing, *state.extra, *list(state.several)[1:]}:
            self.touch(field.on_board(point))

    def put(self):
        session, chance = self.board.session, self.chance
        free = [session.field.in_field(point) for point in self.board.free()]
        free = [point for point in free if point >= 0]
        allowed = [point for point in free if not session.match.refusal(point)]
        if chance.random() < 0.9 and allowed:
            free = allowed
        if free:
            self.touch(session.field.on_board(chance.choice(free)))

    def lift(self):
        session = self.board.session
        new = [session.field.on_board(point) for point in session.reconciler.new]
        if session.match.expects.do == "keep" and self.chance.random() < 0.7:
            new += [session.field.on_board(point) for point in session.match.offers]
        if new:
            self.touch(self.chance.choice(new))

    def touch(self, point):
        self.board.put(name(point, 15))

    def act(self):
        """Continue the game: answer, offer or keep as expected, and press."""
        session, chance = self.board.session, self.chance
        asked = session.match.expects
        wants = session.match.asked()
        if wants and wants.do == "offer" and chance.random() < 0.7:
            for _ in range(20 * wants.count):
                offers = list(session.board_state.offers)
                if len(offers) >= wants.count or (not session.board_state.offers and session.reconciler.new):
                    break
                free = [point for point in self.board.free() if not session.match.refusal(point)]
                point = chance.choice(free)
                if not session.match.equal_offers([*offers, point]):
                    self.touch(point)
        elif asked.do == "choose":
            if session.questions.shown(asked.who):
                self.board.enter(asked.who, chance.choice(asked.options))
            return
        elif asked.do == "keep":
            for point in session.board_state.offers[1:]:
                self.touch(point)
        self.board.wait(20).press((wants or asked).who or "p1")

    # Checks

    def check(self):
        board, session = self.board, self.board.session
        board.check_known()
        menus, answers = board.known["menus"], board.known["asks"].get("answers")
        if answers:
            self.begun += 1
            assert answers["do"] == (session.match.asked() or session.match.expects).do
        self.check_lights(menus, answers)
        for who in PLAYERS:
            self.check_press(who, menus, answers)

    def check_lights(self, menus, answers):
        session, picture = self.board.session, self.board.picture
        if session.transients.refused:
            return
        entries = [sign(menu["entries"][menu["at"]], menu["about"]) for menu in menus.values()]
        if entries:
            assert picture.words in entries
        elif session.menus and not session.transients.name:
            assert not picture.words, "an answered question is not shown any more"
        for number, who in enumerate(PLAYERS):
            bar, menu = picture.bars[number], menus.get(ARBITER) or menus.get(who)
            counts = bar.colour == packed(OFFER) and bar.rhythm is rhythm.STEADY
            if menu:
                assert (bar.count, bar.rhythm) == (menu["at"] + 1, rhythm.MENU)
            elif not session.board_state.presses:
                assert bar.rhythm is not rhythm.MENU, "a bar blinks for an unknown menu"
            if counts:
                assert who == self.decider()
                assert (answers or self.board.known["asks"])["do"] == "offer"
                its = answers or self.board.known["asks"]
                # this counts all offered stones, also those above the expected number
                offered = len(session.board_state.offers)
                assert (bar.count, bar.more) == (offered, max(0, its["count"] - offered))

    def decider(self):
        """Return the player who must act, also if an action replaces an answer."""
        match = self.board.session.match
        return (match.asked() or match.expects).who

    def check_press(self, who, menus, answers):
        """Check that a press now would do what the state and the lights show."""
        # the copy shares the thinking parts and the coach's module, because no press changes them
        shared = (self.board.session.mind, coach)
        director = copy.deepcopy(self.board.director, {id(each): each for each in shared})
        session = director.session
        session.effects.take_events()
        facts, now = len(session.match.facts), self.board.now
        director.button(who, "down", now, now)
        director.button(who, "press", now, now + 100)
        said = [event for event in session.effects.take_events() if event["code"] != "button"]
        kinds = [event["code"] for event in said]
        if session.wiring_trust.blocked:
            return
        after = dict(State().news(session, now, ALL))["menus"]
        if who in menus:
            at = (menus[who]["at"] + 1) % len(menus[who]["entries"])
            assert not kinds and after[who]["at"] == at and len(session.match.facts) == facts
            return
        done = [kind for kind in kinds if kind in MOVES]
        if answers and who == self.decider() and self.board.session.reconciler.ready():
            wanted = {"stone": "move", "offer": "offered", "keep": "kept"}[answers["do"]]
            assert wanted in kinds or "refused" in kinds, "a press ends the begun action, or shows the error"
        if not done:
            assert who not in after, "a press moves through an unknown menu"
        elif self.board.session.board_state.state == PROVISIONAL:
            assert who == self.decider()


def play(number, deeds=DEEDS, **settings):
    story = Story(random.Random(number), **settings)
    story.go_on(deeds)
    return story


TIMES = pytest.mark.parametrize("times", [2, pytest.param(20, marks=pytest.mark.proof)])


@pytest.mark.parametrize("opening", registry.openings("renju"))
@TIMES
def test_one_story_in_every_opening(opening, times):
    """In random games in each opening and mode, the events, the questions and the lights agree."""
    begun = 0
    for at, mode in enumerate(MODES):
        for number in range(some(times)):
            begun += play(1000 * at + number, opening=opening, mode=mode, move=("auto", "button")[number % 2]).begun
    if opening in ("rif", "soosyrv-8", "yamaguchi", "taraguchi-10", "tarannikov", "swap", "swap-5"):
        assert begun, "stones were placed while a question was open"


@pytest.mark.parametrize("game", [game for game in registry.NAMES if min(registry.sizes(game)) <= 15])
@TIMES
def test_one_story_in_every_game(game, times):
    """In random games of each kind, the events, the questions and the lights agree."""
    for number in range(some(times)):
        opening = registry.openings(game)[number % len(registry.openings(game))]
        play(number, game=game, opening=opening, mode="casual", move=("auto", "button")[number % 2])


