"""The ring of light around a stone: its contrast with the plate, and the share that a sitting player sees.

This is an estimate. It assumes that the light is a point with an intensity that falls with the cosine of the angle (as
for a WS2812B's viewing angle of 120 degrees), that the plate scatters light evenly in all directions, and that the
walls reflect nothing. White walls do reflect, so the real ring is brighter and softer.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .cell import Cell

# Luminous intensity straight ahead in mcd, for each colour at full brightness: the least values in the table "RGB IC
# characteristic parameter" of the WS2812B data sheet (red 390-420, green 660-720, blue 180-200). Newer batches give
# less, so check yours.
MCD = {"red": 390, "green": 660, "blue": 180}
COLOURS = {
    "white": ("red", "green", "blue"), "red": ("red",), "green": ("green",), "blue": ("blue",),
    "cyan": ("green", "blue"), "violet": ("red", "blue"),
}  # fmt: skip
ROOM_LX = (300, 500)  # illuminance in lx: in a club room, and on a desk by EN 12464-1 (writing and reading: 500)
RING = 3.0  # the width in mm of the ring outside the stone's rim
# The ring must be at least twice as bright as the plate around it. A patch as large as the ring is just visible if it
# is a few percent brighter; with twenty times this difference even a player who looks elsewhere sees it.
CONTRAST = 1.0
# A sitting player's eyes: mm above the plate, and mm to the side of the point
EYES = ((450, 300), (400, 500), (350, 700))


def illuminance(cell: Cell, mcd: float, radius: np.ndarray, depth: float | None = None) -> np.ndarray:
    """Return the illuminance in lx on the plate's underside, `radius` mm from the point."""
    down = cell.led_depth if depth is None else depth
    return mcd / 1000 * down**2 / (down**2 + radius**2) ** 2 * 1e6


def luminance(cell: Cell, mcd: float, radius: np.ndarray, depth: float | None = None) -> np.ndarray:
    """Return the luminance of the plate in cd/m2, `radius` mm from the point."""
    return illuminance(cell, mcd, radius, depth) * cell.transmittance / math.pi


def plate(cell: Cell, lux: float) -> float:
    """Return the luminance of the plate in the room's light, in cd/m2."""
    return lux * cell.reflectance / math.pi


def mcd(colour: str) -> float:
    """Return the intensity of a colour in mcd, with all of its LEDs at full brightness."""
    return sum(MCD[each] for each in COLOURS[colour])


def contrast(cell: Cell, colour: str = "white", lux: float = ROOM_LX[1], share: float = 1.0,
             depth: float | None = None, stone: float | None = None) -> float:  # fmt: skip
    """Return the contrast by Weber: the ring's own luminance, divided by the plate's luminance in the room's light.

    `share`: the share of full brightness. `depth`: another depth of the LED. `stone`: another diameter of the stone.
    """
    rim = (cell.stone_diameter if stone is None else stone) / 2
    radius = rim + (np.arange(30) + 0.5) * RING / 30
    ring = float((luminance(cell, mcd(colour), radius, depth) * radius).sum() / radius.sum())
    return share * ring / plate(cell, lux)


def free(cell: Cell, colour: str, lux: float = ROOM_LX[1], share: float = 1.0) -> float:
    """Return the contrast of a point without a stone, within 5 mm of the point."""
    radius = (np.arange(30) + 0.5) * 5 / 30
    spot = float((luminance(cell, mcd(colour), radius) * radius).sum() / radius.sum())
    return share * spot / plate(cell, lux)


def share_of(lit: int, colour: str, full_ma: dict[str, int], idle_ma: int, pixels: int, budget_ma: int) -> float:
    """Return the share of full brightness if `lit` lights of a colour share the budget."""
    wanted = lit * sum(full_ma[each] for each in COLOURS[colour])
    return min(1.0, (budget_ma - pixels * idle_ma) / wanted)


def leak(cell: Cell) -> tuple[float, float]:
    """Return the light that the next point and its ring would get without walls, as shares of the own ring's light."""
    rim = cell.stone_diameter / 2
    ring = float(illuminance(cell, 1, np.array([rim + RING / 2]))[0])
    at = illuminance(cell, 1, np.array([cell.pitch, cell.pitch - rim]))
    return float(at[0]) / ring, float(at[1]) / ring


def shadow(cell: Cell) -> tuple[float, float]:
    """Return the width in mm of the reed's shadow in the ring, and its share of the ring's circumference."""
    radius = cell.stone_diameter / 2 + RING / 2
    width = cell.glass_diameter * cell.led_depth / (cell.reed_axis - cell.led)
    return width, width / (2 * math.pi * radius)


def dome(cell: Cell, radius: np.ndarray) -> np.ndarray:
    """Return a stone's height over the plate, `radius` mm from its middle; 0 outside the stone."""
    rim = cell.stone_diameter / 2
    high = cell.stone_rim + (cell.stone_height - cell.stone_rim) * (1 - (radius / rim) ** 2)
    return np.where(radius <= rim, high, 0.0)


def seen(cell: Cell, eye: tuple[float, float], neighbours: bool = True, way_deg: float = 270.0) -> float:
    """Return the share of the ring that `eye` (mm above the plate, mm to the side) sees beside all stones.

    `way_deg`: the direction from the point to the player; 270 is downwards.
    """
    at = math.radians(way_deg)
    rim = cell.stone_diameter / 2
    rays = [(r, t) for r in rim + (np.arange(12) + 0.5) * RING / 12 for t in np.arange(180) * math.pi / 90]
    start = np.array([(r * math.cos(t), r * math.sin(t)) for r, t in rays])
    steps = np.linspace(0.02, 1, 60) * cell.stone_height
    way = np.array([math.cos(at), math.sin(at)]) * eye[1] / eye[0]
    path = start[:, None, :] + steps[None, :, None] * way
    around = (-1, 0, 1) if neighbours else (0,)
    free = np.ones(len(start), dtype=bool)
    for i, j in itertools.product(around, repeat=2):
        away = np.hypot(path[..., 0] - i * cell.pitch, path[..., 1] - j * cell.pitch)
        free &= ~(dome(cell, away) > steps).any(axis=1)
    return float(free.mean())


def highest(cell: Cell) -> float:
    """Return the stone height in mm from which the next stone hides a ring's near edge from the lowest eye."""
    high, side = EYES[-1]
    return (cell.pitch - cell.stone_diameter / 2 - RING) * high / side


def check(cell: Cell) -> list[str]:
    """Return the faults of the light, one line each."""
    found = []
    least = contrast(cell)
    if least < CONTRAST:
        found.append(f"in {ROOM_LX[1]} lx a ring adds only {least:.2f} of the plate's brightness, not {CONTRAST:g}")
    if cell.stone_height > highest(cell):
        found.append(f"stones {cell.stone_height:g} mm high hide their neighbours' light: {highest(cell):.1f} at most")
    return found
