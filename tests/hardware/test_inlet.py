"""The simulated inlet: a wrong or failing supply's voltage does not reach the lights, a right supply's does."""

import math

import pytest
from tengen_hardware import protection_rules
from tengen_hardware.simulation import inlet, spice, supply
from tengen_hardware.values import farads

# A WS2812B withstands 5.3 V permanently (Worldsemi). For less than a millisecond, we allow the breakdown voltage of
# the clamp. The Pico's VSYS withstands 5.5 V (its data sheet), and its regulator 6 V for a moment.
LIGHTS_V, MOMENT_V, VSYS_V = 5.3, 6.8, 5.5


@pytest.mark.parametrize("volts", [12.0, 19.0, -5.0, -12.0])
def test_a_wrong_supply_that_is_plugged_in_reaches_nothing(board, volts):
    found = inlet.reached(board, "plug", volts)
    assert -0.1 < found.least <= found.most < 0.1
    assert found.pico < 0.1 and found.amperes < 0.1
    assert abs(found.across) < 30 - 5, "the FETs bear 30 V"


def reached_past_the_fets(board, what, volts):
    """Return the same figures with a wire from the fuse to the lights."""
    deck = inlet.deck(board).replace("vq2 drain five 0", "vq2 drain five 0\nrwire fused drain 1u")
    return inlet.Reached(*spice.run(deck)[what, f"{volts:g}"])


@pytest.mark.parametrize(("volts", "least", "most"), [(12.0, 0, 8), (19.0, 0, 10), (-5.0, -1.5, 0), (-12.0, -3, 0)])
def test_without_the_fets_the_same_supply_reaches_the_lights(board, volts, least, most):
    found = reached_past_the_fets(board, "plug", volts)
    assert found.most > most or found.least < least


def test_a_right_supply_starts_the_board_slowly_and_leaves_it_enough(board):
    found = inlet.reached(board, "plug", 5.0)
    assert found.end > 4.9 and found.most <= 5.0
    assert found.amperes < board["supply"]["current_ma"] / 1000
    assert reached_past_the_fets(board, "plug", 5.0).amperes > 10 * found.amperes
    assert found.joules < 0.05, "an SO8 bears some 0.1 J in 5 ms"
    high = inlet.reached(board, "jump", board["supply"]["high_mv"] / 1000)
    assert high.end > 5.15, "the most that a supply of 5 V gives turns nothing off"


@pytest.mark.parametrize("volts", [6.0, 9.0, 12.0])
def test_a_supply_that_fails_upwards_is_cut_off(board, volts):
    found = inlet.reached(board, "jump", volts)
    assert found.most < MOMENT_V and found.pico < MOMENT_V
    assert found.end < 1.0 and found.across < 30
    assert found.most < reached_past_the_fets(board, "jump", volts).most


@pytest.mark.parametrize("micro", inlet.LEADS_UH)
def test_the_leads_inductance_does_not_drive_the_fet_to_its_limit(board, micro):
    assert inlet.reached(board, "lead", micro).across < 0.9 * 30


def test_a_supply_that_only_limits_its_current_heats_the_fet_too_much_so_one_that_switches_off_is_asked_for(board):
    found = inlet.reached(board, "short", inlet.LIMIT_A)
    assert found.watts > inlet.PASS_W and 1.5 * board["supply"]["fuse_ma"] > 1000 * inlet.LIMIT_A
    assert "switches off at a short" in board["things"]["supply"]["instead"]


def test_by_usb_all_capacitors_are_charged_at_once_and_its_voltage_reaches_the_jack(board):
    free, limited = (inlet.reached(board, "usb", value) for value in (5, inlet.PORT_A))
    assert free.amperes > 5 and limited.amperes < 1.01 * inlet.PORT_A
    assert free.seconds < 0.01 < limited.seconds
    assert 4.3 < free.jack < 5 and free.pico < VSYS_V and free.end > 4.3


def test_all_lights_at_once_do_not_turn_it_off(board):
    found = inlet.reached(board, "step", 5.0)
    assert found.least > supply.LEAST_V and found.end > 4.7
    assert found.pico < VSYS_V


def test_a_short_reaches_no_more_than_the_supply_gives(board):
    found = inlet.reached(board, "short", 5.0)
    assert found.least > -0.1 and found.most < LIGHTS_V and found.across < 30


def test_with_a_wrong_resistor_at_the_transistors_base_a_supply_of_12_v_gets_through(board):
    spoilt = board | {"parts": board["parts"] | {"trip_base": {"value": "4M7"}}}
    assert inlet.reached(spoilt, "plug", 12.0).most > LIGHTS_V


def test_it_turns_off_above_what_a_supply_gives_and_below_what_the_lights_bear_for_a_moment(board):
    least, back, off, most = protection_rules.trips(board)
    assert board["supply"]["high_mv"] / 1000 < least < back < off < most < protection_rules.MOST_TRIP_V


@pytest.mark.parametrize("corner", inlet.CORNERS, ids=str)
def test_a_supply_that_rises_slowly_is_cut_off_at_once_in_the_cold_and_with_each_reference(board, corner):
    found = inlet.tripped(board, *corner)
    assert 5.3 < found.off < 5.75
    assert board["supply"]["high_mv"] / 1000 < found.on < found.off, "it stays off until the supply is right again"
    assert found.seconds < 0.001, "a FET that turns off slowly gets hot"


def test_the_resistor_of_the_guides_test_empties_the_capacitor_at_once_and_stays_cool(board):
    ohm, volts = board["measure"]["trip_load_ohm"], protection_rules.MOST_TRIP_V
    assert ohm * farads(board["parts"]["bulk_capacitor"]["value"]) * math.log(volts / 0.1) < 1
    assert volts / ohm < 0.1, "the supply is limited to 100 mA"
    assert volts**2 / ohm < 0.25


def test_a_supply_that_the_guide_accepts_has_its_whole_light_again(board):
    """The rail is read 3 % low, and the dark board's 0.36 A lose at most 0.13 Ohm times that on their way."""
    its = board["supply"]
    assert 0.97 * (its["steady_mv"] - 0.13 * 360) > its["good_mv"]


def with_values(board, **values):
    return board | {"parts": board["parts"] | {kind: {"value": value} for kind, value in values.items()}}


def test_with_the_resistors_of_revision_b_a_supply_of_6_v_stays_on_in_the_cold(board):
    spoilt = with_values(board, trip_bleed="1k", trip_base="4k7")
    assert inlet.tripped(spoilt, 2.2, 0, 0, -1).off > 6.0
    assert protection_rules.base_volts(spoilt) < protection_rules.COLDEST_BASE_V < protection_rules.base_volts(board)


def test_with_2200_ohm_between_emitter_and_base_the_references_own_current_keeps_the_board_dark(board):
    spoilt = with_values(board, trip_bleed="2k2", trip_base="4k7")
    assert inlet.reached(spoilt, "plug", 5.0).end < 1 < inlet.reached(board, "plug", 5.0).end
