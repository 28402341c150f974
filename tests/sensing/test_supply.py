"""The supply: low after three low readings in a row, good again after a minute above the other bound."""

from tengen.sensing.supply import GOOD_MS, Supply

EVERY_MS = 100


def follow(*runs):
    """The changes (ms, low) while runs of (millivolts, readings) are measured."""
    supply, found, now = Supply(4200, 4400), [], 0
    for millivolts, looks in runs:
        for _ in range(looks):
            if supply.update(millivolts, now):
                found.append((now, supply.low))
            now += EVERY_MS
    return found


def test_a_spike_is_no_sag():
    assert follow((5000, 1), (4000, 2), (5000, 1), (4000, 2), (4200, 5)) == []


def test_a_sag_and_its_end():
    assert follow((4199, 3), (4401, 700)) == [(200, True), (200 + GOOD_MS, False)]


def test_between_the_bounds_all_stays():
    assert follow((4300, 2000)) == []
    assert follow((4000, 3), (4300, 2000)) == [(200, True)]
    assert follow((4000, 3), (4401, 590), (4400, 1), (4401, 590)) == [(200, True)], "a minute without a break"


def test_a_weak_supply_does_not_make_the_lights_flicker():
    # with 0.5 Ohm in the cable the full light makes the supply sag, and half of the light does not
    supply, changes = Supply(4200, 4400), 0
    for look in range(6000):
        changes += supply.update(4900 - 500 if supply.low else 4900 - 1000, look * EVERY_MS)
    assert changes <= 1 + 2 * 10, "ten minutes"
