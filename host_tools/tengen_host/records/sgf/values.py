"""Read and write values of SGF properties, in the forms of various programs: texts, points, size, result, rule ..."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sgfmill import sgf_grammar
from tengen.games import points, registry

from .. import words
from ..checks import SIZES, USUAL_SIZE
from ..record import PASS, RENJU

_LETTERS = points.LETTERS
_POINT = re.compile(r"[a-s][1-9][0-9]?", re.ASCII)
_TWO_POINTS = re.compile(r"([a-s][1-9][0-9]?)([a-s][1-9][0-9]?)", re.ASCII)
_TWO_PAIRS = re.compile(r"([a-s]{2})([a-s]{2})", re.ASCII)
_POINTS = re.compile(r"(?:[a-s](?:[a-s]|1?[0-9])[\s,;:]*)+", re.ASCII)
_LONGEST_MOVE = 20  # the most bytes of a move, with blanks around it
# the most characters of a list of points, which is all points of the largest board with blanks between them
_LONGEST_LIST = 2000
_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
# a date in SGF's form, which may list several days (`2026-11-20,21`), or in people's form with / or .
_FIRST_DATE = re.compile(
    r"([0-9]{4})(?![0-9])(?:[-/.](0?[1-9]|1[0-2])(?![0-9])(?:[-/.](0?[1-9]|[12][0-9]|3[01])(?![0-9]))?)?"
)
_SECONDS = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,12}))?")

_WINNERS = {"b": "black", "black": "black", "黑": "black", "黒": "black", "w": "white", "white": "white", "白": "white"}
_WIN = re.compile(r"(black|white|b|w|黑|黒|白)方?(?:\s*\+\s*(.*)|\s*(?:wins?|won|胜|勝|勝ち|中押).*)?", re.DOTALL)
_DRAW = re.compile(r"([bw]{1,2}\s*\+\s*)?draw")
_DRAWS = ("0", "jigo", "1/2", "1/2-1/2", "=", "和", "和棋", "平局", "引分", "引き分け", "持碁")
_OPEN = ("", "?", "void", "*")
_REASONS = {"r": "resignation", "resign": "resignation", "t": "time", "time": "time"}
_SHORT = {"resignation": "R", "time": "T"}


def text_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property, with line breaks."""
    return "\n".join(sgf_grammar.text_value(value).decode("utf-8", "replace") for value in values)


def line_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property in one line."""
    return " ".join(sgf_grammar.simpletext_value(value).decode("utf-8", "replace") for value in values).strip()


def value_of(text: str) -> list[bytes]:
    """Return a property's values for this text, escaped for SGF."""
    return [sgf_grammar.escape_text(text.encode("utf-8", "replace"))]


def move_of(value: bytes, size: int) -> str | None:
    """Return `h8` or PASS for the value of a move; None for any other value.

    The value may be two letters, which count from the upper left corner, or have the form `h8`.
    """
    return _move_of(value, size) if len(value) <= _LONGEST_MOVE else None


@lru_cache(maxsize=4096)
def _move_of(value: bytes, size: int) -> str | None:
    text = value.decode("utf-8", "replace").strip().lower()
    if text in ("", "tt", "pass", PASS):
        return PASS
    return point_of(text, size)


def is_resignation(value: bytes) -> bool:
    """Return whether a move's value is a resignation. Little Golem writes `B[resign]`."""
    return value.strip().lower() == b"resign"


def may_be_points(value: bytes) -> bool:
    """Return whether a property's value looks like one or more points, so that it may contain stones."""
    return len(value) <= _LONGEST_LIST and bool(_POINTS.fullmatch(value.decode("utf-8", "replace").strip().lower()))


def stones_of(value: bytes, pairs: bool) -> list[bytes]:
    """Return the values of the one or two stones in a move's value.

    Little Golem writes both stones of a turn of Connect6 as `j9l11`. `pairs`: True if four letters are two stones, too,
    as in the files of Connect6 editors.
    """
    text = value.decode("utf-8", "replace").strip().lower()
    found = _TWO_POINTS.fullmatch(text) or (_TWO_PAIRS.fullmatch(text) if pairs else None)
    return [part.encode() for part in found.groups()] if found else [value]


def point_of(text: str, size: int) -> str | None:
    """Return the point of a value; None if it is not on a board of this size."""
    text = text.strip().lower()
    if _POINT.fullmatch(text):
        column, row = _LETTERS.find(text[0]), int(text[1:]) - 1
    elif len(text) == 2:
        column, row = _LETTERS.find(text[0]), size - 1 - _LETTERS.find(text[1])
        if text[1] not in _LETTERS:
            return None
    else:
        return None
    inside = 0 <= column < size and 0 <= row < size
    return points.name(row * size + column, size) if inside else None


@lru_cache(maxsize=4096)
def value_of_move(move: str, size: int) -> bytes:
    """Return a move in SGF."""
    if move == PASS:
        return b""
    row, column = divmod(points.index(move, size), size)
    return (_LETTERS[column] + _LETTERS[size - 1 - row]).encode()


def size_of(text: str) -> int | None:
    """Return a board's size; None if the board is not square, or the size is impossible."""
    sides = text.replace(" ", "").split(":")
    if len(sides) > 2 or sides[0] != sides[-1] or not re.fullmatch(r"[0-9]{1,2}", sides[0], re.ASCII):
        return None
    return int(sides[0]) if int(sides[0]) in SIZES else None


def likely_size(values: Iterable[bytes]) -> int:
    """Return the probable size of a board if the file does not say it.

    This is the usual size, unless a point is outside a board of this size.
    """
    beyond = (value for value in values if move_of(value, USUAL_SIZE) is None)
    return SIZES[-1] if any(point_of(value.decode("utf-8", "replace"), SIZES[-1]) for value in beyond) else USUAL_SIZE


def result_of(text: str) -> tuple[bool, str | None, str] | None:
    """Return over, winner and reason; None if the value is not understood."""
    text = text.strip().lower()
    if text in _OPEN:
        return False, None, ""
    if text in _DRAWS or _DRAW.fullmatch(text):  # some programs write B+Draw
        return True, None, ""
    found = _WIN.fullmatch(text)
    if not found:
        return None
    return True, _WINNERS[found[1]], _REASONS.get((found[2] or "").strip(), "")


def value_of_result(over: bool, winner: str | None, reason: str) -> str:
    """Return the result in SGF."""
    if not over:
        return "?"
    return f"{winner[:1].upper()}+{_SHORT.get(reason, '')}" if winner else "0"


def rule_of(text: str) -> str | None:
    """Return the opening rule that another program's name of rules means; None for other or unknown rules."""
    return _RULES.get(_plain(_RULE.sub("", text[:100])))


def game_of(text: str) -> str:
    """Return the game of the registry that another program's name of rules means; "" for any other name.

    A name with more words, like `Keryo-Pente`, means other rules.
    """
    its = _plain(text)
    for game in registry.NAMES:
        if game != RENJU and its in (_plain(game), _plain(registry.title(game))):
            return game
    return ""


def game_of_number(text: str) -> str | None:
    """Return the game for a rule's number in Gomocup's protocol, as c-gomoku-cli writes it.

    "" for a number that is not used here, None for other text.
    """
    return _NUMBERS.get(text.strip(), "") if text.strip().isdigit() else None


def is_of_family(rules: str, title: str) -> bool:
    """Return whether another program's name of rules or of a game means a game of the family other than Renju."""
    return bool(_FAMILY.search(title[:100]) or _FAMILY.search(rules[:100]) or _FIVES.search(rules[:100]))


def rule_of_name(text: str) -> str | None:
    """Return the opening rule at the end of a game's name: `A - B : RIF rule`, as on ORC Game Center."""
    rule = text[-100:].rpartition(":")[2]
    return rule_of(rule) if _RULE.search(rule) else None


_FAMILY = re.compile(r"pente|keryo|ninuki|connect\W?[56]|irensei", re.IGNORECASE)
# these words, unlike those above, also occur in the titles of Renju games
_FIVES = re.compile(r"gomoku|freestyle|five\W?in\W?a\W?row", re.IGNORECASE)
_NUMBERS = {"0": "five", "1": "gomoku", "4": RENJU}
_RULE = re.compile(r"\s+rules?\s*$", re.IGNORECASE)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text[:100].lower().replace("õ", "o").replace("ö", "o"))


_RULES = {_plain(said): rule for rule, told in words.RULES.items() for said in (rule, told)}
_RULES |= {"soosorv": "soosyrv-8", "soosyrv": "soosyrv-8", "taraguchi": "taraguchi-10", "rifrule": "rif"}


def date_of(text: str) -> str:
    """Return the first day, month or year in ISO 8601; "" if there is no date."""
    found = _FIRST_DATE.match(text.strip())
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""


def value_of_date(text: str) -> str:
    """Return the day of a date; the whole text if the text does not begin with a day."""
    found = _DATE.match(text)
    return found[0] if found else text


def ms_of(text: str) -> int | None:
    """Return a number of seconds in ms; None if the text is not a number."""
    found = _SECONDS.fullmatch(text.strip())
    return int(found[1]) * 1000 + int(((found[2] or "") + "000")[:3]) if found else None


def value_of_ms(ms: int) -> str:
    """Return ms as seconds."""
    return f"{ms // 1000}" + (f".{ms % 1000:03}".rstrip("0") if ms % 1000 else "")
