"""Keeps the emulated board's time from passing faster than real time."""


class Pace:
    """Compares the emulated clock with the real one. The emulated clock does not catch up after a delay."""

    def __init__(self) -> None:
        self._least: float | None = None  # the smallest lead so far, in seconds

    def ahead_s(self, emulated_s: float, world_s: float) -> float:
        """Return the lead of the emulated clock in seconds since its last delay; never less than 0."""
        lead = emulated_s - world_s
        if self._least is None or lead < self._least:
            self._least = lead
        return lead - self._least
