"""Debounce whole words. Each bit has a counter, which is stored across four words."""

from array import array

from .kernels import MOST_FRAMES


def debounce(words, on_frames, off_frames, mask):
    """Return a filter for kernels.count() and its state, an array of `words` words.

    A bit of the state becomes 1 after `on_frames` frames in a row with this bit, and 0 after `off_frames` frames in a
    row without it. Bits outside `mask` are ignored. Each state word has four counter words: counter word n holds bit n
    of the counters of all columns ("vertical" counters). So a word with fifteen bouncing reeds takes no more time than
    a word with one. Raises ValueError for numbers of frames that the counters can't hold.
    """
    if not (1 <= on_frames <= MOST_FRAMES and 1 <= off_frames <= MOST_FRAMES):
        raise ValueError("debounce takes 1 to %d frames, not %d and %d" % (MOST_FRAMES, on_frames, off_frames))
    return array("I", [on_frames, off_frames, words, mask, 0] + [0] * (4 * words)), array("I", [0] * words)
