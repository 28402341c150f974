"""A tournament game on the virtual board, from the choice of the opening to the slip, only with the page."""

import re

from browser.test_browser_session import SEEN
from newgame import begin, obey
from telling import card, entries, text, texts
from windows import WAIT_S

CLOCK = re.compile(r"\b(\d+):(\d\d)\b")


def stone(served, page, point, button):
    page.click(point)
    served.until(lambda: point in served.stones())
    served.advance(200)
    page.tap(served, button)
    served.advance(150)  # after this time the page has got the menu entries of both players
    page.shows(served)


def take(served, page, seat, entry):
    page.page.click(f".player[data-seat={seat}] [data-entry='{entry}']")
    obey(served, page)


def prompt(page):
    return text(page, "#turn"), text(page, "#prompt")


def allow_the_laptop(served, page):
    """Allow the laptop with the arbiter's button."""
    page.tap(served, "arbiter", 1100)
    for entry in ("laptop", "yes"):
        page.shows(served)
        while text(page, "#arbiter-menu [aria-current]") != entry.capitalize():
            page.tap(served, "arbiter")
            page.shows(served)
        page.tap(served, "arbiter", 1100)
    page.shows(served)


def without_clocks(seen):
    return [[part, CLOCK.sub("", words), data] for part, words, data in seen]


def clocks(seen):
    """Return the seconds shown by the clocks."""
    return [60 * int(minutes) + int(seconds) for _, words, _ in seen for minutes, seconds in CLOCK.findall(words)]


def assert_a_snapshot_says_the_same(served, page):
    """Check that all groups, sent again, give the same page as all lines did."""
    page.shows(served)
    before = page.page.evaluate(SEEN)
    told = len(served.lines)
    served.call(served.board.ask, {"cmd": "snapshot"})
    served.advance(300)
    page.shows(served)
    assert any(line.get("whole") for line in served.lines[told:])
    now = page.page.evaluate(SEEN)
    assert without_clocks(now) == without_clocks(before)
    for late, early in zip(clocks(now), clocks(before), strict=True):
        assert abs(early - late) <= WAIT_S  # one clock runs by the browser's time until the board corrects it


def test_a_whole_tournament_game_by_the_page_alone(served, window):
    page = window(served.url)
    begin(served, page, opening="rif", mode="referee", clock="10+5")
    assert text(page, "#game-line") == "Renju · Referee · RIF · stone 1"
    assert (card(page, "p1", "left"), card(page, "p2", "left")) == ("10:00", "10:00")
    assert prompt(page) == ("Black to move", "Player 1: put stone 1 (Black) on the centre")

    stone(served, page, "h8", "p1")
    assert prompt(page) == ("Player 1 for White", "Player 1: put stone 2 (White) within the 3x3 square")
    assert_a_snapshot_says_the_same(served, page)
    page.click("c3")
    served.until(lambda: "c3" in served.stones())
    served.advance(200)
    page.shows(served)
    assert prompt(page)[1] == "Lift C3: stone 2 goes within the 3x3 square in the middle"
    page.click("c3")
    served.until(lambda: "c3" not in served.stones())
    served.advance(200)
    stone(served, page, "i9", "p1")
    stone(served, page, "g7", "p1")
    assert text(page, "#game-line") == "Renju · Referee · RIF · I11 Shagetsu 斜月 · stone 4"
    assert prompt(page) == ("Player 2 decides", "Swap, or no swap?")
    assert entries(page, "p2") == (["no swap", "swap"], "no swap")
    page.page.click(".player[data-seat=p2] [data-entry=swap]", force=True)  # grey
    assert card(page, "p2", "task") == text(page, "#laptop")
    assert text(page, "#laptop").startswith("In a referee game this page only shows")
    assert not served.board.console.incoming
    allow_the_laptop(served, page)
    assert text(page, "#laptop") == "The arbiter allows this page to act"
    assert_a_snapshot_says_the_same(served, page)

    take(served, page, "p2", "swap")
    assert (card(page, "p1", "seat"), card(page, "p2", "seat")) == ("White", "Black")
    assert prompt(page) == ("White to move", "Player 1: put stone 4 (White) anywhere")
    stone(served, page, "j7", "p1")
    assert prompt(page) == ("Black offers fifths", "Black: put down 2 tentative fifths (0 of 2 are on the board)")
    for point in ("f9", "k8"):
        page.click(point)
        served.until(lambda point=point: point in served.stones())
        served.advance(200)
    page.shows(served)
    said = "Black: all 2 tentative fifths are on the board. Move them, or press Player 2 to offer them"
    assert prompt(page)[1] == said
    assert_a_snapshot_says_the_same(served, page)
    page.tap(served, "p2")
    page.shows(served)
    assert prompt(page)[1] == "White: take away all but one and press Player 1 (2 are left: F9, K8)"
    assert_a_snapshot_says_the_same(served, page)
    page.click("f9")
    served.until(lambda: "f9" not in served.stones())
    served.advance(200)
    page.tap(served, "p1")
    page.shows(served)
    assert texts(page, "#moves li") == ["H8", "I9", "G7", "J7", "K8"]
    assert served.stones()["k8"] == "black"
    assert prompt(page) == ("White to move", "Player 1: put stone 6 (White) anywhere")
    stone(served, page, "k9", "p1")

    take(served, page, "p1", "draw")
    assert card(page, "p2", "task") == "Player 1 offers a draw"
    assert_a_snapshot_says_the_same(served, page)
    take(served, page, "p2", "decline")
    assert card(page, "p2", "task") == ""
    take(served, page, "p2", "resign")
    page.page.click(".player[data-seat=p2] [data-choice=resign]")
    obey(served, page)
    assert prompt(page)[0] == "White wins: Black resigns"
    assert_a_snapshot_says_the_same(served, page)

    page.page.click("#to-slip")
    assert text(page, "#slip-result") == "White wins: Black resigns"
    assert texts(page, "#slip-moves li") == ["H8", "I9", "G7", "J7", "K8", "K9"]
    left = [line.partition(" left")[0] for line in texts(page, "#slip-players tr")]
    assert [line[:13] for line in left] == ["BlackPlayer 2", "WhitePlayer 1"]


def test_the_arbiter_sets_up_a_position_that_is_uneven_and_takes_back(served, window):
    page = window(served.url)
    page.page.click("#arbiter-title")
    rows = ["." * 15] * 15
    rows[7] = ".......XX......"
    page.page.fill("#diagram", "\n".join(rows))
    page.page.click("#set-up [type=submit]")
    obey(served, page)
    assert "2 black and 0 white" in text(page, "#set-up-words")
    page.page.click("#confirm")
    obey(served, page)
    served.advance(500)
    page.shows(served)
    assert prompt(page)[1] == "Set up the position: 2 stones to put down"
    assert "from a position" in text(page, "#game-line")
    assert_a_snapshot_says_the_same(served, page)
    for point in ("h8", "i8"):
        page.click(point)
        served.until(lambda point=point: point in served.stones())
        served.advance(300)
    page.shows(served)
    assert served.stones() == {"h8": "black", "i8": "black"}
    assert prompt(page) == ("White to move", "")
    page.click("c3")
    served.until(lambda: "c3" in served.stones())
    served.rest()
    page.shows(served)
    assert texts(page, "#moves li") == ["C3"] and served.stones()["c3"] == "white"
    page.page.click("#take-back [type=submit]")
    obey(served, page)
    assert texts(page, "#moves li") == []
    assert texts(page, "#events [data-code=taken_back]")[0].endswith("1 move taken back by Arbiter: C3")
