"""Events alone tell which stones are on the board, whatever people do and whenever one begins to listen."""

import random

import pytest
from ledger import fewer
from people import BUTTONS, Listener, People
from support import DWELL_MS, boards
from tengen.games import COLOUR_NAMES, registry
from tengen.games.points import index, name, names
from tengen_host.game_state import GameState

POSITIONS = [text for text, _ in boards("verdicts.txt", 20)]
GAMES = ("renju", "renju", *(game for game in registry.NAMES if 15 in registry.sizes(game)))
WAITS = (1, 20, 100, 199, 200, DWELL_MS, 1000, 3000)
HASTY = (1, 20, 100, 199, 200, 300)
DEEDS = ("go on",) * 8 + ("put", "lift", "slide", "knock", "mend", "mend", "press", "hold", "menu", "wait", "clear")
DEEDS += ("put", "put", "lift new", "lift new", "back", "back", "set up", "settings", "draw", "row 7")
SNAPSHOT_EVERY = 7


NEWER = ("changes", "colours", "captured", "wanted")  # fields that older firmware did not send


class Following(Listener):
    """A listener with some states: from the beginning, the same with all snapshots, from the last snapshot on, and one
    from the beginning that hears events as older firmware sent them.
    """

    def __init__(self):
        super().__init__()
        self.states = {"first": GameState(), "all": GameState(), "old": GameState()}

    def hear(self, event, now):
        super().hear(event, now)
        older = {key: value for key, value in event.items() if key not in NEWER}
        self.states = {which: state.after(older if which == "old" else event) for which, state in self.states.items()}

    def ask(self, snapshot):
        """Give the states a snapshot."""
        self.states["all"] = self.states["all"].after(snapshot)
        self.states["late"] = GameState().after(snapshot)


class RandomPeople(People):
    """People who mostly do what is asked for, and at random many other things."""

    def __init__(self, chance):
        self.chance = chance
        game = chance.choice(GAMES)
        silent = ("silent",) if registry.silent(game) else ()
        super().__init__(
            game=game,
            options={option: chance.choice(values) for option, values, _ in registry.options(game)},
            opening=chance.choice(registry.openings(game)),
            mode=chance.choice(("casual", "referee", "teach", *silent)),
            clock=chance.choice(("none", "none", "10+5", "0/10")),
            move=chance.choice(("auto", "button", "dwell")),
            fifths=chance.choice((0, 2, 3)),
        )
        self.listener = Following()

    def do(self, deed):
        chance, session = self.chance, self.session
        if deed == "go on":
            self.go_on()
        elif deed in ("put", "knock"):
            free = self.free()
            self.put(*names(chance.sample(free, min(len(free), 1 if deed == "put" else 4)), 15))
        elif deed in ("lift", "slide") and self.lying():
            last, lying = self.on_board(session.play.last), self.lying()
            at = last if last in lying and chance.random() < 0.5 else chance.choice(lying)
            if deed == "lift":
                self.put(name(at, 15))
            else:
                self.slide(name(at, 15), name(chance.choice(self.free()), 15))
        elif deed == "lift new" and self.session.reconciler.new:
            self.put(name(self.on_board(chance.choice(session.reconciler.new)), 15))
        elif deed == "mend":
            self.put(*names(self.wrong(), 15))
        elif deed == "clear":
            self.mend_all().put(*names(self.lying(), 15)).press("arbiter")
        elif deed in ("press", "hold"):
            getattr(self, deed)(chance.choice(BUTTONS))
        elif deed == "menu" and session.menus:
            who = chance.choice(sorted(session.menus))
            self.enter(who, chance.choice(session.menus[who].entries))
        elif deed == "back":
            count = chance.choice((1, 1, 1, 2, 5))
            self.ask(lambda table: table.session.take_back(count, "arbiter", table.now))
        elif deed == "set up" and chance.random() < 0.3:
            text = chance.choice(POSITIONS)
            self.ask(lambda table: table.session.set_up(text, None, True, table.now))
        elif deed == "settings":
            changed = session.settings.with_({"opening": chance.choice(session.settings.choices("opening"))})
            self.ask(lambda table: table.session.change(changed, table.now))
        elif deed == "row 7":
            self.break_row_7(chance.random() < 0.3)
        self.wait(chance.choice(WAITS))

    def on_board(self, point):
        """The board's point of a point of the game, or -1."""
        return self.session.field.on_board(point) if point >= 0 else -1

    def allowed(self):
        """The free points on which the next stone may be put, as points of the board."""
        field, refusal = self.session.field, self.session.match.refusal
        return [at for at in self.free() if field.in_field(at) >= 0 and not refusal(field.in_field(at))]

    def mend_all(self):
        return self.put(*names(self.wrong(), 15)).wait(20)

    def go_on(self):
        """Do what is expected."""
        self.mend_all()
        chance, match = self.chance, self.session.match
        asked = match.expects
        if asked.do == "over":
            self.do("clear")
        elif asked.do == "choose" and asked.who in self.session.menus and chance.random() < 0.7:
            self.enter(asked.who, chance.choice(asked.options))
        elif asked.do == "keep":
            stays = chance.choice(match.offers)
            for point in match.offers:
                if point != stays and point in self.lying():
                    self.put(name(point, 15)).wait(chance.choice((1, 250)))
            self.press(asked.who)
        elif match.asked() and match.asked().do == "offer":
            offers = []
            for point in chance.sample(self.free(), len(self.free())):
                if len(offers) == match.asked().count:
                    break
                if not match.refusal(point) and not match.equal_offers([*offers, point]):
                    offers.append(point)
                    self.put(name(point, 15))
            self.wait(20).press(asked.who)
        elif match.asked():
            free = self.allowed()
            near = [point for point in free if point // 15 in range(4, 11) and point % 15 in range(4, 11)]
            if free:
                self.put(name(chance.choice(near or free), 15)).wait(DWELL_MS)
                self.press(match.asked().who if match.asked() else "p1")


def is_told(people):
    """Whether the events have reported all that can be known of the board."""
    session = people.session
    # after the end no event is of a player who clears the board, nor of tentative fifths that are still there
    reconciler = session.reconciler
    ended = session.match.result and (reconciler.missing or reconciler.outside or session.match.offers)
    return not (session.board_state.pending or session.wiring_trust.blocked or ended)


def lying(people):
    """The stones of the game's field that can be read, by point: the colour if the game knows it, else None."""
    session = people.session
    cells, field, unread = session.match.cells, session.field, session.wiring_trust.unread()
    points = [field.in_field(at) for at in people.lying() if at not in unread and field.in_field(at) >= 0]
    return {name(point, field.size): COLOUR_NAMES[cells[point]] if cells[point] else None for point in points}


def shown(state, people):
    session = people.session
    cells, field, unread = session.match.cells, session.field, session.wiring_trust.unread()
    found = {index(point, field.size): colour for point, colour in state.stones.items()}
    return {
        name(point, field.size): colour if cells[point] else None
        for point, colour in found.items()
        if field.on_board(point) not in unread
    }


def check(people, number):
    """Check that the states have the stones on the board, if all was reported."""
    for which, state in people.listener.states.items():
        if which == "old" and people.session.match.game.name != "renju":
            continue  # older firmware played nothing else
        assert not is_told(people) or shown(state, people) == lying(people), (number, which)


@pytest.mark.parametrize("seed", fewer(range(80), range(30)))
def test_whatever_people_do_what_lies_is_known(seed):
    """Whatever people do at the board, a page knows the stones that lie there."""
    chance = random.Random(seed)
    people = RandomPeople(chance)
    for number in range(120):
        people.do(chance.choice(DEEDS))
        people.light()
        check(people, number)
        if number % SNAPSHOT_EVERY == 0:  # at any moment of a hand's action
            people.listener.ask(people.snapshot())


class AtFifths(People):
    """Two tentative fifths are put and cleared, while hands also move other stones, some at the same time."""

    def __init__(self, chance):
        super().__init__(opening="rif", move="button")
        self.chance = chance
        self.listener = Following()
        for event in self.heard:
            self.listener.hear(event, 0)
        self.play_by_button("h8", "h9", "i9").do("p2", "no swap").play_by_button("i10")
        self.spots = ["h8", "i10", "j7", "g7", "f9", "a1", "b2"]

    def touch(self):
        chance, match = self.chance, self.session.match
        if len(match.game.moves) > 5:
            self.take_back(match.moves() - 4)
        self.put(*chance.sample(self.spots, chance.choice((1, 1, 1, 2, 3)))).wait(chance.choice(HASTY))
        if chance.random() < 0.3:
            self.mend_by_chance().press(chance.choice(("p1", "p2")))
        return self.light()

    def mend_by_chance(self):
        """Put back what is missing, and lift all but one of the extra stones of each kind."""
        hands = self.session.board_state
        return self.put(*names(list(hands.missing) + list(hands.extra)[1:] + list(hands.several)[1:], 15)).wait(20)


@pytest.mark.parametrize("seed", fewer(range(40), range(15)))
def test_whatever_hands_do_to_tentative_fifths_those_that_lie_are_known(seed):
    """Whatever hands do to tentative fifths, a page knows those that lie there."""
    chance = random.Random(seed)
    people = AtFifths(chance)
    for number in range(150):
        people.touch()
        check(people, number)
        if chance.random() < 0.5:
            people.listener.ask(people.snapshot())
