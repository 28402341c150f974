"""Many more forged files than in test_forged_files.py."""

import ledger
import pytest
import test_forged_files
from portable import seeded

FILES = 100_000
PARTS = 5


@pytest.mark.proof
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_forged_file_keeps_the_board_from_starting(part):
    """With 100,000 flashes with forged settings, maps, counters, faults the board starts, reports all, deletes none."""
    number = seeded(3100 + part)
    for _ in range(FILES // PARTS):
        test_forged_files.check(number)
    ledger.note(f"forged files, part {part + 1} of {PARTS}: {FILES // PARTS} flashes, 0 boards that do not start")
