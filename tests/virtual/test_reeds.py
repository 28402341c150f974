"""The reeds as the matrix reads them: bounce, diodes, the row and the column of always-closed contacts."""

from hypothesis import given
from hypothesis import strategies as st
from tengen_host.virtual.reeds import Reeds

QUIET_US = 10_000  # long after all bounces


def test_an_empty_board_reads_only_the_row_sense_and_the_wired_shut_row():
    reeds = Reeds(15)
    for row in range(15):
        assert reeds.columns(1 << row, 0) == 0x8000
    assert reeds.columns(1 << 15, 0) == 0xFFFF
    assert reeds.columns(0, 0) == 0


def test_a_stone_reads_in_its_own_row_and_column_only():
    reeds = Reeds(15)
    reeds.put(3 * 15 + 5, 0)
    assert [reeds.columns(1 << row, QUIET_US) & 0x7FFF for row in range(15)] == [0, 0, 0, 1 << 5] + [0] * 11


def test_three_corners_of_a_rectangle_make_no_ghost_at_the_fourth():
    reeds = Reeds(15)
    for row, column in ((2, 4), (2, 9), (7, 4)):
        reeds.put(row * 15 + column, 0)
    assert reeds.columns(1 << 7, QUIET_US) & 0x7FFF == 1 << 4


def changes_of(reeds, since_us, until_us):
    """The times when a contact may change by itself."""
    times = []
    while (next_us := reeds.next_change_us(times[-1] if times else since_us)) is not None and next_us < until_us:
        times.append(next_us)
    return times


@given(st.integers(0, 2**32), st.booleans())
def test_a_reed_bounces_for_half_to_one_millisecond_and_then_rests(seed, lifted):
    reeds = Reeds(15, seed)
    reeds.put(112, 1000)
    if lifted:
        reeds.lift(112, 20_000)
    begin = 20_000 if lifted else 1000
    assert reeds.closed(112, begin - 1) is lifted
    changes = changes_of(reeds, begin - 1, begin + 10_000)
    assert changes[0] == begin and len(changes) % 2 == 1 and len(changes) >= 5
    assert 20 < changes[-1] - begin < 1000
    state = [reeds.closed(112, time) for time in changes]
    expected = [number % 2 == int(lifted) for number in range(len(changes))]
    assert state == expected, "each change is one"
    assert reeds.closed(112, begin + 1000) is not lifted
    assert reeds.next_change_us(begin + 1000) is None


def test_a_stone_that_lies_there_does_not_bounce_again():
    reeds = Reeds(15)
    reeds.put(0, 0)
    reeds.put(0, 50_000)
    assert reeds.next_change_us(49_999) is None
    assert reeds.closed(0, 50_001)


def test_a_scan_is_each_row_by_itself_and_then_all_low():
    reeds = Reeds(15)
    for point in (0, 16, 224):
        reeds.put(point, 0)
    words = reeds.scan(QUIET_US, 27, 25)
    assert words == [0x8001, 0x8002, *[0x8000] * 12, 0xC000, 0xFFFF, 0]


@given(st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 224), st.integers(0, 3000)), max_size=20))
def test_a_scan_reads_each_row_when_its_turn_comes(seed, hands):
    """A scan's cache has no effect: each row reads the same as columns() at the row's own time."""
    reeds, twin = Reeds(15, seed), Reeds(15, seed)
    now = 0
    for point, pause in hands:
        for each in (reeds, twin):
            (each.lift if each.closed(point, now + 5000) else each.put)(point, now)
        for later in (pause // 2, pause):
            at = now + later
            expected = [twin.columns(1 << row, at + 27 * (row + 1)) for row in range(16)]
            assert reeds.scan(at, 27, 25) == [*expected, 0]
        now += pause
