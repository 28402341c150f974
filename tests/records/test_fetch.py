"""Test fetching games from a board's journal.

Each game must be fetched completely and once, and must be on the disk before the board may delete it.
"""

import os

import kept_games
import pytest
from ptyboard import PtyBoard
from tengen.journal import partfile
from tengen_host.device.board import Board
from tengen_host.device.errors import DeviceError, Gone
from tengen_host.records.fetch import Busy, Parts, _bytes, fetch
from tengen_host.records.library import Library
from tengen_host.records.sgf import games as sgf
from tengen_host.records.sheet import listed, text
from tengen_host.wire.state import State

MOVES = ("h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8")


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "games")


@pytest.fixture
def pty(tmp_path):
    with PtyBoard(tmp_path / "port", speed=20) as board:
        yield board


def on_board(pty):
    """Return the numbers of the games on the board, without the games that it will delete at the next quiet moment."""
    pty.until(lambda board: board.app.keeper.archive.state()["kept"] is not None)
    return pty.do(lambda board: [number for number in its(board)._games if number not in its(board)._to_drop])


def its(board):
    return board.app.keeper.archive


def fetched(pty, library, **more):
    with Board.open(pty.path) as board:
        return list(fetch(board, library, **more))


def test_a_finished_game_is_kept_and_then_dropped_by_the_board(pty, library):
    kept_games.put_on(pty, _3=kept_games.finished(3, "20261121-1404-3f9a"))
    (path,) = fetched(pty, library)
    (record,) = sgf.read(path.read_bytes())
    assert record.moves == MOVES and (record.over, record.winner, record.reason) == (True, "black", "five")
    assert (record.id, record.date) == ("20261121-1404-3f9a", "2026-11-21T14:04:09")
    assert on_board(pty) == []
    assert fetched(pty, library) == [] and len(library.find()) == 1


def test_games_that_are_not_over_or_cannot_be_read_stay_on_the_board(pty, library):
    kept_games.put_on(pty, _3=kept_games.unfinished(3), _5=kept_games.finished(5), _7=kept_games.finished(7))
    heard, left = [], set()
    assert len(fetched(pty, library, left=left, tell=heard.append)) == 2
    assert on_board(pty) == [3] and left == {3, 5, 7} and heard == []


def test_a_damaged_game_is_told_and_the_next_one_is_kept(pty, library):
    twice = kept_games.file([kept_games.BEGIN], [kept_games.FIVE[0]], [kept_games.FIVE[0]], [("left",)], count=3)
    kept_games.put_on(pty, _3=twice, _5=kept_games.finished(5))
    heard = []
    assert len(fetched(pty, library, tell=heard.append)) == 1
    assert on_board(pty) == [3]
    assert len(heard) == 1
    assert heard[0].startswith(f"game 3 of the board at {pty.path} can't be stored, and stays there")


def test_of_a_game_whose_bits_have_flipped_what_can_be_read_is_kept_and_listed_as_damaged(pty, library):
    data = bytearray(kept_games.finished(3, "20261121-1404-3f9a"))
    data[bytes(data).index(partfile.encode(kept_games.FIVE[4])) + 2] ^= 4
    kept_games.put_on(pty, _3=bytes(data), _5=kept_games.finished(5))
    heard = []
    assert len(fetched(pty, library, tell=heard.append)) == 2
    assert on_board(pty) == [3], "nothing is deleted"
    assert len(heard) == 1 and "is damaged after stone 4: it stays there" in heard[0]
    (entry,) = library.find(text="damaged")
    assert (entry.moves, entry.over, entry.reason) == (4, False, "damaged after stone 4")
    assert next(listed([entry])).endswith("4 moves  damaged after stone 4")
    record = library.load(entry.id)
    assert record.moves == MOVES[:4] and "Damaged after stone 4." in text(record)
    assert "can't be read any more" in entry.path.read_text()
    assert fetched(pty, library) == [], "it is kept once"


def test_a_game_in_several_files_is_one(pty, library):
    first = kept_games.file([kept_games.BEGIN], *([move] for move in kept_games.FIVE[:6]), count=3)
    rest = [[move] for move in kept_games.FIVE[6:]]
    second = kept_games.file([("more", 3, 6)], *rest, [kept_games.END], [("left",)], count=4)
    kept_games.put_on(pty, _3=first, _4=second, _6=kept_games.finished(6))
    assert len(fetched(pty, library)) == 2
    assert {entry.moves for entry in library.find()} == {9}


def test_games_that_nobody_stamped_are_known_by_their_bytes(pty, library):
    kept_games.put_on(pty, _3=kept_games.finished(3), _5=kept_games.finished(5))
    assert len(fetched(pty, library)) == 2
    ids = {entry.id for entry in library.find()}
    assert len(ids) == 2 and all(id_.startswith("board-") for id_ in ids)


def play(pty, moves=MOVES):
    for number, move in enumerate(moves):
        pty.move(move, ("p1", "p2")[number % 2])


def test_the_game_on_the_board_is_kept_with_the_names_that_the_laptop_knows_and_fetched_once_another_has_begun(
    pty, library
):
    play(pty)
    details = {"p1": "Anna", "p2": "<b>Bo", "event": "Club", "round": "2", "table": ""}
    (path,) = fetched(pty, library, details=lambda game: details)
    (record,) = sgf.read(path.read_bytes())
    assert (record.black, record.white, record.event, record.round) == ("Anna", "<b>Bo", "Club", "2")
    assert record.moves == MOVES
    (number,) = on_board(pty)
    # a new game begins, and the laptop has other names for it
    pty.do(lambda board: [board.lift(point) for point in MOVES])
    pty.wait(200)
    pty.do(lambda board: board.ask({"cmd": "new"}))
    pty.wait(4000)
    assert fetched(pty, library, details=lambda game: {"p1": "Carl", "p2": "Dora"}) == []
    assert [(entry.black, entry.white) for entry in library.find()] == [("Anna", "<b>Bo")]
    assert number not in on_board(pty)


def test_a_game_under_way_is_not_disturbed(pty, library):
    kept_games.put_on(pty, _3=kept_games.finished(3))
    pty.wait(500)
    play(pty, MOVES[:4])
    with pytest.raises(Busy, match="a game is under way"):
        fetched(pty, library)
    assert library.find() == []
    play(pty, MOVES[4:])
    assert len(fetched(pty, library)) == 2


def cut_after(pty, words, times):
    """Unplug the cable, but not the power, when the board has sent these words this number of times."""
    said = []
    put = pty._put

    def cutting(line):
        if words in line:
            said.append(line)
            if len(said) == times:
                pty._close()
        put(line)

    pty.do(lambda board: setattr(board.console, "_put", cutting))


@pytest.mark.parametrize("times", [1, 2])
def test_a_cable_that_is_pulled_while_the_game_is_told_loses_nothing(pty, library, times):
    kept_games.put_on(pty, _3=kept_games.finished(3, "20261122-1404-aaaa", kept_games.LONG))
    cut_after(pty, b'"part"', times)
    with pytest.raises(Gone):
        fetched(pty, library)
    assert library.find() == []
    pty.do(lambda board: pty._open())
    assert len(fetched(pty, library)) == 1 and on_board(pty) == []


def test_a_cable_that_is_pulled_before_the_board_hears_of_it_keeps_the_game_once(pty, library):
    kept_games.put_on(pty, _3=kept_games.finished(3))

    class Pulling(Library):
        def add(self, record):
            path = super().add(record)
            pty.hang_up()
            return path

    with pytest.raises(Gone):
        fetched(pty, Pulling(library.folder))
    assert len(library.find()) == 1
    pty.do(lambda board: pty._open())
    assert on_board(pty) == [3]
    assert fetched(pty, library) == [] and len(library.find()) == 1 and on_board(pty) == []


def test_a_disk_that_is_full_leaves_the_game_on_the_board(pty, library, monkeypatch):
    kept_games.put_on(pty, _3=kept_games.finished(3))

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            fetched(pty, library)
    assert on_board(pty) == [3] and library.find() == []
    assert len(fetched(pty, library)) == 1


def test_the_board_may_drop_a_game_only_when_it_is_on_the_disk(pty, library, monkeypatch):
    kept_games.put_on(pty, _3=kept_games.finished(3))
    done = []
    for place, name in ((os, "fsync"), (os, "link"), (Board, "send")):
        real = getattr(place, name)

        def doing(*given, real=real, name=name):
            done.append(given[1]["cmd"] if name == "send" else name)
            return real(*given)

        monkeypatch.setattr(place, name, doing)
    fetched(pty, library)
    assert done[-5:] == ["fsync", "link", "fsync", "fetched", "snapshot"]


# A game arrives in parts, which are put together


def part(seq, number=3, at=0, data="00", last=False):
    return {"seq": seq, "answer": {"code": "part", "number": number, "at": at, "data": data, "last": last}}


def taken(*lines):
    parts = Parts()
    for line in lines:
        parts.hear(line)
        if "answer" in line:
            parts.take(line["answer"])
    return parts


def test_parts_of_two_files():
    parts = taken(part(7, data="0102"), part(8, at=2, data="03"), part(9, number=5, data="04", last=True))
    assert parts.whole and not parts.lost and parts.files == [b"\1\2\3", b"\4"]


def test_other_lines_between_are_no_gap():
    parts = taken(part(7), {"seq": 8, "is": {"device": {}}}, part(9, at=1, last=True))
    assert parts.whole and parts.files == [b"\0\0"]


@pytest.mark.parametrize(
    "lines",
    [
        (part(7), part(9, at=1, last=True)),  # line 8 is missing
        (part(7), part(8, at=2, last=True)),
        (part(7), part(8, number=5, at=1)),
        (part(7), part(8, number=2)),
        (part(7, data="0"),),
        (part(7, data="xy"),),
        (part(7, data=None),),
        (part(7, at="0"),),
        (part(7), part(8, at=1, data="00" * (1 << 20))),
        ({"seq": 7, "answer": {"code": "part", "number": 3, "at": 0}},),
    ],
)
def test_what_makes_no_sense_is_lost_and_not_taken_for_a_game(lines):
    parts = taken(*lines)
    assert not parts.whole and parts.lost


class Touched:
    """A board with two games. A button is pressed after the board has sent the first game."""

    patience_s = 5

    class port:
        path = "the port"

    def __init__(self):
        data = kept_games.finished(3)
        self.states = [State({"device": {"journal": {"kept": 2, "number": None}}})]
        self.lines = [{"seq": 2, "answer": {"code": "games", "numbers": [3, 5], "present": None}}]
        self.lines.append(part(3, data=data[: partfile.size(data)].hex(), last=True))
        self.lines.append({"seq": 4, "did": [{"code": "button", "name": "p1"}]})
        self.sent = []

    def ask(self, command, answer, within_s=None, hear=lambda line: None):
        self.sent.append(command["cmd"])
        line = self.lines.pop(0)
        hear(line)
        assert answer(line["answer"]), "there would have been a wait"
        return line["answer"]

    def snapshot(self, within_s=None):
        self.sent.append("snapshot")
        return self.states.pop(0)

    def send(self, command):
        self.sent.append(command["cmd"])


def test_who_touches_the_board_does_not_wait_for_its_games(library):
    board = Touched()
    fetching = fetch(board, library)
    assert next(fetching).is_file()
    with pytest.raises(Busy, match="somebody plays at the board"):
        next(fetching)
    assert board.sent == ["snapshot", "games", "game", "fetched", "game"]


def test_games_that_were_counted_just_now_are_fetched(library):
    board = Touched()
    board.states = [State({"device": {"journal": {"kept": None}}})]
    # the games were counted before the second snapshot was requested, and line 2, which said so, has already been read
    board.lines = [{"seq": 3, "is": {"device": {"journal": {"kept": 0}}}, "whole": True}]
    board.lines.append({"seq": 4, "answer": {"code": "games", "numbers": [], "present": None}})
    assert list(fetch(board, library)) == [] and board.sent == ["snapshot", "snapshot", "games"]


def test_a_board_that_never_tells_a_whole_game_is_an_error():
    class Broken:
        patience_s = 0.1

        class port:
            path = "the port"

        asked = 0

        def ask(self, command, answer, within_s=None, hear=None):
            self.asked += 1
            line = part(7, data="0")
            hear(line)
            assert answer(line["answer"])
            return line["answer"]

    broken = Broken()
    with pytest.raises(DeviceError, match="does not send the whole game 3"):
        _bytes(broken, 3)
    assert broken.asked == 3
