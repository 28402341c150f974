"""Which sentences and pictures each game's page of rules has. Openings, options and sizes come from the registry.

Source of all that the sentences say: GAMES 1 to 12; for Renju RULES 1 to 6.
"""

from __future__ import annotations

from tengen.games import registry

from .. import nearest
from .examples import Example, all_examples

# The keys of texts/*.json in the order of the page: goal, beginning, turn, what is special, passes and end.
_BEGIN_BLACK = ("black begins", "one a turn")
_BEGIN_WHITE = ("white begins", "one a turn")
_BEGIN_CENTRE = ("black on the centre", "one a turn")
_PASSES = ("passes", "tie-breaker", "full board")
_NO_PASS = ("no passes", "full board")
_CAPTURES = ("capture", "capture is no choice", "walking in", "lift captured")
_THREES = ("three", "five never forbidden")
_SENTENCES: dict[str, tuple[str, ...]] = {
    "renju": ("goal renju", *_BEGIN_CENTRE, "fouls", "four", "three", "double-three real", "five before foul",
              "four-three", "white free", "silent", *_PASSES),
    "five": ("goal five or more", *_BEGIN_BLACK, "nothing forbidden", *_PASSES),
    "gomoku": ("goal exactly five", *_BEGIN_BLACK, "each line by itself", "threes and fours free", *_PASSES),
    "sapronov": ("goal exactly five", *_BEGIN_BLACK, "each line by itself", "threes and fours free", "offers lie",
                 *_PASSES),
    "renju-1899": ("goal five or more", *_BEGIN_CENTRE, "double-three refused both", "four excuses it",
                   "double-fours free", *_THREES, *_PASSES),
    "renju-1903": ("goal five or more", *_BEGIN_CENTRE, "double-three refused black", "four excuses it",
                   "double-fours free", *_THREES, *_PASSES),
    "renju-1912": ("goal five or more", *_BEGIN_CENTRE, "double-three loses black", "even in defence",
                   "four excuses it", "double-fours free", *_THREES, *_PASSES),
    "renju-1916": ("goal renju", *_BEGIN_CENTRE, "double-three loses black", "even in defence", "four excuses it",
                   "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "renju-1918": ("goal renju", *_BEGIN_CENTRE, "double-three loses black", "even in defence",
                   "four excuses it no more", "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "early-renju": ("goal renju", "1918 on the big board", *_BEGIN_CENTRE, "double-three loses black",
                    "four excuses it no more", "overline loses black", "double-fours free", *_THREES, *_PASSES),
    "pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, *_NO_PASS),
    "ninuki": ("goal ninuki", *_BEGIN_CENTRE, *_CAPTURES, "line must outlive", "ninuki double-three",
               "ninuki allowed", "ninuki six cut", *_NO_PASS),
    "anti-renju": ("goal five or more", *_BEGIN_BLACK, "open four", "open four not", "five beats open four", *_PASSES),
    "anti-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "open four", "open four not", "open four weighed",
                   *_NO_PASS),
    "common-centre": ("goal five or more", "centre is common", "one a turn", "centre counts", "centre needs a stone",
                      *_PASSES),
    "bomb-renju": ("goal five or more", *_BEGIN_BLACK, "bomb", "bomb blast", "bomb stays", "no bomb in openings",
                   "bomb by menu", *_PASSES),
    "bomb-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "bomb", "bomb blast", "bomb captures none",
                   "bomb stays", "no bomb in openings", "bomb by menu", *_NO_PASS),
    "repensi": ("goal five or more", *_BEGIN_BLACK, "turning", "turning no chain", "turning any five", "walking in",
                "turn by hand", *_PASSES),
    "neutral-pente": ("goal five or ten", *_BEGIN_WHITE, *_CAPTURES, "neutral", "neutral blocks",
                      "no neutral in openings", "neutral by menu", *_NO_PASS),
    "connect6": ("goal six", "black begins", "two a turn", "first of two wins", "whole passes", *_PASSES),
    "four": ("goal four", *_BEGIN_BLACK, "stones rest", "stones rest no slide", *_NO_PASS),
    "irensei": ("goal irensei black", "irensei eight", "goal irensei white", *_BEGIN_BLACK, "go capture rule",
                "suicide", "ko rule", *_PASSES),
}  # fmt: skip


def sentences(game: str) -> tuple[str, ...]:
    """Return the keys of a game's sentences. Raises ValueError for a game that has no page."""
    _known(game)
    return _SENTENCES[game]


def pictures(game: str) -> list[Example]:
    """Return the examples of a game's page. Raises ValueError for a game that has no page."""
    _known(game)
    return [example for example in all_examples() if example.name == game]


def _known(game: str) -> None:
    if game not in _SENTENCES:
        there_are = f"there are {', '.join(registry.NAMES)}{nearest.question(game)}"
        raise ValueError(f"there are no rules of {game[:40]!r}: {there_are}")
