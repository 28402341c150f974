"""Questions for the room: each kind has exactly the answers that the judge and the solver find, or is refused."""

import json

import pytest
from tengen.games import BLACK, WHITE, points
from tengen.games.renju.position import SIZE
from tengen.partner import lesson_data, puzzles
from tengen_host.i18n import Sentence
from tengen_host.quiz.question import Checker, Given, about
from tengen_host.quiz.reading import puzzle
from tengen_host.records.record import Record
from tengen_host.study.fours import Solver

# White's K8 lets Black win by a four at J6 or J10
LOST = ["h8", "i9", "j7", "i7", "i8", "g8", "j9", "k10", "j8", "k8"]
# h8 makes the three H7 H8 H9; the three in the row is stopped by the stone on J8
DEAD = ["h7", "j8", "h9", "a1", "g8", "o15", "i8", "a15"]
DOUBLE_THREE = ["h7", "a3", "h9", "a1", "g8", "o15", "i8", "a15"]


@pytest.fixture(scope="module")
def ask():
    return Checker(Solver.fastest())


def record(moves, **more):
    return Record(tuple(moves), **more)


def refusal(raised):
    assert isinstance(raised.value.args[0], Sentence)
    return raised.value.args[0].key


def test_what_was_played_next_is_the_games_own_move(ask):
    its = about(record(LOST), 3, "next", "", ask)
    assert its.right == ("i7",) and its.given.last == "j7" and its.asked()["turn"] == "white"
    assert sorted(its.asked()["black"]) == ["h8", "j7"]


def test_a_quiet_stone_needs_no_explanation_so_the_heat_stays(ask):
    assert about(record(LOST), 2, "next", "", ask).reason is None
    assert about(record(LOST), 8, "next", "", ask).reason["lines"]


@pytest.mark.parametrize(("moves", "right"), [(DEAD, "none"), (DOUBLE_THREE, "double-three")])
def test_the_judge_says_which_foul_a_point_is_and_why(ask, moves, right):
    its = about(record(moves), len(moves), "foul", "h8", ask)
    assert its.right == (right,)
    counts = {"".join(line["stones"]): line["counts"] for line in its.reason["lines"]}
    assert counts == {"h7h8h9": True, "g8h8i8": right == "double-three"}


@pytest.mark.parametrize("its", [its for its in lesson_data.POSITIONS if its[0] == "allowed"])
def test_a_dead_three_is_among_the_lines_with_its_cause(ask, its):
    _, turn, black, white, right, _ = its
    cells = bytearray(SIZE * SIZE)
    for names, colour in ((black, BLACK), (white, WHITE)):
        for name in names.split():
            cells[points.index(name, SIZE)] = colour
    found = ask.question("foul", Given(bytes(cells), turn), right.split()[0])
    assert found.right == ("none",) and "all" not in found.reason
    dead = [line for line in found.reason["lines"] if not line["counts"]]
    assert dead and all(other["rule"] for line in dead for other in line["at"])


@pytest.mark.parametrize("number", [1, 12, 300, 789])
def test_a_puzzle_has_one_right_answer(ask, number):
    its = puzzle(number, ask)
    assert its.right == (points.name(puzzles.puzzle(number).first, SIZE),)
    assert its.win["line"][0] == its.right[0]


def test_why_a_move_lost_with_the_win_and_the_stones_that_would_have_held(ask):
    its = about(record(LOST), 9, "why", "", ask)
    assert (its.right, its.point, its.held, its.better) == (("fours",), "k8", ("j6", "j10"), "")
    assert its.win["line"] == ["j6"] and its.win["colour"] == "black"


def test_a_foul_loses_by_itself(ask):
    its = about(record([*DOUBLE_THREE, "h8"]), len(DOUBLE_THREE), "why", "", ask)
    assert its.right == ("foul",) and its.reason["foul"] == "double-three" and its.win is None


def test_the_explanation_can_be_sent(ask):
    its = about(record(LOST), 9, "why", "", ask)
    assert json.loads(json.dumps([its.asked(), its.reason, its.win, its.held]))


@pytest.mark.parametrize(
    ("moves", "turn", "kind", "point", "key"),
    [
        (LOST, 3, "win", "", "quiz.no_win"),
        (LOST, 10, "win", "", "quiz.several_wins"),
        (LOST, 3, "foul", "a1", "quiz.white_no_foul"),
        (LOST, 2, "foul", "h8", "commentary.taken"),
        (LOST, 2, "foul", "z99", "commentary.outside"),
        (LOST, 1, "why", "", "quiz.no_loss"),
        (LOST, 10, "next", "", "quiz.no_stone_next"),
        (LOST, 11, "win", "", "quiz.no_move"),
        ([*DOUBLE_THREE, "h8"], 8, "next", "", "quiz.next_is_foul"),
        (["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"], 9, "win", "", "quiz.over"),
        (["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"], 8, "why", "", "quiz.wins"),
        (["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l9", "a9"], 9, "why", "", "quiz.lost_before"),
        (LOST, 3, "unknown", "", "server.bad_command"),
    ],
)
def test_a_question_without_its_answer_is_refused(ask, moves, turn, kind, point, key):
    with pytest.raises(ValueError) as raised:
        about(record(moves), turn, kind, point, ask)
    assert refusal(raised) == key


@pytest.mark.parametrize("more", [{"game": "gomoku"}, {"size": 19}])
def test_only_renju_is_asked_about(ask, more):
    with pytest.raises(ValueError) as raised:
        about(record(LOST, **more), 3, "next", "", ask)
    assert refusal(raised) == "quiz.only_renju"


@pytest.mark.parametrize("mode", ["silent", "referee"])
def test_nothing_is_asked_about_a_stored_game_that_is_not_over(ask, mode):
    with pytest.raises(ValueError) as raised:
        about(record(LOST, settings={"mode": mode}), 3, "next", "", ask)
    assert refusal(raised) == "quiz.under_way"


def test_an_answer_is_a_choice_or_an_empty_point(ask):
    its = about(record(LOST), 3, "next", "", ask)
    assert its.accepts("a1") and not any(map(its.accepts, ("h8", "A1", "z9", "", "none", "a01")))
    foul = about(record(DEAD), 8, "foul", "h8", ask)
    assert foul.accepts("overline") and not any(map(foul.accepts, ("h8", "five", "")))
