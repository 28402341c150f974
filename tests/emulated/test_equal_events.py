"""Test the same game on emulated Picos with differences that must not matter. The events must be the same."""

import heard
import pytest
from booted import Bench
from rp2040py.peripherals.sysinfo import CHIP_ID, RP2040SysInfo
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import BUSY_US
from test_game import GAME, SETTLE_MS, TAP_MS, events

pytestmark = pytest.mark.proof

SYSINFO = 0x40000  # shifted as in rp2040py's table of peripherals
REVISION_B2 = 0x20002927  # RP2040 data sheet, 2.20.3; rp2040py's chip is a B1, for which the SDK works around E5
TIMES = ("seq", "t", "ms")
WITHIN_MS = 3000
TOLD_MS = 500


class SysInfoB2(RP2040SysInfo):
    def read_uint32(self, offset):
        return REVISION_B2 if offset == CHIP_ID else super().read_uint32(offset)


def start_of_frame_interrupts(board):
    board.mcu.usb_ctrl.interrupt_frames()


def late_host(board):
    board.mcu.usb_ctrl.interrupt_frames()
    board.mcu.usb_ctrl.be_late(5, seed=45)


def revision_b2(board):
    board.mcu.peripherals[SYSINFO] = SysInfoB2(board.mcu, "SYSINFO_BASE")


def worst_flash(board):
    board.flash.busy_us = BUSY_US["worst"]


def told(pico_image, change):
    """Call change(board), and play the game on the board.

    Returns (events without their times, the final state, the cycles of the awake core).
    """
    board = EmulatedBoard(pico_image, seed=26)
    change(board)
    with Bench(board) as bench:
        bench.boot()
        for number, point in enumerate(GAME, 1):
            player = "p1" if number % 2 else "p2"
            board.put(point)
            bench.do(board.until(lambda number=number: len(events(board, "provisional")) == number, WITHIN_MS))
            bench.do(board.advance(SETTLE_MS))
            board.press(player)
            bench.do(board.advance(TAP_MS))
            board.release(player)
            bench.do(board.until(lambda number=number: len(events(board, "move")) == number, WITHIN_MS))
            bench.do(board.advance(TOLD_MS))
    groups = heard.comparable(heard.Client().hear_all(board.lines).groups, 0)
    said = [{field: value for field, value in event.items() if field not in TIMES} for event in heard.said(board.lines)]
    return said, groups, board.mcu.core.cycles


@pytest.fixture(scope="module")
def plain(pico_image):
    return told(pico_image, lambda board: None)


@pytest.mark.parametrize("change", [start_of_frame_interrupts, late_host, revision_b2, worst_flash])
def test_a_whole_game_on_another_chip_host_or_flash(pico_image, plain, change):
    """A whole game gives the same events with interrupts of USB frames, a late host, a B2 chip or a very slow flash."""
    said, groups, cycles = told(pico_image, change)
    assert len(said) > 2 * len(GAME)
    assert (said, groups) == plain[:2]
    assert cycles != plain[2], "the difference had an effect on the firmware"
