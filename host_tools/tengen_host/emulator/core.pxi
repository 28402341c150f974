# The core: executes the usual instructions on memory; rp2040py executes the others, one at a time.

cdef enum:  # an instruction's highest five bits (ARMv6-M manual, A5.2)
    LSL_BY = 0b00000
    LSR_BY = 0b00001
    ASR_BY = 0b00010
    ADD_OR_SUBTRACT = 0b00011
    MOVE_BYTE = 0b00100
    COMPARE_BYTE = 0b00101
    ADD_BYTE = 0b00110
    SUBTRACT_BYTE = 0b00111
    REGISTERS = 0b01000
    LOAD_LITERAL = 0b01001
    BY_REGISTER = 0b01010
    BY_REGISTER_TOO = 0b01011
    STORE_AT = 0b01100
    LOAD_AT = 0b01101
    STORE_BYTE_AT = 0b01110
    LOAD_BYTE_AT = 0b01111
    STORE_HALF_AT = 0b10000
    LOAD_HALF_AT = 0b10001
    STORE_ON_STACK = 0b10010
    LOAD_FROM_STACK = 0b10011
    ADDRESS = 0b10100
    ADDRESS_ON_STACK = 0b10101
    STACK_AND_WIDTHS = 0b10110
    POP_AND_OTHERS = 0b10111
    STORE_MANY = 0b11000
    LOAD_MANY = 0b11001
    BRANCH_IF = 0b11010
    BRANCH_IF_TOO = 0b11011
    BRANCH = 0b11100
    WIDE = 0b11110

cdef enum:  # accesses to memory, in the order of the instructions with register offsets (A5.2.4)
    STORE, STORE_HALF, STORE_BYTE, LOAD_SIGNED_BYTE, LOAD, LOAD_HALF, LOAD_BYTE, LOAD_SIGNED_HALF, NOTHING

cdef enum:
    SP = 13
    LR = 14
    PC = 15
    HANDLER = 1  # rp2040py's MODE_HANDLER

cdef struct Flags:
    unsigned int n, z, c, v


cdef inline unsigned int marked(Flags *flags, unsigned int value) noexcept:
    flags.n = value >> 31
    flags.z = value == 0
    return value


cdef inline unsigned int sum_of(Flags *flags, unsigned int a, unsigned int b, unsigned int carry) noexcept:
    """Return a + b + carry. A difference is a sum, too: a - b is a + ~b + 1."""
    cdef unsigned long long wide = <unsigned long long>a + b + carry
    cdef unsigned int value = <unsigned int>wide
    flags.c = wide >> 32
    flags.v = ((a ^ value) & (b ^ value)) >> 31
    return marked(flags, value)


cdef inline unsigned int shifted(Flags *flags, unsigned int how, unsigned int a, unsigned int by) noexcept:
    """Return a, shifted by 0 to 255; `how` is LSL_BY, LSR_BY or ASR_BY."""
    cdef int all_signs = -1 if a >> 31 else 0
    if by == 0:
        return marked(flags, a)
    if how == ASR_BY and by > 31:
        flags.c = a >> 31
        return marked(flags, <unsigned int>all_signs)
    if by > 32:
        flags.c = 0
        return marked(flags, 0)
    if how == LSL_BY:
        flags.c = a >> (32 - by) & 1
        return marked(flags, a << by if by < 32 else 0)
    flags.c = a >> (by - 1) & 1
    if how == LSR_BY:
        return marked(flags, a >> by if by < 32 else 0)
    return marked(flags, a >> by | <unsigned int>all_signs << (32 - by))


cdef inline unsigned int rotated(Flags *flags, unsigned int a, unsigned int by) noexcept:
    """Return a, rotated right by 0 to 255."""
    if by:
        a = a >> (by & 31) | a << (32 - by & 31)
        flags.c = a >> 31
    return marked(flags, a)


cdef inline unsigned int word_at(const unsigned char *place) noexcept:
    return place[0] | place[1] << 8 | place[2] << 16 | <unsigned int>place[3] << 24


cdef inline void put_word(unsigned char *place, unsigned int value) noexcept:
    place[0] = value & 0xFF
    place[1] = value >> 8 & 0xFF
    place[2] = value >> 16 & 0xFF
    place[3] = value >> 24


cdef struct Memory:
    unsigned char *ram
    unsigned char *flash
    unsigned char *rom
    unsigned int ram_bytes, flash_bytes, rom_bytes
    unsigned int cached_bytes  # the flash behind a cache; else 0. With a cache flash_bytes is 0: one check less without


cdef enum:  # the kinds of access to flash, for its cache
    LOOK, FETCH, DATUM


cdef inline unsigned char *readable(
    Memory *memory, unsigned int address, Cache cache, int access, long long *cycles
) noexcept:
    """Return the bytes at an address of flash, RAM or boot ROM, else NULL. Adds the cycles of waiting for flash."""
    if address - FLASH_AT < memory.flash_bytes:
        return memory.flash + (address - FLASH_AT)
    if address - RAM_AT < memory.ram_bytes:
        return memory.ram + (address - RAM_AT)
    if address < memory.rom_bytes:
        return memory.rom + address
    if address - FLASH_AT < memory.cached_bytes:
        if access != LOOK:
            cycles[0] += cache.fetch(address) if access == FETCH else cache.read(address)
        return memory.flash + (address & FLASH_MASK)
    return NULL


cdef class Engine:
    """A chip's core, clock and PIO, with direct access to its memory."""

    cdef CortexM0Core core
    cdef SimulationClock clock
    cdef RPPIO first, second
    cdef Divider divider
    cdef object timer
    cdef unsigned int *registers
    cdef Memory memory
    cdef unsigned int flash_bytes
    cdef Cache cache
    cdef long long owed  # cycles for which the core still waits for flash

    def __init__(self, RP2040 chip, Divider divider):
        self.core, self.clock, self.divider, self.timer = chip.core, chip.clock, divider, chip.timer
        self.first, self.second = chip.pio
        self.registers = &chip.core.registers[0]
        self.memory.ram, self.memory.ram_bytes = &chip._sram[0], chip.ram_byte_size
        self.memory.flash, self.flash_bytes = &chip._flash[0], chip.flash_byte_size
        self.memory.rom, self.memory.rom_bytes = <unsigned char *>&chip._bootrom[0], chip.bootrom_byte_size
        self.wait_for_flash(None)

    cdef wait_for_flash(self, Cache cache):
        self.cache, self.owed = cache, 0
        self.memory.flash_bytes = self.flash_bytes if cache is None else 0
        self.memory.cached_bytes = FLASH_ALIASES if cache is not None else 0

    cdef long long execute(self, long long most) except -1:
        """Execute instructions for `most` cycles, without other events; return the cycles to add to the clock.

        The last instruction is the first one that accesses more than memory, divider, spin locks and timer, since it may
        cause an event. The clock has already advanced by the cycles before it. If the last instruction waits for flash
        longer than `most`, the following calls wait for the rest.
        """
        cdef CortexM0Core core = self.core
        cdef unsigned int *r = self.registers
        cdef Memory memory = self.memory  # a local copy, which the C compiler can keep in registers
        cdef Cache cache = self.cache
        cdef const unsigned char *code
        cdef unsigned char *place
        cdef unsigned int pc, after, op, kind, a, b, number, address, many, at
        cdef int access
        cdef long long us, cycles = 0
        cdef Flags flags

        if self.owed:
            cycles = min(self.owed, most)
            self.owed -= cycles
            core.cycles += cycles
            return cycles
        if core.interrupts_updated and core.check_for_interrupts():
            core.waiting = False
        flags.n, flags.z, flags.c, flags.v = core.n, core.z, core.c, core.v
        pc = after = r[PC] & ~<unsigned int>1
        while cycles < most:
            pc = after
            code = readable(&memory, pc, cache, FETCH, &cycles)
            if code == NULL:
                break
            op = code[0] | code[1] << 8
            kind = op >> 11
            access, address, number = NOTHING, 0, 0
            if kind == LSL_BY:
                r[op & 7] = shifted(&flags, LSL_BY, r[op >> 3 & 7], op >> 6 & 31)
            elif kind == LSR_BY:
                r[op & 7] = shifted(&flags, LSR_BY, r[op >> 3 & 7], ((op >> 6) - 1 & 31) + 1)
            elif kind == ASR_BY:
                r[op & 7] = shifted(&flags, ASR_BY, r[op >> 3 & 7], ((op >> 6) - 1 & 31) + 1)
            elif kind == ADD_OR_SUBTRACT:
                b = op >> 6 & 7
                if not op & 0x400:
                    b = r[b]
                if op & 0x200:
                    r[op & 7] = sum_of(&flags, r[op >> 3 & 7], ~b, 1)
                else:
                    r[op & 7] = sum_of(&flags, r[op >> 3 & 7], b, 0)
            elif kind == MOVE_BYTE:
                r[op >> 8 & 7] = marked(&flags, op & 0xFF)
            elif kind == COMPARE_BYTE:
                sum_of(&flags, r[op >> 8 & 7], ~(op & 0xFF), 1)
            elif kind == ADD_BYTE:
                r[op >> 8 & 7] = sum_of(&flags, r[op >> 8 & 7], op & 0xFF, 0)
            elif kind == SUBTRACT_BYTE:
                r[op >> 8 & 7] = sum_of(&flags, r[op >> 8 & 7], ~(op & 0xFF), 1)
            elif kind == REGISTERS:
                kind = op >> 6 & 31
                if kind < 16:  # on low registers, A5.2.2
                    number = op & 7
                    a, b = r[number], r[op >> 3 & 7]
                    if kind == 0:
                        r[number] = marked(&flags, a & b)
                    elif kind == 1:
                        r[number] = marked(&flags, a ^ b)
                    elif kind == 2:
                        r[number] = shifted(&flags, LSL_BY, a, b & 0xFF)
                    elif kind == 3:
                        r[number] = shifted(&flags, LSR_BY, a, b & 0xFF)
                    elif kind == 4:
                        r[number] = shifted(&flags, ASR_BY, a, b & 0xFF)
                    elif kind == 5:
                        r[number] = sum_of(&flags, a, b, flags.c)
                    elif kind == 6:
                        r[number] = sum_of(&flags, a, ~b, flags.c)
                    elif kind == 7:
                        r[number] = rotated(&flags, a, b & 0xFF)
                    elif kind == 8:
                        marked(&flags, a & b)
                    elif kind == 9:
                        r[number] = sum_of(&flags, 0, ~b, 1)
                    elif kind == 10:
                        sum_of(&flags, a, ~b, 1)
                    elif kind == 11:
                        sum_of(&flags, a, b, 0)
                    elif kind == 12:
                        r[number] = marked(&flags, a | b)
                    elif kind == 13:
                        r[number] = marked(&flags, a * b)
                    elif kind == 14:
                        r[number] = marked(&flags, a & ~b)
                    else:
                        r[number] = marked(&flags, ~b)
                else:  # on all registers, A5.2.3
                    number, many = (op >> 4 & 8) | (op & 7), op >> 3 & 15
                    if number == PC and kind < 28:
                        break
                    b = r[many] if many != PC else pc + 4
                    if kind < 20:
                        r[number] = r[number] + b if number != SP else (r[number] + b) & ~<unsigned int>3
                    elif kind < 24:
                        if many == PC:
                            break
                        sum_of(&flags, r[number], ~b, 1)
                    elif kind < 28:
                        r[number] = b if number != SP else b & ~<unsigned int>3
                    elif many == PC or op & 7 or (kind < 30 and b >> 28 == 0xF and core.current_mode == HANDLER):
                        break
                    else:
                        if kind >= 30:
                            r[LR] = pc + 2 | 1
                        after = b & ~<unsigned int>1
                        cycles += 2
                        continue
            elif kind == LOAD_LITERAL:
                access, number, address = LOAD, op >> 8 & 7, (pc + 4 & ~<unsigned int>3) + ((op & 0xFF) << 2)
            elif kind == BY_REGISTER or kind == BY_REGISTER_TOO:
                access, number, address = op >> 9 & 7, op & 7, r[op >> 3 & 7] + r[op >> 6 & 7]
            elif kind == STORE_AT:
                access, number, address = STORE, op & 7, r[op >> 3 & 7] + ((op >> 6 & 31) << 2)
            elif kind == LOAD_AT:
                access, number, address = LOAD, op & 7, r[op >> 3 & 7] + ((op >> 6 & 31) << 2)
            elif kind == STORE_BYTE_AT:
                access, number, address = STORE_BYTE, op & 7, r[op >> 3 & 7] + (op >> 6 & 31)
            elif kind == LOAD_BYTE_AT:
                access, number, address = LOAD_BYTE, op & 7, r[op >> 3 & 7] + (op >> 6 & 31)
            elif kind == STORE_HALF_AT:
                access, number, address = STORE_HALF, op & 7, r[op >> 3 & 7] + ((op >> 6 & 31) << 1)
            elif kind == LOAD_HALF_AT:
                access, number, address = LOAD_HALF, op & 7, r[op >> 3 & 7] + ((op >> 6 & 31) << 1)
            elif kind == STORE_ON_STACK:
                access, number, address = STORE, op >> 8 & 7, r[SP] + ((op & 0xFF) << 2)
            elif kind == LOAD_FROM_STACK:
                access, number, address = LOAD, op >> 8 & 7, r[SP] + ((op & 0xFF) << 2)
            elif kind == ADDRESS:
                r[op >> 8 & 7] = (pc & ~<unsigned int>3) + 4 + ((op & 0xFF) << 2)
            elif kind == ADDRESS_ON_STACK:
                r[op >> 8 & 7] = r[SP] + ((op & 0xFF) << 2)
            elif kind == STACK_AND_WIDTHS:
                kind = op >> 8 & 7
                a = r[op >> 3 & 7]
                if kind == 0:
                    at = (op & 0x7F) << 2
                    r[SP] = (r[SP] - at if op & 0x80 else r[SP] + at) & ~<unsigned int>3
                elif kind == 2:
                    kind = op >> 6 & 3
                    if kind == 0:
                        a = <unsigned int><short>a
                    elif kind == 1:
                        a = <unsigned int><signed char>a
                    else:
                        a &= 0xFFFF if kind == 2 else 0xFF
                    r[op & 7] = a
                elif kind == 4 or kind == 5:
                    at = r[SP] - RAM_AT
                    if at < 36 or at > memory.ram_bytes or at & 3:
                        break
                    if kind == 5:
                        at -= 4
                        put_word(memory.ram + at, r[LR])
                    for number in range(8):
                        if op & 0x80 >> number:
                            at -= 4
                            put_word(memory.ram + at, r[7 - number])
                            cycles += 1
                    r[SP] = RAM_AT + at
                else:
                    break
            elif kind == POP_AND_OTHERS:
                kind = op >> 8 & 7
                if kind == 4 or kind == 5:
                    at = r[SP] - RAM_AT
                    if at > memory.ram_bytes - 36 or at & 3:
                        break
                    if kind == 5:
                        address = at
                        for number in range(8):
                            address += (op >> number & 1) << 2
                        b = word_at(memory.ram + address)
                        if b >> 28 == 0xF and core.current_mode == HANDLER:
                            break
                    for number in range(8):
                        if op >> number & 1:
                            r[number] = word_at(memory.ram + at)
                            at += 4
                            cycles += 1
                    if kind == 5:
                        r[SP] = RAM_AT + at + 4
                        after = b & ~<unsigned int>1
                        cycles += 3
                        continue
                    r[SP] = RAM_AT + at
                elif op == 0xBF20 and core.event_registered:  # WFE
                    core.event_registered = False
                    cycles += 1
                elif op == 0xBF40:  # SEV
                    core.event_registered = True
                elif op != 0xBF00 and op != 0xBF10:  # NOP, YIELD
                    break
            elif kind == STORE_MANY:
                number = op >> 8 & 7
                at = r[number] - RAM_AT
                if at > memory.ram_bytes - 32 or at & 3:
                    break
                for many in range(8):
                    if op >> many & 1:
                        put_word(memory.ram + at, r[many])
                        at += 4
                        cycles += 1
                r[number] = RAM_AT + at
            elif kind == LOAD_MANY:
                number = op >> 8 & 7
                address = r[number]
                place = readable(&memory, address, cache, LOOK, NULL)
                if place == NULL or readable(&memory, address + 31, cache, LOOK, NULL) == NULL or address & 3:
                    break
                for many in range(8):
                    if op >> many & 1:
                        r[many] = word_at(readable(&memory, address, cache, DATUM, &cycles))
                        address += 4
                        cycles += 1
                if not op >> number & 1:
                    r[number] = address
            elif kind == BRANCH_IF or kind == BRANCH_IF_TOO:
                kind = op >> 9 & 7
                if kind == 0:
                    a = flags.z
                elif kind == 1:
                    a = flags.c
                elif kind == 2:
                    a = flags.n
                elif kind == 3:
                    a = flags.v
                elif kind == 4:
                    a = flags.c & ~flags.z
                elif kind == 5:
                    a = flags.n == flags.v
                elif kind == 6:
                    a = (flags.n == flags.v) & ~flags.z
                else:
                    break
                if a != (op >> 8 & 1):
                    after = pc + 4 + 2 * <unsigned int><signed char>(op & 0xFF)
                    cycles += 2
                    continue
            elif kind == BRANCH:
                after = pc + 4 + <unsigned int>(<int>(op << 21) >> 20)
                cycles += 2
                continue
            elif kind == WIDE:
                code = readable(&memory, pc + 2, cache, FETCH, &cycles)
                if code == NULL:
                    break
                b = code[0] | code[1] << 8
                if b >> 14 != 3 or not b >> 12 & 1:
                    break
                a = op >> 10 & 1  # BL: bits 23 and 22 of the distance are stored as equal to its sign
                at = (op & 0x3FF) << 12 | (b & 0x7FF) << 1
                at |= (1 ^ a ^ (b >> 13 & 1)) << 23 | (1 ^ a ^ (b >> 11 & 1)) << 22
                if a:
                    at |= <unsigned int>0xFF << 24
                r[LR] = pc + 4 | 1
                after = pc + 4 + at
                cycles += 3
                continue
            else:
                break

            if access != NOTHING:
                if access < LOAD_SIGNED_BYTE:
                    at = address - RAM_AT
                    if at < memory.ram_bytes and not (access == STORE and address & 3):
                        if access == STORE:
                            put_word(memory.ram + at, r[number])
                        else:
                            memory.ram[at] = r[number] & 0xFF
                            if access == STORE_HALF:
                                memory.ram[at + 1] = r[number] >> 8 & 0xFF
                    elif access == STORE and is_own(address):
                        Divider.write_uint32(self.divider, address - SIO_AT, r[number])
                        cycles -= 1
                    else:
                        break
                else:
                    place = readable(&memory, address, cache, DATUM, &cycles)
                    if place == NULL:
                        if access != LOAD:
                            break
                        if is_own(address):
                            a = Divider.read_uint32(self.divider, address - SIO_AT)
                            cycles -= 1
                        elif address == TIMERAWL_AT or address == TIMERAWH_AT:
                            us = (self.clock._nanos_counter + cycles * CYCLE_NS - self.timer._epoch_nanos) / 1000
                            a = us if address == TIMERAWL_AT else us >> 32
                            cycles += 2
                        else:
                            break
                    elif access == LOAD:
                        if address & 3:
                            break
                        a = word_at(place)
                    elif access == LOAD_BYTE:
                        a = place[0]
                    elif access == LOAD_SIGNED_BYTE:
                        a = <unsigned int><signed char>place[0]
                    else:
                        a = place[0] | place[1] << 8
                        if access == LOAD_SIGNED_HALF:
                            a = <unsigned int><short>a
                    r[number] = a
                cycles += 1
            cycles += 1
            after = pc + 2
        else:
            pc = after
        core.n, core.z, core.c, core.v = flags.n, flags.z, flags.c, flags.v
        r[PC] = pc
        if cycles >= most:  # no time is left for an instruction, or it waits for flash
            if cache is not None:
                self.owed = cycles - most
                cycles = most
            core.cycles += cycles
            return cycles
        core.cycles += cycles
        self.clock._nanos_counter += cycles * CYCLE_NS
        self.first.cycle_fp += cycles << FP_BITS
        self.second.cycle_fp += cycles << FP_BITS
        return core.execute_instruction()


cdef inline bint is_own(unsigned int address) noexcept:
    """Whether a register belongs to the divider, or is a spin lock or the core's number."""
    cdef unsigned int offset = address - SIO_AT
    return UDIVIDEND <= offset <= CSR or SPINLOCK0 <= offset <= SPINLOCK31 or offset == CPUID
