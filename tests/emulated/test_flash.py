"""Test the emulated Pico's flash.

The chip waits while the flash is busy, operations are counted, and a power cut leaves an operation incomplete.

The reset by the watchdog, which does not change any pin, is tested, too.
"""

import asyncio
import random

import heard
import pytest
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import BUSY_US, ERASE_SECTOR, PROGRAM, SECTOR, Operation
from test_game import kinds

# A boot.py that runs its own main() instead of the frozen app's
INSTEAD = """
import sys, tengen
class App:
    @staticmethod
    def main():
        exec(CODE)
tengen.start = sys.modules["tengen.start"] = App
CODE = {code!r}
"""
BEGIN = 0xA0000  # the offset in the flash at which rp2.Flash begins
FREE = 300  # a block that no file uses


def booted_with(open_image, code, **kwargs):
    return EmulatedBoard(open_image, files={"boot.py": INSTEAD.format(code=TOGGLE + code).encode()}, **kwargs)


async def run(board, last):
    """Boot the board and let it run until it has printed the line `last`; return the lines that it has printed."""
    await board.start()
    await board.until(lambda: last in board.text, 8000)
    board.stop()
    await asyncio.sleep(0)
    return board.text.split("\r\n")


TOGGLE = """
import machine, rp2, time
@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW)
def toggle():
    set(pins, 1)
    set(pins, 0)
def toggles():
    rp2.StateMachine(7, toggle, freq=20_000, set_base=machine.Pin(27)).active(1)
"""

# The old contents are printed. Then the marker is high during an erase and a program operation, while a PIO program
# toggles a pin. At the end the page is programmed again.
WRITE = """
flash = rp2.Flash()
block = bytearray(4096)
page = bytes(range(256))
flash.readblocks(300, block)
print(block.hex())
toggles()
marker = machine.Pin(28, machine.Pin.OUT)
marker(1)
began = time.ticks_us()
flash.ioctl(6, 300)
erased = time.ticks_us()
flash.writeblocks(300, page, 0)
print(time.ticks_diff(erased, began), time.ticks_diff(time.ticks_us(), erased))
marker(0)
time.sleep_ms(20)
flash.writeblocks(300, page, 256)
print("end")
"""


def test_busy_is_waited_for_counted_and_a_program_cut_in_two_is_there_after_the_next_boot(open_image):
    board = booted_with(open_image, WRITE)
    chip, edges, marks = board.mcu, [], []
    chip.gpio[27].add_listener(lambda new, old: marks and edges.append(chip.clock.nanos))
    chip.gpio[28].add_listener(lambda new, old: marks.append((chip.clock.nanos, chip.core.cycles)))
    board.flash.cut(after=2, seed=3)

    async def until_dead():
        await board.start()
        await board.until(lambda: board.flash.dead, 8000)
        await asyncio.sleep(0)
        return board.text

    before, took = asyncio.run(until_dead()).split("\r\n")[:2]
    assert not board.device.simulator.executing
    assert before == "ff" * 4096
    erase_us, program_us = map(int, took.split())
    assert 45_000 < erase_us < 45_300 and 400 < program_us < 900, "plus the time to send the bytes to the chip"
    block, page = BEGIN + FREE * SECTOR, bytes(range(256))
    assert [(each.command, each.address, each.data) for each in board.flash.operations] == [
        (ERASE_SECTOR, block, b""),
        (PROGRAM, block, page),
        (PROGRAM, block + 256, page),
    ]
    assert board.flash.operations[1].ns - board.flash.operations[0].ns > 45e6
    # without the first mark, at which the pin becomes an output
    (began, cycles), (ended, cycles_then) = marks[-2:]
    assert (cycles_then - cycles) * 8 == pytest.approx(ended - began, abs=100), "the core was awake"
    pulses = [edge for edge in edges if began < edge < ended]
    gaps = [after - before for before, after in zip(pulses, pulses[1:], strict=False)]
    assert len(gaps) > 900 and max(gaps) < 50_300, "the PIO kept running"

    board = EmulatedBoard(open_image, flash=board.flash.contents())
    board.flash.busy_us = BUSY_US["worst"]
    printed, took = asyncio.run(run(board, "end"))[:2]
    erase_us, program_us = map(int, took.split())
    assert 400_000 < erase_us < 400_300 and 3_000 < program_us < 3_500
    found = bytes.fromhex(printed)
    assert found[:256] == page and found[512:] == b"\xff" * 3584
    half = found[256:512]
    assert half not in (page, b"\xff" * 256)
    assert all(byte & wanted == wanted for byte, wanted in zip(half, page, strict=True))


# The chip hangs with interrupts off while its PIO and DMA work. After the reset it prints the cause of the reset.
HANG = """
from tengen import wiring
from tengen.drivers.matrix import Matrix
if machine.reset_cause() == machine.WDT_RESET:
    matrix = Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 2000)
    print(list(matrix.scan()))
    print("back")
else:
    matrix = Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 2000)
    matrix.run(lambda frame: 2)
    toggles()
    machine.WDT(timeout=12)
    time.sleep_ms(8)
    machine.disable_irq()
    while True:
        pass
"""


def test_the_watchdog_starts_a_hung_chip_anew_with_the_stones_where_they_lie(open_image):
    board = booted_with(open_image, HANG)
    board.put("b1")
    words = [1 << 15] * 15 + [0xFFFF, 0, 0]
    words[0] |= 2
    clock, usb, ahead = board.mcu.clock, board.mcu.usb_ctrl, []
    soon = clock.create_alarm(lambda: ahead.append(clock.nanos_to_next_alarm))
    gone = usb.on_reset

    def reset():
        soon.schedule(100_000)
        gone()

    usb.on_reset = reset
    printed = asyncio.run(run(board, "back"))
    assert printed[printed.index("back") - 1] == str(words)
    assert len(ahead) == 1 and ahead[0] > 1000, "a PIO that was reset asks for no step"


def test_the_app_begins_anew_after_a_reset_and_sees_the_stones(bench):
    board, do = bench.board, bench.do
    scans = board.matrix.scans
    board.put("h8")
    do(board.until(lambda: kinds(board)[-1] == "provisional", 100))
    # the frame with the stone's light is being sent at this moment; the reset cuts it off
    board.lines.clear()
    do(board.reboot())

    def since_the_start():
        # the emulation runs for a moment before the reset, and may send another event
        told = [event["code"] for event in heard.said(board.lines)]
        return heard.said(board.lines)[told.index("started") :] if "started" in told else []

    try:
        do(board.until(lambda: "provisional" in [event["code"] for event in since_the_start()], 5000))
    finally:
        board.lift("h8")
    assert board.matrix.scans > scans + 10
    began = next(at for at, line in enumerate(board.lines) if line["seq"] == 1)
    known = heard.Client().hear_all(board.lines[began:]).groups
    assert (known["hand"]["state"], known["hand"]["new"]) == ("provisional", ["h8"])
    do(board.until(lambda: kinds(board)[-1] == "withdrawn", 1000))


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_program_clears_some_of_its_bits_and_no_other(seed):
    chance = random.Random(seed)
    data = b"\xff" * 64 + chance.randbytes(24) + b"\xff" * 168
    flash, whole = bytearray(b"\xff" * 512), bytearray(b"\xff" * 512)
    program = Operation(PROGRAM, 256, data, 0.0)
    program.apply_half(flash, chance)
    program.apply(whole)
    assert whole[256:] == data
    assert all(half & wanted == wanted for half, wanted in zip(flash, whole, strict=True))
    assert flash != whole
    # programming the same data again clears the other bits, and sets none of the cleared ones
    program.apply(flash)
    assert flash == whole


def test_a_cut_erase_leaves_old_new_and_neither():
    old, chance = bytes(range(256)) * 32, random.Random(1)
    left = set()
    for _ in range(20):
        flash = bytearray(old)
        Operation(ERASE_SECTOR, SECTOR, b"", 0.0).apply_half(flash, chance)
        assert flash[:SECTOR] == old[:SECTOR]
        for at in range(SECTOR, 2 * SECTOR):
            left.add("old" if flash[at] == old[at] else "erased" if flash[at] == 0xFF else "neither")
    assert left == {"old", "erased", "neither"}
    Operation(ERASE_SECTOR, SECTOR, b"", 0.0).apply(flash)
    assert flash == old[:SECTOR] + b"\xff" * SECTOR
