"""The reed matrix: a PIO program scans it on request, DMA puts the frame into memory."""

from array import array

from machine import Pin
from rp2 import DMA, StateMachine

from . import programs

_STATE_MACHINE = 0  # on PIO 0
_DREQ_RX = 4  # PIO 0, state machine 0 (RP2040 datasheet 2.5.3.1)


class Matrix:
    """size rows and the one wired shut, on two 595s; size columns and the row sense, on contiguous inputs."""

    def __init__(self, size, first_column, row_data, settle_us):
        rows = size + 1
        for number in range(rows):
            Pin(first_column + number, Pin.IN)  # the pull-downs are on the board
        self._machine = StateMachine(
            _STATE_MACHINE,
            programs.scan_matrix,
            freq=programs.SCAN_HZ,
            in_base=Pin(first_column),
            set_base=Pin(row_data),
            sideset_base=Pin(row_data + 1),
        )
        turn_us = programs.SETTLE_TURN_STEPS * 1_000_000 / programs.SCAN_HZ
        turns = int(settle_us / turn_us) + 1
        self._request = (turns - 1) << 16 | (rows - 1)
        self._words = rows // 2
        self._frame = array("H", [0] * rows)
        self._landing = array("H", [0] * rows)
        self._dma = DMA()
        self._control = self._dma.pack_ctrl(size=2, inc_read=False, inc_write=True, treq_sel=_DREQ_RX)
        self._machine.active(1)
        self._scan()
        while self._dma.active():
            pass
        self._scan()  # the first frame found the 595s as power-up left them: never mind it
        self._known = False

    def frame(self):
        """The newest whole frame, and whether it differs from the one before. Asks for the next."""
        if self._dma.active():
            return self._frame, False
        fresh = not self._known or self._landing != self._frame
        if fresh:
            self._known = True
            self._frame[:] = self._landing
        self._scan()
        return self._frame, fresh

    def _scan(self):
        self._dma.config(
            read=self._machine, write=self._landing, count=self._words, ctrl=self._control, trigger=True
        )
        self._machine.put(self._request)

    def stop(self):
        """Let go of the state machine and the DMA channel."""
        self._machine.active(0)
        self._dma.close()
