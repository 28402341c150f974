"""Each game is stamped once, with the laptop's date and an id of its own."""

from datetime import datetime, timedelta, timezone

import pytest
from fake_board import ToldBoard
from tengen_host.boards.interface import group
from tengen_host.hall.stamps import Stamps

NOON = datetime(2026, 11, 21, 14, 4, 9, 123456)
STAMP = {"cmd": "stamp", "record": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}


def stamps(now=NOON):
    return Stamps(lambda: now, lambda: "3f9a")


def followed(*lines):
    board = ToldBoard(*lines)
    stamps().follow(board)
    return board


def test_a_stamp_is_a_local_date_and_an_id_made_of_it():
    assert stamps().line() == STAMP
    zone = timezone(timedelta(hours=9))
    assert stamps(NOON.replace(tzinfo=zone)).line() == STAMP, "what the wall's clock says"


def test_the_id_of_each_stamp_is_its_own():
    ids = {Stamps(lambda: NOON).line()["record"] for _ in range(20)}
    assert len(ids) > 15
    assert all(each.startswith("20261121-1404-") and len(each) == len(STAMP["record"]) for each in ids)


def game(number=1, **fields):
    return {"number": number, **fields}


MOVE = [0, [{"point": "h8", "colour": "black", "changes": []}]]
RESULT = {"winner": "white", "reason": "time", "line": []}
STAMPED = {"id": "x", "date": "y"}


@pytest.mark.parametrize("first", [{"moves": MOVE}, {"result": RESULT}])
def test_a_game_without_a_stamp_gets_one_when_its_first_move_is_made(first):
    board = followed()
    board.say(board.stones_message())
    board.tell("started", game=game(), moves=[0, []])
    assert board.done == []
    board.tell(**first)
    board.tell(moves=[1, MOVE[1]])
    assert board.done == [("ask", STAMP)]


def test_a_game_has_the_date_of_its_first_move_and_not_of_the_evening_before():
    time = [NOON]
    board = ToldBoard()
    Stamps(lambda: time[0], lambda: "3f9a").follow(board)
    board.tell("new_game", game=game())
    time[0] += timedelta(hours=29)
    board.tell("move", moves=MOVE)
    ((_, stamp),) = board.done
    assert (stamp["record"], stamp["date"]) == ("20261122-1904-3f9a", "2026-11-22T19:04:09")


OLD = {"is": {"game": game(), "moves": [0, []]}, "did": ["started"]}
PLAYED = {"is": {"moves": MOVE}}
HAS_STAMP = {"is": {"game": game(stamp=STAMPED)}}
NEW = {"is": {"game": game(2), "moves": [0, []]}, "did": ["new_game"]}
NEW_HAS_STAMP = {"is": {"game": game(2, stamp=STAMPED)}}
AGAIN = {"is": {"game": game(), "moves": MOVE}, "did": ["started"]}  # the line of a board that was switched off and on


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ([], 0),
        ([OLD], 0),
        ([OLD, PLAYED], 1),
        ([OLD, PLAYED, HAS_STAMP, NEW], 0),
        ([OLD, HAS_STAMP, PLAYED], 0),
        ([OLD, HAS_STAMP, PLAYED, NEW, PLAYED], 1),
        ([OLD, HAS_STAMP, NEW, NEW_HAS_STAMP, PLAYED], 0),
    ],
)
def test_a_board_that_was_there_before_is_stamped_where_it_is_not_yet(told, asked):
    assert followed(*told).done == [("ask", STAMP)] * asked


def test_a_game_is_stamped_whenever_it_is_heard_of():
    board = followed()
    for line in (OLD, PLAYED, HAS_STAMP, NEW, PLAYED):
        board.tell(*line.get("did", ()), **line["is"])
    assert board.done == [("ask", STAMP)] * 2
    board.tell(*AGAIN["did"], **AGAIN["is"])
    assert board.done == [("ask", STAMP)] * 3, "the board was switched off before its answer"


def test_a_stamp_that_a_pulled_cable_has_lost_is_sent_again():
    board = followed()
    board.tell(game=game(), moves=MOVE)
    board.say(group("link", {"connected": False, "words": "away"}))
    assert board.done == [("ask", STAMP)]
    board.say(group("link", {"connected": True, "words": ""}))
    assert board.done == [("ask", STAMP)] * 2


def test_it_ends():
    board = ToldBoard()
    end = stamps().follow(board)
    end()
    board.tell("new_game", game=game())
    board.tell("move", moves=MOVE)
    assert board.done == [] and board.listeners == []


@pytest.mark.parametrize(("mode", "stamped"), [("casual", 1), ("teach", 1), ("referee", 0), ("silent", 0)])
def test_a_game_that_goes_on_after_its_end_is_another_game(mode, stamped):
    its = game(stamp=STAMPED, settings={"mode": mode})
    board = followed()
    board.tell("result", game=its, moves=MOVE, result=RESULT)
    board.tell("device")
    assert board.done == []
    board.tell("taken_back", moves=[0, []], result=None)
    board.tell("move", moves=MOVE)
    assert board.done == stamped * [("ask", STAMP)]
    board.tell("stamped", game=game(stamp={"id": STAMP["record"], "date": STAMP["date"]}, settings={"mode": mode}))
    board.tell("move", moves=MOVE)
    assert len(board.done) == stamped
