"""The guide's drawings: tile, joints, controller, whole board, and cuts through the layers."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from tengen.games.points import LETTERS

from .. import controller, tile
from .drawing import BOARD, COLUMN, DATA, FAINT, FIVE, GROUND, INK, MARK, ROW, SHADE, WHITE, Drawing, colour_of, plug

LED_MM = 5.0  # the side of a WS2812B (5050) in mm
GREY = "#b9c4cc"


def reed(sheet: Drawing, board: dict[str, Any], x: float, y: float, mm: float, leads: bool = True) -> None:
    """Draw the reed of a point, to scale. `mm`: a millimetre on the sheet; (x, y): the point."""
    its = board["reed"]
    ux, uy = cos(radians(its["turned_deg"])), -sin(radians(its["turned_deg"]))
    cx, cy = x + its["offset_mm"] * mm * ux, y + its["offset_mm"] * mm * uy
    half, glass = its["span_mm"] / 2 * mm, its["glass_mm"] / 2 * mm
    if leads:
        sheet.line([(cx - half * ux, cy - half * uy), (cx + half * ux, cy + half * uy)], FAINT, 1.5)
        for sign in (-1, 1):
            sheet.dot(cx + sign * half * ux, cy + sign * half * uy, max(0.9 * mm, 1.5), WHITE, INK, 1.2)
    sheet.line([(cx - glass * ux, cy - glass * uy), (cx + glass * ux, cy + glass * uy)], "#7aa7c7",
               its["glass_diameter_mm"] * mm)  # fmt: skip


def led(sheet: Drawing, x: float, y: float, mm: float) -> None:
    """Draw a light under its point."""
    side = LED_MM * mm
    sheet.box(x - side / 2, y - side / 2, side, side, WHITE, INK, 1, 1.2)
    sheet.dot(x, y, 0.36 * side, "#fff3b0", FAINT, 1)


def cell(board: dict[str, Any]) -> str:
    """Draw a meter connected to one point: row, reed, diode, column."""
    sheet = Drawing(1000, 380, "Measuring one point")
    y = 190
    sheet.line([(90, y), (300, y)], ROW, 3)
    sheet.dot(90, y, 7, ROW)
    sheet.text(60, y - 24, "row: J51, pin of Y1, Y2 or Y3", 16, ROW)
    sheet.line([(300, y), (380, y - 26)], INK, 3)
    sheet.dot(300, y, 5)
    sheet.dot(384, y, 5)
    sheet.box(278, y - 42, 128, 74, "none", "#7aa7c7", 30, 2)
    sheet.text(342, y + 56, "reed S", 16, INK, "middle")
    sheet.line([(384, y), (560, y)], INK, 3)
    for fill in ("#222222",):
        sheet.line([(560, y - 20), (560, y + 20), (600, y), (560, y - 20)], fill, 3)
    sheet.line([(600, y - 20), (600, y + 20)], INK, 4)
    sheet.text(580, y + 56, "diode D: its ring", 16, INK, "middle")
    sheet.text(580, y + 77, "towards the column", 16, INK, "middle")
    sheet.line([(600, y), (860, y)], COLUMN, 3)
    sheet.dot(860, y, 7, COLUMN)
    sheet.text(690, y - 24, "column: J52, pin of X1, X2 or X3", 16, COLUMN)
    sheet.box(380, 290, 220, 76, SHADE, INK, 8)
    low, high = (board["measure"][name] / 1000 for name in ("diode_low_mv", "diode_high_mv"))
    sheet.text(490, 322, "meter: diode setting", 16, INK, "middle")
    sheet.text(490, 350, f"{low:g} to {high:g} V", 20, INK, "middle", bold=True)
    sheet.line([(90, y + 8), (90, 330), (380, 330)], FIVE, 3)
    sheet.text(100, 318, "red (+)", 16, FIVE)
    sheet.line([(860, y + 8), (860, 330), (600, 330)], INK, 3)
    sheet.text(850, 318, "black (-)", 16, INK, "end")
    sheet.box(300, 40, 84, 36, "#fafafa", INK, 8)
    sheet.box(324, 62, 36, 12, "#c62828", "#c62828")
    sheet.text(400, 66, "a stone with its magnet, on the point", 16)
    sheet.line([(342, 82), (342, 134)], MARK, 2, dashed=True, head=True)
    return sheet.svg()


def power_path(board: dict[str, Any]) -> str:
    """Draw the paths of the current, from the supply and from the laptop."""
    supply = board["supply"]
    sheet = Drawing(1000, 420, "The way of the current")

    def block(x: float, y: float, width: float, words: str, colour: str = INK) -> None:
        sheet.box(x, y, width, 58, WHITE, colour, 6, 2)
        lines = words.split("\n")
        sheet.text(x + width / 2, y + (35 if len(lines) == 1 else 25), words, 15, INK, "middle")

    block(20, 60, 130, f"supply\n5 V, {supply['current_ma'] / 1000:g} A", FIVE)
    block(210, 60, 80, "J40\n+ and -")
    block(350, 60, 120, f"fuse F1\n{supply['fuse_ma'] / 1000:g} A")
    block(760, 20, 210, "J1 to J5: the tiles'\nlights", DATA)
    block(760, 100, 210, "J30, J31: edge bars", DATA)
    block(760, 200, 210, "VSYS: Pico, and by its\n3.3 V the two 595s", ROW)
    block(490, 60, 66, "Q1, Q2\nFETs")
    for a, b in (((150, 89), (210, 89)), ((290, 89), (350, 89)), ((470, 89), (490, 89)), ((556, 89), (640, 89))):
        sheet.line([a, b], FIVE, 4)
    sheet.line([(640, 49), (640, 229)], FIVE, 4)
    sheet.line([(640, 49), (758, 49)], FIVE, 4, head=True)
    sheet.line([(640, 129), (758, 129)], FIVE, 4, head=True)
    sheet.line([(640, 229), (758, 229)], FIVE, 4, head=True)
    sheet.box(675, 214, 44, 30, WHITE)
    sheet.text(697, 234, "D1", 15, INK, "middle")
    sheet.text(610, 78, "5V", 18, FIVE, "middle", bold=True)
    sheet.line([(590, 89), (590, 150)], FIVE, 3)
    sheet.box(568, 150, 44, 34, WHITE)
    sheet.text(590, 173, "D2", 15, INK, "middle")
    sheet.line([(590, 184), (590, 215)], GROUND, 3)
    sheet.line([(572, 215), (608, 215)], GROUND, 4)
    sheet.text(552, 240, "GND", 15, GROUND)
    sheet.text(20, 160, "Q1 keeps off a supply turned round,\nQ2 one of more than 5 V: then the\n"
                        "board stays dark. Measure the plug\nbefore you wire it.", 15)  # fmt: skip
    block(20, 320, 130, "laptop\nUSB", FAINT)
    block(210, 320, 120, "Pico: VBUS")
    block(390, 320, 80, "JP1")
    block(530, 320, 90, "F2, D3")
    for left, right in ((150, 210), (330, 390), (470, 530), (620, 640)):
        a, b = (left, 349), (right, 349)
        sheet.line([a, b], FIVE, 3, dashed=True)
    sheet.line([(640, 349), (640, 229)], FIVE, 3, dashed=True)
    sheet.text(668, 330, "Only with [supply] source = \"usb\":\nJP1 closed, no supply at J40.\n"
                         "Else JP1 stays open.", 15)  # fmt: skip
    return sheet.svg()


def pico(board: dict[str, Any]) -> str:
    """Draw the forty pins of the Pico, each with its wire."""
    its = controller.circuit(board).parts["U1"]
    sheet = Drawing(1000, 760, "The Pico's pins and their wires")
    sheet.box(400, 60, 200, 660, "#e7f2e4", INK, 10, 2)
    sheet.box(465, 44, 70, 40, GREY, INK, 3)
    sheet.text(500, 70, "USB", 15, INK, "middle")
    sheet.text(500, 400, "Pico\nfrom above", 18, INK, "middle")
    for number, net in its.nets.items():
        at = int(number)
        left = at <= 20
        y = 100 + (at - 1 if left else 40 - at) * 31
        terminal = next(each for each in its.terminals() if each[0].number == number)[0]
        colour = colour_of(net)
        x = 400 if left else 600
        sheet.dot(x, y, 9, WHITE, colour, 2.5)
        sheet.text(x + (16 if left else -16), y + 5, number, 14, INK, "start" if left else "end")
        out = -1 if left else 1
        sheet.line([(x + out * 9, y), (x + out * 60, y)], colour, 2 if net else 1)
        words = f"{net}  ({terminal.name})" if net not in (None, terminal.name) else (net or f"open  ({terminal.name})")
        sheet.text(x + out * 68, y + 5, words, 15, colour, "end" if left else "start")
    return sheet.svg()


def _tile_box(sheet: Drawing, x: float, y: float, side: float, name: str, down: float = 18) -> None:
    sheet.box(x, y, side - 3, side - 3, BOARD, INK, 3, 1.5)
    sheet.text(x + 6, y + down, name, 13, FAINT)


def row_of_tiles(board: dict[str, Any]) -> str:
    """Draw one row of tiles: the path of the data for the lights, the jumpers, the sense diodes, the ribbons."""
    count, points = controller.tile_rows(board), board["tile"]["points"]
    sheet = Drawing(1000, 430, "One row of tiles")
    side, x0, y0 = 160, 130, 90
    step = side / points
    for at in range(count):
        # the tile's name is between two lines of lights
        _tile_box(sheet, x0 + at * side, y0, side, f"T{at + 1}1", down=2 * step + 6)
        x = x0 + at * side + side / 2
        sheet.line([(x, y0 + side), (x, y0 + side + 48)], COLUMN, 6)
        sheet.text(x, y0 + side + 68, f"J52 to J{11 + at}", 15, COLUMN, "middle")
        for joint in range(5) if at < count - 1 else ():
            y = y0 + 20 + joint * 29
            sheet.line([(x0 + (at + 1) * side - 10, y), (x0 + (at + 1) * side + 7, y)], INK, 2)
    ways = []
    for r in range(points):
        y = y0 + side - (r + 0.5) * step
        ends = [(x0 + 0.5 * step, y), (x0 + count * side - 0.5 * step, y)]
        ways += ends[::-1] if r % 2 else ends
    right = x0 + count * side - 12
    path = [(x0 - 30, ways[0][1]), *ways, (right, ways[-1][1]), (right, y0 + 12), (x0 - 30, y0 + 12)]
    sheet.line(path, DATA, 2.5, head=True)
    for at in range(count):
        for r in range(points):
            for c in range(points):
                led(sheet, x0 + at * side + (c + 0.5) * step, y0 + side - (r + 0.5) * step, 2.2)
    sheet.text(x0 - 36, ways[0][1] + 5, "DAT1 in", 15, DATA, "end")
    sheet.text(x0 - 36, y0 + 17, "RETURN", 15, DATA, "end")
    sheet.line([(20, y0 + 82), (x0, y0 + 82)], ROW, 7)
    sheet.text(20, y0 + 72, "J1 to J51", 15, ROW)
    edge = x0 + count * side - 3
    for name, row in (("JP51", 0), ("JP53", 2)):
        y = y0 + side - (row + (1 if row == 0 else 0.75)) * step
        sheet.label(edge, y, name[-1], 12, DATA)
    sheet.label(x0, y0 + side - 2 * step, "2", 12, DATA)
    for r in range(points):
        y = y0 + side - (r + 0.5) * step + 17
        sheet.box(edge - 26, y - 7, 16, 9, COLUMN, COLUMN)
    sheet.text(130, 372, "1, 2, 3 in a violet mark: solder jumpers JP51, JP52, JP53. "
                         "Close JP52 on the left tile, JP51 and JP53 "
                         "on the right one.", 15, DATA)  # fmt: skip
    sheet.text(130, 398, "Green: the diodes DS1 to DS3, on the right tile only.   Short black lines: bridges of wire, "
                         f"{len(tile.SIDE)} a joint.", 15, COLUMN)  # fmt: skip
    sheet.text(130, 50, f"{points * points * count} points, a light each. The tiles are drawn without their "
                        "reeds.", 16)  # fmt: skip
    return sheet.svg()


def joint(board: dict[str, Any]) -> str:
    """Draw the bridges between two tiles side by side, and between two tiles one above the other."""
    sheet = Drawing(1000, 560, "Bridges between tiles")
    sheet.text(60, 34, "Side by side: right edge (J54) to left edge (J53)", 16, INK, bold=True)
    sheet.box(40, 52, 190, 480, BOARD, INK, 4)
    sheet.box(236, 52, 190, 480, BOARD, INK, 4)
    for at, net in enumerate(tile.SIDE, 1):
        y = 532 - at * 36.5
        colour = colour_of(net)
        for x in (205, 261):
            sheet.dot(x, y, 7, WHITE, colour, 2.5)
        sheet.line([(205, y), (261, y)], colour, 4)
        sheet.text(190, y + 5, str(at), 14, INK, "end")
        sheet.text(276, y + 5, net, 15, colour)
    sheet.text(135, 300, "left\ntile", 16, INK, "end")
    sheet.text(350, 300, "right\ntile", 16)
    sheet.text(520, 34, "One above another: top (J56) to bottom (J55)", 16, INK, bold=True)
    sheet.box(500, 52, 470, 180, BOARD, INK, 4)
    sheet.box(500, 238, 470, 180, BOARD, INK, 4)
    for at, net in enumerate(tile.END, 1):
        x = 490 + at * 54
        colour = colour_of(net)
        for y in (207, 263):
            sheet.dot(x, y, 7, WHITE, colour, 2.5)
        sheet.line([(x, 207), (x, 263)], colour, 4)
        sheet.text(x, 190, str(at), 14, INK, "middle")
        sheet.text(x, 292, net, 13 if len(net) > 3 else 15, colour, "middle")
    sheet.text(735, 110, "upper tile: its bottom edge", 16, INK, "middle")
    sheet.text(735, 380, "lower tile: its top edge", 16, INK, "middle")
    sheet.text(500, 460, "Numbers run from the bottom up, and from the left.\n"
                         "No bridge may touch its neighbour: check each\n"
                         "against the next with the meter, open.", 15)  # fmt: skip
    return sheet.svg()


def whole_board(board: dict[str, Any]) -> str:
    """Draw all tiles from above: the fitted parts of each, and the ribbons."""
    count, size = controller.tile_rows(board), board["board"]["size"]
    sheet = Drawing(1000, 900, "The whole board from above")
    side, x0, y0 = 120.0, 190.0, 130.0
    for up in range(count):
        y = y0 + (count - 1 - up) * side
        for across in range(count):
            x = x0 + across * side
            _tile_box(sheet, x, y, side, f"T{across + 1}{up + 1}")
            marks = []
            if across == 0:
                marks.append(("J51  JP52", ROW))
            if across == count - 1:
                marks.append(("DS  JP51 JP53", COLUMN))
            if up == count - 1:
                marks.append(("DT" + ("  DX" if across == count - 1 else ""), "#1565c0"))
            if up == 0:
                marks.append(("J52", COLUMN))
            for at, (mark, colour) in enumerate(marks):
                sheet.text(x + side / 2, y + 48 + at * 22, mark, 15, colour, "middle")
        sheet.line([(x0 - 90, y + side / 2), (x0, y + side / 2)], ROW, 7)
        sheet.text(x0 - 96, y + side / 2 + 6, f"J{up + 1}", 17, ROW, "end", bold=True)
        first = board["tile"]["points"] * up + 1
        sheet.text(x0 - 48, y + side / 2 - 10, f"rows {first}-{first + 2}", 13, ROW, "middle")
    for across in range(count):
        x = x0 + across * side + side / 2
        sheet.line([(x, y0 + count * side), (x, y0 + count * side + 40)], COLUMN, 7)
        sheet.text(x, y0 + count * side + 58, f"J{11 + across}", 17, COLUMN, "middle", bold=True)
    bar_top, bar_low = y0 - 60, y0 + count * side + 76
    for bar_y, player in ((bar_low, "P1"), (bar_top, "P2")):
        sheet.box(x0, bar_y, count * side - 3, 26, SHADE, DATA, 4)
        for at in range(board["leds"]["bar_length"]):
            sheet.dot(x0 + (at + 0.5) * count * side / board["leds"]["bar_length"], bar_y + 13, 6, "#fff3b0", FAINT, 1)
        sheet.text(x0 - 12, bar_y + 18, f"bar of {player}", 15, DATA, "end")
    plugs = {player: f"J{30 + at}" for at, player in enumerate(controller.bars(board))}
    left, right = x0 + 10, x0 + count * side - 13
    sheet.line([(left, bar_low + 38), (left + 90, bar_low + 38)], DATA, 3, head=True)
    sheet.text(left + 100, bar_low + 43, f"{plugs['p1']}: begins at P1's left", 15, DATA)
    sheet.line([(right, bar_top - 14), (right - 90, bar_top - 14)], DATA, 3, head=True)
    sheet.text(right - 100, bar_top - 9, f"{plugs['p2']}: begins at P2's left", 15, DATA, "end")
    sheet.text(x0 + count * side / 2, 34, "P2 sits here", 16, INK, "middle", bold=True)
    sheet.text(x0 + count * side / 2, 888, f"P1 sits here; point a1 is at the lower left, {LETTERS[size - 1]}{size} at "
               "the upper right", 16, INK, "middle", bold=True)  # fmt: skip
    words = ("JP51-JP53:\nsolder\njumpers\nclosed", "DS, DT,\nDX: diodes\nof the\nsixteenth\ncolumn\nand row")
    sheet.text(x0 + count * side + 18, y0 + 200, words[0], 15)
    sheet.text(x0 + count * side + 18, y0 + 330, words[1], 15)
    return sheet.svg()


def bars(board: dict[str, Any]) -> str:
    """Draw the plugs of bars and buttons, and the divider at the end of the chain of lights."""
    here = controller.circuit(board)
    sheet = Drawing(1000, 470, "Bars, buttons, buzzer")
    length = board["leds"]["bar_length"]
    for at, player in enumerate(controller.bars(board)):
        y = 70 + at * 150
        header = here.parts[f"J{30 + at}"]
        sheet.text(60, y - 24, header.reference, 18, INK, bold=True)
        ends = plug(sheet, 70, y, [(number, str(net), colour_of(net)) for number, net in header.nets.items()], 26)
        x0, x1 = 330, 940
        sheet.box(x0, y + 6, x1 - x0, 44, BOARD, INK, 4)
        for light in range(length):
            led(sheet, x0 + 26 + light * (x1 - x0 - 52) / (length - 1), y + 28, 3.4)
        sheet.text((x0 + x1) / 2, y - 8, f"{player.upper()}'s bar: the first light at {player.upper()}'s left", 16, INK,
                   "middle")  # fmt: skip
        sheet.line([(190, ends[2][1]), (280, ends[2][1]), (280, y + 28), (x0, y + 28)], DATA, 3, head=True)
        sheet.text(250, ends[2][1] - 8, "to DIN", 14, DATA, "middle")
        sheet.line([(x1, y + 28), (960, y + 28), (960, y + 78), (190, y + 78)], DATA, 3, head=True)
        sheet.text(600, y + 72, "from the last light's DOUT", 14, DATA, "middle")
    for at, name in enumerate(controller.BUTTONS):
        x = 90 + at * 230
        header = here.parts[f"J{20 + at}"]
        sheet.text(x - 20, 372, f"{header.reference}: {name}", 16, INK, bold=True)
        ends = plug(sheet, x, 396, [(n, str(net), colour_of(net)) for n, net in header.nets.items()], 26, size=13)
        sheet.dot(x + 150, ends[0][1] + 13, 17, WHITE, INK, 2)
        sheet.dot(x + 150, ends[0][1] + 13, 9, SHADE, INK, 2)
    sheet.dot(850, 409, 34, "#333333")
    sheet.dot(850, 409, 5, WHITE)
    sheet.text(850, 368, "BZ1", 16, INK, "middle", bold=True)
    return sheet.svg()


def proof(board: dict[str, Any]) -> str:
    """Draw how the diodes at the far ends prove that lines are whole, and the effect of a break between two tiles."""
    count, size = controller.tile_rows(board), board["board"]["size"]
    sheet = Drawing(1000, 420, "What the far end proves")
    x0, side = 170, 130
    for at, (y, words) in enumerate(((90, "whole"), (270, "broken between two tiles"))):
        for across in range(count):
            _tile_box(sheet, x0 + across * side, y, side, "")
        sheet.text(x0, y - 12, f"row 7, {words}", 17, INK, bold=True)
        sheet.text(x0 - 12, y + 68, "595 #1\npin Q6", 15, ROW, "end")
        cut = x0 + 2 * side - 2
        end = x0 + count * side + 20
        sheet.line([(x0 - 8, y + 62), (cut - 8 if at else end, y + 62)], ROW, 4)
        if at:
            sheet.line([(cut + 8, y + 62), (end, y + 62)], FAINT, 4)
            sheet.line([(cut - 9, y + 46), (cut + 9, y + 78)], FIVE, 4)
            sheet.line([(cut + 9, y + 46), (cut - 9, y + 78)], FIVE, 4)
        for column in range(size):
            x = x0 + (column + 0.5) * side / 3
            dead = at and column > 5
            sheet.dot(x, y + 62, 9, WHITE if dead else "#c8e6c9", FAINT if dead else COLUMN, 2)
            sheet.text(x, y + 98, LETTERS[column], 14, FAINT if dead else INK, "middle")
        sheet.box(end, y + 50, 34, 24, WHITE, FAINT if at else COLUMN)
        sheet.text(end + 17, y + 94, "sense\ndiode", 14, FAINT if at else COLUMN, "middle")
    return sheet.svg()


def section(board: dict[str, Any]) -> str:
    """Draw a cut through a point: tile, light, reed, walls, plate, stone; to scale."""
    stack, stone, magnet, pitch = board["stack"], board["stone"], board["magnet"], board["board"]["pitch_mm"]
    mm = 17.0
    sheet = Drawing(1000, 560, "A cut through one point, to scale")
    floor = 470.0  # the y of the tile's upper side on the sheet
    x = 380.0
    sheet.box(60, floor, 660, stack["pcb_mm"] * mm, "#9ccc65", INK)
    sheet.box(x - 2.5 * mm, floor - stack["led_mm"] * mm, 5 * mm, stack["led_mm"] * mm, "#fff3b0")
    top = floor - stack["plate_above_mm"] * mm
    for at in (-0.5, 0.5):
        wall = stack["wall_mm"] * mm
        sheet.box(x + at * pitch * mm - wall / 2, top, wall, floor - top, WHITE, FAINT)
    sheet.box(60, top - stack["plate_mm"] * mm, 660, stack["plate_mm"] * mm, "#dfe7ec", INK)
    axis = floor - stack["reed_axis_mm"] * mm
    along = board["reed"]["offset_mm"] * cos(radians(board["reed"]["turned_deg"])) * mm
    half = board["reed"]["glass_mm"] / 2 * cos(radians(board["reed"]["turned_deg"])) * mm
    sheet.line([(x + along - half, axis), (x + along + half, axis)], "#7aa7c7", board["reed"]["glass_diameter_mm"] * mm)
    base = top - stack["plate_mm"] * mm
    wide, rim, high = stone["diameter_mm"] / 2 * mm, stone["rim_mm"] * mm, stone["height_mm"] * mm
    profile = [(x - wide, base), (x - wide, base - rim)]
    profile += [(x - wide * cos(radians(a)), base - rim - (high - rim) * sin(radians(a))) for a in range(10, 180, 10)]
    profile += [(x + wide, base - rim), (x + wide, base), (x - wide, base)]
    sheet.line(profile, INK, 2.5)
    under = stone["foot_mm"] * mm
    across, thick = magnet["diameter_mm"] * mm, magnet["height_mm"] * mm
    sheet.box(x - across / 2, base - under - thick, across, thick, "#c62828", INK)
    side = 740
    notes = (
        (base - 90, f"stone, {stone['diameter_mm']:g} mm"),
        (base - under - thick / 2, f"magnet, {magnet['diameter_mm']:g} x {magnet['height_mm']:g} mm"),
        (base + stack["plate_mm"] * mm / 2 + 4, f"plate, {stack['plate_mm']:g} mm"),
        (axis + 4, f"reed: its middle {stack['reed_axis_mm']:g} mm up"),
        (floor - 60, f"walls, {stack['plate_above_mm']:g} mm high"),
        (floor - 12, "light"),
        (floor + 20, f"tile, {stack['pcb_mm']:g} mm"),
    )
    ends = (x + wide * 0.7, x + across / 2, 720, x + along + half, x + 0.5 * pitch * mm, x + 2.5 * mm, 720)
    for (y, words), end in zip(notes, ends, strict=True):
        sheet.line([(end, y), (side - 6, y)], FAINT, 1)
        sheet.text(side, y + 5, words, 16)
    sheet.text(60, 540, "The reed lies behind or before the plane of the cut, turned: "
                        "it is drawn as seen from the front.",
               15, FAINT)  # fmt: skip
    sheet.text(60, 34, "A cut through one point, to scale", 18, INK, bold=True)
    return sheet.svg()


def face_down(board: dict[str, Any]) -> str:
    """Draw a tile face down: on its wells, on spacers, and (wrong) on its reeds; to scale."""
    stack, its, pitch, points = board["stack"], board["reed"], board["board"]["pitch_mm"], board["tile"]["points"]
    mm, x0 = 5.6, 40.0
    side = (points * pitch - board["tile"]["gap_mm"]) * mm
    sheet = Drawing(1000, 470, "A tile face down, to scale")
    along = [its["offset_mm"] * cos(radians(its["turned_deg"])) + end * its["glass_mm"] / 2 * cos(
             radians(its["turned_deg"])) for end in (-1, 1)]  # fmt: skip
    glass = its["glass_diameter_mm"]
    top = stack["reed_axis_mm"] + glass / 2
    wells, rest = stack["plate_above_mm"], stack["rest_mm"]
    for table, high, words in (
        (120.0, wells, f"right: on its wells, {wells:g} mm high.\n"
                       f"The glass reaches {top:g} mm:\n{wells - top:.1f} mm free"),
        (260.0, rest, f"right: on four spacers of {rest:g} mm,\nM3, in the tile's screw holes"),
        (400.0, top, "wrong: on the glass of its reeds.\nIt cracks where the leads go in,\noften without being seen."),
    ):  # fmt: skip
        under = table - high * mm  # the y of the tile's upper side, which faces down
        sheet.line([(x0 - 20, table), (x0 + side + 20, table)], INK, 3)
        sheet.box(x0, under - stack["pcb_mm"] * mm, side, stack["pcb_mm"] * mm, "#9ccc65", INK)
        for at in range(points):
            x = x0 + (at + 0.5) * pitch * mm
            sheet.box(x - LED_MM / 2 * mm, under, LED_MM * mm, stack["led_mm"] * mm, "#fff3b0")
            axis = under + stack["reed_axis_mm"] * mm
            # face down, left and right are exchanged
            sheet.line([(x - along[0] * mm, axis), (x - along[1] * mm, axis)], "#7aa7c7", glass * mm)
        if high == wells:
            for at in range(points + 1):
                wall = stack["wall_mm"] * mm
                x = min(max(x0 + at * pitch * mm - wall / 2, x0), x0 + side - wall)
                sheet.box(x, under, wall, high * mm, WHITE, INK)
        elif high == rest:
            for at in (1, 2):
                sheet.box(x0 + at * pitch * mm - 2.75 * mm, under, 5.5 * mm, high * mm, SHADE, INK)
        else:
            sheet.line([(x0 + side / 2 - 60, under - 26), (x0 + side / 2 + 60, table + 22)], FIVE, 5)
            sheet.line([(x0 + side / 2 + 60, under - 26), (x0 + side / 2 - 60, table + 22)], FIVE, 5)
        sheet.text(x0 + side + 40, table - 45, words, 16, FIVE if high == top else INK)
    sheet.text(x0, 36, "A tile face down while it is soldered from below, to scale: cut through a row of points", 17,
               bold=True)  # fmt: skip
    sheet.text(x0, 452, "Blue: the glass of the reeds. Yellow: lights. The plugs, above, are left out.", 15, FAINT)
    return sheet.svg()


def first_game(board: dict[str, Any]) -> str:
    """Draw the seats, and the first three stones."""
    size = board["board"]["size"]
    sheet = Drawing(1000, 620, "The first game")
    step, x0, y0 = 30, 120, 80
    edge = step * (size - 1)
    sheet.box(x0 - 32, y0 - 32, edge + 64, edge + 64, "#ecd9b0", INK, 6, 2)
    for at in range(size):
        sheet.line([(x0, y0 + at * step), (x0 + edge, y0 + at * step)], INK, 1)
        sheet.line([(x0 + at * step, y0), (x0 + at * step, y0 + edge)], INK, 1)
        sheet.text(x0 + at * step, y0 + edge + 26, LETTERS[at], 14, INK, "middle")
        sheet.text(x0 - 14, y0 + edge - at * step + 5, str(at + 1), 13, INK, "end")
    middle = size // 2
    for number, (column, row, fill) in enumerate(((middle, middle, INK), (middle + 1, middle + 1, WHITE),
                                                  (middle + 2, middle - 1, INK)), 1):  # fmt: skip
        x, y = x0 + column * step, y0 + edge - row * step
        if number == 3:
            sheet.dot(x, y, 19, "#b2ebf2")
        sheet.dot(x, y, 13, fill, INK)
        sheet.text(x, y + 5, str(number), 14, WHITE if fill == INK else INK, "middle")
    sheet.text(x0 + edge / 2, 36, "P2", 17, INK, "middle", bold=True)
    sheet.text(x0 + edge / 2, y0 + edge + 66, "P1: sits before row 1", 17, INK, "middle", bold=True)
    notes = (
        f"1  Black on the centre, {LETTERS[middle]}{middle + 1}.",
        "2  White beside it.",
        "3  Black: cyan while the stone is new.",
        "",
        "Each player's bar shows whose turn it is.",
        "A press of your button: my move is done.",
        "A hold of a second: your menu.",
        "Arbiter, on an empty board: a new game.",
        "",
        "On the laptop: tengen live",
    )
    for at, words in enumerate(notes):
        sheet.text(620, 140 + at * 34, words, 17)
    return sheet.svg()


PICTURES = {
    "way-of-the-current": power_path,
    "measuring-a-point": cell,
    "pico": pico,
    "row-of-tiles": row_of_tiles,
    "bridges": joint,
    "whole-board": whole_board,
    "bars": bars,
    "far-end": proof,
    "cut": section,
    "face-down": face_down,
    "first-game": first_game,
}
