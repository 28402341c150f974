"""The pure parts of the room view: the board's orientation, the marks, a foul's lines, and the replay."""

import itertools

import pytest
from explained import reason
from table import Table
from telling import PLAYERS, SETTINGS, stone_changes
from tengen_host.wire.state import snapshot
from told_game import ToldGame


@pytest.fixture
def run(modules):
    """run(body, *arguments) -> the result of a JavaScript function body; `m` has some of the page's modules."""
    names = {"points": "board/points", "marks": "board/marks", "state": "game/state"}
    imports = "".join(f"m.{name} = await import('/page/{path}.js');" for name, path in names.items())

    def call(body, *arguments):
        return modules.evaluate(f"async (a) => {{ const m = {{}}; {imports} {body} }}", list(arguments))

    return call


def lines(deeds):
    """Return the lines of a game with these actions: [{"code": ..., and its fields}, ...]."""
    game = ToldGame()
    return [game.line(**deed) for deed in deeds]


def begun(**settings):
    return {"code": "new_game", "size": 15, "turn": "black", "players": PLAYERS, "settings": SETTINGS | settings}


def moves(text):
    return [
        {"code": "move", "n": n, "point": point, "colour": colour, "turn": other}
        for n, point, (colour, other) in zip(
            itertools.count(1), text.split(), itertools.cycle([("black", "white"), ("white", "black")]), strict=False
        )
    ]


GAME = "const { game } = a[0].reduce(m.state.afterLine, m.state.initialState()); "
MARKS = GAME + "return m.marks.marksOf(game, a[1], a[2]);"


def marks(run, deeds, forbidden=None, dead=()):
    return marks_of(run, lines(deeds), forbidden, dead)


def marks_of(run, lines, forbidden=None, dead=()):
    its = run(MARKS, lines, forbidden or {}, list(dead))
    points = {(mark["kind"], mark["point"]) for mark in its["points"]}
    return points, its


# Turned and mirrored boards


def test_unturned_it_lies_as_renju_prints_it(run):
    body = "return a[0].map((place) => m.points.seenAt(place, 15, m.points.UNTURNED));"
    assert run(body, [[0, 0], [14, 14], [0, 14], [3, 1]]) == [[0, 14], [14, 0], [0, 0], [3, 13]]


def test_a_quarter_clockwise_brings_the_left_hand_top_corner_to_the_right(run):
    body = "return a[0].map((place) => m.points.seenAt(place, 15, m.points.turned(m.points.UNTURNED)));"
    assert run(body, [[0, 14], [14, 14], [0, 0], [3, 1]]) == [[14, 0], [14, 14], [0, 0], [1, 3]]


def test_a_mirror_exchanges_left_and_right_as_they_are_seen_however_it_is_turned(run):
    body = """
        const wrong = [];
        let how = m.points.UNTURNED;
        for (let turns = 0; turns < 4; turns++, how = m.points.turned(how)) {
            for (let at = 0; at < 225; at++) {
                const place = [at % 15, Math.floor(at / 15)];
                const [across, down] = m.points.seenAt(place, 15, how);
                const [other, same] = m.points.seenAt(place, 15, m.points.mirrored(how));
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
                const there = m.points.seenAt(place, 15, how);
                places.push(there);
                if (m.points.placeSeen(there, 15, how).join() !== place.join()) return [how, place];
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
    lines = run("return m.marks.linesOf(a[0]);", DOUBLE_THREE)
    assert DOUBLE_THREE["foul"] == "double-three"
    assert [line["stones"] for line in lines] == [["g8", "h8", "i8"], ["g8", "g9", "g10"]]
    looks = [(line["number"], line["look"], line["dead"], line["lane"]) for line in lines]
    assert looks == [(1, 1, False, 0), (2, 2, False, 0)]
    assert [(line["ends"], line["killed"]) for line in lines] == [(["f8", "j8"], []), (["g7", "g11"], [])]


def test_two_fours_in_one_line_are_drawn_beside_each_other(run):
    assert IN_ONE_LINE["foul"] == "double-four"
    lines = run("return m.marks.linesOf(a[0]);", IN_ONE_LINE)
    assert [line["lane"] for line in lines] == [-0.5, 0.5]
    assert [line["ends"] for line in lines] == [["f8"], ["j8"]]


def test_a_dead_three_is_told_from_one_that_counts_with_the_points_where_black_may_not_play(run):
    assert EXCUSED["foul"] is None
    lines = run("return m.marks.linesOf(a[0]);", EXCUSED)
    dead = [line for line in lines if line["dead"]]
    assert len(lines) == 2 and len(dead) == 1
    assert dead[0]["ends"] == [] and dead[0]["killed"]
    assert [line for line in lines if not line["dead"]][0]["ends"]


def test_no_reason_has_no_lines(run):
    assert run("return [m.marks.linesOf(null), m.marks.linesOf({ point: 'h8', foul: null, lines: [] })];") == [[], []]


# The marks


def test_the_last_stone_and_a_new_one_and_what_is_out_of_place(run):
    played = [begun(), *moves("h8 i9 g7")]
    assert marks(run, played)[0] == {("last", "g7")}
    new = {"code": "provisional", "point": "j9", "colour": "white"}
    assert marks(run, [*played, new])[0] == {("last", "g7"), ("provisional", "j9")}
    several = {"code": "several", "points": ["j9", "j10"]}
    assert marks(run, [*played, several])[0] == {("last", "g7"), ("several", "j9"), ("several", "j10")}
    knocked = {"code": "disturbed", "what": "disturbed", "missing": ["i9"], "extra": ["o1"]}
    points, its = marks(run, [*played, knocked])
    assert points == {("last", "g7"), ("missing", "i9"), ("extra", "o1")}
    assert [mark["colour"] for mark in its["points"] if mark["kind"] == "missing"] == ["white"]
    refused = {"code": "refused", "point": "a1", "why": "stone 4 goes elsewhere"}
    assert marks(run, [*played, refused])[0] == {("last", "g7"), ("refused", "a1")}
    assert marks(run, [*played, knocked, {"code": "restored"}])[0] == {("last", "g7")}


def marked(run, table):
    """Return the marks for the state of a board's session."""
    return marks_of(run, [{"is": snapshot(table.groups())}])[0]


def at_fifths():
    """A game where Black must put two tentative fifths; the last move is i10."""
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
    assert {("missing", "h8"), ("offer", "g7")} & marked(run, table) == {("missing", "h8")}, "it is one too many now"


def test_tentative_fifths_that_are_cleared(run):
    table = at_fifths().put("j7", "g7").wait(300).press("p1").wait(20)
    assert marked(run, table) == {("last", "i10"), ("offer", "j7"), ("offer", "g7")}
    assert marked(run, table.lift("g7").wait(300)) == {("last", "i10"), ("offer", "j7")}
    disturbed = {("last", "i10"), ("offer", "j7"), ("missing", "h8")}
    assert marked(run, table.lift("h8").wait(300)) == disturbed
    assert marked(run, table.put("h8").lift("j7").wait(300)) == {("last", "i10")}
    assert marked(run, table.put("g7").wait(300)) == {("last", "i10"), ("offer", "g7")}


def test_a_pass_leaves_no_last_stone(run):
    passed = {"code": "passed", "n": 2, "colour": "white", "turn": "black"}
    assert marks(run, [begun(), *moves("h8"), passed])[0] == set()


def test_tentative_fifths_and_two_that_are_equal(run):
    offers = {"code": "offers", "points": ["j9", "j10", "k11"], "count": 3, "equal": ["j9", "j10"]}
    points, _ = marks(run, [begun(), *moves("h8 i9 g7 h9"), offers])
    assert points == {("last", "h9"), ("twin", "j9"), ("twin", "j10"), ("offer", "k11")}


def test_the_zone_of_an_opening_but_none_for_the_one_point_in_the_middle(run):
    expects = {"code": "asks", "do": "stone", "who": "p1", "number": 3, "turn": "black", "players": PLAYERS}
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
    told = {"code": "reason", **DOUBLE_THREE}
    points, its = marks(run, [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), told])
    assert ("foul", "g8") in points and len(its["lines"]) == 2
    points, its = marks(run, [begun(), *moves("k12 a1 j11 o1 h10 a15 h8 o15 h9"), {"code": "reason", **EXCUSED}])
    assert ("excused", "h9") in points and [line["dead"] for line in its["lines"]].count(True) == 1


def test_a_silent_game_that_is_not_over_is_never_judged(run):
    played = [begun(mode="silent"), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8")]
    told = {"code": "reason", **DOUBLE_THREE}
    points, its = marks(run, [*played, told], {"g8": "double-three"})
    assert points == {("last", "g8")} and its["lines"] == [] and its["five"] == []
    over = {"code": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    points, its = marks(run, [*played, over, told])
    assert ("foul", "g8") in points and len(its["lines"]) == 2


def test_a_five_is_marked_when_it_has_won(run):
    line = ["h8", "h9", "h10", "h11", "h12"]
    over = {"code": "result", "winner": "black", "reason": "five", "line": line}
    assert marks(run, [begun(), *moves("h8 a1 h9 a3 h10 a5 h11 a7 h12"), over])[1]["five"] == line


def test_numbers_stand_on_stones_that_lie_and_the_later_of_two_on_one_point(run):
    body = "return m.marks.numbersOf(a[0], a[1]);"
    played = [{"point": "h8"}, {"point": "--"}, {"point": "i9"}, {"point": "h8"}]
    assert run(body, played, {"h8": "white", "a1": "black"}) == {"h8": 4}


# Replay of a game


def test_each_position_of_the_present_game(run):
    passed = {"code": "passed", "n": 3, "colour": "black", "turn": "white"}
    events = [begun(), *moves("h8 i9"), passed]
    body = GAME + "return [0, 1, 2, 3, 99, -1].map((n) => m.state.positionAt(game, n));"
    stood = run(body, lines(events))
    assert [each["stones"] for each in stood] == [
        {}, {"h8": "black"}, *3 * [{"h8": "black", "i9": "white"}], {},
    ]  # fmt: skip
    assert [each["last"] for each in stood] == [None, "h8", "i9", None, None, None]
    assert [each["number"] for each in stood] == [0, 1, 2, 3, 3, 0]


def test_a_foul_that_was_warned_of_and_then_played_keeps_its_reason_at_its_move(run):
    first = [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15")]
    new = {"code": "provisional", "point": "g8", "colour": "black", "foul": "double-three"}
    warned = [new, {"code": "reason", **DOUBLE_THREE}]
    body = GAME + "return [8, 9].map((n) => m.state.positionAt(game, n).reason?.foul ?? null);"
    move = {"code": "move", "n": 9, "point": "g8", "colour": "black", "turn": None}
    assert run(body, lines([*first, *warned])) == [None, None]
    assert run(body, lines([*first, *warned, move])) == [None, "double-three"]
    assert run(body, lines([*first, move, warned[1]])) == [None, "double-three"]


def test_what_is_taken_back_is_gone_with_its_reason(run):
    played = [begun(), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), {"code": "reason", **DOUBLE_THREE}]
    back = {"code": "taken_back", "by": "arbiter", "count": 1, "removed": ["g8"]}
    back |= {"moves": "h8a1i8o1g9a15g10o15", "turn": "black"}
    body = GAME + "return [game.moves.length, m.state.positionAt(game, 9).reason?.point ?? null];"
    assert run(body, lines(played)) == [9, "g8"]
    assert run(body, lines([*played, back])) == [8, None]
    new = {"code": "provisional", "point": "g8", "colour": "black", "foul": "double-three"}
    again = [new, {"code": "reason", **DOUBLE_THREE}, {"code": "move", "n": 9, "point": "g8", "colour": "black"}]
    assert run(body, lines([*played, back, *again])) == [9, "g8"]
    other = {"code": "move", "n": 9, "point": "k1", "colour": "black"}
    assert run(body, lines([*played, back, other])) == [9, None]


def test_a_position_that_was_set_up_lies_there_from_the_beginning(run):
    board = ["."] * 225
    board[0], board[224] = "X", "O"  # a15, o1
    set_up = {"code": "set_up", "board": "".join(board), "turn": "black"}
    body = GAME + "return [0, 1].map((n) => m.state.positionAt(game, n).stones);"
    expected = [{"a15": "black", "o1": "white"}, {"a15": "black", "o1": "white", "h8": "black"}]
    assert run(body, lines([begun(), set_up, *moves("h8")])) == expected


def test_the_replay_of_a_silent_game_has_no_reasons_until_it_is_over(run):
    played = [begun(mode="silent"), *moves("h8 a1 i8 o1 g9 a15 g10 o15 g8"), {"code": "reason", **DOUBLE_THREE}]
    over = {"code": "result", "winner": "white", "reason": "double-three", "line": ["g8"]}
    body = GAME + "return m.state.positionAt(game, 9).reason?.foul ?? null;"
    assert run(body, lines(played)) is None
    assert run(body, lines([*played, over])) == "double-three"


def test_a_kept_game_begins_with_its_set_up_stones_and_ends_with_its_result(run):
    record = {
        "moves": ["h8", "--", "i9"], "size": 15, "first": "white", "setup": [["a1"], ["o15"]],
        "over": True, "winner": "black", "reason": "five", "line": ["h8"],
    }  # fmt: skip
    body = "const game = m.state.ofRecord(a[0]); return [0, 3].map((n) => m.state.positionAt(game, n));"
    first, last = run(body, {"record": record, "reasons": [None, None, DOUBLE_THREE]})
    assert first["stones"] == {"a1": "black", "o15": "white"} and first["result"] is None
    assert last["stones"] == {"a1": "black", "o15": "white", "h8": "white", "i9": "white"}
    assert last["result"]["winner"] == "black" and last["reason"]["foul"] == "double-three"


# Changes, colours and boards


def told_moves(*stones):
    """Return moves as the firmware sends them, from (point, colour, captured points)."""
    return [
        {"code": "move", "n": n, "point": point, "colour": colour, "turn": "black", "changes": stone_changes(*stone)}
        for n, stone in enumerate(stones, 1)
        for point, colour in [stone[:2]]
    ]


def boards_of(run, events):
    """Return the stones after each move, from the beginning."""
    body = GAME + "return Array.from({ length: game.moves.length + 1 }, (_, n) => m.state.positionAt(game, n).stones);"
    return run(body, lines(events))


def test_a_stone_that_goes_with_those_it_takes_leaves_an_empty_point(run):
    poof = told_moves(("b8", "white"), ("a8", "black"), ("c8", "black"))
    poof[2]["changes"] += [["b8", "white", "empty"], ["c8", "black", "empty"]]
    assert boards_of(run, [begun(), *poof])[2:] == [{"b8": "white", "a8": "black"}, {"a8": "black"}]


def test_two_stones_of_a_turn_have_one_colour(run):
    body = GAME + "return game.moves.map((move) => move.colour);"
    two_a_turn = told_moves(("h8", "black"), ("i9", "white"), ("a1", "white"), ("b1", "black"))
    assert run(body, lines([begun(), *two_a_turn])) == ["black", "white", "white", "black"]


def test_a_fifth_that_is_kept_is_a_move_whose_stone_lay_there_before(run):
    four = told_moves(("h8", "black"), ("h9", "white"), ("i9", "black"), ("i10", "white"))
    lie, go = [["j7", "empty", "black"], ["g7", "empty", "black"]], [["g7", "black", "empty"]]
    offered = {"code": "offered", "points": ["j7", "g7"], "changes": lie}
    kept = {"code": "kept", "point": "j7", "changes": go}
    fifth = {"code": "move", "n": 5, "point": "j7", "colour": "black", "turn": "white", "changes": []}
    told = boards_of(run, [begun(), *four, offered, kept, fifth])
    assert told[5] == {**told[4], "j7": "black"} and "g7" not in told[4]
    back = {"code": "taken_back", "moves": "h8h9i9i10", "turn": "black", "count": 1, "removed": ["j7", "g7"]}
    body = GAME + "return game.stones;"
    assert run(body, lines([begun(), *four, offered, back])) == told[4]


def test_what_a_take_back_restores_is_there_again(run):
    played = told_moves(("d8", "white"), ("e8", "black"), ("a1", "white"), ("f8", "black"), ("g8", "white", "e8 f8"))
    back = {"code": "taken_back", "moves": "d8e8a1", "turn": "black", "count": 2}
    body = GAME + "return game.stones;"
    assert run(body, lines([begun(), *played, back])) == {"d8": "white", "e8": "black", "a1": "white"}


def test_which_stone_of_its_turn_comes_next(run):
    body = GAME + "return m.state.ofTurn(game);"
    turns = [("white", 2), ("white", 1), ("black", 2), ("black", 1)]
    stones = told_moves(("h8", "black"), ("i9", "white"), ("a1", "white"), ("b1", "black"))
    for event, (turn, wanted) in zip(stones, turns, strict=True):
        event.update(turn=turn, wanted=wanted)
    events = [begun()]
    found = [run(body, lines(events := [*events, event])) for event in stones]
    assert [(each["number"], each["all"]) for each in found] == [(1, 2), (2, 2), (1, 2), (2, 2)]
    passed = {"code": "passed", "n": 5, "colour": "black", "turn": "white", "wanted": 2, "changes": []}
    assert run(body, lines([*events, passed])) == {"number": 1, "all": 2}


def test_a_line_over_the_edge_falls_into_runs_of_neighbours(run):
    body = "return m.marks.runsOf(a[0]).map((line) => [...line].sort()).sort();"
    assert run(body, ["h8", "h10", "h9", "h11", "h12"]) == [["h10", "h11", "h12", "h8", "h9"]]
    assert run(body, ["m13", "n14", "o15", "a1", "b2", "c3"]) == [["a1", "b2", "c3"], ["m13", "n14", "o15"]]
    assert run(body, ["d3", "c4", "b5", "a6", "o7", "n8"]) == [["a6", "b5", "c4", "d3"], ["n8", "o7"]]
