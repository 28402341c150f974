"""The overlay for a stream: fixed places on a transparent ground, without controls, with looks from its address."""

import io

import pytest
from browser.test_browser_room import LONG_NAME, NOBODY, lost_by_foul, put
from PIL import Image
from telling import Telling, shows, text, texts

LOOKS = True
OVERLAY = "?view=overlay"
FULL_HD, UHD = {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}
PARTS = {
    "names": ".who .name",
    "clocks": ".player .left",
    "captures": ".player .captured",
    "state": "#turn",
    "reasons": "#reasons li",
}


@pytest.fixture
def telling(serving):
    return Telling(serving)


def opened(window, telling, query="", viewport=FULL_HD):
    page = window(telling.url + OVERLAY + query, viewport=viewport)
    shows(page, telling)
    return page


def alpha(page, *places):
    """Return how opaque these places of the picture are, 0 to 255."""
    picture = Image.open(io.BytesIO(page.page.screenshot(omit_background=True))).convert("RGBA")
    return [picture.getpixel(place)[3] for place in places]


def boxes(page):
    """Return the places of the visible parts: {selector: [x, y, width, height]}."""
    return page.page.evaluate(
        """() => Object.fromEntries([".wood", ".player[data-seat=p1]", ".player[data-seat=p2]", ".now"].map((each) => {
            const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
            return [each, [x, y, width, height].map(Math.round)];
        }))"""
    )


def test_the_ground_is_transparent_and_the_board_is_not(telling, window):
    page = opened(window, telling)
    assert alpha(page, (1900, 540), (1500, 700), (400, 400)) == [0, 0, 255]
    page.goto(telling.url + OVERLAY + "&ground=00b140&theme=dark")
    shows(page, telling)
    assert alpha(page, (1900, 540)) == [255]


def test_nothing_can_be_operated_and_keys_do_nothing(telling, window):
    page = opened(window, telling)
    assert not page.page.locator("button, a, select, input, [role=tab]").filter(visible=True).count()
    before = boxes(page)
    for key in "rnotmqg?1":
        page.page.keyboard.press(key)
    page.page.locator(".point[data-point=a1]").click(force=True)
    shows(page, telling)
    assert boxes(page) == before and page.page.url == telling.url + OVERLAY
    assert not page.page.locator("dialog[open], .notice:not([hidden])").filter(visible=True).count()
    assert telling.board.done == []


def test_the_places_are_the_same_for_short_and_long_texts_and_at_each_size(telling, window):
    page = opened(window, telling)
    before = boxes(page)
    lost_by_foul(telling)
    telling.laptop(names={**NOBODY, "p1": LONG_NAME, "p2": "Bo"})
    page.page.wait_for_selector(".who .name:has-text('Aleksandra')")
    shows(page, telling)
    after = boxes(page)
    assert after[".wood"] == before[".wood"]
    assert after[".player[data-seat=p2]"][:3] == before[".player[data-seat=p2]"][:3]
    bottoms = [each[".player[data-seat=p1]"][1] + each[".player[data-seat=p1]"][3] for each in (before, after)]
    assert bottoms[0] == bottoms[1] <= 1080
    assert texts(page, "#reasons li") and page.page.locator(".foul-line").count() == 2
    page.resize(**UHD)
    for name, box in boxes(page).items():
        assert box == pytest.approx([2 * each for each in after[name]], abs=4), name


@pytest.mark.parametrize("part", PARTS)
def test_only_the_parts_that_the_address_names_are_shown(telling, window, part):
    telling.begin(mode="referee", clock="10+5")
    telling.laptop(names={**NOBODY, "p1": "Anna", "p2": "Bo"})
    lost_by_foul(telling)
    page = opened(window, telling, f"&show={part}")
    shown = {name for name, selector in PARTS.items() if page.page.locator(selector).filter(visible=True).count()}
    assert shown <= {part}
    assert part in shown or part == "captures"  # Renju counts none


def test_the_board_alone_cropped_and_smaller(telling, window):
    put(telling, "h8 i9")
    page = opened(window, telling, "&show=board&crop=E6-L12&size=50")
    assert not page.page.locator(".panel").is_visible()
    board = boxes(page)[".wood"]
    assert board[2] == board[3] == pytest.approx(0.5 * (1080 - 2 * 0.012 * 1080), abs=2)
    inside = page.page.evaluate(
        """(names) => names.map((name) => {
            const wood = document.querySelector(".wood").getBoundingClientRect();
            const point = document.querySelector(`.point[data-point=${name}]`);
            const { x, y, width, height } = point.getBoundingClientRect();
            const [cx, cy] = [x + width / 2, y + height / 2];
            return cx > wood.x && cx < wood.right && cy > wood.y && cy < wood.bottom;
        })""",
        ["e6", "l12", "e12", "h8", "a1", "o15", "h3"],
    )
    assert inside == [True] * 4 + [False] * 3


def test_the_board_may_be_on_the_right(telling, window):
    page = opened(window, telling, "&side=right")
    places = boxes(page)
    assert places[".now"][0] < places[".wood"][0]
    assert places[".wood"][0] + places[".wood"][2] <= 1920


def test_what_is_wrong_in_the_address_is_said_and_the_game_goes_on(telling, window):
    put(telling, "h8")
    page = opened(window, telling, "&ground=blurple&ink=%23fff&wood=gold&show=names,foo&size=4&crop=z1&side=up")
    assert texts(page, ".overlay-wrong li") == [
        "“ground=blurple” is no colour: write hex digits without #, like ffd27f, a name like gold, or none",
        "“show=names,foo”: choose from board, names, clocks, captures, state, reasons, with commas between",
        "“size=4”: write a number from 20 to 100: the board’s part of the height in percent",
        "“side=up”: choose left or right",
        "“crop=z1”: write two corners, like d4-l12",
    ]
    telling.moves("h8 i9")
    shows(page, telling)
    assert text(page, "#turn") == "Black to move"


CONTRASTS = """() => [...document.querySelectorAll(".player :is(.name, .seat, .left)")].map((each) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const light = (...colours) => {
        for (const colour of colours) {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
        }
        const parts = [...canvas.getImageData(0, 0, 1, 1).data].map((its) => ((its / 255 + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = parts;
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const card = ["#000", getComputedStyle(each.closest(".player")).backgroundColor];
    const [one, other] = [light(...card), light(...card, getComputedStyle(each).color)];
    return [each.className, Math.max(one, other) / Math.min(one, other)];
})"""


@pytest.mark.parametrize("left_ms", [600_000, 9000])
def test_names_and_clocks_can_be_read_also_while_a_clock_runs(telling, window, left_ms):
    telling.begin(clock="10+5")
    telling.laptop(names={**NOBODY, "p1": "Anna", "p2": "Bo"})
    telling.tell("clock", running="p1", p1=left_ms, p2=600_000)
    for colours in ("", "&ground=00b140", "&panel=fff&ink=111"):
        page = opened(window, telling, colours)
        page.page.wait_for_selector(".player[data-runs=true] .left:visible")
        found = page.page.evaluate(CONTRASTS)
        assert len(found) == 6 and all(contrast > 4.5 for _, contrast in found), (colours, found)


def test_a_lost_connection_leaves_the_last_position_without_a_word(telling, window):
    put(telling, "h8")
    page = opened(window, telling)
    telling.laptop(link={"connected": False, "words": "the cable is out", "key": "server.cut_off", "values": {}})
    page.page.wait_for_selector("body[data-link=lost]")
    assert not page.page.locator("#link").is_visible()
    assert page.page.locator("[data-stone=h8].stone").count() == 1
