"""The driver of the LEDs' manufacturer, and the bytes that it sends for colours given as (red, green, blue)."""

import os

from portable import pixel_at

PIXELS = 255
P2_BAR, P1_BAR = 225, 240  # the first pixel of each bar of 15, from board.toml

# red, green, blue
DARK = (0, 0, 0)
HALO = (40, 40, 40)
CYAN = (0, 80, 80)
DIM_BLUE = (0, 0, 30)
RED = (200, 0, 0)
VIOLET = (11, 0, 32)
WARM_WHITE = (32, 20, 8)


def maker(monkeypatch):
    """Return the manufacturer's strip object for 255 pixels, and the list of all bytes that it sends."""
    monkeypatch.setitem(os.environ, "BLINKA_FORCEBOARD", "OS_AGNOSTIC_BOARD")
    monkeypatch.setitem(os.environ, "BLINKA_FORCECHIP", "OS_AGNOSTIC")
    import board
    import neopixel

    sent = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: sent.append(bytes(buffer)))
    return neopixel.NeoPixel(board.NEOPIXEL, PIXELS, auto_write=False), sent


class Reference:
    """A chain of 255 pixels with the driver adafruit-circuitpython-neopixel, and a list instead of the wire."""

    def __init__(self, monkeypatch):
        self._strip, self._sent = maker(monkeypatch)

    def wire(self, turn, **points):
        """Return the bytes for a board with these lit points, and with the bars as when `turn` is to move."""
        strip = self._strip
        strip.fill(DARK)
        for first, colour, own in ((P1_BAR, VIOLET, turn == "black"), (P2_BAR, WARM_WHITE, turn == "white")):
            for pixel in range(first, first + 15) if own else (first + 7,):
                strip[pixel] = colour
        for point, colour in points.items():
            strip[pixel_at(point)] = colour
        strip.show()
        return self._sent[-1]
