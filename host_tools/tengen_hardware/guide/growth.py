"""Messages about a partly built board: how many lines are whole, and how many lights are in the chain."""

from __future__ import annotations

from typing import Any

from tengen.maintenance.upkeep import chain_fault
from tengen.sensing import proof
from tengen_host.i18n import code_text
from tengen_host.wiring import pixel_count

from .. import controller, tile, whole
from ..circuit import Circuit


def faults(board: dict[str, Any], here: Circuit) -> list[str]:
    """Return the faults that the firmware reports for a partly built board without defects."""
    size = board["board"]["size"]
    sense, shut = controller.column_net(size + 1), controller.row_net(size + 1)
    joined = {(each.net("A"), each.net("K")) for each in here.of_kind("diode")}
    # bit masks: rows with a closed sense bit, and columns that answer to the sixteenth row
    rows = sum(1 << at for at in range(size + 1) if (controller.row_net(at + 1), sense) in joined)
    columns = sum(1 << at for at in range(size + 1) if (shut, controller.column_net(at + 1)) in joined)
    first, settle = board["pins"]["columns"][0], board["matrix"]["settle_us"]
    return [code_text(each) for each in proof.faults(rows, columns, (2 << size) - 1, size, first, settle)]


def lower_rows(board: dict[str, Any], count: int) -> Circuit:
    """Return the board with the lowest `count` rows of tiles."""
    full = whole.circuit(board)
    built = [each for each in full.parts.values() if "." not in each.reference or int(each.reference[2]) <= count]
    return Circuit("board", built)


Pad = tuple[str, str]  # a part, and the number of its terminal


def bridges(board: dict[str, Any]) -> list[tuple[Pad, Pad]]:
    """Return the pads between which wire bridges make the coupon's lights a complete chain."""
    last, data = controller.tile_rows(board), str(tile.FEED.index("DAT1") + 1)
    return [
        (_open(board, "J1", data), _open(board, f"J{last}", data)),  # leads the data past missing rows of tiles
        (_open(board, "J30", "3"), chain_end(board)),  # leads the data past the missing bars
    ]


def home(board: dict[str, Any], row: int) -> Pad:
    """Return the pad at which the chain comes home from a row of tiles."""
    return _open(board, f"J{row}", str(tile.FEED.index(tile.RETURN) + 1))


def chain_end(board: dict[str, Any]) -> Pad:
    """Return the pad at which the whole chain comes home."""
    return _open(board, f"J{29 + len(controller.bars(board))}", "4")


def _open(board: dict[str, Any], plug: str, pin: str) -> Pad:
    """Return a pad on the net of a plug's pin that can be soldered while ribbons are plugged in."""
    here = controller.circuit(board)
    net, kinds = here.parts[plug].nets[pin], ("test_pad", "chain_resistor", "return_upper")
    parts = (each for kind in kinds for each in here.of_kind(kind))
    return next((each.reference, number) for each in parts for number, its in each.nets.items() if its == net)


def pad_words(pad: Pad) -> str:
    """Return a pad as a text: `pad 1 of R31`, or `TP10`."""
    name, number = pad
    return name if name.startswith("TP") else f"pad {number} of {name}"


def chain_words(board: dict[str, Any], lights: int) -> str:
    """Return the firmware's message about a chain of `lights` lights with its end connected to the controller."""
    pixels = pixel_count(board)
    whole_bits = 24
    return code_text(chain_fault(whole_bits + 24 * (pixels - lights), whole_bits, pixels, board["pins"]["led_return"]))


def values(board: dict[str, Any]) -> dict[str, Any]:
    """Return the values for the pages: the numbers of whole lines, and the firmware's messages.

    `whole` and `chain` have them by the number of rows of tiles, and `home` the pads where the chain comes home.
    """
    points, size = board["tile"]["points"], board["board"]["size"]
    grown = range(controller.tile_rows(board) + 1)
    whole_lines = [2 * (size + 1) - len(faults(board, lower_rows(board, count))) for count in grown]
    chain = [chain_words(board, count * points * size) for count in grown]
    rows = (f"| {count} | J{count} | rows 1 to {count * points} | {whole_lines[count]} | {chain[count]} |"
            for count in grown[1:])  # fmt: skip
    return {
        "coupon_whole": 2 * (size + 1) - len(faults(board, whole.coupon(board))),
        "bridges": [" to ".join(map(pad_words, ends)) for ends in bridges(board)],
        "home": ["", *(pad_words(home(board, row)) for row in grown[1:])], "chain_end": pad_words(chain_end(board)),
        "coupon_chain": chain_words(board, points * points),
        "nothing_words": faults(board, controller.circuit(board))[0],
        "whole": whole_lines, "chain": chain, "growth_rows": "\n".join(rows),
    }  # fmt: skip
