"""Liveness of scan, session and lights: the watchdog is fed only while all three make progress."""

# The parts of the app, one of which the watchdog remembers as at work. The first three are those that have to move.
SCAN, SESSION, LIGHTS, LINK, UPKEEP, JOURNAL, START, WAITING = range(8)
PARTS = ("scan", "session", "lights", "link", "upkeep", "journal", "start", "waiting")

# What has not moved for so many ms stands still. Frames come 500 times a second, ticks 50; lights that don't change are
# sent every 2 s.
_LATE_MS = (500, 500, 2500)


class Progress:
    """Follows how often each of the three has done its work: any counts that change with it, and may restart.

    `part`: the one that stands still; WAITING while none does.
    """

    def __init__(self):
        self._counts = [-1, -1, -1]
        self._moved_at = [0, 0, 0]
        self.part = WAITING

    def goes_on(self, scan, session, lights, now):
        """Whether all three have moved within their time."""
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
