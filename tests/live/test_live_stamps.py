"""Each game is stamped once, with the laptop's date and an id of its own."""

from datetime import datetime, timedelta, timezone

import pytest
from live.fake_board import ToldBoard
from tengen_host.live.stamps import Stamps

NOON = datetime(2026, 11, 21, 14, 4, 9, 123456)
STAMP = {"cmd": "stamp", "id": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}


def stamps(now=NOON):
    return Stamps(lambda: now, lambda: "3f9a")


def followed(*events):
    board = ToldBoard(*events)
    stamps().follow(board)
    return board


def test_a_stamp_is_a_local_date_and_an_id_made_of_it():
    assert stamps().line() == STAMP
    zone = timezone(timedelta(hours=9))
    assert stamps(NOON.replace(tzinfo=zone)).line() == STAMP, "what the wall's clock says"


def test_the_id_of_each_stamp_is_its_own():
    ids = {Stamps(lambda: NOON).line()["id"] for _ in range(20)}
    assert len(ids) > 15
    assert all(each.startswith("20261121-1404-") and len(each) == len(STAMP["id"]) for each in ids)


@pytest.mark.parametrize("begins", ["started", "new_game", "snapshot"])
@pytest.mark.parametrize("first", ["move", "passed", "result"])
def test_a_game_without_a_stamp_gets_one_when_its_first_move_is_made(begins, first):
    board = followed()
    board.say(board.stones_message())
    board.tell(begins)
    assert board.done == []
    board.tell(first)
    board.tell("move")
    assert board.done == [("ask", STAMP)]


def test_a_game_has_the_date_of_its_first_move_and_not_of_the_evening_before():
    time = [NOON]
    board = ToldBoard()
    Stamps(lambda: time[0], lambda: "3f9a").follow(board)
    board.tell("new_game")
    time[0] += timedelta(hours=29)
    board.tell("move")
    ((_, stamp),) = board.done
    assert (stamp["id"], stamp["date"]) == ("20261122-1904-3f9a", "2026-11-22T19:04:09")


def test_a_game_of_which_a_snapshot_has_moves_is_stamped_at_once():
    board = followed()
    board.tell("snapshot", moves="", stamp=None)
    assert board.done == []
    board.tell("snapshot", moves="h8", stamp=None)
    assert board.done == [("ask", STAMP)]


@pytest.mark.parametrize("event", ["started", "snapshot"])
def test_a_game_that_has_one_keeps_it(event):
    board = followed()
    board.tell(event, stamp={"id": "x", "date": "y"})
    board.tell("move")
    board.tell("stamped", id="x", date="y")
    assert board.done == []


OLD = {"event": "started"}
STAMPED = {"event": "stamped", "id": "x", "date": "y"}
NEW = {"event": "new_game"}
MOVE = {"event": "move"}
KNOWN = {"event": "snapshot", "stamp": {"id": "x", "date": "y"}}


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ([], 0),
        ([OLD], 0),
        ([OLD, MOVE], 1),
        ([OLD, MOVE, NEW], 0),
        ([OLD, STAMPED, MOVE], 0),
        ([OLD, STAMPED, NEW, MOVE], 1),
        ([OLD, STAMPED, NEW, STAMPED], 0),
        ([OLD, KNOWN, MOVE], 0),
    ],
)
def test_a_board_that_was_there_before_is_stamped_where_it_is_not_yet(told, asked):
    assert followed(*told).done == [("ask", STAMP)] * asked


def test_it_ends():
    board = ToldBoard()
    end = stamps().follow(board)
    end()
    board.tell("new_game")
    board.tell("move")
    assert board.done == [] and board.listeners == []
