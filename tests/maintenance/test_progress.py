"""The watchdog is fed only while scan, session and lights are all alive."""

from tengen.maintenance.progress import LIGHTS, SCAN, SESSION, WAITING, Progress

TICK_MS = 20
LATE_MS = {SCAN: 500, SESSION: 500, LIGHTS: 2500}


def test_with_all_three_it_goes_on():
    progress = Progress()
    for now in range(0, 20_000, TICK_MS):
        assert progress.goes_on(now // 2 % 65536, now // TICK_MS, now // 2000, now)
        assert progress.part == WAITING


def test_whichever_stands_still_is_named_once_it_is_late_and_then_the_board_does_not_go_on():
    for standing in (SCAN, SESSION, LIGHTS):
        progress = Progress()
        for now in range(0, 10_000, TICK_MS):
            counts = [7 if part == standing else now // TICK_MS for part in (SCAN, SESSION, LIGHTS)]
            assert progress.goes_on(*counts, now) == (now < LATE_MS[standing]), (standing, now)
            assert progress.part == (WAITING if now < LATE_MS[standing] else standing)
        assert progress.goes_on(8, 8, 8, now + TICK_MS)
        assert progress.part == WAITING


def test_if_nothing_moves_it_is_the_scan():
    progress = Progress()
    progress.goes_on(1, 1, 1, 0)
    assert not progress.goes_on(1, 1, 1, 5000) and progress.part == SCAN


def test_counts_may_begin_anew():
    progress = Progress()
    assert progress.goes_on(65535, 9, 65535, 0)
    assert progress.goes_on(0, 10, 0, 2600)


def test_it_may_begin_at_any_time():
    assert Progress().goes_on(0, 0, 0, 1_000_000)
