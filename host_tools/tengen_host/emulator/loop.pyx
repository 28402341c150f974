"""The emulation loop: core (core.pxi), clock and cycle-exact PIO (pio.pxi).

tengen_host.image.native compiles it beside rp2040py's own modules. Their objects hold the chip's state: registers,
memory, FIFOs, pins. The usual instructions of firmware and PIO programs are executed here, by direct calls; all others
by rp2040py. The SIO's divider is here, too, because MicroPython divides at every lookup in a dict: about 100,000 times
a second on an idle board.
"""

from array import array

from cython cimport final
from libc.math cimport ceil
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.sio import RPSIO
from rp2040py.native._cortex_m0_core cimport CortexM0Core
from rp2040py.native._gpio_pin cimport GPIOPin
from rp2040py.native._pio cimport RPPIO
from rp2040py.native._rp2040 cimport RP2040
from rp2040py.native._simulation_clock cimport SimulationClock
from rp2040py.native._state_machine cimport StateMachine

cdef const double CYCLE_NS = 8.0  # 125 MHz
cdef const double SLACK = 1e-3  # of a cycle, because sums of floats may be a little too small
cdef const int FP_BITS = 8  # rp2040py counts PIO time in 1/256 cycles
cdef const long long FOREVER = 1 << 60
cdef const long long NEVER = 1 << 62  # rp2040py's NEVER_DUE and MAX_ARREARS_FP
cdef const long long MOST_ARREARS_FP = 8 << 8
cdef tuple STATES = tuple(sorted(GPIOPinState))

cdef extern from *:
    int __builtin_ctz(unsigned int)


# the address map, RP2040 data sheet, 2.2
cdef const unsigned int FLASH_AT = 0x10000000
cdef const unsigned int RAM_AT = 0x20000000
cdef const unsigned int SIO_AT = 0xD0000000
cdef const unsigned int SIO_BYTES = 0x200
cdef const unsigned int TIMERAWH_AT = 0x40054024
cdef const unsigned int TIMERAWL_AT = 0x40054028
cdef const unsigned int PIO_AT = 0x50200000
cdef const unsigned int PIO_BYTES = 0x200000  # both blocks

cdef enum:  # offsets of the SIO's registers, 2.3.1.7
    CPUID = 0x000
    UDIVIDEND = 0x060
    UDIVISOR = 0x064
    SDIVIDEND = 0x068
    SDIVISOR = 0x06C
    QUOTIENT = 0x070
    REMAINDER = 0x074
    CSR = 0x078
    SPINLOCK0 = 0x100
    SPINLOCK31 = 0x17C

cdef const unsigned int SHIFTCTRL = 0x0D0  # of a PIO block's first state machine, 3.7; the top two bits join the FIFOs
cdef const unsigned int MACHINE_BYTES = 0x18
cdef const int JOIN_BIT = 30

cdef const unsigned int READY = 1
cdef const unsigned int DIRTY = 2


cdef long long cycles_until_due(RPPIO pio):
    """Return the cycles until the next step of a PIO block: at least one; FOREVER if it has nothing to do."""
    cdef long long ahead
    if pio.stopped or pio.next_due_fp >> 61:
        return FOREVER
    ahead = (pio.next_due_fp - pio.cycle_fp + (1 << FP_BITS) - 1) >> FP_BITS
    return ahead if ahead > 1 else 1


cdef long long cycles_at(double ns):
    """Return the number of cycles that have begun by a time of the clock."""
    return <long long>(ns / CYCLE_NS + SLACK)


cdef class Divider:
    """The SIO registers that MicroPython uses most: the divider, the spin locks, the core's number.

    It is a mixin before rp2040py's RPSIO, which has all other registers. A division adds no cycles: the eight that it
    takes are in the instructions with which the Pico's SDK waits.
    """

    cdef public unsigned int div_dividend, div_divisor, div_quotient, div_remainder, div_csr, spin_lock

    cpdef update_hardware_divider(self, bint signed):
        cdef long long dividend = self.div_dividend
        cdef long long divisor = self.div_divisor
        self.div_csr = READY | DIRTY
        if divisor == 0:
            self.div_quotient = ~<unsigned int>0 if dividend else 1
            self.div_remainder = self.div_dividend
            return
        if signed:
            dividend = <int>self.div_dividend
            divisor = <int>self.div_divisor
        # not // and %, because Python's round down
        self.div_quotient = <unsigned int>quotient_of(dividend, divisor)
        self.div_remainder = <unsigned int>(dividend - divisor * quotient_of(dividend, divisor))

    cpdef unsigned int read_uint32(self, unsigned int offset) except? 0:
        cdef unsigned int lock
        if offset == CSR:
            return self.div_csr
        if offset == QUOTIENT:
            self.div_csr &= ~DIRTY
            return self.div_quotient
        if offset == REMAINDER:
            return self.div_remainder
        if offset == UDIVIDEND or offset == SDIVIDEND:
            return self.div_dividend
        if offset == UDIVISOR or offset == SDIVISOR:
            return self.div_divisor
        if SPINLOCK0 <= offset <= SPINLOCK31:
            lock = <unsigned int>1 << ((offset - SPINLOCK0) >> 2)
            if self.spin_lock & lock:
                return 0
            self.spin_lock |= lock
            return lock
        if offset == CPUID:
            return 0
        return RPSIO.read_uint32(self, offset)

    cpdef write_uint32(self, unsigned int offset, long long value):
        if offset == UDIVIDEND or offset == SDIVIDEND:
            self.div_dividend = <unsigned int>value
            self.update_hardware_divider(offset == SDIVIDEND)
        elif offset == UDIVISOR or offset == SDIVISOR:
            self.div_divisor = <unsigned int>value
            self.update_hardware_divider(offset == SDIVISOR)
        elif offset == QUOTIENT:
            self.div_quotient = <unsigned int>value
            self.div_csr = READY | DIRTY
        elif offset == REMAINDER:
            self.div_remainder = <unsigned int>value
            self.div_csr = READY | DIRTY
        elif SPINLOCK0 <= offset <= SPINLOCK31:
            self.spin_lock &= ~(<unsigned int>1 << ((offset - SPINLOCK0) >> 2))
        else:
            RPSIO.write_uint32(self, offset, value)


cdef long long quotient_of(long long dividend, long long divisor):
    """Return the quotient, rounded towards zero like the chip's."""
    cdef long long found = abs(dividend) // abs(divisor)
    return -found if (dividend < 0) != (divisor < 0) else found


cdef class Bus(RP2040):
    """An RP2040 with direct calls from its core to flash, RAM, SIO and PIO; rp2040py handles all other accesses."""

    cdef Divider _divider
    cdef unsigned int _flash_bytes, _ram_bytes

    cdef reach(self, Divider divider):
        """Use direct calls from now on."""
        self._divider = divider
        self._flash_bytes = self.flash_byte_size
        self._ram_bytes = self.ram_byte_size

    cpdef unsigned int read_uint32(self, long long address) except? 0:
        cdef unsigned int at = <unsigned int>address
        cdef unsigned char *bytes_
        if at - RAM_AT < self._ram_bytes and not at & 3:
            bytes_ = &self._sram[at - RAM_AT]
        elif at - FLASH_AT < self._flash_bytes and not at & 3:
            bytes_ = &self._flash[at - FLASH_AT]
        elif at - SIO_AT < SIO_BYTES and self._divider is not None:
            return self._divider.read_uint32(at - SIO_AT)
        else:
            return RP2040.read_uint32(self, address)
        return bytes_[0] | bytes_[1] << 8 | bytes_[2] << 16 | <unsigned int>bytes_[3] << 24

    cpdef unsigned int read_uint16(self, long long address):
        cdef unsigned int at = <unsigned int>address
        cdef unsigned char *bytes_
        if at - FLASH_AT < self._flash_bytes:
            bytes_ = &self._flash[at - FLASH_AT]
        elif at - RAM_AT < self._ram_bytes:
            bytes_ = &self._sram[at - RAM_AT]
        else:
            return RP2040.read_uint16(self, address)
        return bytes_[0] | bytes_[1] << 8

    cpdef write_uint32(self, long long address, long long value):
        cdef unsigned int at = <unsigned int>address
        cdef unsigned char *bytes_
        if at - RAM_AT < self._ram_bytes and not at & 3:
            bytes_ = &self._sram[at - RAM_AT]
            bytes_[0] = value & 0xFF
            bytes_[1] = value >> 8 & 0xFF
            bytes_[2] = value >> 16 & 0xFF
            bytes_[3] = value >> 24 & 0xFF
        elif at - SIO_AT < SIO_BYTES and self._divider is not None:
            self._divider.write_uint32(at - SIO_AT, value)
        elif at - PIO_AT < PIO_BYTES and self._divider is not None:
            self._write_pio(at, value)
        else:
            RP2040.write_uint32(self, address, value)

    cdef _write_pio(self, unsigned int at, long long value):
        cdef RPPIO block = self.pio[at >> 20 & 1]
        cdef unsigned int offset = at & 0xFFF
        cdef StateMachine machine
        cdef unsigned int before
        if offset < SHIFTCTRL or (offset - SHIFTCTRL) % MACHINE_BYTES or offset > SHIFTCTRL + 3 * MACHINE_BYTES:
            RP2040.write_uint32(self, at, value)
            return
        machine = block.machines[(offset - SHIFTCTRL) // MACHINE_BYTES]
        before = machine.shift_ctrl >> JOIN_BIT
        RP2040.write_uint32(self, at, value)
        if machine.shift_ctrl >> JOIN_BIT != before:
            self.clear_fifos(machine)

def reach(Bus chip, Divider divider):
    """Let a chip's core access this SIO by direct calls."""
    chip.reach(divider)


include "cache.pxi"
include "core.pxi"
include "pio.pxi"


cdef class Run:
    """A running chip: its engine, its PIO blocks and its clock."""

    cdef Engine engine
    cdef CortexM0Core core
    cdef SimulationClock clock
    cdef RPPIO first, second
    cdef Pio first_pio, second_pio

    def __init__(self, RP2040 chip, Divider divider):
        self.engine = Engine(chip, divider)
        self.core, self.clock = chip.core, chip.clock
        self.first, self.second = chip.pio
        self.first_pio, self.second_pio = Pio(chip, 0), Pio(chip, 1)

    def wait_for_flash(self, Cache cache):
        """Let the core wait for flash on the misses of this cache; None: never."""
        self.engine.wait_for_flash(cache)

    cdef go_on(self, double ns, long long cycles):
        """Advance the clock by `ns` and the PIO by `cycles`; run the alarms and PIO steps that are then due."""
        # before the clock, so that a state machine that an alarm starts begins at the alarm's time
        cdef SimulationClock clock = self.clock
        self.first.cycle_fp += cycles << FP_BITS
        self.second.cycle_fp += cycles << FP_BITS
        cdef double until = clock._nanos_counter + ns
        if clock._next_alarm is None or clock._next_alarm.nanos > until:
            clock._nanos_counter = until  # as tick() would
        else:
            clock.tick(ns)
        if self.first.cycle_fp >= self.first.next_due_fp and not self.first.stopped:
            self.first_pio.run()
        if self.second.cycle_fp >= self.second.next_due_fp and not self.second.stopped:
            self.second_pio.run()

    cdef long long jump(self, double most_ns) except -1:
        """Advance to the next alarm or PIO step, by `most_ns` at most; return the cycles."""
        cdef SimulationClock clock = self.clock
        cdef double ns = most_ns
        cdef long long quiet = min(cycles_until_due(self.first), cycles_until_due(self.second))
        cdef long long cycles
        if quiet * CYCLE_NS < ns:
            ns = quiet * CYCLE_NS
        if clock._next_alarm is not None and clock._next_alarm.nanos - clock._nanos_counter < ns:
            ns = clock._next_alarm.nanos - clock._nanos_counter
        cycles = cycles_at(clock._nanos_counter + ns) - cycles_at(clock._nanos_counter)
        self.go_on(ns, cycles)
        return cycles

    def turn(self, simulator, double period_ns):
        """Run a Simulator with this chip for a period of its clock, or until stopped.

        An awake core executes instructions. A sleeping core waits for the next alarm or the next step of a PIO block,
        whichever is first; the time between is skipped. A few steps may follow Simulator.stop().
        """
        cdef CortexM0Core core = self.core
        cdef SimulationClock clock = self.clock
        cdef dict state = simulator.__dict__
        cdef double end = clock._nanos_counter + period_ns
        cdef double ahead
        cdef long long cycles, most
        if simulator.rp2040.run_pin_low:
            return
        while clock._nanos_counter < end and not state["stopped"]:
            ahead = end - clock._nanos_counter
            if core.waiting:
                self.jump(ahead)
                continue
            if clock._next_alarm is not None and clock._next_alarm.nanos - clock._nanos_counter < ahead:
                ahead = clock._next_alarm.nanos - clock._nanos_counter
            most = min(<long long>ceil(ahead / CYCLE_NS), cycles_until_due(self.first), cycles_until_due(self.second))
            cycles = self.engine.execute(most if most > 1 else 1)
            self.go_on(cycles * CYCLE_NS, cycles)

    def wait(self, double until_ns):
        """Advance to a time of the clock without executing the core, which counts as busy; PIO and alarms run."""
        while self.clock._nanos_counter < until_ns:
            self.core.cycles += self.jump(until_ns - self.clock._nanos_counter)
