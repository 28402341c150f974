"""Draw the shapes of a diagram as a PNG, or a whole game as an animated GIF.

Pillow draws all pixels, with its own font or with fonts on this computer (fonts.py). Each shape is drawn four times as
large and then reduced, for smooth edges.
"""

from __future__ import annotations

import functools
import io
import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps, PngImagePlugin

from . import diagram, fonts
from .diagram import HALO, Circle, Ground, Line, Loop, Shape, Stone, Text
from .record import Record
from .svg import FLAT, SHADOW

# pixels from one line of the board to the next; the limit for a GIF is lower, because all frames are in memory
PITCHES, GIF_PITCHES = range(8, 161), range(8, 61)

MOVE_MS, LAST_MS = 800, 4000  # the time for each move of an animation, and for its last position

_FINER = 4
_BOLD = 0.03  # the stroke around a bold letter, as a fraction of its size

_STOPS = {
    "black": ((0.0, (0x75, 0x75, 0x7C)), (0.22, (0x45, 0x45, 0x4B)), (0.6, (0x20, 0x20, 0x24)), (1.0, (8, 8, 10))),
    "white": (
        (0.0, (255, 255, 255)),
        (0.45, (0xF8, 0xF5, 0xEE)),
        (0.8, (0xDD, 0xD7, 0xCA)),
        (1.0, (0xB0, 0xA8, 0x98)),
    ),
    "neutral": ((0.0, (0x8F, 0x9A, 0xA3)), (1.0, (0x8F, 0x9A, 0xA3))),
    "common": ((0.0, (0xD9, 0x8C, 0x3F)), (1.0, (0xD9, 0x8C, 0x3F))),
}
_SHADOW_COLOUR = (0x1C, 0x0C, 0)
_WOOD = ((0x9A, 0x63, 0x2B), (0xD9, 0xA8, 0x63), (0xF0, 0xCD, 0x93))  # the darkest, the middle, the lightest colour


class GivenUp(Exception):
    """The caller no longer wants the picture (see png())."""


def _always() -> bool:
    return True


def png(
    shapes: Iterable[Shape], pitch: int = 80, title: str = "", wanted: Callable[[], bool] = _always
) -> bytes:
    """Return a PNG with `pitch` pixels from line to line. Raises ValueError for a pitch that is not in PITCHES.

    `wanted` is called before each shape; if it returns False, GivenUp is raised.
    """
    info = PngImagePlugin.PngInfo()
    if title:
        info.add_itxt("Title", title.encode(errors="replace").decode())
    written = io.BytesIO()
    image(shapes, pitch, wanted).save(written, "PNG", pnginfo=info)
    return written.getvalue()


def gif(
    record: Record, pitch: int = 40, move_ms: int = MOVE_MS, wanted: Callable[[], bool] = _always, **look: Any
) -> bytes:
    """Return the game move by move, from the empty board or the set-up stones, as a GIF that repeats.

    `look`: the arguments of diagram.shapes(); `lines` are drawn only in the last picture. Raises ValueError like
    shapes(), and for a pitch that is not in GIF_PITCHES, and GivenUp like png().
    """
    _check(pitch, GIF_PITCHES)
    lines: Sequence[Any] = look.pop("lines", ())
    end = look.pop("upto", None)
    end = len(record.moves) if end is None else end
    # one palette for all frames, because unchanged pixels then need not be stored again
    palette = _palette(image(diagram.shapes(record, upto=end, lines=lines, **look), pitch))

    def frame(upto: int) -> Image.Image:
        drawn = image(diagram.shapes(record, upto=upto, lines=lines if upto == end else (), **look), pitch, wanted)
        return drawn.quantize(palette=palette, dither=Image.Dither.NONE)

    written = io.BytesIO()
    times = [move_ms] * end + [max(move_ms, LAST_MS)]
    others = map(frame, range(1, end + 1))
    frame(0).save(written, "GIF", save_all=True, append_images=others, duration=times, loop=0, disposal=1)
    return written.getvalue()


def _palette(image: Image.Image) -> Image.Image:
    """Return a palette of 256 colours for a game with this last picture.

    Most are colours of the board; the rest are for stones of both colours and for rings.
    """
    swatch = Image.new("RGB", (image.width, image.height + 60))
    swatch.paste(image, (0, 0))
    swatches = ("#ffa033", "#d9480f", "#ffffff", "#111111", "#f4f1ea", "#202024")
    for number, colour in enumerate(swatches):
        swatch.paste(colour, (number * 60, image.height, number * 60 + 60, image.height + 60))
    for number, colour in enumerate(_STOPS):
        stone = _stone(28, colour)
        swatch.paste(stone, (len(swatches) * 60 + 60 * number, image.height))
    return swatch.quantize(256, method=Image.Quantize.MEDIANCUT)


def image(shapes: Iterable[Shape], pitch: int, wanted: Callable[[], bool] = _always) -> Image.Image:
    """Return the picture itself. Raises ValueError for a pitch that is not in PITCHES, GivenUp like png()."""
    _check(pitch, PITCHES)
    first, *others = shapes
    assert isinstance(first, Ground)
    scale = pitch / diagram.PITCH
    size = round(first.width * scale), round(first.height * scale)
    canvas = _Canvas((_wood(*size) if first.theme == "wood" else Image.new("RGB", size, "white")).copy(), scale)
    wood = first.theme == "wood"
    stones = [shape for shape in others if isinstance(shape, Stone)]
    for stone in stones if wood else ():
        canvas.shadow(stone)
    for shape in others:
        if not wanted():
            raise GivenUp
        if isinstance(shape, Line):
            canvas.line(shape)
        elif isinstance(shape, Loop):
            canvas.loop(shape)
        elif isinstance(shape, Circle):
            canvas.circle(shape)
        elif isinstance(shape, Text):
            canvas.text(shape)
        elif isinstance(shape, Stone):
            canvas.stone(shape, wood)
    return canvas.image


def _check(pitch: int, pitches: range) -> None:
    if pitch not in pitches:
        raise ValueError(f"{pitch} pixels from line to line: there may be {pitches[0]} to {pitches[-1]}")


class _Canvas:
    """An image, and the scale in pixels per unit of the diagram. A place is the centre of a pixel."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image = image
        self._scale = scale

    def line(self, line: Line) -> None:
        start, end = self._at(line.x1, line.y1), self._at(line.x2, line.y2)
        if start[0] != end[0] and start[1] != end[1]:
            self._stroke([[start, end]], line.width * self._scale, line.colour)
            return
        # the width is an odd number of pixels, so that the line is sharp and centred on the points of the board
        half = max(0, round((line.width * self._scale - 1) / 2))
        left, right = sorted((start[0], end[0]))
        top, bottom = sorted((start[1], end[1]))
        ImageDraw.Draw(self.image).rectangle((left - half, top - half, right + half, bottom + half), fill=line.colour)

    def loop(self, loop: Loop) -> None:
        closed = [(x * self._scale - 0.5, y * self._scale - 0.5) for x, y in (*loop.places, loop.places[0])]
        self._stroke([closed], (loop.width + HALO) * self._scale, loop.halo)
        dash = [length * self._scale for length in loop.dash]
        self._stroke(list(_dashes(closed, dash)) if dash else [closed], loop.width * self._scale, loop.colour)

    def _stroke(self, strokes: list[list[tuple[float, float]]], width: float, colour: str) -> None:
        """Draw lines from place to place, with round ends."""
        half = width / 2
        across, down = ([place[at] for stroke in strokes for place in stroke] for at in (0, 1))

        def draw(draw: ImageDraw.ImageDraw, finer: Callable[[float, float], tuple[float, float]]) -> None:
            for stroke in strokes:
                places = [finer(*place) for place in stroke]
                draw.line(places, fill=255, width=round(width * _FINER), joint="curve")
                for x, y in places:
                    draw.ellipse(_around(x, y, half * _FINER), fill=255)

        self._paint((min(across) - half, min(down) - half, max(across) + half, max(down) + half), colour, draw)

    def circle(self, circle: Circle) -> None:
        x, y = self._at(circle.x, circle.y)
        r, half = circle.r * self._scale, circle.width * self._scale / 2

        def disc(draw: ImageDraw.ImageDraw, finer: Callable[[float, float], tuple[float, float]]) -> None:
            draw.ellipse(_around(*finer(x, y), r * _FINER), fill=255)

        def ring(draw: ImageDraw.ImageDraw, finer: Callable[[float, float], tuple[float, float]]) -> None:
            draw.ellipse(_around(*finer(x, y), (r + half) * _FINER), fill=255)
            draw.ellipse(_around(*finer(x, y), (r - half) * _FINER), fill=0)

        if circle.fill:
            self._paint(_around(x, y, r), circle.fill, disc)
        if circle.stroke:
            self._paint(_around(x, y, r + half), circle.stroke, ring)

    def stone(self, stone: Stone, wood: bool) -> None:
        if wood:
            x, y = self._at(stone.x, stone.y)
            sprite = _stone(round(stone.r * self._scale), stone.colour)
            self.image.paste(sprite, (int(x) - sprite.width // 2, int(y) - sprite.height // 2), sprite)
            return
        self.circle(Circle(stone.x, stone.y, stone.r, fill="#000000"))
        if stone.colour != "black":
            self.circle(Circle(stone.x, stone.y, stone.r - 1.6, fill=FLAT[stone.colour]))

    def shadow(self, stone: Stone) -> None:
        x, y = self._at(stone.x + SHADOW[0], stone.y + SHADOW[1])
        mask = _shadow(round(stone.r * self._scale))
        left, top = int(x) - mask.width // 2, int(y) - mask.height // 2
        self.image.paste(_SHADOW_COLOUR, (left, top, left + mask.width, top + mask.height), mask)

    def text(self, text: Text) -> None:
        x, y = self._at(text.x, text.y)
        runs = fonts.runs(text.text, text.size * self._scale)
        around = text.size * self._scale * _BOLD if text.bold else 0
        starts = list(itertools.accumulate((font.getlength(piece) for font, piece in runs), initial=0.0))
        left, right = _ink(*runs[0])[0], starts[len(runs) - 1] + _ink(*runs[-1])[1]
        # the text is centred by the height of a digit, without descenders
        _, top, _, bottom = runs[0][0].getbbox("0", anchor="ls")
        across = x - left if text.left else x + 0.5 - (left + right) / 2
        down = y + 0.5 - (top + bottom) / 2
        draw = ImageDraw.Draw(self.image)
        for (font, piece), start in zip(runs, starts, strict=False):
            draw.text((across + start, down), piece, fill=text.colour, font=font, anchor="ls", stroke_width=around)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return math.floor(x * self._scale), math.floor(y * self._scale)

    def _paint(
        self,
        box: tuple[float, float, float, float],
        colour: str,
        draw: Callable[[ImageDraw.ImageDraw, Callable[[float, float], tuple[float, float]]], None],
    ) -> None:
        """Paint through a mask of the box, in which `draw` draws in white at _FINER times the size.

        `draw` gets the mask, and a function that converts x and y to a place on the mask.
        """
        left, top = math.floor(box[0]) - 1, math.floor(box[1]) - 1
        size = math.ceil(box[2]) + 3 - left, math.ceil(box[3]) + 3 - top
        mask = Image.new("L", (size[0] * _FINER, size[1] * _FINER))
        draw(ImageDraw.Draw(mask), lambda x, y: ((x + 0.5 - left) * _FINER - 0.5, (y + 0.5 - top) * _FINER - 0.5))
        self.image.paste(colour, (left, top, left + size[0], top + size[1]), mask.reduce(_FINER))


def _around(x: float, y: float, r: float) -> tuple[float, float, float, float]:
    return x - r, y - r, x + r, y + r


def _dashes(line: Sequence[tuple[float, float]], dash: Sequence[float]) -> Iterator[list[tuple[float, float]]]:
    """Return the drawn pieces of a dashed line from place to place."""
    number, left = 0, dash[0]
    piece = [line[0]]
    for end in line[1:]:
        x, y = piece[-1]
        while (length := math.dist((x, y), end)) > left:
            x, y = x + (end[0] - x) * left / length, y + (end[1] - y) * left / length
            if number % 2 == 0:
                yield [*piece, (x, y)]
            number += 1
            left = dash[number % len(dash)]
            piece = [(x, y)]
        left -= length
        piece.append(end)
    if number % 2 == 0:
        yield piece


@functools.lru_cache(16)
def _stone(radius: int, colour: str) -> Image.Image:
    """Return an image of a stone with this radius in pixels.

    The light comes from the upper left. The stone is centred on the middle pixel.
    """
    side = 2 * radius + 3
    shaded = bytearray()
    shade = _shades(colour)
    light_x, light_y = side * 0.36, side * 0.3
    for y in range(side):
        for x in range(side):
            far = math.hypot(x + 0.5 - light_x, y + 0.5 - light_y) / (0.78 * 2 * radius)
            shaded += shade[min(255, int(far * 256))]
    stone = Image.frombytes("RGB", (side, side), bytes(shaded))
    stone.putalpha(_disc(side, radius))
    return stone


def _disc(side: int, radius: float) -> Image.Image:
    mask = Image.new("L", (side * _FINER, side * _FINER))
    middle = side * _FINER / 2 - 0.5
    ImageDraw.Draw(mask).ellipse(_around(middle, middle, radius * _FINER), fill=255)
    return mask.reduce(_FINER)


@functools.lru_cache(2)
def _shades(colour: str) -> list[bytes]:
    """Return 256 colours of a stone, from its lit side to its edge."""
    found = []
    for number in range(256):
        at = number / 255
        for (low, here), (high, there) in zip(_STOPS[colour], _STOPS[colour][1:], strict=False):
            if at <= high:
                part = (at - low) / (high - low)
                found.append(bytes(round(a + (b - a) * part) for a, b in zip(here, there, strict=True)))
                break
    return found


@functools.lru_cache(8)
def _shadow(radius: int) -> Image.Image:
    blur = max(1.0, radius / 7)
    side = 2 * radius + 1 + 2 * math.ceil(3 * blur)
    mask = _disc(side, radius).filter(ImageFilter.GaussianBlur(blur))
    return mask.point([round(value * 0.55) for value in range(256)])


@functools.lru_cache(4)
def _wood(width: int, height: int) -> Image.Image:
    """Return an image of wood with vertical grain, which is the same each time."""
    chance = random.Random(8)
    grain = Image.new("L", (width, height), 128)
    # layers of noise, from coarse to fine: (cells across, cells down, weight of the layer)
    for across, down, say in ((9, 2, 0.4), (34, 3, 0.3), (130, 3, 0.3), (420, 12, 0.22)):
        noise = Image.frombytes("L", (across, down), chance.randbytes(across * down))
        grain = Image.blend(grain, noise.resize((width, height), Image.Resampling.BICUBIC), say)
    # darker towards the lower right, because the light comes from the upper left
    fall = Image.linear_gradient("L").rotate(45, Image.Resampling.BICUBIC).crop((64, 64, 192, 192))
    fall = fall.resize((width, height), Image.Resampling.BICUBIC).point([round(v * 0.14) for v in range(256)])
    grain = ImageChops.subtract(ImageOps.autocontrast(grain, 1), fall)
    flat = grain.point([round(128 + (value - 128) * 0.42) for value in range(256)])
    dark, middle, light = _WOOD
    return ImageOps.colorize(flat, dark, light, mid=middle)


def _ink(font: ImageFont.FreeTypeFont, text: str) -> tuple[float, float]:
    """Return the places where the ink of a text begins and ends, measured from the start of the text.

    Pillow's box of a text also includes the space beside the letters.
    """
    mask, (left, _) = font.getmask2(text, mode="L", anchor="ls")
    box = mask.getbbox()
    return (left + box[0], left + box[2]) if box else (0, 0)
