"""The short texts that stand for menu entries on the board.

Two words are written one below the other. An entry that is not listed (a number, a clock) is shown in upper case.
"""

from tengen.games import registry

# tuples of pairs instead of dicts, because constants of frozen code take no heap
SIGNS: tuple = (
    ("no swap", "NO SWAP"),
    ("swap", "SWAP"),
    ("white", "W"),
    ("black", "B"),
    ("add", "ADD 2"),
    ("decline", "PLAY ON"),
    ("accept", "DRAW"),
    ("no", "NO"),
    ("yes", "YES"),
    ("pass", "PASS"),
    ("own", "OWN"),
    ("bomb", "BOMB"),
    ("neutral", "NEU TRAL"),
    ("foul", "FOUL"),
    ("time", "TIME"),
    ("options", "OPT IONS"),
    ("win", "WIN"),
    ("missed win", "LOST WIN"),
    ("puzzle", "PUZ ZLE"),
    ("lessons", "LES SONS"),
    ("hint", "HINT"),
    ("next", "NEXT"),
    ("again", "AGA IN"),
    ("end", "END"),
    ("partner", "PART NER"),
    ("hints", "HINT"),
    ("draw", "DRAW"),
    ("take back", "TAKE BACK"),
    ("withdraw", "KEEP IT"),
    ("resign", "GIVE UP"),
    ("new game", "NEW GAME"),
    ("opening", "OPE NING"),
    ("mode", "MODE"),
    ("clock", "CLO CK"),
    ("lamps", "LAMP"),
    ("game", "GAME"),
    ("laptop", "LAP TOP"),
    ("casual", "CAS UAL"),
    ("referee", "REFE REE"),
    ("silent", "SIL ENT"),
    ("teach", "TEA CH"),
    ("free centre", "FREE"),
    ("free", "FREE"),
    ("centre", "CEN TRE"),
    ("swap-3rd", "SWAP 3RD"),
    ("black's choice", "CHOI CE"),
    ("rif", "RIF"),
    ("yamaguchi", "YAMA"),
    ("soosyrv-8", "SOO 8"),
    ("taraguchi-10", "TARA 10"),
    ("tarannikov", "TARA NN"),
    ("swap-2", "SWAP 2"),
    ("swap-5", "SWAP 5"),
    ("pro", "PRO"),
    ("long pro", "LONG PRO"),
    ("none", "NO CLK"),
    ("go on", "GO ON"),
    ("set aside", "ASI DE"),
    ("p1 +1", "P1 +1"),
    ("p1 -1", "P1 -1"),
    ("p2 +1", "P2 +1"),
    ("p2 -1", "P2 -1"),
)

# answers to a question, where the plain sign would not say what happens: (about, entry, sign)
ANSWERS: tuple = (
    ("take back", "no", "PLAY ON"),
    ("take back", "yes", "TAKE BACK"),
    ("resign", "no", "PLAY ON"),
)

# the answer if there is no win by fours to show
NO_WIN, UNKNOWN = "NO WIN", "TOO LONG"
# what was solved: a puzzle, a position of a lesson, or with it the whole lesson
PRAISE: tuple = (("puzzle", "WELL DONE"), ("position", "OK"), ("lesson", "DONE"))

# shown while a damaged game waits for the arbiter
DAMAGED = "DAM AGED"

# the reason of a result, if no stones show it
RESULTS: tuple = (
    ("resignation", "GIVE UP"),
    ("time", "TIME"),
    ("agreement", "DRAW"),
    ("two passes", "DRAW"),
    ("full board", "DRAW"),
    ("first pass", "1ST PASS"),
)


def praise_sign(word):
    """Return the text for a solved task (Task.praise)."""
    return _paired(PRAISE, word)


def result_sign(result):
    """Return the text for a result that no stones show, or ""."""
    return "" if result.points else _paired(RESULTS, result.reason) or registry.sign_of(result.reason) or "END"


def sign(entry, about=None):
    """Return the text for an entry of the menu `about`; a blank separates words that go one below the other."""
    for its, option, text in ANSWERS:
        if its == about and option == entry:
            return text
    found = _paired(SIGNS, entry) or registry.sign_of(entry)
    if found is None:
        # only four characters fit side by side, so a clock is split: 135 above +30, 45 above 30x3
        found = entry.upper().replace("+", " +").replace("/", " ")
    return found


def _paired(pairs, word):
    for one, its in pairs:
        if one == word:
            return its
    return None
