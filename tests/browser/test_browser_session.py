"""A whole game in words: the page's texts after each line, also on a page that connects later."""

import pytest
from telling import SETTINGS, SWAPPED, Telling, card, entries, shows, text, texts
from tengen.codes import coded


@pytest.fixture
def telling(serving):
    return Telling(serving)


def now(page, telling):
    """Return (headline, prompt, hints) as soon as the page has received all events."""
    shows(page, telling)
    return text(page, "#turn"), text(page, "#prompt"), texts(page, "#hints li")


def test_where_each_stone_of_an_opening_goes_and_who_puts_it(telling, window):
    page = window(telling.url)
    telling.begin()
    cases = [
        ("p1", 1, ["square", 1], "Black to move", "Player 1: put stone 1 (Black) on the centre"),
        ("p1", 2, ["square", 3], "Player 1 for White", "Player 1: put stone 2 (White) within the 3x3 square"),
        ("p1", 3, ["outside", 5], "Black to move", "Player 1: put stone 3 (Black) outside the 5x5 square"),
        ("p2", 4, None, "White to move", "Player 2: put stone 4 (White) anywhere"),
    ]
    for who, number, zone, headline, prompt in cases:
        telling.asks("stone", who, number, zone=zone)
        assert now(page, telling) == (headline, prompt, [])
        assert page.page.get_attribute("#turn", "data-colour") == ("black" if number % 2 else "white")
        acting = page.page.eval_on_selector_all("[data-acts=true]", "(all) => all.map((each) => each.dataset.seat)")
        assert acting == [who]
    telling.served.call(telling.served.hall.first().details.give, {"p1": "Anna"})
    telling.asks("stone", "p1", 1, zone=["square", 1])
    assert now(page, telling)[:2] == ("Black to move: Anna", "Anna: put stone 1 (Black) on the centre")
    telling.served.call(telling.served.hall.first().details.give, {"p1": ""})
    page.page.wait_for_selector("#prompt:has-text('Player 1')")
    telling.asks("stone", "p1", 7)
    assert now(page, telling) == ("Black to move", "", []), "once the opening is over the headline says it all"


DECISIONS = [
    ("swap", ["no swap", "swap"], "Swap, or no swap?", ["Putting the next stone means no swap"], ["No swap", "Swap"]),
    # the same buttons, without a hint, where a draw offer is possible
    ("swap", ["no swap", "swap"], "Swap, or no swap?", [], ["No swap", "Swap"]),
    ("fifths", ["1", "2", "3"], "How many tentative fifths, 1 to 3?", [], ["1", "2", "3"]),
    ("way", ["1", "10"], "One fifth, or 10 offers?", [], ["One fifth", "10 offers"]),
    (
        "side",
        ["white", "black", "add"],
        "Take White, take Black, or add two stones?",
        [],
        ["Take White", "Take Black", "Add two stones"],
    ),
    ("side", ["white", "black"], "Take White, or take Black?", [], ["Take White", "Take Black"]),
]


def test_every_decision_is_asked_of_its_decider_and_can_be_taken_on_the_page(telling, window):
    page = window(telling.url)
    telling.begin()
    for ask, options, question, more, buttons in DECISIONS:
        telling.asks("choose", "p2", 4, ask=ask, options=options, play_on="no swap" if more else None)
        telling.menu("p2", ask, options)
        hints = ["Press Player 2 for the next entry, hold the button to choose", *more]
        assert now(page, telling) == ("Player 2 decides", question, hints)
        assert page.page.get_attribute("#turn", "data-colour") == "white"
        assert texts(page, ".player[data-seat=p2] [data-entry]") == buttons
        assert entries(page, "p2") == (options, options[0])
        telling.menu("p2", ask, options, at=len(options) - 1)
        shows(page, telling)
        assert entries(page, "p2") == (options, options[-1])
        page.page.click(f".player[data-seat=p2] [data-entry='{options[1]}']")
        telling.served.until(lambda: telling.asked())
        assert telling.asked() == [[{"cmd": "do", "who": "p2", "entry": options[1]}]]
        telling.board.done.clear()
        telling.menu("p2")


def test_after_a_swap_the_colours_are_the_other_players(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    assert (card(page, "p1", "seat"), card(page, "p2", "seat")) == ("Black", "White")
    telling.tell("chosen", who="p2", ask="swap", option="swap", players=SWAPPED)
    telling.asks("stone", "p1", 4, SWAPPED)
    assert now(page, telling)[1] == "Player 1: put stone 4 (White) anywhere"
    assert (card(page, "p1", "seat"), card(page, "p2", "seat")) == ("White", "Black")
    assert page.page.get_attribute("[data-button=p2]", "aria-label") == "Player 2, Black"
    (told,) = texts(page, "#events [data-code=chosen]")
    assert told == "0:00.0Player 2 chooses: Swap. Black is Player 2, White is Player 1"


def test_the_opening_has_its_name_and_loses_it_with_its_third_stone(telling, window):
    page = window(telling.url)
    telling.begin(opening="taraguchi-10", mode="referee")
    telling.moves("h8 i9 g7")
    telling.opening("D4", "Kagetsu", "花月")
    telling.asks("stone", "p2", 4)
    shows(page, telling)
    assert text(page, "#game-line") == "Renju · Referee · Taraguchi-10 · D4 Kagetsu 花月 · stone 4"
    telling.tell("taken_back", by="arbiter", count=1, removed=["g7"], moves="h8i9", turn="black")
    telling.asks("stone", "p1", 3)
    shows(page, telling)
    assert text(page, "#game-line") == "Renju · Referee · Taraguchi-10 · stone 3"
    assert texts(page, "#moves li") == ["H8", "I9"]


def test_tentative_fifths_are_counted_and_equal_ones_named(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9 g7 j7")
    telling.asks("offer", "p1", 5, count=3)

    def offers(points, equal=()):
        telling.tell("offers", points=points.split(), count=3, equal=list(equal), many=len(points.split()) > 3)
        headline, prompt, _ = now(page, telling)
        assert headline == "Black offers fifths"
        return prompt

    assert now(page, telling)[1] == "Black: put down 3 tentative fifths (0 of 3 are on the board)"
    assert offers("f9") == "Black: put down 3 tentative fifths (1 of 3 is on the board)"
    twins = "Black: F9 and K8 are equal by symmetry. Move one of them (2 of 3 are on the board)"
    assert offers("f9 k8", ("f9", "k8")) == twins
    assert offers("f9 k8 g9 c3") == "Black: 4 tentative fifths are on the board, 1 too many. Take 1 away"
    whole = "Black: all 3 tentative fifths are on the board. Move them, or press Player 1 to offer them"
    assert offers("f9 k8 g9") == whole

    telling.tell("offered", points=["f9", "k8", "g9"])
    telling.asks("keep", "p2", 5)
    whole = "White: take away all but one and press Player 2 (3 are left: F9, K8, G9)"
    assert now(page, telling) == ("White keeps one fifth", whole, [])
    for points, prompt in (
        ([], "White: put one of the tentative fifths back"),
        (["k8"], "White: press Player 2 to keep K8"),
    ):
        telling.tell("keep", points=points)
        assert now(page, telling)[1] == prompt
    telling.tell("kept", point="k8")
    telling.moves("k8", 5)
    telling.asks("stone", "p2", 6)
    assert now(page, telling)[1] == "Player 2: put stone 6 (White) anywhere"


def test_tentative_fifths_that_are_taken_back_cost_no_move(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9 -- j7")
    telling.asks("offer", "p1", 5, count=2)
    telling.tell("offered", points=["f9", "k8"])
    telling.asks("keep", "p2", 5)
    telling.tell("taken_back", by="arbiter", count=1, removed=["f9", "k8"], moves="h8i9--j7", turn="black")
    telling.asks("offer", "p1", 5, count=2)
    said = "Black: put down 2 tentative fifths (0 of 2 are on the board)"
    assert now(page, telling)[:2] == ("Black offers fifths", said)
    assert texts(page, "#moves li") == ["H8", "I9", "pass", "J7"]
    telling.tell("taken_back", by="arbiter", count=2, removed=["j7"], moves="h8i9", turn="black")
    shows(page, telling)
    assert texts(page, "#moves li") == ["H8", "I9"]


def test_how_a_stone_becomes_a_move_is_said_as_the_game_has_it(telling, window):
    page = window(telling.url)
    dwell = "K4: let it rest, press Player 1, or lift it"
    button = "K4: press Player 1 when done, or lift it"
    for settings, prompt in (
        ({}, dwell),
        ({"clock": "10"}, button),
        ({"mode": "referee"}, button),
        ({"mode": "silent"}, button),
        ({"mode": "teach"}, dwell),
        ({"mode": "teach", "move": "button"}, button),
        ({"mode": "referee", "move": "dwell"}, dwell),
    ):
        telling.begin(**settings)
        telling.asks("stone", "p1", 7)
        telling.tell("provisional", point="k4", colour="black")
        assert now(page, telling)[1] == prompt


def test_a_stone_that_waits_for_others_to_go_is_told_as_such(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.tell("disturbed", what="disturbed", missing=[], extra=["a1", "i10"], waits=["a1"])
    assert now(page, telling)[1].startswith("First take away I10; A1 can become a move only then")


def test_refusals_stand_with_whom_they_concern(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.asks("stone", "p1", 2, zone=["square", 3])
    telling.tell("refused", point="c3", why=coded("refused.zone_within", number=2, width=3))
    assert now(page, telling)[1] == "Lift C3: stone 2 goes within the 3x3 square in the middle"
    telling.tell("refused", point="c3", why=coded("refused.zone_within", number=2, width=3), also=["c4"])
    assert now(page, telling)[1] == "Lift C3, C4: stone 2 goes within the 3x3 square in the middle"
    telling.tell("restored")
    telling.tell("refused", who="p2", why="it is Player 1's turn")
    assert now(page, telling)[1] == "Player 1: put stone 2 (White) within the 3x3 square"
    assert (card(page, "p2", "task"), card(page, "p1", "task")) == ("It is Player 1's turn", "")
    telling.tell("button", name="p2", action="release", ms=90)
    shows(page, telling)
    assert card(page, "p2", "task") == "It is Player 1's turn", "the finger that let go did not read it yet"
    telling.tell("button", name="p2", action="press", ms=0)
    shows(page, telling)
    assert card(page, "p2", "task") == ""


def test_a_refusal_hides_no_question_and_goes_with_the_next_one(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9 g7")
    telling.tell("draw_offered", who="p1")
    telling.menu("p2", "draw", ["decline", "accept"])
    telling.tell("refused", who="p2", why=coded("refused.put_back", points=["h8"]))
    shows(page, telling)
    assert card(page, "p2", "task") == "Put back H8. Player 1 offers a draw"
    telling.menu("p2", "draw", ["decline", "accept"], 1)
    shows(page, telling)
    assert card(page, "p2", "task") == "Player 1 offers a draw"


def test_draws_are_offered_declined_and_agreed(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9 g7")

    def tasks():
        shows(page, telling)
        return card(page, "p1", "task"), card(page, "p2", "task")

    for decline in (lambda: telling.tell("draw_declined", who="p2"), lambda: telling.moves("j9", 4)):
        telling.tell("draw_offered", who="p1")
        telling.menu("p2", "draw", ["decline", "accept"])
        assert tasks() == ("You have offered a draw", "Player 1 offers a draw")
        assert entries(page, "p2") == (["decline", "accept"], "decline")
        telling.menu("p2")
        decline()
        assert tasks() == ("", "")
    telling.result(None, "agreement")
    telling.asks("over", None, 5)
    assert now(page, telling) == ("Draw: agreement", "For a new game: press New game or Arbiter", [])
    assert page.page.get_attribute("#turn", "data-colour") == ""


def test_who_decides_on_an_offer_or_a_wish_is_said_as_with_a_swap(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9 g7 j9 k4")
    telling.asks("stone", "p2", 6)

    def turn():
        shows(page, telling)
        acting = page.page.eval_on_selector_all("[data-acts=true]", "(all) => all.map((each) => each.dataset.seat)")
        return text(page, "#turn"), page.page.get_attribute("#turn", "data-colour"), acting

    usual = ("White to move", "white", ["p2"])
    assert turn() == usual
    telling.tell("draw_offered", who="p2")
    telling.menu("p1", "draw", ["decline", "accept"])
    assert turn() == ("Player 1 decides: draw offered", "black", ["p1"])
    telling.menu("p1")
    telling.tell("draw_declined", who="p1")
    assert turn() == usual
    telling.tell("draw_offered", who="p1")
    telling.menu("p2", "draw", ["decline", "accept"])
    assert turn() == ("Player 2 decides: draw offered", "white", ["p2"])
    telling.menu("p2")
    telling.asks("stone", "p2", 6, answers={"about": "draw", "option": "decline", "do": "stone", "colour": "white"})
    assert turn() == usual, "he plays on"
    telling.asks("stone", "p2", 6)
    telling.tell("draw_declined", who="p2")
    for points in (["k4"], []):
        telling.tell("take_back_wished", who="p2", points=points, lifted=False)
        telling.menu("p1", "take back", ["no", "yes"])
        assert turn() == ("Player 1 decides: take-back", "black", ["p1"])
        assert text(page, "#prompt") == "", "no stone is asked for"
        assert texts(page, "#hints li") == ["Press Player 1 for the next entry, hold the button to choose"]
        telling.menu("p1")
        telling.tell("take_back_declined", who="p1")
        assert turn() == usual


def test_a_take_back_is_wished_withdrawn_declined_and_had(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9")
    telling.board.stones["h8"] = "black"
    telling.served.call(telling.board.say, telling.board.stones_message())

    def tasks():
        shows(page, telling)
        return card(page, "p1", "task"), card(page, "p2", "task")

    for end in ("take_back_withdrawn", "take_back_declined"):
        telling.tell("disturbed", what="lifted", missing=["i9"], extra=[])
        telling.tell("take_back_wished", who="p2", points=["i9"], lifted=True)
        telling.menu("p1", "take back", ["no", "yes"])
        assert tasks() == ("Player 2 asks to take I9 (White) back", "Put I9 back to withdraw your request")
        assert text(page, "#prompt") == "I9 was lifted: Player 1 says yes or no, or put it back"
        again = page.page.locator(".player[data-seat=p2] [data-entry='take back']")
        assert again.get_attribute("aria-disabled") == "true"
        assert again.get_attribute("data-why") == "Put I9 back to withdraw your request"
        telling.menu("p1")
        telling.tell(end, who="p2")
        assert tasks() == ("", "")
    telling.tell("take_back_wished", who="p2", points=["i9"], lifted=True)
    telling.tell("taken_back", by="p2", count=1, removed=["i9"], moves="h8", turn="white")
    telling.asks("stone", "p2", 2)
    assert tasks() == ("", "")
    assert texts(page, "#moves li") == ["H8"] and text(page, "#turn") == "White to move"
    assert texts(page, "#events [data-code=taken_back]") == ["0:00.01 move taken back by Player 2: I9"]


def test_a_take_back_names_the_stone_that_goes_and_whose_it_is(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)

    def button(seat):
        shows(page, telling)
        its = page.page.locator(f".player[data-seat={seat}] [data-entry='take back']")
        return its.text_content(), its.get_attribute("title")

    assert button("p1") == ("Take back", "")
    telling.moves("h8 i9")
    hint = "The last move is taken back: I9 (White)"
    assert button("p1") == button("p2") == ("Take back I9", hint), "also who has not moved last takes this one"
    telling.menu("p1", "menu", ["pass", "take back", "resign"], 1)
    assert button("p1") == ("Take back I9", hint)
    until_heard = "() => [...document.querySelectorAll('#spoken p')].some((each) => each.textContent === {})"
    page.page.wait_for_function(until_heard.replace("{}", "'Player 1: Take back I 9, 2 of 3'"))
    telling.menu("p1")
    telling.tell("take_back_wished", who="p1", points=["i9"], lifted=False)
    telling.menu("p2", "take back", ["no", "yes"])
    shows(page, telling)
    assert card(page, "p2", "task") == "Player 1 asks to take I9 (White) back"
    page.page.wait_for_function(until_heard.replace("{}", "'Player 1 asks to take I 9 (White) back'"))
    telling.menu("p2")
    telling.tell("passed", n=3, colour="black", turn="white")
    assert button("p1") == ("Take back", ""), "a pass is no stone"


def test_against_the_partner_a_take_back_names_both_stones(telling, window):
    page = window(telling.url)
    telling.begin(partner="p2 3")
    telling.stone(1, "h8", "black", "white", who="p1")
    telling.stone(2, "i9", "white", "black", who="p2")
    shows(page, telling)
    its = page.page.locator(".player[data-seat=p1] [data-entry='take back']")
    assert its.text_content() == "Take back I9 and H8"
    assert its.get_attribute("title") == "The last 2 moves are taken back: I9 (White), H8 (Black)"
    telling.tell("take_back_wished", who="p1", points=["i9", "h8"], lifted=False)
    telling.tell("taken_back", by="p1", count=2, removed=["h8", "i9"], moves="", turn="black")
    shows(page, telling)
    assert [each.removeprefix("0:00.0") for each in texts(page, "#events p")[:2]] == [
        "2 moves taken back by Player 1: H8, I9",
        "Player 1 asks to take I9 and H8 back",
    ]


def test_where_a_game_ends_the_page_says_that_it_is_saved(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.tell("stamped", id="20261121-1404-3f9a", date="2026-11-21T14:04:09")
    telling.moves("h8")
    telling.result("black", "resignation")
    shows(page, telling)
    assert texts(page, "#hints li") == [], "not before it is so"
    telling.laptop(saved={"game": "20261121-1404-3f9a"})
    page.page.wait_for_selector("#hints li")
    assert texts(page, "#hints li") == ["The game is saved: you find it under “Past games”"]
    telling.begin()
    shows(page, telling)
    assert texts(page, "#hints li") == []


def test_a_wish_by_menu_is_the_others_to_decide_and_can_be_withdrawn_there(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9")
    usual = ["pass", "draw", "take back", "resign"]
    for points, words in ((["i9"], "I9"), ([], "the last move")):
        telling.tell("take_back_wished", who="p2", points=points, lifted=False)
        shows(page, telling)
        assert card(page, "p2", "task") == f"Player 1 decides whether {words} is taken back"
        assert entries(page, "p2")[0] == ["pass", "draw", "withdraw", "resign"]
        assert entries(page, "p1")[0] == usual
        telling.tell("provisional", point="k4", colour="black")
        telling.tell("withdrawn", point="k4")
        shows(page, telling)
        assert text(page, ".player[data-seat=p2] [data-entry=withdraw]") == "Withdraw the request", "it still stands"
        page.page.click(".player[data-seat=p2] [data-entry=withdraw]")
        telling.served.until(lambda: telling.asked())
        assert telling.asked() == [[{"cmd": "do", "who": "p2", "entry": "withdraw"}]]
        telling.board.done.clear()
        telling.tell("take_back_withdrawn", who="p2")
        shows(page, telling)
        assert (card(page, "p2", "task"), entries(page, "p2")[0]) == ("", usual)
        newest = texts(page, "#events p")[0]
        assert newest == "0:00.0Player 2 withdraws the request to take a move back"
    telling.tell("take_back_wished", who="p2", points=["i9"], lifted=True)
    shows(page, telling)
    assert entries(page, "p2")[0] == usual, "who has lifted the stone puts it back"


def test_claims_are_told_when_they_are_made_and_until_the_next_move(telling, window):
    page = window(telling.url)
    telling.begin(mode="silent")
    telling.moves("h8 a1 i8 o1")
    telling.tell("claim", who="p2", what="foul", right=False)
    assert now(page, telling)[2] == ["Player 2 claims a foul: wrong"]
    telling.moves("a15", 5)
    assert now(page, telling)[2] == []
    telling.tell("claim", who="p1", what="foul", right=False)
    assert now(page, telling)[2] == ["Player 1 claims a foul: wrong"]
    telling.tell("taken_back", by="arbiter", count=2, removed=["o1", "a15"], moves="h8a1i8", turn="white")
    assert now(page, telling)[2] == []
    telling.moves("o1 g9", 4)
    assert now(page, telling)[2] == []
    telling.tell("claim", who="p1", what="time", right=True)
    telling.tell("lapsed", what="five", point="g9")
    telling.result("black", "time")
    assert now(page, telling) == (
        "Black wins: White's time is up",
        "For a new game: press New game or Arbiter",
        ["Player 1 claims time: right"],
    )


def test_a_pass_is_a_move(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 -- i9 --")
    shows(page, telling)
    assert texts(page, "#moves li") == ["H8", "pass", "I9", "pass"]
    assert texts(page, "#events [data-code=passed]") == ["0:00.04. White passes", "0:00.02. White passes"]


def test_a_position_is_set_up_stone_by_stone_and_played_on_from(telling, window):
    page = window(telling.url)
    telling.moves("h8")
    telling.begin()
    board = "." * 210 + "X" + "." * 13 + "O"
    telling.tell("set_up", board=board, turn="white")
    telling.tell("disturbed", what="set up", missing=["a1", "o1"], extra=[])
    telling.asks("stone", "p2", 1, colour="white", turn="white")
    headline, prompt, _ = now(page, telling)
    assert (headline, prompt) == ("White to move", "Set up the position: 2 stones to put down")
    assert text(page, "#game-line") == "Renju · Casual · from a position · stone 1"
    telling.tell("restored")
    assert now(page, telling)[1] == ""
    told = texts(page, "#events [data-code=set_up]")
    assert told == ["0:00.0A position is set up. White to move"]


def test_a_foul_in_silence_tells_nothing_that_the_board_does_not(telling, window):
    page = window(telling.url)
    telling.begin(mode="silent")
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15 g8")
    telling.asks("stone", "p2", 10)
    assert now(page, telling) == ("White to move", "", [])
    assert texts(page, "#reasons li") == []


def tell_of_a_game(telling):
    """Send a game."""
    telling.at(60_000)
    telling.begin(players=SWAPPED, opening="soosyrv-8", mode="casual", clock="10/30x3")
    telling.tell("stamped", id="20261121-1404-3f9a", date="2026-11-21T14:04:09")
    telling.moves("h8 i9 g7 j7")
    telling.opening("D4", "Kagetsu", "花月")
    telling.tell("claim", who="p2", what="five", right=False)
    telling.tell("offered", points=["f9", "k8"])
    telling.asks("keep", "p1", 5, SWAPPED)
    telling.tell("keep", points=["k8"])
    telling.menu("p1", "draw", ["decline", "accept"], 1)
    telling.tell("draw_offered", who="p2")
    telling.menu("arbiter", "lamps", ["100", "50"], 1)
    telling.clock("p1", 500_000, 20_000, {"p1": 3, "p2": 2}, "disturbed", "missing: h8")


SEEN = """() => {
    const parts = ["#game-line", "#turn", "#prompt", "#reasons", "#moves", "#arbiter-menu", "#stamp-words",
                   ".player[data-seat=p1]", ".player[data-seat=p2]"];
    const seen = (part) => document.querySelector(part);
    return parts.map((part) => [part, seen(part).innerText, { ...seen(part).dataset }]);
}"""


def test_who_comes_late_sees_the_same(telling, window):
    tell_of_a_game(telling)
    page = window(telling.url)
    shows(page, telling)
    menu = "The menu of Player 1 is open: press Player 1 for the next entry, hold the button to choose"
    assert text(page, "#prompt") == menu, "before the fifth is kept, the draw has to be answered"
    assert text(page, "#game-line") == "Renju · Casual · Soosõrv-8 · D4 Kagetsu 花月 · stone 5"
    assert card(page, "p1", "left") == "8:20" and card(page, "p2", "periods") == "2 periods"
    assert texts(page, "#arbiter-menu [data-entry]") == ["100 %", "50 %"]
    seen, told = page.page.evaluate(SEEN), texts(page, "#events p")

    telling.at(75_000)
    telling.tell("button", name="p2", action="release", ms=80)
    other = window(telling.url)
    shows(other, telling)
    assert other.page.evaluate(SEEN) == seen
    assert texts(other, "#events p")[1:] == told
    page.page.click("#names-title")
    other.page.click("#names-title")
    for each in (page, other):
        each.page.click("#show-slip")
    assert text(other, "#slip") == text(page, "#slip")
    assert "Player 2 claims a five: wrong" in text(other, "#slip")
    assert "The clock was stopped: missing: h8" in text(other, "#slip")


def test_who_comes_late_sees_a_wish_and_a_stone_that_is_refused(telling, window):
    telling.begin()
    telling.moves("h8")
    for lifted, words in (
        (True, "Put H8 back to withdraw your request"),
        (False, "Player 2 decides whether H8 is taken back"),
    ):
        telling.tell("take_back_wished", who="p1", points=["h8"], lifted=lifted)
        page = window(telling.url)
        shows(page, telling)
        assert card(page, "p1", "task") == words
    telling.tell("take_back_withdrawn", who="p1")
    telling.tell("refused", point="c3", why=coded("refused.zone_within", number=2, width=3))
    page = window(telling.url)
    assert now(page, telling)[1] == "Lift C3: stone 2 goes within the 3x3 square in the middle"
    assert card(page, "p1", "task") == ""


def test_fewer_fifths_than_were_declared_are_explained(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.asks("offer", "p1", 5, count=3, declared=5)
    hint = "At most 3 points differ by symmetry: that many are offered, not 5"
    said = "Black: put down 3 tentative fifths (0 of 3 are on the board)"
    assert now(page, telling) == ("Black offers fifths", said, [hint])


def test_what_looks_like_a_double_three_and_is_none_is_explained(telling, window):
    page = window(telling.url)
    telling.begin(mode="teach")
    telling.tell("provisional", point="g8", colour="black")
    dead = {"shape": "three", "direction": "row", "stones": ["g8", "h8", "i8"]}
    dead["at"] = [{"point": "f8", "rule": "RIF 9.3", "name": "overline"}]
    telling.tell("reason", point="g8", foul=None, lines=[dead])
    shows(page, telling)
    assert text(page, "#reasons-title") == "Why G8 only looks like a double-three:"
    three = "three G8 H8 I8 in the row: does not count: at F8 Black would make an overline (RIF 9.3)"
    assert texts(page, "#reasons li") == [three]
    (told,) = texts(page, "#events [data-code=reason]")
    assert told == f"0:00.0Why G8 only looks like a double-three:\n{three}"
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", point="g8", foul="double-three", lines=[dead])
    shows(page, telling)
    assert text(page, "#reasons-title") == "" and len(texts(page, "#reasons li")) == 1


def test_what_the_arbiters_button_was_refused_is_said_to_all(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.tell("refused", who="arbiter", why=coded("refused.no_move_back"))
    assert now(page, telling)[2] == ["Arbiter: there is no move to take back"]
    telling.tell("button", name="p1", action="together", ms=40)
    assert now(page, telling)[2] == []
    assert texts(page, "#events p")[0] == "0:00.0Button Player 1: held together with another"


@pytest.mark.parametrize("who, mode", [("arbiter", "referee"), ("p1", "casual")])
def test_what_was_refused_for_the_stones_that_lay_there_goes_with_them(telling, window, who, mode):
    telling.begin(mode=mode)
    telling.board.stones["h8"] = "black"
    telling.moves("h8")
    telling.result(None, "agreed")
    message = "A new game begins on an empty board: take the stones away first"
    telling.tell("refused", who=who, why=coded("refused.stones_lie"))
    page = window(telling.url)
    page.page.wait_for_selector("#hints li, .task[data-kind=refused]")
    page.page.wait_for_selector("[data-stone=h8]", state="attached")
    assert message[1:] in text(page, "#hints") + card(page, "p1", "task")
    telling.board.stones.clear()
    telling.served.call(telling.board.say, telling.board.stones_message())
    page.until_stones({})
    for its in (page, window(telling.url)):
        assert text(its, "#prompt") == "For a new game: press New game or Arbiter"
        assert texts(its, "#hints li") == [] and card(its, "p1", "task") == ""


def test_what_was_done_in_a_game_stands_there_in_sentences(telling, window):
    page = window(telling.url)
    tell_of_a_game(telling)
    telling.tell("draw_declined", who="p1")
    telling.tell("take_back_wished", who="p1", points=[])
    telling.tell("settings", brightness=80, sound=True, **(SETTINGS | {"clock": "30/30x5"}))
    shows(page, telling)
    assert [line.removeprefix("1:00.0") for line in texts(page, "#events p")] == [
        "The settings have changed",
        "Player 1 asks to take the last move back",
        "The draw is declined",
        "The clock is stopped: the board does not match the game (missing: h8)",
        "Player 2 offers a draw",
        "Tentative fifths still on the board: K8",
        "Offered as fifth: F9, K8",
        "Player 2 claims a five: wrong",
        "The opening is D4 Kagetsu 花月",
        "4. White J7",
        "3. Black G7",
        "2. White I9",
        "1. Black H8",
        "Game 20261121-1404-3f9a began on 2026-11-21 at 14:04:09",
        "New game",
    ]
