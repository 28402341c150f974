"""Check generated positions with symmetries, with any order of stones, and with the slow definition of the rules."""

import functools

from definition import whole_map
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import needs_numba
from portable import boards, some
from tengen.games.renju import kernels
from tengen.games.renju.position import POINTS, SIZE, Position, of_text, verdict_text
from tengen_host.judge import line_by_line


@st.composite
def texts(draw):
    """Draw a board text, from nearly empty to nearly full, with few white stones or many.

    On sparse boards the stones are near each other, as in a game, so that there are shapes to judge.
    """
    black, white = draw(st.sampled_from([(0, 0), (1, 1), (2, 1), (3, 1), (3, 3), (4, 0), (5, 1), (8, 1)]))
    if black:
        marks = "." * (9 - black - white) + "X" * black + "O" * white
        return "".join(draw(st.lists(st.sampled_from(marks), min_size=POINTS, max_size=POINTS)))
    size = draw(st.integers(5, 8))
    corner = draw(st.integers(0, SIZE - size)) * SIZE + draw(st.integers(0, SIZE - size))
    places = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.sampled_from("XXXO"))
    text = ["."] * POINTS
    for row, column, mark in draw(st.lists(places, max_size=20)):
        text[corner + row * SIZE + column] = mark
    return "".join(text)


@settings(max_examples=some(60), deadline=None)
@given(texts())
def test_the_definition_and_the_laptop_say_what_the_core_says(text):
    verdicts = verdict_text(of_text(text))
    assert verdicts == whole_map(text)
    assert line_by_line.Judge().verdict_lines([text.encode()]) == [verdicts.encode()]


@settings(max_examples=some(60), deadline=None)
@given(st.data())
def test_put_and_take_in_any_order_equal_a_board_set_up_from_nothing(data):
    position = of_text(data.draw(texts()))
    for _ in range(30):
        point = data.draw(st.integers(0, POINTS - 1))
        if position.cells[point]:
            position.take(point)
        else:
            position.put(point, data.draw(st.sampled_from([1, 2])))
    fresh = Position()
    for point, colour in enumerate(position.cells):
        if colour:
            fresh.put(point, colour)
    assert list(position.verdicts) == list(fresh.verdicts)


def test_hostile_boards_by_the_definition():
    count = 0
    for board, verdicts in boards("hostile.txt"):
        assert whole_map(board) == verdicts
        assert line_by_line.Judge().verdict_lines([board.encode()]) == [verdicts.encode()]
        count += 1
    assert count


@needs_numba
def test_the_compiled_rules_say_the_same_of_3000_boards(capsys):
    texts, wanted = zip(*boards("verdicts.txt"), strict=True)
    judge, found = line_by_line.Judge(), []
    for start in range(0, len(texts), 300):
        found += judge.verdict_lines([text.encode() for text in texts[start : start + 300]])
    assert found == [line.encode() for line in wanted]
    assert not isinstance(judge._judge, functools.partial), capsys.readouterr().err


def test_some_of_them_need_the_recursion(monkeypatch):
    # without candidates for judge() these boards would test less than intended
    judge, judged = kernels.judge, []
    monkeypatch.setattr(kernels, "judge", lambda *candidate: judged.append(candidate) or judge(*candidate))
    for text, _ in boards("verdicts.txt", 50):
        of_text(text)
    assert judged
