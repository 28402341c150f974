"""The drop of the 5 V supply, on 25 tiles that are fed at the left of each row, or on strips wired by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from tengen_host import wiring

from ..controller import tile_rows
from . import parts, spice

SUPPLIES = (5.0, 4.75)  # the volts of the supply: nominal, and 5 % less
HOT = 1.16  # the resistance of copper at 60 C, as a multiple of that at 20 C
BRIDGE_OHM = 0.003  # a bridge of 0.6 mm wire with two solder joints
FUSE_OHM, TERMINAL_OHM = 0.03, 0.005  # a slow fuse of 3.15 A in its holder (to be checked), and a screw terminal
# The two IRF9310 in series: each has at most 6.8 mOhm at a gate of 4.5 V (Infineon, checked), more when warm
PASS_OHM = 2 * 0.0068 * HOT
# The required voltage at the last light. The levels of a WS2812B are specified from 4.5 V on, but it works from 3.5 V.
LEAST_V = 4.3
SCHOTTKY_V = 0.35  # the drop of an SS34 at about 100 mA
# A thin strip with 30 lights a metre: the resistance of its 5 V, and that of its ground (measure your strip)
STRIP_OHM_M = 0.2

# The cases, by the lit tiles: "even": all tiles equally; "row": the uppermost row of tiles; "side": the tiles farthest
# from the ribbons; "tile": the last tile; "white": all tiles at full white, which is more than any budget.
CASES = ("dark", "even", "row", "side", "tile", "white")


class Drop(NamedTuple):
    """The voltages of a case. Tiles are (across, up), counted from 0 at the lower left."""

    tiles: dict[tuple[int, int], float]
    controller: float  # the voltage of the controller's 5 V
    wire: float  # the amperes in the ribbon wire with the greatest current
    supply: float  # the total amperes
    data: float  # the least high level from a light to the next light, as a share of the next light's supply

    @property
    def lowest(self) -> float:
        """Return the volts at the tile with the least voltage."""
        return min(self.tiles.values())


def loads(board: dict[str, Any], case: str) -> tuple[dict[tuple[int, int], float], float]:
    """Return the amperes of each tile, and the sum for the two bars."""
    leds, count = board["leds"], tile_rows(board)
    each = board["tile"]["points"] ** 2
    full, idle = sum(leds["full_ma"].values()), leds["idle_ma"]
    pixels = wiring.pixel_count(board)
    bars = pixels - board["board"]["size"] ** 2
    places, last = _places(board), count - 1
    lit = {"dark": [], "even": places, "row": [place for place in places if place[1] == last],
           "side": [place for place in places if place[0] == last], "tile": [(last, last)],
           "white": places}[case]  # fmt: skip
    spread = case in ("even", "white")  # in these cases the bars are lit, too
    lights = len(lit) * each + (bars if spread else 0)
    ample = full if case == "white" else (leds["budget_ma"] - idle * pixels) / max(lights, 1)
    more = min(full, ample)
    tiles = {place: each * (idle + (more if place in lit else 0)) / 1000 for place in places}
    return tiles, bars * (idle + (more if spread else 0)) / 1000


def _places(board: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the place of each tile, row by row."""
    return [(x, y) for y in range(tile_rows(board)) for x in range(tile_rows(board))]


def _source(board: dict[str, Any]) -> float:
    """Return the Ohm from the supply through fuse and FETs to the controller's 5 V, and back through ground."""
    cables = board["cables"]
    lead = parts.COPPER_OHM_M * cables["lead_mm"] / cables["lead_mm2"] * 1000
    return 2 * lead * HOT + FUSE_OHM + PASS_OHM + 4 * TERMINAL_OHM


def tiles_deck(board: dict[str, Any]) -> str:
    """Return the deck of the 25 tiles: copper, bridges, ribbons."""
    count, cables, tile = tile_rows(board), board["cables"], board["tile"]
    ribbon = (cables["ribbon_mm"] / 1000 * parts.RIBBON_OHM_M * HOT + 2 * parts.CONTACT_OHM) / 2
    side = board["board"]["pitch_mm"] * tile["points"]
    copper = parts.copper_ohm(side, tile["power_mm"], tile["copper_um"]) * HOT
    step = copper + BRIDGE_OHM / 2
    lines = [
        "* then 5 V of each tile, row by row from the lower left, and the ground of each",
        ".param supply=5",
        "v1 supply 0 {supply}",
        f"r1 supply p {_source(board):.4f}",
        "i0 p 0 0",
    ]
    end = f"{ribbon + copper / 2:.5f}"
    for y in range(count):
        lines += [f"v_{y} p f{y} 0", f"rp_{y} f{y} p_0_{y} {end}", f"rg_{y} g_0_{y} 0 {end}"]
        for x in range(count):
            lines.append(f"i_{x}_{y} p_{x}_{y} g_{x}_{y} 0")
            for net in "pg":
                if x:
                    lines.append(f"rx{net}_{x}_{y} {net}_{x - 1}_{y} {net}_{x}_{y} {step:.5f}")
                if y:
                    lines.append(f"ry{net}_{x}_{y} {net}_{x}_{y - 1} {net}_{x}_{y} {step:.5f}")
    places = _places(board)
    vectors = {"controller": "v(p)", "amperes": "-i(v1)", **{f"f{y}": f"i(v_{y})" for y in range(count)},
               **{f"{net}{x}{y}": f"v({net}_{x}_{y})" for net in "pg" for x, y in places}}  # fmt: skip
    script = []
    for case in CASES:
        tiles, bars = loads(board, case)
        script += [f"* {case}", f"alter i0 = {bars + board['supply']['pico_ma'] / 1000:g}"]
        script += [f"alter i_{x}_{y} = {tiles[x, y]:g}" for x, y in places]
        for supply in SUPPLIES:
            script += [f"alter v1 = {supply:g}", "op", *(f"let {name}={what}" for name, what in vectors.items()),
                       spice.echo(f"{case} {supply:g}", vectors)]  # fmt: skip
    title = "Supply: 25 tiles with two wires of 5 V and two of ground in the ribbon of each row"
    told = "case, supply : 5 V at the controller, amperes in all, each row's ribbon (two wires),"
    return spice.deck(title, told, lines, script)


def drop(board: dict[str, Any], case: str, supply: float) -> Drop:
    """Return the voltages of a case at a supply voltage."""
    count = tile_rows(board)
    controller, amperes, *rest = (spice.sure(each) for each in spice.run(tiles_deck(board))[case, f"{supply:g}"])
    ribbons, rest = rest[:count], rest[count:]
    places = _places(board)
    high = dict(zip(places, rest[: len(places)], strict=True))
    ground = dict(zip(places, rest[len(places) :], strict=True))
    left = {place: high[place] - ground[place] for place in places}
    # the data go from the controller to the left end of a row, from tile to tile, and from the right end over RETURN to
    # the left end of the next row
    links = [((x, y), (x + step, y)) for x, y in places for step in (1, -1) if 0 <= x + step < count]
    links += [((count - 1, y), (0, y + 1)) for y in range(count - 1)]
    shares = [(high[one] - ground[two]) / left[two] for one, two in links]
    shares += [(controller - ground[0, 0]) / left[0, 0]]
    return Drop(left, controller, max(ribbons) / 2, amperes, min(shares))


# The ways to feed the strips of a hand-wired board: three rows as one chain, from its first light alone, or from each
# place where it is at the left. All wires are as long as a ribbon at the most.
FEEDS = ("one end", "left ends")


def strips_deck(board: dict[str, Any]) -> str:
    """Return the deck of three rows of strip that use the whole budget."""
    cables, leds = board["cables"], board["leds"]
    rows, size, pitch = leds["serpentine_rows"], board["board"]["size"], board["board"]["pitch_mm"]
    piece = STRIP_OHM_M * pitch / 1000 * HOT
    feed = parts.COPPER_OHM_M * cables["ribbon_mm"] / cables["feed_mm2"] * 1000 * HOT + 2 * TERMINAL_OHM
    pixels = wiring.pixel_count(board)
    lit = min(sum(leds["full_ma"].values()), (leds["budget_ma"] - leds["idle_ma"] * pixels) / (rows * size))
    each = (leds["idle_ma"] + lit) / 1000
    others = (leds["idle_ma"] * (pixels - rows * size) + board["supply"]["pico_ma"]) / 1000
    taps = {"one end": (0,), "left ends": range(0, rows * size, 2 * size)}
    lines, least = [".param supply=5", "v1 supply 0 {supply}"], []
    for way, name in enumerate(FEEDS):
        lines += [f"* {name}", f"rs{way} supply p{way} {_source(board):.4f}", f"io{way} p{way} 0 {others:g}"]
        for at in range(rows * size):
            lines.append(f"i{way}_{at} p{way}_{at} g{way}_{at} {each:g}")
            if at:
                for net in "pg":
                    lines.append(f"r{net}{way}_{at} {net}{way}_{at - 1} {net}{way}_{at} {piece:.5f}")
            if at in taps[name]:
                lines += [f"rfp{way}_{at} p{way} p{way}_{at} {feed:.5f}", f"rfg{way}_{at} g{way}_{at} 0 {feed:.5f}"]
        least.append([f"v(p{way}_{at})-v(g{way}_{at})" for at in range(rows * size)])
    script = []
    for supply in SUPPLIES:
        script += [*spice.changed(supply=supply), "reset", "op"]
        for way, name in enumerate(FEEDS):
            script += [f"let least={least[way][0]}", *(f"let least=min(least, {each})" for each in least[way][1:])]
            script += [spice.echo(f"{name.replace(' ', '_')} {supply:g}", ("least",))]
    title = "Supply of a hand-wired board: three rows of strip with all of the budget, fed in two ways"
    return spice.deck(title, "way, supply : the least 5 V at a light", lines, script)


def strip(board: dict[str, Any], feed: str, supply: float) -> float:
    """Return the least voltage at a light of three rows of strip with this feed."""
    (least,) = spice.run(strips_deck(board))[feed.replace(" ", "_"), f"{supply:g}"]
    return spice.sure(least)
