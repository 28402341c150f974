"""The things to buy for a board: the [parts], [by_hand] and [things] of board.toml, checked, counted and priced.

Parts are counted in the net tables. Things without a net are counted by their rule in board.toml.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tengen_host import wiring
from tengen_host.pinouts import KINDS, RESISTORS

from . import controller, tile, whole
from .circuit import Circuit

# The builds: a board of tiles; a board wired by hand; a single tile, to test reed and stone with a meter; and the same
# tile with the controller, to test the lights, too.
BUILDS = ("tiles", "hand", "coupon", "lit")
COUPONS = ("coupon", "lit")
# The groups of lines. The totals contain only COUNTED; the other groups are bought only once, or not at all.
COUNTED = ("electronics", "boards", "stones", "case")
GROUPS = (*COUNTED, "options", "tools")
MOUNTS = ("smd", "tht", "socket", "wire", "made")
SHOPS = ("electronics", "PCB maker", "LED strip", "stones and hobby", "acrylic cutter")
# The available lengths of M3 screws, and the least length of a screw in a spacer's thread
SCREWS_MM = (4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 40)
THREAD_MM = 4
WASHER_MM = 0.5  # the thickness of an M3 washer
# a plate of the case is this much smaller than the space for it
FIT_MM = 0.5
# Kinds that must have the same value on a hand-wired board and on tiles; the package may differ
_SAME_BY_HAND = (*RESISTORS, "chip_capacitor")

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


def lines(board: Table, build: str = "tiles", boards: int = 1) -> list[Line]:
    """Return the lines for `boards` boards, ordered by group and name."""
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
    for name, entry in board["things"].items():
        if build in entry["builds"]:
            count = math.ceil(round(entry["each"] * of_each[entry["per"]], 6))
            times = 1 if entry["per"] == "workshop" else boards
            value = str(entry["value"]).format(**_sizes(board))
            found.append(_line(name, entry["group"], value, entry, (), count, times))
    return sorted((each for each in found if each.needed), key=lambda each: (GROUPS.index(each.group), each.name))


def totals(found: list[Line]) -> dict[str, int]:
    """Return the cost of each group, rounded to the euro in such a way that the groups add up to the total."""
    return {group: round(sum(each.cost for each in found if each.group == group)) for group in GROUPS}


def total(found: list[Line]) -> int:
    """Return the cost of the COUNTED groups, without tools and options."""
    return sum(cost for group, cost in totals(found).items() if group in COUNTED)


class Paid(NamedTuple):
    """The price of a list in EUR, rounded: goods, postage (a parcel from each shop), tax on both, and total."""

    goods: int
    post: int
    tax: int

    @property
    def together(self) -> int:
        """Return the total to pay."""
        return self.goods + self.post + self.tax


def paid(board: Table, found: list[Line]) -> Paid:
    """Return the cost of the COUNTED lines with postage and tax."""
    shops = {each.shop for each in found if each.group in COUNTED}
    post = sum(board["cost"]["post"][shop] for shop in shops)
    tax = (total(found) + post) * board["cost"]["vat_percent"] / 100
    return Paid(total(found), round(post), round(tax))


def circuit_of(board: Table, build: str) -> Circuit:
    """Return the circuit of a build: the whole board, only the coupon, or the coupon with the controller."""
    if build not in COUPONS:
        return whole.circuit(board)
    alone = tile.circuit(board).parts.values()
    if build == "coupon":
        return Circuit("coupon", alone)
    named = (each._replace(reference=f"COUPON.{each.reference}") for each in alone)
    return Circuit("lit", [*controller.circuit(board).parts.values(), *named])


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
        **kinds,
        "board": 1,
        "workshop": 1,
        "tile": across**2,
        "point": points,
        "black": (points + 1) // 2,
        "white": points // 2,
        "light": wiring.pixel_count(board),
        "bridge": joints / 2,
        "feed_ribbon": len(feeds),
        "column_ribbon": len(feet),
        "feed_metre": sum(feeds.values()) / 1000,
        "column_metre": sum(feet.values()) / 1000,
    }


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
        if kind not in KINDS:
            raise wiring.WiringError(f"board.toml [parts.{kind}]: no such kind of part in pinouts.py")
    for kind in sorted({each.kind for each in whole.circuit(board).parts.values()}):
        if kind not in board["parts"]:
            raise wiring.WiringError(f"board.toml: the table [parts.{kind}] is missing")
        _check_part(f"[parts.{kind}]", board["parts"][kind])
    for kind, entry in board["by_hand"].items():
        if kind != "without":
            if kind not in board["parts"]:
                raise wiring.WiringError(f"board.toml [by_hand.{kind}]: there is no [parts.{kind}]")
            _check_part(f"[by_hand.{kind}]", entry)
    for kind in board["by_hand"]["without"]:
        if kind not in board["parts"]:
            raise wiring.WiringError(f"board.toml [by_hand] without: there is no [parts.{kind}]")
    _check_cost(board["cost"])
    known = measures(board, "tiles")
    for name, entry in board["things"].items():
        _check_thing(f"[things.{name}]", entry, known, _sizes(board))
    _check_values(board)
    for name, cuts in zip(("ribbon_mm", "column_ribbon_mm"), ribbons(board), strict=True):
        longest, most = max(cuts.values()), board.get("cables", {}).get(name)
        if most is not None and longest > most:
            raise wiring.WiringError(
                f"board.toml [case] controller_mm: {longest} mm of ribbon is above [cables] {name}"
            )


def _line(name: str, group: str, value: str, entry: Table, named: tuple[str, ...], count: int, boards: int) -> Line:
    needed = count * boards
    bought = needed + math.ceil(needed * entry.get("spare_percent", 0) / 100) + entry.get("spare", 0) * boards
    pack = entry.get("pack", 1)
    bought = -(-bought // pack) * pack
    return Line(name, group, value, entry, named, needed, bought, price_of(entry, bought))


def _entry(board: Table, kind: str, build: str) -> Table | None:
    """Return the entry of board.toml for a kind in this build, or None."""
    by_hand: Table = board["by_hand"]
    if build == "hand" and kind in by_hand["without"]:
        return None
    if build == "hand":
        return dict(by_hand.get(kind, board["parts"][kind]))
    return dict(board["parts"][kind])


def _sizes(board: Table) -> dict[str, str]:
    """Return the sizes for the {braces} in the values of things."""
    case, pitch, points = board["case"], board["board"]["pitch_mm"], board["tile"]["points"]
    side = pitch * board["board"]["size"]
    stone, magnet, stack = board["stone"], board["magnet"], board["stack"]
    deep = side + 2 * case["bar_mm"] - FIT_MM
    return {
        "tile": f"{pitch * points - board['tile']['gap_mm']:.1f}",
        "inside": f"{side + 2 * case['margin_mm'] + case['bay_mm'] - FIT_MM:g} x {deep:g}",
        "lid": f"{case['bay_mm'] - FIT_MM:g} x {deep:g}",
        "frame": " x ".join(f"{each:g}" for each in case["frame_mm"]),
        "base_plate": f"{case['base_plate_mm']:g}",
        "batten": f"{case['batten_mm']:g}",
        "foot": f"{case['foot_mm'][1]:g}",
        "jack": " x ".join(f"{each:g}" for each in case["jack_mm"]),
        "carrier": f"{board['carrier']['sheet_mm']:g} mm, {math.ceil(side)} x {math.ceil(side)}",
        "bar_lead": f"{board['cables']['bar_lead_mm']:g}",
        "button_lead": f"{board['cables']['button_lead_mm']:g}",
        "plate": f"{side + 2 * case['margin_mm'] - FIT_MM:g} x {deep:g}",
        "plate_mm": f"{stack['plate_mm']:g}",
        "wall": f"{stack['wall_mm']:g}",
        "well": f"{stack['plate_above_mm']:g}",
        "base": f"{stack['base_mm']:g}",
        "coil_wire": f"{board['coil']['wire_mm']:g}",
        "rest": f"{stack['rest_mm']:g}",
        "controller_spacer": f"{case['controller_spacer_mm']:g}",
        **{f"screw_{where}": str(long) for where, long in screws(board).items()},
        "a_metre": f"{1000 / pitch:.0f}",
        "stone": f"{stone['diameter_mm']:g}",
        "foot_thick": f"{stone['foot_mm']:g}",
        "stone_high": f"{stone['height_mm']:g}",
        "grade": magnet["grade"],
        "magnet": f"{magnet['diameter_mm']:g} x {magnet['height_mm']:g} mm",
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


def _check_part(place: str, entry: Table) -> None:
    for field in ("value", "package", "mount", "instead"):
        _said(place, entry, field)
    if entry["mount"] not in MOUNTS:
        raise wiring.WiringError(f"board.toml {place} mount: {entry['mount']!r}, not one of {', '.join(MOUNTS)}")
    if entry["mount"] != "made":
        _check_sources(place, entry)
        _check_bought(place, entry)


def _check_thing(place: str, entry: Table, known: dict[str, float], sizes: dict[str, str]) -> None:
    for field in ("value", "group", "each", "per", "builds", "instead"):
        _said(place, entry, field)
    if entry["group"] not in GROUPS:
        raise wiring.WiringError(f"board.toml {place} group: {entry['group']!r}, not one of {', '.join(GROUPS)}")
    if entry["per"] not in known:
        raise wiring.WiringError(f"board.toml {place} per: nothing is counted by {entry['per']!r}")
    if not set(entry["builds"]) <= set(BUILDS):
        raise wiring.WiringError(f"board.toml {place} builds: {entry['builds']}, not among {', '.join(BUILDS)}")
    try:
        str(entry["value"]).format(**sizes)
    except (KeyError, IndexError) as error:
        raise wiring.WiringError(f"board.toml {place} value: no size is called {error}") from None
    if entry["group"] == "electronics":
        _check_sources(place, entry)
    _check_bought(place, entry)


def _said(place: str, entry: Table, field: str) -> None:
    if entry.get(field) in (None, "", [], {}):
        raise wiring.WiringError(f"board.toml {place} {field} is missing")


def _check_sources(place: str, entry: Table) -> None:
    _said(place, entry, "sources")
    numbers = [str(number).strip(" ?") for number in entry["sources"].values()]
    if len(numbers) < 2 or not all(numbers) or len(set(numbers)) < len(numbers):
        raise wiring.WiringError(f"board.toml {place} sources: two different numbers are needed")


def _check_bought(place: str, entry: Table) -> None:
    _said(place, entry, "price")
    if entry.get("shop", SHOPS[0]) not in SHOPS:
        raise wiring.WiringError(f"board.toml {place} shop: {entry['shop']!r}, not one of {', '.join(SHOPS)}")
    if not all(str(least).isdecimal() for least in entry["price"]):
        raise wiring.WiringError(f"board.toml {place} price: its quantities must be whole numbers")
    prices = [float(price) for _, price in sorted((int(least), price) for least, price in entry["price"].items())]
    if len(prices) != 3 or min(prices) <= 0 or prices != sorted(set(prices), reverse=True):
        raise wiring.WiringError(f"board.toml {place} price: three prices are needed that fall with the quantity")
    for field in ("pack", "spare", "spare_percent"):
        if type(entry.get(field, 1)) is not int or entry.get(field, 1) < (1 if field == "pack" else 0):
            raise wiring.WiringError(f"board.toml {place} {field}: {entry[field]!r} is not a whole number")


def _check_cost(cost: Table) -> None:
    if not 0 <= cost["vat_percent"] < 50:
        raise wiring.WiringError(f"board.toml [cost] vat_percent: {cost['vat_percent']!r} is not a share in percent")
    differing = set(cost["post"]) ^ set(SHOPS)
    if differing or min(cost["post"].values()) < 0:
        wrong = ", ".join(sorted(differing)) or "one is negative"
        raise wiring.WiringError(f"board.toml [cost] post: a price for each shop is needed, and no other: {wrong}")


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
            raise wiring.WiringError(f"board.toml {place} value: {found!r}, but {cause} gives {value!r}")
