"""QEMU's Cortex-M0, from unicorn, as an independent core to compare with the core of the emulated chip."""

import ctypes

from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, UC_PROT_ALL, Uc, arm_const

ROM, FLASH, RAM = 0x00000000, 0x10000000, 0x20000000  # RP2040 data sheet, 2.2
ROM_BYTES, FLASH_BYTES, RAM_BYTES = 16 << 10, 2 << 20, 264 << 10
STATE = [
    *(getattr(arm_const, f"UC_ARM_REG_R{number}") for number in range(13)),
    arm_const.UC_ARM_REG_SP,
    arm_const.UC_ARM_REG_LR,
    arm_const.UC_ARM_REG_PC,
    arm_const.UC_ARM_REG_XPSR,
    arm_const.UC_ARM_REG_PRIMASK,
]
THUMB = 1 << 24  # the flags of xPSR
NOWHERE = 0xFFFFFFFF


class Qemu:
    """The core with the ROM, flash and RAM of an RP2040. All other addresses are empty.

    `state`: r0 to r15, xPSR, PRIMASK. `uc`: the object of unicorn. `flash`: a buffer to use as the flash.
    """

    def __init__(self, flash=None):
        self.uc = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M0)
        self.uc.mem_map(ROM, ROM_BYTES)
        self.uc.mem_map(RAM, RAM_BYTES)
        self._flash = (ctypes.c_char * FLASH_BYTES).from_buffer(flash or bytearray(FLASH_BYTES))
        self.uc.mem_map_ptr(FLASH, FLASH_BYTES, UC_PROT_ALL, ctypes.addressof(self._flash))

    @property
    def state(self):
        return self.uc.reg_read_batch(STATE)

    @state.setter
    def state(self, values):
        self.uc.reg_write_batch(list(zip(STATE, values, strict=True)))

    def put(self, address, code):
        """Write to memory, and discard the translated instructions for this place."""
        self.uc.mem_write(address, code)
        self.uc.ctl_remove_cache(address, address + len(code))

    def execute(self, count):
        """Execute instructions from pc on. Raises UcError."""
        self.uc.emu_start(self.uc.reg_read(arm_const.UC_ARM_REG_PC) | 1, NOWHERE, count=count)


def state_of(core):
    """Return the same registers of the core of the emulated chip."""
    flags = core.n << 31 | core.z << 30 | core.c << 29 | core.v << 28
    return (*core.registers, flags | THUMB | core.ipsr & 0x3F, int(core.pm))
