"""A saved game studied on the page: marks in the list of moves and on the board, lines, an engine."""

import shlex
import sys
from pathlib import Path

import pytest
from browser.test_browser_accessibility import THEMES, faults
from fake_hall import Hall, told_board
from telling import text, texts
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.web import games, studies

ENGINE = str(Path(__file__).parent.parent / "engines" / "wicked_engine.py")

# with move 7 Black does not continue, and White can stop the row of three; after move 9 nobody can stop the four
WON = Record(
    moves=("h8", "a1", "i8", "c1", "j8", "e1", "a15", "g1", "k8", "o1", "l8"),
    black="Anna", white="Bo", rule="free centre", over=True, winner="black", reason="five",
    line=("h8", "i8", "j8", "k8", "l8"), id="20261121-1404-3f9a", date="2026-11-21T14:04:00",
)  # fmt: skip
# White does not stop the row of three; Black plays elsewhere, and then White stops it
MISSED = Record(
    moves=("h8", "a1", "i8", "c1", "j8", "e1", "a15", "k8"),
    black="Anna", white="Bo", rule="free centre", over=True, winner="white", reason="resignation",
    id="20261121-1504-3f9b", date="2026-11-21T15:04:00",
)  # fmt: skip


@pytest.fixture
def hall_of(tmp_path):
    """hall_of(record, engine=None) -> a hall with this saved game. It ends after the window, or pages report errors."""
    halls = []

    def begin(record, engine=None):
        library = Library(tmp_path)
        library.add(record)
        command = None if engine is None else shlex.join([sys.executable, ENGINE, engine])
        halls.append(Hall({"one": told_board("h8 i9")}, routes=games.routes(library, command)))
        return halls[-1]

    yield begin
    for hall in halls:
        hall.stop()


@pytest.fixture
def studied(hall_of, window, monkeypatch):
    """studied(record, view="room", engine=None, query="", **options) -> the page with the studied game."""
    monkeypatch.setattr(studies, "THREES_S", 0.0)
    monkeypatch.setattr(studies, "STONE_S", 5.0)  # more time than the engine of the tests needs, which answers at once

    def begin(record, view="room", engine=None, query="", **options):
        room = "&view=room" if view == "room" else ""
        page = window(f"{hall_of(record, engine).url}board/one/?past={record.id}{room}{query}", **options)
        page.page.click("[data-replay=study]")
        page.page.wait_for_selector(".study-bar i")
        page.page.wait_for_selector("#retold .progress", state="hidden")
        return page

    return begin


def go(page, number):
    page.page.click(f".moves-of-game [data-number='{number}']")
    page.page.wait_for_selector(f"body[data-replaying='{number}']")


def marks(page, kind):
    points = page.page.locator(f".board [data-mark={kind}]")
    return points.evaluate_all("(all) => all.map((each) => each.dataset.point)")


def judged(page):
    """{number of the move: its marks in the list}."""
    return page.page.eval_on_selector_all(
        ".moves-of-game button:has(.judged)",
        """(all) => Object.fromEntries(all.map((each) => [each.dataset.number,
            [...each.querySelectorAll(".judged")].map((mark) => mark.dataset.judged).join(" ")]))""",
    )


def lying(page):
    return len(page.stones())


@pytest.mark.parametrize("view", ["table", "room"])
def test_a_kept_game_is_studied(studied, view):
    page = studied(WON, view)
    its = page.page
    bar = its.eval_on_selector_all(".study-bar i", "(all) => all.map((each) => each.dataset.wins)")
    assert bar[6:] == ["black", "", "black", "black", "black"] and not any(bar[:5])
    assert its.eval_on_selector_all(".study-bar [data-turning=true]", "(all) => all.map((each) => each.title)") == ["8"]
    its.click(".study-bar i[data-number='8']")
    its.wait_for_selector("body[data-replaying='8']")
    lost, won = texts(page, ".studied > li")
    assert lost.startswith("Move 8, G1, lost: Black could then win by fours from ") and " would have held" in lost
    assert won.startswith("Black wins by 1 four: ")
    assert len(marks(page, "step")) == 1 and set(marks(page, "stop")) > {"g8", "k8"}
    assert its.locator("[data-mark=step]").is_visible()
    its.click("[data-replay=live]")
    its.wait_for_selector(".study-bar", state="hidden")
    assert marks(page, "step") == [] and not its.is_visible(".moves-of-game")


def test_the_list_of_moves_has_a_mark_for_each_finding_and_leads_to_it(studied):
    page = studied(WON)
    its = page.page
    assert texts(page, ".moves-of-game button") == [f"{n}{p.upper()}" for n, p in enumerate(WON.moves, 1)]
    assert judged(page) == {"6": "overlooked", "8": "overlooked turning"}
    shapes = its.eval_on_selector_all(".judged path", "(all) => all.map((each) => each.getAttribute('d'))")
    assert len(set(shapes)) == 2, "a shape for each kind"
    move = its.locator(".moves-of-game [data-number='8']")
    assert move.get_attribute("title") == "overlooked threat, turning point"
    assert move.get_attribute("aria-label") == "8. White G1, overlooked threat, turning point"
    go(page, 8)
    assert its.locator(".moves-of-game [aria-current]").get_attribute("data-number") == "8"
    told = its.locator("#spoken p").last.text_content()
    assert told.startswith("Move 8: White G 1. Move 8, G 1, lost: ") and "Black wins by 1 four: " in told
    its.keyboard.press("ArrowRight")
    its.wait_for_selector("body[data-replaying='9']")
    assert its.evaluate("document.activeElement.dataset.number") == "9", "the keyboard's focus goes with it"
    its.keyboard.press("Shift+Tab")
    assert not its.evaluate("document.activeElement.closest('.moves-of-game')"), "one of them is on Tab's way"


def test_the_list_scrolls_to_the_move_that_is_shown(studied):
    page = studied(WON, viewport={"width": 390, "height": 640}, has_touch=True)
    its = page.page

    def is_seen(number):
        outer, inner = its.locator(".moves-of-game"), its.locator(f".moves-of-game [data-number='{number}']")
        (box, row) = (each.bounding_box() for each in (outer, inner))
        return box["y"] <= row["y"] and row["y"] + row["height"] <= box["y"] + box["height"]

    its.eval_on_selector(".moves-of-game", "(list) => (list.style.maxHeight = '90px')")
    for key, number in (("End", 11), ("Home", 1)):
        its.keyboard.press(key)
        assert is_seen(number)


FOUND = {
    "positions": [{"turn": turn, "foul": "overline" if turn == 3 else None} for turn in range(6)],
    "missed": [{"turn": 1}],
    "overlooked": [{"turn": 1}, {"turn": 4}],
    "traps": [{"turn": 3}],
    "turning_point": 4,
}


def test_each_finding_marks_the_move_that_it_is_about(modules):
    marked = modules.evaluate("async (found) => (await import('/page/game/replay.js')).marksOfMoves(found)", FOUND)
    assert marked == {"2": ["missed", "overlooked"], "3": ["trap", "foul"], "5": ["overlooked", "turning"]}
    shapes = modules.evaluate(
        """async () => {
            const { MARKS } = await import('/page/board/marks.js');
            return Object.values(MARKS).map((shape) => shape(10, 10));
        }"""
    )
    assert len(set(shapes)) == 5


def test_an_arrow_leads_to_the_stone_that_would_have_won(studied):
    page = studied(MISSED)
    assert judged(page) == {"6": "overlooked", "7": "missed"}
    go(page, 7)
    (said,) = texts(page, ".studied > li")
    better = marks(page, "better")
    assert better in (["g8"], ["k8"]) and said.startswith(f"A win was missed: {better[0].upper()}")
    arrow = page.page.locator("[data-mark=arrow]")
    assert (arrow.get_attribute("data-from"), arrow.get_attribute("data-to")) == ("a15", better[0])
    go(page, 6)
    assert page.page.locator("[data-mark=arrow]").count() == 0 and len(marks(page, "stop")) > 1


def test_a_line_is_gone_through_by_its_stones(studied):
    page = studied(MISSED)
    its = page.page
    go(page, 7)
    stone = its.locator(".step").first
    point = stone.text_content().lower()
    stone.click()
    # the line begins at the position before the move that missed it
    page.until_stones({**{p: ("black", "white")[n % 2] for n, p in enumerate(MISSED.moves[:6])}, point: "black"})
    assert marks(page, "step") == [point] and marks(page, "better") == []
    assert stone.get_attribute("aria-label") == f"1. Black {point.upper()}"
    assert its.locator(".step[aria-current]").count() == 1
    its.keyboard.press("Escape")
    assert its.evaluate("document.activeElement.className") == "step", "the focus stays where it was"
    assert lying(page) == 7 and marks(page, "better") == [point] and its.get_attribute("body", "data-replaying") == "7"
    its.keyboard.press("Escape")
    its.wait_for_selector("body:not([data-replaying])")


def test_arrow_keys_go_through_a_line_and_back(studied):
    page = studied(WON)
    its = page.page
    go(page, 9)
    its.evaluate("document.activeElement.blur()")
    assert not its.locator(".step").count() and lying(page) == 9
    its.keyboard.press("ArrowDown")
    assert lying(page) == 9, "White has no line"
    go(page, 6)
    its.keyboard.press("ArrowDown")
    assert lying(page) == 7 and len(marks(page, "step")) == 1
    its.keyboard.press("ArrowDown")
    assert lying(page) == 7, "it has one stone"
    its.keyboard.press("ArrowUp")
    assert lying(page) == 6 and its.locator(".step[aria-current]").count() == 0
    its.locator(".step").focus()
    assert lying(page) == 7, "the keyboard's focus shows the stone that it comes to"
    its.keyboard.press("ArrowRight")
    its.wait_for_selector("body[data-replaying='7']")
    assert lying(page) == 7 and page.stones()["a15"] == "black", "the game goes on from its own position"
    assert its.evaluate("document.activeElement.dataset.number") == "7", "the focus is on the move that is shown"


def test_an_engines_opinion_is_told_as_that_and_marked_by_a_shape_of_its_own(studied):
    page = studied(MISSED, engine="talks")
    its = page.page
    go(page, 8)
    (said,) = texts(page, ".studied > li")
    (point,) = marks(page, "engine")
    assert said == f"Wicked would play {point.upper()} – an opinion with the value -29992, not a proof"
    shape, other = (its.locator(f"[data-mark={kind}] .upper").first.get_attribute("d") for kind in ("engine", "last"))
    assert shape != other and its.locator("[data-mark=engine]").is_visible()
    its.click(".step")
    assert lying(page) == 9 and page.stones()[point] == "black" and marks(page, "engine") == []
    go(page, 6)
    assert marks(page, "engine") == [], "a proved win needs no opinion"


def test_why_an_engine_has_no_opinion_is_said_and_it_can_be_asked_again(studied):
    page = studied(MISSED, engine="crash")
    page.page.wait_for_selector(".study-asks:has-text('has stopped')")
    assert text(page, ".study-asks") == "Wicked has stopped with exit code 139 (Segmentation fault in the search)"
    assert judged(page) == {"6": "overlooked", "7": "missed"}, "the rest stays"
    assert page.page.is_visible("[data-replay=study]")


def test_axe_finds_nothing(studied):
    page = studied(MISSED, "room", "talks")
    go(page, 7)
    for theme in THEMES:
        page.page.select_option("#theme", theme)
        assert faults(page) == [], theme
    page.page.keyboard.press("r")
    page.page.keyboard.press("ArrowDown")
    assert page.page.get_attribute("body", "data-view") == "table" and faults(page) == []


SIZES = [(320, 568), (390, 844), (844, 390), (1366, 768), (3840, 2160)]


def test_at_every_size_board_and_slider_stay_in_view_and_targets_are_large(studied):
    page = studied(MISSED, "room", "talks", "&lang=ko")
    its = page.page
    for width, height in [*SIZES, (320, 568), (1366, 768)]:
        page.resize(width, height)
        its.locator(".moves-of-game [data-number='7']").click()
        assert its.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        for part in (".board", "#replay-slider", ".study-bar"):
            box = its.locator(part).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (part, width, height)
            assert box["y"] >= -1 and box["y"] + box["height"] <= height + 1, (part, width, height)
        small = its.eval_on_selector_all(
            "#retold button, #replay button, .moves-of-game button, .study-bar",
            """(all) => all.filter((each) => each.getClientRects().length).map((each) => each.getBoundingClientRect())
                .filter(({ width, height }) => width < 24 || height < 24).length""",
        )
        assert small == 0, (width, height)
        if (width, height) == SIZES[-1]:
            its.keyboard.press("r")  # back to the table view


# each side only puts stones far from its others
NOTHING = Record(
    moves=("h8", "a1", "o1", "a15"), rule="free centre", over=True, winner="white", reason="time",
    id="20261121-1604-3f9c", date="2026-11-21T16:04:00",
)  # fmt: skip


def test_a_study_that_finds_nothing_says_so_and_what_it_looked_for(studied):
    page = studied(NOTHING)
    (said,) = texts(page, ".studied > li")
    assert said.startswith("Nothing was found: no missed win, no overlooked threat. Wins by fours were searched for at")
    page.page.wait_for_selector("#spoken p:has-text('Nothing was found')")
    go(page, 2)
    assert texts(page, ".studied > li") == []
