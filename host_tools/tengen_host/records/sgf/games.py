"""Read and write games as SGF. Games are written as GM[4]; the forms of other programs are read, too.

RU names the opening rule of a game of Renju. For another game, RU has the name, the options and the opening: `RU[Pente,
keryo, opening=pro]`. The changes of a move besides its own stone are in AE, AB and AW of the next node, which has no
move, because SGF does not allow both in one node; so every viewer shows the right board. SGF has no neutral stones and
no common centre. So AE empties these points, and our own properties TN and TO list them.

Data without an SGF property are written in words into the comments, and also into the property TG, which only Tengen
uses. TG is JSON. For each such field of the record it has [a checksum of the field as it is read without TG, the
value]. So our own files are read back unchanged. If another program has changed a field, the checksum differs, and the
changed field is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Sized
from dataclasses import replace
from typing import Any
from zlib import crc32

from sgfmill import sgf_grammar

from ...i18n import error_text
from .. import fields, rules, stones, words
from ..checks import MOST_BYTES, SIZES, Tell, check, check_length, is_on
from ..record import COLOURS, EMPTY, PASS, RENJU, Note, Record, RecordError, fifth_notes, other_fifths
from ..results import with_ending
from ..tree import Node
from . import nodes, values
from .nodes import Raw, is_move, moves_of
from .trees import CONNECT6, MOVES, SETUP, Reader, game_of, points_in, size_of
from .values import line_of, text_of, value_of

# our own properties for the new content of points that a move changes; AE also lists these points, so AE comes before
# our properties
_OURS = {"TN": "neutral", "TO": "common"}
TEXTS = {"black": "PB", "white": "PW", "event": "EV", "round": "RO", "place": "PC"}

# properties that become part of a record's comment, with their labels
_IN_COMMENT = {
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

# The properties of FF[1] to FF[4], of this module, and of RenjuBase (FA). Any other property may contain stones
_KNOWN = re.compile(
    "AB|AE|AN|AP|AR|AW|B|BL|BM|BR|BS|BT|C|CA|CH|CP|CR|DD|DM|DO|DT|EL|EV|EX|FF|FG|GB|GC|GE|GM|GN|GW|HA|HO|ID|IT|KI|KM|"
    "KO|L|LB|LN|LT|M|MA|MN|N|OB|OM|ON|OP|OT|OV|OW|PB|PC|PL|PM|PW|RE|RG|RO|RU|SC|SE|SI|SL|SO|SQ|ST|SU|SW|SZ|TB|TC|TE|TM|"
    "TR|TW|UC|US|V|VW|W|WL|WR|WS|WT|FA|TG|TN|TO"
)
_MOST_SET = 10_000  # the most set-up stones of a game; a point that is set up again counts again

# reasons of results that RE and the stones show without a comment
_WORDS_SUFFICE = ("", "five", "six", "resignation", "time")


def read(data: bytes, name: str = "", tell: Tell | None = None) -> list[Record]:
    """Return the main line of each game in a file. Raises RecordError.

    `tell` gets warnings about repairs, and the names of properties in which another program may store stones.
    """
    text = nodes.decoded(data, name, most=MOST_BYTES).text.encode("utf-8", "replace")
    found = []
    for where, line in nodes.main_lines(text, name, tell):
        found.append(_record(line, where))
        if tell and (unread := _unread(line)):
            tell(f"{where}: {unread} may hold stones, which are not read: compare it with the program that wrote it")
    return found


def write(records: Sequence[Record]) -> bytes:
    """Return the games as SGF. Raises RecordError for a game without a board."""
    found = []
    for record in records:
        tree = sgf_grammar.Coarse_game_tree()
        tree.sequence = _nodes(record)
        found.append(bytes(sgf_grammar.serialise_game_tree(tree)))
    return b"".join(found)


# Reading


def _unread(line: Sequence[Raw]) -> str:
    """Return the names of unknown properties that look like points."""
    found = {
        name: None
        for raw in line
        for name, its in raw.items()
        if not (is_move(name) or _KNOWN.fullmatch(name)) and any(map(values.may_be_points, its))
    }
    return ", ".join(found)


def _record(line: Sequence[Raw], where: str) -> Record:
    record = _plain(line, where)
    kept = line_of(line[0].get("TG", ()))
    try:
        return replace(record, **_from_tg(kept, record)) if kept else record
    except ValueError:
        return record  # ignore TG, which another program wrote or which is damaged, because the game itself can be read


def _from_tg(text: str, record: Record) -> dict[str, Any]:
    """Return the fields from TG that no other program has changed."""
    kept = fields.parse(text)
    if not isinstance(kept, dict) or not all(isinstance(its, list) and len(its) == 2 for its in kept.values()):
        raise ValueError("this is not a TG")
    found = {
        field: fields.load(field, kept[field][1])
        for field in fields.FIELDS
        if field in kept and kept[field][0] == _checksum(record, field)
    }
    if len(found.get("clocks", ())) > len(record.moves):
        raise ValueError("there are more clocks than moves")
    return found


def _checksum(record: Record, field: str) -> int:
    """Return a checksum of a field's value."""
    return crc32(json.dumps(fields.dump(record, field), sort_keys=True).encode())


def _plain(line: Sequence[Raw], where: str) -> Record:
    """Return the record from a game's main line without its property TG."""
    root = line[0]
    kind = line_of(root.get("GM", ()))
    named, understood = game_of(root, where)
    # a value with two stones has at least four characters
    long = (value for raw in line for _, value in moves_of(raw) if len(value) > 3)
    pairs = any(len(values.stones_of(value, False)) > 1 for value in long)
    # Connect6 if the file says so, or if it has values with both stones of a turn
    is_connect6 = pairs or kind == CONNECT6
    if is_connect6:
        named, understood = Record((), game="connect6"), False
    # GM[4] means Renju or other games, and many files do not say which one
    strict = named.is_renju if named else kind != "4"
    if pairs and "SZ" not in root:
        size = SIZES[-1]
    else:
        size = size_of(root, (value for raw in line for value in points_in(raw)), where)
    reader = Reader(size, is_connect6)
    main = _Line(reader, where, strict)
    for number, raw in enumerate(line, 1):
        try:
            for node in reader.nodes(raw, number == 1):
                main.take(node)
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError(f"{where}, node {number}: {error_text(error)}") from None
    named = named or Record((), game="" if main.is_no_renju and not strict else RENJU)
    black, white = (tuple(point for point, its in main.setup.items() if its == colour) for colour in COLOURS)
    record = replace(
        named,
        moves=tuple(main.moves),
        size=size,
        colours=tuple(main.colours),
        changes=tuple(tuple((at, was, now) for at, (was, now) in its.items() if was != now) for its in main.changes),
        first=main.first(),
        setup=(black, white),
        clocks=tuple(main.clocks) if any(main.clocks) else (),
    )
    fifths = [values.point_of(point, size) for point in line_of(root.get("FA", ())).split()]
    offered = fifth_notes(main.moves, [point for point in fifths if point])
    notes = sorted([*offered, *main.notes], key=lambda note: note.after)
    names: dict[str, Any] = {field: line_of(root.get(name, ())) for field, name in TEXTS.items()}
    record = replace(record, notes=tuple(notes), **names)
    record = _resigned(check(_with_info(record, root, understood), where), main.resigned)
    if is_connect6 and (refused := rules.followed(record)[1]):
        record = replace(record, comment="\n".join(filter(None, (record.comment, refused))))
    return record if "RE" in root and not record.over else with_ending(record)


def _resigned(record: Record, colour: str) -> Record:
    """Return the record with the ending that this colour resigned, unless the file has another ending."""
    winner = stones.other(colour) if colour else None
    if not winner or (record.over and record.winner != winner):
        return record
    return replace(record, over=True, winner=winner, reason=record.reason or "resignation")


def _with_info(record: Record, root: Raw, understood: bool) -> Record:
    """Return the record with the root's result and date.

    The other texts of the root become the record's comment.

    `understood`: True if RU was understood, so that the comment need not contain it.
    """
    comment = [text_of(root["GC"])] if "GC" in root else []
    rule, date, result = (line_of(root.get(name, ())) for name in ("RU", "DT", "RE"))
    its = values.result_of(result)
    over, winner, reason = its or (False, None, "")
    whole = {"Rules": (rule, understood), "Date": (date, values.date_of(date) == date), "Result": (result, bool(its))}
    comment += [f"{label}: {text}" for label, (text, is_whole) in whole.items() if text and not is_whole]
    comment += [f"{label}: {line_of(root[name])}" for name, label in _IN_COMMENT.items() if name in root]
    return replace(
        record,
        date=values.date_of(date),
        over=over,
        winner=winner,
        reason=reason,
        comment="\n".join(comment),
    )


class _Line:
    """Read a main line node by node: its moves, the stones set up before the moves, clocks and comments.

    `strict`: the game is Renju, so that a second move of one colour and stones that vanish are mistakes in the file.
    `is_no_renju`: True if the line has any. `held`: the content of each taken point. `changes`: for each move, the
    content of each changed point before and after the move. `resigned`: the colour of a move `resign`.
    """

    def __init__(self, reader: Reader, where: str, strict: bool) -> None:
        self.moves: list[str] = []
        self.colours: list[str] = []
        self.setup: dict[str, str] = {}
        self.held: dict[str, str] = {}
        self.changes: list[dict[str, tuple[str, str]]] = []
        self.clocks: list[tuple[int, int] | None] = []
        self.notes: list[Note] = []
        self.is_no_renju = False
        self.resigned = ""
        self._reader = reader
        self._where = where
        self._strict = strict
        self._set = 0  # number of stones that were set up or removed
        self._to_play = ""
        self._left: dict[str, int | None] = {"BL": None, "WL": None}

    def first(self) -> str:
        """Return the colour that begins."""
        lying = [*self.setup.values()]
        probably = COLOURS[lying.count(COLOURS[0]) > lying.count(COLOURS[1])]
        return self.colours[0] if self.colours else self._to_play or probably

    def take(self, node: Node) -> None:
        """Read the next node. Raises RecordError, and ValueError for stones that are set up outside the board."""
        if not self.moves:
            self._set_up(node)
            if node.point:
                self._move(node)
        else:
            if node.point:
                self._move(node)
            if node.setup or node.others:
                self._change(node)
        clocks = self._times(node) if node.others else None
        if node.point:
            self.clocks.append(clocks)
        if node.others:
            self.resigned = next((colour for name, colour in MOVES.items() if name in node.others), self.resigned)
        if node.comment:
            self.notes.append(Note(len(self.moves), "comment", {"text": node.comment}))

    def _set_up(self, node: Node) -> None:
        self._count(node.setup)
        for point, now in node.setup.items():
            stones.put(self.setup, point, now)
        if node.setup:
            self.held = dict(self.setup)
        player = line_of(node.others.get("PL", ()))[:1].upper()
        self._to_play = MOVES.get(player, self._to_play)

    def _change(self, node: Node) -> None:
        """Treat the stones that are set up or removed after a move as the changes that this move caused."""
        its = dict(node.setup)
        for name, what in _OURS.items():
            its |= dict.fromkeys(self._reader.stones(node.others.get(name, ())), what)
        if its and self._strict:
            raise RecordError(
                f"{self._where}: stones are set up after move {len(self.moves)}, which Renju allows "
                "only before the first move: write it as two games, or name another game in RU"
            )
        self._count(its)
        for point, now in its.items():
            was = self.held.get(point, EMPTY)
            stones.put(self.held, point, now)
            self.changes[-1][point] = (self.changes[-1].get(point, (was,))[0], now)
            self.is_no_renju |= was != now

    def _count(self, points: Sized) -> None:
        self._set += len(points)
        if self._set > _MOST_SET:
            raise RecordError(f"{self._where}: more than {_MOST_SET} stones are set up: save it with fewer of them")

    def _move(self, node: Node) -> None:
        number = len(self.moves) + 1
        turn = stones.other(self.colours[-1]) if self.colours else node.colour
        self.is_no_renju |= turn != node.colour or node.point in self.held
        if self._strict and turn != node.colour:
            raise RecordError(
                f"{self._where}: move {number} is {node.colour.capitalize()}'s, who has just moved: put the other's "
                "between them, or a pass"
            )
        self.moves.append(node.point)
        self.colours.append(node.colour)
        self.changes.append({})
        if node.point != PASS:
            self.held[node.point] = node.colour
        check_length(number, self._where)

    def _times(self, node: Node) -> tuple[int, int] | None:
        """Return the remaining ms of black and of white.

        None if this node has neither time, or if the other time is not known.
        """
        heard = [name for name in self._left if name in node.others]
        for name in heard:
            self._left[name] = values.ms_of(line_of(node.others[name]))
        black, white = self._left.values()
        return (black, white) if heard and black is not None and white is not None else None


# Writing


def _nodes(record: Record) -> list[Raw]:
    check(record, "the game")
    found = [_root(record)]
    at = [0]  # index: a number of moves; item: the node of the last of these moves
    for number, move in enumerate(record.moves, 1):
        node: Raw = {stones.colour_of(record, number)[0].upper(): [values.value_of_move(move, record.size)]}
        pair = record.clocks[number - 1] if number <= len(record.clocks) else None
        if pair and min(pair) >= 0:
            node["BL"], node["WL"] = (value_of(values.value_of_ms(ms)) for ms in pair)
        at.append(len(found))
        found.append(node)
        changes = _changes(record, number)
        found += [changes] if changes else []
    sentences: dict[int, list[str]] = {}
    for after, sentence in words.notes(record):
        sentences.setdefault(after, []).append(sentence)
    for after, number in enumerate(at):
        comment = _comment(record, after, sentences.get(after, []))
        if comment:
            found[number]["C"] = value_of(comment)
    plain = _plain(found, "the game")
    kept = {
        field: [_checksum(plain, field), fields.dump(record, field)]
        for field in fields.FIELDS
        if getattr(plain, field) != getattr(record, field)
    }
    if kept:
        found[0]["TG"] = value_of(json.dumps(kept))
    return found


def _changes(record: Record, number: int) -> Raw:
    """Return the node with the changes of a move besides its own stone; an empty node if there are none."""
    node: Raw = {}
    for name, _, now in stones.changes_of(record, number):
        value = values.value_of_move(name, record.size)
        for property_, its in {**SETUP, **_OURS}.items():
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
        **{name: getattr(record, field) for field, name in TEXTS.items()},
        "RU": words.RULES.get(record.rule, record.rule) if record.is_renju else words.game(record),
        "DT": values.value_of_date(record.date),
        "GC": record.comment,
        "RE": values.value_of_result(record.over, record.winner, record.reason),
        **_time_limits(record),
    }
    root = {name: value_of(text) for name, text in said.items() if text}
    for name, lying in zip(("AB", "AW"), record.setup, strict=True):
        if lying:
            root[name] = [values.value_of_move(point, record.size) for point in lying]
    others = [values.value_of_move(point, record.size) for point in other_fifths(record) if is_on(point, record.size)]
    if others:
        root["FA"] = others
    if any(record.setup) or record.first != "black":
        root["PL"] = [record.first[0].upper().encode()]
    return root


def _time_limits(record: Record) -> dict[str, str]:
    clock = rules.clock(record)
    if not clock:
        return {}
    found = {"TM": values.value_of_ms(clock.main_ms)}
    if clock.periods:
        found["OT"] = f"{clock.periods}x{values.value_of_ms(clock.period_ms)} byo-yomi"
    elif clock.increment_ms:
        found["OT"] = f"{values.value_of_ms(clock.increment_ms)} fischer"
    return found


def _comment(record: Record, after: int, sentences: Sequence[str]) -> str:
    """Return the comment of the node after `after` moves; `sentences`: the notes there, in words."""
    said = []
    if not after:
        said += [f"Table: {record.table}"] if record.table else []
        settings = words.settings(record)
        said += [f"Settings: {settings}"] if settings else []
    said += sentences
    if after == len(record.moves) and record.over and record.reason not in _WORDS_SUFFICE:
        said.append(words.result(record))
    return "\n".join(said)
