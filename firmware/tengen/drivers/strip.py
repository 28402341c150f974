"""The chain of WS2812B: PIO makes the waveform, DMA feeds it; no interrupt is ever held up."""

import time

from machine import Pin
from rp2 import DMA, StateMachine

from . import programs

_STATE_MACHINE = 4  # the first of PIO 1
_DREQ_TX = 8  # PIO 1, state machine 0 (RP2040 datasheet 2.5.3.1)

_BIT_STEPS = 13
_LATCH_US = 300  # a WS2812B shows what it got after 280 us low


class Strip:
    """`pixels` LEDs on one pin; a frame is three bytes a pixel, green, red, blue.

    What is sent is filled up with dark pixels to whole words, so that the chain's last output, led back, has
    something to show when the chain is whole. While a frame is on its way, nothing else may be sent.
    """

    def __init__(self, pin, pixels):
        self._wire = bytearray((3 * pixels // 12 + 1) * 12)
        frame_us = len(self._wire) * 8 * _BIT_STEPS * 1_000_000 // programs.LED_HZ + _LATCH_US
        self._frame_ms = frame_us // 1000 + 2  # rounded up, and the clock may have been about to tick
        self._machine = StateMachine(
            _STATE_MACHINE,
            programs.drive_ws2812b,
            freq=programs.LED_HZ,
            sideset_base=Pin(pin),
        )
        self._dma = DMA()
        # the bytes of a word go out from its highest: swapped, that is the order they lie in
        self._control = self._dma.pack_ctrl(size=2, inc_write=False, bswap=True, treq_sel=_DREQ_TX)
        self._machine.active(1)
        self._free_at = 0
        self._send()
        time.sleep_ms(self._frame_ms)

    def show(self, frame, now):
        """Send a frame at `now` (ms): False, and nothing is sent, while the one before is not yet shown."""
        # DMA is done before the FIFO is empty and the LEDs have latched: the clock knows better
        if now < self._free_at:
            return False
        self._free_at = now + self._frame_ms
        self._wire[: len(frame)] = frame
        self._send()
        return True

    def _send(self):
        self._dma.config(
            read=self._wire, write=self._machine, count=len(self._wire) // 4, ctrl=self._control, trigger=True
        )

    def stop(self):
        """Darken the chain and let go of the state machine and the DMA channel."""
        time.sleep_ms(self._frame_ms)
        self._wire[:] = bytes(len(self._wire))
        self._send()
        time.sleep_ms(self._frame_ms)
        self._machine.active(0)
        self._dma.close()
