"""Names that people enter after a game was saved reach its file, and no other game."""

import asyncio
import contextlib
import errno
import os

import pytest
import waiting
from fake_board import ToldBoard
from tengen_host.hall.hall import MOST_GAMES, Hall
from tengen_host.hall.stamps import Stamps
from tengen_host.records import fetch
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.records.sgf import games as sgf

GAME = Record(
    ("h8", "i9", "g7"), over=True, winner="white", reason="resignation", id="20261121-1404-3f9a", date="2026-11-21"
)
RESULT = {"winner": "white", "reason": "resignation", "line": []}


class Table:
    """A board on which a game has just ended, and the library that has it. p1 has White, because of a swap."""

    def __init__(self, folder):
        self.library, self.told = Library(folder), []
        self.path = self.library.add(GAME)
        self.board = ToldBoard()
        self.begin(GAME.id)
        self.board.tell("result", result=RESULT)
        self.hall = Hall.of(self.board)
        self.details = self.hall.first().details

    def begin(self, id_):
        players = {"black": "p2", "white": "p1"}
        self.board.tell("new_game", game={"number": 1, "stamp": {"id": id_}, "players": players}, result=None)

    async def save(self):
        self.hall.saver(fetch.describe_in(self.library.folder, self.told.append))(self.board, GAME.id)
        await asyncio.sleep(0)

    def has(self, **texts):
        for path in self.library.folder.glob("*.sgf"):
            with contextlib.suppress(FileNotFoundError):  # its name is just being changed
                (its,) = sgf.read(path.read_bytes())
                return all(getattr(its, name) == text for name, text in texts.items())
        return False


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path / "games")


def test_names_after_the_end_are_written_into_the_file_by_colour(table):
    async def test():
        await table.save()
        table.details.give({"p1": "Anna", "event": "Cup", "round": "2", "table": "7"})
        await waiting.until(lambda: table.has(white="Anna", black="", event="Cup", round="2", table="7"))
        table.details.give({"p2": "Bo"})
        await waiting.until(lambda: table.has(white="Anna", black="Bo", event="Cup", round="2"))
        table.details.give({"event": ""})
        name = "2026-11-21 Bo - Anna 1404-3f9a.sgf"
        await waiting.until(lambda: table.has(event="") and os.listdir(table.library.folder) == [name])

    waiting.run(test())
    assert table.told == [] and table.has(white="Anna", black="Bo", event="", round="2")


def test_names_that_come_while_the_game_is_being_saved_reach_it_too(table):
    async def test():
        table.details.give({"p2": "Bo"})
        assert table.has(black="")
        await table.save()
        await waiting.until(lambda: table.has(black="Bo"))

    waiting.run(test())


def test_what_the_pen_has_written_stays_when_another_field_changes(table):
    async def test():
        table.details.give({"p1": "Anna", "p2": "Bo"})
        await table.save()
        await waiting.until(lambda: table.has(white="Anna"))
        table.library.describe(GAME.id, {"white": "Anna K."})
        await table.save()  # the board was connected again
        table.details.give({"event": "Cup"})
        await waiting.until(lambda: table.has(white="Anna K.", black="Bo", event="Cup"))

    waiting.run(test())


def test_the_names_of_the_next_game_do_not_reach_the_last_one(table):
    async def test():
        await table.save()
        table.begin("20261121-1500-aaaa")
        table.details.give({"p1": "Cleo"})
        table.begin(GAME.id)  # moves were taken back: it is under way again
        table.details.give({"p2": "Dora"})
        table.board.tell("result", result=RESULT)
        table.details.give({"event": "Cup"})
        await waiting.until(lambda: table.has(event="Cup", white="", black=""))

    waiting.run(test())


def test_a_power_cut_or_a_full_disk_loses_nothing_and_is_told(table, monkeypatch):
    before = table.path.read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def test():
        await table.save()
        monkeypatch.setattr(os, "replace", full)
        table.details.give({"p1": "Anna"})
        await waiting.until(lambda: table.told)

    waiting.run(test())
    assert table.path.read_bytes() == before and len(list(table.library.folder.iterdir())) == 1
    assert "No space left on device" in table.told[0]


def test_a_file_that_is_gone_is_told(table):
    async def test():
        await table.save()
        table.path.unlink()
        table.details.give({"p1": "Anna"})
        await waiting.until(lambda: table.told)

    waiting.run(test())
    assert f"there is no game {GAME.id}" in table.told[0]


def test_a_game_that_is_saved_after_the_next_one_has_begun_has_its_own_names(table):
    async def test():
        end = table.hall.stamp(Stamps())
        table.details.give({"p1": "Anna", "p2": "Bo", "table": "7"})
        table.begin("20261121-1500-77aa")
        table.details.give({"p1": "Carl"})
        end()

    waiting.run(test())
    its = table.hall.details_of(table.board, GAME.id)
    assert its == {"p1": "Anna", "p2": "Bo", "event": "", "round": "", "table": "7"}
    assert table.hall.details_of(table.board, "20261121-1500-77aa")["p1"] == "Carl"
    assert table.hall.details_of(table.board, "20261121-1600-0000") == {}


def test_of_each_board_the_details_of_the_last_games_are_remembered(table):
    place = table.hall.first()
    ids = [f"20261121-1500-{number:04}" for number in range(MOST_GAMES + 1)]
    for id_ in ids:
        table.begin(id_)
        place.note_details()
    assert [id_ for id_ in ids if place.details_of(id_)] == ids[1:]
