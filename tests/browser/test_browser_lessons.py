"""Lessons on the page: with simulated events, and with the real session."""

import pytest
from telling import Telling, board_text, shows, text, texts
from tengen.codes import coded
from tengen.games.points import name
from tengen.partner import lessons

LESSON = {
    "number": 2, "of": 10, "name": "four", "position": 1, "positions": 4, "colour": "black", "task": "four",
    "state": "given", "solved": False, "point": None, "answer": None, "hint": None, "wrong": 0, "learned": [1],
}  # fmt: skip
STONES = {"f8": "X", "g8": "X", "h8": "X", "e8": "O"}
OPEN = [["hint", None], ["again", None], ["end", None]]
SAYS = """(words) => [...document.querySelectorAll("#spoken p")].some((each) => each.textContent === words)"""


@pytest.fixture
def telling(serving):
    return Telling(serving)


def give(telling, **fields):
    """Give the position of a lesson, with its stones on the board."""
    telling.begin(mode="teach", opening="free")
    telling.tell("set_up", board=board_text(STONES), turn="black")
    telling.tell("lesson", **LESSON | fields)
    telling.tell("open", p1=OPEN, arbiter=[["lessons", None]])
    telling.asks("stone", "p1", 1)


def marks(page, kind):
    """Return the points that have a mark of a kind on the screen."""
    its = page.page.locator(f"[data-mark={kind}]:visible")
    return sorted(its.evaluate_all("(all) => all.map((each) => each.dataset.point)"))


def entries(page):
    return page.page.locator("#lesson-acts button:visible").evaluate_all("(all) => all.map((one) => one.dataset.entry)")


def hears(page, words):
    page.page.wait_for_function(SAYS, arg=words)


def test_the_lesson_says_its_idea_the_task_the_wrong_stone_the_hint_and_the_solution(telling, window):
    page = window(telling.url)
    give(telling)
    shows(page, telling)
    assert text(page, "#game-line") == "Lesson 2 of 10: The four · position 1 of 4"
    assert text(page, "#turn span") == "Black: make a four" and text(page, "#prompt") == ""
    assert text(page, "#idea").startswith("A four is a line of four stones that one more stone makes five")
    assert entries(page) == ["hint", "again", "end"] and not page.page.is_visible(".player[data-seat=p1] .who")
    hears(page, "On the board: Black F 8, G 8, H 8; White E 8")
    hears(page, "Black: make a four")

    telling.tell("lesson", **LESSON | {"state": "wrong", "point": "a1", "wrong": 1})
    telling.tell("refused", point="a1", extra=["a1"], why=coded("refused.lesson", task="four"))
    telling.tell("reason", point="a1", foul=None, lines=[], all=True)
    shows(page, telling)
    assert text(page, "#prompt") == "Lift A1: this does not make a four"
    assert text(page, "#reasons-title") == "A1 makes no four and no three"
    hears(page, "Lift A 1: this does not make a four")
    hears(page, "A 1 makes no four and no three")

    telling.tell("restored")
    telling.tell("lesson", **LESSON | {"hint": ["i8", "j8"], "wrong": 1})
    shows(page, telling)
    assert marks(page, "hint") == ["i8", "j8"]
    assert texts(page, "#hints li")[0].endswith("no other stone is in the way. Look at I8, J8")
    assert page.page.get_attribute("[role=gridcell][data-point=i8]", "aria-label") == "I8, empty, hint"

    solved = {"state": "right", "solved": True, "point": "i8", "hint": ["i8", "j8"], "wrong": 1}
    telling.tell("lesson", **LESSON | solved)
    telling.tell("open", p1=[["next", None], *OPEN])
    shows(page, telling)
    assert text(page, "#turn span") == "Right" and marks(page, "hint") == [] and entries(page)[0] == "next"
    words = "A four: the opponent must stop it at once. For the next position: Next (Enter), or a button of the board"
    assert text(page, "#prompt") == words
    hears(page, "Right")
    hears(page, words)


def test_a_wrong_stone_is_explained_by_its_lines(telling, window):
    page = window(telling.url)
    give(telling)
    stopped = {"shape": "three", "direction": "row", "stones": ["d10", "e10", "f10"], "counts": False, "at": []}
    why = coded("refused.lesson_lacks", task="three", lacks="live three")
    telling.tell("refused", point="f10", extra=["f10"], why=why)
    telling.tell("reason", point="f10", foul=None, all=True, lines=[stopped | {"stopped": ["c10", "edge"]}])
    shows(page, telling)
    assert text(page, "#prompt") == "Lift F10: this does not make a three; the three is dead"
    assert text(page, "#reasons-title") == "What F10 makes:"
    words = "three D10 E10 F10 in the row: does not count: stopped by C10, the edge of the board"
    assert texts(page, "#reasons li") == [words]
    assert marks(page, "excused") == [] and marks(page, "refused") == ["f10"]
    assert page.page.locator(".foul-line.dead .killed[data-point=c10]").count() == 1


def test_the_answer_to_a_four_stays_in_the_prompt_until_the_next_stone(telling, window):
    page = window(telling.url)
    give(telling, task="fours", name="fours", number=10)
    telling.tell("move", n=1, point="i8", colour="black", turn="white")
    right = LESSON | {"task": "fours", "name": "fours", "number": 10, "state": "right", "point": "i8", "answer": "j8"}
    telling.tell("lesson", **right)
    telling.asks("stone", "p2", 2)
    shows(page, telling)
    assert text(page, "#prompt") == "Right. White answers: put a white stone on J8"
    telling.tell("provisional", point="j8", colour="white", turn="white")
    telling.tell("move", n=2, point="j8", colour="white", turn="black")
    telling.asks("stone", "p1", 3)
    shows(page, telling)
    assert text(page, "#prompt") == "Right. White answers at J8"
    telling.tell("disturbed", what="lifted", missing=["j8"], extra=[], left=[])
    shows(page, telling)
    assert text(page, "#prompt").startswith("J8 was lifted: put it back")


def test_the_page_has_no_prompt_for_a_stone_that_is_judged_and_for_what_its_hand_does(modules):
    asked = modules.evaluate("""async () => {
      const { load } = await import('/page/words/i18n.js');
      await load();
      const { prompt } = await import('/page/game/prompts.js');
      const { beginning } = await import('/page/game/state.js');
      const hand = (its) => ({ ...beginning().hand, ...its });
      const lesson = { solved: false, answer: null, state: 'given', colour: 'black' };
      const game = { ...beginning(), lesson, turn: 'black', position: true };
      const says = (its, helped) => prompt({ ...game, ...its }, 5, { powered: true }, { helped });
      const turn = { hand: hand({ state: 'lifting', turn: ['f6'] }) };
      const sets = { settingUp: true, hand: hand({ state: 'disturbed', missing: ['f6'] }) };
      const lies = { hand: hand({ state: 'provisional', new: ['i8'] }) };
      const own = [says(lies, false), says(turn, false), says(sets, false)];
      return [says(turn, true), says(sets, true), says(lies, true), ...own];
    }""")
    assert asked[:4] == ["", "", "", ""]
    assert asked[4:] == ["Replace with stones of the other colour: F6", "Set up the position: 1 stone to put down"]


@pytest.mark.parametrize("way", ["button", "Enter", "Enter on the board", "n"])
def test_a_solved_position_is_left_by_a_click_or_a_key(telling, window, way):
    page = window(telling.url)
    give(telling, state="right", solved=True)
    telling.tell("open", p1=[["next", None], *OPEN])
    shows(page, telling)
    if way == "button":
        page.page.click("#lesson-acts [data-entry=next]")
    else:
        if way == "Enter on the board":
            page.page.keyboard.press("b")
        page.page.keyboard.press(way.split()[0])
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "do", "who": "p1", "entry": "next"}]] and not telling.board.done[1:]
    assert page.page.get_attribute("#board svg", "data-numbers") is None


def test_the_dialog_shows_what_is_learned_and_begins_a_lesson_at_a_click_only(telling, window):
    page = window(f"{telling.url}?lang=ja")
    telling.begin()
    telling.tell("settings", partner="none", learned=[1, 3], opening="rif", mode="casual", clock="none", game="renju")
    shows(page, telling)
    page.page.click("#learn")
    cards = page.page.locator("#lessons [data-cmd=lesson]")
    assert cards.all_text_contents()[:3] == ["五連修了", "四", "達四修了"] and cards.count() == 10
    page.page.keyboard.press("Escape")
    assert telling.asked() == []
    page.page.click("#learn")
    cards.nth(1).click()
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "lesson", "number": 2}]] and not page.page.is_visible("#lessons")


def test_during_a_game_the_dialog_says_why_no_lesson_begins(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8")
    telling.tell("open", arbiter=[["lessons", coded("refused.no_task_in_game")]])
    shows(page, telling)
    page.page.click("#learn")
    assert text(page, "#lessons-before") == "Not while a game is under way: end the game first"
    page.page.locator("#lessons [data-cmd=lesson]").first.click(force=True)
    page.page.wait_for_selector("#notice:has-text('end the game first')")
    assert telling.asked() == []


def names(points):
    return sorted(name(point, 15) for point in points)


def lay(served, page):
    """Put, lift and exchange the stones that the position needs."""
    served.advance(300)
    while True:
        hand, lie = served.board.replica.state.groups["hand"], served.stones()
        extra, missing, turn = (set(hand.get(kind, ())) for kind in ("extra", "missing", "turn"))
        if not extra | missing | turn:
            return page.shows(served)
        for point in (extra | turn) & set(lie):
            served.call(served.board.lift, point)
        for point in (missing | turn) - set(lie):
            served.call(served.board.put, point)
        served.advance(300)


def touch(served, page, point):
    """Click a point, and let the stone rest."""
    had = set(served.stones())
    page.click(point)
    served.until(lambda: set(served.stones()) == had ^ {point})
    served.rest()
    page.shows(served)


def obeys(served, page):
    """Let the board execute the page's command, and lay the stones of the position."""
    served.until(lambda: served.board.console.incoming)
    lay(served, page)


def test_a_lesson_is_played_by_clicks_to_its_end(served, window):
    page = window(served.url)
    page.page.click("#learn")
    page.page.locator("#lessons [data-cmd=lesson]").first.click()
    obeys(served, page)
    count = lessons.position(1).of
    for number in range(1, count + 1):
        its = lessons.position(number)
        assert sorted(served.stones()) == names(its.black + its.white)
        wrong = next(point for point in range(225) if point not in its.black + its.white + its.right)
        touch(served, page, name(wrong, 15))
        point = name(wrong, 15).upper()
        assert text(page, "#prompt").startswith(f"Lift {point}: ")
        assert text(page, "#reasons-title") in (f"{point} makes no four and no three", f"What {point} makes:")
        touch(served, page, name(wrong, 15))
        page.page.click("#lesson-acts [data-entry=hint]")
        obeys(served, page)
        assert marks(page, "hint") == names(its.hint)
        touch(served, page, name(its.right[0], 15))
        assert text(page, "#turn span") == ("Lesson learned" if number == count else "Right")
        page.page.keyboard.press("Enter")
        obeys(served, page)
    assert page.page.inner_text("#lesson-acts [data-entry=end]") == "End the lesson"
    assert text(page, "#game-line").startswith("Lesson 2 of ") and entries(page) == ["hint", "again", "end"]
    page.page.click("#learn")
    cards = page.page.locator("#lessons [data-cmd=lesson]")
    assert cards.evaluate_all("(all) => all.map((each) => each.dataset.learned)") == ["true", *["false"] * 9]
    page.page.keyboard.press("Escape")
    page.page.click("#lesson-acts [data-entry=end]")
    obeys(served, page)
    assert served.board.replica.state.groups["lesson"] is None and not page.page.is_visible("#idea")
