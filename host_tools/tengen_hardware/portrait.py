"""`python -m tengen_hardware.portrait`: make pictures of the board, whole and taken apart, from the model's solids.

The sky consists of many faint lamps. Each lamp has a depth buffer, which shows the places that the lamp reaches. The
sum is a soft light with soft shadows. Nothing is random, but another release of numpy or numba may round a pixel
differently, so no test compares the pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image
from tengen_host import extras, wiring

from . import cli
from .circuit import CircuitError
from .mechanics import case, pieces

Array = Any
# width and height of the picture in pixels; each pixel is the mean of _FINE x _FINE computed pixels
_WIDE, _HIGH, _FINE = 1120, 700, 2
_LAMPS, _SHADE = 72, 1024  # the number of lamps in the sky, and the pixels along a side of each lamp's depth buffer
_SUN = (-0.55, -0.30, 0.78)  # the direction to the brightest lamp of the sky
_SKY, _GROUND = np.array((0.98, 1.0, 1.03)), np.array((0.86, 0.85, 0.83))
_APART_MM = {"base": 0.0, "boards": 60.0, "wells": 120.0, "frame": 0.0, "plate": 210.0, "stones": 235.0}
# Lights that shine through the plate: the last move, a forbidden point for Black, the bars of both players
_GLOWS = (("j7", (0.25, 1.0, 0.35)), ("g6", (1.0, 0.12, 0.08)))
_BARS = ((0.25, 0.5, 1.0), (1.0, 0.62, 0.15))
_GLOW_MM = 12.0


class View(NamedTuple):
    """A camera: target, distance, rotation and elevation in degrees, and angle of view."""

    at: tuple[float, float, float]
    away: float
    turned: float
    raised: float
    angle: float


class Scene(NamedTuple):
    """Triangles (n, 3, 3) in mm, and their colours (n, 3)."""

    corners: Array
    colours: Array


def scene(found: list[pieces.Product], apart: dict[str, float]) -> Scene:
    """Return all products as triangles, each layer lifted by this many mm."""
    corners, colours = [], []
    for product in found:
        for colour, form in product.forms:
            points, three = pieces.triangles(form)
            shape = np.asarray(points, float)[np.asarray(three)]
            for place in product.places:
                corners.append(shape + (place[0], place[1], place[2] + apart.get(product.layer, 0.0)))
                colours.append(np.tile(pieces.COLOURS[colour], (len(shape), 1)))
    return Scene(np.concatenate(corners), np.concatenate(colours))


def _basis(view: View) -> tuple[Array, Array]:
    """Return the camera's place, and its directions to the right, up and back, as rows."""
    turned, raised = np.radians(view.turned), np.radians(view.raised)
    back = np.array((np.cos(raised) * np.sin(turned), -np.cos(raised) * np.cos(turned), np.sin(raised)))
    right = np.cross((0.0, 0.0, 1.0), back)
    right /= np.linalg.norm(right)
    return np.array(view.at) + view.away * back, np.array((right, np.cross(back, right), back))


class _Tools(NamedTuple):
    """The two compiled loops."""

    fill: Callable[..., None]
    shine: Callable[..., None]


def _tools() -> _Tools:
    """Compile the loops. Raises CircuitError without numba."""
    try:
        from numba import njit
    except ImportError as error:
        raise CircuitError(extras.missing(error, "fast")) from None

    @njit
    def fill(screen: Array, depth: Array, which: Array) -> None:
        """Draw triangles (n, 3, 3): x, y in pixels, z greater if nearer. Each pixel gets the nearest one's number."""
        high, wide = depth.shape
        for number in range(screen.shape[0]):
            ax, ay, az = screen[number, 0]
            bx, by, bz = screen[number, 1]
            cx, cy, cz = screen[number, 2]
            area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            if abs(area) < 1e-9:
                continue
            low_x, high_x = max(0, int(min(ax, bx, cx))), min(wide - 1, int(max(ax, bx, cx)) + 1)
            low_y, high_y = max(0, int(min(ay, by, cy))), min(high - 1, int(max(ay, by, cy)) + 1)
            for y in range(low_y, high_y + 1):
                for x in range(low_x, high_x + 1):
                    px, py = x + 0.5, y + 0.5
                    one = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area
                    two = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area
                    three = 1.0 - one - two
                    if one >= -1e-6 and two >= -1e-6 and three >= -1e-6:
                        z = one * az + two * bz + three * cz
                        if z > depth[y, x]:
                            depth[y, x] = z
                            which[y, x] = number

    @njit
    def shine(light: Array, places: Array, normals: Array, ways: Array, scale: float, reach: float, depth: Array,
              strength: float) -> None:  # fmt: skip
        """Add the light of a lamp to the places that it reaches.

        `places`: relative to the scene's middle. `ways`: the lamp's axes, as rows.
        """
        side = depth.shape[0]
        for at in range(places.shape[0]):
            facing = normals[at, 0] * ways[2, 0] + normals[at, 1] * ways[2, 1] + normals[at, 2] * ways[2, 2]
            if facing <= 0.0:
                continue
            px, py, pz = places[at, 0], places[at, 1], places[at, 2]
            x = px * ways[0, 0] + py * ways[0, 1] + pz * ways[0, 2]
            y = px * ways[1, 0] + py * ways[1, 1] + pz * ways[1, 2]
            z = px * ways[2, 0] + py * ways[2, 1] + pz * ways[2, 2]
            over, up = int((x + reach) * scale), int((y + reach) * scale)
            inside = 0 <= over < side and 0 <= up < side
            if not inside or depth[up, over] < z + 0.9:
                light[at] += strength * facing

    return _Tools(fill, shine)


def _lamps() -> Iterator[tuple[Array, float]]:
    """Yield the direction to each lamp of the sky, evenly spread over the upper half, and its strength."""
    sun = np.array(_SUN) / np.linalg.norm(_SUN)
    for at in range(_LAMPS):
        z = (at + 0.5) / _LAMPS
        turn = at * np.pi * (3 - 5**0.5)
        way = np.array((np.cos(turn) * (1 - z * z) ** 0.5, np.sin(turn) * (1 - z * z) ** 0.5, z))
        yield way, 0.55 + 3.2 * max(0.0, float(way @ sun)) ** 12


def picture(of: Scene, view: View, glow: Callable[[Array], Array]) -> Image.Image:
    """Return the picture of a scene. `glow`: returns the colours (n, 3) of the light that places (n, 3) emit."""
    tools = _tools()
    wide, high = _WIDE * _FINE, _HIGH * _FINE
    eye, ways = _basis(view)
    floor = float(of.corners[..., 2].min())
    far = 4000.0
    ground = np.array([[(-far, -far, floor), (far, -far, floor), (far, far, floor)],
                       [(-far, -far, floor), (far, far, floor), (-far, far, floor)]])  # fmt: skip
    corners = np.concatenate([of.corners, ground])
    colours = np.concatenate([of.colours, np.tile(_GROUND, (2, 1))])
    # perspective: 1 / distance is linear on the screen
    seen = (of.corners - eye) @ ways.T
    scale = wide / 2 / np.tan(np.radians(view.angle) / 2)
    near = -1.0 / seen[..., 2]
    screen = np.stack([wide / 2 + scale * seen[..., 0] * near, high / 2 - scale * seen[..., 1] * near, near], -1)
    depth, which = np.zeros((high, wide)), np.full((high, wide), -1)
    tools.fill(np.ascontiguousarray(screen), depth, which)
    ys, xs = np.mgrid[0:high, 0:wide]
    rays = np.stack([(xs + 0.5 - wide / 2) / scale, (high / 2 - ys - 0.5) / scale, -np.ones((high, wide))], -1) @ ways
    with np.errstate(divide="ignore", invalid="ignore"):
        to_floor = (floor - eye[2]) / rays[..., 2]
        along = np.where(which >= 0, 1.0 / depth, to_floor)
    which = np.where(which >= 0, which, len(of.corners))
    places = eye + rays * along[..., None]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-12)[:, None]
    light = _sky_light(tools, of.corners, places.reshape(-1, 3), normals[which].reshape(-1, 3))
    own = glow(places.reshape(-1, 3))
    # a place that glows reflects less of the sky's light here, because the sum would look white
    shown = 1 - 0.75 * own.max(1, keepdims=True).clip(0, 1)
    found = (colours[which].reshape(-1, 3) * light * shown + own) * 0.95
    # in the distance the floor fades into the white background
    fade = np.clip((along.reshape(-1) - 1.1 * view.away) / (0.9 * view.away), 0, 1)[:, None]
    found = np.where((which.reshape(-1) == len(of.corners))[:, None], found * (1 - fade) + _GROUND * 0.9 * fade, found)
    found = np.clip(found / (1 + 0.25 * found), 0, 1) ** (1 / 2.2)
    small = found.reshape(_HIGH, _FINE, _WIDE, _FINE, 3).mean((1, 3))
    return Image.fromarray(np.rint(small * 255).astype(np.uint8))


def _sky_light(tools: _Tools, corners: Array, places: Array, normals: Array) -> Array:
    """Return the light (n, 3) at places with these normals: the sum over all lamps that reach a place."""
    middle = corners.reshape(-1, 3).mean(0)
    reach = float(np.linalg.norm(corners.reshape(-1, 3) - middle, axis=1).max()) * 1.02
    scale = _SHADE / (2 * reach)
    light, whole = np.zeros(len(places)), 0.0
    lifted = np.ascontiguousarray(places + 0.8 * normals - middle)
    for way, strength in _lamps():
        side = np.cross(way, (0.0, 1.0, 0.0) if abs(way[1]) < 0.9 else (1.0, 0.0, 0.0))
        side /= np.linalg.norm(side)
        ways = np.array((side, np.cross(way, side), way))
        seen = (corners - middle) @ ways.T
        screen = np.stack([(seen[..., 0] + reach) * scale, (seen[..., 1] + reach) * scale, seen[..., 2]], -1)
        depth = np.full((_SHADE, _SHADE), -1e9)
        tools.fill(np.ascontiguousarray(screen), depth, np.zeros((_SHADE, _SHADE), np.int64))
        whole += strength * way[2]
        tools.shine(light, lifted, normals, ways, scale, reach, depth, strength)
    return (light / whole)[:, None] * _SKY


def glow(here: case.Case, lift: float) -> Callable[[Array], Array]:
    """Return the light that the plate's upper side emits: over lit points, and along both bars."""
    top, many = here.plate_top + lift, round(here.side / here.pitch)

    def given(places: Array) -> Array:
        found = np.zeros_like(places)
        on_plate = np.abs(places[:, 2] - top) < 0.3
        for name, colour in _GLOWS:
            x, y = pieces.point(here, name)
            near = np.hypot(places[:, 0] - x, places[:, 1] - y) / _GLOW_MM
            found += (on_plate * 1.1 * np.exp(-near**2.5))[:, None] * np.array(colour)
        for middle, colour in zip((-here.bar_away, here.side + here.bar_away), _BARS, strict=True):
            along = (places[:, 0] - here.pitch / 2) / here.pitch
            across = (along - np.rint(np.clip(along, 0, many - 1))) * here.pitch
            near = np.hypot(across, places[:, 1] - middle) / _GLOW_MM
            found += (on_plate * 0.9 * np.exp(-near**2.2))[:, None] * np.array(colour)
        return found

    return given


def pictures(board: dict[str, Any]) -> Iterator[tuple[str, Image.Image]]:
    """Yield the name of each picture, and the picture."""
    here, found = case.case(board), pieces.products(board)
    (left, low, right, top) = here.outside
    middle = ((left + right) / 2, (low + top) / 2)
    yield "board", picture(scene(found, {}), View((*middle, -30.0), 1800.0, 20.0, 46.0, 36.0), glow(here, 0.0))
    apart = scene(found, _APART_MM)
    view = View((*middle, 110.0), 1830.0, 28.0, 27.0, 36.0)
    yield "apart", picture(apart, view, glow(here, _APART_MM["plate"]))


def write(into: Path) -> Iterator[Path]:
    """Write board.png and apart.png into a folder. Raises CircuitError without numba."""
    for name, made in pictures(wiring.load()):
        file = into / f"{name}.png"
        made.quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(file, optimize=True)
        yield file


if __name__ == "__main__":
    sys.exit(cli.run(sys.argv[1:], "portrait", __doc__, "", write))
