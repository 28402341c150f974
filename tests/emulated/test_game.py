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


def lit(board, colour):
    """The points whose light has exactly this colour (green, red, blue) in the last frame, by the pixel
    that board.toml's chain has under them: row 1 from a to o, row 2 back, and so on."""
    found = []
    for row in range(15):
        for column in range(15):
            pixel = row * 15 + (14 - column if row % 2 else column)
            if tuple(board.frame[3 * pixel : 3 * pixel + 3]) == colour:
                found.append("abcdefghijklmno"[column] + str(row + 1))
    return found


def events(board, kind):
    return [event for event in board.events if event["event"] == kind]


def test_one_real_game_from_reed_to_light(bench, record_property):
    board, do = bench.board, bench.do
    assert len(GAME) >= 30
    # an asymmetric game: a mirrored or rotated board would put some stone on another's point
    assert len({points.index(point, 15) % 15 for point in GAME}) > 5
    for number, point in enumerate(GAME, 1):
        board.put(point)
        do(board.until(lambda: lit(board, scene.PROVISIONAL) == [point], LIGHT_MS))
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
            do(board.until(lambda: lit(board, scene.LAST), LIGHT_MS))
            assert lit(board, scene.LAST) == [point]
            others = set(board.frame[: 3 * 225])
            assert others == {0, *scene.LAST}, "nothing else is lit on the board"

    result = events(board, "result")[-1]
    assert (result["winner"], result["reason"], result["line"]) == ("black", "five", FIVE)
    do(board.until(lambda: set(lit(board, scene.FIVE) + lit(board, scene.FIVE_HEAD)) == set(FIVE), LIGHT_MS))
    # one light after another is the bright one
    seen = set()
    do(board.until(lambda: seen.update(lit(board, scene.FIVE_HEAD)) or seen == set(FIVE), 3000))

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
