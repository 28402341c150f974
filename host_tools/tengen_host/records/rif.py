"""Read and write RenjuNet's XML format for games, from the Renju federation.

The reader is tolerant, because there is no published schema.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

from tengen.games import points
from tengen.games.renju.opening_names import opening_name

from . import words
from .checks import USUAL_SIZE, Tell, check, place
from .record import PASS, Record, RecordError, fifth_notes, other_fifths
from .results import with_ending, with_result
from .rif_xml import Database, GameEntry, clean, parse
from .sgf.values import rule_of
from .text import moves_of, must_be_moves_alone

# Black's score as files write it -> the mark in results.py
_RESULTS = {"1": "1-0", "1.0": "1-0", "0": "0-1", "0.0": "0-1", "0.5": "1/2-1/2", ".5": "1/2-1/2", "1/2": "1/2-1/2"}
_POINTS = {"black": "1", "white": "0", None: "0.5"}

# the fields of a record that RIF can store
_HELD = ("black", "white", "rule", "event", "round", "place", "date")

_MOST_TOLD = 20  # the most damaged games that messages list

_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}([T ].{0,30})?)?)?")


def read(data: bytes, name: str = "", tell: Tell | None = None) -> list[Record]:
    """Return the games of a file. Raises RecordError.

    `tell` gets the place of each damaged game, which is omitted. A file with damaged games only is refused.
    """
    lost: list[str] = []  # the places of damaged games, in words
    wrong: RecordError | None = None
    database = parse(data, name, tell and lost.append)
    count = len(database.games)
    found = []
    for number, game in enumerate(database.games, 1):
        try:
            found += [_record(game, database, place(name, number, count))] if game else []
        except RecordError as error:
            if tell is None:
                raise
            wrong = wrong or error
            lost.append(f"{error}; this game is left out")
    if wrong and not found:
        raise wrong
    if len(lost) > _MOST_TOLD:
        lost[_MOST_TOLD:] = [f"{place(name)}: {len(lost) - _MOST_TOLD} more games are damaged and left out"]
    if tell:
        for words_ in lost:
            tell(words_)
    return found


def _record(game: GameEntry, database: Database, where: str) -> Record:
    told = game.told
    moves = moves_of(" ".join(game.moves), where)
    tournament = database.entry("tournament", told.get("tournament"))
    rule = database.entry("rule", told.get("rule")).get("name", "")
    record = Record(
        moves,
        black=_player(database, told.get("black")),
        white=_player(database, told.get("white")),
        rule=rule_of(rule) or "",
        # leave out an id that is only a number, because other programs may number their games from 1
        id="" if told.get("id", "").isdigit() else told.get("id", ""),
        event=tournament.get("name", ""),
        round=told.get("round", ""),
        place=_place(database, tournament),
        date=_date(tournament),
    )
    check(record, where)
    comment = ["".join(game.info).strip()]
    comment += [f"Rules: {rule}"] if rule and not record.rule else []
    comment += [f"Swap: {told['swap']}"] if told.get("swap", "0") not in ("", "0") else []
    others = _points(told.get("alt", ""))
    record = replace(record, notes=fifth_notes(moves, others))
    if told.get("alt") and not record.notes:
        comment.append(f"Alternative fifths: {told['alt']}")
    if "bresult" in told:
        record = with_result(record, _RESULTS.get(told["bresult"].replace(",", ".").strip(), "*"))
    else:
        record = with_ending(record)
    return words.with_header(record, [line for text in comment for line in text.split("\n") if line])


def _player(database: Database, id_: str | None) -> str:
    player = database.entry("player", id_)
    return " ".join(name for name in (player.get("name"), player.get("surname")) if name)


def _place(database: Database, tournament: dict[str, str]) -> str:
    city = database.entry("city", tournament.get("city")).get("name", "")
    country = database.entry("country", tournament.get("country")).get("name", "")
    return ", ".join(name for name in (city, country) if name)


def _date(tournament: dict[str, str]) -> str:
    """Return the first day of a date, or only the month or the year if the entry has no day."""
    year, month, start = (tournament.get(name, "").strip() for name in ("year", "month", "start"))
    if _DATE.fullmatch(start):
        return start
    parts = (year.zfill(4), month.zfill(2), start.zfill(2))
    fits = (f"{parts[0]}-{parts[1]}-{parts[2]}", f"{parts[0]}-{parts[1]}", parts[0])
    return next((date for date in fits if year and _is_date(date)), "")


def _is_date(text: str) -> bool:
    try:
        return bool(datetime.strptime(text, "%Y-%m-%d"[: 3 * text.count("-") + 2]))
    except ValueError:
        return False


def _points(text: str) -> list[str]:
    """Return the points in a text; an empty result if the text contains anything else."""
    try:
        return points.names(points.indices(text.replace(",", " "), USUAL_SIZE), USUAL_SIZE)
    except ValueError:
        return []


def write(records: Sequence[Record]) -> bytes:
    """Return the games as XML. Raises RecordError for anything but plain moves on a 15x15 board."""
    tables = _Tables()
    games = ElementTree.Element("games")
    for number, record in enumerate(records, 1):
        where = place("", number, len(records))
        if record.size != USUAL_SIZE:
            raise RecordError(f"{where}: rif can't say that the board is {record.size}x{record.size}: write it as sgf")
        if not record.is_renju:
            its = words.title(record.game) or "an unknown name"
            raise RecordError(f"{where}: rif has games of Renju only, and this is one of {its[:20]}: write it as sgf")
        must_be_moves_alone(record, "rif")
        games.append(_game(check(record, where), number, tables))
    root = ElementTree.Element("database")
    root.extend([*tables.elements(), games])
    ElementTree.indent(root, " ")
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


class _Tables:
    """The tables of players, tournaments and so on. Games refer to the entries by number."""

    _NAMES = (
        ("countries", "country"),
        ("cities", "city"),
        ("rules", "rule"),
        ("openings", "opening"),
        ("players", "player"),
        ("tournaments", "tournament"),
    )

    def __init__(self) -> None:
        self._entries: dict[str, dict[tuple[tuple[str, str], ...], str]] = {entry: {} for _, entry in self._NAMES}

    def id(self, kind: str, **told: str) -> str:
        """Return the number of the entry with this text, "" for an empty text."""
        if not any(told.values()):
            return ""
        its = self._entries[kind]
        return its.setdefault(tuple(told.items()), str(len(its) + 1))

    def elements(self) -> list[ElementTree.Element]:
        found = []
        for table, kind in self._NAMES:
            found.append(ElementTree.Element(table))
            for told, id_ in self._entries[kind].items():
                ElementTree.SubElement(found[-1], kind, {"id": id_, **{name: clean(text) for name, text in told}})
        return found


def _game(record: Record, number: int, tables: _Tables) -> ElementTree.Element:
    year, _, rest = record.date.partition("-")
    tournament = {"name": record.event, "city": tables.id("city", name=record.place)}
    tournament |= {"year": year[:4], "month": rest[:2], "start": record.date} if _DATE.fullmatch(record.date) else {}
    told = {
        "id": record.id or str(number),
        "tournament": tables.id("tournament", **tournament),
        "round": record.round,
        "rule": tables.id("rule", name=words.RULES.get(record.rule, record.rule)),
        "black": _player_id(record.black, tables),
        "white": _player_id(record.white, tables),
        "bresult": _POINTS[record.winner] if record.over else "",
        "opening": _opening_id(record, tables),
        "alt": " ".join(other_fifths(record)),
        "swap": str(sum(note.fields.get("option") == "swap" for note in record.notes if note.kind == "chosen") or ""),
    }
    game = ElementTree.Element("game", {name: clean(text) for name, text in told.items()})
    ElementTree.SubElement(game, "move").text = " ".join(record.moves)
    info = words.header(record, _HELD if _DATE.fullmatch(record.date) else _HELD[:-1])
    if info:
        ElementTree.SubElement(game, "info").text = clean("\n".join(info))
    return game


def _player_id(name: str, tables: _Tables) -> str:
    first, _, surname = name.rpartition(" ")
    if f"{first} {surname}".split() != name.split(" "):
        first, surname = "", name  # leave the name whole, because splitting would change the blanks in the name
    return tables.id("player", name=first, surname=surname)


def _opening_id(record: Record, tables: _Tables) -> str:
    start = record.moves[:3]
    if PASS in start:
        return ""
    found: Any = opening_name([points.index(move, USUAL_SIZE) for move in start], USUAL_SIZE)
    return tables.id("opening", name=found[1], abbr=found[0].lower()) if found else ""
