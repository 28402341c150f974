"""The edge bars: the lights in front of each player. They also show the clock.

Places are counted from the player's left. Colours are (green, red, blue).
"""

from . import rhythm
from .colours import EXTRA, packed

_LAST_MINUTE_MS = 60_000
_LAST_SECONDS_MS = 1000  # ms for each light during the last seconds


class Bar:
    """One edge bar of `length` lights. From place `first` on, `count` lights are lit, then `more` lights are dim.

    The lights have a `colour` (packed) and a `rhythm` that began at `since` (ms).
    """

    def __init__(self, length):
        self.length = length
        self.since = 0
        self._colour = None
        self._set(0, 0, (0, 0, 0), rhythm.STEADY)

    def _set(self, first, count, colour, how, more=0):
        self.first = first
        self.count = count
        if colour is not self._colour:
            self._colour, self.colour = colour, packed(colour)
        self.rhythm = how
        self.more = more

    def turn(self, colour, to_move):
        """Show whether the player is `to_move`: the whole bar if True, else a single light in the middle."""
        if to_move:
            self._set(0, self.length, colour, rhythm.STEADY)
        else:
            self._set(self.length // 2, 1, colour, rhythm.STEADY)

    def whole(self, colour):
        """Show the player's colour on the whole bar."""
        self._set(0, self.length, colour, rhythm.STEADY)

    def ask(self, colour, now):
        """Ask for a press to continue the game. The whole bar is lit in the menu's rhythm."""
        self._set(0, self.length, colour, rhythm.MENU)
        self.since = now

    def think(self, colour, now):
        """Show that the board is thinking for the player. The whole bar is lit in a slow, smooth rhythm."""
        if self.rhythm is not rhythm.THINKS:
            self.since = now
        self._set(0, self.length, colour, rhythm.THINKS)

    def refuse(self, now):
        """Show that the player's action has no effect now."""
        self._set(0, self.length, EXTRA, rhythm.EXTRA)
        self.since = now

    def entry(self, number, colour, now):
        """Show a menu entry by its `number` of lights."""
        self._set(0, min(number, self.length), colour, rhythm.MENU)
        self.since = now

    def counted(self, number, of, colour):
        """Show a count like "3 of 8": `number` lights are lit, and the rest of the `of` lights are dim."""
        number, of = min(number, self.length), min(of, self.length)
        self._set(0, number, colour, rhythm.STEADY, max(0, of - number))

    def clock(self, left_ms, main_ms, colour, running, now):
        """Show a player's remaining time; dim if the clock is not `running`.

        Return the ms until the lights change, or -1. The last minute and the last seconds have their own rhythms,
        because then each light means less time.
        """
        how: tuple = rhythm.DIM
        if running:
            how = rhythm.STEADY
            if left_ms <= _LAST_SECONDS_MS * self.length:
                how = rhythm.LAST_SECONDS
            elif left_ms <= _LAST_MINUTE_MS:
                how = rhythm.LAST_MINUTE
            if how is not self.rhythm:
                self.since = now
        lights, differs = clock_lights(left_ms, main_ms, self.length)
        self._set(0, lights, colour, how)
        return differs if running else -1


def clock_lights(left_ms, main_ms, length):
    """Return how many of `length` lights show the remaining time, and the ms until this changes (-1: never).

    The lights first show the main time, then the last minute (15 lights of four seconds), then the last seconds (one
    second for each light).
    """
    if left_ms <= 0:
        return 0, -1
    last_ms = _LAST_SECONDS_MS * length
    if left_ms <= last_ms:
        whole_ms, until = last_ms, 0
    elif left_ms <= _LAST_MINUTE_MS:
        whole_ms, until = _LAST_MINUTE_MS, last_ms
    else:
        whole_ms, until = max(main_ms, _LAST_MINUTE_MS), _LAST_MINUTE_MS
    lights = min(length, -(-left_ms * length // whole_ms))
    # the next light goes out, or all are lit again for the next part of the time
    return lights, left_ms - max(until, (lights - 1) * whole_ms // length)
