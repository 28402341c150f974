"""The board's partner, wins by fours and puzzles on the page: with simulated events, and with the real session."""

import pytest
from newgame import choose, obey, open_dialog, start
from telling import Telling, board_text, card, entries, shows, text, texts
from tengen.codes import coded
from tengen.games.points import name
from tengen.partner import puzzles
from tengen.partner.fours import Fours

PARTNER = {"partner": "p2 3", "hints": True, "opening": "free centre"}
ASKS = {"who": "p2", "level": 3, "state": "asks", "do": "stone", "points": ["i9"], "colour": "white"}
LINE = ["h8", "g8", "k8"]
WIN = {
    "about": "win", "who": "p1", "state": "shown", "colour": "black", "after": 0, "played": None, "line": LINE,
    "fours": 2, "why": "straight four", "foul": None, "fives": ["l8", "f8"], "steps": 4, "number": 1, "of": 1,
}  # fmt: skip
PUZZLE = {
    "number": 37, "of": 789, "grade": 2, "solved": False, "colour": "white", "fours": 3, "point": None,
    "answer": None, "wrong": 0, "shown": False, "tally": [[0, 0], [1, 2], [0, 0], [0, 0], [0, 0]],
}  # fmt: skip


LOOKS_OF = "(button) => getComputedStyle(button).backgroundColor"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def marks(page, kind):
    """Return {point: (colour, text)} of the marks of a kind."""
    its = page.page.locator(f"[data-mark={kind}]")
    return dict(its.evaluate_all("(all) => all.map((each) => [each.dataset.point, each.textContent])"))


def test_its_stone_is_asked_for_in_words_and_by_a_mark(telling, window):
    page = window(telling.url)
    telling.begin(**PARTNER)
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.tell("partner", **ASKS | {"state": "thinking", "do": None, "points": [], "colour": None})
    shows(page, telling)
    assert text(page, "#prompt") == "The partner thinks" and card(page, "p2", "name") == "The board’s partner, level 3"
    telling.tell("partner", **ASKS)
    shows(page, telling)
    assert text(page, "#prompt") == "The partner plays at I9: put a white stone there"
    assert list(marks(page, "missing")) == ["i9"]
    telling.moves("i9", 2)
    telling.tell("partner", **ASKS | {"state": "waits", "do": None, "points": [], "colour": None})
    telling.asks("stone", "p1", 3)
    shows(page, telling)
    assert text(page, "#prompt") == "" and marks(page, "missing") == {}


def test_who_has_a_helping_hand_is_not_told_to_put_the_stones(telling, window):
    telling.board.helped = True
    page = window(telling.url)
    telling.begin(**PARTNER)
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.tell("partner", **ASKS)
    shows(page, telling)
    assert text(page, "#prompt") == "The partner plays at I9"
    telling.says(hand={"state": "provisional", "new": ["i9"], "colour": "white"})
    shows(page, telling)
    assert text(page, "#prompt") == "The partner plays at I9", "nobody else must let it rest"
    telling.says(hand={"state": "calm", "new": []})
    assert texts(page, "#events [data-code=partner]")[0].endswith("The partner plays at I9")
    telling.asks("keep", "p2", 5)
    telling.tell("partner", **ASKS | {"do": "keep", "points": ["b2"], "colour": "black"})
    shows(page, telling)
    assert text(page, "#prompt") == "The partner keeps B2"
    telling.begin(mode="teach", puzzle=37)
    telling.tell("puzzle", **PUZZLE | {"point": "j9", "answer": "k9"}, state="right")
    telling.asks("stone", "p1", 2, colour="black", turn="black")
    shows(page, telling)
    assert text(page, "#prompt") == "Right. Black answers at K9"


def test_the_fifths_that_it_does_not_keep_are_to_be_lifted(telling, window):
    page = window(telling.url)
    telling.begin(**PARTNER)
    telling.asks("keep", "p2", 5)
    telling.tell("keep", points=["a1", "b2", "c3"], provisional=None)
    telling.tell("partner", **ASKS | {"do": "keep", "points": ["b2"], "colour": "black"})
    shows(page, telling)
    assert text(page, "#prompt") == "The partner keeps B2: take the other tentative fifths away"
    assert sorted(marks(page, "lift")) == ["a1", "c3"]


@pytest.mark.parametrize("width, height", [(1366, 768), (390, 844)])
def test_a_win_is_shown_step_by_step(telling, window, width, height):
    page = window(telling.url, viewport={"width": width, "height": height})
    telling.begin(mode="teach")
    telling.asks("stone", "p1", 1)
    telling.tell("open", p1=[["next step", None], ["end", None]])
    telling.tell("advice", **WIN, step=0)
    shows(page, telling)
    words = "Black wins by 2 fours: H8, G8, K8; a straight four; the five can be made at L8 or F8"
    assert texts(page, "#hints li") == [words] and marks(page, "step") == {"h8": "1"}
    assert entries(page, "p1")[0] == ["next step", "end"]
    telling.tell("advice", **WIN, step=3)
    shows(page, telling)
    assert marks(page, "step") == {"h8": "1", "g8": "2", "k8": "3"} and sorted(marks(page, "excused")) == ["f8", "l8"]
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    page.page.click(".player[data-seat=p1] [data-entry=end]")
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "do", "who": "p1", "entry": "end"}]]
    telling.tell("advice", about="win", who="p1", state="ended")
    shows(page, telling)
    assert marks(page, "step") == {} and texts(page, "#hints li") == []


@pytest.mark.parametrize(
    "about, state, words",
    [
        ("win", "none", "There is no win by fours"),
        ("missed win", "none", "Nobody has missed a win by fours"),
        ("win", "unknown", "The board did not find in time whether there is a win by fours"),
    ],
)
def test_where_there_is_none_it_is_said(telling, window, about, state, words):
    page = window(telling.url)
    telling.begin(mode="teach")
    telling.tell("advice", about=about, who="p1", state=state)
    shows(page, telling)
    page.page.wait_for_selector(f"#notice:has-text('{words}')")


def test_a_puzzle_from_its_beginning_to_its_end(telling, window):
    page = window(telling.url)
    telling.begin(mode="teach", puzzle=37)
    telling.tell("set_up", board=board_text({"h8": "X", "i9": "O", "h9": "X"}), turn="white")
    telling.tell("puzzle", **PUZZLE, state="given")
    telling.asks("stone", "p2", 1, colour="white", turn="white")
    shows(page, telling)
    assert text(page, "#game-line") == "Puzzle 37 of 789 · grade 2"
    assert text(page, "#prompt") == "Find White’s win by fours"
    assert texts(page, "#hints li") == ["It takes at least 3 fours", "Grade 2: 1 of 2 solved at the first try"]
    telling.tell("puzzle", **PUZZLE | {"wrong": 1, "point": "a1", "answer": "b1"}, state="wrong")
    why = coded("refused.does_not_win", why=coded("refused.black_answers", point="b1"))
    telling.tell("refused", point="a1", extra=["a1"], why=why)
    shows(page, telling)
    assert "Black answers at B1" in text(page, "#prompt") and list(marks(page, "step")) == ["b1"]
    telling.tell("withdrawn", point="a1")
    telling.tell("restored")
    telling.tell("move", n=1, point="j9", colour="white", turn="black")
    telling.tell("puzzle", **PUZZLE | {"point": "j9", "answer": "k9"}, state="right")
    telling.asks("stone", "p1", 2, colour="black", turn="black")
    shows(page, telling)
    assert text(page, "#prompt") == "Right. Black answers: put a black stone on K9"
    assert list(marks(page, "missing")) == ["k9"]
    assert not page.page.is_visible("#next-puzzle")
    telling.tell("move", n=2, point="k9", colour="black", turn="white")
    telling.asks("stone", "p2", 3, colour="white", turn="white")
    shows(page, telling)
    words = "Right. Black answers at K9. Find White’s win by fours"
    assert text(page, "#prompt") == words, "it stays until the next stone"
    telling.tell("result", winner="white", reason="resignation", line=[], solved=True)
    tally = [[0, 0], [2, 3], [0, 0], [0, 0], [0, 0]]
    telling.tell("puzzle", **PUZZLE | {"solved": True, "tally": tally}, state="right")
    shows(page, telling)
    assert text(page, "#turn") == "Solved"
    assert text(page, "#prompt") == "For the next puzzle: press Next puzzle, or a player’s button"
    assert texts(page, "#hints li") == ["Grade 2: 2 of 3 solved at the first try"]
    assert not [each for each in texts(page, "#events p, #spoken p") if "resigns" in each]
    assert not page.page.is_visible("#to-slip"), "an exercise has no result slip"
    main = page.page.eval_on_selector("#next-puzzle", LOOKS_OF)
    assert main != page.page.eval_on_selector("#new-game-open", LOOKS_OF), "the main button"
    assert page.page.locator(".begins button:visible").first.get_attribute("id") == "next-puzzle"
    page.page.click("#next-puzzle")
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "puzzle", "grade": 2}]]


def test_puzzles_stand_beside_the_lessons_with_the_easiest_grade_named(served, window):
    page = window(served.url)
    assert page.page.locator("[data-entry=puzzle]").count() == 0, "the players' cards do not have it, too"
    page.page.click("#puzzles")
    words = ["Grade 1, the easiest", "Grade 2", "Grade 3", "Grade 4", "Grade 5, the hardest"]
    assert texts(page, "#grades li") == words
    page.page.click("#grades li >> nth=1")
    obey(served, page)
    page.page.wait_for_selector("#game-line:has-text('grade 2')")
    assert not page.page.is_visible("#grades")
    white = served.board.replica.state.groups["puzzle"]["colour"] == "white"
    seats = ["p2", "p1"] if white else ["p1", "p2"]
    assert [entries(page, seat)[0] for seat in seats] == [["win", "resign"], []]
    assert text(page, f".player[data-seat={seats[0]}] [data-entry=win]") == "Show the solution"


def test_a_puzzle_in_a_game_under_way_is_refused_with_the_reason(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.page.click("#puzzles")
    assert page.page.get_attribute("#grades li button", "aria-disabled") == "true"
    assert "game" in text(page, "#grades .wrong")


def test_what_concerns_both_players_has_one_button(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 i9")
    telling.result("black", "resignation")
    telling.tell("open", p1=[["missed win", None], ["puzzle", None]], p2=[["missed win", None], ["puzzle", None]])
    shows(page, telling)
    assert [entries(page, seat)[0] for seat in ("p1", "p2")] == [[], []]
    page.page.click("#missed-win")
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "do", "who": "p1", "entry": "missed win"}]]


def test_a_puzzle_that_was_given_up_is_not_solved_and_the_next_one_is_offered(telling, window):
    page = window(telling.url)
    telling.begin(mode="teach", puzzle=37)
    telling.tell("puzzle", **PUZZLE, state="given")
    telling.tell("result", winner="black", reason="resignation", line=[], solved=False)
    telling.tell("puzzle", **PUZZLE, state="failed")
    shows(page, telling)
    assert text(page, "#turn") == "Not solved" and page.page.is_visible("#next-puzzle")


def test_the_dialog_has_the_opponent_where_there_is_one(served, window):
    page = window(served.url)
    open_dialog(page)
    choose(page, partner="p2 1", hints=True)
    assert page.page.locator("#settings [name=partner] option").count() == 11
    for field, words in (
        ({"mode": "referee"}, "The partner plays only in casual and teach games, not in a referee game"),
        ({"mode": "casual", "game": "pente"}, "The partner plays Renju, Gomoku, Five in a row, not Pente"),
        ({"game": "gomoku"}, ""),
    ):
        choose(page, **field)
        assert page.page.is_disabled("#settings [name=partner]") == bool(words), field
        assert text(page, "#partner-words") == words
    choose(page, game="renju", partner="p2 1")
    start(page)
    served.until(lambda: served.board.console.incoming)
    served.advance(300)
    its = served.board.replica.state.groups["next"]
    assert (its["game"], its["partner"]) == ("renju", "p2 1")


def ask(served, **command):
    served.call(lambda: served.board.ask(command))
    served.advance(300)


def test_a_game_with_the_partner_and_the_win_that_was_missed(served, window):
    page = window(served.url)
    ask(served, cmd="set", partner="p2 1", opening="free centre", move="dwell")
    page.click("h8")
    served.until(lambda: served.stones())
    served.advance(1500)
    page.shows(served)
    told = [event for event in served.done if event["code"] == "partner"][-1]
    assert told["state"] == "asks" and list(marks(page, "missing")) == told["points"]
    page.click(told["points"][0])
    served.until(lambda: len(served.stones()) == 2)
    served.advance(1500)
    page.shows(served)
    assert texts(page, "#moves li") == ["H8", told["points"][0].upper()]
    ask(served, cmd="do", who="p1", entry="resign", choice="resign")
    ask(served, cmd="do", who="p1", entry="missed win")
    page.page.wait_for_selector("#notice:has-text('Nobody has missed a win by fours')")


def test_a_puzzle_failed_and_solved(served, window):
    page = window(served.url)
    number = next(each for each in puzzles.numbers(1) if puzzles.puzzle(each).fours == 2)
    its = puzzles.puzzle(number)
    ask(served, cmd="puzzle", number=number)
    for points, colour in ((its.black, "black"), (its.white, "white")):
        for point in points:
            served.call(lambda point=point, colour=colour: served.board.put(name(point, 15), colour))
    served.advance(2000)
    cells = bytearray(225)
    for point in its.black:
        cells[point] = 1
    for point in its.white:
        cells[point] = 2
    solver = Fours()
    solver.begin(bytes(cells), its.turn)
    while not solver.try_fours(1000):
        pass
    line = [name(point, 15) for point in solver.found.line]
    wrong = next(name(point, 15) for point in (0, 14, 210, 224) if not cells[point] and name(point, 15) not in line)
    served.call(lambda: served.board.put(wrong))
    served.advance(1500)
    served.call(lambda: served.board.lift(wrong))
    served.advance(500)
    for point in line:
        served.call(lambda point=point: served.board.put(point))
        served.advance(1500)
    page.shows(served)
    told = [event for event in served.done if event["code"] == "puzzle"][-1]
    assert (told["solved"], told["wrong"]) == (True, 1) and told["tally"][0] == [0, 1]
    assert text(page, "#turn") == "Solved"
    assert text(page, "#prompt") == "For the next puzzle: press Next puzzle, or a player’s button"
