"""Rhythms: the brightness of a light over time. Each meaning has its own, so that none depends on colour alone.

Levels are as the eye takes them, 0 to 255 (colours.py has the gamma). Each rhythm starts lit, to be seen at once.
"""

NEVER = (1 << 21) - 1  # ms, more than half an hour: so much left and a level go into one small integer


class Rhythm:
    """Steps of (ms, level), one after another, and then from the first again; a single one is steady."""

    def __init__(self, *steps):
        self._steps = steps
        self._period = sum(ms for ms, _ in steps)

    def look(self, elapsed):
        """At `elapsed` ms since its start: the ms until it will differ << 8 | the level. (A tuple would allocate.)"""
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
ZONE = Rhythm((1800, 0), (200, 255))  # its own colour, and now and then its brighter one
OFFER = Rhythm((1400, 255), (120, 140), (120, 255), (120, 140))  # double dips
BLINK = Rhythm((300, 255), (300, 0))  # one too many: several new stones, two equal fifths
EXTRA = Rhythm((125, 255), (125, 0))  # fast
MISSING = Rhythm(*[(40, 255 - 9 * min(step, 40 - step)) for step in range(40)])  # slow and smooth
UNSTEADY = Rhythm((1600, 255), (400, 0))  # a line that fails now and then
MENU = Rhythm((250, 255), (150, 150))  # the edge bar asks
LAST_MINUTE = Rhythm((880, 255), (120, 150))
LAST_SECONDS = Rhythm((300, 255), (200, 110))

_NAME_MS = 1200
_LINE_MS = 900
_GAP_MS = 120  # dark between two lines, which may share stones
_SWEEP_MS = 160

NAME, NOTHING = 0, 255


def reason(elapsed, named, lines):
    """A foul's reason: its name once, where it is `named`, then its `lines` (how many) in turn, for ever.

    Returns the ms until it will differ << 8 | the part to be shown: NAME, a line's number from 1 on, or NOTHING.
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
    """A light running along `count` points: the ms until it is elsewhere << 8 | its place; `count` between two runs."""
    at = elapsed % ((count + 3) * _SWEEP_MS)
    place = at // _SWEEP_MS
    if place >= count:
        return (count + 3) * _SWEEP_MS - at << 8 | count
    return _SWEEP_MS - at % _SWEEP_MS << 8 | place
