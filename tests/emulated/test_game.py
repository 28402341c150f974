"""A whole real game on the emulated Pico: bouncing reeds in, decoded lights out, real firmware between."""

import json

import records
from tengen.lights import scene
from tengen.rules import points

# The first of games.tsv: 33 stones, Black wins with a five from c10 to g6.
GAME, FIVE = records.games()[0], ["c10", "d9", "e8", "f7", "g6"]
BY_DWELL = 2  # so many stones become moves by the dwell; the others by the button, which is quicker

# What may take so long, in ms of the board's time: a stone's light, a move by button, by dwell
LIGHT_MS, PRESS_MS, DWELL_MS = 100, 200, 1200
SETTLE_MS = 25  # the bounce of a reed and the debounce of the stone


def colours(board):
    """The colours (green, red, blue) of the points that are not dark in the last frame, each point by the pixel
    that board.toml's chain has under it: row 1 from a to o, row 2 back, and so on."""
    found = {}
    for row in range(15):
        for column in range(15):
            pixel = row * 15 + (14 - column if row % 2 else column)
            colour = tuple(board.frame[3 * pixel : 3 * pixel + 3])
            if colour != (0, 0, 0):
                found["abcdefghijklmno"[column] + str(row + 1)] = colour
    return found


def is_cyan(colour):
    green, red, blue = colour
    return green == blue > 0 == red


def events(board, kind):
    return [event for event in board.events if event["event"] == kind]


def play(bench, number, point):
    """Put down a stone, see its light, make it a move, see the last-stone light there and nothing else on the board.

    Returns how long the first light took, in ms of the board's time.
    """
    board, do = bench.board, bench.do
    put_at = board.now_ms()
    board.put(point)
    do(board.until(lambda: is_cyan(colours(board).get(point, (0, 0, 0))), LIGHT_MS))
    took = board.now_ms() - put_at
    if number > BY_DWELL:
        player = "p1" if number % 2 else "p2"
        do(board.advance(SETTLE_MS))
        board.press(player)
        do(board.advance(40))
        board.release(player)
    within = PRESS_MS if number > BY_DWELL else DWELL_MS
    do(board.until(lambda: len(events(board, "move")) == number, within))
    move = events(board, "move")[-1]
    assert (move["n"], move["point"], move["colour"]) == (number, point, "black" if number % 2 else "white")
    if number < len(GAME):
        do(board.until(lambda: colours(board) == {point: scene.LAST}, LIGHT_MS))
    return took


def test_one_real_game_from_reed_to_light(bench, record_property):
    board, do = bench.board, bench.do
    assert len(GAME) >= 30
    # an asymmetric game: a mirrored or rotated board would put some stone on another's point
    assert len({points.index(point, 15) % 15 for point in GAME}) > 5
    took = sorted(play(bench, number, point) for number, point in enumerate(GAME, 1))
    print(f"from touch to light: {took[0]} to {took[-1]} ms, median {took[len(took) // 2]} ms")

    do(board.until(lambda: events(board, "result"), LIGHT_MS))
    result = events(board, "result")[-1]
    assert (result["winner"], result["reason"], result["line"]) == ("black", "five", FIVE)
    five = {scene.FIVE, scene.FIVE_HEAD}
    do(board.until(lambda: set(colours(board)) == set(FIVE) and set(colours(board).values()) <= five, LIGHT_MS))
    # one light after another is the bright one
    seen = set()

    def all_seen():
        seen.update(point for point, colour in colours(board).items() if colour == scene.FIVE_HEAD)
        return seen == set(FIVE)

    do(board.until(all_seen, 3000))

    numbers = [event["seq"] for event in board.events]
    assert numbers == list(range(1, len(numbers) + 1)), "no gap in the events"

    board.send(json.dumps({"cmd": "snapshot"}).encode() + b"\n")
    do(board.until(lambda: events(board, "snapshot"), LIGHT_MS))
    snapshot = events(board, "snapshot")[-1]
    assert snapshot["moves"] == "".join(GAME)
    print(f"free heap with the game over: {snapshot['heap_free']} bytes")
    record_property("heap_free", snapshot["heap_free"])
    assert snapshot["heap_free"] >= 150_000


def test_junk_on_the_line_gets_one_error_and_changes_nothing(bench):
    board, do = bench.board, bench.do
    before = events(board, "error")
    board.send(b"\xff\xfe what?\n")
    do(board.until(lambda: len(events(board, "error")) > len(before), 200))
    do(board.advance(60))
    assert len(events(board, "error")) == len(before) + 1
    assert "JSON" in events(board, "error")[-1]["message"]


def test_the_last_output_of_the_chain_comes_back(bench):
    # each frame is one pixel too long, and that pixel's 24 bits are all that comes out at the end
    board = bench.board
    assert board.leds.returned == 24 * (board.frames + 1) or board.leds.returned == 24 * board.frames


def test_a_new_game_on_the_cleared_board_and_a_refused_stone(bench):
    board, do = bench.board, bench.do
    for point in GAME:
        board.lift(point)
    do(board.advance(80))
    board.press("arbiter")
    do(board.advance(60))
    board.release("arbiter")
    do(board.until(lambda: events(board, "new_game"), PRESS_MS))
    do(board.until(lambda: colours(board) == {"h8": scene.ZONE}, LIGHT_MS))

    board.put("c2")
    do(board.until(lambda: events(board, "refused"), LIGHT_MS))
    do(board.until(lambda: colours(board) == {"c2": scene.EXTRA, "h8": scene.ZONE}, 300))
    assert board.hz, "the buzzer sounds"
    board.lift("c2")
    do(board.until(lambda: colours(board) == {"h8": scene.ZONE}, LIGHT_MS))
    do(board.until(lambda: not board.hz, 300))
    assert events(board, "restored")
