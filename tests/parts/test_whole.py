"""The circuit of the whole board, traced wire by wire, agrees with the pins of the firmware (wiring.py)."""

import pytest
from tengen.games.points import name
from tengen_hardware import whole
from tengen_host import wiring


@pytest.fixture(scope="module")
def nets(board):
    return whole.circuit(board).nets()


def on(nets, net, kind, terminal):
    """Return the parts of a kind with this terminal on the net."""
    return [end.part for end in nets[net] if end.part.kind == kind and end.terminal.name == terminal]


def only(found):
    assert len(found) == 1, found
    return found[0]


def place(reference):
    """Return the point of a tile's part, as column and row from 1: T21.S13 is at d3."""
    tile, inner = reference.split(".")
    return 3 * (int(tile[1]) - 1) + int(inner[1]), 3 * (int(tile[2]) - 1) + int(inner[2])


def driven_row(nets, output):
    """Return the net of an output (0-15) of the chain of row drivers, traced from the Pico's data pin."""
    data = "ROW_DATA"
    for _ in range(output // 8):
        data = only(on(nets, data, "row_driver", "DS")).net("Q7S")
    return only(on(nets, data, "row_driver", "DS")).net(f"Q{output % 8}")


def read_column(board, nets, gpio):
    """Return the net of a GPIO of the Pico, behind the resistor of a column."""
    pico = next(end.part for end in nets["3V3"] if end.part.kind == "pico")
    net = pico.net(f"GP{gpio}")
    between = on(nets, net, "column_resistor", "1")
    return only(between).nets["2"] if between else net


@pytest.mark.parametrize("number", range(225))
def test_a_reed_under_each_point_leads_from_its_rows_driver_through_a_diode_to_its_columns_input(board, nets, number):
    row, column = divmod(number, 15)
    from_row = driven_row(nets, row)
    to_column = read_column(board, nets, board["pins"]["columns"][column])
    reeds = [reed for reed in on(nets, from_row, "reed", "1") if place(reed.reference) == (column + 1, row + 1)]
    diode = only(on(nets, only(reeds).nets["2"], "diode", "A"))
    assert diode.net("K") == to_column, name(number, 15)


def test_the_sixteenth_row_and_column_are_wired_shut_by_a_diode_each_at_the_far_end(board, nets):
    sense = read_column(board, nets, board["pins"]["row_sense"])
    shut = driven_row(nets, 15)
    for row in range(15):
        diode = only(on(nets, driven_row(nets, row), "diode", "A"))
        assert diode.net("K") == sense and diode.reference.startswith("T5")
    to = [diode.net("K") for diode in on(nets, shut, "diode", "A")]
    assert sorted(to) == sorted([sense, *(read_column(board, nets, pin) for pin in board["pins"]["columns"])])
    assert all(diode.reference[2] == "5" for diode in on(nets, shut, "diode", "A"))


def test_the_chain_of_lights_runs_as_the_firmware_has_it_and_comes_home(board, nets):
    net = only(on(nets, only(on(nets, "LED_DATA", "level_shifter", "1A")).net("1Y"), "data_resistor", "1")).nets["2"]
    found = []
    while following := on(nets, net, "pixel", "DIN") + on(nets, net, "bar", "DIN"):
        light = only(following)
        found.append(light)
        net = light.net("DOUT")
        between = on(nets, net, "chain_resistor", "1")
        net = only(between).nets["2"] if between else net
    points = [place(light.reference) for light in found[:225]]
    assert [15 * (row - 1) + column - 1 for column, row in points] == sorted(
        range(225), key=wiring.pixels(board).__getitem__
    )
    assert [light.reference for light in found[225:]] == ["BAR_P2", "BAR_P1"]
    divider = only(on(nets, net, "return_upper", "1"))
    assert divider.nets["2"] == read_column(board, nets, board["pins"]["led_return"])


def test_every_light_has_power_and_a_capacitor_beside_it(nets):
    lit = on(nets, "5V", "pixel", "VDD")
    assert len(lit) == 225 and all(light.net("VSS") == "GND" for light in lit)
    assert len(on(nets, "5V", "pixel_capacitor", "1")) == 225


def test_no_net_but_the_joints_own_leads_nowhere(nets):
    """The exceptions are the holes of the sixteenth row and column, which all tiles have but the board uses on some."""
    lone = {net for net, ends in nets.items() if len({end.part.reference for end in ends}) == 1}
    assert {net.split(".")[-1] for net in lone} <= {"SHUT", "SENSE"}
