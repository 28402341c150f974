"""An emulated RP2040 with correct PIO time while the CPU sleeps.

rp2040py advances each state machine by at most one instruction per CPU instruction or idle jump. While the CPU sleeps,
the state machines are therefore too slow. Our own loop (loop.pyx, compiled by image/native.py) ends each idle jump at
the PIO's next step. It executes most instructions of core and PIO itself, several times as fast. Without the compiled
loop, rp2040py's loop is used. An alarm on the emulated clock then ends every idle jump at the next step of a state
machine that has something to do.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

from rp2040py.peripherals import watchdog
from rp2040py.peripherals.pio import RPPIO
from rp2040py.rp2040 import RP2040
from rp2040py.sio import RPSIO

from . import bootrom
from .flash import Flash
from .pace import Pace
from .usb import BASE as USB_BASE
from .usb import Usb
from .xip import Xip

try:
    import tengen_emulator_loop as loop
except ImportError:
    loop = None

COMPILED = loop is not None and "native" in RP2040.__module__
_SIMULATOR: Any = RP2040.simulator  # the property that Chip extends

XIP_BASE = 0x14000  # the address of the cache's registers, shifted as in rp2040py's table
TURN_NS = 1_000_000  # after this period of the chip's time, the other tasks in the event loop run
SLEEP_S = 0.005  # the longest sleep while the chip is ahead of real time

_CYCLE_NS = 8.0  # 125 MHz
_FP = 256  # rp2040py counts PIO time in 1/256 cycles
_FP_PER_NS = _FP / _CYCLE_NS
NEVER_DUE = 1 << 62  # rp2040py's value if no state machine has anything to do


class Chip(loop.Bus if COMPILED else RP2040):  # type: ignore[misc]
    """An RP2040 for a BoardSpec's `mcu`, with the Pico's flash. PIO time is correct, as described above.

    While its core is awake, `core.cycles` and the clock advance together; the core counts as awake while it waits for
    the flash. `compiled`: whether the compiled loop runs the chip; by default it does if it exists. `pace` keeps the
    chip's time from passing faster than real time. `patience` does the same, but only while the core sleeps, when it
    may be waiting for another program. Flash takes no time until add_cache(), which makes the emulation slower. After
    each reset `on_boot` is called; then `in_bootsel` says whether the boot ROM runs as a drive, instead of the program
    in flash.
    """

    pace: Pace | None = None
    patience: Pace | None = None
    in_bootsel = False
    _has_power = False

    def __init__(self, clock: Any = None, compiled: bool | None = None) -> None:
        self._compiled = COMPILED if compiled is None else compiled
        self._asleep_ns = 0.0
        self.on_boot: Callable[[], None] = lambda: None
        super().__init__(clock)
        self.sio: RPSIO = (CompiledSio if self._compiled else Sio)(self)
        if self._compiled:
            loop.reach(self, self.sio)
            self._run = loop.Run(self, self.sio)
        self.ssi = self.peripherals[0x18000] = Flash(self)
        self.xip_ctrl = self.peripherals[XIP_BASE] = Xip(self, "XIP_CTRL")
        self.usb_ctrl = self.peripherals[USB_BASE] = Usb(self)
        for index, address in enumerate(() if self._compiled else (0x50200, 0x50300)):
            paced = PacedPIO(self, f"PIO{index}", self.pio[index].first_irq, index)
            self.pio[index] = paced
            self.peripherals[address] = paced

    @property
    def cache(self) -> Any:
        """The loop.Cache between core and flash; None if flash takes no time."""
        return self.xip_ctrl.cache

    def add_cache(self, **parameters: int) -> None:
        """Let the core wait for flash on each cache miss.

        `parameters`: those of loop.Cache; by default the RP2040's. Raises RuntimeError if the loop is not compiled.
        """
        if not self._compiled:
            raise RuntimeError("the emulated flash cache needs the compiled loop: sudo apt-get install gcc python3-dev")
        self.xip_ctrl.cache = loop.Cache(**parameters)
        self._run.wait_for_flash(self.cache)

    @property
    def simulator(self) -> Any:
        """The rp2040py Simulator that runs this chip."""
        return _SIMULATOR.__get__(self)

    @simulator.setter
    def simulator(self, simulator: Any) -> None:
        _SIMULATOR.__set__(self, simulator)
        own = functools.partial(self._run.turn, simulator, TURN_NS) if self._compiled else simulator._execute_batch
        simulator._execute_batch = functools.partial(self._turn, own)

    def _turn(self, go_on: Callable[[], None]) -> None:
        if not self._has_power:
            self._has_power = True
            self.leave_reset()
        paced, ns = (self.pace, self.clock.nanos) if self.pace else (self.patience, self._asleep_ns)
        ahead_s = paced.ahead_s(ns / 1e9, time.monotonic()) if paced else 0.0
        if ahead_s > 0:
            time.sleep(min(ahead_s, SLEEP_S))  # not longer, because other tasks share the event loop
            return
        began, cycles = self.clock.nanos, self.core.cycles
        go_on()
        if self.core.cycles >= cycles:  # otherwise the chip was reset during the step
            self._asleep_ns += self.clock.nanos - began - (self.core.cycles - cycles) * _CYCLE_NS

    def wait(self, until_ns: float) -> None:
        """Let time pass until `until_ns` without executing the core, which only polls; PIO, DMA and alarms run.

        The time is added to the core's cycles, because the core is awake.
        """
        if self._compiled:
            self._run.wait(until_ns)
            return
        while self.clock.nanos < until_ns:
            ahead = until_ns - self.clock.nanos
            if self.clock.has_scheduled_alarm:
                ahead = min(ahead, self.clock.nanos_to_next_alarm)
            self.clock.tick(ahead)
            self.core.cycles += int(ahead / _CYCLE_NS)
            for pio in self.pio:
                if not pio.stopped:
                    pio.advance(int(ahead / _CYCLE_NS) or 1)

    def clear_fifos(self, machine: Any) -> None:
        """Empty both FIFOs of a state machine.

        The chip empties them when FJOIN_TX or FJOIN_RX change; rp2040py doesn't.
        """
        machine.tx_fifo.reset()
        machine.rx_fifo.reset()
        self.dma.set_dreq(machine.dreq_tx)
        self.dma.clear_dreq(machine.dreq_rx)

    def enter_reset(self, *args: Any, **kwargs: Any) -> None:
        """Reset, and abort every DMA transfer; rp2040py would continue a transfer when its channel is used again."""
        for channel in self.dma.channels:
            channel.abort()
        super().enter_reset(*args, **kwargs)

    def leave_reset(self) -> None:
        """Start the program in flash, or wait for one in BOOTSEL mode, as the boot ROM does after a reset.

        It enters BOOTSEL mode if the last program requested this, or if the flash has no program. bootrom.Bootsel is
        its USB drive.
        """
        super().leave_reset()
        asked = bootrom.asked_for_bootsel(self.watchdog.scratch_data)
        self.in_bootsel = asked or not bootrom.has_program(self.flash)
        if self.in_bootsel:
            self.watchdog.write_uint32(watchdog.CTRL, 0)
            self.watchdog.write_uint32(watchdog.SCRATCH4, 0)
            self.core.pc = bootrom.REST
        self.on_boot()

    def restart(self, ms: int) -> None:
        """Let the watchdog reset the chip after some milliseconds."""
        self.watchdog.write_uint32(watchdog.LOAD, ms * watchdog.TICK_FREQUENCY // 1000)
        self.watchdog.write_uint32(watchdog.CTRL, watchdog.ENABLE)


class Sio(RPSIO):
    """An SIO with a divider that adds no cycles to the core's count.

    A division takes eight cycles, during which the Pico's SDK executes waiting instructions, which are counted.
    rp2040py would add the eight cycles again, twice for each division, and only to the core's count, not to the clock.
    """

    def update_hardware_divider(self, signed: bool) -> None:
        """Divide, and restore the core's cycle count."""
        cycles = self.rp2040.core.cycles
        super().update_hardware_divider(signed)
        self.rp2040.core.cycles = cycles


if COMPILED:

    class CompiledSio(loop.Divider, RPSIO):
        """The same SIO with the compiled divider."""


class PacedPIO(RPPIO):
    """A PIO block that keeps an alarm set for the next step of its state machines."""

    def __init__(self, rp2040: Any, name: str, first_irq: int, index: int) -> None:
        # the compiled base takes its arguments in __cinit__, the pure one here
        try:
            super().__init__(rp2040, name, first_irq, index)
        except TypeError:
            super().__init__()  # type: ignore[call-arg]
        self._clock = rp2040.clock
        self._alarm = rp2040.clock.create_alarm(self._beat)
        self._offset_fp = 0.0  # the PIO's time minus the clock's time, in 1/256 cycles

    def reset(self) -> None:
        """Reset the block and its alarm."""
        super().reset()
        self._follow()

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register, and empty the FIFOs of each state machine that joins or separates them."""
        chip: Any = self.rp2040
        joins = [machine.shift_ctrl >> 30 for machine in self.machines]
        super().write_uint32(offset, value)
        for machine, before in zip(self.machines, joins, strict=True):
            if machine.shift_ctrl >> 30 != before:
                chip.clear_fifos(machine)
        self._follow()

    def check_changed_pins(self) -> None:
        """Set the alarm for the next step. rp2040py calls this at the end of each step."""
        super().check_changed_pins()
        self._follow()

    def notify_due(self, due_fp: int) -> None:
        """Set the alarm for the next step of a state machine that was stalled."""
        # A DMA transfer, a pin or a flag ends the stall. This may happen while alarms are handled, before the block
        # itself is advanced; so take the time from the clock, not from the block.
        super().notify_due(due_fp)
        self._schedule(due_fp - int(self._clock.nanos * _FP_PER_NS + self._offset_fp))

    def _follow(self) -> None:
        # at this moment the block's time and the clock's time agree
        self._offset_fp = self.cycle_fp - self._clock.nanos * _FP_PER_NS
        if self.next_due_fp < NEVER_DUE:
            self._schedule(self.next_due_fp - self.cycle_fp)
        else:
            self._alarm.cancel()

    def _beat(self) -> None:
        # The idle jump ends here, and the PIO's step follows. If rounding made the jump a fraction of a cycle too
        # short, no step is due yet, so try again a cycle later.
        self._alarm.schedule(_CYCLE_NS)

    def _schedule(self, ahead_fp: int) -> None:
        self._alarm.schedule(max(1, -(-ahead_fp // _FP)) * _CYCLE_NS)
