"""Past games on the page: names given afterwards, and the game as an animation."""

from dataclasses import replace

import pytest
from fake_hall import Hall, told_board
from tengen_host.records import formats
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.web import games

UNNAMED = Record(("h8", "i9", "g7"), over=True, winner="black", reason="resignation", id="g1", date="2026-11-21T14:04")
NAMED = Record(("h8", "j10", "g7"), black="Cleo", white="Dan", over=True, winner="white", reason="time", id="g2")


@pytest.fixture
def library(tmp_path):
    library = Library(tmp_path)
    for record in (UNNAMED, NAMED):
        library.add(record)
    return library


@pytest.fixture
def opened(library, window):
    """opened(**options): a window with the open list of past games."""
    hall = Hall({"one": told_board("h8 i9")}, routes=games.routes(library))
    pages = []

    def open_list(**options):
        shown = window(f"{hall.url}board/one/?view=room", **options)
        pages.append(shown.page)
        shown.page.click("[data-view-tool=games]")
        shown.page.wait_for_selector("dialog#games[open]")
        return shown

    yield open_list
    for page in pages:
        if not page.is_closed():
            page.goto("about:blank")  # leave the page, which would report the end of the hall as an error
    hall.stop()


def row(page, id_):
    return page.locator(f"#games tr[data-game='{id_}']")


def test_a_game_gets_the_names_of_its_players_and_keeps_them(opened, library):
    page = opened().page
    pen = row(page, "g1").locator(".pen")
    game = "2026-11-21 14:04, Renju, I11 Shagetsu 斜月, Black won, 3 moves"
    assert pen.get_attribute("aria-label") == f"Give the players names: {game}"
    pen.click()
    form = page.locator(".game-names")
    assert form.locator("input").first.evaluate("(input) => input === document.activeElement")
    page.keyboard.type("<b>Anna</b>")
    page.keyboard.press("Tab")
    page.keyboard.type("Bo  Ek")
    page.keyboard.press("Enter")
    form.wait_for(state="hidden")
    assert row(page, "g1").locator("td").all_text_contents()[1:3] == ["<b>Anna</b>", "Bo Ek"]
    assert page.locator("#games b").count() == 0
    assert row(page, "g1").locator(".pen").evaluate("(pen) => pen === document.activeElement")
    assert (library.load("g1").black, library.load("g1").white) == ("<b>Anna</b>", "Bo Ek")
    assert (library.load("g2").black, library.load("g2").white) == ("Cleo", "Dan")


def test_a_game_whose_id_changes_with_its_names_stays_right_in_the_list(opened, library):
    library.add(Record(("h8", "a1"), over=True))
    (before,) = [entry.id for entry in library.find() if entry.moves == 2]
    page = opened().page
    assert row(page, before).locator("td").first.text_content() == "undated"
    row(page, before).locator(".pen").click()
    page.keyboard.type("Zoë")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game-names", state="hidden")
    (now,) = [entry.id for entry in library.find() if entry.moves == 2]
    assert now != before and not row(page, before).count()
    assert row(page, now).locator(".pen").evaluate("(pen) => pen === document.activeElement")
    assert row(page, now).locator("a").first.get_attribute("href") == f"/games/{now}.sgf"
    assert row(page, now).locator("button").first.get_attribute("title").endswith(", undated")
    page.fill("#games input[type=search]", "zoe")
    assert page.locator("#games tbody tr").filter(visible=True).count() == 1


def test_names_that_are_there_may_be_corrected_and_the_form_left_alone(opened, library):
    page = opened().page
    row(page, "g2").locator(".pen").click()
    black, white = page.locator(".game-names input").all()
    assert (black.input_value(), white.input_value()) == ("Cleo", "Dan")
    assert black.get_attribute("maxlength") == "60"
    black.fill("Cleopatra")
    page.click(".game-names button:has-text('Close')")
    assert page.is_hidden(".game-names") and library.load("g2").black == "Cleo"


def test_what_the_laptop_refuses_is_said_in_the_pages_language(opened, library):
    shown = opened(locale="sv")
    page = shown.page
    row(page, "g2").locator(".pen").click()
    name = page.locator(".game-names input").first
    name.evaluate("(input) => { input.removeAttribute('maxlength'); input.value = 'x'.repeat(200); }")
    with page.expect_response("**/names") as answer:
        page.click(".game-names [type=submit]")
    assert answer.value.status == 400 and library.load("g2").black == "Cleo"
    page.wait_for_selector(".game-names .failed:has-text('60')")
    assert "Svart" in page.text_content(".game-names .failed")
    assert ["400" in words for words in shown.complaints] == [True], "the browser notes the answer"
    shown.complaints.clear()


@pytest.mark.parametrize("size", [(320, 568), (1366, 768)], ids=["phone", "laptop"])
def test_the_form_and_the_list_have_room(opened, size):
    width, height = size
    page = opened(viewport={"width": width, "height": height}).page
    row(page, "g1").locator(".pen").click()
    outside = page.evaluate(
        """() => {
            const room = document.getElementById("games").getBoundingClientRect();
            return [...document.querySelectorAll("#games :is(button, input, h3, label, a)")].filter((each) => {
                const box = each.getBoundingClientRect();
                return box.width && (box.left < room.left || box.right > room.right);
            }).map((each) => each.outerHTML);
        }"""
    )
    assert outside == []
    box = page.locator(".game-names [type=submit]").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height


def test_a_game_is_had_as_a_moving_picture(opened):
    page = opened().page
    link = row(page, "g1").locator("a:has-text('gif')")
    assert link.get_attribute("href") == "/games/g1.gif"
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "2026-11-21 g1.gif"
    with open(download.value.path(), "rb") as file:
        assert file.read(6) == b"GIF89a"


def test_a_file_of_another_program_has_no_pen(opened, library):
    (library.folder / "club.psq").write_bytes(formats.write([NAMED], "psq"))
    page = opened().page
    (other,) = [entry.id for entry in library.find() if entry.file == "club.psq"]
    assert row(page, other).is_visible() and not row(page, other).locator(".pen").count()
    assert row(page, "g1").locator(".pen").count() == 1


def test_the_hall_has_the_same_list_with_the_same_pen(library, window):
    hall = Hall({"one": told_board("h8 i9"), "two": told_board("h8")}, routes=games.routes(library))
    page = window(hall.url).page
    page.click("[data-view-tool=games]")
    row(page, "g1").locator(".pen").click()
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game-names", state="hidden")
    assert library.load("g1").black == "Anna"
    page.goto("about:blank")
    hall.stop()


def found(page, words):
    page.fill("#games input[type=search]", words)
    return page.eval_on_selector_all(
        "#games tbody tr", "(all) => all.filter((each) => !each.hidden).map((each) => each.dataset.game)"
    )


def test_the_search_looks_at_what_a_game_is_and_not_at_its_files(opened, library):
    (library.folder / "club.rif").write_bytes(formats.write([replace(NAMED, id="", event="Riga Cup")], "rif"))
    (rif,) = [entry.id for entry in library.find() if entry.file == "club.rif"]
    page = opened().page
    for words, games_ in {
        "": {"g1", "g2", rif}, "rif": set(), ".rif": {rif}, ".sgf": {"g1", "g2"}, "club": {rif}, "club.ri": {rif},
        "CLEO": {"g2", rif}, "riga": {rif}, "21 14:04": {"g1"}, "black won": {"g1"}, "png": set(),
    }.items():  # fmt: skip
        assert set(found(page, words)) == games_, words
    assert page.is_visible("#games .none")


def test_a_game_without_names_is_told_by_its_time_result_and_length(opened):
    page = opened().page
    again = row(page, "g1").locator("button").first
    assert again.get_attribute("title") == "Replay 2026-11-21 14:04, Renju, I11 Shagetsu 斜月, Black won, 3 moves"
    assert row(page, "g1").locator("td").nth(4).text_content() == "Black won3 moves"
    assert row(page, "g2").locator("button").first.get_attribute("title").startswith("Replay \u2068Cleo\u2069 – ")
