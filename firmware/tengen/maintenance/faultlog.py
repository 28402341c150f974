"""The log of crashes on flash: resets by the watchdog, and exceptions with their tracebacks."""

import json

from tengen.maintenance.progress import PARTS

FILE = "faults.txt"
MOST = 8  # faults kept: the newest
TRIES = 3  # after this number of failures in a row the app starts with the keeper's FAILING as its cause
LONGEST_TEXT = 700  # characters of a text that are kept: its end, where a traceback names the error

# An app that fails again soon is restarted after a pause, which doubles each time: the flash may be the cause, and each
# failure is written to it
SOON_MS = 60_000
_FIRST_PAUSE_MS, _LONGEST_PAUSE_MS = 500, 30_000


class Restart(Exception):
    """Restart the app. This is not a failure. `wish`: what shall be done then (helper.wish), or None.

    With a wish MicroPython itself starts anew, for the heap is in one piece only then.
    """

    def __init__(self, wish=None):
        super().__init__()
        self.wish = wish


class FaultLog:
    """The log in a board's store: one line of JSON for each fault, with its number.

    `count`: the number of all faults so far. `last`: the fields of the newest fault (cause, count, text), or None.
    `message`: the problem with the file, or None.
    """

    def __init__(self, store):
        self._store = store
        self.count = 0
        self.last = None
        self.message = None
        for line in self._lines():
            try:
                fields = json.loads(line.decode())
                self.count = int(fields["count"])
                self.last = {"count": self.count, "cause": fields["cause"], "text": fields["text"]}
            except (ValueError, TypeError, KeyError, UnicodeError):
                self.message = "%s can't be read: the faults are counted again" % FILE
                self.count, self.last = 0, None
                return

    def add(self, cause, text):
        """Log a fault. If the file can't be written, the fault is still counted, and `message` is set."""
        lines = self._lines()[1 - MOST :] if self.count else []
        self.count += 1
        self.last = {"count": self.count, "cause": cause, "text": text[-LONGEST_TEXT:]}
        lines.append(json.dumps(self.last).encode())
        try:
            self._store.save(FILE, b"\n".join(lines) + b"\n")
        except OSError as error:
            self.message = "%s can't be written: %s" % (FILE, error)

    def _lines(self):
        try:
            lines = (self._store.load(FILE) or b"").split(b"\n")
        except OSError as error:
            self.message = "%s can't be read: %s" % (FILE, error)
            return []
        return lines if lines[-1] else lines[:-1]


class Pauses:
    """The pauses before the app's restarts. `in_a_row`: the number of failures in a row."""

    def __init__(self):
        self._pause_ms = 0
        self.in_a_row = 0

    def after(self, ran_ms):
        """Return the pause in ms after a failure, if the app ran for `ran_ms`: 0 for the first failure in a row."""
        soon = ran_ms < SOON_MS
        self.in_a_row = self.in_a_row + 1 if soon else 1
        pause_ms = self._pause_ms if soon else 0
        self._pause_ms = min(max(_FIRST_PAUSE_MS, 2 * pause_ms), _LONGEST_PAUSE_MS)
        return pause_ms


def stood_still(part):
    """Return the log's text for a reset by the watchdog: the part in which the app hung."""
    return "stood still in: " + PARTS[part]
