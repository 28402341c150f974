"""Hands at the virtual board, the expected game, and eyes that recognize a light by its hue and rhythm."""

import asyncio
import functools
from array import array

import heard
import pytest
from scripts import as_test
from tengen.games import COLOUR_NAMES, COMMON, EMPTY, NEUTRAL, OWN, PASS, registry
from tengen.games.points import index, name
from tengen.journal import partfile
from tengen.journal.archive import FOLDER
from tengen.lights import glyphs
from tengen.maintenance.faultlog import FILE as FAULTS
from tengen.sensing.field import Field
from tengen_host.boards.virtual import restored
from tengen_host.records import from_journal, stones
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.kept import Kept

TAP_MS = 40
HOLD_MS = 1050
SNAPSHOT_MS = 300
SETTLE_MS = 40  # after this time without a change a stone counts as resting
TOLD_MS = 250
MOST_LOOKS = 8  # after this number of looks the board must be correct
BAR_LENGTH = 15
LOOK_MS = 3200  # two periods of the slowest rhythm that requests something

OTHER = {"p1": "p2", "p2": "p1"}

# (green, red, blue) at any brightness, by the names that people use. Not taken from the firmware, which is tested
HUES = {
    "white": (1, 1, 1),
    "cyan": (1, 0, 1),
    "blue": (0, 0, 1),
    "amber": (42, 100, 0),
    "violet": (0, 55, 160),
    "warm white": (100, 160, 40),
    "red": (0, 1, 0),
    "green": (1, 0, 0),
}
# by the colour of a pulse, the colour of the stone that it requests
PULSES = {"violet": "black", "warm white": "white"}
BLINKS = ("fast blink", "blink", "slow blink")

# The meanings of the lights (firmware/docs/family.md#at-the-board), as (hue, rhythm)
NEW = ("cyan", "dips")  # a new stone
WAITS = ("cyan", "slow blink")  # a reply that was put before the press
WRONG = ("red", "fast blink")
CAPTURED = ("red", "slow blink")
GOES = ("red", "pulse")  # a stone that the new one would capture
REST = ("cyan", "pulse")  # the point where a stone on another point would come to rest
ABSENT = {"black": ("violet", "pulse"), "white": ("warm white", "pulse")}
LINE = ("green", "dips")  # a brighter light runs along the line


def hue(colour):
    """The name of the hue of a colour (green, red, blue) at any brightness; "" for an unnamed hue."""
    most = max(colour)
    for its_name, pure in HUES.items():
        if all(abs(part / most - its / max(pure)) < 0.15 for part, its in zip(colour, pure, strict=True)):
            return its_name
    return ""


def rhythm(levels, ms):
    """The name of a rhythm. `levels`: the brightnesses of a point in order, each different from the previous one.

    `ms`: the total time.
    """
    if len(levels) == 1:
        return "steady"
    period = 2 * ms / len(levels)
    if min(levels) == 0:
        return "fast blink" if period < 400 else "blink" if period < 1000 else "slow blink"
    return "pulse" if len(set(levels)) > 4 else "dips"


class People:
    """The actions of both players and the arbiter at a board, and the board's events since the game began."""

    def __init__(self, board, clock):
        self.board, self.clock = board, clock
        self.since = 0  # the earlier events belong to other games, or to an earlier start of the firmware

    async def rest(self, ms=SETTLE_MS):
        await self.clock.advance(ms)

    async def put(self, *points):
        for point in points:
            self.board.put(point)
            await self.rest()

    async def lift(self, *points):
        for point in points:
            self.board.lift(point)
            await self.rest()

    async def press(self, who, ms=TAP_MS):
        self.board.press(who)
        await self.rest(ms)
        self.board.release(who)
        await self.rest(TAP_MS)

    async def hold(self, who):
        await self.press(who, HOLD_MS)

    async def take(self, who, *entries):
        """Choose an entry of the player's open menu with the button, then one of the menu that opens, and so on."""
        for entry in entries:
            assert entry in self.groups["menus"][who]["entries"], (entry, self.groups["menus"])
            while self.groups["menus"][who]["entries"][self.groups["menus"][who]["at"]] != entry:
                await self.press(who)
            await self.hold(who)

    @property
    def groups(self):
        """The state of the board, from all its lines."""
        return self.board.replica.state.groups

    def menu(self):
        """The menu that is open; exactly one must be."""
        (menu,) = self.groups["menus"].values()
        return menu

    def told(self, *kinds):
        """The events of these kinds in this game."""
        return [event for event in heard.said(self.board.lines[self.since:]) if event["code"] in kinds]

    def last(self, kind):
        return next(event for event in reversed(heard.said(self.board.lines)) if event["code"] == kind)


class Hands(People):
    """The hands and eyes of both players and the arbiter at a board.

    `game`: the expected game, played in parallel to the board by the rules only. `points` are those of the board.
    """

    def __init__(self, board, clock, room):
        super().__init__(board, clock)
        self._room = room
        self.game = None
        self._counted = 0  # the number of the last event that played() has counted

    async def begin(self, game, **settings):
        """Choose the next game over the link, and expect it."""
        self.since = len(self.board.lines)
        self.board.ask({"cmd": "set", "game": game, **settings})
        await self.rest(2 * SETTLE_MS)
        chosen = self.groups["next"]
        self.game = registry.new(game, chosen["size"], chosen["options"])
        assert self.told("new_game") and self.groups["game"]["name"] == game
        self.agree()
        return self

    async def cut(self, power, *dark):
        """Cut the power: the "plug" is pulled and inserted again, or the "process" is ended and restarted.

        Meanwhile stones are put on the points of `dark`, or lifted from them.
        """
        if power == "plug":
            self.board.unplug()
            await self.rest(5000)
            self.since = len(self.board.lines)
            assert not any(self.board.frame)
        for point in dark:
            (self.board.lift if index(point, self.board.size) in self.board.stones else self.board.put)(point)
        if power == "plug":
            self.board.plug()
            await self.rest(300)
        else:
            await self._room.switch_off()
            self.board, self.clock = await self._room.switch_on()
            self.since = 0
        self._counted = 0
        assert self.last("started")["restored"] and self.groups["game"]["awaits"] == "resume"
        if self.board.game.asked != "keep":  # while a fifth is being chosen, there are also tentative fifths
            self.follows()

    # Reported

    def refused(self):
        """The player or point of the last refusal, and its reason."""
        event = self.last("refused")
        return event.get("who", event.get("point")), event["why"]

    def mover(self):
        """The seat that puts the next stone."""
        return self.groups["asks"]["who"]

    # Moves

    async def turn(self, *points):
        """Put the stones of a whole turn, press, lift the captured stones; check the board after each step.

        Points are those of the game's field. `bomb:h8` is a stone of another kind, already chosen in the menu.
        """
        who = self.mover()
        await self.put(*self.places(*[point.rpartition(":")[2] for point in points]))
        await self.done(who, *points)
        await self.lift(*self.taken())
        self.agree()

    async def turns(self, *points):
        """Play turns of one stone each."""
        for point in points:
            await self.turn(point)

    def places(self, *points):
        """The names of the board's points for points of the game's field."""
        field = Field(self.game.size, self.board.size)
        return [name(field.on_board(index(point, self.game.size)), self.board.size) for point in points]

    async def done(self, who, *points):
        """Press; these stones, in this order, become moves. Captured stones may still be on the board."""
        await self.press(who)
        assert self.played(*points) == [who] * len(points)
        if any(was == EMPTY for _, was, _ in self.game.changes_of(len(self.game.moves) - 1)[1:]):
            await self.rest(TOLD_MS)  # a missing stone is reported with a delay
        if not self.board.game.to_turn:
            self.agree()

    def played(self, *points):
        """Check that exactly these moves were made since the last, and add them to the game. Return the players."""
        for point in points:
            kind, _, point = point.rpartition(":")
            self.game.play(index(point, self.game.size), kind or OWN)
        moves = [event for event in self.told("move") if event["seq"] > self._counted]
        self._counted = heard.said(self.board.lines)[-1]["seq"]
        told = [event["point"] for event in moves]
        assert told == [point.rpartition(":")[2] for point in points], heard.said(self.board.lines)[-3:]
        return [event["who"] for event in moves]

    async def ends(self, winner, reason, line, words="", lift=()):
        """Check the result and its lights: LINE for a line, words for other reasons.

        Captured stones may still be on the board.
        """
        result = self.told("result")[-1]
        assert (result["winner"], result["reason"], sorted(result["line"])) == (winner, reason, sorted(line))
        self.agree()
        await self.newcomer()
        seen = await self.look()
        size = self.board.size
        rows = array("I", [0] * size)
        cells = bytearray(size * size)
        for point in self.board.game.cells:
            cells[index(point, size)] = 1
        if words:
            glyphs.place(words, cells, rows)
        written = {at for at in range(size * size) if rows[at // size] >> at % size & 1}
        ring = () if words else Field(self.game.size, size).frame()
        white = [*self.places(self.board.game.last), *(name(at, size) for at in (*written, *ring))]
        lights = dict.fromkeys(white, "white")
        lights.update(dict.fromkeys(self.places(*line), LINE), **dict.fromkeys(lift, CAPTURED))
        # the last stone's light may be in a dip
        assert {point: "white" if its[0] == "white" else its for point, its in seen.items()} == lights

    async def clear(self):
        """Remove all stones, and let the arbiter begin a new game."""
        for point in list(self.board.stones):
            self.board.lift(name(point, self.board.size))
        await self.rest()
        self.since = len(self.board.lines)
        await self.press("arbiter")
        assert self.told("new_game") and self.board.game.game == self.game.name and not self.board.game.stones

    def taken(self):
        """The captured stones that are still on the board."""
        size = self.board.size
        field = Field(self.game.size, size)
        inside = [at for at in self.board.stones if field.in_field(at) >= 0]
        return [name(at, size) for at in inside if not self.game.cells[field.in_field(at)]]

    # Agreement

    def agree(self):
        """Check that the state equals the expected game, and has all stones on the board."""
        self.follows()
        self.lies()

    def follows(self):
        """Check that the state equals the expected game."""
        game, state, size = self.game, self.board.game, self.game.size
        cells = {name(at, size): COLOUR_NAMES[cell] for at, cell in enumerate(game.cells) if cell}
        assert dict(state.cells) == cells
        moves = []
        for number, move in enumerate(game.moves):
            colour, changes = game.colour_of(number), game.changes_of(number)
            if changes and changes[0][2] != colour:
                # this colour put the stone, but the stone is of another kind
                changes = ((move, colour, changes[0][2]), *changes[1:])
            else:
                changes = changes[1:]
            told = tuple((name(at, size), COLOUR_NAMES[was], COLOUR_NAMES[now]) for at, was, now in changes)
            moves.append(("--" if move == PASS else name(move, size), COLOUR_NAMES[colour], told))
        assert [(move.point, move.colour, move.changes) for move in state.moves] == moves
        assert state.game == game.name and state.goal == game.goal
        if game.goal or game.counts_removed:
            assert state.captured == {COLOUR_NAMES[colour]: game.captured[colour] for colour in (1, 2)}
        if game.result:
            its = game.result
            winner = None if its.winner == EMPTY else COLOUR_NAMES[its.winner]
            line = sorted(name(at, size) for at in its.points)
            assert (state.result.winner, state.result.reason, sorted(state.result.line)) == (winner, its.reason, line)
        else:
            assert state.result is None
            assert state.turn == COLOUR_NAMES[game.turn]
            assert state.asked != "stone" or state.wanted == game.wanted()

    def lies(self, guessed=()):
        """Check that the state has each stone on the board, with its colour; on `guessed` points with any colour."""
        told = [self.board.game.stones, {self.board._in_game(at): its for at, its in self.board.stones.items()}]
        assert told[0].keys() == told[1].keys()
        assert told[0] == {**told[1], **{point: told[0][point] for point in guessed}}

    async def newcomer(self):
        """Check that a snapshot now gives the same state as all lines."""
        # a foul's reason is sent after its lights, and the open actions are sent after the reason
        await self.rest(SNAPSHOT_MS)
        before, at = self.groups, len(self.board.lines)
        self.board.ask({"cmd": "snapshot"})
        await self.rest(SNAPSHOT_MS)
        heard.agree(before, self.board.lines[at:])

    # Seen

    async def look(self, ms=LOOK_MS):
        """Look at the board for a time. Return (hue, rhythm) by point, for all points that are lit at any time."""
        frames = [self._lit()]
        end = self.board.subscribe(lambda message: message["type"] == "lights" and frames.append(self._lit()))
        await self.rest(ms)
        end()
        found = {}
        for point in sorted({point for frame in frames for point in frame}):
            colours_seen = [frame.get(point, (0, 0, 0)) for frame in frames]
            seen = [colour for at, colour in enumerate(colours_seen) if not at or colour != colours_seen[at - 1]]
            brightest = max(seen, key=max)
            found[point] = hue(brightest), rhythm([max(colour) for colour in seen], ms)
        return found

    async def look_at_bars(self, ms=LOOK_MS):
        """Look at the edge bars for a time. Return by seat (hue, rhythm, highest level) of each lit light.

        The lights are in order from the player's left.
        """
        frames = [self.board.frame]
        end = self.board.subscribe(lambda message: message["type"] == "lights" and frames.append(self.board.frame))
        await self.rest(ms)
        end()
        found = {}
        for seat, bar in zip(OTHER, self.board.scramble.bars, strict=True):
            found[seat] = []
            for pixel in bar:
                colours = [tuple(frame[3 * pixel : 3 * pixel + 3]) for frame in frames]
                seen = [colour for at, colour in enumerate(colours) if not at or colour != colours[at - 1]]
                brightest = max(seen, key=max)
                if any(brightest):
                    found[seat].append((hue(brightest), rhythm([max(colour) for colour in seen], ms), max(brightest)))
        return found

    async def asked_to_press(self):
        """The seats with an edge bar that requests a press, in the player's own colour."""
        bars = await self.look_at_bars()
        asks = [{("violet", "dips")}, {("warm white", "dips")}]
        return [seat for seat, bar in bars.items() if len(bar) == BAR_LENGTH and {its[:2] for its in bar} in asks]

    def _lit(self):
        """The colours (green, red, blue) of the lit points, by point."""
        frame, pixels, size = self.board.frame, self.board.scramble.pixels, self.board.size
        colours = {name(at, size): tuple(frame[3 * pixel : 3 * pixel + 3]) for at, pixel in enumerate(pixels)}
        return {point: colour for point, colour in colours.items() if any(colour)}

    async def shows(self, **lights):
        """Check that these points have these lights, and that no other light is a request."""
        seen = await self.look()
        # lights of the last stone, of the zone and of words are not requests
        assert {point: its for point, its in seen.items() if its[0] not in ("white", "blue")} == lights

    # Following the lights

    async def obey(self):
        """Do the actions that the lights request, until there are no requests."""
        for _ in range(MOST_LOOKS):
            asked = self.asked(await self.look())
            if not asked:
                return
            for point, what in sorted(asked.items()):
                if what != "put":
                    await self.lift(point)
            for point, what in sorted(asked.items()):
                if what != "lift":
                    await self.put_in(point, self.colours[point])
        raise AssertionError(f"the lights never stop asking: {asked}")

    def asked(self, seen):
        """The requests of these lights, by point; sets `colours` to the colours of requested stones."""
        found, self.colours = {}, {}
        lying = {name(at, self.board.size) for at in self.board.stones}
        for point, (its_hue, its_rhythm) in seen.items():
            if its_hue == "white":
                continue  # the last stone or a word
            if its_rhythm in BLINKS:
                assert point in lying, (point, its_hue, its_rhythm, "where no stone lies")
                found[point] = "lift"
            elif its_rhythm == "pulse" and its_hue in PULSES:
                found[point] = "turn" if point in lying else "put"
                self.colours[point] = PULSES[its_hue]
        return found

    async def put_in(self, point, colour):
        field = Field(self.game.size, self.board.size)
        at = field.in_field(index(point, self.board.size))
        if at >= 0 and self.game.cells[at] in (NEUTRAL, COMMON):
            colour = None  # the light is the same as for White, but people know where stones of another kind belong
        self.board.put(point, colour)
        await self.rest()

    async def in_order(self):
        """Obey, and press if the mover must confirm; then the board must have exactly the stones of the game."""
        await self.obey()
        presses = self.board.app.session.board_state.presses
        if presses:
            await self.press(presses)
        field = Field(self.game.size, self.board.size)
        assert sorted(self.board.stones) == [field.on_board(at) for at, cell in enumerate(self.game.cells) if cell]
        self.follows()
        self.lies(self.not_asked_for())

    def not_asked_for(self):
        """The points of stones that keep their old colour, because the last move of a game needs no turned stones."""
        game = self.game
        changes = game.changes_of(len(game.moves) - 1) if game.result and game.moves else ()
        return [name(point, game.size) for point, was, now in changes if EMPTY not in (was, now)]


class Room:
    """A room with a virtual board and its power. `path`: the file of the flash and the stones, or None.

    `size`: the board's points a side.
    """

    def __init__(self, path=None, size=15):
        self._path, self._size = path, size
        self._kept = self._going = None

    async def switch_on(self):
        """Start the firmware, like `tengen play`. Return the board and its clock."""
        clock = FastClock()
        if self._path:
            self._kept = Kept(self._path, pytest.fail)
            self.board = restored(self._kept, print, clock, self._size)
        else:
            self.board = VirtualBoard(clock, seed=11, size=self._size)
        self._going = asyncio.ensure_future(self.board.live())
        await clock.advance(300)
        return self.board, clock

    async def switch_off(self):
        """End the process, so that nothing more is written to the file."""
        assert not self._going.done(), self._going
        assert FAULTS not in self.board.store.files, self.board.store.files[FAULTS].decode()
        self._going.cancel()
        await asyncio.gather(self._going, return_exceptions=True)
        if self._kept:
            self._kept.close()


def played(script, path=None, size=15):
    """Run the coroutine function `script(hands)` at a new virtual board; return the board.

    With a `path` the flash and the stones are saved in that file. `size`: the board's points a side. The firmware must
    not record a fault.
    """

    async def run():
        room = Room(path, size)
        hands = Hands(*await room.switch_on(), room)
        await script(hands)
        await room.switch_off()
        return hands.board

    return asyncio.run(run())


def at_the_board(script, size=15):
    """Make a test of a script for played()."""
    return as_test(script, functools.partial(played, size=size), 1)


def on_flash(board):
    """The newest game on the flash of a board, as a record."""
    files = {}
    for its_name in sorted(board.store.names(FOLDER)):
        data = board.store.load(f"{FOLDER}/{its_name}")
        part = partfile.read(data)
        if part.entries:
            files.setdefault(part.owner(int(its_name)), []).append(data)
    return from_journal.of(max(files), files[max(files)])


def is_kept(hands):
    """Check that the record on flash has the whole game."""
    record, state = on_flash(hands.board), hands.board.game
    assert (record.game, record.settings["options"]) == (state.game, state.settings["options"])
    moves = len(state.moves)
    assert record.moves == tuple(move.point for move in state.moves)
    assert [stones.colour_of(record, number) for number in range(1, moves + 1)] == [move.colour for move in state.moves]
    assert [sorted(its) for its in record.changes or [()] * moves] == [sorted(move.changes) for move in state.moves]
    assert (record.winner, record.reason) == (state.result.winner, state.result.reason)
    assert sorted(record.line) == sorted(state.result.line)
