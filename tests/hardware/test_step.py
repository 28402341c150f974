"""The board as a STEP file: the text is valid, and another reader finds the same solids at the same places."""

import collections
import os
import re

import numpy as np
import pytest
from tengen_hardware import model
from tengen_hardware.mechanics import pieces, step
from tengen_hardware.mechanics.case import case

SMALL = [
    pieces.Product("pair", "base", (("wood", pieces.Block((0, 0, 0), (10, 20, 30))),), ((0, 0, 0), (100, 0, 5))),
    pieces.Product("rod", "base", (("brass", pieces.Rod((0, 0, 0), (0, 40, 0), 3.0)),), ((1, 2, 3),)),
]


@pytest.fixture(scope="module")
def whole(board):
    return pieces.products(board)


@pytest.fixture(scope="module")
def text(whole):
    return step.text("tengen", whole)


def entities(text):
    """Return each entity's text by its number."""
    return {int(number): body for number, body in re.findall(r"^#(\d+)=(.*);$", text, re.M)}


def volume(form):
    """Return the volume inside a form's triangles, or the volume of a true cylinder if the form is a rod."""
    if isinstance(form, pieces.Rod):
        return np.pi * form.radius**2 * np.linalg.norm(np.subtract(form.end, form.start))
    corners, three = pieces.triangles(form)
    return float(np.einsum("ni,ni->", corners[three[:, 0]], np.cross(corners[three[:, 1]], corners[three[:, 2]])) / 6)


def test_every_number_that_is_used_is_there_and_every_edge_has_two_faces(text):
    found = entities(text)
    assert len(found) == text.count("\n#"), "no number stands twice"
    used = {int(each) for body in found.values() for each in re.findall(r"#(\d+)", body)}
    assert used <= set(found)
    ways = collections.defaultdict(list)
    for body in found.values():
        if body.startswith("ORIENTED_EDGE"):
            edge, way = re.search(r"#(\d+),\.([TF])\.", body).groups()
            ways[edge].append(way)
    assert ways and {tuple(sorted(each)) for each in ways.values()} == {("F", "T")}


def test_each_place_of_each_product_is_in_the_assembly(whole, text):
    assert text.count("NEXT_ASSEMBLY_USAGE_OCCURRENCE") == sum(len(each.places) for each in whole) > 400
    assert text.count("MANIFOLD_SOLID_BREP") == sum(len(each.forms) for each in whole)
    for each in whole:
        assert f"=PRODUCT('{each.name}'" in text
    for colour in {colour for each in whole for colour, _ in each.forms}:
        assert f"COLOUR_RGB('{colour}'" in text


def test_each_form_is_closed_and_turned_outwards(whole):
    for each in whole:
        assert all(volume(form) > 0 for _, form in each.forms), each.name


def test_the_board_has_its_tiles_its_lights_and_its_size(board, whole):
    of = {each.name: each for each in whole}
    here = case(board)
    assert len(of["tile"].places) == len(of["light wells"].places) == here.tiles**2
    assert sum(colour == "glass" for colour, _ in of["tile"].forms) == board["tile"]["points"] ** 2
    corners = np.concatenate([pieces.triangles(form)[0] + place for each in whole for _, form in each.forms
                              for place in each.places])  # fmt: skip
    left, low, right, top = here.outside
    assert corners[:, :2].min(0) == pytest.approx((left, low)) and corners[:, :2].max(0) == pytest.approx((right, top))


def test_the_verb_writes_the_same_bytes_each_time(tmp_path, capsys, text):
    assert model.main(["--into", str(tmp_path / "one.step")]) == 0
    assert (tmp_path / "one.step").read_text(encoding="utf-8") == text
    assert "one.step: " in capsys.readouterr().out


@pytest.mark.proof
def test_another_reader_finds_the_same_volumes_at_the_same_places(tmp_path, whole):
    """Open CASCADE (pip install '.[proof]') finds the same volumes, places and colours of all products."""
    import cascadio  # noqa: F401  reads STEP for trimesh
    import trimesh

    file = tmp_path / "tengen.step"
    file.write_text(step.text("tengen", [*whole, *SMALL]), encoding="utf-8")
    scene = trimesh.load(os.fspath(file), tol_linear=0.01)
    told = collections.defaultdict(list)
    for node in scene.graph.nodes_geometry:
        moved, name = scene.graph[node]
        mesh = scene.geometry[name].copy()
        mesh.apply_transform(moved)
        told[re.sub(r" \d+$|_\d+$", "", node)].append(mesh)
    products = collections.defaultdict(list)
    for each in [*whole, *SMALL]:
        products[each.name].append(each)
    for name, alike in products.items():
        many = sum(len(each.places) for each in alike)
        wanted = sum(len(each.places) * sum(volume(form) for _, form in each.forms) for each in alike)
        read = sum(mesh.volume for mesh in told[name]) * 1e9
        assert read == pytest.approx(wanted, rel=0.02), name
        assert len(told[name]) >= many, name
    assert np.array(scene.bounds[1]) * 1000 == pytest.approx(
        np.max([pieces.triangles(form)[0].max(0) + place for each in [*whole, *SMALL] for _, form in each.forms
                for place in each.places], 0), abs=0.1)  # fmt: skip
