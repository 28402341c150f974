"""A finger on a phone: it aims at a point that is smaller than the fingertip, and a second tap puts the stone."""

import pytest
from telling import text

PHONE = {"has_touch": True, "is_mobile": True}
PHONES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
ACTIONS = """() => {
    const entries = document.querySelector(".player[data-seat=p1] .entries");
    const [card, row] = [document.querySelector(".now"), entries].map((each) => each.getBoundingClientRect());
    const tops = [...entries.querySelectorAll(".plain")].map((each) => each.getBoundingClientRect().top);
    const places = { card: [card.left, card.right, card.bottom], row: [row.left, row.right, row.top] };
    return { rows: new Set(tops).size, number: tops.length, ...places };
}"""


@pytest.fixture(params=PHONES, ids=lambda size: str(size["width"]))
def phone(served, window, request):
    return window(served.url, viewport=request.param, **PHONE)


def tap(page, point):
    page.page.touchscreen.tap(*page.place(point))


def aimed(page):
    """Return the words of the lens; None without a lens."""
    return text(page, ".aim") if page.page.is_visible(".aim") else None


def test_the_first_tap_aims_and_the_second_puts_or_lifts(served, phone):
    tap(phone, "m13")
    phone.page.wait_for_selector(".aim:has-text('Put M13')")
    assert served.stones() == {}
    tap(phone, "m13")
    served.until_stones("m13")
    phone.until_stones({"m13": "black"})
    assert aimed(phone) is None
    tap(phone, "m13")
    assert aimed(phone) == "Lift M13" and set(served.stones()) == {"m13"}
    phone.page.touchscreen.tap(*middle(phone, ".aim"))
    served.until_stones()
    assert phone.page.evaluate("document.documentElement.scrollWidth === innerWidth")


def middle(page, selector):
    box = page.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_another_tap_corrects_the_aim_and_a_tap_elsewhere_ends_it(served, phone):
    for point in ("h8", "i8"):
        tap(phone, point)
        assert aimed(phone) == f"Put {point.upper()}"
    phone.page.touchscreen.tap(*middle(phone, "#turn"))
    assert aimed(phone) is None
    tap(phone, "i8")
    phone.page.keyboard.press("Escape")
    assert aimed(phone) is None and served.stones() == {}
    tap(phone, "i8")
    tap(phone, "i8")
    served.until_stones("i8")


@pytest.mark.parametrize("point", ["a1", "a15", "o1", "o15", "h8", "h7"])
def test_the_lens_covers_neither_the_point_nor_its_neighbours(phone, point):
    tap(phone, point)
    x, y = phone.place(point)
    lens = phone.page.locator(".aim").bounding_box()
    board = phone.page.locator(".wood").bounding_box()
    cell = (phone.place("b1")[0] - phone.place("a1")[0]) / 2
    assert y + cell <= lens["y"] or y - cell >= lens["y"] + lens["height"]
    assert board["x"] - 1 <= lens["x"] and lens["x"] + lens["width"] <= board["x"] + board["width"] + 1
    shown = phone.page.locator(".aim svg").bounding_box()
    assert shown["width"] / 3 > 30, "a point in the lens is as large as a fingertip"
    assert phone.page.locator(f".hover [data-ghost={point}]").count() == 1


def test_a_drag_corrects_the_aim(served, phone):
    tap(phone, "h8")
    finger = phone.page.context.new_cdp_session(phone.page)
    for kind, point in (("touchStart", "h8"), ("touchMove", "i9"), ("touchMove", "j10"), ("touchEnd", None)):
        touches = [dict(zip("xy", phone.place(point), strict=True))] if point else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    phone.page.wait_for_selector(".aim:has-text('Put J10')")
    assert served.stones() == {}
    tap(phone, "j10")
    served.until_stones("j10")


def test_a_stone_that_comes_meanwhile_ends_the_aim(served, phone):
    tap(phone, "h8")
    assert aimed(phone) == "Put H8"
    served.call(served.board.put, "h8", "black")
    phone.until_stones({"h8": "black"})
    assert aimed(phone) is None, "the second tap would lift it"


def test_a_page_that_only_looks_has_nothing_to_aim_at(served, phone):
    phone.page.goto(f"{served.url}?view=room")
    phone.page.wait_for_selector("body[data-connection=open]")
    phone.page.locator(".point[data-point=c3]").tap()
    phone.page.wait_for_selector("#notice:has-text('The room view only shows')")
    assert aimed(phone) is None


@pytest.mark.parametrize("language, rows", [("en", 1), ("ja", 1), ("ru", 2)])
def test_the_actions_are_in_the_card_without_being_cut(served, phone, language, rows):
    phone.page.goto(f"{served.url}?lang={language}")
    phone.page.wait_for_selector("body[data-connection=open] .player[data-seat=p1] .entries .plain")
    found = phone.page.evaluate(ACTIONS)
    assert found["number"] > 3 and found["rows"] == rows
    (left, right, foot), (row_left, row_right, row_top) = found["card"], found["row"]
    assert (left, right) == (row_left, row_right) and abs(foot - row_top) < 1, "the row continues the card"
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
