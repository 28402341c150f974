"""The LED maker's own driver, and the bytes that it sends for colours given as (red, green, blue)."""

import os

from portable import pixel_at

PIXELS = 255
P2_BAR, P1_BAR = 225, 240  # board.toml: the first pixel of each bar of 15

# red, green, blue
DARK = (0, 0, 0)
HALO = (40, 40, 40)
CYAN = (0, 80, 80)
DIM_BLUE = (0, 0, 30)
RED = (200, 0, 0)
VIOLET = (11, 0, 32)
WARM_WHITE = (32, 20, 8)


def maker(monkeypatch):
    """Return the maker's own strip of 255 pixels, and the list of all bytes that it puts on its wire."""
    monkeypatch.setitem(os.environ, "BLINKA_FORCEBOARD", "OS_AGNOSTIC_BOARD")
    monkeypatch.setitem(os.environ, "BLINKA_FORCECHIP", "OS_AGNOSTIC")
    import board
    import neopixel

    sent = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: sent.append(bytes(buffer)))
    return neopixel.NeoPixel(board.NEOPIXEL, PIXELS, auto_write=False), sent


class Reference:
    """A chain of 255 pixels driven by adafruit-circuitpython-neopixel, with a list as its wire."""

    def __init__(self, monkeypatch):
        self._strip, self._sent = maker(monkeypatch)

    def wire(self, turn, **points):
        """Return the bytes for a board with these points lit, and with the bars for `turn` to move."""
        strip = self._strip
        strip.fill(DARK)
        for first, colour, own in ((P1_BAR, VIOLET, turn == "black"), (P2_BAR, WARM_WHITE, turn == "white")):
            for pixel in range(first, first + 15) if own else (first + 7,):
                strip[pixel] = colour
        for point, colour in points.items():
            strip[pixel_at(point)] = colour
        strip.show()
        return self._sent[-1]
