"""Test the computed space in TinyUSB's buffer with models of TinyUSB, of the RP2040's controller and of any host."""

import random

from tengen.link.outbox import Outbox
from tengen.link.room import Room

BUFFER = 256
PACKET = 64
UNTAKEN = 1 << 10
FULL, LAST, SECOND_KIND = 1 << 15, 1 << 14, 1 << 13


class TinyUSB:
    """The sending half of TinyUSB's CDC class (cdc_device.c, dcd_rp2040.c, mp_usbd.h), and controller registers."""

    def __init__(self):
        self.buffer = b""
        self.received = b""
        self.frame = 1
        self.ready = False  # tud_ready(): the bus is configured and not suspended
        self.waking = False  # True if the host has woken the bus but TinyUSB's task has not noticed this yet
        self.reset()

    def reset(self):
        self.control = 0
        self.set_up = 0
        self.packet = None
        self.completed = None
        self.kind = 0
        self.ready = self.waking = False

    def configure(self):
        self.set_up = 1
        self.ready = True

    def suspend(self):
        self.ready = self.waking = False

    def write(self, data):
        """Write like mp_usbd_cdc_tx_strn: if not all bytes fit, wait; if the bus is not ready, wait for ever."""
        assert len(self.buffer) + len(data) <= BUFFER, "this write would never end"
        while data:
            self.buffer += data[:PACKET]
            data = data[PACKET:]
            self.flush()

    def flush(self):
        if self.ready and self.packet is None and self.completed is None and self.buffer:
            self.send(self.buffer[:PACKET])
            self.buffer = self.buffer[PACKET:]

    def send(self, packet):
        self.packet = packet
        self.control = FULL | LAST | UNTAKEN | self.kind | len(packet)
        self.kind ^= SECOND_KIND

    def take(self):
        """Let the host take a packet. TinyUSB's task has not noticed this yet."""
        if self.packet is not None:
            self.received += self.packet
            self.completed, self.packet = self.packet, None
            self.control &= ~(UNTAKEN | FULL)

    def task(self):
        if self.waking:
            self.ready, self.waking = True, False
        if self.completed is not None:
            completed, self.completed = self.completed, None
            self.flush()
            if self.packet is None and len(completed) == PACKET and self.ready:
                self.send(b"")


class Sender:
    """A sender that uses Room and Outbox like drivers/console.py."""

    def __init__(self, usb):
        self.usb = usb
        self.room = Room()
        self.outbox = Outbox()
        self.pushes = 0

    def send(self, between=None):
        self.usb.task()
        if between:
            between()
        if not self.room.look(self.usb.frame, self.usb.control, self.usb.set_up):
            return
        if self.room.again:
            self.outbox.begin_anew()
        count = self.room.fits(self.outbox.waiting())
        if count:
            data = self.outbox.take(count)
            self.pushes += not data
            self.usb.write(data or b"\n")


def drain(usb, sender, frames=400):
    """Let frames pass until nothing is left to send. Return the number of frames."""
    for passed in range(frames):
        usb.frame += 1
        sender.send()
        for _ in range(4):
            usb.take()
            usb.task()
        if not sender.outbox.waiting() and sender.room.all_taken():
            return passed
    raise AssertionError("%d bytes wait for ever" % sender.outbox.waiting())


def lines(most=300):
    return [bytes(random.randrange(97, 123) for _ in range(random.randrange(1, most))) + b"\n" for _ in range(12)]


def begun():
    usb = TinyUSB()
    usb.configure()
    return usb, Sender(usb)


def test_an_awake_host_gets_just_what_was_sent():
    for seed in range(100):
        random.seed(seed)
        usb, sender = begun()
        sent = b"\n"
        for line in lines():
            sender.outbox.put(line)
            sent += line
            for _ in range(random.randrange(4)):
                usb.frame += random.randrange(2)
                sender.send(usb.take if random.random() < 0.5 else None)
                for _ in range(random.randrange(4)):
                    usb.take()
                    if random.random() < 0.5:
                        usb.task()
        drain(usb, sender)
        assert usb.received == sent and sender.pushes == 0, seed


def test_every_length_after_every_other_is_seen_to_be_taken_at_once():
    for first in range(1, 200):
        for second in (1, 63, 64, 65, 126, 127, 128, 129, 190, 191, 192, first, 64 + first % 64):
            usb, sender = begun()
            for length in (first, second):
                sender.outbox.put(b"x" * length)
                # at most one look() for each batch, one for a restart, and one that finds that all bytes were taken
                assert drain(usb, sender) <= 5, (first, second)
            assert sender.pushes == 0 and len(usb.received) == 1 + first + second, (first, second)


def test_a_host_that_sleeps_gets_all_when_it_wakes():
    for seed in range(200):
        random.seed(seed)
        usb, sender = begun()
        sent = b"\n"
        for line in lines():
            if random.random() < 0.3:
                # The worst case is a frame number that still increases during the suspend. This happens with a hub, and
                # until the suspend is noticed.
                usb.suspend()
                for _ in range(random.randrange(200)):
                    usb.frame += random.randrange(2)
                    sender.send()
            sender.outbox.put(line)
            sent += line
            sender.send()
            usb.take()
            usb.waking = not usb.ready
            drain(usb, sender)
        assert usb.received.replace(b"\n", b"") == sent.replace(b"\n", b""), seed


def test_frames_before_the_reset_are_no_room():
    # this once made the board hang until the watchdog reset it, because bytes that were written while the bus was
    # suspended counted as sent
    for seed in range(200):
        random.seed(seed)
        usb, sender = begun()
        sender.outbox.put(b"x" * random.randrange(1, 400))
        drain(usb, sender)
        usb.suspend()
        for line in lines():
            sender.outbox.put(line)
        for _ in range(random.randrange(400)):
            usb.frame += 1
            sender.send()
        usb.reset()
        sender.send()
        usb.configure()
        before, kept = len(usb.received), usb.buffer
        if len(kept) == BUFFER:
            # There is no room for one more byte. But MicroPython itself sends 16 ms after the port is opened
            # (mp_usbd_cdc.c).
            usb.flush()
        drain(usb, sender)
        after = usb.received[before:]
        assert after.startswith(kept + b"\n") and after.endswith(b"\n"), seed


def test_a_host_that_takes_nothing_costs_no_more_than_a_look():
    usb, sender = begun()
    sender.outbox.put(b"x" * 100)
    for _ in range(1000):
        usb.frame += 1
        sender.send()
    assert usb.received == b"" and sender.pushes == 0
    assert len(usb.buffer) + len(usb.packet) + sender.outbox.waiting() == 101
