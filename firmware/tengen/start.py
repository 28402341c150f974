"""Runs the app on the Pico until Ctrl-C: starts it again after an exception, a watchdog reset or a probe."""

import asyncio
import gc

from tengen.app import App
from tengen.journal.keeper import FAILING
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, Restart, stood_still
from tengen.maintenance.progress import SCAN, START


def main():
    """Run the app until Ctrl-C, and log its faults."""
    from tengen.drivers.pico import Store, traceback
    from tengen.drivers.watchdog import Watchdog

    watchdog, pauses = Watchdog(), Pauses()
    part = watchdog.stood_still(SCAN)
    cause, text = (None, None) if part is None else ("watchdog", stood_still(part))
    try:
        while True:
            # the watchdog stays armed while the app stops and starts: these steps may hang, too
            watchdog.arm(START)
            in_a_row = pauses.in_a_row + watchdog.in_a_row
            if cause and watchdog.in_a_row <= TRIES:  # more entries would only wear the flash
                FaultLog(Store()).add(cause, text)
            error, ran_ms = _run(watchdog, FAILING if in_a_row >= TRIES else cause)
            if isinstance(error, Restart):
                watchdog.steady()
                cause, text, pauses = None, None, Pauses()
                continue
            cause, text = "exception", traceback(error)
            watchdog.pause(pauses.after(ran_ms))
    except KeyboardInterrupt:
        watchdog.hold()
        raise


def _run(watchdog, cause):
    """Run the app on the Pico until it fails. Return the exception and the app's running time in ms."""
    from tengen.drivers.pico import Clock, Pico

    clock = Clock()
    try:
        board = Pico(watchdog)
        try:
            asyncio.run(App(board, cause).run())
        finally:
            # free the app's memory first: the app may have failed for lack of memory
            asyncio.new_event_loop()
            gc.collect()
            board.stop()
    except Exception as error:
        return error, clock.now()
