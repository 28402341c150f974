"""Marks for tests that need packages that pip does not have for every computer. Without them the tests are skipped."""

from importlib.util import find_spec

import pytest

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba has no wheel for this computer")
