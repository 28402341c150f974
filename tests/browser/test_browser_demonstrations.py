"""Show me: the list of demonstrations, its keys, the steps, and pages that may not begin one."""

import pytest
from browser.test_browser_languages import LANGUAGES
from browser.test_browser_trust import SHARED, elsewhere, no_second_address
from fake_board import ToldBoard
from telling import Telling, nothing, shows, text, texts
from tengen_host.demonstrations import own
from tengen_host.hall.hall import Hall

FORK = "double-three"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def commentary(served):
    return served.hall.first().commentary.message()["line"]["is"]["commentary"]


def until_step(served, demo, step):
    served.until(lambda: (its := commentary(served)) and (its.get("demo"), its.get("step")) == (demo, step))


def opened(page):
    page.page.keyboard.press("d")
    page.page.wait_for_selector("#demos[open]")


def hears(page, words):
    page.page.wait_for_function(
        "(words) => [...document.querySelectorAll('#spoken p')].some((each) => each.textContent === words)", arg=words
    )


def test_the_list_has_a_key_for_each_and_the_openings_their_codes(telling, window):
    page = window(telling.url)
    opened(page)
    assert text(page, "#demos-title") == "Show me"
    keys = page.page.eval_on_selector_all("#demos [data-key]", "(all) => all.map((each) => each.dataset.key)")
    assert "".join(keys) == "12345678abcdefghijklmnopqrstuvwxyz"
    assert texts(page, "#demos [data-group=shapes] span") == [
        "Double-three", "A dead three", "Double-four in one line", "Overline", "Five before foul", "The fork 4x3",
        "A win by fours", "A win by Black's foul",
    ]  # fmt: skip
    assert texts(page, "#demos [data-group=openings] span")[3] == "D4 Kagetsu 花月"
    assert not page.page.is_visible("#demos [data-group=own]")


def test_a_key_begins_one_the_arrows_step_and_esc_ends_it(telling, window):
    page = window(telling.url)
    opened(page)
    page.page.keyboard.press("1")
    until_step(telling.served, FORK, 0)
    assert not page.page.is_visible("#demos")
    hears(page, "Double-three. Find the point that is a double-three")
    page.page.keyboard.press("ArrowRight")
    until_step(telling.served, FORK, 1)
    hears(page, "A double-three: two threes at once. Black may not play here")
    page.page.keyboard.press("ArrowRight")
    until_step(telling.served, FORK, 2)
    hears(page, "A three: one more stone makes it a straight four")
    page.page.keyboard.press("ArrowLeft")
    until_step(telling.served, FORK, 1)
    page.page.keyboard.press("End")
    until_step(telling.served, FORK, 3)
    page.page.keyboard.press("Home")
    until_step(telling.served, FORK, 0)
    assert page.page.is_visible("#commentary") and text(page, "#commentary .game-line") == "Double-three"
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body:not([data-commenting])[data-view=table]")
    telling.served.until(lambda: commentary(telling.served) is None)
    hears(page, "Back at the current game")
    assert telling.board.done == [], "the board's own game is not touched"
    opened(page)
    page.page.keyboard.press("1")
    until_step(telling.served, FORK, 0)
    page.page.click("[data-comment=live]")
    page.page.wait_for_selector("body:not([data-commenting])")


def test_what_is_said_of_a_demonstration_is_whole_on_a_small_laptop(telling, window):
    cut = """() => {
        const card = document.getElementById("commentary");
        return [card.scrollHeight > card.clientHeight + 1, card.scrollWidth > card.clientWidth];
    }"""
    page = window(telling.url, viewport={"width": 1280, "height": 800})
    for language in LANGUAGES:
        page.page.goto(f"{telling.url}?view=room&lang={language}")
        page.page.wait_for_selector("body[data-connection=open]")
        opened(page)
        page.page.keyboard.press("1")
        until_step(telling.served, FORK, 0)
        page.page.wait_for_selector("body[data-commenting=leads]")
        assert page.page.is_hidden("#commentary .turn .stone") and page.page.evaluate(cut) == [False, False], language
        page.page.keyboard.press("End")
        until_step(telling.served, FORK, 3)
        page.page.wait_for_selector("#commentary .reasons li + li")
        assert page.page.evaluate(cut) == [False, False], language
        page.page.keyboard.press("Escape")
        page.page.wait_for_selector("body:not([data-commenting])[data-view=room]")


def test_in_a_commentary_esc_goes_back_to_the_game_and_then_out(telling, window):
    page = window(telling.url)

    def shown(key, title):
        opened(page)
        page.page.keyboard.press(key)
        page.page.wait_for_selector(f"body[data-commenting=leads] #commentary .game-line:text-is('{title}')")

    page.page.keyboard.press("e")
    page.page.wait_for_selector("body[data-commenting=leads]")
    shown("1", "Double-three")
    shown("2", "A dead three")  # from one demonstration to the next
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body[data-commenting=leads] #commentary .game-line:not(:text-is('A dead three'))")
    assert "demo" not in commentary(telling.served)
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body:not([data-commenting])")
    telling.served.until(lambda: commentary(telling.served) is None)
    shown("1", "Double-three")
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("body:not([data-commenting])")
    telling.served.until(lambda: commentary(telling.served) is None)


def test_a_click_and_the_button_of_the_view_do_the_same(telling, window):
    page = window(telling.url)
    page.page.click("#view-title")
    page.page.click("[data-view-tool=demos]")
    page.page.click("#demos [data-demo=I7]")
    until_step(telling.served, "I7", 0)
    hears(page, "Hogetsu")
    page.page.keyboard.press("End")
    until_step(telling.served, "I7", 3)
    assert commentary(telling.served)["at"] == 3


def test_in_the_room_view_the_keys_work_too_and_a_second_page_keeps_its_own_keys(telling, window):
    page, other = window(telling.url + "?view=room"), window(telling.url)
    assert page.page.is_visible("[data-view-tool=demos]")
    opened(page)
    page.page.keyboard.press("z")
    until_step(telling.served, "I13", 0)
    hears(page, "Suisei")
    shows(other, telling)
    other.page.keyboard.press("ArrowRight")
    other.page.keyboard.press("Escape")
    page.page.keyboard.press("ArrowRight")
    until_step(telling.served, "I13", 1)
    hears(page, "Stone 1 goes on the centre")
    page.page.keyboard.press("ArrowRight")
    until_step(telling.served, "I13", 2)


def test_the_club_s_own_have_capital_letters(serving, window, tmp_path):
    (tmp_path / "a.sgf").write_bytes(b"(;GM[4]SZ[15]GN[<i>Our trap</i>];B[hh]C[Here])")
    hall = Hall(own.read(tmp_path, print))
    hall.add(ToldBoard(), "one")
    served = serving(hall, run=nothing)
    page = window(served.url)
    opened(page)
    assert texts(page, "#demos h3") == ["The club's own", "The openings"]
    assert texts(page, "#demos [data-group=own] span") == ["<i>Our trap</i>"]
    page.page.keyboard.press("Shift+A")
    until_step(served, "own-1", 0)
    hears(page, "<i>Our trap</i>. The beginning")
    page.page.keyboard.press("ArrowRight")
    until_step(served, "own-1", 1)
    hears(page, "Here")


SILENT = b"(;GM[4]SZ[15]GN[Silent]AB[fh][gh][hf][hg]AW[aa][oo][ao][oa];B[hh])"


def test_a_step_without_a_comment_shows_and_says_what_the_judge_finds(serving, window, tmp_path):
    (tmp_path / "a.sgf").write_bytes(SILENT)
    hall = Hall(own.read(tmp_path, print))
    hall.add(ToldBoard(), "one")
    served = serving(hall, run=nothing)
    page = window(served.url)
    opened(page)
    page.page.keyboard.press("Shift+A")
    hears(page, "Silent. The beginning")
    page.page.keyboard.press("ArrowRight")
    page.page.wait_for_selector("#commentary ul.reasons li")
    assert text(page, "#commentary p.reasons") == "Why H8 is a double-three:"
    assert text(page, "#commentary p.prompt >> nth=1") == "White wins: Black's double-three at H8"
    assert "White wins: Black's double-three at H 8" in texts(page, "#spoken p")[-1]


SMALL = b"(;GM[4]SZ[8]RU[Four in a row]GN[Small];B[dh]C[Look];W[dg])"
LARGE = b"(;GM[4]SZ[19]RU[Gomoku]GN[Large];B[jj])"
TAKING = b"(;GM[4]SZ[15]RU[Pente]GN[Taking];B[hh];W[ii];B[aa];W[jj];B[kk])"


def test_own_ones_of_other_sizes_and_games_are_drawn_or_refused_in_a_sentence(serving, window, tmp_path):
    for name, data in (("a", SMALL), ("b", LARGE), ("c", TAKING)):
        (tmp_path / f"{name}.sgf").write_bytes(data)
    hall = Hall(own.read(tmp_path, print))
    hall.add(ToldBoard(), "one")
    served = serving(hall, run=nothing)
    page = window(served.url)
    opened(page)
    page.page.keyboard.press("Shift+A")
    page.page.wait_for_selector("#commentary .game-line:text('Small')")
    page.page.keyboard.press("End")
    page.until_stones({"g4": "black", "g5": "white"})
    assert text(page, "#commentary .turn") == "2. White D2"
    page.click("h4")
    served.until(lambda: commentary(served)["record"]["moves"] == ("d1", "d2", "e1"))
    page.until_stones({"g4": "black", "g5": "white", "h4": "black"})
    page.click("h6")
    page.page.wait_for_selector("#notice:has-text('E3: ')")
    opened(page)
    page.page.keyboard.press("Shift+B")
    page.page.wait_for_selector("#notice:text('That game was played on 19x19 points, but this board has 15x15')")
    assert commentary(served)["demo"] == "own-1" and not page.page.is_visible("#demos")
    opened(page)
    page.page.keyboard.press("Shift+C")
    page.page.wait_for_selector("#commentary .game-line:text('Taking')")
    page.page.click("[data-comment=last]")
    until_step(served, "own-3", 5)
    page.until_stones({"h8": "black", "a15": "black", "k5": "black"})


@no_second_address
def test_a_page_that_only_watches_says_so(serving, window):
    page = window(elsewhere(serving(ToldBoard(), run=nothing, share=SHARED)))
    page.page.keyboard.press("d")
    page.page.wait_for_function("() => document.querySelector('#notice').textContent")
    assert text(page, "#notice").startswith("You are watching") and not page.page.is_visible("#demos")
    page.page.keyboard.press("?")
    assert "demonstrations" not in text(page, "#keys")


def test_in_a_referee_game_under_way_a_sentence_refuses_it(telling, window):
    page = window(telling.url)
    telling.begin(mode="referee")
    telling.moves("h8")
    shows(page, telling)
    opened(page)
    page.page.keyboard.press("1")
    page.page.wait_for_function("() => document.querySelector('#notice').textContent")
    assert "before its end" in text(page, "#notice")
    assert commentary(telling.served) is None
    telling.begin(mode="casual")
    telling.served.start(telling.served.hall.first().commentary.do, {"act": "begin", "demo": FORK})
    until_step(telling.served, FORK, 0)
    telling.moves("h8")
    shows(page, telling)
    assert page.page.get_attribute("body", "data-view") == "table", "another page has begun this one"
