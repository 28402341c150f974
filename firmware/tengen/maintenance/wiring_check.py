"""Find rows, columns and reeds that can't be trusted, and report them to the Director."""

from tengen.sensing.chatter import Chatter
from tengen.sensing.intermittent import Intermittent


class WiringCheck:
    """Check a Watch. `wiring`: the module with the board's numbers. `wired`: the WireMap of the board."""

    def __init__(self, watch, wiring, wired):
        self._watch = watch
        self._wiring = wiring
        self._wired = wired
        self._chatter = Chatter(wiring.SIZE)
        self._intermittent = Intermittent(wiring.SIZE)

    def report(self, director, now):
        """Give the Director the present wiring faults, unproved points and chattering reeds."""
        from tengen.sensing import proof  # imported here: seldom used

        watch, wiring = self._watch, self._wiring
        size = wiring.SIZE
        rows, answers, falls = watch.rows(), watch.answers(), watch.falls()
        faults = proof.faults(rows, answers, falls, size, wiring.COLUMNS, wiring.SETTLE_US, self._wired)
        unproved = proof.points(proof.unproved(rows, answers, falls, size), size)
        director.session.wiring_trust.sign = proof.sign(rows, answers, falls, size)
        director.distrust(faults, unproved, proof.points(self._chatter.words, size), now)

    def look(self, director, proved, now):
        """Check the reeds for chatter, and the lines for intermittent failures. Call this several times a second.

        `proved`: the time in ms up to which frames have shown the board.
        """
        if self._chatter.update(self._watch.reeds, proved):
            self.report(director, now)
        if self._intermittent.update(self._watch.fails, proved):
            self._warn(director)

    def _warn(self, director):
        from tengen.sensing import proof  # imported here: seldom used

        found, wiring = self._intermittent, self._wiring
        size = wiring.SIZE
        faults = proof.intermittent(found.rows, found.answers, found.falls, size, wiring.COLUMNS, self._wired)
        unsteady = proof.lines(found.rows, found.answers | found.falls, size)
        director.warn(faults, proof.points(unsteady, size))
