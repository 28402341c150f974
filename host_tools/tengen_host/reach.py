"""Distances at which a point must feel a stone, and no longer feel it; used by coupon, guide and geometry.

In mm from the point, along the row. hardware/geometry/ explains them: a stone 4 mm off its point must be felt, and a
stone that slides away must not be felt any more before it reaches the next point. A test compares both with the
geometry.
"""

CLOSES_MM, OPENS_MM = 4.0, 25.0
