"""Faults set on the page: the list of broken parts, the board's reaction, and the repair."""

from fake_board import FakeBoard
from tengen.lights import colours

LIT = """() => Object.fromEntries([...document.querySelectorAll(".board .led.on")]
    .map((led) => [led.dataset.point, led.dataset.grb]))"""


def break_(page, kind, at=None):
    if not page.page.is_visible("#fault"):
        page.page.click("#faults-title")
    page.page.select_option("#fault", kind)
    if at is not None:
        page.page.fill("#fault-at", at)
    page.page.click("#break button")


def until_broken(page, *names):
    """Wait until the page lists exactly these faults, in this order."""
    page.page.wait_for_function(
        """(wanted) => [...document.querySelectorAll("#broken button")]
            .map((button) => button.getAttribute("aria-label")).join() === wanted""",
        arg=",".join(f"Repair {name}" for name in names),
    )


def until_notice(page, words):
    page.page.wait_for_function("(words) => document.getElementById('notice').textContent === words", arg=words)
    assert page.page.is_visible("#notice")


def test_a_reed_stuck_closed_is_refused_as_a_stone_until_it_is_mended(served, window):
    page = window(served.url)
    assert page.page.is_hidden("#fault"), "closed at first"
    break_(page, "stuck closed", "h9")
    until_broken(page, "Stuck closed: H9")
    assert page.page.text_content("#faults-title") == "Break something (1 broken)"
    served.advance(300)
    page.shows(served)
    assert served.codes()[-1] == "refused" and served.done[-1]["point"] == "h9"
    seen = set()
    for _ in range(10):  # it blinks
        served.advance(60)
        page.shows(served)
        seen.add(page.page.evaluate(LIT).get("h9"))
    assert bytes(colours.EXTRA).hex() in seen
    assert page.stones() == {}, "no stone is drawn where none lies"
    page.page.click("#broken button")
    until_broken(page)
    assert page.page.text_content("#faults-title") == "Break something"
    served.advance(300)
    page.shows(served)
    assert set(page.page.evaluate(LIT)) == {"h8"}


def test_a_bad_place_is_told_and_breaks_nothing(served, window):
    page = window(served.url)
    break_(page, "stuck open", "z99")
    until_notice(page, "'z99' is not a point of this board: write a letter and a number, a1 to o15")
    break_(page, "dead row", "")
    until_notice(page, "Dead row needs a place, like 7")
    break_(page, "swapped columns", "c")
    until_notice(page, "'c' is not a place for Swapped columns: write two numbers or letters, like c d")
    until_broken(page)
    assert served.board.faults.active() == []


def test_each_kind_asks_for_what_it_needs_and_says_what_it_does(served, window):
    page = window(served.url)
    page.page.click("#faults-title")
    for kind in served.board.description()["faults"]:
        page.page.select_option("#fault", kind["name"])
        assert page.page.is_visible("#fault-at") == (kind["at"] != "nothing")
        assert page.page.input_value("#fault-at") == (kind["default"] or "")
        assert page.page.text_content("#fault-words") == kind["words"]


def test_what_needs_two_rows_or_columns_says_how(served, window):
    page = window(served.url)
    page.page.click("#faults-title")
    for kind, example in (("shorted rows", "rows: 3 4"), ("swapped columns", "columns: c d")):
        page.page.select_option("#fault", kind)
        assert page.page.get_attribute("#fault-at", "placeholder") == example
    break_(page, "shorted rows", "8 7")
    until_broken(page, "Shorted rows: 7 8")
    served.advance(100)
    assert [fault["row"] for fault in served.done[-1]["faults"]] == [7, 8]
    page.page.click("#broken button")
    until_broken(page)


def test_a_broken_led_darkens_the_page_at_once(served, window):
    page = window(served.url)
    page.shows(served)
    assert set(page.page.evaluate(LIT)) == {"h8"}
    break_(page, "broken LED")
    until_broken(page, "Broken LED: 112")
    page.page.wait_for_selector(".board .led[data-point=h8]:not(.on)", state="attached")


def test_all_is_mended_at_once_and_every_window_knows(served, window):
    one, two = window(served.url), window(served.url)
    for fault in (("worst bounce",), ("sagging supply", "3900"), ("dead column", "C")):
        break_(one, *fault)
    for page in (one, two, window(served.url)):
        until_broken(page, "Worst bounce", "Sagging supply: 3900 mV", "Dead column: c")
    assert served.board.faults.supply_mv == 3900
    one.page.click("#mend-all")
    for page in (one, two):
        until_broken(page)
        assert page.page.is_hidden("#mend-all")
    assert served.board.faults.active() == []


def test_the_keyboard_breaks_and_mends(served, window):
    page = window(served.url)
    keys = page.page.keyboard
    page.page.focus("#faults-title")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("dead r")
    keys.press("Tab")
    keys.type("7")
    keys.press("Enter")
    until_broken(page, "Dead row: 7")
    served.advance(50)
    assert served.done[-1]["faults"][0]["row"] == 7
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    until_broken(page)
    # the button that had the focus is gone; another element must have the focus
    assert page.page.evaluate("document.activeElement.id") == "fault"


def test_a_board_where_nothing_can_be_broken_offers_nothing(serving, window):
    async def nothing(board):
        pass

    page = window(serving(FakeBoard(), run=nothing).url)
    assert page.page.is_hidden("#faults-title")
