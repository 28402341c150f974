"""The openings' parameters, zones and passes. Source: firmware/docs/rules.md#play, firmware/docs/openings.md#rules."""

from portable import raises
from tengen.codes import coded
from tengen.games import registry
from tengen.games.openings import passes_after, table, zone_points, zone_refusal
from tengen.games.points import names

P1_FIRST_THREE = ["square 1", "square 3", "square 5"]


def zones(name, **parameters):
    """Return the zones of an opening's stones, in the order of its table."""
    steps = [step for step in table(name, **parameters) if step[0] == "stone"]
    return [zone if zone is None else "%s %d" % zone for _, _, zone in steps]


def declared(name, **parameters):
    """Return the words of the choice of fifths, or None if there is none."""
    for step in table(name, **parameters):
        if step[0] == "choose" and step[2] == "fifths":
            return [word for word, _, _ in step[3]]
    return None


def offered(name, **parameters):
    """Return the number of fifths that are offered: 0 means the declared number, None means no offer."""
    for step in table(name, **parameters):
        if step[0] == "offer":
            return step[1]
    return None


def counted(most):
    return [str(n) for n in range(1, most + 1)]


def test_the_openings_in_their_order():
    openings = registry.openings("renju")
    assert len(openings) == 11 and openings[0] == "free centre" and openings[-1] == "long pro"
    for name in openings:
        assert table(name)[-1] == ("end",)


def test_zones():  # firmware/docs/openings.md#rules
    for name in ("rif", "swap", "yamaguchi", "soosyrv-8"):
        assert zones(name) == P1_FIRST_THREE + [None]
    assert zones("free centre") == ["square 1"]
    assert zones("taraguchi-10") == zones("tarannikov") == P1_FIRST_THREE + ["square 7", "square 9"]
    assert zones("swap-2") == zones("swap-5") == [None] * 5
    assert zones("pro") == ["square 1", None, "outside 5"]
    assert zones("long pro") == ["square 1", None, "outside 7"]


def test_super_zones():  # firmware/docs/openings.md#rules: stone 2 in 5x5, stone 3 in 7x7, stone 4 in 9x9
    three = ["square 1", "square 5", "square 7"]
    for name in ("rif", "swap", "yamaguchi", "soosyrv-8"):
        assert zones(name, small=True) == three + [None]
    for name in ("taraguchi-10", "tarannikov"):
        assert zones(name, small=True) == three + ["square 9", "square 9"]
    for name in ("free centre", "swap-2", "swap-5", "pro", "long pro"):
        assert table(name, small=True) == table(name)


def test_fifths_that_are_declared():  # Yamaguchi allows up to 12 fifths, Soosyrv up to 8
    for name, most in (("yamaguchi", 12), ("soosyrv-8", 8)):
        assert declared(name) == counted(most) and offered(name) == 0
        assert declared(name, fifths=5) == counted(5) and offered(name, fifths=5) == 0
        assert declared(name, fifths=1) == ["1"]
        assert declared(name, fifths=15) == counted(15)


def test_a_fixed_number_is_not_declared():  # firmware/docs/openings.md#rules: some events fix the number of fifths
    for name, own in (("yamaguchi", 12), ("soosyrv-8", 8)):
        assert declared(name, fifths=3, fixed=True) is None
        assert offered(name, fifths=3, fixed=True) == 3
        assert offered(name, fixed=True) == own


# firmware/docs/openings.md#rules: RIF and Swap have 2 fifths, Taraguchi-10 has 10
def test_fifths_that_are_not_declared():
    for name, own in (("rif", 2), ("swap", 2), ("taraguchi-10", 10)):
        for fixed in (False, True):
            assert declared(name, fixed=fixed) is None
            assert offered(name, fixed=fixed) == own
            assert offered(name, fifths=6, fixed=fixed) == 6
    ways = [step for step in table("taraguchi-10", fifths=6) if step[0] == "choose" and step[2] == "way"]
    assert [word for word, _, _ in ways[0][3]] == ["1", "6"]


def test_openings_without_offers():
    for name in ("free centre", "tarannikov", "swap-2", "swap-5", "pro", "long pro"):
        assert offered(name) is None and declared(name) is None
        assert table(name, fifths=3, fixed=True) == table(name)


def test_what_is_no_opening():
    assert raises(ValueError, table, "gomoku") == "no opening 'gomoku'"
    for fifths in (-1, 222):
        assert raises(ValueError, table, "rif", fifths) == coded("device.fifths_range", text=fifths, most=221)
    assert raises(ValueError, table, "taraguchi-10", 1) == coded("device.fifths_two")


# firmware/docs/openings.md#rules: the squares are g7-i9, f6-j10, e5-k11 and d4-l12
def test_the_zones_are_squares_in_the_middle():
    assert names(zone_points(("square", 1), 15), 15) == ["h8"]
    assert names(zone_points(("square", 3), 15), 15) == ["g7", "h7", "i7", "g8", "h8", "i8", "g9", "h9", "i9"]
    for width, low, high in ((5, "f6", "j10"), (7, "e5", "k11"), (9, "d4", "l12")):
        points = zone_points(("square", width), 15)
        assert len(points) == width * width
        assert names((points[0], points[-1]), 15) == [low, high]


def test_outside_a_square():
    for width in (5, 7):
        inside, outside = zone_points(("square", width), 15), zone_points(("outside", width), 15)
        assert sorted(inside + outside) == list(range(225))
    assert "e5" in names(zone_points(("outside", 5), 15), 15)
    assert "e5" not in names(zone_points(("outside", 7), 15), 15)


def test_the_whole_board_is_no_zone():
    assert zone_points(None, 15) is None


def test_a_zone_on_another_board():
    assert names(zone_points(("square", 3), 5), 5) == ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]


def test_why_a_stone_may_not_lie_outside_of_a_zone():
    assert zone_refusal(("square", 1), 1) == coded("refused.zone_centre", number=1)
    assert zone_refusal(("square", 5), 3) == coded("refused.zone_within", number=3, width=5)
    assert zone_refusal(("outside", 7), 3) == coded("refused.zone_outside", number=3, width=7)


def test_when_a_turn_may_be_passed():  # firmware/docs/rules.md#play
    assert passes_after("free centre") == 1
    assert passes_after("pro") == passes_after("long pro") == 3
    for name in registry.openings("renju")[1:9]:
        assert passes_after(name) == 5, name
