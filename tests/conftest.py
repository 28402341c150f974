"""Fixtures for all tests. plugin.py controls a run of tests."""

import itertools

import pytest
import tengen_host.emulator  # noqa: F401 must be imported before rp2040py, which some tests import by itself
from tengen_host import image

pytest_plugins = ["plugin"]


@pytest.fixture(scope="session")
def pico_image():
    """Return the firmware image with tengen frozen in, which the check of the tier has found."""
    return image.built_image()


@pytest.fixture(scope="session", autouse=True)
def games_of_tests(tmp_path_factory):
    """The default folder of games for all tests, instead of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENGEN_GAMES", str(tmp_path_factory.getbasetemp() / "games"))
        patch.setenv("TENGEN_DATA", str(tmp_path_factory.getbasetemp() / "data"))
        yield


@pytest.fixture(autouse=True)
def data_of_a_test(tmp_path_factory, monkeypatch):
    """The folder for a virtual board's data. It is new for each test, so no test continues the board of another."""
    monkeypatch.setenv("TENGEN_DATA", str(tmp_path_factory.getbasetemp() / f"data-{next(_numbers)}"))


_numbers = itertools.count()
