"""Contours of a grid of numbers."""

from __future__ import annotations

import numpy as np

from ..chart import Point


def contour(grid: np.ndarray, level: float) -> list[list[Point]]:
    """Return closed lines around the regions of `grid` above `level`. Points are (column, row) in grid steps."""
    padded = np.full((grid.shape[0] + 2, grid.shape[1] + 2), float(level - abs(level) - 1))
    padded[1:-1, 1:-1] = grid
    above = padded > level
    onward: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    rows, columns = padded.shape
    mixed = above[:-1, :-1].astype(int) + above[:-1, 1:] + above[1:, :-1] + above[1:, 1:]
    for r, c in np.argwhere((mixed > 0) & (mixed < 4)).tolist():
        corners = [above[r, c], above[r, c + 1], above[r + 1, c + 1], above[r + 1, c]]
        edges = [(r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1)]
        # a line enters a cell through an edge with its first corner above the level, and leaves through an edge with
        # its second corner above, so that the region is always on the same side of the line
        ins = [edges[k] for k in range(4) if corners[k] and not corners[(k + 1) % 4]]
        outs = [edges[k] for k in range(4) if not corners[k] and corners[(k + 1) % 4]]
        if len(ins) == 2 and edges.index(outs[0]) != (edges.index(ins[0]) + 1) % 4:
            outs.reverse()
        onward.update(zip(ins, outs, strict=True))
    found = []
    while onward:
        start = next(iter(onward))
        loop, at = [], start
        while at in onward:
            loop.append(_crossing(padded, level, at))
            at = onward.pop(at)
        found.append(loop)
    return found


def _crossing(padded: np.ndarray, level: float, edge: tuple[int, int, int]) -> Point:
    """Return the point where the level crosses an edge of the grid, along a row (0) or a column (1)."""
    r, c, upright = edge
    first = padded[r, c]
    second = padded[r + 1, c] if upright else padded[r, c + 1]
    part = float(np.clip((level - first) / (second - first), 0, 1))
    return (c - 1 + (0 if upright else part), r - 1 + (part if upright else 0))
