"""Many more forged records than in test_forged.py."""

import ledger
import pytest
import test_forged
from portable import seeded

RECORDS = 100_000
PARTS = 10


@pytest.mark.proof
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_forged_record_keeps_the_board_from_starting(part):
    """With 100,000 flashes with forged records of games, the board starts, plays, and does not delete the files."""
    forger, number = test_forged.Forger(), seeded(3000 + part)
    for _ in range(RECORDS // PARTS):
        forger.check(number)
    ledger.note(f"forged records, part {part + 1} of {PARTS}: {RECORDS // PARTS} flashes, 0 boards that do not start")
