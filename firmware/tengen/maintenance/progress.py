"""Check that scan, session and lights are alive. The watchdog is fed only while all three make progress."""

# The parts of the app. The watchdog remembers which part is running. The first three parts must make progress.
SCAN, SESSION, LIGHTS, LINK, UPKEEP, JOURNAL, START, WAITING = range(8)
PARTS = ("scan", "session", "lights", "link", "upkeep", "journal", "start", "waiting")

# A part hangs if it makes no progress for this many ms. There are 500 frames and 50 ticks a second; unchanged lights
# are sent every 2 s.
_LATE_MS = (500, 500, 2500)


class Progress:
    """Watch a counter for each of the three parts. A counter changes when its part has worked; it may wrap around.

    `part`: the part that hangs, or WAITING if no part hangs.
    """

    def __init__(self):
        self._counts = [-1, -1, -1]
        self._moved_at = [0, 0, 0]
        self.part = WAITING

    def goes_on(self, scan, session, lights, now):
        """Whether all three counters have changed within their time."""
        self._follow(SCAN, scan, now)
        self._follow(SESSION, session, now)
        self._follow(LIGHTS, lights, now)
        part = SCAN
        while part <= LIGHTS and now - self._moved_at[part] < _LATE_MS[part]:
            part += 1
        self.part = part if part <= LIGHTS else WAITING
        return self.part == WAITING

    def _follow(self, part, count, now):
        if count != self._counts[part]:
            self._counts[part] = count
            self._moved_at[part] = now
