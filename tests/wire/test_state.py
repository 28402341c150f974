"""A board's lines show which stones are on the board, whatever people do and whenever a client connects."""

import random

import pytest
from ledger import fewer
from people import BUTTONS, People
from portable import DWELL_MS, boards
from table import merge
from tengen.games import COLOUR_NAMES, registry
from tengen.games.points import index, name, names
from tengen_host.wire import state
from tengen_host.wire.replica import Replica
from tengen_host.wire.state import State

POSITIONS = [text for text, _ in boards("verdicts.txt", 20)]
GAMES = ("renju", "renju", *(game for game in registry.NAMES if 15 in registry.sizes(game)))
WAITS = (1, 20, 100, 199, 200, DWELL_MS, 1000, 3000)
HASTY = (1, 20, 100, 199, 200, 300)
DEEDS = ("go on",) * 8 + ("put", "lift", "slide", "knock", "mend", "mend", "press", "hold", "menu", "wait", "clear")
DEEDS += ("put", "put", "lift new", "lift new", "back", "back", "set up", "settings", "draw", "row 7", "ask anew")


class Page:
    """A page's copy of a board."""

    def __init__(self):
        self.state, self.at, self.done = State(), 0, []

    def take(self, messages):
        for message in messages:
            if message["type"] == "line":
                self.at = message["at"]
                self.state = self.state.merge(message["line"])
                self.done += message["line"].get("did", [])
            elif message["type"] == "log":
                self.done += [each for told in message["log"] for each in told["did"]]


class Told(People):
    """People at a board, and clients that receive the board's lines.

    `first` gets each line. Two are pages of a laptop: `late` connects in the middle, and `back` is sometimes `away`.
    """

    def __init__(self, **settings):
        self.replica = Replica()
        self.first = State()
        self.late, self.back, self.away = None, Page(), False
        self._done = 0  # the number of events in the lines
        self._comes = random.Random(0)
        super().__init__(**settings)

    def send(self, part):
        found = list(self._state.news(self.session, self.now, part))
        merge(self.known, found)
        did = [{"code": event["code"]} for event in self.heard[self._done :]]
        self._done = len(self.heard)
        for line in [{"is": {group: value}, "more": True} for group, value in found] + [{"did": did} if did else {}]:
            line = {"seq": self.first.seq + 1, "t": self.now, **line}
            self.first = self.first.merge(line)
            message = self.replica.receive(line)
            for page in self._pages() if message else ():
                page.take([message])
            if message and self._comes.random() < 0.1:
                self.come_and_go()
        return [group for group, _ in found]

    def _pages(self):
        return [page for page in (self.late, None if self.away else self.back) if page]

    def come_and_go(self):
        """Let one page connect now, and another one disconnect or reconnect."""
        self.late = Page()
        self.late.take(self.replica.messages())
        self.away = not self.away
        if not self.away:
            self.back.take(self.replica.messages(f"{self.replica.run}.{self.back.at}"))

    def check(self, number):
        """Check that the clients know the state, and the stones on the board, if the lines are complete."""
        self.groups()
        lies = is_told(self) and lying(self)
        for client in (self.first, *(page.state for page in self._pages())):
            assert client.groups == self.known, number
            assert lies is False or shown(client.game, self) == lies, number
        for page in self._pages():
            assert page.done == [each for told in self.replica.log for each in told["did"]], number


class RandomPeople(Told):
    """People who mostly do what the board asks for, and often random other things."""

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

    def do(self, deed):
        chance, session = self.chance, self.session
        if deed == "go on":
            self.go_on()
        elif deed in ("put", "knock"):
            free = self.free()
            self.put(*names(chance.sample(free, min(len(free), 1 if deed == "put" else 4)), 15))
        elif deed in ("lift", "slide") and self.lying():
            last, lying = self.on_board(session.last), self.lying()
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
            self.ask(lambda table: table.director.obey(("take_back", count, "arbiter"), table.now))
        elif deed == "set up" and chance.random() < 0.3:
            text = chance.choice(POSITIONS)
            self.ask(lambda table: table.director.obey(("set_up", text, None, True), table.now))
        elif deed == "settings":
            changed = session.settings.with_({"opening": chance.choice(session.settings.choices("opening"))})
            self.ask(lambda table: table.director.obey(("change", changed), table.now))
        elif deed == "ask anew":
            self._state.forget()
        elif deed == "row 7":
            self.break_row_7(chance.random() < 0.3)
        self.wait(chance.choice(WAITS))

    def on_board(self, point):
        """Return the board's point of a point of the game, or -1."""
        return self.session.field.on_board(point) if point >= 0 else -1

    def allowed(self):
        """Return the free points where the next stone may be put, as points of the board."""
        field, refusal = self.session.field, self.session.match.refusal
        return [at for at in self.free() if field.in_field(at) >= 0 and not refusal(field.in_field(at))]

    def mend_all(self):
        return self.put(*names(self.wrong(), 15)).wait(20)

    def go_on(self):
        """Do the expected action."""
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
    """Return whether the lines contain everything that can be known of the board."""
    session = people.session
    # after the end, no line has the stones that are being cleared away, nor tentative fifths that are still on the
    # board
    reconciler = session.reconciler
    ended = session.match.result and (reconciler.missing or reconciler.outside or session.match.offers)
    return not (session.board_state.pending or session.wiring_trust.blocked or ended)


def lying(people):
    """Return the readable stones of the game's field, by point: the colour if the game knows it, else None."""
    session = people.session
    cells, field, unread = session.match.cells, session.field, session.wiring_trust.unread()
    points = [field.in_field(at) for at in people.lying() if at not in unread and field.in_field(at) >= 0]
    return {name(point, field.size): COLOUR_NAMES[cells[point]] if cells[point] else None for point in points}


def shown(game, people):
    session = people.session
    cells, field, unread = session.match.cells, session.field, session.wiring_trust.unread()
    found = {index(point, field.size): colour for point, colour in game.stones.items()}
    return {
        name(point, field.size): colour if cells[point] else None
        for point, colour in found.items()
        if field.on_board(point) not in unread
    }


@pytest.mark.parametrize("seed", fewer(range(80), range(30)))
def test_whatever_people_do_what_lies_is_known(seed):
    """Whatever people do at the board, a client knows the stones on it."""
    chance = random.Random(seed)
    people = RandomPeople(chance)
    for number in range(120):
        people.do(chance.choice(DEEDS))
        people.light()
        people.check(number)


class AtFifths(Told):
    """Two tentative fifths are put and cleared, while hands also move other stones, sometimes at the same time."""

    def __init__(self, chance):
        super().__init__(opening="rif", move="button")
        self.chance = chance
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
        """Put back missing stones, and lift all but one of the extra stones of each kind."""
        hands = self.session.board_state
        return self.put(*names(list(hands.missing) + list(hands.extra)[1:] + list(hands.several)[1:], 15)).wait(20)


@pytest.mark.parametrize("seed", fewer(range(40), range(15)))
def test_whatever_hands_do_to_tentative_fifths_those_that_lie_are_known(seed):
    """Whatever hands do to tentative fifths, a client knows which of them are on the board."""
    chance = random.Random(seed)
    people = AtFifths(chance)
    for number in range(150):
        people.touch()
        people.check(number)


def test_stones_that_are_lifted_before_the_move_that_takes_them():
    people = Told(game="pente", opening="free", move="button").play_by_button("h8", "i8", "a1", "j8")
    people.late = Page()
    people.late.take(people.replica.messages())
    for point in ("k8", "i8", "j8"):
        people.put(point).wait(1000)
        people.check(point)
    people.press("p1").wait(20)
    people.check("press")
    assert sorted(people.late.state.game.stones) == ["a1", "h8", "k8"]


def some_groups(chance):
    """Return the `is` of a line with some groups."""
    stones = {point: chance.choice(("empty", "black", "white")) for point in chance.sample(("a1", "b1", "c1"), 2)}
    groups = {
        "board": {"changes": [[point, "empty", now] for point, now in stones.items()], "sum": chance.randrange(9)},
        "moves": [chance.randrange(4), [chance.random() for _ in range(3)]],
        "hand": {"new": [chance.random()]},
        "result": None,
    }
    if chance.random() < 0.3:
        groups["board"]["clear"] = True
    return {name_: groups[name_] for name_ in groups if chance.random() < 0.7}


def test_lines_that_belong_together_come_to_the_same_as_one():
    chance = random.Random(0)
    for _ in range(1000):
        groups = {"board": {"a1": "black"}, "moves": [1, 2, 3], "hand": {}}
        lines = [{"is": some_groups(chance), "did": [chance.random()], "more": True} for _ in range(3)] + [{"seq": 9}]
        one, each = {}, groups
        for line in lines:
            one, each = state.join_lines(one, line), state.merge(each, line.get("is", {}))
        assert state.merge(groups, one["is"]) == each
        assert one["did"] == [its for line in lines for its in line.get("did", ())]
        assert one["seq"] == 9 and "more" not in one
