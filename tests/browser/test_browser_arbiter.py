"""The page can do everything that the board's buttons can: players' and arbiter's entries, the game's settings."""

import json

import pytest
from newgame import choose, open_dialog, start
from telling import SETTINGS, WITH_WORDS, Telling, entries, shows, text, texts
from tengen.codes import coded


@pytest.fixture
def telling(serving):
    return Telling(serving)


def asks(telling, *lines):
    """Wait until exactly these commands have reached the board, and clear the list."""
    telling.served.until(lambda: len(telling.asked()) == len(lines))
    assert telling.asked() == [[line] for line in lines]
    telling.board.done.clear()


def test_each_player_can_try_what_the_board_has_for_him(telling, window):
    page = window(telling.url)
    usual = ["pass", "draw", "resign"]
    for settings, expected in (
        ({"mode": "referee"}, usual),
        ({"mode": "teach", "clock": "10"}, usual),
        ({"mode": "casual"}, ["pass", "draw", "take back", "resign"]),
        ({"mode": "silent"}, ["pass", "five", "foul", "draw", "resign"]),
        ({"mode": "silent", "clock": "10"}, ["pass", "five", "foul", "time", "draw", "resign"]),
    ):
        telling.begin(**settings)
        shows(page, telling)
        assert entries(page, "p1") == entries(page, "p2") == (expected, None)
    telling.begin(mode="silent", clock="10")
    for seat, entry in (("p1", "time"), ("p2", "foul")):
        page.page.click(f".player[data-seat={seat}] [data-entry={entry}]")
        asks(telling, {"cmd": "do", "who": seat, "entry": entry})
    telling.result("white", "double-three", ["g8"])
    shows(page, telling)
    assert entries(page, "p1") == ([], None)


def test_a_menu_that_a_button_has_opened_is_answered_on_the_page_too(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.menu("p1", "resign", ["no", "resign"])
    shows(page, telling)
    assert text(page, ".player[data-seat=p1] .task") == "Resign?"
    assert entries(page, "p1") == (["no", "resign"], "no")
    page.page.click(".player[data-seat=p1] [data-entry=resign]")
    asks(telling, {"cmd": "do", "who": "p1", "entry": "resign"})


def test_the_arbiters_menu_is_shown_where_the_board_shows_it(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    assert page.page.is_hidden("#arbiter-menu")
    for about, options, shown in (
        ("menu", ["new game", "time", "lamps"], ["New game", "Correct a clock", "Brightness"]),
        ("time", ["p1 +1", "p2 -1"], ["Player 1 +1 min", "Player 2 -1 min"]),
        ("opening", ["rif", "taraguchi-10", "long pro"], ["RIF", "Taraguchi-10", "Long Pro"]),
        ("mode", ["casual", "silent"], ["Casual", "Silent"]),
    ):
        telling.menu("arbiter", about, options, 1)
        shows(page, telling)
        assert texts(page, "#arbiter-menu [data-entry]") == shown
        assert text(page, "#arbiter-menu [aria-current]") == shown[1]
        page.page.click(f"#arbiter-menu [data-entry='{options[1]}']")
        asks(telling, {"cmd": "do", "who": "arbiter", "entry": options[1]})
    telling.menu("arbiter")
    shows(page, telling)
    assert page.page.is_hidden("#arbiter-menu")


# The game's settings


def settings(page, telling, **changed):
    """Send the board's settings, with these changes."""
    telling.tell("settings", brightness=80, sound=True, **(SETTINGS | changed))
    shows(page, telling)


def visible(page):
    return [
        name
        for name in ("fifths", "fixed", "small", "other")
        if page.page.is_visible(f"#settings [data-parameter={name}]")
    ]


def test_the_settings_of_the_board_stand_in_the_dialog(telling, window):
    page = window(telling.url)
    settings(page, telling, opening="swap-2", mode="teach", clock="10+5", move="dwell", tiebreak=True)
    open_dialog(page)
    values = {name: page.page.input_value(f"#settings [name={name}]") for name in ("opening", "mode", "clock", "move")}
    assert values == {"opening": "swap-2", "mode": "teach", "clock": "10+5", "move": "dwell"}
    assert page.page.is_checked("#settings [name=tiebreak]")
    assert telling.asked() == []


def test_each_opening_has_its_own_parameters(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    open_dialog(page)
    has = {
        "free centre": [],
        "rif": ["fifths", "small"],
        "swap": ["fifths", "small"],
        "yamaguchi": ["fifths", "fixed", "small"],
        "soosyrv-8": ["fifths", "fixed", "small"],
        "taraguchi-10": ["fifths", "small"],
        "tarannikov": ["small"],
        "swap-2": [],
        "swap-5": [],
        "pro": [],
        "long pro": [],
    }
    options = page.page.eval_on_selector_all("[name=opening] option", "(all) => all.map((each) => each.value)")
    assert options == list(has)
    for opening, parameters in has.items():
        settings(page, telling, opening=opening)
        assert visible(page) == parameters, opening
    for opening, fixed, words in (
        ("yamaguchi", False, "Tentative fifths, at most"),
        ("yamaguchi", True, "Tentative fifths"),
        ("taraguchi-10", False, "Tentative fifths"),
    ):
        settings(page, telling, opening=opening, fixed=fixed)
        assert text(page, "[data-parameter=fifths] span") == words
    assert page.page.input_value("[name=fifths]") == "10", "its own number, where none was set"


def test_what_was_chosen_goes_to_the_board_with_start(telling, window):
    page = window(telling.url)
    telling.begin(opening="soosyrv-8")
    shows(page, telling)
    choose(page, opening="yamaguchi", fifths="7", fixed=True, small=True)
    choose(page, mode="silent", clock="30+30", move="button", tiebreak=True)
    page.page.keyboard.press("Escape")
    assert telling.asked() == [], "nothing was started"
    open_dialog(page)
    assert page.page.input_value("[name=opening]") == "soosyrv-8", "and nothing is kept"
    choose(page, opening="yamaguchi", fifths="7", fixed=True, small=True)
    choose(page, mode="silent", clock="30+30", move="button", tiebreak=True)
    start(page)
    chosen = {"opening": "yamaguchi", "fifths": 7, "fixed": True, "small": True, "mode": "silent", "clock": "30+30"}
    asks(telling, {"cmd": "set", **chosen, "move": "button", "tiebreak": True})
    assert page.page.is_visible("#new-game")
    settings(page, telling, **chosen)
    assert telling.asked() == [] and not page.page.is_visible("#new-game"), "that has begun it anew"


def test_another_opening_begins_with_its_own_parameters(telling, window):
    page = window(telling.url)
    telling.begin(opening="yamaguchi", fifths=7, fixed=True, small=True)
    shows(page, telling)
    choose(page, opening="rif")
    start(page)
    asks(telling, {"cmd": "set", "opening": "rif", "fifths": 0, "fixed": False, "small": False})


def test_a_clock_of_ones_own_is_written_and_a_refused_one_is_said_in_the_dialog(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    choose(page, clock="other")
    assert telling.asked() == [] and visible(page) == ["fifths", "small", "other"]
    assert page.page.evaluate("document.activeElement.name") == "other"
    page.page.keyboard.press("Control+A")
    page.page.keyboard.type("ten")
    page.page.keyboard.press("Enter")
    asks(telling, {"cmd": "set", "clock": "ten"})
    telling.tell("error", why=coded("device.clock", why=coded("device.clock_kinds", text="soon")))
    shows(page, telling)
    assert text(page, "label:has([name=other]) + #new-game-beside").startswith("Clock: a clock is")
    assert text(page, "#new-game-words") == "" and not page.page.is_visible("#notice")
    assert page.page.evaluate("document.activeElement.name") == "other"
    assert page.page.get_attribute("[name=other]", "aria-invalid") == "true"
    assert page.page.input_value("[name=clock]") == "other" and page.page.input_value("[name=other]") == "ten"
    choose(page, other="12+3")
    assert page.page.locator("#new-game-beside").count() == 0
    assert page.page.get_attribute("[name=other]", "aria-invalid") is None
    start(page)
    asks(telling, {"cmd": "set", "clock": "12+3"})
    settings(page, telling, clock="12+3")
    open_dialog(page)
    assert page.page.input_value("[name=clock]") == "other" and page.page.input_value("[name=other]") == "12+3"


# The arbiter's menu


def test_the_arbiter_takes_back_and_begins_anew(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.click("#arbiter-title")
    page.page.fill("#take-back [name=count]", "3")
    page.page.click("#take-back [type=submit]")
    asks(telling, {"cmd": "back", "count": 3})
    page.page.click("#arbiter [data-new-game]")
    start(page)
    asks(telling, {"cmd": "new", "wait": True})


def test_the_arbiter_corrects_clocks(telling, window):
    page = window(telling.url)
    page.page.click("#arbiter-title")

    def correct(p1, p2):
        page.page.fill("#correct [name=p1]", p1)
        page.page.fill("#correct [name=p2]", p2)
        page.page.click("#correct [type=submit]")

    correct("4:30", "0:07.5")
    asks(telling, {"cmd": "clock", "p1": 270_000, "p2": 7_500})
    correct("", "1:04:30")
    asks(telling, {"cmd": "clock", "p2": 3_870_000})
    assert page.page.input_value("#correct [name=p2]") == ""
    correct("4:30", "soon")
    assert text(page, "#correct-words") == "soon is not a time: write 5 (minutes), 4:30 or 1:04:30"
    assert telling.asked() == [] and page.page.input_value("#correct [name=p1]") == "4:30"
    correct("5", "")
    asks(telling, {"cmd": "clock", "p1": 300_000})
    assert text(page, "#correct-words") == ""


def test_the_arbiter_stamps_a_game(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    assert text(page, "#stamp-words") == "Undated"
    page.page.click("#arbiter-title")
    assert page.page.input_value("#stamp [name=date]"), "now, at first"
    page.page.fill("#stamp [name=date]", "2026-11-21T14:04")
    page.page.click("#stamp [type=submit]")
    telling.served.until(lambda: telling.asked())
    ((stamp,),) = telling.asked()
    assert (stamp["cmd"], stamp["date"]) == ("stamp", "2026-11-21T14:04:00")
    assert stamp["record"].startswith("20261121-1404-") and len(stamp["record"]) == len("20261121-1404-3f9a")
    telling.tell("stamped", id=stamp["record"], date=stamp["date"])
    shows(page, telling)
    assert text(page, "#stamp-words") == f"Game {stamp['record']}, begun on 2026-11-21 at 14:04"


# Setting up a position from a diagram

ROWS = ["." * 15 for _ in range(15)]
ROWS[0] = "X............O."  # row 15
ROWS[7] = ".......X......."
BOARD = "".join(ROWS)
LETTERS = "    A B C D E F G H I J K L M N O"
DRAWN = "\n".join([LETTERS, *(f"{15 - at:2}  {' '.join(row)}  {15 - at:2}" for at, row in enumerate(ROWS)), LETTERS])


def set_up(page, diagram, turn=""):
    if page.page.is_hidden("#diagram"):
        page.page.click("#arbiter-title")
    page.page.fill("#diagram", diagram)
    page.page.select_option("#set-up [name=turn]", turn)
    page.page.click("#set-up [type=submit]")


def marked(row, text):
    """The diagram with this text as the row of that number."""
    rows = list(ROWS)
    rows[15 - row] = text
    return "\n".join(rows)


READ = [
    BOARD,
    f"\n  {BOARD.lower()}  \n",
    "\n".join(ROWS),
    "\r\n".join(ROWS).lower(),
    f"{DRAWN}\n",
    DRAWN.replace(". .", ". 3", 1),
    marked(3, "3  . . . . . . . . . . . . . . 5  3"),
    marked(6, "6.............."),
]
REFUSED = {
    " \n": "line 1: the text is empty: write 15 lines, or 225 characters",
    BOARD[:-1]: "line 1, column 225: a board text must have 225 characters, but this one has 224",
    BOARD + ".": "line 1, column 226: a board text must have 225 characters, but this one has 226",
    f"\n {BOARD[:9]}#{BOARD[10:]}": 'line 2, column 11: "#" is neither . nor X nor O',
    "\n".join(ROWS[:14]): "line 14: a diagram must have 15 rows, but this one has 14",
    marked(14, ".....?........."): 'line 2, column 6: "?" is neither . nor X nor O',
    marked(14, ".............."): "line 2, column 15: row 14 must have 15 points, but it has 14",
    marked(14, "................"): "line 2, column 16: row 14 must have 15 points, but it has 16",
    DRAWN.replace("12 ", "11 ", 1): "line 5, column 1: this is row 12, but its number is 11",
    marked(1, "\U0001f600.............."): 'line 15, column 1: "\U0001f600" is neither . nor X nor O',
}

READING = f"""async (texts) => {{
    {WITH_WORDS}
    const {{ boardText }} = await import("/page/game/arbiter.js");
    return texts.map((text) => {{ try {{ return boardText(text, 15); }} catch (error) {{ return error.message; }} }});
}}"""


def test_a_diagram_is_read_or_refused_with_its_line_and_column(telling, window):
    page = window(telling.url)
    assert page.page.evaluate(READING, READ) == [BOARD] * len(READ)
    assert page.page.evaluate(READING, list(REFUSED)) == list(REFUSED.values())
    set_up(page, DRAWN)
    asks(telling, {"cmd": "setup", "board": BOARD})
    assert text(page, "#set-up-words") == "" and page.page.is_hidden("#confirm")
    set_up(page, "\n".join(ROWS[:14]))
    assert text(page, "#set-up-words") == "line 14: a diagram must have 15 rows, but this one has 14"
    assert telling.board.done == [] and page.page.is_hidden("#confirm")


def test_what_the_board_refuses_is_one_confirmation_away(telling, window):
    page = window(telling.url)
    uneven = coded("device.uneven", black=2, white=1)
    said = "2 black and 1 white stones: no game has these numbers of stones; confirm to set them up anyway"
    set_up(page, BOARD, "black")
    line = {"cmd": "setup", "board": BOARD, "turn": "black"}
    asks(telling, line)
    telling.tell("error", why=uneven)
    shows(page, telling)
    assert text(page, "#set-up-words") == said
    page.page.click("#confirm")
    asks(telling, line | {"confirm": True})
    telling.tell("error", why="a five lies there already")
    shows(page, telling)
    assert page.page.is_hidden("#confirm"), "it asks once"
    set_up(page, BOARD, "black")
    asks(telling, line)
    telling.tell("error", why="a five lies there already")
    shows(page, telling)
    assert text(page, "#set-up-words") == "a five lies there already"
    assert page.page.is_hidden("#confirm"), "no confirmation would help"


def test_another_diagram_takes_the_question_back(telling, window):
    page, other = window(telling.url), window(telling.url)
    set_up(page, BOARD)
    asks(telling, {"cmd": "setup", "board": BOARD})
    telling.tell("error", why=coded("device.uneven", black=3, white=1))
    shows(page, telling)
    shows(other, telling)
    assert page.page.is_visible("#confirm")
    other.page.click("#arbiter-title")
    assert other.page.is_hidden("#confirm"), "who has not asked is not asked"
    page.page.fill("#diagram", "X")
    assert page.page.is_hidden("#confirm") and text(page, "#set-up-words") == ""
    set_up(page, BOARD)
    asks(telling, {"cmd": "setup", "board": BOARD})
    telling.tell("set_up", board=BOARD, turn="white")
    telling.tell("error", why="of something else")
    shows(page, telling)
    assert page.page.is_hidden("#confirm")


def test_the_longest_line_of_the_page_is_taken_by_its_server(telling, window):
    page = window(telling.url)
    set_up(page, BOARD, "white")
    asks(telling, {"cmd": "setup", "board": BOARD, "turn": "white"})
    line = {"cmd": "setup", "board": BOARD, "turn": "white", "confirm": True}
    assert len(json.dumps(line)) < 500
