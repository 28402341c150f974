"""Compare the parts and values in the messages of diagnose and firmware with board.toml and the net tables."""

import pytest
from diagnosing import walked
from tengen import wiring
from tengen.sensing import proof
from tengen_hardware import controller
from tengen_host import pinouts
from tengen_host import wiring as description
from tengen_host.device.diagnose import layout
from tengen_host.device.diagnose.findings import KINDS
from tengen_host.device.diagnose.findings.table import FAULTS

LINES = wiring.SIZE + 1
ALL = (1 << LINES) - 1


@pytest.fixture(scope="module")
def circuit():
    return controller.circuit(description.load())


def chain(circuit):
    """The row drivers in the order in which data from the Pico pass through the chain."""
    data, found = "ROW_DATA", []
    while following := [chip for chip in circuit.of_kind("row_driver") if chip.net("DS") == data]:
        found += following
        data = following[0].net("Q7S")
    return found


@pytest.mark.parametrize("output", range(LINES))
def test_the_pin_that_is_named_for_a_row_is_on_that_row(circuit, output):
    chip, pin = layout.part(output).removeprefix("595 #").split(" pin ")
    assert chain(circuit)[int(chip) - 1].net(pin) == controller.row_net(output + 1)


@pytest.mark.parametrize("line", range(LINES))
def test_the_firmware_names_the_same_pin_and_gpio_as_the_net_table(circuit, line):
    (dead_row,) = proof.faults(ALL & ~(1 << line), ALL, ALL, wiring.SIZE, wiring.COLUMNS, wiring.SETTLE_US)
    assert layout.part(line) == "595 #{chip} pin Q{pin}".format(**dead_row)
    (dead_column,) = proof.faults(ALL, ALL & ~(1 << line), ALL, wiring.SIZE, wiring.COLUMNS, wiring.SETTLE_US)
    assert circuit.parts["U1"].net(f"GP{dead_column['gpio']}") == controller.input_net(line + 1)


def cure(kind, at):
    return next(each for each in walked((kind, at))[0] if each.kind == kind).cure


def test_values_in_the_cures_come_from_board_toml(monkeypatch):
    assert "12 kOhm" in cure("dead column", "d")
    board = description.load()
    board["matrix"]["pull_down_ohm"] = 8200
    board["reed"]["offset_mm"] = 7.5
    monkeypatch.setattr(description, "load", lambda: board)
    assert "8.2 kOhm" in cure("dead column", "d") and "8.2 kOhm" in cure("slow lines", None)
    assert "7.5 mm off" in cure("weak magnet", "h9")


def test_the_supply_pin_of_the_row_drivers_is_the_data_sheets(circuit):
    found, _, _ = walked(*(("dead row", str(row)) for row in range(1, LINES + 1)))
    (nothing,) = [each for each in found if each.kind == "nothing reads"]
    pin = nothing.cure.split("at pin ")[1].split()[0]
    assert all(chip.nets[pin] == "3V3" for chip in chain(circuit))
    assert pin == pinouts.number("row_driver", "VCC")


def test_the_list_of_what_is_found_is_complete():
    lines = [{"line": "row", "lines": "rows", "how": how} for how in ("swapped", "misordered")]
    lines += [{"line": "column", "lines": "columns", "how": how} for how in ("swapped", "misordered")]
    values = [{**each, "kind": f"{how} LEDs"} for each in lines for how in ("misordered", "mirrored", "rotated")]
    told = {fault.kind.format(**each) for fault in FAULTS.values() for each in values}
    assert told == set(KINDS)
