"""The files for an assembly house: rotations by package, and one maker's part in each line."""

import copy
import csv
import io
import re

import pytest
from tengen_hardware import assembly, bom, controller, kicad, tile, values
from tengen_host.wiring import WiringError

CIRCUITS = [tile.circuit, controller.circuit]
POLAR = {"U2", "U3", "U4", "Q1", "Q2", "Q3", "U11", "U30"}


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def lines(board):
    made = bom.products(board)
    return [line for name in ("tile", "controller") for line in read(made[f"bom/{name}-parts.csv"])]


def placed(board, circuit, rotation=0):
    """Return each part's rotation for the house, if KiCad's is the same for all."""
    of = kicad.layout(circuit.name)
    turned = of._replace(parts=tuple(part._replace(turned=rotation) for part in of.parts))
    return {row["Designator"]: row["Rotation"] for row in read(assembly.places(board, circuit, turned))}


def test_each_part_in_a_package_of_the_table_has_its_rotation(board):
    found = placed(board, controller.circuit(board))
    assert {name: found[name] for name in POLAR} == {
        "U2": "270", "U3": "270", "U4": "270", "Q1": "270", "Q2": "270", "Q3": "180", "U11": "180", "U30": "180",
    }  # fmt: skip
    assert found["R1"] == found["C2"] == "0"
    assert placed(board, controller.circuit(board), 180)["Q1"] == "90"
    lights = placed(board, tile.circuit(board))
    assert {lights[each.reference] for each in tile.circuit(board).of_kind("pixel")} == {"180"}


@pytest.mark.parametrize("circuit", CIRCUITS)
def test_a_part_in_a_package_without_an_entry_is_an_error(board, circuit):
    its = circuit(board)
    for beginning in board["assembly"]["turns"]:
        spoilt = copy.deepcopy(board)
        del spoilt["assembly"]["turns"][beginning]
        kinds = {its.parts[name].kind for name in assembly.soldered(board, its)}
        if not any(board["parts"][kind]["footprint"].partition(":")[2].startswith(beginning) for kind in kinds):
            continue
        with pytest.raises(WiringError, match=r"board.toml \[assembly.turns\]: .* has no entry"):
            list(assembly.rows(spoilt, its))


def test_a_line_with_a_number_of_the_house_names_the_part_with_this_number(board):
    known = {its["number"]: its["part"] for its in board["assembly"]["parts"].values()}
    found = lines(board)
    assert len(found) > 20 and sum(bool(line["LCSC Part #"]) for line in found) > len(found) / 2
    for line in found:
        number, part = line["LCSC Part #"], line["MPN"]
        assert part and "?" not in part
        if number:
            assert known[number] == part and line["Note"] == assembly.CHECK
        else:
            assert part not in known.values() and line["Note"] == assembly.TO_SOURCE


def codes(value):
    """Return how makers' numbers write a value: as it is, with its letter or digits (2k2: 2K2, 2201; 1u: 105)."""
    if milliamperes := re.match(r"(\d+) mA,", value):
        return {f"{int(milliamperes[1]) // 10:03}"}
    if re.match(r"\d+[nu]\b", value):  # in pF: two digits, and the number of zeros
        picofarad = f"{values.farads(value) * 1e12:.0f}"
        return {f"{picofarad[:2]}{len(picofarad) - 2}"}
    if re.fullmatch(r"\d+[kM]?\d*", value):  # three digits, and the number of zeros
        ohm = f"{values.ohms(value):.0f}"
        return {f"{value if re.search('[kM]', value) else f'{value}R'}L".upper(), f"F{ohm[:3]}{len(ohm) - 3}"}
    return {value}


def test_a_lines_comment_is_the_value_of_its_makers_number(board):
    named = [(each["Comment"], each["MPN"]) for each in lines(board)]
    assert [each for each in named if not any(code in each[1] for code in codes(each[0]))] == []
    assert not any(code in "B340A-13-F" for code in codes("SS34"))
    assert not any(code in number for code in codes("2k2") for number in ("0805W8F2202T5E", "RC0805FR-0722KL"))


def test_a_number_of_the_house_in_the_sources_is_the_known_one_or_is_marked(board):
    spoilt = copy.deepcopy(board)
    for number in ("C2761795", "C9 ?"):
        spoilt["parts"]["pixel"]["sources"]["LCSC"] = number
        assembly.check(spoilt)
    spoilt["parts"]["pixel"]["sources"]["LCSC"] = "C9"
    with pytest.raises(WiringError, match=r"\[parts.pixel\] sources: C9 is not in \[assembly.parts\]"):
        assembly.check(spoilt)


def test_equal_parts_are_one_line(board):
    for name in ("tile", "controller"):
        found = [(line["Comment"], line["Footprint"]) for line in read(bom.products(board)[f"bom/{name}-parts.csv"])]
        assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("table", "name", "changed", "words"),
    [
        ("parts", "pull_down", {"number": "17444"}, "is not a number of LCSC"),
        ("parts", "pull_down", {"part": ""}, "part is missing"),
        ("parts", "pull_down", {"source": ""}, "source is missing"),
        ("parts", "pull_down", {"number": "C49678"}, "C49678 is .* in another entry"),
        ("parts", "trip_lower", {"part": "RC0805FR-0710KL"}, "C17414 is 0805W8F1002T5E 10k in another entry"),
        ("turns", "SO-", {"turn": 45}, "45 is none of 0, 90, 180, 270"),
        ("turns", "SO-", {"source": ""}, "source is missing"),
    ],
)
def test_a_wrong_entry_is_named(board, table, name, changed, words):
    spoilt = copy.deepcopy(board)
    spoilt["assembly"][table][name].update(changed)
    with pytest.raises(WiringError, match=rf"board.toml \[assembly.{table}\] .*{words}"):
        assembly.check(spoilt)


def test_only_parts_for_the_surface_have_an_entry(board):
    spoilt = copy.deepcopy(board)
    spoilt["assembly"]["parts"]["reed"] = {"number": "C1", "part": "a reed", "source": "a list"}
    with pytest.raises(WiringError, match="reed: there is no such part for the surface"):
        assembly.check(spoilt)


def test_the_page_names_what_is_unproved(board):
    page = bom.products(board)["bom/README.md"]
    unproved = [line for line in page.splitlines() if line.startswith("|") and "unproved" in line]
    assert [line.split(" | ")[0] for line in unproved] == ["| D_SMA", "| D_SMB", "| D_SOD-123"]
    assert "zener" in unproved[2] and "diode" in unproved[2]
