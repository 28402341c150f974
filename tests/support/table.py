"""A table with a session on it: stones to put and lift, buttons to press, time that passes. On both Pythons."""

from array import array

from memory_store import MemoryStore
from portable import DWELL_MS
from tengen import wiring
from tengen.coach import coach
from tengen.games.points import index, name
from tengen.journal.keeper import Keeper
from tengen.lights.picture import Picture, compose
from tengen.session.director import Director
from tengen.session.effects import LAST_SECOND
from tengen.session.menu import MENU_MS
from tengen.session.session import Session
from tengen.session.settings import Settings
from tengen.session.state import ALL, OPEN, State

PRESS_MS = 100
HOLD_MS = 1000

# Events that come with most others; a test asks for one of them by name: last("opening")
QUIET = ("opening", "journal")


def board(black="", white=""):
    """Return a board text, row 15 first, of stones by name: "h8 i9"."""
    rows = [["."] * 15 for _ in range(15)]
    for mark, stones in (("X", black), ("O", white)):
        for stone in stones.lower().split():
            at = index(stone, 15)
            rows[at // 15][at % 15] = mark
    return "".join("".join(row) for row in reversed(rows))


def merge(groups, news):
    """Add to a client's groups the (name, value) of those that have changed; of the board its stones by name."""
    for group, value in news:
        if group in ("moves", "record"):
            value = groups.get(group, [])[: value[0]] + value[1]
        elif group == "board":
            stones = {} if value.get("clear") else dict(groups["board"])
            stones.update({point: now for point, _, now in value["changes"]})
            value = {point: now for point, now in stones.items() if now != "empty"}
        groups[group] = value
    return groups


def clock_at(clock, now):
    """The group `clock` as it is at a later time."""
    found = dict(clock, t=now)
    if "stopped" not in clock:
        found[clock["running"]] = max(0, clock[clock["running"]] - (now - clock["t"]))
    return found


class Table:
    """A session with these settings, and the stones on its board.

    Reeds and buttons are perfect: the tests are of the session's reaction.
    """

    size = 15
    director_class = Director

    def __init__(self, store=None, **settings):
        self.store = MemoryStore() if store is None else store
        self.stones = array("I", [0] * self.size)
        self.opened = array("I", [0] * self.size)  # reeds that have opened, but that the debounce still holds
        self.settled = True  # whether touched points count as stones
        self.now = 0
        self.told = []  # all events but those in QUIET
        self.heard = []  # all events
        self._down = {}  # by button: since when it is down
        self.restart(None, settings)

    def restart(self, cause=None, settings=None):
        """Cut the power, or stop the firmware for another `cause`; start it with the flash as it is then.

        Returns whether a game was restored.
        """
        self.beeps = 0  # the last seconds of a player's time that have begun
        self.session = Session(self.size, Settings(100, self.size).with_(settings or {}), DWELL_MS)
        self.director = self.director_class(self.session, coach)
        self._state = State()
        self.known = {}  # the groups of the state, as a client has merged them
        self.keeper = Keeper(self.store)
        restored = self.keeper.open(self.director, cause, self.now)
        if not restored:
            self.director.start(self.now)
        self.look()
        return restored

    def put(self, *points):
        """Put a stone on each of these points; lift the stone where there is one."""
        for point in points:
            at = index(point, self.size)
            self.stones[at // self.size] ^= 1 << at % self.size
        self.look()
        return self

    lift = put

    def open(self, *points):
        """Set the reeds that are open just now: those of these points, and no others."""
        for row in range(self.size):
            self.opened[row] = 0
        for point in points:
            at = index(point, self.size)
            self.opened[at // self.size] |= 1 << at % self.size
        return self

    def slide(self, origin, target):
        """Slide a stone, as the debounce reports it: the new reed at once, the old one 20 ms later."""
        self.open(origin).put(target).wait(10)
        self.wait(10)
        return self.open().put(origin)

    def look(self):
        stones = self.stones if self.settled else array("I", [0] * self.size)
        words = array("I", list(self.stones) + list(stones) + list(self.opened))
        self.director.stones(words, self.now, self.now)
        self.hear()

    def hear(self):
        """Take over the session's effects, as the app does."""
        effects = self.session.effects
        self.keeper.keep(self.session, self.now)
        found = list(self.keeper.take_events()) + list(effects.take_events())
        self.heard += found
        self.told += [event for event in found if event["code"] not in QUIET + ("button",)]
        if effects.sound == LAST_SECOND:
            self.beeps += 1
        effects.sound = ""

    def wait(self, period):
        """Let `period` ms pass, then do one tick."""
        self.now += period
        self.look()
        self.director.tick(self.now, self.now)
        while self.director.think(5000, self.now):
            pass
        self.hear()
        self.keeper.tend(self.session, self.now)
        self.heard += self.keeper.take_events()
        return self

    def down(self, who):
        """Put a finger on a button."""
        self.director.button(who, "down", self.now, self.now)
        self._down[who] = self.now
        return self

    def up(self, who):
        """Release a button before the press is a hold."""
        self.director.button(who, "press", self._down.pop(who), self.now)
        self.hear()
        return self

    def held(self, who):
        """Report that a button has been down long enough for a hold."""
        self.director.button(who, "hold", self._down.pop(who), self.now)
        self.hear()
        return self

    def together(self, *players):
        """Hold these buttons together; the first of them reports it."""
        for who in players:
            self.down(who)
        self.now += HOLD_MS
        self.director.button(players[0], "together", self._down[players[0]], self.now)
        for who in players:
            self.director.button(who, "release", self._down.pop(who), self.now)
        self.hear()
        return self

    def press(self, who):
        """Press a button for PRESS_MS."""
        self.down(who)
        self.now += PRESS_MS
        return self.up(who)

    def hold(self, who):
        """Hold a button for HOLD_MS."""
        self.down(who)
        self.now += HOLD_MS
        return self.held(who)

    def do(self, who, entry):
        """Take a menu entry over the link. Raises ValueError if it is not open to the player."""
        self.director.obey(("take", who, entry), self.now)
        self.hear()
        return self

    def set(self, **settings):
        """Change settings."""
        self.director.obey(("change", self.session.settings.with_(settings)), self.now)
        self.hear()
        return self

    def correct(self, **left):
        """Correct clocks over the link, as the arbiter: the ms left by seat."""
        self.director.obey(("correct_clock", left), self.now)
        self.hear()
        return self

    def back(self, count):
        """Take moves back over the link, as the arbiter, and lift the stones."""
        return self.take_back(count).mend()

    def take_back(self, count):
        """Take moves back over the link, as the arbiter; leave the stones on the board."""
        self.director.obey(("take_back", count, "arbiter"), self.now)
        self.hear()
        return self

    def set_up(self, text, turn=None, confirmed=False):
        """Set up a position, a board text, over the link."""
        self.director.obey(("set_up", text, turn, confirmed), self.now)
        self.hear()
        return self

    def mend(self):
        """Do what the lights ask: put the missing stones, lift the extra ones."""
        state, size = self.session.board_state, self.session.match.game.size
        return self.put(*[name(point, size) for point in list(state.missing) + list(state.extra) + list(state.lift)])

    def distrust(self, faults, unproved, chattering):
        """Report parts of the board as broken: faults in words, unproved and chattering points."""
        self.look()  # as the app does: stones first
        self.director.distrust(faults, unproved, chattering, self.now)
        self.hear()
        return self

    def enter(self, who, entry):
        """Take a menu entry with the player's button alone: open the menu if it is closed, go to the entry, hold."""
        menus = self.session.menus
        if who not in menus:
            self.hold(who)
        while menus[who].entries[menus[who].at] != entry:
            assert entry in menus[who].entries, (entry, menus[who].entries)
            self.press(who)
        return self.hold(who)

    def play(self, *points):
        """Put stones; each becomes a move by the dwell."""
        for point in points:
            self.put(point).wait(DWELL_MS)
        return self

    def play_by_button(self, *points):
        """Put stones; each becomes a move by the button of the player to move."""
        for point in points:
            who = self.session.match.asked().who
            self.put(point).wait(20).press(who)
        return self

    def explain(self):
        """Explain the last foul, as the app does after it has shown the lights."""
        self.director.explain()
        self.hear()
        return self

    def picture(self):
        """The picture that the lights are to show."""
        found = Picture(15, wiring.BAR_LENGTH)
        compose(found, self.session, self.now)
        return found

    def entries(self, who):
        """The entries of the menu of a player or the arbiter: open the menu, and let it close."""
        self.hold(who)
        found = self.menu(who)["entries"]
        self.wait(MENU_MS)
        return found

    def menu(self, who):
        """The open menu of a player or the arbiter, or None."""
        return self.groups()["menus"].get(who)

    def kinds(self):
        return [event["code"] for event in self.told]

    def last(self, kind):
        """The last event of a kind."""
        found = [event for event in self.heard if event["code"] == kind]
        assert found, (kind, [event["code"] for event in self.heard])
        return found[-1]

    def refused(self):
        """Return who was refused last and the message; check that his bar shows it."""
        event = self.last("refused")
        assert self.session.transients.refused == event["who"]
        return event["who"], event["why"]

    def left(self):
        """The times of p1 and p2 that are left."""
        clock = self.groups()["clock"]
        return clock["p1"], clock["p2"]

    def ended(self):
        """Who has won ("draw" if nobody has), and for what reason; None while the game goes on."""
        result = self.session.match.result
        return result and (("draw", "black", "white")[result.winner], result.reason)

    def cell(self, point):
        """What a point of the game holds."""
        return self.session.match.game.cells[index(point, self.size)]

    def moves(self):
        """The moves so far, as names."""
        return [name(point, self.session.match.game.size) for point in self.session.match.game.moves]

    def send(self, part):
        """Merge a part of the state (State.news) into `known`, as a client does. Returns the names of its groups."""
        found = []
        for group, value in self._state.news(self.session, self.now, part):
            merge(self.known, ((group, value),))
            found.append(group)
        return found

    def news(self):
        """The names of the groups that have changed since the last call."""
        found = self.send(ALL)
        while self._state.owes(self.session):
            found += self.send(OPEN)
        return found

    def groups(self):
        """All groups of the state, as a client has them."""
        self.news()
        return self.check_known()

    def check_known(self):
        """Check that a client who has merged all news knows what one who comes now is sent, and return that."""
        effects, known = self.session.effects, self.known
        open_now = effects.open_now
        newcomer = State()
        found: dict = {}
        while not newcomer.whole:
            found = merge(found, newcomer.news(self.session, self.now, OPEN))
        effects.open_now = open_now
        for group in found:
            its = known.get(group)
            if group == "clock" and its:
                its = clock_at(its, self.now)
            later = group == "hand" and self.session.board_state.pending
            later = later or (group.startswith("open_") and (open_now or self._state.owes(self.session)))
            assert later or its == found[group], (group, its, found[group])
        return found
