"""Buttons: debounced levels in, presses, holds and releases out. A press means "done", a hold (one second) "open"."""

HOLD_MS = 1000


class Buttons:
    """Follows some buttons whose debounced levels come as bits (1 = down), bit 0 first."""

    def __init__(self, names):
        self.names = names
        self.down = 0
        self._held = 0  # for a second
        self._shared = 0  # while another was down
        self._told = 0  # together with another that has told so
        self._since = [0] * len(names)

    def update(self, levels, now):
        """Take the levels at `now` (ms): a list of what happened, as (name, action, when the button went down).

        "down" comes at once; "press" with the release of a button that was down for less than a second, whatever the
        others did: a finger that rests on one must not keep the other from stopping the clock. "hold" comes as soon as
        it has been down for a second; if another was down meanwhile it is "together" instead, told once for both.
        "release" is when one that was down for a second is let go.
        """
        if not levels and not self.down:
            return ()
        happened = []
        fresh = levels & ~self.down
        self._held &= ~fresh
        self._shared &= ~fresh
        self._told &= ~fresh
        if levels & (levels - 1):
            self._shared |= levels
        for number, name in enumerate(self.names):
            bit = 1 << number
            if fresh & bit:
                self._since[number] = now
                happened.append((name, "down", now))
            elif self.down & bit:
                since = self._since[number]
                if now - since >= HOLD_MS and not self._held & bit:
                    # perhaps it has been let go by now, and nobody has looked in time
                    self._held |= bit
                    if not self._shared & bit:
                        happened.append((name, "hold", since))
                    elif not self._told & bit:
                        self._told |= levels | self.down
                        happened.append((name, "together", since))
                if not levels & bit:
                    happened.append((name, "release" if self._held & bit else "press", since))
        self.down = levels
        return happened
