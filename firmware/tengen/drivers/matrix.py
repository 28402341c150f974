"""The reed matrix: a PIO program scans it, DMA writes the frame to memory, and Python wakes only on a change."""

import asyncio
from array import array

from machine import Pin, disable_irq, enable_irq, mem32
from micropython import RingIO
from rp2 import DMA, StateMachine
from uctypes import addressof

from tengen.sensing.kernels import arrange

from . import kernels, programs
from .watchdog import LOOKING

_STATE_MACHINE = 0  # on PIO 0
_DREQ_RX = 4  # PIO 0, state machine 0 (RP2040 datasheet 2.5.3.1)
_ROWS = 16  # what the PIO program walks through
_WORDS = 9
_RING = b"!"
_HANDLING_US = 180  # from the end of a frame to the request for the next: an interrupt, and what it does


def _nothing_to_tell(frame):
    return 0


class Matrix:
    """15 rows and the one wired shut, on two 595s; 15 columns and the row sense, on contiguous inputs; the buttons.

    A frame is an array of words: the 16 rows, bit c the column c; the columns once more with all rows low; the
    buttons, a bit each, 1 where it is down. scan() has them as they are on outputs and inputs.
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
        self._seen = array("I", [0] * (_WORDS + 1))
        self._frame = array("I", [0] * (_ROWS + 2))
        self._raw = array("I", [0] * (_ROWS + 2))
        self._order = None
        # what wakes the app: asyncio's own flag for this is polled in Python, at each interrupt, and this is not
        self._bell = RingIO(2)
        self._wake = asyncio.StreamReader(self._bell)
        self._look = _nothing_to_tell
        # in an array: to set an attribute takes 25 us where a class has a property, which is looked for first
        self._again = bytearray(1)  # whether the next frame is shown in any case
        self._dma = DMA()
        self._registers = self._dma.registers
        self._address = addressof(self._landing)
        control = self._dma.pack_ctrl(size=2, inc_read=False, inc_write=True, treq_sel=_DREQ_RX, irq_quiet=False)
        self._dma.config(read=self._machine, write=self._landing, count=_WORDS, ctrl=control)
        self._machine.active(1)
        self.scan()  # the first frame finds the 595s as power-up left them

    def scan(self):
        """One frame, now; for when run() is not going."""
        self._start()
        while self._dma.active():
            pass
        kernels.unpack(self._landing, self._frame, self._pins)
        return self._frame

    def run(self, look, wired=None):
        """Scan without end, a frame each period.

        `look(frame)` is called, at interrupt level, with each frame that differs from the one before, and as long as it
        returns bit 1; where it returns bit 0, changed() ends. `wired` (a WireMap) says which row, column and button is
        which; without it frames are by outputs, inputs and the buttons as they were given.
        """
        self.show(look, wired)
        self._dma.irq(self._landed, hard=True)
        self._start()

    def show(self, look, wired=None):
        """Let run() go on with another `look`, and show it the next frame in any case."""
        pins = self._bits_of(wired.buttons if wired else self._buttons)
        order = wired.order() if wired else None
        state = disable_irq()
        self._look, self._order, self._pins, self._again[0] = look, order, pins, 1
        enable_irq(state)

    def _bits_of(self, buttons):
        """As kernels.unpack() wants them."""
        return array("I", [len(buttons)] + [(pin - self._first_column) % 32 - 16 for pin in buttons])

    @property
    def frames(self):
        """How many frames run() has taken, modulo 65536."""
        return self._seen[_WORDS]

    async def changed(self):
        """Wait until there is something to be told."""
        await self._wake.read(2)

    def _landed(self, dma):
        # the PIO program waits for its next request: nothing can be overwritten meanwhile, however late this comes
        landing = self._landing
        fresh = kernels.take_new(landing, self._seen, self._watched)
        if fresh or self._again[0]:
            frame, order = self._frame, self._order
            if order is None:
                kernels.unpack(landing, frame, self._pins)
            else:
                kernels.unpack(landing, self._raw, self._pins)
                arrange(self._raw, order, frame, _ROWS)
                frame[_ROWS + 1] = self._raw[_ROWS + 1]
            mem32[LOOKING] = 1
            told = self._look(frame)
            mem32[LOOKING] = 0
            self._again[0] = told & 2
            if told & 1:
                self._bell.write(_RING)
        self._start()

    def _start(self):
        kernels.start(self._registers, kernels.WRITE_ADDRESS_TRIGGER, self._address)
        self._machine.put(self._request)

    def stop(self):
        """Let go of the state machine and the DMA channel, when the frame that was asked for is there.

        A channel that still waits for words would take them from whoever uses it next.
        """
        self._dma.irq(None)
        while self._dma.active():
            pass
        self._machine.active(0)
        self._dma.close()
