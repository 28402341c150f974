"""The things to buy for a board: the [parts], [by_hand] and [things] of board.toml, checked, counted and priced.

Parts are counted in the net tables. Things without a net are counted by their rule in board.toml.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tengen_host.pinouts import KINDS, RESISTORS
from tengen_host.wiring import WiringError, pixel_count

from . import controller, tile, whole
from .circuit import Circuit
from .values import check_choice, check_fields, check_number

# The builds: a board of tiles; a board wired by hand; a single tile, to test reed and stone with a meter; and the same
# tile with the controller, to test the lights, too.
BUILDS = ("tiles", "hand", "coupon", "lit")
COUPONS = ("coupon", "lit")
# The groups of lines. The totals contain only COUNTED; the other groups are bought only once, or not at all.
COUNTED = ("electronics", "boards", "stones", "case")
GROUPS = (*COUNTED, "options", "tools")
MOUNTS = ("smd", "tht", "socket", "wire", "made")
SHOPS = ("electronics", "PCB maker", "LED strip", "stones and hobby", "acrylic cutter", "3D printer")
# The available lengths of M3 screws, and the least length of a screw in a spacer's thread
SCREWS_MM = (4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 40)
THREAD_MM = 4
WASHER_MM = 0.5  # the thickness of an M3 washer
# a plate of the case is this much smaller than the space for it
FIT_MM = 0.5
# Kinds that must have the same value on a hand-wired board and on tiles; the package may differ. The resistor of a
# button is larger there, because its lead has no clamp.
_SAME_BY_HAND = (*(kind for kind in RESISTORS if kind != "button_resistor"), "chip_capacitor")

Table = dict[str, Any]


class Line(NamedTuple):
    """A line of the list: the item (`value` describes it), how many are needed and bought, and the price in EUR.

    `name`: a kind of [parts], or a thing. `references`: the parts of the circuit; empty for a thing.
    """

    name: str
    group: str
    value: str
    entry: Table
    references: tuple[str, ...]
    needed: int
    bought: int
    price: float

    @property
    def cost(self) -> float:
        """Return the cost of the line in EUR, rounded to the cent."""
        return round(self.bought * self.price + 1e-9, 2)

    @property
    def shop(self) -> str:
        """Return the shop that sells the item."""
        return str(self.entry.get("shop", SHOPS[0]))

    @property
    def order(self) -> tuple[str, ...]:
        """Return what is ordered. Lines with the same value and the same numbers are one order."""
        return (self.value, *map(str, self.entry.get("sources", {}).values()))


def lines(board: Table, build: str = "tiles", boards: int = 1) -> list[Line]:
    """Return the lines for `boards` boards, ordered by group and name, at the best prices."""
    return priced(required(board, build, boards))


def priced(found: list[Line]) -> list[Line]:
    """Return the lines with their prices. If a larger quantity of a part costs less in all, it is bought instead."""
    orders: dict[tuple[str, ...], list[Line]] = {}
    for each in found:
        orders.setdefault(each.order, []).append(each)
    more, price = {}, {}
    for order, same in orders.items():
        for each in same:
            if each.entry["price"] != same[0].entry["price"]:
                raise WiringError(f"board.toml: {same[0].name} and {each.name} are one part with two prices")
        least = sum(each.bought for each in same)
        bought = cheapest(same[0].entry, least)
        more[same[0].name], price[order] = bought - least, price_of(same[0].entry, bought)
    return [each._replace(bought=each.bought + more.get(each.name, 0), price=price[each.order]) for each in found]


def cheapest(entry: Table, least: int) -> int:
    """Return the quantity, `least` or more, that costs the least."""
    pack = entry.get("pack", 1)
    choices = {least, *(-(-int(at) // pack) * pack for at in entry["price"] if int(at) > least)}
    return min(choices, key=lambda quantity: (round(quantity * price_of(entry, quantity), 4), quantity))


def required(board: Table, build: str = "tiles", boards: int = 1) -> list[Line]:
    """Return the lines with spares and whole packs, without regard to price."""
    check(board)
    circuit = circuit_of(board, build)
    references: dict[str, list[str]] = {}
    for each in circuit.parts.values():
        if each.fitted:
            references.setdefault(each.kind, []).append(each.reference)
    found = []
    for kind, named in references.items():
        entry = _entry(board, kind, build)
        if entry is not None and entry["mount"] != "made":
            what = board["parts"][kind].get("what")
            value = f"{what}, {entry['value']}" if what else str(entry["value"])
            found.append(_line(kind, "electronics", value, entry, tuple(named), len(named), boards))
    of_each = measures(board, build)
    for name, raw in board["things"].items():
        if build in raw["builds"]:
            entry = _worded(board, f"[things.{name}]", raw)
            count = math.ceil(round(entry["each"] * of_each[entry["per"]], 6))
            times = 1 if entry["per"] == "workshop" else boards
            found.append(_line(name, entry["group"], entry["value"], entry, (), count, times))
    return sorted((each for each in found if each.needed), key=lambda each: (GROUPS.index(each.group), each.name))


def circuit_of(board: Table, build: str) -> Circuit:
    """Return the circuit of a build: the whole board, only the coupon, or the coupon with the controller."""
    return {"coupon": tile.circuit, "lit": whole.coupon}.get(build, whole.circuit)(board)


def measures(board: Table, build: str) -> dict[str, float]:
    """Return the numbers that the rules for things use: tiles, points, bridges, metres of ribbon and so on."""
    circuit = circuit_of(board, build)
    kinds = {kind: len([each for each in circuit.of_kind(kind) if each.fitted]) for kind in KINDS}
    feeds, feet = ribbons(board)
    if build in COUPONS:
        feeds, feet = dict([min(feeds.items())]), dict([min(feet.items())])
    across = 1 if build in COUPONS else controller.tile_rows(board)
    points = (across * board["tile"]["points"]) ** 2
    joints = sum(kinds[kind] * len(KINDS[kind]) for kind in ("side_joint", "end_joint"))
    return {
        **kinds, "board": 1, "workshop": 1, "tile": across**2, "point": points, "black": (points + 1) // 2,
        "white": points // 2, "light": pixel_count(board), "bridge": joints / 2,
        "feed_ribbon": len(feeds), "feed_metre": sum(feeds.values()) / 1000,
        "column_ribbon": len(feet), "column_metre": sum(feet.values()) / 1000,
    }  # fmt: skip


def ribbons(board: Table) -> tuple[dict[str, int], dict[str, int]]:
    """Return the length in mm of each ribbon, by the controller's plug: to the rows of tiles, and to the columns.

    The length is the way from the plug to the tile, along x and y, plus the slack, rounded up. The plugs of rows are at
    the controller's right edge, the plugs of columns at its lower edge.
    """
    case, side = board["case"], board["board"]["pitch_mm"] * board["tile"]["points"]
    wide, rows = case["controller_board_mm"], controller.tile_rows(board)
    left, low = (middle - wide / 2 for middle in case["controller_mm"])

    def cut(along: float, across: float) -> int:
        step = case["ribbon_step_mm"]
        return int(math.ceil((abs(along) + abs(across) + case["ribbon_slack_mm"]) / step - 1e-9)) * step

    shares = [(at + 0.5) / rows * wide for at in range(rows)]
    middles = [(at + 0.5) * side for at in range(rows)]
    feeds = {f"J{1 + at}": cut(middles[at] - low - shares[at], left + wide) for at in range(rows)}
    feet = {f"J{11 + at}": cut(middles[at] - left - shares[at], low) for at in range(rows)}
    return feeds, feet


def price_of(entry: Table, quantity: int) -> float:
    """Return the price of one piece if `quantity` pieces are bought."""
    breaks = sorted((int(least), float(price)) for least, price in entry["price"].items())
    return ([price for least, price in breaks if least <= quantity] or [breaks[0][1]])[-1]


def check(board: Table) -> None:
    """Raise WiringError, with the part's name, unless all fitted parts can be bought and all values agree."""
    for kind in board["parts"]:
        check_choice("[parts]", kind, KINDS)
    for kind in sorted({each.kind for each in whole.circuit(board).parts.values()}):
        if kind not in board["parts"]:
            raise WiringError(f"board.toml: the table [parts.{kind}] is missing")
        _check_part(board, f"[parts.{kind}]", board["parts"][kind])
    by_hand = {kind: entry for kind, entry in board["by_hand"].items() if kind != "without"}
    for kind in (*by_hand, *board["by_hand"]["without"]):
        check_choice("[by_hand]", kind, board["parts"])
    for kind, entry in by_hand.items():
        _check_part(board, f"[by_hand.{kind}]", entry)
    _check_cost(board)
    known = measures(board, "tiles")
    for name, entry in board["things"].items():
        _check_thing(board, f"[things.{name}]", entry, known)
    _check_values(board)
    for name, cuts in zip(("ribbon_mm", "column_ribbon_mm"), ribbons(board), strict=True):
        longest, most = max(cuts.values()), board.get("cables", {}).get(name)
        if most is not None and longest > most:
            raise WiringError(f"board.toml [case] controller_mm: {longest} mm of ribbon is above [cables] {name}")


def _line(name: str, group: str, value: str, entry: Table, named: tuple[str, ...], count: int, boards: int) -> Line:
    needed = count * boards
    bought = needed + math.ceil(needed * entry.get("spare_percent", 0) / 100) + entry.get("spare", 0) * boards
    pack = entry.get("pack", 1)
    return Line(name, group, value, entry, named, needed, -(-bought // pack) * pack, 0.0)


def _entry(board: Table, kind: str, build: str) -> Table | None:
    """Return the entry of board.toml for a kind in this build, or None."""
    if build == "hand" and kind in board["by_hand"]["without"]:
        return None
    table = "by_hand" if build == "hand" and kind in board["by_hand"] else "parts"
    return _worded(board, f"[{table}.{kind}]", board[table][kind])


def _worded(board: Table, place: str, entry: Table) -> Table:
    """Return the entry with the {braces} in its words replaced by values of board.toml and computed sizes.

    Raises WiringError for an unknown value.
    """
    known = board | _sizes(board)
    try:
        words = {name: str(entry[name]).format_map(known) for name in ("value", "instead", "never") if name in entry}
    except (LookupError, TypeError, ValueError) as error:
        raise WiringError(f"board.toml {place}: a field in {{braces}} can't be filled: {error}") from None
    return entry | words


def _sizes(board: Table) -> dict[str, str]:
    """Return the sizes in mm that are no values of board.toml, for the words of its entries."""
    case, pitch = board["case"], board["board"]["pitch_mm"]
    side = pitch * board["board"]["size"]
    deep = side + 2 * case["bar_mm"] - FIT_MM
    return {
        "tile_side": f"{pitch * board['tile']['points'] - board['tile']['gap_mm']:.1f}",
        "side": f"{math.ceil(side)}",
        "inside": f"{side + 2 * case['margin_mm'] + case['bay_mm'] - FIT_MM:g} x {deep:g}",
        "lid": f"{case['bay_mm'] - FIT_MM:g} x {deep:g}",
        "plate": f"{side + 2 * case['margin_mm'] - FIT_MM:g} x {deep:g}",
        **{f"screw_{where}": str(long) for where, long in screws(board).items()},
        "a_metre": f"{1000 / pitch:.0f}", "bend_block": f"{board['reed']['span_mm'] - board['print']['lead_mm']:g}",
    }


def screws(board: Table) -> dict[str, int]:
    """Return the lengths in mm of the M3 screws above and below a tile's spacer, and through the controller.

    Each is the shortest available length that goes THREAD_MM into a spacer, or through a nut.
    """
    case, tile = board["case"], board["stack"]["pcb_mm"]
    below = case["base_plate_mm"]
    # a tile's screw has a washer below the base, because the hole is wide
    least = {
        "above": tile + THREAD_MM,
        "below": below + WASHER_MM + THREAD_MM,
        "through": below + case["controller_spacer_mm"] + tile + case["head_mm"][1],
    }
    return {where: next((each for each in SCREWS_MM if each >= long), SCREWS_MM[-1]) for where, long in least.items()}


def _check_part(board: Table, place: str, entry: Table) -> None:
    check_fields(place, entry, "value", "package", "mount", "instead")
    _worded(board, place, entry)
    check_choice(f"{place} mount", entry["mount"], MOUNTS)
    if entry["mount"] != "made":
        _check_sources(place, entry)
        _check_bought(place, entry)


def _check_thing(board: Table, place: str, entry: Table, known: dict[str, float]) -> None:
    check_fields(place, entry, "value", "group", "each", "per", "builds", "instead")
    check_choice(f"{place} group", entry["group"], GROUPS)
    check_choice(f"{place} per", entry["per"], known)
    for build in entry["builds"]:
        check_choice(f"{place} builds", build, BUILDS)
    _worded(board, place, entry)
    if entry["group"] == "electronics":
        _check_sources(place, entry)
    _check_bought(place, entry)


def _check_sources(place: str, entry: Table) -> None:
    check_fields(place, entry, "sources")
    numbers = [str(number).strip(" ?") for number in entry["sources"].values()]
    makers = {maker.partition(",")[0] for maker in entry["sources"]}
    if not numbers or not all(numbers) or len(set(numbers)) < len(numbers) or len(makers) < len(numbers):
        raise WiringError(f"board.toml {place} sources: different numbers of different makers are needed")


def _check_bought(place: str, entry: Table) -> None:
    check_fields(place, entry, "price")
    check_choice(f"{place} shop", entry.get("shop", SHOPS[0]), SHOPS)
    if not all(str(least).isdecimal() for least in entry["price"]):
        raise WiringError(f"board.toml {place} price: its quantities must be whole numbers")
    prices = [float(price) for _, price in sorted((int(least), price) for least, price in entry["price"].items())]
    if len(prices) != 3 or min(prices) <= 0 or prices != sorted(set(prices), reverse=True):
        raise WiringError(f"board.toml {place} price: three prices are needed that fall with the quantity")
    for field in ("pack", "spare", "spare_percent"):
        if type(entry.get(field, 1)) is not int or entry.get(field, 1) < (1 if field == "pack" else 0):
            raise WiringError(f"board.toml {place} {field}: {entry[field]!r} is not a whole number")


def _check_cost(board: Table) -> None:
    cost = board["cost"]
    check_number("[cost] vat_percent", cost["vat_percent"], 0, 50)
    if differing := sorted(set(cost["post"]) ^ set(SHOPS)):
        shops = ", ".join(differing)
        raise WiringError(f"board.toml [cost] post: a price for each shop is needed, and no other: {shops}")
    for table, known in (("post", SHOPS), ("clearing", SHOPS), ("printed", board["things"])):
        for name, price in cost[table].items():
            check_choice(f"[cost] {table}", name, known)
            check_number(f"[cost] {table} {name}", price, 0, 1000)


def _check_values(board: Table) -> None:
    """Raise WiringError if the value of a part contradicts the table of board.toml that it comes from."""
    bar, a_metre, reed = board["leds"]["bar_length"], _sizes(board)["a_metre"], board["reed"]
    least, most = reed["operate_at"]
    supply = board["supply"]
    joints = {kind: f"{len(KINDS[kind])} bridges of wire" for kind in ("side_joint", "end_joint")}
    same = {kind: board["parts"][kind]["value"] for kind in _SAME_BY_HAND}
    must = {
        **{f"[parts.{kind}]": (value, "pinouts.py") for kind, value in joints.items()},
        **{f"[by_hand.{kind}]": (value, f"[parts.{kind}]") for kind, value in same.items()},
        "[parts.reed]": (f"normally open, {least}-{most} AT, glass of {reed['glass_mm']:g} mm", "[reed]"),
        "[parts.bar]": (f"{bar} WS2812B, {a_metre} a metre", "[leds] bar_length and [board] pitch_mm"),
    }
    if supply["source"] == "jack":
        amperes = f"supply, 5 V, {supply['current_ma'] / 1000:g} A, plug 5.5 x 2.1 mm, centre positive"
        must["[things.supply]"] = (amperes, "[supply] current_ma")
        must["[parts.fuse]"] = (f"{supply['fuse_ma'] / 1000:g} A slow, 5 x 20 mm", "[supply] fuse_ma")
    for place, (value, cause) in must.items():
        table, kind = place.strip("[]").split(".")
        if kind in board[table] and board[table][kind]["value"] != value:
            found = board[table][kind]["value"]
            raise WiringError(f"board.toml {place} value: {found!r}, but {cause} gives {value!r}")
