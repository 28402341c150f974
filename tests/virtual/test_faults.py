"""Tests how the matrix reads with each kind of fault alone."""

import pytest
from tengen.games.points import index, name
from tengen_host.virtual.faults import KINDS, Faults
from tengen_host.virtual.reeds import Reeds
from test_reeds import changes_of

QUIET_US = 10_000  # long after all bounces
ROW_US, SETTLE_US = 27, 25


def at(point):
    return index(point, 15)


def reeds_with(*faults, stones="", seed=0):
    """Reeds with these faults, each (kind, place), and with stones since time 0."""
    broken = Faults(15, 255)
    for fault in faults:
        broken.break_(*fault)
    reeds = Reeds(15, seed, broken)
    for stone in stones.split():
        reeds.put(at(stone), 0)
    return reeds


def drawn(words):
    """A frame as text: the highest row first, `x` for a high column, then the row sense."""
    lines = []
    for row in range(15, -1, -1):
        marks = "".join("x" if words[row] >> column & 1 else "." for column in range(15))
        lines.append(marks + (" |" if words[row] >> 15 & 1 else ""))
    return lines


def frame(reeds, now_us=QUIET_US):
    return reeds.scan(now_us, ROW_US, SETTLE_US)


def seen(reeds, now_us=QUIET_US):
    """The points that a frame shows as closed."""
    words = frame(reeds, now_us)
    return {name(point, 15) for point in range(225) if words[point // 15] >> point % 15 & 1}


def test_the_worst_bounce_opens_and_closes_every_50_us_for_a_millisecond():
    reeds = reeds_with(("worst bounce",))
    reeds.put(at("h8"), 1000)
    changes = changes_of(reeds, 999, 10_000)
    assert changes == list(range(1000, 2001, 50))
    assert [reeds.closed(at("h8"), time) for time in changes] == [True, False] * 10 + [True]
    reeds.lift(at("h8"), 5000)
    assert [reeds.closed(at("h8"), time) for time in range(5000, 6001, 50)] == [False, True] * 10 + [False]


def test_stuck_closed_is_a_stone_that_is_not_there():
    reeds = reeds_with(("stuck closed", "c2"), stones="e5")
    assert seen(reeds) == {"c2", "e5"}
    reeds.put(at("c2"), 20_000)
    reeds.lift(at("c2"), 40_000)
    assert all(reeds.closed(at("c2"), time) for time in range(20_000, 50_000, 10))


def test_stuck_open_is_a_stone_that_nobody_feels():
    assert seen(reeds_with(("stuck open", "c2"), stones="c2 e5")) == {"e5"}


@pytest.mark.parametrize("stones", ["", "c2"])
def test_a_chatterer_closes_and_opens_by_itself_with_a_stone_or_without(stones):
    reeds = reeds_with(("chattering", "c2"), stones=stones)
    changes = changes_of(reeds, QUIET_US, 60_000_000)
    holds = [after - before for before, after in zip(changes, changes[1:], strict=False)]
    assert 1000 <= min(holds) < 3000 and 28_000 < max(holds) <= 30_000
    state = [reeds.closed(at("c2"), time) for time in changes]
    assert state[:2] in ([True, False], [False, True]) and state[::2] == state[:1] * len(state[::2])
    assert all(reeds.closed(at("c2"), time - 1) is not closed for time, closed in zip(changes, state, strict=True))
    assert {frozenset(seen(reeds, time)) for time in range(0, 1_000_000, 2000)} == {frozenset(), frozenset({"c2"})}


def test_a_chatterer_does_the_same_for_the_same_seed_and_point_only():
    def flips(point, seed):
        return changes_of(reeds_with(("chattering", point), seed=seed), 0, 1_000_000)

    assert flips("c2", 5) == flips("c2", 5)
    assert flips("c2", 5) != flips("c2", 6) != flips("d2", 6)


# stones on three corners of a rectangle; S is on the shorted diode; the ghost is on the fourth corner
GHOST = """
...............
...............
...............
...............
...............
...............
...............
....x....G.....
...............
...............
...............
...............
....S....x.....
...............
...............
"""


def test_a_shorted_diode_makes_a_ghost_at_the_fourth_corner():
    stones = [
        name((14 - line) * 15 + column, 15)
        for line, marks in enumerate(GHOST.split())
        for column, mark in enumerate(marks)
        if mark in "xS"
    ]
    assert stones == ["e8", "e3", "j3"]
    sound = [line.replace("S", "x").replace("G", ".") + " |" for line in GHOST.split()]
    ghost = [line.replace("S", "x").replace("G", "x") + " |" for line in GHOST.split()]
    wired_shut = "x" * 15 + " |"
    assert drawn(frame(reeds_with(stones=" ".join(stones)))) == [wired_shut, *sound]
    broken = reeds_with(("shorted diode", "e3"), stones=" ".join(stones))
    assert drawn(frame(broken)) == [wired_shut, *ghost]
    assert frame(broken)[16] == 0
    # a shorted diode conducts only while its reed is closed
    assert seen(reeds_with(("shorted diode", "e3"), stones="e8 j3")) == {"e8", "j3"}
    assert seen(reeds_with(("shorted diode", "j3"), stones=" ".join(stones))) == set(stones)


def test_ghosts_go_on_from_one_shorted_diode_to_the_next():
    stones = "a1 a2 b2 b3 c3"
    assert seen(reeds_with(("shorted diode", "a2"), stones=stones)) == set(stones.split()) | {"b1"}
    both = reeds_with(("shorted diode", "a2"), ("shorted diode", "b3"), stones=stones)
    assert seen(both) == set(stones.split()) | {"b1", "c1", "c2"}


def test_a_dead_row_drives_nothing_and_its_sense_says_so():
    words = frame(reeds_with(("dead row", "7"), stones="c7 d8"))
    assert words == [*[0x8000] * 6, 0, 0x8008, *[0x8000] * 7, 0xFFFF, 0]
    assert frame(reeds_with(("dead row", "16")))[15] == 0


def test_a_line_that_is_broken_on_its_way_has_lost_what_lies_beyond():
    words = frame(reeds_with(("broken row", "f7"), stones="f7 g7 f8"))
    assert words[6] == 1 << 5, "f7, and neither g7 nor the row sense"
    assert words[7] == 1 << 5 | 1 << 15
    words = frame(reeds_with(("broken column", "d6"), stones="d6 d7 e7"))
    assert words[5] >> 3 & 1 and not words[6] >> 3 & 1 and words[6] >> 4 & 1
    assert not words[15] >> 3 & 1, "nor does it answer to the always-closed row"


def test_a_dead_column_hears_nothing_not_even_the_wired_shut_row():
    words = frame(reeds_with(("dead column", "C"), stones="c7 d7"))
    assert words == [*[0x8000] * 6, 0x8008, *[0x8000] * 8, 0xFFFB, 0]
    assert frame(reeds_with(("dead column", "sense"), stones="c7")) == [*[0] * 6, 4, *[0] * 8, 0x7FFF, 0]


def test_swapped_rows_and_columns_are_read_one_for_the_other():
    assert seen(reeds_with(("swapped rows", "3 7"), stones="c7 d3 e5")) == {"c3", "d7", "e5"}
    assert seen(reeds_with(("swapped columns", "E c"), stones="c7 d3 e5")) == {"e7", "d3", "c5"}
    words = frame(reeds_with(("swapped rows", "16 2"), ("swapped columns", "a sense"), stones="c2"))
    assert words == [1, 0xFFFF, *[1] * 13, 5, 0], "the row and the column that are always closed too"
    # two swaps apply one after the other
    assert seen(reeds_with(("swapped rows", "3 7"), ("swapped rows", "7 9"), stones="a3 b7 c9")) == {"a7", "b9", "c3"}


def test_of_two_rows_that_touch_neither_gets_high():
    reeds = reeds_with(("shorted rows", "4 3"), stones="c3 d4 e5")
    assert frame(reeds) == [0x8000, 0x8000, 0, 0, 0x8010, *[0x8000] * 10, 0xFFFF, 0]
    assert reeds.columns(0b1100, QUIET_US) == 0x800C, "but both do where both are driven"


def test_two_columns_that_touch_are_read_as_one():
    reeds = reeds_with(("shorted columns", "d c"), stones="c3 d4 e5")
    assert seen(reeds) == {"c3", "d3", "c4", "d4", "e5"}
    assert frame(reeds)[15:] == [0xFFFF, 0]
    assert seen(reeds_with(("shorted columns", "c sense"), stones="h8")) == {f"c{row}" for row in range(1, 16)} | {"h8"}


def test_a_sticking_reed_opens_late():
    spans = set()
    for seed in range(50):
        reeds = reeds_with(("sticking reed", "c2"), stones="c2 d2", seed=seed)
        reeds.lift(at("c2"), 1_000_000)
        reeds.lift(at("d2"), 1_000_000)
        assert seen(reeds, 1_300_000) == {"c2"}
        stuck = [time for time in range(1_000_000, 3_000_000, 1000) if reeds.closed(at("c2"), time)]
        spans.add(stuck[-1] // 1000 - 1000)
        assert seen(reeds, 2_600_000) == set() and reeds.next_change_us(2_600_000) is None
    assert min(spans) >= 399 and max(spans) <= 1501 and len(spans) > 30
    reeds.put(at("c2"), 4_000_000)
    reeds.lift(at("c2"), 5_000_000)
    reeds.put(at("c2"), 5_100_000)
    assert seen(reeds, 5_102_000) == {"c2"} == seen(reeds, 7_000_000), "it is a stone again"


def test_slow_lines_show_a_row_in_the_next_and_the_wired_shut_one_at_the_end():
    reeds = reeds_with(("slow lines",), stones="c7")
    # in 60 us, the two rows before are still visible: they ended 25 us and 52 us ago
    assert frame(reeds) == [*[0x8000] * 6, 0x8004, 0x8004, 0x8004, *[0x8000] * 6, 0xFFFF, 0xFFFF]
    # with these longer times the fault has no effect
    assert reeds.scan(QUIET_US, 65, 61) == reeds_with(stones="c7").scan(QUIET_US, 65, 61)
    # with times that are only slightly longer, one row is late
    assert reeds.scan(QUIET_US, 40, 38) == [*[0x8000] * 6, 0x8004, 0x8004, *[0x8000] * 7, 0xFFFF, 0xFFFF]


def test_sound_lines_have_fallen_before_the_next_row_is_read():
    reeds = reeds_with(stones="c7")
    assert reeds.scan(QUIET_US, 10, 8)[7] == 0x8000
    assert reeds.scan(QUIET_US, 9, 7)[7] == 0x8004


def test_a_weak_magnet_loses_its_stone_for_3_ms_now_and_then():
    reeds = reeds_with(("weak magnet", "c2"), stones="c2 d2")
    lost = changes_of(reeds, QUIET_US, 60_000_000)
    if not reeds.closed(at("c2"), QUIET_US):
        lost = lost[1:]
    begins, ends = lost[::2], lost[1::2]
    assert all(end - begin == 3000 for begin, end in zip(begins, ends, strict=False))
    pauses = [after - before for before, after in zip(begins, begins[1:], strict=False)]
    assert 300_000 <= min(pauses) < 400_000 and 900_000 < max(pauses) <= 1_000_000
    for begin in begins[:5]:
        assert seen(reeds, begin - 600) == {"c2", "d2"} == seen(reeds, begin + 3000)
        assert seen(reeds, begin) == seen(reeds, begin + 2500) == {"d2"}
    reeds.lift(at("c2"), 61_000_000)
    assert reeds.next_change_us(61_010_000) is None, "without a stone there is none to lose"


@pytest.mark.parametrize(("point", "neighbour"), [("c2", "d2"), ("o2", "n2")])
def test_crosstalk_closes_the_next_reed_for_30_to_50_ms(point, neighbour):
    spans = set()
    for seed in range(50):
        reeds = reeds_with(("crosstalk", point), seed=seed)
        reeds.put(at(point), 0)
        ghost = [time for time in range(0, 60_000, 500) if reeds.closed(at(neighbour), time)]
        assert ghost == list(range(0, ghost[-1] + 1, 500)) and 29_500 <= ghost[-1] <= 50_000
        spans.add(ghost[-1])
        assert seen(reeds, 60_000) == {point}
        reeds.lift(at(point), 100_000)
        assert seen(reeds, 102_000) == set()
    assert len(spans) > 10


def test_crosstalk_does_not_move_a_stone_that_lies_next():
    reeds = reeds_with(("crosstalk", "c2"), stones="d2")
    reeds.put(at("c2"), QUIET_US)
    assert all(reeds.closed(at("d2"), time) for time in range(QUIET_US, 100_000, 100))


def test_a_broken_led_darkens_the_chain_from_there_on():
    faults = Faults(15, 255)
    frame = bytes(range(1, 256)) * 3
    assert faults.seen(frame) == frame and faults.broken_led is None
    faults.break_("broken LED", "7")
    faults.break_("broken LED", "200")
    assert faults.seen(frame) == frame[:21] + bytes(744)
    faults.mend("broken LED", "7")
    assert faults.broken_led == 200


def test_the_supply_sags_to_what_is_said():
    faults = Faults(15, 255)
    assert faults.supply_mv == 5000
    faults.break_("sagging supply")
    assert faults.supply_mv == 4000
    faults.break_("sagging supply", "3600")
    assert faults.supply_mv == 3600 and len(faults.active()) == 1
    faults.mend("sagging supply")
    assert faults.supply_mv == 5000


def test_what_is_broken_is_listed_and_what_is_mended_is_gone_from_the_matrix_too():
    faults = Faults(15, 255)
    reeds = Reeds(15, 0, faults)
    assert seen(reeds) == set()
    faults.break_("stuck closed", "H9")
    faults.break_("stuck closed", "h9")
    faults.break_("stuck closed", "a1")
    faults.break_("dead row", 7)
    assert faults.active() == [
        {"kind": "stuck closed", "at": "h9"},
        {"kind": "stuck closed", "at": "a1"},
        {"kind": "dead row", "at": "7"},
    ]
    faults.break_("swapped rows", "09 1")
    assert faults.active()[-1] == {"kind": "swapped rows", "at": "1 9"}
    assert faults.pairs("swapped rows") == [(0, 8)] and seen(reeds) == {"h1", "a9"}
    faults.mend("swapped rows", "9 1")
    assert seen(reeds) == {"h9", "a1"}
    faults.mend("stuck closed", "A1")
    assert seen(reeds) == {"h9"}
    faults.mend("stuck closed")
    faults.mend("dead row", "7")
    assert faults.active() == [] and frame(reeds) == frame(Reeds(15))


NONSENSE = [
    ("explode", None, "'explode' is not a fault: worst bounce, stuck closed, "),
    ("", None, "'' is not a fault"),
    ("stuck closed", None, "stuck closed needs a place, like h9"),
    ("stuck closed", "z99", "'z99' is not a point"),
    ("stuck closed", "a16", "is not a point of this board: write a letter and a number, a1 to o15"),
    ("stuck closed", "", "is not a point"),
    ("slow lines", "h8", "slow lines has no place"),
    ("dead row", "0", "'0' is not a place for dead row: write a number from 1 to 16"),
    ("dead row", "17", "1 to 16"),
    ("dead row", "-1", "1 to 16"),
    ("dead row", "²", "1 to 16"),
    ("dead row", "9" * 5000, "1 to 16"),
    ("dead column", "p", "'p' is not a column: write a to o, or sense"),
    ("dead column", "ab", "is not a column"),
    ("broken LED", "255", "0 to 254"),
    ("sagging supply", "9000", "0 to 5500"),
    ("shorted rows", None, "shorted rows needs a place, like 3 4"),
    ("shorted rows", "3", "'3' is not a place for shorted rows: write two numbers or letters, like 3 4"),
    ("shorted rows", "3 3", "'3 3' is not a place for shorted rows"),
    ("swapped rows", "3 4 5", "'3 4 5' is not a place for swapped rows"),
    ("swapped rows", "3 17", "'17' is not a place for swapped rows: write a number from 1 to 16"),
    ("swapped columns", "c p", "'p' is not a column"),
    ("shorted columns", "", "'' is not a place for shorted columns: write two numbers or letters, like c d"),
    ("shorted columns", "c " * 5000, "is not a place for shorted columns"),
]


@pytest.mark.parametrize(("kind", "place", "words"), NONSENSE)
def test_nonsense_is_refused_in_words_and_breaks_nothing(kind, place, words):
    faults = Faults(15, 255)
    with pytest.raises(ValueError, match=words) as error:
        faults.break_(kind, place)
    assert len(str(error.value)) < 350
    assert faults.active() == [] and faults.version == 0


def test_what_is_whole_can_not_be_mended():
    faults = Faults(15, 255)
    faults.break_("dead row", "7")
    for kind, place, words in (
        ("slow lines", None, "there is nothing to repair: the board has no slow lines"),
        ("dead row", "8", "there is nothing to repair: the board has no dead row at '8'"),
        ("dead row", "99", "1 to 16"),
        ("explode", None, "is not a fault"),
    ):
        with pytest.raises(ValueError, match=words):
            faults.mend(kind, place)
    assert faults.active() == [{"kind": "dead row", "at": "7"}]


def test_every_kind_says_what_it_needs_and_what_it_does():
    assert len(KINDS) == 19
    for key, kind in KINDS.items():
        assert kind.name == key and kind.words
        assert kind.at in ("nothing", "point", "row", "column", "rows", "columns", "pixel", "mV")
