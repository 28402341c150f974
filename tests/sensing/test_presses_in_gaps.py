"""Buttons while no frame comes, as during an erase of the flash. Their pins' edge latches show the presses.

The model below follows the data sheets. An edge is latched until it is cleared (RP2040, 2.19.6.1). With the interrupts
off, an erase takes 45 to 400 ms, and a page takes 0.4 to 3 ms (W25Q16JV, 9.6). The frame that was requested before such
a gap is read at the beginning of the gap, and handled at the end of the gap. A write of a file consists of several gaps
in a row, and the app waits for the write.
"""

from array import array

from portable import seeded
from tengen.sensing.buttons import HOLD_MS, Buttons
from tengen.sensing.kernels import EDGES_SHIFT
from tengen.sensing.watch import Watch

FRAME_US, SAMPLE_US, LATE_US, TICK_US = 2000, 1800, 5000, 20_000
BOUNCE_US = 4000
END_US = 20_000_000
NAMES = ("p1", "p2", "arbiter")
QUIET_US = 60_000  # us between two presses, and between a press and the next write
SLACK_MS = 60  # a release is known 20 ms later, at a tick


class Hand:
    """The level of a button over time. The contact changes, with bounces, at times in us."""

    def __init__(self):
        self.presses = []  # (begin, end) in us
        self._changes = [(0, 0)]

    def press(self, number, begin, end):
        self.presses.append((begin, end))
        for at, level in ((begin, 1), (end, 0)):
            times = sorted([at + 1 + number(BOUNCE_US) for _ in range(2 * number(4))])
            self._changes += [(at, level)] + [(time, (level + 1 + bounce) % 2) for bounce, time in enumerate(times)]

    def level(self, at):
        """Return the level at a time. Later calls may not use an earlier time, which is checked."""
        changes = self._changes
        while len(changes) > 1 and changes[1][0] <= at:
            changes.pop(0)
        return changes[0][1]

    def edges(self, since, until):
        """Return whether an edge came after `since`, up to the time of the last level()."""
        for time, _ in self._changes:
            if time > until:
                break
            if time > since:
                return True
        return False


def follow(hands, writes, end_us):
    """Return the actions (name, action, since in ms) for these `hands`. `writes`: lists of gaps (begin, end)."""
    watch, buttons = Watch(15, (1, 10), (4, 10), 10), Buttons(NAMES)
    frame = array("I", [0x8000] * 15 + [0xFFFF, 0, 0])
    gaps = [gap for write in writes for gap in write]
    spans = [(write[0][0], write[-1][1]) for write in writes]
    found, handled, unseen, next_tick, again = [], 0, 0, TICK_US, True
    while handled < end_us:
        sampled = handled + SAMPLE_US
        now = sampled + FRAME_US - SAMPLE_US
        for begin, end in gaps:
            if begin <= now < end:
                now = end
        late = now - handled > LATE_US
        word = 0
        for number, hand in enumerate(hands):
            if late:
                word |= hand.edges(handled, now) << EDGES_SHIFT + number
            word |= hand.level(sampled) << number
        if late:
            unseen += now - handled - FRAME_US
        handled = now
        told = 0
        if again or word != frame[17]:
            frame[17] = word
            told = watch.look(frame)
            again = told & 2
        busy = any(begin <= now < end for begin, end in spans)
        if not busy and (watch.news or now >= next_tick):
            if watch.news:
                watch.take()
            proved = (now - unseen) // 1000
            found += buttons.update(watch.buttons(), now // 1000, proved, watch.anew)
            next_tick = now + TICK_US
    return found


def a_write(number, begin):
    """Return the gaps during a write of a file: erases and page programs, with some running code between them."""
    gaps = []
    for _ in range(1 + number(6)):
        took = (45_000, 400_000, 20_000 + number(380_000), 400, 3000)[number(5)]
        gaps.append((begin, begin + took))
        begin += took + 300 + number(8000)
    return gaps


def touches(press, write):
    return press[0] < write[-1][1] + QUIET_US and write[0][0] - QUIET_US < press[1] + BOUNCE_US


def played(seed, alone):
    """Return the hands and found actions of a random minute. `alone`: a write meets at most one press of a button."""
    number = seeded(seed)
    writes, at = [], 0
    while at < END_US:
        at += 100_000 + number(1_400_000)
        writes.append(a_write(number, at))
        at = writes[-1][-1][1]
    hands = [Hand() for _ in NAMES]
    for hand in hands:
        end, taken = 0, set()
        while end < END_US:
            begin = end + QUIET_US + number((5000, 500_000)[number(2)])
            end = begin + (80_000, 80_000 + number(1_400_000))[number(2)]
            met = {at for at, write in enumerate(writes) if touches((begin, end), write)}
            if alone and met & taken:
                continue
            taken |= met
            hand.press(number, begin, end)
    return hands, follow(hands, writes, END_US + 5_000_000)


def test_each_press_is_felt_once_wherever_it_falls():
    for seed in range(12):
        hands, found = played(seed, True)
        for name, hand in zip(NAMES, hands):
            downs = [since for who, action, since in found if who == name and action == "down"]
            ends = [action for who, action, _ in found if who == name and action in ("press", "release")]
            assert len(downs) == len(ends) == len(hand.presses), (seed, name)
            for (begin, _), down in zip(hand.presses, downs):
                assert down >= begin // 1000, (seed, name, begin)


def test_nothing_is_invented_and_no_hold_is_put_together_from_two_presses():
    for seed in range(100, 112):
        hands, found = played(seed, False)
        for name, hand in zip(NAMES, hands):
            assert len([1 for who, action, _ in found if who == name and action == "down"]) <= len(hand.presses)
            for who, action, since in found:
                if who == name and action in ("hold", "together"):
                    assert any(
                        begin <= 1000 * since + 999 and end >= 1000 * (since + HOLD_MS - SLACK_MS)
                        for begin, end in hand.presses
                    ), (seed, name, since)


def test_where_no_edge_came_nothing_is_pressed():
    writes = [[(100_000, 500_000), (500_500, 900_500)]]
    assert follow([Hand() for _ in NAMES], writes, 2_000_000) == []


def test_a_press_that_lies_in_one_erase_is_a_press_when_the_write_ends():
    hand = Hand()
    hand.press(seeded(1), 200_000, 280_000)
    found = follow([hand, Hand(), Hand()], [[(100_000, 500_000)]], 2_000_000)
    assert [each[:2] for each in found] == [("p1", "down"), ("p1", "press")] and found[0][2] >= 500


def test_a_hold_that_begins_in_a_gap_counts_from_its_end():
    hand = Hand()
    hand.press(seeded(2), 200_000, 1_700_000)
    found = follow([hand, Hand(), Hand()], [[(100_000, 500_000)]], 2_000_000)
    assert [each[:2] for each in found] == [("p1", "down"), ("p1", "hold"), ("p1", "release")]
    assert 500 <= found[1][2] <= 510


def test_a_button_that_is_pressed_anew_in_a_gap_is_held_from_then_on():
    hand = Hand()
    number = seeded(3)
    hand.press(number, 100_000, 1_000_000)
    hand.press(number, 1_200_000, 2_000_000)
    found = follow([hand, Hand(), Hand()], [[(950_000, 1_350_000)]], 3_000_000)
    assert [each[1] for each in found] == ["down", "press"], "0.85 s and 0.65 s are no hold"
