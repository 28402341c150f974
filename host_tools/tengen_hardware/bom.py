"""The parts list: bom/README.md for buying, bom/parts.csv, and the files for an assembly house."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from . import assembly, cost, kicad, parts, tile
from .markdown import filled
from .parts import Line

# The numbers of boards for which the page lists the costs
SERIES = (1, 5, 20)
_HEADINGS = {
    "electronics": "Electronics", "boards": "PCBs", "stones": "Stones and magnets", "case": "Case",
    "options": "Not needed, in no total", "tools": "Tools, in no total",
}  # fmt: skip
_BUILDS = {"tiles": "of tiles", "hand": "wired by hand"}
_COUPONS = {"coupon": "the coupon, by the meter", "lit": "the coupon, lit"}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return all files of bom/ by their paths in hardware/."""
    found = cost.lists(board)
    known = _known(board, found)
    made = {page: filled(page, known) for page in ("bom/README.md", "bom/sources.md")}
    made["bom/parts.csv"] = assembly.csv_text(_part_rows(found["tiles"]))
    for name, of in kicad.CIRCUITS.items():
        made[f"bom/{name}-parts.csv"] = assembly.csv_text(assembly.rows(board, of(board)))
        made[f"bom/{name}-places.csv"] = assembly.places(board, of(board), kicad.layout(name))
    return made


def _known(board: dict[str, Any], found: dict[str, list[Line]]) -> dict[str, Any]:
    """Return the values for the pages: what to buy, and what may replace a part."""
    tiles, hand, lit, points = found["tiles"], found["hand"], found["lit"], board["board"]["size"] ** 2
    dear = sorted(_counted(tiles), key=lambda each: (-each.cost, each.name))
    gone = sorted({_name(each) for each in _counted(tiles)} - {_name(each) for each in hand})
    # the surface-mount parts on the tiles and the controller
    surface = [each for each in tiles if each.references and board["parts"][each.name]["mount"] == "smd"]
    other = [each for each in hand if each.entry not in [its.entry for its in tiles]]
    return {
        "board": board, "costs": _costs(board),
        "dearest": ", ".join(f"{_name(each)} {each.cost:.0f}" for each in dear[:5]),
        "printing": ", ".join(f"{_name(each)} {each.entry['print_minutes']}"
                              for each in tiles if "print_minutes" in each.entry),
        "orders": _orders(tiles), "orders_after": _orders(found["rest"]), "once": cost.paid(board, tiles),
        "paid": {build: cost.paid(board, lines) for build, lines in found.items()},
        "both": cost.paid(board, lit, found["rest"]), "points": points,
        "reeds": {way: each.bought for way, its in found.items() for each in its if each.name == "reed"},
        "twice_points": 2 * points, "more_reeds": cost.more_reeds(tiles), "ribbons": _ribbons(board),
        "groups": "\n\n".join(f"### {_HEADINGS[group]}\n\n{_table([each for each in tiles if each.group == group])}"
                              for group in parts.GROUPS),
        "hand": _table([each for each in hand if each not in tiles]), "hand_gone": ", ".join(gone),
        "hand_same": ", ".join(f"{_amount(each.bought, each)} {_name(each)}"
                               for each in _counted(hand) if each in tiles),
        "coupon": _orders(found["coupon"]), "light": _orders(found["light"]),
        "assembly": assembly, "turns": assembly.turns(board), "numbers": assembly.numbers(board),
        "surface_cost": sum(each.cost for each in surface), "surface_names": ", ".join(map(_name, surface)),
        "instead": {"tiles": _instead(tiles), "hand": _instead(other)},
        "diodes": len(tile.circuit(board).of_kind("diode")), "edge_diodes": 2 * board["board"]["size"] + 1,
    }  # fmt: skip


def _counted(found: list[Line]) -> list[Line]:
    return [each for each in found if each.group in parts.COUNTED]


def _costs(board: dict[str, Any]) -> str:
    """Return the totals for each build and each number of boards."""
    rows: list[tuple[object, ...]] = []
    series = [(way, many, f"{many} board{'s' * (many > 1)} {name}") for way, name in _BUILDS.items() for many in SERIES]
    for build, boards, words in [*series, *((build, 0, name) for build, name in _COUPONS.items())]:
        found = parts.lines(board, build, boards or 1)
        groups, total, paid = cost.totals(found), cost.total(found), cost.paid(board, found)
        each = f"{total / boards:.0f}" if boards else ""
        rows.append((words, *(groups[group] for group in parts.COUNTED), f"**{total}**", each, f"{paid.post:.0f}",
                     f"{paid.tax:.0f}", f"**{paid.together}**"))  # fmt: skip
    heads = ("how many", *(_HEADINGS[group] for group in parts.COUNTED), "together", "EUR each", "post",
             f"VAT, {board['cost']['vat_percent']} %", "paid")  # fmt: skip
    return _markdown(heads, rows)


def _ribbons(board: dict[str, Any]) -> str:
    ways = (len(tile.FEED), "left end of tile row"), (len(tile.FOOT), "foot of tile column")
    rows = [
        (plug, many, f"{where} {at}", length)
        for (many, where), cut in zip(ways, parts.ribbons(board), strict=True)
        for at, (plug, length) in enumerate(cut.items(), 1)
    ]
    return _markdown(("plug on the controller", "ways", "to", "mm"), rows)


def _orders(found: list[Line]) -> str:
    """Return the order for each shop. Lines with the same order number are merged."""
    text = []
    for shop in parts.SHOPS:
        merged: dict[tuple[str, ...], list[Line]] = {}
        for each in _counted(found):
            if each.shop == shop:
                merged.setdefault(each.order, []).append(each)
        rows = [
            (_amount(sum(each.bought for each in same), same[0]), _what(same[0]), _numbers(same[0]))
            for same in merged.values()
        ]
        if not rows:
            continue
        total = sum(each.cost for same in merged.values() for each in same)
        heading = "From a distributor" if shop == parts.SHOPS[0] else f"{shop[0].upper()}{shop[1:]}"
        text.append(f"**{heading}**, about {total:.0f} EUR")
        text.append(_markdown(("buy", "what", "number"), sorted(rows, key=lambda row: str(row[1]).casefold())))
    return "\n\n".join(text)


def _table(found: list[Line]) -> str:
    rows = [
        (_name(each), _amount(each.needed, each), _amount(each.bought, each), _what(each), _numbers(each),
         _prices(each), f"{each.cost:.2f}")
        for each in found
    ]  # fmt: skip
    heads = ("part", "needed", "buy", "what", "numbers", "EUR each, from so many", "EUR")
    return _markdown(heads, [*rows, ("together", "", "", "", "", "", f"**{sum(each.cost for each in found):.0f}**")])


def _instead(found: list[Line]) -> str:
    rows = ((_name(each), _numbers(each), each.entry["instead"], each.entry.get("never", "")) for each in found)
    return _markdown(("part", "numbers", "this will do", "this will not"), rows)


def _part_rows(found: list[Line]) -> Iterable[Sequence[object]]:
    yield (
        "Reference", "Part", "Needed", "Buy", "Unit", "Value", "Package",
        "Source 1", "Number 1", "Source 2", "Number 2", "Group", "Shop", "EUR each", "EUR",
    )  # fmt: skip
    for each in found:
        sources = [text for source in each.entry.get("sources", {}).items() for text in source]
        yield (
            " ".join(each.references), each.name, each.needed, each.bought, each.entry.get("unit", "pieces"),
            each.value, each.entry.get("package", ""), *[*sources, "", "", "", ""][:4],
            each.group, each.shop, each.price, f"{each.cost:.2f}",
        )  # fmt: skip


def _numbers(line: Line) -> str:
    return "; ".join(f"{source} {number}" for source, number in line.entry.get("sources", {}).items())


def _amount(count: int, line: Line) -> str:
    return f"{count} {line.entry['unit']}" if "unit" in line.entry else str(count)


def _name(line: Line) -> str:
    return line.name.replace("_", " ")


def _what(line: Line) -> str:
    """Return value and package as a text; the package is left out if the value already contains it."""
    package = line.entry.get("package", "")
    return line.value if not package or package in line.value else f"{line.value}; {package}"


def _prices(line: Line) -> str:
    return ", ".join(f"{least}: {f'{price:.3f}'.removesuffix('0')}" for least, price in line.entry["price"].items())


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table. Columns with only numbers are aligned to the right; empty columns are left out."""
    cells = [[str(cell) for cell in row] for row in rows]
    told = [at for at in range(len(heads)) if any(row[at] for row in cells)]
    heads, cells = [heads[at] for at in told], [[row[at] for at in told] for row in cells]
    numbers = re.compile(r"\**[\d.]*( m)?\**")
    right = [all(numbers.fullmatch(row[at]) for row in cells) for at in range(len(heads))]
    lines = [f"| {' | '.join(heads)} |", f"|{'|'.join('---:' if each else '---' for each in right)}|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in cells)])
