"""An interrupted game on the page: how to continue it, what has happened, which games the board has saved."""

import pytest
from browser.test_browser_session import SEEN
from telling import Telling, card, entries, shows, text, texts

ASIDE = "or hold Arbiter to set this game aside"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def dark(page):
    return not any(bytes.fromhex(page.lights()[1]))


def asked(page):
    return text(page, "#turn"), text(page, "#prompt")


def pull(served, page):
    """Pull the plug on the page, or plug it in if it is out."""
    if not page.page.is_visible("#plug"):
        page.page.click("#faults-title")
    on = served.board.powered
    page.page.click("#plug")
    page.page.wait_for_function(
        "(words) => document.getElementById('plug').textContent === words", arg="Plug it in" if on else "Pull the plug"
    )
    served.advance(500)
    if not on:
        page.shows(served)


def moved(served, page, point):
    """Put a stone, or lift the present one, and let the board notice it."""
    there = point in served.stones()
    page.click(point)
    served.until(lambda: (point in served.stones()) != there)
    served.advance(500)


def test_a_pulled_plug_costs_nothing(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9", "g7"])
    page.shows(served)
    pull(served, page)
    assert asked(page) == ("No power", "The plug is pulled: plug it in to continue")
    assert dark(page) and set(page.stones()) == {"h8", "i9", "g7"}
    late = window(served.url)
    assert asked(late) == asked(page) and text(late, "#plug") == "Plug it in"
    # the stones are changed while the power is off
    page.click("i9")
    served.until_stones("h8", "g7")
    page.click("j9")
    served.until_stones("h8", "g7", "j9")
    assert not served.board.console.incoming and dark(page)

    pull(served, page)
    stones = "Put the stones as the lights show (1 stone to put down, J9 to take away)"
    assert asked(page) == ("Interrupted at move 3", f"{stones}, then press a button to continue; {ASIDE}")
    late.shows(served)
    page.page.click("#moves-title")
    assert asked(late) == asked(page) and late.page.evaluate(SEEN) == page.page.evaluate(SEEN)
    assert entries(page, "p1") == entries(page, "p2") == ([], None)
    page.tap(served, "p2")
    page.shows(served)
    assert card(page, "p2", "task") == "Put back I9, take away J9"
    moved(served, page, "j9")
    moved(served, page, "i9")
    page.shows(served)
    assert asked(page) == ("Interrupted at move 3", f"Press a button to continue, {ASIDE}")
    assert page.stones() == {"h8": "black", "i9": "white", "g7": "black"}, "each as what it was"
    page.tap(served, "p1")
    page.shows(served)
    assert asked(page) == ("White to move", "") and texts(page, "#moves li") == ["H8", "I9", "G7"]
    assert texts(page, "#events [data-code=resumed]")[0].endswith("Player 1 has pressed: the game continues")
    moved(served, page, "k10")
    served.rest()
    page.shows(served)
    assert texts(page, "#moves li") == ["H8", "I9", "G7", "K10"]


def test_an_interrupted_game_is_set_aside_by_the_arbiter(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    pull(served, page)
    pull(served, page)
    assert asked(page) == ("Interrupted at move 2", f"Press a button to continue, {ASIDE}")
    page.tap(served, "arbiter", 1100)
    served.advance(500)
    page.shows(served)
    assert texts(page, "#moves li") == [] and "H8" in asked(page)[1] and "I9" in asked(page)[1]
    for point in ("h8", "i9"):
        moved(served, page, point)
    page.shows(served)
    assert asked(page)[0] == "Black to move"


def test_a_clock_stands_while_there_is_no_power(telling, window):
    page = window(telling.url)
    telling.begin(clock="10")
    telling.asks("stone", "p1", 1)
    telling.at(1000)
    telling.clock("p1", 500_000, 600_000)
    telling.time(60_000)
    telling.served.call(telling.board.unplug)
    page.page.wait_for_function("() => document.querySelector('#turn').innerText === 'No power'")
    assert card(page, "p1", "left") == "8:20", "as the board has told it last"
    telling.time(120_000)
    telling.served.call(telling.board.plug)
    page.page.wait_for_function("() => document.querySelector('#turn').innerText !== 'No power'")


def test_stones_that_are_many_are_counted(telling, window):
    page = window(telling.url)
    telling.begin("started", opening="rif", mode="referee", clock="10")
    telling.moves("h8 i9 g7")
    telling.tell("resuming", moves="h8i9g7", n=4)
    telling.clock(None, 500_000, 600_000, stopped="resume")
    telling.tell("disturbed", what="resume", missing=["h8", "i9", "g7"], extra=[])
    shows(page, telling)
    said = "Put the stones as the lights show (3 stones to put down), then press a button to continue; " + ASIDE
    assert asked(page) == ("Interrupted at move 3", said)
    telling.tell("resumed", by="p2", cause=None)
    telling.asks("choose", "p2", 4, ask="swap", options=["no swap", "swap"])
    shows(page, telling)
    assert asked(page) == ("Player 2 decides", "Swap, or no swap?")
    assert texts(page, "#notes li") == []


TRACEBACK = 'Traceback (most recent call last):\n  File "app.py", line 3, in tick\nValueError: no such thing'


@pytest.mark.parametrize(
    ("cause", "said", "words", "point"),
    [
        ("watchdog", "lights", "The board was reset by its watchdog", "hung in: lights"),
        ("exception", TRACEBACK, "The firmware failed and was restarted", "ValueError: no such thing"),
    ],
)
def test_what_has_happened_is_said_quietly_where_the_game_goes_on_by_itself(telling, window, cause, said, words, point):
    page = window(telling.url)
    telling.begin("started", opening="free centre")
    telling.tell("fault", cause=cause, count=2, text=said)
    shows(page, telling)
    assert texts(page, "#notes li") == [f"{words} ({point})"], "no game has gone on"
    telling.moves("h8 i9")
    telling.tell("resumed", by=None, cause=cause)
    telling.asks("stone", "p1", 3)
    shows(page, telling)
    assert texts(page, "#notes li") == [f"{words} ({point}); the game continued by itself"]
    assert asked(page) == ("Black to move", "")
    page.page.click("#care-title")
    assert text(page, "#journal-words") == "The firmware has failed 2 times"
    page.page.click("#events-title")
    kept = point if cause == "watchdog" else said
    assert texts(page, "#events [data-code=fault]")[0].endswith(f"{words} (fault 2)\n{kept}")
    assert texts(page, "#events [data-code=resumed]")[0].endswith(f"{words}; the game continued by itself")
    telling.begin(opening="free centre")
    shows(page, telling)
    assert texts(page, "#notes li") == []


def test_troubles_of_the_journal_are_said_in_words(telling, window):
    page = window(telling.url)
    page.page.click("#care-title")
    state = {"number": None, "kept": 3, "why": None}
    telling.begin("started")
    telling.tell("journal", **state)
    shows(page, telling)
    assert text(page, "#journal-words") == "The board has saved 3 games" and texts(page, "#notes li") == []
    full = "the flash is full: delete files from it: the rest of this game is not saved"
    why = {"code": "device.kept_no_further", "why": {"code": "device.flash_full"}}
    telling.tell("journal", **state | {"number": 18, "why": why})
    telling.tell("watchdog", armed=False)
    shows(page, telling)
    assert texts(page, "#notes li") == [f"Journal: {full}", "The watchdog is off until the board is restarted"]
    assert text(page, "#journal-words") == "The board has saved 3 games; this one is game 18"
    telling.tell("dropped", number=12)
    telling.tell("watchdog", armed=True)
    shows(page, telling)
    assert text(page, "#journal-words") == "The board has saved 2 games; this one is game 18"
    telling.tell("journal", number=18, kept=None, why=None)
    telling.tell("dropped", number=13)
    shows(page, telling)
    assert text(page, "#journal-words") == "This one is game 18", "the others are not counted yet"
    telling.says(
        device={"size": 15, "journal": {"number": 19, "kept": 1, "why": None}, "faults_counted": 1, "watchdog": True}
    )
    shows(page, telling)
    assert texts(page, "#notes li") == []
    words = "The board has saved 1 game; this one is game 19. The firmware has failed once"
    assert text(page, "#journal-words") == words


def test_a_damaged_game_asks_for_the_arbiter(telling, window):
    page = window(telling.url)
    telling.begin("started", mode="casual")
    telling.moves("h8 i9")
    telling.tell("resuming", moves="h8i9", n=3, damaged=2)
    telling.tell("disturbed", what="resume", missing=[], extra=["g7"])
    shows(page, telling)
    hold = "Hold Arbiter to continue from there, or to set this game aside"
    said = f"The moves after stone 2 can't be read any more. {hold}"
    assert asked(page) == ("Damaged after stone 2", said)
    told = texts(page, "#events [data-code=resuming]")[0]
    assert told.endswith("is damaged after stone 2: the arbiter must decide how to continue")
    telling.tell("damage_accepted", by="arbiter", after=2)
    shows(page, telling)
    said = "Put the stones as the lights show (G7 to take away), then press a button to continue; " + ASIDE
    assert asked(page) == ("Interrupted at move 2", said)
