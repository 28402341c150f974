"""The parts list: bom/README.md for buying, bom/parts.csv, and the files for an assembly house."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from . import assembly, buying, controller, parts, tile
from .parts import Line

# The numbers of boards whose costs are listed.
SERIES = (1, 5, 20)
_HEADINGS = {
    "electronics": "Electronics",
    "boards": "PCBs",
    "stones": "Stones and magnets",
    "case": "Case",
    "options": "Not needed, in no total",
    "tools": "Tools, in no total",
}
_BUILDS = {"tiles": "of tiles", "hand": "wired by hand"}
_COUPONS = {"coupon": "the coupon, by the meter", "lit": "the coupon, lit"}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return all files of bom/, by their paths in hardware/."""
    found = {build: parts.lines(board, build) for build in parts.BUILDS}
    return {
        "bom/README.md": readme(board, found),
        "bom/parts.csv": _csv(_part_rows(found["tiles"])),
        "bom/assembly-tile.csv": _csv(assembly.rows(board, tile.circuit(board))),
        "bom/assembly-controller.csv": _csv(assembly.rows(board, controller.circuit(board))),
    }


def readme(board: dict[str, Any], found: dict[str, list[Line]]) -> str:
    """Return the list for buying."""
    tiles = found["tiles"]
    text = [
        "# What to buy",
        "",
        "Made from `board.toml` and the net tables (`make hardware`): the parts are counted, not typed in.",
        "",
        "- **Prices are estimates of late 2026 in EUR.** No shop was asked. Lists are without VAT and post;",
        "  what you pay in the end is in [What it costs](#what-it-costs). Customs and work are in no figure.",
        "- A `?` behind a number: it was not checked. Look at the maker's data sheet before you order. Mostly the",
        "  line's other number has none: take that one. Where both have one, ask by the words under \"what\".",
        "- Two numbers stand for each electrical part, a maker's or a shop's (LCSC, Mouser, Adafruit): either will do.",
        "  What else will do, and what will not, is in [What may take its place](#what-may-take-its-place).",
        "- Build the [coupon](#the-coupon) first: one tile proves reed, magnet, stone and light before you buy 225.",
        "",
        "## What it costs",
        "",
        *_costs(board),
        "",
        "## Order list for one board of tiles",
        "",
        "Spares are in it. The same number in two places of the board is one line here. This is for who buys all at",
        "once: better is the coupon first, then [what is left](#after-the-coupon).",
        "",
        buying.SHOPS,
        "",
        *_orders(tiles),
        "## After the coupon",
        "",
        buying.after_words(board, found),
        "",
        *_orders(buying.rest(found)),
        "## Mail to a dealer of reeds",
        "",
        buying.reed_words(board, tiles),
        "",
        "## The parts, by group",
        "",
        "\"Needed\" is on the board, \"buy\" is with spares and in whole packs. Spares by the hundred:",
        f"{_spares(tiles)}.",
        "",
    ]
    for group in parts.GROUPS:
        text += [f"### {_HEADINGS[group]}", "", *_table(tiles, group), ""]
    text += [
        "## What may take its place",
        "",
        *_markdown(
            ("part", "this will do", "this will not"),
            ((_name(each), each.entry["instead"], each.entry.get("never", "")) for each in tiles),
        ),
        "",
        "## Ribbons, cut to length",
        "",
        "From the controller's plug to the tile's, with slack for the bend. The red edge is pin 1.",
        "",
        *_markdown(
            ("plug on the controller", "ways", "to", "mm"),
            (
                (plug, len(nets), f"{where} {at}", length)
                for nets, where, cut in zip(
                    (tile.FEED, tile.FOOT),
                    ("left end of tile row", "foot of tile column"),
                    parts.ribbons(board),
                    strict=True,
                )
                for at, (plug, length) in enumerate(cut.items(), 1)
            ),
        ),
        "",
        "## The board wired by hand",
        "",
        "No board is made: a strip of lights for each row, reeds and diodes on a plate, the controller on perfboard.",
        "This is the whole list; what is not told here is as above.",
        "",
        *_differing(found["hand"], tiles),
        "",
        "## The coupon",
        "",
        "One tile with every part on it, nine stones and a piece of the plate: reeds and magnets are proved by a",
        "meter alone. All of it serves for the whole board afterwards.",
        "",
        *_table([each for each in found["coupon"] if each.group in parts.COUNTED]),
        "",
        *_paid_words(board, found["coupon"]),
        "",
        "## The coupon, lit",
        "",
        "For its lights the coupon is plugged into the controller, which is the whole board's own, with Pico and",
        "supply. Of the coupon's lines those named below stay as they are; these come to them, or take their place:",
        "",
        *_table([each for each in found["lit"] if each.group in parts.COUNTED and each not in _same(found)]),
        "",
        f"As above: {', '.join(_name(each) for each in _same(found))}.",
        "",
        *_paid_words(board, found["lit"]),
        "",
        "## For an assembly house",
        "",
        "`assembly-tile.csv` has the SMD parts of a tile, `assembly-controller.csv` the controller's. Each is in its",
        "board's zip, with the places ([what to order](../pcb/README.md#what-to-order)).",
        "",
        *assembly.words(board),
        "",
        buying.house_words(board, tiles),
        "",
        f"All tiles are ordered alike, with all {_diodes(board)} diodes. Of those of the sixteenth row and column",
        f"{_edge_diodes(board)} are needed, at the right and the top; the others do no harm. Reeds, plugs and all else",
        "with leads are soldered by hand.",
        "`parts.csv` is the whole list for a spreadsheet, with every part's reference.",
        "",
    ]
    return "\n".join(text)


def _costs(board: dict[str, Any]) -> list[str]:
    """Return the totals of each build and number of boards."""
    rows: list[tuple[object, ...]] = []
    for build, name in _BUILDS.items():
        for boards in SERIES:
            found = parts.lines(board, build, boards)
            groups, total = parts.totals(found), parts.total(found)
            each = [groups[group] for group in parts.COUNTED]
            rows.append((f"{boards} {name}", *each, f"**{total}**", f"{total / boards:.0f}"))
            rows[-1] += _delivered(board, found)
    for build, name in _COUPONS.items():
        found = parts.lines(board, build)
        groups, total = parts.totals(found), parts.total(found)
        rows.append((name, *(groups[group] for group in parts.COUNTED), f"**{total}**", "", *_delivered(board, found)))
    heads = ("how many", *(_HEADINGS[group] for group in parts.COUNTED), "together", "EUR each", "post",
             f"VAT, {board['cost']['vat_percent']} %", "paid")  # fmt: skip
    tiles = parts.lines(board)
    dear = sorted((each for each in tiles if each.group in parts.COUNTED), key=lambda each: (-each.cost, each.name))
    return [
        *_markdown(heads, rows),
        "",
        "Post: one parcel from each shop. An order of fewer parcels, or one with other goods, saves most of it.",
        "",
        f"Tools, for who has none: about {parts.totals(tiles)['tools']} EUR more, once.",
        "",
        f"Most of it in one board: {', '.join(f'{_name(each)} {each.cost:.0f}' for each in dear[:5])}.",
    ]


def _delivered(board: dict[str, Any], found: list[Line]) -> tuple[object, ...]:
    paid = parts.paid(board, found)
    return paid.post, paid.tax, f"**{paid.together}**"


def _paid_words(board: dict[str, Any], found: list[Line]) -> list[str]:
    paid = parts.paid(board, found)
    return [
        f"Together {paid.goods} EUR; with post ({paid.post}) and VAT ({paid.tax}) about **{paid.together} EUR**."
    ]


def _same(found: dict[str, list[Line]]) -> list[Line]:
    """Return the counted lines that the coupon by the meter and the lit one share."""
    alone = {(each.name, each.bought) for each in found["coupon"]}
    return [each for each in found["lit"] if (each.name, each.bought) in alone and each.group in parts.COUNTED]


def _orders(found: list[Line]) -> list[str]:
    """Return the order of each shop: lines with the same order number are merged."""
    text = []
    wanted = [each for each in found if each.group in parts.COUNTED]
    for shop in parts.SHOPS:
        merged: dict[str, list[Line]] = {}
        for each in wanted:
            if each.shop == shop:
                merged.setdefault(f"{_numbers(each)} {_what(each)}", []).append(each)
        rows = [
            (_amount(sum(each.bought for each in same), same[0]), _what(same[0]), _numbers(same[0]))
            for same in merged.values()
        ]
        cost = sum(each.cost for same in merged.values() for each in same)
        text += [f"**{shop[0].upper()}{shop[1:]}**, about {cost:.0f} EUR", ""]
        text += [*_markdown(("buy", "what", "number"), sorted(rows, key=lambda row: str(row[1]).casefold())), ""]
    return text


def _table(found: list[Line], group: str | None = None) -> list[str]:
    rows = [
        (
            _name(each),
            _amount(each.needed, each),
            _amount(each.bought, each),
            _what(each),
            _numbers(each),
            _prices(each),
            f"{each.cost:.2f}",
        )
        for each in found
        if group in (None, each.group)
    ]
    cost = sum(each.cost for each in found if group in (None, each.group))
    heads = ("part", "needed", "buy", "what", "numbers", "EUR each, from so many", "EUR")
    return _markdown(heads, [*rows, ("together", "", "", "", "", "", f"**{cost:.0f}**")])


def _differing(hand: list[Line], tiles: list[Line]) -> list[str]:
    """Return the hand-wired board's own lines in full, the others by name."""
    own = [each for each in hand if each not in tiles]
    same = [each for each in hand if each in tiles and each.group in parts.COUNTED]
    gone = sorted({_name(each) for each in tiles if each.group in parts.COUNTED} - {_name(each) for each in hand})
    return [
        *_table(own),
        "",
        f"As above: {', '.join(f'{_amount(each.bought, each)} {_name(each)}' for each in same)}.",
        "",
        f"Not bought: {', '.join(gone)}.",
        "",
        *_markdown(
            ("part", "this will do", "this will not"),
            ((_name(each), each.entry["instead"], each.entry.get("never", "")) for each in own),
        ),
    ]


def _spares(found: Iterable[Line]) -> str:
    rules: dict[int, list[str]] = {}
    for each in found:
        if percent := each.entry.get("spare_percent", 0):
            rules.setdefault(percent, []).append(_name(each))
    return "; ".join(f"{percent} % more of {', '.join(names)}" for percent, names in sorted(rules.items()))


def _diodes(board: dict[str, Any]) -> int:
    return len(tile.circuit(board).of_kind("diode"))


def _edge_diodes(board: dict[str, Any]) -> int:
    """Return the number of diodes that are only on tiles at the right and at the top."""
    inner = tile.circuit(board, left=False, bottom=False, right=False, top=False)
    on_each = sum(each.fitted for each in inner.of_kind("diode"))
    everywhere = sum(each.fitted for each in parts.circuit_of(board, "tiles").of_kind("diode"))
    return everywhere - on_each * controller.tile_rows(board) ** 2


def _part_rows(found: list[Line]) -> Iterable[Sequence[object]]:
    yield (
        "Reference", "Part", "Needed", "Buy", "Unit", "Value", "Package",
        "Source 1", "Number 1", "Source 2", "Number 2", "Group", "Shop", "EUR each", "EUR",
    )  # fmt: skip
    for each in found:
        sources = [text for source in each.entry.get("sources", {}).items() for text in source]
        yield (
            " ".join(each.references), each.name, each.needed, each.bought, each.entry.get("unit", "pieces"),
            each.value, each.entry.get("package", ""), *(sources or ["", "", "", ""])[:4],
            each.group, each.shop, each.price, f"{each.cost:.2f}",
        )  # fmt: skip


def _numbers(line: Line) -> str:
    return "; ".join(f"{source} {number}" for source, number in line.entry.get("sources", {}).items())


def _amount(count: int, line: Line) -> str:
    return f"{count} {line.entry['unit']}" if "unit" in line.entry else str(count)


def _name(line: Line) -> str:
    return line.name.replace("_", " ")


def _what(line: Line) -> str:
    """Return value and package as a text, without a package that the value already contains."""
    package = line.entry.get("package", "")
    return line.value if not package or package in line.value else f"{line.value}; {package}"


def _prices(line: Line) -> str:
    return ", ".join(f"{least}: {f'{price:.3f}'.removesuffix('0')}" for least, price in line.entry["price"].items())


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return a Markdown table. Columns of numbers only are aligned right; empty columns are left out."""
    cells = [[str(cell) for cell in row] for row in rows]
    told = [at for at in range(len(heads)) if any(row[at] for row in cells)]
    heads, cells = [heads[at] for at in told], [[row[at] for at in told] for row in cells]
    numbers = re.compile(r"\**[\d.]*( m)?\**")
    right = [all(numbers.fullmatch(row[at]) for row in cells) for at in range(len(heads))]
    return [
        f"| {' | '.join(heads)} |",
        f"|{'|'.join('---:' if each else '---' for each in right)}|",
        *(f"| {' | '.join(row)} |" for row in cells),
    ]
