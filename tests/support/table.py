"""A table with a session. Tests put and lift stones, press buttons and let time pass. For CPython and MicroPython."""

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

# Events that accompany most other events; a test gets one of them by name: last("opening")
QUIET = ("opening", "journal")


def board(black="", white=""):
    """Return the board text, row 15 first, of stones by name: "h8 i9"."""
    rows = [["."] * 15 for _ in range(15)]
    for mark, stones in (("X", black), ("O", white)):
        for stone in stones.lower().split():
            at = index(stone, 15)
            rows[at // 15][at % 15] = mark
    return "".join("".join(row) for row in reversed(rows))


def merge(groups, news):
    """Merge changed groups, as (name, value), into a client's groups. The group `board` becomes stones by name."""
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
    """Return the group `clock` as it is at a later time."""
    found = dict(clock, t=now)
    if "stopped" not in clock:
        found[clock["running"]] = max(0, clock[clock["running"]] - (now - clock["t"]))
    return found


class Table:
    """A session with these settings, and the stones on its board.

    Reeds and buttons are perfect, because the tests check the session's reaction.
    """

    size = 15
    director_class = Director

    def __init__(self, store=None, **settings):
        self.store = MemoryStore() if store is None else store
        self.stones = array("I", [0] * self.size)
        self.opened = array("I", [0] * self.size)  # reeds that are open, but count as closed during the debounce
        self.settled = True  # whether touched points count as stones at once
        self.now = 0
        self.told = []  # all events but those in QUIET
        self.heard = []  # all events
        self._down = {}  # by button: the time when it was pressed
        self.restart(None, settings)

    def restart(self, cause=None, settings=None):
        """Cut the power, or stop the firmware for another `cause`; then start the firmware with the same flash.

        Returns whether a game was restored.
        """
        self.beeps = 0  # the number of beeps for the last seconds of a player's time
        self.session = Session(self.size, Settings(100, self.size).with_(settings or {}), DWELL_MS)
        self.director = self.director_class(self.session, coach)
        self._state = State()
        self.known = {}  # the groups of the state, merged as a client merges them
        self.keeper = Keeper(self.store)
        restored = self.keeper.open(self.director, cause, self.now)
        if not restored:
            self.director.start(self.now)
        self.look()
        return restored

    def put(self, *points):
        """Put a stone on each of these points, or lift the stone that is there."""
        for point in points:
            at = index(point, self.size)
            self.stones[at // self.size] ^= 1 << at % self.size
        self.look()
        return self

    lift = put

    def open(self, *points):
        """Set which reeds are open at this moment: those of these points, and no others."""
        for row in range(self.size):
            self.opened[row] = 0
        for point in points:
            at = index(point, self.size)
            self.opened[at // self.size] |= 1 << at % self.size
        return self

    def slide(self, origin, target):
        """Slide a stone. As after the debounce, the new reed counts at once, and the old reed 20 ms later."""
        self.open(origin).put(target).wait(10)
        self.wait(10)
        return self.open().put(origin)

    def look(self):
        stones = self.stones if self.settled else array("I", [0] * self.size)
        words = array("I", list(self.stones) + list(stones) + list(self.opened))
        self.director.stones(words, self.now, self.now)
        self.hear()

    def hear(self):
        """Collect the session's effects, like the app."""
        effects = self.session.effects
        self.keeper.keep(self.session, self.now)
        found = list(self.keeper.take_events()) + list(effects.take_events())
        self.heard += found
        self.told += [event for event in found if event["code"] not in QUIET + ("button",)]
        if effects.sound == LAST_SECOND:
            self.beeps += 1
        effects.sound = ""

    def wait(self, period):
        """Let `period` ms pass; then do one tick."""
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
        """Press a button and keep it down."""
        self.director.button(who, "down", self.now, self.now)
        self._down[who] = self.now
        return self

    def up(self, who):
        """Release a button before the press becomes a hold."""
        self.director.button(who, "press", self._down.pop(who), self.now)
        self.hear()
        return self

    def held(self, who):
        """Report that a button was down long enough for a hold."""
        self.director.button(who, "hold", self._down.pop(who), self.now)
        self.hear()
        return self

    def together(self, *players):
        """Hold these buttons together. The first of them reports the hold."""
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

    def do(self, who, entry, choice=None):
        """Choose a menu entry over the link. Raises ValueError if the player may not choose it now."""
        self.director.obey(("take", who, entry, choice), self.now)
        self.hear()
        return self

    def set(self, **settings):
        """Change settings."""
        self.director.obey(("change", self.session.settings.with_(settings)), self.now)
        self.hear()
        return self

    def correct(self, **left):
        """Correct clocks over the link, as the arbiter, with the remaining ms by seat."""
        self.director.obey(("correct_clock", left), self.now)
        self.hear()
        return self

    def back(self, count):
        """Take moves back over the link, as the arbiter, and lift their stones."""
        return self.take_back(count).mend()

    def take_back(self, count):
        """Take moves back over the link, as the arbiter, but leave the stones on the board."""
        self.director.obey(("take_back", count, "arbiter"), self.now)
        self.hear()
        return self

    def set_up(self, text, turn=None, confirmed=False):
        """Set up a position over the link, from a board text."""
        self.director.obey(("set_up", text, turn, confirmed), self.now)
        self.hear()
        return self

    def mend(self):
        """Correct the board as the lights request: put the missing stones, and lift the extra stones."""
        state, size = self.session.board_state, self.session.match.game.size
        return self.put(*[name(point, size) for point in list(state.missing) + list(state.extra) + list(state.lift)])

    def distrust(self, faults, unproved, chattering):
        """Report parts of the board as broken: the faults as words, and the unproved and the chattering points."""
        self.look()  # stones first, like the app
        self.director.distrust(faults, unproved, chattering, self.now)
        self.hear()
        return self

    def enter(self, who, entry):
        """Choose a menu entry with only the player's button: open the menu if it is closed, go to the entry, hold."""
        menus = self.session.menus
        if who not in menus:
            self.hold(who)
        while menus[who].entries[menus[who].at] != entry:
            assert entry in menus[who].entries, (entry, menus[who].entries)
            self.press(who)
        return self.hold(who)

    def play(self, *points):
        """Put stones. Each becomes a move after the dwell time."""
        for point in points:
            self.put(point).wait(DWELL_MS)
        return self

    def play_by_button(self, *points):
        """Put stones. Each becomes a move by the button of the player to move."""
        for point in points:
            who = self.session.match.asked().who
            self.put(point).wait(20).press(who)
        return self

    def explain(self):
        """Explain the last foul, like the app after showing the lights."""
        self.director.explain()
        self.hear()
        return self

    def picture(self):
        """Return the picture for the lights."""
        found = Picture(15, wiring.BAR_LENGTH)
        compose(found, self.session, self.now)
        return found

    def entries(self, who):
        """Open the menu of a player or the arbiter, and let it close. Return its entries."""
        self.hold(who)
        found = self.menu(who)["entries"]
        self.wait(MENU_MS)
        return found

    def menu(self, who):
        """Return the open menu of a player or the arbiter, or None."""
        return self.groups()["menus"].get(who)

    def kinds(self):
        return [event["code"] for event in self.told]

    def last(self, kind):
        """Return the last event of a kind."""
        found = [event for event in self.heard if event["code"] == kind]
        assert found, (kind, [event["code"] for event in self.heard])
        return found[-1]

    def refused(self):
        """Return the player who was refused last, and the message. Check that the player's bar shows the refusal."""
        event = self.last("refused")
        assert self.session.transients.refused == event["who"]
        return event["who"], event["why"]

    def left(self):
        """Return the remaining times of p1 and p2."""
        clock = self.groups()["clock"]
        return clock["p1"], clock["p2"]

    def ended(self):
        """Return the winner (or "draw") and the reason; None while the game is running."""
        result = self.session.match.result
        return result and (("draw", "black", "white")[result.winner], result.reason)

    def cell(self, point):
        """Return the contents of a point of the game."""
        return self.session.match.game.cells[index(point, self.size)]

    def moves(self):
        """Return the moves so far, as names."""
        return [name(point, self.session.match.game.size) for point in self.session.match.game.moves]

    def send(self, part):
        """Merge a part of the state (State.news) into `known`, like a client. Return the names of the part's groups."""
        found = []
        for group, value in self._state.news(self.session, self.now, part):
            merge(self.known, ((group, value),))
            found.append(group)
        return found

    def news(self):
        """Return the names of the groups that have changed since the last call."""
        found = self.send(ALL)
        while self._state.owes(self.session):
            found += self.send(OPEN)
        return found

    def groups(self):
        """Return all groups of the state, as a client has them."""
        self.news()
        return self.check_known()

    def check_known(self):
        """Return the state for a new client. Check that a client that has received all news has the same state."""
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
