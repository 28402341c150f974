"""Hands on the page: click, drag, touch, keys and buttons act on the board as expected."""

from telling import text

TOUCH_MS = 100
TOLD_MS = 400  # the time until a missing stone is reported, which is after the hand has come to rest


def test_a_click_puts_and_the_next_lifts(served, window):
    page = window(served.url)
    page.click("b3")
    served.until_stones("b3")
    page.until_stones({"b3": "black"})
    page.click("b3")
    served.until_stones()
    page.until_stones({})


def test_a_stone_is_provisional_until_it_rests(served, window):
    page = window(served.url)
    page.click("h8")
    served.until_stones("h8")
    served.advance(TOUCH_MS)
    page.shows(served)
    assert served.codes()[-1] == "provisional"
    assert page.page.text_content("#prompt") == "H8: let it rest, press Player 1, or lift it"
    page.click("h8")
    served.until_stones()
    served.advance(TOUCH_MS)
    page.shows(served)
    assert served.codes()[-1] == "withdrawn"
    assert page.page.text_content("#prompt") == "Player 1: put stone 1 (Black) on the centre"


def test_what_is_wrong_is_said_and_play_goes_on(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    page.click("c3")
    page.click("d4")
    served.until_stones("h8", "i9", "c3", "d4")
    served.advance(TOUCH_MS)
    page.shows(served)
    assert page.page.text_content("#prompt") == "2 new stones: C3, D4. Only one is wanted: lift all but one"
    page.click("c3")
    page.click("d4")
    page.click("h8")
    served.until_stones("i9")
    served.advance(TOLD_MS)
    page.shows(served)
    assert page.page.text_content("#prompt") == "H8 was lifted: put it back"
    page.click("h8")
    served.until_stones("h8", "i9")
    served.advance(TOUCH_MS)
    page.shows(served)
    assert page.page.text_content("#prompt") == ""
    assert page.page.text_content("#turn").strip() == "Black to move"


def test_a_slid_stone_is_to_be_slid_back(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    page.drag("h8", "h9")
    served.until_stones("h9", "i9")
    served.advance(TOLD_MS)
    page.shows(served)
    assert page.page.text_content("#prompt") == "H8 slid to H9: slide it back"
    assert page.page.text_content("#events [data-code=disturbed]").endswith("H8 slid to H9: slide it back")
    page.drag("h9", "n14")
    served.until_stones("n14", "i9")
    served.advance(TOLD_MS)
    page.shows(served)
    assert page.page.text_content("#prompt") == "Put back H8, take away N14"


def test_the_end_says_how_to_begin_again(served, window):
    page = window(served.url)
    points = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"]
    page.play(served, points)
    page.shows(served)
    assert page.page.text_content("#prompt") == "For a new game: press New game; or clear the board, then press Arbiter"
    page.page.click("#clear")
    page.until_stones({})
    assert page.page.text_content("#prompt") == "For a new game: press New game or Arbiter"
    page.page.keyboard.press("r")
    assert page.page.text_content("#prompt") == "For a new game: press Arbiter", "the room view has no such button"
    page.page.keyboard.press("r")
    assert page.page.text_content("#prompt") == "For a new game: press New game or Arbiter"


def test_the_stones_of_a_game_under_way_are_taken_away_at_a_second_press_alone(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    page.page.dblclick("#clear")
    question = "A game is under way: press “Lift all” again to take its stones off the board"
    assert text(page, "#notice") == question
    assert page.page.get_attribute("#clear", "data-asked") == "true"
    page.page.click("#turn")
    assert page.page.get_attribute("#clear", "data-asked") == "false", "whoever does something else did not mean it"
    assert not page.page.is_visible("#notice")
    page.page.click("#clear")
    assert served.stones() == {"h8": "black", "i9": "white"}
    page.page.click("#clear")
    page.until_stones({})


def test_a_refused_wish_is_told_where_nobody_can_miss_it(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.tap(served, "arbiter")
    page.shows(served)
    said = page.page.text_content("#hints")
    assert said == "Arbiter: a new game begins on an empty board: take the stones away first"


def test_a_cleared_board_in_mid_game_says_both_ways_on(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.click("h8")
    served.until_stones()
    served.rest()
    page.shows(served)
    assert page.page.text_content("#prompt") == "H8 was lifted: put it back, or press Arbiter to give this game up"


def test_the_buttons_show_whose_they_are(served, window):
    page = window(served.url)
    labels = {
        button: page.page.get_attribute(f"[data-button={button}]", "aria-label") for button in ("p1", "p2", "arbiter")
    }
    assert labels == {"p1": "Player 1, Black", "p2": "Player 2, White", "arbiter": "Arbiter"}
    assert page.page.is_visible("[data-button=p1] .stone") and page.page.is_visible("[data-button=p2] .stone")


def test_a_drag_slides_a_stone(served, window):
    page = window(served.url)
    page.click("h8")
    served.until_stones("h8")
    page.until_stones({"h8": "black"})
    page.drag("h8", "c12")
    served.until_stones("c12")
    page.until_stones({"c12": "black"})


def test_a_stone_dragged_back_or_onto_another_stays(served, window):
    page = window(served.url)
    for points in (["h8"], ["h8", "k3"]):
        page.click(points[-1])
        served.until_stones(*points)
    page.until_stones(served.stones())
    page.drag("h8", "k3")
    page.page.wait_for_selector("#notice:not([hidden])")
    assert "K3 already holds a stone" in page.page.text_content("#notice")
    page.page.mouse.move(*page.place("h8"))
    page.page.mouse.down()
    page.page.mouse.move(*page.place("e5"), steps=3)
    page.page.mouse.move(*page.place("h8"), steps=3)
    page.page.mouse.up()
    page.click("a1")
    served.until_stones("h8", "k3", "a1")


def test_a_stone_dragged_off_the_board_is_lifted(served, window):
    page = window(served.url)
    page.click("a1")
    served.until_stones("a1")
    page.until_stones({"a1": "black"})
    page.page.mouse.move(*page.place("a1"))
    page.page.mouse.down()
    page.page.mouse.move(5, 795, steps=3)
    page.page.mouse.up()
    served.until_stones()


def test_the_colour_of_the_next_stone_can_be_chosen(served, window):
    page = window(served.url)
    page.page.click(".choice label:has-text('White')")
    page.click("h8")
    served.until_stones("h8")
    page.until_stones({"h8": "white"})


def test_a_finger_on_large_points_does_the_same(served, window):
    page = window(served.url, viewport={"width": 1024, "height": 1366}, has_touch=True, is_mobile=True)
    page.page.touchscreen.tap(*page.place("m13"))
    served.until_stones("m13")
    page.until_stones({"m13": "black"})
    page.page.touchscreen.tap(*page.place("m13"))
    served.until_stones()


def test_the_keyboard_alone_is_enough(served, window):
    page = window(served.url)
    page.page.focus(".point[data-point=h8]")
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp", "Enter"):
        page.page.keyboard.press(key)
    served.until_stones("g10")
    page.until_stones({"g10": "black"})
    label = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "G10, black stone"
    page.page.keyboard.press(" ")
    served.until_stones()


def test_the_cursor_stays_on_the_board(served, window):
    page = window(served.url)
    page.page.focus(".point[data-point=h8]")
    for _ in range(20):
        page.page.keyboard.press("ArrowDown")
        page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Enter")
    served.until_stones("o1")


def test_a_button_is_down_for_as_long_as_it_is_held(served, window):
    page = window(served.url)
    page.page.hover("[data-button=p1]")
    page.page.mouse.down()
    served.until(lambda: served.board.hands == [("press", "p1")])
    served.advance(1200)
    assert [(e["name"], e["action"]) for e in served.done if e["code"] == "button"] == [("p1", "hold")]
    page.page.mouse.up()
    served.until(lambda: served.board.hands == [("press", "p1"), ("release", "p1")])


def test_a_key_held_long_is_one_press_and_no_click(served, window):
    page = window(served.url)
    page.stop_clock()
    page.page.focus("[data-button=p1]")
    page.page.keyboard.down(" ")
    served.until(lambda: served.board.hands == [("press", "p1")])
    page.page.clock.run_for(2000)
    page.page.keyboard.up(" ")
    served.until(lambda: served.board.hands == [("press", "p1"), ("release", "p1")])
    page.page.clock.run_for(2000)
    page.page.focus("[data-button=p2]")
    page.page.keyboard.press("Enter")
    served.until(lambda: ("press", "p2") in served.board.hands)
    assert served.board.hands[:3] == [("press", "p1"), ("release", "p1"), ("press", "p2")]


def test_two_quick_taps_are_two_presses_for_the_board(served, window):
    page = window(served.url)
    page.stop_clock()
    page.page.focus("[data-button=p2]")
    for _ in range(2):
        page.page.keyboard.press("Enter")
    one_press = [("press", "p2"), ("release", "p2")]
    for felt in (one_press[:1], one_press, one_press + one_press[:1], one_press + one_press):
        served.until(lambda felt=felt: len(served.board.hands) == len(felt))
        assert served.board.hands == felt
        served.advance(40)
        page.page.clock.run_for(80)
    assert [(e["name"], e["action"]) for e in served.done if e["code"] == "button"] == [("p2", "press")] * 2


def test_a_short_press_moves_a_stone_at_once(served, window):
    page = window(served.url)
    page.click("h8")
    served.until_stones("h8")
    served.advance(TOUCH_MS)
    page.tap(served, "p1")
    assert served.codes()[-3:] == ["provisional", "button", "move"]


def test_a_window_that_closes_lets_go_of_the_button(served, window, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.url)
    page.wait_for_selector("body[data-connection=open]")
    page.hover("[data-button=arbiter]")
    page.mouse.down()
    served.until(lambda: served.board.hands == [("press", "arbiter")])
    context.close()
    served.until(lambda: served.board.hands[-1:] == [("release", "arbiter")])


def test_all_stones_are_lifted_for_a_new_game(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9", "h9"])
    for _ in range(2):  # click twice, because the page first asks for confirmation
        page.page.click("#clear")
    served.until_stones()
    served.advance(TOUCH_MS)
    page.tap(served, "arbiter")
    page.shows(served)
    assert served.codes()[-1] == "new_game"
    assert page.page.text_content("#moves-title") == "Moves"


def test_the_buzzer_is_seen_and_the_speaker_waits_for_a_click(served, window):
    page = window(served.url)
    served.call(served.board.sound, 880)
    page.page.wait_for_selector("#buzzer[data-hz='880']")
    page.page.click("#speaker")
    page.page.wait_for_selector("#speaker[aria-pressed=true]")
    served.call(served.board.sound, 0)
    page.page.wait_for_selector("#buzzer[data-hz='0']")
