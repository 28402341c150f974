"""A table with all that people touch and see: buttons as the app reads them, lights, and a listener to all events."""

from table import Table
from tengen import wiring
from tengen.lights.picture import Picture, compose
from tengen.lights.scene import Scene
from tengen.maintenance import wire_map
from tengen.sensing.buttons import Buttons
from tengen.session.board_state import DISTURBED

BUTTONS = ("p1", "p2", "arbiter")
PLAYERS = BUTTONS[:2]

WIRED = wire_map.defaults(wiring)
SCENE = Scene()

ROW_7 = list(range(90, 105))


class Listener:
    """The state of a game as known from events alone."""

    def __init__(self):
        self.begin()
        self.clock = None
        self.clock_at = 0

    def begin(self):
        self.moves = ""
        self.expects = {}
        self.menus = {}
        self.players = self.turn = self.result = self.opening = None

    def hear(self, event, now):
        kind = event["event"]
        if kind == "new_game":
            self.begin()
            self.clock = None
        if kind == "expects":
            self.expects = event
        elif kind == "menu":
            self.menus[event["who"]] = event
        elif kind == "clock":
            self.clock, self.clock_at = event, now
        elif kind == "move":
            self.moves += event["point"]
        elif kind == "passed":
            self.moves += "--"
        elif kind == "opening":
            self.opening = {key: event[key] for key in ("code", "name", "kanji")}
        elif kind == "taken_back":
            self.moves = event["moves"]
            self.result = None
            if self.moves.count("--") + sum(mark.isalpha() for mark in self.moves) < 3:
                self.opening = None
        elif kind == "result":
            self.result = {key: event[key] for key in ("winner", "reason", "line")}
        if "players" in event:
            self.players = event["players"]
        if "turn" in event:
            self.turn = event["turn"]

    def check(self, snapshot, now):
        """Check that this state equals a snapshot, which is for a listener who comes now."""
        told = ("event", "seq", "t", "first")  # fields of an event that are not state
        assert without(self.expects, *told) == without(snapshot["expects"], *told)
        menus = [[without(menu, *told) for menu in menus] for menus in (self.menus.values(), snapshot["menus"])]
        assert sorted((menu for menu in menus[0] if menu["about"]), key=str) == sorted(menus[1], key=str)
        assert self.moves == snapshot["moves"]
        assert (self.players, self.result) == (snapshot["players"], snapshot["result"])
        assert self.opening == snapshot["opening"]
        if self.clock:
            clock = dict(self.clock)
            if clock["running"] and not clock["stopped"]:
                clock[clock["running"]] = max(0, clock[clock["running"]] - (now - self.clock_at))
            ended = ("periods",) if not clock["p1"] or not clock["p2"] else ()
            assert without(clock, *told, "cause", *ended) == without(snapshot["clock"], *told, "cause", *ended)


def without(event, *fields):
    return event and {field: event[field] for field in event if field not in fields}


class People(Table):
    """A Table that also does the app's part. `press` and `hold` take as long as with real fingers."""

    def __init__(self, **settings):
        self.buttons = Buttons(BUTTONS)
        self.levels = 0
        self.picture = Picture(wiring.SIZE, wiring.BAR_LENGTH)
        self.frame = bytearray(3 * wiring.PIXELS)
        self.listener = Listener()
        self.disturbed_at = None
        self.passed_on = 0  # how many of the events in `heard` the listener has received
        super().__init__(**settings)
        self.light()

    # As the app does it

    def look(self):
        super().look()
        self._note_disturbed()

    def _note_disturbed(self):
        if self.session.board_state.state != DISTURBED:
            self.disturbed_at = None
        elif self.disturbed_at is None:
            self.disturbed_at = self.now

    def hear(self):
        self.passed_on = min(self.passed_on, len(self.heard))  # tests clear `heard`
        super().hear()
        self._note_disturbed()  # a take-back disturbs at once
        # an event may have led to a nested call, which has passed on the rest
        fresh, self.passed_on = self.heard[self.passed_on :], len(self.heard)
        for event in fresh:
            self.listener.hear(event, self.now)

    def light(self):
        """Draw the lights, then find the reason of a foul, in the app's order."""
        compose(self.picture, self.session, self.now)
        SCENE.draw(self.frame, self.picture, self.now, WIRED)
        return self.explain()

    def _fingers(self):
        for who, action, since in self.buttons.update(self.levels, self.now, self.now):
            self.session.button(who, action, since, self.now)
            self.hear()

    # What people do

    def wait(self, period):
        self.now += period
        self.look()
        if self.buttons.down:
            self._fingers()
        self.session.tick(self.now, self.now)
        self.hear()
        return self

    def finger(self, who, down):
        """Press a button, or release it."""
        bit = 1 << BUTTONS.index(who)
        self.levels = self.levels | bit if down else self.levels & ~bit
        self._fingers()
        return self

    def press(self, who):
        return self.finger(who, True).wait(100).finger(who, False)

    def hold(self, who):
        return self.finger(who, True).wait(1000).finger(who, False)

    def press_early(self, point, who):
        """Put a stone, and press before it has come to rest."""
        self.settled = False
        self.put(point).press(who)
        self.settled = True
        return self.wait(4)

    def enter(self, who, entry):
        """Take a menu entry if it is there; stop if the menu closes."""
        menus = self.session.menus
        if who not in menus:
            self.hold(who)
        for _ in range(len(menus[who].entries) if who in menus else 0):
            if who not in menus or menus[who].entries[menus[who].at] == entry:
                break
            self.press(who)
        return self.hold(who)

    def ask(self, command):
        """Do command(table) as a request over the link; the session may refuse it."""
        try:
            command(self)
        except ValueError:
            pass
        finally:
            self.hear()
        return self

    def break_row_7(self, broken):
        """Break row 7 of the board, or mend it."""
        self.session.distrust(["row 7 is dead"] if broken else [], ROW_7 if broken else [], [], self.now)
        self.hear()
        return self

    # What they know

    def lying(self):
        """The points with stones, in order."""
        return [point for point in range(225) if self.stones[point // 15] >> point % 15 & 1]

    def free(self):
        """The points without stones, in order."""
        return [point for point in range(225) if not self.stones[point // 15] >> point % 15 & 1]

    def wrong(self):
        """The points at which a stone is missing or must be lifted, by the game."""
        cells, field = self.session.match.cells, self.session.field
        wanted = {field.on_board(at) for at in range(len(cells)) if cells[at]}
        return sorted(wanted ^ set(self.lying()))
