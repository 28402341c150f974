"""The case: no parts overlap, the layers add up, and other sizes of the board give another case or an error."""


import pytest
from tengen_hardware import mechanics, parts
from tengen_hardware.mechanics import assembly, on_boards, rules, wells
from tengen_hardware.mechanics.case import case
from tengen_hardware.mechanics.solids import Cylinder, box, cut, grown, meet, meeting
from tengen_hardware.pcb import controller_layout, tile_layout
from tengen_host import wiring


@pytest.fixture
def broken(changed):
    """Return broken(stack={"base_mm": 16}), which returns the rules' sentences about this change, as one text."""
    return lambda **tables: "\n".join(rules.faults(changed(**tables)))


# Solids


def test_boxes_and_cylinders_meet_where_they_share_a_volume_and_not_where_they_touch():
    cube = box("a", "cube", (0, 10), (0, 10), (0, 10))
    assert meet(cube, box("b", "inside", (2, 3), (2, 3), (2, 3)))
    assert not meet(cube, box("b", "on it", (0, 10), (0, 10), (10, 12)))
    assert not meet(cube, Cylinder("b", "beside", 12, 5, 2, 0, 10))
    assert meet(cube, Cylinder("b", "nearer", 11.9, 5, 2, 0, 10))
    # at a corner, the diagonal distance from the cylinder's axis counts: it must be at least the radius
    assert not meet(cube, Cylinder("b", "corner", 11.5, 11.5, 2, 0, 10))
    assert meet(cube, Cylinder("b", "corner", 11.4, 11.4, 2, 0, 10))
    assert meet(Cylinder("a", "", 0, 0, 2, 0, 5), Cylinder("b", "", 3, 0, 1.1, 4, 9))
    assert not meet(Cylinder("a", "", 0, 0, 2, 0, 5), Cylinder("b", "", 3, 0, 1.0, 4, 9))


def test_a_box_with_a_hole_is_left_in_pieces_that_have_the_rest_of_its_volume():
    def volume(of):
        return sum((b - a) * (d - c) * (f - e) for each in of for (a, c, e), (b, d, f) in [each.extent])

    cube, hole = box("a", "cube", (0, 10), (0, 10), (0, 10)), box("h", "hole", (2, 5), (-1, 4), (3, 20))
    pieces = cut(cube, [hole])
    assert volume(pieces) == 1000 - 3 * 4 * 7
    assert not any(meet(piece, hole) for piece in pieces)
    assert not [pair for pair in meeting(each._replace(piece=str(at)) for at, each in enumerate(pieces)) if pair]


# The whole board


def test_nothing_on_the_board_takes_anothers_place(board):
    assert rules.faults(board) == []


def test_all_of_the_board_is_looked_at(board):
    feed, foot = on_boards.tile_plugs(board)
    pieces = {solid.piece for solid in assembly.solids(board)}
    for name in (
        "table", "base plate", "foot 4", "frame, left", "batten, seam", "rail of P2's bar", "top plate", "lid", "jack",
        "button arbiter", "controller", "USB plug", "wires of J40", "ribbon J5", "ribbon J15", "plug J1",
        "spacer 1 of T11", "spacer 4 of T55", "screw below spacer 1 of T11", "tile T55", f"ribbon {feed} of T15",
        f"plug {foot} of T51", "wells of T11", "spacer 4 of the controller", "screw 1 of the controller",
        "screw 4 of T55", "screw 16 of the base",
    ):  # fmt: skip
        assert name in pieces, name
    names = {solid.name for solid in assembly.solids(board)}
    assert {"the Pico", "reed S33", "F1", f"joint {foot}.1", "header", "socket", "bend"} <= names


def test_the_controller_below_the_tiles_as_it_was_had_four_spacers_in_it(board, broken):
    """The case is tested as it was before, with [50, 50] and spacers of 40 mm."""
    found = broken(case={"controller_mm": [50, 50], "frame_mm": [12, 60]}, stack={"base_mm": 40.0})
    assert "controller (board) and spacer 1 of T11 take the same place (x 32.9 to 39.3, y 30.1 to 36.5, z 5.0" in found
    assert "change [case] controller_mm or [stack] base_mm, and 3 more like this" in found


def test_no_place_below_the_tiles_is_free_for_the_controller_and_its_place_in_the_bay_is(board):
    here = case(board)
    spacers = [Cylinder(name, "", x, y, here.spacer / 2, 0, 40) for name, x, y in assembly.spacers(here, board)]
    half = here.controller_board / 2

    def in_the_way(x, y):
        place = box("controller", "", (x - half, x + half), (y - half, y + half), (5, 6.6))
        return [each for each in spacers if meet(place, each)]

    assert all(in_the_way(x, y) for x in range(50, 451, 10) for y in range(50, 451, 10))
    assert not in_the_way(*here.controller)


def test_a_frame_of_forty_for_the_old_stack_is_refused(broken):
    layers = "strips of 40 mm, and the layers from the base plate to the plate's top are 58.6 mm high"
    assert layers in broken(stack={"base_mm": 40.0})


@pytest.mark.parametrize(
    ("table", "values", "words"),
    [
        ("stack", {"base_mm": 18}, "[stack] base_mm: a plug and its ribbon's bend take 19 mm below the tiles"),
        ("case", {"plug_mm": 21.0}, "[stack] base_mm: a plug and its ribbon's bend take 25 mm"),
        ("case", {"foot_mm": [12, 3]}, "take higher feet"),
        ("case", {"jack_at_mm": 60}, "controller (board) and jack (body) take the same place"),
        ("case", {"bar_mm": 45}, "batten, front (under the edges) and button p1 (body) take the same place"),
        ("case", {"bar_away_mm": 4}, "rail of P1's bar and ribbon {foot} of T11 (way) take the same place"),
        ("case", {"bay_mm": 110}, "controller (board) and frame, left (strip) take the same place"),
        ("case", {"usb_slot_mm": [8, 6]}, "USB plug (grip) and frame, left (strip) take the same place"),
        ("case", {"margin_mm": 5}, "batten, right (under the edges) and tile T51 (board) take the same place"),
        ("case", {"head_mm": [14.0, 2.4]}, "screw"),
        ("case", {"block_mm": 150}, "and wires of J40 take the same place"),
        ("case", {"controller_spacer_mm": 12.0}, "the lid is 17.0 mm over it"),
        ("cables", {"button_lead_mm": 600}, "[cables] button_lead_mm: 600 mm, and the way from J20 is"),
        ("cables", {"bar_lead_mm": 1000}, "[cables] bar_lead_mm: 1000 mm, and the way from J30 is"),
        ("case", {"controller_spacer_mm": 30, "base_plate_mm": 9}, "no screw that is sold reaches"),
        ("carrier", {"sheet_mm": 4.0}, "[carrier] sheet_mm: wired by hand the layers are 41.0 mm high"),
        ("case", {"controller_mm": [-400, 50]}, "controller (board) is not inside the frame (x -142 to 509.5"),
        ("case", {"jack_at_mm": 560}, "jack (body) is not inside the frame"),
        ("case", {"controller_board_mm": 90}, "controller_layout.py makes a board of 100 mm"),
    ],
)
def test_a_case_that_can_not_be_built_is_refused_in_words(board, table, values, words, broken):
    _, foot = on_boards.tile_plugs(board)
    assert words.replace("{foot}", foot) in broken(**{table: values})


def test_a_button_over_the_seam_or_beyond_the_plate_is_refused(board, broken):
    found = broken(case={"buttons": board["case"]["buttons"] | {"player": [-15, 28]}})
    assert "button p2 lies over the seam at x -10 mm: change [case.buttons] player" in found
    assert "button p1 (body) is not inside the frame" in found


def test_too_little_wood_too_short_ribbons_and_another_button_are_told(changed):
    other = changed(case={"ribbon_slack_mm": 40})
    other["things"]["frame"]["each"] = 2.4
    other["things"]["batten"]["each"] = 5
    other["case"]["buttons"]["hole_mm"] = 22
    found = "\n".join(rules.faults(other))
    assert "[things.frame] each: 2.4 m, and 2.56 m are needed" in found
    assert "[things.batten] each: 5 m, and 5.45 m are needed" in found
    assert "[case] ribbon_slack_mm: the ribbon of J" in found
    assert "[case.buttons] hole_mm: 22, and [parts.button] package is 'panel, 24 mm hole'" in found


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("case", "bay_mm"), None, "[case] bay_mm: None is not between 0 and 400"),
        (("case", "bay_mm"), 401, "[case] bay_mm: 401 is not between 0 and 400"),
        (("case", "head_mm"), [5.6], "[case] head_mm: [5.6] is not a list of 2 numbers"),
        (("case", "buttons", "player"), "left", "[case.buttons] player: 'left' is not a list of 2 numbers"),
        (("case", "heights", "smd"), 0, "[case.heights] smd: 0 is not between 0.1 and 60"),
        (("case", "heights"), None, "the table [case.heights] is missing"),
        (("print",), None, "the table [print] is missing"),
        (("print", "edge_mm"), True, "[print] edge_mm: True is not between 0.4 and 3"),
    ],
)
def test_a_value_that_is_missing_or_none_of_its_kind_is_refused_by_its_place(changed, path, value, words):
    table = other = changed()
    for name in path[:-1]:
        table = table[name]
    table[path[-1]] = value
    with pytest.raises(wiring.WiringError) as error:
        mechanics.products(other)
    assert words in str(error.value)


# The layers


def test_the_layers_add_up_from_the_table_to_the_top_of_the_plate(board):
    here, stack, its = case(board), board["stack"], board["case"]
    heights = [stack["base_mm"], stack["pcb_mm"], stack["plate_above_mm"], stack["plate_mm"]]
    assert here.plate_top == pytest.approx(sum(heights)) == pytest.approx(32.6)
    assert here.plate_top - here.frame_low == its["frame_mm"][1]
    assert -here.table == its["base_plate_mm"] + its["foot_mm"][1]
    flat = ("board", "plate", "spacer")
    found = {solid.piece: solid.extent for solid in assembly.solids(board) if solid.name in flat}
    for below, above in (("base plate", "spacer 1 of T11"), ("spacer 1 of T11", "tile T11")):
        assert found[below][1][2] == pytest.approx(found[above][0][2]), "one stands on the other"
    assert found["top plate"][0][2] - found["tile T11"][1][2] == pytest.approx(stack["plate_above_mm"])


def test_screws_are_as_long_as_what_they_hold(board, changed):
    assert parts.screws(board) == {"above": 6, "below": 12, "through": 16}
    assert parts.screws(changed(case={"base_plate_mm": 9}))["below"] == 16
    nut = next(solid for solid in assembly.solids(board) if solid.name == "nut")
    assert nut.high == 16 - board["case"]["base_plate_mm"], "the screw's end, over the base"


def test_a_spacer_stands_below_each_hole_of_each_tile_and_of_the_controller(board):
    places = {(round(x, 2), round(y, 2)) for _, x, y in assembly.spacers(case(board), board)}
    assert len(places) == 100
    assert {(round(x - 99.9, 2), round(y, 2)) for x, y in places if x > 99.9} <= places
    assert len(assembly.controller_spacers(case(board), board)) == len(controller_layout.placed(board).holes) == 4


# The wells


def standing(board):
    """Return everything that stands on a tile, and the heads of its screws."""
    layout = tile_layout.layout(board)
    return [*on_boards.on_tile(case(board), board, layout), *on_boards.heads(case(board), layout.holes)]


def test_walls_without_notches_stand_on_the_screws_and_on_a_joint_of_j2(board):
    """The case is tested as it was before: the joint ends at 33.6 mm and the wall at 33.8 mm."""
    whole = wells.walls(case(board))
    hit = {solid.name for solid in standing(board) if any(meet(wall, solid) for wall in whole)}
    _, foot = on_boards.tile_plugs(board)
    assert {"head", f"joint {foot}.1", f"joint {foot}.2"} <= hit


def test_notched_walls_keep_their_air_from_all_that_stands_on_the_tile(board):
    here = case(board)
    walls = wells.notched(here, wells.notches(here, standing(board)))
    near = [solid.name for solid in standing(board) if any(meet(wall, grown(solid, here.air - 1e-3)) for wall in walls)]
    assert near == []
    assert any(wall.high[2] == here.walls for wall in walls)


def test_a_reed_that_would_cut_a_wall_to_the_top_is_refused(broken):
    found = broken(reed={"turned_deg": 0, "offset_mm": 4.0})
    assert "leaves no room for the walls between the points" in found


def test_what_changes_in_board_toml_moves_all_that_hangs_on_it(board, changed):
    other = case(changed(stack={"plate_above_mm": 10.0}, case={"frame_mm": [12, 41]}))
    assert other.plate_top == case(board).plate_top + 1
    shifted = changed(case={"controller_mm": [-80, 60]})
    assert rules.collisions(assembly.solids(shifted)) == []
    (_, _, usb), (_, _, moved) = (assembly.frame_holes(case(each), each)[0].extent[0] for each in (board, shifted))
    assert usb == moved
    y, moved = (assembly.frame_holes(case(each), each)[0].low[1] for each in (board, shifted))
    assert moved == pytest.approx(y + 10), "the slot follows the Pico"
