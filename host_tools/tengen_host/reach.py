"""How near a stone must come to be felt on its point, and how far it must go: what coupon, guide and geometry agree on.

In mm from the point, along the row. hardware/geometry/ says why: a stone 4 mm off its point must be felt, and one that
has slid away must be let go before it reaches the next point; a test compares both with the geometry.
"""

CLOSES_MM, OPENS_MM = 4.0, 25.0
