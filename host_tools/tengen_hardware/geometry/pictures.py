"""Pictures of a stone, its reed and its light: from above, from the side, and in a cut.

Matplotlib draws them as SVG with words as text. The same figures give the same text on every machine.
"""

from __future__ import annotations

import io
import itertools
import math
import re
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Patch, Rectangle

from ..drawing import GREY, INK, PALE
from ..markdown import number
from . import light
from . import reed as reeds
from .cell import Cell, Disc, Place
from .magnet import along, felt, field

SURE, LIKELY, NEVER = "#2a9d5c", "#a6dcb8", "#f3d9a4"
RED, BLUE = "#c4472f", "#1f6fb4"
GLASS, IRON, LIT, BLACK = "#9fc6dd", "#5a4a3a", "#f2b632", "#2b2b2b"
VIEW = 38.0  # mm from the point to the edge of a panel
_BELOW = 6.2  # mm below the tile that are drawn; the real space is higher


def from_above(cell: Cell) -> str:
    """Draw the places where a stone closes the middle reed, for three gaps."""
    sheet = _figure(1010, 470)
    at = np.arange(-VIEW, VIEW + 0.3, 0.6)
    stones = np.array([(x, y) for y in at for x in at])
    (first, last), release = cell.reed.operate, cell.reed.release
    for panel, (place, gap) in enumerate(zip(sheet.subplots(1, 3), (cell.gap, 6.0, 8.0), strict=True)):
        here = reeds.setting(cell)._replace(gap=gap)
        _plain(place, (-VIEW, VIEW), (-VIEW, VIEW))
        place.set_title(f"gap {number(gap)} mm" + (" (as built)" if panel == 0 else ""), fontweight="bold")
        least, most = (worth(here, stones).reshape(len(at), -1) for worth in (reeds.least, reeds.most))
        for grid, level, fill in ((most, release, NEVER), (most, first, LIKELY), (least, last, SURE)):
            place.contourf(at, at, grid, (level, np.inf), colors=[fill])
        for i, j in itertools.product((-1, 0, 1), repeat=2):
            middle, own = (i * cell.pitch, j * cell.pitch), (i, j) == (0, 0)
            corner = (middle[0] - cell.pitch / 2, middle[1] - cell.pitch / 2)
            place.add_patch(Rectangle(corner, cell.pitch, cell.pitch, fill=False, edgecolor="white" if own else PALE))
            for length, colour, thick in ((cell.place.span, IRON, 2), (cell.reed.glass, GLASS, 7)):
                ends = Place(cell.place.offset, cell.place.turned, length).holes()
                place.plot(*zip(*(np.add(middle, end) for end in ends), strict=True), color=colour, linewidth=thick,
                           alpha=0.9 if own else 0.45, solid_capstyle="butt")  # fmt: skip
            place.add_patch(Circle(middle, cell.stone_diameter / 2, fill=False, edgecolor=INK if own else GREY,
                                   linestyle="--" if own else "-"))  # fmt: skip
            place.plot(*middle, ".", color=INK)
    meanings = (
        (SURE, f"closes the middle reed: worth {number(last)} AT or more by every reading"),
        (LIKELY, f"may close it: {number(first)} AT or more by one reading"),
        (NEVER, f"does not close it, but may hold it: {number(release)} AT or more by one"),
    )
    sheet.legend(handles=[Patch(color=fill, label=words) for fill, words in meanings], loc="outside lower left",
                 title="A stone whose middle lies on the colour", alignment="left")  # fmt: skip
    words = "Dashed: a stone on its point.\nGrey: its eight neighbours.\nSquares: the cells."
    sheet.text(0.75, 0.02, words)
    return _svg(sheet, "Where a stone closes a reed, seen from above")


def _reed(place: Axes, cell: Cell, offset: float, axis: float, low: float) -> None:
    """Draw a reed from the side, its middle at (`offset`, `axis`), and its leads down to `low`."""
    half, glass = cell.place.span / 2, cell.reed.glass
    place.add_patch(Rectangle((offset - glass / 2, axis - cell.glass_diameter / 2), glass, cell.glass_diameter,
                              facecolor=GLASS, edgecolor=GREY, alpha=0.8))  # fmt: skip
    for side, lift in ((-1, 0.15), (1, -0.15)):  # the blades overlap in the middle
        end = offset + side * half
        place.plot([end, end, offset - side], [low, axis, axis + lift], color=IRON, linewidth=3)


def from_the_side(cell: Cell) -> str:
    """Draw field lines and the field along the blades, for a reed under the point and for one beside it."""
    sheet = _figure(1010, 470)
    disc, gap = cell.disc, cell.gap
    beside = number(cell.place.offset)
    for place, offset, words in zip(
        sheet.subplots(1, 2), (0.0, cell.place.offset),
        ("Under the point: the halves cancel, it stays open", f"{beside} mm beside it: one way wins, it closes"),
        strict=True,
    ):  # fmt: skip
        _plain(place, (offset - 18.5, offset + 18.5), (-23.0, 5.0))
        place.set_title(words, fontweight="bold")
        xs, zs = np.linspace(-19, 26, 91), np.linspace(-23, 5, 57)
        across, up = _in_plane(disc, xs, zs)
        starts = np.linspace(-disc.diameter / 2, disc.diameter / 2, 14)
        place.streamplot(xs, zs, across, up, color="#c9d1d8", linewidth=1, arrowstyle="-", broken_streamlines=False,
                         start_points=np.column_stack([starts, np.full(14, -0.3)]))  # fmt: skip
        place.add_patch(Rectangle((-disc.diameter / 2, 0), disc.diameter, disc.height, facecolor="#d8d8d8",
                                  edgecolor=INK, zorder=3))  # fmt: skip
        place.text(0, disc.height / 2, "magnet", ha="center", va="center_baseline", zorder=4)
        _reed(place, cell, offset, -gap, -gap - 0.75 * cell.reed_axis)
        at = np.linspace(-cell.place.span / 2, cell.place.span / 2, 41)
        values = along(disc, Place(offset, 0, cell.place.span), gap, (0, 0), at)
        base = -gap - 11
        place.bar(offset + at, values / 10, 0.45, base, color=[RED if each > 0 else BLUE for each in values])
        place.hlines(base, offset + at[0] - 1, offset + at[-1] + 1, color=INK)
    mean = abs(float(felt(disc, cell.place, gap, np.zeros((1, 2)), cell.place.span)[0]))
    sheet.supxlabel(
        f"Gap {number(gap)} mm. Bars: the field along the blades, red to the right, blue to the left, as it is without "
        f"the reed's iron.\nAveraged, the middle counting most: 0 on the left, {number(mean)} mT on the right. "
        "A turned magnet swaps red and blue;\na reed does not mind.", ha="left", x=0.01, fontsize=14,
    )  # fmt: skip
    return _svg(sheet, "Why the reed is not under its point")


def _in_plane(disc: Disc, xs: np.ndarray, zs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the field across and up in the plane of the magnet's axis, at heights `zs` over its lower face.

    It is NaN in the magnet, so that the field lines end there.
    """
    x, z = np.meshgrid(xs, zs - disc.height / 2)
    found = field(disc, np.column_stack([x.ravel(), np.zeros(x.size), z.ravel()]))
    found[((np.abs(x) < disc.diameter / 2) & (np.abs(z) < disc.height / 2)).ravel()] = np.nan
    return found[:, 0].reshape(x.shape), found[:, 2].reshape(x.shape)


def section(cell: Cell) -> str:
    """Draw a cut along the reed, to scale: table, tile, light, reed, wall, plate, stone, and a player's eye."""
    sheet = _figure(1010, 560)
    corner, top, rim = cell.pitch / math.sqrt(2), cell.plate_above + cell.plate, cell.stone_diameter / 2
    edge = corner + 1.2
    place = _plain(sheet.subplots(), (-edge - 1, edge + 18), (-cell.pcb - _BELOW - 1.5, top + 14), frame=False)

    def box(left: float, right: float, low: float, high: float, fill: str, line: str = INK) -> None:
        place.add_patch(Rectangle((left, low), right - left, high - low, facecolor=fill, edgecolor=line))

    for side in (-1, 1):  # the light of the ring, from the LED to the plate
        place.fill([0, side * rim, side * (rim + light.RING)], [cell.led, *2 * [cell.plate_above]], LIT, alpha=0.3)
    box(-edge, edge, -cell.pcb - _BELOW, -cell.pcb - _BELOW + 1.2, "#c9a777")
    box(-edge, edge, -cell.pcb, 0, "#3d7a4f")
    wide = cell.wall / math.sqrt(2)
    for at in (-corner, corner):
        box(at - wide, at + wide, 0, cell.plate_above, "#e4e4e4")
    box(-edge, edge, cell.plate_above, top, "#f3ead2")
    for left in (-rim - light.RING, rim):
        box(left, left + light.RING, cell.plate_above, top, LIT, "none")
    box(-2.5, 2.5, 0, cell.led, "#fafafa")
    place.plot(0, cell.led, "o", color=LIT, markeredgecolor=INK)
    _reed(place, cell, cell.place.offset, cell.reed_axis, -cell.pcb - cell.lead_below(cell.reed))
    arc = np.linspace(-rim, rim, 201)
    dome = light.dome(cell, arc)
    place.fill([-rim, *arc, rim], [top, *(top + dome), top], BLACK)
    foot, disc = top + cell.stone_foot, cell.disc
    box(-disc.diameter / 2, disc.diameter / 2, foot, foot + disc.height, "#c7ccd1")
    place.text(0, foot + disc.height / 2, "magnet", ha="center", va="center_baseline")
    place.text(0, top + 5, "stone", ha="center", color="white")
    # the eye at the left: of the rays that touch the stone, the one that reaches the plate furthest to the right
    high, away = light.EYES[-1]
    slope = high / away
    lands = float((arc + dome / slope).max())
    for x, colour, line in ((lands, RED, "--"), (-rim - light.RING, SURE, "-")):
        place.plot([x, -21], [top, top + (x + 21) * slope], line, color=colour)
    place.text(-edge, top + 6, "to the eye", color=SURE)
    place.hlines(top + 0.3, rim, lands, color=RED, linewidth=4)
    place.text(lands + 0.5, top + 0.8, f"from an eye {high} mm up, {away} mm away:\nhidden: {number(lands - rim)} mm",
               color=RED)  # fmt: skip
    for words, start, to in (
        ("wall", (-22, 3.5), (-corner + 0.3, 4)), ("LED", (1, -4.5), (1.5, 0.9)), ("tile", (-19, -4.5), (-16, -0.9)),
        ("reed", (10.5, 2.5), (cell.place.offset + 4, cell.reed_axis - 0.9)),
        ("plate", (-21.5, 6.2), (-19, cell.plate_above + 0.5)),
    ):  # fmt: skip
        place.annotate(words, to, start, arrowprops={"arrowstyle": "-", "color": GREY})
    place.text(-22, -cell.pcb - _BELOW + 1.8, f"table, {cell.base:g} below; spacers not drawn")
    words = "Cut along a reed, from corner to corner of a cell, to scale. Sizes in mm."
    place.text(-edge, -cell.pcb - _BELOW - 1.3, words)
    heights = (
        (0.0, cell.plate_above, f"walls {number(cell.plate_above)}"),
        (0.0, cell.reed_axis, f"tile to middle of glass {number(cell.reed_axis)}"),
        (cell.led, cell.plate_above, f"light to plate {number(cell.led_depth)}"),
        (cell.plate_above, top, f"plate {number(cell.plate)}"),
        (cell.reed_axis, foot, f"gap, magnet to blade {number(cell.gap)}"),
    )
    for k, (low, upper, words) in enumerate(heights):
        x = edge + 1.5 + 2.2 * k
        place.annotate("", (x, low), (x, upper), arrowprops={"arrowstyle": "|-|,widthA=0.3,widthB=0.3", "shrinkA": 0,
                                                             "shrinkB": 0})  # fmt: skip
        place.text(x, low - 1.4, "abcde"[k], ha="center", style="italic")
        place.text(edge, top + 13 - 1.4 * k, f"{'abcde'[k]}  {words}")
    return _svg(sheet, "The stack, cut along a reed")


def _figure(width: int, height: int) -> Figure:
    """Return an empty figure on a white sheet; sizes in pixels. The user's own settings of Matplotlib don't matter."""
    matplotlib.rcdefaults()
    matplotlib.rcParams.update({
        "svg.fonttype": "none",  # words stay words
        "font.sans-serif": ["DejaVu Sans", "Arial"], "font.size": 14, "text.color": INK,
        "axes.titlesize": 14, "axes.titlelocation": "left", "axes.edgecolor": INK, "legend.frameon": False,
    })  # fmt: skip
    return Figure((width / 72, height / 72), layout="constrained")


def _plain(place: Axes, across: tuple[float, float], up: tuple[float, float], frame: bool = True) -> Axes:
    """Make the axes a sheet to draw on, with equal scales and without numbers."""
    place.set(xlim=across, ylim=up, xticks=(), yticks=(), aspect="equal")
    place.set_frame_on(frame)
    return place


def _svg(made: Figure, title: str) -> str:
    """Return the figure's SVG. Numbers are rounded and names are counted, to be equal on all machines."""
    file = io.StringIO()
    nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    made.savefig(file, format="svg", metadata={**nothing, "Title": title})
    text = file.getvalue()
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d+", _short, tag[0]), text[text.index("<svg") :])
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    names: dict[str, str] = {}
    text = re.sub(r"\b[a-z][0-9a-f]{10}\b", lambda name: names.setdefault(name[0], f"name_{len(names)}"), text)
    return re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', text)


def _short(found: re.Match[str]) -> str:
    return f"{round(float(found[0]), 1) + 0:g}"  # + 0: no -0
