"""The printed board of the controller: the router on small mazes, texts, widths, and other pins in board.toml."""

import itertools

import pytest
from tengen_hardware import controller
from tengen_hardware.circuit import CircuitError
from tengen_hardware.pcb import controller_layout, kicad, labels, pin_one, router
from tengen_hardware.pcb.layout import SILK_BOTTOM, SILK_TOP, Layout, Line, Placed, rectangle
from tengen_host import wiring

STEP = router.STEP


@pytest.fixture
def of(controller_of):
    return controller_of


def dot(net, x, y, layers=(0,)):
    """Return a small pad in the middle of the place (x, y) of the grid, in steps."""
    return router.Copper(net, layers, x * STEP, y * STEP, x * STEP, y * STEP, 0.2, f"{net}.{x}.{y}")


def wall(left, bottom, right, top, layers=(0, 1)):
    return router.Copper(None, layers, left * STEP, bottom * STEP, right * STEP, top * STEP)


def routed(*coppers, side=20):
    return router.route(router.Grid(side * STEP, side * STEP, coppers))


def test_two_pads_are_joined_straight():
    found = routed(dot("A", 4, 10), dot("A", 14, 10))
    (way,) = found.ways
    assert (way.net, way.layer, found.vias) == ("A", 0, ())
    assert way.points == ((round(4 * STEP, 4), round(10 * STEP, 4)), (round(14 * STEP, 4), round(10 * STEP, 4)))


def test_a_track_goes_round_a_wall():
    found = routed(dot("A", 4, 10), dot("A", 14, 10), wall(9, 0, 9, 16))
    assert max(y for way in found.ways for _, y in way.points) > 16 * STEP


def test_where_one_layer_is_shut_it_goes_down_and_comes_up_again():
    found = routed(dot("A", 4, 10), dot("A", 14, 10), wall(9, 0, 9, 20, layers=(0,)))
    assert len(found.vias) == 2 and {way.layer for way in found.ways} == {0, 1}


def test_two_nets_that_cross_do_not_touch():
    found = routed(dot("A", 1, 10), dot("A", 19, 10), dot("B", 10, 1), dot("B", 10, 19))
    assert found.vias
    for one, two in itertools.combinations(found.ways, 2):
        if one.net != two.net and one.layer == two.layer:
            spans = [(min(x for x, _ in way.points), max(x for x, _ in way.points)) for way in (one, two)]
            heights = [(min(y for _, y in way.points), max(y for _, y in way.points)) for way in (one, two)]
            apart = [max(first[0], second[0]) - min(first[1], second[1]) for first, second in (spans, heights)]
            assert max(apart) > 0


def test_a_net_that_is_walled_in_is_named():
    with pytest.raises(CircuitError, match="no path exists at all for a track of A"):
        routed(dot("A", 4, 10), dot("A", 14, 10), wall(9, 0, 9, 20))


def test_words_that_find_no_place_are_told(board):
    footprint = board["parts"]["pull_down"]["footprint"]
    small = Layout("card", rectangle(0, 0, 4, 3), (Placed("R1", footprint, 2, 1.5),))
    with pytest.raises(CircuitError, match="card: no place for the words 'a long story' beside R1"):
        labels.labelled(small, {"R1": "a long story"}, [], 0.3)


def test_every_part_has_its_name_printed_and_each_plug_what_it_leads_to(board, of):
    words = [text.words for text in of.texts if text.layer == SILK_TOP]
    for reference in controller.circuit(board).parts:
        assert reference == "U1" or any(each.split()[0] == reference for each in words), reference
    assert {"J1 rows 1-3", "J5 rows 13-16", "J11 columns a-c", "J15 columns m-o", "J30 bar P2"} <= set(words)
    assert "JP1 lights by USB, 350 mA" in words


def test_what_is_soldered_below_has_its_name_there_and_each_terminal_of_the_pico(board, of):
    below = [text.words for text in of.texts if text.layer == SILK_BOTTOM]
    circuit = controller.circuit(board)
    for part in circuit.of_kind("feed_header", "column_header", "bar_header", "button_header", "supply_inlet", "fuse"):
        assert any(words.split()[0] == part.reference for words in below), part.reference
    assert all(below.count(terminal.name) >= 1 for terminal, _ in circuit.parts["U1"].terminals())
    assert "revision B, 2026-11-26" in below and len(of.fiducials) == 3


def test_a_chip_without_a_dot_or_with_one_at_its_other_end_is_told(of):
    """In revision A, only a silk line, 1.3 mm longer, marked pin 1. A chip turned by mistake swaps VCC and GND."""
    assert pin_one.unmarked(of) == []
    chips = [part.reference for part in pin_one.chips(of)]
    assert {"U2", "U3", "U4"} <= set(chips)
    bare = pin_one.unmarked(of._replace(lines=()))
    assert [line.split(" dots")[0] for line in bare] == [f"{name} has 0" for name in chips]
    part = of.part("U2")
    x, y = pin_one.spots(part)[0]
    across = 2 * part.x - x, 2 * part.y - y
    turned = tuple(line for line in of.lines if line.points[0] != (x, y))
    wrong = Line((across, (across[0] + 0.01, across[1])), width=1.0)
    assert [line.split()[0] for line in pin_one.unmarked(of._replace(lines=(*turned, wrong)))] == ["U2"]


def test_no_words_lie_on_one_another_or_on_a_part(of):
    above = [text for text in of.texts if text.layer == SILK_TOP]
    words = [labels.extent(text) for text in above if text.words.split()[0][-1].isdigit()]
    parts = [labels.box(part) for part in of.parts if part.footprint]  # KiCad checks the distances between parts
    for one, two in [*itertools.combinations(words, 2), *itertools.product(words, parts)]:
        over = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
        assert min(over) <= 0.01


def test_the_path_of_5_v_is_wide_enough_for_what_the_fuse_bears(board, of):
    """IPC-2221 for outer layers: area in square mil = (I / (0.048 * rise ** 0.44)) ** (1 / 0.725), here 10 K."""
    area = (board["supply"]["fuse_ma"] / 1000 / (0.048 * 10**0.44)) ** (1 / 0.725)
    width = area * 0.0254**2 / (board["tile"]["copper_um"] / 1000)
    (five,) = [zone for zone in of.zones if zone.net == "5V"]
    xs, ys = sorted({x for x, _ in five.outline}), sorted({y for _, y in five.outline})
    across = [top - bottom for _, bottom, _, top in controller_layout._slabs(five.outline)]
    assert 1.4 < width < min(across)
    down_the_right = xs[-1] - next(x for x, y in five.outline if y == 13.0)
    assert down_the_right > 3 * width and ys[0] < of.part("D1").pad("2")[1]


@pytest.mark.proof
def test_with_two_other_pins_in_board_toml_the_board_is_routed_anew_without_a_fault(board, changed):
    """With two other pins in board.toml, the controller is routed again, and KiCad finds no fault."""
    other = changed()
    other["pins"]["led_data"], other["pins"]["buttons"]["p1"] = 21, 19
    other["pins"]["buzzer"], other["pins"]["rail"] = 28, 27
    wiring.check(other)
    circuit = controller.circuit(other)
    assert circuit.parts["U1"].net("GP21") == "LED_DATA"
    made = kicad.make(controller_layout.layout(other), circuit, other)
    assert made.violations == []
    assert kicad.differences(made.files["controller.kicad_pcb"], circuit) == []
    assert kicad.differences(made.files["controller.kicad_pcb"], controller.circuit(board))


def test_a_track_that_is_missing_is_found(board, of):
    fewer = tuple(track for track in of.tracks if track.net != "ROW_LATCH")
    found = kicad.make(of._replace(tracks=fewer), controller.circuit(board), board).violations
    assert any(line.startswith("[unconnected_items]") and "ROW_LATCH" in line for line in found)
