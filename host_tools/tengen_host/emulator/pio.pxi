# The PIO: executes the usual instructions of a state machine; rp2040py executes the others.

cdef enum:  # RP2040 data sheet, 3.4
    JUMP, WAIT, IN, OUT, PUSH_PULL, MOVE, IRQ, SET

cdef enum:  # sources and destinations
    PINS, X, Y, NULL_, DIRECTIONS, STATUS, ISR, OSR

cdef enum:  # SHIFTCTRL and EXECCTRL, 3.7
    AUTOPUSH = 1 << 16
    AUTOPULL = 1 << 17
    IN_RIGHT = 1 << 18
    OUT_RIGHT = 1 << 19
    SIDE_DIRECTIONS = 1 << 29
    SIDE_OPTIONAL = 1 << 30

cdef const unsigned int ALL_PINS = (1 << 30) - 1
cdef const int FIFO_WORDS = 4


cdef class Fifo:
    """A FIFO of a state machine, with the same interface as rp2040py's."""

    cdef unsigned int words[4]
    cdef readonly int item_count
    cdef int first

    def push(self, unsigned int value):
        self.put(value)

    def pull(self):
        return self.get()

    def peek(self):
        return self.words[self.first] if self.item_count else 0

    def reset(self):
        self.item_count = 0

    @property
    def empty(self):
        return self.item_count == 0

    @property
    def full(self):
        return self.item_count == FIFO_WORDS

    cdef void put(self, unsigned int value) noexcept:
        if self.item_count < FIFO_WORDS:
            self.words[(self.first + self.item_count) % FIFO_WORDS] = value
            self.item_count += 1

    cdef unsigned int get(self) noexcept:
        cdef unsigned int value
        if not self.item_count:
            return 0
        value = self.words[self.first]
        self.first = (self.first + 1) % FIFO_WORDS
        self.item_count -= 1
        return value


cdef inline void set_pins(RPPIO block, unsigned int value, unsigned int base, unsigned int count) noexcept:
    cdef unsigned int mask = (~<unsigned int>0 if count > 31 else (<unsigned int>1 << count) - 1) << base
    block.pin_values = (block.pin_values & ~mask | value << base & mask) & ALL_PINS


cdef class Pio:
    """A PIO block and its pins."""

    cdef RPPIO block
    cdef RP2040 chip
    cdef list machines, pins
    cdef unsigned int function

    def __init__(self, RP2040 chip, int index):
        cdef StateMachine machine
        self.chip, self.block, self.pins, self.function = chip, chip.pio[index], chip.gpio, 6 + index
        self.machines = self.block.machines
        for machine in self.machines:
            machine.tx_fifo, machine.rx_fifo = Fifo(), Fifo()

    cdef run(self):
        """Let each state machine that is due execute an instruction."""
        cdef RPPIO block = self.block
        cdef StateMachine machine
        cdef long long soonest = NEVER
        for machine in self.machines:
            if machine.enabled and not machine.waiting and machine.next_due_fp <= block.cycle_fp:
                if block.cycle_fp - machine.next_due_fp > MOST_ARREARS_FP:
                    block.backlog_drops += 1
                    machine.next_due_fp = block.cycle_fp
                if not self.step(machine):
                    machine.step()
        for machine in self.machines:
            if machine.enabled and not machine.waiting and machine.next_due_fp < soonest:
                soonest = machine.next_due_fp
        block.next_due_fp = soonest
        if block.old_pin_values != block.pin_values or block.old_pin_directions != block.pin_directions:
            self.tell()

    cdef bint step(self, StateMachine machine) except -1:
        """Execute an instruction, or do nothing and return False if rp2040py must execute it."""
        cdef RPPIO block = self.block
        cdef unsigned int op = block.instructions[machine.pc]
        cdef unsigned int kind = op >> 13, what = op >> 5 & 7, number = op & 31
        cdef unsigned int execution = machine.exec_ctrl, pins = machine.pin_ctrl, shifts = machine.shift_ctrl
        cdef unsigned int after = machine.pc + 1 & 31
        cdef unsigned int side_bits = pins >> 29, side = op >> 8 & 31, value, threshold
        cdef long long took
        cdef bint jumps
        cdef Fifo fifo
        if machine.pc == (execution >> 12 & 31):
            after = execution >> 7 & 31
        if execution & SIDE_DIRECTIONS:
            return False
        if kind == JUMP:
            if what == 0:
                jumps = True
            elif what == 1:
                jumps = machine.x == 0
            elif what == 2:
                jumps = machine.x != 0
                machine.x -= 1
            elif what == 3:
                jumps = machine.y == 0
            elif what == 4:
                jumps = machine.y != 0
                machine.y -= 1
            else:
                return False
            if jumps:
                after = number
        elif kind == IN:
            fifo = machine.rx_fifo
            if fifo.item_count == FIFO_WORDS:
                return False
            if what == PINS:
                value = self.levels(pins >> 15 & 31)
            else:
                return False
            if number:
                value &= (1 << number) - 1
                if shifts & IN_RIGHT:
                    machine.input_shift_reg = machine.input_shift_reg >> number | value << (32 - number)
                else:
                    machine.input_shift_reg = machine.input_shift_reg << number | value
                machine.input_shift_count = min(machine.input_shift_count + number, 32)
            else:
                machine.input_shift_reg = value
                machine.input_shift_count = 32
            threshold = shifts >> 20 & 31
            if shifts & AUTOPUSH and machine.input_shift_count >= (threshold if threshold else 32):
                fifo.put(machine.input_shift_reg)
                self.chip.dma.set_dreq(machine.dreq_rx)
                self.interrupt()
                machine.input_shift_reg = machine.input_shift_count = 0
        elif kind == OUT:
            if what > NULL_:
                return False
            threshold = shifts >> 25 & 31
            if shifts & AUTOPULL and machine.output_shift_count >= (threshold if threshold else 32):
                fifo = machine.tx_fifo
                if not fifo.item_count:
                    return False
                machine.output_shift_reg = fifo.get()
                machine.output_shift_count = 0
                self.chip.dma.set_dreq(machine.dreq_tx)
                self.interrupt()
            value = machine.output_shift_reg
            if number == 0:
                machine.output_shift_reg = 0
                machine.output_shift_count = 32
            elif shifts & OUT_RIGHT:
                machine.output_shift_reg = value >> number
                value &= (1 << number) - 1
            else:
                machine.output_shift_reg = value << number
                value >>= 32 - number
            machine.output_shift_count = min(machine.output_shift_count + number, 32)
            if what == PINS:
                machine.out_pin_values = value
                set_pins(block, value, pins & 31, pins >> 20 & 63)
            elif what == X:
                machine.x = value
            elif what == Y:
                machine.y = value
        elif kind == MOVE:
            if number == Y and what == Y:
                pass
            elif number == OSR and what == Y:
                machine.y = machine.output_shift_reg
            else:
                return False
        elif kind == SET:
            if what == PINS:
                set_pins(block, number, pins >> 5 & 31, pins >> 26 & 7)
            elif what == X:
                machine.x = number
            elif what == Y:
                machine.y = number
            else:
                return False
        else:
            return False

        if side_bits and (not execution & SIDE_OPTIONAL or side & 0x10):
            value = side_bits - 1 if execution & SIDE_OPTIONAL else side_bits
            set_pins(block, side >> (5 - side_bits), pins >> 10 & 31, value)
        took = 1 + (side & (1 << (5 - side_bits)) - 1)
        machine.pc = after
        machine.cycles += took
        machine.next_due_fp += took * machine.div_fp
        return True

    cdef unsigned int levels(self, unsigned int base):
        """Return the levels of all pins, with pin `base` in bit 0."""
        cdef GPIOPin pin
        cdef unsigned int found = 0, at = 0
        for pin in self.pins:
            if pin.ctrl >> 16 & 3:
                found |= <unsigned int>bool(pin.input_value) << at
            elif pin.pad_value & 0x40 and pin._eff_raw_input():
                found |= <unsigned int>1 << at
            at += 1
        return found >> base | found << (32 - base) if base else found

    cdef interrupt(self):
        """Update the interrupts after a change of a FIFO."""
        cdef RPPIO block = self.block
        if block.irq0_int_enable | block.irq0_int_force | block.irq1_int_enable | block.irq1_int_force:
            block.check_interrupts()

    cdef tell(self):
        """Notify the listeners of the pins that have changed."""
        cdef RPPIO block = self.block
        cdef unsigned int changed = block.old_pin_values ^ block.pin_values
        cdef GPIOPin pin
        cdef int state, before, at
        if block.old_pin_directions != block.pin_directions:
            block.check_changed_pins()
            return
        block.old_pin_values = block.pin_values
        while changed:
            at = __builtin_ctz(changed)
            changed &= changed - 1
            pin = self.pins[at]
            if pin.ctrl & 0x331F != self.function or not block.pin_directions >> at & 1:
                pin.check_for_updates()
                continue
            state, before = block.pin_values >> at & 1, pin._last_state
            if state != before:
                pin._last_state = state
                for listener in pin._listeners:
                    listener(STATES[state], STATES[before])
