"""The coil that measures a reed's band: its figures agree with a sum over its turns; unsuitable coils are refused."""

import math

import pytest
from tengen_hardware.circuit import CircuitError
from tengen_hardware.guide import coil
from tengen_host import wiring


@pytest.fixture
def other():
    return wiring.load()


def test_the_current_at_the_ends_of_the_band(board):
    found = coil.of(board)
    assert (found.open_ma, *found.close_ma) == (10, 20, 30)
    assert found.least_ma < 10 and found.most_ma > 36


def test_the_field_in_the_middle_is_that_of_its_turns_one_by_one(board):
    """Each turn counts as a ring of the mean radius, along the winding's length (Biot and Savart, on the axis)."""
    found, its = coil.of(board), board["coil"]
    radius = (its["tube_mm"] + found.outside_mm) / 4000
    places = [(at + 0.5) / found.turns * its["length_mm"] / 1000 - its["length_mm"] / 2000 for at in range(found.turns)]
    summed = sum(4e-7 * math.pi * radius**2 / 2 / (radius**2 + z**2) ** 1.5 for z in places) / found.turns
    assert found.mt == pytest.approx(1000 * summed, rel=0.01)


def test_the_wire_is_as_long_as_its_layers_and_its_resistance_follows(board):
    found, its = coil.of(board), board["coil"]
    left, metres = found.turns, 0.0
    for layer in range(found.layers):
        here = min(left, found.a_layer)
        metres += here * math.pi * (its["tube_mm"] + (2 * layer + 1) * its["pitch_mm"]) / 1000
        left -= here
    assert left == 0 and found.wire_m == pytest.approx(metres, rel=0.05)
    assert found.ohm == pytest.approx(0.0175 * metres / (math.pi * 0.1**2), rel=0.05)


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("turns", 100, "other turns or resistors"),
        ("turned_ohm", 100, "other turns or resistors"),
        ("series_w", 0.1, "its limit of 0.1 W"),
        ("tube_mm", 3.0, "too narrow"),
    ],
)
def test_a_coil_that_cant_measure_the_band_is_refused(other, name, value, word):
    other["coil"][name] = value
    with pytest.raises(CircuitError, match=word):
        coil.of(other)
