"""A kept game studied on the page: who could win after each move, in words, as a line and by numbers on the board."""

import pytest
from browser.telling import texts
from fake_hall import Hall, told_board
from tengen_host.live import games
from tengen_host.records.library import Library
from tengen_host.records.record import Record

GAME = Record(
    moves=("h8", "a1", "i8", "c1", "j8", "e1", "a15", "g1", "k8", "o1", "l8"),
    black="Anna", white="Bo", rule="free centre", over=True, winner="black", reason="five",
    line=("h8", "i8", "j8", "k8", "l8"), id="20261121-1404-3f9a", date="2026-11-21T14:04:00",
)  # fmt: skip


@pytest.fixture
def page(tmp_path, window, monkeypatch):
    """The page with the game studied."""
    monkeypatch.setattr(games, "THREES_S", 0.0)
    library = Library(tmp_path)
    library.add(GAME)
    hall = Hall({"one": told_board("h8 i9")}, routes=games.routes(library))
    shown = window(f"{hall.url}board/one/?view=room")
    shown.page.click("[data-view-tool=games]")
    shown.page.click("#games tbody button >> nth=0")
    shown.page.click("[data-replay=study]")
    shown.page.wait_for_selector(".study-bar i")
    yield shown
    hall.stop()


def test_a_kept_game_is_studied(page):
    its = page.page
    bar = its.eval_on_selector_all(".study-bar i", "(all) => all.map((each) => each.dataset.wins)")
    # after move 7, elsewhere, White can stop the row of three; after move 9 nobody can stop the four
    assert bar[6:] == ["black", "", "black", "black", "black"] and not any(bar[:5])
    its.click(".study-bar i[data-number='8']")
    its.wait_for_function("() => document.body.dataset.replaying === '8'")
    assert texts(page, ".studied li")[0].startswith("Black wins by 1 four: ")
    assert its.locator("[data-mark=step]").count() >= 1
    its.click("[data-replay=live]")
    its.wait_for_selector(".study-bar", state="hidden")
    assert its.locator("[data-mark=step]").count() == 0
