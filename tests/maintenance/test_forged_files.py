"""Files with right checksums that no board has written. The board starts without them.

They contain settings, maps, counters and faults. The tests run on both Pythons.
"""

import json
from array import array

import forged
from bare_board import BareBoard
from memory_store import MemoryStore
from portable import seeded, some
from tengen import wiring
from tengen.app import TICK_MS, App
from tengen.journal.keeper import FAILING
from tengen.session import settings


def started(files, cause=None, use=False):
    """Start a board with these files. Return its flash and its reports. `use`: True to also use the loaded data."""
    store = MemoryStore()
    store.files = {name: bytearray(data) for name, data in files.items()}
    board = BareBoard(store)
    app = App(board, cause)
    app.start(0)
    found = {name: bytes(data) for name, data in store.files.items()}
    if use:
        board.incoming = b'{"cmd": "snapshot"}\n{"cmd": "health"}\n'
        for tick in range(2 * wiring.SIZE):
            app.tick(TICK_MS * tick)
        app.upkeep.health.touch(array("I", [(1 << wiring.SIZE) - 1] * wiring.SIZE))
        app.upkeep.faults.add("exception", "ValueError: y")
        app.upkeep.write_all()
        app.director.obey(("change", app.session.settings.with_({"mode": "referee"})), 1000)
        for tick in range(2):
            app.tick(1000 + TICK_MS * tick)
    return found, b"".join(board.told).decode()


def check(number):
    """Forge one to four files, and start a board. Fail if it does not start, or has lost a file or not reported it."""
    files = {}
    for _ in range(1 + number(2)):
        name, forge = forged.one_of(number, forged.FILES)
        files[name] = forge(number)
    found, told = started(files, forged.one_of(number, (None, "exception", FAILING)), use=True)
    for name, data in files.items():
        moved = name[: name.index(".")] + ".bad"
        assert found.get(name) == data or (found.get(moved) == data and name in told and moved in told), name


def test_a_puzzle_or_a_lesson_is_no_setting_for_the_next_game():
    for task in ("puzzle", "lesson"):
        its = settings.Settings(100).with_({"game": "renju", "mode": "teach"}).fields()
        its[task] = 3
        kept = json.dumps(its).encode()
        kept = settings.checksum(kept) + kept
        found, told = started({"settings.txt": kept})
        assert found["settings.bad"] == kept and "settings.txt" in told


def test_a_forged_file_never_keeps_the_board_from_starting():
    number = seeded(2027)
    for _ in range(some(600)):
        check(number)
