"""Parts of the board that can't be trusted: wiring faults, for which the game waits, and chattering reeds."""

from tengen.codes import Refused, coded
from tengen.games.points import names


class WiringTrust:
    """`faults` has the wiring faults as codes, `sign` the first fault as a short text for the lights.

    `unproved` are the points that can't be read because of faults, `chattering` the points with chattering reeds.
    `intermittent` has the rows and columns that fail now and then, as codes; `unsteady` their points, which are still
    read. While the game is `blocked` by faults, it waits until they are mended or the arbiter continues in spite of
    them.
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
        """Take the faults of the board. Return events.

        The game waits until a wiring fault is mended or accepted by the arbiter. A chattering reed is only reported:
        its point keeps its state.
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
        """Take the lines that fail now and then, as codes, and their points. Return events. The game goes on."""
        if intermittent == self.intermittent:
            return []
        self.intermittent = intermittent
        self.unsteady = unsteady
        return [{"code": "intermittent", "faults": intermittent, "points": names(unsteady, self._size)}]

    def go_on(self):
        """The arbiter goes on in spite of the faults. Raises Refused where no point can be read."""
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
        """All points that are not read just now."""
        return self.unproved + self.chattering
