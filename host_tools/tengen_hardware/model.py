"""`python -m tengen_hardware.model`: write the whole board as a STEP file, by build123d.

The file is not in the repository, because board.toml and the layouts determine it.
"""

from __future__ import annotations

import copy
import datetime
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tengen_host import wiring

from . import cli
from .mechanics import pieces
from .mechanics.solids import Solid


def assembly(products: list[pieces.Product]) -> Any:
    """Return all products in their places, named and coloured. Raises CircuitError without build123d."""
    cad = cli.extra("build123d")

    def solid(form: pieces.Form) -> Any:
        if isinstance(form, pieces.Rod):
            way = cad.Vector(form.end) - cad.Vector(form.start)
            return cad.Solid.make_cylinder(form.radius, way.length, cad.Plane(form.start, z_dir=way))
        if isinstance(form, Solid):
            size = [high - low for low, high in zip(form.low, form.high, strict=True)]
            if form.round:
                return cad.Solid.make_cylinder(form.radius, size[2], cad.Plane((*form.middle[:2], form.low[2])))
            return cad.Solid.make_box(*size, cad.Plane(form.low))
        faces = [cad.Face(cad.Wire.make_polygon(map(cad.Vector, corners))) for corners in pieces.triangles(form)]
        return cad.Solid(cad.Shell(faces))

    children = []
    for product in products:
        for colour in dict.fromkeys(colour for colour, _ in product.forms):
            whole = cad.Compound([solid(form) for its, form in product.forms if its == colour])
            for place in product.places:
                # a copy shares the shape, which is in the file only once
                children.append(copy.copy(whole).locate(cad.Location(place)))
                children[-1].label = f"{product.name}, {colour}"
                children[-1].color = cad.Color(*pieces.COLOURS[colour])
    return cad.Compound(label="tengen", children=children)


def write(into: Path) -> Iterator[Path]:
    """Write the STEP file. Raises WiringError or CircuitError if a value of board.toml is wrong."""
    made = assembly(pieces.products(wiring.load()))
    into.parent.mkdir(parents=True, exist_ok=True)
    cli.extra("build123d").export_step(made, into, timestamp=datetime.datetime(2000, 1, 1))
    yield into


main = partial(cli.run, module="model", about=__doc__, default="order/tengen.step", write=write)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
