"""The dialog for a new game: opened anywhere, with instructions; the game begins by itself on a clear board."""

import pytest
from ledger import WIDE, fewer
from newgame import begin, choose, open_dialog, start
from telling import Telling, card, shows, text, texts
from tengen.codes import coded
from test_browser_languages import LANGUAGES, OUT_OF_ITS_BOX

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (960, 1080), (1366, 768), (1920, 1080)]
BEGIN = ("clear-and-start", "start")  # the ids of the two buttons that start a game from the dialog
GROUND = "(its) => getComputedStyle(its).backgroundColor"
FOCUSED = "document.activeElement.id || document.activeElement.name"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def until_told(served, page, kind):
    """Let the board perform the page's commands until it reports a new event of this kind."""
    before = served.codes().count(kind)
    while served.codes().count(kind) == before:
        served.until(lambda: served.board.console.incoming or served.codes().count(kind) > before)
        served.advance(50)
    served.advance(300)
    page.shows(served)


def waits(served, page, stones, **settings):
    """After these moves, choose a referee game with these settings, and press Start."""
    page.play(served, stones)
    choose(page, mode="referee", **settings)
    start(page)
    until_told(served, page, "clearing")
    page.page.wait_for_selector("#new-game", state="hidden")


def test_names_and_settings_begin_a_game(served, window):
    page = window(served.url)
    open_dialog(page)
    page.page.click("#new-game summary")
    names = {"named-p1": "Anna", "named-p2": "Bo", "named-event": "Club evening", "named-table": "3"}
    choose(page, **names)
    begin(served, page, opening="rif", mode="referee", clock="10+5")
    assert [card(page, seat, "name") for seat in ("p1", "p2")] == ["Anna", "Bo"]
    assert text(page, "#occasion") == "Club evening · Table 3"
    assert text(page, "#game-line") == "Renju · Referee · RIF · stone 1" and card(page, "p1", "left") == "10:00"
    open_dialog(page)
    assert page.page.input_value("[name=named-p1]") == "Anna", "what was given before"


def test_a_referee_game_says_what_it_asks_for_before_it_begins(served, window):
    page = window(served.url)
    closed = "this page’s buttons are off unless the arbiter allows the laptop"
    choose(page, mode="referee")
    assert text(page, "#mode-words") == f"Each stone needs the player’s red button, and {closed}"
    choose(page, move="dwell")
    assert text(page, "#mode-words") == closed.replace("this", "This", 1)
    choose(page, mode="casual")
    assert text(page, "#mode-words") == "" and not page.page.is_visible("#mode-words")


def test_a_clock_says_that_each_move_needs_a_press_where_it_is_chosen(served, window):
    page = window(served.url)
    words = "With a clock, a stone becomes a move only when its player presses the red button"
    choose(page, mode="casual")
    assert text(page, "#clock-words") == ""
    choose(page, clock="10")
    assert text(page, "#clock-words") == words and page.page.is_visible("#clock-words")
    choose(page, move="dwell")
    assert text(page, "#clock-words") == "", "here a stone that rests is a move, also with a clock"
    choose(page, move="auto", mode="referee")
    assert text(page, "#clock-words") == "", "the mode says it"
    choose(page, mode="casual")
    begin(served, page)
    page.click("h8")
    served.until_stones("h8")
    served.rest()
    page.shows(served)
    assert text(page, "#prompt") == "H8: press Player 1 when done, or lift it"


def test_with_nothing_changed_another_game_begins(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.click("h8")
    served.until_stones()
    served.advance(500)
    page.shows(served)
    open_dialog(page)
    assert texts(page, "#new-game-before li") == [
        "A game is under way (1 move): it ends without a result when the new one begins"
    ]
    start(page)
    until_told(served, page, "new_game")
    page.page.wait_for_selector("#new-game", state="hidden")
    assert text(page, "#moves-title") == "Moves"


def test_it_waits_for_a_clear_board_and_begins_by_itself(served, window):
    page = window(served.url)
    waits(served, page, ["h8", "i9", "g7"], **{"named-p1": "Anna"})
    late = window(served.url)
    for each in (page, late):
        assert text(each, "#turn") == "New game"
        assert text(each, "#game-line") == "Then: Renju, Referee, Free centre"
        assert text(each, "#prompt") == "Take away 3 stones; then the new game begins by itself"
    for point, left in (("h8", "Take away 2 stones;"), ("i9", "Take away 1 stone;")):
        page.click(point)
        served.until(lambda point=point: point not in served.stones())
        served.advance(300)
        page.shows(served)
        assert left in text(page, "#prompt")
    page.click("g7")
    served.until_stones()
    served.advance(500)
    page.shows(served)
    for each in (page, late):
        each.shows(served)
        each.page.wait_for_function("() => document.querySelector('#turn').textContent === 'Black to move: Anna'")
        assert not each.page.is_visible("#new-game-stop")
        assert text(each, "#game-line").startswith("Renju · Referee")


@pytest.mark.parametrize("by", ["page", "button"])
def test_it_is_given_up(served, window, by):
    page = window(served.url)
    waits(served, page, ["h8", "i9"], **{"named-p1": "Anna"})
    assert card(page, "p1", "name") == "Player 1", "the game under way keeps its names"
    page.click("h8")
    served.until_stones("i9")
    served.advance(300)
    if by == "page":
        page.page.click("#new-game-stop")
        until_told(served, page, "clearing")
    else:
        page.tap(served, "arbiter")
        served.advance(300)
        page.shows(served)
    assert text(page, "#prompt") == "H8 was lifted: put it back"
    assert not page.page.is_visible("#new-game-stop") and page.page.is_visible("#new-game-open")
    assert text(page, "#game-line").startswith("Renju · Casual")
    open_dialog(page)
    assert page.page.input_value("#settings [name=named-p1]") == "", "they went with the game"


def test_the_stones_of_the_virtual_board_are_taken_away_with_one_press(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    open_dialog(page)
    assert texts(page, "#new-game-before li")[1].startswith("2 stones are on the board.")
    assert page.page.get_attribute("#start", "aria-disabled") == "false"
    assert page.page.get_attribute("#start", "aria-description") is None, "it waits for that"
    assert not page.page.is_visible(".player [data-entry='new game']"), "there is one place for it"
    grounds = [page.page.eval_on_selector(f"#{each}", GROUND) for each in BEGIN]
    start(page, "clear-and-start")
    until_told(served, page, "clearing")
    served.until_stones()
    served.advance(500)
    page.shows(served)
    assert (text(page, "#turn"), texts(page, "#moves li")) == ("Black to move", [])
    open_dialog(page)
    assert not page.page.is_visible("#clear-and-start"), "none lies any more"
    assert page.page.eval_on_selector("#start", GROUND) == grounds[0] != grounds[1]


def test_it_is_opened_from_everywhere_and_the_focus_goes_in_and_back(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.focus("#new-game-open")
    page.page.keyboard.press("Enter")
    assert page.page.evaluate(FOCUSED) == "game"
    page.page.keyboard.press("Escape")
    assert not page.page.is_visible("#new-game") and page.page.evaluate(FOCUSED) == "new-game-open"
    page.page.keyboard.press("g")
    assert page.page.is_visible("#new-game")
    page.page.click("#new-game-close")
    page.page.click("#arbiter-title")
    page.page.click("#arbiter [data-new-game]")
    assert page.page.is_visible("#new-game")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("r")
    page.page.keyboard.press("g")
    assert not page.page.is_visible("#new-game") and not page.page.is_visible("#new-game-open")


def test_who_looks_on_begins_nothing(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.evaluate("import('/page/rights.js').then((its) => its.setRights({ role: 'answer', may: [] }))")
    assert not page.page.is_visible("#new-game-open")
    page.page.keyboard.press("g")
    assert not page.page.is_visible("#new-game")


def test_an_interrupted_game_has_to_go_on_first_while_its_stones_lie(telling, window):
    page = window(telling.url)
    telling.begin("started")
    telling.moves("h8 i9")
    telling.tell("resuming", moves="h8i9", n=3)
    telling.served.call(telling.board.say, {"type": "stones", "stones": {"h8": "black"}})
    page.until_stones({"h8": "black"})
    open_dialog(page)
    assert page.page.get_attribute("#start", "aria-disabled") == "true"
    start(page)
    assert text(page, "#new-game-words").startswith("The game was interrupted: first continue it at the board")
    assert telling.asked() == []


def test_what_the_board_refuses_is_said_in_the_dialog(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    open_dialog(page)
    start(page)
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "new", "wait": True}]]
    telling.tell("error", why=coded("refused.stones_lie"))
    shows(page, telling)
    assert page.page.is_visible("#new-game") and not page.page.is_visible("#notice")
    assert text(page, "#new-game-words") == "A new game begins on an empty board: take the stones away first"


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("p2", "Bo" + 5 * "\u0301", '"Player 2" has too many accents on one letter: 4 at most'),
        ("round", "3\u202e", '"Round" has a character that can\'t be printed'),
    ],
)
def test_a_name_that_can_not_be_is_said_beside_its_field_before_anything_is_sent(telling, window, name, given, why):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    open_dialog(page)
    field = page.page.locator(f"#settings [name=named-{name}]")
    field.evaluate("(its, given) => { its.value = given; }", given)
    start(page)
    beside = f"label:has([name=named-{name}]) + #new-game-beside"
    assert text(page, beside) == why and page.page.is_visible(beside)
    assert field.evaluate("(its) => its === document.activeElement") and telling.asked() == []
    assert page.page.is_visible("#new-game") and not page.page.is_visible("#notice")


def test_more_fifths_than_the_opening_has_are_said_before_the_start(telling, window):
    page = window(telling.url)
    telling.begin(opening="rif")
    shows(page, telling)
    choose(page, fifths="99")
    page.page.keyboard.press("Tab")
    assert text(page, "#fifths-usual") == "The rules of RIF give 2"
    choose(page, fifths="2")
    page.page.keyboard.press("Tab")
    assert text(page, "#fifths-usual") == ""


def test_after_the_end_a_real_board_does_not_tell_what_lies(serving, window):
    telling = Telling(serving)
    its = telling.board.description()
    telling.board.description = lambda: {**its, "kind": "real"}
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9")
    telling.served.call(telling.board.say, {"type": "stones", "stones": {"h8": "black", "i9": "white"}})
    telling.result("black", "resignation")
    shows(page, telling)
    open_dialog(page)
    assert texts(page, "#new-game-before li") == ["The game begins by itself as soon as the board is clear"]
    assert not page.page.is_visible("#clear-and-start"), "by hand only"


FITS = """() => {
    const dialog = document.querySelector("#new-game");
    const [box, start] = [dialog, document.querySelector("#start")].map((each) => each.getBoundingClientRect());
    const parts = [dialog, ...dialog.querySelectorAll("*")].filter((each) => !each.matches("select, input, .unseen"));
    const wide = parts.filter(({ clientWidth, scrollWidth }) => clientWidth && scrollWidth > clientWidth + 1);
    return {
        inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        sideways: wide.filter((each) => getComputedStyle(each).display !== "inline").map((each) => each.outerHTML),
        start: start.bottom <= box.bottom || dialog.scrollHeight > dialog.clientHeight,
    };
}"""


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_it_fits_every_screen(telling, window, language):
    """The dialog fits into each window, nothing in it is cut off, and Start can be pressed."""
    page = window(f"{telling.url}?lang={language}")
    telling.begin(opening="yamaguchi", game="renju")
    telling.moves("h8 i9 g7")
    shows(page, telling)
    open_dialog(page)
    page.page.click("#new-game summary")
    for width, height in SIZES:
        page.resize(width, height)
        assert_fits(page)


def assert_fits(page):
    assert page.page.evaluate(FITS) == {"inside": True, "sideways": [], "start": True}
    assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    page.page.locator("[name=named-p2]").scroll_into_view_if_needed()
    page.page.fill("[name=named-p2]", "Bo")
    page.page.locator("#start").scroll_into_view_if_needed()
    page.page.click("#start", trial=True)
