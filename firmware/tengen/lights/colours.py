"""The colour of each meaning, and dimming in steps that look equal to the eye.

A colour is (green, red, blue), the values on the wire at full level. The drawing functions take a colour that is packed
in one number.
"""

from tengen.games import BLACK, WHITE

LAST = (40, 40, 40)  # the last stone: a soft white halo
PROVISIONAL = (80, 0, 80)  # cyan: a new stone that is not yet a move, or several new stones
ZONE = (0, 0, 30)  # where the stone may be placed: dim blue, now and then brighter
ZONE_PEAK = (0, 0, 70)
OFFER = (42, 100, 0)  # a tentative fifth: amber
MISSING = {BLACK: (0, 55, 160), WHITE: (100, 160, 40)}  # violet, warm white
EXTRA = (0, 200, 0)  # an extra stone: red
TAKES = (0, 90, 0)  # a stone that the new stone would remove from the board: dim red
REST = (80, 0, 80)  # where a misplaced stone belongs: cyan
FRAME = (3, 3, 3)  # the ring around a field that is smaller than the board: very dim white
FORBIDDEN = (0, 160, 0)  # a foul, or a point where a stone would be a foul: red
FOUL_LINES = ((0, 90, 0), (0, 90, 55), (22, 95, 0))  # the lines that make a foul: red, magenta, orange in turn
FIVE = (50, 0, 0)  # green, with a brighter light running along
FIVE_HEAD = (200, 0, 0)
HINT = (120, 0, 20)  # a four of a shown win: green
ANSWER = (30, 0, 60)  # the answer to a four of a shown win: blue
KNOWN = (70, 50, 10)  # a continuation that the laptop knows: yellow-green
WORDS = (14, 14, 14)  # digits and short words: dim white
FAULTY = (0, 12, 12)  # a point that can't be trusted: dim magenta
TURN = {BLACK: (0, 11, 32), WHITE: (20, 32, 8)}  # the edge bars: violet for Black, warm white for White
KIND = (40, 0, 40)  # the edge bar of a player who next places a stone of another colour: cyan
# on the edge bars, the colours of the menu entries in order
MENU = ((40, 0, 40), (42, 100, 0), (50, 0, 0), (0, 40, 40), (0, 0, 60), (40, 40, 40))

# The value on the wire for each perceived brightness level, 0 to 255: 255 * (level / 255) ** 2.2
GAMMA = (
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x02\x02\x02\x02\x02\x02\x02"
    b"\x03\x03\x03\x03\x03\x04\x04\x04\x04\x05\x05\x05\x05\x06\x06\x06"
    b"\x06\x07\x07\x07\x08\x08\x08\x09\x09\x09\x0a\x0a\x0b\x0b\x0b\x0c"
    b"\x0c\x0d\x0d\x0d\x0e\x0e\x0f\x0f\x10\x10\x11\x11\x12\x12\x13\x13"
    b"\x14\x14\x15\x16\x16\x17\x17\x18\x19\x19\x1a\x1a\x1b\x1c\x1c\x1d"
    b"\x1e\x1e\x1f\x20\x21\x21\x22\x23\x23\x24\x25\x26\x27\x27\x28\x29"
    b"\x2a\x2b\x2b\x2c\x2d\x2e\x2f\x30\x31\x31\x32\x33\x34\x35\x36\x37"
    b"\x38\x39\x3a\x3b\x3c\x3d\x3e\x3f\x40\x41\x42\x43\x44\x45\x46\x47"
    b"\x49\x4a\x4b\x4c\x4d\x4e\x4f\x51\x52\x53\x54\x55\x57\x58\x59\x5a"
    b"\x5b\x5d\x5e\x5f\x61\x62\x63\x64\x66\x67\x69\x6a\x6b\x6d\x6e\x6f"
    b"\x71\x72\x74\x75\x77\x78\x79\x7b\x7c\x7e\x7f\x81\x82\x84\x85\x87"
    b"\x89\x8a\x8c\x8d\x8f\x91\x92\x94\x95\x97\x99\x9a\x9c\x9e\x9f\xa1"
    b"\xa3\xa5\xa6\xa8\xaa\xac\xad\xaf\xb1\xb3\xb5\xb6\xb8\xba\xbc\xbe"
    b"\xc0\xc2\xc4\xc5\xc7\xc9\xcb\xcd\xcf\xd1\xd3\xd5\xd7\xd9\xdb\xdd"
    b"\xdf\xe1\xe3\xe5\xe7\xea\xec\xee\xf0\xf2\xf4\xf6\xf8\xfb\xfd\xff"
)


def packed(colour):
    """Return a colour (green, red, blue) as one number: green << 16 | red << 8 | blue."""
    green, red, blue = colour
    return green << 16 | red << 8 | blue


def faded(colour, level):
    """Return a packed colour at a perceived level from 0 (dark) to 255 (unchanged)."""
    if level == 255:
        return colour
    k = GAMMA[level]
    return ((colour >> 16) * k // 255 << 16) | ((colour >> 8 & 255) * k // 255 << 8) | (colour & 255) * k // 255
