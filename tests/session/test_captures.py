"""Pente at the board: captured stones are lifted, put back after a take-back, and counted.

Source: firmware/docs/games/pente.md, firmware/docs/family.md#at-the-board.
"""

from portable import raises
from table import Table
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.session.board_state import CALM, DISTURBED, LIFTING, PROVISIONAL, TELL_MS
from tengen.session.timing import FREE_MS

# White (who begins) has D8, Black E8 and F8: White's G8 captures both
BEFORE = ("d8", "e8", "a1", "f8")


def pente(*moves, **settings):
    """Return a game of Pente by buttons, with any first stone, after these moves."""
    settings = dict({"game": "pente", "opening": "free", "move": "button"}, **settings)
    return Table(**settings).play_by_button(*moves)


def captured(table):
    found = table.session.match.game.captured
    return found[BLACK], found[WHITE]


def test_white_begins():
    table = pente()
    assert table.session.match.expects.colour == WHITE and table.session.match.players[WHITE] == "p1"
    table.put("h8").wait(20)
    assert table.last("provisional")["colour"] == "white"
    table.press("p1")
    assert table.last("move")["colour"] == "white"
    game = table.groups()["game"]
    assert (game["first"], game["goal"]) == ("white", 10)


def test_a_capture_glows_before_the_move_and_is_asked_away_after_it():
    table = pente(*BEFORE).put("g8").wait(20)
    taken = (index("e8", 15), index("f8", 15))
    assert table.picture().takes == taken and table.last("provisional")["takes"] == ["e8", "f8"]
    table.press("p1")
    move = table.last("move")
    assert move["changes"] == [["g8", "empty", "white"], ["f8", "black", "empty"], ["e8", "black", "empty"]]
    assert table.groups()["captured"] == {"black": 0, "white": 2} and captured(table) == (0, 2)
    assert table.session.board_state.state == LIFTING and table.picture().lift == taken
    assert table.picture().extra == () and table.picture().missing_black == ()
    table.lift("e8").wait(20)
    assert table.last("lift")["points"] == ["f8"]
    table.lift("f8").wait(20)
    assert table.session.board_state.state == CALM and table.last("lift")["points"] == []


def test_the_captured_stones_may_go_first():
    table = pente(*BEFORE).put("g8").wait(20).lift("e8", "f8").wait(2 * TELL_MS)
    assert table.session.board_state.state == PROVISIONAL and "disturbed" not in table.kinds()
    table.press("p1")
    assert table.session.board_state.state == CALM and captured(table) == (0, 2)


def test_the_state_has_which_of_the_stones_that_go_are_lifted_already():
    table = pente(*BEFORE).put("g8").wait(20).lift("f8").wait(20)
    hand = table.groups()["hand"]
    assert (hand["takes"], hand["lifted"]) == (["e8", "f8"], ["f8"])
    assert "missing" not in hand, "nothing must be put back"
    assert "lifted" not in table.lift("e8").wait(20).press("p1").groups()["hand"]


def test_another_stone_that_is_lifted_is_missing_all_the_same():
    table = pente(*BEFORE).put("g8").wait(20).lift("e8", "a1").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["missing"] == ["a1"]
    assert table.last("disturbed")["extra"] == ["g8"]
    assert table.last("disturbed")["lifted"] == table.groups()["hand"]["lifted"] == ["e8"], "known, but not requested"
    table.put("a1").wait(20)
    assert table.session.board_state.state == PROVISIONAL
    assert table.last("provisional")["missing"] == ["e8"]


def test_the_capturing_stone_that_is_taken_up_again_leaves_the_captured_ones_missing():
    table = pente(*BEFORE).put("g8").wait(20).lift("e8", "f8").wait(20).lift("g8").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["missing"] == ["e8", "f8"]
    table.put("e8", "f8").wait(20)
    assert table.session.board_state.state == CALM


def test_the_clock_does_not_stop_for_what_the_game_asks_for():
    table = pente(*BEFORE, clock="10").put("g8").wait(20).lift("e8").wait(3 * FREE_MS)
    assert table.session.timing.stopped is None and table.session.timing.clock.running == "p1"
    table.press("p1").wait(3 * FREE_MS)
    assert table.session.board_state.state == LIFTING
    assert table.session.timing.stopped is None and table.session.timing.clock.running == "p2"


def test_the_next_stone_waits_until_all_is_lifted():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").put("b2").wait(20)
    assert table.session.board_state.state == LIFTING and table.last("lift")["provisional"] == "b2"
    assert table.picture().provisional == index("b2", 15)
    table.press("p2")
    assert table.refused() == ("p2", coded("refused.take_away", points=["e8", "f8"]))
    table.lift("e8", "f8").wait(20).press("p2")
    assert table.moves()[-1] == "b2" and table.session.board_state.state == CALM


def test_by_the_dwell_too_the_next_stone_waits():
    table = pente(move="dwell").play(*BEFORE).play("g8")
    table.put("b2").wait(5000)
    assert table.moves()[-1] == "g8"
    table.lift("e8", "f8").wait(799)
    assert table.moves()[-1] == "g8"
    table.wait(1)
    assert table.moves()[-1] == "b2"


def test_a_draw_that_is_offered_meanwhile_leaves_the_captured_stones_to_be_lifted():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").do("p1", "draw").wait(20)
    assert table.session.board_state.state == LIFTING and len(table.picture().lift) == 2
    table.do("p2", "decline").lift("e8", "f8").wait(20)
    assert table.session.board_state.state == CALM and table.last("lift")["points"] == []


def test_a_taken_back_capture_asks_for_its_stones_again():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").lift("e8", "f8").wait(20)
    table.take_back(1)
    back = table.last("taken_back")
    assert sorted(back["changes"]) == [
        ["e8", "empty", "black"], ["f8", "empty", "black"], ["g8", "white", "empty"],
    ]
    assert table.groups()["captured"] == {"black": 0, "white": 0} and table.groups()["moves"][-1]["colour"] == "black"
    state = table.session.board_state
    assert state.missing == [index("e8", 15), index("f8", 15)] and state.extra == [index("g8", 15)]
    assert table.picture().missing_black == (index("e8", 15), index("f8", 15))
    table.mend().wait(20)
    assert state.state == CALM and table.session.match.expects.who == "p1"


def test_a_stone_that_lies_where_a_taken_back_capture_was_is_exchanged():
    # White has placed a white stone on the captured stone's point; after taking both moves back, Black's stone belongs
    # there
    table = pente(*BEFORE).put("g8").wait(20).press("p1").lift("e8", "f8").wait(20).play_by_button("o1", "e8")
    table.take_back(3)
    state = table.session.board_state
    assert ["e8", "white", "black"] in table.last("taken_back")["changes"]
    assert index("e8", 15) in table.picture().missing_black, "it pulses in the stone's colour"
    table.mend().wait(20)
    assert state.state == LIFTING and table.last("lift")["turn"] == ["e8"] and not table.last("lift")["points"]
    table.lift("e8").wait(20).put("e8").wait(20)
    assert state.state == CALM and table.picture().missing_black == ()


def test_a_capture_that_is_taken_back_before_it_is_lifted_leaves_nothing_to_do_but_the_stone():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").take_back(1)
    state = table.session.board_state
    assert not state.missing and state.extra == [index("g8", 15)]
    table.lift("g8").wait(20)
    assert state.state == CALM


def test_in_a_casual_game_the_capturing_stone_that_is_lifted_asks_for_a_take_back():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").lift("e8", "f8").wait(20).lift("g8").wait(TELL_MS)
    assert table.session.questions.wishes_back == "p1"
    table.enter("p2", "yes")
    assert table.moves() == list(BEFORE) and table.session.board_state.missing == [index("e8", 15), index("f8", 15)]


def test_a_stone_that_poofs_is_lifted_with_what_it_takes():
    # example O1 of firmware/docs/games/pente.md: C8 captures D8 and E8 before F8, and is removed itself with B8,
    # between A8 and D8
    table = pente("b8", "a8", "f8", "d8", "o1", "e8", options={"poof": True}).put("c8").wait(20)
    assert table.last("provisional")["takes"] == ["b8", "d8", "e8"], "and the stone itself after the press"
    table.press("p1")
    assert captured(table) == (2, 2)
    assert sorted(table.session.board_state.lift) == [index(point, 15) for point in ("b8", "c8", "d8", "e8")]
    table.lift("b8", "c8", "d8", "e8").wait(20)
    assert table.session.board_state.state == CALM and table.session.last == index("c8", 15)


def test_the_tenth_stone_wins_and_the_sign_says_how():
    table = pente()
    for row in range(2, 12, 2):  # in each of five rows White captures two stones
        d, e, f, g = [column + str(row) for column in "defg"]
        table.play_by_button(d, e, "a%d" % row, f)
        assert table.session.match.result is None
        table.play_by_button(g)
        if row < 10:
            table.lift(e, f).wait(20).play_by_button("o%d" % row)
    # the board asks for the last captured stones as it does for all others, and reports no mistake
    taken = index(e, 15), index(f, 15)
    assert table.picture().lift == taken and table.picture().extra == () and "refused" not in table.kinds()
    assert table.last("lift")["points"] == [e, f] and table.groups()["hand"].get("lift") == [e, f]
    table.lift(e).wait(20)
    assert table.picture().lift == taken[1:] and table.last("lift")["points"] == [f]
    table.lift(f).wait(20)
    assert table.picture().lift == () and table.session.board_state.state == CALM
    result = table.session.match.result
    assert (result.winner, result.reason, tuple(result.points)) == (WHITE, "captures", ())
    assert table.last("result")["winner"] == "white" and table.picture().words == "CAP"


def test_a_cut_of_power_in_mid_capture_asks_for_what_is_missing():
    table = pente(*BEFORE, clock="10").put("g8").wait(20).press("p1").lift("e8").wait(20)
    assert table.restart()
    assert table.session.resuming and captured(table) == (0, 2)
    assert table.session.board_state.extra == [index("f8", 15)]
    table.press("p2")
    assert table.refused()[1] == coded("refused.take_away", points=["f8"])
    table.lift("f8").wait(20).press("p2")
    assert not table.session.resuming and table.session.board_state.state == CALM


def test_after_a_failure_of_the_firmware_a_stone_is_still_to_be_exchanged():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").lift("e8", "f8").wait(20).play_by_button("o1", "e8")
    table.take_back(3)
    assert table.restart("exception")
    table.mend().wait(20)
    assert table.session.board_state.turn == [index("e8", 15)]


def test_after_a_failure_of_the_firmware_the_capture_is_asked_away_as_before():
    table = pente(*BEFORE).put("g8").wait(20).press("p1").lift("e8").wait(20)
    assert table.restart("exception")
    assert table.session.board_state.state == LIFTING and table.session.board_state.lift == [index("f8", 15)]


def test_who_asks_for_what_a_game_can_not_have_gets_the_reason():
    for game in ("pente", "four", "connect6"):
        table = Table(game=game, opening="free", move="button")
        silence = coded("device.no_silence", modes=["casual", "referee", "teach"])
        # the board's menu lacks "silent", and the page shows the reason while the menu is open
        assert "silent" not in table.hold("arbiter").enter("arbiter", "mode").menu("arbiter")["entries"]
        for ask in (lambda its: its.set(mode="silent"), lambda its: its.do("arbiter", "silent")):
            assert raises(ValueError, ask, table) == silence
        passes = coded("refused.no_passes", game=game) if game != "connect6" else coded("refused.pass_before", number=2)
        assert "pass" not in table.entries("p1")
        assert raises(ValueError, table.do, "p1", "pass") == passes
        assert not table.moves() and table.session.played.mode == "casual"


def test_options_are_chosen_by_the_arbiter():
    table = Table(game="pente").enter("arbiter", "options")
    menu = table.menu("arbiter")
    assert menu["entries"][:4] == ["keryo off", "keryo on", "poof off", "poof on"]
    table.press("arbiter").hold("arbiter")
    assert table.session.settings.options == {"keryo": True} and table.session.match.game.goal == 15
    assert table.menu("arbiter")["about"] == "options", "more choices are possible"
