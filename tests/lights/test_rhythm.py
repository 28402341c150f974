"""Rhythms. There is one for each meaning. Each begins lit, and the time of its next change is known in advance."""

from tengen.lights import rhythm
from tengen.lights.colours import GAMMA, faded, packed

MEANINGS = ("LAST", "PROVISIONAL", "ZONE", "OFFER", "BLINK", "EXTRA", "MISSING", "MENU", "LAST_MINUTE", "LAST_SECONDS")


def levels(look, until=9000):
    """Return the level at each ms of the first seconds. Check the announced time until the next change."""
    found = [look(now) & 255 for now in range(until)]
    differs = until  # the time of the next change
    for now in range(until - 1, -1, -1):
        if now + 1 < until and found[now + 1] != found[now]:
            differs = now + 1
        left = look(now) >> 8
        assert left == differs - now if differs < until else left >= until - now, now
    return found


def levels_of(its):
    return levels(lambda now: rhythm.look(its, now))


def test_when_a_rhythm_will_differ_is_foretold():
    for name in MEANINGS:
        assert len(set(levels_of(getattr(rhythm, name)))) >= 2, name


def test_every_meaning_has_its_own_rhythm_and_starts_lit():
    seen = []
    for name in MEANINGS:
        found = levels_of(getattr(rhythm, name))
        assert found not in seen, name
        seen.append(found)
        # the zone is the exception, because its levels are two colours, and level 0 is the first colour
        assert found[0] == (0 if name == "ZONE" else 255), name


def test_steady_is_for_ever():
    assert rhythm.look(rhythm.STEADY, 0) == rhythm.look(rhythm.STEADY, 123456789) == rhythm.NEVER << 8 | 255


def test_a_missing_stone_pulses_smoothly():
    found = levels_of(rhythm.MISSING)
    assert found[:1600] == found[1600:3200]
    steps = [found[at] - found[at - 1] for at in range(1, 1600) if found[at] != found[at - 1]]
    assert len(steps) == 39 and max(abs(step) for step in steps) <= 9 and min(found) > 0


def test_a_foul_tells_its_name_once_and_its_lines_in_turn_for_ever():
    def parts(named, lines):
        found = levels(lambda now: rhythm.reason(now, named, lines))
        return [part for at, part in enumerate(found) if not at or found[at - 1] != part], found

    told, found = parts(True, 2)
    name, dark = rhythm.NAME, rhythm.NOTHING
    assert told[:7] == [name, 1, dark, 2, dark, 1, dark]
    assert found.count(name) == 1200 and found[1200:3000] == found[3000:4800]
    assert parts(False, 3)[0][:6] == [1, dark, 2, dark, 3, dark]
    assert parts(True, 0)[0] == [name, dark]
    assert parts(False, 0)[0] == [dark]


def test_a_light_runs_along_five_points():
    found = levels(lambda now: rhythm.run(now, 5))
    assert [found[at] for at in range(0, 1280, 160)] == [0, 1, 2, 3, 4, 5, 5, 5]
    assert found[:1280] == found[1280:2560]


def test_fading_goes_by_the_eye():
    for level in range(256):
        assert abs(GAMMA[level] - 255 * (level / 255) ** 2.2) <= 0.5001, level
    colour = packed((200, 10, 90))
    assert faded(colour, 255) == colour and faded(colour, 0) == 0
    assert faded(colour, 186) == packed((200 * 127 // 255, 10 * 127 // 255, 90 * 127 // 255))
