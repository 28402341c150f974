"""Write a PDF of lines, circles and text on pages of A4. Places are in mm from a page's lower left corner.

The content is not compressed. The same pages give the same file.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..chart import number

A4 = (210.0, 297.0)
_POINT = 72 / 25.4  # how many points, the unit of PDF, a millimetre has
_ARC = 0.5523  # the length of a Bezier curve's handle for a quarter of a circle


class Page:
    """One page; later drawings cover earlier ones."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.circles: set[float] = set()

    def line(self, points: Sequence[tuple[float, float]], width: float = 0.2, dashed: bool = False) -> None:
        """Draw a line through points."""
        (x, y), *rest = points
        way = [f"{_mm(x)} {_mm(y)} m", *(f"{_mm(x)} {_mm(y)} l" for x, y in rest)]
        self.drawn.append(f"{_mm(width)} w [{'4 3' if dashed else ''}] 0 d {' '.join(way)} S")

    def circle(self, x: float, y: float, across: float) -> None:
        """Draw a circle of this diameter, with a cross in the middle."""
        self.circles.add(across)
        self.drawn.append(f"q 1 0 0 1 {_mm(x)} {_mm(y)} cm /{_name(across)} Do Q")

    def text(self, x: float, y: float, words: str, size: float = 3.0) -> None:
        """Write words. `size`: the height of the letters in mm."""
        safe = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.drawn.append(f"BT /F {_mm(size)} Tf {_mm(x)} {_mm(y)} Td ({safe}) Tj ET")


def text(pages: Sequence[Page], title: str) -> str:
    """Return the file of these pages."""
    shapes = sorted({across for page in pages for across in page.circles})
    first = 4 + len(shapes)
    names = " ".join(f"/{_name(across)} {4 + at} 0 R" for at, across in enumerate(shapes))
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    size = f"[0 0 {_mm(A4[0])} {_mm(A4[1])}]"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] /MediaBox {size} "
        f"/Resources << /Font << /F 3 0 R >> /XObject << {names} >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *(_shape(across) for across in shapes),
    ]
    for at, page in enumerate(pages):
        objects.append(f"<< /Type /Page /Parent 2 0 R /Contents {first + 2 * at + 1} 0 R >>")
        objects.append(_stream("\n".join(page.drawn)))
    objects.append(f"<< /Title ({title}) >>")
    out, places = "%PDF-1.4\n", []
    for at, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{at} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    count = len(objects) + 1
    return (
        f"{out}xref\n0 {count}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {count} /Root 1 0 R /Info {count - 1} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    )


def _shape(across: float) -> str:
    r, h, arm = across / 2, across / 2 * _ARC, across / 2 + 1.0
    quarters = ((r, h, h, r, 0, r), (-h, r, -r, h, -r, 0), (-r, -h, -h, -r, 0, -r), (h, -r, r, -h, r, 0))
    way = [f"{_mm(r)} 0 m", *(" ".join(_mm(each) for each in quarter) + " c" for quarter in quarters)]
    cross = f"{_mm(-arm)} 0 m {_mm(arm)} 0 l 0 {_mm(-arm)} m 0 {_mm(arm)} l S"
    box = " ".join(_mm(each) for each in (-arm, -arm, arm, arm))
    return _stream(f"{_mm(0.15)} w {' '.join(way)} S {cross}", f"/Type /XObject /Subtype /Form /BBox [{box}] ")


def _stream(inside: str, more: str = "") -> str:
    return f"<< {more}/Length {len(inside)} >>\nstream\n{inside}\nendstream"


def _name(across: float) -> str:
    return f"H{round(100 * across)}"


def _mm(value: float) -> str:
    return number(value * _POINT, 2)
