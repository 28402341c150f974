"""Tengen's own demonstrations: the judge agrees with each step, and a contradiction is one clear sentence."""

import pytest
from tengen_host.demonstrations import checking
from tengen_host.demonstrations.checking import FINDINGS, built_in, check
from tengen_host.demonstrations.demonstration import OPENINGS, SHAPES, Showing
from tengen_host.demonstrations.reading import SOURCE, read
from tengen_host.i18n import Sentence
from tengen_host.records import rules
from tengen_host.records.reasons import reasons

TEXT = SOURCE.read_text(encoding="ascii")
FORK = """double-three: foul.double-three, black
10 . . . X .
 9 . . . X .
 8 . X X 1 .
   e f g h i
0 demo.looks
1/0 demo.looks = double-three
1/2 demo.second_three
"""
# what the last stone of each demonstration is, with what else must be found on the way
FOUND = {
    "double-three": ["double-three"],
    "dead-three": ["allowed"],
    "double-four": ["double-four in one line"],
    "overline": ["overline"],
    "five-first": ["five before foul"],
    "four-three": ["four-three", "block", "straight-four", "five"],
    "fours": ["fours", "block", "fours", "block", "fours", "block", "straight-four", "five"],
    "forced-foul": ["forced foul", "double-three"],
}


def demonstration(text=FORK):
    (its,) = read(text)
    return its


def test_the_judge_finds_what_each_step_says():
    its = {name: each for name, each in built_in().items() if each.group == SHAPES}
    assert {name: [step.finds for step in each.steps if step.finds] for name, each in its.items()} == FOUND
    assert all(isinstance(step.says, Sentence) for each in built_in().values() for step in each.steps)


def test_the_last_stone_ends_the_game_as_the_title_says():
    def end(name):
        found = rules.played(built_in()[name].record)
        return found and (found.winner, found.reason)

    assert {name: end(name) for name in FOUND} == {
        "double-three": ("white", "double-three"),
        "dead-three": (None, ""),
        "double-four": ("white", "double-four"),
        "overline": ("white", "overline"),
        "five-first": ("black", "five"),
        "four-three": ("black", "five"),
        "fours": ("black", "five"),
        "forced-foul": ("white", "double-three"),
    }


def test_the_dead_three_has_its_reason_and_the_double_four_is_in_one_line():
    (dead,) = [line for line in reasons(built_in()["dead-three"].record)[0]["lines"] if not line["counts"]]
    assert all(each["rule"] for each in dead["at"])
    lines = reasons(built_in()["double-four"].record)[0]["lines"]
    assert [line["shape"] for line in lines] == ["four", "four"]
    assert lines[0]["direction"] == lines[1]["direction"]


def test_the_positions_have_as_many_stones_as_a_game():
    for name in FOUND:
        record = built_in()[name].record
        black, white = map(len, record.setup)
        assert black - white == (record.first == "white"), name


def test_the_26_openings_have_their_codes_and_three_stones():
    its = [each for each in built_in().values() if each.group == OPENINGS]
    assert [each.name for each in its] == [f"{kind}{number}" for kind in "DI" for number in range(1, 14)]
    for each in its:
        assert len(each.record.moves) == 3 and each.title.key == f"opening.{each.name}"
        assert [step.finds for step in each.steps] == ["", "", "", each.name]


def test_a_step_shows_some_lines_of_the_reason():
    its = Showing(built_in()["double-three"])
    found = reasons(its.its.record)
    shown = [its.at(number).fields(found) for number in range(5)]
    assert [len(each["reasons"][0]["lines"]) for each in shown] == [2, 0, 1, 2, 2]
    assert [each["step"] for each in shown] == [0, 1, 2, 3, 3]
    assert shown[2]["says"] == {
        "key": "lesson.right.three",
        "values": {},
        "message": "A three: one more stone makes it a straight four",
    }


def test_a_drawing_is_read():
    its = demonstration()
    assert (its.name, its.record.moves, its.record.first) == ("double-three", ("h8",), "black")
    assert its.record.setup == (("f8", "g8", "h9", "h10"), ())
    assert [(step.moves, step.lines, step.finds) for step in its.steps] == [
        (0, None, ""), (1, 0, "double-three"), (1, 2, ""),
    ]  # fmt: skip
    check(its)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("= double-three", "= double-four", "stone 1 on H8 must be: double-four. The judge finds: double-three"),
        ("X X 1", "X . 1", "must be: double-three. The judge finds: three"),
        ("X X 1", ". . 1", "must be: double-three. The judge finds: "),
        ("= double-three", "= sixfold", "must be: sixfold"),
        ("1/2", "1/3", "stone 1 must have 3 lines. The judge finds 2"),
        ("10 . . . X .\n", "11 . . . X .\n10 . . . X .\n 7 . . . X .\n 6 . . . X .\n", "The judge finds: overline"),
    ],
)
def test_a_step_that_the_judge_contradicts_is_refused(old, new, said):
    assert FORK.count(old) == 1
    with pytest.raises(ValueError, match="^the demonstration double-three: ") as error:
        check(demonstration(FORK.replace(old, new)))
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("double-three: foul", "double-three foul", "line 1: 'double-three foul.double-three, black' begins no"),
        (", black", ", green", "begins no demonstration"),
        ("foul.double-three", "foul.sixfold", "line 1: no sentence has the key foul.sixfold"),
        ("demo.second_three", "demo.none", "line 8: no sentence has the key demo.none"),
        ("X X 1", "X X 2", "line 1: each stone of the steps is drawn once"),
        ("X X 1", "1 X 1", "line 1: each stone of the steps is drawn once"),
        ("X X 1", "X Y 1", "line 4: a row is its number and a mark"),
        ("e f g h i", "e f g h z", "line 5: below the rows write the letters"),
        ("0 demo.looks\n", "", "line 1: the steps are 0 to 1, in order"),
        ("1/2 demo.second_three", "2 demo.second_three", "line 1: the steps are 0 to 1, in order"),
    ],
)
def test_a_text_that_is_no_demonstration_is_refused_with_its_line(old, new, said):
    assert FORK.count(old) == 1
    with pytest.raises(ValueError, match=r"^demonstrations\.txt, line \d+: ") as error:
        read(FORK.replace(old, new))
    assert said in str(error.value)


def test_a_contradicted_demonstration_is_not_served(monkeypatch, tmp_path):
    wrong = tmp_path / "demonstrations.txt"
    wrong.write_text(FORK.replace("= double-three", "= overline"))
    monkeypatch.setattr(checking, "SOURCE", wrong)
    built_in.cache_clear()
    try:
        with pytest.raises(ValueError, match="must be: overline"):
            built_in()
    finally:
        built_in.cache_clear()


def test_each_finding_of_the_file_is_known():
    assert {step.finds for each in read(TEXT) for step in each.steps} <= {"", *FINDINGS}
