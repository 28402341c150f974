"""The study view: people walk in a tree without stones, by mouse and keys, see its marks, and change its file."""

from functools import partial

import pytest
from browser.test_browser_accessibility import THEMES, faults
from browser.test_browser_trust import SHARED, elsewhere, no_second_address
from telling import Telling, shows, text, texts
from tengen.games import BLACK, points
from tengen_host.engines.gomocup import Opinion
from tengen_host.guests.engine import EngineGuest
from tengen_host.guests.tree import TreeGuest
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.trees import cache

TREE = (
    "(;SZ[15]GM[4];B[hh]C[Centre](;W[ig]TE[1]C[Strong]AR[hh:ig]LN[fh:gh]TR[ff]SQ[gf]CR[kf]MA[lf]LB[jf:A][aa:x]"
    "(;B[jf];W[jh])(;B[ii]))(;W[hg];B[cc]))"
)
PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True}


@pytest.fixture
def telling(serving):
    return Telling(partial(serving, share=SHARED))


@pytest.fixture
def followed(telling, tmp_path, monkeypatch):
    """followed(path) starts a guest with the tree at a path, by default TREE's, and returns the path."""
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")

    def follow_(path):
        telling.begin()
        telling.moves("h8")
        telling.asks("stone", "p2", 2)
        place = telling.served.hall.first()
        guest = TreeGuest(path, print)

        async def come():
            await guest.start()
            await place.host(guest)

        telling.served.start(come)

    return follow_


@pytest.fixture
def path(followed, tmp_path):
    path = tmp_path / "tree.sgf"
    path.write_text(TREE)
    followed(path)
    return path


def opened(window, telling, query="", **options):
    page = window(telling.url + query, **options)
    shows(page, telling)
    page.page.wait_for_selector("[data-continuation=i9]")
    return page


def at(page, number, then):
    """Wait until the walk is at this move, and the tree has answered with this continuation."""
    page.page.wait_for_selector(f"body[data-walking='{number}']")
    page.page.wait_for_selector(f"[data-continuation={then}]")


def crumbs(page):
    return texts(page, ".crumbs button")


def test_a_walk_by_mouse_puts_no_stone_and_comes_back(path, telling, window):
    page = opened(window, telling)
    assert crumbs(page) == ["Beginning", "H8"] and page.page.is_hidden(".tree-away")
    page.page.click("[data-ply='i9 j10']")
    at(page, 3, "j8")
    assert crumbs(page) == ["Beginning", "H8", "I9", "J10"] and page.page.is_visible(".tree-away")
    assert page.stones() == {"h8": "black", "i9": "white", "j10": "black"}
    page.page.click("[data-crumb='2']")
    at(page, 2, "j10")
    assert text(page, ".study-words") == "Strong" and page.stones() == {"h8": "black", "i9": "white"}
    assert crumbs(page) == ["Beginning", "H8", "I9", "J10"], "the way on is still known"
    page.page.click("[data-tree-step='1']")
    at(page, 3, "j8")
    page.page.click("[data-crumb='0']")
    at(page, 0, "h8")
    assert page.stones() == {}
    page.page.click("[data-tree=board]")
    page.page.wait_for_selector("body:not([data-walking])")
    assert crumbs(page) == ["Beginning", "H8"] and page.page.is_hidden(".tree-away")
    assert telling.board.stones == {}


def test_a_click_on_the_board_goes_on_in_the_tree_while_people_walk(path, telling, window):
    page = opened(window, telling)
    page.page.click("[data-crumb='1']")
    at(page, 1, "i9")
    page.click("h9")
    at(page, 2, "c13")
    page.click("a1")
    assert "tree" in text(page, "#notice") and telling.board.stones == {}
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body:not([data-walking])")
    page.click("h9")
    telling.served.until(lambda: "h9" in telling.board.stones)


def test_a_walk_by_keys(path, telling, window):
    page = opened(window, telling)
    press = page.page.keyboard.press
    press(".")
    at(page, 2, "j10")
    press("j")
    at(page, 2, "c13")
    press("k")
    at(page, 2, "j10")
    press("ArrowRight")
    at(page, 3, "j8")
    press(",")
    at(page, 2, "j10")
    press("Home")
    at(page, 0, "h8")
    press("End")
    at(page, 3, "j8")
    press("s")  # the key that asks for the shown position
    page.page.wait_for_selector("#notice:visible")
    assert text(page, "#notice").startswith("Tree, move 3: ")
    press("Escape")
    page.page.wait_for_selector("body:not([data-walking])")


def test_the_keyboards_focus_goes_on_with_the_walk_and_each_position_is_told(path, telling, window):
    page = opened(window, telling)
    # wait until the game has been announced, which comes before the walk
    page.page.wait_for_selector("#spoken p", state="attached")
    page.page.focus("[data-ply=i9]")
    page.page.keyboard.press("Enter")
    at(page, 2, "j10")
    page.page.wait_for_function("() => document.getElementById('spoken').textContent.includes('Tree, move 2')")
    said = texts(page, "#spoken p")[-1]
    assert "Strong" in said and said.endswith("Continuations: J10, I7")
    page.page.wait_for_function("() => document.activeElement.dataset.continuation === 'j10'")
    page.page.keyboard.press("Enter")
    at(page, 3, "j8")


def test_the_marks_of_the_tree_are_on_the_board_and_may_be_taken_off(path, telling, window):
    page = opened(window, telling)
    assert texts(page, "[data-tree-move]") == ["a", "b"]
    assert page.page.locator("[data-tree-move][data-best=true]").get_attribute("data-tree-move") == "i9"
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    assert texts(page, "[data-tree-move]") == ["A", "b"] and texts(page, "[data-tree-text]") == ["x"]
    marks = page.page.locator("[data-tree-mark]").evaluate_all("(all) => all.map((each) => each.dataset.treeMark)")
    assert sorted(marks) == ["circle", "cross", "square", "triangle"]
    kinds = "(all) => all.map((its) => [its.dataset.pair, its.classList[1]])"
    pairs = page.page.eval_on_selector_all("[data-pair]", kinds)
    assert sorted(pairs) == [["f8 g8", "tree-line"], ["h8 i9", "tree-arrow"]]
    page.page.keyboard.press("u")
    assert page.page.locator(".board .tree > *").count() == 0 and not page.page.is_checked("#tree-marks")
    page.page.reload()
    page.page.wait_for_selector("[data-continuation=i9]")
    assert page.page.locator(".board .tree > *").count() == 0
    page.page.keyboard.press("r")  # the room view
    page.page.check("#tree-marks")
    assert texts(page, "[data-tree-move]") == ["a", "b"]


def test_the_replay_ends_a_walk_and_shows_nothing_of_the_tree(path, telling, window):
    page = opened(window, telling, "?view=room")
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    page.page.click("[data-replay=first]")
    page.page.wait_for_selector("body[data-replaying='0']:not([data-walking])")
    assert page.page.locator(".board .tree > *").count() == 0
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    assert page.page.locator("body[data-replaying]").count() == 0


def test_a_referee_game_ends_a_walk_and_shows_nothing(path, telling, window):
    page = opened(window, telling)
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    telling.begin(mode="referee")
    page.page.wait_for_selector("body:not([data-walking])")
    page.page.wait_for_selector("[data-continuation]", state="detached")
    assert text(page, ".study-words") == "The tree is off in this game"
    assert page.page.is_hidden(".crumbs") and page.page.is_hidden(".tree-edit")
    page.page.keyboard.press(".")
    assert page.page.locator(".board .tree > *").count() == 0 and page.page.is_hidden(".tree-away")


def test_the_games_of_a_folder_have_bars_with_their_shares(followed, telling, window, tmp_path):
    library = Library(tmp_path / "games")
    for number, winner in enumerate(["black", "black", "white", None]):
        its = {"winner": winner, "reason": "resigned" if winner else "agreed", "id": f"20261121-1404-000{number}"}
        library.add(Record(("h8", "i9"), over=True, rule="free centre", **its))
    followed(tmp_path / "games")
    page = opened(window, telling)
    assert texts(page, ".continuations li > span") == ["4 games: Black 2 (50 %), White 1 (25 %), draws 1 (25 %)"]
    shares = "(all) => all.map((its) => [its.dataset.share, its.offsetWidth])"
    widths = page.page.eval_on_selector_all(".shares i", shares)
    assert [name for name, _ in widths] == ["white", "draws", "black"]
    assert abs(widths[2][1] - 2 * widths[0][1]) <= 3 and texts(page, "[data-tree-move]") == ["4"]
    page.page.click(".tree-edit summary")
    assert text(page, ".tree-status").startswith("A folder of games is only read") and page.page.is_hidden(".tree-form")


def test_the_comment_the_text_the_mark_and_the_branch_are_changed_in_the_file(path, telling, window):
    page = opened(window, telling)
    page.page.click(".tree-edit summary")
    assert page.page.input_value("#tree-comment") == "Centre"
    page.page.fill("#tree-comment", "The middle\nof it")
    page.page.click("[data-tree=keep]")
    page.page.wait_for_function("() => document.querySelector('.study-words').textContent === 'The middle\\nof it'")
    assert b"C[The middle\nof it]" in path.read_bytes() and text(page, ".tree-status") == "Saved in the file"
    page.page.select_option(".tree-form select", "h9")
    page.page.fill(".tree-form input", "Q")
    page.page.click("[data-tree=keep-label]")
    page.page.wait_for_function("() => document.querySelector('[data-tree-move=h9]').textContent === 'Q'")
    page.page.select_option(".tree-form select", "h9")
    page.page.click("[data-tree=mark]")
    page.page.wait_for_selector("[data-tree-move=h9][data-best=true]")
    page.page.select_option(".tree-form select", "i9")
    page.page.click("[data-tree=delete]")
    assert text(page, "[data-tree=really]") == "Yes, delete I9 and all after it: 4 positions"
    page.page.click("[data-tree=not]")
    assert page.page.is_hidden("[data-tree=really]") and b"W[ig]" in path.read_bytes()
    page.page.click("[data-tree=delete]")
    page.page.click("[data-tree=really]")
    page.page.wait_for_selector("[data-continuation=i9]", state="detached")
    assert b"W[ig]" not in path.read_bytes() and b"C[Strong]" not in path.read_bytes()


def test_at_a_position_of_the_walk_what_is_written_stays_until_it_is_kept(path, telling, window):
    page = opened(window, telling)
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    page.page.click(".tree-edit summary")
    page.page.fill("#tree-comment", "x\u0007")
    page.page.click("[data-tree=keep]")
    page.page.wait_for_function("() => document.querySelector('.tree-status').textContent.includes('can’t be printed')")
    page.complaints.clear()  # the browser reports the refusal as an error
    telling.moves("h9", first=2)  # the game goes on
    shows(page, telling)
    assert page.page.input_value("#tree-comment") == "x\u0007" and path.read_text() == TREE
    page.page.fill("#tree-comment", "From the walk")
    page.page.click("[data-tree=keep]")
    page.page.wait_for_function("() => document.querySelector('.study-words').textContent === 'From the walk'")
    assert "From the walk" in path.read_text() and text(page, ".tree-status") == "Saved in the file"


class Adviser:
    """An engine that is started for each question, and answers I7."""

    name = "Fake"

    async def start(self): ...

    async def stop(self): ...

    async def new_game(self, size, rule, *, turn_ms): ...

    async def move(self, stones, turn):
        assert len(stones) == 2 and turn == BLACK
        return Opinion(points.index("i7", 15), (points.index("i7", 15), points.index("a1", 15)), -42)


def test_the_engine_is_asked_for_the_position_of_the_walk(path, telling, window):
    place = telling.served.hall.first()
    page = opened(window, telling)
    assert page.page.is_hidden("[data-tree=ask]")
    guest = EngineGuest("", "p2", 1.0, print, make=lambda command: Adviser())
    telling.served.start(place.host, guest)
    page.page.keyboard.press(".")
    at(page, 2, "j10")
    page.page.click("[data-tree=ask]")
    page.page.wait_for_function("() => document.querySelector('.tree-engine p').textContent.includes('I7')")
    said = "Fake would play I7. This is an opinion, not a proof. Its value for the side to move: -42. It expects I7, A1"
    assert text(page, ".tree-engine p") == said
    page.page.keyboard.press(",")
    at(page, 1, "i9")
    assert text(page, ".tree-engine p") == ""


@no_second_address
def test_who_looks_on_may_walk_but_neither_put_a_stone_nor_change_the_tree(path, telling, window):
    viewer = window(elsewhere(telling.served))
    viewer.page.wait_for_selector("[data-continuation=i9]")
    assert viewer.page.is_hidden(".tree-edit")
    viewer.page.click("[data-continuation=h9]")
    at(viewer, 2, "c13")
    viewer.click("c13")
    viewer.page.wait_for_selector("body[data-walking='3']")
    change = """async () => (await fetch("study", {method: "POST", body: '{"do": "comment", "text": "x"}'})).status"""
    assert viewer.page.evaluate(change) == 403
    viewer.complaints.clear()  # the browser reports the refusal as an error
    viewer.page.keyboard.press("Escape")
    viewer.page.wait_for_selector("body:not([data-walking])")
    assert telling.board.stones == {} and path.read_text() == TREE


def test_axe_finds_nothing(path, telling, window):
    page = opened(window, telling)
    page.page.click(".tree-edit summary")
    page.page.click("[data-tree=delete]")
    for theme in THEMES:
        page.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        assert faults(page) == [], theme
    page.page.click("[data-crumb='0']")
    at(page, 0, "h8")
    assert faults(page) == []


def test_on_a_phone_board_and_tree_are_seen_together(path, telling, window):
    page = opened(window, telling, "?lang=ru", **PHONE)
    page.page.click("[data-crumb='1']")
    at(page, 1, "i9")
    page.page.evaluate("scrollTo(0, 0)")
    seen = page.page.evaluate(
        """() => ["#board", "[data-tree=board]", "[data-crumb='1']"].map((each) => {
            const { top, bottom } = document.querySelector(each).getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        })"""
    )
    assert seen == [True, True, True]
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.page.eval_on_selector_all(
        ".study button", "(all) => all.filter((its) => its.offsetHeight && its.offsetHeight < 40).length"
    )
    assert small == 0


def test_its_buttons_stay_in_view_below_a_long_text(followed, telling, tmp_path, window):
    path = tmp_path / "long.sgf"
    after = "".join(f"(;W[{point}]C[A comment])" for point in ("ig", *(f"{column}a" for column in "abcdefgh")))
    path.write_text(f"(;SZ[15]GM[4];B[hh]C[{'A long comment. ' * 40}]{after})")
    followed(path)
    page = opened(window, telling, viewport={"width": 1366, "height": 768})
    page.page.wait_for_selector("#study .continuations li:nth-child(9)")
    hidden = """(all) => all.filter((each) => {
        const { left, top, bottom, height } = each.getBoundingClientRect();
        return height && !each.contains(document.elementFromPoint(left + 9, (top + bottom) / 2));
    }).map((each) => each.textContent)"""
    fixed = ".tree-way button, .tree-engine button, .tree-foot summary"
    assert page.page.locator(".tree-foot summary").is_visible()
    assert page.page.eval_on_selector_all(fixed, hidden) == []
    page.page.click(".tree-foot summary")
    page.page.locator(".tree-form button").first.click(trial=True)
