"""Test the laptop's partner and the laptop's lights on the emulated Pico: a partner's stone, continuations."""

import asyncio

import pytest
from at_the_board import Here
from partners import Guest
from portable import lit
from tengen_host.guests.tree import TreeGuest
from tengen_host.trees import cache
from test_game import groups


@pytest.fixture
def guest(own):
    return Guest(own)


def asked(guest):
    """Wait until the board asks the laptop's partner, and return the event."""
    guest.do(guest.board.until(lambda: guest.newest("partner").get("state") == "thinking", 1000))
    return guest.newest("partner")


@pytest.mark.proof
def test_the_laptop_plays_and_shows_what_it_knows(guest):
    """A laptop plays at the emulated Pico, and the lights show its knowledge."""
    guest.ask("settings", cmd="set", partner="p2 laptop", opening="free centre", mode="casual")
    guest.settle(300)
    guest.play("h8")
    question = asked(guest)
    assert question["do"] == "stone" and question["who"] == "p2"
    guest.ask("error", cmd="partner", question=question["question"], stone="h8")
    guest.ask("partner", cmd="partner", question=question["question"], stone="i9")
    board = guest.board
    guest.do(board.until(lambda: any(lit(board.frame).get("i9", ())), 200))
    guest.play("i9")
    guest.send(cmd="show", points=["i10", "g9"], best=["g9"], moves=2)
    guest.do(board.until(lambda: {"i10", "g9"} <= set(lit(board.frame)), 200))
    guest.play("i10")
    guest.do(board.until(lambda: "g9" not in lit(board.frame), 300))
    assert not [event for event in guest.told if event["code"] == "fault"]


def test_an_opening_is_walked_in_a_tree_under_the_stones(guest, tmp_path, monkeypatch):
    """The lights show the tree's continuations in each position, for H8, I9, J10, back to H8, then H9, G7."""
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "cache")
    path = tmp_path / "tree.sgf"
    path.write_bytes(b"(;GM[4]SZ[15];B[hh](;W[ig];B[jf])(;W[hg];B[gi]))")
    guest.ask("settings", cmd="set", opening="free centre", mode="teach")
    guest.settle(300)
    board, told = guest.board, []

    async def begin():
        await follower.start()
        return asyncio.ensure_future(follower.follow(board))

    follower = TreeGuest(path, told.append, thread=Here())
    follows = guest.do(begin())

    def glow(*points):
        guest.do(board.until(lambda: (groups(board)["shown"] or {}).get("points") == list(points), 1000))
        guest.do(board.until(lambda: set(points) <= set(lit(board.frame)), 500))

    def back(point):
        guest.lift(point)
        guest.do(board.until(lambda: guest.newest("taken_back").get("removed") == [point], 2000))

    try:
        glow("h8")
        guest.play("h8")
        glow("i9", "h9")
        guest.play("i9")
        glow("j10")
        guest.play("j10")
        glow()
        back("j10")
        glow("j10")
        back("i9")
        glow("i9", "h9")
        guest.play("h9")
        glow("g7")
        guest.play("g7")
        glow()
    finally:
        follows.cancel()
        guest.do(asyncio.gather(follows, return_exceptions=True))
    assert told == [] and not [event for event in guest.told if event["code"] in ("error", "fault")]
