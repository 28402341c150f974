"""Test power cuts inside flash operations of a game on the emulated Pico. No fact that the board showed may be lost.

After every cut the firmware starts under CPython, with the same keeper and driver. The emulated Pico starts after some
cuts, and in `make proof` after all cuts of a whole game. tests/journal/test_cpython_power_cuts.py has more starts under
CPython.
"""

import asyncio
import itertools
import random

import heard
import ledger
import pytest
from booted import BOOT_MS, Bench
from flash_store import BEGIN
from portable import colour_of, lit
from power import GAME, OTHER_FIFTH, Recording, Start, recorded, with_finished_games
from tengen.games.moves import moves_text
from tengen.games.points import index, name
from tengen.journal.archive import KEPT
from tengen.lights.colours import LAST
from tengen_host.bench.whole_board import LATCH_NS
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import BUSY_US, PAGE, PROGRAM, SECTOR, SIZE, Operation
from test_game import LIGHT_MS, SETTLE_MS, TAP_MS, answer, events, groups, is_cyan, moves_of, told
from test_opening_games import set_game, stone

STONES = 3  # the number of stones in the game that CI plays
TIDY_MS = 3500  # the time in which the journal cleans up after the result
PLAYABLE_MS = 1500
# Until then the slowest flash is creating the spare files. A tap of 80 ms during an erase would not be noticed.
FILES_MS = 2500
CUT_PARTS = 2
TOUCH_MS = 40  # the longest time from touch to light; test_touch.py measures the usual time


class Recorder:
    """Records a board's flash operations, its events and the last stones that it shows."""

    def __init__(self, board):
        self._board = board
        self._before = board.flash.contents()
        self._first = len(board.flash.operations)
        self._events, self._last = [], []
        self._stones, self._touched = set(board.stones), None
        self.lit_after_ms = []  # the time to the light of each new stone
        self._unsubscribe = board.subscribe(self._told)

    def end(self):
        self._unsubscribe()
        flash = self._board.flash
        return Recording(self._before, flash.operations[self._first :], flash.busy_us, self._events, self._last)

    def _told(self, message):
        now = self._board.mcu.clock.nanos
        if message["type"] == "line":
            self._events += [(now, said) for said in heard.said([message["line"]])]
        elif message["type"] == "stones":
            for point in set(self._board.stones) - self._stones:
                self._touched = (now, point)
            self._stones = set(self._board.stones)
        elif message["type"] == "lights":
            self._look(now)

    def _look(self, now):
        if self._touched and is_cyan(colour_of(self._board.frame, name(self._touched[1], 15))):
            self.lit_after_ms.append((now + LATCH_NS - self._touched[0]) / 1e6)
            self._touched = None
        shown = [index(point, 15) for point, colour in lit(self._board.frame).items() if colour == LAST]
        if len(shown) == 1 and shown != [point for _, point in self._last[-1:]]:
            self._last.append((now, shown[0]))


def play(bench, moves, opening, taken_back):
    """Play a game with clocks, and take back once the stones with these numbers (`taken_back`).

    If the game is not over after these moves, the player to move resigns. Soosyrv-8 has a swap and two fifths.
    """
    board = bench.board
    bench.do(board.advance(LIGHT_MS))
    begun = told(bench, "new_game", 5 * LIGHT_MS)
    set_game(bench, opening=opening, mode="casual", clock="10+5")
    begun()
    for number, point in enumerate(moves, 1):
        if number == 5 and opening == "soosyrv-8":
            do(bench, "p2", "2", "chosen")
            do(bench, "p1", "swap", "chosen")
            offer(bench, (OTHER_FIFTH, point))
            continue
        who = groups(board)["asks"]["who"]
        stone(bench, who, point)
        if number in taken_back:
            take_back(bench, point)
            stone(bench, who, point)
    if not events(board, "result"):
        loser = groups(board)["asks"]["who"]
        do(bench, loser, "resign", "result", choice="resign")


def offer(bench, points):
    """Offer these tentative fifths as Black, and remove the first one as White."""
    for point in points:
        bench.board.put(point)
        bench.do(bench.board.advance(SETTLE_MS))
    answer(bench, "p2", "offered")
    bench.board.lift(points[0])
    bench.do(bench.board.advance(2 * SETTLE_MS))
    answer(bench, "p1", "kept")


def take_back(bench, point):
    """Lift the last stone as its player, and agree as the other player."""
    asked = told(bench, "take_back_wished", 1000)
    bench.board.lift(point)
    asked()
    do(bench, "p2" if events(bench.board, "take_back_wished")[-1]["who"] == "p1" else "p1", "yes", "taken_back")


def do(bench, who, entry, tells, **choice):
    """Choose a menu entry over the link, because holding a button for a second takes long to emulate."""
    done = told(bench, tells, 5 * LIGHT_MS)
    bench.board.ask({"cmd": "do", "who": who, "entry": entry, **choice})
    done()


@pytest.fixture(scope="module")
def short(bench):
    """Return the recording of a short game, with the slowest times of the flash."""
    bench.board.flash.busy_us = BUSY_US["worst"]
    recorder = Recorder(bench.board)
    bench.board.lines.clear()
    play(bench, GAME[:STONES], "free centre", {STONES})
    recording = recorder.end()
    # each stone was put when the move before was reported, which is just after that move was written to the flash
    took = sorted(recorder.lit_after_ms)
    ledger.note(f"emulated Pico, the flash worst: from touch to light {took[0]:.1f} to {took[-1]:.1f} ms")
    assert len(took) >= STONES - 1 and took[-1] <= TOUCH_MS
    return recording


def boot(pico_image, contents, busy="typical", cut=None):
    """Boot the Pico on the flash after a power cut, and check that it continues correctly.

    Returns the ms from power to the first lights and, if a game waits, to the answer to a press. With `cut` the power
    fails again after that number of flash operations, and the Pico boots once more.
    """
    return asyncio.run(_boot(pico_image, contents, busy, cut))


async def _boot(pico_image, contents, busy, cut):
    start = Start(bytearray(contents))
    board = EmulatedBoard(pico_image, seed=5)
    board.mcu.flash[BEGIN:SIZE] = bytes(contents[BEGIN:])
    board.flash.busy_us = BUSY_US[busy]
    if cut is not None:
        board.flash.cut(cut % len(start.flash.operations), seed=cut)
        await board.start()
        await board.until(lambda: board.flash.dead, BOOT_MS)
        await asyncio.sleep(0)
        return await _boot(pico_image, board.flash.contents(), busy, None)
    match, lit, answered = start.session.match, [], []
    for point, cell in enumerate(match.cells):
        if cell:
            board.put(name(point, 15))
    board.subscribe(lambda message: message["type"] == "lights" and any(board.frame) and lit.append(board.now_ms()))
    await board.start()
    await board.until(lambda: lit and events(board, "resuming" if start.restored else "started"), BOOT_MS)
    if busy == "worst":
        assert not [each for each in board.flash.operations if each.is_erase], "lights and state come first"
    if start.restored:
        assert moves_of(board) == moves_text(match.game.moves, 15)
        await board.advance(FILES_MS)
        board.press("p1")
        await board.advance(TAP_MS)
        board.release("p1")
        await board.until(lambda: events(board, "resumed"), PLAYABLE_MS)
        assert events(board, "resumed")[0]["by"] == "p1"
        answered.append(board.now_ms())
    board.stop()
    await asyncio.sleep(0)
    assert events(board, "started")[0]["restored"] == start.restored
    assert "Traceback" not in board.text and not events(board, "error") and not events(board, "fault")
    return lit[0], *answered


def test_what_was_shown_is_there_after_a_cut_in_any_operation(short):
    assert {"stone", "back", "resign"} == {fact[0] for fact in short.facts}
    assert short.shown(short.told[-1][0]) == len(short.facts)
    check_all(short, seeds=2)


def check_all(recording, seeds):
    for number in range(len(recording.operations)):
        for seed in range(seeds):
            recording.check(number, Start(recording.cut_in(number, seed)))
    first, last = recording.times("provisional")[0], recording.times("result")[0]
    during = [each for each in recording.operations if first < each.ns < last]
    assert not [each for each in during if each.is_erase], "a stone's light would wait for it"
    ledger.note(
        f"emulated Pico: {seeds} power cuts in each of {len(recording.operations)} flash operations of a game, nothing "
        f"lost; {len(during)} page programs and no erase for its {len(recording.facts)} deeds"
    )


def test_the_board_starts_after_a_cut_and_one_more_while_it_starts(short, pico_image):
    chance = random.Random(len(short.operations))
    number = chance.randrange(len(short.operations))
    boot(pico_image, short.cut_in(number, seed=number), cut=chance.randrange(100))


@pytest.mark.parametrize("busy", [pytest.param("typical", marks=pytest.mark.proof), "worst"])
def test_from_power_to_playable(pico_image, busy):
    """The Pico boots in time with a hundred finished games, and with a game that lost its last stone by a power cut."""
    recording = recorded("10+5")
    number = next(at for at, each in enumerate(recording.operations) if each.ns > recording.times("move")[-1]) - 1
    lights_ms, answered_ms = boot(pico_image, recording.cut_in(number, seed=1), busy)
    ledger.note(
        f"emulated Pico, the flash {busy}, {KEPT} games on it: from power to a game's lights {lights_ms} ms, to the "
        f"answer to a press of {TAP_MS} ms {answered_ms} ms"
    )
    assert lights_ms < PLAYABLE_MS


@pytest.mark.proof
def test_a_flash_that_must_be_formatted(pico_image):
    """A flash without littlefs in its first blocks is formatted at the start, and the board reports it."""
    board = EmulatedBoard(pico_image, seed=5)
    board.mcu.flash[BEGIN : BEGIN + 2 * SECTOR] = random.Random(1).randbytes(2 * SECTOR)

    async def start():
        await board.start()
        await board.until(lambda: "device" in groups(board), BOOT_MS)
        board.stop()
        await asyncio.sleep(0)

    asyncio.run(start())
    assert groups(board)["device"]["journal"]["why"] == {"code": "device.no_games"}
    assert not events(board, "started")[0]["restored"] and "Traceback" not in board.text
    assert Start(bytearray(board.flash.contents())).games == {}


@pytest.mark.proof
def test_a_whole_game_and_every_cut(pico_image):
    """In a game of 41 stones on the emulated Pico, after 100 others, 20 cuts in each flash operation lose nothing.

    After each cut the firmware starts under CPython.
    """
    board = EmulatedBoard(pico_image, seed=8)
    board.mcu.flash[BEGIN:SIZE] = with_finished_games(b"\xff" * SIZE)[BEGIN:]
    recorder = Recorder(board)
    with Bench(board) as bench:
        bench.boot()
        play(bench, GAME, "soosyrv-8", {6, 30})
        bench.do(board.advance(TIDY_MS))
    check_all(recorder.end(), seeds=20)


def seed_of_half(operation, half):
    """Find a seed that cuts a program operation in one of its two ways (Operation.apply_half).

    With half 0, every byte has some of its bits. With half 1, the first bytes are complete, and the others are
    unchanged. For an erase each seed gives another result.
    """
    return next(seed for seed in itertools.count(2 * operation) if random.Random(seed).getrandbits(1) == half)


def test_a_cut_has_two_halves():
    """Half 1 writes the first bytes, half 0 writes bytes anywhere."""
    data = bytes(range(200))
    for number in range(20):
        whole = []
        for half in (0, 1):
            contents = bytearray(b"\xff" * PAGE)
            Operation(PROGRAM, 0, data, 0.0).apply_half(contents, random.Random(seed_of_half(number, half)))
            same = [at for at, byte in enumerate(data) if contents[at] == byte]
            whole.append(same == list(range(len(same))))
        assert whole == [False, True], number


@pytest.mark.proof
@pytest.mark.parametrize("part", range(1, CUT_PARTS + 1), ids="part{}".format)
def test_the_pico_starts_after_every_cut_of_a_game(pico_image, part):
    """The emulated Pico starts and continues after both kinds of cut in every flash operation of a game of 41 stones.

    The game, its start, its clean-up and a hundred earlier games are recorded under CPython, with the same keeper and
    driver. Each cut is also checked there, and no fact that the board showed may be lost.
    """
    recording = recorded("10+5")
    cuts = list(itertools.product(range(len(recording.operations)), (0, 1)))
    times = []
    for number, half in cuts[part - 1 :: CUT_PARTS]:
        contents = recording.cut_in(number, seed_of_half(number, half))
        recording.check(number, Start(contents[:]))
        times.append(boot(pico_image, contents))
        print(f"cut in half {half} of operation {number}: {times[-1]} ms", flush=True)
    ledger.note(
        f"started after {len(times)} of {len(cuts)} cuts in {len(recording.operations)} operations: lights after "
        f"{max(first for first, *_ in times)} ms at most, an answer to a press after {max(map(max, times))}"
    )
