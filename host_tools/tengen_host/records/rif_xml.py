"""Parses the XML of RenjuNet's games as a stream, within limits, without resolving or fetching any reference."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException, EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser

from .encoding import decode
from .form import MOST_GAMES, check_bytes, check_count, place
from .record import RecordError

LONGEST = 1000  # characters of an attribute that games refer to
DEEPEST = 50  # elements in elements; a file of games has five

_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"']{1,40})[\"']")
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# The kinds of entries to which games refer by id
_TABLES = ("country", "city", "rule", "player", "tournament")


@dataclass
class GameEntry:
    """A game in the file: its attributes, and the text of its elements in pieces."""

    told: dict[str, str]
    moves: list[str] = field(default_factory=list)
    info: list[str] = field(default_factory=list)


class Database:
    """The content of a file: its games, and the entries to which they refer."""

    def __init__(self) -> None:
        self.games: list[GameEntry] = []
        self._entries: dict[str, dict[str, dict[str, str]]] = {kind: {} for kind in _TABLES}

    def entry(self, kind: str, id_: str | None) -> dict[str, str]:
        """Return the attributes of an entry; {} if there is none."""
        return self._entries[kind].get(id_ or "", {})

    def add(self, kind: str, told: dict[str, str]) -> None:
        self._entries[kind][told.get("id", "")] = told


class _Target:
    """Receives the parser's calls for each element, and fills the database."""

    def __init__(self, name: str) -> None:
        self.database = Database()
        self._where = place(name)
        self._path: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._path) == DEEPEST:
            raise RecordError(f"{self._where} has elements in elements, more than {DEEPEST} deep: it is no RIF file")
        tag = tag.rpartition("}")[2].lower()
        self._path.append(tag)
        told = {name.lower(): value for name, value in attributes.items()}
        if tag in _TABLES:
            # any number of games may refer to the entry, and each record has a copy of its texts
            long = [attribute for attribute, value in told.items() if len(value) > LONGEST]
            if long:
                raise RecordError(
                    f"{self._where}: the {long[0][:20]} of a {tag} has more than {LONGEST} characters: correct it there"
                )
            self.database.add(tag, told)
        elif tag == "game":
            if len(self.database.games) == MOST_GAMES:
                check_count(MOST_GAMES + 1, self._where)
            self.database.games.append(GameEntry(told))

    def end(self, _tag: str) -> None:
        self._path.pop()

    def data(self, text: str) -> None:
        if self._path[-2:-1] != ["game"]:
            return
        game = self.database.games[-1]
        if self._path[-1] in ("move", "moves"):
            game.moves.append(text)
        elif self._path[-1] == "info":
            game.info.append(text)

    def close(self) -> Database:
        return self.database


def parse(data: bytes, name: str) -> Database:
    """Return the content of a file. Raises RecordError with line and column if it is not XML, or has no games."""
    check_bytes(data, name)
    where = place(name)
    declared = _ENCODING.search(data[:400])
    text = decode(data, declared[1].decode("ascii", "replace") if declared else "")
    # remove the declaration, whose encoding no longer applies, but keep its line breaks for line numbers in errors
    head = _DECLARATION.match(text)
    text = "\n" * head[0].count("\n") + text[head.end() :] if head else text
    parser = DefusedXMLParser(target=_Target(name))
    try:
        parser.feed(text.encode("utf-8", "replace"))
        database: Database = parser.close()
    except EntitiesForbidden:
        raise RecordError(f"{where} declares entities, which games have no use for: take them out of it") from None
    except DefusedXmlException:
        raise RecordError(f"{where} refers to other files, which is not followed: take that out of it") from None
    except ParseError as error:
        line, column = error.position
        what = str(error).partition(":")[0][:60]
        raise RecordError(f"{where}, line {line}, column {column + 1}: {what}: get the file once more") from None
    check_count(len(database.games), name)
    return database


def clean(text: str) -> str:
    """Return a text without the characters that XML forbids."""
    return _UNFIT.sub("\ufffd", text)
