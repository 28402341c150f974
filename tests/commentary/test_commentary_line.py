"""A commentator's line: branch, moves by the game's own rules, marks and arrows; and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tengen.games import points, registry
from tengen_host.commentary import line as lines
from tengen_host.i18n import Sentence
from tengen_host.records import rules, stones
from tengen_host.records.record import Record

GAME = Record(
    ("h8", "h9", "i8", "a1", "j9", "a3", "j10", "a5"), settings={"mode": "referee"}, over=True, winner="white"
)
FOUL = "j8"  # h8 i8 j8 and j8 j9 j10


def put(line, *more):
    for point in more:
        line = lines.put(line, point)
    return line


def refused(action, *arguments):
    with pytest.raises(ValueError) as raised:
        action(*arguments)
    assert isinstance(raised.value.args[0], Sentence)
    return raised.value.args[0]


def test_an_earlier_move_stays_shown_when_the_next_game_begins():
    first, second = (Record(GAME.moves[:count], id=id_) for count, id_ in ((8, "first"), (1, "second")))
    at_move_5 = lines.begun(first, 5)
    assert lines.following(at_move_5, second) == at_move_5
    assert lines.following(lines.begun(first), second) == lines.begun(second)
    assert lines.following(lines.go(at_move_5, 8), second) == lines.begun(second)


def test_a_line_branches_off_at_any_move_and_the_game_stays():
    line = put(lines.begun(GAME, 4), "g7", "g8")
    assert line.moves == ("h8", "h9", "i8", "a1", "g7", "g8")
    assert (line.own, line.at) == (4, 6)
    assert stones.lying(line.shown)["g7"] == "black" and not line.record.over
    assert GAME.moves[4] == "j9"


@pytest.mark.parametrize("own", range(1, 9))
def test_each_stone_of_a_line_has_the_colour_of_its_turn(own):
    line = put(lines.begun(GAME, own), "b2", "n2", "b13")
    colours = list(stones.lying(line.shown).values())
    assert colours == ["black" if number % 2 == 0 else "white" for number in range(own + 3)]
    assert line.record.first == "black"


def test_going_back_and_putting_the_same_stone_goes_on_and_another_one_replaces_the_rest():
    line = put(lines.begun(GAME, 4), "g7", "g8", "k11")
    back = lines.go(line, 5)
    assert put(back, "G8").moves == line.moves
    other = put(back, "b2")
    assert (other.moves, other.own) == (("h8", "h9", "i8", "a1", "g7", "b2"), 4)
    earlier = put(lines.go(line, 2), "b2")
    assert (earlier.moves, earlier.own) == (("h8", "h9", "b2"), 2)


def test_the_game_s_own_next_move_is_no_branch():
    line = put(lines.go(lines.begun(GAME), 3), "a1")
    assert (line.own, line.at, line.more) == (8, 4, ())


def test_a_foul_is_refused_with_its_name_and_explained_when_asked():
    line = lines.begun(GAME)
    assert refused(lines.put, line, FOUL) == "J8 is forbidden to Black: double-three"
    why = lines.why(line, FOUL).why
    assert why["foul"] == "double-three" and [each["stones"] for each in why["lines"]] == [
        ["h8", "i8", "j8"],
        ["j8", "j9", "j10"],
    ]
    assert refused(lines.why, line, "o15") == "A stone on O15 is no foul"
    assert refused(lines.why, line, "h8") == "H8 is taken: choose an empty point"


@pytest.mark.parametrize("last", ["o1", "--"])
def test_with_white_to_move_the_foul_of_black_is_explained(last):
    line = lines.begun(Record((*GAME.moves, last)))
    assert rules.turn(line.shown) == "white" and lines.why(line, FOUL).why["foul"] == "double-three"
    assert refused(lines.why, line, "o15").key == "commentary.no_foul"
    assert put(line, FOUL).at == 10


def test_what_can_not_be_put_changes_nothing():
    line = lines.begun(GAME)
    assert refused(lines.put, line, "h8") == "H8 is taken: choose an empty point"
    for point in ("p1", "a16", "h", "", "hh", "a01"):
        assert "no point of the board of 15x15" in refused(lines.put, line, point)


def test_after_a_foul_that_nobody_claimed_points_are_judged_on():
    lapsed = Record((*GAME.moves, FOUL, "o1"), settings={"mode": "silent"}, over=True)
    line = lines.begun(lapsed)
    assert refused(lines.why, line, "o15").key == "commentary.no_foul"
    assert refused(lines.put, put(line, "b12", "o3", "b11", "o5", "c10", "o7", "d10", "o9"), "b10").key == (
        "commentary.forbidden"
    )


@pytest.mark.parametrize("name", [name for name in registry.NAMES if name != "four"])
def test_in_each_game_a_point_after_some_moves_is_judged(name):
    size = registry.checked(name)[0]
    centre = points.name(size * size // 2, size)
    base = Record((centre,), game=name, size=size, first=rules.first(name))
    assert refused(lines.why, lines.begun(base), "a2").key == "commentary.no_foul"


@pytest.mark.parametrize(
    "base",
    [Record(("e5",), size=9), Record(("h8", "h9"), game="another"), Record(("h8", "h8", "i8"))],
    ids=["a size without rules", "an unknown game", "a move against the rules"],
)
def test_where_the_rules_judge_nothing_a_point_is_not_called_no_foul(base):
    assert refused(lines.why, lines.begun(base), "a1").key == "commentary.not_judged"


def test_after_a_five_the_line_is_over_until_somebody_goes_back():
    won = put(lines.begun(Record(("h8", "o1", "i8", "o2", "j8", "o3", "k8", "o5"))), "l8")
    assert "over" in refused(lines.put, won, "o4")
    assert put(lines.go(won, 8), "b1").at == 9


def test_a_capture_is_played_by_the_rules_of_its_game():
    line = put(lines.begun(Record(("k10", "k11", "a1", "k12"), size=19, game="pente")), "k13")
    assert {"k11", "k12"}.isdisjoint(stones.lying(line.shown))
    assert {"k11", "k12"} <= set(stones.lying(lines.go(line, 4).shown))
    assert put(line, "k11").at == 6


def test_what_the_rules_refuse_is_refused_with_their_reason():
    assert refused(lines.put, lines.begun(Record(())), "a1") == "A1: the first stone goes on the centre"


def test_marks_and_arrows_come_and_go_and_a_new_position_has_none():
    line = lines.begun(GAME)
    marked = lines.arrow(lines.mark(lines.mark(line, "H8", "triangle"), "a1", "B"), "h8", "j10")
    assert (marked.marks, marked.arrows) == ({"h8": "triangle", "a1": "B"}, (("h8", "j10"),))
    assert lines.mark(marked, "h8", "triangle").marks == {"a1": "B"}
    assert lines.mark(marked, "h8", "cross").marks["h8"] == "cross"
    assert lines.arrow(marked, "h8", "j10").arrows == ()
    for clean in (lines.clear(marked), lines.go(marked, 3), put(marked, "c3")):
        assert (clean.marks, clean.arrows, clean.why) == ({}, (), None)
    assert "arrow" in refused(lines.arrow, line, "h8", "H8")
    assert "sign" in refused(lines.mark, line, "h8", "smiley")


def test_there_are_not_endless_arrows_or_moves():
    line = lines.begun(Record(()))
    for number in range(lines.MOST_ARROWS):
        line = lines.arrow(line, "a1", points.name(number + 1, 15))
    assert "20 arrows at most" in refused(lines.arrow, line, "a1", "o15")


def test_there_are_not_endless_moves(monkeypatch):
    monkeypatch.setattr(lines, "MOST_MOVES", 10)
    line = put(lines.begun(GAME), "b2", "c3")
    assert refused(lines.put, line, "d4") == "A line has 10 moves at most: go back, or begin again"
    assert put(lines.go(line, 9), "d4").at == 10


@settings(deadline=None)
@given(st.sampled_from(registry.NAMES), st.data())
def test_whatever_is_done_the_line_is_a_game_that_its_rules_allow(name, data):
    size = registry.sizes(name)[0]
    names = [points.name(at, size) for at in range(size * size)]
    line = lines.begun(Record((), size=size, game=name, first=rules.first(name)))
    for _ in range(12):
        act = data.draw(st.sampled_from(["put", "put", "put", "go", "mark", "arrow", "why"]))
        point, other = data.draw(st.sampled_from(names)), data.draw(st.sampled_from(names))
        before = line
        try:
            more = {"go": (data.draw(st.integers(0, 15)),), "mark": (point, "A"), "arrow": (point, other)}
            line = getattr(lines, act)(line, *more.get(act, (point,)))
        except ValueError as refusal:
            assert isinstance(refusal.args[0], Sentence) and line is before
        assert rules.followed(line.record)[1] == ""
        assert 0 <= line.at <= len(line.moves)
        assert set(lines.fields(line)["marks"]) <= set(names)
