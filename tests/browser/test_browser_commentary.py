"""The commentary: a commentator branches off a game, draws and asks why; the live game goes on in a corner."""

from functools import partial

import pytest
from browser.test_browser_accessibility import faults_in_all_colours
from browser.test_browser_trust import SHARED, elsewhere, no_second_address
from telling import Telling, shows, text, texts
from tengen_host.commentary.keeping import Keeping
from tengen_host.engines.gomocup import Opinion
from tengen_host.engines.process import ENDED, EngineError
from tengen_host.guests.engine import EngineGuest
from tengen_host.guests.tree import TreeGuest
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.trees import cache
from tengen_host.web import games

MOVES = "h8 h9 i8 a1 j9 a3 j10 a5"
STORED = Record(
    ("h8", "i9", "j10", "g7"), black="Cleo", white="Dan", id="20261121-1404-3f9a", date="2026-11-21", over=True
)
COMMENT = "?view=comment"
LANGUAGES = ["en", "et", "ja", "ko", "ru", "sv", "vi", "zh", "zh-Hant"]
SIZES = [(1366, 768), (1920, 1080), (820, 1180), (390, 844)]


@pytest.fixture
def library(tmp_path):
    library = Library(tmp_path / "games")
    library.add(STORED)
    return library


@pytest.fixture
def telling(serving, library):
    telling = Telling(partial(serving, share=SHARED, games=games.routes(library)))
    telling.served.call(telling.served.hall.keep_lines, Keeping(library, print))
    telling.served.call(telling.served.hall.first().details.give, {"p1": "Anna", "p2": "Bo"})
    begin(telling)
    return telling


def begin(telling, **settings):
    telling.board.stones.clear()
    telling.begin(**settings)
    play(telling, MOVES)


def play(telling, points, first=1):
    for number, point in enumerate(points.split(), first):
        telling.board.stones[point] = "black" if number % 2 else "white"
    telling.served.call(telling.board.say, telling.board.stones_message())
    telling.moves(points, first)


def line(telling):
    return telling.served.hall.first().commentary.line


def opened(window, telling, query=COMMENT, **options):
    page = window(telling.url + query, **options)
    page.page.wait_for_selector("body[data-commenting=leads]")
    return page


def until(telling, condition):
    telling.served.until(lambda: line(telling) is not None and condition(line(telling)))


def put(page, telling, *points):
    for point in points:
        page.click(point)
        until(telling, lambda its, point=point: its.moves[-1] == point)
        page.page.wait_for_selector(f"[data-stone={point}].stone")


def spoken(page, words):
    page.page.wait_for_selector(f"#spoken p:has-text({words!r})", state="attached")


def test_a_branch_by_mouse_never_touches_the_board_and_has_its_name(telling, window):
    page = opened(window, telling)
    assert text(page, "#commentary h2") == "Anna – Bo"
    page.page.click("[data-comment=back]")
    until(telling, lambda its: its.at == 7)
    put(page, telling, "b2", "c3")
    assert text(page, "#commentary h2") == "Anna – Bo, from move 7, Black J10"
    assert text(page, "#commentary .turn") == "9. Black C3"
    assert page.stones()["b2"] == "white" and page.stones()["c3"] == "black" and "a5" not in page.stones()
    assert telling.board.done == []
    page.page.keyboard.press("Escape")
    page.until_stones(telling.board.stones)
    assert text(page, "#commentary h2") == "Anna – Bo"
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=table]")
    telling.served.until(lambda: line(telling) is None)


def test_the_button_goes_back_to_the_game_and_then_to_the_view_before(telling, window):
    page = window(telling.url + "?view=room")
    page.page.wait_for_selector("body[data-connection=open]")
    page.page.keyboard.press("e")
    page.page.wait_for_selector("body[data-commenting=leads]")
    page.page.keyboard.press("Home")
    page.until_stones({})  # the button's first click goes to the game only if the page is elsewhere
    page.page.click("[data-comment=live]")
    until(telling, lambda its: its.at == 8)
    page.until_stones(telling.board.stones)
    page.page.click("[data-comment=live]")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=room]")


def test_the_live_game_goes_on_in_the_corner_and_is_said(telling, window):
    page = opened(window, telling)
    put(page, telling, "b2")
    play(telling, "k11", 9)
    shows(page, telling)
    assert text(page, ".comment-live p:last-child") == "9. Black K11"
    assert page.page.locator(".comment-live [data-stone=k11]").count() == 1
    assert "k11" not in page.stones()
    spoken(page, "Meanwhile in the game: Black K 11")


def test_without_a_move_of_its_own_it_follows_the_game(telling, window):
    page = opened(window, telling)
    play(telling, "k11", 9)
    page.page.wait_for_selector(".stones [data-stone=k11].stone")
    spoken(page, "Black K 11")
    assert not any("Meanwhile" in each for each in texts(page, "#spoken p"))


def test_a_line_whose_moves_were_taken_back_says_so_and_stays(telling, window):
    page = opened(window, telling)
    put(page, telling, "b2")
    telling.tell("taken_back", moves="h8h9i8a1j9", turn="white")
    shows(page, telling)
    assert text(page, ".comment-other") == "The game on the board went another way after move 5"
    assert page.stones()["b2"] == "black"


def test_signs_arrows_and_reasons_by_mouse(telling, window):
    page = opened(window, telling)
    page.page.click("[data-comment=mark]")
    page.page.select_option("#commentary ~ .comment-hands select", "B")
    page.click("d4")
    page.page.wait_for_selector("[data-tree-text=d4]")
    page.page.click("[data-comment=arrow]")
    page.drag("d4", "f6")
    page.page.wait_for_selector("[data-pair='d4 f6']")
    page.click("h8")
    page.click("i8")
    page.page.wait_for_selector("[data-pair='h8 i8']")
    page.page.mouse.click(*page.place("l12"), button="right")
    page.page.wait_for_selector("[data-tree-mark=circle][data-at=l12]")
    page.page.mouse.move(*page.place("a1"))
    page.page.mouse.down(button="right")
    page.page.mouse.move(*page.place("c3"), steps=3)
    page.page.mouse.up(button="right")
    page.page.wait_for_selector("[data-pair='a1 c3']")
    page.page.click("[data-comment=why]")
    page.click("j8")
    page.page.wait_for_selector(".foul-line")
    assert page.page.locator(".foul-line").count() == 2
    assert text(page, "#commentary p.reasons") == "Why J8 is a double-three:"
    assert len(texts(page, "#commentary ul.reasons li")) == 2
    page.page.click("[data-comment=clear]")
    page.page.wait_for_selector(".foul-line", state="detached")
    page.page.click("[data-comment=undo]")
    page.page.wait_for_selector("[data-pair='a1 c3']")
    assert telling.board.done == [] and len(page.stones()) == 8


def test_at_the_table_the_board_is_shown_on_which_clicks_act(telling, window):
    page = opened(window, telling)
    put(page, telling, "b2")
    page.page.keyboard.press("r")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=table]")
    page.until_stones(telling.board.stones)
    page.page.reload()
    page.page.wait_for_selector("body[data-connection=open]:not([data-commenting])[data-view=table]")
    page.until_stones(telling.board.stones)
    page.page.click(".point[data-point=c3]")
    telling.served.until(lambda: telling.board.done == [("put", "c3", None)])
    assert line(telling).moves[-1] == "b2"
    page.page.keyboard.press("r")
    page.page.wait_for_selector("body[data-commenting=watches][data-view=room]")
    page.page.keyboard.press("1")
    assert text(page, "#notice").startswith("The room view only shows")
    page.page.click(".point[data-point=d4]")
    page.page.keyboard.press("r")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=table]")
    assert telling.board.done == [("put", "c3", None)]


def test_everything_by_keys_and_by_ear(telling, window):
    page = window(telling.url)
    shows(page, telling)
    press = page.page.keyboard.press
    press("e")
    page.page.wait_for_selector("body[data-commenting=leads]")
    spoken(page, "You comment now")
    press("ArrowLeft")
    until(telling, lambda its: its.at == 7)
    spoken(page, "Black J 10")
    press("Home")
    until(telling, lambda its: its.at == 0)
    press("End")
    until(telling, lambda its: its.at == 8)
    press("i")
    page.page.keyboard.type("b2")
    press("Enter")
    until(telling, lambda its: its.moves[-1] == "b2")
    spoken(page, "Black B 2")
    press("k")
    press("k")  # the next sign
    press("b")
    press("ArrowRight")
    press("Enter")
    until(telling, lambda its: its.marks == {"c2": "square"})
    spoken(page, "Square on C 2")
    press("a")
    press("Enter")
    press("ArrowUp")
    press("Enter")
    until(telling, lambda its: its.arrows == (("c2", "c3"),))
    spoken(page, "Arrow from C 2 to C 3")
    press("z")
    until(telling, lambda its: its.arrows == ())
    spoken(page, "Removed: Arrow from C 2 to C 3")
    press("Delete")
    until(telling, lambda its: its.marks == {})
    press("z")
    press("z")
    press("z")
    until(telling, lambda its: its.more == ())
    press("h")
    press("i")
    page.page.keyboard.type("j8")
    press("Enter")
    spoken(page, "Why J 8 is a double-three")
    press("1")
    assert text(page, "#notice") == "This page comments on the game: press E to act on the board"
    press("?")
    assert "commentary: undo" in texts(page, "#keys dd") and "a new game" not in texts(page, "#keys dd")
    press("Escape")
    press("e")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=table]")
    telling.served.until(lambda: line(telling) is None)
    assert telling.board.done == []


def test_refusals_are_sentences_and_the_game_goes_on(telling, window):
    page = opened(window, telling)
    refused = {"h8": "H8 is taken: choose an empty point", "j8": "J8 is forbidden to Black: double-three"}
    for point, words in refused.items():
        page.click(point)
        page.page.wait_for_selector(f"#notice:has-text({words!r})")
    page.page.click("[data-comment=keep]")
    page.page.wait_for_selector("#notice:has-text('The line has no move of its own yet')")
    page.page.click("[data-comment=why]")
    page.click("o15")
    page.page.wait_for_selector("#notice:has-text('A stone on O15 is no foul')")
    begin(telling, mode="referee")
    page.page.wait_for_selector("body:not([data-commenting])")
    spoken(page, "The commentary has ended")
    page.page.keyboard.press("e")
    page.page.wait_for_selector("#notice:has-text('before its end')")
    play(telling, "k11", 9)
    shows(page, telling)
    assert "k11" in page.stones()
    begin(telling)
    shows(page, telling)
    page.page.keyboard.press("e")
    page.page.wait_for_selector("body[data-commenting=leads]")


def test_a_page_comments_only_when_its_commentary_has_begun(telling, window):
    begin(telling, mode="referee")
    page = window(telling.url)
    shows(page, telling)
    page.page.keyboard.press("e")
    page.page.wait_for_selector("#notice:has-text('before its end')")
    assert page.page.get_attribute("body", "data-view") == "table"
    begin(telling)
    telling.served.start(telling.served.hall.first().commentary.do, {"act": "begin"})
    until(telling, lambda its: True)
    play(telling, "k11", 9)
    shows(page, telling)
    assert page.page.get_attribute("body", "data-view") == "table", "another page comments"
    assert not any("You comment" in each for each in texts(page, "#spoken p"))


def test_in_a_replay_the_commentary_is_not_announced(telling, window):
    page = opened(window, telling)
    other = window(telling.url + "?view=room")
    other.page.keyboard.press("e")
    other.page.wait_for_selector("body[data-commenting=watches]")
    other.page.keyboard.press("Home")
    other.page.wait_for_selector("body:not([data-commenting])")
    put(page, telling, "b2")
    play(telling, "k11", 9)
    shows(other, telling)
    assert not any("B 2" in each for each in texts(other, "#spoken p"))


def test_a_past_game_from_the_shown_move_and_a_kept_line(telling, window, library):
    page = window(telling.url)
    shows(page, telling)
    page.page.click("[data-view-tool=games]")
    page.page.click(".games tbody button:has(.sign) >> nth=0")
    page.page.wait_for_selector("body[data-kept=true]")
    page.page.keyboard.press("End")
    page.page.keyboard.press("ArrowLeft")
    page.page.click("[data-replay=comment]")
    page.page.wait_for_selector("body[data-commenting=leads]")
    until(telling, lambda its: its.at == 3)
    assert text(page, "#commentary h2") == "Cleo – Dan"
    put(page, telling, "b2")
    assert text(page, "#commentary h2") == "Cleo – Dan, from move 3, Black J10"
    page.page.click("[data-comment=keep]")
    page.page.wait_for_selector(".comment-hands :text('1 line is kept')")
    (entry,) = library.find()
    assert "(;W[" in entry.path.read_text().replace("\n", "") and library.load(entry.id) == STORED


def test_the_live_game_from_the_shown_move(telling, window):
    page = window(telling.url)
    shows(page, telling)
    page.page.keyboard.press("Home")
    page.page.keyboard.press("ArrowRight")
    page.page.click("[data-replay=comment]")
    page.page.wait_for_selector("body[data-commenting=leads]")
    until(telling, lambda its: its.at == 1)
    page.until_stones({"h8": "black"})


@no_second_address
def test_a_watcher_follows_sees_the_same_and_leaves(telling, window):
    watcher = window(elsewhere(telling.served))
    shows(watcher, telling)
    assert watcher.page.is_hidden("[data-view-tool=commentary]")
    page = opened(window, telling)
    watcher.page.click("#view-title")
    watcher.page.wait_for_selector("[data-view-tool=commentary]:visible")
    watcher.page.keyboard.press("e")
    watcher.page.wait_for_selector("body[data-commenting=watches]")
    spoken(watcher, "You see the commentary")
    put(page, telling, "b2")
    page.page.mouse.click(*page.place("d4"), button="right")
    watcher.page.wait_for_selector("[data-tree-mark=circle][data-at=d4]")
    assert text(watcher, "#commentary h2") == "Anna – Bo, from move 8, White A5"
    assert watcher.page.is_hidden(".comment-hands") and "b2" in watcher.stones()
    watcher.click("c3")
    play(telling, "k11", 9)
    shows(watcher, telling)
    assert text(watcher, ".comment-live p:last-child") == "9. Black K11"
    spoken(watcher, "Meanwhile in the game: Black K 11")
    watcher.page.keyboard.press("Escape")
    watcher.page.wait_for_selector("body:not([data-commenting])")
    watcher.until_stones(telling.board.stones)
    assert line(telling).moves[-1] == "b2", "a watcher changes nothing"


class Adviser:
    """An engine that answers at once, or dies."""

    name = "Fake"
    dies = False

    async def start(self):
        if self.dies:
            raise EngineError("it has ended", ENDED)

    async def new_game(self, size, rule, *, turn_ms): ...

    async def move(self, stones, turn):
        return Opinion(1, (1, 16, 31), None)

    async def stop(self): ...


def adviser(telling, dies=False):
    its = Adviser()
    its.dies = dies
    place = telling.served.hall.first()
    telling.served.start(place.host, EngineGuest("", "p2", 1.0, print, make=lambda command: its))


def test_the_engine_s_line_is_put_move_by_move(telling, window):
    adviser(telling)
    page = opened(window, telling)
    page.page.click("[data-tree=ask]")
    page.page.wait_for_selector("[data-engine-step='3']")
    page.page.click("[data-engine-step='1']")
    until(telling, lambda its: its.more == ("b1",))
    page.page.click("[data-engine-step='3']")
    until(telling, lambda its: its.more == ("b1", "b2", "b3"))
    assert telling.board.done == []


def test_of_an_engine_s_line_with_a_refused_stone_nothing_is_put(telling, window):
    adviser(telling)
    page = opened(window, telling)
    put(page, telling, "b2")
    page.page.click("[data-tree=ask]")
    page.page.click("[data-engine-step='3']")
    page.page.wait_for_selector("#notice:has-text('B2 is taken')")
    page.page.click("[data-comment=back]")
    until(telling, lambda its: its.at == 8)
    assert line(telling).more == ("b2",)


def test_two_steps_before_the_first_answer_are_two_steps(telling, window):
    page = opened(window, telling)
    page.page.locator("[data-comment=back]").evaluate("(its) => { its.click(); its.click(); }")
    until(telling, lambda its: its.at == 6)
    page.page.locator("[data-comment=on]").evaluate("(its) => { its.click(); its.click(); }")
    until(telling, lambda its: its.at == 8)


def test_an_engine_that_dies_is_a_sentence(telling, window):
    adviser(telling, dies=True)
    page = opened(window, telling)
    page.page.click("[data-tree=ask]")
    page.page.wait_for_selector(".tree-opinion:has-text('Fake')")
    put(page, telling, "b2")
    page.complaints.clear()  # the browser reports the refusal as an error


@pytest.fixture
def tree(telling, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    path = tmp_path / "tree.sgf"
    path.write_text("(;SZ[15]GM[4];B[hh](;W[ig]C[Strong];B[jf](;W[gi])(;W[aa]))(;W[hg]))")
    guest = TreeGuest(path, print)
    place = telling.served.hall.first()

    async def come():
        await guest.start()
        await place.host(guest)

    telling.served.start(come)


def test_the_tree_shows_the_commentary_s_position(tree, telling, window):
    page = opened(window, telling)
    page.page.keyboard.press("Home")
    page.page.click("[data-continuation=h8]")
    until(telling, lambda its: its.at == 1)
    page.page.click("[data-continuation=i9]")
    until(telling, lambda its: its.moves == ("h8", "i9"))
    page.page.wait_for_selector(".study-words:has-text('Strong')")
    page.page.wait_for_selector("[data-tree-move=j10]")
    assert page.page.is_hidden(".tree-edit") and page.page.is_hidden(".crumbs")
    page.page.keyboard.press("e")
    page.page.wait_for_selector("body:not([data-commenting])")
    assert page.page.locator(".prompts #study").count() == 1


def test_a_commentary_ends_a_walk_in_the_tree(tree, telling, window):
    page = window(telling.url)
    page.page.wait_for_selector("#study:visible")
    page.page.keyboard.press(",")
    page.page.wait_for_function("() => !document.querySelector('.stones [data-stone=a5].stone')")
    page.page.keyboard.press("e")
    page.page.wait_for_selector("body[data-commenting=leads]")
    page.until_stones(telling.board.stones)
    spoken(page, "You comment now")


def test_a_tree_of_another_game_is_a_sentence(tree, telling, window, library):
    library.add(Record(("h8", "i9"), game="gomoku", id="gomoku-1", date="2026-11-22", over=True))
    page = opened(window, telling)
    telling.served.start(telling.served.hall.first().commentary.do, {"act": "begin", "game": "gomoku-1"})
    page.page.wait_for_selector(".study-words:has-text('is for another game')")
    put(page, telling, "b2")
    page.complaints.clear()  # the browser reports the refusal as an error


def test_axe_finds_nothing(telling, window):
    page = opened(window, telling)
    page.page.keyboard.press("h")
    page.click("j8")
    page.page.wait_for_selector(".foul-line")
    assert faults_in_all_colours(page) == []


FITS = """() => {
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const tall = clientWidth / clientHeight <= 23 / 20;
    const parts = ".wood, .comment-tools > *, .comment-live, #commentary h2, .viewing > *";
    for (const each of document.querySelectorAll(parts)) {
        const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
        if (!width) continue;
        const name = each.dataset.comment || each.className || each.id;
        const isOut = left < 0 || right > clientWidth + 0.5 || top < 0 || (!tall && bottom > clientHeight + 0.5);
        if (isOut) faults.push(`${name} lies at ${[left, right, top, bottom].map(Math.round)}`);
        if (each.scrollWidth > each.clientWidth + 1) faults.push(`${name} is cut off`);
        const isTool = tall && each.matches(".comment-tools > :is(button, select)");
        if (isTool && (width < 44 || height < 44)) faults.push(`${name} is only ${width} x ${height}`);
    }
    const live = document.querySelector(".comment-live").getBoundingClientRect();
    if (live.bottom > clientHeight + 0.5) faults.push(`the live game ends at ${live.bottom}`);
    return faults;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_in_each_language_and_window(telling, window, language):
    page = opened(window, telling, f"{COMMENT}&lang={language}")
    put(page, telling, "b2")
    found = {}
    for size in SIZES:
        page.resize(*size)
        found[size] = page.page.evaluate(FITS)
    assert not any(found.values()), found


# the lower edge of the view's tools, the size of the live game's words and of its board, as parts of the height
PARTS = """() => {
    const box = (each) => each.getBoundingClientRect();
    const words = getComputedStyle(document.querySelector(".comment-live p:last-child"));
    const bottom = Math.max(...[...document.querySelectorAll(".viewing")].map((each) => box(each).bottom));
    const parts = [bottom, parseFloat(words.fontSize), box(document.querySelector(".comment-live svg")).height];
    return parts.map((each) => each / innerHeight);
}"""


@pytest.mark.parametrize("query", [COMMENT, "?view=room"])
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
def test_on_a_large_screen_nothing_is_left_empty_and_the_live_game_can_be_read(tree, telling, window, size, query):
    adviser(telling)
    page = opened(window, telling)
    put(page, telling, "b2")
    if query != COMMENT:
        page.goto(telling.url + query)
        page.page.keyboard.press("e")
        page.page.wait_for_selector("body[data-commenting]")
    page.resize(*size)
    bottom, words, board = page.page.evaluate(PARTS)
    assert bottom > 0.97 and words > 0.018 and 0.15 < board < 0.4


def test_the_engine_s_answer_is_seen_below_a_long_tree(tree, telling, window):
    adviser(telling)
    page = opened(window, telling, viewport={"width": 1366, "height": 768})
    page.page.keyboard.press("Home")
    page.page.click("[data-tree=ask]")
    page.page.wait_for_selector("[data-engine-step='3']")
    seen = """() => [...document.querySelectorAll(".tree-engine :is(button, p)")].every((each) => {
        const [its, card] = [each, document.getElementById("commentary")].map((one) => one.getBoundingClientRect());
        return its.top >= card.top && its.bottom <= card.bottom;
    })"""
    assert page.page.evaluate(seen)
