"""The look of a light on the page: from the bytes of its pixel, in wire order; dim lights are visible, too."""

import re

from tengen import wiring

H8 = wiring.PIXEL_OF[7 * 15 + 7]

LOOK = """(pixel) => {
    const led = document.querySelector(`.led[data-pixel="${pixel}"]`);
    const look = (part) => {
        const element = led.querySelector(part);
        if (!element) return { shown: false };  // the windows of a bar have no rim
        const style = getComputedStyle(element);
        return { shown: style.display !== "none", opacity: Number(style.opacity) };
    };
    return { core: look(".core"), glow: look(".glow"), rim: look(".rim"),
             colour: led.querySelector("stop").getAttribute("stop-color") };
}"""


def lit(served, page, grb, pixel=H8):
    """Return the look of a pixel's light after a frame with all other pixels dark."""
    frame = bytearray(3 * wiring.PIXELS)
    frame[3 * pixel : 3 * pixel + 3] = bytes.fromhex(grb)
    served.call(served.board.lights, bytes(frame))
    page.page.wait_for_selector(f"body[data-frame='{served.board.frames}']")
    return page.page.evaluate(LOOK, pixel)


def rgb(colour):
    return [int(part) for part in re.findall(r"\d+", colour)]


def test_the_wires_order_is_green_red_blue(served, window):
    page = window(served.url)
    for grb, expected in {
        "ff0000": [0, 255, 0],
        "00ff00": [255, 0, 0],
        "0000ff": [0, 0, 255],
        "800080": [0, 255, 255],
        "282828": [255, 255, 255],
    }.items():
        for pixel in (H8, wiring.BARS[0], wiring.BARS[1] + 14):
            assert rgb(lit(served, page, grb, pixel)["colour"]) == expected


def test_dark_is_dark_and_dim_is_seen(served, window):
    page = window(served.url)
    look = lit(served, page, "000000")
    assert not any(look[part]["shown"] for part in ("core", "glow", "rim"))
    dim, full = lit(served, page, "0a0a0a"), lit(served, page, "ffffff")
    for part in ("core", "glow"):
        assert dim[part]["shown"] and full[part]["shown"]
        assert 0.3 < dim[part]["opacity"] < full[part]["opacity"] == 1


def test_a_stone_hides_its_light_but_for_the_rim(served, window):
    page = window(served.url)
    assert not lit(served, page, "500050")["rim"]["shown"]
    page.click("h8")
    page.until_stones({"h8": "black"})
    look = lit(served, page, "500050")
    assert look["rim"]["shown"] and look["glow"]["shown"] and not look["core"]["shown"]


def test_each_player_has_the_bar_at_their_side(served, window):
    page = window(served.url)
    description = served.board.description()
    board = page.page.query_selector("#board").bounding_box()
    for name, below in (("p1", True), ("p2", False)):
        boxes = [page.page.query_selector(f"#led-{pixel} .lens").bounding_box() for pixel in description["bars"][name]]
        assert all((box["y"] > board["y"]) == below for box in boxes)
        left = [box["x"] for box in boxes]
        assert left == sorted(left)
