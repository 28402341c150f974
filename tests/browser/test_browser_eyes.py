"""What the marks on the board say is seen by eyes that tell fewer colours apart: by light and dark, and by shape."""

import io

import pytest
from browser.telling import Telling, shows
from browser.test_browser_signs import PLAIN, luminance
from PIL import Image

LINE = 3  # pixels: half of the line around a mark, which its box does not count
MOVES = "h8 h9 j10 i9 g8"
EYES = ["none", "protanopia", "deuteranopia", "tritanopia"]
MARKS = """() => [...document.querySelectorAll(".over [data-mark]")].filter((mark) => mark.getClientRects().length)
    .map((mark) => {
        const { left, top, right, bottom } = mark.getBoundingClientRect();
        const shape = [...mark.querySelectorAll(".upper")].map((each) => [
            each.getAttribute("d").replace(/[-\\d.]+/g, ""), getComputedStyle(each).strokeDasharray,
            getComputedStyle(each).fill !== "none"].join());
        return { kind: mark.dataset.mark, shape: shape.join(), box: [left, top, right, bottom] };
    })"""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_each_mark_stands_out_in_all_eyes_and_no_two_kinds_look_alike(serving, window, theme):
    telling = Telling(serving)
    telling.begin(mode="referee")
    for at, point in enumerate(MOVES.split()):
        telling.board.stones[point] = "white" if at % 2 else "black"
    telling.served.call(telling.board.say, telling.board.stones_message())
    telling.moves(MOVES)
    telling.tell("disturbed", what="disturbed", missing=["l4", "h9"], extra=["c3", "d4"], lift=[])
    page = window(f"{telling.url}?view=room&theme={theme}")
    shows(page, telling)
    marks = page.page.evaluate(MARKS)
    assert {"last", "extra"} <= {mark["kind"] for mark in marks}
    shapes = {(mark["kind"], mark["shape"]) for mark in marks}
    assert len({shape for _, shape in shapes}) == len({kind for kind, _ in shapes})
    session = page.page.context.new_cdp_session(page.page)
    for eyes in EYES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        picture = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
        for mark in marks:
            left, top, right, bottom = mark["box"]
            crop = picture.crop([round(each) for each in (left - LINE, top - LINE, right + LINE, bottom + LINE)])
            lights = [luminance(crop.getpixel((x, y))) for x in range(crop.width) for y in range(crop.height)]
            assert (max(lights) + 0.05) / (min(lights) + 0.05) >= PLAIN, (eyes, mark["kind"])
