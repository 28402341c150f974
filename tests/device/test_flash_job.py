"""The job at a board's prompt, on a folder instead of a Pico: done, declined, cut short anywhere and run again."""

import os
from types import SimpleNamespace

import pytest
from folder_board import Answers, FolderBoard
from tengen_host.device.asking import Declined, Terminal
from tengen_host.device.errors import DeviceError, FlashFull, Gone, NoAnswer, NotRunning, Unsupported
from tengen_host.device.flashing import job as flash
from tengen_host.device.flashing.firmware import Firmware
from tengen_host.device.flashing.job import install, prepare
from tengen_host.device.flashing.plan import MACHINE

MAIN = b"import tengen.app\n"
NEW = Firmware(
    "0.2.0",
    "new",
    {
        "main.py": MAIN,
        "tengen/__init__.mpy": b"M\x06\x00 new",
        "tengen/app.mpy": b"M\x06\x00 new" * 60,
        "tengen/build.mpy": b"M\x06\x00 same",
        "tengen/games/kernels.mpy": b"M\x06\x13 new",
    },
)
OLD = {
    "main.py": MAIN,
    "tengen/__init__.mpy": b"M\x06\x00 old",
    "tengen/app.mpy": b"M\x06\x00 old",
    "tengen/app.py": b"# hides it",
    "tengen/build.mpy": b"M\x06\x00 same",
    "tengen/gone/x.mpy": b"M\x06\x00 old",
}
MINE = {"games/7": b"h8i9", "settings.txt": b"{}", "board.json": b"[]", "lib/mine.py": b"", "boot.py": b"x = 1"}
PROGRAM = b"while True: print('hello')"


def flashed(board, firmware=NEW, full=False, answers=None):
    install(board, prepare(board, firmware, answers or Answers(), full), firmware, answers or Answers())


STARTS = {
    "an empty flash": {},
    "an older firmware": OLD,
    "somebody's program": {"main.py": PROGRAM},
    "half of what is wanted waits": {
        "tengen.new/app.mpy": NEW.files["tengen/app.mpy"],
        "tengen.new/build.mpy": b"M half",
        "tengen.new/gone/x.mpy": b"",
    },
}


@pytest.mark.parametrize("start", STARTS)
def test_the_board_holds_exactly_the_firmware_then_and_what_is_not_ours(start, tmp_path):
    board = FolderBoard(tmp_path, {**STARTS[start], **MINE})
    flashed(board)
    kept = {"main-before-tengen.py": PROGRAM} if start == "somebody's program" else {}
    assert board.files == {**NEW.files, **MINE, **kept}
    assert board.folders == {"tengen", "tengen/games", "games", "lib"}
    board.installed = ("0.2.0", "new")
    answers = Answers()
    assert prepare(board, NEW, answers, False).is_empty
    assert answers.asked == [] and "nothing to copy" in answers.said[-1]


@pytest.mark.parametrize("start", STARTS)
def test_cut_short_anywhere_it_is_mended_by_running_it_again(start, tmp_path):
    """The cable is pulled after a number of writes and moves, one more each time until the job is not cut."""
    cuts = 0
    while True:
        board = FolderBoard(tmp_path / str(cuts), {**STARTS[start], **MINE})
        board.cut_after = cuts
        try:
            flashed(board)
            break
        except Gone:
            board.cut_after = None
        held = board.files
        assert {path: held.get(path) for path in MINE} == MINE
        assert PROGRAM not in STARTS[start].values() or PROGRAM in held.values()
        sent = Answers()
        flashed(board, answers=sent)
        assert {path: content for path, content in board.files.items() if content != PROGRAM} == {**NEW.files, **MINE}
        assert "tengen.new" not in board.folders and "tengen/gone" not in board.folders
        cuts += 1
    assert cuts > 10


def test_until_all_is_there_the_board_runs_what_it_ran(tmp_path):
    board = FolderBoard(tmp_path, OLD)
    plan = prepare(board, NEW, Answers(), False)
    board.cut_after = 9  # two folders and seven pieces; the job would then check them
    with pytest.raises(Gone):
        install(board, plan, NEW, Answers())
    assert {path: content for path, content in board.files.items() if ".new" not in path} == OLD


def test_with_the_image_frozen_in_what_hides_it_goes_and_nothing_else(tmp_path):
    board = FolderBoard(tmp_path, {**OLD, **MINE}, frozen=("0.2.0", "new"), installed=("0.1.0", "old"))
    answers = Answers()
    flashed(board, answers=answers)
    assert board.files == MINE and "tengen" not in board.folders
    assert any("what hides it is removed" in line for line in answers.said)


def test_declined_nothing_is_changed(tmp_path):
    board = FolderBoard(tmp_path, {"main.py": PROGRAM})
    answers = Answers(False)
    with pytest.raises(Declined, match="nothing was changed"):
        flashed(board, answers=answers)
    assert board.files == {"main.py": PROGRAM}
    assert answers.asked == [
        "main.py on the board is no part of Tengen. Put Tengen in its place, and keep it as main-before-tengen.py?"
    ]


def test_going_back_to_an_older_version_is_asked_about(tmp_path):
    board = FolderBoard(tmp_path, OLD, installed=("0.3.0", "newer"))
    answers = Answers(False)
    with pytest.raises(Declined):
        flashed(board, answers=answers)
    assert answers.asked == ["The board has Tengen 0.3.0, which is newer than 0.2.0 here. Go back to the older?"]
    assert board.files == OLD


class Plugged(FolderBoard):
    """The prompt as a context manager."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def test_a_dry_run_changes_nothing_and_says_that_the_board_starts_anew_all_the_same(tmp_path, monkeypatch):
    board, answers = Plugged(tmp_path, {**OLD, "tengen.new/gone/x.mpy": b""}), Answers()
    before = board.files
    monkeypatch.setattr(flash, "Repl", lambda port, patience_s: board)
    monkeypatch.setattr(flash, "ask_to_interrupt", lambda port, talk, within_s: None)
    assert flash.flash("the port", NEW, answers, dry_run=True) is None
    assert board.files == before and board.restarted == 1 and answers.asked == []
    assert answers.said[-1] == "Nothing was changed. The board was stopped to be asked, and restarts"


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (NotRunning("the prompt answers"), "does not start there: main.py ends at once. Is there a boot.py"),
        (NoAnswer("silence"), "does not start there: it can be loaded, but says nothing.*`mpremote fs cat faults.txt`"),
    ],
)
def test_a_firmware_that_does_not_start_is_told_by_what_is_there_instead(trouble, words, tmp_path, monkeypatch):
    board = Plugged(tmp_path)
    board.run = lambda source: b""  # all of the firmware's modules can be imported

    def opened(port, within_s):
        raise trouble

    monkeypatch.setattr(flash, "Repl", lambda port, patience_s: board)
    monkeypatch.setattr(flash.Board, "open", opened)
    with pytest.raises(DeviceError, match=words):
        flash.check_answer("the port", NEW, flash.LIMITS)
    assert board.restarted == 1


def test_a_board_that_is_none_is_left_alone(tmp_path):
    board = FolderBoard(tmp_path, OLD)
    board.own._machine = "Raspberry Pi Pico W with RP2040"
    with pytest.raises(Unsupported, match="Pico W"):
        flashed(board)
    assert board.files == OLD


def test_a_micropython_too_old_to_name_its_board_there_is_told_to_be_too_old(tmp_path, monkeypatch):
    """Before version 1.19, sys.implementation has no _machine."""
    board = FolderBoard(tmp_path)
    board.own = SimpleNamespace(name="micropython", version=(1, 18, 0))
    monkeypatch.setattr(os, "uname", lambda: ("rp2", "rp2", "1.18.0", "v1.18 on 2022-01-17", MACHINE))
    with pytest.raises(Unsupported, match=r"MicroPython 1.18.0, and at least 1.23 is needed: `tengen flash --uf2`"):
        flashed(board)


def test_a_flash_that_is_too_full_is_left_as_it_was(tmp_path):
    board = FolderBoard(tmp_path, OLD, free=3)
    with pytest.raises(FlashFull, match=r"52 kB are needed and 12 kB are free"):
        flashed(board)
    assert board.files == OLD


def test_a_flash_that_fills_up_on_the_way_is_left_as_it_was(tmp_path):
    board = FolderBoard(tmp_path, OLD)
    board.room = 300
    with pytest.raises(FlashFull, match="did not fit. Nothing of its firmware was changed"):
        flashed(board)
    assert board.files == OLD and "tengen.new" not in board.folders


def test_a_file_that_arrives_otherwise_is_named_and_nothing_takes_its_place(tmp_path):
    board = FolderBoard(tmp_path, OLD)
    plan = prepare(board, NEW, Answers(), False)
    put = board.put

    def bad(path, data, progress):
        put(path, data[:-1] + b"?" if "kernels" in path else data, progress)

    board.put = bad
    with pytest.raises(DeviceError, match=r"1 file sent differs from what was sent: tengen.new/games/kernels.mpy"):
        install(board, plan, NEW, Answers())
    assert {path: content for path, content in board.files.items() if ".new" not in path} == OLD


def test_what_will_be_done_is_said(tmp_path):
    board = FolderBoard(tmp_path, OLD, installed=("0.1.0", "old"))
    answers = Answers()
    prepare(board, NEW, answers, False)
    assert answers.said == [
        "The board: Raspberry Pi Pico with RP2040, MicroPython 1.25.0, Tengen 0.1.0 (old) on flash",
        "Here: Tengen 0.2.0 (new)",
        "To copy: 3 files, 0.4 kB (52 kB of 1200 kB free on the flash)",
        "To remove: 2 files: tengen/app.py and 1 more",
    ]


def test_a_dry_run_only_says_what_would_be_asked(tmp_path):
    board, answers = FolderBoard(tmp_path, {"main.py": PROGRAM}), Answers(False)
    prepare(board, NEW, answers, False, dry_run=True)
    assert answers.asked == [] and answers.said[-1].startswith("It would be asked: main.py on the board is no part")


def test_nobody_is_there_to_answer():
    with pytest.raises(DeviceError, match="nothing was changed. Go on\\? Say yes with --yes"):
        Terminal(False).ask("Go on?")  # pytest's input is no terminal
    assert Terminal(True).ask("Go on?")


def test_a_prompt_that_says_something_else(tmp_path):
    board = FolderBoard(tmp_path)
    board.run = lambda source: b"no such thing"
    with pytest.raises(DeviceError, match="can't be read"):
        flashed(board)
