"""The edge bars: the lights in front of each player, and the clock as lights.

Places count from the player's own left. Colours are (green, red, blue).
"""

from . import rhythm
from .colours import EXTRA, packed

_LAST_MINUTE_MS = 60_000
_LAST_SECONDS_MS = 1000  # a light each, at the end


class Bar:
    """`count` of its `length` lights, from place `first` on, and `more` dim ones after them.

    They have a `colour` (packed), and a `rhythm` that began at `since` (ms).
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
        """Whose turn: the whole bar of the player to move, a single light in the middle of the other's."""
        if to_move:
            self._set(0, self.length, colour, rhythm.STEADY)
        else:
            self._set(self.length // 2, 1, colour, rhythm.STEADY)

    def whole(self, colour):
        """All of it: the player's (new) colour."""
        self._set(0, self.length, colour, rhythm.STEADY)

    def ask(self, colour, now):
        """All of it, asking: press, and the game goes on."""
        self._set(0, self.length, colour, rhythm.MENU)
        self.since = now

    def refuse(self, now):
        """What its player has done means nothing now."""
        self._set(0, self.length, EXTRA, rhythm.EXTRA)
        self.since = now

    def entry(self, number, colour, now):
        """An entry of the menu: as many lights as its number."""
        self._set(0, min(number, self.length), colour, rhythm.MENU)
        self.since = now

    def counted(self, number, of, colour):
        """`number` of so many: lit, and the rest dim ("3 of 8")."""
        number, of = min(number, self.length), min(of, self.length)
        self._set(0, number, colour, rhythm.STEADY, max(0, of - number))

    def clock(self, left_ms, main_ms, colour, running, now):
        """The time a player has left; dim where the clock is not `running`. Returns the ms until it will differ, or -1.

        The last minute and the last seconds have rhythms of their own: the same lights mean less time then.
        """
        how = rhythm.DIM
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
    """How many of `length` lights stand for the time left, and the ms until that differs (-1: never). DESIGN, Lights.

    All lights are the main time, then the last minute (four seconds each of 15), then the last 15 seconds.
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
