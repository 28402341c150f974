"""Test that PIO, DMA and players continue while the emulated Pico's core stops, as in an erase of the flash."""

import random

import heard
import ledger
from tengen import wiring

STALL_MS = (45, 400)  # the typical and the longest time in which a W25Q16JV erases a sector (tSE)
STONES = 24
SOON_MS = wiring.DWELL_MS - 10
# the time in which a move is reported; the first move is saved before, and its line also has the journal's state
TOLD_MS = 100


def stall(board, ms):
    board.mcu.wait(board.mcu.clock.nanos + ms * 1_000_000)


def moves(board):
    return sum(event["code"] == "move" for event in heard.said(board.lines))


def test_a_stone_that_is_lifted_while_the_core_stands_still_is_no_move(bench):
    board, do, chance = bench.board, bench.do, random.Random(4)
    for number in range(STONES):
        lies_ms, stall_ms = chance.randint(SOON_MS - 300, SOON_MS), chance.choice(STALL_MS)
        stalled_ms = chance.randint(5, min(stall_ms, lies_ms - 100))
        board.put("h8")
        do(board.advance(lies_ms - stalled_ms))
        while board.mcu.core.ipsr:  # an erase never begins in an interrupt
            do(board.advance(1))
        stall(board, stalled_ms)
        board.lift("h8")
        stall(board, stall_ms - stalled_ms)
        do(board.advance(300))
        assert moves(board) == 0, (number, lies_ms, stall_ms, stalled_ms)
    board.put("h8")
    do(board.advance(500))
    stall(board, STALL_MS[1])
    do(board.advance(wiring.DWELL_MS - 500 + TOLD_MS))
    assert moves(board) == 1, "a stone that lies is a move, later"
    ledger.note(f"emulated Pico: {STONES} stones lifted while the core stood still, none became a move")
