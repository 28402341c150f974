"""The printed, cut and drilled pieces. Another program reads each file; volumes, holes and places must be right."""

import io

import ezdxf
import numpy as np
import pypdf
import pytest
import trimesh
from tengen_hardware.geometry.cell import cell
from tengen_hardware.mechanics import assembly, models, sheets, template, wells
from tengen_hardware.mechanics.case import case
from tengen_host.wiring import WiringError

PRINTED = {"light-wells": 1, "stone": 1, "reed-bend": 1, "reed-frame": 1, "reed-bars": 5, "jack-holder": 2}
POINT = 72 / 25.4


@pytest.fixture(scope="module")
def files(made):
    """The files of hardware/mechanics/ by their paths."""
    return made("mechanics")


def read(files, name):
    """A model, read by trimesh."""
    return trimesh.load(io.BytesIO(files[f"mechanics/print/{name}.stl"].encode()), file_type="stl")


def union_volume(boxes):
    """Return the volume of the union of boxes, counted on the grid of all their faces."""
    edges = [np.unique([end[axis] for each in boxes for end in (each.low, each.high)]) for axis in range(3)]
    full = np.zeros([len(each) - 1 for each in edges], dtype=bool)
    for each in boxes:
        spans = [slice(*np.searchsorted(edges[axis], [each.low[axis], each.high[axis]])) for axis in range(3)]
        full[tuple(spans)] = True
    sizes = [np.diff(each) for each in edges]
    return float(np.einsum("xyz,x,y,z->", full, *sizes))


# STL


@pytest.mark.parametrize("name", PRINTED)
def test_another_reader_finds_a_model_watertight_and_on_the_bed(files, name):
    mesh = read(files, name)
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-6)
    assert len(mesh.split()) == PRINTED[name], "pieces"


def test_the_wells_have_the_volume_of_the_walls_without_the_notches(board, files):
    here = case(board)
    walls = wells.notched(here, wells.notches(here, wells.standing(here, board)))
    assert read(files, "light-wells").volume == pytest.approx(union_volume(walls), rel=1e-4)
    assert union_volume(walls) < 0.99 * union_volume(wells.walls(here)), "there are notches"
    assert read(files, "light-wells").extents == pytest.approx([99.7, 99.7, 9.0])


def test_a_stone_is_a_rim_and_a_dome_less_its_pocket(board, files):
    of, mesh = cell(board), read(files, "stone")
    radius, rim, high = of.stone_diameter / 2, of.stone_rim - of.stone_foot, of.stone_height - of.stone_foot
    # the dome, a paraboloid, has half the volume of its cylinder; the pocket is 0.1 mm deeper than the magnet
    whole = np.pi * radius**2 * (rim + (high - rim) / 2) - np.pi * (of.disc.diameter / 2 + 0.15) ** 2 * 2.1
    assert mesh.volume == pytest.approx(whole, rel=0.025)
    assert mesh.extents == pytest.approx([22.0, 22.0, 7.7], abs=0.05)
    # the foot is as wide as the stone, so that the first printed layer sticks; the pocket opens downwards
    near = mesh.vertices[np.hypot(mesh.vertices[:, 0], mesh.vertices[:, 1]) < 3.2][:, 2]
    assert {round(float(z), 3) for z in near} >= {0.0, 2.1, 7.7}
    foot = mesh.vertices[mesh.vertices[:, 2] < 1e-6]
    assert np.hypot(foot[:, 0], foot[:, 1]).max() == pytest.approx(of.stone_diameter / 2, abs=0.01)


def test_a_reed_bent_over_the_block_fits_the_holes_of_its_tile(board, files):
    mesh = read(files, "reed-bend")
    assert mesh.extents[0] + board["print"]["lead_mm"] == pytest.approx(board["reed"]["span_mm"])
    wide, high = board["print"]["bend_block_mm"]
    glass, slot = board["reed"]["glass_diameter_mm"], board["print"]["jig_slot_mm"]
    lead = board["print"]["lead_mm"]
    groove = (mesh.extents[0] - board["reed"]["glass_mm"] - 1) * (lead + slot) * lead
    pocket = (board["reed"]["glass_mm"] + 1) * (glass + slot) * (lead / 2 + glass / 2 + slot)
    assert mesh.volume == pytest.approx(mesh.extents[0] * wide * high - groove - pocket, rel=1e-4)


def test_the_jacks_holder_keeps_the_jack_and_lets_the_plug_through(board, files):
    here, mesh = case(board), read(files, "jack-holder")
    sleeve, plate = sorted(mesh.split(), key=lambda each: -each.volume)
    wide, tall, length = here.jack
    assert sleeve.extents[2] == pytest.approx(length + here.jig_slot + here.jack_wall)
    assert plate.extents[2] == pytest.approx(here.jack_wall) and plate.bounds[0][2] == pytest.approx(0)
    middle = np.array([[*plate.bounds.mean(0)[:2], plate.bounds[1][2] / 2]])
    near = middle + [[0, each, 0] for each in (0, 5, 6)]
    assert list(plate.contains(near)) == [False, False, True], "a hole of 11 mm, and the jack has 13 and 15 mm"
    assert min(wide, tall) > here.jack_hole


def test_the_jigs_bars_hold_the_glass_at_its_height_over_a_tile_that_lies_in_the_frame(board, files):
    of, here = cell(board), case(board)
    mesh = read(files, "reed-frame")
    under_glass = of.reed_axis - of.glass_diameter / 2
    assert mesh.extents[2] == pytest.approx(10.0 + here.pcb + under_glass)
    levels = {round(float(z), 2) for z in mesh.vertices[:, 2]}
    slots = 10.0 + here.pcb + under_glass - board["print"]["jig_bar_mm"][1]
    assert {10.0, round(slots, 2)} <= levels, "the ledge below the tile, and the floor of the slots"
    middles = {(x, y) for x, y, _ in models.bars(here, of)}
    on_bars = 0
    for x in (16.55, 49.85, 83.15):
        for y in (16.55, 49.85, 83.15):
            middle = x + y + 2 * of.place.offset / np.sqrt(2)
            on_bars += any(abs(a + b - middle) < 0.01 for a, b in middles)
    assert on_bars == 9 and len(middles) == 5


@pytest.mark.parametrize(
    ("table", "values", "words"),
    [
        ("magnet", {"diameter_mm": 15, "height_mm": 7}, "no room in a stone of 22 x 8 mm for a magnet of 15 x 7 mm"),
        ("print", {"jig_bar_mm": [8.0, 4.3]}, "[print] jig_bar_mm: bars of 4.3 mm under the glass leave 1.9 mm"),
        ("print", {"bend_block_mm": [3.0, 12.0]}, "[print] bend_block_mm"),
    ],
)
def test_a_model_that_can_not_be_made_is_refused_by_its_value(changed, table, values, words):
    with pytest.raises(WiringError) as error:
        models.models(changed(**{table: values}))
    assert words in str(error.value)


def test_another_stone_and_another_plate_give_other_models(changed):
    made = models.models(changed(stone={"diameter_mm": 21}, stack={"plate_above_mm": 9.5}))
    assert made["stone"].bounding_box()[3] == pytest.approx(10.5)
    assert made["light-wells"].bounding_box()[5] == pytest.approx(9.5)


# DXF


def drawing(files, name):
    """Read a drawing again. The audit of ezdxf must find no error."""
    found = ezdxf.read(io.StringIO(files[f"mechanics/cut/{name}.dxf"]))
    assert found.audit().errors == [] and found.units == ezdxf.units.MM
    return found.modelspace()


def test_the_base_has_a_hole_below_each_screw_and_lies_inside_the_frame(board, files):
    here, space = case(board), drawing(files, "base")
    holes = {(round(each.dxf.center.x, 2), round(each.dxf.center.y, 2), round(2 * each.dxf.radius, 1))
             for each in space.query('CIRCLE[layer=="DRILL"]')}  # fmt: skip
    left, low = here.inside[0] + sheets.FIT / 2, here.inside[1] + sheets.FIT / 2
    for of, across in ((assembly.spacers(here, board), 4.5), (assembly.controller_spacers(here, board), 3.2),
                       ([("", *place) for place in assembly.base_screws(here)], 3.5),
                       ([("", *place) for place in assembly.feet(here)], 1.0)):  # fmt: skip
        assert {(round(x - left, 2), round(y - low, 2), across) for _, x, y in of} <= holes
    assert len(holes) == 100 + 4 + 16 + 5
    outline, *windows = space.query('LWPOLYLINE[layer=="CUT"]')
    # a cross at each corner of four tiles, one opening at each end of a seam, and one or two between the crosses
    assert len(windows) == 52 and sum(len(each) == 12 for each in windows) == 16
    assert outline.closed and {(0, 0), (653, 599)} <= {(x, y) for x, y, *_ in outline.get_points()}


def test_the_plate_has_fifteen_lines_each_way_through_its_points_and_two_buttons(board, files):
    space = drawing(files, "plate")
    lines = [each.get_points("xy") for each in space.query('LWPOLYLINE[layer=="ENGRAVE"]')]
    assert len(lines) == 30
    steps = np.diff(sorted({round(x, 3) for line in lines for x, _ in line}))
    assert len(steps) == 14 and steps == pytest.approx(33.3)
    assert len(space.query('CIRCLE[layer=="ENGRAVE"]')) == 5, "star points"
    assert [2 * each.dxf.radius for each in space.query('CIRCLE[layer=="CUT"]')] == [24, 24]
    assert [2 * each.dxf.radius for each in space.query('CIRCLE[layer=="DRILL"]')] == [4.2] * 8, "screws"


def test_the_frame_file_has_its_strips_with_the_slots_in_the_left_one(files):
    boxes = [each.get_points("xy") for each in drawing(files, "frame").query('LWPOLYLINE[layer=="CUT"]')]
    sizes = sorted((round(b[2][0] - b[0][0], 2), round(b[2][1] - b[0][1], 2)) for b in boxes)
    assert sizes == [(16, 13), (20.2, 18.2), (599.5, 40), (599.5, 40), (677.5, 40), (677.5, 40)]


def test_the_carrier_has_a_light_and_two_legs_for_each_point(board, files):
    across = [round(2 * each.dxf.radius, 1) for each in drawing(files, "carrier").query("CIRCLE")]
    assert {size: across.count(size) for size in set(across)} == {8.0: 225, 1.0: 450, 3.2: 25}


def test_wood_is_cut_from_stock_with_room_for_the_saw():
    assert sheets.stock([499.5, 499.5], 1000) == 2  # 1 mm is left, but the saw takes 3 mm
    assert sheets.stock([499.5, 499.5], 1002) == 1
    assert sheets.stock([600, 300, 500, 390], 1000) == 2  # the longest first
    assert sheets.stock([1200], 1000) is None


# Templates


@pytest.mark.parametrize("name", sheets.TEMPLATES)
def test_a_template_is_whole_pages_of_a4_that_another_reader_takes(board, files, name):
    sheet = next(each for each in sheets.sheets(board) if each.name == name)
    pages = pypdf.PdfReader(io.BytesIO(files[f"mechanics/drill/{name}.pdf"].encode()), strict=True).pages
    assert len(pages) == len(template.parts(sheet)) > 0
    for page, part in zip(pages, template.parts(sheet), strict=True):
        assert [float(each) / POINT for each in page.mediabox] == pytest.approx([0, 0, 210, 297], abs=0.01)
        assert f"{name}, page {part.name}" in page.extract_text() and "must be 100 mm" in page.extract_text()


def test_each_hole_is_on_a_page_at_its_place_in_its_size(board, files):
    """The test reads the drawing commands of the page, where a cross goes through the middle of a hole."""
    sheet = next(each for each in sheets.sheets(board) if each.name == "base")
    reader = pypdf.PdfReader(io.BytesIO(files["mechanics/drill/base.pdf"].encode()))
    found = []
    for page, part in zip(reader.pages, template.parts(sheet), strict=True):
        column, row = part
        found += [((x + x1) / 2 - 15 + column * 180, y - 30 + row * 250, x1 - x - 2)
                  for (x, y), (x1, y1) in lines(page) if y == y1]  # fmt: skip
    for hole in sheet.holes:
        away = np.abs(np.subtract(found, hole[:3])).max(axis=1)
        assert away.min() < 0.02, hole
    # holes near the edge of a page are on the next page, too
    assert len(found) > len(sheet.holes)


def lines(page):
    """Yield the ends of each straight line on a page, in mm from its lower left corner."""
    place = (0.0, 0.0)
    for values, operator in page.get_contents().operations:
        if operator in (b"m", b"l"):
            end = tuple(float(each) / POINT for each in values)
            if operator == b"l":
                yield place, end
            place = end


def test_rulers_are_a_hundred_millimetres_long(files):
    page = pypdf.PdfReader(io.BytesIO(files["mechanics/drill/base.pdf"].encode())).pages[0]
    long = {(round(abs(x1 - x), 1), round(abs(y1 - y), 1)) for (x, y), (x1, y1) in lines(page)}
    assert {(100.0, 0.0), (0.0, 100.0)} <= long
