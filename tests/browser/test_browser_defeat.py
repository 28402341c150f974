"""A lost game on a virtual board: why it was lost, in words, by marks and by ear; and another try from there."""

import pytest
from browser.test_browser_accessibility import THEMES, faults
from telling import text, texts
from tengen_host.hall.stamps import Stamps
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.virtual.helping_hand import HelpingHand
from tengen_host.web import games, studies
from windows import WatchedBoard

# with move 8 White does not stop the row of three; after move 9 nobody can stop the four
WON = ["h8", "a1", "i8", "c1", "j8", "e1", "a15", "g1", "k8", "o1", "l8"]
# two threes of Black cross on i9, and White has three in a row
FOUL = ["h8", "d1", "g7", "e1", "i10", "f1", "i11", "a15", "i9"]


class _Board(WatchedBoard):
    """A board that records the commands that it gets."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def ask(self, command):
        super().ask(command)
        self.asked.append(command["cmd"])


class Table:
    """A virtual board with its page, a hand that lays positions, and a library."""

    def __init__(self, serving, folder):
        self.library = Library(folder)
        self.board = _Board()
        self.served = serving(self.board, games=games.routes(self.library), stamps=Stamps())
        self.planned = []  # the actions of the hand
        self.served.call(HelpingHand, self.board, lambda ms, action: self.planned.append(action))
        self.served.advance(100)
        self.ask(cmd="set", opening="free centre")

    def ask(self, **command):
        self.served.call(self.board.ask, command)
        self.served.advance(100)

    def group(self, name):
        return self.board.replica.state.groups[name]

    def over(self):
        self.served.until(lambda: "result" in self.served.codes())
        self.served.until(lambda: self.group("game").get("stamp"))

    def keep(self, moves):
        """Save the game that is over, as the laptop does some seconds later."""
        result, stamp = self.group("result"), self.group("game")["stamp"]
        its = {"winner": result["winner"], "reason": result["reason"], "line": tuple(result["line"])}
        self.library.add(Record(tuple(moves), over=True, id=stamp["id"], date=stamp["date"], **its))

    def help(self):
        """Wait for a position to set up, and let the hand lay it."""
        self.served.until(lambda: "setup" in self.board.asked)
        self.served.advance(500)
        for action in self.planned:
            self.served.call(action)
        self.served.advance(2000)


@pytest.fixture
def table(serving, tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "THREES_S", 0.0)
    return Table(serving, tmp_path)


@pytest.fixture
def lost(table, window):
    """lost(moves, **options) -> the page with the game that was lost by these moves, not saved yet."""

    def play(moves, **options):
        page = window(table.served.url, **options)
        page.play(table.served, moves)
        return page

    return play


def marks(page, kind):
    return page.page.eval_on_selector_all(
        f".board [data-mark={kind}]", "(all) => all.map((each) => each.dataset.point).sort()"
    )


def ask_why(page, table, moves):
    """Ask why the game was lost, before it is saved; wait for the end of the study."""
    page.page.click("#why-lost")
    page.page.wait_for_selector("#notice:has-text('Searching for wins')")
    table.keep(moves)
    page.page.wait_for_selector(".study-bar i")
    page.page.wait_for_selector(".study-asks", state="hidden")


def test_the_move_that_lost_is_shown_and_another_try_begins_before_it(table, lost):
    page = lost(WON)
    table.over()
    its = page.page
    names = {"p1": "Anna", "p2": "Bo"}
    table.served.call(table.served.hall.first().details.give, names)
    settings = table.group("game")["settings"]
    ask_why(page, table, WON)
    its.wait_for_selector("body[data-replaying='8']")
    first, won = texts(page, ".studied > li")
    words = "Move 8, G1, lost: Black could then win by fours from G8. B1, D1, G8, or K8 would have held"
    assert first == words and won == "Black wins by 1 four: G8"
    assert marks(page, "stop") == ["b1", "d1", "g8", "k8"] and marks(page, "step") == ["g8"]
    its.wait_for_selector("#spoken p:has-text('Move 8, G 1, lost: Black could then win by fours from G 8')")
    its.click("#again")
    page.until_stones({point: ("black", "white")[at % 2] for at, point in enumerate(WON)})
    table.help()
    page.until_stones({point: ("black", "white")[at % 2] for at, point in enumerate(WON[:7])})
    its.wait_for_selector("#turn:has-text('White to move')")
    assert table.group("game")["settings"] == settings and table.served.asks()["turn"] == "white"
    assert table.served.hall.first().details.fields().items() >= names.items()
    assert len(table.library.find()) == 1 and its.is_hidden("#why-lost") and its.is_hidden("#again")
    page.click("g8")
    table.served.until(lambda: "g8" in table.served.stones())
    table.served.rest()
    its.wait_for_selector("#turn:has-text('Black to move')")


def test_a_foul_is_the_move_that_lost_with_its_reason(table, lost):
    page = lost(FOUL[:-1])
    page.click("i9")
    table.served.until(lambda: "i9" in table.served.stones())
    table.served.rest()
    table.served.call(table.board.press, "p1")
    table.served.advance(100)
    table.served.call(table.board.release, "p1")
    table.served.advance(100)
    table.over()
    ask_why(page, table, FOUL)
    page.page.wait_for_selector("body[data-replaying='9']")
    words = "Move 9, I9, lost: it was a foul (double-three). C1 or G1 would have held"
    assert texts(page, ".studied > li") == [words], "White needs no win by fours"
    assert len(texts(page, "#retold ul.reasons li")) == 2 and marks(page, "step") == []
    page.page.click("#again")
    table.help()
    page.until_stones({point: ("black", "white")[at % 2] for at, point in enumerate(FOUL[:8])})
    assert table.served.asks()["turn"] == "black"


def test_where_no_move_is_to_blame_it_is_said_what_was_searched(table, lost):
    page = lost(WON[:4])
    table.ask(cmd="do", who="p1", entry="resign", choice="resign")
    table.over()
    ask_why(page, table, WON[:4])
    (said,) = texts(page, ".studied > li")
    assert said.startswith("No losing move was found. Wins by fours were searched for at each move, and ")
    page.page.wait_for_selector("#spoken p:has-text('No losing move was found')")
    assert page.page.is_hidden("#again") and page.page.get_attribute("body", "data-replaying") == "4"


def test_a_person_who_goes_elsewhere_during_the_search_stays_there(table, lost):
    page = lost(WON)
    table.over()
    table.keep(WON)
    page.page.route("**/study.json?more", lambda route: None)
    page.page.click("#why-lost")
    page.page.wait_for_selector("body[data-replaying='8'] .study-asks:visible")
    page.page.keyboard.press("Home")
    page.page.unroute("**/study.json?more")
    assert page.page.get_attribute("body", "data-replaying") == "0" and page.page.is_visible("#again")


SIZES = [(1366, 768), (390, 844), (844, 390)]


def test_the_button_and_the_words_are_in_view_and_axe_finds_nothing(table, lost):
    page = lost(WON, viewport={"width": 1366, "height": 768})
    table.over()
    its = page.page
    for width, height in SIZES:
        page.resize(width, height)
        its.locator("#why-lost").scroll_into_view_if_needed()
        assert its.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.resize(*SIZES[0])
    box = its.locator("#why-lost").bounding_box()
    assert box["y"] + box["height"] <= 768
    ask_why(page, table, WON)
    box = its.locator("#again").bounding_box()
    assert box["y"] + box["height"] <= 768
    for theme in THEMES:
        its.evaluate("(theme) => (document.querySelector('#theme').value = theme)", theme)
        assert faults(page) == [], theme
    its.keyboard.press("r")
    assert its.is_hidden("#again"), "a room has no buttons"


LOST = {
    "result": {"winner": "white", "reason": "five"},
    "size": 15, "torus": False, "puzzle": None, "lesson": None, "stamp": {"id": "3f9a"},
    "settings": {"game": "renju", "partner": "p2 3"}, "players": {"black": "p1", "white": "p2"},
}  # fmt: skip


@pytest.mark.parametrize(
    "other, may",
    [
        ({}, True),
        ({"result": {"winner": "white", "reason": "double-four"}}, True),
        ({"result": {"winner": "white", "reason": "resignation"}}, True),
        ({"result": None}, False),
        ({"result": {"winner": None, "reason": "agreement"}}, False),
        ({"result": {"winner": "white", "reason": "time"}}, False),
        ({"result": {"winner": "black", "reason": "five"}}, False),  # the partner has lost
        ({"result": {"winner": "black", "reason": "five"}, "settings": {"game": "renju", "partner": "none"}}, True),
        ({"settings": {"game": "gomoku"}}, False),
        ({"size": 19}, False),
        ({"torus": True}, False),
        ({"puzzle": {"grade": 1}}, False),
        ({"lesson": {"number": 10}, "settings": {"game": "renju", "lesson": 37}}, False),  # nobody has lost
        ({"stamp": None}, False),
    ],
)
def test_who_may_ask(modules, other, may):
    asked = "async (game) => (await import('/page/game/defeat.js')).mayAskWhy(game)"
    assert modules.evaluate(asked, LOST | other) is may


def test_everybody_keeps_settings_names_and_colours(modules):
    moves = [{"point": p, "colour": c, "changes": [[p, "empty", c]]} for p, c in (("h8", "black"), ("a15", "white"))]
    settings = {"game": "renju", "opening": "rif", "partner": "p2 3", "clock": "10", "puzzle": 0}
    game = LOST | {
        "settings": settings, "next": {**settings, "clock": "none"}, "moves": moves, "setup": {}, "reasons": {},
        "counts": False, "goal": 0, "turn": None,
    }  # fmt: skip
    begun = """async ([game, turn]) =>
        (await import('/page/game/defeat.js')).againFrom(game, turn, { p1: "Anna", p2: "Bo" })"""
    again = modules.evaluate(begun, [game, 2])
    board = "O" + 104 * "." + 7 * "." + "X" + 112 * "."
    setup = {"cmd": "setup", "board": board, "turn": None, "confirm": True}
    assert again == {"lines": [{"cmd": "set", "clock": "10"}, setup], "names": None}
    # a swap gave Black to p2; in the set-up position p1 has Black
    again = modules.evaluate(begun, [game | {"players": {"black": "p2", "white": "p1"}, "next": settings}, 1])
    assert again["lines"][0] == {"cmd": "set", "partner": "p1 3"} and again["names"] == {"p1": "Bo", "p2": "Anna"}
    assert again["lines"][1]["turn"] == "white"


def test_an_earlier_game_says_what_lost_it_but_begins_no_game(table, lost, window):
    page = lost(WON)
    table.over()
    table.keep(WON)
    (entry,) = table.library.find()
    table.ask(cmd="new", wait=True)
    for point in list(table.served.stones()):
        table.served.call(table.board.lift, point)
    table.served.advance(2000)
    page.goto(f"{table.served.url}?past={entry.id}")
    page.page.click("[data-replay=study]")
    page.page.click(".study-bar [data-turning=true]")
    assert text(page, ".studied > li").startswith("Move 8, G1, lost: ") and page.page.is_hidden("#again")
