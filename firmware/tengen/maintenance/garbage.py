"""When garbage is collected: while nobody waits for a light. Otherwise MicroPython would do it at any moment."""

from tengen.maintenance.progress import UPKEEP

# Garbage is collected after TIDY_EVENTS sent entries, when a new stone's light and what was done have been sent: the
# player cannot have placed the next stone by then. At MOST_EVENTS it is collected in any tick, and under a new stone or
# a finger at twice as many.
# Thinking takes memory too: while the session thinks, it is collected after fewer entries.
TIDY_EVENTS, THINKING_EVENTS, MOST_EVENTS = 40, 8, 100


class Garbage:
    """Calls tidy() of a `board`, which takes 20 ms and more, when its `laptop` has sent enough (Laptop.sent)."""

    def __init__(self, board, laptop):
        self._board = board
        self._laptop = laptop
        self._new_stone = False  # the light of a new stone may still have to be sent

    def after_light(self, session, news):
        """Collect if a new stone's light was sent. `news`: the board has changed since (Watch.news)."""
        if session.reconciler.has_just_changed():
            self._new_stone = True
        if self._new_stone and not news:
            self._new_stone = False
            self._collect(THINKING_EVENTS if session.mind and session.mind.job else TIDY_EVENTS)

    def tick(self, session, pressed):
        """Collect if it can wait no longer. `pressed`: whether a button is down."""
        self._collect(2 * MOST_EVENTS if session.reconciler.new or pressed else MOST_EVENTS)

    def _collect(self, least):
        if self._laptop.sent >= least:
            self._laptop.sent = 0
            self._board.watchdog.stage(UPKEEP)
            self._board.tidy()
