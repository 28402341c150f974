"""Test the emulated Pico's link with a host that stops reading, a pulled cable, and junk. The game must continue."""

import itertools

import heard
import junk
import ledger
import pytest
from portable import lit
from test_game import kinds, snapshot

STONE_MS = 40  # ms from touch to light, which are two frames; this holds at any load of the link
DARK_MS = 400
DRAIN_MS = 500
# ms until a snapshot arrives: it takes up to 100 ms to create, and then waits until earlier events are sent
SNAPSHOT_MS = 250
ERROR_MS = 400  # ms until an error event arrives, even if it waits for the errors of a line of 500 bytes


def touch(bench, point):
    """Put a stone, wait for its light, lift it. Return the ms until the light."""
    board, do = bench.board, bench.do
    before = board.now_ms()
    board.put(point)
    do(board.until(lambda: point in lit(board.frame), STONE_MS))
    took = board.now_ms() - before
    do(board.advance(60))
    board.lift(point)
    do(board.until(lambda: point not in lit(board.frame), DARK_MS))
    return took


def state(bench):
    return heard.comparable(snapshot(bench, lost=True), 0)


def short(lines, count):
    """Return `count` lines that are not a command for any parser, each short enough to be read in one tick."""
    harmless = (line for line in lines if len(line) < 64 and not junk.may_name_a_command(line))
    return list(itertools.islice(harmless, count))


def throw(bench, lines):
    """Send lines in one piece, and check that the board answers each with one error."""
    board, told = bench.board, len(bench.board.lines)
    board.send(b"\n".join(lines) + b"\n")
    bench.do(board.until(lambda: len(board.lines) >= told + len(lines), ERROR_MS * len(lines)))
    bench.do(board.advance(100))
    assert [answer["code"] for answer in heard.answers(board.lines[told:])] == ["error"] * len(lines)


def test_a_host_that_stops_reading_costs_the_game_nothing(bench):
    board, do = bench.board, bench.do
    snapshot(bench, lost=True)
    was = board.lines[-1]
    told, text = len(board.lines), board.text
    board.send(b'{"cmd": "snapshot"}\n')
    do(board.until(lambda: board.unfinished, SNAPSHOT_MS))
    board.mcu.usb_ctrl.read(False)
    took = [touch(bench, "c2")]
    # more events than fit into the board's buffer
    board.send(b'{"cmd":"x"}\n' * 70)  # each line gives an error with the names of all commands
    do(board.advance(1000))
    assert len(board.lines) == told
    took.append(touch(bench, "m12"))
    board.mcu.usb_ctrl.read(True)
    do(board.advance(DRAIN_MS))
    ledger.note(f"emulated Pico: light {took} ms after the touch while the host does not read")

    numbers = [line["seq"] for line in board.lines[told:]]
    assert numbers == sorted(set(numbers)) and numbers[0] == was["seq"] + 1
    gaps = [after - before for before, after in itertools.pairwise(numbers) if after != before + 1]
    assert len(gaps) == 1, "what was dropped was the oldest, and in one piece"
    assert board.text == text, "no half line"
    snapshot(bench, lost=True)


def test_a_cable_pulled_out_in_mid_line_costs_the_game_nothing(bench):
    board, do = bench.board, bench.do
    was = state(bench)
    told, text = len(board.lines), board.text
    board.send(b'{"cmd": "snapshot"}\n')
    do(board.until(lambda: board.unfinished, SNAPSHOT_MS))
    board.mcu.usb_ctrl.unplug()
    took = [touch(bench, point) for point in ("c2", "m12")]
    assert len(board.lines) == told
    board.mcu.usb_ctrl.plug()
    do(board.until(lambda: len(board.lines) > told, 1000))
    do(board.advance(DRAIN_MS))
    ledger.note(f"emulated Pico: light {took} ms after the touch while the cable is out")

    half, *others = board.text.removeprefix(text).split("\n")
    assert half.startswith('\x1e{"') and not any("{" in line for line in others), "a line end, then whole lines"
    assert state(bench) == was


def test_a_host_that_sleeps_in_mid_line_gets_all_when_it_wakes(bench):
    board, do = bench.board, bench.do
    was = state(bench)
    told, text = len(board.lines), board.text
    seq = board.lines[-1]["seq"]
    board.send(b'{"cmd": "snapshot"}\n')
    do(board.until(lambda: board.unfinished, SNAPSHOT_MS))
    board.mcu.usb_ctrl.sleep()
    touch(bench, "c2")
    assert len(board.lines) == told
    board.mcu.usb_ctrl.wake()
    # some events may have been written while sending was impossible; now they must be sent without a further event
    do(board.until(lambda: kinds(board)[-1] == "restored", 1000))
    assert [line["seq"] for line in board.lines[told:]] == list(range(seq + 1, board.lines[-1]["seq"] + 1))
    assert board.text.removeprefix(text).strip() == ""
    assert state(bench) == was


def test_junk_in_bulk_changes_nothing(bench):
    was = state(bench)
    throw(bench, [*short(junk.lines(6), 8), b"[" * 500, b"\x00\xff" * 20])
    assert state(bench) == was


@pytest.mark.proof
@pytest.mark.parametrize("part", (1, 2), ids="part{}".format)
def test_two_thousand_lines_of_junk(bench, part):
    """2,000 lines of junk to the emulated Pico cause one error each, no change of the state, and no loss of memory."""
    was = state(bench)
    lines = iter(short(junk.lines(2025 + part), 1000))
    throw(bench, list(itertools.islice(lines, 100)))
    free = max(snapshot(bench)["device"]["heap_free"] for _ in range(3))
    while chunk := list(itertools.islice(lines, 100)):
        throw(bench, chunk)
    left = max(snapshot(bench)["device"]["heap_free"] for _ in range(3))
    ledger.note(f"emulated Pico: 1,000 lines of junk; {free} bytes of heap free before, {left} after")
    assert abs(left - free) < 1024
    assert state(bench) == was
