"""Test the reports of the real firmware on a board with faults."""

from tengen.games import points
from tengen.lights.lamps import REFRESH_MS
from tengen_host import wiring
from tengen_host.emulator.hardware import LedChain, Supply
from tengen_host.virtual.faults import PICO_MV, Faults
from test_chip import at_the_repl
from test_game import events, kinds

WITHIN_MS, PROOF_MS, SUPPLY_MS = 100, 500, 1000
LEDS = ("led_data", "led_return")


def supply(faults):
    board = wiring.load()
    return Supply(faults, board["pins"]["rail"], board["supply"]["rail_full_mv"])


def until_told(bench, kind, within_ms=WITHIN_MS):
    """Wait for another event of this kind, and return it."""
    before = len(events(bench.board, kind))
    bench.do(bench.board.until(lambda: len(events(bench.board, kind)) > before, within_ms))
    return events(bench.board, kind)[-1]


def test_a_dead_row_is_told_and_its_mending_too(bench):
    bench.board.fault("dead row", "7", True)
    fault = {"code": "device.row_dead", "row": 7, "chip": 1, "pin": 6}
    assert until_told(bench, "matrix")["faults"] == [fault]
    bench.board.fault("dead row", "7", False)
    assert until_told(bench, "matrix")["faults"] == []


def test_a_reed_stuck_closed_is_refused_as_a_stone(bench):
    bench.board.fault("stuck closed", "b3", True)
    assert until_told(bench, "refused")["point"] == "b3"
    bench.board.fault("stuck closed", "b3", False)
    until_told(bench, "restored")


def test_a_pixel_that_a_spike_has_changed_comes_right_and_so_does_one_that_has_missed_its_data(bench):
    board, do = bench.board, bench.do
    do(board.advance(WITHIN_MS))
    told, shown = len(kinds(board)), board.frame
    for pixel in (3, 254):
        board.leds.disturb(pixel, b"\x40\x40\x40")
        assert board.frame != shown
        do(board.until(lambda: board.frame == shown, REFRESH_MS + WITHIN_MS))
    lit = wiring.pixels(board.board)[points.index("b3", 15)]
    board.leds.stubborn.add(lit)
    board.put("b3")
    do(board.advance(WITHIN_MS))
    board.leds.stubborn.clear()
    assert not any(board.frame[3 * lit : 3 * lit + 3])
    do(board.until(lambda: any(board.frame[3 * lit : 3 * lit + 3]), REFRESH_MS + WITHIN_MS))
    board.lift("b3")
    do(board.until(lambda: board.frame == shown, REFRESH_MS + WITHIN_MS))
    assert not {"chain", "fault", "error"} & set(kinds(board)[told:])


def test_a_chain_that_breaks_is_told_and_after_its_mending_it_shows_all_again(bench):
    board, do = bench.board, bench.do
    shown = board.frame
    board.leds.disturb(230, b"\x01\x02\x03")  # a pixel of a bar; it is after the break
    board.fault("broken LED", "112", True)
    board.ask({"cmd": "prove"})
    assert until_told(bench, "chain", PROOF_MS)["fault"]["code"] == "device.chain_silent"
    board.fault("broken LED", "112", False)
    board.ask({"cmd": "prove"})
    assert until_told(bench, "chain", PROOF_MS)["whole"]
    do(board.until(lambda: board.frame == shown, WITHIN_MS))


def test_lights_whose_supply_was_missing_show_all_again_as_soon_as_it_is_back(bench):
    board, do = bench.board, bench.do
    shown = board.frame
    assert any(shown)
    board.fault("sagging supply", "2000", True)
    assert until_told(bench, "supply", SUPPLY_MS)["off"]
    do(board.until(lambda: not any(board.frame), REFRESH_MS))
    board.fault("sagging supply", "2000", False)
    assert not until_told(bench, "supply", SUPPLY_MS)["off"]
    do(board.until(lambda: board.frame == shown, PROOF_MS))


SEND = """
import time
from machine import ADC, Pin
from tengen.drivers.pico import Supply
from tengen.drivers.strip import Strip
strip = Strip(19, 20, 255)
time.sleep_ms(12)
strip.begin_proof()
strip.send()
time.sleep_ms(12)
supply = Supply()
print(supply.millivolts(), ADC(Pin(29)).read_u16() * 9900 // 65535, strip.end_proof())
"""


def test_a_broken_led_and_a_sagging_supply_reach_the_chip(pico_image):
    faults = Faults(15, 255)
    faults.break_("sagging supply", "3600")
    frames = []
    chain = LedChain(255, *(wiring.load()["pins"][name] for name in LEDS), faults, frames.append)
    rail, pico, returned = map(int, at_the_repl(pico_image, SEND, chain, supply(faults)).split())
    assert abs(rail - 3600) < 10 and abs(pico - PICO_MV) < 10 and returned == 24
    assert chain.returned == 24 * chain.frames > 0
    assert chain.latched_ns > 0 and len(frames[-1]) == 765

    faults.break_("broken LED", "112")
    broken = LedChain(255, *(wiring.load()["pins"][name] for name in LEDS), faults, frames.append)
    assert at_the_repl(pico_image, SEND, broken).split()[2] == "0"
    assert broken.returned == 0 and broken.frames > 0


PULLS = """
from machine import mem32
from tengen.drivers.pico import Supply
PADS, UP, DOWN = 0x4001C000, 8, 4  # RP2040 data sheet 2.19.6.3
def pulls():
    return [mem32[PADS + 4 + 4 * gpio] & (UP | DOWN) for gpio in (28,)]
before = pulls()
Supply()
print(before, pulls())
"""


def test_no_pull_falsifies_the_divider_that_the_rail_is_measured_behind(pico_image):
    # at reset the pin has a pull-down of about 60 kOhm
    assert at_the_repl(pico_image, PULLS, supply(Faults(15, 255))).strip() == "[4] [0]"
