"""The openings as tables of steps. Source: firmware/docs/openings.md#rules and firmware/docs/openings.md#other-games.

session/opening.py executes the tables. registry.py has the openings of each game. A table is a tuple of steps:

    ("stone", who, zone)             `who` places the next stone, in `zone`
    ("choose", who, ask, options)    `who` takes an option: (word, effect, label to go to, or None for the next step)
    ("offer", n)                     FIRST offers n tentative fifths; 0: the declared number
    ("keep",)                        SECOND picks one of the offers
    ("label", name)                  a target for options
    ("end",)                         the opening is over; the colour to move continues the game

FIRST is the colour that begins the game, SECOND the other one. `who` is a seat (P1 or P2); or FIRST or SECOND: the seat
that has this colour at that step; or OPPONENT: the opponent of the seat that acted last. `ask` is one of these, with
the words of its options: "swap" ("no swap", "swap"), "side" (a colour, or "add": two more stones), "fifths" ("1", "2"
...), "way" ("1": a fifth stone, "10": ten offers). An effect is None, "swap", FIRST or SECOND (the player takes this
side; option_words() has the colour's name), or ("fifths", n). A zone is None, or ("square", n) or ("outside", n):
inside or outside the central square of n by n points.
"""

from tengen.codes import Refused, coded

from . import COLOUR_NAMES, opponent

P1, P2 = "p1", "p2"  # P1 places the first stone, and plays the colour FIRST until a player swaps
FIRST, SECOND = "first", "second"
OPPONENT = "opponent"

MOST_FIFTHS = 15 * 15 - 4  # the empty points when four stones are on the board

FIFTHS = {"rif": 2, "swap": 2, "yamaguchi": 12, "soosyrv-8": 8, "taraguchi-10": 10}

_CENTRE = ("square", 1)
_SQUARE_9 = ("square", 9)
_ZONES = (("square", 3), ("square", 5), ("square", 7))  # the zones of stones 2, 3 and 4
_SUPER_ZONES = (("square", 5), ("square", 7), _SQUARE_9)

_NO_SWAP = ("no swap", None, None)
_SWAP = ("choose", OPPONENT, "swap", (_NO_SWAP, ("swap", "swap", None)))
_TAKE_SECOND = (SECOND, SECOND, "sides taken")
_TAKE_FIRST = (FIRST, FIRST, "sides taken")
_SECOND_ANYWHERE = ("stone", SECOND, None)
_KEEP = ("keep",)
_CHOICE = (("offer", 2), _KEEP)
_END = ("end",)


def table(name, fifths=0, fixed=False, small=False):
    """Return the steps of an opening, with the parameters of firmware/docs/openings.md#rules.

    `fifths`: the number of tentative fifths, or the maximum if a player declares the number; 0 means the opening's own
    number. `fixed`: True if the number is always `fifths`, so that no player declares it. `small`: True to use the
    super zones: 5x5, 7x7 and 9x9 for stones 2 to 4. Parameters that an opening does not use are ignored. Raises
    ValueError for an unknown name or an impossible number.
    """
    if not 0 <= fifths <= MOST_FIFTHS:
        raise Refused(coded("device.fifths_range", text=fifths, most=MOST_FIFTHS))
    fifths = fifths or FIFTHS.get(name, 0)
    zones = _SUPER_ZONES if small else _ZONES
    if name == "free":
        return (_END,)
    if name in ("free centre", "centre"):
        return (("stone", P1, _CENTRE), _END)
    if name == "pro":
        return _pro(5) + (_END,)
    if name == "long pro":
        return _pro(7) + (_END,)
    if name == "black's choice":
        return _pro(5) + (_SECOND_ANYWHERE,) + _CHOICE + (_SECOND_ANYWHERE,) + _CHOICE + (_END,)
    if name == "swap-3rd":
        return _swap_3rd()
    if name == "swap-2":
        return _swap_2()
    if name == "swap-5":
        return _each_with_swap((None,) * 5) + (_END,)
    if name == "tarannikov":
        return _each_with_swap((_CENTRE,) + zones + (_SQUARE_9,)) + (_END,)
    if name == "taraguchi-10":
        return _taraguchi(zones, fifths)
    offer = ("offer", fifths if fixed else 0)
    if name == "swap":
        return _three(zones, P2) + (_SWAP, _SECOND_ANYWHERE, ("offer", fifths), _KEEP, _END)
    three = _three(zones, P1)
    if name == "rif":
        return three + (_SWAP, _SECOND_ANYWHERE, ("offer", fifths), _KEEP, _END)
    if name == "yamaguchi":
        declared = () if fixed else (_declare(P1, fifths),)
        return three + declared + (_SWAP, _SECOND_ANYWHERE, offer, _KEEP, _END)
    if name == "soosyrv-8":
        declared = () if fixed else (_declare(SECOND, fifths),)
        return three + (_SWAP, _SECOND_ANYWHERE) + declared + (_SWAP, offer, _KEEP, _END)
    raise ValueError("no opening %r" % name)


def _three(zones, second):
    return (("stone", P1, _CENTRE), ("stone", second, zones[0]), ("stone", P1, zones[1]))


def _declare(who, most):
    return ("choose", who, "fifths", tuple((str(n), ("fifths", n), None) for n in range(1, most + 1)))


def _each_with_swap(zones):
    steps = []
    for number, zone in enumerate(zones):
        steps += [("stone", SECOND if number % 2 else FIRST, zone), _SWAP]
    return tuple(steps)


def _taraguchi(zones, fifths):
    if fifths == 1:
        raise Refused(coded("device.fifths_two"))
    return _each_with_swap((_CENTRE,) + zones[:2]) + (
        ("stone", SECOND, zones[2]),
        ("choose", OPPONENT, "swap", (_NO_SWAP, ("swap", "swap", "one fifth"))),
        ("choose", FIRST, "way", (("1", None, "one fifth"), (str(fifths), None, None))),
        ("offer", fifths),
        _KEEP,
        _END,
        ("label", "one fifth"),
        ("stone", FIRST, _SQUARE_9),
        _SWAP,
        _END,
    )


def _swap_2():
    return (
        ("stone", P1, None),
        ("stone", P1, None),
        ("stone", P1, None),
        ("choose", P2, "side", (_TAKE_SECOND, _TAKE_FIRST, ("add", None, None))),
        ("stone", P2, None),
        ("stone", P2, None),
        ("choose", P1, "side", (_TAKE_SECOND, _TAKE_FIRST)),
        ("label", "sides taken"),
        _END,
    )


def _swap_3rd():
    # Connect6: the first turn has one stone, each other turn two
    middle, anywhere = ("stone", P2, ("square", 5)), ("stone", P1, None)
    return (("stone", P1, _CENTRE), middle, middle, anywhere, anywhere, _SWAP, _END)


def _pro(width):
    return (("stone", P1, _CENTRE), ("stone", P2, None), ("stone", P1, ("outside", width)))


def option_words(options, first):
    """Return the words of a decision's options. The word of a side is its colour. `first`: the colour that begins."""
    names = {FIRST: COLOUR_NAMES[first], SECOND: COLOUR_NAMES[opponent(first)]}
    return tuple([names.get(word, word) for word, _, _ in options])


def passes_after(name):
    """Return the number of stones that must be placed before a turn may be passed.

    No pass is allowed in an opening, and in tournament openings none before stone 6 (firmware/docs/rules.md#play).
    """
    return {"free": 1, "centre": 1, "free centre": 1, "pro": 3, "long pro": 3, "black's choice": 7}.get(name, 5)


def in_zone(zone, point, size):
    """Whether a point is in a zone."""
    if zone is None:
        return True
    kind, width = zone
    low = (size - width) // 2
    inside = low <= point % size < low + width and low <= point // size < low + width
    return inside == (kind == "square")


def zone_points(zone, size):
    """Return the points of a zone, lowest first; None if the zone is the whole board."""
    if zone is None:
        return None
    return tuple([point for point in range(size * size) if in_zone(zone, point, size)])


def zone_refusal(zone, number):
    """Return the reason that refuses a stone with this number outside its zone (codes.coded)."""
    kind, width = zone
    if kind == "outside":
        return coded("refused.zone_outside", number=number, width=width)
    if width == 1:
        return coded("refused.zone_centre", number=number)
    return coded("refused.zone_within", number=number, width=width)
