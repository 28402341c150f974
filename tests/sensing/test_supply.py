"""The 5 V rail is low after three low readings in a row, good again after a minute, missing if no light works."""

from tengen.sensing.supply import GOOD_MS, OFF_MV, Supply

EVERY_MS = 100


def follow(*runs):
    """Return the changes (ms, low) during runs of readings, each given as (millivolts, number of readings)."""
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


def test_a_missing_supply_is_off_and_low_and_when_it_is_back_low_for_a_minute():
    supply, found = Supply(4200, 4400), []
    for look in range(1000):
        if supply.update(0 if 100 <= look < 110 else 5000, look * EVERY_MS):
            found.append((look, supply.off, supply.low))
    assert found == [(102, True, True), (112, False, True), (109 + GOOD_MS // EVERY_MS, False, False)]


def test_a_rail_that_a_laptop_leaks_into_is_off_and_a_deep_sag_is_not():
    supply = Supply(4200, 4400)
    assert [supply.update(OFF_MV, at * EVERY_MS) for at in range(5)] == [False, False, True, False, False]
    assert supply.low and not supply.off
    assert [supply.update(OFF_MV - 1, at * EVERY_MS) for at in range(5)] == [False, False, True, False, False]
    assert supply.off
    assert not any(supply.update(mv, 600) for mv in (4000, 4000, 0, 4000)), "not three in a row"
    assert supply.off


def test_a_weak_supply_does_not_make_the_lights_flicker():
    # with 0.5 Ohm in the cable full light makes the supply voltage drop too far, and half light does not
    supply, changes = Supply(4200, 4400), 0
    for look in range(6000):
        changes += supply.update(4900 - 500 if supply.low else 4900 - 1000, look * EVERY_MS)
    assert changes <= 1 + 2 * 10, "ten minutes"
