"""The table of the games for the registry, one row for each game. A new board plays the first game.

The table contains only constants, because constants of frozen code stay in flash.
"""

from tengen.viper import const

# Sizes, openings and results that several games share
_SIZES = const((15, 19))
_FREE = const(("free", "centre", "pro", "long pro", "swap-2", "swap-5"))
_CENTRE = const(("centre", "free", "pro", "long pro", "swap-2", "swap-5"))
_PRO = const(("pro", "long pro", "centre", "free", "swap-2", "swap-5"))
_FIVE = const(("five", "FIVE"))
_OVERLINE = const(("overline", "OVER"))
_DOUBLE_THREE = const(("double-three", "3-3"))
_CAPTURES = const(("captures", "CAP"))
_BOTH = const(("both", "DRAW"))
_OPEN_FOUR = const(("open four", "OPEN 4"))
_NO_MOVE = const(("no move", "DRAW"))

# name; title; module and the name of its constructor; sign; sizes; first colour; traits; openings; results; options
GAMES: tuple = (
    ("renju", "Renju", "renju.game", "REN JU", (15,), "black", "passes fouls silent",
     ("free centre", "rif", "swap", "yamaguchi", "soosyrv-8", "taraguchi-10", "tarannikov", "swap-2", "swap-5", "pro",
      "long pro"),
     (_FIVE, _OVERLINE, ("double-four", "4-4"), _DOUBLE_THREE), ()),
    ("five", "Five in a row", "five", "FIVE", _SIZES, "black", "passes silent", _FREE, (_FIVE,), ()),
    ("gomoku", "Gomoku", "gomoku", "GO MOKU", _SIZES, "black", "passes silent",
     ("pro", "long pro", "swap-2", "swap-5"), (_FIVE,), ()),
    ("sapronov", "Sapronov's Five-In-A-Row", "sapronov", "SAPR ONOV", (15,), "black", "passes silent",
     ("pro", "black's choice"), (_FIVE,), ()),
    ("renju-1899", "Renju of 1899", "historic Renju1899", "18 99", _SIZES, "black", "passes silent",
     _CENTRE, (_FIVE,), ()),
    ("renju-1903", "Renju of 1903", "historic Renju1903", "19 03", _SIZES, "black", "passes silent",
     _CENTRE, (_FIVE,), ()),
    ("renju-1912", "Renju of 1912", "historic Renju1912", "19 12", _SIZES, "black", "passes fouls silent",
     _CENTRE, (_FIVE, _DOUBLE_THREE), ()),
    ("renju-1916", "Renju of 1916", "historic Renju1916", "19 16", _SIZES, "black", "passes fouls silent",
     _CENTRE, (_FIVE, _OVERLINE, _DOUBLE_THREE), ()),
    ("renju-1918", "Renju of 1918", "historic Renju1918", "19 18", _SIZES, "black", "passes fouls silent",
     _CENTRE, (_FIVE, _OVERLINE, _DOUBLE_THREE), ()),
    ("early-renju", "Early Renju", "historic EarlyRenju", "EAR LY", (19,), "black", "passes fouls silent",
     _CENTRE, (_FIVE, _OVERLINE, _DOUBLE_THREE), ()),
    ("pente", "Pente", "pente", "PEN TE", _SIZES, "white", "", _PRO, (_FIVE, _CAPTURES, _BOTH, _NO_MOVE), (
        ("keryo", (False, True), ("NO KERY", "KERY O")),
        ("poof", (False, True), ("NO POOF", "POOF")),
        ("boat", (False, True), ("NO BOAT", "BOAT")),
        ("overline", ("wins", "ignored", "refused", "refused-first"), ("OVER WINS", "OVER IGN", "OVER NO", "OVER NO1")),
    )),
    ("ninuki", "Ninuki-Renju", "ninuki", "NIN UKI", _SIZES, "black", "",
     ("centre",), (_FIVE, _CAPTURES, _BOTH, _NO_MOVE), (
        ("both", (False, True), ("3-3 1ST", "3-3 BOTH")),
    )),
    ("anti-renju", "Anti-Renju", "anti_renju", "ANTI REN", _SIZES, "black", "passes fouls silent",
     _FREE, (_FIVE, _OPEN_FOUR), ()),
    ("anti-pente", "Anti-Pente", "anti_pente", "PENT ANTI", _SIZES, "white", "fouls",
     _PRO, (_FIVE, _CAPTURES, _BOTH, _OPEN_FOUR), ()),
    ("common-centre", "Common centre", "common_centre", "COM CEN", _SIZES, "black", "passes silent",
     ("centre",), (_FIVE,), ()),
    ("bomb-renju", "Atomic bomb Renju", "bomb_renju", "BOMB RENJ", _SIZES, "black", "passes", _FREE, (_FIVE,), ()),
    ("bomb-pente", "Atomic bomb Pente", "bomb_pente", "BOMB PENT", _SIZES, "white", "",
     _PRO, (_FIVE, _CAPTURES, _BOTH), ()),
    ("repensi", "Repensi", "repensi", "REP ENSI", _SIZES, "black", "passes silent", _FREE, (_FIVE,), ()),
    ("neutral-pente", "Pente with neutral stones", "neutral_pente", "NEUT PENT", _SIZES, "white", "",
     _PRO, (_FIVE, _CAPTURES, _BOTH), ()),
    ("connect6", "Connect6", "connect6", "CON 6", (19, 15), "black", "passes",
     ("centre", "free", "swap-3rd"), (("six", "SIX"), _FIVE, _NO_MOVE), (
        ("torus", (False, True), ("FLAT", "TOR US")),
        ("rules", ("", "collinear6", "noncollinear5"), ("6", "COLL 6", "NON 5")),
    )),
    ("four", "Four in a row", "four", "FOUR", (8, 10), "black", "", ("free", "swap-2", "swap-5"), (("four", "FOUR"),), (
        ("drop", ("down", "edges", "interior"), ("DOWN", "EDGE", "IN")),
        ("clear", (False, True), ("NO CLR", "CLR")),
    )),
    ("irensei", "Irensei", "irensei", "IREN SEI", (19,), "black", "passes fouls",
     ("free", "swap-2", "swap-5"), (("seven", "SEV EN"), _OVERLINE), ()),
)  # fmt: skip

FAMILIES: tuple = (
    ("five games", "FIVE +", ("five", "gomoku", "sapronov", "anti-renju", "common-centre", "bomb-renju", "repensi")),
    ("old renju", "OLD +", ("renju-1899", "renju-1903", "renju-1912", "renju-1916", "renju-1918", "early-renju")),
    ("pente games", "PENT +", ("pente", "ninuki", "anti-pente", "bomb-pente", "neutral-pente")),
)
