"""The memory of the partner's solver and player. It is allocated once, in an unfragmented heap, and never freed."""

from array import array

TABLE = 4096  # the number of positions that the searches store
BYTES = 52_245


class Reserve:
    """The tables of one Fours and one Player. They may still contain values from an earlier owner."""

    def __init__(self, positions=TABLE):
        # Both searches share `table`, because only one runs at a time. The other sizes are those of Brain.state,
        # Fours.core and Fours.state, in words. They are repeated here, because most games do not import the modules
        # that define them
        sizes = (positions, 3221, 2487, 1361)
        # allocate all tables before anything else, so that they are adjacent
        blank = [bytes(4 * size) for size in sizes]
        self.table, self.brain, self.position, self.fours = [array("I", zeros) for zeros in blank]
        self.patterns = bytearray(6561)
        self.powers = array("H", bytes(2 * 512))
