"""Buttons: debounced levels in, presses, holds and releases out. A press means "done", a hold (one second) "open"."""

HOLD_MS = 1000


class Buttons:
    """Follows some buttons whose debounced levels come as bits (1 = down), bit 0 first."""

    def __init__(self, names):
        self.names = names
        self.down = 0
        self._held = 0
        self._since = [0] * len(names)

    def update(self, levels, now):
        """Take the levels at `now` (ms): a list of what happened, as (name, action, ms it was down).

        "press" comes with the release of a button that was down for less than a second, "hold" as soon as it has been
        down for one, "release" when one that was held is let go.
        """
        if not levels and not self.down:
            return ()
        happened = []
        for number, name in enumerate(self.names):
            bit = 1 << number
            for_ms = now - self._since[number]
            if levels & bit:
                if not self.down & bit:
                    self._since[number] = now
                    self._held &= ~bit
                elif not self._held & bit and for_ms >= HOLD_MS:
                    self._held |= bit
                    happened.append((name, "hold", for_ms))
            elif self.down & bit:
                if self._held & bit:
                    happened.append((name, "release", for_ms))
                elif for_ms >= HOLD_MS:
                    # nobody has looked in time
                    happened += [(name, "hold", for_ms), (name, "release", for_ms)]
                else:
                    happened.append((name, "press", for_ms))
        self.down = levels
        return happened
