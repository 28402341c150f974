"""The guide's table of failures: an example of each fault, in the words of `tengen diagnose`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tengen_host.device.diagnose.findings.finding import Finding
from tengen_host.device.diagnose.findings.table import finding
from tengen_host.i18n import code_text

from .. import markdown
from .values import output_name

_POINT, _NEXT = "h9", "i9"
_ROW, _COLUMN = 7, "d"
_NO_RETURN = "device.chain_silent"


def table(board: dict[str, Any], known: Mapping[str, str]) -> str:
    """Return the table. `known`: the values for the guide's pages."""
    rows = [[f"**{each.kind}**", f"`{each.words}`", each.cause, each.cure] for each in _examples(board, known)]
    return markdown.table(["failure", "it says", "likely", "measure, and do"], rows)


def _examples(board: dict[str, Any], known: Mapping[str, str]) -> Iterator[Finding]:
    yield from _points(board, known)
    yield from _lines(board, known)
    yield from _lights(board, known)
    yield from _whole(board, known)


def _points(board: dict[str, Any], known: Mapping[str, str]) -> Iterator[Finding]:
    contact, beside = known[f"point_{_POINT}"], f"{board['reed']['offset_mm']:g} mm"
    says = "never closes: a stone lay there, and nothing was felt"
    yield finding("stuck closed", _POINT, contact=contact)
    yield finding("stuck open", _POINT, contact=contact, says=says)
    yield finding("chattering", _POINT, contact=contact)
    yield finding("sticking reed", _POINT, contact=contact, late=1300)
    yield finding("shorted diode", _POINT, contact=contact)
    yield finding("weak magnet", _POINT, contact=contact, times=169, beside=beside)
    yield finding("crosstalk", _POINT, contact=contact, other=_NEXT, point=_POINT, beside=beside)


def _lines(board: dict[str, Any], known: Mapping[str, str]) -> Iterator[Finding]:
    row, column = known[f"row{_ROW}"], known[f"column_{_COLUMN}"]
    out, pin = output_name(_ROW - 1), _gpio(board, 3)
    rows, columns = (output_name(2), output_name(3)), (_gpio(board, 2), pin)
    ends = {"row": "its sense bit", "column": "the diode of the always-closed row"}
    resistor = f"{board['parts']['column_resistor']['value']} Ohm"
    measured: dict[str, Any] = {"pull_down": known["pull_down"], "resistor": resistor}
    rate = 1000 // board["matrix"]["scan_ms"]
    yield finding("dead row", "", line=row, says="its sense bit never closes", pin=out, rate=rate, label=str(_ROW))
    says = "it does not answer to the always-closed row"
    yield finding("dead column", "", line=column, says=says, label=_COLUMN, **measured)
    for kind, label, its, last in (("row", row, out, f"f{_ROW}"), ("column", column, pin, f"{_COLUMN}6")):
        end = f"{ends[kind]}, at the far end, never closes"
        works = "stones are felt"
        yield finding("broken line", last, line=kind, label=label, works=works, last=last, far_end=end, pin=its)
    for lines, (one, other), pins in (("rows", "34", rows), ("columns", "cd", columns)):
        hang, which = f"{pins[1]}, {pins[0]}", f"{one} and {other}"
        yield finding("swapped lines", "", how="swapped", lines=lines, which=which, pins=hang)
    yield finding("swapped lines", "", how="misordered", lines="rows", which="3, 4, 5",
                  pins=", ".join(map(output_name, (3, 4, 2))))  # fmt: skip
    yield finding("swapped lines", "", how="misordered", lines="columns", which="c, d, e",
                  pins=", ".join(_gpio(board, at) for at in (3, 4, 2)))  # fmt: skip
    yield finding("fighting rows", "", one=3, other=4, pins=" and ".join(rows))
    yield finding("shorted lines", "", lines="columns", one="c", other="d", pins=" and ".join(columns))
    yield finding("high column", "", column=column, pull_down=known["pull_down"])


def _lights(board: dict[str, Any], known: Mapping[str, str]) -> Iterator[Finding]:
    told = f" ({code_text({'code': _NO_RETURN, 'gpio': board['pins']['led_return']})})"
    before = "DOUT of pixel 111 (under i8)"
    yield finding("broken LED", "112", pixel=112, where="under h8", told=told, before=before)
    yield finding("broken return", "", pin=board["pins"]["led_return"], told="")
    example = "pixel 0 is taken to be under a1, and shines under o1"
    for kind, how in (
        ("mirrored LEDs", "mirrored left to right"),
        ("rotated LEDs", "rotated by a quarter turn to the right"),
        ("misordered LEDs", "in no regular order that this knows"),
    ):
        yield finding("LEDs elsewhere", "", kind=kind, how=how, example=example)
    yield finding("misplaced bar", "p1", pixel=225, where="P1's bar, light 1 from the left", player="P2")
    yield finding("reversed bar", "p1", player="P1")


def _whole(board: dict[str, Any], known: Mapping[str, str]) -> Iterator[Finding]:
    matrix, buttons = board["matrix"], board["pins"]["buttons"]
    yield finding("sagging supply", "4000", mv=4000, low=board["supply"]["low_mv"])
    yield finding("sagging supply: missing", "200", mv=200)
    yield finding("slow lines", "", settle=matrix["settle_us"], pull_down=known["pull_down"])
    yield finding("nothing reads", "", column=known["column_sense"], power=known["driver_supply_pin"],
                  clock=board["pins"]["row_clock"])  # fmt: skip
    told = f"p1 on GPIO{buttons['p2']}, p2 on GPIO{buttons['p1']}"
    yield finding("swapped buttons", "", told=told)
    waits = board["sensing"]["stone_on_frames"] * matrix["scan_ms"]
    yield finding("bounce", "", unseen=matrix["scan_ms"], waits=waits)
    yield finding("not tested", "", untested="crosstalk", points=_POINT)


def _gpio(board: dict[str, Any], column: int) -> str:
    """Return the pin of a column, with its name in the programs."""
    return f"GPIO{board['pins']['columns'][column]}"
