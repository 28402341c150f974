"""The boards as KiCad projects: the nets in the drawing of the schematic, the maker's limits, and the 3D models."""

import json
import re
import shutil

import pytest
from tengen_hardware import pcb, sexpr, tile
from tengen_hardware.pcb import kicad, kicad_sch
from tengen_host import resources


def drawn_nets(text):
    """Return the net of each (part, pin), read from the label or the cross at the pin's end, as an editor reads it."""
    return {at: net for at, (net, _) in drawn_pins(text).items() if not at[0].startswith("#")}


def drawn_pins(text):
    """Return the net and the electrical kind of each (part, pin), including the flags."""
    sheet = sexpr.read(text)
    ends = {}
    for label in sexpr.each(sheet, "global_label"):
        ends.setdefault(place(label), set()).add(label[1])
    for cross in sexpr.each(sheet, "no_connect"):
        ends.setdefault(place(cross), set()).add(None)
    library = {each[1]: each for each in sexpr.each(sexpr.first(sheet, "lib_symbols"), "symbol")}
    found = {}
    for symbol in sexpr.each(sheet, "symbol"):
        reference = next(each[2] for each in sexpr.each(symbol, "property") if each[1] == "Reference")
        x, y = place(symbol)
        for unit in sexpr.each(library[sexpr.first(symbol, "lib_id")[1]], "symbol"):
            for pin in sexpr.each(unit, "pin"):
                px, py = place(pin)
                # exactly one label or cross is at each pin's end
                (net,) = ends.pop((round(x + px, 2), round(y - py, 2)))
                found[reference, sexpr.first(pin, "number")[1]] = net, pin[1]
    assert ends == {}, "a label or a cross lies on no pin"
    return found


def place(of):
    x, y = sexpr.first(of, "at")[1:3]
    return round(float(x), 2), round(float(y), 2)


def listed_nets(text):
    """Return the net of each (part, pin), from a netlist of KiCad."""
    return {
        (sexpr.first(node, "ref")[1], sexpr.first(node, "pin")[1]): sexpr.first(net, "name")[1]
        for net in sexpr.each(sexpr.first(sexpr.read(text)[0], "nets"), "net")
        for node in sexpr.each(net, "node")
    }


@pytest.mark.parametrize("name", pcb.BOARDS)
def test_the_drawn_schematic_has_the_nets_of_the_netlist_that_skidl_made(board, name):
    text = kicad_sch.text(pcb.BOARDS[name].circuit(board), board)
    netlist = resources.path(f"hardware/schematic/{name}.net")
    if not netlist.exists():
        pytest.fail(f"{netlist} is missing")
    drawn = {at: net for at, net in drawn_nets(text).items() if net is not None}
    assert drawn == listed_nets("(" + netlist.read_text(encoding="utf-8") + ")")


@pytest.mark.parametrize("name", pcb.BOARDS)
def test_each_net_with_a_power_input_has_one_power_output_as_kicads_own_check_wants_it(board, name):
    kinds = {}
    for net, kind in drawn_pins(kicad_sch.text(pcb.BOARDS[name].circuit(board), board)).values():
        kinds.setdefault(net, []).append(kind)
    fed = {net: its.count("power_out") for net, its in kinds.items() if "power_in" in its}
    assert fed and set(fed.values()) == {1}, fed
    assert all(its.count("power_out") < 2 for its in kinds.values())


def test_a_pin_on_another_net_a_label_beside_its_pin_and_a_part_that_is_missing_show(board):
    circuit = tile.circuit(board)
    text = kicad_sch.text(circuit, board)
    right = drawn_nets(text)
    reed = circuit.parts["S22"]
    wrong = circuit.with_part(reed._replace(nets={**reed.nets, "1": "Y3"}))
    assert {at for at, net in drawn_nets(kicad_sch.text(wrong, board)).items() if right[at] != net} == {("S22", "1")}
    aside = re.sub(r'(\(global_label "Y1" \(shape passive\) \(at )[\d.]+', r"\g<1>1.27", text, count=1)
    with pytest.raises(KeyError):
        drawn_nets(aside)
    assert len(drawn_nets(kicad_sch.text(circuit.without("DX"), board))) == len(right) - 2


@pytest.mark.parametrize("name", pcb.BOARDS)
def test_the_schematic_repeats_to_the_byte_and_each_part_has_one_symbol_with_its_footprint(board, name):
    circuit = pcb.BOARDS[name].circuit(board)
    text = kicad_sch.text(circuit, board)
    assert kicad_sch.text(circuit, board) == text and len(text) < 250_000
    listed = {
        sexpr.first(path, "reference")[1]: sexpr.first(path, "footprint")[1]
        for path in sexpr.each(sexpr.first(sexpr.read(text), "symbol_instances"), "path")
    }
    for reference, part in circuit.parts.items():
        assert listed[reference] == (board["parts"][part.kind]["footprint"] or f"tengen:{part.kind}")
    idents = re.findall(r"\(uuid ([0-9a-f-]{36})\)", text)
    assert len(idents) == len(set(idents))


OPENED = """
import json, sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
its = board.GetDesignSettings()
parts = list(board.GetFootprints())
print(json.dumps({
    "clearance": pcbnew.ToMM(its.m_MinClearance), "track": pcbnew.ToMM(its.m_TrackMinWidth),
    "drill": pcbnew.ToMM(its.m_MinThroughDrill), "edge": pcbnew.ToMM(its.m_CopperEdgeClearance),
    "hole_to_hole": pcbnew.ToMM(its.m_HoleToHoleMin), "ring": pcbnew.ToMM(its.m_ViasMinAnnularWidth),
    "parts": {part.GetReference(): part.GetPath().AsString() for part in parts},
    "models": {part.GetReference(): [model.m_Filename for model in part.Models()] for part in parts},
}))
"""


def opened(folder, name):
    """Return the contents of a project's board, read by KiCad's own Python."""
    return json.loads(kicad.run("-c", OPENED, folder / f"{name}.kicad_pcb").splitlines()[-1])


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the tile's project."""
    folder = tmp_path_factory.mktemp("tile")
    for file in resources.path("hardware/pcb/tile").glob("tile.kicad_*"):
        shutil.copy(file, folder)
    return folder


def test_kicad_opens_the_project_with_the_makers_limits_in_it(project):
    found = opened(project, "tile")
    rules = kicad.RULES
    assert found["clearance"] == pytest.approx(rules["gap"])
    for name in ("track", "drill", "edge", "hole_to_hole", "ring"):
        assert found[name] == pytest.approx(rules[name]), name
    told = json.loads((project / "tile.kicad_pro").read_text(encoding="utf-8"))
    told["board"]["design_settings"]["rules"]["min_track_width"] = 0.15
    (project / "tile.kicad_pro").write_text(json.dumps(told), encoding="utf-8")
    assert opened(project, "tile")["track"] == pytest.approx(0.15), "the limits come from the project"


def test_each_footprint_knows_its_symbol_and_each_bought_part_its_3d_model(project, board):
    found = opened(project, "tile")
    circuit = tile.circuit(board)
    for reference, part in circuit.parts.items():
        assert found["parts"][reference] == f"/{kicad_sch.symbol_id('tile', reference)}"
        library, _, name = board["parts"][part.kind]["footprint"].partition(":")
        if library and library != "Jumper":  # a solder jumper has no model
            assert any(name.split("_")[0] in model for model in found["models"][reference]), reference
            assert all(model.startswith("${KICAD6_3DMODEL_DIR}/") for model in found["models"][reference])


def test_the_project_names_its_sheet_and_no_machine(project):
    text = (project / "tile.kicad_pro").read_text(encoding="utf-8")
    assert json.loads(text)["sheets"] == [[kicad_sch.sheet_id("tile"), ""]]
    assert "/tmp" not in text and "/usr" not in text
