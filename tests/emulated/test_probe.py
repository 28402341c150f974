"""Test probing the board on the emulated Pico: raw frames, single pixels, learning the wiring, then a game again."""

import ledger
from tengen import wiring
from tengen.games.points import index
from test_game import LIGHT_MS, TOLD_MS, events
from virtual.scrambles import place

FRAME_MS = 50  # a change is reported within this time: 20 ms plus the time on the link
ANEW_MS = 3000
SWAPPED = [0, 1, 2, 3, 4, 5, 7, 6, *range(8, 16)]  # rows 7 and 8 are swapped


def last(board, kind):
    return events(board, kind)[-1]


def ask(bench, command, answer, within_ms=TOLD_MS):
    """Send a command, and return the next event of the kind `answer`."""
    board, before = bench.board, len(events(bench.board, answer))
    board.ask(command)
    bench.do(board.until(lambda: len(events(board, answer)) > before, within_ms))
    return last(board, answer)


def word(board, output):
    """Return an output's word in the last frame."""
    return int(last(board, "frame")["words"][4 * output : 4 * output + 4], 16)


def end(bench):
    """End the probe, after which the board restarts and reports its wiring.

    Returns the ms of the restart, and the report.
    """
    board, began = bench.board, bench.board.now_ms()
    ask(bench, {"cmd": "probe", "on": False}, "started", ANEW_MS)
    took = board.now_ms() - began
    bench.do(board.advance(300))
    return took, ask(bench, {"cmd": "probe", "on": False}, "probe")


def test_raw_frames_single_pixels_and_a_wiring_that_is_learned(bench):
    board, do = bench.board, bench.do
    faults = len(events(board, "fault"))
    begins = ask(bench, {"cmd": "probe", "on": True}, "probe")
    assert begins["on"] and begins["rows"] == begins["columns"] == list(range(16)) and not begins["learned"]
    do(board.until(lambda: events(board, "frame"), TOLD_MS))
    assert last(board, "frame")["words"] == "8000" * 15 + "ffff" + "0000"
    do(board.until(lambda: not any(board.frame), LIGHT_MS))

    put_at = board.now_ms()
    board.put("d7")
    do(board.until(lambda: word(board, 6) == 0x8008, FRAME_MS))
    took = board.now_ms() - put_at
    assert {at for at, _ in last(board, "frame")["changes"]} == {6 * 16 + 3}

    board.ask({"cmd": "light", "pixels": [[wiring.PIXEL_OF[index("d7", 15)], "ff8000"], [254, "0000ff"]]})
    do(board.until(lambda: any(board.frame), LIGHT_MS))
    shining = {at: board.frame[3 * at : 3 * at + 3] for at in range(255) if any(board.frame[3 * at : 3 * at + 3])}
    assert {place(board, at): grb for at, grb in shining.items()} == {
        index("d7", 15): b"\x80\xff\x00",
        ("p1", 14): b"\x00\x00\xff",
    }
    board.lift("d7")

    assert ask(bench, {"cmd": "wire", "rows": SWAPPED}, "wired")["have"] == ["rows"]
    assert ask(bench, {"cmd": "wire", "save": True}, "wired", ANEW_MS)["saved"]
    anew_ms, holds = end(bench)
    assert holds["learned"] and holds["rows"] == SWAPPED
    # the learned wiring changes the order of a frame's rows, so a stone on row 7 of the matrix is a stone on row 8 of
    # the board
    board.put("h7")
    do(board.until(lambda: events(board, "provisional") and last(board, "provisional")["point"] == "h8", FRAME_MS))
    board.lift("h7")
    do(board.advance(100))

    ask(bench, {"cmd": "probe", "on": True}, "probe")
    assert ask(bench, {"cmd": "wire", "forget": True}, "wired")["forgotten"]
    _, holds = end(bench)
    assert not holds["learned"] and holds["rows"] == list(range(16))
    assert len(events(board, "fault")) == faults
    ledger.note(f"emulated Pico: probed, a contact is told after {took} ms; {anew_ms} ms later the game is back")
