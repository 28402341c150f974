"""The hall for a big screen: one board large in turn, boards called by their numbers, and the results of the round."""

import pytest
from browser.test_browser_hall import GAMES, full
from browser.test_browser_languages import LANGUAGES, OUT_OF_ITS_BOX
from explained import reason
from fake_hall import Hall, told_board
from ledger import fewer
from telling import texts

FULL_HD, UHD = {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}
SHOW = "?view=show"
CLUB = {"event": "Club", "round": "3"}
EVENING, AFTER_MIDNIGHT = "2026-11-28T21:30:00", "2026-11-29T00:30:00"
LARGE = "[data-board='{}'][data-large]"
BOXES = """() => Object.fromEntries([...document.querySelectorAll("[data-board]")].map((item) => {
    const { left, top, right, bottom } = item.querySelector(".small").getBoundingClientRect();
    return [item.dataset.board, [left, top, right, bottom].map(Math.round)];
}))"""


def entry(id_, black, white, winner="black", reason="five", **more):
    its = {"id": id_, "date": "2026-11-28T19:04:09", "black": black, "white": white, "winner": winner}
    return {"reason": reason, "over": True, "files": ["sgf"], "table": "", **CLUB, **its, **more}


ENTRIES = [
    entry("one", "Anna", "Bo", table="2"),
    entry("two", "Chiara", "Dmitri", "white", "double-three", table="1"),
    entry("three", "Emil", "Faye", round="2"),
]


@pytest.fixture
def hall():
    hall = Hall({key: told_board(moves) for key, moves in GAMES.items()}, entries=ENTRIES)
    yield hall
    hall.stop()


@pytest.fixture
def eleven():
    hall = Hall({f"Board {number}": told_board("h8") for number in range(1, 12)})
    yield hall
    hall.stop()


@pytest.fixture(params=[[], ENTRIES], ids=["no results", "results"])
def four(request):
    hall = Hall({f"Board {number}": told_board("h8") for number in range(1, 5)}, entries=request.param)
    hall.entries = request.param
    yield hall
    hall.stop()


def shown(page):
    """Return the board that is large, and how the boards are arranged."""
    large = page.page.evaluate("document.querySelector('[data-large]')?.dataset.board ?? ''")
    return large, page.page.get_attribute("#boards", "data-stage")


def dated(window, url, now=EVENING, viewport=FULL_HD):
    """Open a page on which the date stays at `now`."""
    page = window(url, viewport=viewport)
    page.page.clock.set_fixed_time(now)
    page.page.reload()
    return page


def stopped(window, url, keys=GAMES):
    """Open a page with a clock that only pass_s() moves."""
    page = window(url, viewport=FULL_HD)
    page.stop_clock()
    page.page.reload()
    for key in keys:
        page.page.wait_for_selector(f"[data-board='{key}'] [data-last]")
    return page


def pass_s(page, seconds):
    page.page.clock.run_for(1000 * seconds)


def named(hall, key, **names):
    hall.laptop(key, names={"p1": "Anna", "p2": "Bo", "table": "", **CLUB, **names})


def test_each_board_is_large_in_turn(hall, window):
    page = stopped(window, hall.url + SHOW + "&every=20")
    tops = []
    for _ in range(9):
        pass_s(page, 20)
        tops.append(shown(page))
    keys = list(GAMES)
    first = keys.index(tops[0][0])
    assert tops == [(keys[(first + turn) % 8], "show") for turn in range(9)]


def test_from_a_board_the_way_back_leads_to_the_same_view(hall, window):
    page = window(hall.url + SHOW + "&every=20&lang=sv", viewport=FULL_HD)
    full(page)
    page.page.click("[data-board='Board 8'] a")
    page.page.wait_for_selector("body[data-connection=open][data-view=room] #hallway:visible")
    page.page.click("#hallway a")
    page.page.wait_for_selector("html[lang=sv] body[data-connection=open] #boards[data-stage=show]")
    assert page.page.url.endswith("/?view=show&every=20&lang=sv#Board%208")
    page.page.keyboard.press("r")
    page.page.wait_for_selector("#boards[data-stage=all]")
    page.page.click("[data-board='Board 7'] a")
    page.page.wait_for_selector("body[data-connection=open][data-view=room] #hallway:visible")
    assert page.page.get_attribute("#hallway a", "href") == "/?lang=sv#Board%207"


@pytest.mark.parametrize("size", fewer([FULL_HD, UHD, {"width": 1366, "height": 768}], [FULL_HD, UHD]))
def test_the_large_board_and_all_others_are_on_one_screen(hall, window, size):
    """The large board and all others are on one screen, and the others have the same size."""
    page = window(hall.url + SHOW, viewport=size)
    full(page)
    page.page.wait_for_selector("[data-large]")
    boxes = page.page.evaluate(BOXES)
    large = boxes.pop(shown(page)[0])
    assert all(box[2] <= size["width"] and box[3] <= size["height"] for box in [large, *boxes.values()])
    sides = [box[2] - box[0] for box in boxes.values()]
    assert max(sides) - min(sides) <= 1
    assert large[2] - large[0] > max(2 * max(sides), 0.6 * size["height"])
    assert all(box[0] >= large[2] for box in boxes.values()), "the others are beside it"
    assert page.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [FULL_HD, UHD])
def test_four_boards_leave_no_place_empty_and_what_is_said_of_the_large_one_is_whole(four, window, size):
    page = dated(window, four.url + SHOW, viewport=size)
    page.page.wait_for_selector("[data-board='Board 4'] [data-last]")
    for number in (1, 2):
        four.laptop(f"Board {number}", names={"p1": "", "p2": "", "table": str(number)})
    results = "(all) => document.querySelectorAll('#scores li').length === all"
    page.page.wait_for_function(results, arg=2 if four.entries else 0)  # those of the tables 1 and 2
    page.page.wait_for_selector("[data-large] .line-of-game:not(:empty)")
    boxes = page.page.evaluate(BOXES)
    del boxes[shown(page)[0]]
    assert len({box[0] for box in boxes.values()}) == 1, "one below the other"
    line = page.page.locator("[data-large] .line-of-game")
    assert line.evaluate("(its) => its.scrollWidth <= its.clientWidth && its.scrollHeight <= its.clientHeight")
    assert page.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_foul_comes_on_top_with_its_reasons_and_then_the_next_board_follows(hall, window):
    page = stopped(window, hall.url + SHOW)
    hall.deed("Board 5", "reason", **reason("g8", "h8 i8 g9 g10"))
    seq = hall.deed("Board 5", "result", winner="white", reason="double-three", line=["g8"])
    page.page.wait_for_selector(f"[data-board='Board 5'][data-seq='{seq}']")
    pass_s(page, 1)
    assert shown(page) == ("Board 5", "show")
    assert len(texts(page, "[data-board='Board 5'] .reasons li")) == 2
    assert page.page.locator("[data-board='Board 5'] .foul-line").count() == 2
    assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    pass_s(page, 18)
    assert shown(page) == ("Board 5", "show")
    pass_s(page, 2)
    assert shown(page) == ("Board 6", "show")
    assert texts(page, "[data-board='Board 5'] .reasons li") == []


def test_the_shortest_running_clock_comes_on_top(hall, window):
    page = stopped(window, hall.url + SHOW)
    for key, ms in (("Board 3", 15_000), ("Board 6", 9000), ("Board 7", 90_000)):
        seq = hall.deed(key, "clock", running="p1", p1=ms, p2=600_000)
        page.page.wait_for_selector(f"[data-board='{key}'][data-seq='{seq}']")
    pass_s(page, 1)
    assert shown(page) == ("Board 6", "show")


def test_a_silent_game_never_comes_on_top_for_a_foul_before_its_end(hall, window):
    page = stopped(window, hall.url + SHOW)
    players = {"black": "p1", "white": "p2"}
    silent = {"opening": "rif", "mode": "silent", "clock": "none", "move": "button"}
    hall.deed("Board 5", "new_game", size=15, turn="black", players=players, settings=silent)
    before = shown(page)[0]
    hall.deed("Board 5", "provisional", point="g8", colour="black", foul="double-three")
    seq = hall.deed("Board 5", "reason", **reason("g8", "h8 i8 g9 g10"))
    page.page.wait_for_selector(f"[data-board='Board 5'][data-seq='{seq}']")
    pass_s(page, 1)
    assert shown(page)[0] == before != "Board 5"
    page.page.keyboard.press("5")
    assert shown(page) == ("Board 5", "one")
    assert texts(page, "[data-board='Board 5'] .reasons li") == []
    assert page.page.locator("[data-board='Board 5'] :is(.foul-line, [data-mark=foul])").count() == 0


def test_a_board_by_its_number_and_back(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    assert shown(page) == ("", "all")
    page.page.keyboard.press("7")
    page.page.wait_for_selector(LARGE.format("Board 7"))
    assert shown(page) == ("Board 7", "one")
    visible = page.page.locator("[data-board]").filter(visible=True)
    assert visible.count() == 1 and page.page.evaluate(BOXES)["Board 7"][3] > 1000
    page.page.keyboard.press("8")
    page.page.wait_for_selector(LARGE.format("Board 8"))
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#boards[data-stage=all]")
    page.page.keyboard.press("9")
    page.page.wait_for_selector("#notice:visible")
    assert page.page.text_content("#notice") == "There is no board 9"
    page.page.keyboard.press("2")
    page.page.wait_for_selector(LARGE.format("Board 2"))
    page.page.keyboard.press("0")
    page.page.wait_for_selector("#boards[data-stage=all]")


def test_a_number_of_two_digits_waits_for_the_second(eleven, window):
    page = stopped(window, eleven.url, eleven.boards)
    page.page.keyboard.press("1")
    pass_s(page, 0.5)
    assert shown(page) == ("", "all")
    page.page.keyboard.press("0")
    assert shown(page) == ("Board 10", "one")
    page.page.keyboard.press("1")
    pass_s(page, 1)
    assert shown(page) == ("Board 1", "one")


@pytest.fixture
def with_names():
    hall = Hall({name: told_board("h8") for name in ("Window", "Board 2", "Door")})
    yield hall
    hall.stop()


def test_on_a_big_screen_a_board_shows_its_number_if_its_name_has_none(with_names, window):
    page = window(with_names.url, viewport=FULL_HD)
    page.page.wait_for_selector("[data-board=Door] [data-last]")
    digits = page.page.locator("#boards .digits").filter(visible=True)
    assert digits.count() == 0
    page.page.keyboard.press("r")
    page.page.wait_for_selector("#boards[data-stage=show]")
    assert digits.all_text_contents() == ["1", "3"]


def test_tables_are_the_numbers_if_all_boards_have_one(hall, window):
    page = window(hall.url + SHOW, viewport=FULL_HD)
    full(page)
    for number, key in enumerate(GAMES, 11):
        named(hall, key, table=str(number))
    page.page.wait_for_selector("[data-board='Board 8'] .board-name:text-is('Table 18 · Board 8')")
    page.page.keyboard.press("1")
    page.page.keyboard.press("4")
    page.page.wait_for_selector(LARGE.format("Board 4"))


def test_the_key_and_the_button_change_the_view_and_the_address(hall, window):
    page = window(hall.url + "?lang=sv", viewport=FULL_HD)
    full(page)
    page.page.keyboard.press("r")
    page.page.wait_for_selector("#boards[data-stage=show]")
    assert page.page.url == hall.url + "?lang=sv&view=show"
    assert page.page.get_attribute("[data-view-tool=show]", "aria-pressed") == "true"
    page.page.click("[data-view-tool=show]")
    page.page.wait_for_selector("#boards[data-stage=all]")
    assert page.page.url == hall.url + "?lang=sv" and page.page.is_hidden("#scores")


@pytest.mark.parametrize("key", ["Escape", "0"])
def test_back_to_all_boards_ends_a_called_board_first_and_then_the_big_screen(hall, window, key):
    page = window(hall.url + SHOW, viewport=FULL_HD)
    full(page)
    page.page.keyboard.press("7")
    page.page.wait_for_selector("#boards[data-stage=one]")
    page.page.keyboard.press(key)
    page.page.wait_for_selector("#boards[data-stage=show]")
    page.page.keyboard.press(key)
    page.page.wait_for_selector("#boards[data-stage=all]")
    assert page.page.url == hall.url
    assert page.page.get_attribute("[data-view-tool=show]", "aria-pressed") == "false"


CUT = """() => [...document.querySelectorAll("#boards .caption")]
    .filter((each) => each.scrollHeight > each.clientHeight).map((each) => each.textContent)"""


@pytest.mark.parametrize("query", ["?", SHOW + "&"])
def test_a_result_is_whole_below_clocks_with_periods(hall, window, query):
    for key in GAMES:
        hall.deed(key, "clock", running=None, p1=1_178_000, p2=1_170_000, periods={"p1": 3, "p2": 3})
        hall.deed(key, "result", winner="black", reason="five", line=["h8", "i8", "j8", "k8", "l8"])
    page = window(hall.url + query, viewport={"width": 1280, "height": 800})
    for language in LANGUAGES:
        page.page.goto(f"{hall.url}{query}lang={language}")
        page.page.wait_for_function("() => document.querySelectorAll('#boards [data-over=true]').length === 8")
        for number, key in enumerate(GAMES, 1):
            named(hall, key, p1="Konstantin", table=str(number))
        page.page.wait_for_selector("#boards > :last-child .name:text-is('Konstantin')")
        assert page.page.evaluate(CUT) == [], language
        assert page.page.evaluate(OUT_OF_ITS_BOX) == [], language


@pytest.mark.parametrize("now", [EVENING, AFTER_MIDNIGHT])
def test_the_results_of_the_round_are_listed(hall, window, now):
    page = dated(window, hall.url + SHOW, now)
    full(page)
    named(hall, "Board 4", p1="Gus", p2="Ida", table="3")
    page.page.wait_for_selector("#scores h2:text-is('Round 3: results')")
    page.page.wait_for_function("() => document.querySelectorAll('#scores li').length === 2")
    hall.deed("Board 4", "result", winner="white", reason="resignation")
    page.page.wait_for_function("() => document.querySelectorAll('#scores li').length === 3")
    parts = [" ".join(its.split()) for its in texts(page, "#scores li")]
    assert parts == [
        "Table 1Chiara0–1Dmitridouble-three",
        "Table 2Anna1–0Bofive",
        "Table 3Gus0–1IdaBlack resigns",
    ]
    assert page.page.locator("#scores [data-won=true]").all_text_contents() == ["Dmitri", "Anna", "Ida"]
    page.page.keyboard.press("4")
    page.page.wait_for_selector("#scores", state="hidden")


def test_a_wrong_time_in_the_address_is_told_and_the_boards_take_their_turns(hall, window):
    page = window(hall.url + SHOW + "&every=soon", viewport=FULL_HD)
    full(page)
    page.page.wait_for_selector("#boards[data-stage=show]")
    assert page.page.text_content("#notice") == "“every=soon”: write a number of seconds from 3 to 600"


def test_in_no_language_anything_hangs_out_of_its_box(hall, window):
    page = window(hall.url + SHOW, viewport=FULL_HD)
    for language in LANGUAGES:
        page.page.goto(f"{hall.url}{SHOW}&lang={language}")
        full(page)
        page.page.wait_for_selector("#boards[data-stage=show]")
        for width, height in ((1920, 1080), (1024, 768), (390, 844)):
            page.resize(width, height)
            assert page.page.evaluate(OUT_OF_ITS_BOX) == [], (language, width)
            assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, width)
