"""Debouncing of whole words: each bit has a counter, whose bits lie in four words."""

from array import array

from .kernels import MOST_FRAMES


def debounce(words, on_frames, off_frames, mask):
    """A filter for kernels.count() and the state that it keeps, an array of so many words.

    A bit of the state turns on after `on_frames` frames in a row that have it, off after `off_frames` without it; only
    those of `mask` count. Four words a word hold the counters bit by bit ("vertical"), so a word costs the same for one
    bouncing reed as for fifteen. Raises ValueError for frames that the counters can't hold.
    """
    if not (1 <= on_frames <= MOST_FRAMES and 1 <= off_frames <= MOST_FRAMES):
        raise ValueError("debounce takes 1 to %d frames, not %d and %d" % (MOST_FRAMES, on_frames, off_frames))
    return array("I", [on_frames, off_frames, words, mask, 0] + [0] * (4 * words)), array("I", [0] * words)
