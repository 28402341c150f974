"""The data-sheet values of the parts that the simulations need, each with its source.

"Checked" means that the value was read, while this was written, in a copy of the data sheet of the part or of another
part of the family. "To be checked" means from memory; compare the value with the data sheet of the part that you buy.
"""

from __future__ import annotations

from typing import NamedTuple

# RP2040 (its thresholds: pico_inputs.py): an input leaks 1 uA (checked)
PICO_LEAKAGE_A = 1e-6


class Driver(NamedTuple):
    """A row driver: the resistance of a high output, computed from the data sheet's guaranteed level under load."""

    name: str
    supply: float  # the supply in volts, in this line of the data sheet
    load_ma: float
    level: float  # the least output voltage in this line of the data sheet
    source: str
    checked: str

    @property
    def ohms(self) -> float:
        """Return the output's resistance. A transistor's resistance falls with the drop, so this is the worse case."""
        return round((self.supply - self.level) / self.load_ma * 1000)


# The figure guaranteed for -40 to +85 C is used for all temperatures; a cold chip is stronger.
DRIVERS = (
    Driver("74HC595", 3.0, 2.4, 2.34, "onsemi MC74HC595A, DC characteristics, QA-QH, to 85 C", "to be checked"),
    # also available as a through-hole part (package N), by TI's list of packages
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
    """Return a row driver by its name. Raises KeyError for an unknown name."""
    return {each.name: each for each in DRIVERS}[name]


# 1N4148W. This is a widely used public model of the 1N4148 (typical), but with 4 pF at 0 V, the greatest value in the
# data sheets (checked). HIGH_DIODE has a lower saturation current, so that its drop is 0.715 V at 1 mA, the most that
# Diodes Inc. allows at 25 C (to be checked; both models meet the older limit of 1.0 V at 10 mA).
DIODE_MODEL = "d(is={{{saturation}}} n=1.752 rs=0.568 cjo=4p m=0.4 tt=20n eg=1.11 xti=3 bv=100 ibv=100u)"
TYPICAL_DIODE, HIGH_DIODE = "2.52n", "0.142n"
# The leakage at 60 C: it is at most 25 nA at 20 V and 25 C (checked), and doubles about every 10 K
DIODE_LEAKAGE_A = 0.3e-6

# The clamp of a line has at most 4 pF (ST; to be checked). The inductance of its pads and of the via to ground is a
# usual figure. 1 Ohm for a chip's own diodes is a usual figure, too; with less resistance the diodes would carry more
# current.
CLAMP_F, CLAMP_H = 4e-12, 1.5e-9
CHIP_DIODE_OHM = 1.0

# 74AHCT125 (TI SN74AHCT125). At 4.5 V an output gives 3.8 V at 8 mA (checked in TI's AHCT1G04).
SHIFTER_OHM = 88
SHIFTER_HIGH_V = 2.0  # VIH from 4.5 to 5.5 V (checked)
SHIFTER_EDGE_S = 3e-9

# RP2040: at IOVDD 3.3 V an output gives at least 2.62 V at the set current, which is 4 mA after reset (checked)
PICO_OUT_OHM = 170

# WS2812B (Worldsemi, checked). VDD may be 3.5 to 5.3 V, but the levels are specified from 4.5 V on. High is from 0.7
# VDD, low is up to 0.3 VDD; 15 pF; leakage 1 uA. A 0 is high for 250 to 550 ns; with the WS2812B-V5 for 220 to 380 ns.
PIXEL_LEAST_V = 3.5
PIXEL_HIGH, PIXEL_LOW = 0.7, 0.3
PIXEL_F = 15e-12
ZERO_HIGH_NS, V5_ZERO_HIGH_NS = (250, 550), (220, 380)
# A WS2812B's DOUT has no specified strength. The data sheet of the WS2811 has 10 mA at 0.4 V (to be checked), which is
# 40 Ohm; the simulations also try 150 Ohm.
PIXEL_OUT_OHM = (40, 150)

# The firmware's bits (firmware/tengen/drivers/programs.py, LED_HZ): a 0 is high for 8 of 32 steps of 40 ns
STEP_NS, STEPS, ZERO_STEPS = 40, 32, 8

# A ribbon of AWG 28 at 1.27 mm has 0.22 Ohm a metre at 25 C, and allows 0.8 A a wire (a maker of cables, checked).
# Usual figures, to be checked, for a wire and a grounded neighbour: 105 Ohm, 5 ns and 48 pF a metre.
RIBBON_OHM_M = 0.22
RIBBON_WIRE_A = 0.8
RIBBON_IMPEDANCE = 105
RIBBON_S_M = 5e-9
CONTACT_OHM = 0.02  # the contact resistance of a new box header

COPPER_OHM_M = 1.72e-8  # the resistivity of copper


def copper_ohm(length_mm: float, width_mm: float, thickness_um: float) -> float:
    """Return the resistance of a track in Ohm."""
    return COPPER_OHM_M * length_mm / (width_mm * thickness_um) * 1e6


# The figures of this package, their source, and whether they were checked. The figures of row drivers are in DRIVERS.
SOURCES = (
    ("RP2040: low to 0.8 V, leakage 1 uA, hysteresis 0.2 V", "its data sheet, 5.2.3", "yes"),
    ("RP2040: high from 2.0 V at 3.3 V", "its data sheet, 5.2.3", "to be checked"),
    ("thresholds at 3.15 and 3.45 V", "in proportion, where that is the worse for us", "our choice"),
    ("1N4148W: a public model, 4 pF, 25 nA at 25 C", "data sheets of several makers", "yes"),
    ("1N4148W: 0.715 V at 1 mA at the most", "Diodes Inc.", "to be checked"),
    ("74AHCT125: 2.0 V in; 3.8 V out at 8 mA, 4.5 V", "TI, the same family", "yes"),
    ("WS2812B: 0.7 and 0.3 of VDD, 15 pF, its times", "Worldsemi", "yes"),
    ("WS2812B: strength and speed of its output", "not said; tried from 40 to 150 Ohm", "unknown"),
    ("AWG 28: 0.08 mm2, 0.22 Ohm a metre, 0.8 A a wire", "a maker of cables", "yes"),
    ("ribbon 105 Ohm, coupling, contacts, fuse", "usual figures", "to be checked"),
    ("strip: 0.2 Ohm a metre", "an estimate", "measure it"),
    ("IRF9310: 6.8 mOhm at a gate of 4.5 V, 30 V, 20 V at the gate", "Infineon", "yes"),
    ("IRF9310: 2.5 W; a slow fuse holds 1.5 times its current", "Infineon; IEC 60127-2", "to be checked"),
    ("USB: 10 uF at plugging; 100 mA, then 500 mA", "USB 2.0, 7.2", "to be checked"),
    ("TL431A: 1 % (checked); 2.495 V, 4 uA; off below it", "TI, onsemi", "to be checked"),
    ("SMBJ18CA, SMBJ5.0A: where they conduct, and at their most", "Littelfuse", "to be checked"),
    ("USBLC6-4SC6: 12 V at 1 A, 17 V at 5 A, 4 pF at the most", "ST", "to be checked"),
    ("CDSOT236-0504LC, its like: from 6 V, some 12 V at a spark", "Bourns", "yes"),
    ("RP2040, 74AHCT125: 2 kV, human body model; their diodes 1 Ohm", "usual figures", "to be checked"),
    ("lead 1 uH a metre; half of the tiles' 47 uF left at 5 V", "usual figures", "to be checked"),
)
