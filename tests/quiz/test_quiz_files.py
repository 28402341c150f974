"""Files of questions: text and SGF, by hand or from a study; the first wrong question is named with its line."""

import pytest
from quiz.test_quiz_questions import DOUBLE_THREE, LOST
from tengen_host.judge import reading as judged
from tengen_host.judge.drawing import board_drawing
from tengen_host.quiz import reading, writing
from tengen_host.quiz.question import Checker
from tengen_host.records.record import Record, RecordError
from tengen_host.study.fours import Solver
from tengen_host.study.study import begun

GAME = " ".join(LOST[:9])


@pytest.fixture(scope="module")
def ask():
    return Checker(Solver.fastest())


def read(text, ask):
    return [(its.kind, its.right) for its in reading.questions(text.encode(), "some.txt", ask)]


def test_a_text_has_questions_one_after_the_other(ask):
    text = f"# a comment\n\nnext i7\nh8 i9 j7\nwhy k8 fours\n{GAME}\n\nPUZZLE 12\nwin any\n{GAME} k8\n"
    assert read(text, ask) == [
        ("next", ("i7",)), ("why", ("fours",)), ("win", ("j11",)), ("win", ("j6", "j10")),
    ]  # fmt: skip


def test_a_position_may_be_drawn(ask):
    position = judged.read(" ".join(DOUBLE_THREE)).position
    assert read(f"foul h8 double-three\n{board_drawing(position)}\n", ask) == [("foul", ("double-three",))]


def test_a_colour_is_named_if_the_stones_do_not_show_it(ask):
    text = "foul h8{}\n" + "." * 100 + "X" + "." * 124 + "\n"
    assert read(text.format(" black"), ask) == [("foul", ("none",))]
    with pytest.raises(RecordError, match="only Black's stones can be fouls"):
        read(text.format(""), ask)
    with pytest.raises(RecordError, match="add black or white"):
        read("win\n" + "X" * 3 + "." * 222, ask)


def test_comments_of_an_sgf_ask_about_its_game(ask):
    text = "(;GM[4]SZ[15];B[hh]C[next];W[ig]C[A fine move. Why?];B[jh]C[foul k8\nmore words];W[ih]C[foul k8])"
    with pytest.raises(RecordError, match=r"some.txt, game 1, after move 3: White is to move"):
        read(text, ask)
    assert read(text.replace("foul k8\nmore", "more"), ask) == [("next", ("i9",)), ("foul", ("none",))]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", None),
        ("hello\nwin\nh8", "line 1: 'hello' is before the first question"),
        (
            "\nwin\nh8 i9 j7",
            "question of line 2: The side to move has no win by fours here, so there is",
        ),
        (f"win\n{GAME} k8", "one right answer, but a win by fours begins at each of J6, J10"),
        (f"win j6\n{GAME} k8", "begins at each of J6, J10"),
        ("win a1\n" + " ".join(LOST[:9]), "has no win by fours"),
        ("foul a1 overline\nh8 i9", "the file says overline, but the right answer is none"),
        ("next\nh8 i9", "next needs a point, as in next h8"),
        ("foul h8\nh8 i9", "H8 is taken"),
        ("win\nh8 i99 j7", "line 2, column 4"),
        ("win", "nothing is there"),
        ("win\nh8 a1 i8 a2 j8 a3 k8 a4 l8", "the game is over"),
        ("puzzle 0", "a number from 1 to 789"),
        ("puzzle 12 13", "a number from 1 to 789"),
        ("puzzle 12\nh8", "has its own position"),
        ("(;GM[4]SZ[19];B[hh]C[next])", "the board is 19x19"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(ask, tmp_path, text, wrong):
    path = tmp_path / "some.txt"
    path.write_text(text)
    with pytest.raises(RecordError, match=wrong or "some.txt has no question"):
        reading.read(path, ask)


def test_a_file_is_bounded(ask, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    path = tmp_path / "large.txt"
    path.write_bytes(b"puzzle 1\n" * 20)
    with pytest.raises(RecordError, match=r"large.txt is larger"):
        reading.read(path, ask)
    monkeypatch.setattr(reading, "MOST_QUESTIONS", 2)
    with pytest.raises(RecordError, match="at most 2 questions"):
        reading.questions(b"puzzle 1\n" * 3, "many.txt", ask)


@pytest.mark.parametrize("setup", [((), ()), (("o1",), ("o3",))])
def test_a_study_makes_questions_that_can_be_read_again(ask, setup):
    moves = (*LOST, "j10", "j6", "j11")
    study = begun(Record(moves, winner="black", over=True, reason="five", setup=setup), ask.solver)
    text = writing.text(study, ask)
    assert ("why", ("fours",)) in read(text, ask)
    assert writing.text(begun(Record(("h8", "i9")), ask.solver), ask) == ""
