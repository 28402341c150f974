"""What the tests of hardware/ share: the project's own board.toml, and what each maker made of it, once."""

import functools
import importlib

import pytest
from tengen_host import wiring


@pytest.fixture(scope="session")
def board():
    """The project's board.toml; a test that changes it takes a copy."""
    return wiring.load()


@pytest.fixture(scope="session")
def made(board):
    """made("bom"): the files of one maker by their path in hardware/; reckoned once, however many ask."""

    @functools.cache
    def products(maker):
        return importlib.import_module(f"tengen_hardware.{maker}").products(board)

    return products
