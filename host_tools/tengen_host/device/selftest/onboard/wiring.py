"""Read, on the board, the state of matrix, buttons, chain of LEDs and supply, with the firmware's drivers."""

import json
import time

from machine import ADC, Pin
from tengen import wiring
from tengen.codes import why_of
from tengen.drivers.pico import Pico
from tengen.games.points import name
from tengen.maintenance import wire_file, wire_map
from tengen.maintenance.upkeep import chain_fault
from tengen.sensing import proof
from tengen.sensing.supply import OFF_MV
from tengen.sensing.watch import Watch

_VSYS = 29  # the GPIO that measures a third of VSYS on the Pico (Pico datasheet 2.1)
_VSYS_FULL_MV = 3 * 3300
_SEEN_MS = 400  # the time to watch the matrix: longer than any debouncing
_FRAME_MS = 12  # longer than a frame of lights takes on the wire


def _learned(store):
    """Return the board's wiring, and a code that says why its learned wiring can't be used, or None."""
    kept = store.load(wire_map.FILE)
    if kept is None:
        return wire_map.defaults(wiring), None
    try:
        return wire_file.load(kept, wiring), None
    except ValueError as error:
        return wire_map.defaults(wiring), why_of(error)


def _matrix(matrix, found):
    size = wiring.SIZE
    watch = Watch(size, wiring.TOUCH_FRAMES, wiring.STONE_FRAMES, wiring.SLOW_FRAMES)
    matrix.run(watch.look, found)
    began, frames = time.ticks_ms(), matrix.frames
    time.sleep_ms(_SEEN_MS)
    frames = (matrix.frames - frames) & 0xFFFF
    took_ms = time.ticks_diff(time.ticks_ms(), began)
    watch.take()
    # A line is whole if it is proved: a row by the row sense, a column by the sixteenth row and by all rows low.
    # Without the sixteenth row no column has been proved, though answers() still has the value that it begins with.
    rows = watch.rows()
    proved = (rows, watch.answers() & watch.falls() if rows >> size & 1 else 0)
    closings = [(name(point, size), watch.closings(point)) for point in range(size * size)]
    return {
        "faults": proof.faults(
            watch.rows(), watch.answers(), watch.falls(), size, wiring.COLUMNS, wiring.SETTLE_US, found
        ),
        "whole": sum(bin(lines).count("1") for lines in proved),
        "closed": [name(point, size) for point in proof.points(watch.words[size : 2 * size], size)],
        "flickers": [(point, count) for point, count in closings if count > 1],
        "buttons": [at for at in range(len(wiring.BUTTONS)) if watch.buttons() >> at & 1],
        "scan_hz": round(frames * 1000 / took_ms, 1),
        "seen_ms": took_ms,
    }


def _chain(strip, rail_mv):
    """Return the fault of the chain of LEDs, or None."""
    time.sleep_ms(_FRAME_MS)
    strip.begin_proof()
    dark = strip.draw()
    dark[:] = bytes(len(dark))
    strip.send()
    time.sleep_ms(2 * _FRAME_MS)
    return chain_fault(strip.end_proof(), strip.overrun_bits, wiring.PIXELS, wiring.LED_RETURN, rail_mv < OFF_MV)


def tell():
    """Print the state of wiring, lights and supply as JSON."""
    board = Pico()
    try:
        found, trouble = _learned(board.store)
        mv = board.supply.millivolts()
        told = {
            "learned": found.learned,
            "trouble": trouble,
            "chain": _chain(board.strip, mv),
            "mv": mv,
            "pico_mv": ADC(Pin(_VSYS)).read_u16() * _VSYS_FULL_MV // 65535,
            "low_mv": wiring.LOW_MV,
            "pixels": wiring.PIXELS,
            "scan_ms": wiring.SCAN_MS,
        }
        told.update(_matrix(board.matrix, found))
    finally:
        board.stop()
    print(json.dumps(told))
