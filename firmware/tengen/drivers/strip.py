"""The chain of WS2812B: PIO makes the waveform and waits for the latch, DMA feeds it, interrupts stay enabled."""

import time

from machine import Pin
from rp2 import DMA, StateMachine
from uctypes import addressof

from . import kernels, programs

_STATE_MACHINE = 4  # the first of PIO 1
_COUNTER = 5
_DREQ_TX = 8  # PIO 1, state machine 0 (RP2040 datasheet 2.5.3.1)
_BYTES = 4  # of a word


class Strip:
    """`pixels` LEDs on one pin, the last one's output led back to another; a pixel is three bytes: green, red, blue.

    There are two buffers. draw() gives the one that is not on its way, to be written; send() sends it, at once or as
    soon as the frame under way has been shown. A frame that still waits is given back by draw(), and never sent: what
    is shown next is always the newest. Each is sent with some dark pixels more, up to a whole word, so that the chain's
    last output has something to show. `frames` counts, modulo 65536, those whose sending has begun.
    """

    def __init__(self, pin, return_pin, pixels):
        self._wires = tuple(_wire(pixels) for _ in range(2))
        self._views = tuple(memoryview(wire)[_BYTES : _BYTES + 3 * pixels] for wire in self._wires)
        self._addresses = tuple(addressof(wire) for wire in self._wires)
        self.overrun_bits = (len(self._wires[0]) - _BYTES - 3 * pixels) * 8
        self._under_way = 0
        self.frames = 0
        self._waits = False
        self._return = Pin(return_pin, Pin.IN)
        self._machine = StateMachine(
            _STATE_MACHINE, programs.drive_ws2812b, freq=programs.LED_HZ, sideset_base=Pin(pin)
        )
        self._counter = StateMachine(_COUNTER, programs.count_pulses, in_base=self._return)
        self._dma = DMA()
        self._registers = self._dma.registers
        # the bytes of a word go out from its highest: swapped, that is the order they lie in
        control = self._dma.pack_ctrl(size=2, inc_write=False, bswap=True, treq_sel=_DREQ_TX, irq_quiet=False)
        self._dma.config(write=self._machine, count=len(self._wires[0]) // _BYTES, ctrl=control)
        self._dma.irq(self._sent, hard=True)
        self._machine.active(1)
        self.draw()
        self.send()

    def draw(self):
        """The buffer to write the next frame into, three bytes a pixel. It has some older frame in it."""
        self._waits = False
        return self._views[1 - self._under_way]

    def send(self):
        """Send what was written."""
        self._waits = True
        if not self._dma.active():
            self._sent(None)

    def _sent(self, dma):
        # at interrupt level: the words are all on their way. The next ones may follow at once, for the PIO program
        # begins with them only after the LEDs have latched.
        if self._waits:
            self._waits = False
            self.frames = (self.frames + 1) & 0xFFFF
            self._under_way = 1 - self._under_way
            kernels.start(self._registers, kernels.READ_ADDRESS_TRIGGER, self._addresses[self._under_way])

    def begin_proof(self):
        """Count from now on what comes out at the end of the chain."""
        self._counter.restart()
        self._counter.active(1)

    def end_proof(self):
        """The bits that came out at the end since begin_proof(): of a whole chain `overrun_bits` for each frame."""
        self._counter.exec("mov(isr, x)")
        self._counter.exec("push()")
        left = self._counter.get()
        self._counter.active(0)
        return -left & 0xFFFFFFFF

    def stop(self):
        """Darken the chain and let go of the state machines and the DMA channel."""
        dark = self.draw()
        dark[:] = bytes(len(dark))
        self.send()
        while self._waits or self._dma.active():
            pass
        self._dma.irq(None)
        self._counter.active(0)
        # its last words are still in the FIFO, and the last of those is still to be sent and shown
        while self._machine.tx_fifo():
            pass
        time.sleep_us(programs.LED_WORD_US + programs.LED_LOW_US)
        self._machine.active(0)
        self._dma.close()


def _wire(pixels):
    # a word with the number of bits less one, the pixels, and at least one dark one more
    words = 3 * pixels // _BYTES + 1
    wire = bytearray(_BYTES * (1 + words))
    wire[:_BYTES] = (32 * words - 1).to_bytes(_BYTES, "big")
    return wire
