"""Marks on the board for colour-blind eyes: they differ by brightness and shape."""

import io

import pytest
from browser.test_browser_signs import PLAIN, luminance
from ledger import fewer
from PIL import Image
from telling import Telling, shows

LINE = 3  # in pixels, half of the width of the line around a mark: this half is outside the mark's box
ZONE = 7  # points a side
MOVES = "h8 h9 j10 i9 g8"
LOOKS = True
THEMES = ["light", "dark", "contrast"]
EYES = ["none", "protanopia", "deuteranopia", "tritanopia"]
MARKS = """() => [...document.querySelectorAll(".over [data-mark]")].filter((mark) => mark.getClientRects().length)
    .map((mark) => {
        const { left, top, right, bottom } = mark.getBoundingClientRect();
        const shape = [...mark.querySelectorAll(".upper")].map((each) => [
            each.getAttribute("d").replace(/[-\\d.]+/g, ""), getComputedStyle(each).strokeDasharray,
            getComputedStyle(each).fill !== "none"].join());
        return { kind: mark.dataset.mark, shape: shape.join(), box: [left, top, right, bottom] };
    })"""


def disturbed(telling):
    telling.tell("disturbed", what="disturbed", missing=["l4", "h9"], extra=["c3", "d4"], lift=[])


def fifths(telling):
    telling.asks("offer", "p2", 6, count=3)
    telling.tell("offers", points=["f9", "k8", "d4"], count=3, equal=["f9", "k8"], many=False)


def zone(kind):
    return lambda telling: telling.asks("stone", "p2", 6, zone=[kind, ZONE])


@pytest.fixture
def at(serving, window):
    """at(scene, theme) returns a page in the room view, after MOVES, with the board in the scene's state."""

    def open_page(scene, theme):
        telling = Telling(serving)
        telling.begin(mode="referee")
        for number, point in enumerate(MOVES.split()):
            telling.board.stones[point] = "white" if number % 2 else "black"
        telling.served.call(telling.board.say, telling.board.stones_message())
        telling.moves(MOVES)
        scene(telling)
        page = window(f"{telling.url}?view=room&theme={theme}")
        shows(page, telling)
        return page

    return open_page


def pictures(page):
    """Yield the page as each kind of eyes sees it: (eyes, picture)."""
    session = page.page.context.new_cdp_session(page.page)
    for eyes in EYES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        yield eyes, Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")


def contrast(picture, box):
    """Return the contrast of the lightest and the darkest pixel in a box: left, top, right, bottom."""
    crop = picture.crop([round(each) for each in box])
    lights = [luminance(colour) for _, colour in crop.getcolors(crop.width * crop.height)]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("theme", fewer(THEMES, ("light",)))
@pytest.mark.parametrize(
    ("scene", "kinds"), [(disturbed, {"last", "missing", "extra"}), (fifths, {"last", "offer", "twin"})]
)
def test_each_mark_stands_out_in_all_eyes_and_no_two_kinds_look_alike(at, theme, scene, kinds):
    """Each mark is visible for all kinds of eyes, in each theme, and no two kinds have the same shape."""
    page = at(scene, theme)
    marks = page.page.evaluate(MARKS)
    assert {mark["kind"] for mark in marks} == kinds
    shapes = {(mark["kind"], mark["shape"]) for mark in marks}
    assert len({shape for _, shape in shapes}) == len(kinds)
    for eyes, picture in pictures(page):
        for mark in marks:
            left, top, right, bottom = mark["box"]
            box = (left - LINE, top - LINE, right + LINE, bottom + LINE)
            assert contrast(picture, box) >= PLAIN, (eyes, mark["kind"])


@pytest.mark.parametrize("theme", fewer(THEMES, ("light",)))
@pytest.mark.parametrize("kind", ["square", "outside"])
def test_the_edge_of_a_zone_stands_out_in_all_eyes(at, theme, kind):
    """The edge of a zone is visible for all kinds of eyes, in each theme."""
    page = at(zone(kind), theme)
    box = page.page.locator(f".zone.{kind}").bounding_box()
    pitch = box["width"] / ZONE
    for eyes, picture in pictures(page):
        for y in (box["y"], box["y"] + box["height"]):
            # only the parts of the edge between two lines of the board, because these lines cross the edge
            for at_line in range(ZONE - 1):
                first = box["x"] + pitch * (at_line + 0.5)
                strip = (first + LINE, y - LINE, first + pitch - LINE, y + LINE)
                assert contrast(picture, strip) >= PLAIN, (eyes, at_line)
