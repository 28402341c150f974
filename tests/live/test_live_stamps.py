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


@pytest.mark.parametrize("event", ["started", "new_game", "snapshot"])
def test_a_game_without_a_stamp_gets_one(event):
    board = followed()
    board.say(board.stones_message())
    assert board.done == []
    board.tell(event)
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
        ([OLD, MOVE], 1),
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
    assert board.done == [] and board.listeners == []
