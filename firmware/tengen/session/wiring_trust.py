"""The parts of the board that can't be trusted, because of wiring faults, which stop the game, or chattering reeds."""

from tengen.codes import Refused, coded
from tengen.games.points import names


class WiringTrust:
    """The parts of the board that can't be trusted.

    `faults`: the wiring faults as codes. `sign`: the first fault as a short text for the lights.

    `unproved`: the points that can't be read because of faults. `chattering`: the points with chattering reeds.
    `intermittent`: the rows and columns that fail now and then, as codes. `unsteady`: the points of these lines, which
    are still read. While the game is `blocked` by faults, it waits until the faults are repaired or the arbiter
    continues in spite of them.
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
        self._accepted: list = []  # the faults that the arbiter has accepted, until all are repaired

    def distrust(self, faults, unproved, chattering):
        """Record the faults of the board. Return events.

        The game waits until a wiring fault is repaired or accepted by the arbiter. A chattering reed is only reported,
        and its point keeps its state.
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
            events.append({"code": "chatter", "points": names(chattering, self._size)})
        return events

    def warn(self, intermittent, unsteady):
        """Record the lines that fail now and then, as codes, and their points. Return events. The game continues."""
        if intermittent == self.intermittent:
            return []
        self.intermittent = intermittent
        self.unsteady = unsteady
        return [{"code": "intermittent", "faults": intermittent, "points": names(unsteady, self._size)}]

    def go_on(self):
        """Continue in spite of the faults, for the arbiter. Raises Refused if no point can be read."""
        if len(self.unproved) == self._size * self._size:
            raise Refused(coded("device.nothing_read"))
        self.blocked = False
        self._accepted = self.faults
        return self.event()

    def event(self):
        """Return the event of the wiring faults."""
        return {
            "code": "matrix",
            "faults": self.faults,
            "points": names(self.unproved, self._size),
            "waits": self.blocked,
        }

    def unread(self):
        """Return all points that can't be read now."""
        return self.unproved + self.chattering
