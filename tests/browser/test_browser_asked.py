"""Questions during a game: page, lights and buttons agree."""

import pytest
from telling import Telling, card, entries, shows, text, texts
from tengen import wiring
from tengen.lights.colours import OFFER
from tengen.maintenance import wire_map

WIRED = wire_map.defaults(wiring)
LIFT = "This declines the swap: lift the stones to decide again"
WHITE = "This takes White: lift the stones to decide again"
DRAW = "This declines the draw: lift the stone to answer"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def asked(page):
    return text(page, "#turn"), text(page, "#prompt"), texts(page, "#hints li")


def bar(page, number):
    """Return the colours of a player's bar in the frame that the page shows."""
    _, grb = page.lights()
    return [grb[6 * pixel : 6 * pixel + 6] for pixel in WIRED.bars[number]]


def declared(served, page):
    """Play a Soosyrv-8 opening up to the question at stone 4, with three fifths declared."""
    served.call(served.board.ask, {"cmd": "set", "opening": "soosyrv-8", "move": "button"})
    served.advance(100)
    on_board = []
    for point in ("h8", "i9", "i7", "j10"):
        who = served.asks()["who"]
        if served.asks()["do"] == "choose":
            served.call(served.board.ask, {"cmd": "do", "who": who, "entry": "no swap"})
            served.advance(100)
        page.click(point)
        on_board.append(point)
        served.until_stones(*on_board)
        served.rest()
        page.tap(served, served.asks()["who"])
    served.call(served.board.ask, {"cmd": "do", "who": "p2", "entry": "3"})
    served.advance(5000)  # wait, because the board first shows the colours and the opening's name
    page.shows(served)
    return on_board


def test_fifths_that_lie_replace_the_question_of_a_swap(served, window):
    page = window(served.url)
    on_board = declared(served, page)
    assert asked(page)[:2] == ("Player 1 decides", "Swap, or no swap?")
    assert entries(page, "p1") == (["no swap", "swap"], "no swap")
    for number, point in enumerate(("g9", "k8"), 1):
        page.click(point)
        on_board.append(point)
        served.until_stones(*on_board)
        served.rest()
        page.shows(served)
        lies = f"Black: put down 3 tentative fifths ({number} of 3 {'is' if number == 1 else 'are'} on the board)"
        assert asked(page) == ("Black offers fifths", lies, [LIFT])
        assert entries(page, "p1")[1] is None and card(page, "p1", "task") == ""
        assert bar(page, 0).count(bytes(OFFER).hex()) == number
    late = window(served.url)
    late.shows(served)
    assert asked(late) == asked(page), "a page that comes late is told the same"

    page.click("g9")
    page.click("k8")
    served.until_stones("h8", "i9", "i7", "j10")
    served.rest()
    page.shows(served)
    assert asked(page)[:2] == ("Player 1 decides", "Swap, or no swap?")
    page.tap(served, "p1")
    page.shows(served)
    assert entries(page, "p1") == (["no swap", "swap"], "swap"), "a press goes to the next entry again"

    on_board = ["h8", "i9", "i7", "j10"]
    for point in ("g9", "k8", "h10"):
        page.click(point)
        on_board.append(point)
        served.until_stones(*on_board)
    served.rest()
    page.shows(served)
    said = "Black: all 3 tentative fifths are on the board. Move them, or press Player 1 to offer them"
    assert text(page, "#prompt") == said
    page.tap(served, "p1")
    page.shows(served)
    assert next(deed for deed in reversed(served.done) if deed["code"] == "offered")["who"] == "p1"
    assert asked(page)[0] == "White keeps one fifth"
    assert page.page.get_attribute("#turn", "data-colour") == "white", "the fifths are Black's, but White decides"


# (question, answer, hint on the page)
STORIES = [("swap", "no swap", LIFT), ("side", "white", WHITE), ("draw", "decline", DRAW)]


def test_a_stone_replaces_the_question_that_it_answers(telling, window):
    page = window(telling.url)
    telling.begin(move="button")
    for about, option, hint in STORIES:
        answers = {"about": about, "option": option, "do": "stone", "colour": "white"}
        asks = {"do": "stone"} if about == "draw" else {"do": "choose", "ask": about, "options": [option, "swap"]}
        telling.tell("provisional", point="j10", colour="white")
        telling.asks(who="p2", number=4, play_on=None if about == "draw" else option, **asks, answers=answers)
        telling.menu("p2")
        shows(page, telling)
        assert asked(page) == ("White to move", "J10: press Player 2 when done, or lift it", [hint])
        assert page.page.get_attribute("#turn", "data-colour") == "white"
        telling.tell("withdrawn", point="j10")


def test_a_menu_that_takes_the_press_comes_first(telling, window):
    page = window(telling.url)
    telling.begin(move="button")
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.tell("provisional", point="i9", colour="white")
    shows(page, telling)
    assert text(page, "#prompt") == "I9: press Player 2 when done, or lift it"
    telling.menu("p2", "menu", ["five", "resign"])
    shows(page, telling)
    menu = "The menu of {0} is open: press {0} for the next entry, hold the button to choose"
    assert text(page, "#prompt") == menu.format("Player 2")
    telling.menu("p2")
    telling.result("black", "resignation")
    telling.asks("over", None, 2)
    telling.menu("arbiter", "menu", ["new game"])
    shows(page, telling)
    assert text(page, "#prompt") == menu.format("Arbiter")
