"""Draw a frame from a picture and the time: colours, rhythms and precedence.

Each light has one meaning, and each meaning has its own rhythm besides its hue.
"""

from tengen.games import BLACK, WHITE

from . import colours, rhythm
from .colours import faded, packed
from .kernels import clear, fill, fill_places, fill_points, fill_rows

_LAST = packed(colours.LAST)
_FAULTY = packed(colours.FAULTY)
_WORDS = packed(colours.WORDS)
_ZONE = packed(colours.ZONE)
_ZONE_PEAK = packed(colours.ZONE_PEAK)
_FORBIDDEN = packed(colours.FORBIDDEN)
_OFFER = packed(colours.OFFER)
_PROVISIONAL = packed(colours.PROVISIONAL)
_FOUL_LINES = [packed(colour) for colour in colours.FOUL_LINES]
_FIVE = packed(colours.FIVE)
_FIVE_HEAD = packed(colours.FIVE_HEAD)
_MISSING_BLACK = packed(colours.MISSING[BLACK])
_MISSING_WHITE = packed(colours.MISSING[WHITE])
_EXTRA = packed(colours.EXTRA)
_TAKES = packed(colours.TAKES)
_REST = packed(colours.REST)
# indexed by the present colour of the common stone
_COMMON = (0, packed(colours.TURN[BLACK]), packed(colours.TURN[WHITE]))
_FRAME = packed(colours.FRAME)
_HINT = packed(colours.HINT)
_ANSWER = packed(colours.ANSWER)
_KNOWN = packed(colours.KNOWN)


class Scene:
    """Draw frames. The attributes have the values of the frame being drawn.

    They are not passed as arguments, because arguments need larger stack frames, which are allocated on the heap at
    each call (0.3 ms).
    """

    def __init__(self):
        self._frame = b""
        self._pixel_of = b""  # the pixels under the points of the field
        self._on_board = b""  # the pixels under the points of the board
        self._elapsed = 0
        self._soon = 0

    def draw(self, frame, picture, now, wired):
        """Draw the frame at `now` (ms). Return the ms until it will change, or -1 for never.

        `frame` is a bytearray(3 * PIXELS); `wired` (a WireMap) has the pixel numbers. Nothing is allocated. What is
        painted later covers what was painted earlier, so the order below is the order of precedence.
        """
        self._frame = frame
        self._pixel_of = picture.pixel_of(wired)
        self._on_board = wired.pixel_of
        self._elapsed = now - picture.since
        self._soon = rhythm.NEVER
        clear(frame, len(frame))
        self._bar(wired.bars[0], picture.bars[0], now)
        self._bar(wired.bars[1], picture.bars[1], now)
        self._draw_ground(picture)
        self._draw_prompts(picture)
        self._draw_stones(picture)
        self._draw_end(picture)
        if picture.hints:
            self._draw_hints(picture.hints)
        self._draw_disturbed(picture)
        return self._soon if self._soon < rhythm.NEVER else -1

    def _draw_ground(self, picture):
        if picture.frame and not picture.words:  # a sign would cross the ring of a smaller field
            fill_points(self._frame, self._on_board, picture.frame, _FRAME)
        if picture.last >= 0:
            self._point(picture.last, _LAST, rhythm.LAST)
        if picture.common >= 0:
            fill(self._frame, self._pixel_of[picture.common], 1, _COMMON[picture.common_colour])
        if picture.unsteady:
            self._points_of_board(picture.unsteady, _FAULTY, rhythm.UNSTEADY)
        if picture.faulty:
            self._points_of_board(picture.faulty, _FAULTY, rhythm.STEADY)

    def _draw_prompts(self, picture):
        if picture.zone:
            step = rhythm.look(rhythm.ZONE, self._elapsed)
            fill_points(self._frame, self._pixel_of, picture.zone, _ZONE_PEAK if step & 255 else _ZONE)
            self._change_in(step >> 8)
        if picture.words:  # drawn after the zone, so that it is readable on top of the zone
            fill_rows(self._frame, self._on_board, picture.word_rows, _WORDS)
        if picture.known:
            self._draw_known(picture.known)
        if picture.forbidden:
            fill_points(self._frame, self._pixel_of, picture.forbidden, _FORBIDDEN)
        if picture.offers:
            self._points(picture.offers, _OFFER, rhythm.OFFER)
        if picture.twins:
            self._points(picture.twins, _OFFER, rhythm.BLINK)
        if picture.standing:
            self._points(picture.standing, _FIVE, rhythm.MISSING)

    def _draw_stones(self, picture):
        if picture.takes:
            self._points(picture.takes, _TAKES, rhythm.MISSING)
        if picture.lift:
            self._points(picture.lift, _EXTRA, rhythm.LIFT)
        if picture.rest >= 0:
            self._point(picture.rest, _REST, rhythm.MISSING)
        if picture.earlier:
            self._points(picture.earlier, _PROVISIONAL, rhythm.PROVISIONAL)
        if picture.provisional >= 0:
            self._point(picture.provisional, _PROVISIONAL, rhythm.PROVISIONAL)
        if picture.replies:
            self._points(picture.replies, _PROVISIONAL, rhythm.REPLY)
        if picture.several:
            self._points(picture.several, _PROVISIONAL, rhythm.BLINK)

    def _draw_end(self, picture):
        """Draw the end of the game, or a provisional foul."""
        if picture.foul >= 0:
            self._draw_foul(picture)
        elif picture.foul_lines:
            self._draw_excused(picture)
        if picture.five:
            step = rhythm.run(self._elapsed, len(picture.five))
            fill_points(self._frame, self._pixel_of, picture.five, _FIVE)
            if step & 255 < len(picture.five):
                fill(self._frame, self._pixel_of[picture.five[step & 255]], 1, _FIVE_HEAD)
            self._change_in(step >> 8)

    def _draw_hints(self, hints):
        fours, answers, newest, answers_now, fives, foul = hints
        fill_points(self._frame, self._pixel_of, fours, _FIVE)
        fill_points(self._frame, self._pixel_of, answers, _ANSWER)
        fill_points(self._frame, self._pixel_of, fives, _FIVE_HEAD)
        if newest >= 0:
            self._point(newest, _ANSWER if answers_now else _HINT, rhythm.HINT)
        if foul >= 0:
            self._point(foul, _FORBIDDEN, rhythm.STEADY)

    def _draw_known(self, known):
        points, best = known
        self._points(points, _KNOWN, rhythm.KNOWN)
        self._points(best, _KNOWN, rhythm.KNOWN_BEST)

    def _draw_disturbed(self, picture):
        if picture.missing_black:
            self._points(picture.missing_black, _MISSING_BLACK, rhythm.MISSING)
        if picture.missing_white:
            self._points(picture.missing_white, _MISSING_WHITE, rhythm.MISSING)
        if picture.extra:
            self._points(picture.extra, _EXTRA, rhythm.EXTRA)
        if picture.outside:
            self._points_of_board(picture.outside, _EXTRA, rhythm.EXTRA)

    def _draw_foul(self, picture):
        step = rhythm.reason(self._elapsed, picture.foul_name != "", len(picture.foul_lines))
        part = step & 255
        if part == rhythm.NAME:
            fill_rows(self._frame, self._on_board, picture.foul_rows, _WORDS)
        elif part != rhythm.NOTHING:
            self._line(picture, part - 1)
        # the foul's point stays red while the foul's name and lines are shown
        fill(self._frame, self._pixel_of[picture.foul], 1, _FORBIDDEN)
        self._change_in(step >> 8)

    def _draw_excused(self, picture):
        # a stone looks like a foul but is legal, or a lesson explains it: show its lines, and its own light above them
        step = rhythm.reason(self._elapsed, False, len(picture.foul_lines))
        if step & 255 != rhythm.NOTHING:
            self._line(picture, (step & 255) - 1)
        if picture.provisional >= 0:
            fill(self._frame, self._pixel_of[picture.provisional], 1, _PROVISIONAL)
        elif picture.last >= 0:
            fill(self._frame, self._pixel_of[picture.last], 1, _LAST)
        self._change_in(step >> 8)

    # Parts of the functions above

    def _change_in(self, ms):
        if ms < self._soon:
            self._soon = ms

    def _bar(self, pixels, bar, now):
        if bar.rhythm is rhythm.STEADY and not bar.more:  # nearly always
            self._places(pixels, bar.first << 8 | bar.count, bar.colour)
        else:
            self._bar_in_rhythm(pixels, bar, now)

    def _bar_in_rhythm(self, pixels, bar, now):
        step = rhythm.look(bar.rhythm, now - bar.since)
        self._places(pixels, bar.first << 8 | bar.count, faded(bar.colour, step & 255))
        if bar.more:
            self._places(pixels, (bar.first + bar.count) << 8 | bar.more, faded(bar.colour, rhythm.DIM_LEVEL))
        self._change_in(step >> 8)

    def _places(self, pixels, span, colour):
        fill_places(self._frame, pixels, span, colour)

    def _point(self, point, colour, how):
        step = rhythm.look(how, self._elapsed)
        colour = faded(colour, step & 255)
        fill(self._frame, self._pixel_of[point], 1, colour)
        self._change_in(step >> 8)

    def _points(self, points, colour, how):
        step = rhythm.look(how, self._elapsed)
        colour = faded(colour, step & 255)
        fill_points(self._frame, self._pixel_of, points, colour)
        self._change_in(step >> 8)

    def _points_of_board(self, points, colour, how):
        step = rhythm.look(how, self._elapsed)
        colour = faded(colour, step & 255)
        fill_points(self._frame, self._on_board, points, colour)
        self._change_in(step >> 8)

    def _line(self, picture, number):
        # a line that does not count is white
        dead = number < len(picture.dead) and picture.dead[number]
        colour = _WORDS if dead else _FOUL_LINES[number % len(_FOUL_LINES)]
        fill_points(self._frame, self._pixel_of, picture.foul_lines[number], colour)
