"""The drawings of the cables show each wire of each plug, from its net on the controller to its terminal."""

import xml.etree.ElementTree as ET

import pytest
import yaml
from tengen_hardware import cables, controller, tables, whole
from tengen_hardware.circuit import CircuitError
from tengen_host import wiring


@pytest.fixture
def board():
    return wiring.load()


def wires(harness):
    """Return the wires of a harness: the two ends as (name, label), and the colour."""
    found = []
    for left, middle, right in harness["connections"]:
        ((one, pins), (cable, _), (two, _)) = (next(iter(each.items())) for each in (left, middle, right))
        for at in range(int(pins.split("-")[1])):
            ends = [(name, harness["connectors"][name]["pinlabels"][at]) for name in (one, two)]
            found.append((*ends, harness["cables"][cable]["colors"][at]))
    return found


def test_each_plug_of_the_controller_has_a_cable_with_all_of_its_wires(board):
    drawn = cables.harnesses(board)
    here = controller.circuit(board)
    for name, kind in (("bars", "bar_header"), ("buttons", "button_header"), ("supply", "supply_inlet")):
        of_plug = {}
        for one, two, _ in wires(drawn[name]):
            plug, label = one if one[0].startswith("J") else two
            of_plug.setdefault(plug, []).append(label)
        assert of_plug == {
            plug.reference: [tables.words(board, net) for net in plug.nets.values()] for plug in here.of_kind(kind)
        }


def test_a_ribbons_wires_carry_what_the_plugs_of_the_tiles_have(board):
    drawn = cables.harnesses(board)
    for name, kind, inner in (("feed", "feed_header", "J51"), ("columns", "column_header", "J52")):
        plug = whole.tile_at(board, 0, 0).parts[inner]
        found = wires(drawn[name])
        assert [two[1] for _, two, _ in found] == list(plug.nets.values())
        assert len(found) == len(tables.ribbon(board, kind)[1])
        colours = ["BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK"]
        assert [colour for *_, colour in found] == colours[: len(found)]
    labels = [one[1] for one, _, _ in wires(drawn["feed"])]
    assert labels[2:6] == ["rows 1, 4, 7, 10, 13", "rows 2, 5, 8, 11, 14", "rows 3, 6, 9, 12, 15",
                           "row 16, always closed (J5 only)"]  # fmt: skip
    assert [one[1] for one, _, _ in wires(drawn["columns"])][3] == "row sense (J15 only)"


def test_a_plug_behind_a_resistor_is_not_named_on_the_picos_side_of_it(board):
    here = controller.circuit(board)
    for number, _, what, to in tables.pins(board, "U1")[:20]:
        if what.startswith("column"):
            near, far = to.split("; behind ")
            resistor, plug = (each.strip() for each in far.split(":"))
            assert near == f"{resistor}.1" and here.parts[resistor].nets["1"] == here.parts["U1"].nets[number]
            name, pin = plug.split(".")
            assert here.parts[resistor].nets["2"] == here.parts[name].nets[pin]


def test_red_and_black_are_5_volts_and_ground(board):
    for name in ("bars", "supply"):
        for one, two, colour in wires(cables.harnesses(board)[name]):
            labels = {one[1], two[1]}
            assert (colour == "RD") == bool(labels & {"5 V", "5 V before the fuse"})
            assert (colour == "BK") == ("ground" in labels)


def test_the_drawings_are_the_same_each_time_whatever_fonts_there_are(board, monkeypatch, tmp_path):
    first = cables.products(board)
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    assert cables.products(board) == first
    for name, text in first.items():
        if name.endswith(".svg"):
            fonts = {each.get("font-family") for each in ET.fromstring(text).iter() if each.get("font-family")}
            assert fonts == {"sans-serif"} and "raphviz" not in text and "ireViz" not in text, name
        elif name.endswith(".yml"):
            assert yaml.safe_load(text) == cables.harnesses(board)[name.split("/")[1][:-4]]


def test_every_label_is_in_the_drawing(board):
    made = cables.products(board)
    for name, harness in cables.harnesses(board).items():
        read = {each.text for each in ET.fromstring(made[f"cables/{name}.svg"]).iter("{http://www.w3.org/2000/svg}text")}
        for one, two, _ in wires(harness):
            assert {one[0], two[0]} <= read and {one[1], two[1]} - {""} <= read


def test_no_graphviz_and_no_gauge_are_told(board, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CircuitError, match="Graphviz is missing"):
        cables.products(board)
    del board["cables"]["plug_awg"]
    with pytest.raises(CircuitError, match=r"board.toml \[cables\] plug_awg: None is not a wire's thickness"):
        cables.products(board)
