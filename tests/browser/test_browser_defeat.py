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
        """Wait for a take-back, and let the hand lift the stones."""
        self.served.until(lambda: "back" in self.board.asked)
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
    page.page.click("#ask-study")
    page.page.wait_for_selector(".progress:has-text('The game is being saved')")
    table.keep(moves)
    page.page.wait_for_selector(".study-bar i")
    page.page.wait_for_selector("#retold .progress", state="hidden")


def test_the_move_that_lost_is_shown_and_another_try_begins_before_it(table, lost):
    page = lost(WON)
    table.over()
    its = page.page
    names = {"p1": "Anna", "p2": "Bo"}
    table.served.call(table.served.hall.first().details.give, names)
    settings, lost_id = table.group("game")["settings"], table.group("game")["stamp"]["id"]
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
    assert texts(page, "#moves li") == [point.upper() for point in WON[:7]] and "stone 8" in text(page, "#game-line")
    assert text(page, "#avoid") == "Last time G1 lost. B1, D1, G8, or K8 would have held"
    assert table.group("game")["settings"] == settings and table.served.asks()["turn"] == "white"
    table.served.until(lambda: table.group("game")["stamp"]["id"] != lost_id)
    assert table.served.hall.first().details.fields().items() >= names.items()
    assert len(table.library.find()) == 1 and its.is_hidden("#ask-study") and its.is_hidden("#again")
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
    held = []
    page.page.route("**/study.json", lambda route: held.append(route))
    page.page.click("#ask-study")
    page.page.wait_for_selector("#retold .progress:visible")
    page.page.keyboard.press("Home")
    held[0].continue_()
    page.page.wait_for_selector("body[data-studied=true]")
    assert page.page.get_attribute("body", "data-replaying") == "0" and page.page.is_visible("#again")


def test_what_would_have_held_is_not_replaced_by_a_longer_search(table, lost):
    page = lost(WON)
    table.over()
    asked = []
    page.page.on("request", lambda request: asked.append(request.url))
    ask_why(page, table, WON)
    assert "would have held" in texts(page, ".studied > li")[0] and page.page.is_hidden(".progress")
    assert [url for url in asked if url.endswith("study.json?more")] == []


SIZES = [(1366, 768), (390, 844), (844, 390)]


def test_the_button_and_the_words_are_in_view_and_axe_finds_nothing(table, lost):
    page = lost(WON, viewport={"width": 1366, "height": 768})
    table.over()
    its = page.page
    for width, height in SIZES:
        page.resize(width, height)
        its.locator("#ask-study").scroll_into_view_if_needed()
        assert its.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.resize(*SIZES[0])
    box = its.locator("#ask-study").bounding_box()
    assert box["y"] + box["height"] <= 768
    ask_why(page, table, WON)
    box = its.locator("#again").bounding_box()
    assert box["y"] + box["height"] <= 768
    for theme in THEMES:
        its.evaluate("(theme) => (document.querySelector('#theme').value = theme)", theme)
        assert faults(page) == [], theme
    its.keyboard.press("r")
    assert its.is_hidden("#again"), "a room has no buttons"


def test_on_a_phone_the_answer_is_in_view(table, lost):
    page = lost(WON, viewport={"width": 390, "height": 844}, has_touch=True)
    table.over()
    ask_why(page, table, WON)
    its = page.page
    its.wait_for_selector("#again:visible")
    below = its.locator(".board").bounding_box()
    for part in (".studied > li >> nth=0", "#again"):
        box = its.locator(part).bounding_box()
        assert below["y"] + below["height"] <= box["y"] and box["y"] + box["height"] <= 844, part


LOST = {
    "result": {"winner": "white", "reason": "five"},
    "size": 15, "torus": False, "puzzle": None, "lesson": None, "stamp": {"id": "3f9a"},
    "settings": {"game": "renju", "partner": "p2 3"}, "players": {"black": "p1", "white": "p2"},
}  # fmt: skip


WHY, STUDY = "why", "study"


@pytest.mark.parametrize(
    "other, question",
    [
        ({}, WHY),
        ({"result": {"winner": "white", "reason": "double-four"}}, WHY),
        ({"result": {"winner": "white", "reason": "resignation"}}, WHY),
        ({"result": None}, ""),
        ({"result": {"winner": None, "reason": "agreement"}}, STUDY),
        ({"result": {"winner": "white", "reason": "time"}}, STUDY),
        ({"result": {"winner": "black", "reason": "five"}}, STUDY),  # the partner has lost
        ({"result": {"winner": "black", "reason": "five"}, "settings": {"game": "renju", "partner": "none"}}, WHY),
        ({"settings": {"game": "gomoku"}}, ""),
        ({"size": 19}, ""),
        ({"torus": True}, ""),
        ({"puzzle": {"grade": 1}}, ""),
        ({"lesson": {"number": 10}, "settings": {"game": "renju", "lesson": 37}}, ""),  # nobody has lost
        ({"stamp": None}, ""),
    ],
)
def test_what_may_be_asked_after_a_game(modules, other, question):
    asked = "async (game) => (await import('/page/game/defeat.js')).questionAfter(game)"
    assert modules.evaluate(asked, LOST | other) == question


def test_what_to_avoid_is_said_until_the_next_move(modules):
    said = """async ([moves, result]) => {
        const { avoidWords, lessonOf } = await import('/page/game/defeat.js');
        const lesson = lessonOf({ turn: 2, better: null, held: ["g7"] }, ["h8", "i9", "a1", "b1"]);
        return avoidWords({ moves: moves.map((point) => ({ point })), result }, lesson);
    }"""
    words = "Last time A1 lost. G7 would have held"
    assert modules.evaluate(said, [["h8", "i9"], None]) == words
    assert modules.evaluate(said, [["h8", "i9"], {"winner": "white"}]) == ""
    for moves in ([], ["h8"], ["h8", "i10"], ["h8", "i9", "g7"]):
        assert modules.evaluate(said, [moves, None]) == "", "another game, or the next move"


def test_what_goes_on_has_a_calm_bar_and_can_be_stopped(table, lost):
    page = lost(WON)
    table.over()
    its = page.page
    its.click("#ask-study")
    its.wait_for_selector(".progress:has-text('The game is being saved') progress")
    assert its.is_hidden("#notice"), "a notice looks like an error"
    its.click(".progress:visible button")
    its.wait_for_selector(".after .progress", state="hidden")
    table.keep(WON)
    held = []
    its.route("**/study.json", lambda route: held.append(route))
    its.click("#ask-study")
    its.wait_for_selector("#retold .progress:has-text('Searching for wins')")
    its.click("#retold .progress button")
    its.wait_for_selector(".study-asks:has-text('The search was stopped')")
    its.unroute("**/study.json")
    its.click("[data-replay=study]")
    its.wait_for_selector("body[data-replaying='8']")
    assert its.is_hidden(".study-asks") and its.is_hidden("#retold .progress")


def test_the_page_has_one_question_for_the_lost_game(table, lost):
    page = lost(WON)
    table.over()
    its = page.page
    its.wait_for_selector("#ask-study:visible")
    assert text(page, "#ask-study") == "Why did I lose?"
    assert its.locator(".entries [data-entry='missed win']").count() == 0


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
