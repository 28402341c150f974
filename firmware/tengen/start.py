"""Run the app on the Pico until Ctrl-C. Restart the app after an exception, a watchdog reset or a probe."""

import asyncio
import gc

from tengen.app import App
from tengen.drivers import ctrl_c
from tengen.drivers.pico import Clock, Pico, Store, traceback
from tengen.drivers.watchdog import Watchdog
from tengen.games import registry
from tengen.journal.keeper import FAILING
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, Restart, stood_still
from tengen.maintenance.progress import SCAN, START
from tengen.partner.reserve import Reserve

# The number that is passed to the next start after a MemoryError: the fault is in the log, or there was no memory to
# log it
_LOGGED, _LOST = 1, 2
_NO_ROOM = "MemoryError, and no memory for the details"


def main():
    """Run the app until Ctrl-C, and log its faults.

    Ctrl-C takes effect only while the app runs and in pauses, so it never interrupts the closing of drivers.
    """
    # allocate the largest parts of the heap first, for all later apps: the memory of a game, and the memory for the
    # board's thinking
    registry.load().reserve()
    reserve = Reserve()
    gc.collect()
    watchdog, pauses = Watchdog(), Pauses()
    number = watchdog.handed_over()
    part = watchdog.stood_still(SCAN)
    cause, text = (None, None) if part is None else ("watchdog", stood_still(part))
    if number:
        cause, text = "exception", _NO_ROOM if number == _LOST else None
    try:
        ctrl_c.hold_back()
        while True:
            # the watchdog stays armed while the app stops and restarts, because these steps may hang too
            watchdog.arm(START)
            in_a_row = pauses.in_a_row + watchdog.in_a_row
            if text and watchdog.in_a_row <= TRIES:  # further entries would only wear the flash
                _log(cause, text)
            error, ran_ms = _run(watchdog, FAILING if in_a_row >= TRIES else cause, reserve)
            if isinstance(error, KeyboardInterrupt):
                raise error
            if isinstance(error, Restart):
                watchdog.steady()
                cause, text, pauses = None, None, Pauses()
                continue
            cause, text = "exception", traceback(error)
            if isinstance(error, MemoryError) and watchdog.in_a_row < TRIES:
                # objects that the app has left are scattered over the heap, so a new large block would not fit between
                # them
                watchdog.failed()
                watchdog.start_anew(_LOGGED if _log(cause, text) else _LOST)
            with ctrl_c.Felt():
                watchdog.pause(pauses.after(ran_ms))
    except KeyboardInterrupt:
        watchdog.hold()
        ctrl_c.feel()
        raise


def _log(cause, text):
    """Log a fault. Return False if the heap has no room for the log."""
    try:
        FaultLog(Store()).add(cause, text)
    except MemoryError:
        return False
    return True


def _run(watchdog, cause, reserve):
    """Run the app on the Pico until it fails. Return the exception and the app's running time in ms.

    Afterwards all drivers are closed in any case.
    """
    clock = Clock()
    board = None
    try:
        board = Pico(watchdog)
        with ctrl_c.Felt():
            asyncio.run(App(board, cause, reserve=reserve).run())
    except (Exception, KeyboardInterrupt) as error:
        return error, clock.now()
    finally:
        # free the app's memory first, because the app may have failed for lack of memory
        asyncio.new_event_loop()
        gc.collect()
        if board:
            board.stop()
