"""The 26 canonical openings, each defined by its first three stones. Source: firmware/docs/openings.md#rules."""

from ..points import name
from ..symmetry import TURNS, image

_SIZE = 15
_CENTRE = 112

# D means direct: stone 2 is orthogonally next to stone 1. I means indirect: it is diagonally next to it. The texts are
# stones 2 and 3, in one of the eight symmetric orientations.
OPENINGS = (
    ("D1", "Kansei", "寒星", "h9h10"),
    ("D2", "Keigetsu", "渓月", "h9i10"),
    ("D3", "Sosei", "疎星", "h9j10"),
    ("D4", "Kagetsu", "花月", "h9i9"),
    ("D5", "Zangetsu", "残月", "h9j9"),
    ("D6", "Ugetsu", "雨月", "h9i8"),
    ("D7", "Kinsei", "金星", "h9j8"),
    ("D8", "Shogetsu", "松月", "h9h7"),
    ("D9", "Kyugetsu", "丘月", "h9i7"),
    ("D10", "Shingetsu", "新月", "h9j7"),
    ("D11", "Zuisei", "瑞星", "h9h6"),
    ("D12", "Sangetsu", "山月", "h9i6"),
    ("D13", "Yusei", "遊星", "h9j6"),
    ("I1", "Chosei", "長星", "i9j10"),
    ("I2", "Kyogetsu", "峡月", "i9j9"),
    ("I3", "Kosei", "恒星", "i9j8"),
    ("I4", "Suigetsu", "水月", "i9j7"),
    ("I5", "Ryusei", "流星", "i9j6"),
    ("I6", "Ungetsu", "雲月", "i9i8"),
    ("I7", "Hogetsu", "浦月", "i9i7"),
    ("I8", "Rangetsu", "嵐月", "i9i6"),
    ("I9", "Gingetsu", "銀月", "i9h7"),
    ("I10", "Myojo", "明星", "i9h6"),
    ("I11", "Shagetsu", "斜月", "i9g7"),
    ("I12", "Meigetsu", "名月", "i9g6"),
    ("I13", "Suisei", "彗星", "i9f6"),
)


def opening_name(moves, size):
    """Return (code, name, kanji) of the opening of a game, such as ("D4", "Kagetsu", "花月").

    Return None for other openings. The 26 openings have stone 1 on the centre, stone 2 next to it, and stone 3 in the
    central 5x5 square.
    """
    if size != _SIZE or len(moves) < 3 or moves[0] != _CENTRE:
        return None
    middle = _SIZE // 2
    for xx, xy, yx, yy in TURNS:
        about_centre = (xx, xy, middle * (1 - xx - xy), yx, yy, middle * (1 - yx - yy))
        second, third = [name(image(about_centre, point, _SIZE), _SIZE) for point in moves[1:3]]
        for code, called, kanji, stones in OPENINGS:
            if stones == second + third:
                return code, called, kanji
    return None
