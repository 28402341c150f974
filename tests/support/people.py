"""A table with everything that people touch and see: debounced buttons, lights, and a client of the link."""

from table import Table
from tengen import wiring
from tengen.lights.picture import Picture, compose
from tengen.lights.scene import Scene
from tengen.maintenance import wire_map
from tengen.sensing.buttons import Buttons
from tengen.session.board_state import DISTURBED
from tengen.session.state import ALL, OPEN

BUTTONS = ("p1", "p2", "arbiter")
PLAYERS = BUTTONS[:2]

WIRED = wire_map.defaults(wiring)
SCENE = Scene()

ROW_7 = list(range(90, 105))


class People(Table):
    """A Table that also does the work of the app. `press` and `hold` take as long as real fingers need."""

    def __init__(self, **settings):
        self.buttons = Buttons(BUTTONS)
        self.levels = 0
        self.picture = Picture(wiring.SIZE, wiring.BAR_LENGTH)
        self.frame = bytearray(3 * wiring.PIXELS)
        self.disturbed_at = None
        super().__init__(**settings)
        self.light()

    # What the app does on a board

    def look(self):
        super().look()
        self._note_disturbed()

    def _note_disturbed(self):
        if self.session.board_state.state != DISTURBED:
            self.disturbed_at = None
        elif self.disturbed_at is None:
            self.disturbed_at = self.now

    def hear(self):
        super().hear()
        self._note_disturbed()  # a take-back leaves wrong stones on the board at once
        self._flush(ALL)

    def _flush(self, part):
        """Send the changed groups, like Laptop.flush()."""
        effects = self.session.effects
        if effects.news:
            effects.news = False
            self.send(ALL)
        elif part == OPEN and self._state.owes(self.session):
            self.send(OPEN)

    def light(self):
        """Draw the lights, then explain a foul, in the same order as the app."""
        compose(self.picture, self.session, self.now)
        SCENE.draw(self.frame, self.picture, self.now, WIRED)
        return self.explain()

    def _fingers(self):
        for who, action, since in self.buttons.update(self.levels, self.now, self.now):
            self.director.button(who, action, since, self.now)
            self.hear()

    # Actions of people

    def wait(self, period):
        self.now += period
        self.look()
        if self.buttons.down:
            self._fingers()
        self.director.tick(self.now, self.now)
        self.hear()
        self._flush(OPEN)
        return self

    def finger(self, who, down):
        """Press or release a button."""
        bit = 1 << BUTTONS.index(who)
        self.levels = self.levels | bit if down else self.levels & ~bit
        self._fingers()
        return self

    def press(self, who):
        return self.finger(who, True).wait(100).finger(who, False)

    def hold(self, who):
        return self.finger(who, True).wait(1000).finger(who, False)

    def press_early(self, point, who):
        """Put a stone, and press the button before the stone rests."""
        self.settled = False
        self.put(point).press(who)
        self.settled = True
        return self.wait(4)

    def enter(self, who, entry):
        """Choose a menu entry if it exists. Stop if the menu closes."""
        menus = self.session.menus
        if who not in menus:
            self.hold(who)
        for _ in range(len(menus[who].entries) if who in menus else 0):
            if who not in menus or menus[who].entries[menus[who].at] == entry:
                break
            self.press(who)
        return self.hold(who)

    def ask(self, command):
        """Run command(table) as a request over the link. The session may refuse it."""
        try:
            command(self)
        except ValueError:
            pass
        finally:
            self.hear()
        return self

    def break_row_7(self, broken):
        """Break row 7 of the board, or repair it."""
        self.director.distrust(["row 7 is dead"] if broken else [], ROW_7 if broken else [], [], self.now)
        self.hear()
        return self

    # What people can see

    def lying(self):
        """Return the points with stones, in order."""
        return [point for point in range(225) if self.stones[point // 15] >> point % 15 & 1]

    def free(self):
        """Return the points without stones, in order."""
        return [point for point in range(225) if not self.stones[point // 15] >> point % 15 & 1]

    def wrong(self):
        """Return the points where players must put or lift a stone, so that the board agrees with the game."""
        cells, field = self.session.match.cells, self.session.field
        wanted = {field.on_board(at) for at in range(len(cells)) if cells[at]}
        return sorted(wanted ^ set(self.lying()))
