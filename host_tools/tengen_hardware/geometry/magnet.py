"""Compute the field of a stone's magnet along a reed's blades, with magpylib. Lengths in mm, fields in mT.

The point is the origin of the axes, x is along the row, y along the column, and the magnet's lower face is at height 0.
"""

from __future__ import annotations

import math

import magpylib
import numpy as np

from .cell import Disc, Place, Reed

MU0 = 4e-7 * math.pi  # the magnetic constant in T m / A
_STEPS = 24  # the number of pieces into which a blade is divided


def source(disc: Disc) -> magpylib.magnet.Cylinder:
    """Return the disc as a magpylib magnet, with its middle at the origin and its pole down."""
    return magpylib.magnet.Cylinder(
        polarization=(0, 0, -disc.remanence_mt / 1000), dimension=(disc.diameter / 1000, disc.height / 1000)
    )


def field(disc: Disc, points: np.ndarray) -> np.ndarray:
    """Return the field (n, 3) in mT at `points` (n, 3), which are in mm from the middle of the disc."""
    return np.asarray(source(disc).getB(points / 1000)).reshape(-1, 3) * 1000


def axis(place: Place) -> np.ndarray:
    """Return the unit vector along the blades."""
    at = math.radians(place.turned)
    return np.array([math.cos(at), math.sin(at), 0.0])


def along(disc: Disc, place: Place, gap: float, stone: tuple[float, float], at: np.ndarray) -> np.ndarray:
    """Return the field along the blades for a stone at `stone`. `at`: distances from the reed's middle."""
    way = axis(place)
    points = (place.offset + at)[:, None] * way - np.array([stone[0], stone[1], gap + disc.height / 2])
    return field(disc, points) @ way


def felt(disc: Disc, place: Place, gap: float, stones: np.ndarray, length: float) -> np.ndarray:
    """Return the field along a reed's blades, averaged over `length`, for a stone at each of `stones` (n, 2).

    The weight falls linearly from the middle to 0 at the ends, because iron gathers field along its whole length, but
    field that enters near an end leaves again before the contact.
    """
    way = axis(place)
    at = (np.arange(_STEPS) + 0.5) / _STEPS * length - length / 2
    weights = 1 - np.abs(at) * 2 / length
    blade = (place.offset + at)[:, None] * way
    magnets = np.column_stack([stones, np.full(len(stones), gap + disc.height / 2)])
    points = (blade[None] - magnets[:, None]).reshape(-1, 3)
    return (field(disc, points) @ way).reshape(len(stones), _STEPS) @ (weights / weights.sum())


def driven(disc: Disc, place: Place, gap: float, stones: np.ndarray, reed: Reed) -> np.ndarray:
    """Return the ampere-turns that equal a stone at each of `stones` (n, 2), if all iron of the reed gathers field.

    The field is summed along the whole iron (up one lead, along the blades, down the other lead), with weights that
    fall from the middle to 0 at the ends. The maker's coil, as long as the glass, is summed in the same way along the
    straight reed.
    """
    half = reed.length / 2
    at = (np.arange(2 * _STEPS) + 0.5) / (2 * _STEPS) * reed.length - half
    level = np.clip(at, -place.span / 2, place.span / 2)
    way = axis(place)
    down = np.array([0.0, 0.0, -1.0])
    iron = (place.offset + level)[:, None] * way + np.abs(at - level)[:, None] * down
    tangent = np.where((at == level)[:, None], way, np.sign(at)[:, None] * down)
    magnets = np.column_stack([stones, np.full(len(stones), gap + disc.height / 2)])
    there = field(disc, (iron[None] - magnets[:, None]).reshape(-1, 3)).reshape(len(stones), len(at), 3)
    along_mt = (there * tangent).sum(axis=2)
    coil = 1 - reed.glass / 4 / half
    return along_mt @ (1 - np.abs(at) / half) / 1000 * (reed.length / len(at) / 1000) / MU0 / coil
