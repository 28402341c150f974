# The XIP cache between core and flash: the cycles of an access (RP2040 data sheet, 2.6.3).

cdef const unsigned int FLASH_ALIASES = 4 << 24  # 0x10 to 0x13 in an address's highest byte, 2.6.3.1
cdef const unsigned int FLASH_MASK = (1 << 24) - 1

cdef enum:  # bits 24 and 25 of an address, 2.6.3.1
    NO_ALLOCATION = 1
    NO_LOOKUP = 2


@final
cdef class Cache:
    """A cache of the flash with `ways` lines in each set; it replaces the least recently used line.

    Sizes are in bytes and powers of two; a miss costs `miss_cycles`, a hit none. `accesses` and `hits` are counters: a
    word of instructions is one access, a datum is one. `misses_at` has the misses by line of flash, from its beginning.
    Not modelled: words that the core fetches ahead and does not execute, and DMA from flash. The data sheet does not say
    which line is replaced.
    """

    cdef public bint enabled
    cdef public unsigned long long accesses, hits
    cdef readonly object misses_at
    cdef unsigned int[::1] _misses_at, _tags  # for each set: line numbers + 1, the most recently used first; 0: none
    cdef unsigned int _line, _sets, _ways, _fetched
    cdef long long _miss_cycles

    def __init__(self, size=16384, ways=2, line=8, miss_cycles=50):
        self._line, self._ways, self._sets = line, ways, size // ways // line
        self._miss_cycles = miss_cycles
        self._tags = array("I", [0]) * (self._sets * ways)
        self._misses_at = self.misses_at = array("I", [0]) * ((FLASH_MASK + 1) // line)
        self.flush()
        self.enabled = True

    @property
    def waited(self):
        """The cycles for which the core waited."""
        return self._miss_cycles * (self.accesses - self.hits)

    def flush(self):
        """Forget all lines."""
        self._tags[:] = 0
        self._fetched = 0

    cdef long long fetch(self, unsigned int address) noexcept:
        """Count the fetch of an instruction, two in a word; return the cycles for which the core waits."""
        if address >> 2 == self._fetched:
            return 0
        self._fetched = address >> 2
        return self.read(address)

    cdef long long read(self, unsigned int address) noexcept:
        """Count one access to flash through any alias; return the cycles for which the core waits."""
        cdef unsigned int line = (address & FLASH_MASK) // self._line
        cdef unsigned int alias = address >> 24 & 3 if self.enabled else NO_ALLOCATION | NO_LOOKUP
        cdef unsigned int *tags = &self._tags[line % self._sets * self._ways]
        cdef unsigned int way = 0
        cdef bint hit
        self.accesses += 1
        while way < self._ways and tags[way] != line + 1:
            way += 1
        hit = way < self._ways and not alias & NO_LOOKUP
        if hit or not alias & NO_ALLOCATION:
            if way == self._ways:
                way -= 1
            while way:
                tags[way] = tags[way - 1]
                way -= 1
            tags[0] = line + 1
        if hit:
            self.hits += 1
            return 0
        self._misses_at[line] += 1
        return self._miss_cycles
