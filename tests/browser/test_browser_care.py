"""The board's state on the page: broken parts, points that are not read, settings, and the health of the reeds."""

import itertools

import pytest
from browser.test_browser_faults import break_
from fake_board import FakeBoard
from tengen.sensing.supply import GOOD_MS
from tengen_host.wire.replica import Replica
from windows import WatchedBoard

ROW_7 = "Row 7 (595 #1 pin Q6) is dead: its always-closed contact with the row sense never answers"
ROW_7_POINTS = [f"{letter}7" for letter in "abcdefghijklmno"]
PROVED_MS = 200  # the time in ms in which the board reports a new fault of the wiring, or the end of a fault


def marks(page):
    names = "(marks) => marks.map((mark) => mark.dataset.unread)"
    return sorted(page.page.eval_on_selector_all("[data-unread]", names))


def texts(page, selector):
    return page.page.locator(selector).all_text_contents()


def prompt(page):
    return page.page.text_content("#prompt")


def set_fault(served, kind, at, on):
    served.call(served.board.fault, kind, at, on)
    served.advance(PROVED_MS)


def put(served, page, point):
    """Click a stone onto the board, and wait until it is a move."""
    page.click(point)
    served.until(lambda: point in served.stones())
    served.rest()
    page.shows(served)


def hold(served, page, button):
    """Hold a button with the mouse for more than a second of the board's time."""
    page.page.hover(f"[data-button={button}]")
    page.page.mouse.down()
    served.until(lambda: served.board.hands[-1:] == [("press", button)])
    served.advance(1200)
    page.page.mouse.up()
    served.until(lambda: served.board.hands[-1:] == [("release", button)])
    served.advance(50)
    page.shows(served)


def test_on_an_empty_board_a_dead_row_waits_for_its_mending_or_for_the_arbiter(served, window):
    page = window(served.url)
    break_(page, "dead row", "7")
    served.until(lambda: served.board.faults.active())
    served.advance(PROVED_MS)
    page.shows(served)
    waits = f"{ROW_7}. Repair it, or hold Arbiter for a second to continue without its points"
    assert prompt(page) == waits
    assert texts(page, "#events [data-fault]")[0].endswith("with the row sense never answers. The game waits")
    assert marks(page) == sorted(ROW_7_POINTS)
    assert page.page.get_attribute(".point[data-point=b7]", "aria-label") == "B7, empty, not read"
    assert texts(page, "#notes li") == []

    put(served, page, "h8")
    assert "move" not in served.codes() and "provisional" not in served.codes()
    page.tap(served, "p1")
    page.shows(served)
    assert "move" not in served.codes()
    assert prompt(page) == waits

    hold(served, page, "arbiter")
    served.rest()
    page.shows(served)
    assert served.codes().count("move") == 1
    assert prompt(page) == ""
    assert texts(page, "#notes li") == ["Not read until repaired: row 7"]
    assert marks(page) == sorted(ROW_7_POINTS)
    assert marks(window(served.url)) == sorted(ROW_7_POINTS), "who comes late sees them too"
    assert texts(page, "#events [data-code=button]")[0].endswith("Button Arbiter: released after 1.2 s")

    set_fault(served, "dead row", "7", False)
    page.shows(served)
    assert marks(page) == [] and texts(page, "#notes li") == []
    assert page.page.get_attribute(".point[data-point=b7]", "aria-label") == "B7, empty"


def test_in_mid_game_a_dead_row_loses_nothing_and_play_goes_on_after_its_mending(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    set_fault(served, "dead row", "8", True)
    page.shows(served)
    assert prompt(page).startswith("Row 8 (595 #1 pin Q7) is dead")
    put(served, page, "c3")
    assert texts(page, "#moves li") == ["H8", "I9"]
    set_fault(served, "dead row", "8", False)
    served.rest()
    page.shows(served)
    assert texts(page, "#moves li") == ["H8", "I9", "C3"]
    assert prompt(page) == "" and marks(page) == []
    assert "disturbed" not in served.codes()


def test_several_faults_are_all_named_and_the_note_names_lines(served, window):
    page = window(served.url)
    set_fault(served, "dead row", "7", True)
    set_fault(served, "dead column", "c", True)
    page.shows(served)
    assert prompt(page).startswith(f"{ROW_7}. Column C (GPIO2) is dead")
    assert prompt(page).endswith("Repair them, or hold Arbiter for a second to continue without their points")
    hold(served, page, "arbiter")
    (note,) = texts(page, "#notes li")
    assert sorted(note.removeprefix("Not read until repaired: ").split(", ")) == ["column C", "row 7"]
    assert len(marks(page)) == 29


def test_a_chattering_reed_is_told_and_marked_until_it_is_quiet(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    set_fault(served, "chattering", "k4", True)
    served.advance(3000)
    page.shows(served)
    assert texts(page, "#notes li") == ["Not read while its reed chatters: K4"]
    assert marks(page) == ["k4"]
    assert prompt(page) == ""
    set_fault(served, "chattering", "k4", False)
    served.advance(3000)
    page.shows(served)
    assert marks(page) == [] and texts(page, "#notes li") == []
    assert texts(page, "#events [data-code=chatter]")[0].endswith("No reed chatters any more")


def test_a_row_that_fails_now_and_then_is_told_and_goes_on_being_read(served, window):
    page = window(served.url)
    reeds = served.board.reeds
    scan, frames = reeds.scan, itertools.count()

    def scan_with_a_bad_joint(*times):
        frame = scan(*times)
        if next(frames) % 10 == 0:
            frame[6] = 0
        return frame

    reeds.scan = scan_with_a_bad_joint
    served.advance(2000)
    page.shows(served)
    assert texts(page, "#notes li") == ["Fails now and then, but is still read: row 7"]
    assert texts(page, "#events [data-code=intermittent]")[0].endswith(
        "Fault: row 7 (595 #1 pin Q6) fails now and then: "
        "in some frames its always-closed contact with the row sense does not answer"
    )
    page.play(served, ["h8", "g7"])
    reeds.scan = scan
    served.advance(13_000)
    page.shows(served)
    assert texts(page, "#notes li") == []
    last = texts(page, "#events [data-code=intermittent]")[0]
    assert last.endswith("Every row and column answers in all frames again")


def test_a_sagging_supply_is_told_until_it_has_been_good_for_a_minute(served, window):
    page = window(served.url)
    set_fault(served, "sagging supply", "3900", True)
    served.advance(PROVED_MS)
    page.shows(served)
    assert texts(page, "#notes li") == [
        "The supply has been low (now 3.90 V): the lights get half of their current "
        "until the supply has been good for a minute"
    ]
    set_fault(served, "sagging supply", None, False)
    served.advance(GOOD_MS + PROVED_MS)
    page.shows(served)
    assert texts(page, "#notes li") == []


def test_a_missing_supply_is_told_while_a_laptop_runs_the_board(served, window):
    page = window(served.url)
    set_fault(served, "sagging supply", "0", True)
    served.advance(PROVED_MS)
    page.shows(served)
    assert texts(page, "#notes li") == ["The 5 V supply is missing (0.00 V): the lights are dark. Plug it in"]
    set_fault(served, "sagging supply", None, False)
    served.advance(PROVED_MS)
    page.shows(served)
    assert texts(page, "#notes li")[0].startswith("The supply has been low (now 5.00 V)")


def open_care(page):
    page.page.click("#care-title")
    page.page.wait_for_selector("#prove", state="visible")


def test_brightness_and_buzzer_are_set_on_the_board(served, window):
    page = window(served.url)
    page.shows(served)
    bright = served.board.frame
    assert page.page.is_hidden("#prove"), "closed at first"
    open_care(page)
    page.page.wait_for_function("() => document.getElementById('board-buzzer').textContent === 'Buzzer on'")
    assert page.page.text_content("#brightness-words") == "100 %"

    page.page.focus("#brightness")
    page.page.keyboard.press("Home")
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.shows(served)
    assert page.page.text_content("#brightness-words") == "1 %"
    dim = served.board.frame
    assert sum(dim) < sum(bright) / 10 and page.lights()[1] == dim.hex()

    page.page.click("#board-buzzer")
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.shows(served)
    assert page.page.get_attribute("#board-buzzer", "aria-pressed") == "false"
    put(served, page, "a1")
    assert served.codes()[-1] == "refused" and served.board.hz == 0
    late = window(served.url)
    assert late.page.text_content("#board-buzzer") == "Buzzer off"
    assert late.page.input_value("#brightness") == "1"


def test_the_board_proves_itself_when_asked(served, window):
    page = window(served.url)
    open_care(page)
    waits = f"Fault: {ROW_7.replace('Row', 'row')}. The game waits"
    for broken, wiring, lights in (
        ([], "All rows and columns work", "The chain of lights works"),
        ([("broken LED", "50"), ("dead row", "7")], waits, "Lights: nothing comes back on GPIO20"),
    ):
        for kind, at in broken:
            set_fault(served, kind, at, True)
        page.page.click("#prove")
        served.until(lambda: b"prove" in served.board.console.incoming)
        served.advance(200)
        page.shows(served)
        told = texts(page, "#proof li")
        assert told[0] == wiring and told[1].startswith(lights)
    assert texts(page, "#notes li")[0].startswith("Lights: nothing comes back")


SEEN = "#notes li, #turn, #prompt, #moves li, .player .task"


def test_who_comes_late_after_ever_so_much_was_done_sees_the_same(serving, window):
    kept, board = 60, WatchedBoard()
    board.replica = Replica(kept)
    served = serving(board)
    served.advance(100)
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    set_fault(served, "dead row", "7", True)
    hold(served, page, "arbiter")
    for fault in (("sagging supply", "3900"), ("broken LED", "50"), ("chattering", "a1")):
        set_fault(served, *fault, True)
    served.advance(2000)
    served.call(served.board.ask, {"cmd": "prove"})
    served.advance(500)
    for _ in range(2 * kept):
        for doing in (served.board.press, served.board.release):
            served.call(doing, "p1")
            served.advance(100)
    page.shows(served)
    log = [each["code"] for line in board.replica.log for each in line["did"]]
    assert "button" in log and "matrix" not in log, "it has been let go"
    seen = texts(page, SEEN)
    notes = " ".join(seen)
    for words in ("row 7", "A1", "The supply has been low (now 3.90 V)", "Lights: ", "H8", "I9"):
        assert words in notes
    late = window(served.url)
    late.shows(served)
    assert texts(late, SEEN) == seen and marks(late) == marks(page)


def test_the_health_of_the_reeds_is_a_grid_and_the_worst_are_named(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9", "c3"])
    set_fault(served, "weak magnet", "i9", True)
    served.advance(8000)
    set_fault(served, "weak magnet", "i9", False)
    open_care(page)
    page.page.click("#ask-health")
    served.until(lambda: b"health" in served.board.console.incoming)
    served.advance(1000)
    page.shows(served)
    told = {}
    for line in served.lines:
        told.update(line.get("answer", {}).get("points", {}))
    assert set(told) == {"h8", "i9", "c3"} and told["i9"][1] > 5

    used = page.page.eval_on_selector_all(".heat .used", "(cells) => cells.map((cell) => cell.dataset.reed)")
    assert sorted(used) == sorted(told)
    closures, flickers, longest = told["i9"]
    words = f"I9: closed once, {flickers} flickers; under a stone it was open for at most {longest} ms"
    assert closures == 1 and texts(page, "#worst li")[0] == words
    page.page.hover("[data-reed=i9]")
    assert page.page.text_content("#reed") == words
    page.page.focus("[data-reed=h8]")
    page.page.keyboard.press("ArrowDown")
    assert page.page.text_content("#reed") == "H7: never closed yet"
    assert page.page.evaluate("document.activeElement.dataset.reed") == "h7"
    assert page.page.locator("#events [data-code=health]").count() == 0
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#health", state="hidden")


def test_the_space_key_held_for_a_second_is_a_hold(served, window):
    page = window(served.url)
    page.page.focus("[data-button=arbiter]")
    page.page.keyboard.down(" ")
    served.until(lambda: served.board.hands == [("press", "arbiter")])
    served.advance(1100)
    page.page.keyboard.up(" ")
    served.until(lambda: served.board.hands[-1] == ("release", "arbiter"))
    served.advance(50)
    actions = [event["action"] for event in served.done if event["code"] == "button"]
    assert actions == ["hold", "release"]


@pytest.mark.parametrize(("held_ms", "due_ms"), [(50, 80), (1000, 1000), (9000, 1200)])
def test_a_slow_board_feels_a_hold_for_as_long_of_its_own_time(serving, window, held_ms, due_ms):
    async def nothing(board):
        pass

    served = serving(FakeBoard(), run=nothing)
    page = window(served.url)
    page.stop_clock()

    def tell(ms):
        served.call(served.board.say, {"type": "time", "ms": ms, "speed": 0.01})
        shown = f"0:{ms // 1000:02d}.{ms % 1000:03d}"
        page.page.get_by_text(shown).wait_for()

    tell(5000)
    page.page.hover("[data-button=p1]")
    page.page.mouse.down()
    served.until(lambda: served.board.done == [("press", "p1")])
    page.page.clock.run_for(held_ms)
    page.page.mouse.up()
    tell(5000 + due_ms - 10)
    page.page.clock.run_for(300)
    assert "down" in page.page.get_attribute("[data-button=p1]", "class")
    tell(5000 + due_ms)
    page.page.clock.run_for(300)
    served.until(lambda: served.board.done == [("press", "p1"), ("release", "p1")])


def test_a_board_that_is_probed_says_so_and_its_frames_drown_nothing(served, window):
    page = window(served.url)
    served.call(served.board.ask, {"cmd": "probe", "on": True})
    served.advance(2000)
    page.shows(served)
    probed = "Somebody is searching the board for faults: the game waits until that is over"
    late = window(served.url)
    for each in (page, late):
        assert texts(each, "#notes li") == [probed]
        assert texts(each, "#events [data-code=frame]") == []
    assert texts(page, "#events [data-code=probe]") != []
    served.call(served.board.ask, {"cmd": "probe", "on": False})
    served.advance(300)
    assert served.codes().count("started") == 2
    page.shows(served)
    assert texts(page, "#notes li") == []
