"""The registers of the emulated chip's XIP cache: enable, flush and counters (RP2040 data sheet, 2.6.3.5).

The cache itself is in cache.pxi. Its defaults are the chip's: 16 kB, two ways (2.6.3.1), lines of 8 bytes (2.6.3.2). A
miss costs 50 cycles, 400 ns at 125 MHz, as https://oberon-rtk.org/description/flash-memory measured on a Pico; others
measured 320 ns. The data sheet has no figure, since it depends on the flash and on its clock.
"""

from __future__ import annotations

from typing import Any

from rp2040py.peripherals import xip_ctrl

_ENABLED = 1  # a bit of CTRL
_MOST = (1 << 32) - 1  # the counters stop at this value


class Xip(xip_ctrl.RPXIPCtrl):
    """XIP_CTRL of a Chip. Without a `cache` it does nothing, like the XIP_CTRL of rp2040py. A flush takes no time."""

    cache: Any = None

    def reset(self) -> None:
        """Enable and flush the cache."""
        super().reset()
        self._obey()
        self.write_uint32(xip_ctrl.FLUSH, 1)

    def read_uint32(self, offset: int) -> int:
        """Read a register. The counters are those of the cache."""
        if self.cache is not None and offset in (xip_ctrl.CTR_HIT, xip_ctrl.CTR_ACC):
            return int(min(self.cache.hits if offset == xip_ctrl.CTR_HIT else self.cache.accesses, _MOST))
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register: enable or disable the cache, flush it, or clear a counter."""
        super().write_uint32(offset, value)
        if self.cache is None:
            return
        if offset == xip_ctrl.CTRL:
            self._obey()
        elif offset == xip_ctrl.FLUSH:
            self.cache.flush()
        elif offset == xip_ctrl.CTR_HIT:
            self.cache.hits = 0
        elif offset == xip_ctrl.CTR_ACC:
            self.cache.accesses = 0

    def _obey(self) -> None:
        if self.cache is not None:
            self.cache.enabled = bool(self.ctrl & _ENABLED)
