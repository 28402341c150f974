"""The live matrix on the Board tab: closed contacts, their numbers of changes, scan rate, supply and current."""


def watch(served, page):
    """Open the Board tab and start to watch the matrix."""
    page.page.click("#care-title")
    page.page.click("#watch-matrix")
    served.until(lambda: b"probe" in served.board.console.incoming)
    served.advance(1200)  # a probed board reports its supply twice a second
    page.page.wait_for_selector("#matrix:not([hidden]) td[data-contact]")


def closed(page):
    """Return the titles of the contacts drawn as closed, without the contacts that are always closed."""
    titles = page.page.eval_on_selector_all("#contacts td.closed", "(cells) => cells.map((cell) => cell.title)")
    return sorted(title for title in titles if not title.startswith("Contacts that are always closed"))


def test_the_matrix_is_watched_and_the_game_comes_back(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    watch(served, page)
    assert page.page.locator("#contacts td.closed[title^='Contacts that are always closed']").count() == 31
    assert closed(page) == ["H8: closed, 0 changes"]
    page.page.wait_for_function("() => document.getElementById('figures').textContent.includes('supply')")
    rate, supply, current = page.page.text_content("#figures").split(", ")
    assert 450 <= int(rate.split()[0]) <= 550
    assert supply == "supply 5.00 V"
    assert current.startswith("lights about 0.2")

    page.click("c3")
    served.until(lambda: "c3" in served.stones())
    served.advance(100)
    page.page.wait_for_selector("#contacts td.closed[data-contact='34']")
    assert any(title.startswith("C3: closed, ") for title in closed(page))
    assert served.codes().count("move") == 1, "nobody plays meanwhile"

    page.page.click("#watch-matrix")
    served.until(lambda: b"probe" in served.board.console.incoming)
    served.advance(300)
    assert served.codes().count("started") == 2
    page.page.wait_for_selector("#matrix", state="hidden")
    assert page.page.text_content("#watch-matrix") == "Watch the matrix"


def test_a_dead_row_and_a_reed_that_chatters_are_seen_in_it(served, window):
    page = window(served.url)
    watch(served, page)
    served.call(served.board.fault, "dead row", "7", True)
    served.call(served.board.fault, "chattering", "k4", True)
    served.advance(600)
    silent = "#contacts td:not(.closed)[title^='Contacts that are always closed']"
    page.page.wait_for_selector(silent)
    contacts = page.page.eval_on_selector_all(silent, "(cells) => cells.map((cell) => cell.dataset.contact)")
    assert contacts == [str(6 * 16 + 15)], "output 6, the row sense"
    page.page.wait_for_function(
        "() => Number(document.querySelector(\"[data-contact='58']\").textContent) > 10"  # output 3, input 10
    )
