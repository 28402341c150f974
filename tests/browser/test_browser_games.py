"""Games with captures, several stones a turn, other sizes: their texts and drawings on the page, and the choices."""

import pytest
from ledger import WIDE, fewer
from newgame import choose, open_dialog, start
from telling import Telling, card, entries, shows, text, texts
from tengen.games import registry
from test_browser_languages import LANGUAGES, OUT_OF_ITS_BOX, TALLER_THAN_THE_WINDOW

WHITE_FIRST = {"white": "p1", "black": "p2"}


@pytest.fixture
def telling(serving):
    return Telling(serving)


def colours(page):
    return page.page.eval_on_selector_all("#moves li", "(all) => all.map((each) => each.dataset.colour)")


def marks(page, kind):
    points = page.page.locator(f".board [data-mark={kind}]")
    return sorted(points.evaluate_all("(all) => all.map((each) => each.dataset.point)"))


def drawn(page, selector):
    """Return the number of parts of a drawn row of stones, and its points."""
    return page.page.eval_on_selector_all(
        selector,
        """(all) => all.map((each) => [each.querySelector(".upper").getAttribute("d").split("M").length - 1,
            [each.dataset.five, each.dataset.standing].join("").split(" ").sort()])""",
    )


def small_stones(page, seat):
    """Return the classes of the small stones of a player's captures."""
    stones = page.page.locator(f".player[data-seat={seat}] .captured i")
    return [each.split()[-1] for each in stones.evaluate_all("(all) => all.map((each) => each.className)")]


def lies(telling, **stones):
    """Show these stones on the board."""
    telling.board.stones = stones
    telling.served.call(telling.board.say, telling.board.stones_message())


# Pente


def captured(telling):
    """A game of Pente: White has captured two stones with move 5."""
    telling.begin_game("pente", "white", goal=15, options={"keryo": True, "overline": "ignored"}, opening="pro")
    telling.stone(1, "h8", "white", "black")
    telling.stone(2, "e8", "black", "white")
    telling.stone(3, "d8", "white", "black")
    telling.stone(4, "f8", "black", "white")
    telling.stone(5, "g8", "white", "black", takes="e8 f8", captured={"black": 0, "white": 2}, who="p1")


def test_the_game_and_its_options_are_named(telling, window):
    page = window(telling.url)
    telling.begin_game("pente", "white", goal=15, options={"keryo": True, "overline": "ignored"}, opening="pro")
    telling.asks("stone", "p1", 1, WHITE_FIRST, colour="white", turn="white", zone=["square", 1])
    shows(page, telling)
    name = "Pente (Keryo, Overline: does not count)"
    assert text(page, "#game-line") == f"{name} · Casual · Pro · stone 1"
    assert (text(page, "#turn"), text(page, "#prompt")) == (
        "White to move", "Player 1: put stone 1 (White) on the centre",
    )  # fmt: skip
    assert card(page, "p1", "seat") == "White"
    assert "pass" not in entries(page, "p1")[0], "in Pente nobody passes"
    page.page.wait_for_function(HAS_HEARD, arg=f"New game: {name}, Pro, casual, no clock")


def test_captured_stones_are_counted_drawn_and_to_be_lifted(telling, window):
    page = window(telling.url + "?view=room")
    captured(telling)
    telling.clock("p2", 500_000, 432_000)
    telling.tell("lift", points=["e8", "f8"], provisional=None)
    shows(page, telling)
    assert text(page, "#prompt") == "Lift E8, F8"
    assert marks(page, "lift") == ["e8", "f8"]
    assert card(page, "p1", "captured") == "2 of 15 captured" and card(page, "p2", "captured") == "0 of 15 captured"
    assert small_stones(page, "p1") == ["black"] * 2 + ["hollow"] * 13
    assert small_stones(page, "p2") == ["hollow"] * 15
    assert_names_have_room(page)
    assert texts(page, "#events p")[:2] == ["0:00.0Please lift: E8, F8", "0:00.05. White G8; off the board: E8, F8"]
    telling.tell("lift", points=["f8"], provisional="i9")
    shows(page, telling)
    waits = ["I9 becomes a move only when those stones are lifted"]
    assert (text(page, "#prompt"), texts(page, "#hints li")) == ("Lift F8", waits)
    assert (marks(page, "lift"), marks(page, "provisional")) == (["f8"], ["i9"])
    telling.tell("lift", points=[], provisional=None)
    shows(page, telling)
    assert text(page, "#prompt") == "" and marks(page, "lift") == []


def assert_names_have_room(page):
    """Check that neither clock nor captures cover a player's name, even on a phone."""
    for width, height in [(1280, 800), (390, 844)]:
        page.resize(width, height)
        for seat in ("p1", "p2"):
            parts = [page.page.locator(f".player[data-seat={seat}] .{part}") for part in ("name", "left", "captured")]
            name, clock, captured = (part.bounding_box() for part in parts)
            beside = name["x"] + name["width"] <= clock["x"]
            assert beside or name["y"] + name["height"] <= clock["y"] + 4, "the clock lies beside or below"
            assert name["y"] + name["height"] <= captured["y"] + 4
    page.resize(1280, 800)


def test_an_open_menu_that_lacks_silence_or_the_pass_says_why(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin_game("pente", "white", goal=10)
    telling.menu("arbiter", "mode", ["casual", "referee", "teach"])
    shows(page, telling)
    no_silence = "This game has no silent mode, which needs stones that stay on the board, and one stone a turn"
    assert texts(page, "#hints li") == [no_silence]
    telling.menu("arbiter", None, [])
    telling.menu("p1", "menu", ["resign"])
    shows(page, telling)
    assert texts(page, "#hints li") == ["Pente has no passes"]
    telling.begin_game("gomoku")
    telling.menu("arbiter", "mode", ["casual", "referee", "silent", "teach"])
    telling.menu("p1", "menu", ["pass", "resign"])
    shows(page, telling)
    assert texts(page, "#hints li") == []


def test_what_a_new_stone_would_take_is_marked(telling, window):
    page = window(telling.url + "?view=room")
    captured(telling)
    telling.tell("provisional", point="c8", points=["c8"], colour="black", foul=None, takes=["d8"])
    shows(page, telling)
    assert texts(page, "#hints li") == ["Captured: D8"]
    assert (marks(page, "provisional"), marks(page, "taken")) == (["c8"], ["d8"])


def test_a_capture_that_is_taken_back_comes_back(telling, window):
    page = window(telling.url)
    captured(telling)
    counted = {"black": 0, "white": 0}
    telling.tell("taken_back", by="arbiter", count=1, removed=["g8"], moves="h8e8d8f8", turn="white", captured=counted)
    shows(page, telling)
    assert card(page, "p1", "captured") == "0 of 15 captured"
    telling.tell("disturbed", what="disturbed", missing=["e8", "h8"], extra=[], lift=[])
    shows(page, telling)
    missing = page.page.locator("[data-mark=missing]").evaluate_all(
        "(all) => Object.fromEntries(all.map((each) => [each.dataset.point, each.dataset.colour]))"
    )
    assert missing == {"e8": "black", "h8": "white"}


def test_captured_stones_are_counted_also_where_none_win(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin_game("irensei", counts=True)
    telling.stone(1, "a1", "black", "white")
    telling.stone(2, "a2", "white", "black")
    telling.stone(3, "b1", "white", "black", takes="a1", captured={"black": 0, "white": 1})
    shows(page, telling)
    assert card(page, "p1", "captured") == "0 captured" and card(page, "p2", "captured") == "1 captured"
    telling.begin_game("gomoku")
    shows(page, telling)
    assert card(page, "p1", "captured") == "", "nothing is captured there"


def test_what_must_be_turned_and_lifted_is_said_in_words(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin_game("repensi")
    telling.stone(1, "h8", "black", "white")
    turned = [["i8", "empty", "white"], ["h8", "black", "white"]]
    telling.tell("move", n=2, point="i8", colour="white", turn="black", changes=turned)
    telling.tell("lift", points=[], turn=["h8"], provisional="a1")
    for each in (page, window(telling.url + "?view=room")):
        shows(each, telling)
        assert text(each, "#prompt") == "Replace with stones of the other colour: H8"
        assert texts(each, "#hints li") == ["A1 becomes a move only when those stones are replaced"]
    assert texts(page, "#events p")[:2] == [
        "0:00.0Please replace with stones of the other colour: H8", "0:00.02. White I8; change colour: H8",
    ]  # fmt: skip
    telling.tell("lift", points=["b2"], turn=["h8"], provisional=None)
    shows(page, telling)
    assert text(page, "#prompt") == "Lift B2. Replace with stones of the other colour: H8"
    telling.tell("lift", points=[], turn=[], provisional=None)
    shows(page, telling)
    assert text(page, "#prompt") == "" and texts(page, "#hints li") == []


def test_whose_press_says_that_the_colours_are_right_is_said_in_words(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin_game("four", size=8, options={"clear": True})
    telling.stone(1, "a1", "black", "white")
    telling.tell("lift", points=[], turn=[], press="p2", provisional="c1")
    shows(page, telling)
    asks = "Compare all colours with this picture; when they are right, press Player 2"
    assert text(page, "#prompt") == asks
    assert texts(page, "#hints li") == ["C1 becomes a move only when Player 2 presses"]
    assert texts(page, "#events p")[0] == "0:00.0" + asks
    telling.tell("lift", points=[], turn=[], provisional=None)
    shows(page, telling)
    assert text(page, "#prompt") == "" and texts(page, "#hints li") == []


def test_the_kind_of_the_next_stone_is_said_in_words(telling, window):
    page = window(telling.url)
    telling.begin_game("bomb-renju")
    telling.menu("p1", "menu", ["bomb", "neutral", "own"])
    telling.tell("kind", kind="bomb")
    shows(page, telling)
    assert texts(page, ".player[data-seat=p1] [data-entry]") == ["Bomb", "Neutral stone", "Ordinary stone"]
    assert texts(page, "#hints li") == ["The stone of this move is a bomb"]
    telling.tell("kind", kind="own")
    shows(page, telling)
    assert texts(page, "#hints li") == []
    telling.tell("kind", kind="neutral")
    shows(page, telling)
    assert texts(page, "#hints li") == ["The stone of this move is a neutral one"]


def test_captured_stones_that_are_gone_before_the_press_are_no_disturbance(telling, window):
    page = window(telling.url)
    telling.begin_game("pente", "white")
    telling.stone(1, "h8", "white", "black")
    telling.stone(2, "e8", "black", "white")
    telling.tell("provisional", point="a1", takes=["e8"], missing=["e8"])
    shows(page, telling)
    assert text(page, "#prompt") == "A1: let it rest, press Player 1, or lift it"
    assert texts(page, "#hints li") == ["Captured: E8"]


def test_in_a_replay_captured_stones_vanish_and_come_back(telling, window):
    page = window(telling.url + "?view=room")
    captured(telling)
    shows(page, telling)
    before = {"h8": "white", "e8": "black", "d8": "white", "f8": "black"}
    page.page.click("[data-replay=back]")
    page.until_stones(before)
    assert text(page, "#retold .turn span") == "4. F8"
    assert text(page, "#retold .captures") == "Captured: Black 0, White 0 of 15"
    page.page.click("[data-replay=back]")
    page.until_stones({"h8": "white", "e8": "black", "d8": "white"})
    telling.stone(6, "o1", "black", "white")
    shows(page, telling)
    page.page.click("[data-replay=on]")
    page.page.click("[data-replay=on]")
    page.until_stones({"h8": "white", "d8": "white", "g8": "white"})
    assert text(page, "#retold .captures") == "Captured: Black 0, White 2 of 15"
    page.page.click("[data-replay=back]")
    page.until_stones(before)


def test_a_standing_five_waits_for_its_answer(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin_game("pente", "white", goal=10, options={"boat": True})
    row = ["d8", "e8", "f8", "g8", "h8"]
    for number, point in enumerate(row, 1):
        standing = {"standing": row} if number == 5 else {}
        telling.stone(number, point, "white", "black", **standing)
    shows(page, telling)
    assert texts(page, "#hints li") == ["White's line D8, E8, F8, G8, H8 wins unless the next move breaks it"]
    assert drawn(page, ".standing") == [[1, row]] and drawn(page, ".five") == []
    telling.stone(6, "a1", "black", None)
    telling.result("white", "five", row)
    shows(page, telling)
    assert drawn(page, ".standing") == [] and drawn(page, ".five") == [[1, row]]
    assert text(page, "#turn") == "White wins: five (D8, E8, F8, G8, H8)"


RESULTS = [
    ("white", "captures", "White wins: enough stones captured"),
    (None, "both", "Draw: both win at once"),
    (None, "no move", "Draw: no stone can be put any more"),
    (None, "full board", "Draw: full board"),
    (None, "two passes", "Draw: two passes"),
    ("black", "first pass", "Black wins: a draw is won by the player who passed first"),
    ("black", "six", "Black wins: six in a row"),
    ("black", "four", "Black wins: four in a row"),
    ("white", "seven", "White wins: seven in a row"),
    ("white", "time", "White wins: Black's time is up"),
    ("black", "seventeen", "Black wins: seventeen"),
]


def test_each_way_to_end_has_its_words(telling, window):
    page = window(telling.url)
    for winner, reason, words in RESULTS:
        telling.begin_game("pente", "white", goal=10)
        telling.result(winner, reason)
        shows(page, telling)
        assert text(page, "#turn") == words
    telling.begin_game("pente", "white")
    for number, point in enumerate(("d4", "e4", "f4", "g4"), 1):
        telling.stone(number, point, "black", "white")
    telling.result("white", "open four", ["d4", "e4", "f4", "g4"])
    shows(page, telling)
    assert text(page, "#turn") == "White wins: Black's open four at D4, E4, F4, G4"
    assert marks(page, "foul") == ["d4", "e4", "f4", "g4"] and drawn(page, ".five") == []


def test_a_kept_game_with_captures_is_gone_through(telling, window):
    page = window(telling.url + "?view=room")
    telling.begin()
    shows(page, telling)
    record = {
        "game": "pente", "size": 15, "first": "white", "setup": [["f8"], ["a1"]],
        "moves": ["h8", "e8", "d8", "a3", "g8"],
        "colours": ["white", "black", "white", "black", "white"], "options": {}, "torus": False, "over": True,
        "changes": [[], [], [], [], [["e8", "black", "empty"], ["f8", "black", "empty"]]],
        "winner": "white", "reason": "captures", "line": [],
    }  # fmt: skip
    entry = {"id": "x", "game": "pente", "rule": "pro", "code": "", "opening": "", "winner": "white", "files": ["sgf"]}
    page.page.route("**/games.json", lambda route: route.fulfill(json=[entry]))
    page.page.route("**/games/x.json", lambda route: route.fulfill(json={"record": record, "goal": 10, "reasons": []}))
    page.page.click("[data-view-tool=games]")
    assert text(page, ".games tbody td:nth-child(4)") == "Pente, Pro"
    page.page.click(".games tbody button")
    page.page.click("[data-replay=last]")
    page.until_stones({"a1": "white", "h8": "white", "d8": "white", "a3": "black", "g8": "white"})
    assert text(page, "#retold .prompt") == "White wins: enough stones captured"
    assert text(page, "#retold .captures") == "Captured: Black 0, White 2 of 10"
    page.page.click("[data-replay=back]")
    page.until_stones({"a1": "white", "h8": "white", "d8": "white", "a3": "black", "e8": "black", "f8": "black"})
    assert colours(page) == ["white", "black", "white", "black"]


# Connect6


def connect6(telling, **settings):
    telling.begin_game("connect6", **settings)
    telling.asks("stone", "p1", 1, colour="black", turn="black", wanted=1)


HAS_HEARD = "(words) => [...document.querySelectorAll('#spoken p')].some((each) => each.textContent === words)"


def hears(page, words):
    """Wait until these words are the page's last announcement."""
    page.page.wait_for_function(
        "(words) => document.querySelector('#spoken p:last-child')?.textContent === words", arg=words
    )


def test_a_turn_of_two_stones(telling, window):
    page = window(telling.url + "?view=room")
    connect6(telling, size=15, opening="free")
    shows(page, telling)
    assert text(page, "#prompt") == "", "the first turn has one stone"
    telling.stone(1, "h8", "black", "white", wanted=2)
    telling.asks("stone", "p2", 2, colour="white", turn="white", wanted=2)
    shows(page, telling)
    assert (text(page, "#turn"), text(page, "#prompt")) == ("White to move", "Put 2 stones")
    telling.tell("provisional", point="i9", points=["i9"], colour="white", foul=None, takes=[])
    shows(page, telling)
    assert text(page, "#prompt") == "I9: put 1 more stone, or lift"
    telling.tell("provisional", point="a1", points=["i9", "a1"], colour="white", foul=None, takes=[])
    shows(page, telling)
    assert text(page, "#prompt") == "I9, A1: press Player 2 when done, or lift one"
    assert marks(page, "provisional") == ["a1", "i9"]
    telling.stone(2, "i9", "white", "white", wanted=1)
    telling.asks("stone", "p2", 3, colour="white", turn="white", wanted=1)
    shows(page, telling)
    assert (text(page, "#turn"), text(page, "#prompt")) == ("White to move", "Put 1 more stone")
    # wait for the prompt, which is spoken only after a moment, and only if it is not the same as the last one
    hears(page, "Put 1 more stone")
    telling.stone(3, "a1", "white", "black", wanted=2)
    telling.asks("stone", "p1", 4, colour="black", turn="black", wanted=2)
    shows(page, telling)
    assert (text(page, "#turn"), text(page, "#prompt")) == ("Black to move", "Put 2 stones")
    assert colours(page) == ["black", "white", "white"]
    hears(page, "Put 2 stones")
    assert [said for said in texts(page, "#spoken p") if said.startswith("White ")][-2:] == ["White I 9", "White A 1"]


def test_of_a_turn_of_two_only_the_stones_too_many_are_to_be_lifted(telling, window):
    page = window(telling.url)
    connect6(telling, size=15, opening="free")
    telling.stone(1, "h8", "black", "white", wanted=2)
    telling.asks("stone", "p2", 2, colour="white", turn="white", wanted=2)
    telling.tell("several", points=["j1", "j2", "j3"])
    shows(page, telling)
    assert text(page, "#prompt") == "3 new stones: J1, J2, J3. Only 2 are wanted: lift 1"
    page.page.wait_for_function(
        "() => document.querySelector('#spoken p:last-child').textContent.startsWith('3 new stones: J 1, J 2, J 3. ')"
    )
    telling.tell("several", points=["j1", "j2", "j3", "j4"])
    shows(page, telling)
    assert text(page, "#prompt") == "4 new stones: J1, J2, J3, J4. Only 2 are wanted: lift 2"
    telling.stone(2, "j1", "white", "white", wanted=1)
    telling.asks("stone", "p2", 3, colour="white", turn="white", wanted=1)
    telling.tell("several", points=["j2", "j3"])
    shows(page, telling)
    assert text(page, "#prompt") == "2 new stones: J2, J3. Only one is wanted: lift all but one"


def test_a_six_over_the_edge_is_no_line_across_the_board(telling, window):
    page = window(telling.url + "?view=room")
    rows = [["m13", "n14", "o15", "a1", "b2", "c3"], ["n4", "o4", "a4", "b4", "c4", "d4"]]
    for row in rows:
        connect6(telling, size=15, torus=True, options={"torus": True})
        for number, point in enumerate(row, 1):
            telling.stone(number, point, "black", "black")
        telling.result("black", "six", row)
        shows(page, telling)
        assert drawn(page, ".five") == [[2, sorted(row)]]
    assert text(page, "#game-line").startswith("Connect6 (torus) · ")
    length = page.page.eval_on_selector(".five .upper", "(path) => path.getTotalLength()")
    assert length == 4 * 40, "four steps: two stones on one side, four on the other"


# Other sizes


@pytest.mark.parametrize(("size", "stars"), fewer([(9, 5), (15, 5), (19, 9), (8, 4), (3, 1)], [(8, 4), (19, 9)]))
def test_a_board_of_any_size_is_drawn_and_clicked(serving, window, size, stars):
    """A board of any size is drawn with its star points, and accepts clicks."""
    telling = Telling(serving, size=size)
    page = window(telling.url)
    letters = "ABCDEFGHIJKLMNOPQRS"[:size]
    labels = texts(page, ".board .ground text")
    assert sorted(set(labels)) == sorted([*letters, *map(str, range(1, size + 1))])
    assert page.page.locator(".board .star").count() == stars
    assert page.page.locator(".board .point").count() == size**2
    corner = f"{letters[-1].lower()}{size}"
    page.click(corner)
    telling.served.until(lambda: telling.board.done)
    assert telling.board.done == [("put", corner, None)]
    page.until_stones({corner: "black"})


def test_stones_of_nobody_and_of_both_are_drawn(telling, window):
    page = window(telling.url)
    lies(telling, h8="common", a1="neutral", b2="white")
    page.page.wait_for_selector(".stones .stone.common")
    assert page.page.get_attribute(".point[data-point=h8]", "aria-label") == "H8, common stone"
    assert page.page.get_attribute(".point[data-point=a1]", "aria-label") == "A1, neutral stone"
    for colour in ("common", "neutral"):
        fill = page.page.get_attribute(f".stones .stone.{colour}", "fill")
        assert page.page.locator(fill[4:-1]).count() == 1


# What is offered


def offered(page, name):
    return page.page.eval_on_selector_all(f"#settings [name={name}] option", "(all) => all.map((each) => each.value)")


def asked(telling, line):
    telling.served.until(lambda: telling.asked())
    assert telling.asked() == [[line]]
    telling.board.done.clear()


def test_games_sizes_openings_and_options_are_those_of_the_registry(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    open_dialog(page)
    on_board = [game for game in registry.NAMES if min(registry.sizes(game)) <= 15]
    assert offered(page, "game") == on_board
    for game in on_board:
        telling.tell("settings", **settings_of(game))
        shows(page, telling)
        assert page.page.input_value("[name=game]") == game
        assert offered(page, "opening") == list(registry.openings(game))
        sizes = [str(size) for size in registry.sizes(game) if size <= 15]
        assert offered(page, "size") == sizes, "a board of 15 has no room for more"
        assert page.page.is_visible("[name=size]") == (len(sizes) > 1)
        assert ("silent" in offered(page, "mode")) == registry.silent(game)
        assert page.page.is_visible("[name=tiebreak]") == registry.passes(game)
        options = page.page.eval_on_selector_all("[data-option]", "(all) => all.map((each) => each.dataset.option)")
        assert options == [option for option, _, _ in registry.options(game)]


def settings_of(game, **others):
    its = {"game": game, "size": 0, "options": {}, "opening": registry.openings(game)[0], "fifths": 0, "fixed": False}
    more = {"small": False, "mode": "casual", "clock": "none", "move": "auto", "tiebreak": False, "brightness": 100}
    return its | more | {"sound": False} | others


def test_another_game_begins_with_its_own_opening_and_options(telling, window):
    page = window(telling.url)
    telling.begin(mode="silent", tiebreak=True)
    shows(page, telling)  # wait until the page knows the settings; before that, the dialog would ask for them
    choose(page, game="pente")
    start(page)
    chosen = {"game": "pente", "size": 0, "options": {}, "opening": "pro", "mode": "referee", "tiebreak": False}
    asked(telling, {"cmd": "set"} | chosen)
    telling.tell("settings", **settings_of("pente", options={"poof": True}))
    shows(page, telling)
    open_dialog(page)
    assert page.page.is_checked("[data-option=poof]") and not page.page.is_checked("[data-option=keryo]")
    choose(page, options={"keryo": True, "overline": "refused"})
    start(page)
    options = {"keryo": True, "poof": True, "boat": False, "overline": "refused"}
    asked(telling, {"cmd": "set", "options": options})
    choose(page, game="connect6")
    start(page)
    asked(telling, {"cmd": "set", "game": "connect6", "size": 15, "options": {}, "opening": "centre"})


def test_a_larger_board_has_room_for_more(serving, window):
    telling = Telling(serving, size=19)
    page = window(telling.url)
    telling.tell("settings", **settings_of("connect6"))
    shows(page, telling)
    open_dialog(page)
    assert offered(page, "size") == ["19", "15"] and page.page.input_value("[name=size]") == "19"
    assert offered(page, "game") == list(registry.NAMES)
    choose(page, size="15")
    start(page)
    asked(telling, {"cmd": "set", "size": 15})


# Languages


@pytest.mark.parametrize("language", fewer(LANGUAGES, WIDE))
def test_every_language_says_all_of_it_and_has_room_for_it(telling, window, language):
    """Each language has all words of games, options and results, and no word is wider than its box."""
    page = window(f"{telling.url}?lang={language}")
    captured(telling)
    telling.tell("lift", points=["e8", "f8"], provisional="i9")
    row = ["d8", "e8", "f8", "g8", "h8"]
    telling.tell("provisional", point="c8", points=["c8"], colour="black", foul=None, takes=["d8"])
    telling.stone(6, "h9", "white", "black", wanted=2, standing=row)
    assert_fits(page)
    open_dialog(page)
    for size in SIZES:
        page.resize(**size)
        for game in registry.NAMES:
            chosen = {option: values[-1] for option, values, _ in registry.options(game)}
            telling.tell("settings", **settings_of(game, options=chosen))
            shows(page, telling)
            assert_its_words_fit(page)
    page.page.keyboard.press("Escape")
    for winner, reason, _ in RESULTS[:-1]:
        telling.begin_game("pente", "white", goal=10)
        telling.result(winner, reason)
        shows(page, telling)
    assert_fits(page)
    page.page.click("[data-view-tool=room]")
    assert_fits(page, tabs=False)
    assert page.page.get_attribute("body", "data-unsaid") == "0"


SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})


def assert_fits(page, tabs=True):
    for size in SIZES[::-1]:  # the first language stays
        page.resize(**size)
        for tab in page.page.locator("[role=tab]:visible").all() if tabs else [None]:
            if tab:
                tab.click()
            assert_its_words_fit(page)


def assert_its_words_fit(page):
    assert page.page.evaluate(OUT_OF_ITS_BOX) == []
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.page.evaluate(TALLER_THAN_THE_WINDOW) <= 1


# A field smaller than the board

# The names of the lines that overlap a light
ON_LIGHTS = """(names) => [...names.children].filter((text) => {
    const its = text.getBBox();
    return [...document.querySelectorAll(".board .lights .core")].some((light) => {
        const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(light.getAttribute(name)));
        return x + r > its.x && x - r < its.x + its.width && y + r > its.y && y - r < its.y + its.height;
    });
}).map((text) => text.textContent)"""


def test_a_field_smaller_than_the_board_lies_in_its_middle_with_its_own_names(telling, window):
    page = window(telling.url + "?view=room&numbers")
    telling.begin_game("tic-tac-toe", size=3)
    shows(page, telling)
    field, names = page.page.locator(".board .field"), page.page.locator(".board .names")
    assert names.locator("text").all_text_contents() == ["A", "A", "1", "1", "B", "B", "2", "2", "C", "C", "3", "3"]
    above = "(names) => Boolean(names.compareDocumentPosition(document.querySelector('.board .lights')) & 2)"
    assert names.evaluate(above), "a ring of lights lies around the field: it must not cover them"
    for width in (1280, 390):
        page.resize(width, 844)
        assert names.evaluate(ON_LIGHTS) == []
    page.resize(1280, 800)
    telling.stone(1, "b2", "black", "white")
    telling.stone(2, "c3", "white", "black")
    lies(telling, h8="black", i9="white")
    shows(page, telling)
    page.until_stones({"h8": "black", "i9": "white"})
    assert page.page.get_attribute(".point[data-point=i9]", "aria-label") == "C3, white stone, last move"
    assert page.page.get_attribute(".point[data-point=a1]", "aria-label") == "A1, empty"
    assert texts(page, ".board .number") == ["1", "2"]
    number, stone = (page.page.locator(at).bounding_box() for at in ("[data-number=b2]", ".stones [data-stone=h8]"))
    assert abs(number["x"] + number["width"] / 2 - stone["x"] - stone["width"] / 2) < 2
    page.page.click("[data-replay=back]")
    page.until_stones({"h8": "black"})
    page.page.click("[data-replay=live]")
    telling.tell("disturbed", what="disturbed", missing=["b2"], extra=[], left=[], outside=2)
    shows(page, telling)
    assert text(page, "#prompt") == "Put back B2. 2 stones are outside the field: take them away"
    page.page.click("[data-view-tool=turn]")
    assert (field.locator("*").count(), names.locator("text").count()) == (1, 12)
    telling.begin()
    shows(page, telling)
    assert field.locator("*").count() == names.locator("*").count() == 0


def test_the_arbiters_menu_of_options(telling, window):
    page = window(telling.url)
    telling.begin_game("pente", "white")
    telling.menu("arbiter", "options", ["keryo on", "poof off", "overline refused"])
    shows(page, telling)
    assert texts(page, "#arbiter-menu button") == ["Keryo: on", "Poof: off", "Overline: not allowed"]
    telling.menu("arbiter", "game", list(registry.NAMES))
    shows(page, telling)
    words = page.page.evaluate("async () => (await fetch('/page/languages/en.json')).json()")
    assert texts(page, "#arbiter-menu button") == [words[f"game.{game}"] for game in registry.NAMES]


def test_a_line_is_claimed_by_its_own_word(telling, window):
    page = window(telling.url)
    telling.begin_game("tic-tac-toe", size=3, mode="silent")
    telling.menu("p1", "menu", ["three", "draw"])
    telling.tell("claim", who="p1", what="three", right=False)
    shows(page, telling)
    assert texts(page, ".player[data-seat=p1] [data-entry]") == ["Claim three in a row", "Offer a draw"]
    assert texts(page, "#hints li") == ["Player 1 claims three in a row: wrong"]
    telling.tell("lapsed", what="three", point="b2")
    shows(page, telling)
    assert texts(page, "#hints li") == ["Player 1 claims three in a row: wrong"]
    told = texts(page, "#events [data-code=lapsed]")[0]
    assert told.endswith("Nobody claimed the three in a row at B2 in time: it can’t be claimed any more")
