"""A circuit: its parts in order, its nets with all parts or only the fitted parts, and terminals by name."""

from tengen_hardware.circuit import FIVE, GROUND, Circuit, part
from tengen_host.pinouts import KINDS


def pixel(reference, **options):
    return part(reference, "pixel", {"VDD": FIVE, "DOUT": None, "VSS": GROUND, "DIN": "IN"}, **options)


def test_parts_of_several_kinds_come_in_the_order_of_the_circuit():
    diodes = [part(name, "diode", {"K": "A", "A": "B"}) for name in ("D1", "D2")]
    circuit = Circuit("a circuit", [diodes[1], pixel("L1"), diodes[0], pixel("L2")])
    assert [each.reference for each in circuit.of_kind("pixel", "diode")] == ["D2", "L1", "D1", "L2"]
    assert [each.reference for each in circuit.of_kind("diode", "diode")] == ["D2", "D1"]
    assert circuit.of_kind("fuse") == []


def test_a_part_that_is_not_fitted_is_on_its_nets_but_not_on_those_of_the_fitted():
    circuit = Circuit("a circuit", [pixel("L1"), pixel("L2", fitted=False)])
    for _ in range(2):  # each result is computed only once
        assert [end.part.reference for end in circuit.nets()["IN"]] == ["L1", "L2"]
        assert [end.part.reference for end in circuit.nets(fitted_only=True)["IN"]] == ["L1"]
    assert set(circuit.without("L1").nets(fitted_only=True)) == set()


def test_a_terminals_net_is_asked_by_its_name_and_of_a_repeated_name_the_first_counts():
    names = [terminal.name for terminal in KINDS["pico"]]
    pico = part("U1", "pico", {name: name for name in names})
    assert [pico.net(name) for name in names] == names
    first = next(terminal.number for terminal in KINDS["pico"] if terminal.name == "GND")
    assert names.count("GND") > 1 and pico._replace(nets=pico.nets | {first: "ONE"}).net("GND") == "ONE"
