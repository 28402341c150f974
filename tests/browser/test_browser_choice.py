"""The choice of a game on the page: every game has its name, a sentence and a picture; the chosen one begins."""

import json

import half_a_game
import pytest
from browser.test_browser_games_played import put
from browser.test_browser_kinds_played import choose as take
from ledger import fewer
from newgame import obey, open_dialog, start
from telling import Telling, card, shows, text, texts
from tengen.games import registry
from tengen_host.web.app import PAGE

ENGLISH = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
ON_BOARD = [game for game in registry.NAMES if min(registry.sizes(game)) <= 15]
# a game of each type: only lines, captures, two stones a turn, special stones
OF_EACH_KIND = ("gomoku", "pente", "connect6", "bomb-renju")
LARGER = [game for game in registry.NAMES if game not in ON_BOARD]

CARDS = """(all) => all.map((card) => ({
    game: card.dataset.game,
    name: card.querySelector("b").textContent,
    sentence: card.querySelector(".words > span").textContent,
    why: card.querySelector("em")?.textContent ?? "",
    stones: card.querySelectorAll(".stone").length,
    drawn: card.querySelector(".game-picture").outerHTML,
    disabled: card.getAttribute("aria-disabled") === "true",
}))"""


def opened(page):
    open_dialog(page)
    page.page.click("#choose-game")
    return page.page.eval_on_selector_all("#choice [data-game]", CARDS)


def begin(served, page, game):
    """Choose a game by its card, and begin it."""
    opened(page)
    page.page.click(f"#choice [data-game='{game}']")
    start(page)
    obey(served, page)
    page.page.wait_for_selector("#new-game", state="hidden")


def test_every_game_has_its_name_a_sentence_and_a_picture_of_its_own(served, window):
    cards = opened(window(served.url))
    assert [card["game"] for card in cards] == ON_BOARD + LARGER
    for its in cards:
        assert its["name"] == registry.title(its["game"])
        assert its["sentence"] == ENGLISH["choice." + its["game"]]
        assert its["stones"] > 1 or f'src="/rules/{its["game"]}/0.svg"' in its["drawn"], its["game"]
        assert its["disabled"] == (its["game"] in LARGER)
        assert its["why"] == ("Not possible on this board: the game needs 19x19" if its["disabled"] else "")
    assert len({its["drawn"] for its in cards}) == len(cards)


@pytest.mark.parametrize("game", fewer(ON_BOARD, OF_EACH_KIND))
def test_a_game_that_is_chosen_begins(served, window, game):
    """The card of a game starts it, and its name is shown."""
    page = window(served.url)
    begin(served, page, game)
    assert not page.page.is_visible("#choice")
    assert text(page, "#game-line").startswith(registry.title(game))
    assert page.page.input_value("[name=game]") == game


def test_one_that_does_not_fit_can_be_reached_and_does_nothing(served, window):
    page = window(served.url)
    opened(page)
    its = page.page.locator("#choice [data-game=irensei]")
    its.focus()
    assert its.evaluate("(its) => document.activeElement === its")
    its.press("Enter")
    assert page.page.is_visible("#choice")
    page.page.click("#choice header button")
    assert not page.page.is_visible("#choice")


def test_a_game_that_somebody_is_still_writing_says_why_it_can_not_be_played(served, window, monkeypatch):
    half_a_game.add(monkeypatch, "no_such_module")
    page = window(served.url)
    its = opened(page)[-1]
    assert its["why"].startswith("This game can't be played yet: ModuleNotFoundError") and its["disabled"]
    assert its["drawn"].startswith("<svg") and not its["stones"]


def test_what_a_game_can_not_have_is_said_with_the_reason(serving, window):
    telling = Telling(serving)
    page = window(telling.url)
    for game in ON_BOARD:
        telling.begin(game=game, opening=registry.openings(game)[0], size=0, options={})
        shows(page, telling)
        open_dialog(page)
        why = [] if registry.silent(game) else [ENGLISH["choice.no_silence"]]
        why += [] if registry.passes(game) else [ENGLISH["choice.no_passes"]]
        assert texts(page, "#cannot li") == why, game
        page.page.keyboard.press("Escape")


def test_bombs_left_are_counted_and_named_in_the_list_of_moves(served, window):
    page = window(served.url)
    begin(served, page, "bomb-renju")
    assert [card(page, seat, "kinds") for seat in ("p1", "p2")] == ["1 bomb left", "1 bomb left"]
    put(served, page, "h8")
    take(served, page, "p2", "bomb")
    put(served, page, "c3")
    late = window(served.url)
    for each in (page, late):
        assert [card(each, seat, "kinds") for seat in ("p1", "p2")] == ["1 bomb left", "0 bombs left"]
        assert texts(each, "#moves li") == ["H8", "C3 bomb"]


def test_neutral_stones_left(served, window):
    page = window(served.url)
    begin(served, page, "neutral-pente")
    for point in ("h8", "a1", "l12"):
        put(served, page, point)
    take(served, page, "p2", "neutral")
    put(served, page, "c3")
    assert [card(page, seat, "kinds") for seat in ("p1", "p2")] == ["2 neutral stones left", "1 neutral stone left"]
    assert texts(page, "#moves li")[-1] == "C3 neutral"
