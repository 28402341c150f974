"""Silent mode, where no foul or five is shown before it is claimed. Claims are right or wrong, in time or too late."""

from people import People
from portable import raises, seeded
from table import Table, board
from tengen.codes import coded
from tengen.games import registry
from tengen.games.gomoku import Gomoku
from tengen.games.points import name
from tengen.session.menu import MENU_MS

# Black's g8 is a double-three (with h8, i8 and g9, g10); f9 instead makes no shape
BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")
BEFORE_A_FIVE = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1")


def silent(*moves, **settings):
    return Table(mode="silent", **settings).play_by_button(*moves)




def claims(table):
    return [(e["who"], e["what"], e["right"]) for e in table.told if e["code"] == "claim"]


def lapses(table):
    """Let p1 resign. Return the lapsed claims that the events report at the end."""
    assert not told_lapses(table), "the end shows it, and nothing before"
    table.do("p1", "resign", "resign")
    return told_lapses(table)


def told_lapses(table):
    return [(e["what"], e["point"]) for e in table.told if e["code"] == "lapsed"]


# Fouls


def test_a_foul_claimed_before_whites_next_move_loses():
    table = silent(*BEFORE_A_FOUL + ("g8",)).wait(30_000).enter("p2", "foul").explain()
    assert table.ended() == ("white", "double-three")
    assert table.kinds()[-3:] == ["claim", "result", "reason"]
    assert table.told[-3] == {"code": "claim", "who": "p2", "what": "foul", "right": True}
    assert len(table.told[-1]["lines"]) == 2
    picture = table.picture()
    assert picture.foul_name == "double-three" and len(picture.foul_lines) == 2


def test_a_foul_may_be_claimed_while_whites_stone_lies_but_is_no_move_yet():
    table = silent(*BEFORE_A_FOUL + ("g8",)).put("f8").wait(5000).enter("p2", "foul")
    assert table.ended() == ("white", "double-three")


def test_a_foul_that_is_not_claimed_before_whites_next_move_counts_no_more():
    table = silent(*BEFORE_A_FOUL + ("g8", "f8"))
    assert table.ended() is None
    assert "foul" not in table.entries("p2")
    raises(ValueError, table.do, "p2", "foul")
    table.play_by_button("e5").enter("p2", "foul")
    assert claims(table) == [("p2", "foul", False)] and table.ended() is None, "the claim was about another stone"
    assert lapses(table) == [("foul", "g8")]


def test_a_foul_lapses_with_whites_pass():
    table = silent(*BEFORE_A_FOUL + ("g8",)).enter("p2", "pass")
    assert table.ended() is None and lapses(table) == [("foul", "g8")]


def test_a_wrong_claim_of_a_foul_is_recorded_and_the_game_goes_on():
    table = silent(*BEFORE_A_FOUL + ("f9",)).enter("p2", "foul")
    assert table.told[-1] == {"code": "claim", "who": "p2", "what": "foul", "right": False}
    assert table.ended() is None and not table.session.menus
    assert table.groups()["asks"]["who"] == "p2"
    table.play_by_button("f8")
    assert table.moves()[-1] == "f8" and lapses(table) == []


def test_a_wrong_claim_of_a_five_leaves_the_foul_to_be_claimed():
    table = silent(*BEFORE_A_FOUL + ("g8",)).enter("p1", "five")
    assert claims(table) == [("p1", "five", False)] and table.ended() is None
    table.enter("p2", "foul")
    assert table.ended() == ("white", "double-three")


def test_nobody_claims_a_foul_of_whites():
    table = silent(*BEFORE_A_FOUL)
    assert table.entries("p1") == ["pass", "resign"] and "foul" not in table.entries("p2")
    raises(ValueError, table.do, "p1", "foul")
    raises(ValueError, table.do, "p2", "foul")


def test_a_foul_of_either_colour_is_claimed_by_the_other_in_anti_renju():  # an open four loses for both colours
    blacks = ("f8", "a1", "g8", "a3", "h8", "a5", "i8")
    whites = ("a1", "f8", "a3", "g8", "a5", "h8", "a7", "i8")
    for moves, fouls, claims_it in ((blacks, "p1", "p2"), (whites, "p2", "p1")):
        table = silent(*moves, game="anti-renju")
        assert table.ended() is None and "foul" not in table.entries(fouls), "nobody claims an own foul"
        assert "foul" in table.entries(claims_it)
        raises(ValueError, table.do, fouls, "foul")
        table.enter(claims_it, "foul").explain()
        assert claims(table) == [(claims_it, "foul", True)]
        assert table.ended() == (("black", "white")[claims_it == "p2"], "open four")
        assert table.kinds()[-3:] == ["claim", "result", "reason"]
        picture = table.picture()
        assert picture.foul_name == "open four"
        assert sorted(table.session.match.result.points) == [112 - 2, 112 - 1, 112, 112 + 1]


def test_a_wrong_claim_by_black_in_anti_renju_is_recorded_and_the_game_goes_on():
    table = silent("a1", "f8", "a3", "g8", game="anti-renju").enter("p1", "foul")
    assert claims(table) == [("p1", "foul", False)] and table.ended() is None
    table.play_by_button("a5", "h8", "a7", "i8").play_by_button("c1")
    assert table.ended() is None and "foul" not in table.entries("p1")
    raises(ValueError, table.do, "p1", "foul")
    assert lapses(table) == [("foul", "i8")]


def test_an_overline_beside_a_five_that_nobody_declared():  # Black makes five (k6 l6 m6 n6 o6), then six with j6
    table = silent("h8", "a1", "k6", "c1", "l6", "e1", "m6", "g1", "n6", "i1", "o6", "k1", "j6")
    table.enter("p2", "foul")
    assert table.ended() == ("white", "overline") and told_lapses(table) == [("five", "o6")]
    assert table.kinds()[-3:] == ["claim", "lapsed", "result"]


# Fives


def test_a_five_declared_over_its_stone_is_played_and_wins():
    table = silent(*BEFORE_A_FIVE).put("l8").wait(20).enter("p1", "five")
    assert table.kinds()[-3:] == ["move", "claim", "result"] and table.ended() == ("black", "five")
    assert len(table.picture().five) == 5


def test_a_five_that_was_pressed_is_declared_before_the_opponents_move():
    table = silent(*BEFORE_A_FIVE + ("l8",)).wait(60_000).put("e5").wait(20)
    assert table.session.board_state.state == "provisional", "White's next stone is not a move yet"
    table.enter("p1", "five")
    assert claims(table) == [("p1", "five", True)] and table.ended() == ("black", "five")


def test_a_five_that_is_not_declared_counts_no_more():
    table = silent(*BEFORE_A_FIVE + ("l8", "i1"))
    assert table.ended() is None and "five" not in table.entries("p1")
    raises(ValueError, table.do, "p1", "five")
    table.put("a8").wait(20).enter("p1", "five")
    assert claims(table) == [("p1", "five", False)] and table.ended() is None, "that is not a five"
    assert lapses(table) == [("five", "l8")]
    assert table.moves()[-1] == "a8", "but it is a move"


def test_a_five_declared_wrongly_is_recorded_and_the_stone_stays_a_move():
    table = silent("h8", "i9").put("g7").wait(20).enter("p1", "five")
    assert claims(table) == [("p1", "five", False)] and table.ended() is None
    assert table.moves() == ["h8", "i9", "g7"] and table.groups()["asks"]["who"] == "p2"
    table.play_by_button("j10").enter("p2", "five")
    assert claims(table)[-1] == ("p2", "five", False)


def test_a_five_is_not_declared_over_a_stone_that_has_not_come_to_rest():
    table = silent(*BEFORE_A_FIVE)
    table.settled = False
    table.put("l8").hold("p1")
    assert table.menu("p1")["entries"][0] == "five"
    table.hold("p1")
    assert table.refused() == ("p1", coded("refused.not_at_rest"))
    assert claims(table) == [] and len(table.moves()) == 8
    table.settled = True
    table.look()
    table.enter("p1", "five")
    assert table.ended() == ("black", "five")


def test_the_opponent_does_not_declare_it():
    table = silent(*BEFORE_A_FIVE + ("l8",))
    assert "five" not in table.entries("p2")
    raises(ValueError, table.do, "p2", "five")
    table.enter("p2", "foul")
    assert claims(table) == [("p2", "foul", False)] and table.ended() is None
    table.enter("p1", "five")
    assert table.ended() == ("black", "five"), "it still counts"


def test_white_declares_six():
    table = silent("h8", "a1", "h10", "b1", "h12", "c1", "o15", "e1", "o13", "f1", "o11").put("d1").wait(20)
    table.enter("p2", "five")
    assert table.ended() == ("white", "five") and table.told[-1]["line"] == ["a1", "b1", "c1", "d1", "e1", "f1"]


def test_blacks_six_is_no_five():
    table = silent("h8", "a1", "i8", "c1", "j8", "e1", "l8", "g1", "m8", "i1").put("k8").wait(20).enter("p1", "five")
    assert claims(table) == [("p1", "five", False)] and table.ended() is None
    table.enter("p2", "foul")
    assert table.ended() == ("white", "overline")


def test_what_was_taken_back_by_the_arbiter_is_nothing_to_claim():
    table = silent(*BEFORE_A_FOUL + ("g8",)).back(1).play_by_button("f9").enter("p2", "foul")
    assert claims(table) == [("p2", "foul", False)]


def test_the_seats_colours_count_and_not_their_numbers():
    table = Table(mode="silent", opening="swap-2")
    table.put("h8").press("p1").put("i9").press("p1").put("g7").press("p1").enter("p2", "black")
    assert table.session.match.players == {1: "p2", 2: "p1"}
    table.put("a1").press("p1")
    table.enter("p1", "five")
    assert claims(table) == [("p1", "five", False)]
    table.put("c5").press("p2").enter("p1", "foul")
    assert claims(table)[-1] == ("p1", "foul", False)


def test_before_the_first_move_there_is_nothing_to_claim():
    assert silent().entries("p2") == ["resign"] and silent().entries("p1") == ["resign"]


def test_a_claim_is_right_for_whom_it_is_due_and_for_what_it_is():
    for moves, who, due in ((BEFORE_A_FOUL + ("g8",), "p2", "foul"), (BEFORE_A_FIVE + ("l8",), "p1", "five")):
        match = silent(*moves).session.match
        for seat, what in (("p1", "foul"), ("p2", "five"), ("p1", "five"), ("p2", "foul")):
            if (seat, what) != (who, due):
                assert not match.claim(seat, what), (due, seat, what)
        assert match.claim(who, due)


# Time


def test_time_is_called_by_nobody_but_the_opponent():
    table = silent("h8", clock="10").wait(900_000)
    assert table.ended() is None and table.session.timing.has_ended("p2", table.now)
    table.play_by_button("i9")
    assert len(table.moves()) == 2, "the game continues until then"
    table.enter("p1", "time")
    assert claims(table) == [("p1", "time", True)] and table.ended() == ("black", "time")


def test_time_claimed_wrongly_is_recorded_and_the_game_goes_on():
    table = silent("h8", clock="10").wait(590_000).enter("p1", "time")
    assert claims(table) == [("p1", "time", False)] and table.ended() is None
    table.play_by_button("i9")
    assert table.groups()["clock"].get("running") == "p1"


def test_one_does_not_claim_ones_own_time():
    table = silent("h8", clock="10").wait(900_000).enter("p2", "time")
    assert claims(table) == [("p2", "time", False)] and table.ended() is None
    table.enter("p1", "time")
    assert table.ended() == ("black", "time")


def test_where_both_have_no_time_left_a_claim_makes_it_a_draw():
    for who in ("p1", "p2"):
        table = silent("h8", clock="10").wait(900_000).play_by_button("i9").wait(900_000).enter(who, "time")
        assert claims(table) == [(who, "time", True)]
        assert table.told[-1] == {"code": "result", "winner": None, "reason": "time", "line": []}


def test_time_is_no_claim_where_there_is_no_clock():
    table = silent("h8")
    assert "time" not in table.entries("p1") + table.entries("p2")
    raises(ValueError, table.do, "p2", "time")


class Three(Gomoku):
    """Three in a row win."""

    line = 3


def test_a_line_is_claimed_and_lapses_by_its_own_word():
    new, line_word = registry.new, registry.line_word
    registry.new = lambda name, size, options, **rules: Three(15, options, **rules)
    registry.line_word = lambda name: "three"
    try:
        for claims_it in (True, False):
            table = Table(game="gomoku", mode="silent").play_by_button("h8", "a1", "l8", "a3", "l9", "c5", "l10")
            assert table.entries("p1")[0] == "three"
            if claims_it:
                table.enter("p1", "three")
                assert claims(table) == [("p1", "three", True)] and table.ended() == ("black", "three")
            else:
                table.play_by_button("o1")
                assert table.ended() is None and told_lapses(table) == []
        table.play_by_button("h9", "o3").put("h10").wait(2000).enter("p1", "three")
        assert table.moves()[-1] == "h10", "a claim of a line also plays it"
        assert table.ended() == ("black", "three") and told_lapses(table) == [("three", "l10")]
    finally:
        registry.new, registry.line_word = new, line_word


# Silence


def pointless(event):
    """Return the event without the name of the point."""
    if "point" not in event:
        return event
    changes = [change[1:] for change in event.get("changes", ())]
    return dict(event, point=None, changes=changes)


def test_nothing_tells_of_a_double_three_that_is_none():
    text = board("k12 f11 g11 j11 h10 h8 i8 i7 j7 g6")
    assert Table().set_up(text, "black", confirmed=True).mend().put("h9").explain().session.reason.point >= 0
    heard = []
    for point in ("h9", "a1"):
        table = Table(mode="silent").set_up(text, "black", confirmed=True).mend()
        told = len(table.heard)
        table.put(point).explain().press("p1").explain()
        heard.append([pointless(event) for event in table.heard[told:]])
        assert table.session.reason.point < 0
    assert heard[0] == heard[1]


def blind(table):
    """Return the table with a game in which no stone can be claimed or looks like a foul."""
    its = table.session.match.game.__class__

    class Blind(its):
        def play(self, point, kind="own"):
            changes = its.play(self, point, kind)
            self.pending = None
            return changes

        def warning(self, point, kind="own"):
            return None

        def excused(self, point):
            return False

    table.session.match.game.__class__ = Blind
    return table


def shown(table):
    """Return what the lights and the state show now."""
    table.light()
    table.check_known()
    return bytes(table.frame), table.groups()


def crowded(size, luck):
    """Return the points of a few middle rows, the centre first, where random stones make lines and fouls."""
    middle = size // 2
    rows = range(middle - 3, middle + 4)
    free = [size * row + column for row in rows for column in rows if (row, column) != (middle, middle)]
    return [size * middle + middle] + [free.pop(luck(len(free))) for _ in range(len(free))]


def play_crowded(game, luck):
    """Play a silent game with crowded stones, and a blind game. Check that both look alike until the end.

    Return the lapsed claims in the events of the end: "five", "foul".
    """
    tables = [People(mode="silent", game=game, clock="10+5"), blind(People(mode="silent", game=game, clock="10+5"))]
    session = tables[0].session
    match, field = session.match, session.field
    lapsed = []
    for number, point in enumerate(crowded(match.game.size, luck)):
        if match.result or match.refusal(point):
            continue
        due, last = match.game.pending, match.last()
        who = match.expects.who
        other = "p2" if who == "p1" else "p1"
        for table in tables:
            table.put(name(field.on_board(point), 15)).wait(400).press(who).wait(400)
            if session.board_state.turner:
                table.press(who).press(who)  # first confirm the stones that have changed their colour
            if number % 7 == 3:
                table.hold(other).wait(MENU_MS)
        if due:
            lapsed.append(("five" if due.reason == registry.line_word(game) else "foul", name(last, match.game.size)))
        one, twin = tables
        assert one.heard == twin.heard and shown(one) == shown(twin), (game, point)
        assert match.facts == twin.session.match.facts, "the saved facts do not differ either"
        assert one.beeps == twin.beeps
    assert not match.result, game
    told = lapses(tables[0])
    assert told == lapsed, game
    assert [event["point"] for event in tables[0].groups()["record"] if event["code"] == "lapsed"] == [
        point for _, point in told
    ]
    return [what for what, _ in told]


def test_what_was_told_at_an_end_that_is_taken_back_is_told_once():
    table = silent(*BEFORE_A_FIVE + ("l8", "i1", "h10"))
    assert lapses(table) == [("five", "l8")]
    table.back(1).play_by_button("h11", "o1", "i8")
    assert table.ended() is None
    table.do("p2", "resign", "resign")
    assert told_lapses(table) == [("five", "l8")]
    assert [event["code"] for event in table.groups()["record"]] == ["lapsed", "taken_back"]


def test_what_has_lapsed_is_told_after_a_cut_of_power_too():
    for cause in (None, "watchdog"):
        table = silent(*BEFORE_A_FIVE + ("l8", "i1"))
        table.restart(cause)
        table.wait(50).press("p1").wait(50)
        assert table.groups()["record"] == []
        assert lapses(table) == [("five", "l8")]
        table.restart("watchdog")
        assert [event["point"] for event in table.groups()["record"]] == ["l8"]


def test_nothing_tells_in_any_silent_game_of_what_has_lapsed_before_it_ends():
    for game in registry.NAMES:
        if not registry.silent(game) or not 8 <= min(registry.sizes(game)) <= 15:
            continue  # a field of fewer points is full too soon
        found: list = []
        seed = 0
        while "five" not in found or (registry.has_fouls(game) and "foul" not in found):
            seed += 1
            assert seed < 20, (game, found)
            found += play_crowded(game, seeded(seed))


def test_nothing_tells_that_a_time_has_ended():
    table = silent("h8", clock="10").wait(599_999)
    heard, beeps = len(table.heard), table.beeps
    for _ in range(40):
        table.wait(1000)
        assert not table.picture().words
    assert table.heard[heard:] == [] and table.ended() is None and table.beeps == beeps


def test_a_swap_in_a_silent_opening_is_still_asked_for():
    table = silent("h8", "h9", "h10", opening="rif")
    assert table.menu("p2")["about"] == "swap"
    assert table.entries("p1") == ["five", "resign"], "the last mover may claim during any question"
