"""One whole real game, clicked stone by stone: the page lights show the firmware's bytes exactly."""

from pathlib import Path

import pytest
from portable import boards
from telling import WITH_WORDS
from tengen import wiring
from tengen.games.points import index
from tengen.games.renju.position import FOUL_NAMES, of_text
from tengen.games.renju.reasons import reasons
from tengen.lights import colours
from tengen_host.judge.drawing import line_text

GAMES = Path(__file__).resolve().parent.parent / "data" / "games.tsv"
NAMED_MS = 3000  # for this time the board shows the opening's name
LAST = bytes(colours.LAST).hex()
DARK = "000000"


def first_long_game():
    for line in GAMES.read_text().splitlines():
        moves, winner = line.split("\t")
        if len(moves.split()) >= 30 and winner in "BW":
            return moves.split(), winner
    pytest.fail(f"{GAMES.name} has no decided game of 30 stones")


def pixel(grb, number):
    return grb[6 * number : 6 * number + 6]


def test_a_whole_game_clicked_on_the_page(served, window):
    moves, winner = first_long_game()
    page = window(served.url)
    on_board = []
    for number, point in enumerate(moves, 1):
        page.click(point)
        on_board.append(point)
        served.until_stones(*on_board)
        served.rest()
        if number == 3:
            served.advance(NAMED_MS)

        told = [event for event in served.done if event["code"] == "move"]
        assert [event["point"] for event in told] == on_board, served.codes()
        colour = "black" if number % 2 else "white"
        assert (told[-1]["n"], told[-1]["colour"]) == (number, colour)

        page.shows(served)
        frame, grb = page.lights()
        assert frame == served.board.frames
        assert len(grb) == 6 * wiring.PIXELS
        assert grb == served.board.frame.hex() == served.frames[frame]
        if number < len(moves):
            lit = [at for at in range(wiring.SIZE**2) if pixel(grb, wiring.PIXEL_OF[at]) != DARK]
            assert lit == [index(point, wiring.SIZE)]
            assert pixel(grb, wiring.PIXEL_OF[lit[0]]) == LAST
            assert_light_is_under(page, point)
        assert page.stones()[point] == colour

    seqs = [line["seq"] for line in served.lines]
    assert seqs == sorted(set(seqs))
    assert_five_is_shown(served, page, winner)


def assert_light_is_under(page, point):
    """Check that the lit pixel is drawn at the point named by the coordinates, so the board is not mirrored."""
    led = page.page.wait_for_selector(".board .led.on .rim", state="attached")
    box = led.bounding_box()
    x, y = page.place(point)
    assert abs(box["x"] + box["width"] / 2 - x) < 3
    assert abs(box["y"] + box["height"] / 2 - y) < 3


def assert_five_is_shown(served, page, winner):
    result = served.done[-1]
    assert served.codes()[-2:] == ["move", "result"]
    assert (result["winner"], result["reason"]) == ({"B": "black", "W": "white"}[winner], "five")
    assert len(result["line"]) >= 5
    assert sorted(lights_that_are_on(page)) == sorted(result["line"])
    words = page.page.text_content("#turn")
    assert words.strip().startswith({"B": "Black wins: five", "W": "White wins: five"}[winner])


BEFORE_A_FOUL = ["h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15"]
FORBIDDEN = bytes(colours.FORBIDDEN).hex()


def test_a_foul_waits_to_be_lifted_or_to_be_played_and_lost(served, window):
    page = window(served.url)
    page.play(served, BEFORE_A_FOUL)

    page.click("g8")
    served.until_stones(*BEFORE_A_FOUL, "g8")
    served.advance(100)
    page.page.wait_for_selector("#buzzer:not([data-hz='0'])")
    for _ in range(3):
        served.rest()
        assert_foul_is_warned_of(served, page)
    assert_foul_is_warned_of(served, window(served.url))

    page.click("g8")
    served.until_stones(*BEFORE_A_FOUL)
    served.rest()
    page.shows(served)
    assert served.codes()[-1] == "withdrawn"
    assert page.page.text_content("#prompt") == ""
    assert page.page.locator("#reasons li").count() == 0

    page.click("g8")
    served.until_stones(*BEFORE_A_FOUL, "g8")
    served.rest()
    page.tap(served, "p1")
    page.shows(served)
    assert served.codes()[-4:] == ["reason", "button", "move", "result"]
    assert_reasons_are_shown(page)
    assert page.page.text_content("#turn").strip() == "White wins: Black's double-three at G8"
    assert page.page.text_content("#moves-title") == "Moves (9)"
    assert lights_that_are_on(page)["g8"] == FORBIDDEN

    page.page.click("#clear")
    served.until_stones()
    page.tap(served, "arbiter")
    page.shows(served)
    assert served.codes()[-1] == "new_game"
    assert page.page.locator("#reasons li").count() == 0


def assert_foul_is_warned_of(served, page):
    page.shows(served)
    assert served.codes()[-2:] == ["provisional", "reason"] and served.done[-1]["foul"] == "double-three"
    assert_reasons_are_shown(page)
    words = "Double-three at G8, a foul: lift it, or press Player 1 and lose"
    assert page.page.text_content("#prompt") == words
    assert page.page.text_content("#turn").strip() == "Black to move"
    assert lights_that_are_on(page)["g8"] == FORBIDDEN


def assert_reasons_are_shown(page):
    lines = [
        "three G8 H8 I8 in the row: straight four at F8 or J8",
        "three G8 G9 G10 in the column: straight four at G7 or G11",
    ]
    assert page.page.locator("#reasons li").all_text_contents() == lines
    told = page.page.text_content("#events [data-code=reason]")
    assert told.split("\n")[0].endswith("Why G8 is a double-three:")
    assert told.split("\n")[1:] == lines


def test_reasons_are_in_the_words_of_tengen_judge(modules):
    lines = list(lines_of_fouls())
    assert {line["shape"] for line in lines} == {"overline", "straight four", "four", "three"}
    assert any(other["rule"] for line in lines for other in line.get("at", ()))
    assert any(line.get("counts") is False for line in lines)
    said = modules.evaluate(
        f"async (lines) => {{ {WITH_WORDS} return lines.map((await import('/page/words/terms.js')).lineText); }}", lines
    )
    assert said == [line_text(line) for line in lines]


def lines_of_fouls():
    for board, _ in boards("verdicts.txt", 100):
        position = of_text(board)
        for point, verdict in enumerate(position.verdicts):
            if verdict in FOUL_NAMES:
                yield from reasons(position, point)["lines"]


def lights_that_are_on(page):
    return page.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".board .led.on")]
            .map((led) => [led.dataset.point, led.dataset.grb]))"""
    )


def test_the_five_goes_on_moving_and_every_frame_is_shown_as_sent(served, window):
    page = window(served.url)
    for at, point in enumerate(["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h12"], 1):
        page.click(point)
        served.until(lambda at=at: len(served.stones()) == at)
        served.rest()
    assert served.codes()[-2:] == ["move", "result"]
    shown = set()
    for _ in range(20):
        served.advance(40)
        page.shows(served)
        frame, grb = page.lights()
        assert grb == served.frames[frame]
        shown.add(grb)
    assert len(shown) > 1
