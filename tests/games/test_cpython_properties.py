"""Generated positions: symmetries, stones put and taken in any order, and the slow definition of the rules."""

from definition import whole_map
from hypothesis import given, settings
from hypothesis import strategies as st
from support import QUICK, boards, some
from tengen.games.renju.position import POINTS, SIZE, Position, of_text, verdict_text
from tengen_host.judge import maps


@st.composite
def texts(draw):
    """A board text, from nearly empty to nearly full, with few white stones or many.

    Sparse boards have their stones near each other, as in a game, so that there are shapes to judge.
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


def images(text):
    """Yield the eight symmetries, each as a list of the old place of every point."""
    rows = [list(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE)]
    for _ in range(2):
        for _ in range(4):
            rows = [list(column) for column in zip(*rows[::-1], strict=True)]
            yield [at for row in rows for at in row]
        rows = [row[::-1] for row in rows]


@settings(max_examples=some(60), deadline=None)
@given(texts())
def test_the_eight_symmetries_have_the_same_verdicts(text):
    verdicts = verdict_text(of_text(text))
    count = 0
    for places in images(text):
        turned = "".join(text[at] for at in places)
        assert verdict_text(of_text(turned)) == "".join(verdicts[at] for at in places)
        count += 1
    assert count == 8


@settings(max_examples=some(60), deadline=None)
@given(texts())
def test_the_definition_and_the_laptop_say_what_the_core_says(text):
    verdicts = verdict_text(of_text(text))
    assert verdicts == whole_map(text)
    assert maps.verdict_lines([text.encode()]) == [verdicts.encode()]


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
        assert maps.verdict_lines([board.encode()]) == [verdicts.encode()]
        count += 1
    assert count


def test_the_laptop_says_the_same_of_3000_boards():
    texts, wanted = zip(*boards("verdicts.txt"), strict=True)
    for batch in (1, 7, 3000):
        found = []
        for start in range(0, len(texts), batch):
            found += maps.verdict_lines([text.encode() for text in texts[start : start + batch]])
        assert found == [line.encode() for line in wanted]


def test_some_of_them_need_the_recursion(monkeypatch):
    # otherwise the boards would prove less than they seem to
    judged = []

    def counted(text):
        judged.append(text)
        return of_text(text)

    monkeypatch.setattr(maps.position, "of_text", counted)
    maps.verdict_lines([text.encode() for text, _ in boards("verdicts.txt")])
    assert len(judged) == (15 if QUICK else 65)
