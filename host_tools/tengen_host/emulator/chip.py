"""An emulated RP2040 whose PIO keeps true time while the CPU sleeps.

rp2040py advances each state machine by at most one instruction per CPU instruction or idle jump, so a
sleeping CPU starves them. Here, while any state machine has something to do, an alarm on the emulated
clock ends every idle jump at that machine's next step; nothing is slowed down where the PIO is idle.
"""

from __future__ import annotations

from typing import Any

from rp2040py.peripherals.pio import RPPIO
from rp2040py.rp2040 import RP2040

_CYCLE_NS = 8.0  # 125 MHz
_FP = 256  # rp2040py counts PIO time in 1/256 cycles
_FP_PER_NS = _FP / _CYCLE_NS


class Chip(RP2040):
    """An RP2040 for a BoardSpec's `mcu`, with both PIO blocks paced as above."""

    def __init__(self, clock: Any = None) -> None:
        super().__init__(clock)
        for index, address in enumerate((0x50200, 0x50300)):
            paced = PacedPIO(self, f"PIO{index}", self.pio[index].first_irq, index)
            self.pio[index] = paced
            self.peripherals[address] = paced


class PacedPIO(RPPIO):
    """A PIO block that has an alarm set for the next step of its state machines."""

    def __init__(self, rp2040: Any, name: str, first_irq: int, index: int) -> None:
        # the compiled base takes its arguments in __cinit__, the pure one here
        try:
            super().__init__(rp2040, name, first_irq, index)
        except TypeError:
            super().__init__()
        self._clock = rp2040.clock
        self._alarm = rp2040.clock.create_alarm(self._arm)
        self._offset_fp = 0.0  # PIO time less clock time, in 1/256 cycles

    def write_uint32(self, offset: int, value: int) -> None:
        # Between two CPU instructions PIO time and the clock agree; while alarms are served they don't,
        # for the PIO is advanced after them. A stopped block stands still altogether.
        self._offset_fp = self.cycle_fp - self._clock.nanos * _FP_PER_NS
        super().write_uint32(offset, value)
        self._arm()

    def notify_due(self, due_fp: int) -> None:
        # a stalled machine goes on: from a DMA transfer, a pin, an interrupt flag
        super().notify_due(due_fp)
        self._arm()

    def _arm(self) -> None:
        now_fp = int(self._clock.nanos * _FP_PER_NS + self._offset_fp)
        next_fp = None
        for machine in self.machines:
            if machine.enabled and not machine.waiting:
                due = machine.next_due_fp
                if due <= now_fp:  # it steps now; the next step is a divider later at the earliest
                    due = now_fp + machine.div_fp
                if next_fp is None or due < next_fp:
                    next_fp = due
        if next_fp is not None:
            # whole cycles, as the loop that advances the PIO counts them
            self._alarm.schedule(-(-(next_fp - now_fp) // _FP) * _CYCLE_NS)
