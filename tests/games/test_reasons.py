"""The reasons of a point. Its lines must give its verdict, and a dead three must show why and where it is dead."""

import json

from portable import raises, read_lines
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.games.points import index, name
from tengen.games.renju.position import VERDICT_MARKS, Position, of_text
from tengen.games.renju.reasons import closed, decisive, reasons

STONES = {"three": (3,), "four": (4,), "straight four": (4,), "five": (5,), "overline": (6, 7, 8, 9)}
KILLS = {".": None, "5": "definition of three", "6": "RIF 9.3 a", "4": "RIF 9.3 a", "3": "RIF 9.3 b"}


def drawn(diagram):
    """Return the position of a drawing: each row begins with its number, and missing rows are empty."""
    position = Position()
    for line in diagram.strip().split("\n"):
        row, *marks = line.split()
        for column, mark in enumerate(marks):
            if mark != ".":
                position.put(15 * (int(row) - 1) + column, ".XO".index(mark))
    return position


def of_names(black, white=""):
    position = Position()
    for colour, names in ((BLACK, black), (WHITE, white)):
        for point in names.split():
            position.put(index(point, 15), colour)
    return position


def of_map(line):
    return of_text("".join(mark if mark in "XO" else "." for mark in line))


def verdict_of(lines):
    """Return the verdict that the lines alone give, in the order of firmware/docs/rules.md#order."""
    shapes = [line["shape"] for line in lines]
    if "five" in shapes:
        return "5"
    if "overline" in shapes:
        return "6"
    if shapes.count("four") + shapes.count("straight four") > 1:
        return "4"
    threes = {line["direction"] for line in lines if line["shape"] == "three" and line["counts"]}
    return "3" if len(threes) > 1 else "."


def check_line(position, line, point):
    stones = [index(stone, 15) for stone in line["stones"]]
    assert len(stones) in STONES[line["shape"]] and stones.count(point) == 1, line
    steps = {"row": 1, "column": 15, "rising diagonal": 16, "falling diagonal": -14}
    step = steps[line["direction"]]
    assert stones == sorted(stones, key=lambda stone: stone % 15 * 100 + stone // 15), line
    assert all((other - stones[0]) % step == 0 for other in stones), line
    assert all(other == point or position.cells[other] == BLACK for other in stones), line
    assert all(position.cells[index(other, 15)] == 0 for other in line["completes"]), line
    if line["shape"] == "three":
        assert [other["point"] for other in line["at"]] == line["completes"] != [], line
        assert all(other["rule"] == KILLS[other["verdict"]] for other in line["at"]), line
        assert line["counts"] == ("." in [other["verdict"] for other in line["at"]]), line
    else:
        assert "counts" not in line
        assert len(line["completes"]) == {"straight four": 2, "four": 1}.get(line["shape"], 0), line


def checked(position, point, depth=0):
    """Return the reasons of a point. Check before that they give its verdict and leave the position unchanged."""
    before = bytes(position.cells), bytes(position.verdicts)
    found = reasons(position, point, depth)
    assert before == (bytes(position.cells), bytes(position.verdicts)), "the position has changed"
    assert found["point"] == name(point, 15)
    assert verdict_of(found["lines"]) == found["verdict"] == VERDICT_MARKS[position.verdicts[point]], found
    assert len(decisive(found)) >= {".": 0, "5": 1, "6": 1}.get(found["verdict"], 2)
    for line in found["lines"]:
        check_line(position, line, point)
        for other in line.get("at", ()):
            assert ("why" in other) == (depth > 0 and other["rule"] is not None)
            if "why" in other:
                position.put(point, BLACK)
                assert other["why"] == checked(position, index(other["point"], 15), depth - 1)
                position.take(point)
    assert json.loads(json.dumps(found)) == found
    return found


def short(line):
    return line["shape"], line["direction"], " ".join(line["stones"]), " ".join(line["completes"])


def test_a_double_three():
    position = drawn("""
        10 . . . . . . . X . . . . . . .
         9 . . . . . . . X . . . . . . .
         8 . . . O . X X . . . . . . . .""")
    playable = {"verdict": ".", "name": "legal", "rule": None}
    at = [dict(playable, point=point) for point in ("i8", "h7", "h11")]
    row = {"shape": "three", "direction": "row", "stones": ["f8", "g8", "h8"], "completes": ["i8"]}
    column = {"shape": "three", "direction": "column", "stones": ["h8", "h9", "h10"], "completes": ["h7", "h11"]}
    row.update(counts=True, at=at[:1])
    column.update(counts=True, at=at[1:])
    assert checked(position, index("h8", 15)) == {
        "point": "h8",
        "verdict": "3",
        "name": "double-three",
        "lines": [row, column],
    }


def test_a_three_killed_by_an_overline():  # RIF 9.3 a
    position = drawn("""
        11 . . . . X X X . X X . . . . .
        10 . . . . . . . X . . . . . . .
         9 . . . . . . . X . . . . . . .
         8 . . . . . X X . . . . . . . .
         6 . . . . . . . O . . . . . . .""")
    row, column = checked(position, index("h8", 15), 1)["lines"]
    assert row["counts"] and not column["counts"] and column["stones"] == ["h8", "h9", "h10"]
    (killed,) = column["at"]
    why = killed.pop("why")
    assert killed == {"point": "h11", "verdict": "6", "name": "overline", "rule": "RIF 9.3 a"}
    assert [short(line) for line in why["lines"]] == [
        ("overline", "row", "e11 f11 g11 h11 i11 j11", ""),
        ("straight four", "column", "h8 h9 h10 h11", "h7 h12"),
    ]


def test_a_three_with_each_point_dead_by_another_letter():  # RIF 9.3 a and b together
    position = drawn("""
        12 . . . . . . . . . . X . . . .
        11 . . . . . X X . . X . . . . .
        10 . . . . . . . X . . . . . . .
         8 . . . . . . . X X . . . . . .
         7 . . . . . . . . X X . . . . .
         6 . . . . . . X . . . . . . . .""")
    found = checked(position, index("h9", 15), 2)
    assert found["verdict"] == "." and decisive(found) == []
    four, column, rising = found["lines"]
    assert short(four) == ("four", "falling diagonal", "f11 h9 i8 j7", "g10")
    assert short(column) == ("three", "column", "h8 h9 h10", "h7 h11") and not column["counts"]
    assert short(rising) == ("three", "rising diagonal", "h9 j11 k12", "i10") and rising["counts"]
    below, above = column["at"]
    assert (below["name"], below["rule"]) == ("double-three", "RIF 9.3 b")
    assert [short(line) for line in decisive(below["why"])] == [
        ("three", "row", "h7 i7 j7", "g7 k7"),
        ("three", "rising diagonal", "g6 h7 i8", "f5 j9"),
    ]
    assert (above["name"], above["rule"]) == ("double-four", "RIF 9.3 a")
    assert [short(line) for line in above["why"]["lines"]] == [
        ("straight four", "column", "h8 h9 h10 h11", "h7 h12"),
        ("four", "row", "f11 g11 h11 j11", "i11"),
    ]


def test_a_three_whose_only_straight_four_point_makes_a_five():  # quintet's pull request 124
    found = checked(of_names("f8 i8 h7 h6 g4 g5 g6 g7", "g3"), index("h8", 15), 1)
    row, column = found["lines"]
    assert found["verdict"] == "." and column["counts"] and not row["counts"]
    (killed,) = row["at"]
    assert (killed["point"], killed["name"], killed["rule"]) == ("g8", "five", "definition of three")
    assert killed["why"]["lines"][0]["stones"] == ["g4", "g5", "g6", "g7", "g8"]


def test_two_fours_in_one_line():  # firmware/docs/rules.md#shapes: different sets of four stones count
    found = checked(of_names("e8 g8 i8 k8"), index("h8", 15))
    assert [short(line) for line in found["lines"]] == [
        ("four", "row", "e8 g8 h8 i8", "f8"),
        ("four", "row", "g8 h8 i8 k8", "j8"),
    ]
    found = checked(of_names("e8 f8 g8"), index("h8", 15))
    assert [short(line) for line in found["lines"]] == [("straight four", "row", "e8 f8 g8 h8", "d8 i8")]


# and the positions of firmware/docs/rules.md#hard-positions, which many implementations judge wrongly
def closed_rows(black, white, point):
    position = of_names(black, white)
    before = bytes(position.cells), bytes(position.verdicts)
    found = closed(position, index(point, 15))
    assert before == (bytes(position.cells), bytes(position.verdicts)), "the position has changed"
    assert all((line["counts"], line["completes"], line["at"]) == (False, [], []) for line in found)
    return [(line["shape"], " ".join(line["stones"]), " ".join(line["stopped"])) for line in found]


def test_rows_that_something_in_the_way_keeps_from_being_a_shape():
    assert closed_rows("d10 e10", "c10", "f10") == [("three", "d10 e10 f10", "c10")]
    assert closed_rows("d10 e10", "c10 h10", "f10") == [("three", "d10 e10 f10", "c10 h10")]
    assert closed_rows("b1 c1", "", "a1") == [("three", "a1 b1 c1", "edge")]
    assert closed_rows("f8 g8 k8 e8", "d8 i8", "h8") == [("four", "e8 f8 g8 h8", "d8 i8")]
    assert closed_rows("f8 g8 k8", "d8", "h8") == [("three", "f8 g8 h8", "d8 k8")], "I8 and J8 make a six"
    assert closed_rows("f8 g8", "", "h8") == [], "a three"
    assert closed_rows("f8 g8 e8", "", "h8") == closed_rows("f8 g8 e8", "d8", "h8") == [], "a four"
    assert closed_rows("f8", "", "h8") == closed_rows("", "", "a1") == []


def test_tricky_positions():
    count = 0
    for line in read_lines("tricky.jsonl") + read_lines("rules4.jsonl"):
        if line:
            case = json.loads(line)
            position = of_names(" ".join(case["black"]), " ".join(case["white"]))
            assert checked(position, index(case["point"], 15), 3)["verdict"] == case["verdict"], case["id"]
            count += 1
    assert count == 30 + 18


def test_what_is_refused():
    position = of_names("h8")
    assert raises(ValueError, reasons, position, index("h8", 15)) == coded("refused.occupied")
    for point in (-1, 225):
        assert raises(ValueError, reasons, position, point) == coded("refused.no_point")


class BreaksDown:
    """Verdicts that can be read only once; the second reading fails."""

    def __init__(self, verdicts):
        self.verdicts = verdicts
        self.reads = 0

    def __getitem__(self, point):
        self.reads += 1
        if self.reads > 1:
            raise RuntimeError("no more")
        return self.verdicts[point]


def test_a_breakdown_in_the_middle_leaves_nothing_behind():
    position = of_names("f8 g8 h9 h10")
    verdicts = position.verdicts
    before = bytes(position.cells), bytes(verdicts)
    position.verdicts = BreaksDown(verdicts)
    assert raises(RuntimeError, reasons, position, index("h8", 15)) == "no more"
    assert before == (bytes(position.cells), bytes(verdicts))
