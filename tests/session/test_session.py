"""The session: the effects of a stone, a lifted stone and a press. Time is an argument, so no test waits."""


from portable import DWELL_MS
from table import Table
from tengen.codes import coded
from tengen.games import WHITE
from tengen.games.points import index
from tengen.session.board_state import CALM, DISTURBED, PROVISIONAL, REFUSED, SEVERAL, TELL_MS


def test_a_stone_becomes_a_move_by_the_dwell():
    table = Table().put("h8")
    assert table.session.board_state.state == PROVISIONAL
    table.wait(DWELL_MS - 1)
    assert table.kinds() == ["provisional"]
    table.wait(1)
    assert table.kinds() == ["provisional", "move"]
    assert table.told[1] == {"code": "move", "n": 1, "who": "p1", "point": "h8", "colour": "black"}
    assert table.session.board_state.state == CALM and table.session.last == 112
    assert table.session.match.game.turn == WHITE


def test_a_stone_becomes_a_move_by_the_players_own_button():
    table = Table().put("h8").press("p2")
    assert table.session.board_state.state == PROVISIONAL, "it was the other player's button"
    table.press("p1")
    assert table.kinds() == ["provisional", "move"]
    table.put("i9").press("p1").press("p2")
    assert table.told[-1]["colour"] == "white"


def test_lifted_before_it_is_a_move_nothing_happened():
    table = Table().put("h8").wait(DWELL_MS - 1).put("h8").wait(DWELL_MS)
    assert table.kinds() == ["provisional", "withdrawn"]
    assert not table.session.match.game.moves and table.session.board_state.state == CALM


def test_two_new_stones_wait_until_one_is_gone():
    table = Table().play("h8").put("i9", "i8").wait(5 * DWELL_MS)
    assert table.session.board_state.state == SEVERAL and len(table.session.board_state.several) == 2
    assert len(table.session.match.game.moves) == 1
    table.put("i8")
    assert table.session.board_state.state == PROVISIONAL
    table.wait(DWELL_MS)
    assert table.told[-1]["point"] == "i9"


def test_the_first_stone_off_the_centre_is_refused_until_it_is_lifted():
    table = Table().put("h9").wait(2 * DWELL_MS)
    assert table.session.board_state.state == REFUSED
    assert table.told[-1]["why"] == coded("refused.zone_centre", number=1)
    table.put("h9").play("h8")
    assert table.kinds() == ["refused", "restored", "provisional", "move"]


def test_a_lifted_stone_disturbs_until_it_is_back():
    table = Table().play("h8", "i9").put("h8").wait(10 * DWELL_MS)
    assert table.told[-1]["what"] == "lifted"
    assert table.session.board_state.state == DISTURBED and list(table.session.board_state.missing) == [112]
    assert table.told[-1]["missing"] == ["h8"]
    table.put("b3").wait(10 * DWELL_MS)
    assert table.told[-1] == {"code": "disturbed", "what": "disturbed", "missing": ["h8"], "extra": ["b3"], "left": []}
    table.put("b3").put("h8")
    assert table.kinds()[-1] == "restored" and table.session.board_state.state == CALM
    assert len(table.session.match.game.moves) == 2
    table.play("g7")
    assert table.told[-1]["n"] == 3


def test_a_slid_stone_is_told_once_and_as_what_it_is():
    table = Table().play("h8")
    table.slide("h8", "h9").wait(TELL_MS - 1)
    assert table.session.board_state.state == DISTURBED, "the lights know"
    assert table.told[2:] == []
    table.wait(1).wait(1000)
    slid = {"code": "disturbed", "what": "slid", "missing": ["h8"], "extra": ["h9"], "left": []}
    wished = {"code": "take_back_wished", "who": "p1", "points": ["h8"], "lifted": True}
    assert table.told[2:] == [slid, wished]
    table.slide("h9", "h8").wait(1000)
    assert table.kinds()[2:] == ["disturbed", "take_back_wished", "restored", "take_back_withdrawn"]
    table = Table(mode="referee").play_by_button("h8")
    table.slide("h8", "h9").wait(1000)
    assert table.told[2:] == [slid], "it must go back there"
    table.slide("h9", "h8").wait(1000)
    assert table.kinds()[2:] == ["disturbed", "restored"]


def test_a_stone_lifted_and_put_back_at_once_is_not_worth_a_word():
    table = Table().play("h8").put("h8").wait(TELL_MS - 1).put("h8").wait(1000)
    assert table.kinds() == ["provisional", "move"] and table.session.board_state.state == CALM


def test_a_slid_stone_that_was_told_of_as_a_new_one_is_taken_back():
    # for a moment both reeds were closed; the stone went back before its slide was reported
    table = Table().play("h8").put("h9").wait(30).put("h8").wait(TELL_MS - 1).put("h8").wait(30).put("h9")
    assert table.kinds()[2:] == ["provisional", "restored", "provisional", "withdrawn"]
    table = Table().play("h8").put("h9").wait(30).put("h8").wait(TELL_MS - 1).put("h8", "h9").wait(1000)
    assert table.kinds()[2:] == ["provisional", "restored"] and table.session.board_state.state == CALM


def test_what_a_hand_is_still_doing_is_told_when_it_has_stopped():
    table = Table().play("h8", "i9", "g7")
    for point in ("h8", "i9", "g7"):
        table.put(point).wait(TELL_MS - 1)
    assert table.kinds()[-1] == "move" and len(table.session.board_state.missing) == 3
    table.wait(1)
    assert table.told[-1]["missing"] == ["g7", "h8", "i9"]


def test_a_provisional_stone_slid_on_is_no_second_stone():
    table = Table().play("h8").put("i9").wait(500)
    table.slide("i9", "i10")
    assert table.kinds()[2:] == ["provisional", "provisional"] and table.told[-1]["point"] == "i10"
    table.wait(DWELL_MS)
    assert table.told[-1]["point"] == "i10"


def test_no_dwell_makes_a_move_of_a_stone_that_is_on_its_way():
    table = Table().play("h8").put("i9").wait(DWELL_MS - 5)
    table.open("i9").put("i10").wait(10)
    assert table.kinds()[2:] == ["provisional"]
    table = Table().play("h8").put("i9").wait(DWELL_MS - 5)
    table.open("i9")  # the stone was lifted, so its reed has opened, but the debounce does not show this yet
    table.wait(10)
    assert table.kinds()[2:] == ["provisional"]


def test_a_press_before_the_stone_has_settled_is_not_lost():
    table = Table().play("h8")
    table.settled = False
    table.put("i9").press("p2").wait(4)
    assert table.kinds()[2:] == ["provisional"]
    table.settled = True
    table.wait(4)
    assert table.kinds()[2:] == ["provisional", "move"]


def test_a_press_for_a_stone_that_is_gone_again_is_forgotten():
    table = Table().play("h8")
    table.settled = False
    table.put("i9").press("p2").put("i9")
    table.settled = True
    table.put("g7").wait(100)
    assert table.kinds()[2:] == ["provisional", "withdrawn", "provisional"]


def test_a_reed_that_only_flickered_holds_up_nothing():
    table = Table().play("h8").open("h8").put("i9")
    assert table.session.board_state.state == CALM
    table.open().wait(2)
    assert table.session.board_state.state == PROVISIONAL


def test_the_bounce_of_the_new_stone_itself_holds_up_nothing():
    table = Table().play("h8").open("i9").put("i9")
    assert table.session.board_state.state == PROVISIONAL


def test_a_stone_put_while_the_board_was_disturbed_counts_when_all_is_back():
    table = Table().play("h8").put("h8").put("i9").wait(3000).put("h8")
    assert table.session.board_state.state == PROVISIONAL


def test_a_whole_game_ends_with_its_five_and_asks_for_nothing_more():
    table = Table().play("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    assert table.told[-1]["code"] == "result"
    assert table.told[-1]["line"] == ["h8", "i8", "j8", "k8", "l8"]
    before, groups = len(table.told), table.groups()
    table.put("e1").wait(DWELL_MS)
    assert table.told[before:] == [{"code": "refused", "point": "e1", "why": coded("refused.over"), "extra": ["e1"]}]
    assert table.session.board_state.state == REFUSED and table.session.board_state.extra == [4], "a light answer"
    table.put("h8").wait(DWELL_MS).press("p1").press("p2")
    assert table.kinds()[before:] == ["refused"] * 3
    assert table.session.board_state.state == CALM, "the board is being cleared"
    assert [event["who"] for event in table.told[-2:]] == ["p1", "p2"]
    assert table.groups() == groups, "nothing has changed"


# g8 is a double-three: with h8 and i8 in its row, with g9 and g10 in its column
BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")


def test_a_foul_is_warned_of_and_never_becomes_a_move_by_the_dwell():
    table = Table().play(*BEFORE_A_FOUL).put("g8")
    assert table.told[-1] == {"code": "provisional", "point": "g8", "colour": "black", "foul": "double-three"}
    assert table.session.board_state.state == PROVISIONAL and table.session.board_state.foul == "double-three"
    before = len(table.told)
    table.wait(DWELL_MS).wait(100 * DWELL_MS).press("p2")
    assert len(table.told) == before and table.session.board_state.provisional == index("g8", 15)
    assert table.groups()["hand"].get("foul") == "double-three"


def test_a_foul_is_explained_once_line_by_line_and_the_lines_stay_until_it_is_gone():
    table = Table().play(*BEFORE_A_FOUL).put("g8")
    assert table.session.reason.lines == ()
    table.explain()
    reason = table.told[-1]
    assert (reason["code"], reason["point"], reason["foul"]) == ("reason", "g8", "double-three")
    assert [line["stones"] for line in reason["lines"]] == [["g8", "h8", "i8"], ["g8", "g9", "g10"]]
    lines = tuple(tuple(index(point, 15) for point in line["stones"]) for line in reason["lines"])
    assert table.session.reason.lines == lines
    assert table.groups()["reason"]["lines"] == reason["lines"]
    table.press("p1")
    assert table.session.match.game.result and table.session.reason.lines == lines, "also at the end"
    assert table.groups()["reason"]["foul"] == "double-three"
    table = Table().play(*BEFORE_A_FOUL).put("g8")
    table.director.explain()
    table.put("g8")
    assert table.session.reason.lines == ()
    assert table.groups()["reason"] is None


def test_a_foul_that_is_lifted_was_none():
    table = Table().play(*BEFORE_A_FOUL).put("g8").wait(5 * DWELL_MS).put("g8")
    assert table.told[-1] == {"code": "withdrawn", "point": "g8"}
    assert table.session.board_state.state == CALM and table.session.board_state.foul is None
    assert table.groups()["hand"].get("foul") is None
    table.play("g11")
    assert table.told[-1]["code"] == "move" and table.session.match.game.result is None


def test_a_foul_that_is_slid_on_is_a_move_like_any_other():
    table = Table().play(*BEFORE_A_FOUL).put("g8").wait(DWELL_MS)
    table.slide("g8", "f8")
    assert table.told[-1] == {"code": "provisional", "point": "f8", "colour": "black"}
    assert table.session.board_state.foul is None
    table.wait(DWELL_MS)
    assert table.told[-1]["code"] == "move"


def test_a_foul_played_by_the_players_own_button_loses():
    table = Table().play(*BEFORE_A_FOUL).put("g8").explain().wait(DWELL_MS).press("p1").explain()
    assert table.kinds()[-4:] == ["provisional", "reason", "move", "result"], "the reason is sent in time, and once"
    result = {"winner": "white", "reason": "double-three", "line": ["g8"]}
    assert "turn" not in table.groups()["asks"]
    assert table.told[-1] == {"code": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    assert table.groups()["result"] == result
    assert table.session.board_state.state == CALM and table.session.board_state.foul is None
    table = Table().play(*BEFORE_A_FOUL).put("g8").press("p1").explain()
    assert table.kinds()[-4:] == ["provisional", "move", "result", "reason"], "or at once, if the press was that fast"


def test_a_five_is_no_foul_whatever_else_it_makes():  # firmware/docs/rules.md#order
    # l8 makes five in its row and six in its column
    table = Table().play("h8", "a1", "i8", "b3", "j8", "c5", "k8", "d7", "l6", "e1", "l7", "f3", "l9", "g5", "l10")
    table.play("h3", "l11", "i2").put("l8")
    assert "foul" not in table.told[-1] and table.session.board_state.foul is None
    table.wait(DWELL_MS)
    assert table.told[-1]["winner"] == "black" and table.told[-1]["reason"] == "five"


def test_a_pass_is_told_with_the_moves():
    table = Table().play("h8").enter("p2", "pass")
    assert table.told[-1] == {"code": "passed", "n": 2, "who": "p2", "colour": "white"}
    table.play("g7")
    assert [move["point"] for move in table.groups()["moves"]] == ["h8", "--", "g7"]
    table.put("h8", "g7").press("arbiter")
    assert table.told[-2] == {"code": "set_aside", "moves": "h8--g7"}


def test_a_new_game_needs_a_cleared_board_and_the_arbiter():
    table = Table().play("h8", "i9")
    table.press("arbiter")
    assert table.told[-1]["code"] == "refused" and table.told[-1]["who"] == "arbiter"
    assert table.told[-1]["why"] == coded("refused.stones_lie")
    assert len(table.session.match.game.moves) == 2
    table.put("h8", "i9").press("arbiter")
    assert table.kinds()[-2:] == ["set_aside", "new_game"]
    assert table.told[-2]["moves"] == "h8i9"
    groups = table.groups()
    assert groups["asks"]["turn"] == "black" and groups["game"]["players"] == {"black": "p1", "white": "p2"}
    assert table.session.board_state.state == CALM and not table.session.match.game.moves
    table.play("h8")
    assert table.told[-1]["n"] == 1


def test_no_new_game_over_a_stone_that_is_no_move_yet():
    for point, state in (("h8", PROVISIONAL), ("c2", REFUSED)):
        table = Table().put(point).press("arbiter")
        assert table.told[-1]["code"] == "refused" and table.told[-1]["who"] == "arbiter"
        assert table.session.board_state.state == state
    table = Table().put("h8").press("arbiter").wait(DWELL_MS)
    assert table.told[-1]["code"] == "move"


def test_no_new_game_while_other_stones_lie_on_the_points():
    table = Table().play("h8").put("h8", "g7").press("arbiter")
    assert table.told[-1]["code"] == "refused" and table.told[-1]["who"] == "arbiter"
    table.put("g7").press("arbiter")
    assert table.told[-1]["code"] == "new_game"


def test_what_is_asked_at_the_start_and_after_every_move():
    table = Table()
    first = table.groups()["asks"]
    assert first["do"] == "stone" and first["who"] == "p1" and first["colour"] == "black" and first["number"] == 1
    assert tuple(first["zone"]) == ("square", 1)
    for n, point in enumerate(("h8", "i9", "g7")):
        table.play(point)
        told = table.groups()["asks"]
        assert told["who"] == ("p1" if n % 2 else "p2") and told["number"] == n + 2 and "zone" not in told
        assert told["turn"] == told["colour"] == ("black" if n % 2 else "white")
    table.enter("p1", "resign").press("p1").hold("p1")
    over = table.groups()["asks"]
    assert over["do"] == "over" and "who" not in over and "turn" not in over


def test_what_is_set_for_the_next_game_changes_nothing_of_this_one():
    table = Table(mode="silent").play_by_button("h8")
    table.set(mode="casual", opening="swap-2", clock="10")
    assert table.kinds()[-1] == "settings"
    table.hold("p1")
    assert table.menu("p1")["entries"] == ["five", "draw", "resign"]
    table.wait(5000).put("i9").wait(DWELL_MS)
    assert table.session.board_state.state == PROVISIONAL, "it still needs the button"
    table.press("p2")
    assert table.told[-1]["code"] == "move" and table.groups()["clock"] is None
    table.put("h8", "i9").press("arbiter")
    assert table.groups()["game"]["settings"]["mode"] == "casual" and table.groups()["clock"] is not None


FAULT = coded("device.row_dead", row=7, chip=1, pin=6)
ROW_7 = list(range(90, 105))


def break_row_7(table):
    return table.distrust([FAULT], ROW_7, [])


def test_a_fault_of_the_wiring_makes_the_game_wait_and_its_mending_lets_it_go_on():
    table = break_row_7(Table().play("h8").put("i9"))
    assert table.told[-1]["faults"] == [FAULT] and table.told[-1]["waits"]
    assert table.told[-1]["points"][0] == "a7" and table.groups()["wiring"].get("unproved")[14] == "o7"
    told = len(table.told)
    table.wait(5 * DWELL_MS)
    assert len(table.told) == told, "nothing dwells"
    table.press("p2").press("arbiter")
    refused = {"code": "refused", "why": coded("refused.waits", fault=FAULT)}
    assert table.told[told:] == [dict(refused, who="p2"), dict(refused, who="arbiter")]
    assert table.moves() == ["h8"]
    table.distrust([], [], [])
    assert table.told[-1] == {"code": "matrix", "faults": [], "points": [], "waits": False}
    table.wait(DWELL_MS - 1)
    assert table.moves() == ["h8"], "the dwell begins when the board can be read again"
    table.wait(1)
    assert table.told[-1]["code"] == "move" and table.moves() == ["h8", "i9"]


def test_the_arbiter_may_go_on_regardless_of_a_fault():
    table = break_row_7(Table().play("h8"))
    table.hold("p1")
    assert table.session.wiring_trust.blocked and table.told[-1]["code"] == "refused" and table.told[-1]["who"] == "p1"
    table.hold("arbiter")
    assert table.told[-1]["faults"] == [FAULT] and not table.told[-1]["waits"]
    table.play("i9")
    assert table.told[-1]["code"] == "move"
    table.hold("arbiter")
    assert table.told[-1]["code"] == "move", "nothing is interrupted"
    assert table.menu("arbiter")["about"] == "menu"


def test_where_no_point_can_be_read_there_is_nothing_to_go_on_with():
    table = Table()
    table.distrust(["no row answers"], list(range(225)), [])
    table.hold("arbiter")
    assert table.refused() == ("arbiter", coded("device.nothing_read"))
    assert table.session.wiring_trust.blocked


def test_another_fault_makes_it_wait_again_but_not_the_end_of_one():
    table = break_row_7(Table())
    table.hold("arbiter")
    table.distrust([FAULT, "column d"], ROW_7, [])
    assert table.session.wiring_trust.blocked
    table.distrust([FAULT], ROW_7, [])
    assert not table.session.wiring_trust.blocked, "faults that the arbiter accepted are not new"
    table.distrust(["no row answers"], list(range(225)), [])
    assert table.session.wiring_trust.blocked
    table.distrust([FAULT], ROW_7, [])
    assert not table.session.wiring_trust.blocked
    table.distrust([], [], [])
    table.distrust([FAULT], ROW_7, [])
    assert table.session.wiring_trust.blocked, "after the repair they are new"


def test_a_new_game_begins_though_a_stone_lay_where_nothing_can_be_read():
    for unproved, chattering in ((ROW_7, []), ([], [index("h7", 15)])):
        table = Table().play("h8", "h7")
        table.distrust([FAULT] if unproved else [], unproved, chattering)
        if unproved:
            table.hold("arbiter")
        table.put("h8").press("arbiter")
        assert table.told[-1]["code"] == "new_game", unproved


def test_a_chattering_reed_is_told_of_and_stops_nothing():
    table = Table().play("h8")
    table.distrust([], [], [0])
    assert table.told[-1] == {"code": "chatter", "points": ["a1"]}
    table.play("i9")
    assert table.told[-1]["code"] == "move" and table.groups()["wiring"].get("chattering") == ["a1"]
    table.distrust([], [], [])
    assert table.told[-1] == {"code": "chatter", "points": []}
