"""Where a partner may sit, and at which level: the board's, or the laptop's. A firmware of files lacks this module."""

PARTNERS = ("none", "p2 1", "p2 2", "p2 3", "p2 4", "p2 5", "p1 1", "p1 2", "p1 3", "p1 4", "p1 5")
# The laptop decides, by an engine perhaps. No menu of the board has it: it needs a laptop that answers.
LAPTOP = "laptop"
OF_LAPTOP = ("p2 " + LAPTOP, "p1 " + LAPTOP)


def checked(partner):
    """Return a value of the setting `partner`. Raises ValueError, in words, if it is none."""
    if partner not in PARTNERS + OF_LAPTOP:
        raise ValueError("partner must be one of " + ", ".join(PARTNERS + OF_LAPTOP))
    return partner
