"""Wins by fours on the board: who may ask, the lights step by step, and the wins that a game has missed."""

from fours_boards import boards
from portable import raises
from table import Table, board
from tengen.coach.hints import Hints
from tengen.codes import coded
from tengen.games.points import index
from tengen.lights.signs import NO_WIN
from tengen.session.arbiter import ARBITER

# White has no threat. Black wins with H8, which makes an open row of three a straight four
THREE = board("g8 i8 j8", "a1 c3 e1")
QUIET = board("h8", "i9")


def points(*names):
    return tuple([index(each, 15) for each in names])


def position(text=THREE, turn="black", **settings):
    """Return a table with this position set up and placed."""
    settings.setdefault("mode", "teach")
    return Table(**settings).set_up(text, turn, True).mend().wait(1000)


def advice(table):
    return table.last("advice")


def test_a_win_is_shown_step_by_step_with_its_reason():
    table = position().enter("p1", "win").wait(20)
    told = advice(table)
    assert (told["who"], told["about"], told["state"], told["colour"]) == ("p1", "win", "shown", "black")
    assert (told["fours"], told["why"], told["foul"], told["step"], told["steps"]) == (1, "straight four", None, 0, 2)
    assert told["line"] in (["h8"], ["f8"], ["k8"]) and told["after"] == 0 and told["played"] is None
    first = points(*told["line"])[0]
    assert table.picture().hints == ((), (), first, False, (), -1)
    table.press("p1")
    assert advice(table)["step"] == 1
    fours, _, newest, _, fives, foul = table.picture().hints
    assert fours == (first,) and newest == -1 and len(fives) == 2 and foul == -1
    table.press("p1")
    assert advice(table)["step"] == 0, "again from its beginning"
    table.hold("p1")
    assert advice(table)["state"] == "ended" and table.picture().hints == ()


def test_a_stone_ends_what_is_shown():
    table = position().enter("p1", "win").wait(20).put("h8").wait(20)
    assert advice(table)["state"] == "ended" and table.picture().hints == ()


def test_where_there_is_none_it_is_said_and_shown_for_a_moment():
    table = position(QUIET, "black").enter("p1", "win").wait(20)
    assert advice(table)["state"] == "none" and table.picture().words == NO_WIN
    table.wait(5000)
    assert table.picture().words == "" and table.groups()["advice"] is None


def found(end, fours):
    """Return a table that shows a win of White from data/fours.txt."""
    drawn = [each for each in boards() if (each.turn, each.end, each.fours) == ("O", end, fours)][0]
    return position(drawn.text, "white").enter("p2", "win").wait(20)


def test_the_answers_are_shown_too():
    table = found("two fives", 2)
    line = points(*advice(table)["line"])
    assert len(line) == 3 and advice(table)["steps"] == 4
    shown = []
    for _ in line:
        shown.append(table.picture().hints)
        table.press("p1")
    assert shown[0] == ((), (), line[0], False, (), -1)
    assert shown[1] == ((line[0],), (), line[1], True, (), -1)
    assert shown[2] == ((line[0],), (line[1],), line[2], False, (), -1)
    fours, answers, newest, _, fives, foul = table.picture().hints
    assert (fours, answers, newest, foul) == ((line[0], line[2]), (line[1],), -1, -1) and len(fives) == 2


def test_a_foul_is_shown_by_its_point_and_its_name():
    table = found("double-four", 1)
    told = advice(table)
    assert (told["why"], told["foul"], told["fours"], told["steps"]) == ("foul", "double-four", 1, 2)
    table.press("p2")
    assert table.picture().hints == (points(*told["line"]), (), -1, True, (), points(*told["fives"])[0])
    assert table.picture().words == "44"


def test_who_may_ask():
    table = position()
    assert table.session.people["p2"].offers(table.session)[0] == ("win", coded("refused.only_mover_asks"))
    assert raises(ValueError, table.do, "p2", "win") == coded("refused.only_mover_asks")
    table.put("a3")
    assert raises(ValueError, table.do, "p1", "win") == coded("refused.no_hint_over_stone")


def test_casual_by_wish_and_never_while_a_referee_or_silent_game_is_under_way():
    for mode in ("casual", "referee", "silent"):
        table = Table(mode=mode)
        assert "win" not in dict(table.session.people["p1"].offers(table.session))
        assert raises(ValueError, table.do, "p1", "win") == coded("refused.not_now", seat="p1"), mode
        table.session.laptop = True
        assert raises(ValueError, table.do, "p1", "win") == coded("refused.not_now", seat="p1"), mode
        raises(ValueError, Hints().ask, table.session, "p1")
        raises(ValueError, Hints().ask_missed, table.session, "p1")
        assert table.session.mind is None, "it does not even allocate the memory"
        table = Table(mode=mode, hints=True)
        assert ("win" in dict(table.session.people["p1"].offers(table.session))) == (mode == "casual")


def test_hints_are_chosen_by_the_arbiter_for_the_next_casual_game():
    table = Table().enter(ARBITER, "hints").enter(ARBITER, "yes").wait(20)
    assert table.session.played.hints and "win" in table.entries("p1")
    table.enter(ARBITER, "mode").enter(ARBITER, "referee").wait(20)
    assert "win" not in table.entries("p1") and "hints" not in table.entries(ARBITER)


def test_other_games_are_not_known():
    table = Table(game="gomoku", mode="teach")
    assert raises(ValueError, table.do, "p1", "win") == coded("refused.only_renju_wins")


def test_the_search_is_given_up_when_the_game_goes_on():
    table = position()
    table.do("p1", "win")
    assert table.session.mind.job and table.session.hints.thinking
    table.put("h8")
    assert table.session.mind.job is None and not table.session.hints.thinking


# After the end


def played(moves, **settings):
    return Table(move="dwell", opening="free centre", **settings).play(*moves.split())


def test_the_first_missed_win_of_each_side_in_any_mode_after_the_result():
    # Black has an open three before move 9, but plays elsewhere with moves 9 and 11. White misses nothing
    moves = "h8 a1 i8 c3 j8 e1 n14 a5 n2"
    for mode in ("casual", "teach", "referee", "silent"):
        table = played(moves, mode=mode)
        raises(ValueError, table.do, "p1", "missed win")
        table.enter("p1", "resign").enter("p1", "resign").wait(20)
        table.enter("p2", "missed win").wait(20)
        told = advice(table)
        assert (told["about"], told["state"], told["colour"]) == ("missed win", "shown", "black"), mode
        assert (told["after"], told["played"], told["number"], told["of"]) == (6, "n14", 1, 1)
        table.press("p1").press("p2")
        assert advice(table)["step"] == 0, "either player may continue"


def test_a_win_that_was_kept_or_played_is_not_missed():
    # Black's straight four, then a five
    table = played("h8 a1 i8 c3 j8 e1 k8 g8 l8")
    assert table.session.match.result
    table.enter("p1", "missed win").wait(20)
    assert advice(table)["state"] == "none"


def test_both_sides_may_have_missed_one():
    # Black does not use the open three, and then White does not use White's open three
    table = played("h8 c3 i8 d3 j8 a9 n14 e3 o1 n4 a1 n6")
    table.enter("p2", "draw").enter("p1", "accept").wait(20).enter("p1", "missed win").wait(20)
    seen = []
    for _ in range(8):
        told = advice(table)
        if (told["number"], told["of"], told["colour"], told["played"]) not in seen:
            seen.append((told["number"], told["of"], told["colour"], told["played"]))
        table.press("p1")
    assert seen == [(1, 2, "black", "n14"), (2, 2, "white", "n4")]


def test_a_win_that_was_begun_with_the_right_four_is_shown_where_it_went_wrong():
    # Black's four at G8 is answered. Then Black ignores the second three, which could become a straight four
    table = played("h8 a1 i8 k8 j8 c3 h9 e1 h10 a5 g8 f8 n2 o5")
    table.enter("p1", "resign").enter("p1", "resign").wait(20).enter("p1", "missed win").wait(20)
    told = advice(table)
    assert (told["after"], told["played"], told["colour"]) == (12, "n2", "black"), told


def test_the_power_is_cut_and_nothing_is_left_of_it():
    table = position().enter("p1", "win").wait(20)
    table.restart()
    assert table.groups()["advice"] is None
