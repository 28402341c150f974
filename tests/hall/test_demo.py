"""The games of `tengen live --virtual`: a different real game on each board, with names and clocks."""

import asyncio

import pytest
import waiting
from tengen_host import samples
from tengen_host.hall import demo
from tengen_host.hall.details import Details
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

SEATS = 8


def moves_of(board):
    """Return the moves of the board's present game."""
    return [move.point for move in board.game.moves]


def results_of(board):
    return [did for did in board.done if did["code"] == "result"]


def games_of(board):
    return sum(did["code"] == "new_game" for did in board.done)


async def after(board, ms):
    """Return what a board shows after some time: moves, results, the clock."""
    await board.clock.sleep_ms(ms)
    return moves_of(board), results_of(board), board.replica.state.groups["clock"]


class Hall:
    """Boards with demonstrations, each with its own fast clock (`clock`: the first); `told`: the lines to the user."""

    def __init__(self, *numbers):
        self.boards = {number: VirtualBoard(FastClock(), seed=number) for number in numbers}
        self.clock = self.boards[numbers[0]].clock
        self.told = []

    async def __aenter__(self):
        games = demo.Games()
        self._going = [asyncio.ensure_future(board.live()) for board in self.boards.values()]
        self._going += [asyncio.ensure_future(board.clock.run()) for board in self.boards.values()]
        self.hands = {
            number: asyncio.ensure_future(demo.play(board, number, games, self.told.append))
            for number, board in self.boards.items()
        }
        return self

    async def __aexit__(self, *_):
        going = [*self._going, *self.hands.values()]
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)


def run(test):
    waiting.run(test())


def test_a_hall_has_games_of_every_age_soon_and_never_the_same_one_twice():
    async def test():
        async with Hall(*range(SEATS)) as hall:
            seen = await asyncio.gather(*(after(board, 40_000) for board in hall.boards.values()))
        games = [game for game, _, _ in seen]
        assert all(len(game) >= 4 for game in games), games
        real = [tuple(demo.points.name(at, 15) for at in game[::2]) for game in samples.games()]
        which = [[number for number, whole in enumerate(real) if whole[: len(game)] == tuple(game)] for game in games]
        assert len({number for (number,) in which}) == SEATS, which
        assert [bool(results) for _, results, _ in seen] == [stage == 1 for stage in demo.STAGES]
        assert all(clock["running"] for _, results, clock in seen if not results)
        assert not hall.told

    run(test)


def test_a_stone_comes_every_few_seconds():
    async def test():
        async with Hall(2) as hall:
            await hall.clock.sleep_ms(15_000)
            before = len(moves_of(hall.boards[2]))
            await hall.clock.sleep_ms(40_000)
            assert 3 <= len(moves_of(hall.boards[2])) - before <= 20

    run(test)


def test_after_a_game_and_a_rest_the_next_begins_with_another_game():
    async def test():
        async with Hall(3) as hall:  # its first game is over soon
            board = hall.boards[3]
            while not results_of(board):
                await hall.clock.sleep_ms(1000)
            first = moves_of(board)
            assert results_of(board)[-1]["reason"] == "five"
            await hall.clock.sleep_ms(demo.RESTS_MS + 60_000)
            second = moves_of(board)
            assert second and second != first[: len(second)] and len(board.stones) == len(second)
        assert not hall.told

    run(test)


def test_a_board_that_somebody_touches_is_left_to_him():
    async def test():
        async with Hall(2) as hall:
            board = hall.boards[2]
            await hall.clock.sleep_ms(15_000)
            for point in ("a15", "o15"):
                board.put(point)
            while not hall.hands[2].done():
                await hall.clock.sleep_ms(1000)
            (line,) = hall.told
            assert line.startswith("Board 3 ends its demonstration: somebody has touched it")

    run(test)


@pytest.mark.parametrize("at_ms, deaf", [(0, "ask"), (15_000, "press"), (50_000, "press ask put lift")])
def test_a_board_that_does_not_follow_for_a_while_comes_back(monkeypatch, at_ms, deaf):
    """A board on a busy machine reports actions late; the hands must not take these for actions of people."""

    async def test():
        async with Hall(3) as hall:  # its first game is over soon
            board = hall.boards[3]
            await hall.clock.sleep_ms(at_ms)
            with monkeypatch.context() as busy:
                for name in deaf.split():
                    busy.setattr(board, name, lambda *_: None)
                await hall.clock.sleep_ms(100_000)
            begun = games_of(board)
            while not (hall.told or (games_of(board) > begun and moves_of(board))):
                await hall.clock.sleep_ms(1000)
            assert not hall.told

    run(test)


def test_whoever_begins_a_game_of_his_own_while_the_hands_rest_has_the_board():
    async def test():
        async with Hall(3) as hall:
            board = hall.boards[3]
            while not results_of(board):
                await hall.clock.sleep_ms(1000)
            board.lift(moves_of(board)[-1])
            while not hall.hands[3].done():
                await hall.clock.sleep_ms(1000)
            assert len(hall.told) == 1 and len(board.stones) == len(moves_of(board)) - 1

    run(test)


def test_every_table_has_players_of_its_own():
    seated = []
    for number in range(16):
        details = Details()
        demo.seat(details, number)
        its = details.fields()
        seated += [its["p1"], its["p2"]]
        assert its["table"] == str(number + 1)
    assert len(set(seated)) == 32


def test_a_game_comes_again_only_when_all_others_have_been_played():
    sample = demo.Games()
    seen = []
    for _ in samples.games():
        with sample.one() as game, sample.one() as other:
            seen += [game.moves, other.moves]
    count = len(samples.games())
    assert len(set(seen[:count])) == count
