"""The hours of building, all estimates: [work] of board.toml, times the numbers of joints, reeds, tiles and so on."""

from __future__ import annotations

from typing import Any, NamedTuple

from tengen_host.pinouts import KINDS

from . import controller, parts, tile
from .circuit import Circuit
from .values import check_choice, check_fields, check_number

# The steps of the guide and of the pages beside it
STEPS = (*map(str, range(11)), "case", "sheet", "lines", "lights", "perfboard")
# Work on each tile is done in three steps of the guide: at the coupon, at the first row, and at the other rows
EACH_TILE = "each tile"


class Work(NamedTuple):
    """A kind of work in a step: what is done, how often, and the seconds for all of it."""

    what: str
    number: float
    seconds: float
    tools: tuple[str, ...]


def steps(board: dict[str, Any], build: str) -> dict[str, list[Work]]:
    """Return the work in each step of a build. Raises WiringError if an entry of [work] is wrong."""
    numbers, rows = counts(board, build), controller.tile_rows(board)
    coupon = counts(board, "lit")
    row = (rows - 1) / (rows * rows - 1) if rows > 1 else 0
    found: dict[str, list[Work]] = {step: [] for step in STEPS}
    for name, entry in board["work"].items():
        place = f"[work.{name}]"
        check_fields(place, entry, "what", "builds", "tools")
        check_choice(f"{place} per", entry.get("per"), numbers)
        check_choice(f"{place} step", entry.get("step"), (*STEPS, EACH_TILE))
        check_number(f"{place} seconds", entry.get("seconds"), 1, 100_000)
        if build not in entry["builds"]:
            continue
        parted = {entry["step"]: numbers[entry["per"]]}
        if entry["step"] == EACH_TILE:
            first, left = coupon[entry["per"]], numbers[entry["per"]] - coupon[entry["per"]]
            parted = {"1": first, "5": left * row, "6": left * (1 - row)}
        for step, count in parted.items():
            if count > 0:
                found[step].append(Work(entry["what"], count, count * entry["seconds"], tuple(entry["tools"])))
    return found


def total(board: dict[str, Any], build: str) -> float:
    """Return the hours that a build takes, without the time in which glue dries and a printer works."""
    return sum(each.seconds for work in steps(board, build).values() for each in work) / 3600


def printing(found: list[parts.Line]) -> float:
    """Return the hours of a 3D printer for a list of parts."""
    return sum(each.needed * each.entry.get("print_minutes", 0) for each in found) / 60


def words(board: dict[str, Any], build: str) -> dict[str, str]:
    """Return for each step a sentence with its hours, its work and its tools: {time_1}, {time_case} ..."""
    found = {}
    for step, work in steps(board, build).items():
        if not work:
            continue
        done = ", ".join(f"{each.what} ({each.number:.0f})" if each.number > 1 else each.what for each in work)
        tools = ", ".join(dict.fromkeys(tool for each in work for tool in each.tools))
        spoken = _spoken(sum(each.seconds for each in work))
        found[f"time_{step}"] = f"**Time**, estimated: {spoken}: {done}. **Tools:** {tools}."
    return found


def counts(board: dict[str, Any], build: str) -> dict[str, float]:
    """Return the numbers that [work] uses: those for things, joints of tiles and controller, bridges, and so on."""
    known = parts.measures(board, build)
    of_all, here, rows = parts.circuit_of(board, build), controller.circuit(board), controller.tile_rows(board)
    joined = {mount: _joints(board, here, mount) for mount in ("smd", "tht", "socket")}
    bridges = (rows - 1) * len(tile.SIDE) if build == "tiles" else 0
    on_tiles, stones = 0 if build == "coupon" else 1, board["tile"]["points"] ** 2
    return {
        **known,
        "tile_smd_joint": _joints(board, of_all, "smd") - on_tiles * joined["smd"],
        "tile_plug_joint": _joints(board, of_all, "tht") - on_tiles * joined["tht"] - 2 * known["reed"],
        "controller_smd_joint": joined["smd"], "controller_joint": joined["tht"] + joined["socket"],
        "row_bridge": bridges, "later_bridge": known["bridge"] - bridges if build == "tiles" else 0,
        "later_row": rows - 1, "coupon_ribbon": 2, "later_ribbon": known["feed_ribbon"] + known["column_ribbon"] - 2,
        "coupon_stone": stones, "later_stone": known["point"] - stones,
        "line": 2 * (board["board"]["size"] + 1), "strip": board["board"]["size"],
    }  # fmt: skip


def _joints(board: dict[str, Any], circuit: Circuit, mount: str) -> int:
    fitted = (each.kind for each in circuit.parts.values() if each.fitted)
    return sum(len(KINDS[kind]) for kind in fitted if board["parts"][kind]["mount"] == mount)


def _spoken(seconds: float) -> str:
    hours = seconds / 3600
    return f"about {max(5, 5 * round(seconds / 300))} min" if hours < 0.95 else f"about {hours:.{int(hours < 9.95)}f} h"
