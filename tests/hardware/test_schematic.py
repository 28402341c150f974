"""SKiDL's electrical rules check, and the netlists for KiCad, where a second reader finds the net tables."""

import pytest
from gerbonara.cad.kicad import sexp
from tengen_hardware import rules, schematic
from tengen_hardware.circuit import CircuitError
from tengen_host import resources


@pytest.fixture(scope="module")
def circuits(board):
    return {circuit.name: circuit for circuit in rules.circuits(board)}


def under(expression, name):
    """Return the sublists of a list that begin with `name`."""
    return [each for each in expression if isinstance(each, list) and each[0] == name]


def said(expression, name):
    return under(expression, name)[0][1]


@pytest.fixture(scope="module", params=["tile", "controller", "board"])
def committed(request):
    text = resources.path(f"hardware/schematic/{request.param}.net").read_text(encoding="utf-8")
    return request.param, sexp.parse_sexp(text)


def test_the_netlist_has_each_net_with_just_the_terminals_of_the_table(circuits, committed):
    name, read = committed
    nets = {
        said(net, "name"): {(said(node, "ref"), said(node, "pin")) for node in under(net, "node")}
        for net in under(under(read, "nets")[0], "net")
    }
    table = {
        net: {(end.part.reference, end.terminal.number) for end in ends} for net, ends in circuits[name].nets().items()
    }
    assert nets == table


def test_the_netlist_has_each_part_with_value_and_footprint(board, circuits, committed):
    name, read = committed
    found = {
        said(part, "ref"): (said(part, "value"), said(part, "footprint"), not under(part, "property"))
        for part in under(under(read, "components")[0], "comp")
    }
    assert found == {
        part.reference: (board["parts"][part.kind]["value"], schematic.footprint(board, part.kind), part.fitted)
        for part in circuits[name].parts.values()
    }


def test_the_netlists_know_no_date_and_no_path(committed):
    text = resources.path(f"hardware/schematic/{committed[0]}.net").read_text(encoding="utf-8")
    assert text.startswith(f'(export (version "D") (design (source "{committed[0]}") (tool "SKiDL"))\n')
    assert "(date" not in text and ".py" not in text


def changed(circuit, reference, number, net):
    part = circuit.parts[reference]
    return circuit.with_part(part._replace(nets=part.nets | {number: net}))


@pytest.mark.parametrize(
    ("name", "reference", "number", "net", "words"),
    [
        ("controller", "U3", "15", "ROW1", "Pin conflict on net ROW1, .* of row_driver/.*OUTPUT connected to OUTPUT"),
        ("controller", "U4", "1", None, "Unconnected pin: INPUT pin 1/1OE of level_shifter/U4"),
        ("controller", "R1", "1", "COLUMN1", "Only one pin .* attached to net COLUMN1"),
        ("tile", "L22", "1", "5 V", "Insufficient drive current on net 5 V for pin POWER-IN pin 1/VDD of pixel/L22"),
    ],
)
def test_skidl_tells_a_broken_circuit(board, circuits, monkeypatch, name, reference, number, net, words):
    broken = changed(circuits[name], reference, number, net)
    monkeypatch.setattr(rules, "circuits", lambda board: [broken])
    with pytest.raises(CircuitError, match=words):
        schematic.products(board)


def test_no_file_is_left_where_it_ran(board, circuits, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert schematic.checked(circuits["tile"], board)[0] == []
    assert list(tmp_path.iterdir()) == []
