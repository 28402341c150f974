"""What the firmware puts on the wire, compared with what the LED maker's own driver would send."""

import asyncio
import os

import pytest
import records
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock


@pytest.fixture
def reference(monkeypatch):
    """A NeoPixel chain of 255 by adafruit-circuitpython-neopixel, and the bytes it last sent."""
    monkeypatch.setitem(os.environ, "BLINKA_FORCEBOARD", "OS_AGNOSTIC_BOARD")
    monkeypatch.setitem(os.environ, "BLINKA_FORCECHIP", "OS_AGNOSTIC")
    import board
    import neopixel

    sent = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: sent.append(bytes(buffer)))
    strip = neopixel.NeoPixel(board.NEOPIXEL, 255, auto_write=False)
    yield strip, sent
    strip.deinit()


def test_every_frame_of_an_opening_is_what_the_makers_driver_sends(reference):
    strip, sent = reference
    frames = []

    async def play():
        clock = FastClock()
        board = VirtualBoard(clock)
        board.subscribe(lambda message: frames.append(board.frame) if message["type"] == "lights" else None)
        app = asyncio.ensure_future(board.app.run())
        for point in records.games()[0][:5]:
            board.put(point)
            await clock.advance(900)
        app.cancel()
        await asyncio.gather(app, return_exceptions=True)

    asyncio.run(play())
    assert len(frames) > 10 and len(set(frames)) > 5
    for frame in frames:
        for pixel in range(255):
            green, red, blue = frame[3 * pixel : 3 * pixel + 3]
            strip[pixel] = (red, green, blue)
        strip.show()
        assert sent[-1] == frame
