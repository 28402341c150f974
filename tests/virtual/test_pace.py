"""The emulated board's time passes no faster than real time."""

import importlib

import pytest
from tengen_host.emulator.pace import Pace


def test_a_clock_that_is_faster_is_told_how_far_it_is_ahead():
    pace = Pace()
    assert pace.ahead_s(5.0, 1000.0) == 0
    assert pace.ahead_s(5.3, 1000.1) == pytest.approx(0.2)
    assert pace.ahead_s(5.3, 1000.3) == pytest.approx(0.0)


def test_time_that_was_lost_is_not_made_up_for():
    pace = Pace()
    pace.ahead_s(0.0, 0.0)
    assert pace.ahead_s(1.0, 3.0) == 0
    assert pace.ahead_s(1.5, 3.1) == pytest.approx(0.4), "two seconds behind, it is ahead all the same"


def test_a_board_that_is_ahead_rests_and_one_that_is_not_goes_on(monkeypatch):
    chip_module = importlib.import_module("tengen_host.emulator.chip")
    chip, turns, rests = chip_module.Chip(), [], []
    world = iter([10.0, 10.1, 10.1])
    monkeypatch.setattr(chip_module.time, "monotonic", lambda: next(world))
    monkeypatch.setattr(chip_module.time, "sleep", rests.append)
    chip.pace = Pace()
    for emulated_ns in (0.0, 0.102e9, 9e9):
        chip.clock.tick(emulated_ns - chip.clock.nanos)
        chip._turn(lambda: turns.append(chip.clock.nanos))
    assert turns == [0.0]
    assert rests == [pytest.approx(0.002), chip_module.SLEEP_S]


def test_with_patience_a_board_that_works_goes_on_and_one_that_sleeps_rests(monkeypatch):
    chip_module = importlib.import_module("tengen_host.emulator.chip")
    chip, rests = chip_module.Chip(), []
    monkeypatch.setattr(chip_module.time, "monotonic", lambda: 10.0)
    monkeypatch.setattr(chip_module.time, "sleep", rests.append)
    chip.patience = Pace()

    def turn(asleep_ms, cycles):
        # 0, because the count of cycles is smaller after a reset of the core
        chip.clock.tick(asleep_ms * 1e6 + max(cycles, 0) * 8)
        chip.core.cycles += cycles

    for asleep_ms, cycles in ((0, 0), (0, 125_000_000), (5000, -100_000_000), (3, 1000)):
        chip._turn(lambda: turn(asleep_ms, cycles))  # noqa: B023
        assert rests == []
    chip._turn(lambda: pytest.fail("it is ahead"))
    assert rests == [pytest.approx(0.003)]
