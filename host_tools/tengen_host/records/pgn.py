"""Read and write the game text of pente.org, which is not the PGN of chess.

A game has headers like `[Game "Pente"]`, then moves like `1. K10 L9 2. G10 ... 1-0`.

Source: PGNGameFormat.java and GridStateFactory.java in rainwolf/pente.org. The board has 19x19 points, the columns are
A to T without I, row 1 is below. Player 1 moves first, and `1-0` means that player 1 has won. In Connect6 each stone is
a separate move. The site reads one game per file. This module also reads and writes several games in a file, one below
the other. The site's games of Renju are not read, because the site writes the points of a 15x15 board with the
coordinates of a 19x19 board.

pente.org ignores unknown headers. Our lines `[Note "..."]` contain everything for which pente.org has no header.
pente.org finds the moves by counting words, so there may be no other words between the moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tengen.games import points

from . import rules, stones, words
from .checks import check, check_count, check_length, place, written_lines
from .encoding import Structure, decode
from .record import PASS, Note, Record, RecordError
from .results import mark, with_result
from .text import must_be_moves_alone

SIZE = 19

_STRUCTURE = Structure(re.compile(r"\{[^}\n]*\}?|\"[^\n]*\""), closing="}", behind=re.compile(r"\s"), escapes=False)
_KEY = r"\[[ \t]{0,20}([A-Za-z][A-Za-z0-9 '?_-]{0,40}?)[ \t]{1,20}\""
_START = re.compile(_KEY)
_HEADER = re.compile(_KEY + r"(.*)\"[ \t]{0,20}\]")

_COLUMNS = "abcdefghjklmnopqrst"
_WIDEST = 80  # most characters in a line of moves
_WORD = re.compile(
    r"(?P<result>1/2-1/2|1-0|0-1|0-0|\*|\?)(?!\S)"
    r"|(?P<number>[0-9]{1,4}\.+)"
    r"|(?P<point>[A-Za-z][0-9]{1,2})(?![A-Za-z0-9])"
    r"|(?P<ended>Resign|Forfeit)(?!\S)"
    r"|(?P<comment>\{[^}]{0,10000}\})"
    r"|(?P<gap>[\s\ufeff]+)"
)
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "0-0": "1/2-1/2", "*": "*"}
_TURNED = {"1-0": "0-1", "0-1": "1-0"}
_UNKNOWN = ("", "-", "?")

# The site's name of a game -> the game, its options and its opening. The site's tournament rule is Pro, which demands
# move 3 outside the middle 5x5 points. D-, DK- and G-Pente have special openings, which Tengen does not have.
_GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "Pente": ("pente", {}, "pro"),
    "Keryo-Pente": ("pente", {"keryo": True}, "pro"),
    "Poof-Pente": ("pente", {"poof": True}, "pro"),
    "Boat-Pente": ("pente", {"boat": True}, "pro"),
    "O-Pente": ("pente", {"keryo": True, "poof": True, "boat": True}, "pro"),
    "Swap2-Pente": ("pente", {}, "swap-2"),
    "Swap2-Keryo": ("pente", {"keryo": True}, "swap-2"),
    "D-Pente": ("pente", {}, ""),
    "DK-Pente": ("pente", {"keryo": True}, ""),
    "G-Pente": ("pente", {}, ""),
    "Gomoku": ("gomoku", {}, ""),
    "Connect6": ("connect6", {}, ""),
}
_KNOWN = {name.casefold(): name for name in _GAMES}
# the site's games with one of these words before their names have the same rules
_SORT = re.compile(r"(speed|turn-based)\s+", re.IGNORECASE)
_OPENINGS_OF_THE_SITE = ("D-Pente", "DK-Pente", "G-Pente")

# the headers that are fields of a record
_FIELDS = {"Event": "event", "Round": "round", "Site": "place"}
# the headers with the players' names: the first header of each pair is pente.org's, the second one is BrainKing's
_NAMES = (("Player 1 Name", "White"), ("Player 2 Name", "Black"))
_TAKEN = ("Game", "GameType", "Result", "Note", "Date", *_FIELDS, *(name for pair in _NAMES for name in pair))
_DAYS = (
    (re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})"), (3, 1, 2)),
    (re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})"), (1, 2, 3)),
)
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_HELD = ("black", "white", "event", "round", "place")


@dataclass
class _Game:
    line: int = 1  # the line where the game begins
    headers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)  # key: the number of moves before the comments
    result: str = ""
    ended: str = ""
    began: bool = False  # whether the moves have begun, or any other text in their place


def looks_like_pgn(start: str) -> bool:
    """Return whether a text begins with a header."""
    return _START.match(start.lstrip("\ufeff \t\r\n")) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """Return the games of a file. Raises RecordError with the line."""
    games: list[_Game] = []
    for number, line in written_lines(decode(data, name, structure=_STRUCTURE).text):
        where = f"{place(name)}, line {number}"
        said = line.strip("\ufeff \t")
        if not said:
            continue
        if said.startswith("["):
            if not games or games[-1].began:
                check_count(len(games) + 1, name)
                games.append(_Game(number))
            _header(games[-1], said, where)
        elif games:
            games[-1].began = True
            _moves(games[-1], line, where)
        else:
            raise RecordError(f'{where}: a game of pente.org begins like `[Game "Pente"]`: choose a file that does')
    check_count(len(games), name)
    return [_record(game, place(name, number, len(games))) for number, game in enumerate(games, 1)]


def _header(game: _Game, line: str, where: str) -> None:
    found = _HEADER.fullmatch(line)
    if not found:
        raise RecordError(f"{where}: a header is like `[Game \"Pente\"]`, in a line of its own: correct it there")
    if found[1] == "Note":
        game.notes.append(found[2].strip())
    else:
        game.headers[found[1]] = found[2].strip()


def _moves(game: _Game, line: str, where: str) -> None:
    at = 0
    while at < len(line):
        found = _WORD.match(line, at)
        if not found:
            what = line[at : at + 10].split()[0]
            raise RecordError(f"{where}, column {at + 1}: {what!r} is not a move: write points like K10")
        kind, word = found.lastgroup, found[0]
        if kind == "point":
            game.moves.append(_point(word, f"{where}, column {at + 1}"))
            check_length(len(game.moves), where)
        elif kind == "comment" and word[1:-1].strip():
            game.comments.setdefault(len(game.moves), []).append(word[1:-1].strip())
        elif kind == "result":
            game.result = word
        elif kind == "ended":
            game.ended = word
        at = found.end()


def _point(word: str, where: str) -> str:
    column, row = _COLUMNS.find(word[0].lower()), int(word[1:])
    if column < 0 or not 1 <= row <= SIZE:
        board = "a 19x19 board with the columns A to T without I"
        raise RecordError(f"{where}: {word} is not a point of {board}: correct it")
    return points.name((row - 1) * SIZE + column, SIZE)


def _record(game: _Game, where: str) -> Record:
    notes = tuple(Note(after, "comment", {"text": "\n".join(texts)}) for after, texts in game.comments.items())
    record = replace(_named(game, where), moves=tuple(game.moves), size=SIZE, notes=notes)
    comment = list(game.notes)
    record = words.with_game(record, comment)
    record = replace(record, first=rules.first(record.game))
    record, refused = rules.followed(replace(record, colours=_colours(record)))
    record = check(record, where)
    told = game.headers.get("Result", "") or game.result
    result = _RESULTS.get(told, "")
    record = with_result(record, result if record.first == "black" else _TURNED.get(result, result))
    if game.ended == "Resign" and record.over and not record.reason:
        record = replace(record, reason="resignation")
    record = replace(record, **_said(game, record.first))
    day = _day(game.headers.get("Date", ""))
    if not any(line.startswith("Date: ") for line in comment):
        record = replace(record, date=day)
    comment += [] if day else _others(game, ("Date",))
    comment += _others(game, [key for key in game.headers if key not in _TAKEN])
    if result == "" and told not in _UNKNOWN:
        comment.append(f"Result: {told}")
    comment += [f"{game.ended}."] if game.ended and record.reason != "resignation" else []
    comment += [refused] if refused and refused not in comment else []  # our own files already contain this note
    return words.with_header(record, comment)


def _named(game: _Game, where: str) -> Record:
    """Return a record without moves, of the game in the headers."""
    told = game.headers.get("Game", game.headers.get("GameType", ""))
    its = _KNOWN.get(_SORT.sub("", told, 1).casefold())
    if not told:
        raise RecordError(f'{where}: no header says which game it is: write one like `[Game "Pente"]`')
    if its is None:
        raise RecordError(f"{where} is of the game {told[:20]!r}: these games of pente.org can be read: {_SHORT_LIST}")
    game_, options, rule = _GAMES[its]
    if its in _OPENINGS_OF_THE_SITE or its != told:
        game.headers["Name on pente.org"] = told
    return Record((), game=game_, options=options, rule=rule)


_SHORT_LIST = "Pente with its variants, Gomoku, Connect6"


def _colours(record: Record) -> tuple[str, ...]:
    """Return the colours of the moves in order, without using the rules."""
    first, second = record.first, stones.other(record.first)
    if record.game == "connect6":  # one stone in the first turn, then two stones in each turn
        return tuple((first, second)[(number + 1) // 2 % 2] for number in range(len(record.moves)))
    return tuple((first, second)[number % 2] for number in range(len(record.moves)))


def _said(game: _Game, first: str) -> dict[str, Any]:
    """Return the fields of a record that the headers contain."""
    names = [next((game.headers[key] for key in pair if key in game.headers), "") for pair in _NAMES]
    found = dict(zip((first, stones.other(first)), names, strict=True))
    found |= {its: game.headers.get(key, "") for key, its in _FIELDS.items()}
    return {key: "" if value in _UNKNOWN else value for key, value in found.items()}


def _others(game: _Game, keys: Sequence[str]) -> list[str]:
    return [f"{key}: {game.headers[key]}" for key in keys if game.headers.get(key, "") not in _UNKNOWN]


def _day(told: str) -> str:
    for form, (year, month, day) in _DAYS:
        found = form.fullmatch(told)
        if found and 1 <= int(found[month]) <= 12 and 1 <= int(found[day]) <= 31:
            return f"{found[year]}-{int(found[month]):02}-{int(found[day]):02}"
    return ""


def write(records: Sequence[Record]) -> bytes:
    """Return a file with the games, one below the other.

    Raises RecordError for a game that pente.org does not have.
    """
    return "\r\n".join(_text(record) for record in records).encode("utf-8", "replace")


def _text(record: Record) -> str:
    named = [
        name
        for name, (game, options, _) in _GAMES.items()
        if (game, options) == (record.game, dict(record.options)) and name not in _OPENINGS_OF_THE_SITE
    ]
    if not named or record.torus:
        raise RecordError(
            f"pgn has {_SHORT_LIST} as pente.org plays them, and this is one of "
            f"{words.game(record)[:60] or words.title(record.game)[:60] or 'another game'}: write this game as sgf"
        )
    if record.size != SIZE:
        size = f"{record.size}x{record.size}"
        raise RecordError(f"pgn is for boards of 19x19, and this one is {size}: write this game as sgf")
    must_be_moves_alone(record, "pgn")
    check(record, "the game")
    if PASS in record.moves:
        number = record.moves.index(PASS) + 1
        raise RecordError(f"pgn can't say that a turn is passed, as with move {number}: write this game as sgf or text")
    name = next((name for name in named if _GAMES[name][2] == record.rule), named[0])
    result = _result(record)
    lines = [f'[{key} "{value}"]' for key, value in _headers(record, name, result)]
    notes = words.header(record, (*_HELD, "date") if _DAY.fullmatch(record.date) else _HELD)
    if record.over and not record.reason and notes[-1:] == [words.result(record)]:
        notes = notes[:-1]  # a header already contains the result
    if notes == [f"Rules: {words.game(record)}"] and _GAMES[name] == (record.game, dict(record.options), record.rule):
        notes = []  # the game's name already contains the rules
    lines += [f'[Note "{line}"]' for line in notes]
    return "\r\n".join([*lines, "", *_folded(record, result)]) + "\r\n"


def _headers(record: Record, name: str, result: str) -> list[tuple[str, str]]:
    one, other = (record.black, record.white) if record.first == "black" else (record.white, record.black)
    day = _DAY.match(record.date)
    said = [
        ("Game", name),
        ("Site", record.place or "-"),
        ("Event", record.event or "-"),
        ("Round", record.round or "-"),
        *([("Date", f"{day[2]}/{day[3]}/{day[1]}")] if day else []),
        ("Player 1 Name", one or "?"),
        ("Player 2 Name", other or "?"),
        ("Result", result),
    ]
    return [(key, " ".join(value.split())) for key, value in said]


def _result(record: Record) -> str:
    if not record.over:
        return "*" if mark(record) == "*" else "?"
    if record.winner is None:
        return "1/2-1/2"
    return "1-0" if record.winner == record.first else "0-1"


def _folded(record: Record, result: str) -> list[str]:
    """Return the lines of moves, with a number before every second move, and the result."""
    said = []
    for at, move in enumerate(record.moves):
        row, column = divmod(points.index(move, SIZE), SIZE)
        said += [f"{at // 2 + 1}."] if at % 2 == 0 else []
        said.append(f"{_COLUMNS[column].upper()}{row + 1}")
    lines = [""]
    for word in [*said, result]:
        if len(lines[-1]) + len(word) >= _WIDEST:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
