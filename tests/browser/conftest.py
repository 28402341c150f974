"""A virtual board in a real headless Chromium; its time passes only when a test moves it."""

import pytest
from windows import WatchedBoard, browser, serving, window

__all__ = ["browser", "serving", "window"]


@pytest.fixture
def served(serving):
    """A virtual board with the firmware's app, at time 0."""
    served = serving(WatchedBoard())
    served.advance(100)
    return served
