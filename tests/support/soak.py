"""Many whole games in a row on a board with changing faults. Page, lights, journal and stones must agree.

The simulated people know only the state that a page has. This runs on the virtual board and on the emulated Pico.
"""

import json
import random
from collections import Counter

import heard
import real_games
import tengen.journal.archive
from portable import DWELL_MS, lit
from table import merge
from tengen.coach import coach
from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, registry, symmetry
from tengen.games.openings import zone_points
from tengen.games.points import index, name, names
from tengen.games.renju.game import Renju, five_through
from tengen.games.renju.position import FIVE, FOUL_NAMES
from tengen.journal import partfile
from tengen.journal.archive import Kept
from tengen.journal.keeper import QUIET_MS as QUIET_FOR_MS
from tengen.lights import colours
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import MODES, Settings
from tengen.session.state import OPEN, State

POINTS = range(225)
TAP_MS, HOLD_MS, SETTLE_MS = 80, 1100, 60
STEP_MS = 20
OPEN_MS = 300  # after this time the board has sent which actions are possible
QUIET_MS = 3400  # after a game, this is enough for the deferred work and for the light that runs along the five
CHATTER_MS = 1300  # after this time a chattering reed has been found
QUIET_AGAIN_MS = 2200  # after this time a reed that stopped chattering is trusted again
FLAG_MS = 20_000  # the longest time until the clock "0.1" has run out, including its stops
LONGEST = 70  # the number of stones after which a player resigns
CLOCKS = ("none", "none", "none", "10", "10+5", "0.5/20x3")
ENDS = {"five": 4, "record": 1, "foul": 3, "resignation": 2, "draw": 2, "aside": 1, "aside after a cut": 1, "time": 0.5}
MISHAP = 0.06  # the probability of an event before each turn
GAMES_RECORDED = [game for game in real_games.games() if len(game) < LONGEST]


class Page(heard.Client):
    """The state of a listener, over all starts of the firmware. `wrong`: the impossible messages."""

    joined = True

    def __init__(self):
        super().__init__()
        self.starts = self.chosen = self.failures = 0
        self.lines = []  # the messages since ask()
        self.parts = []
        self.games = None
        self.dropped = []
        self.fault = None  # the last reported fault
        self.wrong = []
        self.last = []

    def hear(self, line):
        try:
            super().hear(line)
        except AssertionError as error:
            self.wrong.append(error)
            self.seq = line["seq"]
        self.lines.append(line)
        for said in heard.said([line]):
            self.last = [*self.last[-20:], said]
            self._take(said["code"], said)

    def _take(self, kind, said):
        if kind == "started":
            self.starts += 1
        elif kind == "settings":
            self.chosen += 1
        elif kind == "part":
            self.parts.append(said)
        elif kind == "games":
            self.games = said["numbers"]
        elif kind == "dropped":
            self.dropped.append(said["number"])
        elif kind == "fault":
            self.fault = said
            self.failures += 1
        elif kind == "journal" and said.get("why"):
            self.wrong.append(said)

    def its(self, group, field, default=None):
        """Return a field of a group, or `default` if it is missing."""
        return (self.groups.get(group) or {}).get(field, default)

    @property
    def asks(self):
        return self.groups["asks"]

    @property
    def menus(self):
        return self.groups["menus"]

    @property
    def result(self):
        return self.groups.get("result")

    @property
    def moves(self):
        return [move["point"] for move in self.groups.get("moves", ())]

    @property
    def offers(self):
        """The offered fifths, also if the time has run out before one of them was chosen; those being put are none."""
        offers = self.its("hand", "offers", [])
        return offers if set(offers) <= set(self.groups["board"]) else []

    @property
    def resuming(self):
        return self.its("game", "awaits") == "resume"

    @property
    def waits(self):
        return bool(self.its("wiring", "waits"))


class Soak:
    """A board with simulated people. `advance(ms)`: a coroutine function that lets the board's time pass."""

    lengths = (5, 25)  # how many stones there must be before a game may end

    def __init__(self, board, advance, seed):
        self.board, self.advance = board, advance
        self.random = random.Random(seed)
        self.page = Page()
        self.counts = Counter()
        self.odd = set()  # points with chattering reeds
        self.restarts = []  # the number of restarts of the firmware in each game
        self.numbers = []  # the numbers of the games that were played
        self.game = _renju()
        board.subscribe(self._hear)

    def _hear(self, message):
        if message["type"] == "line":
            self.page.hear(message["line"])

    # A game

    async def play(self):
        """Play a whole game, from the empty board to the cleared board. Check that all records of the game agree."""
        page, starts = self.page, self.page.starts
        self.end = self._any(ENDS)
        await self.begin()
        length = self.random.randint(*self.lengths)
        while not page.result and self.end:
            if len(self.moves()) >= LONGEST:
                self.end, length = "resignation", 0
            await self.mishap()
            # the time may run out during each action
            if page.result or (len(self.moves()) >= length and await self.ended()):
                break
            await self.turn()
        self.counts[page.result["reason"] if page.result else "set aside"] += 1
        self.restarts.append(page.starts - starts)
        if page.result:
            shown = await self.watch(QUIET_MS)
            self.check_lights(shown)
            await self.check()
            await self.clear()
        self.same("all events in order", page.wrong, [])

    async def begin(self):
        """Choose faults and the game's settings."""
        chance, board = self.random, self.board
        self.record = None
        settings = {
            "opening": chance.choice(registry.openings("renju")),
            "mode": chance.choice(MODES),
            "clock": chance.choice(CLOCKS),
            "move": chance.choice(("auto", "auto", "button", "dwell")),
        }
        if self.end == "record":
            self.record = chance.choice(GAMES_RECORDED)
            settings["opening"] = "free centre"
        elif self.end == "time":
            settings["clock"] = "0.1"
            settings["mode"] = chance.choice(("casual", "referee", "teach"))
        self.settings = settings
        await self.choose_settings()
        self.builder = BLACK if self.end == "foul" else chance.choice((BLACK, WHITE))
        if chance.random() < 0.3:
            board.fault("worst bounce", None, True)
        if chance.random() < 0.2:
            board.fault("sagging supply", str(chance.choice((4200, 4000))), True)
        for kind in ("weak magnet", "crosstalk"):
            if chance.random() < 0.25:
                for point in chance.sample(POINTS, chance.randint(1, 30)):
                    board.fault(kind, name(point, 15), True)
        if chance.random() < 0.1:
            weak = board.faults.places("weak magnet")
            used = [index(point, 15) for point in self.record or ()]
            # a point at the edge chatters, because no opening needs such a point
            self.odd = {chance.choice([point for point in range(15) if point not in (*weak, *used)])}
            board.fault("chattering", name(min(self.odd), 15), True)
            await self.advance(CHATTER_MS)
        self.counts.update({fault["kind"] for fault in board.faults.active()})

    async def choose_settings(self):
        page, chosen = self.page, self.page.chosen
        self.board.ask({"cmd": "set", **self.settings})
        # wait for a new question, because the earlier one may belong to the previous game
        self.same("settings", await self.until(lambda: page.chosen > chosen, 1000), True)
        await self.advance(5 * STEP_MS)

    async def turn(self):
        """Do the action that the board expects."""
        page = self.page
        asked = page.asks

        def done():
            """Whether the action is done: the board expects something else.

            A board without room for a game's hints restarts at the first stone, and then expects the same action again.
            """
            return page.asks != asked

        if asked["do"] == "choose":
            await self.take(asked["who"], self.random.choice(asked["options"]))
        elif asked["do"] == "offer":
            for point in self.fifths(asked["count"]):
                self.board.put(name(point, 15), "black")
                await self.advance(SETTLE_MS)
            await self.tap(asked["who"])
        elif asked["do"] == "keep":
            kept = self.random.choice(page.offers)
            for point in page.offers:
                if point != kept:
                    self.board.lift(point)
                    await self.advance(SETTLE_MS)
            await self.tap(asked["who"])
        else:
            await self.stone(asked["who"], done)
        if not await self.until(lambda: done() or page.result, 1000):
            self.fail(f"no reaction to {asked}")
        if self.settings["mode"] == "silent":
            await self.claim()

    async def stone(self, who, done):
        point = self.point()
        foul = self.game.turn == BLACK and self.game.verdict(point) in FOUL_NAMES
        self.board.put(name(point, 15), COLOUR_NAMES[self.game.turn])
        await self.advance(SETTLE_MS)
        by_button = foul or self.by_button or self.random.random() < 0.5
        for _ in range(5):
            if by_button:
                # crosstalk may show a stone twice for a moment, and a press in this moment has no effect
                await self.tap(who)
            if await self.until(done, 300 if by_button else 2 * DWELL_MS):
                return

    @property
    def by_button(self):
        move, clock, mode = (self.settings[field] for field in ("move", "clock", "mode"))
        return move == "button" or (move == "auto" and (clock != "none" or mode in ("referee", "silent")))

    async def claim(self):
        """Claim a five or a foul in a silent game, where players must report it themselves."""
        due = self.follow().pending
        if due:
            who = self.page.groups["game"]["players"]["white" if due.winner == WHITE else "black"]
            await self.enter(who, "five" if due.reason == "five" else "foul")
            if not await self.until(lambda: self.page.result, 300):
                self.fail(f"a claim was not right: {due.reason}")

    async def ended(self):
        """End the game in the chosen way, if this is possible now. Return True if the game is over."""
        page, end = self.page, self.end
        asked = page.asks
        if end == "resignation":
            who = self.random.choice(("p1", "p2"))
            if asked["do"] == "choose":
                return False
            await self.enter(who, "resign")
            await self.take(who, "resign", "resign")
        elif end == "draw":
            if asked["do"] != "stone" or "zone" in asked or len(page.moves) < 6:
                return False
            if page.menus and not page.its("game", "opening"):
                return False
            who = "p2" if asked["who"] == "p1" else "p1"
            if not await self.enter(who, "draw"):
                return False
            await self.take(asked["who"], "accept", "draw")
        elif end == "time":
            if asked["do"] != "stone":
                return False
            await self.until(lambda: page.result, FLAG_MS)
        elif end == "aside":
            await self.set_aside()
            return True
        elif end == "aside after a cut":
            await self.cut()
            if not page.resuming:
                return False
            await self.set_aside("held")
            return True
        else:
            return False
        if not await self.until(lambda: page.result, 300):
            self.fail(f"no {end}")
        return True

    async def set_aside(self, how=None):
        """Remove all stones and let the arbiter begin a new game. With `how`, the arbiter's button is held first."""
        page = self.page
        snapshot = await self.ask()
        self.end = None
        if how:
            await self.tap("arbiter", HOLD_MS)
            if not await self.until(lambda: not page.moves, 300):
                self.fail("the game was not set aside")
        await self.clear(begun=bool(how))
        await self.advance(QUIET_MS)
        facts = await self.journal(snapshot)
        self.same("left", facts.left, True)

    # Mishaps

    async def mishap(self):
        if self.random.random() < MISHAP:
            mishap = self.random.choice(self.mishaps())
            self.counts[mishap.__name__] += 1
            await mishap()

    def mishaps(self):
        found = [self.broken_wire, self.knocked, self.taken_back]
        # if the time has just run out, the game is over and is not resumed
        return found if self.end == "time" else [*found, self.pulled_plug]

    async def broken_wire(self):
        row, column = str(self.random.randint(1, 16)), self.random.choice("abcdefghijklmno")
        kind, line = self.random.choice((("dead row", row), ("dead column", column)))
        self.board.fault(kind, line, True)
        if not await self.until(lambda: self.page.waits, 1000):
            self.fail(f"a {kind} was not reported")
        await self.advance(self.random.randint(0, 500))
        self.board.fault(kind, line, False)
        if not await self.until(lambda: not self.page.waits, 1000):
            self.fail(f"the repair of a {kind} was not reported")
        await self.advance(200)

    async def knocked(self):
        await self.knock()
        await self.advance(self.random.randint(50, 1000))
        await self.mend()

    async def taken_back(self):
        if self.settings["mode"] in ("casual", "teach") and self.moves():
            page, before = self.page, (self.page.moves, self.page.offers)
            self.board.ask({"cmd": "back", "count": 1})
            if not await self.until(lambda: (page.moves, page.offers) != before, 500):
                self.fail("no move was taken back")
            await self.advance(4 * STEP_MS)
            await self.mend()

    async def pulled_plug(self):
        page, before = self.page, self.page.moves
        await self.cut()
        if page.resuming:
            await self.mend()
            for _ in range(8):
                await self.tap(self.random.choice(("p1", "p2")))
                if await self.until(lambda: not page.resuming, 200):
                    break
                await self.advance(500)
            self.same("the game goes on", page.resuming, False)
            await self.advance(5 * STEP_MS)
        else:
            await self.mend()
            await self.choose_settings()  # the power may have failed before the events were written
        self.same("moves", page.moves, before)

    async def cut(self):
        """Cut the power, move stones meanwhile, and switch it on again."""
        before = self.page.moves
        await self.unplug()
        # an extra stone only after the first move: earlier, no game is resumed, and the extra stone would become a move
        await self.knock(extra=bool(before) and self.random.random() < 0.5)
        await self.plug()
        if self.odd:
            await self.advance(CHATTER_MS)
        self.same("moves that were shown", self.page.moves, before)

    async def unplug(self):
        raise NotImplementedError

    async def plug(self):
        raise NotImplementedError

    async def knock(self, extra=False):
        """Lift some stones and slide others; with `extra` put one more."""
        board, chance = self.board, self.random
        lying = [point for point in board.stones if point not in self.odd]
        for point in chance.sample(lying, min(len(lying), chance.randint(0, 3))):
            free = [each for each in POINTS if each not in board.stones and each not in self.odd]
            if chance.random() < 0.5:
                board.lift(name(point, 15))
            else:
                board.slide(name(point, 15), name(chance.choice(free), 15))
            await self.advance(STEP_MS)
        if extra:
            free = [point for point in POINTS if point not in board.stones and point not in self.odd]
            board.put(name(chance.choice(free), 15), chance.choice(COLOUR_NAMES[1:3]))

    async def mend(self):
        """Correct the board: lift the wrong stones, then put the missing stones."""
        board, wanted = self.board, self.wanted()
        shown = {name(point, 15): COLOUR_NAMES[colour] for point, colour in wanted.items()}
        lying = {name(point, 15): colour for point, colour in board.stones.items()}
        for point in [point for point in lying if shown.get(point) != lying[point]]:
            board.lift(point)
            await self.advance(STEP_MS)
        for point in [point for point in shown if lying.get(point) != shown[point]]:
            board.put(point, shown[point])
            await self.advance(STEP_MS)
        await self.advance(2 * SETTLE_MS)

    async def clear(self, begun=False):
        """Correct the board, remove all stones, and let the arbiter begin a new game, unless a game has `begun`."""
        board = self.board
        for kind in {fault["kind"] for fault in board.faults.active()}:
            board.fault(kind, None, False)
        if self.odd:
            await self.advance(QUIET_AGAIN_MS)
            self.odd = set()
        for point in list(board.stones):
            board.lift(name(point, 15))
            await self.advance(STEP_MS)
        await self.advance(2 * SETTLE_MS)
        if not begun:
            await self.tap("arbiter")
        if not await self.until(lambda: not self.page.moves and not self.page.result, 500):
            self.fail("no new game")
        self.game = _renju()

    # The known state of the game

    def moves(self):
        return self.page.moves

    def follow(self):
        """Follow the current game by the reported moves, without results."""
        game, moves = self.game, self.moves()
        known = [name(point, 15) if point >= 0 else "--" for point in game.moves]
        if moves[: len(known)] != known:
            game, known = _renju(), []
        for move in moves[len(known) :]:
            if move == "--":
                game.pass_()
            else:
                game.play(index(move, 15))
        self.game = game
        return game

    def wanted(self):
        """Return the stones that the game needs on the board, as colours by point."""
        cells = self.follow().cells
        wanted = {point: cells[point] for point in POINTS if cells[point] != EMPTY}
        wanted.update((index(point, 15), BLACK) for point in self.page.offers)
        return wanted

    def point(self):
        """Choose where the next stone goes."""
        game, chance = self.follow(), self.random
        at, zone = len(game.moves), self.page.asks.get("zone")
        if self.record and at < len(self.record):
            return index(self.record[at], 15)
        free = [point for point in (zone_points(tuple(zone), 15) if zone else POINTS) if game.cells[point] == EMPTY]
        free = [point for point in free if point not in self.odd]
        if zone or at < 4:
            return chance.choice(free)
        if self.end == "foul" and game.fouls():
            return chance.choice(game.fouls())
        mine = game.turn == self.builder
        if game.turn == BLACK:
            free = [point for point in free if game.verdict(point) not in FOUL_NAMES]
        if not mine or self.end == "foul":
            free = [point for point in free if not self._makes_five(point)] or free
        chance.shuffle(free)
        if not mine:
            # away from the other player's stones
            return max(free[:12], key=lambda point: self._nearest(point, self.builder))
        if self.end == "five":
            return max(free, key=lambda point: self._reach(point))
        near = [point for point in free if self._nearest(point, game.turn) <= 2]
        return (near or free)[0]

    def _makes_five(self, point):
        game = self.game
        if game.turn == BLACK:
            return game.verdict(point) == FIVE
        cells = bytearray(game.cells)
        cells[point] = WHITE
        return bool(five_through(cells, point))

    def _nearest(self, point, colour):
        stones = [each for each in POINTS if self.game.cells[each] == colour]
        return min((max(abs(point % 15 - each % 15), abs(point // 15 - each // 15)) for each in stones), default=15)

    def _reach(self, point):
        """Return how many stones the colour to move has in its best possible five through this point."""
        cells, colour, best = self.game.cells, self.game.turn, 0
        row, column = divmod(point, 15)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = []
            for step in range(-4, 5):
                y, x = row + step * down, column + step * right
                inside = 0 <= y < 15 and 0 <= x < 15 and 15 * y + x not in self.odd
                line.append(cells[15 * y + x] if inside else -1)
            for start in range(5):
                five = line[start : start + 5]
                if all(cell in (EMPTY, colour) for cell in five):
                    best = max(best, five.count(colour))
        return best

    def fifths(self, count):
        """Return `count` tentative fifths, no two of them equivalent by symmetry."""
        cells = self.follow().cells
        found, points = symmetry.symmetries(cells, 15), []
        for point in self.random.sample(POINTS, 225):
            if cells[point] == EMPTY and point not in self.odd and not symmetry.equal(found, [*points, point], 15):
                points.append(point)
                if len(points) == count:
                    break
        return points

    # Checks

    async def ask(self):
        """Request a snapshot, check that the page agrees with it, and return its groups."""
        page = self.page
        await self.advance(OPEN_MS)
        page.lines, before = [], page.groups
        self.board.ask({"cmd": "snapshot"})
        if not await self.until(lambda: page.lines and page.lines[-1].get("whole"), 2000):
            self.fail("no snapshot")
        if before["device"]["journal"]["kept"] is None:  # the board may have counted its games meanwhile
            before = {**before, "device": {**before["device"], "journal": page.groups["device"]["journal"]}}
        heard.agree(before, page.lines)
        return page.groups

    async def check(self):
        """After the game, check that stones, snapshot, page and journal agree, and that old games were removed."""
        snapshot = await self.ask()
        wanted = self.wanted()
        stones = {name(point, 15): COLOUR_NAMES[cell] for point, cell in wanted.items()}
        self.same("the snapshot's board", snapshot["board"], stones)
        lying = {point: COLOUR_NAMES.index(colour) for point, colour in self.board.stones.items()}
        if snapshot["result"]["reason"] == "time":
            # without stones that were put down but had not become moves, and fifths that may have been lifted
            wanted = {point: wanted[point] for point in wanted if name(point, 15) not in self.page.offers}
            lying = {point: lying[point] for point in lying if point in wanted}
        else:
            self.same("offered fifths", self.page.offers, [])
        self.same("the stones", lying, wanted)
        kept = await self.journal(snapshot)
        self.same("the journal's game is over", (kept.over, kept.left), (True, False))
        await self.check_rotation()

    async def journal(self, snapshot):
        """Fetch the game from the journal, check that its moves lead to the snapshot's position, and return it."""
        page, number = self.page, snapshot["device"]["journal"]["number"]
        self.numbers.append(number)
        # the board refuses this command until it has counted its files, 10 s after a restart in mid-game
        for _ in range(8):
            page.parts = []
            self.board.ask({"cmd": "game", "number": number})
            if await self.until(lambda: page.parts and page.parts[-1]["last"], 2000):
                break
        else:
            self.fail(f"game {number} was not sent")
        parts = {}
        for piece in page.parts:
            self.same("a piece's place", piece["at"], len(parts.get(piece["number"], b"")))
            parts[piece["number"]] = parts.get(piece["number"], b"") + bytes.fromhex(piece["data"])
        self.check_files(parts)
        kept = Kept(number)
        for data in parts.values():
            kept.take_part(partfile.read(data))
        settings = Settings(100).restored(kept.settings).game_fields()
        self.same("the journal's settings", settings, snapshot["game"]["settings"])
        self.same("damage to the journal", kept.damages, [])
        again = Session(15, Settings(100), DWELL_MS)
        Director(again, coach).restore(kept, "watchdog", 0)
        found = json.loads(json.dumps(merge({}, State().news(again, 0, OPEN))))
        self.same("the journal's game", heard.kept(found), heard.kept(snapshot))
        return kept

    def check_files(self, parts):
        """Check that these parts equal the files on the flash, if the test can read the flash."""

    async def check_rotation(self):
        """Check that the journal has no more games than allowed, and that only the oldest ones were removed."""
        page = self.page
        self.board.ask({"cmd": "games"})  # the board reads all files for the first request
        await self.advance(QUIET_MS - QUIET_FOR_MS)
        page.games = None
        self.board.ask({"cmd": "games"})
        if not await self.until(lambda: page.games, 1000):
            self.fail("no list of games")
        numbers, dropped = page.games, page.dropped
        self.same("so many are kept", len(numbers) <= tengen.journal.archive.KEPT + 1, True)
        self.same("dropped in order", dropped, sorted(set(dropped)))
        self.same("the oldest go first", not dropped or dropped[-1] < numbers[0], True)
        self.same("lost games", [each for each in self.numbers if each not in numbers and each not in dropped], [])
        # remove the checked numbers, so that the list does not grow
        self.numbers = [each for each in self.numbers if each in numbers]
        self.counts["dropped"] += len(dropped) - (1 if self.counts["dropped"] else 0)
        del dropped[:-1]

    async def watch(self, period):
        """Let time pass. Return the colours that were shown meanwhile, by point."""
        shown = {}
        for _ in range(period // 100):
            await self.advance(100)
            for point, colour in lit(self.board.frame).items():
                shown.setdefault(point, set()).add(colour)
        return shown

    def check_lights(self, shown):
        """Check that the lights show only the five; or the last stone or the foul, and possibly other lights."""
        result, sagging = self.page.result, self.board.faults.places("sagging supply")
        if result["reason"] == "five":
            self.same("the five's lights", sorted(set(shown) - set(names(self.odd, 15))), sorted(result["line"]))
            if not sagging:
                found = set.union(*shown.values())
                self.same("the five's colours", {colours.FIVE, colours.FIVE_HEAD} <= found, True)
        elif result["line"]:
            self.same("the foul's light", result["line"][0] in shown, True)
        elif self.moves() and self.moves()[-1] != "--":
            self.same("the last stone's light", self.moves()[-1] in shown, True)

    # Hands

    async def tap(self, who, ms=TAP_MS):
        self.board.press(who)
        await self.advance(ms)
        self.board.release(who)
        await self.advance(TAP_MS)

    async def enter(self, who, entry):
        """Open the menu of a player or the arbiter and choose an entry. Return whether the entry existed."""
        await self.tap(who, HOLD_MS)
        return await self.take(who, entry, "menu")

    async def take(self, who, entry, about=None):
        """Go to an entry of an open menu and choose it. Return whether the entry existed."""
        page = self.page
        if not await self.until(lambda: who in page.menus, 500):
            if page.result:
                return False
            self.fail(f"no menu of {who} for {entry}")
        menu = page.menus[who]
        if about and menu["about"] != about:
            self.fail(f"{who} has a menu about {menu['about']} and not {about}")
        entries = menu["entries"]
        if entry not in entries:
            return False
        for _ in entries:
            if page.result or entries[page.menus[who]["at"]] == entry:
                break
            await self.tap(who)
            if who not in page.menus and not page.result:
                self.fail(f"the menu of {who} has closed on the way to {entry}")
        await self.tap(who, HOLD_MS)
        return True

    async def until(self, condition, within_ms):
        """Let time pass until condition() is true. Return whether this happened in time."""
        for _ in range(within_ms // STEP_MS):
            if condition():
                return True
            await self.advance(STEP_MS)
        return bool(condition())

    def _any(self, likely):
        return self.random.choices(list(likely), list(likely.values()))[0]

    def same(self, what, found, truth):
        if found != truth:
            self.fail(f"{what}: {found!r} and not {truth!r}")

    def fail(self, why):
        told = "\n".join(str(event) for event in self.page.last)
        raise AssertionError(f"{why}\nin a game that was to end by {self.end}, {self.settings}; told last:\n{told}")


def _renju():
    return Renju(calls_fouls=False, calls_fives=False, free_centre=True)
