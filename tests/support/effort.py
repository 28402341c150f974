"""Check how the work for an input grows with the input's size, by a ratio that is the same on any machine."""

import time

TIMES = 8
MOST = TIMES**1.5  # between TIMES (linear growth) and TIMES**2 (quadratic growth)
A_BIT_S = 0.05  # shorter times are too short to be compared
TRIES = 5  # the number of measurements: one alone may be slowed down by another process


def spent(work, size):
    """Do some work. Return the seconds of processor time."""
    begun = time.process_time()
    work(size)
    return time.process_time() - begun


def grows_evenly(work, size):
    """Whether work(TIMES * size) takes about TIMES as long as work(size): linear, not quadratic growth."""
    work(size)  # the first run includes imports
    return any(spent(work, TIMES * size) < MOST * spent(work, size) + A_BIT_S for _ in range(TRIES))
