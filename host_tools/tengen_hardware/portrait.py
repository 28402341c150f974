"""`python -m tengen_hardware.portrait`: make pictures of the board, whole and taken apart, from the model's solids.

Mitsuba follows rays of light through the model. Another release may give other pixels, so no test compares the
pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from tengen_host import wiring

from . import cli
from .mechanics import case, pieces

_SIZE, _RAYS = (1120, 700), 96  # pixels, and rays of light a pixel
_SUN = (-0.55, -0.30, 0.78)  # the direction to the sun
_APART_MM = {"base": 0.0, "boards": 60.0, "wells": 120.0, "frame": 0.0, "plate": 210.0, "stones": 235.0}
# Lights that shine through the plate: the last move, a forbidden point for Black, the bars of both players
_GLOWS = (("j7", (0.25, 1.0, 0.35)), ("g6", (1.0, 0.12, 0.08)))
_BARS = ((0.25, 0.5, 1.0), (1.0, 0.62, 0.15))
_GLOW_MM = 15.0  # the width of a light on the plate
# For each picture: how far the layers are lifted, and the camera: height of its target, distance, degrees around and up
_VIEWS: dict[str, tuple[dict[str, float], float, float, float, float]] = {
    "board": ({}, -30.0, 1800.0, 20.0, 46.0),
    "apart": (_APART_MM, 110.0, 1830.0, 28.0, 27.0),
}


def scene(board: dict[str, Any], view: str) -> dict[str, Any]:
    """Return Mitsuba's description of a picture. Raises CircuitError without Mitsuba."""
    mi = _mitsuba()
    here, (apart, high, away, turned, raised) = case.case(board), _VIEWS[view]
    (left, low, right, top), around, up = here.outside, np.radians(turned), np.radians(raised)
    at = np.array(((left + right) / 2, (low + top) / 2, high))
    eye = at + away * np.array((np.cos(up) * np.sin(around), -np.cos(up) * np.cos(around), np.sin(up)))
    look, place = mi.ScalarTransform4f().look_at, mi.ScalarTransform4f().translate
    found: dict[str, Any] = {
        "type": "scene", "integrator": {"type": "path", "max_depth": 4},
        "sensor": {"type": "perspective", "fov": 36.0, "to_world": look(list(eye), list(at), [0, 0, 1]),
                   "film": {"type": "hdrfilm", "width": _SIZE[0], "height": _SIZE[1]}},
        "sky": {"type": "constant", "radiance": {"type": "rgb", "value": [0.75, 0.77, 0.8]}},
        "sun": {"type": "directional", "direction": [-each for each in _SUN],
                "irradiance": {"type": "rgb", "value": [0.9, 0.87, 0.8]}},
        "floor": {"type": "rectangle", "bsdf": _paint((0.82, 0.81, 0.79)),
                  "to_world": place([*at[:2], here.table]).scale(9000.0)},
    }  # fmt: skip
    corners: dict[str, list[Any]] = {}
    for product in pieces.products(board):
        for its, form in product.forms:
            lifted = [(x, y, z + apart.get(product.layer, 0.0)) for x, y, z in product.places]
            shape = pieces.triangles(pieces.shape(form))
            corners.setdefault(its, []).extend(shape + each for each in lifted)
    for name, shapes in corners.items():
        found[name] = _mesh(mi, name, np.concatenate(shapes))
    many, level = round(here.side / here.pitch), here.plate_top + apart.get("plate", 0.0) + 0.2
    glows = [(pieces.point(here, name), colour) for name, colour in _GLOWS]
    for y, colour in zip((-here.bar_away, here.side + here.bar_away), _BARS, strict=True):
        glows += [(((at + 0.5) * here.pitch, y), colour) for at in range(many)]
    for number, ((x, y), colour) in enumerate(glows):
        found[f"glow{number}"] = {
            "type": "disk", "to_world": place([x, y, level]).scale(_GLOW_MM / 2), "bsdf": _paint(colour),
        }  # fmt: skip
    return found


def pictures(board: dict[str, Any]) -> Iterator[tuple[str, Image.Image]]:
    """Yield the name of each picture, and the picture."""
    mi = _mitsuba()
    for name in _VIEWS:
        seen = np.array(mi.render(mi.load_dict(scene(board, name)), spp=_RAYS))[..., :3]
        shown = np.clip(seen / (1 + 0.25 * seen), 0, 1) ** (1 / 2.2)
        yield name, Image.fromarray(np.rint(shown * 255).astype(np.uint8))


def write(into: Path) -> Iterator[Path]:
    """Write board.png and apart.png into a folder. Raises CircuitError without Mitsuba."""
    for name, made in pictures(wiring.load()):
        file = into / f"{name}.png"
        # rare colours, as those of the lights, keep their place in the palette
        few = made.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.FLOYDSTEINBERG)
        few.save(file, optimize=True)
        yield file


def _mitsuba() -> Any:
    mitsuba = cli.extra("mitsuba")
    mitsuba.set_variant("scalar_rgb")
    return mitsuba


def _paint(colour: tuple[float, ...]) -> dict[str, Any]:
    return {"type": "twosided", "nested": {"type": "diffuse", "reflectance": {"type": "rgb", "value": list(colour)}}}


def _mesh(mi: Any, colour: str, corners: Any) -> Any:
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(_paint(pieces.COLOURS[colour]))
    mesh = mi.Mesh(colour, 3 * len(corners), len(corners), props=props, has_vertex_normals=False)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.ravel(corners).astype(np.float32)
    values["faces"] = np.arange(3 * len(corners), dtype=np.uint32)
    values.update()
    return mesh


if __name__ == "__main__":
    sys.exit(cli.run(sys.argv[1:], "portrait", __doc__, "", write))
