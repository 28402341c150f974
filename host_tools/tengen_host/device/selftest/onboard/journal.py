"""Check, on the board, that the stored games are not damaged. It reads files and writes nothing."""

import json
import os
from binascii import crc32

from tengen import wiring
from tengen.coach import coach
from tengen.codes import why_of
from tengen.journal import partfile
from tengen.journal.archive import FOLDER, Kept
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import Settings


def _load(number):
    with open("%s/%05d" % (FOLDER, number), "rb") as file:
        return file.read()


def _look_at(number, told, files_of):
    """Read a file: count its entries, and note its damages in `told`, each as [place, text or code of the damage]."""
    data = _load(number)
    part = partfile.read(data)
    entries = part.entries
    if not data:
        return
    # the file has only zeros, because its removal was interrupted
    if data[12:16] not in (crc32(data[8:12]).to_bytes(4, "big"), bytes(4)):
        told["findings"].append(["game file %d" % number, "its head is damaged"])
    if part.damaged:
        told["findings"].append(["game file %d" % number, "a record is damaged"])
    elif part.torn:
        told["torn"].append(number)
    if entries:
        told["entries"] += len(entries)
        files_of.setdefault(part.owner(number) or number, []).append(number)


def _replay(files, game):
    """Replay a stored game. Raises ValueError if a part of the game is missing or wrong."""
    kept = Kept(game)
    for number in files:
        for entry in partfile.decode(_load(number)):
            kept.take(entry)
    if kept.settings is None:
        raise ValueError("its beginning is gone")
    if kept.waits:
        raise ValueError("something is missing after stone %d" % kept.damages[-1])
    session = Session(wiring.SIZE, Settings(wiring.BRIGHTNESS, wiring.SIZE), wiring.DWELL_MS)
    Director(session, coach).restore(kept, "exception", 0)


def _why(error):
    return why_of(error) if isinstance(error, ValueError) else str(error)


def tell(replays):
    """Check all files, replay the newest games (at most `replays`), and print the result as JSON."""
    told: dict = {"files": 0, "games": 0, "entries": 0, "replayed": 0, "torn": [], "findings": []}
    try:
        names = os.listdir(FOLDER)
    except OSError:
        names = []
    files_of: dict = {}
    for number in sorted(int(name) for name in names if name.isdigit()):
        told["files"] += 1
        try:
            _look_at(number, told, files_of)
        except (OSError, ValueError) as error:
            told["findings"].append(["game file %d" % number, _why(error)])
    told["games"] = len(files_of)
    for game in sorted(files_of)[-replays:]:
        try:
            _replay(files_of[game], game)
            told["replayed"] += 1
        except (OSError, ValueError) as error:
            told["findings"].append(["game %d can't be played again" % game, _why(error)])
    print(json.dumps(told))
