"""The session: what a stone, a lifted stone, a press come to. Time is an argument; nothing here waits."""

from array import array

from tengen.rules import WHITE
from tengen.rules.points import index
from tengen.rules.renju import Renju
from tengen.sensing.reconcile import Reconcile
from tengen.session.game import CALM, DISTURBED, DWELL_MS, PROVISIONAL, REFUSED, SEVERAL, TELL_MS, Session


class Table:
    """A session with the stones that lie on its board: put and lift them, let time pass, press."""

    def __init__(self):
        self.session = Session(Renju)
        self.stones = array("I", [0] * 15)
        self.opened = array("I", [0] * 15)  # reeds that have opened, and that the debounce still holds
        self.settled = True  # whether what is touched counts as stones
        self.difference = Reconcile(15)
        self.now = 0
        self.told = []

    def change(self, *points):
        for point in points:
            at = index(point, 15)
            self.stones[at // 15] ^= 1 << at % 15
        self.look()
        return self

    def open(self, *points):
        """The reeds of these points are open just now, and of no others."""
        for row in range(15):
            self.opened[row] = 0
        for point in points:
            at = index(point, 15)
            self.opened[at // 15] |= 1 << at % 15
        return self

    def look(self):
        stones = self.stones if self.settled else array("I", [0] * 15)
        words = array("I", list(self.stones) + list(stones) + list(self.opened))
        happened = self.difference.update(words, self.now)
        self.hear(self.session.observe(self.difference, happened, self.now))

    def hear(self, events):
        self.told += events
        for event in events:
            if event["event"] in ("move", "new_game"):
                self.difference.expect(self.session.game.cells, self.session.game.wanted())
                self.look()

    def wait(self, period):
        self.now += period
        self.look()
        return self

    def press(self, who):
        self.hear(self.session.press(who, self.difference))
        return self

    def play(self, *points):
        for point in points:
            self.change(point).wait(DWELL_MS)
        return self

    def kinds(self):
        return [event["event"] for event in self.told]


def test_a_stone_becomes_a_move_by_the_dwell():
    table = Table().change("h8")
    assert table.session.state == PROVISIONAL
    table.wait(DWELL_MS - 1)
    assert table.kinds() == ["provisional"]
    table.wait(1)
    assert table.kinds() == ["provisional", "move"]
    assert table.told[1] == {"event": "move", "n": 1, "point": "h8", "colour": "black", "turn": "white"}
    assert table.session.state == CALM and table.session.last == 112
    assert table.session.game.turn == WHITE


def test_a_stone_becomes_a_move_by_the_players_own_button():
    table = Table().change("h8").press("p2")
    assert table.session.state == PROVISIONAL, "it was the other player's button"
    table.press("p1")
    assert table.kinds() == ["provisional", "move"]
    table.change("i9").press("p1").press("p2")
    assert table.told[-1]["colour"] == "white"


def test_lifted_before_it_is_a_move_nothing_happened():
    table = Table().change("h8").wait(DWELL_MS - 1).change("h8").wait(DWELL_MS)
    assert table.kinds() == ["provisional", "withdrawn"]
    assert not table.session.game.moves and table.session.state == CALM


def test_two_new_stones_wait_until_one_is_gone():
    table = Table().play("h8").change("i9", "i8").wait(5 * DWELL_MS)
    assert table.session.state == SEVERAL and len(table.session.several) == 2
    assert len(table.session.game.moves) == 1
    table.change("i8")
    assert table.session.state == PROVISIONAL
    table.wait(DWELL_MS)
    assert table.told[-1]["point"] == "i9"


def test_the_first_stone_off_the_centre_is_refused_until_it_is_lifted():
    table = Table().change("h9").wait(2 * DWELL_MS)
    assert table.session.state == REFUSED
    assert table.told[-1]["message"] == "the first stone goes on the centre"
    table.change("h9").play("h8")
    assert table.kinds() == ["refused", "restored", "provisional", "move"]


def test_a_lifted_stone_disturbs_until_it_is_back():
    table = Table().play("h8", "i9").change("h8").wait(10 * DWELL_MS)
    assert table.told[-1]["what"] == "lifted"
    assert table.session.state == DISTURBED and list(table.session.missing) == [112]
    assert table.told[-1]["missing"] == ["h8"]
    table.change("b3").wait(10 * DWELL_MS)
    assert table.told[-1] == {"event": "disturbed", "what": "disturbed", "missing": ["h8"], "extra": ["b3"]}
    table.change("b3").change("h8")
    assert table.kinds()[-1] == "restored" and table.session.state == CALM
    assert len(table.session.game.moves) == 2
    table.play("g7")
    assert table.told[-1]["n"] == 3


def slide(table, origin, target):
    """Slide a stone as the debounce tells it: the new reed at once, the old one 20 ms later."""
    table.open(origin).change(target).wait(10)
    table.wait(10)
    return table.open().change(origin)


def test_a_slid_stone_is_told_once_and_as_what_it_is():
    table = Table().play("h8")
    slide(table, "h8", "h9").wait(TELL_MS - 1)
    assert table.session.state == DISTURBED, "the lights know"
    assert table.told[2:] == []
    table.wait(1).wait(1000)
    assert table.told[2:] == [{"event": "disturbed", "what": "slid", "missing": ["h8"], "extra": ["h9"]}]
    slide(table, "h9", "h8").wait(1000)
    assert table.kinds()[2:] == ["disturbed", "restored"]


def test_a_stone_lifted_and_put_back_at_once_is_not_worth_a_word():
    table = Table().play("h8").change("h8").wait(TELL_MS - 1).change("h8").wait(1000)
    assert table.kinds() == ["provisional", "move"] and table.session.state == CALM


def test_a_slid_stone_that_was_told_of_as_a_new_one_is_taken_back():
    # both reeds closed for a moment, and back again before it was worth telling that the stone had slid
    table = Table().play("h8").change("h9").wait(30).change("h8").wait(TELL_MS - 1).change("h8").wait(30).change("h9")
    assert table.kinds()[2:] == ["provisional", "restored", "provisional", "withdrawn"]
    table = Table().play("h8").change("h9").wait(30).change("h8").wait(TELL_MS - 1).change("h8", "h9").wait(1000)
    assert table.kinds()[2:] == ["provisional", "restored"] and table.session.state == CALM


def test_what_a_hand_is_still_doing_is_told_when_it_has_stopped():
    table = Table().play("h8", "i9", "g7")
    for point in ("h8", "i9", "g7"):
        table.change(point).wait(TELL_MS - 1)
    assert table.kinds()[-1] == "move" and len(table.session.missing) == 3
    table.wait(1)
    assert table.told[-1]["missing"] == ["g7", "h8", "i9"]


def test_a_provisional_stone_slid_on_is_no_second_stone():
    table = Table().play("h8").change("i9").wait(500)
    slide(table, "i9", "i10")
    assert table.kinds()[2:] == ["provisional", "provisional"] and table.told[-1]["point"] == "i10"
    table.wait(DWELL_MS)
    assert table.told[-1]["point"] == "i10"


def test_no_dwell_makes_a_move_of_a_stone_that_is_on_its_way():
    table = Table().play("h8").change("i9").wait(DWELL_MS - 5)
    table.open("i9").change("i10").wait(10)
    assert table.kinds()[2:] == ["provisional"]
    table = Table().play("h8").change("i9").wait(DWELL_MS - 5)
    table.open("i9")  # lifted: its reed has opened, and the debounce can't know yet
    table.wait(10)
    assert table.kinds()[2:] == ["provisional"]


def test_a_press_before_the_stone_has_settled_is_not_lost():
    table = Table().play("h8")
    table.settled = False
    table.change("i9").press("p2").wait(4)
    assert table.kinds()[2:] == ["provisional"] and table.session.waits()
    table.settled = True
    table.wait(4)
    assert table.kinds()[2:] == ["provisional", "move"]


def test_a_press_for_a_stone_that_is_gone_again_is_forgotten():
    table = Table().play("h8")
    table.settled = False
    table.change("i9").press("p2").change("i9")
    table.settled = True
    table.change("g7").wait(100)
    assert table.kinds()[2:] == ["provisional", "withdrawn", "provisional"]


def test_a_reed_that_only_flickered_holds_up_nothing():
    table = Table().play("h8").open("h8").change("i9")
    assert table.session.state == CALM
    table.open().wait(2)
    assert table.session.state == PROVISIONAL


def test_the_bounce_of_the_new_stone_itself_holds_up_nothing():
    table = Table().play("h8").open("i9").change("i9")
    assert table.session.state == PROVISIONAL


def test_a_stone_put_while_the_board_was_disturbed_counts_when_all_is_back():
    table = Table().play("h8").change("h8").change("i9").wait(3000).change("h8")
    assert table.session.state == PROVISIONAL


def test_a_whole_game_ends_with_its_five_and_asks_for_nothing_more():
    table = Table().play("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    assert table.told[-1]["event"] == "result"
    assert table.told[-1]["line"] == ["h8", "i8", "j8", "k8", "l8"]
    before = len(table.told)
    table.change("e1").wait(DWELL_MS).change("h8").wait(DWELL_MS)
    assert len(table.told) == before and table.session.state == CALM


# g8 is a double-three: with h8, i8 in its row, with g9, g10 in its column
BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")


def test_a_foul_is_warned_of_and_never_becomes_a_move_by_the_dwell():  # DESIGN, At the board
    table = Table().play(*BEFORE_A_FOUL).change("g8")
    assert table.told[-1] == {"event": "provisional", "point": "g8", "colour": "black", "foul": "double-three"}
    assert table.session.state == PROVISIONAL and table.session.foul == "double-three"
    assert not table.session.waits(), "there is nothing that time alone could change"
    before = len(table.told)
    table.wait(DWELL_MS).wait(100 * DWELL_MS).press("p2")
    assert len(table.told) == before and table.session.provisional == index("g8", 15)
    assert table.session.snapshot()["foul"] == "double-three"


def test_a_foul_is_explained_once_line_by_line_and_the_lines_stay_until_it_is_gone():
    table = Table().play(*BEFORE_A_FOUL).change("g8")
    assert table.session.foul_lines == ()
    table.hear(table.session.explain())
    reason = table.told[-1]
    assert (reason["event"], reason["point"], reason["foul"]) == ("reason", "g8", "double-three")
    assert [line["stones"] for line in reason["lines"]] == [["g8", "h8", "i8"], ["g8", "g9", "g10"]]
    lines = tuple(tuple(index(point, 15) for point in line["stones"]) for line in reason["lines"])
    assert table.session.foul_lines == lines and not table.session.explain()
    assert table.session.snapshot()["reason"]["lines"] == reason["lines"]
    table.press("p1")
    assert table.session.game.result and table.session.foul_lines == lines, "and at the end"
    assert table.session.snapshot()["reason"]["foul"] == "double-three"
    table = Table().play(*BEFORE_A_FOUL).change("g8")
    table.session.explain()
    table.change("g8")
    assert table.session.foul_lines == () and not table.session.explain()
    assert table.session.snapshot()["reason"] is None


def test_a_foul_that_is_lifted_was_none():
    table = Table().play(*BEFORE_A_FOUL).change("g8").wait(5 * DWELL_MS).change("g8")
    assert table.told[-1] == {"event": "withdrawn", "point": "g8"}
    assert table.session.state == CALM and table.session.foul is None and table.session.snapshot()["foul"] is None
    table.play("g11")
    assert table.told[-1]["event"] == "move" and table.session.game.result is None


def test_a_foul_that_is_slid_on_is_a_move_like_any_other():
    table = Table().play(*BEFORE_A_FOUL).change("g8").wait(DWELL_MS)
    slide(table, "g8", "f8")
    assert table.told[-1] == {"event": "provisional", "point": "f8", "colour": "black"}
    assert table.session.foul is None and table.session.waits()
    table.wait(DWELL_MS)
    assert table.told[-1]["event"] == "move"


def test_a_foul_played_by_the_players_own_button_loses():
    table = Table().play(*BEFORE_A_FOUL).change("g8").wait(DWELL_MS).press("p1")
    assert table.kinds()[-4:] == ["provisional", "reason", "move", "result"], "the reason is told in time"
    result = {"winner": "white", "reason": "double-three", "line": ["g8"]}
    assert table.told[-2]["turn"] is None
    assert table.told[-1] == {"event": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    assert table.session.snapshot()["result"] == result
    assert table.session.state == CALM and table.session.foul is None


def test_a_five_is_no_foul_whatever_else_it_makes():  # RULES 2.1
    # l8 makes five in its row and six in its column
    table = Table().play("h8", "a1", "i8", "b3", "j8", "c5", "k8", "d7", "l6", "e1", "l7", "f3", "l9", "g5", "l10")
    table.play("h3", "l11", "i2").change("l8")
    assert "foul" not in table.told[-1] and table.session.foul is None
    table.wait(DWELL_MS)
    assert table.told[-1]["winner"] == "black" and table.told[-1]["reason"] == "five"


def test_a_pass_is_told_with_the_moves():
    table = Table().play("h8")
    table.session.game.pass_()
    table.play("g7")
    assert table.session.snapshot()["moves"] == "h8--g7"
    table.change("h8", "g7").press("arbiter")
    assert table.told[-2] == {"event": "set_aside", "moves": "h8--g7"}


def test_a_new_game_needs_a_cleared_board_and_the_arbiter():
    table = Table().play("h8", "i9")
    table.press("arbiter")
    assert table.told[-1]["event"] == "error" and "take the stones away" in table.told[-1]["message"]
    assert len(table.session.game.moves) == 2
    table.change("h8", "i9").press("arbiter")
    assert table.kinds()[-2:] == ["set_aside", "new_game"]
    assert table.told[-2]["moves"] == "h8i9"
    assert table.told[-1]["turn"] == "black" and table.told[-1]["players"] == {"black": "p1", "white": "p2"}
    assert table.session.state == CALM and not table.session.game.moves
    table.play("h8")
    assert table.told[-1]["n"] == 1


def test_no_new_game_over_a_stone_that_is_no_move_yet():
    for point, state in (("h8", PROVISIONAL), ("c2", REFUSED)):
        table = Table().change(point).press("arbiter")
        assert table.told[-1]["event"] == "error" and table.session.state == state
    table = Table().change("h8").press("arbiter").wait(DWELL_MS)
    assert table.told[-1]["event"] == "move"


def test_no_new_game_while_other_stones_lie_on_the_points():
    table = Table().play("h8").change("h8", "g7").press("arbiter")
    assert table.told[-1]["event"] == "error"
    table.change("g7").press("arbiter")
    assert table.told[-1]["event"] == "new_game"


def test_the_snapshot_tells_everything():
    table = Table().play("h8", "i9").change("h8")
    snapshot = table.session.snapshot()
    assert snapshot["moves"] == "h8i9" and snapshot["turn"] == "black"
    assert snapshot["state"] == DISTURBED and snapshot["missing"] == ["h8"]
    assert snapshot["result"] is None


def test_the_snapshot_after_the_end():
    table = Table().play("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    snapshot = table.session.snapshot()
    assert snapshot["turn"] is None
    assert snapshot["result"]["winner"] == "black" and snapshot["result"]["reason"] == "five"


FAULT = "row 7 (595 #1 pin Q6) is dead: its sense bit never closes"
ROW_7 = list(range(90, 105))


def break_row_7(table):
    table.hear(table.session.distrust([FAULT], ROW_7, []))
    return table


def test_a_fault_of_the_wiring_makes_the_game_wait_and_its_mending_lets_it_go_on():
    table = break_row_7(Table().play("h8").change("i9"))
    assert table.told[-1]["faults"] == [FAULT] and table.told[-1]["waits"]
    assert table.told[-1]["points"][0] == "a7" and table.session.snapshot()["unproved"][14] == "o7"
    told = len(table.told)
    table.wait(5 * DWELL_MS).press("p2").press("arbiter")
    assert len(table.told) == told and not table.session.waits()
    table.hear(table.session.distrust([], [], []))
    assert table.told[-1] == {"event": "matrix", "faults": [], "points": [], "waits": False}
    table.wait(1)
    assert table.told[-1]["event"] == "move" and table.session.snapshot()["moves"] == "h8i9"


def test_the_arbiter_may_go_on_regardless_of_a_fault():
    table = break_row_7(Table().play("h8"))
    table.hear(table.session.hold("p1"))
    assert table.session.blocked
    table.hear(table.session.hold("arbiter"))
    assert table.told[-1]["faults"] == [FAULT] and not table.told[-1]["waits"]
    table.play("i9")
    assert table.told[-1]["event"] == "move"
    table.hear(table.session.hold("arbiter"))
    assert table.told[-1]["event"] == "move", "there is nothing to go on from"


def test_where_no_point_can_be_read_there_is_nothing_to_go_on_with():
    table = Table()
    table.hear(table.session.distrust(["no row answers"], list(range(225)), []))
    table.hear(table.session.hold("arbiter"))
    assert table.told[-1]["event"] == "error" and "mend it" in table.told[-1]["message"]
    assert table.session.blocked


def test_another_fault_makes_it_wait_again_but_not_the_end_of_one():
    table = break_row_7(Table())
    table.hear(table.session.hold("arbiter"))
    table.hear(table.session.distrust([FAULT, "column d"], ROW_7, []))
    assert table.session.blocked
    table.hear(table.session.distrust([FAULT], ROW_7, []))
    assert not table.session.blocked, "what the arbiter has gone on with is no news"
    table.hear(table.session.distrust(["no row answers"], list(range(225)), []))
    assert table.session.blocked
    table.hear(table.session.distrust([FAULT], ROW_7, []))
    assert not table.session.blocked
    table.hear(table.session.distrust([], [], []))
    table.hear(table.session.distrust([FAULT], ROW_7, []))
    assert table.session.blocked, "after all was mended it is"


def test_a_new_game_begins_though_a_stone_lay_where_nothing_can_be_read():
    for unproved, chattering in ((ROW_7, []), ([], [index("h7", 15)])):
        table = Table().play("h8", "h7")
        table.hear(table.session.distrust([FAULT] if unproved else [], unproved, chattering))
        table.hear(table.session.hold("arbiter"))
        words = array("I", [0] * 15)
        words[6] = 0x7FFF
        table.difference.distrust(words)
        table.change("h8").press("arbiter")
        assert table.told[-1]["event"] == "new_game", unproved


def test_a_chattering_reed_is_told_of_and_stops_nothing():
    table = Table().play("h8")
    table.hear(table.session.distrust([], [], [0]))
    assert table.told[-1] == {"event": "chatter", "points": ["a1"]}
    table.play("i9")
    assert table.told[-1]["event"] == "move" and table.session.snapshot()["chattering"] == ["a1"]
    table.hear(table.session.distrust([], [], []))
    assert table.told[-1] == {"event": "chatter", "points": []}
