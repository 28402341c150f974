"""A game against the board's partner: one button, one small choice of colour and level, and the game begins."""

import pytest
from newgame import obey
from telling import Telling, card, shows, text, texts
from test_browser_newgame import until_told

OPEN = "#against-open"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def opened(page):
    page.page.click(OPEN)
    page.page.wait_for_selector("#new-game[open]")


def test_a_game_begins_with_two_clicks(served, window):
    page = window(served.url)
    opened(page)
    assert text(page, "#new-game-title") == "Play the board’s partner"
    assert [name for name in ("game", "mode", "clock", "named-p1") if page.page.is_visible(f"[name={name}]")] == []
    page.page.click("#start")
    obey(served, page)
    page.page.wait_for_selector("#new-game", state="hidden")
    assert served.board.game.settings["partner"] == "p2 1"
    assert card(page, "p2", "name") == "The board’s partner, level 1"


def test_the_person_chooses_a_colour_and_a_level_by_the_keyboard(served, window):
    page = window(served.url)
    page.page.focus(OPEN)
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#new-game[open]")
    page.page.keyboard.press("ArrowRight")  # the focus is on the colour
    page.page.get_by_role("combobox", name="Level").select_option("4")
    assert page.page.is_checked("[name=against-seat][value=p1]")
    page.page.focus("#start")
    page.page.keyboard.press("Enter")
    obey(served, page)
    page.page.wait_for_selector("#new-game", state="hidden")
    assert served.board.game.settings["partner"] == "p1 4"
    opened(page)
    assert page.page.is_checked("[name=against-seat][value=p1]"), "as in the last game"
    page.page.keyboard.press("Escape")
    page.page.click("#new-game-open")
    assert text(page, "#new-game-title") == "New game" and page.page.is_visible("[name=game]")
    assert not page.page.is_visible("[name=against-level]")


def test_a_game_under_way_is_asked_about_as_by_new_game(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    opened(page)
    assert texts(page, "#new-game-before li")[0].startswith("A game is under way (1 move)")
    page.page.click("#clear-and-start")
    until_told(served, page, "clearing")
    served.until_stones()
    served.advance(500)
    page.shows(served)
    assert not page.page.is_visible("#new-game") and served.board.game.settings["partner"] == "p2 1"


def test_it_is_there_only_where_the_boards_partner_can_play(telling, window):
    page = window(telling.url)
    for game, possible in (("renju", True), ("pente", False), ("gomoku", True), ("connect6", False)):
        telling.begin_game(game)
        shows(page, telling)
        assert page.page.is_visible(OPEN) == possible, game
    telling.begin(mode="referee")
    shows(page, telling)
    opened(page)
    page.page.click("#start")
    telling.served.until(telling.asked)
    assert telling.asked()[0] == [{"cmd": "set", "partner": "p2 1", "mode": "casual"}]


def test_a_refusal_is_shown_although_its_field_is_hidden(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    opened(page)
    page.page.click("#start")
    telling.served.until(telling.asked)
    why = {"code": "refused.partner_size"}
    telling.send({"re": None, "answer": {"code": "error", "why": why}})
    page.page.wait_for_selector("#new-game-words:not(:empty)")
    assert page.page.is_visible("#new-game-words")


def test_the_partners_seat_loses_the_name_of_an_earlier_player(telling, window):
    page = window(telling.url)
    telling.laptop(names={"p1": "Anna", "p2": "Bo", "event": "", "round": "", "table": ""})
    telling.begin()
    shows(page, telling)
    opened(page)
    assert page.page.input_value("[name=named-p1]") == "Anna" and page.page.input_value("[name=named-p2]") == ""
    page.page.click(".against label:has-text('White')")
    assert page.page.input_value("[name=named-p1]") == "" and page.page.input_value("[name=named-p2]") == "Bo"


@pytest.mark.parametrize("width, height", [(1366, 768), (390, 844)])
@pytest.mark.parametrize("lang", ["en", "ja", "ru"])
def test_five_buttons_fit_beside_the_games_name(served, window, width, height, lang):
    page = window(f"{served.url}?lang={lang}", viewport={"width": width, "height": height})
    page.page.wait_for_selector(f"{OPEN}:visible")
    buttons = page.page.locator(".begins button:visible")
    right = buttons.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().right)")
    assert len(right) == 5 and max(right) <= width
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
