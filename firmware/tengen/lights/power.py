"""The current of a frame by the usual model of a WS2812B, and the frame scaled to fit a budget."""


def estimate_ma(frame, pixels, full_ma, idle_ma):
    """The current in mA, rounded up: `idle_ma` a pixel and `full_ma` (green, red, blue) at value 255."""
    return idle_ma * pixels + -(-_weight(frame, full_ma) // 255)


def limit(frame, pixels, full_ma, idle_ma, budget_ma):
    """Scale `frame` down, in place, until its estimate is within `budget_ma`: True where it had to be."""
    allowed = max(0, budget_ma - idle_ma * pixels) * 255
    # mostly a few pixels are lit: then this is enough, and much quicker on the Pico
    if sum(frame) * max(full_ma) <= allowed:
        return False
    weight = _weight(frame, full_ma)
    if weight <= allowed:
        return False
    for at in range(len(frame)):
        if frame[at]:
            # rounding down each channel can only draw less
            frame[at] = frame[at] * allowed // weight
    return True


def _weight(frame, full_ma):
    green, red, blue = full_ma
    weight = 0
    for at in range(0, len(frame) - 2, 3):
        weight += frame[at] * green + frame[at + 1] * red + frame[at + 2] * blue
    return weight
