"""The drawings show the contents of the net tables and of board.toml, and are the same at each run."""

import re
import xml.etree.ElementTree as ET

import pytest
from svg_words import words
from tengen_hardware import controller, drawings, tile
from tengen_hardware.circuit import CircuitError
from tengen_host import wiring
from tengen_host.pinouts import KINDS


@pytest.fixture
def board():
    return wiring.load()


def lines(svg):
    """Return the lines of text of a drawing, as a reader sees them."""
    return [each.text for each in words(svg)]


def test_every_drawing_is_the_same_each_time_and_asks_for_no_particular_font(board):
    first, second = drawings.products(board), drawings.products(board)
    assert first == second and len(first) == 9
    for name, svg in first.items():
        fonts = {each.get("font-family") for each in ET.fromstring(svg).iter() if each.get("font-family")}
        assert all(font.endswith("sans-serif") for font in fonts), name
        assert len(svg) < 50_000 and re.search('<rect[^>]* fill="(white|#ffffff)"/>', svg)


def test_every_part_of_the_controller_is_drawn(board):
    made = drawings.products(board)
    read = "\n".join(line for svg in made.values() for line in lines(svg))
    for part in controller.circuit(board).parts.values():
        if part.kind not in ("pull_down", "column_resistor", "chip_capacitor", "column_header"):
            assert part.reference in read, part.reference
    for part in tile.circuit(board).of_kind("reed", "diode"):
        assert part.reference in lines(made["schematic/matrix.svg"])


def test_the_pico_has_each_terminal_with_its_name_number_and_use(board):
    read = lines(drawings.products(board)["schematic/pico.svg"])
    for terminal in KINDS["pico"]:
        assert terminal.number in read and terminal.name in read
    assert "column h → R58.1; behind R58: J13.2" in read and "rows: data → U2.14 (DS), TP7.1" in read


def test_the_row_drivers_show_each_row_at_its_output(board):
    read = lines(drawings.products(board)["schematic/row_drivers.svg"])
    at_row = [line.split(" →")[0] for line in read if line.startswith("row ")]
    assert sorted(at_row) == sorted([*(f"row {row}" for row in range(1, 16)), "row 16, always closed"])


@pytest.mark.parametrize(
    ("table", "name", "value", "drawing", "words"),
    [
        ("pins", "buzzer", 28, "buttons", "Pico GP28 (terminal 34)"),
        ("pins", "led_data", 28, "light_data", "Pico GP28 (terminal 34)"),
        ("pins", "led_return", 28, "chain", "Pico GP28"),
        ("supply", "current_ma", 5000, "power", "5 V, 5 A"),
        ("leds", "bars", {"p1": 245, "p2": 225}, "chain", "bar P1: 245 to 259"),
        ("leds", "budget_ma", 1500, "power", "with the Pico 1.6 A at most"),
    ],
)
def test_what_changes_in_board_toml_changes_in_the_drawing(board, table, name, value, drawing, words):
    path = f"schematic/{drawing}.svg"
    assert words not in lines(drawings.products(board)[path])
    if table == "pins":
        board[table]["rail"] = board[table][name]
    board[table][name] = value
    assert words in lines(drawings.products(board)[path])


def test_a_changed_value_is_drawn(board):
    for kind, drawing in (("return_upper", "light_data"), ("pull_down", "cell"), ("buzzer_resistor", "buttons")):
        board["parts"][kind]["value"] = "4k7"
        assert "4k7" in lines(drawings.products(board)[f"schematic/{drawing}.svg"])


# the ends that a wire of a drawing joins, which people have drawn
DRAWN = {
    "buttons": "R20.2=J20.1 R21.2=J21.1 R22.2=J22.1 R23.2=BZ1.1 J20.2=J21.2=J22.2=BZ1.2=U20.GND "
               "U20.IO1=J20.1 U20.IO2=J21.1 U20.IO3=J22.1",
    "light_data": "U4.1Y=R17.1 R17.2=J1.8=U21.IO1 J31.4=R18.1=U30.IO1 R18.2=R19.1 R19.2=U4.GND=U4.1OE U4.VCC=J1.1",
    "power": "J40.PLUS=F1.1 J1.1=D2.K=C1.PLUS=D1.A=D3.K=R48.1 J40.MINUS=D2.A=C1.MINUS=R49.2=C7.2 D1.K=U1.VSYS "
             "U1.VBUS=JP1.1 JP1.2=F2.1 F2.2=D3.A R48.2=R49.1=C7.1",
    "inlet": "F1.2=D5.1=Q1.D Q1.S=D4.K=R44.1=R42.1=Q3.E=C5.1=Q2.S Q1.G=R40.1=D4.A R44.2=R45.1=U5.REF=R46.2 "
             "R42.2=R43.1=Q3.B R43.2=U5.K Q3.C=C5.2=Q2.G=R41.1=C6.1=R46.1 C6.2=R47.1 R47.2=Q2.D=J1.1 "
             "D5.2=R40.2=R45.2=U5.A=R41.2",
    "cell": "U2.Q7=J3.4 R58.2=R8.1=J13.2 R8.2=U1.GND",
}  # fmt: skip


def of(circuit, end):
    reference, _, terminal = end.partition(".")
    return circuit.parts[reference].net(terminal)


@pytest.mark.parametrize("drawing", DRAWN)
def test_the_drawn_wires_are_those_of_the_net_tables(board, drawing):
    circuit = controller.circuit(board)
    wires = [wire.split("=") for wire in DRAWN[drawing].split()]
    drawn = "\n".join(lines(drawings.products(board)[f"schematic/{drawing}.svg"]))
    for ends in wires:
        nets = {of(circuit, end) for end in ends}
        assert len(nets) == 1 and None not in nets, (ends, nets)
        for end in ends:
            part = end.split(".")[0]
            assert part in drawn or part in ("U1", "J1", "J3", "J13"), end


def test_a_board_with_the_bars_the_other_way_round_needs_another_drawing(board):
    board["leds"]["bars"] = {"p1": 225, "p2": 240}
    with pytest.raises(CircuitError, match=r"chain\.svg shows P2's bar first"):
        drawings.products(board)


def test_no_words_of_a_drawing_leave_its_frame(board):
    for name, svg in drawings.products(board).items():
        root = ET.fromstring(svg)
        left, _, width, _ = map(float, root.get("viewBox").split())
        for each in words(svg):
            start, end = each.extent(0.58)
            assert left <= start and end <= left + width, (name, each.text)
