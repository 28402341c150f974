"""Simulated sparks: the current of the standard, and the part of it that reaches the Pico and the other chips."""


import pytest
from tengen_hardware import protection_rules
from tengen_hardware.simulation import esd, matrix


def test_the_generators_current_is_that_of_iec_61000_4_2(board):
    """Contact discharge, level 4: 30 A (+-15 %), rise in 0.8 ns (+-25 %), 16 A at 30 ns and 8 A at 60 ns (+-30 %)."""
    first, rise, thirty, sixty = esd.generator(board)
    assert first == pytest.approx(30, rel=0.15) and rise == pytest.approx(0.8e-9, rel=0.25)
    assert thirty == pytest.approx(16, rel=0.3) and sixty == pytest.approx(8, rel=0.3)


@pytest.mark.parametrize("line", ["column", "button", "home", "lights"])
def test_behind_clamp_and_resistor_a_chip_takes_less_than_it_is_tested_with(board, line):
    found = esd.taken(board, line, "both")
    assert found.amperes < esd.hbm_amperes() and found.action < esd.hbm_action() / 10
    assert found.volts < 300, "an 0805 bears 300 V for a moment (Yageo)"


@pytest.mark.parametrize("line", ["column", "button", "home", "lights"])
def test_with_one_of_the_two_alone_it_takes_more(board, line):
    """A resistor alone would have to withstand kilovolts, and so the spark would jump over it."""
    for way in ("bare", "clamp"):
        assert esd.taken(board, line, way).action > 10 * esd.hbm_action()
    assert esd.taken(board, line, "resistor").volts > 2000


def test_a_resistor_that_the_rows_can_afford_does_not_save_their_drivers(board):
    level = matrix.worst_level(board, "74LVC595A", 12_000, "high")
    most = max(each.milliamperes for each in matrix.levels(board) if each.driver == "74LVC595A")
    assert level.margin - most * esd.ROW_OHM / 1000 < matrix.MARGIN_V + 0.02
    assert esd.taken(board, "row", "both").action > esd.hbm_action()


def test_a_spark_to_a_stone_is_over_before_the_next_reading(board):
    volts, amperes, seconds = esd.stone(board, "both")
    assert volts > 10 and amperes < esd.hbm_amperes() / 5
    assert seconds < board["matrix"]["settle_us"] * 1e-6 / 5
    assert esd.stone(board, "bare")[1] > 5 * amperes


def test_the_rules_bound_is_above_what_is_simulated(board, changed):
    for line in ("column", "button", "home", "lights"):
        bound = protection_rules.spark_amperes(board, str(esd.LINES[line].resistor))
        assert bound < esd.hbm_amperes()
    smaller = changed(parts={"column_resistor": {"value": "22"}})
    assert protection_rules.spark_amperes(smaller, "column_resistor") > esd.hbm_amperes()
    assert board["supply"]["high_mv"] / 1000 < protection_rules.CLAMP_LEAST_V, "no clamp conducts in use"
