"""The opening rules, from their tables of steps; and the 26 openings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tengen.games import points, registry
from tengen.games.openings import FIRST, OPPONENT, P1, P2, SECOND, table
from tengen_host.records import svg
from tengen_host.records.diagram import Ground, Line, Shape, Stone, Text
from tengen_host.records.words import OPENINGS
from tengen_host.rules.texts import texts

from ..pages import ROOT

_NAMES = ROOT / "tests" / "data" / "openings26.tsv"
_FOLDER = "firmware/docs/pictures/openings"
_WHO = {P1: "Player 1", P2: "Player 2", FIRST: "Black", SECOND: "White", OPPONENT: "the other player"}
_STONES = 5


def _where(zone: Any) -> str:
    if zone is None:
        return "anywhere"
    kind, width = zone
    if width == 1:
        return "centre"
    return f"{width}x{width}" if kind == "square" else f"outside {width}x{width}"


def _chosen(step: tuple[Any, ...]) -> str:
    """Return a decision in words."""
    _, who, ask, options = step
    words = [word for word, _, _ in options]
    if ask == "swap":
        return f"{_WHO[who]} may swap"
    if ask == "fifths":
        return f"{_WHO[who]} declares the number of fifths, 1 to {words[-1]}"
    if ask == "way":
        return f"unless that happened, {_WHO[who]} may offer {words[-1]} fifths instead of stone 5, and White keeps one"
    taken = [{FIRST: "takes Black", SECOND: "takes White", "add": "adds stones 4 and 5"}[word] for word in words]
    return f"{_WHO[who]} {', '.join(taken[:-1])} or {taken[-1]}"


def _cells(name: str) -> list[str]:
    """Return what players do with each stone of a rule and after it, in words."""
    found: list[list[str]] = [[] for _ in range(_STONES + 1)]
    number = 0
    steps = iter(table(name))
    for step in steps:
        kind = step[0]
        if kind == "stone":
            number += 1
            found[number].append(f"{_WHO[step[1]]}: {_where(step[2])}")
        elif kind == "choose":
            found[number].append(_chosen(step))
            if step[2] == "way":
                # skip the offers and the end of this branch, because _chosen() describes them
                next(steps), next(steps), next(steps)
        elif kind == "offer":
            found[_STONES].append(f"Black offers {step[1] or 'that many'}")
        elif kind == "keep":
            found[_STONES].append("White keeps one")
    return ["; ".join(cell) or "-" for cell in found[1:]]


def rules() -> str:
    """Return a table of Renju's opening rules: what players do with each of the first five stones."""
    rows = ["| rule | stone 1 | stone 2 | stone 3 | stone 4 | stone 5 |", "|---|---|---|---|---|---|"]
    for name in registry.openings("renju"):
        rows.append(f"| {OPENINGS[name]} | {' | '.join(_cells(name))} |")
    return "\n".join(rows)


def others() -> str:
    """Return a table of the openings of the other games."""
    words = texts("en")
    names = list(dict.fromkeys(name for game in registry.NAMES[1:] for name in registry.openings(game)))
    rows = ["| opening | what is done | usual in |", "|---|---|---|"]
    for name in names:
        usual = [registry.title(game) for game in registry.NAMES[1:] if name == registry.openings(game)[0]]
        rows.append(f"| {OPENINGS[name]} | {words[f'opening.{name}']} | {', '.join(usual) or '-'} |")
    return "\n".join(rows)


def names() -> str:
    """Return a table of the 26 openings: code, name and the first three stones."""
    rows = ["| direct | name | stones 1 to 3 | indirect | name | stones 1 to 3 |", "|---|---|---|---|---|---|"]
    for pair in zip(*_directions(), strict=True):
        rows.append("| " + " | ".join(f"{code} | {name} {kanji} | {its}" for code, name, kanji, its in pair) + " |")
    return "\n".join(rows)


def _directions() -> tuple[list[list[str]], list[list[str]]]:
    """Return the direct and the indirect openings: code, name, kanji, stones."""
    rows = [line.split("\t") for line in _NAMES.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row[0][0] == "D"], [row for row in rows if row[0][0] == "I"]


# The sheets: small boards side by side, each with three stones on the 7x7 points in the middle of the board

_PITCH, _SIDE, _ACROSS = 24, 7, 5
_BOX, _HIGH = 7 * _PITCH + 16, 7 * _PITCH + 34
_INK, _NUMBER = "#2b1a08", ("#ffffff", "#111111", "#ffffff")


def _sheet(rows: Sequence[Sequence[str]], title: str) -> str:
    found: list[Shape] = []
    for number, (code, name, _, its) in enumerate(rows):
        left, top = 8 + _BOX * (number % _ACROSS), 30 + _HIGH * (number // _ACROSS)
        found.append(Text(left + _BOX / 2 - 8, top - 12, f"{code} {name}", 15, _INK, bold=True))
        for at in range(_SIDE):
            x, y = left + _PITCH * (at + 0.5), top + _PITCH * (at + 0.5)
            found.append(Line(x, top, x, top + _SIDE * _PITCH, _INK, 1))
            found.append(Line(left, y, left + _SIDE * _PITCH, y, _INK, 1))
        for count, stone in enumerate(its.split()):
            point = points.index(stone, 15)
            x = left + _PITCH * (point % 15 - 4 + 0.5)
            y = top + _PITCH * (10 - point // 15 + 0.5)
            found.append(Stone(x, y, 10.5, "white" if count == 1 else "black"))
            found.append(Text(x, y, str(count + 1), 13, _NUMBER[count], bold=True))
    width, height = 8 + _ACROSS * _BOX, 12 + _HIGH * -(-len(rows) // _ACROSS)
    return svg.text([Ground(width, height, height, "wood"), *found], title)


def pictures() -> dict[str, str]:
    """Return the two sheets of openings."""
    sheets = zip(("direct", "indirect"), _directions(), strict=True)
    return {f"{_FOLDER}/{name}.svg": _sheet(rows, f"The {name} openings") for name, rows in sheets}
