"""Draws a frame from a picture and the time: colours, rhythms and precedence.

Each light has one meaning, and each meaning has its own rhythm besides its hue (DESIGN, "At the board").
"""

from tengen.games import BLACK, WHITE

from . import rhythm
from .colours import (
    EXTRA,
    FAULTY,
    FIVE,
    FIVE_HEAD,
    FORBIDDEN,
    FOUL_LINES,
    FRAME,
    LAST,
    MISSING,
    OFFER,
    PROVISIONAL,
    TAKES,
    WORDS,
    ZONE,
    ZONE_PEAK,
    faded,
    packed,
)
from .kernels import clear, fill, fill_places, fill_points, fill_rows

_LAST = packed(LAST)
_FAULTY = packed(FAULTY)
_WORDS = packed(WORDS)
_ZONE = packed(ZONE)
_ZONE_PEAK = packed(ZONE_PEAK)
_FORBIDDEN = packed(FORBIDDEN)
_OFFER = packed(OFFER)
_PROVISIONAL = packed(PROVISIONAL)
_FOUL_LINES = [packed(colour) for colour in FOUL_LINES]
_FIVE = packed(FIVE)
_FIVE_HEAD = packed(FIVE_HEAD)
_MISSING_BLACK = packed(MISSING[BLACK])
_MISSING_WHITE = packed(MISSING[WHITE])
_EXTRA = packed(EXTRA)
_TAKES = packed(TAKES)
_FRAME = packed(FRAME)


def draw(frame, picture, now, wired):
    """Draw the frame at `now` (ms). Return the ms until it will change, or -1 for never.

    `frame` is a bytearray(3 * PIXELS); `wired` (a WireMap) has the pixel numbers. Nothing is allocated. Later painting
    covers earlier painting: the order below is the order of precedence.
    """
    pixel_of = picture.pixel_of(wired)
    elapsed = now - picture.since
    clear(frame)
    soon = rhythm.NEVER
    for player in range(2):
        soon = min(soon, _bar(frame, wired.bars[player], picture.bars[player], now))

    if picture.frame and not picture.words:  # a sign would lie across the ring
        fill_points(frame, wired.pixel_of, picture.frame, _FRAME)
    if picture.last >= 0:
        soon = min(soon, _point(frame, pixel_of[picture.last], _LAST, rhythm.LAST, elapsed))
    if picture.unsteady:
        soon = min(soon, _points(frame, wired.pixel_of, picture.unsteady, _FAULTY, rhythm.UNSTEADY, elapsed))
    if picture.faulty:
        soon = min(soon, _points(frame, wired.pixel_of, picture.faulty, _FAULTY, rhythm.STEADY, elapsed))

    # prompts
    if picture.zone:
        step = rhythm.ZONE.look(elapsed)
        fill_points(frame, pixel_of, picture.zone, _ZONE_PEAK if step & 255 else _ZONE)
        soon = min(soon, step >> 8)
    if picture.words:  # after the zone, to be readable on it
        fill_rows(frame, wired.pixel_of, picture.word_rows, _WORDS)
    if picture.forbidden:
        fill_points(frame, pixel_of, picture.forbidden, _FORBIDDEN)
    if picture.offers:
        soon = min(soon, _points(frame, pixel_of, picture.offers, _OFFER, rhythm.OFFER, elapsed))
    if picture.twins:
        soon = min(soon, _points(frame, pixel_of, picture.twins, _OFFER, rhythm.BLINK, elapsed))
    if picture.standing:
        soon = min(soon, _points(frame, pixel_of, picture.standing, _FIVE, rhythm.MISSING, elapsed))
    if picture.takes:
        soon = min(soon, _points(frame, pixel_of, picture.takes, _TAKES, rhythm.MISSING, elapsed))
    if picture.lift:
        soon = min(soon, _points(frame, pixel_of, picture.lift, _EXTRA, rhythm.LIFT, elapsed))
    if picture.earlier:
        soon = min(soon, _points(frame, pixel_of, picture.earlier, _PROVISIONAL, rhythm.PROVISIONAL, elapsed))
    if picture.provisional >= 0:
        soon = min(soon, _point(frame, pixel_of[picture.provisional], _PROVISIONAL, rhythm.PROVISIONAL, elapsed))
    if picture.several:
        soon = min(soon, _points(frame, pixel_of, picture.several, _PROVISIONAL, rhythm.BLINK, elapsed))

    # the end of the game, or a provisional foul
    if picture.foul >= 0:
        soon = min(soon, _foul(frame, wired.pixel_of, pixel_of, picture, elapsed))
    elif picture.foul_lines:
        soon = min(soon, _excused(frame, pixel_of, picture, elapsed))
    if picture.five:
        step = rhythm.run(elapsed, len(picture.five))
        fill_points(frame, pixel_of, picture.five, _FIVE)
        if step & 255 < len(picture.five):
            fill(frame, pixel_of[picture.five[step & 255]], 1, _FIVE_HEAD)
        soon = min(soon, step >> 8)

    # disturbed
    if picture.missing_black:
        soon = min(soon, _points(frame, pixel_of, picture.missing_black, _MISSING_BLACK, rhythm.MISSING, elapsed))
    if picture.missing_white:
        soon = min(soon, _points(frame, pixel_of, picture.missing_white, _MISSING_WHITE, rhythm.MISSING, elapsed))
    if picture.extra:
        soon = min(soon, _points(frame, pixel_of, picture.extra, _EXTRA, rhythm.EXTRA, elapsed))
    if picture.outside:
        soon = min(soon, _points(frame, wired.pixel_of, picture.outside, _EXTRA, rhythm.EXTRA, elapsed))
    return soon if soon < rhythm.NEVER else -1


def _bar(frame, pixels, bar, now):
    step = bar.rhythm.look(now - bar.since)
    fill_places(frame, pixels, bar.first << 8 | bar.count, faded(bar.colour, step & 255))
    if bar.more:
        fill_places(frame, pixels, (bar.first + bar.count) << 8 | bar.more, faded(bar.colour, rhythm.DIM_LEVEL))
    return step >> 8


def _point(frame, pixel, colour, how, elapsed):
    step = how.look(elapsed)
    fill(frame, pixel, 1, faded(colour, step & 255))
    return step >> 8


def _points(frame, pixel_of, points, colour, how, elapsed):
    step = how.look(elapsed)
    fill_points(frame, pixel_of, points, faded(colour, step & 255))
    return step >> 8


def _foul(frame, on_board, pixel_of, picture, elapsed):
    step = rhythm.reason(elapsed, picture.foul_name != "", len(picture.foul_lines))
    part = step & 255
    if part == rhythm.NAME:
        fill_rows(frame, on_board, picture.foul_rows, _WORDS)
    elif part != rhythm.NOTHING:
        _line(frame, pixel_of, picture, part - 1)
    # the foul's point stays red while its name and lines are shown
    fill(frame, pixel_of[picture.foul], 1, _FORBIDDEN)
    return step >> 8


def _excused(frame, pixel_of, picture, elapsed):
    # a stone that looks like a foul but is legal: its lines, and on its point the light of a new stone
    step = rhythm.reason(elapsed, False, len(picture.foul_lines))
    if step & 255 != rhythm.NOTHING:
        _line(frame, pixel_of, picture, (step & 255) - 1)
    fill(frame, pixel_of[picture.provisional], 1, _PROVISIONAL)
    return step >> 8


def _line(frame, pixel_of, picture, number):
    # a line that does not count is white
    dead = number < len(picture.dead) and picture.dead[number]
    colour = _WORDS if dead else _FOUL_LINES[number % len(_FOUL_LINES)]
    fill_points(frame, pixel_of, picture.foul_lines[number], colour)
