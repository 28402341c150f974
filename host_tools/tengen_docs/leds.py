"""Draw the board's lights as an animated SVG. The firmware draws the frames, and CSS keyframes repeat them.

The shapes and colours are those of the virtual board's page (web/page/board/board.js and style.css). A viewer without
animation shows the first frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from tengen import wiring
from tengen.lights.kernels import scale
from tengen.lights.picture import Picture
from tengen.lights.scene import Scene
from tengen.maintenance import wire_map

CELL, STONE = 40, 16.8  # on the page's board: the distance between two lines, and the radius of a stone
PITCH, HEIGHT = 32, 32  # on the page's edge bar: the distance between two lights, and the height of the bar
GAMMA = 2.2
SHADES = {
    "black": ((0, "#85858d"), (0.16, "#4d4d54"), (0.55, "#222226"), (1, "#060608")),
    "white": ((0, "#ffffff"), (0.45, "#f6f3ec"), (0.8, "#d9d3c6"), (1, "#a9a191")),
    "common": ((0, "#c9dcef"), (0.3, "#7ba0c4"), (0.75, "#4c7197"), (1, "#263f58")),
}
GLOW = ((0, 1), (0.22, 0.85), (0.55, 0.6), (0.75, 0.24), (1, 0))

_WIRED = wire_map.defaults(wiring)
_LONGEST_MS = 12_000  # no rhythm takes longer
_SMOOTH = 12  # a rhythm with more steps than this is a wave: straight lines join its keyframes
_EVEN = 0.015  # how far a straight line may be from a step of a wave, as a share of the brightness

Frames = list[tuple[int, bytes]]


@dataclass
class Window:
    """The part of the board that is drawn: its lower left point (column, row), and its size (columns, rows)."""

    left: int
    low: int
    columns: int
    rows: int

    def place(self, point: int) -> tuple[int, int] | None:
        """Return where a point is in the drawing, or None if it is outside."""
        across, up = point % wiring.SIZE - self.left, point // wiring.SIZE - self.low
        inside = 0 <= across < self.columns and 0 <= up < self.rows
        return (CELL * across + CELL // 2, CELL * (self.rows - 1 - up) + CELL // 2) if inside else None


def frames(picture: Picture, lasts: int = 0) -> tuple[int, Frames]:
    """Return a picture's period, and its frames as the firmware sends them, each with its time; times in ms.

    The picture repeats after its period.

    `lasts` sets the period for a picture that begins with an effect that happens only once. A still picture has the
    period 0.
    """
    scene, drawn, sent = Scene(), bytearray(3 * wiring.PIXELS), bytearray(3 * wiring.PIXELS)
    found: Frames = []
    now = 0
    while now < 2 * _LONGEST_MS:
        soon = scene.draw(drawn, picture, now, _WIRED)
        scale(drawn, sent, (256 * wiring.BRIGHTNESS // 100) << 16 | len(sent), 0)
        if not found or bytes(sent) != found[-1][1]:
            found.append((now, bytes(sent)))
        if soon < 0:
            break
        now += soon
    if len(found) == 1:
        return 0, found
    period = lasts or next(at for at, _ in found[1:] if _repeats(found, at))
    return period, [(at, frame) for at, frame in found if at < period]


def _repeats(found: Frames, period: int) -> bool:
    again = [(at - period, frame) for at, frame in found if at >= period]
    return again == found[: len(again)] if period <= _LONGEST_MS else False


# How a light looks


@dataclass(frozen=True)
class Look:
    """How a light looks on the page: its colour, the colour of its dazzling middle, and its strength from 0 to 1."""

    strength: float
    colour: str = "#000"
    core: tuple[int, ...] = (0, 0, 0)


def look(grb: bytes) -> Look:
    """Return the look of a pixel. `grb`: its bytes on the wire, green, red and blue."""
    green, red, blue = grb
    most = max(grb)
    if not most:
        return Look(0)
    strength = (most / 255) ** (1 / GAMMA)
    full = [255 * (value / most) ** (1 / GAMMA) for value in (red, green, blue)]
    whiter = 0.25 + 0.45 * strength  # a strong light dazzles more, so its middle is whiter
    core = tuple(round(value + (255 - value) * whiter) for value in full)
    return Look(strength, _hex(round(value) for value in full), core)


def _hex(parts: Iterable[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in parts)


# The drawn parts of each light, each with the properties that depend on the light's look


def _well(its: Look) -> dict[str, str]:
    return {"opacity": _short(0.62 if its.strength else 0)}


def _edge(its: Look) -> dict[str, str]:
    return {"opacity": _short(0.3 + 0.5 * its.strength if its.strength else 0)}


def _glow(its: Look) -> dict[str, str]:
    return {"fill-opacity": _short(0.3 + 0.7 * its.strength if its.strength else 0)}


def _core(its: Look) -> dict[str, str]:
    return {"opacity": _short(0.6 + 0.4 * its.strength if its.strength else 0), "fill": _hex(its.core)}


def _rim(its: Look) -> dict[str, str]:
    return {"opacity": _short(0.4 + 0.6 * its.strength if its.strength else 0), "stroke": _hex(its.core)}


def _sign_glow(its: Look) -> dict[str, str]:
    return {"fill-opacity": _short(0.35 if its.strength else 0)}


def _sign_core(its: Look) -> dict[str, str]:
    return {"opacity": _short(1 if its.strength else 0), "stroke": _hex(its.core)}


def _bar_glow(its: Look) -> dict[str, str]:
    return {"fill-opacity": _short(0.7 * its.strength)}


def _bar_core(its: Look) -> dict[str, str]:
    return {"opacity": _short(0.55 + 0.45 * its.strength if its.strength else 0), "fill": _hex(its.core)}


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# (class, shape, the properties that depend on the look); the shape is for a light at x, y. A disc without an edge is
# drawn as a dot of a path, because this is short.
_OPEN = (("w", "M{x} {y}h0", _well), ("g", '<circle cx="{x}" cy="{y}" r="32"/>', _glow),
         ("c", '<circle cx="{x}" cy="{y}" r="7"/>', _core))  # fmt: skip
_COVERED = (("e", '<circle cx="{x}" cy="{y}" r="20.8"/>', _edge), ("g", '<circle cx="{x}" cy="{y}" r="32"/>', _glow),
            ("r", '<circle cx="{x}" cy="{y}" r="18.4"/>', _rim))  # fmt: skip
_SIGN = (("g", '<circle cx="{x}" cy="{y}" r="32"/>', _sign_glow), ("s", "M{x} {y}h0", _sign_core))
_WINDOW = (("g", '<ellipse cx="{x}" cy="{y}" rx="21" ry="17.6"/>', _bar_glow),
           ("b", '<rect x="{left}" y="{top}" width="21" height="8" rx="4"/>', _bar_core))  # fmt: skip

STYLES = {
    "l": "fill:none;stroke:#2e1a08;stroke-width:1.2",
    "n": "stroke:#3a2411;stroke-width:4.6;stroke-linecap:round;stroke-dasharray:0 40;opacity:.6",
    "w": "stroke:#1d0e02;stroke-width:25;stroke-linecap:round",
    "s": "stroke-width:24;stroke-linecap:round",
    "e": "fill:none;stroke:#1d0e02;stroke-width:1.8",
    "c": "stroke:#1d0e02;stroke-width:2.4",
    "r": "fill:none;stroke-width:3",
}


@dataclass
class _Drawing:
    """The parts of an SVG: its definitions, its styles, its shapes."""

    defs: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    names: Iterator[int] = field(default_factory=lambda: iter(range(1000)))

    def text(self, width: int, height: int, shown: float, title: str, prefix: str) -> str:
        defs = f"<defs>{''.join(self.defs)}</defs>" if self.defs else ""
        body = "".join(self.shapes)
        used = [f".{name}{{{style}}}" for name, style in STYLES.items() if f'class="{name}' in body]
        moving = self.styles + ["@media(prefers-reduced-motion:reduce){*{animation:none!important}}"] * bool(
            self.styles
        )
        style = f"<style>{''.join(used + moving)}</style>" if used or moving else ""
        said = f"<title>{escape(title)}</title>" if title else ""
        whole = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{shown:g}" '
            f'height="{shown * height / width:g}" role="img">{said}{defs}{style}{body}</svg>\n'
        )
        return whole.replace("@@", prefix)


def _lights(drawing: _Drawing, lit: Sequence[tuple[tuple[Look, ...], dict[str, Any]]], parts: Any, period: int,
            times: Sequence[int]) -> None:  # fmt: skip
    """Draw lights, each with its looks over time and its place. Lights that always look the same share their styles."""
    together: dict[tuple[Look, ...], list[dict[str, Any]]] = {}
    for looks, place in lit:
        if any(its.strength for its in looks):
            together.setdefault(looks, []).append(place)
    for all_looks, places in together.items():
        its_period, its_times, its_looks = _once(period, times, all_looks)
        name = f"@@{next(drawing.names)}"
        strongest = max(its_looks, key=lambda its: its.strength)
        stops = "".join(f'<stop offset="{at}" stop-color="{strongest.colour}" stop-opacity="{_short(opacity)}"/>'
                        for at, opacity in GLOW)  # fmt: skip
        drawing.defs.append(f'<radialGradient id="{name}">{stops}</radialGradient>')
        for kind, shape, of_look in parts:
            drawn = "".join(shape.format(**place) for place in places)
            if shape[0] == "M":
                drawn = f'<path d="{drawn}"/>'
            first = "".join(f' {key}="{value}"' for key, value in of_look(its_looks[0]).items())
            moving = _keyframes(drawing, [of_look(its) for its in its_looks], its_period, its_times)
            fill = f' fill="url(#{name})"' if kind == "g" else ""
            drawing.shapes.append(f'<g class="{kind}{moving}"{fill}{first}>{drawn}</g>')


def _once(period: int, times: Sequence[int], looks: Sequence[Look]) -> tuple[int, list[int], list[Look]]:
    """Return a light's own period, times and looks. The period of the whole picture may be a multiple of it."""
    steps = [(at, its) for number, (at, its) in enumerate(zip(times, looks, strict=True))
             if not number or its != looks[number - 1]]  # fmt: skip
    for count in range(1, len(steps) + 1):
        own, part = steps[:count], period * count // len(steps)
        again = [(at + turn * part, its) for turn in range(len(steps) // count) for at, its in own]
        if len(steps) % count == 0 and again == steps:
            return part, [at for at, _ in own], [its for _, its in own]
    return period, list(times), list(looks)


def _keyframes(drawing: _Drawing, values: list[dict[str, str]], period: int, times: Sequence[int]) -> str:
    """Add keyframes for these values and times. Return a blank and their class's name, or "" if nothing changes."""
    moving = [key for key in values[0] if len({each[key] for each in values}) > 1]
    if not moving:
        return ""
    steps = [(at, each) for number, (at, each) in enumerate(zip(times, values, strict=True))
             if not number or each != values[number - 1]]  # fmt: skip
    timing = "step-end"
    if len(steps) > _SMOOTH:
        timing, steps = (
            "linear",
            _straightened([*steps, (period, steps[0][1])], "opacity" if "opacity" in moving else moving[0]),
        )
    name = f"@@k{next(drawing.names)}"
    rules = "".join(
        f"{_short(100 * at / period)}%{{{';'.join(f'{key}:{each[key]}' for key in moving)}}}" for at, each in steps
    )
    drawing.styles.append(f"@keyframes {name}{{{rules}}}.{name}{{animation:{name} {period}ms {timing} infinite}}")
    return f" {name}"


def _straightened(steps: list[tuple[int, dict[str, str]]], key: str) -> list[tuple[int, dict[str, str]]]:
    """Return the steps of a wave without those on a straight line between their neighbours."""
    (start, first), (end, last) = steps[0], steps[-1]
    low, high = float(first[key]), float(last[key])
    off = [abs(float(each[key]) - low - (high - low) * (at - start) / (end - start)) for at, each in steps]
    most = max(range(len(steps)), key=off.__getitem__)
    if off[most] <= _EVEN:
        return [steps[0], steps[-1]]
    return _straightened(steps[: most + 1], key) + _straightened(steps[most:], key)[1:]


# Pictures


def board(picture: Picture, window: Window, cells: bytes, title: str = "", *, shown: float = 0, sign: bool = False,
          lasts: int = 0, still: bool = False, prefix: str = "") -> str:  # fmt: skip
    """Return a part of the board with its stones and lights, as SVG.

    `cells`: the stones. `shown`: the width on the page. `sign`: draw wood and stones faintly, as behind a menu's sign.
    `still`: draw only the first frame. `prefix`: begins the names of lights and animations in the SVG, so that several
    drawings can be in one document. Wood and stones look the same in all drawings, so these share their names.
    """
    drawing = _Drawing()
    width, height = CELL * window.columns, CELL * window.rows
    drawing.defs.append(
        '<linearGradient id="wood" x2="1" y2=".25"><stop stop-color="#c08a48"/><stop offset=".45" '
        'stop-color="#cb9853"/><stop offset="1" stop-color="#b88142"/></linearGradient>'
    )
    drawing.shapes.append(f'<path fill="url(#wood)" d="M0 0H{width}V{height}H0Z"/>')
    drawing.shapes += _grid(window)
    lying = {point: cells[point] for point in range(len(cells)) if cells[point] and window.place(point)}
    stones = list(_stones(drawing, window, lying, sign))
    if sign:
        drawing.shapes.append(f'<path fill="#140a03" opacity=".55" d="M0 0H{width}V{height}H0Z"/>')
    period, found = frames(picture, lasts)
    if still:
        period, found = 0, found[:1]
    covered: list[tuple[tuple[Look, ...], dict[str, Any]]] = []
    free: list[tuple[tuple[Look, ...], dict[str, Any]]] = []
    for point in range(wiring.SIZE**2):
        if place := window.place(point):
            at = 3 * _WIRED.pixel_of[point]
            looks = tuple(look(frame[at : at + 3]) for _, frame in found)
            (covered if point in lying else free).append((looks, dict(zip("xy", place, strict=True))))
    times = [at for at, _ in found]
    _lights(drawing, free, _SIGN if sign else _OPEN, period, times)
    _lights(drawing, covered, _COVERED, period, times)
    drawing.shapes += stones
    return drawing.text(width, height, shown or width, title, prefix)


def _grid(window: Window) -> Iterator[str]:
    size, half = wiring.SIZE, CELL // 2
    width, height = CELL * window.columns, CELL * window.rows
    left, right = half if window.left == 0 else 0, width - half * (window.left + window.columns == size)
    top, bottom = half if window.low + window.rows == size else 0, height - half * (window.low == 0)
    rows, columns = range(half, height, CELL), range(half, width, CELL)
    lines = [f"M{left} {y}H{right}" for y in rows] + [f"M{x} {top}V{bottom}" for x in columns]
    yield f'<path class="l" d="{"".join(lines)}"/>'
    for point in (112, 48, 56, 168, 176):
        if place := window.place(point):
            yield f'<circle cx="{place[0]}" cy="{place[1]}" r="5.4" fill="#2e1a08"/>'
    yield f'<path class="n" d="{"".join(f"M{half} {y}H{width}" for y in rows)}"/>'


def _stones(drawing: _Drawing, window: Window, lying: dict[int, int], sign: bool) -> Iterator[str]:
    names = {1: "black", 2: "white", 4: "common"}
    for cell in sorted(set(lying.values())):
        name = names[cell]
        stops = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in SHADES[name])
        drawing.defs.append(f'<radialGradient id="{name}" cx=".36" cy=".3" r=".78">{stops}</radialGradient>')
        places = [place for point, its in lying.items() if its == cell and (place := window.place(point))]
        shadows = "".join(f'<circle cx="{x + 1.6:g}" cy="{y + 2.6:g}" r="{STONE}"/>' for x, y in places)
        drawing.shapes.append(f'<g fill="#1c0c00" opacity=".4">{shadows}</g>')
        edge = ' stroke="#fff" stroke-width="1.4"' if sign and name == "black" else ' stroke="#0007" stroke-width=".6"'
        dimmed = ' style="filter:brightness(.56)"' if sign else ""
        circles = "".join(f'<circle cx="{x}" cy="{y}" r="{STONE}"/>' for x, y in places)
        yield f'<g fill="url(#{name})"{edge}{dimmed}>{circles}</g>'


def bar(picture: Picture, title: str = "", *, shown: float = 0, still: bool = False, prefix: str = "") -> str:
    """Return the edge bar of Player 1, as SVG."""
    drawing = _Drawing()
    width = PITCH * wiring.BAR_LENGTH
    drawing.shapes.append(
        f'<rect x="1" y="6" width="{width - 2}" height="{HEIGHT - 12}" rx="10" fill="#120b06" stroke="#6d4a28"/>'
    )
    windows = "".join(f"M{PITCH * at + 9.5} 16h13" for at in range(wiring.BAR_LENGTH))
    drawing.shapes.append(f'<path stroke="#2a211a" stroke-width="8" stroke-linecap="round" d="{windows}"/>')
    period, found = frames(picture)
    if still:
        period, found = 0, found[:1]
    lit = []
    for number, pixel in enumerate(_WIRED.bars[0]):
        looks = tuple(look(frame[3 * pixel : 3 * pixel + 3]) for _, frame in found)
        x = PITCH * number + PITCH // 2
        lit.append((looks, {"x": x, "y": HEIGHT // 2, "left": x - 10.5, "top": HEIGHT // 2 - 4}))
    _lights(drawing, lit, _WINDOW, period, [at for at, _ in found])
    return drawing.text(width, HEIGHT, shown or width, title, prefix)
