"""The log of crashes on flash: resets by the watchdog, and exceptions with their tracebacks."""

import json

from tengen.codes import Refused, coded
from tengen.journal.fields import fields
from tengen.maintenance import files
from tengen.maintenance.progress import PARTS

FILE = "faults.txt"
MOST = 8  # the log contains only this many faults, the newest
TRIES = 3  # after this many failures in a row, the app starts with the keeper's FAILING as its cause
_MOST_COUNTED = 1 << 30
# the log contains only this many characters of a text, the last, because a traceback has the error at its end
LONGEST_TEXT = 700

# An app that soon fails again is restarted after a pause, which doubles each time, because the flash may be the cause
# and each failure is written to it
SOON_MS = 60_000
_FIRST_PAUSE_MS, _LONGEST_PAUSE_MS = 500, 30_000


class Restart(Exception):
    """Exception that restarts the app. It is not a failure."""


class FaultLog:
    """The log in a board's store. It has one line of JSON for each fault, with the fault's number.

    `count`: the number of all faults so far. `last`: the fields of the newest fault (cause, count, text), or None.
    `trouble`: the problem with the file, as a code, or None.
    """

    def __init__(self, store):
        self._store = store
        faults, self.trouble = files.load(store, FILE, _faults)
        self.last = faults[-1] if faults else None
        self.count = self.last["count"] if self.last else 0

    def add(self, cause, text):
        """Log a fault. If the file can't be written, the fault is counted anyway, and `trouble` is set."""
        faults = files.load(self._store, FILE, _faults)[0] or []
        self.count += 1
        if self.trouble:
            text += "\n" + json.dumps(self.trouble)  # then the next start finds no trace of this fault
        self.last = {"count": self.count, "cause": cause, "text": text[-LONGEST_TEXT:]}
        lines = [json.dumps(fault).encode() + b"\n" for fault in faults[1 - MOST :] + [self.last]]
        try:
            self._store.save(FILE, b"".join(lines))
        except OSError as error:
            self.trouble = files.not_written(FILE, error)


def _faults(data):
    """Return the faults in a log's bytes, as a list of dicts. Raises Refused."""
    lines = data.split(b"\n")
    found = [fields(line) for line in (lines if lines[-1] else lines[:-1])]
    for fault in found:
        count, text = fault.get("count"), fault.get("text")
        right = type(count) is int and 0 < count < _MOST_COUNTED and type(text) is str and len(text) <= LONGEST_TEXT
        if not right or type(fault.get("cause")) is not str or len(fault["cause"]) > LONGEST_TEXT:
            raise Refused(coded("device.foreign"))
    return found


class Pauses:
    """The pauses before the app's restarts. `in_a_row`: the number of failures in a row."""

    def __init__(self):
        self._pause_ms = 0
        self.in_a_row = 0

    def after(self, ran_ms):
        """Return the pause in ms after a failure of an app that ran for `ran_ms`. The first failure in a row gets 0."""
        soon = ran_ms < SOON_MS
        self.in_a_row = self.in_a_row + 1 if soon else 1
        pause_ms = self._pause_ms if soon else 0
        self._pause_ms = min(max(_FIRST_PAUSE_MS, 2 * pause_ms), _LONGEST_PAUSE_MS)
        return pause_ms


def stood_still(part):
    """Return the log's text for a watchdog reset: the name of the part where the app hung."""
    return PARTS[part]
