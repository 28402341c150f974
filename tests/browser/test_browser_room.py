"""The room view on a projector: the board as large as possible, a foul explained, the replay, the keys."""

import pytest
from browser.test_browser_languages import LANGUAGES
from explained import reason
from ledger import WIDE, fewer
from telling import Telling, shows, text, texts

ROOM = "?view=room"
FULL_HD = {"width": 1920, "height": 1080}
HD = {"width": 1280, "height": 720}
FOUL = "h8 a1 i8 o1 g9 a15 g10 o15 g8"
NOBODY = {"p1": "", "p2": "", "event": "", "round": "", "table": ""}
LONG_NAME = "Aleksandra Konstantinopolskaja-Väljataga of the Old Town"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def put(telling, moves):
    """Put these stones by turns, and send their moves."""
    for at, point in enumerate(moves.split()):
        telling.board.stones[point] = "white" if at % 2 else "black"
    telling.served.call(telling.board.say, telling.board.stones_message())
    telling.moves(moves)


def lost_by_foul(telling, mode="referee"):
    telling.begin(mode=mode, clock="10+5")
    put(telling, FOUL)
    telling.clock("p1", 600_000, 595_000, stopped="over")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    telling.result("white", "double-three", ["g8"])


def marks(page):
    """Return the visible marks as a set of (kind, point)."""
    return page.page.evaluate(
        """() => [...document.querySelectorAll(".over [data-mark]")].filter((mark) => mark.getClientRects().length)
            .map((mark) => [mark.dataset.mark, mark.dataset.point])"""
    )


def nothing_is_cut_off(page):
    """Return the parts that are cut off: [] if the window does not scroll and contains each part."""
    return page.page.evaluate(
        """() => {
            const panel = document.querySelector(".panel");
            const cut = [];
            const { scrollWidth, scrollHeight } = document.documentElement;
            if (scrollWidth > innerWidth || scrollHeight > innerHeight) cut.push("the window scrolls");
            for (const element of document.querySelectorAll(".wood, .panel :not(.unseen, .unseen *)")) {
                const box = element.getBoundingClientRect();
                if (!box.width || !box.height) continue;
                const { left, top, right, bottom } = box;
                const within = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
                if (!within) cut.push(`${element.tagName} ${element.id} ${element.className}`);
            }
            return cut;
        }"""
    )


def test_the_board_takes_the_screens_height_and_nothing_scrolls_or_is_cut_off(telling, window):
    page = window(telling.url + ROOM, viewport=FULL_HD)
    lost_by_foul(telling)
    shows(page, telling)
    for size in FULL_HD, HD, {"width": 1024, "height": 768}:
        page.resize(**size)
        assert nothing_is_cut_off(page) == [], size
        board = page.page.query_selector(".wood").bounding_box()
        assert board["width"] == pytest.approx(board["height"], abs=1), size
        if size["width"] / size["height"] > 1.5:
            assert board["height"] > 0.95 * size["height"], size


def test_even_all_there_is_to_say_has_room(telling, window):
    page = window(telling.url + ROOM, viewport=HD)
    telling.board.lights = False
    telling.begin(mode="teach", opening="taraguchi-10", clock="45/30x3")
    put(telling, "k12 a1 f11 o1 g11 a15 j11 o15 h10 a3 h8 a5 i8 a7 i7 a9 j7 a11 g6")
    telling.opening("D12", "Zuigetsu", "瑞月")
    telling.clock("p1", 1_000_000, 900_000, periods={"p1": 3, "p2": 2}, stopped="disturbed")
    telling.tell("refused", who="p2", why="it is not your turn: wait until the other has moved")
    dead = "row 7 (595 #1 pin Q6) is dead: its always-closed contact with the row sense never answers"
    telling.tell("matrix", faults=[dead], points=["a7"], waits=False)
    excused = reason("h9", "k12 f11 g11 j11 h10 h8 i8 i7 j7 g6")
    twice = {**excused, "lines": excused["lines"] * 2}
    telling.tell("provisional", point="h9", colour="black")
    telling.tell("reason", **twice)
    event = {"event": "Open Championship of the Old Town", "round": "3", "table": "12"}
    details = {"p1": LONG_NAME, "p2": LONG_NAME, **event}
    telling.laptop(names={**details})
    page.page.wait_for_selector(".who .name:has-text('Aleksandra')")
    shows(page, telling)
    assert nothing_is_cut_off(page) == []
    assert page.page.locator("#reasons li").count() == 4
    lowest = page.page.evaluate(
        """() => [...document.querySelectorAll(".panel > .now > *, .panel > *")]
            .filter((each) => each.getClientRects().length)
            .every((each) => each.scrollHeight <= each.clientHeight + 2 || each.matches(".unseen"))"""
    )
    assert lowest, "some words are wider or higher than their place"


def test_who_watches_sees_turn_clocks_opening_step_and_last_move(telling, window):
    page = window(telling.url + ROOM)
    telling.begin(mode="referee", clock="10+5")
    put(telling, "h8 i9 g7")
    telling.opening("I11", "Shagetsu", "斜月")
    telling.clock("p2", 600_000, 595_000)
    telling.asks("stone", "p2", 4)
    shows(page, telling)
    for selector, words in {
        "#turn": "White to move",
        "#game-line": "Renju · Referee · RIF · I11 Shagetsu 斜月 · stone 4",
        "#latest": "3. Black G7",
        ".player[data-seat=p1] .left": "10:00",
    }.items():
        assert page.page.locator(selector).is_visible()
        assert text(page, selector) == words
    assert marks(page) == [["last", "g7"]]
    assert not page.page.locator(".more, .tools, .rail, .player .entries").filter(visible=True).count()


def test_where_a_player_is_in_his_menu_is_told_on_his_card(telling, window):
    telling.begin()
    telling.moves("h8")
    page = window(telling.url + ROOM)
    for at, words in ((0, "Pass, 1 of 3"), (2, "Resign, 3 of 3")):
        telling.menu("p2", "menu", ["pass", "draw", "resign"], at)
        shows(page, telling)
        assert text(page, ".player[data-seat=p2] .task") == words


def test_a_foul_is_drawn_over_its_stones_and_named_in_words_with_the_same_look(telling, window):
    page = window(telling.url + ROOM + "&theme=dark")
    lost_by_foul(telling)
    shows(page, telling)
    assert ["foul", "g8"] in marks(page)
    lines = page.page.locator(".foul-line")
    assert lines.evaluate_all("(all) => all.map((line) => [line.dataset.line, line.dataset.stones])") == [
        ["1", "g8 h8 i8"],
        ["2", "g8 g9 g10"],
    ]
    looks = lines.evaluate_all(
        """(all) => all.map((line) => {
            const { stroke, strokeDasharray } = getComputedStyle(line.querySelector(":scope > .upper"));
            return [stroke, strokeDasharray];
        })"""
    )
    assert looks[0][0] != looks[1][0] and looks[0][1] != looks[1][1]
    assert lines.evaluate_all("(all) => all.map((line) => line.querySelector('.badge').textContent)") == ["1", "2"]
    said = page.page.locator("#reasons li")
    assert said.evaluate_all("(all) => all.map((each) => each.dataset.look)") == ["1", "2"]
    assert "three G8 H8 I8 in the row" in said.first.text_content()
    assert text(page, "#turn") == "White wins: Black's double-three at G8"
    # each line is drawn across the stones of this line
    for line, stones in ((1, ["g8", "h8", "i8"]), (2, ["g8", "g9", "g10"])):
        box = page.page.locator(f"[data-line='{line}'] > .upper").bounding_box()
        for stone in stones:
            x, y = page.place(stone)
            assert box["x"] - 8 <= x <= box["x"] + box["width"] + 8
            assert box["y"] - 8 <= y <= box["y"] + box["height"] + 8


def test_a_dead_three_is_drawn_another_way_and_explained(telling, window):
    page = window(telling.url + ROOM)
    telling.begin(mode="teach")
    put(telling, "k12 a1 f11 o1 g11 a15 j11 o15 h10")
    telling.tell("provisional", point="h9", colour="black")
    telling.tell("reason", **reason("h9", "k12 f11 g11 j11 h10 h8 i8 i7 j7 g6"))
    shows(page, telling)
    assert text(page, "#reasons-title") == "Why H9 only looks like a double-three:"
    assert page.page.locator(".foul-line.dead").count() == 1
    killed = page.page.locator(".foul-line.dead .killed")
    assert killed.evaluate_all("(all) => all.map((each) => each.dataset.point)") == ["h7", "h11"]
    dead = page.page.locator("#reasons li[data-dead=true]")
    assert "does not count: at H7 Black would make a double-three (RIF 9.3 b)" in dead.text_content()
    assert ["excused", "h9"] in marks(page)


def test_in_a_silent_game_a_foul_leaves_no_trace_until_it_is_over(telling, window):
    page = window(telling.url + ROOM)
    telling.begin(mode="silent")
    put(telling, FOUL)
    telling.laptop(forbidden={"points": {"f8": "overline"}, "dead": []})
    telling.asks("stone", "p2", 10)
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))  # even if the board had reported the reason
    shows(page, telling)
    assert marks(page) == [["last", "g8"]]
    assert page.page.locator("#reasons li").count() == 0 and not page.page.is_visible("#legend")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Home")
    assert page.page.locator(".foul-line, #reasons li, #retold li").count() == 0
    page.page.keyboard.press("Escape")
    telling.result("white", "double-three", ["g8"])
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    shows(page, telling)
    assert page.page.locator(".foul-line").count() == 2


def test_forbidden_points_in_teach_mode_and_what_their_signs_mean(telling, window):
    page = window(telling.url + ROOM)
    telling.begin(mode="teach")
    put(telling, "h8 a1")
    points = {"g8": "double-three", "c3": "double-four", "n14": "overline"}
    dead = [{"point": "h10", "foul": None, "lines": []}]
    telling.laptop(forbidden={"points": points, "dead": dead})
    page.page.wait_for_selector("[data-mark=forbidden]")
    assert ["dead", "h10"] in marks(page)
    signs = page.page.locator("[data-mark=forbidden]")
    told = signs.evaluate_all("(all) => all.map((each) => [each.dataset.point, each.textContent])")
    assert dict(told) == {"g8": "33", "c3": "44", "n14": "6"}
    assert texts(page, "#legend li") == [
        "33double-three",
        "44double-four",
        "6overline",
        "33only looks like a double-three",
    ]
    telling.laptop(forbidden={"points": {}, "dead": []})
    page.page.wait_for_selector("#legend", state="hidden")
    assert page.page.locator("[data-mark=forbidden]").count() == 0


def test_a_board_that_tells_nothing_of_its_lights_has_its_marks_at_the_table_too(telling, window):
    telling.begin()
    put(telling, "h8 i9")
    assert marks(window(telling.url)) == []
    description = telling.board.description
    telling.board.description = lambda: {**description(), "lights": False}
    assert marks(window(telling.url)) == [["last", "i9"]]


# Replay, numbers, turned boards: by keys and by buttons


def test_the_replay_of_the_present_game_by_slider_keys_and_buttons(telling, window):
    page = window(telling.url + ROOM)
    lost_by_foul(telling)
    shows(page, telling)
    for _ in range(2):
        page.page.keyboard.press("ArrowLeft")
    assert len(page.stones()) == 7 and "g8" not in page.stones()
    assert text(page, "#retold .turn") == "7. G10"
    assert page.page.locator("#replay-count").text_content() == "7 / 9"
    assert page.page.locator(".foul-line").count() == 0 and marks(page) == [["last", "g10"]]
    page.page.keyboard.press("Home")
    assert page.stones() == {}
    page.page.locator("#replay-slider").fill("3")
    assert set(page.stones()) == {"h8", "a1", "i8"}
    page.page.click("[data-replay=on]")
    assert text(page, "#retold .turn") == "4. O1"
    page.page.click("[data-replay=live]")
    assert len(page.stones()) == 9 and page.page.locator(".foul-line").count() == 2
    assert page.page.locator("#retold").is_hidden()


# The controls that are covered by the notice
UNDER = """() => {
    const notice = document.getElementById("notice").getBoundingClientRect();
    const all = [...document.querySelectorAll("button, select, input")].filter((each) => each.getClientRects().length);
    return all.map((each) => [each, each.getBoundingClientRect()]).filter(([each, box]) =>
        box.bottom > notice.top && box.top < notice.bottom && box.right > notice.left && box.left < notice.right,
    ).map(([each]) => each.outerHTML);
}"""


@pytest.mark.parametrize(
    ("width", "height"), fewer([(1280, 800), (1920, 1080), (1080, 920), (390, 844)], [(1280, 800), (390, 844)])
)
def test_an_answer_covers_no_control_and_goes_with_the_next_key(telling, window, width, height):
    """An answer covers no control and disappears with the next key, in windows of each shape."""
    telling.begin()
    telling.moves("h8 i9 g9")
    page = window(telling.url + ROOM, viewport={"width": width, "height": height})
    shows(page, telling)
    for keys in (("s", "End"), ("Home", "s", "ArrowRight")):
        for key in keys[:-1]:
            page.page.keyboard.press(key)
        assert page.page.is_visible("#notice") and page.page.evaluate(UNDER) == []
        page.page.keyboard.press("Shift")
        assert page.page.is_visible("#notice")
        page.page.keyboard.press(keys[-1])
        assert not page.page.is_visible("#notice")


def test_a_move_during_a_replay_waits_until_people_come_back_to_the_game(telling, window):
    page = window(telling.url + ROOM)
    telling.begin()
    put(telling, "h8 i9 g7")
    shows(page, telling)
    page.page.keyboard.press("ArrowLeft")
    telling.board.stones["j9"] = "white"
    telling.served.call(telling.board.say, telling.board.stones_message())
    telling.moves("j9", first=4)
    shows(page, telling)
    assert set(page.stones()) == {"h8", "i9"}
    assert page.page.locator("#replay-count").text_content() == "2 / 4"
    page.page.keyboard.press("Escape")
    assert set(page.stones()) == {"h8", "i9", "g7", "j9"}


def test_the_replay_plays_by_itself_to_the_end_and_stops(telling, window):
    page = window(telling.url + ROOM)
    telling.begin()
    put(telling, "h8 i9 g7")
    shows(page, telling)
    page.stop_clock()
    page.page.keyboard.press("p")
    assert page.stones() == {}
    page.page.clock.run_for(1000)
    assert set(page.stones()) == {"h8"}
    page.page.clock.run_for(10_000)
    assert len(page.stones()) == 3 and page.page.locator("#retold").is_hidden()
    assert page.page.get_attribute("[data-replay=play]", "aria-label") == "Play"


def test_move_numbers_come_and_go_and_the_last_stands_out(telling, window):
    page = window(telling.url)
    telling.begin()
    put(telling, "h8 i9 g7")
    shows(page, telling)
    assert page.page.locator(".number").count() == 0
    page.page.keyboard.press("n")
    numbers = page.page.locator(".number")
    told = numbers.evaluate_all("(all) => all.map((each) => [each.dataset.number, each.textContent])")
    assert dict(told) == {"h8": "1", "i9": "2", "g7": "3"}
    assert page.page.locator(".number.last").text_content() == "3"
    page.page.click("#view-title")
    page.page.click("[data-view-tool=numbers]")
    assert page.page.locator(".number").count() == 0
    page.page.click("[data-view-tool=room]")
    page.page.click("[data-view-tool=numbers]")
    assert page.page.locator(".number").count() == 3


@pytest.mark.parametrize("view", ["?numbers&view=room", "?numbers"])
def test_numbers_of_a_long_game_are_no_wider_than_their_stones(telling, window, view):
    page = window(telling.url + view)
    telling.begin()
    put(telling, " ".join(f"{letter}{row}" for letter in "abcdefgh" for row in range(1, 15)))
    shows(page, telling)
    wide = page.page.evaluate(
        """() => [...document.querySelectorAll(".number")].filter((number) => {
            const stone = document.querySelector(`.stones [data-stone="${number.dataset.number}"]`);
            return number.getBoundingClientRect().width > stone.getBoundingClientRect().width;
        }).map((number) => number.textContent)"""
    )
    assert page.page.locator(".number").count() == 112 and wide == []


def test_a_turned_board_has_its_coordinates_lights_and_hand_where_they_belong(served, window):
    page = window(served.url)
    page.play(served, ["h8", "d2"])
    for key in ("o", "m", "o"):
        page.page.keyboard.press(key)
        where = page.page.evaluate(
            """() => {
                const edge = (text) => [...document.querySelectorAll(".ground text")]
                    .filter((each) => each.textContent === text).map((each) => each.getBoundingClientRect());
                const [one, other] = edge("D");
                const row = edge("2");
                const stone = document.querySelector("[data-stone=d2]").getBoundingClientRect();
                const led = document.querySelector(".led[data-point=d2] .lens").getBoundingClientRect();
                const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
                const upright = Math.abs(one.x - other.x) < 2;
                const [x, y] = upright ? [middle(one)[0], middle(row[0])[1]] : [middle(row[0])[0], middle(one)[1]];
                return [middle(stone), middle(led)].map((at) => Math.hypot(at[0] - x, at[1] - y));
            }"""
        )
        assert all(distance < 3 for distance in where), key
        assert page.page.locator(".led[data-point=d2].on.covered").count() == 1
    box = page.page.locator("[data-point=o1].point").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    served.until_stones("h8", "d2", "o1")


def test_arrows_move_the_cursor_as_it_is_seen_on_a_turned_board(telling, window):
    page = window(telling.url + "?turn=1")
    page.page.focus("[data-point=h8].point")
    page.page.keyboard.press("ArrowRight")
    # the board is turned clockwise, so that the upper neighbour is on the right
    assert page.page.evaluate("document.activeElement.dataset.point") == "h9"


def test_the_keys_are_listed_and_leave_alone_what_is_written(telling, window):
    page = window(telling.url)
    page.page.keyboard.press("?")
    assert page.page.locator("dialog#keys").is_visible()
    assert texts(page, "#keys kbd")[:8] == ["g", "r", "f", "q", "h", "n", "t", "o"]
    page.page.keyboard.press("Escape")
    page.page.click("#names-title")
    page.page.fill("#details [name=p1]", "")
    page.page.keyboard.type("Trine of Munkfors")
    assert page.page.input_value("#details [name=p1]") == "Trine of Munkfors"
    assert page.page.get_attribute("body", "data-view") == "table"
    page.page.click("#moves-title")
    page.page.keyboard.press("r")
    assert page.page.get_attribute("body", "data-view") == "room"
    assert "view=room" in page.page.url


def is_full(page):
    return page.page.evaluate("Boolean(document.fullscreenElement)")


@pytest.mark.parametrize("how", ["key", "button"])
def test_the_page_has_the_whole_screen_and_has_it_no_longer(telling, window, how):
    page = window(telling.url)
    page.page.click("#view-title")
    for wanted in (True, False):
        page.page.keyboard.press("f") if how == "key" else page.page.click("[data-view-tool=full]")
        page.page.wait_for_selector(f"[data-view-tool=full][aria-pressed={str(wanted).lower()}]")
        assert is_full(page) == wanted
    assert "turn" not in page.page.url


def test_a_browser_that_refuses_the_whole_screen_is_not_silent_about_it(telling, window):
    page = window(telling.url)
    page.page.evaluate("document.documentElement.requestFullscreen = undefined")
    page.page.keyboard.press("f")
    page.page.wait_for_selector("#notice:visible")
    assert text(page, "#notice") == "This browser does not allow full screen"


def gives_rights(page, role, may):
    """Give a page a role and rights, as the laptop does at the connection."""
    ready = {"role": role, "may": may}
    page.page.evaluate("(ready) => import('/page/rights.js').then((its) => its.setRights(ready))", ready)


def test_who_only_looks_on_or_has_the_room_view_is_told_of_no_key_that_acts_and_why(telling, window):
    page = window(telling.url + ROOM)
    hands = {"g", "Enter", "1", "2", "0"}
    page.page.keyboard.press("?")
    assert not hands & set(texts(page, "#keys kbd"))
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("g")
    page.page.wait_for_selector("#notice:has-text('room view only shows')")
    gives_rights(page, "answer", [])
    page.click("h8")
    page.page.wait_for_selector("#notice:has-text('You are watching')")
    page.page.keyboard.press("r")
    page.page.keyboard.press("?")
    assert not hands & set(texts(page, "#keys kbd"))
    page.page.keyboard.press("Escape")
    gives_rights(page, "leader", ["put", "ask.new"])
    page.page.keyboard.press("?")
    assert hands <= set(texts(page, "#keys kbd"))


def test_how_the_board_is_looked_at_outlives_a_reload(telling, window):
    page = window(telling.url)
    for key in "rnom":
        page.page.keyboard.press(key)
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    assert page.page.get_attribute("body", "data-view") == "room"
    pressed = page.page.locator("[data-view-tool][aria-pressed=true]")
    assert pressed.evaluate_all("(all) => all.map((each) => each.dataset.viewTool)") == ["room", "numbers", "mirror"]
    # the board is turned by a quarter, then mirrored: column A is at the bottom, and row 1 is on the right
    box = page.page.locator("[data-point=a1].point").bounding_box()
    other = page.page.locator("[data-point=o15].point").bounding_box()
    assert box["x"] > other["x"] and box["y"] < other["y"]


def test_a_hand_on_the_projected_page_moves_nothing(telling, window):
    page = window(telling.url + ROOM)
    page.click("h8")
    page.page.wait_for_selector("#notice:has-text('room view only shows')")
    assert telling.board.done == []


# The cable, and the moves for users of screen readers


def test_a_cable_that_is_out_is_told_calmly_and_its_return_too(telling, window):
    page = window(telling.url + ROOM, viewport=HD)
    telling.begin()
    put(telling, "h8 i9")
    words = "The board's cable is out: plug it in again, the game is kept"
    telling.laptop(link={"connected": False, "words": words})
    page.page.wait_for_selector("#link:visible")
    assert text(page, "#link") == f"Not connected. {words}"
    assert not page.page.is_visible("#connection"), "it says that the page is connected, as it is: to the laptop"
    assert page.stones() == {"h8": "black", "i9": "white"}
    assert nothing_is_cut_off(page) == []
    telling.laptop(link={"connected": True, "words": ""})
    page.page.wait_for_selector("#link", state="hidden")
    assert page.page.is_visible("#connection")


def test_usual_names_are_told_in_full_beside_the_clocks(telling, window):
    page = window(telling.url + ROOM, viewport=HD)
    telling.begin(mode="referee", clock="90+30")
    telling.clock("p1", 5_400_000, 5_400_000)
    details = {"p1": "Ants Soosõrv", "p2": "Björn Svensson", "event": "Tallinn Open", "round": "3", "table": "5"}
    telling.laptop(names={**details})
    page.page.wait_for_selector(".who .name:has-text('Björn')")
    shows(page, telling)
    is_cut = "(its) => its.scrollWidth > its.clientWidth || its.scrollHeight > its.clientHeight + 2"
    assert [name.evaluate(is_cut) for name in page.page.locator(".who .name").all()] == [False, False]
    assert nothing_is_cut_off(page) == []
    lines = "(its) => its.getBoundingClientRect().height / parseFloat(getComputedStyle(its).fontSize)"
    assert page.page.locator("#occasion").evaluate(lines) < 2, "the occasion stands in one line"


# How many pixels the letters extend beyond the top and the bottom of the box that clips them
CUT_OFF = """(name) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(name);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(name.textContent);
    const range = document.createRange();
    range.selectNodeContents(name);
    const [line, box] = [range.getClientRects()[0], name.getBoundingClientRect()];
    const baseline = line.top + ink.fontBoundingBoxAscent;
    return [box.top - (baseline - ink.actualBoundingBoxAscent), baseline + ink.actualBoundingBoxDescent - box.bottom];
}"""


@pytest.mark.parametrize("view", [ROOM, ""], ids=["room", "table"])
def test_the_accents_of_a_name_are_not_cut_off(telling, window, view):
    page = window(telling.url + view)
    telling.begin()
    telling.laptop(names={**NOBODY, "p1": "Õunapuu Žanna", "p2": "Åsa Öberg"})
    page.page.wait_for_selector(".who .name:has-text('Žanna')")
    for size in {"width": 1366, "height": 768}, FULL_HD:
        page.resize(**size)
        for name in page.page.locator(".who .name").all():
            above, below = name.evaluate(CUT_OFF)
            assert above <= 0 and below <= 0, size


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_a_foul_explained_leaves_the_tables_tabs_and_buttons_their_room(telling, window, language):
    """The lines of a foul do not push tabs or buttons out of the window."""
    page = window(f"{telling.url}?lang={language}")
    lost_by_foul(telling)
    shows(page, telling)
    details = {**NOBODY, "p1": "Õunapuu Žanna", "p2": "Åsa Öberg", "event": "Club evening"}
    telling.laptop(names={**details})
    page.page.wait_for_selector("#occasion:has-text('Club')")
    for width, height in (1366, 768), (1366, 660), (1280, 720), (1920, 1080):
        page.resize(width, height)
        page.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
        assert nothing_is_cut_off(page) == []
        assert page.page.query_selector("#moves-panel").bounding_box()["height"] >= 80
        panel = page.page.query_selector(".panel").bounding_box()
        tools = page.page.query_selector(".tools").bounding_box()
        assert tools["y"] + tools["height"] <= panel["y"] + panel["height"] + 1
        words = page.page.query_selector("#reasons li")
        assert words.evaluate("(its) => parseFloat(getComputedStyle(its).fontSize)") > 12


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_no_button_of_the_view_stands_alone_in_a_line(telling, window, language):
    """The buttons of the room view fill their lines."""
    page = window(f"{telling.url}{ROOM}&lang={language}", viewport={"width": 1366, "height": 768})
    tops = page.page.locator(".viewing > *").evaluate_all(
        """(all) => all.map((each) => each.getBoundingClientRect())
            .map(({ top, height }) => Math.round(top + height / 2))"""
    )
    assert tops.count(tops[-1]) > 1


@pytest.mark.parametrize("view", [ROOM, ""], ids=["room", "table"])
def test_a_stone_in_the_corner_leaves_its_label_free(telling, window, view):
    page = window(telling.url + view)
    telling.begin()
    put(telling, "o15 a1")
    shows(page, telling)
    for size in {"width": 1366, "height": 768}, {"width": 390, "height": 844}:
        page.resize(**size)
        gap = page.page.evaluate(
            """() => {
                const stone = document.querySelector(".stones [data-stone=o15]").getBoundingClientRect();
                const texts = [...document.querySelectorAll(".ground text")];
                const labels = texts.filter((each) => each.textContent === "15");
                const board = document.querySelector(".board").getBoundingClientRect();
                const last = labels.map((each) => each.getBoundingClientRect()).sort((a, b) => b.left - a.left)[0];
                return [(last.left - stone.right) / stone.width, (board.right - last.right) / stone.width];
            }"""
        )
        assert gap[0] > 0.05 and gap[1] > 0, size


def test_what_is_told_is_read_on_as_it_grows_and_never_from_its_beginning(telling, window):
    telling.begin()
    telling.moves("h8 i9")
    page = window(telling.url + ROOM)
    log = page.page.locator("#spoken")
    # if a page opens late, a screen reader must not read the whole game
    log.locator("text=Black to move").wait_for(state="attached")
    assert (log.get_attribute("aria-live"), log.get_attribute("role")) == ("polite", "log")
    assert texts(page, "#spoken p") == ["Black to move"]
    first = log.locator("p").first.element_handle()
    telling.moves("-- j9", first=3)
    telling.tell("taken_back", by="arbiter", count=1, removed=["j9"], moves="h8i9--", turn="white")
    log.locator("text=White to move").wait_for(state="attached")
    told = ["Black passes", "White J 9", "1 move taken back by Arbiter: J 9", "White to move"]
    assert texts(page, "#spoken p") == ["Black to move", *told]
    assert first.evaluate("(item) => item.isConnected"), "what was read before would be read again"


# The cursor, and the size of the texts

CURSOR = "(each) => getComputedStyle(each).stroke"


def test_the_cursor_is_seen_only_while_the_keyboard_moves_it(telling, window):
    """A clicked point, or a cursor from before, has no ring in the room view until an arrow moves the cursor."""
    page = window(telling.url)
    telling.begin()
    shows(page, telling)

    def ring():
        return page.page.eval_on_selector(".point[tabindex='0']", CURSOR) != "none"

    page.click("c3")
    page.page.focus(".point[data-point=c3]")
    page.page.keyboard.press("n")
    assert not ring(), "it was clicked"
    page.page.keyboard.press("ArrowUp")
    assert ring()
    page.page.keyboard.press("r")
    assert not ring(), "the audience does not walk"
    page.page.keyboard.press("o")
    assert not ring()
    page.page.keyboard.press("ArrowUp")
    assert ring()
    page.page.keyboard.press("o")
    assert ring(), "a turned board keeps it"
    page.page.keyboard.press("r")
    page.page.keyboard.press("b")
    assert ring()


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_the_texts_use_the_room_that_they_have(telling, window, language):
    """The reasons of a foul have at least a 35th of the height, and nothing is cut off."""
    page = window(f"{telling.url}{ROOM}&lang={language}", viewport={"width": 1920, "height": 1080})
    lost_by_foul(telling)
    shows(page, telling)
    for width, height in (1920, 1080), (1366, 768):
        page.resize(width, height)
        size = page.page.eval_on_selector("#reasons li", "(each) => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= height / 35, (width, size)
        cut = "(each) => each.scrollHeight - each.clientHeight"
        assert page.page.eval_on_selector(".panel", cut) <= 0


# A phone


def test_on_a_phone_the_board_is_as_wide_as_the_screen_and_the_words_follow(telling, window):
    page = window(telling.url + ROOM, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    lost_by_foul(telling)
    shows(page, telling)
    board = page.page.query_selector(".wood").bounding_box()
    assert board["width"] > 375 and board["x"] >= 0
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    turn = page.page.query_selector("#turn").bounding_box()
    assert board["y"] + board["height"] < turn["y"] < 844
    small = page.page.evaluate(
        """() => [...document.querySelectorAll(".viewing button, .replay button, .viewing select")]
            .filter((each) => each.getClientRects().length)
            .filter((each) => each.getBoundingClientRect().height < 44).length"""
    )
    assert small == 0


@pytest.mark.parametrize("view", [ROOM, ""], ids=["room", "table"])
def test_on_a_phone_on_its_side_the_whole_board_stands_and_the_words_scroll_beside_it(telling, window, view):
    for width, height in (844, 390), (932, 430):
        page = window(telling.url + view, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        if not telling.board.replica.at:
            lost_by_foul(telling)
        shows(page, telling)
        page.page.wait_for_selector("#turn:has-text('White wins')")
        for down in (0, 10_000):
            page.page.evaluate("(down) => scrollTo(0, down)", down)
            wood = page.page.query_selector(".wood").bounding_box()
            assert wood["y"] >= 0 and wood["y"] + wood["height"] <= height
            assert wood["height"] > (0.9 * height if view else 0.6 * height)
        page.page.evaluate("scrollTo(0, 0)")
        turn = page.page.query_selector("#turn").bounding_box()
        assert turn["x"] > wood["x"] + wood["width"] and turn["y"] + turn["height"] < height
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
