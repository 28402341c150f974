"""The current of a frame by the usual model of a WS2812B; a frame above the budget is scaled down.

The model (FACTS, Electricity): a dark pixel draws `idle_ma`, and each channel in proportion, `full_ma` (green, red,
blue) at 255.
"""

from .colours import packed
from .kernels import scale


def estimate_ma(frame, pixels, full_ma, idle_ma):
    """The current in mA, rounded up."""
    green, red, blue = full_ma
    weight = 0
    for at in range(0, len(frame) - 2, 3):
        weight += frame[at] * green + frame[at + 1] * red + frame[at + 2] * blue
    return idle_ma * pixels + -(-weight // 255)


def sent_ma(wire, pixels, full_ma, idle_ma):
    """estimate_ma(), on the Pico in a fraction of its time. `wire` is written once more as it is."""
    return idle_ma * pixels + -(-scale(wire, wire, 256, packed(full_ma)) // 255)


def fit(frame, out, pixels, full_ma, idle_ma, budget_ma, brightness):
    """Write `frame` into `out` as it may be sent, each byte times k // 256; returns k, 0 to 256.

    k is `brightness` (256ths), or the greatest below it with which the estimate of `out` is within `budget_ma`; a
    budget below the current of the dark chain leaves it dark. `out` is as long as `frame`.
    """
    full = packed(full_ma)
    # where the sum of the bytes, each times its channel's current, is at most this, so is the estimate its budget
    allowed = max(0, budget_ma - idle_ma * pixels) * 255
    weight = scale(frame, out, brightness, full)
    if weight <= allowed:
        return brightness
    # More is never less current, so the greatest k that fits can be closed in; with 0 all is dark. The current grows
    # nearly as k does: it is tried first where that says, then near by, then halfway.
    fits, exceeds = 0, brightness
    k, step = brightness * allowed // weight, 1
    while exceeds - fits > 1:
        if not fits < k < exceeds:
            k = (fits + exceeds) // 2
        if scale(frame, out, k, full) <= allowed:
            fits = k
            k += step
        else:
            exceeds = k
            k -= step
        step *= 2
    scale(frame, out, fits, full)
    return fits
