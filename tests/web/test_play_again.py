"""`tengen play`, ended or killed and started again: the interrupted game is back with its stones, and continues."""

import asyncio
import json
import signal

import pytest
import waiting
from pages import page_of
from serving import serving
from tengen_host.boards.virtual import restored
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.kept import Kept
from typer.testing import CliRunner

MOVES = ["h8", "i9", "j10"]
STONES = {"h8": "black", "i9": "white", "j10": "black"}


def tells(message, code, **fields):
    """Return whether a message reports this action, perhaps in the log."""
    lines = message["log"] if message["type"] == "log" else [message.get("line", {})]
    done = [did for line in lines for did in line.get("did", ())]
    return any(did["code"] == code and fields.items() <= did.items() for did in done)


def on_page(address, moves=(), until=None, names=None):
    """Put these stones, each after the last move; then listen for an action. Return all messages.

    `names`: the game's names of points, if they are not the board's.
    """

    async def talk():
        heard = []
        async with page_of(address) as socket:

            async def hear(kind, **fields):
                while not any(tells(message, kind, **fields) for message in heard):
                    heard.append(json.loads(await socket.recv()))

            for point in moves:
                await socket.send(json.dumps({"do": "put", "point": point}))
                await hear("move", point=(names or {}).get(point, point))
            await hear(until or "started")
        return heard

    return waiting.run(talk())


def stones(heard):
    return next(message["stones"] for message in heard if message["type"] == "stones")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_started_again_it_has_the_interrupted_game_and_its_stones(end):
    with serving("play") as (address, first):
        on_page(address, MOVES)
        first.ended(end)
    with serving("play") as (address, again):
        heard = on_page(address, until="resuming")
        assert stones(heard) == STONES
        assert any(tells(message, "resuming", n=4) for message in heard)
        again.ended(end)


def test_two_at_once_do_not_share_a_flash_and_fresh_begins_anew():
    with serving("play") as (address, first):
        on_page(address, MOVES)
        with serving("play", "--fresh") as (other, second):
            assert second.printed[0].startswith("another `tengen play` uses ")
            assert "This board begins empty" in second.printed[0]
            on_page(other, MOVES[:1])
            second.ended(signal.SIGINT)
        first.ended(signal.SIGINT)
    with serving("play") as (address, last):
        assert stones(on_page(address, until="resuming")) == STONES
        last.ended(signal.SIGINT)
    with serving("play", "--fresh") as (address, _):
        heard = on_page(address)
        assert stones(heard) == {} and not any(tells(message, "resuming") for message in heard)


@pytest.mark.parametrize("cut", [False, True], ids=["as it was", "with one stone taken away"])
def test_a_press_goes_on_as_soon_as_the_stones_are_there(tmp_path, cut):
    path, said = tmp_path / "play.sqlite", []

    async def on_board(script):
        kept, clock = Kept(path, said.append), FastClock()
        board = restored(kept, print, clock)
        going = asyncio.ensure_future(board.live())
        try:
            await clock.advance(1000)
            await script(board, clock)
        finally:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            kept.close()

    async def begin(board, clock):
        for point in MOVES:
            board.put(point)
            await clock.advance(1000)
        if cut:
            board.lift("i9")

    async def press(board, clock):
        board.press("p1")
        await clock.advance(100)
        board.release("p1")
        await clock.advance(1000)

    async def go_on(board, clock):
        if cut:
            await press(board, clock)
            assert not any(did["code"] == "resumed" for did in board.done), "a stone is missing"
            board.put("i9")
            await clock.advance(1000)
        await press(board, clock)
        assert any(did["code"] == "resumed" for did in board.done)
        board.put("g7")
        await clock.advance(1000)
        assert [did["n"] for did in board.done if did["code"] == "move"] == [4]
        assert board.stones == {board._index(point): colour for point, colour in {**STONES, "g7": "white"}.items()}

    asyncio.run(on_board(begin))
    asyncio.run(on_board(go_on))
    assert said == []


def test_the_board_of_19x19_has_a_flash_and_stones_of_its_own():
    with serving("play", "--board", "19") as (address, large):
        on_page(address, ["j10"], names={"j10": "h8"})  # Renju's 15x15 points are in the middle
        large.ended(signal.SIGKILL)
    with serving("play") as (address, usual):
        assert stones(on_page(address)) == {}
        usual.ended(signal.SIGINT)
    with serving("play", "--board", "19") as (address, again):
        heard = on_page(address, until="resuming")
        assert stones(heard) == {"j10": "black"}
        again.ended(signal.SIGINT)


def test_fresh_is_not_for_the_emulated_board_and_help_says_what_is_kept():
    from tengen_host.cli import app

    assert CliRunner().invoke(app, ["play", "--emulated", "--fresh"]).exit_code == 2
    told = " ".join(CliRunner().invoke(app, ["play", "--help"]).output.split())
    assert "Not with --emulated" in told and "--fresh" in told
