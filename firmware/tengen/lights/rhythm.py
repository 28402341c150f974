"""Rhythms: the brightness of a light over time. Each meaning has its own rhythm, so none depends on colour alone.

Levels are perceived brightness, 0 to 255 (colours.py has the gamma). Each rhythm starts lit, to be seen at once.
"""

NEVER = (1 << 21) - 1  # ms, more than half an hour: with a level in the lower 8 bits it fits into one small integer


class Rhythm:
    """A repeating sequence of steps (ms, level). A single step is steady."""

    def __init__(self, *steps):
        self._steps = steps
        self._period = sum(ms for ms, _ in steps)

    def look(self, elapsed):
        """Return the ms until the next step << 8 | the level, at `elapsed` ms. (A tuple would be allocated.)"""
        if len(self._steps) == 1:
            return NEVER << 8 | self._steps[0][1]
        at = elapsed % self._period
        for step in self._steps:
            if at < step[0]:
                break
            at -= step[0]
        return step[0] - at << 8 | step[1]


STEADY = Rhythm((1, 255))
DIM_LEVEL = 110
DIM = Rhythm((1, DIM_LEVEL))
LAST = Rhythm((3880, 255), (120, 215))  # steady, but for a brief shallow dip
PROVISIONAL = Rhythm((480, 255), (120, 165))  # short dips
ZONE = Rhythm((1800, 0), (200, 255))  # level 0: the zone's colour; 255: its brighter colour
OFFER = Rhythm((1400, 255), (120, 140), (120, 255), (120, 140))  # double dips
BLINK = Rhythm((300, 255), (300, 0))  # a stone must be removed: several new stones, two equal fifths
REPLY = Rhythm((200, 255), (1000, 0))  # short flashes: the next stone waits
EXTRA = Rhythm((125, 255), (125, 0))  # fast
LIFT = Rhythm((900, 255), (600, 0))  # slow: the game asks for a captured stone to be lifted
MISSING = Rhythm(*[(40, 255 - 9 * min(step, 40 - step)) for step in range(40)])  # slow and smooth
UNSTEADY = Rhythm((1600, 255), (400, 0))  # a line that fails now and then
MENU = Rhythm((250, 255), (150, 150))  # the edge bar shows a menu, or asks for a press
THINKS = Rhythm(*[(60, 255 - 9 * min(step, 40 - step)) for step in range(40)])  # the edge bar: the board thinks
HINT = Rhythm((900, 255), (100, 120), (100, 255), (100, 120), (100, 255), (100, 120))  # triple dips: the next of a win
KNOWN = Rhythm((1300, 130), (500, 200))  # a continuation that the laptop knows: swells
KNOWN_BEST = Rhythm((1300, 215), (500, 255))  # one that is marked: brighter
LAST_MINUTE = Rhythm((880, 255), (120, 150))
LAST_SECONDS = Rhythm((300, 255), (200, 110))

_NAME_MS = 1200
_LINE_MS = 900
_GAP_MS = 120  # dark between two lines, because lines may share stones
_SWEEP_MS = 160

NAME, NOTHING = 0, 255


def reason(elapsed, named, lines):
    """Show the reason of a foul: its name once, if `named`, then its lines (`lines` is their number) in turn, for ever.

    Return the ms until the next part << 8 | the present part: NAME, a line's number from 1 on, or NOTHING.
    """
    if named:
        if elapsed < _NAME_MS:
            return _NAME_MS - elapsed << 8 | NAME
        elapsed -= _NAME_MS
    if not lines:
        return NEVER << 8 | NOTHING
    at = elapsed % _LINE_MS
    if at >= _LINE_MS - _GAP_MS:
        return _LINE_MS - at << 8 | NOTHING
    return _LINE_MS - _GAP_MS - at << 8 | elapsed // _LINE_MS % lines + 1


def run(elapsed, count):
    """Move a light along `count` points. Return the ms until its next step << 8 | its place; `count`: between runs."""
    at = elapsed % ((count + 3) * _SWEEP_MS)
    place = at // _SWEEP_MS
    if place >= count:
        return (count + 3) * _SWEEP_MS - at << 8 | count
    return _SWEEP_MS - at % _SWEEP_MS << 8 | place
