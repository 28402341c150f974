"""Test that the error says why an emulated board can't start, and that this process is unchanged."""

import sys

import pytest
from tengen_host.emulator.cable import running


def test_the_reason_is_told_and_not_what_comes_of_it():
    def make():
        raise OSError("no such flash")

    before = sys.getswitchinterval()
    for _ in range(100):  # try several times, because the board's thread may end before the test sees the thread
        with pytest.raises(OSError, match="no such flash"), running(make):
            pass
    assert sys.getswitchinterval() == before
