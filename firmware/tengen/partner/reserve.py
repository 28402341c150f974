"""The memory of the partner's solver and player: taken once, while the heap is in one piece, and kept for good."""

from array import array

TABLE = 4096  # how many positions the searches remember
BYTES = 52_245


class Reserve:
    """The tables of one Fours and one Player. What an earlier owner has left in them does not matter.

    `positions`: another length of `table`, a power of two.
    """

    def __init__(self, positions=TABLE):
        # `table` is of both searches, as only one goes on at a time; then Brain.state, Fours.core and Fours.state, in
        # words. Most games do not need the modules that have these sizes
        sizes = (positions, 3221, 2487, 1361)
        blank = [bytes(4 * size) for size in sizes]  # all of them first: so the tables lie side by side
        self.table, self.brain, self.position, self.fours = [array("I", zeros) for zeros in blank]
        self.patterns = bytearray(6561)
        self.powers = array("H", bytes(2 * 512))
