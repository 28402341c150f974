"""The lights of the other games in a frame: steady lights, pulsing lights, and counts.

Source: firmware/docs/family.md#at-the-board.
"""

from portable import colour_of, lit
from table import Table
from tengen import wiring
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, WHITE
from tengen.games.points import index, name
from tengen.lights import colours, scene
from tengen.lights.colours import KIND, TURN
from tengen.maintenance import wire_map

WIRED = wire_map.defaults(wiring)
SCENE = scene.Scene()

P1, P2 = 0, 1  # the numbers of the bars
FIRST_PIXEL = (240, 225)  # the first pixel of each player's edge bar, from the player's left (board.toml)


def at_table(game, *moves, **settings):
    """Return a game by buttons, after these moves."""
    return Table(game=game, **dict({"move": "button", "mode": "referee"}, **settings)).play_by_button(*moves)


def frame_of(picture, elapsed=0):
    """Return the frame `ms` after the picture has changed."""
    frame = bytearray(3 * wiring.PIXELS)
    SCENE.draw(frame, picture, picture.since + elapsed, WIRED)
    return frame


def bar(frame, number):
    """Return the colours of a player's edge bar, (green, red, blue) each, from his left."""
    first = FIRST_PIXEL[number]
    return [tuple(frame[3 * pixel : 3 * pixel + 3]) for pixel in range(first, first + wiring.BAR_LENGTH)]


def levels(picture, point, until=3200):
    return [colour_of(frame_of(picture, elapsed), point) for elapsed in range(0, until, 20)]


def pulses(picture, point, colour):
    """Whether a point pulses slowly in a colour."""
    found = levels(picture, point)
    return found[0] == tuple(colour) and len(set(found)) > 12 and (0, 0, 0) not in found


# The common centre


def test_the_common_centre_glows_in_the_movers_colour_all_the_time():
    table = at_table("common-centre", "h8")
    for move, colour in (("i8", WHITE), ("a1", BLACK), ("j8", WHITE), ("a3", BLACK), ("k8", WHITE), ("a5", BLACK)):
        assert set(levels(table.picture(), "h8", 8000)) == {TURN[colour]}, move
        table.put(move).wait(20)
        assert set(levels(table.picture(), "h8", 8000)) == {TURN[colour]}, "also while a stone is provisional"
        table.press(table.session.match.expects.who)
    # White's five has the common stone at its end; the light runs along all five stones, and there is no foul
    table.put("l8").wait(20).press("p2")
    picture = table.picture()
    assert sorted(picture.five) == [index(point, 15) for point in ("h8", "i8", "j8", "k8", "l8")]
    assert picture.common == -1 and picture.foul == -1
    assert colours.FIVE_HEAD in levels(picture, "h8")


def test_a_common_centre_that_is_missing_pulses_all_the_same():
    table = at_table("common-centre", "h8", "a1").lift("h8").wait(250)
    assert pulses(table.picture(), "h8", colours.MISSING[WHITE])


# Where a misplaced stone belongs

LOW = {8: 3, 10: 2}  # the column and row of the board where the field begins


def shown(point, size=8):
    """Return the name of the board's point under a point of the field."""
    return "%s%d" % (chr(ord(point[0]) + LOW[size]), int(point[1:]) + LOW[size])


def test_a_stone_put_elsewhere_blinks_and_where_it_would_rest_pulses():
    for drop, moves, put, rest in (
        ("down", ("a1", "a2"), "a5", "a3"),
        ("down", (), "h8", "h1"),
        ("edges", ("a4",), "c4", "b4"),
        ("edges", (), "e4", "e1"),
        ("edges", (), "d7", "d8"),
        ("edges", (), "g5", "h5"),
        ("interior", (), "c3", "a1"),
        ("interior", ("a1",), "d4", "b2"),
        ("interior", (), "f5", "h5"),
        ("interior", (), "e6", "e8"),
    ):
        table = at_table("four", *[shown(move) for move in moves], options={"drop": drop}, opening="free")
        table.put(shown(put)).wait(20)
        picture = table.picture()
        assert picture.rest == index(rest, 8), (drop, put, name(picture.rest, 8))
        assert pulses(picture, shown(rest), colours.REST), (drop, put)
        assert set(levels(picture, shown(put))) == {colours.EXTRA, (0, 0, 0)}
        assert table.last("refused")["why"] == coded("refused.no_rest")
        table.lift(shown(put)).wait(20)
        assert table.picture().rest == -1
        table.put(shown(rest)).wait(20)
        assert table.last("provisional")["point"] == rest


def test_points_of_rest_are_the_zone_inside_the_ring_of_the_field():
    for size in (8, 10):
        table = at_table("four", size=size, opening="free")
        picture = table.picture()
        seen = lit(frame_of(picture))
        bottom = [shown("%s1" % letter, size) for letter in "abcdefghij"[:size]]
        assert sorted([point for point in seen if seen[point] == colours.ZONE]) == bottom
        ring = {point for point in seen if seen[point] == colours.FRAME}
        low, high = LOW[size] - 1, LOW[size] + size
        assert ring == {
            name(15 * row + column, 15)
            for row in range(low, high + 1)
            for column in range(low, high + 1)
            if row in (low, high) or column in (low, high)
        }
        assert set(seen) == ring | set(bottom)


# Captures, lines, kinds


def test_what_a_provisional_stone_would_take_glows_and_blinks_slowly_after_the_press():
    table = at_table("pente", "d8", "e8", "a1", "f8", opening="free").put("g8").wait(20)
    picture = table.picture()
    assert pulses(picture, "e8", colours.TAKES) and pulses(picture, "f8", colours.TAKES)
    table.press("p1")
    seen = levels(table.picture(), "e8")
    assert set(seen) == {colours.EXTRA, (0, 0, 0)}
    assert sum(1 for number in range(1, len(seen)) if seen[number] != seen[number - 1]) == 4, "slowly"


def test_a_turned_stone_pulses_in_its_new_colour():
    table = at_table("repensi", "d8", "e8", "a1", "f8").put("g8").wait(20).press("p1")
    for point in ("e8", "f8"):
        assert pulses(table.picture(), point, colours.MISSING[BLACK])


def test_a_standing_five_pulses_green_in_boat_and_ninuki():
    for game, options, moves, line in (
        ("pente", {"boat": True}, "d8 h7 e8 a1 f8 a3 g8 a5 h9 a7 h8", "d8 e8 f8 g8 h8"),
        ("ninuki", {}, "h8 h10 f8 a1 g8 a3 h9 a5 i8 a7 j8", "f8 g8 h8 i8 j8"),
    ):
        opening = {"opening": "free"} if game == "pente" else {}
        table = at_table(game, options=options, **opening)
        for move in moves.split():
            table.put(move).wait(20).press(table.session.match.expects.who).mend().wait(20)
        assert table.session.match.result is None, table.session.match.result.reason
        for point in line.split():
            if point != moves.split()[-1]:
                assert pulses(table.picture(), point, colours.FIVE), (game, point)


def test_captured_stones_are_counted_of_ten_or_of_fifteen_whenever_asked():
    for keryo, goal in ((False, 10), (True, 15)):
        for clock in ("none", "10"):
            table = at_table("pente", "d8", "e8", "a1", "f8", opening="free", options={"keryo": keryo}, clock=clock)
            table.put("g8").wait(20).press("p1").lift("e8", "f8").wait(20)
            for moment in ("at rest", "a stone is provisional"):
                table.press("p1")
                frame = frame_of(table.picture())
                white = bar(frame, P1)
                assert white[:2] == [TURN[WHITE]] * 2 and len([light for light in white if any(light)]) == goal
                assert all(0 < max(light) < max(TURN[WHITE]) for light in white[2:goal]), "dim: still to be captured"
                black = bar(frame, P2)
                assert TURN[BLACK] not in black and len([light for light in black if any(light)]) == goal
                table.wait(2100)
                if moment == "at rest":
                    table.put("o1").wait(20)


def test_the_movers_bar_shows_another_kind_of_stone_until_it_is_a_move():
    for game, kind, clock in (("bomb-renju", "bomb", "none"), ("neutral-pente", "neutral", "10")):
        table = at_table(game, "h8", opening="free", clock=clock)
        colour = table.session.match.colour("p2")
        table.hold("p2").enter("p2", kind)
        for moment in ("before the stone", "with the stone"):
            frame = frame_of(table.picture())
            assert set(bar(frame, P2)) == {KIND}, (game, moment)
            assert KIND not in bar(frame, P1)
            table.put("c3").wait(20) if moment == "before the stone" else table.press("p2")
        assert KIND not in bar(frame_of(table.picture()), P2)
        assert table.session.match.game.cells[index("c3", 15)] not in (EMPTY, colour)


def test_an_open_four_is_shown_as_the_lines_of_a_foul():
    # before the press, when a casual player is warned
    moves = ("f8", "a1", "g8", "a3", "h8", "a5")
    table = at_table("anti-renju", *moves, mode="casual").put("i8").wait(20).explain()
    assert table.last("provisional")["foul"] == "open four"
    four = [index(point, 15) for point in ("f8", "g8", "h8", "i8")]
    for pressed in (False, True):
        if pressed:
            table.press("p1").explain()
            assert table.session.match.result.reason == "open four"
        picture = table.picture()
        assert picture.foul == index("i8", 15) and [sorted(line) for line in picture.foul_lines] == [four]
        assert set(levels(picture, "i8")) == {colours.FORBIDDEN}
        assert colours.FOUL_LINES[0] in levels(picture, "f8")


def test_a_six_on_the_torus_runs_on_at_the_other_edge():
    table = at_table("connect6", options={"torus": True}, opening="free").play_by_button("m1")
    for turn in (("h5", "h8"), ("n1", "o1"), ("d9", "k3"), ("a1", "b1"), ("d11", "k5")):
        who = table.session.match.expects.who
        table.put(turn[0]).wait(20).put(turn[1]).wait(20).press(who)
    table.put("c1").wait(20).press(table.session.match.expects.who)
    picture = table.picture()
    assert [name(point, 15) for point in picture.five] == ["m1", "n1", "o1", "a1", "b1", "c1"]
    heads = []
    for elapsed in range(0, 1440, 20):
        seen = lit(frame_of(picture, elapsed))
        heads += [point for point in seen if seen[point] == colours.FIVE_HEAD and point not in heads]
    assert heads == ["m1", "n1", "o1", "a1", "b1", "c1"]
