"""Buttons: debounced levels in, presses and holds out. A press means "done", a hold (one second) "open"."""

DEBOUNCE_MS = 20
HOLD_MS = 1000


class Buttons:
    """Follows some buttons whose levels come as bits (1 = down), bit 0 first."""

    def __init__(self, names):
        self.names = names
        self.down = 0
        self._raw = 0
        self._raw_since = 0
        self._down_since = [0] * len(names)
        self._held = 0

    def update(self, levels, now):
        """Take the levels at `now` (ms): the (name, "press" or "hold") that happened."""
        if not levels and not self.down and not self._raw:
            return ()
        happened = []
        if levels != self._raw:
            self._raw = levels
            self._raw_since = now
        elif levels != self.down and now - self._raw_since >= DEBOUNCE_MS:
            for number, name in enumerate(self.names):
                bit = 1 << number
                if levels & ~self.down & bit:
                    self._down_since[number] = now
                    self._held &= ~bit
                elif self.down & ~levels & bit and not self._held & bit:
                    happened.append((name, "press"))
            self.down = levels
        for number, name in enumerate(self.names):
            bit = 1 << number
            if self.down & ~self._held & bit and now - self._down_since[number] >= HOLD_MS:
                self._held |= bit
                happened.append((name, "hold"))
        return happened
