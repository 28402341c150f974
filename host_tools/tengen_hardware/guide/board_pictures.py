"""Drawings of tile and controller from the layouts of the boards: the coupon, and the measuring points."""

from __future__ import annotations

from typing import Any

from tengen.games.points import LETTERS
from tengen_host import pinouts

from .. import controller, kicad, tile
from ..circuit import FIVE
from ..drawing import BOARD, COLUMN, DATA, GREY, INK, MARK, ROW, SHADE, WHITE, Drawing
from . import board_view, growth
from .board_view import View, colour_of, led, reed


def _tile(board: dict[str, Any], x: float, y: float, mm: float, below: bool = False) -> View:
    return View(kicad.layout("tile"), tile.circuit(board), x, y, mm, below)


def _controller(board: dict[str, Any], x: float, y: float, mm: float) -> View:
    return View(kicad.layout("controller"), controller.circuit(board), x, y, mm)


def coupon(board: dict[str, Any]) -> str:
    """Draw one tile from above, to scale, with the parts to solder and their names."""
    sheet = Drawing(1000, 800, "A tile from above, to scale")
    view = _tile(board, 210, 60, 5.6)
    side = view.of.outline[2][0]
    board_view.draw(sheet, view)
    for each in view.circuit.of_kind("pixel"):
        led(sheet, *view.middle(each.reference), view.mm)
    for each in view.circuit.of_kind("reed"):
        part = view.of.part(each.reference)
        reed(sheet, board, *view.at(part.x, part.y), view.mm)
    board_view.directions(sheet, view)
    board_view.printed(sheet, view)  # draw the print a second time, so that it is above the reeds
    x0, right = view.x, view.x + side * view.mm + 22
    size, last = board["tile"]["points"], f"{board['tile']['points']}"
    notes: tuple[tuple[str, float, str, list[str]], ...] = (
        ("lights, WS2812B,\nunder the points", 80, MARK, [f"L{last}{last}"]),
        ("solder jumper JP53", 132, DATA, ["JP53"]),
        (f"reeds, all turned\nalike, their middle\n{board['reed']['offset_mm']:g} mm from the\npoint", 180, MARK,
         [f"S{last}{size - 1}"]),
        ("sixteenth column:\nDS1 to DS3", 320, COLUMN, [f"DS{at}" for at in range(1, size + 1)]),
        ("solder jumper JP51", 400, DATA, ["JP51"]),
        ("sixteenth row:\nDT1 to DT3, DX", 20, ROW, [f"DT{size}", "DX"]),
    )  # fmt: skip
    for words, down, colour, names in notes:
        sheet.text(right, view.y + down, words, 15, colour)
        sheet.leader((right - 5, view.y + down - 5), map(view.middle, names), colour)
    sheet.text(190, view.middle("JP52")[1] - 40, "solder jumper\nJP52", 15, DATA, "end")
    sheet.leader((194, view.middle("JP52")[1] - 30), [view.middle("JP52")], DATA)
    y = view.pad("J51", "5")[1]
    board_view.enlarged(sheet, view, "J51", 86, y + 10, 12, "J51 from above")
    sheet.text(20, y + 120, "J51 and J52 stand on\nthe other side. A meter\nfinds their pins from\nhere, too.", 14, INK)
    sheet.line([(x0, 40), (x0 + side * view.mm, 40)], GREY, 1.5)
    for x in (x0, x0 + side * view.mm):
        sheet.line([(x, 32), (x, 48)], GREY, 1.5)
    sheet.box(x0 + side * view.mm / 2 - 45, 28, 90, 24, WHITE, WHITE)
    sheet.text(x0 + side * view.mm / 2, 46, f"{side:.1f} mm", 17, INK, "middle")
    board_view.enlarged(sheet, view, "J52", view.middle("J52")[0], 718, 17, "J52 from above")
    sheet.text(520, 690, "Drawn from the board's own data. The square pad is pin 1,\n"
                        "and 5 V of J51. Pads at the edges: bridges to the next tile.\n"
                        "Black bar: a diode's ring. Black corner: a light's cut corner.", 15, GREY)  # fmt: skip
    return sheet.svg()


def coupon_below(board: dict[str, Any]) -> str:
    """Draw one tile from below, to scale: the two plugs, with enlarged pins."""
    sheet = Drawing(1000, 790, "A tile from below: its plugs")
    view = _tile(board, 30, 60, 5.6, below=True)
    side = view.of.outline[2][0]
    board_view.draw(sheet, view)
    sheet.text(30, 40, "From below, the plugs towards you: J51 lies at the right.", 17, INK, bold=True)
    board_view.enlarged(sheet, view, "J51", 830, 200, 20, "J51 from below")
    board_view.enlarged(sheet, view, "J52", 830, 490, 20, "J52 from below")
    for name, to in (("J51", (720, 330)), ("J52", (700, 540))):
        sheet.leader(to, [view.middle(name)], MARK)
    sheet.text(640, 620, "To feed a tile by hand:\n"
               f"{_pins('J51', view, FIVE)} are 5 V,\n{_pins('J51', view, 'GND')} are ground.\n"
               "The square pad is pin 1.", 15, INK)  # fmt: skip
    sheet.text(30, view.y + side * view.mm + 34, "Drawn from the board's own data.", 15, GREY)
    _from_the_side(sheet, 60, 720)
    return sheet.svg()


def _from_the_side(sheet: Drawing, x: float, y: float) -> None:
    """Draw a piece of the tile from the side: a plug below it, with its joints on the face. Not to scale."""
    sheet.box(x, y, 200, 10, BOARD, INK)
    sheet.box(x + 60, y + 10, 80, 44, SHADE, INK)
    for pin in range(3):
        sheet.line([(x + 75 + 25 * pin, y + 40), (x + 75 + 25 * pin, y - 12)], INK, 4)
        sheet.dot(x + 75 + 25 * pin, y - 3, 7, MARK)
    sheet.text(x + 220, y - 6, "the face: solder here, before the reeds", 15, MARK, bold=True)
    sheet.text(x + 220, y + 36, "J51, J52: pushed in from below", 15, INK)


def _pins(reference: str, view: View, net: str) -> str:
    found = [number for number, its in view.circuit.parts[reference].nets.items() if its == net]
    return f"{reference}'s pins " + " and ".join(found)


def measuring_points(board: dict[str, Any]) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """Return the controller's measuring points by letter: the measured quantity, and the pads (part, pin)."""
    here = controller.circuit(board)

    def at(kind: str, terminal: str) -> list[tuple[str, str]]:
        return [(each.reference, pinouts.number(kind, terminal)) for each in here.of_kind(kind)]

    rows = range(1, controller.tile_rows(board) + 1)
    first_feed, first_foot = here.of_kind("feed_header")[0], here.of_kind("column_header")[0]
    return {
        "A": ("the supply, +", at("supply_inlet", "PLUS")[:1]),
        "B": ("5 V behind the FETs", at("bulk_capacitor", "PLUS")[:1]),
        "C": ("5 V to the tiles", [(first_feed.reference, n) for n, net in first_feed.nets.items() if net == FIVE]),
        "D": ("VSYS, the Pico's supply", at("pico", "VSYS")),
        "E": ("3.3 V of the Pico", at("pico", "3V3")),
        "F": ("3.3 V at the row drivers", at("row_driver", "VCC")),
        "G": ("5 V at the level shifter", at("level_shifter", "VCC")),
        "H": ("a column", [(first_foot.reference, "1")]),
        "I": ("a share of the 5 V, for the Pico", at("pico", f"GP{board['pins']['rail']}")),
        "K": ("home, of each row of tiles", [growth.home(board, row) for row in rows]),
        "L": ("the chain's end", [growth.chain_end(board)]),
    }


def controller_points(board: dict[str, Any]) -> str:
    """Draw the controller from above, with each measuring point at its pad."""
    sheet = Drawing(1000, 680, "Measuring points of the controller")
    view = _controller(board, 30, 60, 5.8)
    board_view.draw(sheet, view)
    board_view.directions(sheet, view)
    sheet.text(30, 40, "The controller from above, drawn from the board's own data. A square pad is pin 1.", 17)
    pico = view.circuit.of_kind("pico")[0].reference
    for at, (letter, (words, places)) in enumerate(measuring_points(board).items()):
        y = 90 + at * 45
        sheet.label(650, y, letter, 15)
        (first, number), (last, _) = places[0], places[-1]
        named = f"{first} to {last} pin {number}" if len(places) > 2 else " and ".join(map(" pin ".join, places))
        sheet.text(676, y - 3, words, 16, INK, bold=True)
        sheet.text(676, y + 17, named, 15, INK)
        for reference, number in places:
            x, down = view.pad(reference, number)
            sheet.dot(x, down, 7, "none", MARK, 3)
            sheet.label(x, down, letter, 10)  # on its pad, where it hides no print
    for pin in (5, 10, 15, 20, 21, 25, 30):
        x, down = view.pad(pico, str(pin))
        sheet.text(x, down - 9, str(pin), 10, INK, "middle", bold=True)
    jumper = view.circuit.of_kind("jumper")
    if jumper:
        sheet.text(view.x - 3, view.middle(jumper[0].reference)[1] + 5, jumper[0].reference, 12, MARK, "end", bold=True)
        sheet.text(640, 590, f"{jumper[0].reference} stays open while a supply is there.", 16, MARK, bold=True)
    flat = view.circuit.of_kind("reference")[0].reference
    sheet.text(640, 634, f"Black bar: a diode's ring; at {flat} its flat side.", 15, INK)
    grounds = [_pins(kind.reference, view, "GND") for kind in view.circuit.of_kind("feed_header")[:1]]
    sheet.text(640, 612, f"Black on ground: {grounds[0]}.", 15, colour_of("GND"))
    return sheet.svg()


def coupon_plugged(board: dict[str, Any]) -> str:
    """Draw the coupon on the controller's last plugs, with the two bridges that close the chain of lights."""
    sheet = Drawing(1000, 560, "The coupon on the controller")
    here, coupon_ = _controller(board, 20, 60, 4.5), _tile(board, 700, 60, 2.8)
    last, size = controller.tile_rows(board), board["board"]["size"]
    points = board["tile"]["points"]
    sheet.text(20, 40, "controller, from above", 18, INK, bold=True)
    sheet.text(700, 40, "coupon, from above", 18, INK, bold=True)
    for view in (here, coupon_):
        board_view.draw(sheet, view, print_=False)
    for each in coupon_.circuit.of_kind("pixel"):
        led(sheet, *coupon_.middle(each.reference), coupon_.mm)
        column, row = int(each.reference[1]), int(each.reference[2])
        x, y = coupon_.middle(each.reference)
        sheet.text(x, y + 22, f"{LETTERS[size - points + column - 1]}{size - points + row}", 13, INK, "middle")
    feed, foot, first_bar, last_bar = f"J{last}", f"J{10 + last}", "J30", f"J{29 + len(controller.bars(board))}"
    for view, name in ((here, "J1"), (here, feed), (here, foot), (here, first_bar), (here, last_bar), (coupon_, "J51"),
                       (coupon_, "J52")):  # fmt: skip
        x, y = view.middle(name)
        # the name is beside the plug, not on its pins
        dx, dy = {first_bar: (0, 28), last_bar: (0, 28), foot: (0, -26), "J51": (18, -20), "J52": (-30, 4)}.get(
            name, (-34, 0))
        sheet.text(x + dx, y + dy + 5, name, 15, INK, "middle", bold=True)
    for at, (one, two) in enumerate(growth.bridges(board), 1):
        start, end = here.pad(*one), here.pad(*two)
        half = ((start[0] + end[0]) / 2 - 22, (start[1] + end[1]) / 2)
        sheet.line([start, half, end], DATA, 4)
        for place in (start, end):
            sheet.dot(*place, 5, DATA)
        sheet.label(*half, str(at), 14)
        names = (f"{growth.pad_words((name, pin))} ({here.circuit.parts[name].nets[pin]})" for name, pin in (one, two))
        sheet.text(500, 420 + at * 24, f"bridge {at}: {' to '.join(names)}", 15, DATA)
    start, end = here.middle(feed), coupon_.middle("J51")
    sheet.line([(start[0] + 20, start[1]), (590, start[1]), (590, end[1]), (end[0] - 12, end[1])], ROW, 7)
    sheet.text(578, start[1] + 90, f"{len(tile.FEED)} ways:\n{feed} to J51", 15, ROW, "end")
    start, end = here.middle(foot), coupon_.middle("J52")
    way = [(start[0], start[1] + 14), (start[0], 532), (960, 532), (960, 390), (end[0], 390), (end[0], end[1] + 14)]
    sheet.line(way, COLUMN, 7)
    sheet.text(700, 522, f"{len(tile.FOOT)} ways: {foot} to J52", 15, COLUMN)
    sheet.text(500, 418, "Bridges of wire, for the coupon only:", 15, DATA, bold=True)
    sheet.text(820, 362, f"Its points: {LETTERS[size - points]}{size - points + 1} to {LETTERS[size - 1]}{size}", 15)
    return sheet.svg()


PICTURES = {"coupon": coupon, "coupon-below": coupon_below, "controller": controller_points,
            "coupon-plugged": coupon_plugged}  # fmt: skip
