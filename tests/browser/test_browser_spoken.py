"""Announcements for people who hear the page: the live region, the browser's speech, and answers to keys."""

import contextlib
import re
from urllib.parse import urlsplit

import pytest
from explained import reason
from ledger import WIDE, fewer
from playwright.sync_api import TimeoutError
from telling import SWAPPED, Telling, colour_of, nothing, text, texts
from tengen.codes import coded
from tengen_host.web.app import PAGE
from windows import Window

RECORDER = """
    window.uttered = [];
    window.cancelled = 0;
    class Utterance {
        constructor(text) { this.text = text; this.rate = 1; this.lang = ""; this.voice = null; }
    }
    const voices = VOICES;
    const synth = {
        speaking: false, pending: false,
        getVoices: () => voices,
        addEventListener() {},
        cancel() { window.cancelled += 1; this.speaking = false; window.saying = []; },
        speak(utterance) {
            const { text, lang, rate, voice } = utterance;
            window.uttered.push({ text, lang, rate, voice: voice?.name ?? null });
            (window.saying ??= []).push(utterance);
            this.speaking = true;
        },
    };
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance, configurable: true });
    Object.defineProperty(window, "speechSynthesis", { value: synth, configurable: true });
    window.ends = () => { const one = window.saying.shift(); synth.speaking = window.saying.length > 0; one.onend(); };
"""
VOICES = """[
    { name: "Old", lang: "en-GB", localService: false, default: false },
    { name: "Anna", lang: "de-DE", localService: true, default: true },
    { name: "Ona", lang: "en_US", localService: true, default: false },
    { name: "Mei", lang: "zh-TW", localService: true, default: false },
]"""


@pytest.fixture
def telling(serving):
    return Telling(serving)


def heard(page):
    return texts(page, "#spoken p")


LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
LAST_ARE = """(wanted) => {
    const all = [...document.querySelectorAll("#spoken p")].map((each) => each.textContent);
    return JSON.stringify(all.slice(-wanted.length)) === JSON.stringify(wanted);
}"""


def until_heard(page, *wanted):
    """Wait until these are the last announced sentences."""
    with contextlib.suppress(TimeoutError):
        page.page.wait_for_function(LAST_ARE, arg=list(wanted))
    assert heard(page)[-len(wanted) :] == list(wanted)


def news(page, told):
    """Return the sentences announced after this number of sentences."""
    return heard(page)[told:]


def test_moves_are_told_once_and_in_order_and_the_turn_only_where_nobody_could_know_it(telling, window):
    telling.begin(opening="free")
    telling.asks("stone", "p1", 1)
    page = window(telling.url)
    until_heard(page, "Black to move")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    telling.stone(2, "i9", "white", "black")
    telling.asks("stone", "p1", 3)
    telling.tell("passed", n=3, colour="black", turn="white")
    telling.asks("stone", "p2", 4)
    until_heard(page, "Black H 8", "White I 9", "Black passes")
    told = len(heard(page))
    telling.tell("taken_back", count=1, by="p1", moves="h8i9", turn="black", removed=[], changes=[])
    telling.asks("stone", "p1", 3)
    until_heard(page, "1 move taken back by Player 1", "Black to move")
    assert len(heard(page)) == told + 2


def test_what_is_taken_off_the_board_is_told_with_the_count(telling, window):
    telling.begin_game("pente", first="white", goal=10)
    page = window(telling.url)
    until_heard(page, "Put the first stone where the light is: click a point")
    telling.stone(1, "k10", "white", "black", takes="k9 k8", captured={"black": 0, "white": 2})
    until_heard(page, "White K 10", "Off the board: K 9, K 8", "Captured: Black 0, White 2 of 10")


def test_what_the_board_feels_is_told_before_it_is_a_move(telling, window):
    telling.begin(opening="free", move="button")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.tell("provisional", point="i9", colour="white")
    until_heard(page, "Stone at I 9: press Player 2 to play it, or lift it")
    telling.tell("withdrawn", point="i9")
    until_heard(page, "I 9 withdrawn", "White to move")
    telling.tell("provisional", point="j9", colour="white")
    until_heard(page, "Stone at J 9: press Player 2 to play it, or lift it")
    told = len(heard(page))
    telling.stone(2, "j9", "white", "black")
    telling.asks("stone", "p1", 3)
    until_heard(page, "White J 9")
    telling.tell("refused", point="j9", why=coded("refused.occupied"), extra=["j9"])
    until_heard(page, "Lift J 9: there is already a stone")
    assert len(heard(page)) == told + 2


def test_a_question_is_told_with_who_decides_and_each_entry_as_one_goes_through_them(telling, window):
    telling.begin()
    telling.moves("h8 i9 g7")
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.asks("choose", "p2", 4, ask="swap", options=["swap", "no swap"])
    telling.menu("p2", "swap", ["swap", "no swap"])
    how = "Press Player 2 for the next entry, hold the button to choose"
    until_heard(page, "Player 2 decides. Swap, or no swap?", "Player 2: Swap, 1 of 2", how)
    telling.menu("p2", "swap", ["swap", "no swap"], 1)
    until_heard(page, how, "Player 2: No swap, 2 of 2")
    telling.menu("p2")
    telling.tell("chosen", who="p2", ask="swap", option="swap", players=SWAPPED)
    telling.asks("stone", "p1", 4, players=SWAPPED)
    until_heard(
        page, "Player 2 chooses: Swap. Black is Player 2, White is Player 1", "Player 1: put stone 4 (White) anywhere"
    )


def test_a_menu_that_closes_without_a_choice_says_so(telling, window):
    telling.begin(opening="free")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.menu("p2", "menu", ["pass", "draw", "resign"])
    until_heard(
        page,
        "Player 2: Pass, 1 of 3",
        "Press Player 2 for the next entry, hold the button to choose",
    )
    telling.menu("p2", "menu", ["pass", "draw", "resign"], 1)
    until_heard(page, "Player 2: Offer a draw, 2 of 3")
    telling.menu("p2")
    until_heard(page, "Player 2: the menu is closed")


def test_offers_and_wishes_are_told_with_whose_they_are(telling, window):
    telling.begin(opening="free")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    told = len(heard(page))
    telling.tell("draw_offered", who="p2")
    telling.menu("p1", "draw", ["decline", "accept"])
    until_heard(
        page, "Player 2 offers a draw", "Player 1: Decline, 1 of 2",
        "Press Player 1 for the next entry, hold the button to choose",
    )
    telling.menu("p1")
    telling.tell("draw_declined", who="p1")
    until_heard(page, "The draw is declined", "White to move")
    telling.tell("refused", who="p1", why=coded("refused.over"))
    until_heard(page, "Player 1: the game is over")
    assert len(news(page, told)) == 6


def test_a_foul_is_told_with_its_reason_and_its_result(telling, window):
    telling.begin(mode="referee", opening="free")
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15")
    telling.asks("stone", "p1", 9)
    page = window(telling.url)
    how = "to let it act, hold Arbiter, choose Laptop, then Yes"
    until_heard(page, f"In a referee game this page only shows the board: {how}")
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    why = (
        "Why G 8 is a double-three:",
        "three G 8 H 8 I 8 in the row: straight four at F 8 or J 8",
        "three G 8 G 9 G 10 in the column: straight four at G 7 or G 11",
    )
    until_heard(page, "Double-three at G 8, a foul: lift it, or press Player 1 and lose", *why)
    told = len(heard(page))
    telling.stone(9, "g8", "black", None)
    telling.result("white", "double-three", ["g8"])
    telling.asks("over", None, 10)
    over = "White wins: Black's double-three at G 8"
    until_heard(page, "Black G 8", over, "For a new game: press New game or Arbiter")
    assert len(news(page, told)) == 3


def test_what_lies_wrong_is_told_and_that_all_is_right_again(telling, window):
    telling.begin(opening="free")
    telling.moves("h8 i9")
    telling.asks("stone", "p1", 3)
    page = window(telling.url)
    until_heard(page, "Black to move")
    telling.tell("disturbed", what="disturbed", missing=["h8", "i9"], extra=["n14"])
    until_heard(page, "Put back H 8, I 9, take away N 14, or press Arbiter to give this game up")
    telling.tell("restored")
    right = ("The board matches the game again", "Black to move")
    until_heard(page, *right)
    # the board reports "restored" also between two steps of the same hand
    telling.tell("restored")
    telling.tell("several", points=["c3", "d4"])
    until_heard(page, *right, "2 new stones: C 3, D 4. Only one is wanted: lift all but one")


def test_an_interrupted_game_asks_for_one_stone_after_the_other(telling, window):
    telling.begin(opening="free")
    telling.moves("h8 i9 g7")
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.tell("resuming", moves="h8i9g7", n=4)
    telling.tell("disturbed", what="resume", missing=["g7", "h8", "i9"], extra=[])
    until_heard(page, "Interrupted at move 3", "3 stones are missing; next the black stone on G 7")
    telling.tell("disturbed", what="resume", missing=["h8", "i9"], extra=[])
    until_heard(page, "2 stones are missing; next the black stone on H 8")
    telling.tell("disturbed", what="resume", missing=["i9"], extra=["c3"])
    until_heard(page, "Take away C 3", "One stone is missing: white stone on I 9")
    telling.tell("restored")
    until_heard(
        page, "The board matches the game again", "Press a button to continue, or hold Arbiter to set this game aside"
    )
    telling.tell("resumed", by="p2", cause=None)
    until_heard(page, "Player 2 has pressed: the game continues", "White to move")


def test_the_last_seconds_of_a_clock_are_counted_and_no_others(serving, window):
    telling = Telling(serving, speed=0)
    telling.begin(opening="free", clock="1")
    telling.moves("h8")
    telling.clock("p2", 60_000, 32_000)
    page = window(telling.url)
    until_heard(page, "White to move")
    for left in (31, 30, 29, 21, 20, 11, 10, 9, 6, 5, 4, 3, 2, 1):
        telling.time(32_000 - 1000 * left + 10)
        page.page.wait_for_function(
            "(left) => document.querySelector('.player[data-seat=p2] .left').textContent.startsWith(left)",
            arg=f"0:{left - 1:02}",
        )
    until_heard(page, "2 seconds", "1 second")
    counted = [said for said in heard(page) if "second" in said]
    assert counted == [f"{n} seconds" for n in (30, 20, 10, 5, 4, 3, 2)] + ["1 second"]
    told = len(heard(page))
    telling.clock("p2", 60_000, 3_500, cause="corrected")
    until_heard(page, "Clock: Player 1 1:00, Player 2 0:03.5 (corrected by the arbiter)")
    assert len(news(page, told)) == 1


def test_a_period_is_told_as_it_begins(telling, window):
    telling.begin(opening="free", clock="1/30x3")
    telling.moves("h8")
    telling.clock("p2", 60_000, 60_000, periods={"p1": 3, "p2": 3})
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.clock("p2", 60_000, 30_000, periods={"p1": 3, "p2": 3}, cause="period")
    until_heard(page, "Player 2: a period begins, 3 are left")


# The live regions that are not in a closed tab or dialog
LIVE = """() => [...document.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live], output")]
    .filter((each) => each.ariaLive !== "off" && each.checkVisibility()).map((each) => each.id)"""


def test_nothing_else_on_the_page_speaks(telling, window):
    telling.begin(clock="10+5")
    telling.moves("h8 i9")
    page = window(telling.url)
    until_heard(page, "The clock (10 min + 5 s a move) starts with the first move")
    assert page.page.evaluate(LIVE) == ["buzzer", "spoken"]
    page.page.click("#events-title")
    page.page.click("#turn")
    page.page.keyboard.press("ArrowLeft")
    assert page.page.evaluate(LIVE) == ["buzzer", "spoken"]


def test_a_silent_game_that_is_not_over_is_never_judged(telling, window):
    telling.begin(mode="silent", opening="free")
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15")
    telling.asks("stone", "p1", 9)
    page = window(telling.url)
    how = "to let it act, hold Arbiter, choose Laptop, then Yes"
    until_heard(page, f"In a silent game this page only shows the board: {how}")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    telling.stone(9, "g8", "black", "white")
    telling.asks("stone", "p2", 10)
    until_heard(page, "Black G 8")
    telling.stone(10, "k1", "white", "black")
    telling.asks("stone", "p1", 11)
    until_heard(page, "Black G 8", "White K 1")
    page.page.keyboard.press("s")
    until_heard(page, "White K 1", f"Black to move. {heard(page)[1]}")


def test_what_happens_to_the_board_is_told_in_words(telling, window):
    telling.begin(opening="free")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.tell("chatter", points=["c3"])
    until_heard(page, "Not read while its reed chatters: C 3")
    telling.laptop(link={"connected": False, "words": "The cable is out"})
    until_heard(page, "Not connected. The cable is out")
    telling.laptop(link={"connected": True, "words": ""})
    until_heard(page, "connected")
    telling.served.call(telling.board.unplug)
    until_heard(page, "connected", "The plug is pulled: plug it in to continue")


def test_a_page_that_was_cut_off_tells_what_it_has_missed(telling, serving, window):
    telling.begin(opening="free")
    telling.moves("h8")
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.served.stop()
    away = "No connection to the laptop: the page may show an old state, and tries again by itself"
    until_heard(page, "White to move", away)
    for number, point in enumerate(("i9", "g7"), 2):
        telling.board.send(telling.game.line("move", n=number, point=point, colour=colour_of(number)))
    serving(telling.board, urlsplit(telling.url).port, nothing)
    until_heard(page, away, "Move 2: White I 9", "Move 3: Black G 7", "connected")
    page.complaints.clear()  # ignore the browser's errors about the stopped server


def test_a_press_that_does_nothing_says_so_and_where_stones_are_captured_how_many(telling, window):
    telling.begin(opening="free")
    telling.stone(1, "h8", "black", "white")
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.tell("button", name="p1", action="press", ms=80)
    until_heard(page, "White to move", "The button of Player 1 does nothing just now")
    telling.menu("p1", "menu", ["resign"])
    until_heard(page, "Player 1: Resign, 1 of 1", "Press Player 1 for the next entry, hold the button to choose")
    telling.tell("button", name="p1", action="press", ms=80)
    telling.menu("p1", "menu", ["resign"])
    until_heard(page, "Press Player 1 for the next entry, hold the button to choose", "Player 1: Resign, 1 of 1")
    telling.tell("button", name="p2", action="press", ms=80)
    telling.stone(2, "i9", "white", "black")
    telling.asks("stone", "p1", 3)
    until_heard(page, "Player 1: Resign, 1 of 1", "White I 9")
    telling.begin_game("pente", first="white", goal=10)
    telling.stone(1, "k10", "white", "black", captured={"black": 0, "white": 2})
    until_heard(page, "White K 10")
    telling.tell("button", name="p1", action="press", ms=80)
    until_heard(page, "White K 10", "Captured: Black 0, White 2 of 10")


def test_the_cursor_tells_what_is_forbidden_in_teach_mode(telling, window):
    telling.begin(mode="teach", opening="free")
    telling.moves("h8 a1")
    telling.asks("stone", "p1", 3)
    page = window(telling.url)
    telling.laptop(forbidden={"points": {"g8": "double-three"}, "dead": []})
    label = ".point[data-point=g8][aria-label='G8, empty, {}']"
    page.page.wait_for_selector(label.format("forbidden, double-three"), state="attached")
    telling.stone(3, "h9", "black", "white")
    page.page.wait_for_selector(".point[data-point=g8][aria-label='G8, empty']", state="attached")


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_every_language_tells_a_game_in_its_own_words(telling, window, language):
    """Each language announces a game in its own words."""
    telling.begin(opening="free", clock="1/30x3", move="button")
    telling.moves("h8 i9")
    page = window(f"{telling.url}?lang={language}")
    page.page.wait_for_selector("#spoken p", state="attached")
    telling.clock("p1", 60_000, 60_000, periods={"p1": 3, "p2": 3})
    telling.asks("stone", "p1", 3)
    telling.tell("provisional", point="g7", colour="black", takes=[])
    page.page.wait_for_function("() => document.querySelector('#spoken p:last-child').textContent.includes('G 7')")
    telling.stone(3, "g7", "black", "white", takes="i9")
    telling.clock("p2", 60_000, 30_000, periods={"p1": 3, "p2": 2}, cause="period")
    telling.menu("p2", "menu", ["pass", "resign"])
    page.page.wait_for_function("() => document.querySelector('#spoken p:last-child').textContent.includes('2')")
    for key in "lwcsxy":
        page.page.keyboard.press(key)
    telling.tell("disturbed", what="disturbed", missing=["h8", "g7", "a1", "b1"], extra=[])
    page.page.wait_for_function("() => document.querySelector('#spoken p:last-child').textContent.includes('H 8')")
    page.page.keyboard.press("v")
    page.page.wait_for_selector("#notice:visible")
    assert page.page.get_attribute("body", "data-unsaid") == "0"
    said = heard(page)
    assert len(said) > 12 and not any("{" in each or re.search(r"\b[A-S]\d", each) for each in said)


# Keys


def test_answers_to_keys_are_told_and_shown_calmly(telling, window):
    telling.begin(opening="free", clock="10/30x3")
    telling.moves("h8 i9 g7")
    telling.clock("p2", 154_000, 600_000, periods={"p1": 3, "p2": 3})
    telling.asks("stone", "p2", 4)
    telling.served.board.stones = {"h8": "black", "i9": "white", "g7": "black"}
    page = window(telling.url)
    until_heard(page, "White to move")
    answers = {
        "l": "Move 3: Black G 7",
        "w": "White to move: Player 2",
        "s": "White to move",
        "x": "Row 8: Black H 8",
        "y": "Around H 8, black stone: White I 9, Black G 7",
    }
    for key, answer in answers.items():
        page.page.keyboard.press(key)
        until_heard(page, answer)
        assert page.page.text_content("#notice:visible") == answer
        assert page.page.get_attribute("#notice", "data-kind") == "answer"
    page.page.keyboard.press("c")
    page.page.wait_for_function(
        "() => document.querySelector('#spoken p:last-child').textContent.startsWith('Player 1 has')"
    )
    said = heard(page)[-1]
    assert said.startswith("Player 1 has 2 minutes, 34 seconds, 3 periods. Player 2 has ")
    assert said.endswith("3 periods. Player 2's clock is running")


def test_players_who_have_given_names_are_told_of_by_them_and_buttons_keep_theirs(telling, window):
    telling.begin(opening="free", clock="10/30x3")
    telling.moves("h8")
    telling.clock("p2", 154_000, 600_000, periods={"p1": 3, "p2": 3})
    telling.asks("stone", "p2", 2)
    page = window(telling.url)
    until_heard(page, "White to move")
    assert text(page, "#turn") == "White to move"
    telling.laptop(names={"p1": "Anna", "p2": "Ben Ek"})
    page.page.wait_for_function("() => document.querySelector('#turn').textContent === 'White to move: Ben Ek'")
    page.page.keyboard.press("w")
    until_heard(page, "White to move", "White to move: Ben Ek")
    page.page.keyboard.press("c")
    clocks = "([...all]) => all.at(-1).textContent"
    page.page.wait_for_function(
        "() => document.querySelector('#spoken p:last-child').textContent.startsWith('Anna has')"
    )
    assert page.page.eval_on_selector_all("#spoken p", clocks).endswith("Ben Ek's clock is running")
    telling.tell("draw_offered", who="p2")
    telling.menu("p1", "draw", ["decline", "accept"])
    until_heard(
        page, "Ben Ek offers a draw", "Anna: Decline, 1 of 2",
        "Press Player 1 for the next entry, hold the button to choose",
    )
    telling.menu("p1")
    telling.tell("draw_declined", who="p1")
    telling.stone(2, "i9", "white", "black")
    telling.asks("stone", "p1", 3)
    telling.tell("taken_back", count=1, by="p2", moves="h8", turn="white", removed=[], changes=[])
    telling.asks("stone", "p2", 2)
    until_heard(page, "White I 9", "1 move taken back by Ben Ek", "White to move: Ben Ek")
    # the second name is long, and has letters that an English voice can't read
    telling.laptop(names={"p1": "Anna", "p2": "中村茂中村茂中村茂中村茂中村茂中村茂"})
    page.page.wait_for_function("() => document.querySelector('#turn').textContent === 'White to move'")
    page.page.keyboard.press("w")
    until_heard(page, "White to move: Player 2")


def test_keys_mean_nothing_while_something_is_written(telling, window):
    telling.begin()
    page = window(telling.url)
    until_heard(page, "Put the first stone where the light is: click a point")
    page.page.click("#names-title")
    page.page.fill("#details [name=p1]", "")
    page.page.type("#details [name=p1]", "lwcsxyvb12")
    assert page.page.input_value("#details [name=p1]") == "lwcsxyvb12"
    assert len(heard(page)) == 1 and telling.board.done == []


@pytest.mark.parametrize("view", ["table", "room"])
def test_in_a_replay_each_position_is_told_and_asked_about(telling, window, view):
    telling.begin(opening="free")
    telling.moves("h8 i9 g7")
    page = window(f"{telling.url}?view={view}")
    until_heard(page, "White to move")
    page.page.keyboard.press("ArrowLeft")
    until_heard(page, "Move 2: White I 9")
    page.page.keyboard.press("ArrowLeft")
    until_heard(page, "Move 1: Black H 8")
    for key, answer in {
        "l": "Black H 8",
        "w": "White to move",
        "c": "The clocks at that time are not known",
        "s": "Black H 8",
        "x": "Row 8: Black H 8",
        "y": "Around H 8, black stone: no stones",
    }.items():
        page.page.keyboard.press(key)
        until_heard(page, f"Replay, move 1: {answer}")
    telling.moves("j10", first=4)
    until_heard(page, "Meanwhile in the game: White J 10")
    page.page.keyboard.press("Home")
    until_heard(page, "The beginning")
    page.page.keyboard.press("Escape")
    until_heard(page, "Back at the current game")


def test_the_board_is_reached_by_tab_and_by_a_key_and_home_and_end_stay_on_it(served, window):
    page = window(served.url)
    focused = "document.activeElement.dataset.point"
    page.page.focus("[data-button=p2]")
    page.page.keyboard.press("Tab")
    assert page.page.evaluate(focused) == "h8"
    page.page.keyboard.press("m")  # turn or mirror the view, so that the board is drawn anew
    assert page.page.evaluate(focused) == "h8"
    page.page.keyboard.press("m")
    page.page.evaluate("document.activeElement.blur()")
    page.page.keyboard.press("b")
    assert page.page.evaluate(focused) == "h8"
    for key, point in {"Home": "a8", "ArrowUp": "a9", "End": "o9", "ArrowLeft": "n9"}.items():
        page.page.keyboard.press(key)
        assert page.page.evaluate(focused) == point
    assert page.page.evaluate("document.body.dataset.replaying") is None


def test_keys_push_the_buttons_for_as_long_as_they_are_held(served, window):
    page = window(served.url)
    for key, button in {"1": "p1", "2": "p2", "0": "arbiter"}.items():
        before = len(served.board.hands)
        page.page.keyboard.down(key)
        served.until(lambda button=button: served.board.hands[-1:] == [("press", button)])
        served.advance(1200)
        page.page.keyboard.up(key)
        served.until(lambda button=button: served.board.hands[-1:] == [("release", button)])
        assert len(served.board.hands) == before + 2
        held = [event for event in served.done if event["code"] == "button" and event["action"] == "hold"]
        assert held[-1]["name"] == button


def test_a_press_without_a_connection_is_told_once(telling, window):
    telling.begin(opening="free")
    telling.moves("h8")
    page = window(telling.url)
    until_heard(page, "White to move")
    telling.served.stop()
    page.page.wait_for_selector("body[data-connection=lost]")
    page.page.keyboard.press("1")  # both the press and the release of the key are refused by the page
    until_heard(page, "No connection to the board: nothing happened")
    assert [said for said in heard(page) if said.startswith("No connection to the board")] == [
        "No connection to the board: nothing happened"
    ]
    page.page.goto("about:blank")  # leave the page, so that it no longer tries to reach the stopped server
    page.complaints.clear()  # ignore the browser's own errors about the stopped server


# Speech


def recorded(page):
    return page.page.evaluate("window.uttered")


@pytest.fixture
def speaking(telling, browser):
    """speaking(voices, language) -> a page with recorded speech."""
    opened = []

    def open_page(voices=VOICES, language="en", script=None):
        context = browser.new_context()
        page = Window(context)
        context.add_init_script(script or RECORDER.replace("VOICES", voices))
        opened.append((context, page))
        return page.goto(f"{telling.url}?lang={language}")

    yield open_page
    for context, page in opened:
        context.close()
        assert page.complaints == []


def test_speech_is_off_until_it_is_switched_on_and_says_what_the_log_says(telling, speaking):
    telling.begin(opening="free")
    telling.moves("h8")
    page = speaking()
    until_heard(page, "White to move")
    assert recorded(page) == []
    page.page.click("#view-title")
    page.page.select_option("#speech-rate", "1.5")
    page.page.click("#speech")
    until_heard(page, "Speech is on")
    telling.moves("i9", first=2)
    until_heard(page, "White I 9")
    assert recorded(page) == [
        {"text": text, "lang": "en_US", "rate": 1.5, "voice": "Ona"} for text in ("Speech is on", "White I 9")
    ]
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]")
    page.page.wait_for_function("() => window.uttered.length === 1")
    assert recorded(page)[0]["text"] == "Black to move" and recorded(page)[0]["rate"] == 1.5
    page.page.keyboard.press("v")
    until_heard(page, "Speech is off")
    telling.moves("g7", first=3)
    until_heard(page, "Black G 7")
    assert len(recorded(page)) == 1


def test_the_voice_and_the_words_are_of_the_pages_language(telling, speaking):
    telling.begin(opening="free")
    telling.moves("h8")
    voices = VOICES.replace("]", """{ name: "Lin", lang: "zh-CN", localService: true, default: false }]""")
    page = speaking(voices, "zh")
    until_heard(page, "白方走")
    page.page.keyboard.press("v")
    page.page.keyboard.press("l")
    page.page.wait_for_function("() => window.uttered.length === 2")
    assert recorded(page)[1] == {"text": "第1手 黑 H 8", "lang": "zh-CN", "rate": 1, "voice": "Lin"}


def test_a_browser_without_a_voice_for_the_language_says_so_and_one_without_speech_too(telling, speaking):
    telling.begin(opening="free")
    page = speaking("[]", "et")
    page.page.keyboard.press("v")
    lacks = "Selles brauseris pole häält keele Eesti jaoks: see võib vaikida või olla raskesti mõistetav"
    page.page.wait_for_selector("#notice:visible")
    assert page.page.text_content("#notice") == f"Kõne on sees. {lacks}"
    assert page.page.text_content("#speech-words") == lacks
    assert recorded(page)[-1]["lang"] == "et"
    page = speaking(
        script="delete window.speechSynthesis; delete window.SpeechSynthesisUtterance;"
        "Object.defineProperty(window, 'speechSynthesis', { value: undefined });"
    )
    until_heard(page, "Put the first stone where the light is: click a point")
    page.page.keyboard.press("v")
    until_heard(page, "This browser can't speak: it has no speech function")
    assert page.page.text_content("#notice:visible") == "This browser can't speak: it has no speech function"
    assert page.page.get_attribute("#speech", "aria-pressed") == "false"


def test_a_browser_that_will_not_speak_before_a_key_says_so_once(telling, speaking):
    telling.begin(opening="free")
    telling.moves("h8")
    page = speaking()
    until_heard(page, "White to move")
    page.page.keyboard.press("v")
    until_heard(page, "Speech is on")
    blocked = "The browser speaks only after a key or a click on this page"
    for _ in range(2):
        page.page.evaluate("window.saying.shift().onerror({ error: 'not-allowed' })")
    until_heard(page, "Speech is on", blocked)
    assert page.page.text_content("#speech-words") == blocked


def test_a_clocks_seconds_come_before_what_waits_and_nothing_is_lost(telling, speaking):
    page = speaking()
    spoken = page.page.evaluate(
        """async () => {
            const { Speech } = await import("/page/ear/speech.js");
            const its = new Speech(() => {});
            its.on = true;
            for (const text of ["one", "two", "three"]) its.utter(text);
            ends();
            its.utter("5 seconds", "urgent");
            its.utter("4 seconds", "urgent");
            ends();
            its.utter("H 8", "own");
            while (saying.length) ends();
            its.utter("four");
            return window.uttered.map(({ text }) => text);
        }"""
    )
    assert spoken == [
        "one",
        "two",
        "three",
        "5 seconds",
        "two",
        "three",
        "4 seconds",
        "two",
        "three",
        "H 8",
        "two",
        "three",
        "four",
    ]


def test_the_cursor_is_spoken_but_left_to_the_screen_reader_in_the_log(telling, speaking):
    telling.begin(opening="free")
    telling.moves("h8")
    telling.served.board.stones = {"h8": "black"}
    page = speaking()
    until_heard(page, "White to move")
    page.page.keyboard.press("v")
    until_heard(page, "Speech is on")
    page.page.keyboard.press("b")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("ArrowRight")
    page.page.wait_for_function("() => window.uttered.at(-1).text === 'H 8, black stone, last move'")
    assert heard(page)[-1] == "Speech is on"
