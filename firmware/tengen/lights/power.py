"""The current of a frame by the usual model of a WS2812B. A frame above the limit is scaled down.

In this model a dark pixel draws `idle_ma`. In addition each channel draws a current in proportion to its value. At 255
this current is the channel's value in `full_ma` (green, red, blue).
"""

from .colours import packed
from .kernels import scale


def sent_ma(wire, pixels, full_ma, idle_ma):
    """Return the current of a frame in mA, rounded up. `wire` is overwritten with the same bytes."""
    return idle_ma * pixels + -(-scale(wire, wire, 256 << 16 | len(wire), packed(full_ma)) // 255)


def allowed_weight(pixels, idle_ma, budget_ma):
    """Return the highest weight from kernels.scale() that is allowed for a frame.

    The weight is the sum of the bytes, each multiplied by its channel's current.
    """
    return max(0, budget_ma - idle_ma * pixels) * 255


def fit(frame, out, pixels, full_ma, idle_ma, budget_ma, brightness):
    """Write `frame` into `out`, each byte times k // 256, so that the current limit is met. Return k, 0 to 256.

    k is `brightness` (in 1/256), or the greatest smaller k for which the estimate of `out` is within `budget_ma`. If
    `budget_ma` is below the current of the dark chain, `out` is dark. `out` is as long as `frame`.
    """
    full = packed(full_ma)
    allowed = allowed_weight(pixels, idle_ma, budget_ma)
    weight = scale(frame, out, brightness << 16 | len(frame), full)
    if weight <= allowed:
        return brightness
    # A greater k never gives less current, so search for the greatest k that fits, between two bounds; k = 0 is dark.
    # The current is nearly proportional to k, so try first the exactly proportional k, then its neighbours, then
    # bisect.
    fits, exceeds = 0, brightness
    k, step = brightness * allowed // weight, 1
    while exceeds - fits > 1:
        if not fits < k < exceeds:
            k = (fits + exceeds) // 2
        if scale(frame, out, k << 16 | len(frame), full) <= allowed:
            fits = k
            k += step
        else:
            exceeds = k
            k -= step
        step *= 2
    scale(frame, out, fits << 16 | len(frame), full)
    return fits
