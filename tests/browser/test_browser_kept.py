"""Saved games on the page are found in their list, and replayed on the board."""

import pytest
from browser.test_browser_room import HD, NOBODY
from explained import reason
from fake_hall import Hall, told_board
from telling import text, texts

RECORD = {
    "moves": ["h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15", "g8"],
    "size": 15, "first": "black", "setup": [[], []], "black": "Anna", "white": "<b>Bo</b>", "rule": "rif", "over": True,
    "winner": "white", "reason": "double-three", "line": ["g8"], "id": "20261121-1404-3f9a",
    "date": "2026-11-21T14:04:09",
}  # fmt: skip
ENTRY = {key: RECORD[key] for key in ("id", "date", "black", "white", "rule", "winner", "over", "reason")}
ENTRY |= {"code": "D4", "opening": "Kagetsu 花月", "event": "Club evening", "moves": 9, "renames": True}
ENTRY |= {"files": ["sgf", "psq", "txt"]}


@pytest.fixture
def kept():
    board = told_board("h8 i9")
    game = {"record": RECORD, "reasons": [*8 * [None], reason("g8", "h8 i8 g9 g10")]}
    other = {**ENTRY, "id": "other", "black": "Cleo", "white": "Dan"}
    hall = Hall({"one": board}, {RECORD["id"]: game}, [ENTRY, other])
    yield hall
    hall.stop()


def test_a_kept_game_is_found_and_gone_through(kept, window):
    page = window(f"{kept.url}board/one/?view=room")
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("dialog#games")
    page.page.fill("#games input", "anna")
    rows = page.page.locator("#games tbody tr").filter(visible=True)
    assert rows.count() == 1
    said = rows.locator("td").all_text_contents()
    assert said[:5] == ["2026-11-21 14:04Club evening", "Anna", "<b>Bo</b>", "RIF, D4 Kagetsu 花月", "White won9 moves"]
    assert rows.locator("a").first.get_attribute("href") == "/games/20261121-1404-3f9a.sgf"
    assert rows.locator("a[href$=psq]").get_attribute("title") == "Gomocup, Piskvork"
    rows.locator("button").first.click()
    page.page.wait_for_selector("#retold:visible")
    assert text(page, "#retold h2") == "Replay: 2026-11-21 14:04 · RIF, D4 Kagetsu 花月 · 9 moves · Club evening"
    assert texts(page, ".past-players p") == ["AnnaBlack", "<b>Bo</b>White, won"]
    assert page.page.locator(".past-players [data-won=true]").get_attribute("data-colour") == "white"
    told = page.page.locator("#spoken p")
    assert told.last.text_content() == "Replay: Anna, Black, against <b>Bo</b>, White. The beginning"
    assert not page.page.locator(".player").filter(visible=True).count(), "the players are those of another game"
    assert page.stones() == {}
    page.page.keyboard.press("End")
    assert len(page.stones()) == 9 and page.page.locator(".foul-line").count() == 2
    assert told.last.text_content().startswith("Move 9: Black G 8. "), "whose game it is was told as it began"
    assert text(page, "#retold .prompt") == "White wins: Black's double-three at G8"
    assert page.page.locator("#retold li").count() == 2
    page.page.keyboard.press("Escape")
    assert page.stones() == {"h8": "black", "i9": "white"}
    assert page.page.locator(".player").filter(visible=True).count() == 2


def test_beside_a_kept_game_nothing_of_the_present_one_is_told(kept, window):
    page = window(f"{kept.url}board/one/")
    details = {**NOBODY, "event": "Club evening"}
    kept.boards["one"].say({"type": "line", "line": {"is": {"names": details}}})
    page.page.wait_for_selector("#occasion:has-text('Club')")
    page.page.click("[data-view-tool=games]")
    page.page.click("#games tbody tr:first-child button")
    page.page.wait_for_selector("#retold:visible")
    assert page.page.is_hidden("#occasion")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowRight")
    assert texts(page, "#moves li") == ["H8", "A1"] and text(page, "#moves-title") == "Moves (2)"
    page.page.keyboard.press("Escape")
    assert page.page.is_visible("#occasion")
    assert texts(page, "#moves li") == ["H8", "I9"]


@pytest.mark.parametrize(("event", "origin"), [("", "club.rif 3"), ("Cup", "Cup")])
def test_a_game_without_players_has_its_event_or_its_file_as_its_title(kept, window, event, origin):
    nameless = {**RECORD, "black": "", "white": "", "date": ""}
    kept.entries[:] = [{**ENTRY, "black": "", "white": "", "date": "", "event": event, "file": "club.rif 3"}]
    kept.games[RECORD["id"]] = {"record": nameless, "reasons": []}
    page = window(f"{kept.url}board/one/")
    page.page.click("[data-view-tool=games]")
    row = page.page.locator("#games tbody tr")
    row.wait_for()
    assert row.locator("td").all_text_contents()[:3] == [f"undated{origin}", "–", "–"]
    show = row.locator("button").first
    assert show.get_attribute("title") == f"Replay \u2068{origin}\u2069, undated"
    show.click()
    page.page.wait_for_selector("#retold:visible")
    assert text(page, "#retold h2") == f"Replay: undated · RIF, D4 Kagetsu 花月 · 9 moves · {origin}"


def test_the_past_games_are_beside_the_button_for_a_new_game_and_in_the_room_view_with_its_tools(kept, window):
    page = window(f"{kept.url}board/one/")
    beside = page.page.locator(".begins > [data-view-tool=games]")
    assert beside.is_visible() and beside.text_content() == "Past games"
    beside.focus()
    page.page.keyboard.press("r")
    assert page.page.locator(".viewing > [data-view-tool=games]").is_visible()
    assert page.page.evaluate("document.activeElement.dataset.viewTool") == "games"
    page.page.keyboard.press("r")
    assert beside.is_visible()


def test_a_search_without_a_hit_says_so_and_a_button_says_that_it_replays(kept, window):
    kept.entries[1] = {**kept.entries[1], "black": None, "white": "", "event": ""}
    page = window(f"{kept.url}board/one/?view=room")
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("dialog#games[open]")
    unnamed = page.page.locator("#games tbody tr").nth(1)
    assert unnamed.locator("td").all_text_contents()[1:3] == ["–", "–"]
    show = unnamed.locator("button").first
    for said in ("title", "aria-label"):
        assert show.get_attribute(said) == "Replay 2026-11-21 14:04, RIF, D4 Kagetsu 花月, White won, 9 moves"
    assert show.locator("svg").is_visible(), "and it is seen to replay"
    page.page.fill("#games input", "nobody of that name")
    assert page.page.locator("#games tbody tr").filter(visible=True).count() == 0
    assert text(page, "#games .none") == "No game found" and page.page.is_visible("#games .none")
    assert page.page.is_hidden("#games table")
    page.page.fill("#games input", "anna")
    assert page.page.locator("#games tbody tr").filter(visible=True).count() == 1
    assert page.page.is_hidden("#games .none")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, HD], ids=["phone", "720"])
def test_names_from_strangers_files_turn_nothing_round_and_stay_in_their_places(kept, window, size):
    kept.entries[0] = {**ENTRY, "black": "A" * 60, "white": "\u202e\u2067שלום <img src=x onerror=alert(1)>"}
    page = window(f"{kept.url}board/one/?view=room", viewport=size)
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("dialog#games[open]")
    page.page.fill("#games input", "aaa")
    assert page.page.locator("#games tbody tr").filter(visible=True).count() == 1
    outside = page.page.evaluate(
        """() => [...document.querySelectorAll("#games :is(button, input, td, a)")].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && (box.left < 0 || box.right > innerWidth || box.width < 20);
        }).map((each) => each.textContent)"""
    )
    assert outside == []
    page.page.click("#games tbody tr button:visible")
    page.page.wait_for_selector("#retold:visible")
    assert texts(page, ".past-players bdi") == ["A" * 60, "שלום <img src=x onerror=alert(1)>"]
    assert page.page.locator("#retold").evaluate("(its) => its.scrollWidth <= its.clientWidth")
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_no_games_are_kept_the_list_says_so(kept, window):
    page = window(f"{kept.url}board/one/?view=room")
    kept.entries.clear()
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("dialog#games")
    assert text(page, "#games p") == "No games are saved yet"
    assert page.page.locator("#games table").is_hidden()


def test_a_kept_game_of_another_size_is_not_laid_on_this_board(kept, window):
    page = window(f"{kept.url}board/one/?view=room")
    kept.games[RECORD["id"]] = {"record": {**RECORD, "size": 19}, "reasons": []}
    page.page.click("[data-view-tool=games]")
    page.page.click("#games tbody tr:first-child button")
    page.page.wait_for_selector("#notice:has-text('19x19')")
    assert page.stones() == {"h8": "black", "i9": "white"}
