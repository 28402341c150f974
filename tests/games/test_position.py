"""Check every verdict after each stone, on boards and games of other projects, with verdicts of three engines."""

import json
import random

from portable import boards, raises, read_lines, some
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, WHITE
from tengen.games.points import index
from tengen.games.renju import kernels
from tengen.games.renju.position import (
    FIVE,
    FOULS,
    OCCUPIED,
    VERDICT_MARKS,
    Position,
    board_text,
    of_text,
    verdict_text,
)


def test_3000_boards_every_point():
    count = 0
    for board, verdicts in boards("verdicts.txt"):
        position = of_text(board)
        assert board_text(position) == board
        assert verdict_text(position) == verdicts, board
        count += 1
    assert count == some(3000)


def test_the_examples_of_the_advanced_page():  # renju.net
    said = {"3x3": "3", "3x3x3": "3", "4x3x3": "3", "4x4": "4", "4x4x3": "4", "4x4x4": "4", "6": "6"}
    count = 0
    for case in json.loads("\n".join(read_lines("renjunet_advanced_fixtures.json"))):
        position = of_text("".join(case["board"]).replace("B", "X").replace("W", "O").replace("?", "."))
        expected = case["expected"].split()[0]
        verdict = VERDICT_MARKS[position.verdicts[index(case["probe"], 15)]]
        assert verdict == said.get(expected, "."), (case["id"], case["expected"])
        count += 1
    assert count == 23


def test_what_can_not_be_put_or_taken_changes_nothing():
    position = Position()
    position.put(112, BLACK)
    before = bytes(position.state)
    for colour in (BLACK, WHITE):
        assert raises(ValueError, position.put, 112, colour) == "occupied"
    assert raises(ValueError, position.take, 111) == "empty"
    for point in (-1, 225, 1 << 20):
        assert raises(ValueError, position.put, point, BLACK) == "no such point"
    for colour in (3, 4, -1):
        assert raises(ValueError, position.put, 111, colour) == "no such colour"
    assert bytes(position.state) == before
    assert position.verdicts[112] == OCCUPIED and FIVE not in FOULS


def test_a_bad_board_text_says_where():
    assert raises(ValueError, of_text, "...") == coded("device.board_text", number=225, count=3)
    why = coded("refused.at_character", number=17, why=coded("device.board_mark", text="?"))
    assert raises(ValueError, of_text, "." * 16 + "?" + "." * 208) == why


def test_clear():
    fresh = Position()
    random.seed(1)
    position = Position()
    for number in range(some(20)):
        for point in range(225):
            if random.randrange(20) <= number:
                position.put(point, random.choice((BLACK, WHITE)))
        position.clear()
        # compare only the part below the stack, because calculations leave temporary values there
        assert position.state[: kernels.STACK] == fresh.state[: kernels.STACK] and max(position.cells) == EMPTY
