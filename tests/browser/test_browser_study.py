"""What a tree knows of the position, on the page: its words, and continuations that put the stone."""

import pytest
from browser.telling import Telling, text, texts
from tengen_host.trees.known import Continuation, Known

TREE = Known(
    comment="The centre.\nTwo ways",
    continuations=(
        Continuation("i9", "white", "1", "Indirect", True, 3),
        Continuation("h9", "white", "", "", False, 1),
    ),
    count=5,
)
GAMES = Known(continuations=(Continuation("i9", "white", count=12, black=7, white=4, draws=1),), count=12)


@pytest.fixture
def telling(serving):
    return Telling(serving)


def test_the_tree_is_told_and_a_continuation_puts_the_stone(telling, window):
    study = telling.served.hall.first().study
    page = window(telling.url)
    assert page.page.is_hidden("#study")
    telling.begin()
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.served.call(study.begin, "d4.lib")
    telling.served.call(study.show, TREE)
    page.page.wait_for_selector("[data-continuation]")
    assert text(page, ".study-name") == "d4.lib" and text(page, ".study-words") == "The centre.\nTwo ways"
    assert texts(page, ".continuations li") == ["1I93 positions, Indirect", "bH91 position"]
    assert page.page.locator(".continuations [data-best]").count() == 1
    page.page.click("[data-continuation=h9]")
    telling.served.until(lambda: "h9" in telling.board.stones)
    telling.served.call(study.show, GAMES)
    page.page.wait_for_function("() => document.querySelectorAll('.continuations li').length === 1")
    assert texts(page, ".continuations li > span") == ["12 games: Black 7 (58 %), White 4 (33 %), draws 1 (8 %)"]
    telling.served.call(study.show, None)
    page.page.wait_for_function("() => !document.querySelector('.continuations li')")
    assert text(page, ".study-words") == "Nothing is known from here"


def test_a_comment_of_a_file_is_only_text(telling, window):
    page = window(telling.url)
    study = telling.served.hall.first().study
    telling.served.call(study.begin, "<b>x</b>.lib")
    telling.served.call(study.show, Known(comment="<img src=x onerror=alert(1)>", count=1))
    page.page.wait_for_function("() => document.querySelector('.study-words')?.textContent.startsWith('<img')")
    assert page.page.locator("#study img, #study b").count() == 0
