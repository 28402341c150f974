"""What each thing looks like: a frame drawn from the session's state and the time, and nothing else.

One meaning a light, and each has a rhythm besides its hue (DESIGN, "At the board").
"""

from tengen.rules import BLACK, WHITE
from tengen.session.game import PLAYERS

# green, red, blue
LAST = (40, 40, 40)  # the last stone: a soft white halo, steady
PROVISIONAL = (80, 0, 80)  # cyan, with a short dip
ZONE = (0, 0, 30)  # where the stone may be put: dim blue, steady
MISSING = {BLACK: (0, 55, 160), WHITE: (100, 160, 40)}  # violet, warm white: slow pulse
EXTRA = (0, 200, 0)  # red, fast blink
FORBIDDEN = (0, 160, 0)  # a foul: red, steady
FIVE = (50, 0, 0)  # green, with a brighter light running along
FIVE_HEAD = (200, 0, 0)
TURN = {BLACK: (0, 11, 32), WHITE: (20, 32, 8)}  # the edge bars: violet for Black, warm white for White

STEP_MS = 40  # no rhythm changes faster than this
_SLOW_MS = 1600
_FAST_MS = 250
_DIP_MS = 600
_SWEEP_MS = 160


def draw(frame, session, now, wiring):
    """Draw the frame of this moment (`now` in ms) into `frame`: True where it will look different later.

    `wiring` says where the pixels are: PIXEL_OF (by point), BARS, BAR_LENGTH.
    """
    frame[:] = bytes(len(frame))
    game = session.game
    pixel_of = wiring.PIXEL_OF
    moving = False

    _draw_bars(frame, session, wiring)
    if session.last >= 0:
        _put(frame, pixel_of[session.last], LAST)
    zone = None if game.result else game.zone()
    if zone is not None:
        for point in zone:
            _put(frame, pixel_of[point], ZONE)
    if session.foul:
        _put(frame, pixel_of[session.provisional], FORBIDDEN)
    elif session.provisional >= 0:
        moving = True
        _put(frame, pixel_of[session.provisional], PROVISIONAL, 255 if now % _DIP_MS < 480 else 100)
    for point in session.several:
        moving = True
        _put(frame, pixel_of[point], PROVISIONAL, _blink(now, _FAST_MS))
    if game.result:
        line = game.result.points
        for number, point in enumerate(line):
            if game.cells[point] != game.result.winner:
                _put(frame, pixel_of[point], FORBIDDEN)
                continue
            moving = True
            head = now // _SWEEP_MS % (len(line) + 3) == number
            _put(frame, pixel_of[point], FIVE_HEAD if head else FIVE)
    for point in session.missing:
        moving = True
        _put(frame, pixel_of[point], MISSING[game.cells[point]], _pulse(now, _SLOW_MS))
    for point in session.extra:
        moving = True
        _put(frame, pixel_of[point], EXTRA, _blink(now, _FAST_MS))
    return moving


def _draw_bars(frame, session, wiring):
    # whose turn: the whole bar of that player, a single light in the middle of the other's
    game = session.game
    for colour in (BLACK, WHITE):
        first = wiring.BARS[PLAYERS.index(session.players[colour])]
        if game.turn == colour and not game.result:
            for pixel in range(first, first + wiring.BAR_LENGTH):
                _put(frame, pixel, TURN[colour])
        else:
            _put(frame, first + wiring.BAR_LENGTH // 2, TURN[colour])


def _put(frame, pixel, colour, level=255):
    at = 3 * pixel
    for channel in range(3):
        frame[at + channel] = colour[channel] * level // 255


def _blink(now, period):
    return 255 if now % period < period // 2 else 0


def _pulse(now, period):
    # a triangle in eight steps up and eight down: slow enough to be calm, few frames
    step = now % period * 16 // period
    return 30 + 28 * (step if step < 8 else 15 - step)
