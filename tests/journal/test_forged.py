"""Records with a right CRC-32 that no board wrote. The board starts, plays and deletes none. On both Pythons."""

from array import array

import forged
from memory_store import MemoryStore
from portable import DWELL_MS, raises, seeded, some
from table import Table
from tengen.codes import Refused, coded, packed, unpacked
from tengen.games import points
from tengen.journal import partfile
from tengen.journal.archive import FOLDER
from tengen.journal.fields import checksum, fields
from tengen.journal.keeper import FAILING, QUIET_MS
from tengen.partner import lessons


def plain():
    """A finished game, then a game of six stones."""
    table = Table(move="button").play_by_button("h8", "i9", "g7").do("p1", "resign", "resign")
    table.wait(QUIET_MS).wait(QUIET_MS).lift("h8", "i9", "g7").press("arbiter").wait(QUIET_MS)
    return table.play_by_button("h8", "i9", "g7", "j10", "f6", "a1")


def opening():
    """An opening with decisions, fifths, swaps, a clock and take-backs."""
    table = Table(opening="soosyrv-8", move="button", clock="10+5").play_by_button("h8", "h9", "i9", "g7")
    table.enter("p2", "2").enter("p1", "swap").put("a1").wait(20).put("c3").wait(20).press("p2")
    table.lift("a1").wait(20).press("p1")
    return table.play_by_button("d4", "e5", "f10").back(2).correct(p1=60_000).play_by_button("a15")


def offered():
    """Tentative fifths are on the board, and none is chosen yet."""
    table = Table(opening="soosyrv-8", move="button").play_by_button("h8", "h9", "i9", "g7")
    return table.enter("p2", "2").enter("p1", "swap").put("a1").wait(20).put("c3").wait(20).press("p2")


def silent():
    """A silent game in two files, with a stamp and other settings for the next game."""
    table = Table(mode="silent", clock="0/30x5").play_by_button("h8", "i9", "g7")
    table.session.stamp = {"id": "c0ffee", "date": "2026-11-22"}
    table.set(brightness=50, game="pente").play_by_button("j10").restart()
    return table.wait(50).press("p1").play_by_button("f6", "a1")


def position():
    """A game from a set-up position."""
    table = Table(move="button").set_up("X" + "." * 100 + "O" + "." * 123).mend().wait(100)
    return table.play_by_button("h8", "i9")


def puzzle():
    """A puzzle that waits for its first stone."""
    table = Table()
    table.director.obey(("puzzle", None, 3), table.now)
    table.wait(20)
    return table.mend().wait(DWELL_MS)


def lesson():
    """A lesson with a solved position."""
    table = Table()
    table.director.obey(("lesson", 2, 1), table.now)
    table.wait(20)
    right = lessons.position(table.session.task.number).right[0]
    return table.mend().put(points.name(right, 15)).wait(DWELL_MS).wait(20)


def captured():
    """A game of Pente with a captured pair."""
    return Table(game="pente", move="button").play_by_button("h8", "i8", "a1", "j8", "k8").mend().wait(100)


class Forger:
    """Forges the flash of real games, and starts boards with it."""

    def __init__(self):
        tables = [play() for play in (plain, opening, offered, silent, position, puzzle, lesson, captured)]
        self.games = [(table.store.files, array("I", table.stones)) for table in tables]
        self.table = Table()

    def check(self, number):
        """Forge a flash, and start a board with it. Fail if the board does not start, play, and keep the records."""
        files, stones = forged.one_of(number, self.games)
        self.start(forged.game(number, files), stones, forged.one_of(number, (None, None, "exception", FAILING)))

    def start(self, files, stones, cause=None):
        store = MemoryStore()
        store.folders.add(FOLDER)
        store.files = {name: bytearray(data) for name, data in files.items()}
        table, restored = self._started(store, stones, cause)
        # a game without any action is dropped when the next one begins
        empty = restored and table.session.damaged is None
        empty = empty and all(fact[0] in ("set up", "clock") for fact in table.session.match.facts)
        self.use(table)
        table, _ = self._started(store, [0] * 15, FAILING)
        table.wait(100).play("h8")
        assert table.moves() == ["h8"]
        for name, data in files.items():
            if not empty and bytes(data[partfile.HEAD_SIZE :]).strip(b"\xff"):  # an empty file may be created again
                assert bytes(store.files[name]) == bytes(data), name

    def _started(self, store, stones, cause):
        table = self.table
        table.store = store
        table.stones = array("I", stones)
        table.heard.clear()
        table.told.clear()
        return table, table.restart(cause)

    def use(self, table):
        """Do every action that is possible at any board."""
        table.picture()
        table.groups()
        table.wait(50).wait(DWELL_MS)
        for who in ("p1", "p2"):
            table.press(who).wait(QUIET_MS)
            table.picture()
        table.put("a2").wait(DWELL_MS).hold("arbiter").wait(60_000)
        table.picture()
        table.groups()


def test_fields_are_a_flat_object_with_names():
    text = '{"a": [1, "x"], "b": {"c": null}}'
    assert fields(text) == fields(text.encode()) == {"a": [1, "x"], "b": {"c": None}}
    deep = "[" * 2000 + "]" * 2000
    for text in ("", "7", "[]", "null", '{"a": [[]]}', '{"a": {"b": []}}', "{1: 2}", "{[]: 2}", "[{", b"\xff{}", deep):
        assert raises(Refused, fields, text) == coded("device.foreign"), text


def test_the_checksum_is_the_crc_32():
    assert checksum(b"123456789") == b"cbf43926", "the check value of its definition"


def test_a_forged_reason_is_a_text():
    for text in ("", "{", '{"game":7}', '{"game":7}\x02', '{"code":7}', "{[]:1}", "{" * 2000):
        assert unpacked(text) == text, text
    assert unpacked(packed(coded("refused.over"))) == coded("refused.over") and unpacked("fault") == "fault"


def test_a_forged_record_never_keeps_the_board_from_starting():
    forger, number = Forger(), seeded(2026)
    for _ in range(some(1000)):
        forger.check(number)
