"""Collect garbage while nobody waits for a light. Otherwise MicroPython would collect it at any moment."""

from tengen.maintenance.progress import UPKEEP

# Garbage is collected after TIDY_EVENTS sent entries, right after the light and the events of a new stone were sent,
# because the player can't have placed the next stone at that moment. After MOST_EVENTS entries it is collected in any
# tick without a new stone or a pressed button, and after twice as many in any tick. Thinking takes memory too, so while
# the session thinks, garbage is collected after fewer entries.
TIDY_EVENTS, THINKING_EVENTS, MOST_EVENTS = 40, 8, 100


class Garbage:
    """Call tidy() of a `board`, which takes 20 ms or more, when its `laptop` has sent enough (Laptop.sent)."""

    def __init__(self, board, laptop):
        self._board = board
        self._laptop = laptop
        self._new_stone = False  # the light of a new stone may still be unsent

    def after_light(self, session, news):
        """Collect if a new stone's light was sent. `news`: True if the board has changed since then (Watch.news)."""
        if session.reconciler.has_just_changed():
            self._new_stone = True
        if self._new_stone and not news:
            self._new_stone = False
            self._collect(THINKING_EVENTS if session.mind and session.mind.job else TIDY_EVENTS)

    def tick(self, session, pressed):
        """Collect if the collection can't wait any longer. `pressed`: True if a button is down."""
        self._collect(2 * MOST_EVENTS if session.reconciler.new or pressed else MOST_EVENTS)

    def _collect(self, least):
        if self._laptop.sent >= least:
            self._laptop.sent = 0
            self._board.watchdog.stage(UPKEEP)
            self._board.tidy()
