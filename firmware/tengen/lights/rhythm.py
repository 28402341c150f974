"""Rhythms: the brightness of a light over time. Each meaning has its own rhythm, so none depends on colour alone.

Levels are perceived brightness, 0 to 255 (colours.py has the gamma). Each rhythm starts lit, so it is seen at once.
"""

# ms, more than half an hour; together with a level in the lower 8 bits it still fits into one small integer
NEVER = (1 << 21) - 1


def look(rhythm, elapsed):
    """Return the ms until the next step << 8 | the level, at `elapsed` ms.

    The result is one number, because a tuple would be allocated.
    """
    if len(rhythm) == 1:
        return _wave(rhythm[0], elapsed)
    if len(rhythm) == 2:
        return NEVER << 8 | rhythm[1]
    elapsed %= rhythm[-2]
    at = 0
    while elapsed >= rhythm[at]:
        at += 2
    return rhythm[at] - elapsed << 8 | rhythm[at + 1]


def _wave(ms, elapsed):
    step = elapsed // ms % _WAVE
    return ms - elapsed % ms << 8 | 255 - 9 * min(step, _WAVE - step)


# A rhythm is a flat tuple of constants, which takes no heap. It contains pairs: the ms at which a step ends, and the
# level of the step. The end of the last step is the period. A single step is a steady light. (ms,) is a smooth, slow
# wave of 40 steps, each of this many ms.
_WAVE = 40

STEADY = (1, 255)
DIM_LEVEL = 110
DIM = (1, DIM_LEVEL)
LAST = (3880, 255, 4000, 215)  # steady, except for a brief shallow dip
PROVISIONAL = (480, 255, 600, 165)  # short dips
ZONE = (1800, 0, 2000, 255)  # level 0: the zone's colour; 255: its brighter colour
OFFER = (1400, 255, 1520, 140, 1640, 255, 1760, 140)  # double dips
BLINK = (300, 255, 600, 0)  # a stone must be removed: several new stones, two equal fifths
REPLY = (200, 255, 1200, 0)  # short flashes: the next stone waits
EXTRA = (125, 255, 250, 0)  # fast
LIFT = (900, 255, 1500, 0)  # slow: a captured stone must be lifted
MISSING = (40,)  # slow and smooth
UNSTEADY = (1600, 255, 2000, 0)  # an intermittent line
MENU = (250, 255, 400, 150)  # the edge bar shows a menu, or asks for a press
THINKS = (60,)  # the edge bar: the board thinks
HINT = (900, 255, 1000, 120, 1100, 255, 1200, 120, 1300, 255, 1400, 120)  # triple dips: the next stone of a win
KNOWN = (1300, 130, 1800, 200)  # a continuation that the laptop knows: swells
KNOWN_BEST = (1300, 215, 1800, 255)  # a marked continuation: brighter
LAST_MINUTE = (880, 255, 1000, 150)
LAST_SECONDS = (300, 255, 500, 110)

_NAME_MS = 1200
_LINE_MS = 900
_GAP_MS = 120  # all dark between two lines, because lines may share stones
_SWEEP_MS = 160

NAME, NOTHING = 0, 255


def reason(elapsed, named, lines):
    """Show the reason of a foul: its name once, if `named` is True, then each of its `lines` (a number) in a loop.

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
    """Move a light along `count` points. Return the ms until its next step << 8 | its place.

    The place is `count` between two runs.
    """
    at = elapsed % ((count + 3) * _SWEEP_MS)
    place = at // _SWEEP_MS
    if place >= count:
        return (count + 3) * _SWEEP_MS - at << 8 | count
    return _SWEEP_MS - at % _SWEEP_MS << 8 | place
