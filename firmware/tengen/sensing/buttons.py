"""Buttons: debounced levels in, presses, holds and releases out. A press means "done", a hold (one second) "open"."""

HOLD_MS = 1000


class Buttons:
    """Follows buttons by their debounced levels, one bit per name (1 = down), bit 0 first.

    `receiver`: its button(name, action, since, now) takes what pass_on() finds.
    """

    def __init__(self, names, receiver=None):
        self.names = names
        self._receiver = receiver
        self.down = 0
        # bits of buttons
        self._held = 0  # down for a second
        self._shared = 0  # another button was down at the same time
        self._told = 0  # "together" was returned, by this button or for it
        self._since = [0] * len(names)
        self._proved_since = [0] * len(names)

    def update(self, levels, now, proved, anew=0):
        """Take the levels at `now` (ms). Return a list of actions: (name, action, when the button went down).

        `proved`: the time in ms for which frames have shown the board. A hold counts by it: while no frame comes, a
        button may have been released. `anew`: the buttons that have been released meanwhile (Watch.anew): one that is
        down is a new press, which begins now at the earliest.

        "down": at once. "press": a button that was down for less than a second is released, also if other buttons are
        down: a finger that rests on one button must not stop the other from pressing the clock. "hold": a button has
        been down for a second. "together" replaces "hold" if another button was down meanwhile; it comes once for both.
        "release": a button that was down for a second or more is released.
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
                self._proved_since[number] = proved
                happened.append((name, "down", now))
            elif self.down & bit:
                since = self._since[number]
                if proved - self._proved_since[number] >= HOLD_MS and not self._held & bit:
                    # also if it has been released since: a late call must not turn a hold into a press
                    self._held |= bit
                    if not self._shared & bit:
                        happened.append((name, "hold", since))
                    elif not self._told & bit:
                        self._told |= levels | self.down
                        happened.append((name, "together", since))
                if anew & bit and not self._held & bit:
                    self._since[number] = now
                    self._proved_since[number] = proved
                if not levels & bit:
                    happened.append((name, "release" if self._held & bit else "press", since))
        self.down = levels
        return happened

    def pass_on(self, levels, now, proved, anew=0):
        """Take the levels as update() does, and pass each action on."""
        for name, action, since in self.update(levels, now, proved, anew):
            self._receiver.button(name, action, since, now)
