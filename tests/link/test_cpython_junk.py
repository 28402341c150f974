"""Junk on the link gives one error for each line, no crash, no change of the game, no growth of memory."""

import gc
import itertools
import json
import sys
import tracemalloc

import heard
import junk
import ledger
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portable import some
from tengen.codes import coded
from tengen_docs.makers.protocol import may_refuse
from tengen_host.virtual.board import READ_AT_ONCE, VirtualBoard
from tengen_host.virtual.clock import FastClock

TICK_MS = 20

# The state of the board when the junk arrives: a new board, a game with stones on the board, or a menu with a decision
SCENES = {
    "a new board": (),
    "in mid-game": ("h8", "i9", "j8", "g7", "h10"),
    "a swap to be decided": ({"cmd": "set", "opening": "rif"}, "h8", "i9", "j8"),
}


class Line:
    """The real app on a virtual board, one tick at a time, and a link to it."""

    def __init__(self, scene):
        self._scene = scene
        self.begin()

    def begin(self):
        """Start a board in the state of the scene."""
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock)
        self.app = self.board.app
        self.board.matrix.run(self.app.watch.look)
        self.app.start(0)
        for step in SCENES[self._scene]:
            if isinstance(step, dict):
                assert not heard.answers(self.say(json.dumps(step).encode()))
            else:
                self.board.put(step)
                self.wait(1500)
        self.wait(8000)
        self.state = self.snapshot()

    def wait(self, period):
        for _ in range(period // TICK_MS):
            self.tick()

    def say(self, line):
        """Send a line. Return the lines that the board sends until it has read all bytes of this line."""
        self.board.lines.clear()
        self.begin_line(line + b"\n")
        return list(self.board.lines)

    def begin_line(self, data):
        """Send bytes, and wait until they have been read."""
        self.board.send(data)
        while self.board.console.incoming:
            self.tick()

    def snapshot(self):
        """Return the whole state without the parts that change by themselves."""
        self.say(b'{"cmd": "snapshot"}')
        while not any(line.get("whole") for line in self.board.lines):
            self.tick()
        return heard.comparable(heard.told(self.board.lines), 0)

    def tick(self):
        now = self.clock.now() + TICK_MS
        self.clock._now = now
        while self.board.matrix.scan(now):
            self.app.sense(now)
        self.app.tick(now)


def throw(line, lines, looked_at=50):
    """Send each of the lines. Return how many of them the board has accepted as commands.

    A refused line must get exactly one error and change nothing. Only a line that contains a command may be accepted.
    Accepted commands that query something must change nothing either. After any other accepted command a new board is
    started.
    """
    taken = 0
    for number, text in enumerate(lines, 1):
        lines = line.say(text)
        refused = [answer["code"] for answer in heard.answers(lines)] == ["error"]
        word = junk.names_a_command(text)
        assert word or (refused and len(lines) == 1), (text, lines)
        if refused and isinstance(lines[0]["answer"]["why"], dict):
            code = lines[0]["answer"]["why"]["code"]
            assert may_refuse(code, word), (text, code)
        if not refused:
            taken += 1
            if word in junk.ASKING:
                line.wait(1000)
                assert not any(answer["code"] == "error" for answer in heard.answers(line.board.lines))
            else:
                line.begin()
        if not refused or number % looked_at == 0:
            assert line.snapshot() == line.state, text
    assert line.snapshot() == line.state
    return taken


def blocks(line):
    """Return the number of memory blocks that Python has allocated while there is a new board."""
    line.begin()
    gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.parametrize("scene", SCENES)
def test_junk_gets_one_error_and_changes_nothing(scene):
    line = Line(scene)
    taken = throw(line, itertools.islice(junk.lines(6), 800), looked_at=1 if scene == "in mid-game" else 20)
    assert taken < 80, "most of it is junk"


@given(st.lists(st.binary(max_size=700).map(lambda line: line.translate(None, b"\r\n")).filter(len), max_size=20))
@settings(max_examples=some(25), deadline=None)
def test_any_bytes(lines):
    line = Line("a new board")
    assert throw(line, lines, looked_at=1) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50) | st.sampled_from([*junk.COMMANDS]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["cmd", "count", "who", "board"]) | st.text(max_size=9), inner, max_size=5),
    max_leaves=12,
)


@given(st.lists(JSON.map(lambda value: json.dumps(value).encode()), max_size=20))
@settings(max_examples=some(25), deadline=None)
def test_any_json(lines):
    throw(Line("in mid-game"), lines, looked_at=1)


@pytest.mark.parametrize("length", [500_000, pytest.param(20_000_000, marks=pytest.mark.proof)])
def test_megabytes_without_an_end_are_one_error_and_no_memory(length):
    """A line without an end is one error, and takes no memory."""
    line = Line("in mid-game")
    chunk = b'{"cmd": "new", ' * 4
    line.begin_line(chunk)
    line.board.lines.clear()
    tracemalloc.start()
    try:
        for _ in range(some(length) // len(chunk)):
            line.begin_line(chunk)
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 50_000 and most < 100_000
    assert line.board.lines == [], "nothing is told before the line ends"
    assert [answer["why"] for answer in heard.answers(line.say(b"}"))] == [coded("device.long_line", most=512)]
    assert line.snapshot() == line.state


def test_a_flood_takes_no_more_of_a_tick_than_a_line_does():
    line = Line("in mid-game")
    line.board.send(b"x\n" * 10_000 + b"\n" * 1000 + b"y" * 5000 + b"\n" + b"\r\n" * 100)
    told = most = 0
    while line.board.console.incoming:
        line.board.lines.clear()
        left = len(line.board.console.incoming)
        line.tick()
        assert left - len(line.board.console.incoming) <= READ_AT_ONCE
        told += len(line.board.lines)
        most = max(most, len(line.board.lines))
    assert told == 10_001 and most <= 2
    assert line.snapshot() == line.state


@pytest.mark.proof
def test_a_million_lines_of_junk():
    """A million lines of junk on the virtual board's link give one error each, change nothing, and use no memory."""
    # each accepted command costs a new board, so only some of them are sent
    commands = itertools.count()
    lines = (
        text
        for text in junk.lines(2026)
        if junk.names_a_command(text) in (None, *junk.ASKING) or next(commands) % 50 == 0
    )
    line = Line("in mid-game")
    # after this many lines all modules that are imported at their first use have been imported
    taken = throw(line, itertools.islice(lines, 200_000))
    before = blocks(line)
    taken += throw(line, itertools.islice(lines, 800_000))
    grown = blocks(line) - before
    ledger.note(f"a million lines of junk: {taken} were commands; {grown} blocks of memory more, of {before}")
    assert grown < before // 1000
