"""An emulated board that can't be had says why, and leaves this process as it was."""

import sys

import pytest
from tengen_host.emulator.serial import running


def test_the_reason_is_told_and_not_what_comes_of_it():
    def make():
        raise OSError("no such flash")

    before = sys.getswitchinterval()
    for _ in range(100):  # whether the board's thread has ended by then is a matter of chance
        with pytest.raises(OSError, match="no such flash"), running(make):
            pass
    assert sys.getswitchinterval() == before
