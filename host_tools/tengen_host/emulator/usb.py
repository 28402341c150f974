"""The emulated Pico's USB with a host that may stop reading, or whose cable is pulled out.

rp2040py's host takes every packet at once and knows no frames. Here a frame begins each millisecond while the cable is
in; packets wait in the Pico's buffer while the host does not read; without a cable the bus is suspended, which is all
that TinyUSB ever learns of it on this chip.
"""

from __future__ import annotations

from typing import Any

from rp2040py.peripherals import usb

BASE = 0x50110  # of the controller's registers, as rp2040py keys them
_CONSOLE = 2  # the endpoint (MicroPython's tusb_config.h)
_CONSOLE_IN = usb.EP0_IN_BUFFER_CONTROL + 8 * _CONSOLE
_FRAME_NS = 1_000_000
_SUSPENDED_AFTER_NS = 3_000_000  # without a frame (USB 2.0, 7.1.7.6)


class Usb(usb.RPUSBController):
    """The controller for a Chip, and the host's end of the cable."""

    def __init__(self, rp2040: Any) -> None:
        super().__init__(rp2040, "USB")
        self._clock = rp2040.clock
        self._suspend = rp2040.clock.create_alarm(self._on_suspend)
        self._unread: tuple[int, int] | None = None
        self._reading = self._plugged = True
        self._last_frame = 0

    def read(self, on: bool) -> None:
        """Whether the host reads; what it has not read yet waits."""
        self._reading = on
        self._deliver()

    def unplug(self) -> None:
        """Pull the cable out: the Pico has other power, and goes on."""
        self._last_frame = self._frame()
        self._plugged = False
        self._suspend.schedule(_SUSPENDED_AFTER_NS)

    def plug(self) -> None:
        """Put the cable back in: the host begins anew, and what had not been read is lost."""
        self._suspend.cancel()
        self._unread = None
        self._plugged = True
        if self.on_reset:
            self.on_reset()
        self.reset_device()

    def reset(self) -> None:
        super().reset()
        self._unread = None

    def read_uint32(self, offset: int) -> int:
        return self._frame() if offset == usb.SOF_RD else super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        # rp2040py never suspends, so it never takes that back either
        if offset == usb.SIE_STATUS and self.raw_write_value & usb.SIE_SUSPENDED:
            self._sie_status &= ~usb.SIE_SUSPENDED
            self._sie_status_updated()

    def dpram_updated(self, offset: int, value: int) -> None:
        if offset == _CONSOLE_IN and not (self._reading and self._plugged):
            self._unread = (offset, value) if value & usb.USB_BUF_CTRL_AVAILABLE else None
        else:
            super().dpram_updated(offset, value)

    def _frame(self) -> int:
        return int(self._clock.nanos) // _FRAME_NS & 0x7FF if self._plugged else self._last_frame

    def _deliver(self) -> None:
        if self._unread and self._reading and self._plugged:
            unread, self._unread = self._unread, None
            super().dpram_updated(*unread)

    def _on_suspend(self) -> None:
        self._sie_status |= usb.SIE_SUSPENDED
        self._sie_status_updated()
