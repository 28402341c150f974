"""Pente and Connect6 clicked on the page, with the firmware's own events: choice, moves, take-back, replay."""

import pytest
from newgame import begin, obey
from telling import card, text, texts


def put(served, page, point, ms=1500):
    """Put a stone, and let this much of the board's time pass: enough for a move, or only for a provisional stone."""
    page.click(point)
    served.until(lambda: point in served.stones())
    served.advance(ms)
    page.shows(served)


def lift(served, page, point):
    page.click(point)
    served.until(lambda: point not in served.stones())
    served.advance(400)
    page.shows(served)


def says(page):
    return text(page, "#turn"), text(page, "#prompt")


def test_pente_captures_are_lifted_counted_taken_back_and_gone_through(served, window):
    page = window(served.url)
    begin(served, page, game="pente", options={"keryo": True})
    assert text(page, "#game-line") == "Pente (Keryo) · Casual · Pro · stone 1"
    assert says(page) == ("White to move", "Player 1: put stone 1 (White) on the centre")
    for point in ("h8", "e8", "d8", "f8"):
        put(served, page, point)
    put(served, page, "g8", 100)
    assert texts(page, "#hints li") == ["Captured: E8, F8"]
    served.rest()
    page.shows(served)
    assert says(page) == ("Black to move", "Lift E8, F8")
    assert [card(page, seat, "captured") for seat in ("p1", "p2")] == ["2 of 15 captured", "0 of 15 captured"]
    put(served, page, "i9", 100)
    assert texts(page, "#hints li") == ["I9 becomes a move only when those stones are lifted"]
    lift(served, page, "e8")
    lift(served, page, "f8")
    served.rest()
    page.shows(served)
    assert texts(page, "#moves li") == ["H8", "E8", "D8", "F8", "G8", "I9"]
    lie = {"h8": "white", "d8": "white", "g8": "white", "i9": "black"}
    page.until_stones(lie)

    room = window(served.url + "?view=room")
    before = {"h8": "white", "d8": "white", "e8": "black", "f8": "black"}
    for button, stones in (("back", lie.keys() - {"i9"}), ("back", before), ("on", lie.keys() - {"i9"})):
        room.page.click(f"[data-replay={button}]")
        room.until_stones({point: (lie | before)[point] for point in stones})

    page.page.click("#arbiter-title")
    page.page.fill("#take-back [name=count]", "2")
    page.page.click("#take-back button[type=submit]")
    obey(served, page)
    assert card(page, "p1", "captured") == "0 of 15 captured"
    lift(served, page, "i9")
    lift(served, page, "g8")
    assert says(page) == ("White to move", "Put back E8, F8")
    put(served, page, "e8", 400)
    put(served, page, "f8", 400)
    page.until_stones(before)
    assert says(page)[0] == "White to move" and "Put back" not in says(page)[1]


@pytest.mark.proof
def test_connect6_on_a_torus_has_two_stones_a_turn_and_a_six_over_the_edge(served, window):
    """Connect6 on a torus is played on the page, to a six that goes over the edge."""
    page = window(served.url)
    begin(served, page, game="connect6", options={"torus": True})
    assert text(page, "#game-line") == "Connect6 (15x15, torus) · Casual · Centre · stone 1"
    put(served, page, "h8")
    assert says(page) == ("White to move", "Put 2 stones")
    turns = ["a2 b2", "n1 o1", "a3 b4", "a1 b1", "c5 d6", "c1 d1"]
    for number, turn in enumerate(turns):
        one, two = turn.split()
        assert page.page.locator("#turn i.stone:visible").count() == 2, "both are still to be put"
        put(served, page, one, 100)
        assert text(page, "#prompt") == f"{one.upper()}: put 1 more stone, or lift"
        assert page.page.locator("#turn i.stone:visible").count() == 1
        put(served, page, two, 100)
        button = "p1" if number % 2 else "p2"
        name = f"Player {button[1]}"
        assert text(page, "#prompt") == f"{one.upper()}, {two.upper()}: press {name} when done, or lift one"
        page.tap(served, button)
        page.shows(served)
    assert text(page, "#turn") == "Black wins: six in a row (N1, O1, A1, B1, C1, D1)"
    colours = page.page.eval_on_selector_all("#moves li", "(all) => all.map((each) => each.dataset.colour[0]).join('')")
    assert colours == "bwwbbwwbbwwbb"
    late = window(served.url + "?view=room")
    parts = late.page.get_attribute(".five .upper", "d").count("M")
    assert parts == 2, "one run on each side"
    late.page.click("[data-replay=back]")
    late.page.click("[data-replay=back]")
    late.page.click("[data-replay=back]")
    assert text(late, "#retold .turn span") == "10. C5"
