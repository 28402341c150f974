"""The emulated chip's time: its core instruction by instruction, its clock, and its PIO to the cycle.

Compiled by tengen_host.image.native beside rp2040py's own modules, whose parts it drives by direct calls.
"""

import time

from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport SimulationClock

cdef double CYCLE_NS = 8.0  # 125 MHz
cdef double SLACK = 1e-3  # of a cycle: sums of floats may be a little too small
cdef int FP_BITS = 8  # rp2040py counts PIO time in 1/256 cycles
cdef long long FOREVER = 1 << 60

cdef double MOST_IDLE_NS = 1e9  # a jump, where nothing will ever wake the core

cdef int LOOK_EVERY = 256  # steps, between two looks at how long it has taken


cdef long long cycles_until_due(RPPIO pio):
    """How many cycles lie before the next step of a PIO block: at least one, FOREVER where it has nothing to do."""
    cdef long long ahead
    if pio.stopped or pio.next_due_fp >> 61:
        return FOREVER
    ahead = (pio.next_due_fp - pio.cycle_fp + (1 << FP_BITS) - 1) >> FP_BITS
    return ahead if ahead > 1 else 1


cdef long long cycles_at(double ns):
    """How many cycles have begun by a time of the clock."""
    return <long long>(ns / CYCLE_NS + SLACK)


cdef go_on(SimulationClock clock, RPPIO first, RPPIO second, double ns, long long cycles):
    """Let time pass, as ns of the clock and cycles of the PIO, with what is due at its end."""
    # before the clock: what an alarm sets going begins at its own time
    first.cycle_fp += cycles << FP_BITS
    second.cycle_fp += cycles << FP_BITS
    clock.tick(ns)
    if first.cycle_fp >= first.next_due_fp and not first.stopped:
        first.advance(0)
    if second.cycle_fp >= second.next_due_fp and not second.stopped:
        second.advance(0)


cdef long long jump(SimulationClock clock, RPPIO first, RPPIO second, double most_ns):
    """Go on to the next alarm or PIO step, for `most_ns` at most; returns the cycles."""
    cdef double ns = most_ns
    cdef long long quiet = min(cycles_until_due(first), cycles_until_due(second))
    cdef long long cycles
    if quiet * CYCLE_NS < ns:
        ns = quiet * CYCLE_NS
    if clock._next_alarm is not None and clock._next_alarm.nanos - clock._nanos_counter < ns:
        ns = clock._next_alarm.nanos - clock._nanos_counter
    cycles = cycles_at(clock._nanos_counter + ns) - cycles_at(clock._nanos_counter)
    go_on(clock, first, second, ns, cycles)
    return cycles


def run(simulator, double most_s):
    """Let a Simulator with a chip of rp2040py's compiled modules go on for `most_s` s of wall time, or until stopped.

    Awake, the core does an instruction a step. Asleep, a step ends at the next alarm or the next step of a PIO block,
    whichever comes first, and no time is lost in between.
    """
    cdef RP2040 chip = simulator.rp2040
    cdef CortexM0Core core = chip.core
    cdef SimulationClock clock = simulator.clock
    cdef RPPIO first = chip.pio[0]
    cdef RPPIO second = chip.pio[1]
    cdef dict state = simulator.__dict__
    cdef double end_s = time.monotonic() + most_s
    cdef long long cycles
    cdef int until_look = LOOK_EVERY

    if chip.run_pin_low:
        return
    while not state["stopped"]:
        until_look -= 1
        if until_look == 0:
            if time.monotonic() > end_s:
                return
            until_look = LOOK_EVERY
        if core.waiting:
            jump(clock, first, second, MOST_IDLE_NS)
        else:
            cycles = core.execute_instruction()
            go_on(clock, first, second, cycles * CYCLE_NS, cycles)


def wait(chip_, double until_ns):
    """Go on to a time of the clock without the core, which is busy: PIO and alarms do what they do meanwhile."""
    cdef RP2040 chip = chip_
    cdef SimulationClock clock = chip.clock
    cdef RPPIO first = chip.pio[0]
    cdef RPPIO second = chip.pio[1]
    while clock._nanos_counter < until_ns:
        chip.core.cycles += jump(clock, first, second, until_ns - clock._nanos_counter)
