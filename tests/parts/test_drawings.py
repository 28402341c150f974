"""The drawings show the contents of the net tables and of board.toml, and are the same at each run."""

import xml.etree.ElementTree as ET

import pytest
from tengen_hardware import controller, drawings, tile
from tengen_host import wiring
from tengen_host.pinouts import KINDS


@pytest.fixture
def board():
    return wiring.load()


def lines(svg):
    """Return the lines of text of a drawing, as a reader sees them."""
    root = ET.fromstring(svg)
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}tspan")]


def test_every_drawing_is_the_same_each_time_and_asks_for_no_particular_font(board):
    first, second = drawings.products(board), drawings.products(board)
    assert first == second and len(first) == 9
    for name, svg in first.items():
        fonts = {each.get("font-family") for each in ET.fromstring(svg).iter() if each.get("font-family")}
        assert fonts == {"sans-serif"}, name
        assert len(svg) < 50_000 and "background-color:white" in svg


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
    assert "column h → R58.1, J13.2" in read and "rows: data → U2.14 (DS), TP7.1" in read


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
        ("leds", "bars", {"p1": 225, "p2": 240}, "chain", "bar P1: 225 to 239"),
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


def test_no_words_of_a_drawing_leave_its_frame(board):
    for name, svg in drawings.products(board).items():
        root = ET.fromstring(svg)
        left, _, width, _ = map(float, root.get("viewBox").split())
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            for line in text:
                wide = 0.6 * float(text.get("font-size")) * len(line.text)
                before = {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor")]
                start = float(line.get("x")) - before
                assert left <= start and start + wide <= left + width, (name, line.text)
