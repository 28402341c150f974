"""Test a whole real game on the emulated Pico with the real firmware, from bouncing reeds to decoded lights."""

import json

import heard
import ledger
import real_games
from portable import colour_of, lit
from reference import HALO, Reference
from tengen.games import points
from tengen.lights import colours
from tengen.lights.lamps import REFRESH_MS
from tengen.partner import reserve

# The first game of games.tsv: 33 stones, Black wins with a five from c10 to g6.
GAME, FIVE = real_games.games()[0], ["c10", "d9", "e8", "f7", "g6"]
OPENING = ("I11", "Shagetsu")
# this many stones become moves after the dwell time; the others become moves by the button, which is faster
BY_DWELL = 2

# After the third stone the board shows the opening's code for this time
NAMED_AT, NAMED_MS = 3, 3100

# The longest times, in ms of the board's time, until a stone's light, a move by button, and a move by dwell
LIGHT_MS, PRESS_MS, DWELL_MS = 100, 200, 1200
TOLD_MS = 400  # time until a long line, which may wait for other lines
SETTLE_MS = 25  # the time for which a reed bounces, plus the debounce of a stone
TAP_MS = 80  # a quick tap on a button; a tap of 40 ms may be too short for the debounce while lights are drawn


def is_cyan(colour):
    green, red, blue = colour
    return green == blue > 0 == red


def events(board, kind):
    return [event for event in heard.said(board.lines) if event["code"] == kind]


def kinds(board):
    return [event["code"] for event in heard.said(board.lines)]


def groups(board):
    """Return the state of the board, from all its lines."""
    return board.replica.state.groups


def moves_of(board):
    """Return the moves of the game, as a string."""
    return "".join(move["point"] for move in groups(board)["moves"])


def told(bench, kind, within_ms=PRESS_MS):
    """Return a function that waits for the next event of this kind, counted from the call of told()."""
    before = len(events(bench.board, kind))
    return lambda: bench.do(bench.board.until(lambda: len(events(bench.board, kind)) > before, within_ms))


def button(bench, who, ms=TAP_MS):
    board, do = bench.board, bench.do
    board.press(who)
    do(board.advance(ms))
    board.release(who)
    do(board.advance(TAP_MS))


def answer(bench, who, kind, ms=TAP_MS):
    """Press a button, and wait for an event of this kind; return it."""
    done = told(bench, kind, ms + PRESS_MS)
    button(bench, who, ms)
    done()
    return events(bench.board, kind)[-1]


def snapshot(bench, lost=False):
    """Request a snapshot; return its groups.

    Check that the snapshot agrees with all earlier lines, unless some lines were `lost`.
    """
    board = bench.board
    bench.do(board.advance(TOLD_MS))
    before, at = groups(board), len(board.lines)
    board.send(json.dumps({"cmd": "snapshot"}).encode() + b"\n")
    bench.do(board.until(lambda: board.lines[at:] and board.lines[-1].get("whole"), 2 * TOLD_MS))
    if not lost:
        heard.agree(before, board.lines[at:])
    return groups(board)


def play(bench, wire, number, point):
    """Put a stone, check its light, make it a move, and check that the board then shows only the last-stone light.

    `wire`: the bytes that the LED manufacturer's driver would send. Returns the time until the first light, in ms of
    the board's time.
    """
    board, do = bench.board, bench.do
    put_at = board.now_ms()
    board.put(point)
    do(board.until(lambda: is_cyan(colour_of(board.frame, point)), LIGHT_MS))
    took = board.now_ms() - put_at
    if number > BY_DWELL:
        player = "p1" if number % 2 else "p2"
        do(board.advance(SETTLE_MS))
        board.press(player)
        do(board.advance(TAP_MS))
        board.release(player)
    within = PRESS_MS if number > BY_DWELL else DWELL_MS
    do(board.until(lambda: len(events(board, "move")) == number, within))
    move = events(board, "move")[-1]
    assert (move["n"], move["point"], move["colour"]) == (number, point, "black" if number % 2 else "white")
    if number == NAMED_AT:
        do(board.until(lambda: len(lit(board.frame)) > 10, LIGHT_MS))
        shown = lit(board.frame)
        assert {shown[each] for each in shown if each != point} == {colours.WORDS}
        # wait for the line with the move, because it may arrive after the light
        do(board.until(lambda: "opening" in groups(board)["game"], LIGHT_MS))
        named = groups(board)["game"]["opening"]
        assert (named["code"], named["name"]) == OPENING
    if number < len(GAME):
        expected = wire("white" if number % 2 else "black", **{point: HALO})
        do(board.until(lambda: board.frame == expected, NAMED_MS if number == NAMED_AT else LIGHT_MS))
    return took


def images(point):
    """Yield the point's seven other images, rotated and mirrored."""
    row, column = divmod(points.index(point, 15), 15)
    for y, x in ((row, column), (column, row)):
        for image in ((y, x), (y, 14 - x), (14 - y, x), (14 - y, 14 - x)):
            if image != (row, column):
                yield points.name(image[0] * 15 + image[1], 15)


def test_the_game_tells_a_turned_or_mirrored_board():
    # at least one stone has all its seven images on empty points
    assert any(len(set(images(point))) == 7 and not set(images(point)) & set(GAME) for point in GAME)


def test_one_real_game_from_reed_to_light(bench, monkeypatch):
    board, do = bench.board, bench.do
    wire = Reference(monkeypatch).wire
    assert len(GAME) >= 30
    took = []
    for number, point in enumerate(GAME, 1):
        took.append(play(bench, wire, number, point))
        if number == 30:
            heap_free = snapshot(bench)["device"]["heap_free"] + reserve.BYTES
    took.sort()
    ledger.note(f"emulated Pico: from touch to light {took[0]} to {took[-1]} ms, median {took[len(took) // 2]} ms")
    ledger.note(f"emulated Pico: free heap {heap_free} bytes, at stone 30 of {len(GAME)}")
    assert heap_free >= 149_500

    do(board.until(lambda: events(board, "result"), LIGHT_MS))
    result = events(board, "result")[-1]
    assert (result["winner"], result["reason"], result["line"]) == ("black", "five", FIVE)
    five = {colours.FIVE, colours.FIVE_HEAD}
    do(board.until(lambda: set(lit(board.frame)) == set(FIVE) and set(lit(board.frame).values()) <= five, LIGHT_MS))
    # a brighter light runs along the stones of the five
    seen = set()

    def all_seen():
        seen.update(point for point, colour in lit(board.frame).items() if colour == colours.FIVE_HEAD)
        return seen == set(FIVE)

    do(board.until(all_seen, 3000))

    assert [move["point"] for move in snapshot(bench)["moves"]] == GAME
    heard.Client().hear_all(board.lines)


def test_junk_on_the_line_gets_one_error_and_changes_nothing(bench):
    board, do = bench.board, bench.do
    snapshot(bench)
    told = len(board.lines)
    junk = [b"\xff\xfe what?\n", b'{"cmd": "dance"}\n', b'{"cmd": "snapshot"\n', b"x" * 1000 + b"\n"]
    for number, line in enumerate(junk, 1):
        board.send(line)
        do(board.until(lambda number=number: len(board.lines) >= told + number, 400))
    do(board.advance(60))
    assert [event["code"] for event in heard.said(board.lines[told:])] == ["error"] * len(junk)
    first, second, *_ = heard.answers(board.lines[told:])
    assert first["why"]["code"] == "device.no_json" and second["why"]["word"] == "dance"
    snapshot(bench)


def test_the_last_output_of_the_chain_comes_back(bench):
    # the frame that is sent every 2 s is one pixel longer than the chain: only this pixel's 24 bits leave its end
    board = bench.board
    returned = board.leds.returned
    bench.do(board.until(lambda: board.leds.returned >= returned + 48, 3 * REFRESH_MS))
    bench.do(board.advance(2))
    assert board.leds.returned == returned + 48


def test_a_new_game_on_the_cleared_board_and_a_refused_stone(bench):
    board, do = bench.board, bench.do
    for point in GAME:
        board.lift(point)
    do(board.advance(80))
    answer(bench, "arbiter", "new_game")
    do(board.until(lambda: lit(board.frame) == {"h8": colours.ZONE}, LIGHT_MS))

    board.put("c2")
    do(board.until(lambda: events(board, "refused"), LIGHT_MS))
    # wait for the buzzer before the light, because the buzzer sounds only briefly
    do(board.until(lambda: board.hz, LIGHT_MS))
    do(board.until(lambda: lit(board.frame) == {"c2": colours.EXTRA, "h8": colours.ZONE}, 6 * LIGHT_MS))
    board.lift("c2")
    # wait, because the zone's light may just be brighter
    do(board.until(lambda: lit(board.frame) == {"h8": colours.ZONE}, 6 * LIGHT_MS))
    do(board.until(lambda: not board.hz, 300))
    assert events(board, "restored")
