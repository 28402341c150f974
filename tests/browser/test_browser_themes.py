"""The page's colours: the computer's until the user chooses others."""

import pytest
from telling import Telling, shows


@pytest.fixture
def telling(serving):
    return Telling(serving)


def theme(page):
    return page.page.evaluate("document.documentElement.dataset.theme")


def ground(page):
    return page.page.evaluate("getComputedStyle(document.querySelector('.now')).backgroundColor")


def test_it_follows_the_computer_at_first_and_as_that_changes(telling, window):
    page = window(telling.url, color_scheme="dark")
    assert (theme(page), page.page.input_value("#theme")) == ("dark", "auto")
    page.page.emulate_media(color_scheme="light")
    page.page.wait_for_selector("html[data-theme=light]")
    assert theme(window(telling.url, contrast="more")) == "contrast"


def test_what_is_chosen_is_kept_and_the_computer_is_not_asked_again(telling, window):
    page = window(telling.url, color_scheme="dark")
    page.page.click("#view-title")
    page.page.select_option("#theme", "contrast")
    assert theme(page) == "contrast"
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    assert (theme(page), page.page.input_value("#theme")) == ("contrast", "contrast")
    page.page.emulate_media(color_scheme="light")
    assert theme(page) == "contrast"
    page.page.click("#view-title")
    page.page.select_option("#theme", "auto")
    assert theme(page) == "light"


def test_the_address_may_name_one_for_this_page_alone_and_only_a_real_one(telling, window):
    page = window(telling.url + "?theme=light", color_scheme="dark")
    assert theme(page) == "light"
    page.page.goto(telling.url)
    page.page.wait_for_selector("body[data-connection=open]")
    assert theme(page) == "dark"
    page.page.goto(telling.url + "?theme=%3Cb%3E")
    page.page.wait_for_selector("body[data-connection=open]")
    assert theme(page) == "dark"


def test_the_key_goes_through_them_and_each_looks_another_way(telling, window):
    page = window(telling.url + "?theme=light")
    seen = []
    for _ in range(3):
        seen.append((theme(page), ground(page)))
        page.page.keyboard.press("t")
    assert [name for name, _ in seen] == ["light", "dark", "contrast"]
    assert len({colour for _, colour in seen}) == 3 and theme(page) == "light"


# Computes the contrasts that axe does not judge: those of elements with a pseudo-element, like a move with its stone
CONTRAST = """(text) => {
    const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminance = (colour) => {
        const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((value) => channel(value / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let ground = text;
    while (/rgba.*, 0\\)$/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
    const lights = [getComputedStyle(text).color, getComputedStyle(ground).backgroundColor].map(luminance);
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}"""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_each_move_of_the_list_can_be_read_the_last_one_too(telling, window, theme):
    telling.begin()
    telling.moves("h8 i9 g9")
    page = window(f"{telling.url}?theme={theme}")
    shows(page, telling)
    moves = page.page.locator("#moves li").all()
    assert len(moves) == 3
    assert min(move.evaluate(CONTRAST) for move in moves) >= 4.5


STRIPE = """(seat) => {
    const looks = getComputedStyle(document.querySelector(`.player[data-seat=${seat}]`));
    return [looks.borderInlineStartColor, looks.borderInlineStartWidth];
}"""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_whose_turn_it_is_and_who_has_won_has_a_stripe_in_each(telling, window, theme):
    page = window(f"{telling.url}?theme={theme}")

    def stripes():
        shows(page, telling)
        return [page.page.evaluate(STRIPE, seat) for seat in ("p1", "p2")]

    telling.begin()
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    p1, p2 = stripes()
    assert p1[0] != p2[0]
    turn = p2[0]
    telling.result("black", "resignation")
    telling.asks("over", None, 2)
    p1, p2 = stripes()
    assert p1[0] not in (p2[0], turn)
    if theme == "contrast":
        assert float(p1[1][:-2]) > float(p2[1][:-2]), "not by its colour alone"
