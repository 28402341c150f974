"""Unusual names: very long, with markup, from right to left, with many accents."""

import pytest
from fake_hall import Hall, told_board
from ledger import fewer
from telling import Telling, card, text

LONG = "W" * 60  # the longest name that is possible, with the widest letter
HEBREW = "דוד בן גוריון"
MARKUP = '<img src=x onerror="alert(1)"><b>&amp;'
VIETNAMESE = "Nguyễn Thị Ánh"
PLACES = ("{n}", "$&", "{who}", "%s")
HEAP = "Z" + "\u0301" * 30 + "algo"

INSIDE = """() => {
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push(`page: ${document.documentElement.scrollWidth}`);
    for (const each of document.querySelectorAll(".player .name, #occasion")) {
        let box = each.parentElement; // the nearest that has a place of its own
        while (!box.getClientRects().length) box = box.parentElement;
        const [its, around] = [each, box].map((one) => one.getBoundingClientRect());
        if (its.right > around.right + 1 || its.left < around.left - 1) out.push(each.className || each.id);
        if (its.height > 5 * parseFloat(getComputedStyle(each).fontSize)) out.push(`${each.className}: ${its.height}`);
    }
    return out;
}"""
# the left edges of two pieces of a text
EDGES = """([selector, ...pieces]) => {
    const node = document.querySelector(selector).firstChild;
    return pieces.map((piece) => {
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(piece));
        range.setEnd(node, node.data.indexOf(piece) + piece.length);
        return range.getBoundingClientRect().left;
    });
}"""

WIDTHS = "(all) => all.map((each) => Math.round(each.getBoundingClientRect().width))"
# The names that overflow their boxes
BESIDE = """(all) => all.filter((each) => {
    const [its, around] = [each.getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
    return its.right > around.right + 1 || its.left < around.left - 1;
}).map((each) => each.textContent)"""


def give(page, **names):
    page.page.click("#names-title")
    for name, value in names.items():
        page.page.fill(f"#details [name={name}]", value)
        page.page.press(f"#details [name={name}]", "Tab")


def until_name(page, seat, name):
    page.page.wait_for_function(
        "([seat, name]) => document.querySelector(`.player[data-seat=${seat}] .name`).textContent === name",
        arg=[seat, name],
    )


@pytest.mark.parametrize("name", fewer([LONG, HEBREW, MARKUP, VIETNAMESE, *PLACES], (HEBREW, MARKUP)), ids=ascii)
def test_an_odd_name_stands_as_it_was_written_and_within_its_place(serving, window, name):
    """A name of any letters is shown as written, and within its place."""
    telling = Telling(serving)
    telling.begin()
    page = window(telling.url)
    give(page, p1=name, event=name)
    until_name(page, "p1", name)
    page.page.wait_for_selector("#occasion:visible")  # another message has it
    assert card(page, "p1", "seat") == "Player 1, Black"
    assert page.page.locator(".name img, .name b, #occasion img").count() == 0
    for view in ("table", "room"):
        for width, height in ((1280, 800), (390, 844), (320, 568)):
            page.resize(width, height)
            assert page.page.evaluate(INSIDE) == [], (view, width)
        page.resize(1280, 800)
        page.page.keyboard.press("Escape")
        if view == "table":
            page.page.click("#view-title")
            page.page.click("[data-view-tool=room]")
    page.page.click("[data-view-tool=room]")
    page.page.click("#names-title")
    page.page.click("#show-slip")
    assert name in text(page, "#slip-players tr:first-child td").replace("\u2068", "").replace("\u2069", "")
    assert page.page.eval_on_selector("#slip", "(slip) => slip.scrollWidth <= slip.clientWidth")


SCRIPTED = """(field, name) => {
    field.value = name;
    field.dispatchEvent(new Event("change", { bubbles: true }));
}"""
REFUSED = [
    ("x" * 200, "«Игрок 1»: слишком длинно. Знаков не больше 60, а здесь 200"),
    (HEAP, "«Игрок 1»: над одной буквой слишком много знаков, больше 4"),
    ("a\u202eb", "«Игрок 1»: есть знак, который нельзя напечатать"),
]


@pytest.mark.parametrize(("name", "why"), REFUSED, ids=["200 letters", "accents", "turned round"])
def test_a_name_that_can_not_be_is_refused_in_a_sentence_and_the_one_before_stays(serving, window, name, why):
    telling = Telling(serving)
    telling.begin()
    page = window(f"{telling.url}?lang=ru")
    give(page, p1="Анна")
    until_name(page, "p1", "Анна")
    # people can type at most 60 letters, but a script can enter more
    page.page.eval_on_selector("#details [name=p1]", SCRIPTED, name)
    page.page.wait_for_selector("#notice:not([hidden])")
    assert text(page, "#notice") == why
    assert card(page, "p1", "name") == "Анна"


def test_a_person_can_not_write_more_letters_than_a_name_may_have(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(telling.url)
    page.page.click("#names-title")
    page.page.focus("#details [name=p1]")
    page.page.keyboard.insert_text("x" * 200)
    page.page.keyboard.press("Tab")
    until_name(page, "p1", "x" * 60)


def test_a_name_from_right_to_left_does_not_turn_what_stands_beside_it(serving, window):
    telling = Telling(serving)
    telling.begin()
    page = window(telling.url)
    give(page, p1=HEBREW, event=HEBREW, round="3")
    until_name(page, "p1", HEBREW)
    page.page.wait_for_selector("#occasion:has-text('Round 3')")
    name, round_ = page.page.evaluate(EDGES, ["#occasion", HEBREW, "Round 3"])
    assert name < round_
    assert page.page.get_attribute("#details [name=p1]", "dir") == "auto"
    page.page.click("#show-slip")
    name, bracket = page.page.evaluate(EDGES, ["#slip-players tr:first-child td", HEBREW, "(Player 1)"])
    assert name < bracket


@pytest.mark.parametrize("name", fewer([LONG, HEBREW, MARKUP, VIETNAMESE], (LONG, HEBREW)), ids=ascii)
def test_an_odd_name_keeps_its_place_in_the_hall(window, name):
    """An odd name keeps its place in the hall."""
    hall = Hall({key: told_board("h8 i9") for key in ("one", "two", "three")})
    try:
        page = window(hall.url)
        page.page.wait_for_selector("[data-board=three] [data-last]")
        before = page.page.eval_on_selector_all("[data-board] .small", WIDTHS)
        given = {"p1": name, "p2": "", "event": name, "round": "", "table": name[:20]}
        hall.laptop("two", names=given)
        told = "(name) => document.querySelector('[data-board=two]').textContent.includes(name)"
        page.page.wait_for_function(told, arg=name)
        for width, height in ((1280, 800), (390, 844)):
            page.resize(width, height)
            assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.page.eval_on_selector_all("#boards .name", BESIDE) == []
        page.resize(1280, 800)
        assert page.page.eval_on_selector_all("[data-board] .small", WIDTHS) == before
        assert page.page.locator("#boards img").count() == 0
    finally:
        page.page.goto("about:blank")
        hall.stop()
