"""Many more forged files than test_forged_files.py has."""

import ledger
import pytest
import test_forged_files
from support import seeded

FILES = 100_000


@pytest.mark.proof
def test_no_forged_file_keeps_the_board_from_starting():
    """100,000 flashes with forged settings, maps, counters, faults: the board starts, and tells and keeps each."""
    number = seeded(3100)
    for _ in range(FILES):
        test_forged_files.check(number)
    ledger.note(f"forged files: {FILES} flashes, 0 boards that do not start")
