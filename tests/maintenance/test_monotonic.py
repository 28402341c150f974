"""The board's time never goes back, and loses no time."""

from portable import seeded
from tengen.maintenance.monotonic import Monotonic


class Clock:
    ms = 0

    def now(self):
        return self.ms


def test_time_goes_on_and_never_back_and_each_step_back_is_told():
    chance, clock, told = seeded(5), Clock(), []
    time = Monotonic(clock, told.extend)
    before = time.now()
    for _ in range(500):
        step = (0, 1, 20, 300, -1, -4000)[chance(6)]
        clock.ms += step
        now = time.now()
        assert now - before == max(0, step)
        assert [event["why"]["number"] for event in told] == ([-step] if step < 0 else [])
        told.clear()
        before = now


def test_ticks_are_due_at_a_period_and_missed_ones_are_not_made_up_for():
    clock = Clock()
    time, waits = Monotonic(clock, None), []
    for took in (3, 0, 19, 21, 70, 0, 0):
        time.now()
        waits.append(time.left(20))
        clock.ms += waits[-1] + took  # the tick itself and other work take time
    assert waits == [20, 17, 20, 1, 0, 0, 20]
