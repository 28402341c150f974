"""The data-sheet values of the parts that the simulations need, each with its source.

"Checked": read in a copy of the data sheet, or in that of a part of the same family, while this was written. "To be
checked": from memory; compare it with the data sheet of the part that you buy.
"""

from __future__ import annotations

from typing import NamedTuple

# RP2040 data sheet, 5.2.3 "Pin specifications", the table of digital IO characteristics. Checked: VIL 0.8 V, hysteresis
# 0.2 V, leakage 1 uA, pulls 50 to 80 kOhm (they are off here). To be checked: VIH 2.0 V (seen only for the USB pins).
# All are for IOVDD = 3.3 V. At 2.5 V the table has 1.7 and 0.7 V, so thresholds move less than the supply. We move a
# threshold in proportion to the supply if that is worse for us, and not at all if it would be better.
_VIH, _VIL, _IOVDD = 2.0, 0.8, 3.3
PICO_LEAKAGE_A = 1e-6
PICO_OVER_V = 0.3  # an input may be 0.3 V above IOVDD ("IOVDD + 0.3")


def input_high(iovdd: float) -> float:
    """Return the least voltage that the RP2040 surely reads as high."""
    return round(_VIH * max(1.0, iovdd / _IOVDD), 3)


def input_low(iovdd: float) -> float:
    """Return the greatest voltage that the RP2040 surely reads as low."""
    return round(_VIL * min(1.0, iovdd / _IOVDD), 3)


class Driver(NamedTuple):
    """A row driver: the resistance of a high output, from the data sheet's guaranteed level under load."""

    name: str
    supply: float  # volts, in the data sheet's line
    load_ma: float
    level: float  # the least output voltage in this line
    source: str
    checked: str

    @property
    def ohms(self) -> float:
        """The output as a resistor. A transistor's resistance falls with the drop, so this is the worse case."""
        return round((self.supply - self.level) / self.load_ma * 1000)


# The figure guaranteed for -40 to +85 C serves for all temperatures; a cold chip is stronger.
DRIVERS = (
    Driver("74HC595", 3.0, 2.4, 2.34, "onsemi MC74HC595A, DC characteristics, QA-QH, to 85 C", "to be checked"),
    # also sold with legs (package N), by TI's list of packages
    Driver(
        "74AHC595", 3.0, 4.0, 2.48, "TI SN74AHC595, electrical characteristics, -40 to 85 C",
        "in the same line of onsemi's MC74VHC1GT125",
    ),
    Driver(
        "74LVC595A", 2.7, 12.0, 2.2, "Nexperia 74LVC595A, static characteristics, -40 to 85 C",
        "to be checked; the load at 2.7 V: in TI's LVC00A",
    ),
)  # fmt: skip


def driver(name: str) -> Driver:
    """Return a row driver by its name. Raises KeyError if its data are not here."""
    for each in DRIVERS:
        if each.name == name:
            return each
    raise KeyError(name)


# 1N4148W. A model in wide public use for the 1N4148 (typical), with 4 pF at 0 V, the data sheets' greatest (checked).
# HIGH_DIODE has a lower saturation current, so that it drops 0.715 V at 1 mA, the most that Diodes Inc. allows at 25 C
# (to be checked; both meet the older limit of 1.0 V at 10 mA).
DIODE_MODEL = "d(is={{{saturation}}} n=1.752 rs=0.568 cjo=4p m=0.4 tt=20n eg=1.11 xti=3 bv=100 ibv=100u)"
TYPICAL_DIODE, HIGH_DIODE = "2.52n", "0.142n"
# At 60 C: 25 nA at most at 20 V and 25 C (checked), and about twice as much for each 10 K
DIODE_LEAKAGE_A = 0.3e-6

# The clamp of a line, 4 pF at the most (ST; to be checked). The inductance of its pads and of the via to ground is a
# usual figure, as is 1 Ohm for a chip's own diodes: of these a lower one would take more.
CLAMP_F, CLAMP_H = 4e-12, 1.5e-9
CHIP_DIODE_OHM = 1.0

# 74AHCT125. TI SN74AHCT125; checked in TI's AHCT1G04: at 4.5 V an output gives 3.8 V at 8 mA.
SHIFTER_OHM = 88
SHIFTER_HIGH_V = 2.0  # VIH from 4.5 to 5.5 V (checked)
SHIFTER_EDGE_S = 3e-9

# RP2040: an output gives at least 2.62 V at the current it is set to, 4 mA after reset, IOVDD 3.3 V (checked)
PICO_OUT_OHM = 170

# WS2812B, Worldsemi, checked: VDD 3.5 to 5.3 V at the outermost, its levels hold from 4.5 V on; high from 0.7 VDD, low
# to 0.3 VDD, 15 pF, leakage 1 uA; a 0 is high for 250 to 550 ns, with the WS2812B-V5 for 220 to 380.
PIXEL_LEAST_V = 3.5
PIXEL_HIGH, PIXEL_LOW = 0.7, 0.3
PIXEL_F = 15e-12
ZERO_HIGH_NS, V5_ZERO_HIGH_NS = (250, 550), (220, 380)
# DOUT's strength is not specified. The WS2811's sheet has 10 mA at 0.4 V (to be checked), 40 Ohm; we try up to 150.
PIXEL_OUT_OHM = (40, 150)

# The firmware's bits (firmware/tengen/drivers/programs.py, LED_HZ): a 0 is high for 8 of 32 steps of 40 ns
STEP_NS, STEPS, ZERO_STEPS = 40, 32, 8

# Ribbon of AWG 28, 1.27 mm apart: 0.22 Ohm a metre at 25 C; 0.8 A a wire (a maker of cables, checked).
# 105 Ohm, 5 ns and 48 pF a metre between neighbours of which one is grounded: usual figures, to be checked.
RIBBON_OHM_M = 0.22
RIBBON_WIRE_A = 0.8
RIBBON_IMPEDANCE = 105
RIBBON_S_M = 5e-9
CONTACT_OHM = 0.02  # of a box header, when new

COPPER_OHM_M = 1.72e-8  # resistivity


def copper_ohm(length_mm: float, width_mm: float, thickness_um: float) -> float:
    """Return the resistance of a track in Ohm."""
    return COPPER_OHM_M * length_mm / (width_mm * thickness_um) * 1e6
