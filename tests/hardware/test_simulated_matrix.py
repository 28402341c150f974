"""The matrix in ngspice: levels and times at every corner, against the RP2040's thresholds."""

import pytest
import tiers
from tengen_host import wiring
from tengen_host.hardware.simulation import matrix, parts, spice


@pytest.fixture(scope="module", autouse=True)
def ngspice():
    if spice.available():
        tiers.unavailable("hardware", str(spice.available()))


def lowest(board, driver, pull_down, diode="high"):
    """The corner with the least margin above the input's high."""
    wanted = (driver, pull_down, diode)
    found = [each for each in matrix.levels(board) if (each.driver, each.pull_down, each.diode) == wanted]
    assert len(found) == len(matrix.SUPPLIES) * len(matrix.DEGREES)
    return min(found, key=lambda each: each.margin)


def slowest(board, pull_down):
    return max(each.us for each in matrix.falls(board) if each.pull_down == pull_down)


def asked(board, corner, *script):
    """The matrix with other parameters, and a script of its own."""
    lines = [".control", *(f"alterparam {name}={value}" for name, value in corner.items()), "reset", *script, "quit"]
    return spice.run(matrix.circuit(board, "a test") + "\n".join([*lines, ".endc", ".end", ""]))


def test_the_chosen_driver_lifts_a_full_row_well_above_the_threshold_at_every_corner(board):
    here = matrix.chosen(board)
    assert lowest(board, here.driver.name, here.pull_down).margin >= matrix.MARGIN_V


def test_the_obvious_choice_fails_in_the_cold_at_the_lowest_supply(board):
    worst = lowest(board, "74HC595", 8200, "typical")
    assert (worst.vdd, worst.degrees) == (3.15, -10)
    assert worst.margin < 0


def test_what_is_for_through_hole_has_the_margin_with_its_own_pull_down_only(board):
    there = board["matrix"]["through_hole"]
    assert lowest(board, there["row_driver"], there["pull_down_ohm"]).margin >= matrix.MARGIN_V
    assert lowest(board, there["row_driver"], board["matrix"]["pull_down_ohm"]).margin < matrix.MARGIN_V
    assert there["settle_us"] >= 3 * slowest(board, there["pull_down_ohm"])


def test_settling_is_three_times_the_slowest_fall(board):
    here = matrix.chosen(board)
    assert here.settle_us >= 3 * slowest(board, here.pull_down)
    assert here.settle_us < 3 * slowest(board, 27000), "this test could not fail"


def test_the_time_for_through_hole_fits_a_frame(board):
    slower = board | {"matrix": board["matrix"] | {"settle_us": board["matrix"]["through_hole"]["settle_us"]}}
    wiring.check(slower)


def test_a_full_row_rises_long_before_it_is_read(board):
    here = matrix.chosen(board)
    for rise in matrix.rises(board):
        if rise.driver == here.driver.name:
            assert rise.us is not None and rise.us < here.settle_us / 10


def test_the_figures_of_an_independent_simulation_come_out_again(board):
    """Two figures of the facts that the project began with: 1.84 V, and 6.9 us."""
    cold = {"vdd": 3.15, "degrees": -10, "ohms": 200, "pulldown": 8200, "along": 0.2, "rowohm": 0.1}
    ((level,),) = asked(board, cold, "op", "let high=v(c8)", 'echo "= : [$&high]"').values()
    assert level == pytest.approx(1.84, abs=0.02)
    warm = {"vdd": 3.45, "degrees": 60, "pulldown": 12000, "columnpf": "400p", "across": 0.2}
    fall = ("tran 250n 20u", "meas tran fall trig at=1u targ v(c8) val=0.8 fall=1", 'echo "= : [$&fall]"')
    ((seconds,),) = asked(board, warm, *fall).values()
    assert seconds * 1e6 == pytest.approx(6.9, abs=0.1)


def test_thresholds_move_with_the_supply_only_to_the_worse():
    assert parts.input_high(3.15) == 2.0 < parts.input_high(3.45)
    assert parts.input_low(3.45) == 0.8 > parts.input_low(3.15)


def test_an_open_reed_reads_open_with_a_stone_on_every_other_point(board):
    level, milliamperes, _ = matrix.fault(board, "ghost")
    assert level < parts.input_low(3.3) and milliamperes < 5


def test_without_diodes_a_full_board_reads_empty_and_the_driver_fights_the_others(board):
    level, milliamperes, _ = matrix.fault(board, "bare")
    assert level < parts.input_low(3.3) and milliamperes > 50


def test_an_aged_reed_of_ten_ohms_costs_next_to_nothing(board):
    assert matrix.fault(board, "row")[0] - matrix.fault(board, "aged")[0] < 0.01


def test_a_shorted_diode_spoils_the_level_and_a_missing_pull_down_leaves_the_column_high(board):
    level, milliamperes, _ = matrix.fault(board, "shorted")
    assert level < parts.input_high(3.3) and milliamperes > 20
    assert matrix.fault(board, "unpulled")[2] > parts.input_high(3.3)
    assert matrix.fault(board, "one")[2] < parts.input_low(3.3)


def test_a_deck_that_ngspice_cannot_run_is_an_error_and_no_empty_result():
    with pytest.raises(spice.CircuitError, match="a broken deck"):
        spice.run("* a broken deck\nr1 a\n.end\n")
