"""The emulated Pico's USB, with a host that can be late or stop reading, and a cable that can be unplugged.

rp2040py's host takes every packet at once and sends no frames. Here a frame begins each millisecond while the cable is
plugged in and the host is awake, except between plugging in and the bus reset. Packets wait in the Pico's buffer while
the host does not read. Without frames the bus is suspended: TinyUSB's only sign of an unplugged cable on this chip.
"""

from __future__ import annotations

import random
from typing import Any

from rp2040py.peripherals import usb

BASE = 0x50110  # the address of the controller's registers, shifted as in rp2040py's table
_CONSOLE = 2  # the endpoint (MicroPython's tusb_config.h)
_CONSOLE_IN = usb.EP0_IN_BUFFER_CONTROL + 8 * _CONSOLE
_CONSOLE_OUT = _CONSOLE_IN + 4
_FRAME_NS = 1_000_000
_SUSPENDED_AFTER_NS = 3_000_000  # the time without frames until the bus is suspended (USB 2.0, 7.1.7.6)


class Usb(usb.RPUSBController):
    """The USB controller of a Chip, and the host at the other end of the cable."""

    def __init__(self, rp2040: Any) -> None:
        super().__init__(rp2040, "USB")
        self._clock = rp2040.clock
        self._suspend = rp2040.clock.create_alarm(self._on_suspend)
        self._start_of_frame = rp2040.clock.create_alarm(self._on_frame)
        self._late = rp2040.clock.create_alarm(self._serve)
        self._most_late_ms, self._chance = 0, random.Random()
        # by register: buffers that the firmware has made available, and that the host has not used yet
        self._waiting: dict[int, int] = {}
        self._reading = self._plugged = self._awake = True
        self._last_frame = 0

    def read(self, on: bool) -> None:
        """Set whether the host reads. Unread data wait."""
        self._reading = on
        self._serve()

    def be_late(self, most_ms: int, seed: int) -> None:
        """Let the host take each packet of the console with a random delay of up to `most_ms`, from now on."""
        self._most_late_ms, self._chance = most_ms, random.Random(seed)

    def interrupt_frames(self) -> None:
        """Let each frame begin with an interrupt if the firmware enables it, as on a real chip, from now on.

        TinyUSB enables it while it sends, because of erratum E15: it offers no packet in the last fifth of a frame.
        """
        self._on_frame()

    def unplug(self) -> None:
        """Unplug the cable. The Pico has another supply and keeps running."""
        self._plugged = False
        self.sleep()

    def plug(self) -> None:
        """Plug the cable in. The host enumerates the device again; unread data are lost."""
        self._suspend.cancel()
        self._waiting.clear()
        self._plugged = True
        if self.on_reset:
            self.on_reset()
        self.reset_device()

    def sleep(self) -> None:
        """Let the host sleep: it sends no frames and no requests."""
        self._last_frame = self._frame()
        self._awake = False
        self._suspend.schedule(_SUSPENDED_AFTER_NS)

    def wake(self) -> None:
        """Wake the host without a bus reset."""
        self._suspend.cancel()
        self._awake = True
        self._sie_status |= usb.SIE_RESUME
        self._sie_status_updated()
        self._serve()

    def reset_device(self) -> None:
        """Reset the device, if the cable is plugged in."""
        if self._plugged:
            super().reset_device()

    def reset(self) -> None:
        """Reset the controller; waiting packets are lost."""
        super().reset()
        self._waiting.clear()

    def read_uint32(self, offset: int) -> int:
        """Read a register. SOF_RD has the number of the frame."""
        if offset != usb.SOF_RD:
            return super().read_uint32(offset)
        self._int_raw &= ~usb.INTR_DEV_SOF
        self.check_interrupts()
        return self._frame()

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register. A write can clear the suspend flag."""
        super().write_uint32(offset, value)
        # rp2040py never sets the suspend flag, so it never clears it either
        if offset == usb.SIE_STATUS and self.raw_write_value & usb.SIE_SUSPENDED:
            self._sie_status &= ~usb.SIE_SUSPENDED
            self._sie_status_updated()

    def dpram_updated(self, offset: int, value: int) -> None:
        """Give a buffer to the host, now or when it reads."""
        self._waiting.pop(offset, None)
        if offset == _CONSOLE_IN and value & usb.USB_BUF_CTRL_AVAILABLE and self._most_late_ms:
            self._waiting[offset] = value
            self._late.schedule(self._chance.uniform(0, 1e6 * self._most_late_ms))
        elif offset not in (_CONSOLE_IN, _CONSOLE_OUT) or self._comes_for(offset):
            super().dpram_updated(offset, value)
        elif value & usb.USB_BUF_CTRL_AVAILABLE:
            self._waiting[offset] = value

    def _comes_for(self, offset: int) -> bool:
        return self._awake and (self._reading or offset == _CONSOLE_OUT)

    def _serve(self) -> None:
        for offset in [offset for offset in self._waiting if self._comes_for(offset)]:
            super().dpram_updated(offset, self._waiting.pop(offset))

    def _on_frame(self) -> None:
        if self._plugged and self._awake:
            self._int_raw |= usb.INTR_DEV_SOF
            self.check_interrupts()
        self._start_of_frame.schedule(_FRAME_NS)

    def _frame(self) -> int:
        return int(self._clock.nanos) // _FRAME_NS & 0x7FF if self._awake else self._last_frame

    def _on_reset_alarm(self) -> None:
        self._awake = True
        super()._on_reset_alarm()

    def _on_suspend(self) -> None:
        self._sie_status |= usb.SIE_SUSPENDED
        self._sie_status_updated()
