"""The strip's driver on a simulated chip. Whenever interrupts come, the chain shows the frame that was sent."""

import builtins
import importlib
import random
import sys
from types import ModuleType, SimpleNamespace

import pytest

PIXELS = 255
BYTES = 3 * PIXELS
WORDS = 192  # the number of words for the pixels of a whole frame and one more pixel
COUNT, TRIGGER = 2, 15  # RP2040 data sheet 2.5.7


class Dma:
    """A DMA channel that sends a frame until the test ends it. `sent` has the bytes of each frame after its head.

    Writing to the count changes the next transfer, writing to the trigger begins one.
    """

    def __init__(self):
        self.registers = self
        self.sent = []
        self._count, self._frame = 0, None

    def __setitem__(self, register, value):
        if register == COUNT:
            self._count = value
        else:
            assert register == TRIGGER and self._frame is None
            self._frame = value, self._count
            # the buffer is read while it is sent, so a write to it would tear the frame
            self._before = bytes(value)

    def active(self):
        return self._frame is not None

    def end(self):
        """End the frame that is being sent, and call the interrupt."""
        (wire, count), self._frame = self._frame, None
        assert bytes(wire) == self._before, "nobody writes to the buffer that is being sent"
        assert int.from_bytes(wire[:4], "big") + 1 == 32 * (count - 1), "its head has the number of its bits"
        self.sent.append(bytes(wire[4 : 4 * count]))
        self._interrupt(self)

    def irq(self, handler, hard=False):
        self._interrupt = handler

    def pack_ctrl(self, **fields):
        return 0

    def config(self, **fields):
        pass


class Chain:
    """The colours of the pixels. A frame changes as many pixels as it has data for."""

    def __init__(self, dma):
        self._dma = dma
        self.shown = bytearray(b"\xaa" * BYTES)  # the colours at the start are unknown

    def latch(self):
        """End the frame that is being sent, and show it. Return the number of its pixels."""
        self._dma.end()
        sent = self._dma.sent[-1]
        assert len(sent) % 12 == 0, "no pixel gets a part of its bits"
        self.shown[: min(len(sent), BYTES)] = sent[:BYTES]
        return len(sent) // 3


def octets(buffer):
    return memoryview(buffer).cast("B")


def words(buffer):
    return buffer if isinstance(buffer, Dma) else memoryview(buffer).cast("I")


def viper(function):
    """Convert arguments with pointer annotations into pointers, as viper does."""
    kinds = [function.__annotations__.get(name) for name in function.__code__.co_varnames]

    def call(*arguments):
        return function(*[kind(it) if kind is words else it for it, kind in zip(arguments, kinds, strict=False)])

    return call


@pytest.fixture
def strip(monkeypatch):
    """Return a Strip from the firmware's own text."""

    def module(name, **names):
        made = ModuleType(name)
        vars(made).update(names)
        monkeypatch.setitem(sys.modules, name, made)

    class Any(SimpleNamespace):
        def __getattr__(self, name):
            return lambda *arguments, **named: self

    def same(thing):
        return thing

    dma = Dma()
    pio = SimpleNamespace(OUT_LOW=0, SHIFT_RIGHT=1, SHIFT_LEFT=0, JOIN_TX=1)
    module("micropython", const=same, viper=viper, native=same)
    module("machine", Pin=type("Pin", (Any,), {"IN": 0, "__init__": lambda self, *arguments: None}))
    module("uctypes", addressof=same)
    module(
        "rp2",
        DMA=lambda: dma,
        StateMachine=lambda *arguments, **named: Any(),
        PIO=pio,
        asm_pio=lambda **named: same,
    )
    for name, pointer in (("ptr8", octets), ("ptr16", same), ("ptr32", words)):
        monkeypatch.setattr(builtins, name, pointer, raising=False)
    for name in ("programs", "kernels", "strip"):
        monkeypatch.delitem(sys.modules, f"tengen.drivers.{name}", raising=False)
    made = importlib.import_module("tengen.drivers.strip").Strip(19, 20, PIXELS)
    yield made
    for name in ("programs", "kernels", "strip"):
        monkeypatch.delitem(sys.modules, f"tengen.drivers.{name}", raising=False)


def test_the_first_frame_is_whole_and_dark(strip):
    chain = Chain(strip._dma)
    assert chain.latch() == 256 and bytes(chain.shown) == bytes(BYTES)
    assert strip.overrun_bits == 24 and not strip._dma.active()


def test_a_frame_ends_behind_the_last_pixel_that_changes(strip):
    chain = Chain(strip._dma)
    chain.latch()
    picture = bytearray(BYTES)
    for pixel in (0, 3, 4, 112, 251, 252, 254):
        for byte in range(3):
            picture[3 * pixel + byte] ^= 0x40
            strip.draw()[:] = picture
            strip.send()
            assert chain.latch() == 4 * (pixel // 4 + 1)
            assert chain.shown == picture


def test_where_nothing_changes_nothing_is_sent_and_no_frame_is_counted(strip):
    chain = Chain(strip._dma)
    chain.latch()
    strip.draw()[:] = b"\x01" * BYTES
    strip.send()
    chain.latch()
    frames = strip.frames
    strip.draw()[:] = b"\x01" * BYTES
    strip.send()
    # the lights' progress must prove that DMA and PIO are alive, so skipped frames must not count
    assert not strip._dma.active() and strip.frames == frames


def test_a_picture_that_is_taken_back_while_it_waits_leaves_the_one_under_way(strip):
    chain = Chain(strip._dma)
    strip.draw()[:] = b"\x07" * BYTES
    strip.send()
    strip.draw()[:] = bytes(BYTES)  # this frame equals the frame being sent
    strip.send()
    chain.latch()
    assert not strip._dma.active() and bytes(chain.shown) == bytes(BYTES)


@pytest.mark.parametrize("whole_by", ["doubt", "begin_proof"])
def test_a_doubt_lasts_until_a_whole_frame_begins(strip, whole_by):
    chain = Chain(strip._dma)
    chain.latch()
    strip.draw()[0] = 1
    strip.send()
    chain.shown[700] = 99  # a voltage spike
    getattr(strip, whole_by)()
    for red in (2, 3):  # the first of these frames waits until the second replaces it
        strip.draw()[:] = bytes([red]) + bytes(BYTES - 1)
        strip.send()
    assert chain.latch() == 4
    assert chain.latch() == 256 and chain.shown == bytes([3]) + bytes(BYTES - 1)
    strip.draw()[:] = bytes([4]) + bytes(BYTES - 1)
    strip.send()
    assert chain.latch() == 4, "and no longer"


def test_a_short_frame_that_waits_when_the_doubt_comes_does_not_end_it(strip):
    chain = Chain(strip._dma)
    chain.latch()
    for red in (1, 2):
        strip.draw()[:] = bytes([red]) + bytes(BYTES - 1)
        strip.send()
    strip.doubt()
    assert [chain.latch(), chain.latch()] == [4, 4]
    strip.draw()[:] = bytes([2]) + bytes(BYTES - 1)
    strip.send()
    assert chain.latch() == 256


@pytest.mark.parametrize("seed", range(20))
def test_each_latch_shows_a_whole_picture_and_the_next_is_the_newest_whenever_frames_are_replaced(strip, seed):
    chance = random.Random(seed)
    chain = Chain(strip._dma)
    newest = under_way = bytes(BYTES)
    pixels = 0

    def latch():
        nonlocal under_way, pixels
        if strip._dma.active():
            waits = strip._waits
            pixels += chain.latch()
            assert chain.shown == under_way and strip._dma.active() == waits
            if waits:
                under_way = newest

    def send(picture):
        nonlocal newest, under_way
        buffer = strip.draw()
        if chance.random() < 0.2:
            latch()
        buffer[:] = newest = bytes(picture)
        strip.send()
        if not strip._waits:
            under_way = newest

    for _ in range(300):
        picture = bytearray(under_way if chance.random() < 0.2 else newest)
        for _ in range(chance.choice([0, 1, 1, 1, 3, 40])):
            picture[chance.randrange(BYTES)] = chance.choice([0, 1, 255])
        if chance.random() < 0.6:
            send(picture)
        elif chance.random() < 0.9:
            latch()
        else:
            while strip._dma.active():
                latch()
            assert chain.shown == newest
            chain.shown[chance.randrange(BYTES)] ^= 1
            strip.doubt()
            send(newest)
    while strip._dma.active():
        latch()
    assert chain.shown == newest
    assert 0 < pixels < 256 * len(strip._dma.sent)
