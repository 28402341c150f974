"""Test Ctrl-C and junk on the emulated Pico's link during a game. No move that the board has reported may be lost.

Ctrl-C stops the app by design, because mpremote and `tengen flash` need MicroPython's prompt. All bytes after a Ctrl-C
go to the prompt, so after junk the prompt may be in any of its modes. These are the requirements:

- A laptop that sends Ctrl-C twice and Ctrl-B gets the prompt, and Ctrl-D there starts the app.
- Then the game waits for its stones and a press. It has every reported move. A move that was being made during the
  Ctrl-C is stored completely or not at all.
- The board reports no fault, and the watchdog does not reset it.
- After a reset main.py starts the app with the game.
"""

import itertools
import random

import junk
import ledger
import pytest
from booted import BOOT_MS, MADE_MS
from tengen.games import points
from test_game import GAME, LIGHT_MS, SETTLE_MS, TAP_MS, button, events, groups, snapshot
from test_opening_games import stone

pytestmark = pytest.mark.proof

ROUNDS = 16
CTRL_B, CTRL_C, CTRL_D = b"\x02", b"\x03", b"\x04"
PROMPT = "with RP2040\r\n"
PROMPT_MS = 1000
JUNK_MS = 300
MADE_WITHIN_MS = 160  # after the button's release, a move is made and reported within this time


def junk_with_ctrl_c(lines, chance):
    """Return three lines of junk with one or two Ctrl-C at random places."""
    data = b"\n".join(itertools.islice(lines, 3)) + b"\n"
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(data))
        data = data[:at] + CTRL_C + data[at:]
    return data


def prompt(bench):
    """Get MicroPython's prompt from any of its modes."""
    board = bench.board
    board.send(b"\r" + CTRL_C + CTRL_C)
    bench.do(board.advance(LIGHT_MS))
    before = board.text.count(PROMPT)
    board.send(CTRL_B)
    bench.do(board.until(lambda: board.text.count(PROMPT) > before, PROMPT_MS))


def comes_back(bench, start, known):
    """Start the app and continue the game; return how many moves it has.

    The game must have `known` moves of GAME, or one more.
    """
    board, do = bench.board, bench.do
    started, resuming = len(events(board, "started")), len(events(board, "resuming"))
    start()
    do(board.until(lambda: len(events(board, "resuming")) > resuming, BOOT_MS))
    assert len(events(board, "started")) == started + 1 and events(board, "started")[-1]["restored"]
    moves = [move["point"] for move in groups(board)["moves"]]
    found = next(count for count in (known, known + 1) if moves == GAME[:count])
    for point in set(board.stones) - set(indices(found)):
        board.lift(points.name(point, 15))
    do(board.advance(MADE_MS))
    resumed = len(events(board, "resumed"))
    button(bench, "p1")
    do(board.until(lambda: len(events(board, "resumed")) > resumed, PROMPT_MS))
    return found


def indices(count):
    """Return the indices of the first `count` points of GAME."""
    return [points.index(point, 15) for point in GAME[:count]]


def told_moves(board):
    """Return the number of the last reported move."""
    return max((event["n"] for event in events(board, "move")), default=0)


def test_junk_with_ctrl_c_loses_no_move(own):
    """Junk with Ctrl-C while moves are made on the emulated Pico does not lose any reported move."""
    board, do = own.board, own.do
    seed = random.SystemRandom().randrange(1 << 30)
    print(f"\nseed {seed}")
    chance = random.Random(seed)
    lines = (line for line in junk.lines(seed) if not junk.may_name_a_command(line))
    faults = snapshot(own)["device"]["faults_counted"]
    board.ask({"cmd": "set", "move": "button"})
    do(board.advance(LIGHT_MS))
    stone(own, "p1", GAME[0])
    stone(own, "p2", GAME[1])
    known, in_it = 2, 0
    for _ in range(ROUNDS):
        who = "p1" if known % 2 == 0 else "p2"
        board.put(GAME[known])
        do(board.advance(SETTLE_MS))
        board.press(who)
        do(board.advance(TAP_MS))
        board.release(who)
        do(board.advance(chance.randrange(MADE_WITHIN_MS)))
        board.send(junk_with_ctrl_c(lines, chance))
        do(board.advance(JUNK_MS))
        prompt(own)
        told = told_moves(board)
        found = comes_back(own, lambda: board.send(CTRL_D), known)
        assert found >= told, "every reported move is there"
        in_it += found > known
        known = found
        print(f"{known} moves, {told} told", flush=True)
    assert snapshot(own)["device"]["faults_counted"] == faults and not events(board, "fault")
    assert in_it, "none of the moves was made before its Ctrl-C"
    prompt(own)
    assert comes_back(own, lambda: do(board.reboot()), known) == known
    ledger.note(f"{ROUNDS} times, in {in_it} of them the move was made before; seed {seed}")
