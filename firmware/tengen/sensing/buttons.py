"""Convert debounced levels of buttons into presses, holds and releases.

A press means "done", a hold (one second) "open".
"""

HOLD_MS = 1000


class Buttons:
    """Follow buttons by their debounced levels, one bit per name (1 = down), bit 0 first.

    `receiver`: its button(name, action, since, now) takes the actions from pass_on().
    """

    def __init__(self, names, receiver=None):
        self.names = names
        self._receiver = receiver
        self.down = 0
        # these have one bit for each button
        self._held = 0  # down for a second
        self._shared = 0  # buttons with another button down at the same time
        self._told = 0  # buttons for which "together" was returned
        self._since = [0] * len(names)
        self._proved_since = [0] * len(names)

    def update(self, levels, now, proved, anew=0):
        """Handle the levels at `now` (ms). Return a list of actions: (name, action, when the button went down).

        `proved`: the time in ms up to which frames have shown the board. The duration of a hold is measured with
        `proved`, because a button may be released unseen while no frame comes. `anew`: the buttons that were released
        during a gap without frames (Watch.anew). If such a button is down, this is a new press, which begins now at the
        earliest.

        The actions are: "down": a button goes down. "press": a button that was down for less than a second is released,
        even if other buttons are down, because a finger that rests on one button must not block the clock press on
        another button. "hold": a button has been down for a second. "together" replaces "hold" if another button was
        down during that time; it is returned once for both buttons. "release": a button that was down for a second or
        more is released.
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
                    # also if the button was released since then, because a late call must not make a hold into a press
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
        """Handle the levels as update() does, and pass each action to the receiver."""
        for name, action, since in self.update(levels, now, proved, anew):
            self._receiver.button(name, action, since, now)
