"""Test that a button press while the emulated Pico erases its flash, for up to 400 ms, counts exactly once."""

import random

import ledger
from booted import BOOT_MS, Bench
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import BUSY_US
from test_erases import stall
from test_game import GAME, LIGHT_MS, SETTLE_MS, TAP_MS, events
from test_opening_games import set_game

ERASE_MS = 400
PRESSES = 16
AFTER_MS = TAP_MS + LIGHT_MS


def meant(board):
    """Return the effects of presses, which are the number of moves, and the number of refused presses."""
    return len(events(board, "move")), len(events(board, "refused"))


def moved(board, number, down):
    (board.press if down else board.release)(("p1", "p2")[number % 2])


def bounce(bench, number, down, chance):
    """Press or release the button of move `number`, with bounces, while the core is stopped."""
    moved(bench.board, number, down)
    for _ in range(chance.randrange(3)):
        for level in (not down, down):
            stall(bench.board, 1)
            moved(bench.board, number, level)


def test_a_tap_in_an_erase_is_a_press_once_and_without_one_nothing_is_pressed(bench):
    board, do, chance = bench.board, bench.do, random.Random(6)
    set_game(bench, mode="casual", move="button", opening="free centre")
    for number, point in enumerate(GAME[:PRESSES]):
        board.put(point)
        do(board.advance(SETTLE_MS))
        before = meant(board)
        while board.mcu.core.ipsr:  # an erase never begins in an interrupt
            do(board.advance(1))
        stall(board, ERASE_MS)
        do(board.advance(AFTER_MS))
        assert meant(board) == before, "no edge, no press"
        begin = chance.randrange(10, ERASE_MS - TAP_MS - 10)
        while board.mcu.core.ipsr:
            do(board.advance(1))
        stall(board, begin)
        bounce(bench, number, True, chance)
        stall(board, TAP_MS)
        bounce(bench, number, False, chance)
        stall(board, ERASE_MS - TAP_MS - begin)
        do(board.advance(AFTER_MS))
        assert meant(board) == (before[0] + 1, before[1]), (number, begin)
    ledger.note(f"emulated Pico: {PRESSES} taps within an erase of 400 ms, each felt once")


class Erases(list):
    """The list of the flash's operations. In the middle of the first erase, it taps Player 2's button."""

    def __init__(self, board):
        super().__init__()
        self.board, self.taps = board, 0
        clock = board.mcu.clock
        self._alarms = [clock.create_alarm(lambda: board.press("p2")), clock.create_alarm(lambda: board.release("p2"))]

    def append(self, operation):
        super().append(operation)
        if operation.is_erase and not self.taps:
            self.taps += 1
            self._alarms[0].schedule(100_000_000)
            self._alarms[1].schedule((100 + TAP_MS) * 1_000_000)


def test_a_tap_in_the_worst_erase_is_felt_while_the_first_files_are_made(pico_image):
    board = EmulatedBoard(pico_image, seed=3)
    board.flash.busy_us = BUSY_US["worst"]
    with Bench(board) as bench:
        bench.do(board.start())
        bench.do(board.until(lambda: events(board, "started"), BOOT_MS))
        board.flash.operations = erases = Erases(board)
        bench.do(board.until(lambda: erases.taps, BOOT_MS))
        bench.do(board.until(lambda: events(board, "button"), BOOT_MS))
        bench.do(board.advance(2000))
        assert [(event["name"], event["action"]) for event in events(board, "button")] == [("p2", "press")]
        assert not events(board, "fault")
