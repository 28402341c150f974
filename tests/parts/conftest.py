"""A fixture for the tests of hardware/ that need neither KiCad, ngspice nor Graphviz: the project's board.toml."""

import pytest
from tengen_host import wiring


@pytest.fixture(scope="session")
def board():
    """The project's board.toml. A test that changes it must make a copy first."""
    return wiring.load()
