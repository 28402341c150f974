"""A Pico that is not as the firmware was tried is told by codes at the start, and the game goes on.

The emulated chip takes the clock's registers, and MicroPython counts with them; but its time stays that of 125 MHz. So
the test shows what the firmware does about another clock, not what the lights would look like meanwhile.
"""

import pytest
from booted import BOOT_MS, Bench
from tengen.codes import coded
from tengen_host.emulator.board import EmulatedBoard
from test_closed import PROMPT
from test_game import DWELL_MS, events

CLOCK = b"import machine\nmachine.freq(200_000_000)\n"
NEWER = b"from tengen.drivers import pico\npico.TRIED = (1, 24)\n"


@pytest.mark.parametrize(
    ("boot", "told"),
    [
        (b"", []),
        (CLOCK, [coded("device.clock_rate", number=200, wanted=125)]),
        (NEWER, [coded("device.micropython", text="1.25.0", wanted="1.24")]),
    ],
)
def test_what_is_unusual_is_told_at_the_start_and_the_game_goes_on(pico_image, boot, told):
    with Bench(EmulatedBoard(pico_image, seed=3, files={"boot.py": boot})) as bench:
        bench.boot()
        board, do = bench.board, bench.do
        assert [event["why"] for event in events(board, "error")] == told
        board.put("h8")
        do(board.until(lambda: events(board, "move"), DWELL_MS))
        assert not events(board, "fault")
        # the prompt, and the chip's clock
        board.send(b"\x03")
        do(board.until(lambda: board.text.endswith(PROMPT), 1000))
        board.send(b"import machine; print('at', machine.freq())\r\n")
        do(board.until(lambda: "at 125000000" in board.text, BOOT_MS))
