"""A virtual board in a real headless Chromium. The board's time passes only when a test advances it."""

import pytest
from fake_board import ToldBoard
from telling import nothing
from windows import Served, WatchedBoard, browser, serving, window, windows

__all__ = ["browser", "serving", "window"]


@pytest.fixture
def served(serving):
    """A virtual board with the firmware's app, at time 0."""
    served = serving(WatchedBoard())
    served.advance(100)
    return served


@pytest.fixture(scope="module")
def modules(browser, request):
    """A page for all tests in a file that only call functions of its modules: `evaluate` can import them."""
    served = Served(ToldBoard(), run=nothing)
    try:
        with windows(browser, request) as open_window:
            yield open_window(served.url).page
    finally:
        served.stop()
