"""A chattering reed is found before it could make a move. Placed stones and weak magnets never count as chatter."""

from array import array

from tengen.sensing.chatter import WINDOW_MS, Chatter

LOOK_MS = 100


class Reeds:
    """The counters of a watch. close() adds to one of them."""

    def __init__(self):
        self.words = array("I", [0] * (15 + 225))

    def close(self, point, times=1):
        self.words[15 + point] = self.words[15 + point] >> 16 << 16 | (self.words[15 + point] + times) & 0xFFFF


def follow(reeds, closing_every_ms, until_ms, point=112, begin_ms=0):
    """Return the times and words of each change: when `point` is found to chatter, and when the chatter has stopped."""
    chatter, found = Chatter(15), []
    for now in range(0, until_ms):
        if now >= begin_ms and closing_every_ms and (now - begin_ms) % closing_every_ms == 0:
            reeds.close(point)
        if now % LOOK_MS == 0 and chatter.update(reeds.words, now):
            found.append((now, list(chatter.words)))
    return found


def test_a_chatterer_is_found_before_a_stone_could_be_a_move_whenever_it_begins():
    for begin in range(0, 2 * WINDOW_MS, 70):
        for every in (4, 20, 50, 80):
            found = follow(Reeds(), every, 4000, begin_ms=begin)
            assert len(found) == 1, (begin, every)
            now, words = found[0]
            assert now - begin <= 800 and words == [0] * 7 + [1 << 7] + [0] * 7, (begin, every)


def test_a_weak_magnet_is_no_chatter():
    # three bounces when the stone is placed, which take a millisecond, then a dropout every 300 ms
    reeds = Reeds()
    reeds.close(112, 2)
    assert follow(reeds, 300, 10_000) == []


def test_a_stone_put_and_lifted_over_and_over_is_no_chatter():
    reeds, chatter = Reeds(), Chatter(15)
    for now in range(0, 10_000, 100):
        if now % 700 == 0:
            reeds.close(3, 2)
        assert not chatter.update(reeds.words, now)


def test_what_is_quiet_again_is_believed_again():
    reeds, chatter = Reeds(), Chatter(15)
    reeds.close(224, 20)
    assert chatter.update(reeds.words, 0) and chatter.words[14] == 1 << 14
    changes = [now for now in range(100, 5000, 100) if chatter.update(reeds.words, now)]
    assert len(changes) == 1 and WINDOW_MS <= changes[0] <= 2 * WINDOW_MS + LOOK_MS
    assert not any(chatter.words)


def test_a_weak_magnet_is_believed_again_after_worse():
    reeds, chatter = Reeds(), Chatter(15)
    reeds.close(112, 20)
    assert chatter.update(reeds.words, 0)
    for now in range(100, 5000, 100):
        if now % 400 == 0:
            reeds.close(112)
        chatter.update(reeds.words, now)
    assert not any(chatter.words)


def test_the_counters_may_begin_anew():
    reeds, chatter = Reeds(), Chatter(15)
    reeds.close(0, 65_534)
    chatter.update(reeds.words, 0)
    for now in range(100, 5000, 100):
        chatter.update(reeds.words, now)
    assert not any(chatter.words)
    reeds.close(0, 4)
    assert not chatter.update(reeds.words, 5000), "65534 and 4 more are 4 more"


def test_the_other_half_of_the_word_is_not_counted():
    reeds, chatter = Reeds(), Chatter(15)
    reeds.words[15] = 9 << 16
    assert not chatter.update(reeds.words, 0)
