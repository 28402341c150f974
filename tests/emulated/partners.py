"""Simulate a person who plays with the board's partner and puzzles on the emulated Pico."""

import json

import heard
from portable import colour_of
from tengen.games import points
from tengen_host.bench import whole_board as measured
from test_opening_games import SETTINGS_MS

THOUGHT_MS = 8000
LONGEST_MS = 30_000  # the longest time for which the partner thinks if it is disturbed often
MOVE_MS = 1500


class Guest:
    """The person who plays with the partner on this bench's board.

    `lie`: all stones on the board that the person has put.
    """

    def __init__(self, bench):
        self.board, self.do = bench.board, bench.do
        self.lie = []
        # all events until now, kept here because the board shortens its own list
        self.told = list(heard.said(self.board.lines))
        self.board.subscribe(lambda its: its["type"] == "line" and self.told.extend(heard.said([its["line"]])))

    def send(self, **command):
        self.board.send(json.dumps(command).encode() + b"\n")

    def ask(self, kind, **command):
        """Send a command, and wait for an event of this kind."""
        before = len(self.told)
        self.send(**command)
        self.do(self.board.until(lambda: any(event["code"] == kind for event in self.told[before:]), SETTINGS_MS))

    def settle(self, ms=60):
        self.do(self.board.advance(ms))

    def begin(self, **settings):
        """Change the settings, and wait until they are on flash."""
        self.ask("settings", cmd="set", **settings)
        self.settle(SETTINGS_MS)

    def put(self, point):
        self.board.put(point)
        self.lie.append(point)

    def lift(self, point):
        self.board.lift(point)
        self.lie.remove(point)

    def newest(self, kind):
        """The newest event of a kind since this object was created, or {}."""
        return next((event for event in reversed(self.told) if event["code"] == kind), {})

    def moves(self):
        return sum(1 for event in self.told if event["code"] == "move")

    def play(self, point):
        """Put a stone, and wait until it becomes a move after the dwell time."""
        before = self.moves()
        self.put(point)
        self.do(self.board.until(lambda: self.moves() > before, MOVE_MS))

    def told_moves(self):
        """The moves of the current game, as names."""
        begun = max(at for at, event in enumerate(self.told) if event["code"] in ("new_game", "started"))
        return [event["point"] for event in self.told[begun:] if event["code"] == "move"]

    def give_up(self):
        """Resign for the first player."""
        self.send(cmd="do", who="p1", entry="resign", choice="resign")
        self.settle()
        self.do(self.board.until(lambda: self.newest("result"), MOVE_MS))

    def asked(self, or_result=False):
        """Wait until the partner requests its stone.

        Return the point with the light; None if the partner has resigned.
        """
        asks = lambda: self.newest("partner").get("state") == "asks"  # noqa: E731
        self.do(self.board.until(lambda: asks() or (or_result and self.newest("result")), THOUGHT_MS))
        if not asks():
            return None
        point = self.newest("partner")["points"][0]
        self.do(self.board.until(lambda: any(colour_of(self.board.frame, point)), 100))
        return point

    def touch_while_it_thinks(self, chance, took):
        """Put and lift stones while the partner thinks; append the ms from the reed to the light to `took`."""
        board, clock = self.board, self.board.mcu.clock
        lights = measured.Lights(board)
        end = board.now_ms() + LONGEST_MS
        while self.newest("partner").get("state") != "asks" and not self.newest("result"):
            self.settle(chance.randrange(5, 60))
            if board.now_ms() > end:
                raise TimeoutError(f"the partner does not request its stone: {self.told[-8:]}")
            if self.newest("partner").get("state") != "thinking":
                continue
            point = chance.choice([each for each in range(225) if each not in board.stones])
            shown = []

            def look(point=point, shown=shown, lights=lights):
                if not shown and measured.red(*lights.colour(point)):
                    shown.append(clock.nanos)

            lights.changed = look
            closed = clock.nanos
            board.put(points.name(point, 15))
            self.do(board.until(lambda shown=shown: shown, 500))
            took.append((shown[0] - closed) / 1e6)
            board.lift(points.name(point, 15))
            self.settle()
        lights.changed = lambda: None
