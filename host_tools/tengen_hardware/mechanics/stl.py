"""A model as an STL file in the text format. The same model gives the same text."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..chart import number

_UNIT = 10_000  # coordinates are rounded to 0.1 um, because smaller digits may differ although the values are the same


def text(name: str, solid: Any) -> str:
    """Return the STL text of a manifold3d model, in mm. The triangles are sorted, so their order does not vary."""
    mesh = solid.to_mesh64() if hasattr(solid, "to_mesh64") else solid.to_mesh()
    corners = np.rint(np.asarray(mesh.vert_properties)[:, :3] * _UNIT).astype(np.int64)
    triangles = []
    for three in np.asarray(mesh.tri_verts):
        points = [tuple(int(each) for each in corners[one]) for one in three]
        if len(set(points)) < 3:
            continue
        first = points.index(min(points))
        triangles.append((*points[first:], *points[:first]))
    lines = [f"solid {name}"]
    for a, b, c in sorted(triangles):
        normal = np.cross(np.subtract(b, a), np.subtract(c, a)).astype(float)
        length = float(np.linalg.norm(normal))
        unit = normal / length if length else normal
        lines.append("facet normal " + " ".join(number(float(each), 4) for each in unit) + "\nouter loop")
        lines += ["vertex " + " ".join(number(each / _UNIT, 4) for each in point) for point in (a, b, c)]
        lines.append("endloop\nendfacet")
    return "\n".join([*lines, f"endsolid {name}", ""])
