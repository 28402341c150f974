"""Write the shapes of a diagram as an SVG file, which needs no external font, image, script or address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from .diagram import HALO, Circle, Ground, Line, Loop, Shape, Stone, Text

FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"

# For each language, the fonts that are tried before the last family above: the usual ones of Linux, macOS and Windows.
# A character has other shapes in Japanese than in Chinese, and in Taiwan than on the mainland.
_FONTS = {
    "ja": "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, IPAPGothic",
    "ko": "'Noto Sans CJK KR', 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic', NanumGothic",
    "zh": "'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei'",
    "zh-Hant": "'Noto Sans CJK TC', 'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei'",
}

# characters that XML 1.0 does not allow, not even escaped
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# colours of stones for print
FLAT = {"black": "#000000", "white": "#ffffff", "neutral": "#9c9c9c", "common": "#d0d0d0"}

_WOOD = """<defs>
<linearGradient id="tengen-wood" x1="0" y1="0" x2="1" y2="0.25"><stop offset="0" stop-color="#dcab66"/>\
<stop offset="0.45" stop-color="#e4ba7a"/><stop offset="1" stop-color="#d3a15b"/></linearGradient>
<filter id="tengen-grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" \
baseFrequency="0.035 0.0016" numOctaves="4" seed="8"/>\
<feColorMatrix values="0 0 0 0 .42  0 0 0 0 .24  0 0 0 0 .08  1.1 0 0 0 -.42"/></filter>
<radialGradient id="tengen-black" cx="0.36" cy="0.3" r="0.78"><stop offset="0" stop-color="#75757c"/>\
<stop offset="0.22" stop-color="#45454b"/><stop offset="0.6" stop-color="#202024"/>\
<stop offset="1" stop-color="#08080a"/></radialGradient>
<radialGradient id="tengen-white" cx="0.36" cy="0.3" r="0.78"><stop offset="0" stop-color="#ffffff"/>\
<stop offset="0.45" stop-color="#f8f5ee"/><stop offset="0.8" stop-color="#ddd7ca"/>\
<stop offset="1" stop-color="#b0a898"/></radialGradient>
<radialGradient id="tengen-shadow"><stop offset="0" stop-color="#1c0c00" stop-opacity="0.6"/>\
<stop offset="0.75" stop-color="#1c0c00" stop-opacity="0.5"/>\
<stop offset="1" stop-color="#1c0c00" stop-opacity="0"/></radialGradient>
</defs>"""
SHADOW = (1.6, 2.8)  # offset of a shadow to the right and down: the light comes from the upper left


def text(shapes: Iterable[Shape], title: str = "", description: str = "", language: str = "") -> str:
    """Return the SVG document. `title` and `description` are for screen readers. All texts are escaped.

    `language`: the language of the texts, like "ja", if they are sentences; the fonts are chosen for it.
    """
    first, *others = shapes
    assert isinstance(first, Ground)
    width, height, wood = first.width, first.height, first.theme == "wood"
    spoken = f'xml:lang="{language}" ' if language else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" {spoken}font-family="{escape(fonts_for(language))}">'
    ]
    parts += [f"<title>{_said(title)}</title>"] if title else []
    parts += [f"<desc>{_said(description)}</desc>"] if description else []
    parts += _ground(first)
    if wood:
        parts += [_shadow(shape) for shape in others if isinstance(shape, Stone)]
    parts += [part for shape in others for part in _drawn(shape, wood)]
    return "\n".join([*parts, "</svg>", ""])


def fonts_for(language: str) -> str:
    """Return the fonts of a picture in a language, as CSS has them: the usual ones of Linux, macOS and Windows."""
    named, _, generic = FONT.rpartition(", ")
    return ", ".join((named, _FONTS[language], generic)) if language in _FONTS else FONT


def _said(words: str) -> str:
    return escape(_NO_XML.sub("\ufffd", words))


def _ground(ground: Ground) -> Iterator[str]:
    size = f'width="{ground.width:g}" height="{ground.height:g}"'
    if ground.theme != "wood":
        yield f'<rect {size} fill="#ffffff"/>'
        return
    yield _WOOD
    yield f'<rect {size} fill="url(#tengen-wood)"/>'
    # only the filter draws in this rectangle, so a viewer without filters shows plain wood
    yield f'<rect {size} fill="none" filter="url(#tengen-grain)"/>'


def _shadow(stone: Stone) -> str:
    x, y = stone.x + SHADOW[0], stone.y + SHADOW[1]
    return f'<circle cx="{x:g}" cy="{y:g}" r="{stone.r + 1.2:g}" fill="url(#tengen-shadow)"/>'


def _drawn(shape: Shape, wood: bool) -> Iterator[str]:
    if isinstance(shape, Line):
        yield (
            f'<line x1="{shape.x1:g}" y1="{shape.y1:g}" x2="{shape.x2:g}" y2="{shape.y2:g}" stroke="{shape.colour}" '
            f'stroke-width="{shape.width:g}" stroke-linecap="round"/>'
        )
    elif isinstance(shape, Loop):
        yield _loop(shape, shape.halo, shape.width + HALO, ())
        yield _loop(shape, shape.colour, shape.width, shape.dash)
    elif isinstance(shape, Circle):
        edge = f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"' if shape.stroke else ""
        yield f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.r:g}" fill="{shape.fill or "none"}"{edge}/>'
    elif isinstance(shape, Stone):
        if wood:
            fill = _THIRD.get(shape.colour, f"url(#tengen-{shape.colour})")
            look = f'r="{shape.r:g}" fill="{fill}"'
        else:
            look = f'r="{shape.r - 0.8:g}" fill="{FLAT[shape.colour]}" stroke="#000000" stroke-width="1.6"'
        yield f'<circle cx="{shape.x:g}" cy="{shape.y:g}" {look}/>'
    elif isinstance(shape, Text):
        weight = ' font-weight="600"' if shape.bold else ""
        # not all programs support a middle baseline; the height of capitals and digits is 0.7 of the font size
        yield (
            f'<text x="{shape.x:g}" y="{shape.y:g}" dy="0.35em" font-size="{shape.size:g}" fill="{shape.colour}" '
            f'text-anchor="{"start" if shape.left else "middle"}"{weight}>{_said(shape.text)}</text>'
        )


# colours of the stones that belong to neither player; these stones have no shine
_THIRD = {"neutral": "#8f9aa3", "common": "#d98c3f"}


def _loop(loop: Loop, colour: str, width: float, dash: tuple[float, ...]) -> str:
    places = " ".join(f"{x:g},{y:g}" for x, y in loop.places)
    dashes = f' stroke-dasharray="{" ".join(f"{length:g}" for length in dash)}"' if dash else ""
    return (
        f'<polygon points="{places}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" '
        f'stroke-linejoin="round"{dashes}/>'
    )
