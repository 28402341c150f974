"""The current of a frame by the usual model of a WS2812B; a frame above the budget is scaled down.

The model (FACTS, Electricity): a dark pixel draws `idle_ma`. In addition each channel draws a current in proportion to
its value: at 255 its value of `full_ma` (green, red, blue).
"""

from .colours import packed
from .kernels import scale


def sent_ma(wire, pixels, full_ma, idle_ma):
    """Return the current of a frame in mA, rounded up. `wire` is overwritten with the same bytes."""
    return idle_ma * pixels + -(-scale(wire, wire, 256 << 16 | len(wire), packed(full_ma)) // 255)


def allowed_weight(pixels, idle_ma, budget_ma):
    """Return the weight that kernels.scale() may return for a frame within the budget.

    It is the sum of the bytes, each times its channel's current.
    """
    return max(0, budget_ma - idle_ma * pixels) * 255


def fit(frame, out, pixels, full_ma, idle_ma, budget_ma, brightness):
    """Write `frame` into `out`, each byte times k // 256, so that the budget is met. Return k, 0 to 256.

    k is `brightness` (in 1/256), or the greatest smaller k for which the estimate of `out` is within `budget_ma`. If
    the budget is below the current of the dark chain, `out` is dark. `out` is as long as `frame`.
    """
    full = packed(full_ma)
    allowed = allowed_weight(pixels, idle_ma, budget_ma)
    weight = scale(frame, out, brightness << 16 | len(frame), full)
    if weight <= allowed:
        return brightness
    # A greater k never gives less current, so search the greatest k that fits between two bounds; k = 0 is dark. The
    # current is nearly proportional to k: try first the k of exact proportion, then k near it, then the middle.
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
