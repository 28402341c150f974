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
        self._frame_us = len(self._wire) * 8 * _BIT_STEPS * 1_000_000 // programs.LED_HZ + _LATCH_US
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
        self._send()

    def show(self, frame):
        """Send a frame: False, and nothing is sent, while the one before is on its way or not yet shown."""
        if self._busy():
            return False
        self._wire[: len(frame)] = frame
        self._send()
        return True

    def _busy(self):
        # DMA is done before the FIFO is empty and the LEDs have latched: the clock knows better. It wraps after
        # 18 minutes, and a board at rest sends nothing for longer: a difference below 0 is a long time ago.
        return 0 <= time.ticks_diff(time.ticks_us(), self._started) < self._frame_us

    def _send(self):
        self._started = time.ticks_us()
        self._dma.config(
            read=self._wire, write=self._machine, count=len(self._wire) // 4, ctrl=self._control, trigger=True
        )

    def stop(self):
        """Darken the chain and let go of the state machine and the DMA channel."""
        dark = bytes(len(self._wire))
        while not self.show(dark):
            pass
        while self._busy():
            pass
        self._machine.active(0)
        self._dma.close()
