"""A board's counters count the right events, and the flash returns exactly the stored values, or nothing."""

from array import array

from portable import raises
from tengen.codes import Refused, coded
from tengen.sensing.health import Health
from tengen.sensing.watch import Watch

SOUND = [0x8000] * 15 + [0xFFFF, 0, 0]


class Bench:
    """A watch with one reed that is closed and opened, and the Health that follows the watch."""

    def __init__(self, point):
        self.point = point
        self.watch = Watch(15, (1, 10), (4, 10), 10)
        self.health = Health(15, 2)
        self.frame = array("I", SOUND)

    def toggle(self, frames):
        self.frame[self.point // 15] ^= 1 << self.point % 15
        for _ in range(frames):
            self.watch.look(self.frame)
            self.watch.take()
            self.health.touch(self.watch.words)
        return self

    def row(self):
        self.health.follow(self.watch, self.point // 15)
        return self.health.row(self.point // 15)


def test_a_stone_is_one_closure_and_no_flicker():
    assert Bench(112).toggle(30).row() == {112: (1, 0, 0)}


def test_bounces_and_dropouts_are_flickers_and_the_longest_is_kept_in_ms():
    bench = Bench(17).toggle(1).toggle(1).toggle(10)
    assert bench.row() == {17: (1, 1, 2)}
    bench.toggle(4).toggle(10)
    assert bench.row() == {17: (1, 2, 8)}
    bench.toggle(30).toggle(30)
    assert bench.row() == {17: (2, 2, 8)}


def test_a_touch_may_be_counted_before_its_closing_is():
    bench = Bench(0)
    bench.health.touch(array("I", [1] + [0] * 14))
    assert bench.row() == {0: (1, 0, 0)}
    bench.toggle(30)
    assert bench.row() == {0: (1, 0, 0)}


def worn():
    health = Health(15, 2)
    for point in range(225):
        health.closures[point] = 70_000 * point
        health.flickers[point] = 290 * point
        health.longest[point] = point
    return health


def test_flash_gives_back_what_was_put_there():
    kept = Health(15, 2)
    kept.load(worn().dump())
    assert list(kept.closures) == list(worn().closures)
    assert list(kept.flickers) == list(worn().flickers) and kept.longest == worn().longest
    assert len(worn().dump()) < 1600, "a few blocks of flash"


def test_what_is_damaged_or_something_else_is_refused_and_changes_nothing():
    data = worn().dump()
    spoilt = bytearray(data)
    spoilt[500] ^= 4
    other = coded("device.other_counters", number=15)
    for wrong, why in (
        (b"", other),
        (data[:-1], other),
        (data + b"x", other),
        (Health(9, 2).dump(), other),
        (b"TH2" + data[3:], other),
        (bytes(spoilt), coded("device.checksum")),
    ):
        health = Health(15, 2)
        assert raises(Refused, health.load, wrong) == why
        assert not any(health.closures) and not any(health.flickers) and not any(health.longest)


def test_the_watchs_counters_may_begin_anew():
    health, watch = Health(15, 2), Watch(15, (1, 10), (4, 10), 10)
    watch.reeds[15] = 65_535
    # two rounds, because in the first round not all reeds are closed: that would be too many at once
    for _ in range(2):
        health.touch(array("I", [1] + [0] * 14))
        health.touch(array("I", [0] * 15))
    health._closings[0] = 65_535
    health.touch(array("I", [1] + [0] * 14))
    watch.reeds[15] = 3
    health.follow(watch, 0)
    assert health.closures[0] == 3 and health.flickers[0] == 3


def test_flickers_stay_at_the_most_that_fits():
    health, watch = Health(15, 2), Watch(15, (1, 10), (4, 10), 10)
    health.flickers[0] = 65_530
    watch.reeds[15] = 100
    health.follow(watch, 0)
    assert health.flickers[0] == 65_535
