"""How menu entries are written on the board, in the few signs that fit.

Two parts go one below the other. What is not here is written as it is: numbers, clocks.
"""

SIGNS = {
    "no swap": "NO SWAP",
    "swap": "SWAP",
    "white": "W",
    "black": "B",
    "add": "ADD 2",
    "decline": "NO",
    "accept": "DRAW",
    "no": "NO",
    "yes": "YES",
    "pass": "PASS",
    "five": "FIVE",
    "foul": "FOUL",
    "time": "TIME",
    "draw": "DRAW",
    "take back": "TAKE BACK",
    "withdraw": "KEEP IT",
    "resign": "GIVE UP",
    "new game": "NEW GAME",
    "opening": "OPE NING",
    "mode": "MODE",
    "clock": "CLO CK",
    "lamps": "LAMP",
    "game": "GAME",
    "laptop": "LAP TOP",
    "renju": "REN JU",
    "casual": "CAS UAL",
    "referee": "REFE REE",
    "silent": "SIL ENT",
    "teach": "TEA CH",
    "free centre": "FREE",
    "rif": "RIF",
    "yamaguchi": "YAMA",
    "soosyrv-8": "SOO 8",
    "taraguchi-10": "TARA 10",
    "tarannikov": "TARA NN",
    "swap-2": "SWAP 2",
    "swap-5": "SWAP 5",
    "pro": "PRO",
    "long pro": "LONG PRO",
    "none": "NO CLK",
    "go on": "GO ON",
    "set aside": "ASI DE",
    "p1 +1": "P1 +1",
    "p1 -1": "P1 -1",
    "p2 +1": "P2 +1",
    "p2 -1": "P2 -1",
}

# that a game of which something can't be read any more waits for the arbiter
DAMAGED = "DAM AGED"

# why a game has ended, where no stones show it
RESULTS = {
    "resignation": "GIVE UP",
    "time": "TIME",
    "agreement": "DRAW",
    "two passes": "DRAW",
    "full board": "DRAW",
    "first pass": "1ST PASS",
}


def sign(entry):
    """The words for an entry: with a gap where they are to go one below the other."""
    found = SIGNS.get(entry)
    if found is None:
        # no more than four signs of a clock fit side by side: 135 over +30, 45 over 30x3
        found = entry.upper().replace("+", " +").replace("/", " ")
    return found
