"""The reed matrix. A PIO program scans it, DMA writes the frame to memory, and Python wakes only on a change."""

import asyncio
from array import array

from machine import Pin, disable_irq, enable_irq, mem32
from micropython import RingIO, const
from rp2 import DMA, StateMachine
from uctypes import addressof

from tengen.sensing.kernels import arrange

from . import kernels, programs
from .watchdog import LOOKING

_STATE_MACHINE = const(0)  # on PIO 0
_DREQ_RX = const(4)  # PIO 0, state machine 0 (RP2040 datasheet 2.5.3.1)
_ROWS = const(16)  # the PIO program scans all outputs of the two 595s
_WORDS = const(9)
_COUNT, _GAP = const(9), const(11)  # indices in the `seen` of kernels.take_new(), after the words of a frame
_TIMER = const(0x40054028)  # the chip's microseconds, the low word (RP2040 datasheet 4.6.5, TIMERAWL)
# The raw interrupts of GPIO 16 to 23, then of 24 to 29, with four bits for each pin: low and high level, falling and
# rising edge. An edge stays until a 1 is written to its bit, also where no interrupt is enabled (RP2040 datasheet
# 2.19.6.1, INTR2).
_INTR = const(0x400140F8)
_EDGES = const(0xC)
_RING = b"!"
# us from the end of a frame to the request for the next frame, which is the time that the interrupt handler takes
_HANDLING_US = const(180)


def _nothing_to_tell(frame):
    return 0


class Matrix:
    """15 rows and the always-closed row, on two 595s; 15 columns and the row sense, on contiguous inputs; the buttons.

    A frame is an array of words: the 16 rows, where bit c is column c; the columns again, read while all rows are low;
    the buttons, one bit for each, 1 while pressed. In scan()'s frame, rows and columns are the outputs and inputs in
    order. No frame is read while the flash is being erased. The pins' edge registers remember a button's change during
    that time, and the next frame includes it (sensing/__init__.py). The columns begin at GPIO 0, so the buttons are on
    GPIO 16 to 29.

    `unseen_ms`: the total time without frames, for example during erases of the flash. During that time the board may
    have changed and changed back unseen.
    """

    def __init__(self, first_column, row_data, buttons, settle_us, period_us):
        for number in range(_ROWS):
            Pin(first_column + number, Pin.IN)  # the pull-downs are on the board
        for pin in buttons:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._machine = StateMachine(
            _STATE_MACHINE,
            programs.scan_matrix,
            freq=programs.SCAN_HZ,
            in_base=Pin(first_column),
            set_base=Pin(row_data),
            sideset_base=Pin(row_data + 1),
        )
        step_us = 1_000_000 // programs.SCAN_HZ
        turn_us = programs.SCAN_TURN_STEPS * step_us
        settle = -(-settle_us // turn_us)
        frame_us = (_ROWS + 1) * (settle * turn_us + programs.SCAN_ROW_STEPS * step_us)
        pause = max(settle, (period_us - frame_us - _HANDLING_US) // turn_us)
        self._request = (settle - 1) << 16 | (pause - 1)
        self._first_column = first_column
        self._buttons = buttons
        self._pins = self._bits_of(buttons)
        self._watched = 0xFFFF | sum(1 << 16 + bit for bit in self._pins[1:])
        self._landing = array("I", [0] * _WORDS)
        self._seen = array("I", [0] * (_WORDS + 3) + [_TIMER, _INTR] + self._edges_of(buttons) + [0, 0])
        self._period_us = period_us
        self.unseen_ms = 0
        self._frame = array("I", [0] * (_ROWS + 2))
        self._raw = array("I", [0] * (_ROWS + 2))
        self._order = None
        # This wakes the app. It is a RingIO, because asyncio would poll a ThreadSafeFlag in Python after each
        # interrupt.
        self._bell = RingIO(2)
        self._wake = asyncio.StreamReader(self._bell)
        self._look = _nothing_to_tell
        self._interrupted = False
        # a bytearray, because in a class with a property, setting an attribute takes 25 us: properties are searched
        # first
        self._again = bytearray(1)  # 1 if `look` gets the next frame even if that frame has not changed
        self._address = addressof(self._landing)
        self._dma = DMA()
        try:
            self._registers = self._dma.registers
            control = self._dma.pack_ctrl(size=2, inc_read=False, inc_write=True, treq_sel=_DREQ_RX, irq_quiet=False)
            self._dma.config(read=self._machine, write=self._landing, count=_WORDS, ctrl=control)
            self._machine.active(1)
            self.scan()  # discard the first frame, because the 595s hold random bits after power-up
        except BaseException:
            self._close()
            raise

    def scan(self):
        """Scan one frame now and return it. Call this only while run() is not active."""
        self._start()
        while self._dma.active():
            pass
        kernels.unpack(self._landing, self._frame, self._pins, self._seen)
        return self._frame

    def run(self, look, wired=None):
        """Scan in an endless loop, one frame each period.

        Calls `look(frame)` at interrupt level with each frame that differs from the one before. If the result of `look`
        has bit 1, `look` also gets the next frame in any case. If the result has bit 0, changed() returns. `wired` (a
        WireMap) maps outputs, inputs and GPIOs to rows, columns and buttons; without it a frame has outputs, inputs and
        buttons in their given order.
        """
        self.show(look, wired)
        self._seen[_COUNT + 1] = mem32[_TIMER]
        for register in (_INTR, _INTR + 4):
            mem32[register] = mem32[register]  # clear the edges that enabling the pull-ups has caused
        self._dma.irq(self._landed, hard=True)
        self._start()

    def show(self, look, wired=None):
        """Replace `look` and `wired` of run(). The new `look` gets the next frame in any case."""
        pins = self._bits_of(wired.buttons if wired else self._buttons)
        order = wired.order() if wired else None
        state = disable_irq()
        self._look, self._order, self._pins, self._again[0] = look, order, pins, 1
        enable_irq(state)

    def _bits_of(self, buttons):
        """Return the buttons' bits in the form that kernels.unpack() takes."""
        return array("I", [len(buttons)] + [(pin - self._first_column) % 32 - 16 for pin in buttons])

    def _edges_of(self, buttons):
        """Return the masks of the buttons' edges in the two registers."""
        return [sum(_EDGES << 4 * (pin % 8) for pin in buttons if pin // 8 == byte) for byte in (2, 3)]

    @property
    def frames(self):
        """The number of frames taken so far, modulo 65536."""
        return self._seen[_COUNT]

    async def changed(self):
        """Wait until `look` has returned bit 0. Raises KeyboardInterrupt if Ctrl-C came at interrupt level."""
        await self._wake.read(2)
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def _landed(self, dma):
        # a late interrupt overwrites nothing, because the PIO program waits for the next request
        try:
            landing = self._landing
            fresh = kernels.take_new(landing, self._seen, self._watched)
            if fresh > 1:
                fresh -= 2
                self.unseen_ms += (self._seen[_GAP] - self._period_us) // 1000
            if fresh or self._again[0]:
                frame, order = self._frame, self._order
                if order is None:
                    kernels.unpack(landing, frame, self._pins, self._seen)
                else:
                    kernels.unpack(landing, self._raw, self._pins, self._seen)
                    arrange(self._raw, order, frame, _ROWS)
                    frame[_ROWS + 1] = self._raw[_ROWS + 1]
                mem32[LOOKING] = 1
                told = self._look(frame)
                mem32[LOOKING] = 0
                self._again[0] = told & 2
                if told & 1:
                    self._bell.write(_RING)
        except KeyboardInterrupt:
            # Ctrl-C came just before this interrupt. Without this handler, MicroPython would only print the exception
            # and end the interrupts
            self._interrupted = True
            mem32[LOOKING] = 0
            self._again[0] = 1
            self._bell.write(_RING)
        self._start()

    def _start(self):
        kernels.start(self._registers, kernels.WRITE_ADDRESS_TRIGGER, self._address)
        self._machine.put(self._request)

    def stop(self):
        """Wait for the requested frame, then release the state machine and the DMA channel.

        A DMA channel that still waits for words would take the words of the state machine's next user.
        """
        self._dma.irq(None)
        while self._dma.active():
            pass
        self._close()

    def _close(self):
        # stop() allocates nothing, so it can't fail
        self._machine.active(0)
        self._dma.active(0)
        self._dma.close()
