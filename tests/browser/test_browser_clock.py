"""Clocks on the page: computed from the board's last report and the board's own time, at any speed."""

import pytest
from telling import WITH_WORDS, Telling, card, shows, text, texts


def left(page):
    page.page.clock.run_for(60)  # let the page's time pass until it updates the clocks
    return card(page, "p1", "left"), card(page, "p2", "left")


def frozen(telling, window):
    """A page with its own time, moved only by page.clock."""
    page = window(telling.url)
    page.stop_clock()
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    return page


def test_times_are_read_and_said_as_clocks_do(modules):
    texts_of = modules.evaluate(
        "async (all) => { const { timeText } = await import('/page/game/clock.js'); return all.map(timeText); }",
        [0, 99, 100, 9_999, 10_000, 59_999, 60_000, 754_321, 3_599_999, 3_600_000, 8_100_000],
    )
    assert texts_of == [
        "0:00.0", "0:00.0", "0:00.1", "0:09.9", "0:10", "0:59", "1:00", "12:34", "59:59", "1:00:00", "2:15:00",
    ]  # fmt: skip
    read = "async (all) => { const { timeIn } = await import('/page/game/clock.js'); return all.map(timeIn); }"
    good = ["5", "0.5", " 4:30 ", "0:07.5", "135:00", "1:04:30", "0"]
    assert modules.evaluate(read, good) == [300_000, 30_000, 270_000, 7_500, 8_100_000, 3_870_000, 0]
    bad = ["", "x", "4:60", "1:60:00", "-5", "4:30:", "1.2345", "1e3", "5 min"]
    assert modules.evaluate(read, bad) == [None] * len(bad)


def test_kinds_of_clock_have_words(modules):
    words = modules.evaluate(
        f"async (all) => {{ {WITH_WORDS} return all.map((await import('/page/words/terms.js')).clockWords); }}",
        ["none", "", "10", "10+5", "0.5+2", "30/30", "30/30x5", "0/30x3", "what?"],
    )
    assert words == [
        "no clock",
        "no clock",
        "10 min",
        "10 min + 5 s a move",
        "0.5 min + 2 s a move",
        "30 min, then 1 period of 30 s",
        "30 min, then 5 periods of 30 s",
        "3 periods of 30 s",
        "what?",
    ]


def test_the_running_clock_runs_and_the_other_stands(serving, window):
    telling = Telling(serving)
    page = frozen(telling, window)
    assert page.page.is_hidden(".player[data-seat=p1] .left"), "there is no clock"
    telling.at(100_000)
    telling.begin(clock="10+5")
    telling.clock("p1", 61_000, 12_500)
    shows(page, telling)
    assert left(page) == ("1:00", "0:12")
    page.page.clock.run_for(1000)
    assert left(page) == ("0:59", "0:12")
    page.page.clock.run_for(50_000)
    assert left(page) == ("0:09.8", "0:12")
    running = page.page.eval_on_selector_all("[data-runs=true]", "(all) => all.map((each) => each.dataset.seat)")
    assert running == ["p1"]
    page.page.clock.run_for(60_000)
    assert left(page) == ("0:00.0", "0:12"), "what comes then the board says"


def test_every_event_puts_the_page_right_and_none_drifts(serving, window):
    telling = Telling(serving)
    page = frozen(telling, window)
    telling.at(5_000)
    telling.begin(clock="10")
    telling.clock("p2", 600_000, 600_000)
    shows(page, telling)
    page.page.clock.run_for(3_600_000)
    telling.at(25_000)  # on the board only 20 s have passed, not an hour
    telling.tell("button", name="p1", action="press", ms=0)
    shows(page, telling)
    assert left(page) == ("10:00", "9:39")
    telling.at(85_000)
    telling.clock("p1", 600_000, 520_000)
    shows(page, telling)
    assert left(page) == ("9:59", "8:40")


@pytest.mark.parametrize("late", [False, True])
def test_on_a_slow_board_they_are_slow(serving, window, late):
    telling = Telling(serving, speed=0.1)
    page = None if late else frozen(telling, window)
    telling.at(40_000)
    telling.begin(clock="10")
    telling.clock("p1", 100_500, 600_000)
    telling.time(50_000)
    page = page or frozen(telling, window)
    shows(page, telling)
    page.page.get_by_text("0:50.000, at 1/10 of real time").wait_for()
    assert left(page) == ("1:30", "10:00")
    page.page.clock.run_for(10_000)
    assert left(page) == ("1:29", "10:00")


def test_a_page_that_comes_late_reckons_from_when_it_was_told(serving, window):
    telling = Telling(serving)
    telling.at(10_000)
    telling.begin(clock="10")
    telling.clock("p1", 300_000, 600_000)
    telling.at(40_000)
    telling.tell("button", name="p2", action="press", ms=80)
    telling.at(70_500)
    page = frozen(telling, window)
    assert left(page) == ("3:59", "10:00")


def test_while_a_relay_hears_nothing_of_a_board_its_clock_stands(serving, window):
    telling = Telling(serving)
    page = frozen(telling, window)
    telling.begin(clock="10")
    telling.clock("p1", 600_000, 600_000)
    shows(page, telling)
    page.page.clock.run_for(30_000)
    assert left(page) == ("9:29", "10:00")

    def link(connected, **its):
        telling.laptop(link={"connected": connected, "words": "", "message": "", **its})

    link(False, key="server.cut_off", values={})
    page.page.wait_for_selector("#link:visible")
    before = left(page)
    page.page.clock.run_for(60_000)
    assert left(page) == before
    link(False, key="server.silent_for_minutes", values={"club": "tartu", "minutes": 1})
    telling.served.call(telling.board.say, {"type": "time", "ms": 95_000, "speed": None})
    page.page.wait_for_selector("#link:has-text('tartu')")
    assert left(page) == ("8:25", "10:00"), "what is told of its time is known"
    page.page.clock.run_for(60_000)
    assert left(page) == ("8:25", "10:00")
    link(True)
    page.page.wait_for_selector("#link", state="hidden")
    assert left(page) == ("7:24", "10:00")
    # as if the cable of a board in the room was unplugged; the board itself continues
    link(False, key="server.away", values={})
    page.page.wait_for_selector("#link:visible")
    page.page.clock.run_for(10_000)
    assert left(page) == ("7:14", "10:00")


def test_before_it_begins_a_clock_shows_what_there_is(serving, window):
    telling = Telling(serving)
    page = frozen(telling, window)
    for kind, time, periods in (
        ("10+5", "10:00", ""),
        ("0.5", "0:30", ""),
        ("135/30x3", "2:15:00", "3 periods"),
        ("0/20", "0:20", "1 period"),
    ):
        telling.begin(clock=kind)
        shows(page, telling)
        assert left(page) == (time, time)
        assert card(page, "p2", "periods") == periods


def test_a_clock_that_stands_says_why(serving, window):
    telling = Telling(serving)
    page = frozen(telling, window)
    telling.begin(clock="30/30x5")
    telling.asks("stone", "p1", 1, first=True)
    telling.clock(None, 1_800_000, 1_800_000, {"p1": 5, "p2": 5}, "waiting")
    shows(page, telling)
    waits = "The clock (30 min, then 5 periods of 30 s) starts with the first move, or when Player 2 presses"
    assert texts(page, "#hints li") == [waits]
    assert card(page, "p1", "periods") == "5 periods"
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.clock("p2", 1_800_000, 1_700_000, {"p1": 5, "p2": 5}, "disturbed", "H8 was lifted")
    shows(page, telling)
    page.page.clock.run_for(5_000)
    assert left(page) == ("30:00", "28:20")
    assert texts(page, "#hints li") == ["The clock is stopped: the board does not match the game"]
    assert page.page.get_attribute(".player[data-seat=p2]", "data-stands") == "true"
    newest = texts(page, "#events [data-code=clock]")[0]
    assert newest.endswith("The clock is stopped: the board does not match the game (H8 was lifted)")
    telling.clock("p2", 1_800_000, 20_000, {"p1": 5, "p2": 1}, None, "matches")
    shows(page, telling)
    assert (texts(page, "#hints li"), card(page, "p2", "periods")) == ([], "1 period")
    telling.result("black", "time")
    telling.clock(None, 1_800_000, 0, {"p1": 5, "p2": 0}, "over")
    shows(page, telling)
    assert left(page) == ("30:00", "0:00.0")
    assert texts(page, "#hints li") == [] and text(page, "#turn") == "Black wins: White's time is up"


def test_a_game_without_a_clock_shows_none(serving, window):
    telling = Telling(serving)
    page = window(telling.url)
    telling.begin(clock="10")
    telling.clock("p1", 600_000, 600_000)
    shows(page, telling)
    assert page.page.is_visible(".player[data-seat=p1] .left")
    telling.begin()
    shows(page, telling)
    assert page.page.is_hidden(".player[data-seat=p1] .left")
