"""A tree's entry for the position on the page: its words, and continuations that put the stone."""

import asyncio
from pathlib import Path

import pytest
from telling import Telling, text, texts
from tengen_host.guests.tree import TreeGuest
from tengen_host.trees.position import Continuation, Known

TREE = Known(
    comment="The centre.\nTwo ways",
    continuations=(
        Continuation("i9", "white", "1", "Indirect", True, 3),
        Continuation("h9", "white", "", "", False, 1),
    ),
    count=5,
)
GAMES = Known(continuations=(Continuation("i9", "white", count=12, black=7, white=4, draws=1),), count=12)


class Shown(TreeGuest):
    """A tree with a message to the pages that the test chooses."""

    async def follow(self, board):
        await asyncio.Event().wait()

    def show(self, known):
        self._found = known, ()
        self._publish()


def hosted(telling, name):
    """A tree of this name, at the board."""
    tree, place = Shown(Path(name), print), telling.served.hall.first()
    telling.served.start(place.host, tree)
    return tree


@pytest.fixture
def telling(serving):
    return Telling(serving)


def test_the_tree_is_told_and_a_continuation_puts_the_stone(telling, window):
    page = window(telling.url)
    assert page.page.is_hidden("#study")
    telling.begin()
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    study = hosted(telling, "d4.lib")
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
    assert text(page, ".study-words") == "The tree has nothing after this position"


def test_a_comment_of_a_file_is_only_text(telling, window):
    page = window(telling.url)
    study = hosted(telling, "<b>x<b>.lib")
    telling.served.call(study.show, Known(comment="<img src=x onerror=alert(1)>", count=1))
    page.page.wait_for_function("() => document.querySelector('.study-words')?.textContent.startsWith('<img')")
    assert page.page.locator("#study img, #study b").count() == 0
