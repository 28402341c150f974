"""All paths through all openings: who acts, which points are allowed, and who has Black at the end.

Written by hand from firmware/docs/openings.md#rules. The first line of a list has the steps in order. A stone's step is
its zone: h8, 3x3 and so on, >5x5 (outside of 5x5), or any. A decision's step is swap?, side?, n? (the number of fifths)
or way? (one fifth or ten). The steps of tentative fifths are offer and keep. Each other line is one path, with the seat
that does each step (1 is P1). After the seat, - means no swap and s means a swap; a choice or a number of fifths
follows after a colon. The last column has the seat with Black.
"""

# the players put stones in turn; after each stone the other player may swap
FIVE_STONES_WITH_SWAPS = """
    1 2-  2 1-  1 2-  2 1-  1 2-  | 1
    1 2-  2 1-  1 2-  2 1-  1 2s  | 2
    1 2-  2 1-  1 2-  2 1s  2 1-  | 2
    1 2-  2 1-  1 2-  2 1s  2 1s  | 1
    1 2-  2 1-  1 2s  1 2-  2 1-  | 2
    1 2-  2 1-  1 2s  1 2-  2 1s  | 1
    1 2-  2 1-  1 2s  1 2s  1 2-  | 1
    1 2-  2 1-  1 2s  1 2s  1 2s  | 2
    1 2-  2 1s  2 1-  1 2-  2 1-  | 2
    1 2-  2 1s  2 1-  1 2-  2 1s  | 1
    1 2-  2 1s  2 1-  1 2s  1 2-  | 1
    1 2-  2 1s  2 1-  1 2s  1 2s  | 2
    1 2-  2 1s  2 1s  2 1-  1 2-  | 1
    1 2-  2 1s  2 1s  2 1-  1 2s  | 2
    1 2-  2 1s  2 1s  2 1s  2 1-  | 2
    1 2-  2 1s  2 1s  2 1s  2 1s  | 1
    1 2s  1 2-  2 1-  1 2-  2 1-  | 2
    1 2s  1 2-  2 1-  1 2-  2 1s  | 1
    1 2s  1 2-  2 1-  1 2s  1 2-  | 1
    1 2s  1 2-  2 1-  1 2s  1 2s  | 2
    1 2s  1 2-  2 1s  2 1-  1 2-  | 1
    1 2s  1 2-  2 1s  2 1-  1 2s  | 2
    1 2s  1 2-  2 1s  2 1s  2 1-  | 2
    1 2s  1 2-  2 1s  2 1s  2 1s  | 1
    1 2s  1 2s  1 2-  2 1-  1 2-  | 1
    1 2s  1 2s  1 2-  2 1-  1 2s  | 2
    1 2s  1 2s  1 2-  2 1s  2 1-  | 2
    1 2s  1 2s  1 2-  2 1s  2 1s  | 1
    1 2s  1 2s  1 2s  1 2-  2 1-  | 2
    1 2s  1 2s  1 2s  1 2-  2 1s  | 1
    1 2s  1 2s  1 2s  1 2s  1 2-  | 1
    1 2s  1 2s  1 2s  1 2s  1 2s  | 2
"""

LISTS = {
    "free centre": """
    h8
    1   | 1
""",
    "rif": """
    h8 3x3 5x5 swap?  any  offer keep
    1  1   1   2-     2    1:2   2     | 1
    1  1   1   2s     1    2:2   1     | 2
""",
    "swap": """
    h8 3x3 5x5 swap?  any  offer keep
    1  2   1   2-     2    1:2   2     | 1
    1  2   1   2s     1    2:2   1     | 2
""",
    "yamaguchi": """
    h8 3x3 5x5 n?    swap?  any  offer keep
    1  1   1   1:1   2-     2    1:1   2     | 1
    1  1   1   1:1   2s     1    2:1   1     | 2
    1  1   1   1:7   2-     2    1:7   2     | 1
    1  1   1   1:7   2s     1    2:7   1     | 2
    1  1   1   1:12  2-     2    1:12  2     | 1
    1  1   1   1:12  2s     1    2:12  1     | 2
""",
    "soosyrv-8": """
    h8 3x3 5x5 swap?  any n?   swap?  offer keep
    1  1   1   2-     2   2:1  1-     1:1   2     | 1
    1  1   1   2-     2   2:1  1s     2:1   1     | 2
    1  1   1   2-     2   2:5  1-     1:5   2     | 1
    1  1   1   2-     2   2:5  1s     2:5   1     | 2
    1  1   1   2-     2   2:8  1-     1:8   2     | 1
    1  1   1   2-     2   2:8  1s     2:8   1     | 2
    1  1   1   2s     1   1:1  2-     2:1   1     | 2
    1  1   1   2s     1   1:1  2s     1:1   2     | 1
    1  1   1   2s     1   1:5  2-     2:5   1     | 2
    1  1   1   2s     1   1:5  2s     1:5   2     | 1
    1  1   1   2s     1   1:8  2-     2:8   1     | 2
    1  1   1   2s     1   1:8  2s     1:8   2     | 1
""",
    # three tables: no swap after stone 4, then one fifth stone; a swap after stone 4; no swap there, then ten fifths
    "taraguchi-10": """
    h8 swap?  3x3 swap?  5x5 swap?  7x7 swap?  way?  9x9 swap?
    1 2-  2 1-  1 2-  2 1-  1:1  1 2-  | 1
    1 2-  2 1-  1 2-  2 1-  1:1  1 2s  | 2
    1 2-  2 1-  1 2s  1 2-  2:1  2 1-  | 2
    1 2-  2 1-  1 2s  1 2-  2:1  2 1s  | 1
    1 2-  2 1s  2 1-  1 2-  2:1  2 1-  | 2
    1 2-  2 1s  2 1-  1 2-  2:1  2 1s  | 1
    1 2-  2 1s  2 1s  2 1-  1:1  1 2-  | 1
    1 2-  2 1s  2 1s  2 1-  1:1  1 2s  | 2
    1 2s  1 2-  2 1-  1 2-  2:1  2 1-  | 2
    1 2s  1 2-  2 1-  1 2-  2:1  2 1s  | 1
    1 2s  1 2-  2 1s  2 1-  1:1  1 2-  | 1
    1 2s  1 2-  2 1s  2 1-  1:1  1 2s  | 2
    1 2s  1 2s  1 2-  2 1-  1:1  1 2-  | 1
    1 2s  1 2s  1 2-  2 1-  1:1  1 2s  | 2
    1 2s  1 2s  1 2s  1 2-  2:1  2 1-  | 2
    1 2s  1 2s  1 2s  1 2-  2:1  2 1s  | 1
    h8 swap?  3x3 swap?  5x5 swap?  7x7 swap?  9x9 swap?
    1 2-  2 1-  1 2-  2 1s  2 1-  | 2
    1 2-  2 1-  1 2-  2 1s  2 1s  | 1
    1 2-  2 1-  1 2s  1 2s  1 2-  | 1
    1 2-  2 1-  1 2s  1 2s  1 2s  | 2
    1 2-  2 1s  2 1-  1 2s  1 2-  | 1
    1 2-  2 1s  2 1-  1 2s  1 2s  | 2
    1 2-  2 1s  2 1s  2 1s  2 1-  | 2
    1 2-  2 1s  2 1s  2 1s  2 1s  | 1
    1 2s  1 2-  2 1-  1 2s  1 2-  | 1
    1 2s  1 2-  2 1-  1 2s  1 2s  | 2
    1 2s  1 2-  2 1s  2 1s  2 1-  | 2
    1 2s  1 2-  2 1s  2 1s  2 1s  | 1
    1 2s  1 2s  1 2-  2 1s  2 1-  | 2
    1 2s  1 2s  1 2-  2 1s  2 1s  | 1
    1 2s  1 2s  1 2s  1 2s  1 2-  | 1
    1 2s  1 2s  1 2s  1 2s  1 2s  | 2
    h8 swap?  3x3 swap?  5x5 swap?  7x7 swap?  way?  offer keep
    1 2-  2 1-  1 2-  2 1-  1:10  1:10 2  | 1
    1 2-  2 1-  1 2s  1 2-  2:10  2:10 1  | 2
    1 2-  2 1s  2 1-  1 2-  2:10  2:10 1  | 2
    1 2-  2 1s  2 1s  2 1-  1:10  1:10 2  | 1
    1 2s  1 2-  2 1-  1 2-  2:10  2:10 1  | 2
    1 2s  1 2-  2 1s  2 1-  1:10  1:10 2  | 1
    1 2s  1 2s  1 2-  2 1-  1:10  1:10 2  | 1
    1 2s  1 2s  1 2s  1 2-  2:10  2:10 1  | 2
""",
    "tarannikov": "h8 swap?  3x3 swap?  5x5 swap?  7x7 swap?  9x9 swap?" + FIVE_STONES_WITH_SWAPS,
    "swap-2": """
    any any any side?
    1   1   1   2:white  | 1
    1   1   1   2:black  | 2
    any any any side?  any any side?
    1   1   1   2:add  2   2   1:white  | 2
    1   1   1   2:add  2   2   1:black  | 1
""",
    "swap-5": "any swap?  any swap?  any swap?  any swap?  any swap?" + FIVE_STONES_WITH_SWAPS,
    "pro": """
    h8 any >5x5
    1  2   1     | 1
""",
    "long pro": """
    h8 any >7x7
    1  2   1     | 1
""",
}


def listed(text):
    """Return the rows of a list: for each step its word and its seat, and at the end the seat with Black."""
    rows = []
    heads: list = []
    for line in text.split("\n"):
        ways, _, black = line.partition("|")
        words = ways.split()
        if black:
            assert len(words) == len(heads), line
            rows.append([heads[at] + " " + word for at, word in enumerate(words)] + ["black " + black.strip()])
        elif words:
            heads = words
    return rows
