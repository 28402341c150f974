"""The hint for the first minutes: the goal below the prompt, everything else where the moves will be."""

import pytest
from browser.test_browser_languages import LANGUAGES
from newgame import begin
from telling import Telling, board_text, shows, text, texts

HINT = "#first-hint"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def seen(page):
    """Return whether the hint is visible; otherwise the list of moves must be."""
    hint, moves = page.page.is_visible(HINT), page.page.is_visible("#moves")
    assert hint != moves
    return hint


def test_it_is_there_before_the_first_move_and_true_for_the_settings(served, window):
    page = window(served.url)
    assert seen(page) and "A stone that rests for 0.8 seconds becomes a move" in texts(page, f"{HINT} li")
    begin(served, page, mode="referee")
    assert "A stone becomes a move when its player presses the red button beside the board" in texts(page, f"{HINT} li")
    begin(served, page, mode="casual")
    page.play(served, ["h8"])
    assert not seen(page)


def test_the_goal_of_the_game_is_below_the_prompt(served, window):
    page = window(served.url)
    assert text(page, "#goal") == "Five in a row wins; Black has three forbidden shapes"
    begin(served, page, game="connect6")
    goal = "Six or more of your stones in an unbroken line win: across, upwards or diagonally."
    page.page.wait_for_selector(f"#goal:has-text('{goal}')")
    page.play(served, ["h8"])
    assert not page.page.is_visible("#goal")


@pytest.mark.parametrize("width, height", [(360, 740), (390, 844)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phones_first_screen_has_board_goal_and_what_can_be_begun(served, window, width, height, language):
    page = window(f"{served.url}?lang={language}", viewport={"width": width, "height": height})
    page.page.wait_for_selector("#goal:not(:empty)")
    for selector in ("#board", "#prompt", "#goal", "#new-game-open", "#against-open", "#learn", "#puzzles"):
        box = page.page.locator(selector).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, selector
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, selector


def test_what_it_says_of_the_hand_is_true(served, window):
    page = window(served.url)
    page.click("c3")
    served.until_stones("c3")
    page.until_stones({"c3": "black"})
    page.drag("c3", "e5")
    served.until_stones("e5")
    page.until_stones({"e5": "black"})
    page.click("e5")
    served.until_stones()


@pytest.mark.parametrize("task", ["puzzle", "lesson"])
def test_it_is_still_there_after_a_puzzle_or_a_lesson(telling, window, task):
    page = window(telling.url)
    telling.begin(mode="teach")
    telling.tell("set_up", board=board_text({"h8": "X"}), turn="black")
    telling.says(**{task: {"state": "right", "solved": True, "colour": "black", "tally": [[1, 1]] * 5, "grade": 1}})
    telling.tell("result", winner="black", reason="five", line=[], solved=True)
    shows(page, telling)
    assert not seen(page)
    telling.begin()
    shows(page, telling)
    assert seen(page)


def test_it_is_gone_after_the_first_game(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    assert seen(page)
    telling.moves("h8 i9")
    telling.result("black", "resignation")
    telling.begin()
    shows(page, telling)
    assert not seen(page)
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    shows(page, telling)
    assert not seen(page)


def test_it_is_put_away_by_hand(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.click("#first-hint-close")
    assert not seen(page) and page.page.evaluate("document.activeElement.id") == "moves-title"
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    shows(page, telling)
    assert not seen(page)


def test_a_browser_that_keeps_nothing_has_it_put_away_until_the_next_time(telling, window):
    page = window(telling.url)
    page.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    telling.begin()
    shows(page, telling)
    page.page.click("#first-hint-close")
    assert not seen(page)


def test_at_a_board_that_is_played_by_hand_there_is_none(serving, window):
    telling = Telling(serving)
    its = telling.board.description()
    telling.board.description = lambda: {**its, "kind": "real"}
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    assert not seen(page)
    page.page.keyboard.press("?")
    assert texts(page, "#keys .more-help button") == []


def test_the_list_of_keys_calls_it_back_in_any_game(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.click("#first-hint-close")
    telling.moves("h8 i9")
    shows(page, telling)
    page.page.click("#view-title")
    for put_away_again in (False, True):
        page.page.keyboard.press("?")
        page.page.click("#keys .more-help button")
        assert not page.page.is_visible("#keys")
        assert seen(page) and len(texts(page, f"{HINT} li")) == 5
        if put_away_again:
            page.page.keyboard.press("Enter")
            assert not seen(page)
        telling.moves("g8")
        shows(page, telling)
        assert seen(page) != put_away_again
    page.page.click("#view-title")
    page.page.keyboard.press("r")
    page.page.wait_for_selector("body[data-view=room]")
    page.page.keyboard.press("?")
    assert texts(page, "#keys .more-help button") == [], "the room view has no place for it"
