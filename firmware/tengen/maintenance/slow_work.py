"""Work that can wait. Most of it writes files, which happens only while no game is being played."""

from tengen.maintenance.progress import JOURNAL, UPKEEP

# Files that can wait are not written while a new stone or a pressed button is being handled, for at most this long (ms)
HAND_MS = 5000
# In the first steps after the start no file is created, because the erase would delay the lights and the state on the
# link
FIRST_STEPS = 6


class SlowWork:
    """The work that `upkeep` and `keeper` do when nobody waits, one step at a time. `stage`: Watchdog.stage."""

    def __init__(self, upkeep, keeper, stage):
        self._upkeep = upkeep
        self._keeper = keeper
        self._stage = stage
        self._hand_since = -1  # the time (ms) at which a player began to act; -1 if no player is acting
        self._first = FIRST_STEPS

    def step(self, session, pressed, now):
        """Do one step, and return events. `pressed`: whether a button is down."""
        waits = self._hand_is_at_work(session.reconciler.new or pressed, now)
        if self._first:
            self._first -= 1
            waits = True
        self._stage(UPKEEP)
        events = self._upkeep.tick(session.idle and not waits, now)
        if not waits:
            self._stage(JOURNAL)
            self._keeper.tend(session, now)
        return events

    def _hand_is_at_work(self, at_work, now):
        """Whether a player is acting, for at most HAND_MS: a new stone is not yet a move, or a button is down."""
        if not at_work:
            self._hand_since = -1
        elif self._hand_since < 0:
            self._hand_since = now
        return self._hand_since >= 0 and now - self._hand_since < HAND_MS
