"""A bit of littlefs's own directory flips. The game is unchanged, or is reported as damaged; nothing is silent."""

import random
from array import array
from collections import Counter

import ledger
import pytest
from flash_store import BEGIN, FlashStore
from littlefs import LittleFSError
from power import without
from table import Table
from tengen.codes import coded
from tengen.journal.archive import FOLDER
from tengen.journal.keeper import QUIET_MS
from tengen_host.emulator.flash import SECTOR

POINTS = ("h8", "i9", "g7", "j10", "f6", "a1", "b1", "c1", "d2", "e1")
SAMPLE = 300


class Rot:
    """A flash with finished games and a game that waits, in four files. `places`: all used bytes of directories."""

    def __init__(self):
        flash = FlashStore()
        table = Table(flash.store, move="button", clock="10")
        for _ in range(2):
            table.play_by_button("h8", "i9", "g7").do("p1", "resign", "resign").wait(QUIET_MS).wait(QUIET_MS)
            table.lift("h8", "i9", "g7").press("arbiter").wait(QUIET_MS)
        table.director.obey(("puzzle", None, 3), table.now)  # the game is given up, and its file is removed
        table.wait(20).mend().wait(1000).press("arbiter").stones = array("I", [0] * 15)
        table.look()
        table.press("arbiter").wait(QUIET_MS).wait(QUIET_MS)
        table.set(clock="10", mode="casual")
        for number, points in enumerate((POINTS[:3], POINTS[3:5], POINTS[5:8], POINTS[8:])):
            if number:
                table.restart()
                table.wait(50).press("p1")
            table.play_by_button(*points)
            for _ in range(4):
                table.wait(QUIET_MS)
        self.contents = bytes(flash.contents)
        self.stones = array("I", table.stones)
        self.facts = without(table.session.match.facts, "clock")
        assert table.moves() == list(POINTS)
        read = set()
        again = FlashStore(self.contents)
        readblocks = again.readblocks

        def note(block, buffer, offset):
            read.add(block)
            readblocks(block, buffer, offset)

        again.readblocks = note
        again.files.mount()
        again.store.names(FOLDER)
        blocks = [BEGIN + block * SECTOR for block in sorted(read)]
        used = [(at, len(self.contents[at : at + SECTOR].rstrip(b"\xff"))) for at in blocks]
        self.places = [at + byte for at, size in used for byte in range(size)]

    def flip(self, at, bit):
        """Flip a bit while the power is off, and start the board. Return the result as a word."""
        contents = bytearray(self.contents)
        contents[at] ^= 1 << bit
        try:
            flash = FlashStore(contents)
        except LittleFSError:
            return "not mounted"  # tests/journal/test_cpython_boot.py
        table = Table(flash.store)
        table.stones = array("I", self.stones)
        table.look()
        table.wait(50).wait(1000)
        session, trouble = table.session, table.keeper.archive.trouble
        facts = without(session.match.facts, "clock")
        if session.damaged is not None:
            assert facts == self.facts[: len(facts)] and trouble["count"] == session.damaged
            return "told"
        if session.resuming and facts == self.facts:
            return "exact"
        return "told" if trouble and not session.resuming and not facts else "silent"


def test_no_flipped_bit_of_a_directory_is_silent():
    rot = Rot()
    flips = [(at, bit) for at in rot.places for bit in range(8)]
    counts = Counter(rot.flip(*flip) for flip in random.Random(43).sample(flips, SAMPLE))
    assert counts["told"] and counts["exact"] and not counts["silent"], counts


@pytest.mark.proof
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("bit", range(8))
def test_no_bit_at_all_of_a_directory_is_silent(bit):
    """Any flipped bit of littlefs's directories: the game is exact or reported damaged, or no flash is mounted."""
    rot = Rot()
    counts = Counter(rot.flip(at, bit) for at in rot.places)
    ledger.note(f"flipped bits {bit} of directories: {dict(counts)}")
    assert not counts["silent"], counts


def test_a_game_that_was_removed_is_not_lost():
    flash = FlashStore()
    table = Table(flash.store, move="button").play_by_button("h8", "i9").do("p1", "resign", "resign")
    for _ in range(4):
        table.wait(QUIET_MS)
    table.lift("h8", "i9").press("arbiter").play_by_button("g7").do("p2", "resign", "resign").lift("g7")
    table.restart()
    for _ in range(8):
        table.wait(QUIET_MS)
    newest = table.keeper.archive.games()["numbers"][-1]
    table.keeper.archive.fetched(newest)
    assert table.keeper.archive.make_room()
    assert newest not in table.keeper.archive.games()["numbers"]
    table = Table(FlashStore(flash.contents).store)
    assert table.keeper.archive.trouble is None and not table.session.resuming
    table.play("h8")
    assert table.moves() == ["h8"]


def test_a_flash_that_was_formatted_says_that_games_may_be_lost_until_a_new_game_is_kept():
    flash = FlashStore()
    Table(flash.store, move="button").play_by_button("h8", "i9")
    flash.files.unmount()
    flash.files.format()
    flash = FlashStore(flash.contents)
    table = Table(flash.store)
    assert table.keeper.archive.trouble == coded("device.games_lost")
    table.play("h8")
    assert table.keeper.archive.trouble is None
    assert Table(FlashStore(flash.contents).store).keeper.archive.trouble is None
