"""Games as SGF: written as GM[4], and read in the forms of other programs, too.

RU names the opening rule of a game of Renju, and of another game its name, options and opening: `RU[Pente, keryo,
opening=pro]`. What a move changes besides its own stone is in AE, AB and AW of the next node, which has no move,
because SGF does not allow both in one node; so every viewer shows the right board. Stones of nobody and the common
centre, which SGF does not have, are empty there, and in our own properties TN and TO.

Data without an SGF property are written in words into the comments, and also into the property TG, which only Tengen
uses. TG is JSON: for each such field of the record [a checksum of the field as the file says it without TG, the value].
So our own files are read back unchanged; if another program has changed a field, its change counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from tengen.session.clock import control

from . import fields, fifths, rules, stones, words
from . import sgf_words as say
from .form import SIZES, SQUARE, Tell, check, check_bytes, check_length
from .record import COLOURS, EMPTY, PASS, RENJU, Change, Note, Record, RecordError
from .results import with_ending
from .sgf_nodes import Raw, is_move, moves_of
from .sgf_tree import games, line_of, serialise, text_of, value_of

_COLOURS = {"B": "black", "W": "white"}
# what the points of a property hold; AE comes first, since our own properties name points that it makes empty
_CHANGED = {"AE": EMPTY, "AB": "black", "AW": "white", "TN": "neutral", "TO": "common"}
_CONNECT6 = "511"  # of Connect6 editors, such as KifuAssembler's; SGF itself has no number for it
# 4 is Renju; some programs write Go's number, 1, and ORC Game Center writes 5
_GAMES = ("1", "4", "5", _CONNECT6)
_NAMES = {"black": "PB", "white": "PW", "event": "EV", "round": "RO", "place": "PC"}

# Properties that go into the comment of a record, with their labels
_SAID = {
    "GN": "Game",
    "BR": "Black's rank",
    "WR": "White's rank",
    "BT": "Black's team",
    "WT": "White's team",
    "ON": "Opening",
    "AN": "Annotated by",
    "SO": "Source",
    "US": "Entered by",
    "CP": "Copyright",
    "SW": "Swap",
}

# The properties of FF[1] to FF[4], and those that this module and RenjuBase (FA) have: any other may hold stones
_KNOWN = re.compile(
    "AB|AE|AN|AP|AR|AW|B|BL|BM|BR|BS|BT|C|CA|CH|CP|CR|DD|DM|DO|DT|EL|EV|EX|FF|FG|GB|GC|GE|GM|GN|GW|HA|HO|ID|IT|KI|KM|"
    "KO|L|LB|LN|LT|M|MA|MN|N|OB|OM|ON|OP|OT|OV|OW|PB|PC|PL|PM|PW|RE|RG|RO|RU|SC|SE|SI|SL|SO|SQ|ST|SU|SW|SZ|TB|TC|TE|TM|"
    "TR|TW|UC|US|V|VW|W|WL|WR|WS|WT|FA|TG|TN|TO"
)
_LARGEST = SIZES[-1]
_MOST_SET = 10_000  # set-up stones of a game, where a point set up again counts again

_WORDS_SUFFICE = ("", "five", "six", "resignation", "time")  # reasons that RE and the stones show without a comment


def read(data: bytes, name: str = "", tell: Tell | None = None) -> list[Record]:
    """Return the games of a file: their main lines. Raises RecordError.

    `tell` takes what is mended, and the names of properties in which another program may keep stones.
    """
    check_bytes(data, name)
    found = []
    for where, nodes in games(data, name, tell):
        found.append(_record(nodes, where))
        if tell and (unread := _unread(nodes)):
            tell(f"{where}: {unread} may hold stones, which are not read: compare it with the program that wrote it")
    return found


def write(records: Sequence[Record]) -> bytes:
    """Return the games as SGF. Raises RecordError for a game without a board."""
    return b"".join(serialise(_nodes(record)) for record in records)


# Reading


def _unread(nodes: Sequence[Raw]) -> str:
    """Return the names of properties that nobody here knows and that look like points."""
    found = {
        name: None
        for node in nodes
        for name, values in node.items()
        if not (is_move(name) or _KNOWN.fullmatch(name)) and any(map(say.may_be_points, values))
    }
    return ", ".join(found)


def _record(nodes: Sequence[Raw], where: str) -> Record:
    record = _plain(nodes, where)
    kept = line_of(nodes[0]["TG"]) if "TG" in nodes[0] else ""
    try:
        return replace(record, **_kept(kept, record)) if kept else record
    except ValueError:
        return record  # TG is from another program or damaged; the game itself can be read


def _kept(text: str, record: Record) -> dict[str, Any]:
    """Return the fields from TG that nobody has changed since."""
    kept = fields.parse(text)
    if not isinstance(kept, dict) or not all(isinstance(its, list) and len(its) == 2 for its in kept.values()):
        raise ValueError("this is no TG")
    found = {
        field: fields.load(field, kept[field][1])
        for field in fields.FIELDS
        if field in kept and kept[field][0] == _seen(record, field)
    }
    if len(found.get("clocks", ())) > len(record.moves):
        raise ValueError("there are more clocks than moves")
    return found


def _seen(record: Record, field: str) -> int:
    """Return a checksum of a field's value."""
    return crc32(json.dumps(fields.dump(record, field), sort_keys=True).encode())


def _plain(nodes: Sequence[Raw], where: str) -> Record:
    """Return the record from a game's nodes without its property TG."""
    root = nodes[0]
    kind = line_of(root.get("GM", ()))
    if kind and kind not in _GAMES:
        others = "only GM[4], Renju, GM[1], GM[5] and Connect6's GM[511] are read"
        raise RecordError(f"{where} is of another game (GM[{kind[:20]}]): {others}")
    nodes, is_connect6 = _one_by_one(nodes, kind == _CONNECT6)
    said, understood = (Record((), game="connect6"), False) if is_connect6 else game_said(root, kind)
    # GM[4] stands for more games than Renju, and many files do not say which
    strict = said.is_renju if said else kind != "4"
    line = _Line(_LARGEST if is_connect6 and "SZ" not in root else _size(nodes, where), where, strict)
    for node in nodes:
        line.take(node)
    said = said or Record((), game="" if line.is_no_renju and not strict else RENJU)
    record = Record(
        tuple(line.moves),
        size=line.size,
        game=said.game,
        options=said.options,
        rule=said.rule,
        torus=said.torus,
        colours=tuple(line.colours),
        changes=tuple(map(line.changes_of, range(len(line.moves)))),
        first=line.first(),
        setup=(tuple(line.setup["black"]), tuple(line.setup["white"])),
        clocks=tuple(line.clocks) if any(line.clocks) else (),
    )
    fifths_ = [say.point_of(point, line.size) for point in line_of(root.get("FA", ())).split()]
    offered = fifths.notes(line.moves, [point for point in fifths_ if point])
    notes = sorted([*offered, *line.notes], key=lambda note: note.after)
    record = replace(record, notes=tuple(notes), **_names(root))
    record = _resigned(check(_said(record, root, understood), where), line.resigned)
    if is_connect6 and (refused := rules.followed(record)[1]):
        record = replace(record, comment="\n".join(filter(None, (record.comment, refused))))
    return record if "RE" in root and not record.over else with_ending(record)


def _one_by_one(nodes: Sequence[Raw], is_connect6: bool) -> tuple[Sequence[Raw], bool]:
    """Return the nodes with a value for each stone, where one value has both stones of a turn; and whether the game is
    Connect6, which is said, or seen by such values.
    """
    found: list[Raw] = []
    for node in nodes:
        split = {
            name: [its for value in values for its in say.stones_of(value, is_connect6)]
            for name, values in node.items()
            if is_move(name)
        }
        is_connect6 = is_connect6 or any(len(its) > len(node[name]) for name, its in split.items())
        found.append({**node, **split})
    return found, is_connect6


def _resigned(record: Record, colour: str) -> Record:
    """Return the record with the ending that a move `resign` of this colour gives, if the file says no other."""
    winner = stones.other(colour) if colour else None
    if not winner or (record.over and record.winner != winner):
        return record
    return replace(record, over=True, winner=winner, reason=record.reason or "resignation")


def game_said(root: Raw, kind: str) -> tuple[Record | None, bool]:
    """Return an empty record with the game, the options and the opening that RU or GN name, or None if they name none;
    and whether RU is understood.
    """
    told, title = (line_of(root.get(name, ())) for name in ("RU", "GN"))
    ours = words.with_game(Record(()), [f"Rules: {told}"])
    if not ours.is_renju:
        return ours, True
    numbered = say.game_of_number(told) if kind == "4" else None
    if numbered is not None:
        return Record((), game=numbered), bool(numbered)
    rule = say.rule_of(told) if told else say.rule_of_name(title)
    if rule is not None:
        return Record((), rule=rule), True
    game = say.game_of(told)
    if game or say.is_of_family(told, title):
        return Record((), game=game), bool(game)
    return None, False


def _names(root: Raw) -> dict[str, Any]:
    return {field: line_of(root.get(name, ())) for field, name in _NAMES.items()}


def _said(record: Record, root: Raw, understood: bool) -> Record:
    """Return the record with the root's result and date; the rest of the root's words become its comment.

    `understood`: RU needs no comment.
    """
    comment = [text_of(root["GC"])] if "GC" in root else []
    rule, date, result = (line_of(root.get(name, ())) for name in ("RU", "DT", "RE"))
    over, winner, reason = say.result_of(result) or (False, None, "")
    values = (
        ("Rules", rule, understood),
        ("Date", date, say.date_of(date) == date),
        ("Result", result, say.result_of(result) is not None),
    )
    comment += [f"{label}: {text}" for label, text, whole in values if text and not whole]
    comment += [f"{label}: {line_of(root[name])}" for name, label in _SAID.items() if name in root]
    return replace(
        record,
        date=say.date_of(date),
        over=over,
        winner=winner,
        reason=reason,
        comment="\n".join(comment),
    )


def _size(nodes: Sequence[Raw], where: str) -> int:
    if "SZ" in nodes[0]:
        told = line_of(nodes[0]["SZ"])
        size = say.size_of(told)
        if size is None:
            raise RecordError(f"{where}: no board is SZ[{told[:20]}]: {SQUARE}")
        return size
    lying = [value for node in nodes for name in ("AB", "AW") for value in node.get(name, ())]
    return say.likely_size([*lying, *(value for node in nodes for _, value in moves_of(node))])


class _Line:
    """A main line, read node by node: its moves, the stones set up before them, clocks and comments.

    `strict`: the game is Renju, so that a second move of one colour and stones that vanish are mistakes in the file.
    `is_no_renju`: there are such moves or stones.
    """

    def __init__(self, size: int, where: str, strict: bool) -> None:
        self.size = size
        self.moves: list[str] = []
        self.colours: list[str] = []
        self.setup: dict[str, list[str]] = {"black": [], "white": []}
        self.clocks: list[tuple[int, int] | None] = []
        self.notes: list[Note] = []
        self.is_no_renju = False
        self.resigned = ""  # the colour of a move `resign`
        self._where = where
        self._strict = strict
        self._set = 0  # stones that were set up or taken off
        self._held: dict[str, str] = {}  # what each taken point holds
        self._changes: dict[int, dict[str, tuple[str, str]]] = {}  # by move from 0 and point: what was there, and is
        self._first = ""
        self._to_play = ""
        self._left: dict[str, int | None] = {"BL": None, "WL": None}

    def first(self) -> str:
        """Return the colour that begins."""
        black, white = (len(self.setup[colour]) for colour in ("black", "white"))
        return self._first or self._to_play or ("black" if black <= white else "white")

    def changes_of(self, number: int) -> tuple[Change, ...]:
        """Return what a move, counted from 0, changes besides its own stone."""
        found = self._changes.get(number, {})
        return tuple((name, was, now) for name, (was, now) in found.items() if was != now)

    def take(self, node: Raw) -> None:
        before = len(self.moves)
        if not before:
            self._set_up(node)
        for name, value in moves_of(node):  # SGF allows one, and Yixin's collections have all in one node
            if say.is_resignation(value):
                self.resigned = _COLOURS[name]
            else:
                self._move(_COLOURS[name], value)
        if before:
            self._change(node)
        told = self._times(node)
        if len(self.moves) > before:
            self.clocks += [None] * (len(self.moves) - before)
            self.clocks[-1] = told
        if "C" in node and (text := text_of(node["C"])):
            self.notes.append(Note(len(self.moves), "comment", {"text": text}))

    def _set_up(self, node: Raw) -> None:
        added = {colour: self._points(node.get("A" + name, ())) for name, colour in _COLOURS.items()}
        removed = self._points(node.get("AE", ()))
        points_ = removed + added["black"] + added["white"]
        self._count(points_)
        for point in points_:
            for stones_ in self.setup.values():
                if point in stones_:
                    stones_.remove(point)
        for colour, stones_ in added.items():
            self.setup[colour] += list(dict.fromkeys(stones_))
        for colour, stones_ in self.setup.items():
            self._held |= dict.fromkeys(stones_, colour)
        for point in removed:
            self._held.pop(point, None)
        player = line_of(node.get("PL", ()))[:1].upper()
        if player in _COLOURS:
            self._to_play = _COLOURS[player]

    def _change(self, node: Raw) -> None:
        """Take the stones that are set up or taken off after a move as changes of that move."""
        if not any(name in node for name in _CHANGED):
            return
        found = {now: self._points(node.get(name, ())) for name, now in _CHANGED.items()}
        self._count([point for points_ in found.values() for point in points_])
        changes = self._changes.setdefault(len(self.moves) - 1, {})
        for now, points_ in found.items():
            if points_ and self._strict:
                raise RecordError(
                    f"{self._where}: stones are set up after move {len(self.moves)}, and a game of Renju has that "
                    "before its first move only: write it as two games, or name another game in RU"
                )
            for point in points_:
                was = self._held.get(point, EMPTY)
                stones.put(self._held, point, now)
                changes[point] = (changes.get(point, (was,))[0], now)
                self.is_no_renju |= was != now

    def _count(self, points_: Sequence[str]) -> None:
        self._set += len(points_)
        if self._set > _MOST_SET:
            raise RecordError(f"{self._where}: more than {_MOST_SET} stones are set up: save it with fewer of them")

    def _points(self, values: Sequence[bytes]) -> list[str]:
        """Return the points of values; a value may be a rectangle, given by two corners."""
        found = []
        for value in values:
            text = value.decode("utf-8", "replace")
            corners = [say.point_of(corner, self.size) for corner in text.split(":")]
            if len(corners) > 2 or None in corners:
                raise self._no_point("a set-up stone", text)
            found += _rectangle(str(corners[0]), str(corners[-1]))
            check_length(len(found), self._where)
        return found

    def _move(self, colour: str, value: bytes) -> None:
        number = len(self.moves) + 1
        move = say.move_of(value, self.size)
        if move is None:
            raise self._no_point(f"move {number}", value.decode("utf-8", "replace"))
        self._first = self._first or colour
        self.is_no_renju |= self._turn() != colour or move in self._held
        if self._strict and self._turn() != colour:
            raise RecordError(
                f"{self._where}: move {number} is {colour.capitalize()}'s, who has just moved: put the other's between "
                "them, or a pass"
            )
        self.moves.append(move)
        self.colours.append(colour)
        if move != PASS:
            self._held[move] = colour
        check_length(number, self._where)

    def _turn(self) -> str:
        return stones.other(self.colours[-1]) if self.colours else self.first()

    def _times(self, node: Raw) -> tuple[int, int] | None:
        """Return the ms left of black and white, if this node has one of them and the other is known; else None."""
        for name in self._left:
            if name in node:
                self._left[name] = say.ms_of(line_of(node[name]))
        black, white = self._left["BL"], self._left["WL"]
        told = "BL" in node or "WL" in node
        return (black, white) if told and black is not None and white is not None else None

    def _no_point(self, what: str, text: str) -> RecordError:
        return RecordError(
            f"{self._where}: {what} is {text[:20]!r}, which is no point of a {self.size}x{self.size} board: correct it "
            "there, or the size, SZ"
        )


def _rectangle(one: str, other: str) -> list[str]:
    columns, rows = sorted((one[0], other[0])), sorted((int(one[1:]), int(other[1:])))
    letters = [chr(code) for code in range(ord(columns[0]), ord(columns[1]) + 1)]
    return [f"{letter}{row}" for row in range(rows[0], rows[1] + 1) for letter in letters]


# Writing


def _nodes(record: Record) -> list[Raw]:
    where = "the game"
    check(record, where)
    nodes = [_root(record)]
    at = [0]  # by the number of moves: the node of the last one
    for number, move in enumerate(record.moves, 1):
        node: Raw = {stones.colour_of(record, number)[0].upper(): [say.value_of_move(move, record.size)]}
        pair = record.clocks[number - 1] if number <= len(record.clocks) else None
        if pair and min(pair) >= 0:
            node["BL"], node["WL"] = (value_of(say.value_of_ms(ms)) for ms in pair)
        at.append(len(nodes))
        nodes.append(node)
        changes = _changes(record, number)
        nodes += [changes] if changes else []
    told: dict[int, list[str]] = {}
    for after, sentence in words.notes(record):
        told.setdefault(after, []).append(sentence)
    for after, number in enumerate(at):
        comment = _comment(record, after, told.get(after, []))
        if comment:
            nodes[number]["C"] = value_of(comment)
    plain = _plain(nodes, where)
    kept = {
        field: [_seen(plain, field), fields.dump(record, field)]
        for field in fields.FIELDS
        if getattr(plain, field) != getattr(record, field)
    }
    if kept:
        nodes[0]["TG"] = value_of(json.dumps(kept))
    return nodes


def _changes(record: Record, number: int) -> Raw:
    """Return the node with what a move changes besides its own stone; an empty one if that is nothing."""
    node: Raw = {}
    for name, _, now in stones.changes_of(record, number):
        value = say.value_of_move(name, record.size)
        for property_, its in _CHANGED.items():
            if its == now:
                node.setdefault(property_, []).append(value)
        if now not in (EMPTY, *COLOURS):
            node.setdefault("AE", []).append(value)
    return node


def _root(record: Record) -> Raw:
    said = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "Tengen",
        "SZ": str(record.size),
        **{name: getattr(record, field) for field, name in _NAMES.items()},
        "RU": words.RULES.get(record.rule, record.rule) if record.is_renju else words.game(record),
        "DT": say.value_of_date(record.date),
        "GC": record.comment,
        "RE": say.value_of_result(record.over, record.winner, record.reason),
        **_time_limits(record),
    }
    root = {name: value_of(text) for name, text in said.items() if text}
    for name, lying in zip(("AB", "AW"), record.setup, strict=True):
        if lying:
            root[name] = [say.value_of_move(point, record.size) for point in lying]
    others = [say.value_of_move(point, record.size) for point in fifths.others(record) if _is_on(point, record.size)]
    if others:
        root["FA"] = others
    if any(record.setup) or record.first != "black":
        root["PL"] = [record.first[0].upper().encode()]
    return root


def _is_on(point: str, size: int) -> bool:
    return say.point_of(point, size) == point


def _time_limits(record: Record) -> dict[str, str]:
    try:
        clock = control(str(record.settings.get("clock", "none")))
    except ValueError:
        clock = None
    if not clock:
        return {}
    found = {"TM": say.value_of_ms(clock.main_ms)}
    if clock.periods:
        found["OT"] = f"{clock.periods}x{say.value_of_ms(clock.period_ms)} byo-yomi"
    elif clock.increment_ms:
        found["OT"] = f"{say.value_of_ms(clock.increment_ms)} fischer"
    return found


def _comment(record: Record, after: int, told: Sequence[str]) -> str:
    """Return the comment of the node after `after` moves; `told`: the sentences of the notes there."""
    said = []
    if not after:
        said += [f"Table: {record.table}"] if record.table else []
        settings = words.settings(record)
        said += [f"Settings: {settings}"] if settings else []
    said += told
    if after == len(record.moves) and record.over and record.reason not in _WORDS_SUFFICE:
        said.append(words.result(record))
    return "\n".join(said)



