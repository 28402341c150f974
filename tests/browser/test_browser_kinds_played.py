"""A bomb and turned stones clicked on the page, with the firmware's own events: choice, stones, repair, replay."""

from browser.test_browser_games_played import lift, put, says
from newgame import begin, obey
from telling import texts


def offered(page, seat):
    """Return the entries of a player's menu on the page."""
    shown = "(all) => all.filter((each) => each.offsetParent).map((each) => each.dataset.entry)"
    return page.page.eval_on_selector_all(f"[data-seat={seat}] [data-entry]", shown)


def choose(served, page, seat, entry):
    page.page.click(f"[data-seat={seat}] [data-entry='{entry}']")
    obey(served, page)


def test_a_bomb_is_chosen_on_the_page_and_its_blast_is_lifted(served, window):
    page = window(served.url)
    begin(served, page, game="bomb-renju")
    for point in ("g8", "g7", "h9", "i9"):
        put(served, page, point)
    assert offered(page, "p1")[0] == "bomb" and "bomb" not in offered(page, "p2")
    choose(served, page, "p1", "bomb")
    assert texts(page, "#hints li") == ["The stone of this move is a bomb"] and offered(page, "p1")[0] == "own"
    put(served, page, "h8")
    assert says(page) == ("White to move", "Lift G7, G8, H9, I9")
    for point in ("g7", "g8", "h9", "i9"):
        lift(served, page, point)
    served.rest()
    page.shows(served)
    assert says(page)[1] == ""
    put(served, page, "a1")
    assert "bomb" not in offered(page, "p1"), "Black has only one"
    room = window(served.url + "?view=room")
    for button, lie in (("back", {"h8"}), ("back", {"g8", "g7", "h9", "i9"}), ("on", {"h8"})):
        room.page.click(f"[data-replay={button}]")
        room.page.wait_for_function(
            """(lie) => {
                const drawn = [...document.querySelectorAll(".stones .stone")];
                return drawn.map((stone) => stone.dataset.stone).sort().join() === lie;
            }""",
            arg=",".join(sorted(lie)),
        )


def test_stones_of_repensi_are_turned_on_the_page(served, window):
    page = window(served.url)
    begin(served, page, game="repensi")
    for point in ("d8", "e8", "a1", "f8", "g8"):
        put(served, page, point)
    assert says(page) == ("White to move", "Replace with stones of the other colour: E8, F8")
    lift(served, page, "e8")
    put(served, page, "e8", 400)
    assert says(page)[1] == "Replace with stones of the other colour: F8"
    lift(served, page, "f8")
    put(served, page, "f8", 400)
    assert says(page) == ("White to move", "")
    page.until_stones(dict.fromkeys(("d8", "e8", "f8", "g8", "a1"), "black"))
