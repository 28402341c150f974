"""How the work for an input grows with its size: a proportion, which is the same on a fast and on a slow machine."""

import time

TIMES = 8
MOST = TIMES**1.5  # between TIMES, where the work grows with the size, and its square
A_BIT_S = 0.05  # in which nothing can be compared
TRIES = 5  # another process may slow one of two measurements


def spent(work, size):
    """Do some work; return its seconds of processor time."""
    begun = time.process_time()
    work(size)
    return time.process_time() - begun


def grows_evenly(work, size):
    """Whether work(TIMES * size) takes about TIMES as long as work(size), and not its square."""
    work(size)  # the first time has imports in it
    return any(spent(work, TIMES * size) < MOST * spent(work, size) + A_BIT_S for _ in range(TRIES))
