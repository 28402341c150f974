"""The emulated board: an emulated Pico that runs the firmware image itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from rp2040py.boards import BOARDS, BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import ResetCause

from .. import wiring
from ..image import Image
from ..virtual.reeds import Reeds
from ..virtual.scramble import Scramble
from ..virtual.tabletop import Message, Tabletop
from ..wire import codec
from .bootrom import Bootsel
from .chip import Chip
from .flash import Flash
from .hardware import Buttons, Buzzer, LedChain, Matrix, Supply
from .littlefs_image import littlefs
from .pace import Pace

# The time that the emulated host takes to answer a bulk-OUT poll. With rp2040py's default of 10 us, the firmware would
# spend its time in USB interrupts.
USB_READ_DELAY_US = 1000
_PUMP_NS = 1_000_000  # the time between two attempts to send more bytes to the board


class EmulatedBoard(Tabletop):
    """A board with an emulated Pico: real MicroPython, real drivers, every edge on its pins.

    start() boots the board in the running event loop, where it runs until stop(). All times are the chip's own.
    `flash`: the flash.contents() of another board; by default the flash has the image and `files`. `cached`: the core
    waits for flash, with the RP2040's cache between them. This is slower to emulate, and gives realistic times. Without
    it, flash takes no time. After the power failure of flash.cut() the board can't continue. `bootsel`: in BOOTSEL
    mode, the Bootsel that takes the blocks written to the Pico's drive; else None.
    """

    kind = "emulated"
    bootsel: Bootsel | None = None

    def __init__(
        self,
        image: Image,
        seed: int = 0,
        flash: bytes | None = None,
        files: Mapping[str, bytes] | None = None,
        scramble: Scramble | None = None,
        board: dict[str, Any] | None = None,
        cached: bool = False,
    ) -> None:
        super().__init__(scramble, board)
        pins, leds = self.board["pins"], wiring.pixel_count(self.board)
        self.matrix = Matrix(Reeds(self.size, seed, self.faults, self.scramble), pins)
        self.leds = LedChain(leds, pins["led_data"], pins["led_return"], self.faults, self.lights)
        self.keys = Buttons(list(self.scramble.buttons))
        self.piezo = Buzzer(pins["buzzer"], self.sound)
        self._decoder = codec.Decoder()
        self._outgoing = bytearray()
        self._hearers: list[Callable[[bytes], None]] = []
        self._followers: list[Callable[[], None]] = []
        self._speed: float | None = None
        self._mark = (0.0, 0.0)
        supply = Supply(self.faults, pins["rail"], self.board["supply"]["rail_full_mv"])
        parts = (self.matrix, self.leds, self.keys, self.piezo, supply)
        layout = _flash_layout()
        spec = BoardSpec(mcu=Chip, extras=tuple(_always(part) for part in parts), layout=layout, image=image.uf2)
        self.device = MicroPythonDevice(board=spec)
        self.mcu: Any = self.device.mcu  # a Chip
        assert isinstance(self.mcu, Chip)
        if cached:
            self.mcu.add_cache()
        assert isinstance(self.mcu.ssi, Flash)
        self.flash = self.mcu.ssi
        if flash is not None:
            self.mcu.flash[: len(flash)] = flash
        elif files:
            filesystem = littlefs(files, layout.fs_blocksize, layout.fs_blockcount)
            self.mcu.flash[layout.fs_start : layout.fs_start + len(filesystem)] = filesystem
        self.mcu.usb_ctrl.read_delay_microseconds = USB_READ_DELAY_US
        self.device.cdc.on_serial_data = self._received
        self._again = self.mcu.clock.create_alarm(self._pump)
        assert self.mcu.usb_ctrl.on_reset is not None
        self._host_lets_go: Callable[[], None] = self.mcu.usb_ctrl.on_reset
        self.mcu.usb_ctrl.on_reset = self._gone_from_the_bus
        self.mcu.on_boot = self._booted

    @property
    def text(self) -> str:
        """The console output outside the lines of the link."""
        return self._decoder.text.decode(errors="replace")

    @property
    def unfinished(self) -> bytes:
        """The part of a line that has already arrived, if the line has not ended yet."""
        return self._decoder.unfinished

    async def start(self, timeout: float = 120) -> None:
        """Boot in the running event loop. Raises TimeoutError if neither USB console nor drive appears."""
        self._mark = (time.monotonic(), 0.0)
        await self.device.astart(timeout)

    async def reboot(self, timeout: float = 120) -> None:
        """Start the chip again, as at power-on, and wait for its console or drive. Stones, faults and flash stay.

        The firmware sends `started` again; the earlier lines stay in `lines`.
        """
        await self.device.ahard_reset(timeout, cause=ResetCause.POWER_ON)

    def stop(self) -> None:
        """Halt the emulation."""
        self.device.stop()

    async def run(self) -> None:
        """Boot and run until cancelled, no faster than real time; publish the time. Raises the emulation's error."""
        self.mcu.pace = Pace()
        await self.start()
        try:
            while self.device.simulator.executing:
                self._pump()
                self._measure()
                self._publish(self.time())
                await asyncio.sleep(0.25)
            error = self.device.simulator.engine_room_error
            if error is not None:
                raise error
        finally:
            self.stop()

    async def until(self, condition: Callable[[], Any], within_ms: int) -> None:
        """Let the emulation run until `condition()` is true. Raises TimeoutError after `within_ms` of emulated time."""
        end = self.now_ms() + within_ms
        while not condition():
            if self.now_ms() > end:
                last = self.lines[-1] if self.lines else "none"
                raise TimeoutError(
                    f"it did not happen within {within_ms} ms; last line: {last}; console: {self.text[-2000:]}"
                )
            self._pump()
            if not self.device.simulator.executing:
                raise RuntimeError("the emulation has stopped") from self.device.simulator.engine_room_error
            await asyncio.sleep(0)

    async def advance(self, period_ms: int) -> None:
        """Let `period_ms` of emulated time pass."""
        end = self.now_ms() + period_ms
        await self.until(lambda: self.now_ms() >= end, period_ms + 1000)

    def send(self, data: bytes) -> None:
        """Put bytes on the serial line to the board."""
        self._outgoing += data
        self._pump()

    @property
    def unsent(self) -> int:
        """The number of bytes that the board has not taken yet."""
        return len(self._outgoing)

    def overhear(self, callback: Callable[[bytes], None]) -> Callable[[], None]:
        """Call `callback` with all console output from now on. Return a function that stops this."""
        self._hearers.append(callback)
        return lambda: self._hearers.remove(callback)

    def follow(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` at each start of the chip, after `bootsel` is set. Return a function that stops this."""
        self._followers.append(callback)
        return lambda: self._followers.remove(callback)

    def now_ms(self) -> int:
        """Return the emulated time in ms."""
        return int(self.mcu.clock.nanos // 1_000_000)

    def time(self) -> Message:
        """Return the emulated time, and its speed compared with real time."""
        return {"type": "time", "ms": self.now_ms(), "speed": self._speed}

    def _measure(self) -> None:
        wall, emulated = time.monotonic(), self.mcu.clock.nanos / 1e9
        if wall > self._mark[0]:
            speed = (emulated - self._mark[1]) / (wall - self._mark[0])
            # the speed varies, because a frame of lights takes long to emulate; therefore show a mean over some seconds
            self._speed = speed if self._speed is None else self._speed + (speed - self._speed) / 12
        self._mark = (wall, emulated)

    def _received(self, data: bytes | bytearray) -> None:
        for callback in self._hearers:
            callback(bytes(data))
        for line in self._decoder.feed(data):
            self.told(line)
        self._pump()

    def _gone_from_the_bus(self) -> None:
        # after a reset of the chip, or after its cable was plugged in again, bytes in transit are lost
        self._outgoing.clear()
        self._decoder.cut()
        self._host_lets_go()

    def _booted(self) -> None:
        self.bootsel = Bootsel(self.flash.erase, self.flash.program, self.mcu.restart) if self.mcu.in_bootsel else None
        if self.bootsel is not None and self.device.cdc.on_device_connected:
            self.device.cdc.on_device_connected()  # start() and reboot() wait for this event
        for callback in self._followers:
            callback()

    def _pump(self) -> None:
        fifo = self.device.cdc.tx_fifo
        while self._outgoing and not fifo.full:
            self.device.cdc.send_serial_byte(self._outgoing.pop(0))
        if self._outgoing:
            self._again.schedule(_PUMP_NS)

    def _reed(self, point: int, closed: bool) -> None:
        if closed:
            self.matrix.put(point)
        else:
            self.matrix.lift(point)

    def _button(self, number: int, down: bool) -> None:
        self.keys.set(number, down)


def _always(part: Any) -> Callable[[], Any]:
    return lambda: part


def _flash_layout() -> FlashLayout:
    from rp2040py.boards import resolve_layout

    layout = resolve_layout(BOARDS["pico"], "micropython")
    assert layout is not None, "rp2040py knows the Pico's flash layout"
    return layout
