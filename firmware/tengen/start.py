"""Runs the app on the Pico until Ctrl-C: starts it again after an exception, a watchdog reset or a probe."""

import asyncio
import gc

from tengen.app import App
from tengen.journal.keeper import FAILING
from tengen.link.outbox import MOST_BYTES, MOST_OF_FILES
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, Restart, stood_still
from tengen.maintenance.progress import SCAN, START

_SMALL_HEAP = 75_000  # bytes free before the app is made: about 50,000 in a firmware of files, 120,000 in a frozen one
_OFTEN = 4096  # bytes allocated between two collections

# What the next start is told after a MemoryError, whose fault is in the log, or had no room there
_LOGGED, _LOST = 1, 2
_NO_ROOM = "MemoryError, and no room for more words"


def main():
    """Run the app until Ctrl-C, and log its faults.

    Ctrl-C is felt only while the app runs and in pauses: nothing that closes drivers is interrupted.
    """
    from tengen.drivers import ctrl_c
    from tengen.drivers.pico import traceback
    from tengen.drivers.watchdog import Watchdog

    reserve = _reserve()
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
            # the watchdog stays armed while the app stops and starts: these steps may hang, too
            watchdog.arm(START)
            in_a_row = pauses.in_a_row + watchdog.in_a_row
            if text and watchdog.in_a_row <= TRIES:  # more entries would only wear the flash
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
                # what the app leaves lies all over the heap: it could not be made again between it
                watchdog.failed()
                watchdog.start_anew(_LOGGED if _log(cause, text) else _LOST)
            with ctrl_c.Felt():
                watchdog.pause(pauses.after(ran_ms))
    except KeyboardInterrupt:
        watchdog.hold()
        ctrl_c.feel()
        raise


def _reserve():
    """Return the memory for the board's own thinking, of each app from now on; None in a firmware of files."""
    try:
        from tengen.partner.reserve import Reserve
    except ImportError:
        return None
    return Reserve()


def _log(cause, text):
    """Log a fault. Return False if the heap has no room for that."""
    from tengen.drivers.pico import Store

    try:
        FaultLog(Store()).add(cause, text)
    except MemoryError:
        return False
    return True


def _made(board, cause, reserve, small):
    """Return the App. Where the heap is small, since the firmware is files, garbage is collected often until it runs.

    Otherwise what stays would lie between garbage, all over the heap, and no block of 2 kB would be free any more.
    """
    if small:
        gc.threshold(_OFTEN)  # until board.tidy()
    return App(board, cause, reserve=reserve)


def _run(watchdog, cause, reserve):
    """Run the app on the Pico until it fails. Return the exception and the app's running time in ms.

    All drivers are closed then, whatever has happened.
    """
    from tengen.drivers.ctrl_c import Felt
    from tengen.drivers.pico import Clock, Pico

    clock = Clock()
    board = None
    try:
        small = gc.mem_free() < _SMALL_HEAP
        board = Pico(watchdog, MOST_OF_FILES if small else MOST_BYTES)
        with Felt():
            asyncio.run(_made(board, cause, reserve, small).run())
    except (Exception, KeyboardInterrupt) as error:
        return error, clock.now()
    finally:
        # free the app's memory first: the app may have failed for lack of memory
        asyncio.new_event_loop()
        gc.collect()
        if board:
            board.stop()
