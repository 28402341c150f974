"""Parts of the board that can't be trusted: wiring faults, for which the game waits, and chattering reeds."""

from tengen.rules.points import names


class Trust:
    """`faults` has what is broken in the wiring, in words, `sign` the first of it in a few signs.

    `unproved` are the points that can't be read for it, `chattering` those whose reeds chatter. `intermittent` has the
    rows and columns that fail now and then, in words, and `unsteady` their points, which are read all the same. While
    the game is `blocked` by faults it waits: for the mending, or for the arbiter to go on regardless.
    """

    def __init__(self, size):
        self._size = size
        self.faults: list = []
        self.sign = ""
        self.unproved: list = []
        self.chattering: list = []
        self.intermittent: list = []
        self.unsteady: list = []
        self.blocked = False
        self._accepted: list = []  # the faults that the arbiter has accepted, until all is mended

    def distrust(self, faults, unproved, chattering):
        """Take what is broken; returns events.

        A fault of the wiring makes the game wait until it is mended, or the arbiter goes on with it. A reed that
        chatters is only told of: its point stays as it is.
        """
        events = []
        if faults != self.faults:
            if not faults:
                self._accepted = faults
            self.blocked = any(fault not in self._accepted for fault in faults)
            self.faults = faults
            self.unproved = unproved
            events.append(self.event())
        if chattering != self.chattering:
            self.chattering = chattering
            events.append({"event": "chatter", "points": names(chattering, self._size)})
        return events

    def warn(self, intermittent, unsteady):
        """Take the lines that fail now and then, in words, and their points; returns events. The game goes on."""
        if intermittent == self.intermittent:
            return []
        self.intermittent = intermittent
        self.unsteady = unsteady
        return [{"event": "intermittent", "faults": intermittent, "points": names(unsteady, self._size)}]

    def go_on(self):
        """The arbiter goes on in spite of the faults. Raises ValueError where no point can be read."""
        if len(self.unproved) == self._size * self._size:
            raise ValueError("no point can be read, so there is nothing to go on with: mend it")
        self.blocked = False
        self._accepted = self.faults
        return self.event()

    def event(self):
        """What is broken in the wiring."""
        return {
            "event": "matrix",
            "faults": self.faults,
            "points": names(self.unproved, self._size),
            "waits": self.blocked,
        }

    def unread(self):
        """All points that are not read just now."""
        return self.unproved + self.chattering
