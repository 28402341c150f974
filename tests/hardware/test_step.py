"""The board as products, and as a STEP file: another reader finds the same solids at the same places."""

import collections
import os
import sys

import numpy as np
import pytest
from tengen_hardware import model
from tengen_hardware.circuit import CircuitError
from tengen_hardware.mechanics import assembly, pieces
from tengen_hardware.mechanics.case import case


@pytest.fixture(scope="module")
def whole(board):
    return pieces.products(board)


def test_each_form_is_closed_and_turned_outwards(whole):
    for each in whole:
        assert all(pieces.shape(form).volume() > 0 for _, form in each.forms), each.name
    assert len({each.name for each in whole}) == len(whole)


def test_a_rod_lies_between_its_ends_with_its_radius():
    rod = pieces.shape(pieces.Rod((1, 2, 3), (1, 42, 3), 3.0))
    assert rod.bounding_box() == pytest.approx((-2, 2, 0, 4, 42, 6), abs=0.05)
    assert rod.volume() == pytest.approx(np.pi * 9 * 40, rel=0.02)


def test_the_board_has_its_tiles_its_lights_and_its_size(board, whole):
    of = {each.name: each for each in whole}
    here = case(board)
    assert {len(of[name].places) for name in ("tile", "reeds", "light wells")} == {here.tiles**2}
    assert sum(colour == "glass" for colour, _ in of["reeds"].forms) == board["tile"]["points"] ** 2
    assert sum(colour == "pale" for colour, _ in of["tile"].forms) == board["tile"]["points"] ** 2
    ends = []
    for each in whole:
        for box in (pieces.shape(form).bounding_box() for _, form in each.forms):
            ends += [np.add(box, place * 2) for place in each.places]
    left, low, right, top = here.outside
    # the jack's holder and its screws stick out at the left
    assert np.min(ends, 0)[:2] == pytest.approx((left - 2 * here.jack_wall - here.wood_screw[3], low))
    assert np.max(ends, 0)[3:5] == pytest.approx((right, top))


def test_each_solid_of_the_case_is_a_product_or_reserves_space_only(board, whole):
    shown = sum(len(each.places) for each in whole)
    left_out = ("table", "ribbon", "wires", "wells", "USB plug", "tile")
    assert shown - len({each.piece for each in assembly.solids(board) if not each.piece.startswith(left_out)}) == (
        25 + 2 + 1 + 8 + 8 + 25 + 25
    ), "tiles, bars, lines, stones, reeds and wells"


def test_without_the_cad_library_the_verb_says_what_to_install(monkeypatch, whole):
    monkeypatch.setitem(sys.modules, "build123d", None)
    with pytest.raises(CircuitError, match=r"build123d is missing: .*\[model\]"):
        model.assembly(whole)


@pytest.mark.proof
def test_another_reader_finds_the_same_volume_and_the_same_places(tmp_path, whole, capsys):
    """Open CASCADE (pip install '.[model]') reads the file again: names and volumes are those of the products."""
    import build123d

    assert model.main(["--into", str(tmp_path / "tengen.step")]) == 0
    assert "tengen.step: " in capsys.readouterr().out
    read = build123d.import_step(os.fspath(tmp_path / "tengen.step"))
    wanted = sum(len(each.places) * pieces.shape(form).volume() for each in whole for _, form in each.forms)
    assert sum(each.volume for each in read.solids()) == pytest.approx(wanted, rel=0.005)
    assert len(read.solids()) == sum(len(each.places) * len(each.forms) for each in whole)
    named = {f"{each.name}, {colour}": len(each.places) for each in whole for colour, _ in each.forms}
    assert collections.Counter(each.label.replace("_", " ") for each in read.children) == named
