"""The chain of WS2812B LEDs. PIO makes the waveform and waits for the latch, and DMA feeds PIO."""

import time

import micropython
from machine import Pin
from micropython import const
from rp2 import DMA, StateMachine
from uctypes import addressof

from . import kernels, programs

_STATE_MACHINE = const(4)  # the first state machine of PIO 1
_COUNTER = const(5)
_DREQ_TX = const(8)  # PIO 1, state machine 0 (RP2040 datasheet 2.5.3.1)
_BYTES = const(4)  # bytes per word


class Strip:
    """A chain of `pixels` LEDs on `pin`. The last LED's output returns to `return_pin`.

    Interrupts stay enabled. A pixel has three bytes: green, red, blue. There are two buffers. draw() returns the buffer
    that is not being sent, so that it can be filled. send() sends that buffer, at once or after the current frame.
    draw() also cancels a frame that still waits, so the next frame shown is always the newest.

    A pixel keeps its colour until it gets another one. So a frame is sent only up to the last pixel that differs from
    the frame sent before; if nothing differs, nothing is sent. After doubt() the next frame is sent whole. A whole
    frame ends with `overrun_bits` extra zero bits, for some more pixels than the chain has. These bits leave the chain
    at its end, where they can be counted. `frames` counts the frames sent or being sent, modulo 32768.
    """

    def __init__(self, pin, return_pin, pixels):
        self._words = self._most = 3 * (pixels // 4 + 1)  # numbers of words: of the next frame, of a whole frame
        self._wires = tuple(bytearray(_BYTES * (1 + self._most)) for _ in range(2))
        self._views = tuple(memoryview(wire)[_BYTES : _BYTES + 3 * pixels] for wire in self._wires)
        self._addresses = tuple(addressof(wire) for wire in self._wires)
        self.overrun_bits = 32 * self._most - 24 * pixels
        self._under_way = 0
        self.frames = 0
        self._waits = False
        self._least = 0  # the number of words to send at least; all words while it is uncertain what the chain shows
        self._return = Pin(return_pin, Pin.IN)
        self._machine = StateMachine(
            _STATE_MACHINE, programs.drive_ws2812b, freq=programs.LED_HZ, sideset_base=Pin(pin)
        )
        self._counter = StateMachine(_COUNTER, programs.count_pulses, in_base=self._return)
        self._dma = DMA()
        try:
            self._registers = self._dma.registers
            # PIO sends the highest byte of a word first: swapped, the bytes go out in their order in memory
            control = self._dma.pack_ctrl(size=2, inc_write=False, bswap=True, treq_sel=_DREQ_TX, irq_quiet=False)
            self._dma.config(write=self._machine, ctrl=control)
            self._dma.irq(self._sent, hard=True)
            self._machine.active(1)
            self.doubt()
            self.draw()
            self.send()
        except BaseException:
            self._close()
            raise

    def draw(self):
        """Return the buffer for the next frame, three bytes per pixel. It still contains an older frame."""
        self._waits = False
        return self._views[1 - self._under_way]

    def doubt(self):
        """Send the next frame whole, because the chain may not show the last frame."""
        self._least = self._most

    def send(self):
        """Send the buffer that draw() returned."""
        # the chain will show the frame being sent before it shows this frame, because draw() has cancelled a waiting
        # frame
        at = self._under_way
        self._words = kernels.shorten(self._wires[1 - at], self._wires[at], self._most, self._least)
        if self._words:
            self._waits = True
            if not self._dma.active():
                self._sent(None)

    @micropython.native  # native code, because MicroPython would not call this handler again after Ctrl-C had ended it
    def _sent(self, dma):
        # This runs at interrupt level when the DMA has passed on all words. The next frame's words may follow at once,
        # because the PIO program sends them only after the LEDs have latched.
        if self._waits:
            self._waits = False
            self.frames = (self.frames + 1) & 0x7FFF  # a larger constant may be misread (see games/renju/kernels.py)
            self._under_way = 1 - self._under_way
            if self._words == self._most:
                self._least = 0
            self._registers[kernels.TRANSFER_COUNT] = 1 + self._words
            kernels.start(self._registers, kernels.READ_ADDRESS_TRIGGER, self._addresses[self._under_way])

    def begin_proof(self):
        """Start to count the bits that leave the end of the chain. The next frame is sent whole."""
        self.doubt()
        self._counter.restart()
        self._counter.active(1)

    def end_proof(self):
        """Stop counting. Return the number of bits since begin_proof().

        A complete chain gives `overrun_bits` for each whole frame.
        """
        self._counter.exec(programs.MOV_ISR_X)
        self._counter.exec(programs.PUSH)
        left = self._counter.get()
        self._counter.active(0)
        return -left & 0xFFFFFFFF

    def stop(self):
        """Switch all lights off, and release the state machines and the DMA channel."""
        dark = self.draw()
        for at in range(len(dark)):  # stop() allocates nothing, because the app may have failed for lack of memory
            dark[at] = 0
        self.doubt()
        self.send()
        while self._waits or self._dma.active():
            pass
        self._counter.active(0)
        # the last words are still in the FIFO; after the FIFO is empty, the last word is still being sent
        while self._machine.tx_fifo():
            pass
        time.sleep_us(programs.LED_WORD_US + programs.LED_LOW_US)
        self._close()

    def _close(self):
        # allocates nothing, so it can't fail
        self._machine.active(0)
        self._dma.active(0)
        self._dma.close()
