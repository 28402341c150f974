"""Shared by the tests of hardware/ that need neither KiCad, ngspice nor Graphviz: the project's own board.toml."""

import pytest
from tengen_host import wiring


@pytest.fixture(scope="session")
def board():
    """The project's board.toml; a test that changes it makes a copy first."""
    return wiring.load()
