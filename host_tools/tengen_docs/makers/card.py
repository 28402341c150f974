"""The card beside the board: an SVG to print on one A4 sheet, in each language of the page.

Its sentences are those of the page and of the rules; card/CODE.json has the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tengen_host.records.svg import fonts_for
from tengen_host.rules.wrapping import wrap

from ..leds import STYLES
from ..pages import ROOT
from .lights import LIGHTS

_FOLDER = "firmware/docs/card"
_TEXTS = Path(__file__).resolve().parents[1] / "card"
_PAGE = ROOT / "host_tools" / "tengen_host" / "web" / "page" / "languages"
_RULES = ROOT / "host_tools" / "tengen_host" / "rules" / "texts"

# in mm
_WIDTH, _HEIGHT, _EDGE = 210, 297, 13
_TITLE, _HEADING, _LETTER, _ROW = 9.0, 5.0, 4.0, 5.4
_GAP = 6
# the width of a half-width letter, in mm for each mm of its height; Japanese, Korean and Chinese letters are twice as
# wide
_BROAD = {"ru": 0.61, "ja": 0.5, "ko": 0.5, "zh": 0.5, "zh-Hant": 0.5}
_USUAL = 0.54

WIN = ("goal renju", "fouls")  # of the rules
BUTTONS = ("firsthint.press", "prompt.clear_and_press")  # of the page
CUT = "prompt.resume"
# the page's sentences about lights, with the pictures beside each sentence
ROWS = (
    ("page.light_last", ("last",)),
    ("page.light_new", ("new", "several")),
    ("page.light_zone", ("zone",)),
    ("page.light_five", ("five",)),
    ("page.light_foul", ("forbidden", "foul-lines", "extra")),
    ("page.light_missing", ("missing-black", "missing-white")),
    ("page.light_fifth", ("fifth", "twins")),
    ("page.light_lift", ("lift", "takes")),
    ("page.light_bar", ("bar-clock", "bar-turn")),
)


def languages() -> list[str]:
    """Return the codes of the languages that have a card."""
    return sorted(path.stem for path in _TEXTS.glob("*.json"))


def _read(folder: Path, language: str) -> dict[str, str]:
    return json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))


def sentences(language: str) -> dict[str, str]:
    """Return all texts of a card by their keys."""
    page, rules, own = (_read(folder, language) for folder in (_PAGE, _RULES, _TEXTS))
    found = {f"own.{key}": text for key, text in own.items()}
    found |= {key: rules[key] for key in WIN}
    return found | {key: page[key] for key in (*BUTTONS, CUT, "page.lights", *(key for key, _ in ROWS))}


class _Sheet:
    """The sheet while it is filled from top to bottom. `y`: the lower end of the filled part."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.said = sentences(language)
        self.shapes: list[str] = []
        self.y = float(_EDGE)
        self._pictures = 0
        self._shared: set[str] = set()

    def heading(self, key: str) -> None:
        self.y += _HEADING + 3
        self.text(_EDGE, self.y, self.said[key], _HEADING, ' font-weight="700"')
        self.shapes.append(f'<path d="M{_EDGE} {self.y + 1.8:g}H{_WIDTH - _EDGE}" stroke="#888" stroke-width=".3"/>')
        self.y += 2.6

    def text(self, x: float, y: float, words: str, size: float, more: str = "") -> None:
        self.shapes.append(f'<text x="{x:g}" y="{y:.1f}" font-size="{size:g}"{more}>{escape(words)}</text>')

    def rows(self, words: str, width: float) -> list[str]:
        """Split a text into rows of a width in mm."""
        return wrap(words, int(width / (_LETTER * _BROAD.get(self.language, _USUAL))))

    def words(self, x: float, y: float, rows: Sequence[str]) -> float:
        """Write rows from a height on. Return the height of their lower end."""
        for row in rows:
            y += _ROW
            self.text(x, y, row, _LETTER)
        return y

    def items(self, keys: Sequence[str], width: float) -> None:
        """Write sentences with a dot before each."""
        for key in keys:
            self.shapes.append(f'<circle cx="{_EDGE + 1}" cy="{self.y + _ROW - 1.4:.1f}" r=".7"/>')
            self.y = self.words(_EDGE + 4, self.y, self.rows(self.said[key], width - 4)) + 1

    def picture(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Put the first moment of a light into the middle of a box."""
        self._pictures += 1
        drawn = LIGHTS[name].svg(still=True, prefix=f"p{self._pictures}-").strip()
        head = re.match(r'<svg [^>]*viewBox="([^"]*)"[^>]*>', drawn)
        assert head
        inside = re.sub("<title>.*?</title>|<style>.*?</style>", "", drawn[head.end() :])
        # the gradients of wood and stones are the same in all pictures, so keep only the first of each
        for shared in re.findall(r'<\w+Gradient id="(?:wood|black|white)".*?Gradient>', inside):
            inside = inside.replace(shared, "") if shared in self._shared else inside
            self._shared.add(shared)
        self.shapes.append(
            f'<svg x="{x:g}" y="{y:.1f}" width="{width:g}" height="{height:g}" viewBox="{head[1]}">{inside}'
        )

    def light(self, left: float, width: float, key: str, names: Sequence[str], y: float) -> float:
        """Write a sentence about lights below its pictures. Return the height of its lower end."""
        for number, name in enumerate(names):
            if LIGHTS[name].bar:
                self.picture(name, left, y + 5 * number, width - 2, 4)
            else:
                self.picture(name, left + 20 * number, y, 18, 11)
        return self.words(left, y + 11.5, self.rows(self.said[key], width))

    def svg(self) -> str:
        """Return the whole sheet."""
        styles = "".join(f".{name}{{{style}}}" for name, style in STYLES.items())
        fonts = fonts_for(self.language)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}mm" '
            f'height="{_HEIGHT}mm" xml:lang="{self.language}" font-family="{escape(fonts)}">\n'
            f"<title>Tengen: {escape(self.said['own.title'])}</title>\n"
            f"<style>@page{{size:A4;margin:0}}{styles}</style>\n"
            f'<path d="M0 0H{_WIDTH}V{_HEIGHT}H0Z" fill="#fff"/>\n' + "\n".join(self.shapes) + "\n</svg>\n"
        )


def card(language: str) -> str:
    """Return the card in a language, as SVG."""
    sheet = _Sheet(language)
    whole = _WIDTH - 2 * _EDGE
    sheet.y += 4
    sheet.text(_EDGE, sheet.y, f"Tengen: {sheet.said['own.title']}", _TITLE, ' font-weight="700"')
    sheet.heading("own.win")
    top = sheet.y + 2
    for number, name in enumerate(("five", "foul-lines")):
        sheet.picture(name, _WIDTH - _EDGE - 32, top + 21 * number, 32, 19)
    sheet.items(WIN, whole - 36)
    sheet.items(["own.foul"], whole - 36)
    sheet.y = max(sheet.y, top + 38)
    sheet.heading("own.buttons")
    sheet.items((BUTTONS[0], "own.moves", "own.back", BUTTONS[1]), whole)
    sheet.heading("page.lights")
    _lights(sheet, whole)
    sheet.heading("own.cut")
    sheet.items(("own.cut.text", CUT), whole)
    assert sheet.y < _HEIGHT - 8, (language, sheet.y)
    return sheet.svg()


def _lights(sheet: _Sheet, whole: float) -> None:
    """Write the lights in three columns."""
    columns = 3
    width = (whole - (columns - 1) * _GAP) / columns
    for first in range(0, len(ROWS), columns):
        reached = [
            sheet.light(_EDGE + number * (width + _GAP), width, key, names, sheet.y + 2)
            for number, (key, names) in enumerate(ROWS[first : first + columns])
        ]
        sheet.y = max(reached) + 2


def links() -> str:
    """Return a list of links to the cards."""
    return "\n".join(f"- [{_read(_TEXTS, code)['language']}](card/{code}.svg)" for code in languages())


def pictures() -> dict[str, str]:
    """Return the cards in all languages."""
    return {f"{_FOLDER}/{code}.svg": card(code) for code in languages()}
