"""The wear of the flash by programs and erases of littlefs, with its metadata. See firmware/docs/saved_games.md."""

from collections import Counter

import ledger
import pytest
from flash_store import FlashStore
from power import play_short_game, recorded, with_finished_games
from table import Table
from tengen.journal import partfile
from tengen.journal.archive import KEPT
from tengen.maintenance.upkeep import HEALTH_FILE
from tengen_host.emulator.flash import SIZE

CYCLES = 100_000  # erases of a block (W25Q16JV data sheet, 1)
GAMES_A_DAY = 10
HEALTH_SIZE = 1600


def counted(operations):
    """Return the numbers of programs and of erases."""
    erases = sum(each.is_erase for each in operations)
    return len(operations) - erases, erases


def sizes_of_deeds(data):
    """Return the number of bytes in a part for each entry, including the clock times after it."""
    found = []
    for entry in partfile.decode(data):
        size = len(partfile.encode(entry))
        if entry[0] == "clocks":
            found[-1] += size
        else:
            found.append(size)
    return found


@pytest.mark.parametrize("clock, most_programs", [("none", 70), ("10+5", 75)])
def test_the_journal_takes_fewer_erases_than_other_forms_and_none_in_the_game(clock, most_programs):
    game = recorded(clock)
    ended = game.times("result")[0]
    begun = game.times("move")[0]
    during = counted([each for each in game.operations if begun < each.ns < ended])
    after = counted([each for each in game.operations if each.ns > ended])
    deeds = sizes_of_deeds(FlashStore(game.up_to(len(game.operations))).store.load(f"games/{game.number:05d}"))

    flash = FlashStore(with_finished_games(b"\xff" * SIZE))
    done = len(flash.operations)
    with flash.open("appended", "wb") as file:
        for size in deeds:
            file.write(bytes(size))
            file.flush()
    appended = counted(flash.operations[done:])
    done = len(flash.operations)
    for number in range(len(deeds)):
        flash.store.save("rewritten", bytes(sum(deeds[: number + 1])))
    rewritten = counted(flash.operations[done:])
    ledger.note(
        f"flash, programs and erases of a game of {len(deeds)} deeds, clock {clock}: {during} in it and {after} after "
        f"it; were it appended to a file {appended}, were a file rewritten {rewritten}"
    )
    assert during[1] == 0 and during[0] + after[0] <= most_programs and after[1] <= 3
    assert appended[1] > 8 and rewritten[1] > 20


@pytest.mark.parametrize("days", [20, pytest.param(365, marks=pytest.mark.proof)])
def test_the_flash_lasts_for_centuries(days):
    """With ten games and one start each day, the flash lasts for centuries.

    The settings and the reeds' counters are written as often as on a board.
    """
    flash = FlashStore(with_finished_games(b"\xff" * SIZE))
    done = len(flash.operations)
    table = Table(flash.store)
    for _ in range(days):
        table.restart()
        for _ in range(KEPT + 2):
            table.wait(20)
        for _ in range(GAMES_A_DAY):
            play_short_game(table)
            flash.store.save(HEALTH_FILE, bytes(HEALTH_SIZE))
    operations = flash.operations[done:]
    worn = Counter(each.address for each in operations if each.is_erase)
    years = CYCLES * days // 365 // max(worn.values())
    programs, erases = counted(operations)
    games = days * GAMES_A_DAY
    ledger.note(
        f"flash: {games} games in {days} days: {programs / games:.1f} programs and {erases / games:.2f} erases a game "
        f"besides its records; a block is erased {max(worn.values())} times at most: it lasts {years} years"
    )
    assert years > 200
