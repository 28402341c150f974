"""The board in ngspice against the data sheets: the matrix at every corner, the data for the lights, the supply."""

import re

import pytest
from tengen_hardware import parts as bought
from tengen_hardware import pico_inputs, simulation
from tengen_hardware.circuit import CircuitError
from tengen_hardware.simulation import data_line, matrix, parts, spice, supply
from tengen_host import resources, wiring
from tengen_host.virtual import reeds
from tengen_host.wiring import WiringError


def asked(board, corner, *script):
    """Run the matrix with other parameters and a script. Return the figures of the script."""
    lines = [*(f"alterparam {name}={value}" for name, value in corner.items()), "reset", *script]
    return spice.run(matrix.deck(board, "a test", "a figure", lines))


def test_the_chosen_driver_lifts_a_full_row_well_above_the_threshold_at_every_corner(board):
    here = matrix.chosen(board)
    assert matrix.worst_level(board, here.driver.name, here.pull_down, "high").margin >= matrix.MARGIN_V


def test_the_obvious_choice_fails_in_the_cold_at_the_lowest_supply(board):
    worst = matrix.worst_level(board, "74HC595", 8200, "typical")
    assert (worst.vdd, worst.degrees) == (3.15, -10)
    assert worst.margin < 0


def test_what_is_for_through_hole_has_the_margin_with_its_own_pull_down_only(board):
    there = board["matrix"]["through_hole"]
    of_own, of_others = (
        matrix.worst_level(board, there["row_driver"], pull_down, "high")
        for pull_down in (there["pull_down_ohm"], board["matrix"]["pull_down_ohm"])
    )
    assert of_own.margin >= matrix.MARGIN_V > of_others.margin
    assert there["settle_us"] >= 3 * matrix.slowest(board, there["pull_down_ohm"])


def test_the_worst_corner_is_cold_and_at_the_lowest_supply_for_every_choice(board):
    """The report names this corner, too."""
    assert len(matrix.levels(board)) == 2 * 3 * 3 * len(parts.DRIVERS) * len(matrix.PULL_DOWNS)
    for driver in parts.DRIVERS:
        for pull_down in matrix.PULL_DOWNS:
            worst = matrix.worst_level(board, driver.name, pull_down, "high")
            assert (worst.vdd, worst.degrees) == (3.15, -10)


def test_no_row_draws_more_than_its_driver_may_give(board):
    """A 74LVC595A is specified for 24 mA at 3 V."""
    assert 3 < max(each.milliamperes for each in matrix.levels(board)) < 12


def test_the_virtual_boards_columns_fall_as_slowly_as_the_slowest_corner(board):
    assert round(1000 * matrix.slowest(board, board["matrix"]["pull_down_ohm"]), -2) == reeds.FALL_NS


def test_settling_is_three_times_the_slowest_fall(board):
    here = matrix.chosen(board)
    assert here.settle_us >= 3 * matrix.slowest(board, here.pull_down)
    assert here.settle_us < 3 * matrix.slowest(board, 27000), "this test could not fail"


def test_the_time_for_through_hole_fits_a_frame(board):
    slower = board | {"matrix": board["matrix"] | {"settle_us": board["matrix"]["through_hole"]["settle_us"]}}
    wiring.check(slower)


def test_a_full_row_rises_long_before_it_is_read(board):
    assert matrix.slowest_rise(board) < matrix.chosen(board).settle_us / 10


def test_the_figures_of_an_independent_simulation_come_out_again(board):
    """The two figures, 1.84 V and 6.9 us, come from another simulation before the project began."""
    cold = {"vdd": 3.15, "degrees": -10, "ohms": 200, "pulldown": 8200, "along": 0.2, "rowohm": 0.1}
    ((level,),) = asked(board, cold, "op", "let high=v(c8)", 'echo "= : [$&high]"').values()
    assert level == pytest.approx(1.84, abs=0.02)
    warm = {"vdd": 3.45, "degrees": 60, "pulldown": 12000, "columnpf": "400p", "across": 0.2}
    fall = ("tran 250n 20u", "meas tran fall trig at=1u targ v(c8) val=0.8 fall=1", 'echo "= : [$&fall]"')
    ((seconds,),) = asked(board, warm, *fall).values()
    assert seconds * 1e6 == pytest.approx(6.9, abs=0.1)


def test_thresholds_move_with_the_supply_only_to_the_worse():
    assert pico_inputs.input_high(3.15) == 2.0 < pico_inputs.input_high(3.45)
    assert pico_inputs.input_low(3.45) == 0.8 > pico_inputs.input_low(3.15)


def test_an_open_reed_reads_open_with_a_stone_on_every_other_point(board):
    level, milliamperes, _ = matrix.fault(board, "ghost")
    assert level < pico_inputs.input_low(3.3) and milliamperes < 5


def test_without_diodes_a_full_board_reads_empty_and_the_driver_fights_the_others(board):
    level, milliamperes, _ = matrix.fault(board, "bare")
    assert level < pico_inputs.input_low(3.3) and milliamperes > 50


def test_an_aged_reed_of_ten_ohms_costs_next_to_nothing(board):
    assert matrix.fault(board, "row")[0] - matrix.fault(board, "aged")[0] < 0.01


def test_a_shorted_diode_spoils_the_level_and_a_missing_pull_down_leaves_the_column_high(board):
    level, milliamperes, _ = matrix.fault(board, "shorted")
    assert level < pico_inputs.input_high(3.3) and milliamperes > 20
    assert matrix.fault(board, "unpulled")[2] > pico_inputs.input_high(3.3)
    assert matrix.fault(board, "one")[2] < pico_inputs.input_low(3.3)


def test_a_deck_that_ngspice_cannot_run_is_an_error_and_no_empty_result():
    with pytest.raises(CircuitError, match="a broken deck"):
        spice.run("* a broken deck\nr1 a\n.end\n")


@pytest.mark.parametrize("rail", data_line.RAILS)
def test_a_bit_arrives_at_the_first_light_through_the_level_shifter(board, rail):
    for chip in ("weak", "strong"):
        found = data_line.out(board, chip, rail)
        assert found.reaches > parts.PIXEL_HIGH + 0.1
        for least, most in (parts.ZERO_HIGH_NS, parts.V5_ZERO_HIGH_NS):
            assert least <= found.high_ns <= found.above_low_ns <= most
        assert found.most < rail + 0.5
        assert found.most_while_low < parts.PIXEL_LOW * rail


def test_the_pico_alone_does_not_reach_the_first_lights_high(board):
    assert parts.SHIFTER_HIGH_V < 2.62 < parts.PIXEL_HIGH * 5
    for rail in data_line.RAILS:
        assert data_line.out(board, "direct", rail).high_ns is None


def test_without_its_resistor_the_line_swings_above_what_a_light_bears(board):
    assert data_line.out(board, "bare", 5.0).most > 5.0 + 0.5


@pytest.mark.parametrize("ohms", parts.PIXEL_OUT_OHM)
@pytest.mark.parametrize("rail", data_line.RAILS)
@pytest.mark.parametrize("resistor", [0, 1])
def test_a_bit_arrives_over_return_once(board, ohms, rail, resistor):
    """The ringing of a light's signal crosses no threshold, even with a strong output, with or without a resistor."""
    found = data_line.link(board, ohms, data_line.links(board)[resistor], rail)
    assert found.least_while_high > parts.PIXEL_HIGH * rail
    assert found.most_while_low < parts.PIXEL_LOW * rail
    assert parts.ZERO_HIGH_NS[0] <= found.high_ns <= parts.ZERO_HIGH_NS[1]


def test_a_resistor_on_the_controller_gives_return_room(board):
    bare, calm = (data_line.link(board, parts.PIXEL_OUT_OHM[0], ohms, 5.0) for ohms in data_line.links(board))
    assert calm.least_while_high - parts.PIXEL_HIGH * 5 > 1 > bare.least_while_high - parts.PIXEL_HIGH * 5
    assert calm.most < bare.most - 1


def test_neighbours_in_the_ribbon_do_not_make_bits(board):
    for victim in ("DAT1", "RETURN"):
        both = [data_line.crosstalk(board, *crossing) for crossing in data_line.CROSSINGS if crossing[0] == victim]
        assert all(up > 0 for up, _ in both)
        assert sum(up for up, _ in both) < parts.PIXEL_LOW * 5.25 / 4
        assert sum(down for _, down in both) > -parts.PIXEL_LOW * 5.25 / 4


def test_with_nothing_between_them_two_edges_at_once_come_near_a_bit(board):
    side_by_side = ("SHUT", "DAT1", "RETURN", "5V", "GND")
    at_once = [data_line.crosstalk(board, "DAT1", by, side_by_side)[0] for by in ("SHUT", "RETURN")]
    assert min(at_once) > 0.6 and sum(at_once) > 0.9 * parts.PIXEL_LOW * 5.25


@pytest.mark.parametrize("rail", data_line.HOME_RAILS)
def test_the_divider_gives_the_pico_a_high_and_never_too_much(board, rail):
    least = data_line.home(board, "low", rail)
    assert least.volts >= pico_inputs.input_high(data_line.SUPPLIES[1]) + matrix.MARGIN_V
    assert least.high_ns > 100, "the PIO program sees two cycles of 8 ns"
    assert data_line.home(board, "high", rail).most <= pico_inputs.MOST_V


def test_a_divider_of_other_values_would_be_too_much(board):
    other = board | {"parts": board["parts"] | {"return_upper": {"value": "1k8"}}}
    assert data_line.home(other, "high", 5.25).most > pico_inputs.MOST_V


@pytest.mark.parametrize("case", ["dark", "even", "row", "side", "tile"])
def test_the_budget_leaves_every_light_enough_wherever_it_is_drawn(board, case):
    drop = supply.drop(board, case, supply.SUPPLIES[1])
    assert len(drop.tiles) == 25
    assert drop.lowest >= supply.LEAST_V
    low_v = board["supply"]["low_mv"] / 1000
    assert low_v >= supply.LEAST_V + drop.controller - drop.lowest, "a light that has too little is not missed"
    assert low_v < drop.controller, "and a supply that is as good as its label says is not called low"
    assert drop.wire < parts.RIBBON_WIRE_A / 2
    assert drop.data > parts.PIXEL_HIGH + 0.2
    assert drop.supply <= (board["leds"]["budget_ma"] + board["supply"]["pico_ma"]) / 1000 + 0.001


def test_without_a_budget_the_lights_get_too_little(board):
    white = supply.drop(board, "white", supply.SUPPLIES[0])
    assert white.supply > board["supply"]["current_ma"] / 1000
    assert white.lowest < parts.PIXEL_LEAST_V


def test_strips_by_hand_are_fed_at_their_left_ends(board):
    one, left = (supply.strip(board, feed, supply.SUPPLIES[1]) for feed in supply.FEEDS)
    assert one < supply.LEAST_V <= left


def test_the_wires_to_the_strips_are_as_long_as_their_way_in_the_case(board):
    wires = re.findall(r"^rf[pg]1_(\d+) \S+ \S+ ([\d.]+)$", supply.strips_deck(board), re.M)
    assert len(wires) == 4
    for light, ohm in wires:
        assert int(light) % (2 * board["board"]["size"]) == 0, "at the left, where a ribbon ends"
        copper = (float(ohm) - 2 * supply.TERMINAL_OHM) / supply.HOT
        long = copper * board["cables"]["feed_mm2"] / parts.COPPER_OHM_M / 1000
        assert long >= max(bought.ribbons(board)[0].values())


def test_what_board_toml_does_not_say_is_told(board):
    without = board | {"cables": {name: value for name, value in board["cables"].items() if name != "ribbon_mm"}}
    with pytest.raises(WiringError, match=r"\[cables\] ribbon_mm: None is not between"):
        simulation.products(without)
    wrong = board | {"tile": board["tile"] | {"power_mm": 0}}
    with pytest.raises(WiringError, match=r"\[tile\] power_mm: 0 is not between"):
        simulation.products(wrong)
    unknown = board | {"parts": board["parts"] | {"row_driver": {"value": "74XX595"}}}
    with pytest.raises(CircuitError, match="74XX595"):
        simulation.products(unknown)


def test_a_person_can_run_each_deck():
    decks = [path.read_text(encoding="utf-8") for path in resources.path("hardware/simulation").rglob("*.cir")]
    assert len(decks) == 12
    assert all(spice.run(deck) for deck in decks)
