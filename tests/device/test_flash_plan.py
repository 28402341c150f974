"""Plans: what the board has, what it should have, and what is done, asked or refused."""

import pytest
from tengen_host.device.errors import FlashFull, Unsupported
from tengen_host.device.flashing.firmware import Firmware
from tengen_host.device.flashing.plan import MACHINE, STAGE, Held, is_newer, make, room

MPY = 6 | 19 << 8
FIRMWARE = Firmware(
    "0.2.0",
    "new",
    {
        "main.py": b"import tengen.app",
        "tengen/__init__.mpy": b"M\x06\x00",
        "tengen/app.mpy": b"M\x06\x00 app",
        "tengen/games/kernels.mpy": b"M\x06\x13 native",
    },
)
ALL = set(FIRMWARE.files)
OURS = "import tengen.app"


def held(files=(), right=(), main="", **more):
    """A board with these files. Those in `right` (paths as they are now) have the same contents as the firmware."""
    files = {**dict.fromkeys(files, 100), **dict.fromkeys(right, 100)}
    hashes = dict.fromkeys(files, "other")
    for path in right:
        hashes[path] = FIRMWARE.hashes[path.replace(STAGE, "tengen").removesuffix(".new")]
    folders = {path.rsplit("/", depth)[0] for path in files for depth in range(1, path.count("/") + 1)}
    return Held(mpy=MPY, files=files, hashes=hashes, folders=frozenset(folders), main=main, **more)


WHOLE = [(STAGE, "tengen"), ("main.py.new", "main.py")]

# what the board has, full; sent, removed, moved, questions
CASES = {
    "an empty flash": (held(), False, ALL, [], WHOLE, 0),
    "all is there": (held(right=ALL, main=OURS), False, set(), [], [], 0),
    "all is there, and is wanted again": (held(right=ALL, main=OURS), True, ALL, [], None, 0),
    "one file is old": (
        held(["tengen/app.mpy"], ALL - {"tengen/app.mpy"}, OURS),
        False,
        {"tengen/app.mpy"},
        [],
        [("tengen.new/app.mpy", "tengen/app.mpy")],
        0,
    ),
    "a source hides a compiled file": (
        held(["tengen/app.py", "tengen/games/gone.mpy"], ALL, OURS),
        False,
        set(),
        ["tengen/app.py", "tengen/games/gone.mpy"],
        [],
        0,
    ),
    "somebody else's program": (held(["main.py"], main="import antigravity"), False, ALL, [], WHOLE, 1),
    "an older Tengen's main.py": (held(["main.py"], main=OURS), False, ALL, [], WHOLE, 0),
    "a newer Tengen on flash": (
        held(["tengen/app.mpy"], ALL - {"tengen/app.mpy"}, OURS, installed=("0.10.0", "x")),
        False,
        {"tengen/app.mpy"},
        [],
        None,
        1,
    ),
    "this one is frozen in": (held(frozen=("0.2.0", "new")), False, set(), [], [], 0),
    "this one is frozen in, and hidden": (
        held(["tengen/app.mpy", "main.py"], main=OURS, frozen=("0.2.0", "new"), installed=("0.1.0", "old")),
        False,
        set(),
        ["main.py", "tengen/app.mpy"],
        [],
        0,
    ),
    "another is frozen in, with its main.py": (
        held(frozen=("0.1.0", "old")),
        False,
        ALL - {"main.py"},
        [],
        WHOLE[:1],
        0,
    ),
    "another is frozen in, and somebody's main.py never runs": (
        held(["main.py"], main="import antigravity", frozen=("0.1.0", "old")),
        False,
        ALL - {"main.py"},
        [],
        WHOLE[:1],
        0,
    ),
    "a newer one is frozen in": (held(frozen=("1.0", "x")), False, ALL - {"main.py"}, [], WHOLE[:1], 1),
    "a boot.py where there was no Tengen": (held(root=frozenset({"boot.py"})), False, ALL, [], WHOLE, 1),
    "a boot.py beside Tengen": (
        held(right=ALL, main=OURS, root=frozenset({"boot.py"}), installed=("0.2.0", "new")),
        False,
        set(),
        [],
        [],
        0,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_sent_removed_moved_and_asked(case):
    board, full, send, remove, move, questions = CASES[case]
    plan = make(board, FIRMWARE, full)
    assert set(plan.send) == send
    assert list(plan.remove) == remove
    assert move is None or list(plan.move) == move
    assert len(plan.questions) == questions
    assert plan.is_empty == (not (send or remove or move))


def test_what_waits_from_an_interrupted_run_is_used_where_it_is_right_and_cleared_where_not():
    board = held(["tengen.new/games/kernels.mpy", "tengen.new/gone.mpy"], ["tengen.new/app.mpy", "main.py.new"])
    plan = make(board, FIRMWARE)
    assert set(plan.waiting) == {"tengen/app.mpy", "main.py"}
    assert set(plan.send) == ALL - set(plan.waiting)
    assert plan.clear == ("tengen.new/games/kernels.mpy", "tengen.new/gone.mpy")
    assert list(plan.move) == WHOLE


def test_the_program_that_starts_it_comes_last():
    board = held(["tengen/app.mpy", "main.py"], main=OURS)
    assert make(board, FIRMWARE).move[-1] == ("main.py.new", "main.py")


def test_a_foreign_program_is_kept_under_a_name_that_is_free():
    root = frozenset({"main.py", "main-before-tengen.py", "main-before-tengen2.py"})
    plan = make(held(["main.py"], main="print()", root=root), FIRMWARE)
    assert plan.aside == (("main.py", "main-before-tengen3.py"),)
    assert "main-before-tengen3.py" in plan.questions[0]


def test_rooms_that_are_no_more_are_removed_the_innermost_first():
    board = held(["tengen/old/deep/x.mpy"], ALL, OURS)
    plan = make(board, FIRMWARE)
    assert plan.leave[:2] == ("tengen/old/deep", "tengen/old") and "tengen" not in plan.leave


def test_a_file_where_the_package_should_be():
    plan = make(held(["tengen", "tengen.new"]), FIRMWARE)
    assert plan.clear == ("tengen.new",) and plan.remove == ("tengen",)
    assert "tengen" in plan.folders and ("tengen.new/app.mpy", "tengen/app.mpy") in plan.move


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"machine": "Raspberry Pi Pico W with RP2040"}, "Pico W with RP2040. Tengen runs on a Raspberry Pi Pico with"),
        ({"machine": "Raspberry Pi Pico2 with RP2350"}, "Pico2 .*no Pico W, no Pico 2"),
        ({"machine": ""}, "does not say what it is"),
        ({"name": "circuitpython"}, "circuitpython, not MicroPython: press BOOTSEL"),
        ({"version": (1, 19, 1)}, "MicroPython 1.19.1, and at least 1.23 .*--uf2"),
        ({"version": (1, 23, 0), "mpy": 6 | 18 << 8}, r"loads .mpy files of version 6.2, .*makes 6.3.*--uf2"),
        ({"version": (2, 0, 0), "mpy": 7 | 19 << 8}, r"version 7.3, .*makes 6."),
    ],
)
def test_boards_that_it_does_not_run_on(changes, words):
    with pytest.raises(Unsupported, match=words):
        make(Held(**{"mpy": MPY, **changes}), FIRMWARE)
    assert Held().machine == MACHINE


def test_a_full_flash_is_told_with_numbers():
    big = Firmware("0.2.0", "new", {"main.py": b"x", "tengen/app.mpy": b"M\x06\x00" + bytes(10 * 4096)})
    # 11 blocks and one, two for a folder, and the blocks that littlefs wants free
    plan = make(held(free=18), big)
    assert room(plan, held(free=18), big) == (72, 72)
    with pytest.raises(FlashFull, match="72 kB are needed and 68 kB are free"):
        make(held(free=17), big)


def test_what_waits_and_is_of_no_use_counts_as_free():
    board = held(["tengen.new/x.mpy"], free=10)
    assert room(make(board, FIRMWARE), board, FIRMWARE)[1] == 44


@pytest.mark.parametrize(
    ("version", "other", "newer"),
    [("0.10.0", "0.9.9", True), ("0.2.0", "0.2.0", False), ("0.2", "0.2.1", False), ("1.0.0rc1", "0.9", True)],
)
def test_versions_are_compared_by_their_numbers(version, other, newer):
    assert is_newer(version, other) == newer
