"""A club's own demonstrations: the games of a folder of SGF files. Comments are the sentences of the steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tengen.games import registry

from ..i18n import error_text
from ..records import checks, files, rules
from ..records.record import Record, RecordError
from ..records.sgf import games, nodes
from ..records.sgf.values import line_of
from .demonstration import OWN, Demonstration, Step

MOST = 200  # demonstrations of a folder
MOST_MOVES = 300
MOST_TEXT = 600  # characters of a sentence


def read(folder: Path, tell: Callable[[str], None]) -> list[Demonstration]:
    """Return the demonstrations of a folder, in the order of the files' names.

    `tell` gets a sentence for each file or game that is left out, and for each game with a move against the rules.
    Raises RecordError if there is no such folder.
    """
    if not folder.is_dir():
        raise RecordError(f"{folder} is not a folder: name a folder with SGF files")
    found: list[Demonstration] = []
    for path in sorted(path for path in folder.iterdir() if path.suffix.lower() == ".sgf"):
        try:
            its = _games(path)
        except RecordError as error:
            tell(f"{error}. It is left out of the demonstrations")
            continue
        for number, (title, record) in enumerate(its, 1):
            where = checks.place(path.name, number, len(its))
            why = _why_not(record)
            if why:
                tell(f"{where} is left out of the demonstrations: {why}")
            elif len(found) >= MOST:
                tell(f"{where} and the later games are left out: {MOST} demonstrations are the most")
                return found
            else:
                if against := rules.followed(record)[1]:
                    tell(f"{where}: {against} It is shown all the same, with the judge's reasons")
                found.append(_demonstration(f"own-{len(found) + 1}", title or _named(path, number, len(its)), record))
    return found


def _games(path: Path) -> list[tuple[str, Record]]:
    """Return the title and the record of each game of a file. Raises RecordError."""
    data = files.load(path, checks.MOST_BYTES)
    records = games.read(data, path.name)
    text = nodes.decoded(data, path.name).text.encode("utf-8", "replace")
    titles = [line_of(line[0].get("GN", ())) for _, line in nodes.main_lines(text, path.name)]
    return list(zip(titles, records, strict=True))


def _named(path: Path, number: int, count: int) -> str:
    return f"{path.stem} {number}" if count > 1 else path.stem


def _why_not(record: Record) -> str:
    """Return why a game can't be shown, or ""."""
    if not rules.is_known(record.game):
        return f"its game, {record.game or 'without a name'}, is not known"
    try:
        registry.checked(record.game, record.size, record.options)
    except ValueError as error:
        return error_text(error)
    if not (record.moves or any(record.setup)):
        return "it has no stone"
    if len(record.moves) > MOST_MOVES:
        return f"it has more than {MOST_MOVES} moves"
    return ""


def _demonstration(name: str, title: str, record: Record) -> Demonstration:
    said = dict.fromkeys(range(len(record.moves) + 1), "")
    for note in record.notes:
        if note.kind == "comment":
            said[note.after] = "\n".join(filter(None, (said[note.after], str(note.fields["text"]))))
    steps = tuple(Step(number, _short(text)) for number, text in said.items())
    return Demonstration(name, OWN, _short(title), record, steps)


def _short(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"
