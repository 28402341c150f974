"""`--engine` at a board: a wrong command is one sentence, a seat is asked for, and a partner that nobody plays goes."""

import asyncio

import pytest
from at_the_board import ended
from live.fake_board import ToldBoard
from tengen_host.live.board import group
from tengen_host.live.hall import Hall
from tengen_host.live.with_engine import Wanted, play_at_first, send_away, started

WANTED = Wanted("", "p2", 2)
AWAY = ("ask", {"cmd": "set", "partner": "none"})


class Board(ToldBoard):
    """A board that may be away: it takes no command then."""

    away = False

    def ask(self, command):
        if self.away:
            raise ValueError("the board is away")
        super().ask(command)


def asked(board):
    """The commands that a board got, without their ids."""
    return [{name: its for name, its in command.items() if name != "id"} for _, command in board.done]


ASKS = {"cmd": "set", "partner": "p2 laptop"}
NEXT = {"next": {"partner": "none"}}
BEGUN = {"is": NEXT, "did": ["started"]}


class Engine:
    name = "Fake"
    stopped = False

    async def stop(self):
        self.stopped = True


def at_first(board, deeds, engine=None):
    """Let an engine sit down at a board, if there is one, and call `deeds` with the hall; return what was told."""
    told = []

    async def run():
        hall = Hall() if board is None else Hall.of(board)
        plays = asyncio.create_task(play_at_first(hall, engine or Engine(), WANTED, told.append))
        while board is not None and not board.listeners and not plays.done():
            await asyncio.sleep(0)
        deeds(hall)
        for _ in range(20):
            await asyncio.sleep(0)
        await ended(plays)

    asyncio.run(run())
    return told


# The command


@pytest.mark.parametrize(
    ("command", "words"),
    [("no-such-engine --fast", "there is no program no-such-engine"), ("", "no command"), ('"half', "quotation mark")],
)
def test_a_wrong_command_is_one_sentence_before_anything_begins(command, words):
    told = []
    with pytest.raises(ValueError, match=words) as caught:
        asyncio.run(started(Wanted(command, "p1", 1), told.append))
    assert "\n" not in str(caught.value) and told == []


# The seat


def test_the_seat_is_asked_for_at_the_first_line_and_once():
    board = Board()

    def deeds(hall):
        board.say(group("link", {"connected": True, "words": ""}))
        assert board.done == []
        for _ in range(3):
            board.tell(**NEXT)

    assert at_first(board, deeds) == []
    assert asked(board) == [ASKS]


def test_a_board_that_began_before_is_asked_at_once():
    board = Board(BEGUN)
    assert at_first(board, lambda hall: None) == [] and asked(board) == [ASKS]


def test_in_a_game_that_is_under_way_the_engine_waits_for_the_next_one_and_that_is_said():
    board = Board({"is": NEXT | {"moves": [0, [{"point": "h8", "colour": "black", "changes": []}]]}})
    assert at_first(board, lambda hall: None) == ["A game is under way: the engine plays in the next one"]
    assert asked(board) == [ASKS]


def test_a_board_that_is_away_is_asked_when_it_is_back():
    board = Board(BEGUN)
    board.away = True

    def deeds(hall):
        board.away = False
        board.tell(**NEXT)

    assert at_first(board, deeds) == [] and asked(board) == [ASKS]


def test_a_board_without_a_seat_for_it_says_why_and_what_to_do():
    board = Board(BEGUN)

    def deeds(hall):
        its = board.done[0][1]["id"]
        for re in ("another", its, its):
            why = {"code": "refused.only_mover_asks" if re == "another" else "refused.hints_off"}
            board.say(board.replica.hear({"seq": 9, "t": 0, "re": re, "answer": {"code": "error", "why": why}}))

    assert at_first(board, deeds) == [
        "The board has no seat for the engine: hints are off in this game. "
        "Choose a casual game, and start this once more"
    ]


def test_an_engine_sits_at_the_first_board_that_comes_and_at_no_other():
    first, other = Board(BEGUN), Board(BEGUN)

    def deeds(hall):
        hall.add(first, "first")
        hall.add(other, "other")

    assert at_first(None, deeds) == []
    assert asked(first) == [ASKS] and other.done == []


@pytest.mark.parametrize("board", [None, Board(BEGUN)], ids=["no board", "a board"])
def test_the_engine_is_stopped_at_the_end(board):
    engine = Engine()
    at_first(board, lambda hall: None, engine)
    assert engine.stopped


# Without an engine


def sent_away(*lines):
    """What a board is asked, and what is told, where it sends these groups and no engine is there."""
    board, told = Board(), []
    send_away(board, told.append)
    for groups in lines:
        board.tell(**groups)
    return board.done, told


def test_a_partner_that_nobody_plays_is_sent_away_once():
    its = {"next": {"partner": "p1 laptop"}, "game": {"settings": {"partner": "none"}}}
    assert sent_away(its, its) == ([AWAY], [])


def test_a_game_that_waits_for_the_engine_is_told():
    game = {"settings": {"partner": "p2 laptop"}, "awaits": "resume"}
    done, (told,) = sent_away({"next": {"partner": "p2 laptop"}, "game": game})
    assert done == [AWAY] and "--engine" in told and "set that game aside" in told


@pytest.mark.parametrize("its", [{}, {"next": None}, {"next": {"partner": "none"}}, {"next": {"partner": "p2"}}])
def test_any_other_partner_stays(its):
    assert sent_away(its) == ([], [])
