"""The guide shows all drawings, its links are not dead, and its values follow board.toml."""

import math
import re
from itertools import pairwise, product
from string import Formatter

import pytest
from svg_words import words
from tengen_hardware import controller, markdown, rules, tile, whole
from tengen_hardware.circuit import FIVE, CircuitError
from tengen_hardware.geometry.cell import cell
from tengen_hardware.guide import growth, values
from tengen_hardware.guide.board_view import colour_of
from tengen_hardware.mechanics import sheets
from tengen_hardware.mechanics.case import case
from tengen_host import pinouts, resources, wiring


@pytest.mark.parametrize("field", ["volts", "part.volts", "board[volts]"])
def test_a_name_that_is_no_value_is_an_error(monkeypatch, tmp_path, field):
    (tmp_path / "a.md").write_text(f"{{{field}}}", encoding="utf-8")
    monkeypatch.setattr(markdown, "TEXTS", tmp_path)
    with pytest.raises(CircuitError, match=r"texts/a\.md: .*volts.* is not a value of this page"):
        markdown.filled("a.md", {"part": (), "board": {}})


def test_a_changed_pull_down_shows_in_the_readings():
    board = wiring.load()
    board["matrix"]["pull_down_ohm"] = 8200
    board["parts"]["pull_down"]["value"] = board["by_hand"]["pull_down"]["value"] = "8k2"
    assert values.of(board)["reads"]["pull_down"] == "8.2 kOhm (7.79 to 8.61 kOhm)"


def test_a_board_that_is_built_in_part_answers_in_part_and_the_whole_one_wholly(board):
    assert growth.faults(board, growth.lower_rows(board, 5)) == []
    assert len(growth.faults(board, growth.lower_rows(board, 1))) == 32 - 3
    assert len(growth.faults(board, whole.coupon(board))) == 32 - 8
    assert growth.chain_words(board, 9) == "the chain has 9 pixels, but board.toml says 255"


def anchors(page):
    """Return the headings of a page, in the form that links use."""
    heads = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_link_of_hardware_leads_to_a_file_and_a_heading():
    broken = []
    for page in sorted(resources.path("hardware").rglob("*.md")):
        for target, _, anchor in re.findall(r"\]\(([^)#]*)(#([^)]+))?\)", page.read_text(encoding="utf-8")):
            file = page.parent / target if target else page
            if not file.exists() or anchor and anchor not in anchors(file):
                broken.append(f"{page.name}: {target}#{anchor}")
    assert broken == []


@pytest.mark.parametrize(("name", "low"), [("plate_above_mm", 8.5), ("rest_mm", 8.0)])
def test_a_tile_that_would_lie_on_its_reeds_glass_is_refused(changed, name, low):
    with pytest.raises(CircuitError, match=rf"\[stack\] {name}: {low:g}, and the reeds reach 8.4 mm"):
        values.of(changed(stack={name: low}))


def test_nobody_is_told_to_lay_a_tile_face_down_before_its_wells_or_spacers():
    page = (resources.path("hardware/guide/README.md")).read_text(encoding="utf-8")
    steps = re.split(r"\n(?=\d\. |\*\*|## )", page)
    told = [step for step in steps if "face down" in step]
    assert told
    for step in told:
        before = step[: step.index("face down")]
        after = step[step.index("face down") :]
        assert "wells" in before or "wells" in after.split(".")[0], step


def test_every_value_is_named_by_a_page(board):
    pages = [markdown.TEXTS / "README.md", *(markdown.TEXTS / "guide").iterdir()]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    fields = {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(texts) if field}
    assert [each for each in values.of(board) if each not in fields] == []


def drawn_by_hand(made):
    """Return the words of the pictures that people draw: (picture, words, colour)."""
    return [
        (file.stem, each.text, each.colour)
        for file in sorted((markdown.TEXTS / "guide").glob("*.svg"))
        for each in words(made("guide")[f"guide/{file.name}"])
    ]


def test_each_part_and_line_that_a_picture_names_is_on_the_board_and_a_line_has_its_colour(made, board):
    circuits = rules.circuits(board)
    there = {name for each in circuits for name in (*each.parts, *(name.split(".")[0] for name in each.parts))}
    nets = {net.rpartition(".")[2] for each in circuits for net in each.nets()}
    checked = 0
    for picture, said, colour in drawn_by_hand(made):
        for name in re.findall(r"(?<!pin )\b(?:[DFQRU]|J|JP|DS|TP|T)\d+\b", said):
            assert name in there, (picture, said)
            checked += 1
        if said in nets and picture == "bridges":
            assert colour == colour_of(said), (picture, said)
            checked += 1
    assert checked > 60


def test_each_row_of_tiles_by_hand_comes_home_through_the_resistor_that_the_picture_names(made, board):
    parts = next(each for each in rules.circuits(board) if each.name == "controller").parts
    homes = [said for picture, said, _ in drawn_by_hand(made) if picture == "hand-strips" and " to R" in said]
    assert len(homes) == 5
    for home, _, resistor in map(str.split, homes):
        assert home in parts[resistor].nets.values()


def led_by_hand(picture, board):
    """Return the wires and diodes of a picture of a point: the mm of each corner from the point."""
    x, y, hole = map(float, re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', picture)[0])
    scale = 2 * hole / board["carrier"]["light_hole_mm"]
    wires = re.findall(r'points="([^"]*)" fill="none" stroke="#(?:2e7d32|1565c0|ef6c00)"', picture)
    return [[((float(a) - x) / scale, (y - float(b)) / scale) for a, b in (at.split(",") for at in way.split())]
            for way in wires]  # fmt: skip


def test_the_wires_in_the_corner_lie_inside_the_walls_and_where_the_page_says(made, board):
    ways = led_by_hand(made("guide")["guide/hand-corner.svg"], board)
    here = case(board)
    wall = here.edge_of_tile - here.edge - here.points()[-1]
    wire, diode = 1.1, 1.9  # mm across
    assert all(max(place) < wall - diode / 2 for way in ways for place in way)
    straight = [way for way in ways if len(way) == 2]
    page = " ".join(made("guide")["guide/by_hand.md"].split())
    (column, sense, row) = map(float, re.findall(r"(\d+) mm (?:right of|above)", page))
    upright = {round(a[0], 2) for a, b in straight if a[0] == b[0]}
    assert {column, sense} <= upright
    assert row in {round(a[1], 2) for a, b in straight if a[1] == b[1]}
    assert cell(board).place.holes()[1][0] - column > wire and column - sense > diode + wire
    assert min(sense, row) > (board["carrier"]["light_hole_mm"] + wire) / 2


@pytest.mark.parametrize("name", ["hand-point", "hand-corner"])
def test_a_wire_that_is_led_by_hand_keeps_off_the_heads_of_the_carriers_screws(made, board, name):
    ways = led_by_hand(made("guide")[f"guide/{name}.svg"], board)
    assert len(ways) >= 4
    here, pitch = case(board), board["board"]["pitch_mm"]
    room = here.head[0] / 2 + 0.5
    for screw in (each for each in sheets.carrier(here, board).holes if each.why == "spacer"):
        # the screw as its four neighbour points see it
        for off in product((0, 1), repeat=2):
            at = [(place - pitch / 2) % pitch - pitch * far for place, far in zip(screw[:2], off, strict=True)]
            for one, two in (pair for way in ways for pair in pairwise(way)):
                assert all(math.dist(at, [a + part / 50 * (b - a) for a, b in zip(one, two, strict=True)]) > room
                           for part in range(51)), (at, one, two)  # fmt: skip


def test_the_wires_that_stand_for_the_coupons_jumpers_join_what_they_join(board):
    page = " ".join(resources.path("hardware/guide/README.md").read_text(encoding="utf-8").split())
    (names,) = re.findall(r"J54 \(its right edge\), from (\w+) to (\w+) and from (\w+) to (\w+)\.", page)
    parts = tile.circuit(board).parts
    nets = {str(net).removesuffix("_RIGHT").replace("RETURN", "RET"): net for net in parts["J54"].nets.values()}
    joined = [nets[name] for name in names]
    assert joined == [net for jumper in ("JP51", "JP53") for net in parts[jumper].nets.values()]


def test_the_lights_by_hand_are_fed_behind_the_protection_and_pins_are_the_circuits(board):
    page = " ".join(resources.path("hardware/guide/by_hand.md").read_text(encoding="utf-8").split())
    parts = controller.circuit(board).parts
    (start,) = re.findall(r"All 5 V wires start at (\w+)'s plus", page)
    assert parts[start].net("PLUS") == FIVE
    assert "pins 1-3 S, 4 G, 5-8 D." in page
    assert [each.name for each in pinouts.KINDS["pass_fet"]] == [*"SSSGDDDD"]
    assert " REF A K." in page and [each.name for each in pinouts.KINDS["reference"]] == ["REF", "A", "K"]
    # what stands for the plugs and test pads that a perfboard lacks
    bulk, fuse, inlet, fet, resistor, *columns = re.findall(
        r"Take (\w+)'s plus for B, C and TP1, (\w+)'s end at (\w+) for TP5, (\w+) pins 1-3 for TP6, "
        r"pad 2 of (\w+) for J1 pin 8, and pad 2 of R(\d+) to R(\d+) for the column pins of J11 to J15",
        page,
    )[0]
    assert parts[bulk].net("PLUS") == parts["TP1"].nets["1"] == parts["J1"].nets["1"]
    assert parts["TP5"].nets["1"] in {*parts[fuse].nets.values()} & {*parts[inlet].nets.values()}
    assert {parts[fet].nets[pin] for pin in "123"} == {parts["TP6"].nets["1"]}
    assert parts[resistor].nets["2"] == parts["J1"].nets["8"]
    foot = [net for at in range(11, 16) for net in parts[f"J{at}"].nets.values() if net and net.startswith("COL")]
    assert [parts[f"R{at}"].nets["2"] for at in range(int(columns[0]), int(columns[1]) + 1)] == foot
    first, last = re.findall(r"(R\d+) pad (\d)", page)
    assert parts[first[0]].nets[first[1]] == "CHAIN0" and last == growth.chain_end(board)


def test_paste_with_bismuth_meets_no_lead(board):
    assert "Bi" in board["reflow"]["paste"] and board["reflow"]["with_lead_c"] < board["reflow"]["melts_c"]
    assert "lead-free HASL" in resources.path("hardware/pcb/README.md").read_text(encoding="utf-8")
    guide = resources.path("hardware/guide/README.md").read_text(encoding="utf-8")
    section = guide.partition("### With stencil and hot plate")[2].partition("\n## ")[0]
    for said in ("lead-free HASL", "lead-free solder", "**Time**, estimated", "**Measure:**", "**If not:**"):
        assert said in section, said
    (paste,) = re.findall(r"\(([\w.-]+\.gbr)\)", board["things"]["stencil"]["value"])
    assert resources.path(f"hardware/pcb/tile/gerbers/{paste}").exists()
