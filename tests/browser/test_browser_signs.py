"""The signs of the board's lights are readable on the page: measured in screenshots, in all colours."""

import io
import itertools

import pytest
from ledger import fewer
from PIL import Image

LOOKS = True
THEMES = ("light", "dark", "contrast")
STONES = ["h8", "h9", "j10", "i9", "j9", "j8", "h10", "i8"]
# the least contrast for graphics (WCAG 1.4.11), which is enough because the signs are larger than small text
PLAIN = 3.0
PLACES = """() => {
    const seen = (led) => {
        const { left, top, width, height } = led.querySelector(".lens").getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    const places = { lit: [], dark: [], stones: [] };
    for (const led of document.querySelectorAll(".led[data-point]")) {
        const kind = led.classList.contains("covered") ? "stones" : led.classList.contains("on") ? "lit" : "dark";
        places[kind].push(seen(led));
    }
    return places;
}"""


def luminance(pixel):
    """The relative luminance of an RGB pixel (WCAG 2.2)."""
    parts = [value / 255 for value in pixel[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def least_contrast(page):
    """Return the least contrasts of a lit point with dark ones, and with the middles of stones: (points, stones)."""
    places = page.page.evaluate(PLACES)
    picture = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")

    def lights(kind):
        # not in the middle of a point, because the lines of the board that cross there are dark
        return [luminance(picture.getpixel((round(x + 3), round(y + 3)))) for x, y in places[kind]]

    assert len(places["lit"]) > 20
    dimmest = min(lights("lit"))
    return tuple((dimmest + 0.05) / (max(lights(kind)) + 0.05) for kind in ("dark", "stones"))


def open_menu(page, served, presses=0):
    """Open White's menu by a hold, and go to a later entry; wait until the sign is lit."""
    page.tap(served, "p2", 1100)
    for _ in range(presses):
        page.tap(served, "p2")
    served.advance(300)
    page.shows(served)


STONES_LIE = """() => [...document.querySelectorAll(".stones .stone")].map((stone) => {
    const { left, top, width, height } = stone.getBoundingClientRect();
    return [stone.classList.contains("black"), left + width / 2, top + height / 2];
})"""


def seen(page):
    """Return the brightness of the middles of stones by colour, and of unlit wood."""
    picture = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")

    def light(x, y):
        return luminance(picture.getpixel((round(x + 3), round(y + 3))))

    lie = page.page.evaluate(STONES_LIE)
    black, white = ([light(x, y) for is_black, x, y in lie if is_black == colour] for colour in (True, False))
    wood = sorted(light(x, y) for x, y in page.page.evaluate(PLACES)["dark"])
    return black, white, wood[len(wood) // 2]


@pytest.mark.parametrize("theme", fewer(THEMES, ("light",)))
def test_under_a_sign_the_position_is_seen(served, window, theme):
    """Under a sign of lights the stones are visible."""
    page = window(f"{served.url}?theme={theme}")
    page.play(served, STONES[:-1])
    open_menu(page, served, 2)
    assert spells(page)
    black, white, wood = seen(page)
    assert black and white
    assert (min(white) + 0.05) / (max(black) + 0.05) >= PLAIN
    # 2 is enough, because the stones' light edges and the lights of the sign are not counted here
    assert (min(white) + 0.05) / (wood + 0.05) >= 2
    assert (wood + 0.05) / (max(black) + 0.05) >= 1.3


def spells(page):
    return page.page.evaluate("document.querySelector('.board').classList.contains('spells')")


@pytest.mark.parametrize(("theme", "presses"), fewer(itertools.product(THEMES, [0, 2]), [("dark", 0)]))
def test_a_sign_stands_out_from_the_wood_and_from_the_stones(served, window, theme, presses):
    """The signs PASS (no presses) and GIVE UP (two) have enough contrast with wood and stones."""
    page = window(f"{served.url}?theme={theme}")
    page.play(served, STONES[:-1])
    open_menu(page, served, presses)
    assert spells(page)
    of_points, of_stones = least_contrast(page)
    assert of_points >= PLAIN and of_stones >= PLAIN


def test_the_board_comes_back_with_the_end_of_the_menu_and_while_the_game_is_gone_through(served, window):
    page = window(served.url)
    page.play(served, STONES[:-1])
    assert not spells(page)
    open_menu(page, served)
    assert page.page.locator(".shade").is_visible()
    page.page.keyboard.press("ArrowLeft")
    assert not page.page.locator(".shade").is_visible()
    page.page.keyboard.press("Escape")
    served.advance(6000)
    page.shows(served)
    assert not spells(page)


SPELLS = """async ([menus, result, all]) => (await import("/page/board/board.js")).spells({ menus, result }, all)"""
WHITE, DARK, AMBER, RING = "0e0e0e", "000000", "2a6400", "030303"


IS_SIGN = [
    ({"p2": {}}, None, [WHITE] * 10 + [DARK] * 200, True),
    ({}, {"line": []}, [WHITE] * 10, True),
    ({}, {"line": ["h8"]}, [WHITE] * 10, False),
    ({}, None, [WHITE] * 15, False),  # a broken row
    # fifths that were put after the menu was opened, and a last stone
    ({"p2": {}}, None, [AMBER] * 10 + ["282828"], False),
    ({"p2": {}}, None, [RING] * 40, False),
]


def test_only_letters_are_a_sign(modules):
    for *given, expected in IS_SIGN:
        assert modules.evaluate(SPELLS, given) == expected, given
