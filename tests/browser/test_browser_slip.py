"""The names of a game and its result slip.

Names are entered once and shown in every window; the slip is printed, and saved as text.
"""

import pytest
from telling import SWAPPED, Telling, card, shows, text, texts
from tengen.codes import coded


@pytest.fixture
def telling(serving):
    return Telling(serving)


def give(page, **names):
    """Type names into the form, like a person."""
    page.page.click("#names-title")
    for name, value in names.items():
        page.page.fill(f"#details [name={name}]", value)
        page.page.press(f"#details [name={name}]", "Tab")


def until_text(page, selector, words):
    is_there = "([at, words]) => document.querySelector(at).textContent === words"
    page.page.wait_for_function(is_there, arg=[selector, words])


GIVEN = {"p1": "Anna Müller", "p2": "Jun", "event": "Club evening", "round": "3", "table": "5"}


def test_names_are_seen_in_every_window_and_after_a_reload(telling, window):
    page, other = window(telling.url), window(telling.url)
    telling.begin(players=SWAPPED)
    give(page, **GIVEN)
    for each in (page, other, window(telling.url)):
        shows(each, telling)
        until_text(each, "#occasion", "Club evening · Round 3 · Table 5")
        assert (card(each, "p1", "name"), card(each, "p1", "seat")) == ("Anna Müller", "Player 1, White")
        assert (card(each, "p2", "name"), card(each, "p2", "seat")) == ("Jun", "Player 2, Black")
    page.page.reload()
    until_text(page, "#occasion", "Club evening · Round 3 · Table 5")
    give(other, p1="", event="")
    until_text(page, "#occasion", "Round 3 · Table 5")
    assert (card(page, "p1", "name"), card(page, "p1", "seat")) == ("Player 1", "White")


def test_a_name_that_is_being_written_is_left_alone(telling, window):
    page, other = window(telling.url), window(telling.url)
    page.page.click("#names-title")
    page.page.fill("#details [name=event]", "Half a na")
    give(other, table="7")
    until_text(page, "#occasion", "Table 7")
    assert page.page.input_value("#details [name=event]") == "Half a na"
    assert page.page.input_value("#details [name=table]") == "7"


def a_whole_game(telling):
    telling.begin(players=SWAPPED, opening="taraguchi-10", mode="silent", clock="30/30x3")
    telling.tell("stamped", id="20261121-1404-3f9a", date="2026-11-21T14:04:09")
    telling.moves("h8 i9 g7 j7")
    telling.tell("offered", points=["f9", "k8"])
    telling.moves("f9 -- k8 c3 c4 c5", 5)
    telling.opening("D4", "Kagetsu", "花月")
    telling.tell("claim", who="p1", what="foul", right=False)
    telling.tell("taken_back", by="p1", count=1, removed=["c5"], moves="h8i9g7j7f9--k8c3c4", turn="white")
    telling.tell("taken_back", by="arbiter", count=2, removed=["c4", "c3"], moves="h8i9g7j7f9--k8", turn="white")
    periods = {"p1": 3, "p2": 2}
    telling.clock("p2", 754_321, 20_000, periods)
    telling.clock("p2", 754_321, 20_000, periods, "disturbed", coded("refused.put_back", points=["h8"]))
    telling.clock("p2", 754_321, 20_000, periods, None, "matches")
    telling.clock("p2", 754_321, 20_000, periods, "fault", "row 7 does not answer")
    telling.clock("p2", 754_321, 20_000, periods, None, "mended")
    telling.clock("p2", 800_000, 15_000, periods, None, "corrected")
    telling.clock("p2", 800_000, 30_000, {"p1": 3, "p2": 1}, None, "period")
    telling.moves("d3 d5", 8)
    telling.result("black", "five", ["d5", "e5", "f5", "g5", "h5"])
    telling.clock(None, 754_321, 9_900, {"p1": 3, "p2": 1}, "over")
    telling.asks("over", None, 10, SWAPPED)


SLIP = """\
Result slip
===========

Event    Club evening
Round    3
Table    5
Date     2026-11-21 14:04
Game     20261121-1404-3f9a
Rules    Renju
Opening  Taraguchi-10, D4 Kagetsu 花月
Mode     Silent
Clock    30 min, then 3 periods of 30 s

Black    Jun (Player 2), left 0:09.9 and 1 period
White    Anna Müller (Player 1), left 12:34 and 3 periods

Result   Black wins: five (D5, E5, F5, G5, H5)
Points   Black 1 : White 0

Moves (9)
  1 H8    2 I9    3 G7    4 J7    5 F9    6 pass  7 K8    8 D3
  9 D5

Recorded during the game
- Offered as fifth: F9, K8
- Player 1 claims a foul: wrong
- 2 moves taken back by Arbiter: C4, C3
- The clock was stopped: put back H8
- The clock was stopped: row 7 does not answer
- The clocks were corrected by the arbiter: Player 1 13:20, Player 2 0:15


________________________    ________________________
Black                       White
"""


def test_the_slip_of_a_game_is_saved_as_text(telling, window):
    page = window(telling.url)
    a_whole_game(telling)
    give(page, **GIVEN)
    shows(page, telling)
    page.page.click("#to-slip")
    with page.page.expect_download() as saving:
        page.page.click("#slip-save")
    assert saving.value.suggested_filename == "tengen-20261121-1404-3f9a.txt"
    with open(saving.value.path(), encoding="utf-8") as file:
        assert file.read() == SLIP


def test_the_slip_is_copied(telling, window):
    page = window(telling.url, permissions=["clipboard-read", "clipboard-write"])
    a_whole_game(telling)
    shows(page, telling)
    page.page.click("#to-slip")
    page.page.click("#slip-copy")
    copied = page.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Result slip\n===") and copied.endswith("White\n")
    assert "Black    Player 2, left 0:09.9 and 1 period\n" in copied


def test_the_slip_on_the_page_says_the_same_and_follows_the_game(telling, window):
    page = window(telling.url)
    telling.begin(opening="rif", mode="casual")
    telling.moves("h8")
    shows(page, telling)
    assert page.page.is_hidden("#to-slip"), "the game is not over"
    page.page.click("#names-title")
    page.page.click("#show-slip")
    assert text(page, "#slip-result") == "Not finished"
    rows = ["Date", "undated", "Rules", "Renju", "Opening", "RIF", "Mode", "Casual", "Clock", "no clock"]
    assert texts(page, "#slip-rows > *") == rows
    assert page.page.is_hidden("#slip-record")
    a_whole_game(telling)
    shows(page, telling)
    assert text(page, "#slip-result") == "Black wins: five (D5, E5, F5, G5, H5)"
    assert texts(page, "#slip-players tr") == [
        "BlackPlayer 20:09.9 and 1 period left1",
        "WhitePlayer 112:34 and 3 periods left0",
    ]
    assert texts(page, "#slip-moves li") == ["H8", "I9", "G7", "J7", "F9", "pass", "K8", "D3", "D5"]
    on_record = [line.removeprefix("- ") for line in SLIP.splitlines() if line.startswith("- ")]
    assert texts(page, "#slip-record li") == on_record
    assert texts(page, "#slip-signatures p") == ["Black: Player 2", "White: Player 1"]
    page.page.click("#slip-close")
    assert page.page.is_hidden("#slip")


@pytest.mark.parametrize(
    ("winner", "points"),
    [("black", "Black 1 : White 0"), ("white", "Black 0 : White 1"), (None, "Black ½ : White ½")],
)
def test_the_points_of_each_result(telling, window, winner, points):
    page = window(telling.url, permissions=["clipboard-read", "clipboard-write"])
    telling.begin()
    telling.result(winner, "agreement")
    shows(page, telling)
    page.page.click("#to-slip")
    page.page.click("#slip-copy")
    assert f"Points   {points}\n" in page.page.evaluate("navigator.clipboard.readText()")


def test_printing_prints_the_slip_alone(telling, window):
    page = window(telling.url)
    a_whole_game(telling)
    shows(page, telling)
    page.page.click("#to-slip")
    page.page.emulate_media(media="print")
    assert page.page.is_visible("#slip-result") and page.page.is_visible("#slip-signatures")
    assert page.page.is_hidden("main") and page.page.is_hidden("#slip-print")
    look = "([of, part, what]) => getComputedStyle(document.querySelector(of), part)[what]"
    assert page.page.evaluate(look, ["html", None, "backgroundColor"]) == "rgb(255, 255, 255)", "paper"
    assert page.page.evaluate(look, ["#slip", None, "color"]) == "rgb(0, 0, 0)", "ink"
    assert page.page.evaluate(look, ["#slip", "::backdrop", "display"]) == "none"
    page.page.emulate_media(media="screen")
    page.page.click("#slip-close")
    page.page.emulate_media(media="print")
    assert page.page.is_visible("main")
