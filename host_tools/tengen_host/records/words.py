"""Put a record into English sentences, for comments in formats that have no field for the information."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tengen.games import LINE_NAMES, registry

from ..i18n import cause_text
from . import rules
from .record import PASS, RENJU, Note, Record
from .results import is_told_by_moves

# the opening rules of Renju, by their names in files of Renju; OPENINGS has the openings of all games
RULES = {
    "free centre": "free centre",
    "rif": "RIF",
    "swap": "Swap",
    "yamaguchi": "Yamaguchi",
    "soosyrv-8": "Soosõrv-8",
    "taraguchi-10": "Taraguchi-10",
    "tarannikov": "Tarannikov",
    "swap-2": "Swap-2",
    "swap-5": "Swap-5",
    "pro": "Pro",
    "long pro": "Long Pro",
}
OPENINGS = {
    **RULES,
    "centre": "centre",
    "free": "free",
    "swap-3rd": "Swap-3rd",
    "black's choice": "Black's Choice",
}

_LABELS = {
    "Rules": "rules",
    "Black": "black",
    "White": "white",
    "Opening rule": "rule",
    "Settings": "settings",
    "Event": "event",
    "Round": "round",
    "Table": "table",
    "Place": "place",
    "Date": "date",
}
_RULE_NAMES = {told: rule for rule, told in OPENINGS.items()}
_DATE = re.compile(r"[0-9]{4}(?![0-9])")
# reasons of results that are visible neither in the moves nor in the mark of the result
_REASONS = (
    "", "resignation", "time", "agreement", "full board", "first pass", "two passes", "no move", "captures", "both",
)  # fmt: skip

_FOULS = ("overline", "double-four", "double-three")
_OTHER = {"black": "white", "white": "black"}
_DRAWN = {
    "time": "both players' time has ended",
    "both": "both win by the same move",
    "no move": "no move is possible",
}

_OPENING, _NONE = "opening", "none"


def result(record: Record) -> str:
    """Return a sentence like `White wins: double-three at H8, a foul.`; empty if the game is not over."""
    if not record.over:
        return ""
    winner, reason, line = record.winner, record.reason, shown(record.line)
    if winner is None:
        said = _DRAWN.get(reason, reason)
        return f"Draw: {said}." if said else "Draw."
    said = f"{winner.capitalize()} wins"
    loser = _OTHER.get(winner, "the other").capitalize()
    if reason == "resignation":
        return f"{said}: {loser} resigns."
    if reason == "time":
        return f"{said}: {loser}'s time has ended."
    if reason in _FOULS:
        return f"{said}: {reason} at {line}, a foul." if line else f"{said}: {reason}, a foul."
    if reason == "open four":
        return f"{said}: {loser} has an open four {line}.".replace(" .", ".")
    if reason == "captures":
        return f"{said}: enough stones are captured."
    if reason and line:
        return f"{said}: {reason} {line}."
    return f"{said}: {reason}." if reason else f"{said}."


def shown(points: Sequence[str]) -> str:
    """Return points for people, like `H8 I9`."""
    return " ".join(point if point == PASS else point.upper() for point in points)


def sentence(note: Note, record: Record) -> str:
    """Return a note in words; "" for an unknown kind."""
    if note.kind == "comment":
        return str(note.fields.get("text", ""))
    say = _SENTENCES.get(note.kind)
    return say(note.fields, record) if say else ""


def notes(record: Record) -> list[tuple[int, str]]:
    """Return the notes as sentences, each with the number of moves before it."""
    said = [(note.after, sentence(note, record)) for note in record.notes]
    return [(after, words) for after, words in said if words]


def header(record: Record, held: Container[str] = ()) -> list[str]:
    """Return lines with everything that a list of moves omits.

    These are lines like `Black: name`, the notes, the clocks and the result.

    `held`: the fields that the format itself can store. These fields are omitted.
    """
    lines = [f"{label}: {_one_line(value)}" for label, field, value in _labelled(record) if value and field not in held]
    lines += [_one_line(f"After move {after}: {words}" if after else words) for after, words in notes(record)]
    if any(record.clocks):
        left = [" / ".join(map(shown_time, pair)) if pair else "?" for pair in record.clocks]
        lines.append("Clocks after each move, Black / White: " + ", ".join(left))
    lines += [_one_line(line) for line in record.comment.splitlines() if line.strip()]
    if record.over and not is_told_by_moves(record):
        lines.append(_one_line(result(record)))
    return lines


def title(game: str) -> str:
    """Return a game's name for people, like `Pente`.

    If this version does not know the game, this is the name in the record with a capital.
    """
    return registry.title(game) if game in registry.NAMES else game[:1].upper() + game[1:]


def game(record: Record) -> str:
    """Return the game's name with its options and its opening, like `Pente, keryo, overline=refused, opening=pro`.

    game_of() reads this text, also in a version that does not know the game. The text is "" for Renju, and if the
    record does not name its game.
    """
    if record.game in (RENJU, ""):
        return ""
    said = [title(record.game)]
    said += [option if value is True else f"{option}={value}" for option, value in sorted(record.options.items())]
    return ", ".join([*said, f"{_OPENING}={record.rule or _NONE}"])


def named(said: str) -> str:
    """Return the game with this title(), in capitals or small letters.

    The title of an unknown game is its name with a capital.
    """
    known = [game for game in registry.NAMES if registry.title(game).casefold() == said.casefold()]
    return known[0] if known else said[:1].lower() + said[1:]


def game_of(text: str) -> tuple[str, dict[str, Any], str] | None:
    """Return the game, the options and the opening from a text of game(); None for any other text."""
    name, *parts = text[:500].split(", ")
    if not parts or not parts[-1].startswith(f"{_OPENING}=") or not name:
        return None
    *said, opening = (part.partition("=") for part in parts)
    options = {option: value if equal else True for option, equal, value in said}
    return named(name), options, "" if opening[2] == _NONE else opening[2]


def has_plain_game(record: Record) -> bool:
    """Return whether the text of game() can be read back exactly.

    This is impossible if names contain unusual characters.
    """
    its = (record.game, dict(record.options), record.rule)
    return record.is_renju or game_of(_one_line(game(record))) == its


def with_game(record: Record, lines: Sequence[str]) -> Record:
    """Return the record with the game, the options and the opening from the lines of a header(), if they are there."""
    label = "Rules: "
    found = game_of(lines[0][len(label) :]) if lines and lines[0].startswith(label) else None
    return _of_game(record, found) if found else record


def _of_game(record: Record, found: tuple[str, dict[str, Any], str]) -> Record:
    game, options, rule = found
    return replace(record, game=game, options=options, rule=rule, torus=options.get("torus") is True)


def with_header(record: Record, lines: Sequence[str]) -> Record:
    """Return the record with the fields from the lines of a header(); the other lines become its comment.

    Call with_game() first, because the result depends on the game. Labels count only at the beginning and in the order
    of _LABELS. A label in a later line is part of the comment.
    """
    rest, kept = list(lines), []
    found: dict[str, Any] = {}
    for label, field in _LABELS.items():
        if rest and rest[0].startswith(f"{label}: "):
            line = rest.pop(0)
            if line == f"Rules: {game(record)}":
                continue
            value = _said_back(field, line.partition(": ")[2])
            if value and not getattr(record, field):
                found[field] = value
            else:
                kept.append(line)
    record = replace(record, **found)
    reasons = [record.reason] if record.reason else _REASONS
    # in any letters: Tengen 1.0.0 wrote the points in small ones
    told = {result(replace(record, reason=reason)).casefold(): reason for reason in reasons} if record.over else {}
    for line in [line for line in rest if line.casefold() in told][-1:]:
        rest.remove(line)
        record = replace(record, reason=told[line.casefold()])
    return replace(record, comment="\n".join(kept + rest))


def _said_back(field: str, value: str) -> str:
    """Return the value of a field that these words mean; "" if they mean no value."""
    if field == "rule":
        return _RULE_NAMES.get(value, "")
    if field in ("rules", "settings") or (field == "date" and not _DATE.match(value)):
        return ""  # the header contains only the unusual settings, so the settings can't be restored
    return value


def shown_time(ms: int) -> str:
    """Return a clock's time in ms as `4:59.2`, with hours in front from one hour on."""
    seconds, part = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    said = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return said + (f".{part:03}".rstrip("0") if part else "")


def settings(record: Record) -> str:
    """Return the board's settings in words.

    The usual values, and the settings that have a field in the record, are left out.
    """
    known = ("game", "size", "options", "opening")
    told = {key: value for key, value in record.settings.items() if key not in known}
    unusual = {key: value for key, value in told.items() if value not in (False, 0, None, "", "none", "auto")}
    return ", ".join(key if value is True else f"{key} {value}" for key, value in unusual.items())


def _labelled(record: Record) -> list[tuple[str, str, str]]:
    rule = OPENINGS.get(record.rule, record.rule) if record.game in (RENJU, "") else ""
    said = {"rules": game(record), "rule": rule, "settings": settings(record)}
    fields = {**vars(record), **said}
    return [(label, field, fields[field]) for label, field in _LABELS.items()]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _seat(who: Any, record: Record) -> str:
    """Return a seat in words, which is its player's name if the name is known."""
    called = {"p1": "Player 1", "p2": "Player 2", "arbiter": "The arbiter"}
    if who not in ("p1", "p2", "arbiter"):
        return "Somebody"
    begins = rules.first(record.game)
    seats: Mapping[str, Any] = record.players or {begins: "p1", _OTHER[begins]: "p2"}
    name = next((getattr(record, colour) for colour in _OTHER if seats.get(colour) == who), "")
    return f"{called[who]} ({name})" if name else called[who]


def _points(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return shown([str(point) for point in value])
    return shown([str(value)]) if value else ""


def _chosen(fields: Mapping[str, Any], record: Record) -> str:
    who, ask, option = _seat(fields.get("who"), record), fields.get("ask"), fields.get("option")
    if ask == "swap":
        return f"{who} swaps." if option == "swap" else f"{who} does not swap."
    if ask == "side":
        if option == "add":
            return f"{who} adds two stones, and lets the other choose."
        return f"{who} takes {str(option).capitalize()}."
    if ask == "fifths":
        return f"{who} declares tentative fifths: {option}."
    if ask == "way":
        return f"{who} chooses {'one fifth stone' if option == '1' else f'{option} tentative fifths'}."
    return f"{who} chooses {option}."


def _claim(fields: Mapping[str, Any], record: Record) -> str:
    what = {"five": "a five", "foul": "a foul", "time": "that the other's time has ended"}
    word = str(fields.get("what"))
    said = what.get(word, f"a {word}" if word in LINE_NAMES.values() else word)
    right = "rightly" if fields.get("right") else "wrongly"
    return f"{_seat(fields.get('who'), record)} {right} claims {said}."


def _taken_back(fields: Mapping[str, Any], record: Record) -> str:
    count = fields.get("count")
    moves = "1 move is" if count == 1 else f"{count} moves are"
    removed = _points(fields, "removed")
    by = _seat(fields.get("by"), record)
    return f"{moves} taken back{f' ({removed})' if removed else ''}: {by}."


def _clock(fields: Mapping[str, Any], record: Record) -> str:
    left = []
    for seat in ("p1", "p2"):
        ms = fields.get(seat)
        if isinstance(ms, int) and ms >= 0:
            left.append(f"{_seat(seat, record)} has {shown_time(ms)}")
    stopped = fields.get("stopped")
    said = f"The clock is stopped ({stopped})" if stopped else "The clock"
    return f"{said}: {cause_text(fields.get('cause'))}{'; ' if left else ''}{', '.join(left)}."


_SENTENCES = {
    "chosen": _chosen,
    "offered": lambda fields, _: f"Black offers tentative fifths: {_points(fields, 'points')}.",
    "kept": lambda fields, _: f"White keeps {_points(fields, 'point')}.",
    "claim": _claim,
    "lapsed": lambda fields, _: f"Not claimed, and lapsed: the {fields.get('what')} at {_points(fields, 'point')}.",
    "draw_offered": lambda fields, record: f"{_seat(fields.get('who'), record)} offers a draw.",
    "draw_declined": lambda fields, record: f"{_seat(fields.get('who'), record)} declines the draw.",
    "taken_back": _taken_back,
    "clock": _clock,
    "damaged": lambda *_: "The board's journal is damaged here: what was done next can't be read any more.",
}
