"""Debounce on whole words: every point has its own counter, a bit of it in each of four words a row."""

from array import array

MOST_FRAMES = 15


class Debounce:
    """Turns a bit on after `on_frames` closed frames in a row, off after `off_frames` open ones.

    `state` is an array of a word a row. Four words a row hold the counters bit by bit ("vertical"), so
    a row costs the same for one bouncing reed as for fifteen; nothing is allocated by update().
    """

    def __init__(self, rows, on_frames, off_frames):
        if not (1 <= on_frames <= MOST_FRAMES and 1 <= off_frames <= MOST_FRAMES):
            raise ValueError("debounce takes 1 to %d frames, not %d and %d" % (MOST_FRAMES, on_frames, off_frames))
        self.rows = rows
        self.on_frames = on_frames
        self.off_frames = off_frames
        self.state = array("I", [0] * rows)
        self.pending = False  # whether some bit is being counted: the same frame again then matters
        self._counters = [array("I", [0] * rows) for _ in range(4)]

    def update(self, frame, mask):
        """Take a frame (words, only the bits of `mask` count): True where a bit of `state` changed."""
        one, two, four, eight = self._counters
        changed = pending = False
        for row in range(self.rows):
            state = self.state[row]
            differs = (frame[row] & mask) ^ state
            if not differs:
                if one[row] | two[row] | four[row] | eight[row]:
                    one[row] = two[row] = four[row] = eight[row] = 0
                continue
            # add one to the counter of each bit that differs, clear those of the others
            carry = differs
            low = one[row] & differs
            one[row] = low ^ carry
            carry &= low
            low = two[row] & differs
            two[row] = low ^ carry
            carry &= low
            low = four[row] & differs
            four[row] = low ^ carry
            carry &= low
            eight[row] = (eight[row] & differs) ^ carry
            ripe = self._reached(row, self.on_frames, differs & ~state)
            ripe |= self._reached(row, self.off_frames, differs & state)
            if ripe:
                self.state[row] = state ^ ripe
                for counter in self._counters:
                    counter[row] &= ~ripe
                changed = True
            if differs & ~ripe:
                pending = True
        self.pending = pending
        return changed

    def _reached(self, row, frames, found):
        # those of the bits `found` whose counter equals `frames`; each is met on the way up, so equal is enough
        for bit in range(4):
            word = self._counters[bit][row]
            found &= word if frames >> bit & 1 else ~word
        return found
