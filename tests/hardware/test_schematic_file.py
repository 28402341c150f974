"""The reader of KiCad's schematics: the committed ones have the net table's nets, and each fault in a drawing shows."""

import re

import pytest
from tengen_hardware import kicad, sexpr
from tengen_hardware.circuit import CircuitError
from tengen_hardware.kicad import schematic_file
from tengen_host import resources


def committed(name):
    return resources.path(f"hardware/pcb/{name}/{name}.kicad_sch").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", kicad.CIRCUITS)
def test_the_committed_schematic_has_the_parts_and_nets_of_the_net_table(board, name):
    drawn = schematic_file.read(committed(name), f"{name}.kicad_sch")
    circuit = kicad.CIRCUITS[name](board)
    assert drawn.nets == {
        (part.reference, terminal.number): net for part in circuit.parts.values() for terminal, net in part.terminals()
    }
    bought = {kind: (of["value"], of["footprint"] or f"tengen:{kind}") for kind, of in board["parts"].items()}
    assert {reference: part[:2] for reference, part in drawn.parts.items()} == {
        part.reference: bought[part.kind] for part in circuit.parts.values()
    }


@pytest.mark.parametrize("name", kicad.CIRCUITS)
def test_each_footprint_on_the_committed_board_refers_to_its_symbol(name):
    text = resources.path(f"hardware/pcb/{name}/{name}.kicad_pcb").read_text(encoding="utf-8")
    paths = {
        sexpr.reference(footprint): path[1]
        for footprint in sexpr.each(sexpr.read(text), "footprint")
        if (path := sexpr.first(footprint, "path"))
    }
    drawn = schematic_file.read(committed(name))
    assert paths == {reference: f"/{part.uuid}" for reference, part in drawn.parts.items()}


def test_a_symbol_cut_out_of_a_committed_schematic_shows():
    text = committed("tile")
    gone, many = re.subn(r'\(symbol\s+(\(lib_id "tengen:reed"\))', r"(other \1", text, count=1)
    assert many == 1
    try:
        left = schematic_file.read(gone)
    except CircuitError as refused:  # its labels may be left alone
        assert "leads to no pin" in str(refused)
    else:
        assert len(left.parts) == len(schematic_file.read(text).parts) - 1


def test_a_value_at_the_end_of_a_file_of_kicad_6_counts_as_in_kicad():
    """For a while it said 4k7 there, so that KiCad showed the trip of revision B, and no check did."""
    right = '(reference "R43") (unit 1) (value "1k8")'
    assert right in committed("controller")
    text = committed("controller").replace(right, right.replace("1k8", "4k7"))
    assert schematic_file.read(text).parts["R43"].value == "4k7"


def test_another_name_on_a_net_of_a_committed_schematic_shows_at_its_pins():
    text = committed("tile")
    right = schematic_file.read(text).nets
    other = schematic_file.read(re.sub(r'label "K_22"', 'label "OTHER"', text)).nets
    wrong = {("S22", "2"): "OTHER", ("D22", "2"): "OTHER"}
    assert {pin: net for pin, net in other.items() if right[pin] != net} == wrong


# A library of a few symbols. R's two pins are not opposite each other, so that each turn and mirroring shows.
LIBRARY = """
(symbol "x:R" (symbol "R_0_1") (symbol "R_1_1" (pin passive line (at 0 4 270) (name "~") (number "1"))
                                                (pin passive line (at 2 -4 90) (name "~") (number "2"))))
(symbol "x:TWO" (symbol "TWO_1_1" (pin input line (at -4 0 0) (name "A") (number "1")))
                (symbol "TWO_2_1" (pin input line (at -4 0 0) (name "B") (number "2")))
                (symbol "TWO_0_1" (pin passive line (at 0 9 270) (name "C") (number "3"))))
(symbol "x:CHIP" (symbol "CHIP_1_1" (pin power_in line (at 0 0 0) (length 0) hide (name "5V") (number "1"))))
(symbol "power:5V" (power) (symbol "5V_1_1" (pin power_in line (at 0 0 90) (length 0) hide (name "5V") (number "1"))))
(symbol "power:PWR_FLAG" (power) (symbol "PWR_FLAG_1_1" (pin power_out line (at 0 0 90) (name "~") (number "1"))))
"""


def sheet(*items):
    return f'(kicad_sch (version 20211123) (paper "A4") (lib_symbols {LIBRARY}) {" ".join(items)})'


def symbol(reference, x, y, turned=0, mirror="", of="x:R", value="1k", unit=1):
    return (
        f'(symbol (lib_id "{of}") (at {x} {y} {turned}) {mirror} (unit {unit}) (uuid id-{reference})'
        f'(property "Reference" "{reference}") (property "Value" "{value}") (property "Footprint" "F:P"))'
    )


def wire(*ends):
    return f"(wire (pts (xy {ends[0]} {ends[1]}) (xy {ends[2]} {ends[3]})))"


def label(name, x, y, kind="label"):
    return f'({kind} "{name}" (at {x} {y} 0))'


def junction(x, y):
    return f"(junction (at {x} {y}))"


def cross(x, y):
    return f"(no_connect (at {x} {y}))"


# R1 and R2 stand side by side. Their pins 1 are at (50, 46) and (70, 46), their pins 2 at (52, 54) and (72, 54).
RESISTORS = (symbol("R1", 50, 50), symbol("R2", 70, 50))
ENDS = (label("A", 52, 54), cross(72, 54))
JOINED = (*RESISTORS, *ENDS, wire(50, 46, 50, 40), wire(50, 40, 70, 40), wire(70, 40, 70, 46))


def nets(*items):
    found = schematic_file.read(sheet(*items)).nets
    return " ".join(f"{reference}.{pin}={net}" for (reference, pin), net in sorted(found.items()))


def test_wires_labels_and_marks_give_the_pins_their_nets():
    for at in ((50, 46), (50, 40), (60, 40)):  # at a pin, at a corner, on a wire's middle
        assert nets(*JOINED, label("N", *at)) == "R1.1=N R1.2=A R2.1=N R2.2=None"
    apart = (*RESISTORS, *ENDS, label("N", 50, 46))
    assert nets(*apart, label("N", 70, 46)) == nets(*apart, label("N", 70, 46, "global_label"))
    part = schematic_file.read(sheet(*JOINED, label("N", 50, 46))).parts["R1"]
    assert part == ("1k", "F:P", "id-R1")


# where the two pins of R are when KiCad turns it and then mirrors it
TURNED = [
    (0, "", (0, -4), (2, 4)), (90, "", (-4, 0), (4, -2)), (180, "", (0, 4), (-2, -4)), (270, "", (4, 0), (-4, 2)),
    (0, "x", (0, 4), (2, -4)), (90, "x", (-4, 0), (4, 2)), (180, "x", (0, -4), (-2, 4)), (270, "x", (4, 0), (-4, -2)),
    (0, "y", (0, -4), (-2, 4)), (90, "y", (4, 0), (-4, -2)), (180, "y", (0, 4), (2, -4)), (270, "y", (-4, 0), (4, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("turned", "mirror", "one", "two"), TURNED)
def test_a_turned_and_mirrored_symbol_has_its_pins_where_kicad_has_them(turned, mirror, one, two):
    drawn = symbol("R1", 50, 50, turned, mirror and f"(mirror {mirror})")
    ends = [(50 + x, 50 + y) for x, y in (one, two)]
    assert nets(drawn, label("A", *ends[0]), label("B", *ends[1])) == "R1.1=A R1.2=B"


def test_wires_that_cross_are_joined_only_by_a_junction():
    down = (symbol("R1", 50, 50), label("A", 52, 54), wire(50, 46, 50, 30))
    over = (symbol("R2", 40, 44), label("B", 42, 48), wire(40, 40, 60, 40), label("N", 60, 40))
    assert nets(*down, *over, label("M", 50, 30)) == "R1.1=M R1.2=A R2.1=N R2.2=B"
    assert nets(*down, *over, junction(50, 40)) == "R1.1=N R1.2=A R2.1=N R2.2=B"


def test_a_pin_on_a_wires_middle_is_joined_by_a_junction():
    onto = (symbol("R1", 50, 50), label("A", 52, 54), wire(40, 46, 60, 46), label("N", 40, 46))
    assert nets(*onto, junction(50, 46)) == "R1.1=N R1.2=A"
    told("(50, 46) mm: R1 pin 1 lies on a wire without a junction; add the junction", *onto)


def test_a_power_symbol_names_its_net_and_a_flag_only_feeds_it():
    power = [symbol("#PWR1", 50, 46, of="power:5V", value="5V"), symbol("#PWR2", 70, 46, of="power:5V", value="5V")]
    flag = symbol("#FLG1", 50, 46, of="power:PWR_FLAG", value="PWR_FLAG")
    assert nets(*RESISTORS, *ENDS, *power, flag) == "R1.1=5V R1.2=A R2.1=5V R2.2=None"
    assert list(schematic_file.read(sheet(*RESISTORS, *ENDS, *power, flag)).parts) == ["R1", "R2"]
    chip = symbol("U1", 90, 90, of="x:CHIP")  # its supply pin is hidden, and joins the net of its own name
    assert nets(*RESISTORS, *ENDS, *power, flag, chip).endswith(" U1.1=5V")
    told("net 5V has 0 sources of power; give it one", *RESISTORS, *ENDS, *power)
    other = flag.replace("#FLG1", "#FLG2").replace("50 46", "70 46")
    told("net 5V has 2 sources of power; give it one", *RESISTORS, *ENDS, *power, flag, other)


def test_the_words_of_kicad_9_are_read_like_those_of_kicad_6():
    chip = symbol("U1", 90, 90, of="x:CHIP")
    power = [symbol("#PWR1", 50, 46, of="power:5V", value="5V"), label("5V", 70, 46)]
    flag = symbol("#FLG1", 50, 46, of="power:PWR_FLAG", value="PWR_FLAG")
    old = sheet(*RESISTORS, *ENDS, *power, flag, chip)
    new = old.replace(" hide ", " (hide yes) ").replace("(uuid id-R1)", '(uuid "id-R1")')
    new = new.replace('(lib_id "x:R")', '(lib_name "R_1") (lib_id "x:R")').replace('(symbol "x:R"', '(symbol "R_1"')
    assert new.count("(hide yes)") == 2 and "R_1" in new
    assert schematic_file.read(new) == schematic_file.read(old)


def test_a_part_of_several_units_is_one_part():
    units = [symbol("U1", 50 * at, 50, of="x:TWO", unit=at) for at in (1, 2)]
    named = (label("A", 46, 50), label("B", 96, 50), label("C", 50, 41), label("C", 100, 41))
    assert nets(*units, *named) == "U1.1=A U1.2=B U1.3=C"
    told("a second symbol is called U1", *units, units[1], *named)


def told(fault, *items):
    """Assert that the drawing is refused with this fault, and that its line names the file and a way out."""
    with pytest.raises(CircuitError, match=re.escape(fault)) as refused:
        schematic_file.read(sheet(*items), "here.kicad_sch")
    assert all(re.match(r"here\.kicad_sch: .*[;:] .", line) for line in str(refused.value).splitlines())


SHEET = '(sheet (at 20 30) (size 10 10) (property "Sheet name" "s"))'
FAULTS = {
    "(50, 45.9) mm: the label N leads to no pin": (*RESISTORS, *ENDS, label("N", 50, 45.9), label("N", 70, 46)),
    "(20, 20) mm: the wire leads to no pin": (*JOINED, label("N", 50, 46), wire(20, 20, 30, 20)),
    "(72, 54) mm: R2 pin 2 is connected to nothing": (*JOINED[:3], *JOINED[4:], label("N", 50, 46)),
    "(50, 46) mm: the net of R1 pin 1, R2 pin 1 has no name": JOINED,
    "N at (60, 40) mm and M at (70, 40) mm are one net": (*JOINED, label("N", 60, 40), label("M", 70, 40)),
    "(60, 40) mm: a wire's end lies on a wire without a junction": (*JOINED, label("N", 50, 46), wire(60, 40, 60, 30)),
    "(52, 54) mm: a no-connect mark must be at a pin that has no net": (*JOINED, label("N", 50, 46), cross(52, 54)),
    "(60, 40) mm: a no-connect mark must be at a pin": (*JOINED, cross(60, 40)),
    "(30, 30) mm: a no-connect mark must be at a pin": (*JOINED, label("N", 50, 46), cross(30, 30)),
    "(90, 50) mm: R? has no number": (*JOINED, label("N", 50, 46), symbol("R?", 90, 50)),
    "(90, 50) mm: a second symbol is called R1": (*JOINED, label("N", 50, 46), symbol("R1", 90, 50)),
    "(90, 50) mm: the symbol of C1 is not in the file": (*JOINED, symbol("C1", 90, 50, of="x:C")),
    "(20, 30) mm: a hierarchical sheet: draw its parts on this sheet": (*JOINED, SHEET),
    "(20, 30) mm: a hierarchical label: use a label": (*JOINED, label("N", 20, 30, "hierarchical_label")),
    "(20, 30) mm: a bus: draw a wire": ("(bus (pts (xy 20 30) (xy 40 30)))",),
    "(20, 30) mm: a bus entry: draw a wire": ("(bus_entry (at 20 30) (size 2 2))",),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_drawing_is_told_with_its_place_and_what_to_do(fault):
    told(fault, *FAULTS[fault])


@pytest.mark.parametrize("text", ["", "EESchema Schematic File Version 4", "(kicad_pcb)", sheet(*JOINED)[:-1], ")"])
def test_a_file_that_is_no_whole_schematic_is_refused(text):
    with pytest.raises(CircuitError, match="x: this is not a whole schematic of KiCad 6 or later; open and save it"):
        schematic_file.read(text, "x")


def test_one_run_tells_all_faults():
    with pytest.raises(CircuitError) as refused:
        schematic_file.read(sheet(*RESISTORS, *(label(f"N{at}", 10 * at, 99) for at in (1, 2, 3))))
    assert len(str(refused.value).splitlines()) == 3 + 4  # three labels and four pins
