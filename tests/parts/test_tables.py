"""The wiring tables agree with board.toml, with the pins in data sheets, and with each other."""

import re

import pytest
from tengen.games.points import LETTERS
from tengen_hardware import controller, tables
from tengen_host import wiring

# Terminals of the Pico by GPIO, as printed on the Pico's underside
PRINTED = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip


@pytest.fixture
def board():
    return wiring.load()


def by_first(rows):
    return {row[0]: row[1:] for row in rows}


def test_each_pin_of_the_pico_is_where_it_is_printed_and_does_what_board_toml_says(board):
    of_pin = by_first(tables.pins(board, "U1"))
    wanted = {gpio: f"column {LETTERS[at]}" for at, gpio in enumerate(board["pins"]["columns"])}
    wanted |= {board["pins"]["row_sense"]: "row sense", board["pins"]["buzzer"]: "buzzer"}
    wanted |= {board["pins"]["buttons"]["p1"]: "button P1", board["pins"]["row_latch"]: "rows: latch"}
    wanted[28] = "5 V, divided"
    for gpio, what in wanted.items():
        assert of_pin[str(PRINTED[gpio])][:2] == [f"GP{gpio}", what]


def test_a_pin_changed_in_board_toml_changes_the_table(board):
    board["pins"] |= {"buzzer": 28, "rail": 27}
    of_pin = by_first(tables.pins(board, "U1"))
    assert of_pin[str(PRINTED[28])] == ["GP28", "buzzer", "R23.1"] and of_pin[str(PRINTED[27])][1] == "5 V, divided"


def test_what_goes_to_a_ribbon_is_on_that_wire_of_it(board):
    """The chip's table agrees with the ribbon's table: J11.1 at GP0 is column a, and wire 1 of J11 is column a."""
    seen = 0
    for chip, kind in (("U1", "column_header"), ("U2", "feed_header"), ("U3", "feed_header")):
        head, wires = tables.ribbon(board, kind)
        plugs = [title.split()[0] for title in head[2:]]
        for _, _, what, to in tables.pins(board, chip):
            for plug, wire in re.findall(r"(J\d+)\.(\d+)", to):
                assert wires[int(wire) - 1][2 + plugs.index(plug)] == what
                seen += 1
    assert seen == 32


def test_each_line_of_the_matrix_has_a_wire_of_its_own(board):
    rows, columns = tables.rows(board), tables.columns(board)
    assert [row[0] for row in rows] == [*(f"row {at}" for at in range(1, 16)), "row 16, always closed"]
    assert [column[0] for column in columns] == [*(f"column {letter}" for letter in LETTERS[:15]), "row sense"]
    for lines in (rows, columns):
        assert len({(ribbon, wire) for _, _, ribbon, wire, _ in lines}) == 16
        assert len({by for _, by, _, _, _ in lines}) == 16
    assert rows[7] == ["row 8", "U2.7 (Q7)", "J3", "4 yellow", "T13 to T53"]
    assert columns[7] == ["column h", "U1.10 (GP7)", "J13", "2 red", "T31 to T35"]


def test_the_lights_are_numbered_as_the_firmware_does(board):
    head, rows = tables.lights(board)
    for number, row in enumerate(reversed(rows)):
        assert row[0] == f"**{number + 1}**"
        assert [*map(int, row[1:])] == wiring.pixels(board)[15 * number : 15 * number + 15]
    assert head[1:] == [*LETTERS[:15]]


def test_the_holes_of_two_edges_carry_the_same_but_for_the_lights_data(board):
    for number, here, there in tables.joints(side=True):
        assert here.split("_")[0] == there.split("_")[0], number
    assert len(tables.joints(side=True)) == 12 and len(tables.joints(side=False)) == 8


def test_what_is_fitted_where(board):
    on = {row[0]: row[2] for row in tables.fitted(board)}
    assert on["DX"] == "T55"
    assert on["JP52"] == "T11, T12, T13, T14, T15" and on["J53"] == "all but T11, T12, T13, T14, T15"
    assert on["JP51"].startswith("T51") and on["DT1"].startswith("T15, T25") and on["J52"].startswith("T11, T21")
    assert "S11" not in on and "D33" not in on


def test_the_plugs_of_bars_and_buttons(board):
    rows = tables.small_plugs(board)
    assert ["J20", "1", "wire of button P1", "SW_P1 1"] in rows
    assert ["J30", "3", "lights: to bar P2", "BAR_P2 DIN"] in rows
    assert ["J31", "4", "lights: from bar P1", "BAR_P1 DOUT"] in rows


def test_every_net_of_the_controller_has_words_of_its_own(board):
    nets = controller.circuit(board).nets()
    said = [tables.words(board, net) for net in nets]
    assert len(set(said)) == len(nets)
    assert not set(said) & set(nets)
