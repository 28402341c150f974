"""The pure parts of the room view: how the board may lie, the marks on it, a foul's lines, and the replay."""

import itertools

import pytest
from browser.explained import reason
from browser.telling import PLAYERS, SETTINGS, board_text, stone_changes
from table import Table


@pytest.fixture
def run(modules):
    """run(body, *arguments) -> the result of a JavaScript function body; `m` has the page's modules."""
    names = ["turn", "lines", "markers", "game", "changes"]
    imports = "".join(f"m.{name} = await import('./{name}.js');" for name in names)

    def call(body, *arguments):
        return modules.evaluate(f"async (a) => {{ const m = {{}}; {imports} {body} }}", list(arguments))

    return call


def begun(**settings):
    return {"event": "new_game", "size": 15, "turn": "black", "players": PLAYERS, "settings": SETTINGS | settings}


def moves(text):
    return [
        {"event": "move", "n": n, "point": point, "colour": colour, "turn": other}
        for n, point, (colour, other) in zip(
            itertools.count(1), text.split(), itertools.cycle([("black", "white"), ("white", "black")]), strict=False
        )
    ]


MARKS = "return m.markers.marksOf(a[0].reduce(m.game.after, m.game.beginning()), a[1], a[2]);"


def marks(run, events, forbidden=None, dead=()):
    its = run(MARKS, events, forbidden or {}, list(dead))
    points = {(mark["kind"], mark["point"]) for mark in its["points"]}
    return points, its


# Turned and mirrored boards


def test_unturned_it_lies_as_renju_prints_it(run):
    body = "return a[0].map((place) => m.turn.seenAt(place, 15, m.turn.UNTURNED));"
    assert run(body, [[0, 0], [14, 14], [0, 14], [3, 1]]) == [[0, 14], [14, 0], [0, 0], [3, 13]]


def test_a_quarter_clockwise_brings_the_left_hand_top_corner_to_the_right(run):
    body = "return a[0].map((place) => m.turn.seenAt(place, 15, m.turn.turned(m.turn.UNTURNED)));"
    assert run(body, [[0, 14], [14, 14], [0, 0], [3, 1]]) == [[14, 0], [14, 14], [0, 0], [1, 3]]


def test_a_mirror_exchanges_left_and_right_as_they_are_seen_however_it_is_turned(run):
    body = """
        const wrong = [];
        let how = m.turn.UNTURNED;
        for (let turns = 0; turns < 4; turns++, how = m.turn.turned(how)) {
            for (let at = 0; at < 225; at++) {
                const place = [at % 15, Math.floor(at / 15)];
                const [across, down] = m.turn.seenAt(place, 15, how);
                const [other, same] = m.turn.seenAt(place, 15, m.turn.mirrored(how));
                if (other !== 14 - across || same !== down) wrong.push([turns, place]);
            }
        }
        return wrong;"""
    assert run(body) == []


def test_every_view_is_another_and_each_point_is_found_again_where_it_is_seen(run):
    body = """
        const seen = new Set();
        for (const mirror of [false, true]) for (let turns = 0; turns < 4; turns++) {
            const how = { turns, mirror };
            const places = [];
            for (let at = 0; at < 225; at++) {
                const place = [at % 15, Math.floor(at / 15)];
                const there = m.turn.seenAt(place, 15, how);
                places.push(there);
                if (m.turn.placeSeen(there, 15, how).join() !== place.join()) return [how, place];
            }
            seen.add(JSON.stringify(places));
        }
        return seen.size;"""
    assert run(body) == 8


# A foul's lines

DOUBLE_THREE = reason("g8", "h8 i8 g9 g10")
IN_ONE_LINE = reason("h8", "e8 g8 i8 k8")
EXCUSED = reason("h9", "k12 f11 g11 j11 h10 h8 i8 i7 j7 g6")


def test_the_lines_of_a_double_three_each_with_a_look_of_its_own_and_the_points_that_complete_it(run):
    lines = run("return m.lines.linesOf(a[0]);", DOUBLE_THREE)
    assert DOUBLE_THREE["foul"] == "double-three"
    assert [line["stones"] for line in lines] == [["g8", "h8", "i8"], ["g8", "g9", "g10"]]
    looks = [(line["number"], line["look"], line["dead"], line["lane"]) for line in lines]
    assert looks == [(1, 1, False, 0), (2, 2, False, 0)]
    assert [(line["ends"], line["killed"]) for line in lines] == [(["f8", "j8"], []), (["g7", "g11"], [])]


def test_two_fours_in_one_line_are_drawn_beside_each_other(run):
    assert IN_ONE_LINE["foul"] == "double-four"
    lines = run("return m.lines.linesOf(a[0]);", IN_ONE_LINE)
    assert [line["lane"] for line in lines] == [-0.5, 0.5]
    assert [line["ends"] for line in lines] == [["f8"], ["j8"]]


def test_a_dead_three_is_told_from_one_that_counts_with_the_points_where_black_may_not_play(run):
    assert EXCUSED["foul"] is None
    lines = run("return m.lines.linesOf(a[0]);", EXCUSED)
    dead = [line for line in lines if line["dead"]]
    assert len(lines) == 2 and len(dead) == 1
    assert dead[0]["ends"] == [] and dead[0]["killed"]
    assert [line for line in lines if not line["dead"]][0]["ends"]


def test_no_reason_has_no_lines(run):
    assert run("return [m.lines.linesOf(null), m.lines.linesOf({ point: 'h8', foul: null, lines: [] })];") == [[], []]


# The marks


def test_the_last_stone_and_a_new_one_and_what_is_out_of_place(run):
    played = [begun(), *moves("h8 i9 g7")]
    assert marks(run, played)[0] == {("last", "g7")}
    new = {"event": "provisional", "point": "j9", "colour": "white"}
    assert marks(run, [*played, new])[0] == {("last", "g7"), ("provisional", "j9")}
    several = {"event": "several", "points": ["j9", "j10"]}
    assert marks(run, [*played, several])[0] == {("last", "g7"), ("several", "j9"), ("several", "j10")}
    knocked = {"event": "disturbed", "what": "disturbed", "missing": ["i9"], "extra": ["o1"]}
    points, its = marks(run, [*played, knocked])
    assert points == {("last", "g7"), ("missing", "i9"), ("extra", "o1")}
    assert [mark["colour"] for mark in its["points"] if mark["kind"] == "missing"] == ["white"]
    refused = {"event": "refused", "point": "a1", "message": "stone 4 goes elsewhere"}
    assert marks(run, [*played, refused])[0] == {("last", "g7"), ("refused", "a1")}
    assert marks(run, [*played, knocked, {"event": "restored"}])[0] == {("last", "g7")}


def marked(run, table):
    """The marks by all events of a board; checks that its snapshot gives the same marks."""
    by_events, by_snapshot = (marks(run, events)[0] for events in (table.heard, [table.snapshot()]))
    assert by_events == by_snapshot
    return by_events


def at_fifths():
    """Black is to put down two tentative fifths; the last move is i10."""
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9").do("p2", "no swap")
    return table.play_by_button("i10")


def test_a_reply_has_a_mark_of_its_own_until_it_is_the_new_stone(run):
    table = Table(move="button").play_by_button("h8").put("i9").wait(20).put("i8").wait(20)
    assert marked(run, table) == {("last", "h8"), ("provisional", "i9"), ("reply", "i8")}
    assert marked(run, table.press("p2").wait(20)) == {("last", "i9"), ("provisional", "i8")}


def test_of_several_stones_one_is_lifted_or_they_may_not_lie_there_at_all(run):
    table = Table().play("h8").put("i9").wait(20).put("i8").wait(20)
    assert marked(run, table) == {("last", "h8"), ("several", "i9"), ("several", "i8")}
    assert marked(run, table.lift("i8").wait(20)) == {("last", "h8"), ("provisional", "i9")}
    table = Table(opening="swap-2", move="button").play_by_button("h8", "h9", "i9").put("a1", "b2").wait(20)
    assert marked(run, table) == {("last", "i9"), ("refused", "a1"), ("extra", "b2")}
    assert marked(run, table.lift("a1").wait(20)) == {("last", "i9"), ("refused", "b2")}


def test_a_stone_that_waits_until_one_that_was_taken_back_is_lifted(run):
    table = Table(move="button").play_by_button("h8", "i9").take_back(1).put("a1").wait(1000)
    assert marked(run, table) == {("last", "h8"), ("extra", "i9"), ("provisional", "a1")}
    assert marked(run, table.lift("i9").wait(20)) == {("last", "h8"), ("provisional", "a1")}


def test_tentative_fifths_that_go_while_a_stone_of_the_game_is_lifted(run):
    table = at_fifths().put("j7", "g7").wait(300)
    assert marked(run, table) == {("last", "i10"), ("offer", "j7"), ("offer", "g7")}
    table.lift("h8", "j7").wait(100).put("h8").wait(300)
    assert marked(run, table) == {("last", "i10"), ("offer", "g7")}
    table.lift("h8", "g7").wait(100).put("h8").wait(300)
    assert marked(run, table) == {("last", "i10")}
    table.put("g7").wait(300).lift("h8").wait(300)
    assert ("missing", "h8") in marks(run, table.heard)[0]
    assert ("offer", "g7") not in marks(run, table.heard)[0], "just now it is one too many"


def test_tentative_fifths_that_are_cleared(run):
    table = at_fifths().put("j7", "g7").wait(300).press("p1").wait(20)
    assert marked(run, table) == {("last", "i10"), ("offer", "j7"), ("offer", "g7")}
    assert marked(run, table.lift("g7").wait(300)) == {("last", "i10"), ("offer", "j7")}
    disturbed = {("last", "i10"), ("offer", "j7"), ("missing", "h8")}
    assert marked(run, table.lift("h8").wait(300)) == disturbed
    assert marked(run, table.put("h8").lift("j7").wait(300)) == {("last", "i10")}
    assert marked(run, table.put("g7").wait(300)) == {("last", "i10"), ("offer", "g7")}


def test_a_stone_that_is_back_before_the_hand_has_stopped_is_missing_no_more(run):
    table = Table(move="button").play_by_button("h8", "i9").lift("h8").wait(100)
    late, before = [table.snapshot()], len(table.heard)
    assert marks(run, late)[0] == {("last", "i9"), ("missing", "h8")}
    table.put("h8").wait(300)
    assert marks(run, late + table.heard[before:])[0] == {("last", "i9")}


def test_a_pass_leaves_no_last_stone(run):
    passed = {"event": "passed", "n": 2, "colour": "white", "turn": "black"}
    assert marks(run, [begun(), *moves("h8"), passed])[0] == set()


def test_tentative_fifths_and_two_that_are_equal(run):
    offers = {"event": "offers", "points": ["j9", "j10", "k11"], "count": 3, "equal": ["j9", "j10"]}
    points, _ = marks(run, [begun(), *moves("h8 i9 g7 h9"), offers])
    assert points == {("last", "h9"), ("twin", "j9"), ("twin", "j10"), ("offer", "k11")}


def test_the_zone_of_an_opening_but_none_for_the_one_point_in_the_middle(run):
    expects = {"event": "expects", "do": "stone", "who": "p1", "n": 3, "turn": "black", "players": PLAYERS}
    for kind, width in (("square", 5), ("outside", 7)):
        its = marks(run, [begun(), {**expects, "zone": [kind, width]}])[1]
        assert its["zone"] == {"kind": kind, "width": width}
    for zone in (None, ["square", 1]):
        assert marks(run, [begun(), {**expects, "zone": zone}])[1]["zone"] is None


def test_forbidden_points_are_shown_in_teach_mode_alone_and_while_black_thinks(run):
    forbidden = {"g8": "double-three", "c3": "double-four", "a1": "overline"}
    points, its = marks(run, [begun(mode="teach"), *moves("h8 a1")], forbidden)
    assert {point for kind, point in points if kind == "forbidden"} == set(forbidden)
    assert {mark["point"]: mark["text"] for mark in its["points"] if mark["kind"] == "forbidden"} == {
        "g8": "33", "c3": "44", "a1": "6",
    }  # fmt: skip
    for mode, text in (("teach", "h8"), ("casual", "h8 a1"), ("referee", "h8 a1"), ("silent", "h8 a1")):
        points, _ = marks(run, [begun(mode=mode), *moves(text)], forbidden, ["h10"])
        assert {kind for kind, _ in points} == {"last"}
    assert ("dead", "h10") in marks(run, [begun(mode="teach"), *moves("h8 a1")], forbidden, ["h10"])[0]


def test_a_foul_has_its_lines_and_the_cross_on_its_point_and_an_excused_one_another_sign(run):
    told = {"event": "reason", **DOUBLE_THREE}
    points, its = marks(run, [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), told])
    assert ("foul", "g8") in points and len(its["lines"]) == 2
    points, its = marks(run, [begun(), *moves("k12 a1 j11 o1 h10 a15 h8 o15 h9"), {"event": "reason", **EXCUSED}])
    assert ("excused", "h9") in points and [line["dead"] for line in its["lines"]].count(True) == 1


def test_a_silent_game_that_is_not_over_is_never_judged(run):
    played = [begun(mode="silent"), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8")]
    told = {"event": "reason", **DOUBLE_THREE}
    points, its = marks(run, [*played, told], {"g8": "double-three"})
    assert points == {("last", "g8")} and its["lines"] == [] and its["five"] == []
    over = {"event": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    points, its = marks(run, [*played, over, told])
    assert ("foul", "g8") in points and len(its["lines"]) == 2


def test_a_five_is_marked_when_it_has_won(run):
    line = ["h8", "h9", "h10", "h11", "h12"]
    over = {"event": "result", "winner": "black", "reason": "five", "line": line}
    assert marks(run, [begun(), *moves("h8 a1 h9 a3 h10 a5 h11 a7 h12"), over])[1]["five"] == line


def test_numbers_stand_on_stones_that_lie_and_the_later_of_two_on_one_point(run):
    body = "return m.markers.numbersOf(a[0], a[1]);"
    played = [{"point": "h8"}, {"point": "--"}, {"point": "i9"}, {"point": "h8"}, None]
    assert run(body, played, {"h8": "white", "a1": "black"}) == {"h8": 4}


# Replay of a game

GAME = "const game = a[0].reduce(m.game.after, m.game.beginning()); "


def test_each_position_of_the_present_game(run):
    passed = {"event": "passed", "n": 3, "colour": "black", "turn": "white"}
    events = [begun(), *moves("h8 i9"), passed]
    body = GAME + "return [0, 1, 2, 3, 99, -1].map((n) => m.game.at(game, n));"
    stood = run(body, events)
    assert [each["stones"] for each in stood] == [
        {}, {"h8": "black"}, *3 * [{"h8": "black", "i9": "white"}], {},
    ]  # fmt: skip
    assert [each["last"] for each in stood] == [None, "h8", "i9", None, None, None]
    assert [each["number"] for each in stood] == [0, 1, 2, 3, 3, 0]


def test_a_foul_that_was_warned_of_and_then_played_keeps_its_reason_at_its_move(run):
    first = [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15")]
    new = {"event": "provisional", "point": "g8", "colour": "black", "foul": "double-three"}
    warned = [new, {"event": "reason", **DOUBLE_THREE}]
    body = GAME + "return [8, 9].map((n) => m.game.at(game, n).reason?.foul ?? null);"
    move = {"event": "move", "n": 9, "point": "g8", "colour": "black", "turn": None}
    assert run(body, [*first, *warned]) == [None, None]
    assert run(body, [*first, *warned, move]) == [None, "double-three"]
    assert run(body, [*first, move, warned[1]]) == [None, "double-three"]


def test_what_is_taken_back_is_gone_with_its_reason(run):
    played = [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), {"event": "reason", **DOUBLE_THREE}]
    back = {"event": "taken_back", "by": "arbiter", "count": 1, "removed": ["g8"]}
    back |= {"moves": "h8a1i8o1g9a15g10o15", "turn": "black"}
    body = GAME + "return [game.moves.length, Object.keys(game.reasons)];"
    assert run(body, played) == [9, ["9"]]
    assert run(body, [*played, back]) == [8, []]


def test_a_position_that_was_set_up_lies_there_from_the_beginning(run):
    board = ["."] * 225
    board[0], board[224] = "X", "O"  # a15, o1
    set_up = {"event": "set_up", "board": "".join(board), "turn": "black"}
    body = GAME + "return [0, 1].map((n) => m.game.at(game, n).stones);"
    expected = [{"a15": "black", "o1": "white"}, {"a15": "black", "o1": "white", "h8": "black"}]
    assert run(body, [begun(), set_up, *moves("h8")]) == expected
    board[7 * 15 + 7] = "X"
    snapshot = {"event": "snapshot", "size": 15, "moves": "h8", "board": "".join(board)}
    snapshot |= {"settings": SETTINGS, "turn": "white"}
    assert run(body, [snapshot]) == expected


def test_the_replay_of_a_silent_game_has_no_reasons_until_it_is_over(run):
    played = [begun(mode="silent"), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), {"event": "reason", **DOUBLE_THREE}]
    over = {"event": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    body = GAME + "return m.game.at(game, 9).reason?.foul ?? null;"
    assert run(body, played) is None
    assert run(body, [*played, over]) == "double-three"


def test_a_kept_game_begins_with_its_set_up_stones_and_ends_with_its_result(run):
    record = {
        "moves": ["h8", "--", "i9"], "size": 15, "first": "white", "setup": [["a1"], ["o15"]],
        "over": True, "winner": "black", "reason": "five", "line": ["h8"],
    }  # fmt: skip
    body = "const game = m.game.ofRecord(a[0]); return [0, 3].map((n) => m.game.at(game, n));"
    first, last = run(body, {"record": record, "reasons": [None, None, DOUBLE_THREE]})
    assert first["stones"] == {"a1": "black", "o15": "white"} and first["result"] is None
    assert last["stones"] == {"a1": "black", "o15": "white", "h8": "white", "i9": "white"}
    assert last["result"]["winner"] == "black" and last["reason"]["foul"] == "double-three"


# Changes, colours and boards


def told_moves(*stones):
    """Moves as the firmware tells them: (point, colour, points that it takes) each."""
    return [
        {"event": "move", "n": n, "point": point, "colour": colour, "turn": "black", "changes": stone_changes(*stone)}
        for n, stone in enumerate(stones, 1)
        for point, colour in [stone[:2]]
    ]


def boards_of(run, events):
    """The stones after each move, from the beginning."""
    body = GAME + "return Array.from({ length: game.moves.length + 1 }, (_, n) => m.game.at(game, n).stones);"
    return run(body, events)


def test_changes_can_be_made_undone_and_summed_up(run):
    changes = [["h8", "empty", "white"], ["g8", "black", "empty"], ["f8", "black", "white"], ["h8", "white", "empty"]]
    body = """
        const before = { g8: "black", f8: "black", a1: "common" };
        const after = m.changes.applied(before, a[0]);
        return [after, m.changes.applied(after, m.changes.undone(a[0])), m.changes.net(a[0])];"""
    after, before, net = run(body, changes)
    assert after == {"f8": "white", "a1": "common"}
    assert before == {"g8": "black", "f8": "black", "a1": "common"}
    assert net == [["g8", "black", "empty"], ["f8", "black", "white"]]


def test_a_stone_that_goes_with_those_it_takes_leaves_an_empty_point(run):
    poof = told_moves(("b8", "white"), ("a8", "black"), ("c8", "black"))
    poof[2]["changes"] += [["b8", "white", "empty"], ["c8", "black", "empty"]]
    assert boards_of(run, [begun(), *poof])[2:] == [{"b8": "white", "a8": "black"}, {"a8": "black"}]


def test_colours_are_those_of_the_events_and_alternate_only_where_none_are_told(run):
    body = GAME + "return game.moves.map((move) => move.colour);"
    two_a_turn = told_moves(("h8", "black"), ("i9", "white"), ("a1", "white"), ("b1", "black"))
    assert run(body, [begun(), *two_a_turn]) == ["black", "white", "white", "black"]
    snapshot = {"event": "snapshot", "moves": "h8i9a1b1", "first": "white"}
    assert run(body, [snapshot]) == ["white", "black", "white", "black"]
    assert run(body, [{**snapshot, "colours": "XOOX"}]) == ["black", "white", "white", "black"]


def test_a_fifth_that_is_kept_is_a_move_whose_stone_lay_there_before(run):
    four = told_moves(("h8", "black"), ("h9", "white"), ("i9", "black"), ("i10", "white"))
    lie, go = [["j7", "empty", "black"], ["g7", "empty", "black"]], [["g7", "black", "empty"]]
    offered = {"event": "offered", "points": ["j7", "g7"], "changes": lie}
    kept = {"event": "kept", "point": "j7", "changes": go}
    fifth = {"event": "move", "n": 5, "point": "j7", "colour": "black", "turn": "white", "changes": []}
    told = boards_of(run, [begun(), *four, offered, kept, fifth])
    assert told[5] == {**told[4], "j7": "black"} and "g7" not in told[4]
    board = board_text({"h8": "X", "h9": "O", "i9": "X", "i10": "O", "j7": "X", "g7": "X"})
    keeps = {"do": "keep", "who": "p2", "colour": "black", "n": 5}
    late = {"event": "snapshot", "moves": "h8h9i9i10", "colours": "XOXO", "changes": {}, "setup": None, "board": board}
    late |= {"offers": ["j7", "g7"], "expects": keeps}
    assert boards_of(run, [late, kept, fifth]) == told
    back = {"event": "taken_back", "moves": "h8h9i9i10", "turn": "black", "count": 1}
    back["changes"] = [[point, now, was] for point, was, now in lie]
    body = GAME + "return [game.stones, game.loose];"
    assert run(body, [begun(), *four, offered, back]) == [told[4], []]


def test_what_a_take_back_restores_is_there_again_whether_it_tells_its_changes_or_not(run):
    played = told_moves(("d8", "white"), ("e8", "black"), ("a1", "white"), ("f8", "black"), ("g8", "white", "e8 f8"))
    back = {"event": "taken_back", "moves": "d8e8a1", "turn": "black", "count": 2}
    changes = [["e8", "empty", "black"], ["f8", "empty", "black"], ["g8", "white", "empty"], ["f8", "black", "empty"]]
    body = GAME + "return game.stones;"
    for event in (back, {**back, "changes": changes}):
        assert run(body, [begun(), *played, event]) == {"d8": "white", "e8": "black", "a1": "white"}


def test_a_snapshot_knows_what_lay_there_before_its_first_move(run):
    setup = {"f8": "X", "a1": "O", "c3": "N"}
    after = board_text({"d8": "O", "g8": "O", "a1": "O", "c3": "N", "e1": "X"})
    snapshot = {"event": "snapshot", "moves": "d8e1g8", "colours": "OXO", "board": after}
    snapshot["changes"] = {"3": [["f8", "black", "empty"]]}
    first = {"f8": "black", "a1": "white", "c3": "neutral"}
    for event in (snapshot, {**snapshot, "setup": board_text(setup)}):
        told = boards_of(run, [event])
        assert told[0] == first
        assert told[3] == {"d8": "white", "g8": "white", "a1": "white", "c3": "neutral", "e1": "black"}


def test_a_snapshot_knows_a_bomb_among_its_moves(run):
    bombed = [["h8", "empty", "neutral"], ["g8", "black", "empty"], ["g7", "white", "empty"]]
    snapshot = {"event": "snapshot", "moves": "g8g7h8", "colours": "XOX", "board": board_text({"h8": "N"})}
    snapshot["changes"] = {"3": bombed}
    boards = boards_of(run, [snapshot])
    assert boards[2] == {"g8": "black", "g7": "white"} and boards[3] == {"h8": "neutral"}


def test_which_stone_of_its_turn_comes_next(run):
    body = GAME + "return m.game.ofTurn(game);"
    turns = [("white", 2), ("white", 1), ("black", 2), ("black", 1)]
    stones = told_moves(("h8", "black"), ("i9", "white"), ("a1", "white"), ("b1", "black"))
    for event, (turn, wanted) in zip(stones, turns, strict=True):
        event.update(turn=turn, wanted=wanted)
    events = [begun()]
    found = [run(body, events := [*events, event]) for event in stones]
    assert [(each["number"], each["all"]) for each in found] == [(1, 2), (2, 2), (1, 2), (2, 2)]
    passed = {"event": "passed", "n": 5, "colour": "black", "turn": "white", "wanted": 2, "changes": []}
    assert run(body, [*events, passed]) == {"number": 1, "all": 2}


def test_a_line_over_the_edge_falls_into_runs_of_neighbours(run):
    body = "return m.lines.runsOf(a[0]).map((line) => [...line].sort()).sort();"
    assert run(body, ["h8", "h10", "h9", "h11", "h12"]) == [["h10", "h11", "h12", "h8", "h9"]]
    assert run(body, ["m13", "n14", "o15", "a1", "b2", "c3"]) == [["a1", "b2", "c3"], ["m13", "n14", "o15"]]
    assert run(body, ["d3", "c4", "b5", "a6", "o7", "n8"]) == [["a6", "b5", "c4", "d3"], ["n8", "o7"]]
