"""If an emulated board can't start, the error says why, and this process is left as it was."""

import sys

import pytest
from tengen_host.emulator.cable import running


def test_the_reason_is_told_and_not_what_comes_of_it():
    def make():
        raise OSError("no such flash")

    before = sys.getswitchinterval()
    for _ in range(100):  # each try may or may not catch the board's thread before its end
        with pytest.raises(OSError, match="no such flash"), running(make):
            pass
    assert sys.getswitchinterval() == before
