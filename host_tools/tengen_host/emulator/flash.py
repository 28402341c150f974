"""The Pico's flash, a W25Q16JV, with busy times from its data sheet, a record of operations, and power failures.

rp2040py completes each command at once. Here the status register shows BUSY for some time afterwards, so that the
bootrom's loop waits. Each program and erase operation is recorded, and the power can fail in the middle of one.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any

from rp2040py.peripherals.ssi import RPSSI

SIZE = 2 << 20
PAGE, SECTOR, BLOCK = 256, 4096, 65536

# Commands (W25Q16JV data sheet 8.1)
PROGRAM, ERASE_SECTOR, ERASE_BLOCK = 0x02, 0x20, 0xD8
_READ_STATUS = 0x05
_BUSY = 1  # bit of the status register

# The duration of each command in us (data sheet 9.6): typical and maximum
BUSY_US = {
    "none": {PROGRAM: 0, ERASE_SECTOR: 0, ERASE_BLOCK: 0},
    "typical": {PROGRAM: 400, ERASE_SECTOR: 45_000, ERASE_BLOCK: 150_000},
    "worst": {PROGRAM: 3_000, ERASE_SECTOR: 400_000, ERASE_BLOCK: 2_000_000},
}
_ERASES = {ERASE_SECTOR: SECTOR, ERASE_BLOCK: BLOCK}


@dataclass(frozen=True)
class Operation:
    """One program or erase operation of the flash: its first `address`, and its start `ns` by the emulated clock.

    `data`: the bytes to program; empty for an erase.
    """

    command: int
    address: int
    data: bytes
    ns: float

    @property
    def is_erase(self) -> bool:
        """Whether this is an erase."""
        return self.command in _ERASES

    @property
    def size(self) -> int:
        """The number of bytes that the operation changes."""
        return _ERASES.get(self.command, len(self.data))

    def apply(self, contents: MutableSequence[int]) -> None:
        """Change a flash's contents by the complete operation. Programming only clears bits."""
        self._write(contents, bytes(self._whole(self._old(contents))))

    def apply_half(self, contents: MutableSequence[int], chance: random.Random) -> None:
        """Change a flash's contents as a power cut during the operation would."""
        old = self._old(contents)
        whole = self._whole(old)
        new = bytearray(old)
        if self.is_erase:
            # an erase first programs all bits to 0; before its end any byte may be old, zero, erased or random
            at = 0
            while at < len(new):
                end = at + chance.randint(1, len(new) // 4)
                span = len(new[at:end])
                new[at:end] = chance.choice((old[at:end], bytes(span), whole[at:end], chance.randbytes(span)))
                at = end
        else:
            # either one byte is partly programmed and all bytes before it completely, or every byte is partly
            # programmed
            changing = [at for at in range(len(new)) if whole[at] != old[at]]
            cut_at = chance.choice(changing) if changing and chance.getrandbits(1) else None
            for at in changing:
                if cut_at is None or at == cut_at:
                    new[at] = whole[at] | old[at] & chance.getrandbits(8)
                elif at < cut_at:
                    new[at] = whole[at]
        self._write(contents, bytes(new))

    def _old(self, contents: MutableSequence[int]) -> bytes:
        return bytes(contents[self.address : self.address + self.size])

    def _whole(self, old: bytes) -> bytes:
        if self.is_erase:
            return b"\xff" * self.size
        # combine both as large numbers, which is ten times as fast as byte by byte
        both = int.from_bytes(old, "little") & int.from_bytes(self.data, "little")
        return both.to_bytes(self.size, "little")

    def _write(self, contents: MutableSequence[int], new: bytes) -> None:
        contents[self.address : self.address + self.size] = new


class Flash(RPSSI):
    """The SSI of an emulated RP2040 with the Pico's flash behind it.

    `operations`: all operations since the list was last cleared. `busy_us`: one of the values of BUSY_US. `dead`: True
    if the power has failed after a cut(). Then the emulation has stopped for good, and contents() is the flash that the
    next boot finds.
    """

    def __init__(self, rp2040: Any) -> None:
        super().__init__(rp2040, "SSI")
        self._chip = rp2040
        self.busy_us = BUSY_US["typical"]
        self.operations: list[Operation] = []
        self.dead = False
        self._busy_until = 0.0
        # operations left until the operation with the power failure; negative if no power failure is planned
        self._before_cut = -1
        self._chance = random.Random()

    def contents(self) -> bytes:
        """Return all bytes of the flash."""
        return bytes(self.rp2040.flash[:SIZE])

    def cut(self, after: int, seed: int) -> None:
        """Let the power fail in the middle of an operation, after `after` more complete operations."""
        self._before_cut = after
        self._chance = random.Random(seed)

    def _shift_byte(self, byte_out: int) -> int:
        answer = super()._shift_byte(byte_out)
        asked = len(self._tx_buffer) > 1 and self._tx_buffer[0] == _READ_STATUS
        if asked and self.rp2040.clock.nanos < self._busy_until:
            # jump to the end of BUSY, because the core would only poll until then
            self._chip.wait(self._busy_until)
            return answer | _BUSY
        return answer

    def _apply_command(self) -> None:
        operation = self._operation()
        if operation is None or not self._write_enabled:
            super()._apply_command()
            return
        self._tx_buffer = bytearray()
        self._write_enabled = False
        self._perform(operation)

    def erase(self, offset: int) -> None:
        """Erase the sector that begins at an offset, as the boot ROM does. The caller does not wait for BUSY."""
        self._perform(Operation(ERASE_SECTOR, offset % SIZE, b"", self.rp2040.clock.nanos))

    def program(self, offset: int, data: bytes) -> None:
        """Program the page that begins at an offset, as the boot ROM does. The caller does not wait for BUSY."""
        self._perform(Operation(PROGRAM, offset % SIZE, data, self.rp2040.clock.nanos))

    def _perform(self, operation: Operation) -> None:
        if self.dead:
            return
        flash = self.rp2040.flash
        self.operations.append(operation)
        if self._before_cut == 0:
            operation.apply_half(flash, self._chance)
            self.dead = True
            simulator = self.rp2040.simulator
            assert simulator is not None
            simulator.stop()
            return
        self._before_cut -= 1
        operation.apply(flash)
        self._busy_until = operation.ns + 1000 * self.busy_us[operation.command]

    def _operation(self) -> Operation | None:
        """Return the operation that was just sent, or None for another command."""
        sent, now = bytes(self._tx_buffer), self.rp2040.clock.nanos
        address = int.from_bytes(sent[1:4], "big") % SIZE
        if len(sent) > 4 and sent[0] == PROGRAM:
            return Operation(PROGRAM, address, sent[4 : 4 + PAGE], now)
        if len(sent) == 4 and sent[0] in _ERASES:
            return Operation(sent[0], address - address % _ERASES[sent[0]], b"", now)
        return None
