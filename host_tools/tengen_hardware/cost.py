"""What is paid for the lists of parts, in EUR: goods, post and tax, and the sum of a whole way of building."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from . import hours, parts
from .markdown import table
from .parts import COUNTED, GROUPS, Line

# The ways of building, each with its purchases: the guide builds the lit coupon first, then the rest of the board
WAYS = {"tiles": ("lit", "rest"), "hand": ("hand",), "lit": ("lit",)}
_NAMES = ("board of tiles, coupon first", "wired by hand", "lit coupon alone")


class Paid(NamedTuple):
    """The price of lists in EUR: goods, postage (a parcel from each shop), tax on both, and total."""

    goods: float
    post: float
    tax: float

    @property
    def together(self) -> int:
        """Return the total to pay, rounded."""
        return round(self.goods + self.post + self.tax)


def totals(found: list[Line]) -> dict[str, int]:
    """Return the cost of each group, rounded to the euro in such a way that the groups add up to the total."""
    return {group: round(sum(each.cost for each in found if each.group == group)) for group in GROUPS}


def total(found: list[Line]) -> int:
    """Return the cost of the COUNTED groups, without tools and options."""
    return sum(cost for group, cost in totals(found).items() if group in COUNTED)


def paid(board: dict[str, Any], *purchases: list[Line]) -> Paid:
    """Return the cost of the COUNTED lines with postage for each purchase, and tax."""
    goods = sum(map(total, purchases))
    post = sum(board["cost"]["post"][shop] for found in purchases for shop in _shops(found))
    return Paid(goods, post, (goods + post) * board["cost"]["vat_percent"] / 100)


def lists(board: dict[str, Any]) -> dict[str, list[Line]]:
    """Return the lines of each build, and of two later orders.

    `light`: what the lit coupon needs beyond the coupon; `rest`: what the whole board needs beyond the lit coupon.
    """
    found = {build: parts.lines(board, build) for build in parts.BUILDS}
    return found | {"light": _beyond(board, "lit", found["coupon"]), "rest": _beyond(board, "tiles", found["lit"])}


def _beyond(board: dict[str, Any], build: str, had: list[Line]) -> list[Line]:
    have = {each.name: each.bought for each in had}
    left = (
        each._replace(bought=each.bought - have.get(each.name, 0))
        for each in parts.required(board, build)
        if each.group != "tools"
    )
    return parts.priced([each for each in left if each.bought > 0])


def whole(board: dict[str, Any], found: dict[str, list[Line]], way: str) -> dict[str, float]:
    """Return what a way of building costs, item by item: first the parts, then what not every builder needs."""
    cost, purchases = board["cost"], [found[each] for each in WAYS[way]]
    its = paid(board, *purchases)
    taxed = 1 + cost["vat_percent"] / 100
    printed = [each for lines in purchases for each in lines if each.name in cost["printed"]]
    return {
        "parts and boards": its.goods,
        "post": its.post,
        f"VAT, {cost['vat_percent']} %": its.tax,
        "tools, if you have none": taxed * totals(found["lit" if way == "lit" else way])["tools"],
        "carriers' fees for parcels from outside the EU": sum(
            cost["clearing"].get(shop, 0) for lines in purchases for shop in _shops(lines)
        ),
        "more, if a printing house makes wells and stones": taxed * sum(
            (cost["printed"][each.name] - each.price) * each.bought for each in printed
        ),
        "more reeds, if only half of a lot is good": taxed * more_reeds(*purchases),
    }  # fmt: skip


def more_reeds(*purchases: list[Line]) -> float:
    """Return what it costs more, without tax, to buy two reeds for each that is needed."""
    reeds = [each for lines in purchases for each in lines if each.name == "reed"]
    twice = 2 * max(each.needed for each in reeds)
    return twice * parts.price_of(reeds[0].entry, twice) - sum(each.cost for each in reeds)


def span(board: dict[str, Any], found: dict[str, list[Line]], way: str) -> tuple[int, int]:
    """Return what a way costs a builder with tools and printer, and one without, rounded to 10 EUR."""
    items = list(whole(board, found, way).values())
    return 10 * round(sum(items[:3]) / 10), 10 * round(sum(items) / 10)


def ways(board: dict[str, Any], found: dict[str, list[Line]]) -> str:
    """Return the table of all ways of building: what each costs, and the hours that it takes."""
    costs = {way: whole(board, found, way) for way in WAYS}
    spans = [span(board, found, way) for way in WAYS]
    work = [hours.total(board, way) for way in WAYS]
    machine = [hours.printing(found[way]) for way in WAYS]
    rows = [(item, *(f"{costs[way][item]:.0f}" for way in WAYS)) for item in costs["tiles"]]
    rows += [
        ("assembly by a house", *len(WAYS) * ("not asked",)),
        ("**in all, EUR**", *(f"**{low} to {high}**" for low, high in spans)),
        ("**hours of a practised solderer**", *(f"**{each:.0f}**" for each in work)),
        ("hours of a 3D printer", *(f"{each:.0f}" for each in machine)),
    ]
    return table(("", *_NAMES), rows)


def _shops(found: Iterable[Line]) -> set[str]:
    return {each.shop for each in found if each.group in COUNTED}
