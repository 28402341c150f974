"""Repensi at the board: stones change their colour, which a reed can't sense.

Source: firmware/docs/games/variations.md#repensi, firmware/docs/family.md#at-the-board.
"""

from table import Table
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.session.board_state import CALM, DISTURBED, LIFTING, TELL_MS
from tengen.session.timing import FREE_MS

# Black has D8, White E8 and F8. Black's G8 makes both black (example E1 of firmware/docs/games/variations.md)
BEFORE = ("d8", "e8", "a1", "f8")
TURNED = (index("e8", 15), index("f8", 15))


def repensi(*moves, **settings):
    """Return a game of Repensi by buttons after these moves, or after the moves in BEFORE."""
    settings = dict({"game": "repensi", "move": "button"}, **settings)
    return Table(**settings).play_by_button(*(moves or BEFORE))


def flipped(**settings):
    """Return the game after Black's G8, which has changed the colour of two stones."""
    return repensi(**settings).put("g8").wait(20).press("p1")


def turn(table, *points):
    """Replace the stones on these points by others, one after the other."""
    for point in points:
        table.lift(point).wait(20).put(point).wait(20)
    return table


def test_turned_stones_pulse_in_their_new_colour():
    table = flipped()
    move = table.last("move")
    assert sorted(move["changes"][1:]) == [["e8", "white", "black"], ["f8", "white", "black"]]
    assert table.session.board_state.state == LIFTING and table.last("lift")["turn"] == ["e8", "f8"]
    assert table.picture().missing_black == TURNED and table.picture().missing_white == ()
    assert table.groups()["hand"].get("turn") == ["e8", "f8"]


def test_the_stones_of_black_pulse_in_white_when_white_turns_them():
    table = repensi("e8", "d8", "f8").put("g8").wait(20).press("p2")
    assert table.picture().missing_white == TURNED and table.picture().missing_black == ()


def test_nothing_is_taken_and_nothing_glows_before_the_press():
    table = repensi().put("g8").wait(20)
    assert "takes" not in table.last("provisional") and table.picture().takes == ()
    table.lift("e8").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED, "it is exchanged after the move"


def test_a_stone_is_turned_when_its_switch_has_opened_and_closed_once():
    table = flipped().lift("e8").wait(2 * FREE_MS)
    assert table.session.board_state.state == LIFTING and "disturbed" not in table.kinds()
    assert table.picture().missing_black == TURNED
    table.put("e8").wait(20)
    assert table.last("lift")["turn"] == ["f8"] and table.picture().missing_black == TURNED[1:]
    turn(table, "f8")
    assert table.session.board_state.state == CALM and table.last("lift")["turn"] == []
    assert table.picture().missing_black == () and table.groups()["hand"].get("turn", []) == []


def test_the_mover_who_presses_says_that_all_are_turned():
    table = flipped().press("p1")
    assert table.session.board_state.state == CALM and table.last("lift")["turn"] == []
    assert table.picture().missing_black == ()


def test_the_opponents_press_does_not_say_so():
    table = flipped().put("b2").wait(20).press("p2")
    assert table.refused() == ("p2", coded("refused.turn", points=["e8", "f8"])) and table.moves()[-1] == "g8"
    assert table.picture().provisional == index("b2", 15), "the stone waits"
    table.press("p1").wait(20).press("p2")
    assert table.moves()[-1] == "b2" and table.cell("b2") == WHITE


def test_by_the_dwell_too_the_next_stone_waits_until_all_are_turned():
    table = repensi(move="dwell").put("g8").wait(1000).put("b2").wait(5000)
    assert table.moves()[-1] == "g8"
    turn(table, "e8", "f8").wait(1000)
    assert table.moves()[-1] == "b2"


def test_another_stone_that_is_lifted_meanwhile_is_missing():
    table = flipped().lift("a1").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["missing"] == ["a1"]
    table.put("a1").wait(20)
    assert table.session.board_state.state == LIFTING and table.picture().missing_black == TURNED


def test_a_five_of_turned_stones_wins_and_nothing_more_is_asked():
    table = repensi("d8", "e8", "h8", "f8").put("g8").wait(20).press("p1")  # example E2
    result = table.session.match.result
    assert (result.winner, result.reason, len(result.points)) == (BLACK, "five", 5)
    table.wait(20)
    assert table.session.board_state.state == CALM and table.picture().missing_black == ()
    assert table.session.board_state.turn == []


# A take-back, and a power failure


def test_a_flip_that_is_taken_back_asks_to_turn_the_stones_back():
    table = turn(flipped(), "e8", "f8").take_back(1).lift("g8").wait(20)
    assert table.cell("e8") == WHITE and table.picture().missing_white == TURNED
    assert table.last("lift")["turn"] == ["e8", "f8"] and table.session.board_state.state == LIFTING
    turn(table, "e8").press("p1")
    assert table.session.board_state.state == CALM, "the player to move presses"
    table.play_by_button("h3")
    assert table.moves() == list(BEFORE) + ["h3"]


def test_a_flip_that_is_taken_back_before_the_stones_were_turned_asks_for_nothing():
    table = flipped().take_back(1).lift("g8").wait(20)
    assert table.session.board_state.state == CALM and table.picture().missing_white == ()


def test_of_a_flip_that_is_taken_back_only_the_stones_that_were_turned_are_turned_back():
    table = turn(flipped(), "e8").take_back(1).lift("g8").wait(20)
    assert table.picture().missing_white == TURNED[:1] and table.last("lift")["turn"] == ["e8"]


def test_a_cut_of_power_while_stones_are_turned_asks_for_those_that_were_not_turned_yet():
    table = turn(flipped(), "e8")
    assert table.restart() and table.session.resuming
    assert table.cell("e8") == BLACK and table.session.board_state.state == CALM
    table.press("p2")
    assert not table.session.resuming and table.session.board_state.state == LIFTING
    assert table.picture().missing_black == TURNED[1:] and table.last("lift")["turn"] == ["f8"]
    table.press("p1")
    assert table.session.board_state.state == CALM


def test_a_cut_of_power_after_all_stones_were_turned_asks_for_none():
    for done in (lambda table: turn(table, "e8", "f8"), lambda table: table.press("p1")):
        table = done(flipped())
        assert table.restart() and table.press("p2").session.board_state.state == CALM
        assert table.picture().missing_black == () and table.session.board_state.turn == []


def test_a_cut_of_power_with_a_stone_in_the_hand_asks_for_it():
    table = flipped().lift("e8").wait(20)
    assert table.restart()
    table.wait(TELL_MS).press("p1")
    assert table.refused() == ("p1", coded("refused.put_back", points=["e8"])) and table.session.resuming
    assert table.picture().missing_black == TURNED[:1]
    table.put("e8").wait(20).press("p1")
    assert table.session.board_state.state == LIFTING
    assert table.picture().missing_black == TURNED[1:], "E8 was put back as a black stone, as its light asked"


def test_after_a_failure_of_the_firmware_the_stones_are_asked_for_as_before():
    table = turn(flipped(), "e8")
    assert table.restart("exception")
    assert table.session.board_state.state == LIFTING and table.picture().missing_black == TURNED[1:]
    table.press("p1")
    assert table.session.board_state.state == CALM, "the player reports that they are turned"


def test_after_a_failure_a_taken_back_flip_is_asked_back_again():
    table = turn(flipped(), "e8", "f8").take_back(1).lift("g8").wait(20)
    assert table.restart("exception")
    assert table.session.board_state.state == LIFTING and table.picture().missing_white == TURNED
    table.press("p1")
    assert table.session.board_state.state == CALM


def test_a_stone_in_the_hand_at_the_press_can_be_turned_again_later():
    table = flipped().lift("e8").wait(20).press("p1").put("e8").wait(20)
    assert table.session.board_state.state == CALM
    table.play_by_button("e7", "e9").put("e10").wait(20).press("p2").wait(20)
    assert table.groups()["hand"].get("turn") == ["e8", "e9"]
    assert turn(table, "e8", "e9").session.board_state.state == CALM


def test_flips_that_are_taken_back_one_by_one_ask_for_the_same_as_at_once():
    def taken_back(*counts):
        table = turn(flipped(mode="referee"), "e8", "f8")
        for count in counts:
            table.take_back(count)
        return table

    one_by_one, at_once = taken_back(1, 1), taken_back(2)
    assert at_once.session.board_state.turn == one_by_one.session.board_state.turn == [index("e8", 15)]
    for table in (one_by_one, at_once):
        table.lift("g8", "f8").wait(20)
        assert table.session.board_state.state == LIFTING and table.picture().missing_white == (index("e8", 15),)
        assert turn(table, "e8").session.board_state.state == CALM
    late = taken_back(1, 1)
    assert late.restart("exception") and late.session.board_state.turn == [index("e8", 15)]
