"""A leader is a thin line that ends in a dot of its colour. None in the guide crosses words."""

import math
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
import svg_words
from tengen_hardware import leaders
from tengen_hardware.circuit import CircuitError
from tengen_hardware.drawing import Drawing
from tengen_host import resources

SVG = "{http://www.w3.org/2000/svg}"
WIDE, HIGH = 0.5, 0.7  # of a letter, divided by the font's size: narrow, so that only real crossings are found


def drawn(svg):
    """Return the leaders of a drawing as points, and its words as (text, centre, half width, half height)."""
    root = ElementTree.fromstring(svg)
    its = svg_words.inherited(root)
    dots = {(dot.get("cx"), dot.get("cy"), its(dot, "fill", "black")) for dot in root.iter(f"{SVG}circle")}
    lines = []
    for line in root.iter(f"{SVG}polyline"):
        points = line.get("points").split()
        thin = float(its(line, "stroke-width", "1")) <= 1.5
        if thin and (*points[-1].split(","), its(line, "stroke", "none")) in dots:
            lines.append([tuple(map(float, point.split(","))) for point in points])
    words = []
    for text in svg_words.words(svg):
        x, y = text.x, text.y
        wide, high = WIDE * text.size * len(text.text), HIGH * text.size
        middle = {"start": wide / 2, "middle": 0, "end": -wide / 2}[text.anchor], -high / 2
        turn = math.radians(text.turned)
        dx, dy = (middle[0] * math.cos(turn) - middle[1] * math.sin(turn),
                  middle[0] * math.sin(turn) + middle[1] * math.cos(turn))  # fmt: skip
        upright = abs(math.sin(turn)) > 0.5
        words.append((text.text, x + dx, y + dy, *((high / 2, wide / 2) if upright else (wide / 2, high / 2))))
    return lines, words


def crossings(svg):
    found = []
    lines, words = drawn(svg)
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            steps = max(2, int(math.dist((x0, y0), (x1, y1)) * 2))
            for text, x, y, wide, high in words:
                for at in range(steps + 1):
                    px, py = x0 + (x1 - x0) * at / steps, y0 + (y1 - y0) * at / steps
                    if abs(px - x) < wide and abs(py - y) < high:
                        found.append((text, line[0]))
                        break
    return found


DRAWINGS = sorted(file.name for file in resources.path("hardware/guide").glob("*.svg"))


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_leader_of_the_guide_crosses_words(name):
    assert crossings(resources.path(f"hardware/guide/{name}").read_text(encoding="utf-8")) == []


def test_the_drawings_have_leaders():
    counts = {name: len(drawn(resources.path(f"hardware/guide/{name}").read_text("utf-8"))[0]) for name in DRAWINGS}
    assert counts["coupon.svg"] == 10 and counts["coupon-below.svg"] == 2
    assert counts["hand-point.svg"] == 6 and counts["hand-corner.svg"] == 7


def test_a_straight_line_through_a_name_is_found():
    sheet = Drawing(400, 200, "crossed")
    sheet.text(200, 105, "C12", 14, at="middle")
    sheet.line([(50, 100), (350, 100)], "#999999", 1.5)
    sheet.dot(350, 100, 3, "#999999")
    assert crossings(sheet.svg()) == [("C12", (50, 100))]


@pytest.mark.parametrize("turned", [0, 90, -90])
def test_a_leader_goes_round_words_that_are_drawn_after_it(turned):
    sheet = Drawing(400, 200, "led round")
    sheet.leader((50, 100), [(350, 100)])
    sheet.text(200, 105, "C12", 14, at="middle", turned=turned)
    lines, _ = drawn(sheet.svg())
    assert len(lines) == 1 and len(lines[0]) > 2 and lines[0][-1] == (350, 100)
    assert crossings(sheet.svg()) == []


def test_a_thing_with_words_all_over_it_is_an_error():
    sheet = Drawing(400, 200, "hidden")
    sheet.leader((50, 100), [(350, 100)])
    sheet.text(350, 105, "C12 hides it", 14, at="middle")
    with pytest.raises(CircuitError, match="hidden: each line from .* crosses words"):
        sheet.svg()


def test_a_line_that_only_passes_a_box_does_not_touch_it():
    box = (10, 10, 20, 20)
    assert leaders.crosses([(0, 0), (30, 30)], box) and leaders.crosses([(15, 0), (15, 30)], box)
    assert not leaders.crosses([(0, 0), (9, 30)], box) and not leaders.crosses([(0, 5), (30, 5)], box)
    assert not leaders.crosses([(0, 15), (9, 15)], box)
