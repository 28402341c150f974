"""The case: no parts overlap, the layers add up, and other sizes of the board give another case or an error."""

import math
import re

import pytest
from ledger import fewer
from tengen_hardware import kicad, mechanics, parts, tile
from tengen_hardware.circuit import CircuitError
from tengen_hardware.geometry import reed as reeds
from tengen_hardware.geometry.cell import cell
from tengen_hardware.mechanics import assembly, models, on_boards, rules, sheets, wells
from tengen_hardware.mechanics.case import case
from tengen_hardware.mechanics.solids import box, cut, grown, meet, meeting, rod
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
    assert not meet(cube, rod("b", "beside", 12, 5, 2, (0, 10)))
    assert meet(cube, rod("b", "nearer", 11.9, 5, 2, (0, 10)))
    # at a corner, the diagonal distance from the cylinder's axis counts: it must be at least the radius
    assert not meet(cube, rod("b", "corner", 11.5, 11.5, 2, (0, 10)))
    assert meet(cube, rod("b", "corner", 11.4, 11.4, 2, (0, 10)))
    assert meet(rod("a", "", 0, 0, 2, (0, 5)), rod("b", "", 3, 0, 1.1, (4, 9)))
    assert not meet(rod("a", "", 0, 0, 2, (0, 5)), rod("b", "", 3, 0, 1.0, (4, 9)))


def test_a_box_with_a_hole_is_left_in_pieces_that_have_the_rest_of_its_volume():
    def volume(of):
        return sum((b - a) * (d - c) * (f - e) for each in of for (a, c, e), (b, d, f) in [each[2:4]])

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
        "table", "base plate", "foot 5", "frame, left", "batten, seam, lid", "screw 8 of the top plate",
        "screw 6 of the lid", "jack holder", "screw 2 of the jack", "rail of P2's bar", "top plate", "lid", "jack",
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
    spacers = [rod(name, "", x, y, here.spacer / 2, (0, 40)) for name, x, y in assembly.spacers(here, board)]
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
        ("case", {"jack_at_mm": 60}, "controller (board) and jack holder (sleeve) take the same place"),
        ("case", {"jack_hole_mm": 16}, "a plug that is pulled out takes the jack along: change [case] jack_hole_mm"),
        ("case", {"window_mm": 0}, "J53.1 of T21 and 799 more ends of bridges can't be soldered from below"),
        ("case", {"window_mm": 14}, "[case] window_mm: J5"),
        ("case", {"window_mm": 60}, "[case] window_mm: spacer 4 of T11 stands on a window of the base"),
        ("case", {"foot_middle_mm": [183.75, 249.75]}, "foot_middle_mm: a foot lies over a window of the base"),
        ("case", {"bar_away_mm": 7}, "[case] bar_away_mm: the ribbon of J12 has no room between"),
        ("case", {"batten_mm": 6}, "mm has less than 2 mm of wood beside it"),
        ("case", {"wood_screw_mm": [3, 16, 6, 2.5]}, "[case] wood_screw_mm: a screw of 16 mm comes out of a batten"),
        ("case", {"wood_screw_mm": [3, 8, 6, 2.5]}, "[case] wood_screw_mm: a screw of 8 mm holds too little"),
        ("case", {"plate_screw_mm": 12}, "[case] plate_screw_mm: a screw of 12 mm comes out of a batten"),
        ("case", {"plate_screw_mm": 7}, "[case] plate_screw_mm: a screw of 7 mm holds too little"),
        ("case", {"bar_mm": 41}, "button p1 (rim) is not inside the frame"),
        ("case", {"bar_mm": 42}, "frame, front is less than 3 mm from the hole of button p1"),
        ("case", {"bar_away_mm": 4}, "rail of P1's bar and ribbon {foot} of T11 (way) take the same place"),
        ("case", {"bay_mm": 110}, "controller (board) and frame, left (strip) take the same place"),
        ("case", {"usb_slot_mm": [8, 6]}, "USB plug (grip) and frame, left (strip) take the same place"),
        ("case", {"bar_mm": 52}, "of 653 x 603 mm is larger than a bed of 900 x 600: change [case] bar_mm"),
        ("case", {"margin_mm": 10}, "is less than 1 mm from tile T"),
        ("case", {"margin_mm": 5}, "batten, right (under the edges) and tile T51 (board) take the same place"),
        ("case", {"head_mm": [14.0, 2.4]}, "screw"),
        ("case", {"block_mm": 150}, "and wires of J40 take the same place"),
        ("case", {"controller_spacer_mm": 12.0}, "the lid is 17.0 mm over it"),
        ("cables", {"button_lead_mm": 600}, "[cables] button_lead_mm: 600 mm, and the way from J20 is"),
        ("cables", {"bar_lead_mm": 1000}, "[cables] bar_lead_mm: 1000 mm, and the way from J30 is"),
        ("case", {"controller_spacer_mm": 30, "base_plate_mm": 9}, "no screw that is sold reaches"),
        ("carrier", {"sheet_mm": 4.0}, "[carrier] sheet_mm: wired by hand the layers are 41.0 mm high"),
        ("case", {"controller_mm": [-400, 50]}, "controller (board) is not inside the frame (x -143 to 510.5"),
        ("case", {"jack_at_mm": 560}, "jack (body) is not inside the frame"),
    ],
)
def test_a_case_that_can_not_be_built_is_refused_in_words(board, table, values, words, broken):
    _, foot = on_boards.tile_plugs(board)
    assert words.replace("{foot}", foot) in broken(**{table: values})


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("screw", "the plate lies loose: change [case] wood_screw_mm"),
        ("screw", "the lid lies loose: change [case] wood_screw_mm"),
        ("jack holder", "a plug that is pulled out takes the jack along: change [case] jack_hole_mm"),
        ("jack holder", "a plug pushes the jack into the case: change [case] jack_mm"),
    ],
)
def test_plate_lid_and_jack_as_they_were_are_loose(board, piece, words):
    """The case is tested as it was before: plate and lid had no screws, and the jack had no holder."""
    solids = assembly.solids(board)
    assert rules.held(solids) == []
    assert words in rules.held([each for each in solids if not each.piece.startswith(piece)])


def test_an_edge_of_the_plate_that_can_lift_is_told(board, monkeypatch):
    monkeypatch.setattr(assembly, "SCREW_STEP", 700.0)
    found = list(rules.screwed(case(board), board))
    assert "assembly.py SCREW_STEP: a place on the edge of the top plate is more than 160 mm from a screw" in found


def test_wood_at_the_edge_of_a_buttons_hole_as_it_was_is_refused(board, monkeypatch):
    monkeypatch.setattr(assembly, "BUTTON_GAP", 0.0)
    found = list(rules.clear(case(board), assembly.solids(board)))
    assert "[case.buttons] player: batten, front is less than 3 mm from the hole of button p1" in "\n".join(found)
    monkeypatch.setattr(assembly, "_BLOCKS", ((0.3, 0.3), (0.8, 0.8)))
    found = list(rules.clear(case(board), assembly.solids(board)))
    assert "block, back, 1 is less than 1 mm from the hole of button p2" in "\n".join(found)


def test_each_bridge_is_over_a_window_and_the_base_stays_one_piece(board):
    here = case(board)
    assert len(assembly.bridges(here, board)) == 800 and list(rules.reached(here, board)) == []
    # the wood between the tiles' places: two webs from tile to tile at each side
    for at in range(1, here.tiles):
        beside = sorted((each.low[1], each.high[1]) for each in assembly.windows(here, board)
                        if each.low[0] < at * here.tile < each.high[0] and each.high[0] - each.low[0] == here.window)
        webs = [two[0] - one[1] for one, two in zip(beside, beside[1:], strict=False)]
        assert len(webs) == 2 * here.tiles and min(webs) >= assembly.WEB


def test_a_button_over_the_seam_or_beyond_the_plate_is_refused(board, broken):
    found = broken(case={"buttons": board["case"]["buttons"] | {"player": [-15, 28]}})
    assert "button p2 lies over the seam at x -11 mm: change [case.buttons] player" in found
    assert "button p1 (body) is not inside the frame" in found


def test_too_little_wood_too_few_screws_too_short_ribbons_and_another_button_are_told(changed):
    other = changed(case={"ribbon_slack_mm": 40, "ribbon_step_mm": 1})
    other["things"]["frame"]["each"] = 2.4
    other["things"]["batten"]["each"] = 6.4  # as it was: the pieces are 2 m long
    other["things"]["frame_screw"]["spare"] = 0  # as it was
    del other["things"]["spacer"]["spare"]
    other["things"]["feet"]["each"] = 4
    other["things"]["plate_screw"]["each"] = 14  # without the jack's
    other["case"]["buttons"]["hole_mm"] = 22
    found = "\n".join(rules.faults(other))
    assert "[things.frame] each: 2.4 m, and 2 pieces of 2 m are needed" in found
    assert "[things.batten] each: 6.4 m, and 4 pieces of 2 m are needed" in found
    assert "[things.feet] each: 4, and the base has 5 feet" in found
    for thing, bought, needed in (("frame_screw", 16, 16), ("plate_screw", 18, 16), ("spacer", 100, 100)):
        assert f"[things.{thing}] each, spare: {bought} are bought; {needed} are needed, and 4 to break" in found
    assert "[case] ribbon_slack_mm: the ribbon of J" in found
    assert "[case.buttons] hole_mm: 22, and [parts.button] package is 'panel, 24 mm hole'" in found


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("case", "bay_mm"), None, "[case] bay_mm: None is not between 0 and 400"),
        (("case", "bay_mm"), 401, "[case] bay_mm: 401 is not between 0 and 400"),
        (("case", "laser_bed_mm"), [600], "[case] laser_bed_mm: [600] is not a list of 2 numbers"),
        (("case", "head_mm"), [5.6], "[case] head_mm: [5.6] is not a list of 2 numbers"),
        (("case", "buttons", "player"), "left", "[case.buttons] player: 'left' is not a list of 2 numbers"),
        (("case", "heights", "smd"), 0, "[case.heights] smd: 0 is not between 0.1 and 60"),
        (("case", "heights"), None, "the table [case.heights] is missing"),
        (("stack", "pcb_mm"), "thin", "[stack] pcb_mm: 'thin' is not between 0.4 and 5"),
        (("case", "jack_mm"), [15, 13], "[case] jack_mm: [15, 13] is not a list of 3 numbers"),
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


TABLES = ("board", "tile", "stack", "case", "print", "carrier", "reed", "stone", "magnet")


@pytest.mark.parametrize(
    ("table", "share"),
    fewer([(table, share) for table in TABLES for share in (0, 0.5, 1.3, 3, -1, "x")],
          [("board", 0.5), ("reed", "x"), ("carrier", 3)]),
)  # fmt: skip
def test_any_other_length_gives_sentences_that_name_an_entry_and_never_a_traceback(changed, table, share):
    """With any other length in board.toml, the checks name an entry in a sentence, without a traceback."""
    for name, value in changed()[table].items():
        if not isinstance(value, (int, float, list)) or isinstance(value, list) and isinstance(value[0], str):
            continue
        other = share
        if share != "x":
            other = [each * share for each in value] if isinstance(value, list) else value * share
        try:
            found = rules.faults(changed(**{table: {name: other}}))
        except (wiring.WiringError, CircuitError) as error:
            found = [str(error)]
        for sentence in found:
            assert re.search(r"\[[\w.]+\]|_layout\.py|assembly\.py", sentence), (name, sentence)


# What is held, drilled and led by hand


def test_a_bar_of_the_jig_bends_less_for_a_light_push_than_a_reed_may_lie_low(board):
    here, (wide, tall) = case(board), board["print"]["jig_bar_mm"]
    out = math.sqrt(2) * (here.jig_wall + here.jig_slot + models._OUT)
    longest = max(length for _, _, length in models.bars(here, cell(board))) - 2 * out
    newton, pla = 1.0, 2300.0  # N/mm2: the soft end of PLA
    assert newton * longest**3 / (48 * pla * wide * tall**3 / 12) < reeds.JIG


def test_the_column_ribbons_stand_two_above_three_beside_the_rail(board):
    here = case(board)
    thick = 0.89  # mm: a ribbon of AWG 28
    assert math.ceil(here.tiles / 2) * thick < here.bar_away - here.batten / 2
    assert 2 * len(tile.FOOT) * on_boards.RIBBON_STEP < min(2 * here.batten, here.base)


def test_each_hole_that_is_drilled_has_its_drill_on_the_list(board):
    drills = set(map(float, re.findall(r"[\d.]+", board["things"]["wood_tools"]["value"])))
    holes = {hole.across for sheet in sheets.sheets(board) for hole in sheet.holes if "button" not in hole.why}
    holes |= {pad.drill for kind in ("F1", "J40") for pad in kicad.layout("controller").part(kind).pads}
    assert holes <= drills


# The layers


def test_the_layers_add_up_from_the_table_to_the_top_of_the_plate(board):
    here, stack, its = case(board), board["stack"], board["case"]
    heights = [stack["base_mm"], stack["pcb_mm"], stack["plate_above_mm"], stack["plate_mm"]]
    assert here.plate_top == pytest.approx(sum(heights)) == pytest.approx(32.6)
    assert here.plate_top - here.frame_low == its["frame_mm"][1]
    assert -here.table == its["base_plate_mm"] + its["foot_mm"][1]
    flat = ("board", "plate", "spacer")
    found = {solid.piece: solid[2:4] for solid in assembly.solids(board) if solid.name in flat}
    for below, above in (("base plate", "spacer 1 of T11"), ("spacer 1 of T11", "tile T11")):
        assert found[below][1][2] == pytest.approx(found[above][0][2]), "one stands on the other"
    assert found["top plate"][0][2] - found["tile T11"][1][2] == pytest.approx(stack["plate_above_mm"])


def test_screws_are_as_long_as_what_they_hold(board, changed):
    assert parts.screws(board) == {"above": 6, "below": 12, "through": 16}
    assert parts.screws(changed(case={"base_plate_mm": 9}))["below"] == 16
    nut = next(solid for solid in assembly.solids(board) if solid.name == "nut")
    assert nut.high[2] == 16 - board["case"]["base_plate_mm"], "the screw's end, over the base"


def test_the_plate_grows_in_its_holes_and_with_the_holes_of_wood_it_would_bend(board, changed, monkeypatch):
    """As it was: 0.25 mm of air at each screw, where acrylic grows by 0.55 mm in 20 K."""
    bent = re.compile(r"the top plate grows by 0\.5\d mm towards a screw")
    assert not any(bent.search(line) for line in rules.screwed(case(board), board))
    thick = changed(case={"wood_screw_mm": [3, 12, 5, 2.5]})
    assert any(bent.search(line) for line in rules.screwed(case(thick), thick)), "the hole is wider than the head"
    monkeypatch.setattr(sheets, "LOOSE_WIDER", sheets.WIDER)
    assert any(bent.search(line) for line in rules.screwed(case(board), board))


def test_a_spacer_stands_below_each_hole_of_each_tile_and_of_the_controller(board):
    places = {(round(x, 2), round(y, 2)) for _, x, y in assembly.spacers(case(board), board)}
    assert len(places) == 100
    assert {(round(x - 99.9, 2), round(y, 2)) for x, y in places if x > 99.9} <= places
    assert len(assembly.controller_spacers(case(board), board)) == len(kicad.layout("controller").holes) == 4


# The wells


def test_walls_without_notches_stand_on_the_screws_and_on_a_joint_of_j2(board):
    """The case is tested as it was before: the joint ends at 33.6 mm and the wall at 33.8 mm."""
    whole = wells.walls(case(board))
    hit = {solid.name for solid in wells.standing(case(board), board) if any(meet(wall, solid) for wall in whole)}
    _, foot = on_boards.tile_plugs(board)
    assert {"head", f"joint {foot}.1", f"joint {foot}.2"} <= hit


def test_notched_walls_keep_their_air_from_all_that_stands_on_the_tile(board):
    here = case(board)
    walls = wells.notched(here, wells.notches(here, wells.standing(case(board), board)))
    near = [solid.name for solid in wells.standing(here, board)
            if any(meet(wall, grown(solid, here.air - 1e-3)) for wall in walls)]  # fmt: skip
    assert near == []
    assert any(wall.high[2] == here.plate_above for wall in walls)


def test_a_reed_that_would_cut_a_wall_to_the_top_is_refused(broken, monkeypatch):
    tile = kicad.layout("tile")
    level = {"1": -9.3, "2": 16.1}  # a reed along its row, its middle 3.4 mm from the point
    turned = tile._replace(parts=tuple(
        part._replace(pads=tuple(pad._replace(x=level[pad.number], y=0.0) for pad in part.pads))
        if part.reference.startswith("S") else part for part in tile.parts
    ))  # fmt: skip
    monkeypatch.setattr(kicad, "layout", {"tile": turned, "controller": kicad.layout("controller")}.get)
    assert "leaves no room for the walls between the points" in broken(reed={"turned_deg": 0, "offset_mm": 3.4})


def test_what_changes_in_board_toml_moves_all_that_hangs_on_it(board, changed):
    other = case(changed(stack={"plate_above_mm": 10.0}, case={"frame_mm": [12, 41]}))
    assert other.plate_top == case(board).plate_top + 1
    shifted = changed(case={"controller_mm": [-81, 60]})
    assert rules.collisions(assembly.solids(shifted)) == []
    (_, _, usb), (_, _, moved) = (assembly.frame_holes(case(each), each)[0].low for each in (board, shifted))
    assert usb == moved
    y, moved = (assembly.frame_holes(case(each), each)[0].low[1] for each in (board, shifted))
    assert moved == pytest.approx(y + 10), "the slot follows the Pico"


def test_the_wire_on_the_list_of_a_board_wired_by_hand_reaches(board):
    things, size, points = board["things"], board["board"]["size"], board["tile"]["points"]
    side = size * board["board"]["pitch_mm"]
    feeds, feet = (list(each.values()) for each in parts.ribbons(board))
    strips = 2 * 2 * sum(feeds)  # 5 V and ground, to two left ends of each three rows
    assert 1000 * things["power_wire"]["each"] >= strips + 1000 * things["jack_wire"]["each"]
    rows, columns = (points * sum(each) + size * side for each in (feeds, feet))
    edge = max(feeds) + max(feet) + 2 * side  # the sixteenth row, and the row sense
    data = 2 * (2 * sum(feeds) + len(feeds) * side)  # out and home, each twisted with ground
    perfboard = 150 * 25  # joints
    assert 1000 * things["hook_up_wire"]["each"] * size**2 >= rows + columns + edge + data + perfboard
