"""The rules of a game on the page: opened by "?", for the present game and for any game in the choice."""

import pytest
from ledger import WIDE, fewer
from newgame import choose
from tengen.games import registry
from tengen_host.rules import pages, texts

PICTURES = "(all) => all.map((each) => each.complete && each.naturalWidth > 0)"


def opened(page):
    page.page.wait_for_selector("#game-rules[open]")
    page.page.evaluate("Promise.all([...document.querySelectorAll('#game-rules img')].map((each) => each.decode()))")
    return page.page.locator("#game-rules")


def test_the_rules_of_the_game_in_play_by_the_keyboard(served, window):
    page = window(served.url)
    page.page.wait_for_selector("#rules-of-game")
    assert page.page.get_attribute("#rules-of-game", "aria-label") == "Rules: Renju"
    page.page.focus("#rules-of-game")
    page.page.keyboard.press("Enter")
    dialog = opened(page)
    assert dialog.locator("h2").text_content() == "Renju"
    assert dialog.locator("li").count() == len(pages.sentences("renju")), "the goal stands before, the sizes behind"
    assert dialog.locator(".columns > :first-child").text_content() == texts.texts("en")["goal renju"]
    assert dialog.locator("dt").all_text_contents()[:2] == ["Free centre", "RIF"]
    assert dialog.locator("img").evaluate_all(PICTURES) == [True] * 4
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#game-rules", state="detached")
    assert page.page.evaluate("document.activeElement.id") == "rules-of-game"


def test_the_rules_of_a_game_that_is_chosen(served, window):
    page = window(served.url)
    choose(page, game="pente")
    page.page.wait_for_selector('#rules-of-choice[data-game="pente"]')
    page.page.click("#rules-of-choice")
    dialog = opened(page)
    assert dialog.locator("h2").text_content() == "Pente"
    assert "Keryo" in dialog.locator("dt").all_text_contents()
    dialog.locator("header button").click()
    page.page.wait_for_selector("#game-rules", state="detached")
    assert page.page.evaluate("document.activeElement.id") == "rules-of-choice"


OPEN = """(name) => {
    const opener = document.getElementById("rules-of-game");
    opener.dataset.game = name;
    opener.click();
}"""


@pytest.mark.parametrize(("width", "height"), fewer([(1280, 800), (390, 844)], [(390, 844)]))
def test_each_games_rules_have_all_their_pictures_and_fit_the_width(served, window, width, height):
    """The rules of each game have all their pictures, and nothing is wider than the window."""
    page = window(served.url, viewport={"width": width, "height": height})
    page.page.wait_for_selector("#rules-of-game", state="attached")
    for name in registry.NAMES:
        page.page.evaluate(OPEN, name)
        dialog = opened(page)
        assert dialog.locator("img").evaluate_all(PICTURES) == [True] * len(pages.pictures(name)), name
        assert dialog.locator(".content").evaluate("(content) => content.scrollWidth <= content.clientWidth"), name
        page.page.keyboard.press("Escape")
        page.page.wait_for_selector("#game-rules", state="detached")


# The pages that do not fit on the screen: the visible height of each, and the height of its content. The pictures need
# not be loaded: their sizes follow from the columns.
TOO_HIGH = """async (names) => {
    const found = [];
    for (const name of names) {
        const opener = document.getElementById("rules-of-game");
        opener.dataset.game = name;
        opener.click();
        let dialog;
        while (!(dialog = document.querySelector("#game-rules[open]"))) await new Promise(requestAnimationFrame);
        const content = dialog.querySelector(".content");
        for (const { className, clientHeight, scrollHeight } of [dialog, content])
            if (scrollHeight > clientHeight) found.push([name, className, clientHeight, scrollHeight]);
        const { top, bottom } = dialog.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) found.push([name, top, bottom]);
        if (!dialog.querySelector("dt") || content.clientHeight < 200) found.push([name, "has no content"]);
        dialog.close();
        while (dialog.isConnected) await new Promise(requestAnimationFrame);
    }
    return found;
}"""


@pytest.mark.parametrize("language", fewer(texts.LANGUAGES, WIDE))
def test_each_games_rules_fit_one_screen(language, served, window):
    """The rules of every game fit on a screen of 1366x768 without scrolling."""
    page = window(f"{served.url}?lang={language}", viewport={"width": 1366, "height": 768})
    page.page.wait_for_selector("#rules-of-game[data-game]", state="attached")
    assert page.page.evaluate(TOO_HIGH, registry.NAMES) == []
    page.resize(1920, 1080)
    assert page.page.evaluate(TOO_HIGH, ["renju"]) == [], "the longest of them"
