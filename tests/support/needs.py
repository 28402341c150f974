"""Marks of tests that need what pip has not for every computer: they are skipped there, and the summary says so."""

from importlib.util import find_spec

import pytest

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba has no wheel for this computer")
