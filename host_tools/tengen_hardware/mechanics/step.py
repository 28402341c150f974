"""Write products as a STEP file (ISO 10303-21, AP214): solids with names and colours, and an assembly of them.

Each product is one shape of closed solids. Each of its places is an assembly usage with a translation. Boxes and meshes
have plane faces, rods have true cylinders. The same products give the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .pieces import COLOURS, QUADS, Block, Form, Mesh, Place, Product, Rod

_HEAD = """\
ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('{title}'),'2;1');
FILE_NAME('{name}','2000-01-01T00:00:00',(''),(''),'tengen_hardware','tengen_hardware','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));
ENDSEC;
DATA;
"""


def text(name: str, products: Sequence[Product]) -> str:
    """Return the file of an assembly called `name`."""
    file = _File()
    top = file.product(name, [])
    for product in products:
        solids = [file.solid(form, colour) for colour, form in product.forms]
        shape = file.product(product.name, solids)
        for number, place in enumerate(product.places, 1):
            file.place(top, shape, f"{product.name} {number}" if len(product.places) > 1 else product.name, place)
    file.colours()
    head = _HEAD.format(title="The whole board of Tengen, in mm", name=f"{name}.step")
    return head + "\n".join(file.lines) + "\nENDSEC;\nEND-ISO-10303-21;\n"


class _File:
    """The lines of the data section. Each method adds lines, and returns the number of the last line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: dict[str, int] = {}
        self._styled: list[int] = []
        self.application = self.add("APPLICATION_CONTEXT('automotive design')")
        self.add(f"APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,"
                 f"#{self.application})")  # fmt: skip
        length = self.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
        angle = self.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
        solid = self.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
        close = self.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-4),#{length},'distance_accuracy_value','')")
        self.context = self.add(
            f"(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{close}))"
            f"GLOBAL_UNIT_ASSIGNED_CONTEXT((#{length},#{angle},#{solid}))REPRESENTATION_CONTEXT('',''))"
        )
        self.origin = self.axes((0.0, 0.0, 0.0))

    def add(self, entity: str) -> int:
        """Add an entity if no equal entity exists. Return its number."""
        if entity not in self._known:
            self._known[entity] = len(self._known) + 1
            self.lines.append(f"#{self._known[entity]}={entity};")
        return self._known[entity]

    def new(self, entity: str) -> int:
        """Add an entity even if an equal entity exists. Return its number."""
        number = len(self._known) + 1
        self._known[f"{number} {entity}"] = number
        self.lines.append(f"#{number}={entity};")
        return number

    def point(self, place: Sequence[float]) -> int:
        return self.add(f"CARTESIAN_POINT('',({_numbers(place)}))")

    def way(self, along: Sequence[float]) -> int:
        return self.add(f"DIRECTION('',({_numbers(along)}))")

    def axes(self, place: Sequence[float], up: Sequence[float] = (0, 0, 1), side: Sequence[float] = (1, 0, 0)) -> int:
        return self.add(f"AXIS2_PLACEMENT_3D('',#{self.point(place)},#{self.way(up)},#{self.way(side)})")

    def product(self, name: str, solids: list[int]) -> tuple[int, int]:
        """Add a product. Return the numbers of its definition and of its shape."""
        context = self.add(f"PRODUCT_CONTEXT('',#{self.application},'mechanical')")
        made = self.new(f"PRODUCT('{name}','{name}','',(#{context}))")
        self.new(f"PRODUCT_RELATED_PRODUCT_CATEGORY('part','',(#{made}))")
        formation = self.new(f"PRODUCT_DEFINITION_FORMATION('','',#{made})")
        design = self.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',#{self.application},'design')")
        definition = self.new(f"PRODUCT_DEFINITION('design','',#{formation},#{design})")
        of = self.new(f"PRODUCT_DEFINITION_SHAPE('','',#{definition})")
        kind = "ADVANCED_BREP_SHAPE_REPRESENTATION" if solids else "SHAPE_REPRESENTATION"
        shape = self.new(f"{kind}('{name}',({_list([self.origin, *solids])}),#{self.context})")
        self.new(f"SHAPE_DEFINITION_REPRESENTATION(#{of},#{shape})")
        return definition, shape

    def place(self, top: tuple[int, int], part: tuple[int, int], name: str, place: Place) -> None:
        """Add one place of a part in the assembly."""
        usage = self.new(f"NEXT_ASSEMBLY_USAGE_OCCURRENCE('{name}','{name}','',#{top[0]},#{part[0]},$)")
        of = self.new(f"PRODUCT_DEFINITION_SHAPE('placement','',#{usage})")
        moved = self.new(f"ITEM_DEFINED_TRANSFORMATION('','',#{self.origin},#{self.axes(place)})")
        relation = self.new(
            f"(REPRESENTATION_RELATIONSHIP('','',#{part[1]},#{top[1]})"
            f"REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{moved})SHAPE_REPRESENTATION_RELATIONSHIP())"
        )
        self.new(f"CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(#{relation},#{of})")

    def solid(self, form: Form, colour: str) -> int:
        """Add a form as a solid of this colour."""
        if isinstance(form, Rod):
            faces = self._rod(form)
        elif isinstance(form, Block):
            faces = self._planes(form.corners(), QUADS)
        else:
            assert isinstance(form, Mesh)
            faces = self._planes(form.corners, form.triangles)
        shell = self.new(f"CLOSED_SHELL('',({_list(faces)}))")
        made = self.new(f"MANIFOLD_SOLID_BREP('',#{shell})")
        rgb = self.add(f"COLOUR_RGB('{colour}',{_numbers(COLOURS[colour])})")
        fill = self.add(f"FILL_AREA_STYLE_COLOUR('',#{rgb})")
        area = self.add(f"SURFACE_STYLE_FILL_AREA(#{self.add(f'''FILL_AREA_STYLE('',(#{fill}))''')})")
        side = self.add(f"SURFACE_SIDE_STYLE('',(#{area}))")
        style = self.add(f"PRESENTATION_STYLE_ASSIGNMENT((#{self.add(f'SURFACE_STYLE_USAGE(.BOTH.,#{side})')}))")
        self._styled.append(self.new(f"STYLED_ITEM('color',(#{style}),#{made})"))
        return made

    def colours(self) -> None:
        """Add the list of all colours given."""
        styled = _list(self._styled)
        self.new(f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({styled}),#{self.context})")

    def _planes(self, corners: Sequence[Place], polygons: Sequence[Sequence[int]]) -> list[int]:
        """Add the faces of a closed surface. Each edge is an entity that two faces share."""
        vertices = [self.new(f"VERTEX_POINT('',#{self.point(each)})") for each in corners]
        edges: dict[tuple[int, int], int] = {}
        faces = []
        for polygon in polygons:
            loop = []
            for one, two in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
                ends = min(one, two), max(one, two)
                if ends not in edges:
                    a, b = (np.array(corners[end]) for end in ends)
                    vector = self.add(f"VECTOR('',#{self.way((b - a) / np.linalg.norm(b - a))},1.)")
                    line = self.add(f"LINE('',#{self.point(corners[ends[0]])},#{vector})")
                    edges[ends] = self.new(
                        f"EDGE_CURVE('',#{vertices[ends[0]]},#{vertices[ends[1]]},#{line},.T.)"
                    )
                loop.append(self.new(f"ORIENTED_EDGE('',*,*,#{edges[ends]},{'.T.' if one < two else '.F.'})"))
            a, b, c = (np.array(corners[each]) for each in polygon[:3])
            up, side = np.cross(b - a, c - a), b - a
            axes = self.axes(corners[polygon[0]], up / np.linalg.norm(up), side / np.linalg.norm(side))
            faces.append(self._face([self.new(f"EDGE_LOOP('',({_list(loop)}))")], self.add(f"PLANE('',#{axes})")))
        return faces

    def _rod(self, rod: Rod) -> list[int]:
        """Add the faces of a cylinder: its side with a seam, and its two ends."""
        start, end = np.array(rod.start), np.array(rod.end)
        up = (end - start) / np.linalg.norm(end - start)
        side = np.cross(up, (1.0, 0, 0) if abs(up[0]) < 0.9 else (0, 1.0, 0))
        side /= np.linalg.norm(side)
        circles, vertices = [], []
        for middle in (start, end):
            at = self.new(f"VERTEX_POINT('',#{self.point(middle + rod.radius * side)})")
            circle = self.add(f"CIRCLE('',#{self.axes(middle, up, side)},{_number(rod.radius)})")
            circles.append(self.new(f"EDGE_CURVE('',#{at},#{at},#{circle},.T.)"))
            vertices.append(at)
        vector = self.add(f"VECTOR('',#{self.way(up)},1.)")
        line = self.add(f"LINE('',#{self.point(start + rod.radius * side)},#{vector})")
        seam = self.new(f"EDGE_CURVE('',#{vertices[0]},#{vertices[1]},#{line},.T.)")

        def loop(*edges: tuple[int, str]) -> int:
            ways = [self.new(f"ORIENTED_EDGE('',*,*,#{edge},{way})") for edge, way in edges]
            return self.new(f"EDGE_LOOP('',({_list(ways)}))")

        round_ = self.add(f"CYLINDRICAL_SURFACE('',#{self.axes(start, up, side)},{_number(rod.radius)})")
        ends = ((start, -up), (end, up))
        low, high = (self.add(f"PLANE('',#{self.axes(middle, way, side)})") for middle, way in ends)
        around = loop((circles[0], ".T."), (seam, ".T."), (circles[1], ".F."), (seam, ".F."))
        return [
            self._face([around], round_), self._face([loop((circles[0], ".F."))], low),
            self._face([loop((circles[1], ".T."))], high),
        ]  # fmt: skip

    def _face(self, loops: list[int], surface: int) -> int:
        bounds = [self.new(f"FACE_OUTER_BOUND('',#{loop},.T.)") for loop in loops]
        return self.new(f"ADVANCED_FACE('',({_list(bounds)}),#{surface},.T.)")


def _list(numbers: Sequence[int]) -> str:
    return ",".join(f"#{each}" for each in numbers)


def _numbers(values: Sequence[Any]) -> str:
    return ",".join(map(_number, values))


def _number(value: float) -> str:
    """Return a number in STEP's format, with a point: 3., 0.25."""
    return f"{round(float(value), 7) + 0.0:.7f}".rstrip("0")
