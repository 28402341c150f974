"""The hall shows eight boards at once, each with its own game and a link to its large page."""

import pytest
from browser.test_browser_kept import ENTRY, RECORD
from browser.test_browser_languages import LANGUAGES, OUT_OF_ITS_BOX, SIZES
from explained import reason
from fake_hall import Hall, told_board
from ledger import fewer
from telling import text, texts

GAMES = {
    f"Board {number}": " ".join(["h8", "i9", "g7", "h9", "j9", "i10", "i8", "g8"][:number]) for number in range(1, 9)
}
FULL_HD = {"width": 1920, "height": 1080}


@pytest.fixture
def hall():
    hall = Hall({key: told_board(moves) for key, moves in GAMES.items()})
    yield hall
    hall.stop()


@pytest.fixture
def hall_of():
    """hall_of(boards, ...): a hall of these boards; it ends after the test."""
    made = []

    def start(*given):
        made.append(Hall(*given))
        return made[-1]

    yield start
    for hall in made:
        hall.stop()


def stones(page, key):
    drawn = page.page.locator(f"[data-board='{key}'] [data-stone]")
    pairs = "(all) => all.map((each) => [each.dataset.stone, each.classList.contains('black') ? 'black' : 'white'])"
    return dict(drawn.evaluate_all(pairs))


def part(page, key, name):
    return page.page.text_content(f"[data-board='{key}'] {name}")


def full(page):
    """Wait until each board shows its game."""
    for key in GAMES:
        page.page.wait_for_selector(f"[data-board='{key}'][data-seq='{len(GAMES[key].split()) + 1}'] [data-last]")


def test_eight_boards_each_with_its_own_stones_all_on_one_screen(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    for key, moves in GAMES.items():
        expected = {point: "white" if at % 2 else "black" for at, point in enumerate(moves.split())}
        assert stones(page, key) == expected
        assert page.page.get_attribute(f"[data-board='{key}'] [data-last]", "data-last") == moves.split()[-1]
        assert part(page, key, ".turn") == ("White to move" if len(expected) % 2 else "Black to move")
    assert list(GAMES) == texts(page, ".board-name")
    boxes = [each.bounding_box() for each in page.page.query_selector_all("[data-board] .small")]
    assert len(boxes) == 8
    for box in boxes:
        assert box["width"] == pytest.approx(box["height"], abs=2) and box["width"] > 300
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1920 and box["y"] + box["height"] <= 1080
    assert page.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_large_boards_have_coordinates_and_small_ones_have_none(hall_of, window):
    hall = hall_of({f"Board {each}": told_board("h8 i9 g7") for each in range(1, 5)})
    page = window(hall.url, viewport=FULL_HD)
    labels = page.page.locator("[data-board='Board 1'] .ground text")
    labels.nth(59).wait_for()
    assert sorted(labels.all_text_contents()) == sorted([*"ABCDEFGHIJKLMNO", *map(str, range(1, 16))] * 2)
    board = page.page.locator("[data-board='Board 1'] .small").bounding_box()
    for at in range(60):
        label = labels.nth(at).bounding_box()
        assert label["height"] > 12 and board["x"] <= label["x"] <= board["x"] + board["width"] - label["width"]
    hall.deed("Board 1", "new_game", size=10)
    field = page.page.locator("[data-board='Board 1'] .names text")
    field.nth(39).wait_for()
    assert "10" in field.all_text_contents() and "11" not in field.all_text_contents()
    page.page.set_viewport_size({"width": 1000, "height": 700})
    page.page.wait_for_function("() => !document.querySelector('#boards .small text')")


@pytest.mark.parametrize(("width", "height"), fewer([(1920, 1080), (1366, 768), (390, 844)], [(1366, 768)]))
def test_however_much_is_said_below_them_the_boards_are_the_same_size(hall, window, width, height):
    """All boards of a hall have the same size, however long the texts below them are, in windows of each shape."""
    page = window(hall.url, viewport={"width": width, "height": height})
    full(page)
    hall.deed("Board 2", "opening", opening={"code": "D12", "name": "Zuigetsu " * 12, "kanji": "瑞月"})
    seq = hall.deed("Board 2", "result", winner="white", reason="double-three", line=["h8", "h9"])
    page.page.wait_for_selector(f"[data-board='Board 2'][data-seq='{seq}']")
    boxes = [each.bounding_box() for each in page.page.query_selector_all("[data-board] .small")]
    assert {round(box["width"]) for box in boxes} == {round(boxes[0]["width"])}
    assert len({round(box["y"]) for box in boxes[:2]}) == 1
    if width > height:
        assert boxes[0]["height"] > 0.3 * height
        assert page.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_move_on_one_board_shows_there_and_nowhere_else(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    board = hall.boards["Board 3"]
    hall.say({"board": "Board 3", "type": "stones", "stones": {**board.stones, "j9": "white"}})
    seq = hall.deed("Board 3", "move", n=4, point="j9", colour="white", turn="black")
    page.page.wait_for_selector(f"[data-board='Board 3'][data-seq='{seq}']")
    assert stones(page, "Board 3")["j9"] == "white" and part(page, "Board 3", ".turn") == "Black to move"
    assert "j9" not in stones(page, "Board 4") and len(stones(page, "Board 4")) == 4


def test_who_plays_how_it_ended_and_whether_its_cable_is_in(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    hall.laptop("Board 2", names={"p1": "<i>Anna</i>", "p2": "Bo", "event": "", "round": "3", "table": "5"})
    hall.laptop("Board 2", link={"connected": False, "words": "The cable is out"})
    seq = hall.deed("Board 2", "result", winner="white", reason="resignation")
    page.page.wait_for_selector(f"[data-board='Board 2'][data-seq='{seq}']")
    assert page.page.locator("[data-board='Board 2'] .who .name").all_text_contents() == ["Bo", "<i>Anna</i>"]
    assert part(page, "Board 2", ".board-name") == "Table 5 · Board 2"
    assert part(page, "Board 2", ".state") == "not connected"
    assert part(page, "Board 2", ".turn") == "White wins: Black resigns"
    hall.laptop("Board 2", link={"connected": True, "words": ""})
    page.page.wait_for_selector("[data-board='Board 2'][data-connected=true]")
    assert part(page, "Board 2", ".state") == ""


@pytest.mark.parametrize(("width", "height"), fewer([(1920, 1080), (1366, 768), (390, 844)], [(390, 844)]))
def test_captured_stones_are_counted_beside_the_names(hall, window, width, height):
    """Captured stones are counted beside the names, in a window of each shape."""
    page = window(hall.url, viewport={"width": width, "height": height})
    full(page)
    players = {"white": "p1", "black": "p2"}
    hall.deed("Board 2", "new_game", turn="white", goal=15, players=players, settings={"game": "pente"})
    hall.laptop("Board 2", names={"p1": "Anna-Maria Wilhelmina", "p2": "Bo", "table": "5"})
    captured = {"black": 0, "white": 14}
    hall.deed("Board 2", "move", n=1, point="h8", colour="white", turn="black", captured=captured)
    seq = hall.deed("Board 2", "clock", running="p2", p1=5_000_000, p2=90_000)
    page.page.wait_for_selector(f"[data-board='Board 2'][data-seq='{seq}']")
    counts = page.page.locator("[data-board='Board 2'] .who .captured").all_text_contents()
    assert counts == ["14/15", "0/15"], "White's first, as the names"
    assert page.page.get_attribute("[data-board='Board 2'] .who .captured", "aria-label") == "14 of 15 captured"
    assert page.page.locator("[data-board='Board 3'] .who .captured").all_text_contents() == ["", ""]
    for at in (0, 1):
        name, count, left = (
            page.page.locator(f"[data-board='Board 2'] .who .{part}").nth(at).bounding_box()
            for part in ("name", "captured", "left")
        )
        assert name["width"] > 15 and name["x"] + name["width"] <= count["x"]
        assert count["x"] + count["width"] <= left["x"]
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def clocks(page, key):
    """([White's time, Black's time] of a small board, the colours with a running clock)."""
    running = page.page.locator(f"[data-board='{key}'] .who[data-runs=true]")
    names = running.evaluate_all("(all) => all.map((each) => each.dataset.colour)")
    return page.page.locator(f"[data-board='{key}'] .who .left").all_text_contents(), names


def test_both_clocks_of_a_board_go_on_from_the_boards_own_time(hall, window):
    board = hall.boards["Board 1"]
    board.deed("clock", running="p2", p1=590_000, p2=600_900)
    board.now = 5000  # the board has had no event for some time when the page opens
    page = window(hall.url, viewport=FULL_HD)
    left = "document.querySelector(\"[data-board='Board 1'] .left\").textContent"
    # the text is empty before the first snapshot
    page.page.wait_for_function(f"() => '9:30' <= {left} && {left} < '9:56'")
    (white, black), running = clocks(page, "Board 1")
    assert white >= "9:30" and (black, running) == ("9:50", ["white"])
    assert clocks(page, "Board 2") == (["", ""], [])  # this board has no clock

    def say(now, **its):
        board.now = now
        seq = hall.deed("Board 1", "clock", **its)
        page.page.wait_for_selector(f"[data-board='Board 1'][data-seq='{seq}']")

    say(9000, running="p1", p1=9350, p2=30_000, periods={"p1": 1, "p2": 3})
    page.page.wait_for_selector("[data-board='Board 1'] [data-colour=black][data-runs=true][data-low=true]")
    (white, black), running = clocks(page, "Board 1")
    assert (white, running) == ("0:30 ×3", ["black"]) and "0:00.0" < black <= "0:09.3 ×1"
    say(9100, running="p2", p1=7250, p2=600_900, stopped="disturbed")
    assert clocks(page, "Board 1") == (["10:00", "0:07.2"], [])
    hall.say({"board": "Board 1", "type": "power", "on": False})
    page.page.wait_for_selector("[data-board='Board 1'] .turn:text-is('No power')")


def test_boards_come_and_go(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    listed = hall.listed()
    hall.say({"type": "boards", "boards": listed[:2]})
    page.page.wait_for_selector("[data-board='Board 3']", state="detached")
    assert texts(page, ".board-name") == ["Board 1", "Board 2"]
    assert len(stones(page, "Board 2")) == 2
    hall.say({"type": "boards", "boards": [{**listed[0], "key": "new", "name": "Another", "size": 19}, *listed[:1]]})
    page.page.wait_for_selector("[data-board='new']")
    assert texts(page, ".board-name") == ["Another", "Board 1"]
    assert page.page.locator("[data-board='new'] .line").count() == 38
    hall.say({"type": "boards", "boards": []})
    page.page.wait_for_selector("#none:visible")


def test_each_board_opens_large_in_the_room_view(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    page.page.click("[data-board='Board 8'] a")
    page.page.wait_for_selector("body[data-connection=open][data-view=room]")
    page.until_stones({point: "white" if at % 2 else "black" for at, point in enumerate(GAMES["Board 8"].split())})
    page.page.wait_for_selector("#hallway:visible")
    assert page.page.text_content("#board-name") == "Board 8"
    page.page.click("#hallway a")
    page.page.wait_for_selector("body[data-connection=open] [data-board='Board 8'] [data-last]")
    assert focused(page) == "Board 8", "one goes on from where one came"


def test_on_the_page_of_the_only_board_nothing_leads_to_a_hall(window):
    hall = Hall({"Board 1": told_board("h8")})
    try:
        page = window(f"{hall.url}board/Board%201/")
        with page.page.expect_response("**/boards.json"):
            page.page.reload()
        page.page.wait_for_selector("body[data-connection=open]")
        assert page.page.is_hidden("#hallway")
        page.page.goto("about:blank")  # leave the page, which would report the end of the hall as an error
    finally:
        hall.stop()


def test_a_finished_game_stands_out_and_says_who_has_won(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    hall.deed("Board 2", "result", winner="white", reason="resignation")
    page.page.wait_for_selector("[data-board='Board 2'][data-over=true][data-winner=white]")
    ground = "getComputedStyle(each.querySelector('.turn')).backgroundColor"
    look = f"(each) => [getComputedStyle(each).borderTopColor, {ground}]"
    over, going_on = (page.page.eval_on_selector(f"[data-board='Board {n}'] a", look) for n in (2, 3))
    assert over[0] != going_on[0] and over[1] != going_on[1]
    assert part(page, "Board 2", ".line-of-game").startswith("2 moves · "), "a narrow card cuts its end"


PLACES = """() => [...document.querySelectorAll("[data-board]")].map((item) => {
    const box = (name) => {
        const { left, top, right, bottom } = item.querySelector(name).getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const letter = parseFloat(getComputedStyle(item.querySelector(".turn")).fontSize);
    return { card: box("a"), board: box(".small"), words: box(".caption"), letter };
})"""


@pytest.mark.parametrize("number", fewer(range(1, 13), [1, 4, 5, 12]))
def test_any_number_of_boards_is_as_large_as_the_screen_allows(hall_of, window, number):
    """All boards of a hall are completely visible, fill their cards, and do not cover their words."""
    hall = hall_of({f"Board {each}": told_board("h8 i9 g7") for each in range(1, number + 1)})
    page = window(hall.url)
    for key in hall.boards:
        page.page.wait_for_selector(f"[data-board='{key}'] [data-last]")
        hall.laptop(key, names={"p1": "Õunapuu Žanna", "p2": "Maximilian Featherstonehaugh", "table": "5"})
    for width, height in (1920, 1080), (1366, 768):
        page.resize(width, height)
        places = page.page.evaluate(PLACES)
        assert len(places) == number
        for place in places:
            (left, top, right, bottom), board, words = place["card"], place["board"], place["words"]
            assert left >= 0 and top >= 0 and right <= width and bottom <= height
            side = board[2] - board[0]
            filled = max(side / (right - left), side / (bottom - top))
            assert filled > (0.9 if words[0] >= board[2] else 0.7), (width, place)
            assert words[0] >= board[2] or words[1] >= board[3], "the words cover the board"
            assert words[2] <= right and words[3] <= bottom, (width, place)
        assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    if number == 4:
        assert side > 320 and words[0] >= board[2] and place["letter"] >= 20, "names beside large boards"


@pytest.mark.parametrize(("number", "columns"), [(1, 1), (2, 1), (3, 2)])
def test_on_a_phone_up_to_two_boards_are_as_wide_as_the_screen(hall_of, window, number, columns):
    """One or two boards are in one column; more boards are in two columns."""
    hall = hall_of({f"Board {each}": told_board("h8 i9 g7") for each in range(1, number + 1)})
    page = window(hall.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.page.wait_for_selector(f"[data-board='Board {number}'] [data-last]")
    for width, height in (390, 844), (360, 640):
        page.resize(width, height)
        boards = [place["board"] for place in page.page.evaluate(PLACES)]
        assert len({left for left, *_ in boards}) == columns
        assert boards[0][2] - boards[0][0] > 0.8 * width / columns and boards[0][3] <= height


def test_on_a_phone_two_boards_stand_beside_each_other_and_nothing_is_wider(hall, window):
    page = window(hall.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    full(page)
    boxes = [each.bounding_box() for each in page.page.query_selector_all("[data-board] .small")]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[2]["y"] > boxes[0]["y"]
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_in_no_language_anything_hangs_out_of_its_box(hall, window):
    page = window(hall.url)
    for language in LANGUAGES:
        page.page.goto(f"{hall.url}?lang={language}")
        full(page)
        for width, height in SIZES:
            page.resize(width, height)
            assert page.page.evaluate(OUT_OF_ITS_BOX) == []
            assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def focused(page):
    return page.page.evaluate("document.activeElement.closest('[data-board]')?.dataset.board")


def test_the_hall_has_keys_of_its_own_and_buttons_for_them(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    walk = [("Right", 1), ("Right", 2), ("Down", 6), ("Down", 6), ("Left", 5), ("Up", 1), ("Up", 1), ("Left", 1)]
    for arrow, number in walk:
        page.page.keyboard.press(f"Arrow{arrow}")
        assert focused(page) == f"Board {number}", arrow
    before = page.page.get_attribute("html", "data-theme")
    page.page.keyboard.press("t")
    assert page.page.get_attribute("html", "data-theme") != before
    for wanted, how in ((True, "key"), (False, "button")):
        page.page.keyboard.press("f") if how == "key" else page.page.click("[data-view-tool=full]")
        page.page.wait_for_selector(f"[data-view-tool=full][aria-pressed={str(wanted).lower()}]")
        assert page.page.evaluate("Boolean(document.fullscreenElement)") == wanted
    page.page.keyboard.press("?")
    assert texts(page, "#keys kbd") == [*"←→↑↓", "Enter", *"r1230", "Esc", *"fqt?"]
    page.page.keyboard.press("Escape")
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("#games[open] .none:not(:empty)")


def test_a_game_of_the_past_is_replayed_on_a_board_that_is_large_enough(hall_of, window):
    game = {"record": RECORD, "reasons": [*8 * [None], reason("g8", "h8 i8 g9 g10")]}
    hall = hall_of({key: told_board("h8") for key in ("Board 1", "Board 2")}, {RECORD["id"]: game}, [ENTRY])
    page = window(f"{hall.url}?theme=dark")
    page.page.wait_for_selector("[data-board='Board 2'] [data-last]")
    page.page.click("[data-view-tool=games]")
    page.page.locator("#games tbody button").first.click()
    page.page.wait_for_selector("body[data-view=room][data-replaying]")
    assert "past" not in page.page.url and "theme=dark" in page.page.url


def test_language_and_colours_of_the_address_go_along_to_a_board_and_back(hall, window):
    page = window(f"{hall.url}?lang=sv&theme=contrast", viewport=FULL_HD)
    full(page)
    page.page.click("[data-board='Board 2'] a")
    page.page.wait_for_selector("html[lang=sv][data-theme=contrast] body[data-view=room] #hallway:visible")
    page.page.click("#hallway a")
    page.page.wait_for_selector("html[lang=sv][data-theme=contrast] [data-board='Board 2'] [data-last]")
    page.page.select_option("#theme", "light")
    page.page.click("[data-board='Board 2'] a")
    page.page.wait_for_selector("html[lang=sv][data-theme=light] body[data-view=room]")


def test_the_line_that_won_and_the_lines_of_a_foul_are_drawn_on_the_small_board(hall_of, window):
    won, foul = told_board("h8 a1 h9 c1 h10 e1 h11 g1 h12"), told_board("h8 a1 i8 o1 g9 a15 g10 o15 g8")
    won.deed("result", winner="black", reason="five", line=["h8", "h9", "h10", "h11", "h12"])
    foul.deed("reason", **reason("g8", "h8 i8 g9 g10"))
    foul.deed("result", winner="white", reason="double-three", line=["g8"])
    hall = hall_of({f"Board {at}": board for at, board in enumerate((won, foul, told_board("h8")), 1)})
    page = window(hall.url, viewport=FULL_HD)
    drawn = page.page.locator("[data-board='Board 1'] [data-five]")
    # not "visible", because a vertical path has no width, and Playwright regards it as hidden
    drawn.wait_for(state="attached")
    assert drawn.locator(".upper").evaluate("(path) => path.getBoundingClientRect().height") > 40
    assert drawn.get_attribute("data-five") == "h8 h9 h10 h11 h12"
    lines = page.page.locator("[data-board='Board 2'] .foul-line")
    lines.first.wait_for()
    assert lines.count() == 2
    assert page.page.locator("[data-board='Board 3'] :is([data-five], .foul-line)").count() == 0


def test_each_link_says_who_plays_and_how_it_stands_and_a_result_is_told(hall, window):
    page = window(hall.url, viewport=FULL_HD)
    full(page)
    hall.laptop("Board 4", names={"p1": "Chiara", "p2": "Dmitri", "table": "4"})
    page.page.wait_for_selector("[data-board='Board 4'] .name:text-is('Chiara')")
    label = "[data-board='Board 4'] a"
    its = page.page.get_attribute(label, "aria-label")
    assert its == "Table 4 · Board 4: Black Chiara, White Dmitri. Black to move"
    assert page.page.get_attribute("[data-board='Board 3'] a", "aria-label").startswith("Board 3: Black Player 1,")
    assert page.page.locator("#results p").count() == 0, "what was there before is no news"
    hall.deed("Board 4", "result", winner="white", reason="resignation")
    page.page.wait_for_selector("#results p")
    assert texts(page, "#results p") == ["Table 4 · Board 4: White wins: Black resigns"]
    assert page.page.get_attribute(label, "aria-label").endswith("White wins: Black resigns")


def test_tabs_can_be_told_apart(hall, window):
    page = window(f"{hall.url}board/Board 2/")
    page.page.wait_for_function("() => document.title === 'Board 2 – Tengen'")
    page.page.click("#names-title")
    for name, value in (("p2", "Dmitri"), ("p1", "Chiara"), ("table", "2")):
        page.page.fill(f"#details [name={name}]", value)
        page.page.press(f"#details [name={name}]", "Tab")
    page.page.wait_for_function("() => document.title === 'Table 2 · Board 2: Chiara – Dmitri – Tengen'")
    assert page.page.text_content("h1") == page.page.title()
    assert page.page.text_content("#board-name") == "Board 2"
    page.page.goto(f"{hall.url}?lang=sv")
    page.page.wait_for_function("() => document.title === 'Tengen: salen'")


def test_in_a_very_narrow_window_each_board_has_a_line_of_its_own(hall, window):
    page = window(hall.url, viewport={"width": 320, "height": 568})
    full(page)
    boxes = [each.bounding_box() for each in page.page.query_selector_all("[data-board] .small")]
    assert all(box["width"] > 260 for box in boxes)
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("number", [2, 3])
def test_few_boards_have_larger_words_and_no_empty_space_in_their_cards(hall_of, window, number):
    hall = hall_of({f"Board {at}": told_board("h8") for at in range(1, number + 1)})
    page = window(hall.url, viewport=FULL_HD)
    page.page.wait_for_selector(f"[data-board='Board {number}'] [data-last]")
    letters = page.page.eval_on_selector("#boards .turn", "(each) => parseFloat(getComputedStyle(each).fontSize)")
    assert letters > 30, "with eight of them it is 20"
    card, board = (page.page.locator(f"[data-board='Board 1'] {part}").bounding_box() for part in ("a", ".small"))
    assert card["height"] < board["height"] + 320
    assert page.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_demonstration_says_how_to_get_boards_to_play_on(hall, window):
    page = window(f"{hall.url}", viewport=FULL_HD)
    full(page)
    assert page.page.is_hidden("#demo")
    hall.say({"type": "boards", "boards": [{**board, "demo": True} for board in hall.listed()]})
    page.page.wait_for_selector("#demo:visible")
    assert "tengen live --virtual 4 --still" in text(page, "#demo")
