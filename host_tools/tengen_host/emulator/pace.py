"""Keeps the emulated board's time from passing faster than real time."""


class Pace:
    """Compares the emulated clock with the real one. The emulated clock does not make up for time that it has lost."""

    def __init__(self) -> None:
        self._least: float | None = None  # the smallest lead so far, s

    def ahead_s(self, emulated_s: float, world_s: float) -> float:
        """Return how far the emulated clock has run ahead since it last lost time, in seconds; never less than 0."""
        lead = emulated_s - world_s
        if self._least is None or lead < self._least:
            self._least = lead
        return lead - self._least
