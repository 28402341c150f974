"""The place of a game's field on the board. A field that is smaller than the board is in the board's middle."""


class Field:
    """A field of `size` x `size` points on a board of `board_size` x `board_size`. Points are indices of one of these.

    `low`: the column and row of the board where the field begins. `whole`: True if the field is the whole board.
    """

    def __init__(self, size, board_size):
        self.size = size
        self.board_size = board_size
        self.low = (board_size - size) // 2
        self.whole = size == board_size

    def on_board(self, point):
        """Return the board's point for a point of the field."""
        if self.whole:
            return point
        return (point // self.size + self.low) * self.board_size + point % self.size + self.low

    def in_field(self, point):
        """Return the field's point for a point of the board, or -1 if that point is outside the field."""
        if self.whole:
            return point
        row, column = point // self.board_size - self.low, point % self.board_size - self.low
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return -1

    def frame(self):
        """Return the board's points in the ring around the field, as far as they exist, or () if the field is whole."""
        if self.whole:
            return ()
        first, last = self.low - 1, self.low + self.size
        found = []
        for row in range(max(first, 0), min(last + 1, self.board_size)):
            for column in range(max(first, 0), min(last + 1, self.board_size)):
                if row in (first, last) or column in (first, last):
                    found.append(row * self.board_size + column)
        return tuple(found)
