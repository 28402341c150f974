"""The board's regular maintenance, in small steps.

It saves the reeds' counters and the settings, measures the supply, tests the LED chain, feeds the watchdog and reports
the log of faults.
"""

from tengen.codes import coded, error
from tengen.games.points import name
from tengen.journal.keeper import SHOWN_MS
from tengen.maintenance import files, wire_map
from tengen.maintenance.faultlog import SOON_MS, FaultLog
from tengen.maintenance.progress import Progress
from tengen.sensing.health import Health
from tengen.sensing.supply import OFF_MV, Supply
from tengen.session import settings as session_settings

HEALTH_FILE = "health.bin"
SETTINGS_FILE = "settings.txt"

# The steps of the LED chain's test: hold new frames back; send one frame and count the bits that return; end the test.
# Each step is longer than the time that a frame takes on the wire.
_HOLD, _COUNT, _END, _IDLE = 0, 1, 2, 3
_STEP_MS = 20  # by then a frame that was sent late in a tick is completely sent, even if the next tick follows at once

_SAVE_MS = 3000


class Upkeep:
    """Maintain a board (its drivers), its Watch and its Lamps. Return the findings as events.

    `wiring`: the board's numbers (the module wiring.py). `cause`: why the app was restarted, or None. Without events
    nothing is allocated.
    """

    def __init__(self, board, watch, lamps, wiring, cause=None):
        self._board = board
        self._wiring = wiring
        self._size = wiring.SIZE
        self._watch = watch
        self._lamps = lamps
        self._supply = Supply(wiring.LOW_MV, wiring.GOOD_MV)
        self._chain = _HOLD
        self._chain_at = 0
        self._tell_whole = False
        self._proved: dict = {"whole": None, "fault": None}
        self.health = Health(wiring.SIZE, wiring.SCAN_MS)
        self._followed = 0  # the next row with counters to update
        self._row = wiring.SIZE  # the next row with counters to send
        self._save_at = -1
        # the settings of the session at the last follow()
        self._followed_settings: session_settings.Settings = None  # type: ignore[assignment]  # set by load_settings()
        self._settings = None  # settings that must still be written, at the time _settings_at
        self._settings_at = 0
        self._idle_at = 0  # before this time no file is written
        self._complaints: list = []
        self._cause = cause
        self.faults = FaultLog(board.store)
        self.progress = Progress()
        self._steady_at = -1  # when to call watchdog.steady(); -1: not set yet; 0: already called

    def start(self):
        """Load the counters from flash. Return events: problems with files, and the fault that caused the restart."""
        faults = self.faults
        if self._cause and faults.last:
            fault = {"code": "fault"}
            fault.update(faults.last)
            self._complaints.append(fault)
        if faults.trouble:
            self._complaints.append(error(faults.trouble))
        self._load(HEALTH_FILE, self.health.load)
        complaints, self._complaints = self._complaints, []
        return complaints

    def load_settings(self, defaults):
        """Return the settings on flash, else `defaults`, and set their brightness. start() returns the problems."""
        found = self._load(SETTINGS_FILE, lambda kept: session_settings.load(kept, defaults.board_size)) or defaults
        self._followed_settings = found
        self._lamps.dim(found.brightness)
        return found

    def load_wired(self):
        """Return the WireMap on flash, else that of board.toml. Apply it to the lights. start() returns problems."""
        found = self._load(wire_map.FILE, self._read_wired) or wire_map.defaults(self._wiring)
        self._lamps.wire(found)
        return found

    def _read_wired(self, kept):
        from tengen.maintenance import wire_file  # imported here: seldom used

        return wire_file.load(kept, self._wiring)

    def save_wired(self, found):
        """Write a WireMap to flash at once. Return error events."""
        from tengen.maintenance import wire_file  # imported here: seldom used

        return self._write(wire_map.FILE, wire_file.dump(found))

    def forget_wired(self):
        """Remove the WireMap from flash. From the next start on, that of board.toml is used. Return error events."""
        return self._remove(wire_map.FILE)

    def follow(self, session, now):
        """Apply the session's settings to the lights and their file. Return whether the settings have changed.

        The file is written after _SAVE_MS. If a game has ended, the counters are written at that time, too.
        """
        if session.effects.over:
            session.effects.over = False
            self._save_at = now + _SAVE_MS
        if session.settings is self._followed_settings:
            return False
        if session.settings.brightness != self._followed_settings.brightness:
            self._lamps.dim(session.settings.brightness)
        self._followed_settings = self._settings = session.settings
        self._settings_at = now + _SAVE_MS
        return True

    def probe(self, found, now):
        """Return a Probe of the board, with its wiring in `found` (a WireMap)."""
        from tengen.maintenance.probe import Probe  # imported here: seldom used

        return Probe(self._board, self._lamps, self, found, now)

    def tell_health(self):
        """Start to send the counters, one row in each tick, because sending all at once would delay the lights."""
        self._row = 0

    def prove_chain(self):
        """Start to test the LED chain. The result is sent even if the chain is whole."""
        self._tell_whole = True
        if self._chain == _IDLE:
            self._chain = _HOLD

    def proves_chain(self):
        """Whether the LED chain is being tested. The lights wait until tick() has done the test's last step."""
        return self._chain != _IDLE

    def feed(self, steps, now):
        """Feed the watchdog if the matrix frames, the app's `steps` and the strip's frames all make progress."""
        board = self._board
        if self._steady_at < 0:
            self._steady_at = now + SOON_MS
        elif self._steady_at and now >= self._steady_at:
            self._steady_at = 0
            board.watchdog.steady()
        if self.progress.goes_on(board.matrix.frames, steps, board.strip.frames, now):
            board.watchdog.feed()
        else:
            board.watchdog.blame(self.progress.part)

    def tick(self, idle, now):
        """Do the next step of the work that can wait, and return events. `idle`: True if no game is in progress.

        Files are written only while `idle`, because an erase of the flash would delay a stone's light.
        """
        if self._chain != _IDLE:
            if self._chain != _HOLD and now - self._chain_at < _STEP_MS:
                return ()
            self._chain_at = now
            return self._prove_chain()
        if self._row < self._size:
            self._row += 1
            return [self._health_event(self._row - 1)]
        if not idle:
            self._idle_at = now + SHOWN_MS
        if now < self._idle_at:
            return ()
        if 0 <= self._save_at <= now:
            self._save_at = -1
            return self._save()
        if self._settings and now >= self._settings_at:
            return self._write_settings()
        return ()

    def write_all(self):
        """Write the counters and the settings that wait to be written, at once. Return error events."""
        self._save_at = -1
        trouble = self._save()
        self._board.watchdog.feed()
        return trouble + self._write_settings()

    def _write_settings(self):
        settings, self._settings = self._settings, None
        return self._write(SETTINGS_FILE, settings.dump()) if settings else []

    def key(self):
        """Return a tuple that changes whenever the result of state() changes, except for the 5 V rail's millivolts."""
        supply = self._supply
        return supply.low, supply.off, self._proved, self.faults.count, self._board.watchdog.armed

    def state(self):
        """Return a snapshot's fields: LED chain (`whole` is None until tested), supply, faults, watchdog."""
        return {
            "chain": self._proved,
            "supply": self._supply_fields(),
            "faults_counted": self.faults.count,
            "watchdog": self._board.watchdog.armed,
        }

    def look(self, now):
        """Update the counters of the next row, and measure the supply. Call this several times a second. Return events.

        While the supply is low, the allowed current above that of the dark chain is halved, to keep lights and
        processor running. When the supply returns after it was missing, the LED chain is tested again.
        """
        self.health.follow(self._watch, self._followed)
        self._followed = (self._followed + 1) % self._size
        was_off = self._supply.off
        if not self._supply.update(self._board.supply.millivolts(), now):
            return ()
        self._set_budget()
        if was_off and not self._supply.off:
            self.prove_chain()
        event = {"code": "supply"}
        event.update(self._supply_fields())
        return [event]

    def _supply_fields(self):
        supply = self._supply
        return {"mv": supply.millivolts, "low": supply.low, "off": supply.off}

    def _set_budget(self):
        wiring = self._wiring
        dark_ma = wiring.IDLE_MA * wiring.PIXELS
        spare_ma = wiring.BUDGET_MA - dark_ma
        self._lamps.allow(dark_ma + (spare_ma // 2 if self._supply.low else spare_ma))

    def _prove_chain(self):
        strip, step = self._board.strip, self._chain
        self._chain += 1
        if step == _HOLD:
            self._lamps.held = True
        elif step == _COUNT:
            strip.begin_proof()
            self._lamps.send()
        elif step == _END:
            bits = strip.end_proof()
            self._lamps.held = False
            wiring = self._wiring
            off = self._board.supply.millivolts() < OFF_MV
            fault = chain_fault(bits, strip.overrun_bits, wiring.PIXELS, wiring.LED_RETURN, off)
            if fault:
                strip.doubt()
            self._proved = {"whole": not fault, "fault": fault}
            if fault or self._tell_whole:
                self._tell_whole = False
                return [{"code": "chain", "whole": not fault, "fault": fault}]
        return []

    def _health_event(self, row):
        self.health.follow(self._watch, row)
        counters = self.health.row(row)
        points = {name(at, self._size): counters[at] for at in sorted(counters)}
        return {"code": "health", "row": row + 1, "points": points, "last": row + 1 == self._size}

    def _save(self):
        for row in range(self._size):
            self.health.follow(self._watch, row)
        return self._write(HEALTH_FILE, self.health.dump())

    def _load(self, file, read):
        found, trouble = files.load(self._board.store, file, read)
        if trouble:
            self._complaints.append(error(trouble))
        return found

    def _remove(self, file):
        try:
            self._board.store.remove(file)
        except OSError as its:
            return [error(coded("device.file_not_removed", file=file, error=str(its)))]
        return []

    def _write(self, file, data):
        try:
            self._board.store.save(file, data)
        except OSError as its:
            return [error(files.not_written(file, its))]
        return []


def chain_fault(bits, overrun_bits, pixels, return_pin, off=False):
    """Return the fault of an LED chain that returned `bits` bits at its end, as a code, or None if it is whole.

    `off`: True if the lights have no 5 V.
    """
    if bits == overrun_bits:
        return None
    if not bits and off:
        return coded("device.chain_unpowered", gpio=return_pin)
    if not bits:
        return coded("device.chain_silent", gpio=return_pin)
    if (bits - overrun_bits) % 24:
        return coded("device.chain_bits", number=bits, gpio=return_pin, count=overrun_bits)
    return coded("device.chain_length", number=pixels - (bits - overrun_bits) // 24, count=pixels)
