"""Parse the XML of RenjuNet's games as a stream, within limits, without resolving or fetching any reference.

HTML's entities are read as in HTML, and an & without an entity is a plain &. If the file is not valid XML, each game is
parsed separately, so that only damaged games are lost.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from html.entities import html5
from itertools import pairwise
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException, EntitiesForbidden
from defusedxml.ElementTree import DefusedXMLParser

from .checks import MOST_GAMES, Tell, check_count, place
from .encoding import decode
from .record import RecordError

LONGEST = 1000  # most characters of an attribute that games refer to
DEEPEST = 50  # most levels of nested elements; a file of games has five levels

_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"']{1,40})[\"']")
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(
    r"<!--.*?(?:(?P<comment>-->)|\Z)|<!\[CDATA\[(?P<raw>.*?)(?:(?P<end>\]\]>)|\Z)"
    r"|&(?:(?P<name>[A-Za-z][A-Za-z0-9]{0,31})|\#(?:(?P<number>[0-9]{1,7})|x(?P<hex>[0-9A-Fa-f]{1,6})));|&",
    re.DOTALL,
)
_OF_XML = ("amp", "lt", "gt", "quot", "apos")
_GAMES = re.compile(r"<(/?)games(?:\s[^<>]*)?>", re.IGNORECASE)
_GAME = re.compile(r"<game(?=[\s/>])", re.IGNORECASE)
_END = re.compile(r"<game\s[^<>]*/>|</game\s*>", re.IGNORECASE)

# The kinds of entries to which games refer by id
_TABLES = ("country", "city", "rule", "player", "tournament")


@dataclass
class GameEntry:
    """A game in the file: its attributes, and the text of its elements in pieces."""

    told: dict[str, str]
    moves: list[str] = field(default_factory=list)
    info: list[str] = field(default_factory=list)


class Database:
    """The content of a file: its games, with None for a damaged game, and the entries to which the games refer."""

    def __init__(self) -> None:
        self.games: list[GameEntry | None] = []
        self._entries: dict[str, dict[str, dict[str, str]]] = {kind: {} for kind in _TABLES}

    def entry(self, kind: str, id_: str | None) -> dict[str, str]:
        """Return the attributes of an entry; {} if there is none."""
        return self._entries[kind].get(id_ or "", {})

    def add(self, kind: str, told: dict[str, str]) -> None:
        """Add an entry from its attributes."""
        self._entries[kind][told.get("id", "")] = told


class _Target:
    """Receives the parser's calls for each element, and fills the database."""

    def __init__(self, where: str) -> None:
        self.database = Database()
        self._where = where
        self._path: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._path) == DEEPEST:
            raise RecordError(f"{self._where} has more than {DEEPEST} nested elements: it is not a RIF file")
        tag = tag.rpartition("}")[2].lower()
        self._path.append(tag)
        told = {name.lower(): value for name, value in attributes.items()}
        if tag in _TABLES:
            # the texts are limited, because any number of games may refer to the entry and each record has a copy of
            # the texts
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
        game = self.database.games[-1] if self._path[-2:-1] == ["game"] else None
        if not game:
            return
        if self._path[-1] in ("move", "moves"):
            game.moves.append(text)
        elif self._path[-1] == "info":
            game.info.append(text)

    def close(self) -> Database:
        return self.database


def parse(data: bytes, name: str, tell: Tell | None = None) -> Database:
    """Return the content of a file. Raises RecordError with line and column if it is not XML, or has no games.

    `tell` gets the place of each damaged game. A damaged game is None in the result.
    """
    declared = _ENCODING.search(data[:400])
    text = decode(data, name, declared[1].decode("ascii", "replace") if declared else "").text
    # remove the declaration, because its encoding no longer applies, but keep its line breaks, so that line numbers in
    # errors are right
    head = _DECLARATION.match(text)
    text = "\n" * head[0].count("\n") + text[head.end() :] if head else text
    text = _REFERENCE.sub(_sound, clean(text))
    try:
        database = _parsed(text, place(name))
    except RecordError as error:
        database = Database()
        if tell is not None and (games := _region(text)):
            database = _one_by_one(text, games, name, tell)
        if not any(database.games):
            raise error from None
    check_count(len(database.games), name)
    return database


def _sound(found: re.Match[str]) -> str:
    """Return a reference, a comment or a CDATA section as plain XML without comments and sections."""
    its = found.groupdict()
    if its["comment"]:
        return "\n" * found[0].count("\n")
    if its["end"]:
        return html.escape(its["raw"])
    if its["name"]:
        known = its["name"] in _OF_XML
        return found[0] if known else html.escape(html5.get(f"{its['name']};", found[0]))
    if its["number"] or its["hex"]:
        code = int(its["number"] or its["hex"], 10 if its["number"] else 16)
        return found[0] if code <= 0x10FFFF and clean(chr(code)) == chr(code) else "\ufffd"
    return "&amp;" if found[0] == "&" else found[0]


def _parsed(text: str, where: str, line: int = 1) -> Database:
    """Return the content of XML that begins in this line of the file. Raises RecordError."""
    parser = DefusedXMLParser(target=_Target(where))
    try:
        parser.feed(text.encode("utf-8", "replace"))
        database: Database = parser.close()
    except EntitiesForbidden:
        raise RecordError(f"{where} declares entities, which games do not need: remove them") from None
    except DefusedXmlException:
        raise RecordError(f"{where} refers to other files, which are not read: remove that") from None
    except ParseError as error:
        down, column = error.position
        what = str(error).partition(":")[0][:60]
        place_ = f"{where}, line {line + down - 1}, column {column + 1}"
        raise RecordError(f"{place_}: {what}: get the file once more") from None
    return database


def _region(text: str) -> tuple[int, int] | None:
    """Return the begin and the end of the content of the element with the games; None if this element is incomplete."""
    tags = list(_GAMES.finditer(text))
    if not tags or tags[0][1] or not tags[-1][1]:
        return None
    return tags[0].end(), tags[-1].start()


def _one_by_one(text: str, region: tuple[int, int], name: str, tell: Tell) -> Database:
    """Return the content of a file without its games, which are parsed separately. Raises RecordError."""
    begin, end = region
    starts = [found.start() for found in _GAME.finditer(text, begin, end)]
    check_count(len(starts), name)
    lines = text.count("\n", begin, end)
    database = _parsed(text[:begin] + "\n" * lines + text[end:], place(name))
    line = 1 + text.count("\n", 0, begin)
    for number, (at, behind) in enumerate(pairwise([begin, *starts, end])):
        piece = text[at:behind]
        closed = _END.search(piece) if number else None
        upto = closed.end() if closed else len(piece) if number else 0
        if number:
            where = place(name, number, len(starts))
            try:
                database.games += _parsed(piece[:upto], where, line).games
            except RecordError as error:
                database.games.append(None)
                tell(f"{error}; this game is left out")
        if rest := piece[upto:].strip():
            there = line + piece.count("\n", 0, upto + len(piece[upto:]) - len(piece[upto:].lstrip()))
            tell(f"{place(name)}, line {there}: {rest[:20]!r} is not a game and is left out: get the file once more")
        line += piece.count("\n")
    return database


def clean(text: str) -> str:
    """Return a text without the characters that XML forbids."""
    return _UNFIT.sub("\ufffd", text)
