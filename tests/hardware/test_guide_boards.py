"""The guide's pictures of tile and controller agree with a second source, KiCad's files of the boards."""

import json
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from tengen_hardware import controller, kicad, sexpr, tile
from tengen_hardware.drawing import MARK, Drawing
from tengen_hardware.guide import board_pictures, board_view, placement
from tengen_hardware.kicad.layout import BOTTOM
from tengen_host import resources

SVG = "{http://www.w3.org/2000/svg}"


def boards_pads(name):
    """Return the place in mm (y upwards) and the net of each (part, pin), from the board's file."""
    text = resources.path(f"hardware/pcb/{name}/{name}.kicad_pcb").read_text(encoding="utf-8")
    found = {}
    for footprint in sexpr.each(sexpr.read(text), "footprint"):
        reference = sexpr.reference(footprint)
        x, y, *turned = map(float, sexpr.first(footprint, "at")[1:])
        angle = math.radians(turned[0] if turned else 0)
        for pad in sexpr.each(footprint, "pad"):
            px, py = map(float, sexpr.first(pad, "at")[1:3])
            place = x + px * math.cos(angle) + py * math.sin(angle), -(y - px * math.sin(angle) + py * math.cos(angle))
            net = (sexpr.first(pad, "net") or ["net", "0", "unconnected-("])[2]
            net = "open" if net.startswith("unconnected-(") else net
            found.setdefault((reference, pad[1]), []).append((place, net))
    return found


def drawn_pads(svg, end=""):
    """Return the middles of the pads on the sheet, and the net, of each (part, pin)."""
    found = {}
    for box in ElementTree.fromstring(svg).iter(f"{SVG}rect"):
        told = re.fullmatch(rf"(\w+) pin (\w+){end}: (\S+)", box.findtext(f"{SVG}title") or "")
        if told:
            x, y, wide, high = (float(box.get(name)) for name in ("x", "y", "width", "height"))
            found.setdefault(told.group(1, 2), []).append(((x + wide / 2, y + high / 2), told[3]))
    return found


def differences(svg, name, below=False):
    """Return the differences between picture and board's file. The two pads that are farthest apart give the scale."""
    drawn, real = drawn_pads(svg), boards_pads(name)
    known = [(at, drawn[at][0][0], real[at][0][0]) for at in drawn]
    first, last = min(known, key=lambda each: each[1]), max(known, key=lambda each: each[1])
    scale = abs(first[1][0] - last[1][0]) / abs(first[2][0] - last[2][0])
    across = -scale if below else scale
    found = []
    for at, places in drawn.items():
        for (x, y), net in places:
            fits = [
                abs(x - first[1][0] - across * (rx - first[2][0])) < 0.4
                and abs(y - first[1][1] + scale * (ry - first[2][1])) < 0.4
                for (rx, ry), _ in real[at]
            ]
            if not any(fits) or net != real[at][0][1]:
                found.append(f"{at[0]} pin {at[1]}")
    return found


_FEED = {"tile": "J51", "controller": "J1"}  # the headers that the ribbon connects


@pytest.mark.parametrize(
    ("picture", "name", "below"),
    [("coupon", "tile", False), ("coupon-below", "tile", True), ("controller", "controller", False)],
)
def test_every_pad_is_drawn_where_the_board_has_it_and_with_its_net(board, picture, name, below):
    svg = board_pictures.PICTURES[picture](board)
    drawn = drawn_pads(svg)
    assert {(_FEED[name], str(at)) for at in range(1, 11)} <= set(drawn)
    assert differences(svg, name, below) == []
    assert differences(svg, name, not below)  # the picture of the other side differs


@pytest.mark.parametrize("name", ["tile", "controller"])
def test_the_placement_page_has_every_pad_of_the_board_in_its_place_and_every_fitted_part_in_its_list(board, name):
    told = json.loads(
        placement.products(board)[f"placement-{name}.html"].split('id="data">')[1].split("</script>")[0]
    )
    real = boards_pads(name)
    (x0, y0), _ = real[_FEED[name], "1"][0]
    first = next(pad for part in told["parts"] if part["name"] == _FEED[name] for pad in part["pads"] if pad[0] == "1")
    for part in told["parts"]:
        for number, x, y, _, _, net in part["pads"]:
            assert any(
                math.dist((x - first[1], y - first[2]), (rx - x0, ry - y0)) < 0.02 and real_net == (net or "open")
                for (rx, ry), real_net in real[part["name"], number]
            ), (part["name"], number)
    listed = [each for line in told["lines"] for each in line["names"]]
    fitted = {each.reference for each in kicad.CIRCUITS[name](board).parts.values() if each.fitted}
    assert len(listed) == len(set(listed)) and set(listed) == fitted
    sides = {part["name"]: part["side"] for part in told["parts"]}
    assert all(sides[each] == line["side"] for line in told["lines"] for each in line["names"])


def test_the_placement_page_draws_a_reed_as_its_glass(board):
    for part in placement.data(kicad.layout("tile"), tile.circuit(board), board)["parts"]:
        assert ("glass" in part) == part["name"].startswith("S")
        if "glass" in part:
            x, y, x1, y1, wide = part["glass"]
            assert math.dist((x, y), (x1, y1)) == pytest.approx(14, abs=0.05) and wide == 2.2
            assert ((x + x1) / 2, (y + y1) / 2) == pytest.approx(middle([pad[1:3] for pad in part["pads"]]), abs=0.02)


def test_a_picture_with_the_pins_of_the_plug_in_another_order_is_found(board):
    """The old coupon.svg had the pins 1 to 10 of J51 in one line, with ground in the place of 5 V."""
    of, circuit = kicad.layout("tile"), tile.circuit(board)
    turned = of._replace(parts=tuple(
        part._replace(y=part.y + 10.16, turned=0) if part.reference == "J51" else part for part in of.parts
    ))  # fmt: skip
    sheet = Drawing(1000, 760, "turned")
    board_view.draw(sheet, board_view.View(turned, circuit, 200, 60, 5.6))
    assert {"J51 pin 1", "J51 pin 2", "J51 pin 10"} <= set(differences(sheet.svg(), "tile"))
    assert not [each for each in differences(sheet.svg(), "tile") if not each.startswith("J51 ")]


@pytest.mark.parametrize(("picture", "side"), [("coupon", 1), ("coupon-below", -1)])
def test_the_plugs_enlarged_have_their_pins_as_the_board_has_them(board, picture, side):
    drawn, real = drawn_pads(board_pictures.PICTURES[picture](board), " enlarged"), boards_pads("tile")
    for plug, nets in (("J51", tile.FEED), ("J52", tile.FOOT)):
        mine = {number: places[0] for (reference, number), places in drawn.items() if reference == plug}
        assert len(mine) == len(nets)
        (x1, y1), _ = mine["1"]
        for number, ((x, y), net) in mine.items():
            (rx, ry), real_net = real[plug, number][0]
            (r1x, r1y), _ = real[plug, "1"][0]
            assert net == real_net
            assert [math.copysign(round(abs(each) > 1), each) for each in (x - x1, y1 - y)] == [
                math.copysign(round(abs(each) > 1), each) for each in (side * (rx - r1x), ry - r1y)
            ]


def test_a_plug_below_is_soldered_on_the_face_and_before_the_reeds():
    """The body of a plug covers the pads on its own side."""
    below = [part.reference for part in kicad.layout("tile").parts if part.side == BOTTOM]
    assert below == ["J51", "J52"]
    for name in ("guide/README.md", "pcb/README.md"):
        page = " ".join(resources.path(f"hardware/{name}").read_text(encoding="utf-8").split())
        for said in re.findall(r"[^.!]*J5[12][^.!]*", page):
            assert not re.search(r"solder(ed)? (J51|J52|from below)|from below, solder", said, re.IGNORECASE), said
    guide = resources.path("hardware/guide/README.md").read_text(encoding="utf-8")
    assert 0 < guide.index("solder their pins on the face") < guide.index("Solder the reeds")


def test_the_measuring_points_are_pads_of_the_nets_that_the_guide_reads_there(board):
    nets = {"A": "SUPPLY", "B": "5V", "C": "5V", "D": "VSYS", "E": "3V3", "F": "3V3", "G": "5V", "H": "COL1",
            "I": "RAIL", "L": "HOME7"}
    points, real = board_pictures.measuring_points(board), boards_pads("controller")
    assert [real[at][0][1] for at in points.pop("K")[1]] == [f"HOME{row}" for row in range(1, 6)]
    assert {letter: {real[at][0][1] for at in places} for letter, (_, places) in points.items()} == {
        letter: {net} for letter, net in nets.items()
    }
    drivers = {each.reference for each in controller.circuit(board).of_kind("row_driver")}
    assert {reference for reference, _ in points["F"][1]} == drivers


def test_each_measuring_points_ring_lies_on_its_pad(board):
    svg = board_pictures.PICTURES["controller"](board)
    drawn = drawn_pads(svg)
    rings = {
        (float(ring.get("cx")), float(ring.get("cy")))
        for ring in ElementTree.fromstring(svg).iter(f"{SVG}circle")
        if ring.get("stroke") == MARK
    }
    wanted = [at for _, places in board_pictures.measuring_points(board).values() for at in places]
    assert len(rings) == len(wanted)
    for at in wanted:
        assert min(math.dist(drawn[at][0][0], ring) for ring in rings) < 0.4, at


def middle(corners):
    return tuple(sum(each[axis] for each in corners) / len(corners) for axis in (0, 1))


@pytest.mark.parametrize(("name", "kind", "terminal"), [
    ("tile", "diode", "1"), ("tile", "pixel", "3"), ("controller", "schottky", "1"), ("controller", "clamp", "1"),
    ("controller", "zener", "1"), ("controller", "bulk_capacitor", "1"),
])  # fmt: skip
def test_ring_corner_and_plus_are_drawn_nearest_to_the_terminal_that_they_mark(board, name, kind, terminal):
    """Terminal 1 of a diode is the cathode. Terminal 1 of a WS2812B is VDD, and the cut corner is at terminal 3."""
    circuit = kicad.CIRCUITS[name](board)
    parts = [each for each in kicad.layout(name).parts if circuit.parts[each.reference].kind == kind]
    assert parts
    for part in parts:
        at = middle(board_view.sign(part, kind).corners)
        places = {pad.number: part.at(pad.x, pad.y) for pad in part.pads}
        assert min(places, key=lambda number: math.dist(places[number], at)) == terminal, part.reference


def test_the_flat_side_is_drawn_where_the_board_prints_it(board):
    """In KiCad's own print of the TO-92, the flat side is a line beside the pins and parallel to them."""
    text = resources.path("hardware/pcb/controller/controller.kicad_pcb").read_text(encoding="utf-8")
    part = next(each for each in sexpr.each(sexpr.read(text), "footprint") if "TO-92" in each[1])
    line = next(each for each in sexpr.each(part, "fp_line") if "F.SilkS" in sexpr.first(each, "layer"))
    (x, y), (x1, y1) = (tuple(map(float, sexpr.first(line, end)[1:])) for end in ("start", "end"))
    assert (x, x1, -y, -y1) == (*board_view.FLAT_MM, board_view.FLAT_MM[2])
