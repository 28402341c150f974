"""The firmware's bytes on the wire, compared with those of the LED manufacturer's driver."""

import asyncio

import pytest
from reference import CYAN, DIM_BLUE, HALO, RED, Reference
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock


@pytest.fixture
def wires():
    """The bytes of all frames in the first moves, with a refused stone."""
    sent = []

    async def play():
        clock = FastClock()
        board = VirtualBoard(clock)
        board.subscribe(lambda message: sent.append(board.frame) if message["type"] == "lights" else None)
        app = asyncio.ensure_future(board.live())
        for act, point in ((board.put, "c2"), (board.lift, "c2"), (board.put, "h8"), (board.put, "i9")):
            act(point)
            await clock.advance(900)
        app.cancel()
        await asyncio.gather(app, return_exceptions=True)

    asyncio.run(play())
    return sent


def test_each_scene_is_on_the_wire_as_the_makers_driver_would_send_it(wires, monkeypatch):
    wire = Reference(monkeypatch).wire
    story = [
        wire("black", h8=DIM_BLUE, c2=RED),
        wire("black", h8=DIM_BLUE),
        wire("black", h8=CYAN),
        wire("white", h8=HALO),
        wire("white", h8=HALO, i9=CYAN),
        wire("black", i9=HALO),
    ]
    at = 0
    for number, scene in enumerate(story):
        assert scene in wires[at:], f"scene {number} of the story, in its turn"
        at += wires[at:].index(scene)
    assert wires[-1] == story[-1]
