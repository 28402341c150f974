"""`tengen flash` with the real mpremote, and a real MicroPython at its USB console on an emulated Pico."""

import ast
import contextlib
import os
import subprocess
import sys
from pathlib import Path

import ledger
import pytest
from patient import patient
from small_firmware import small
from stock_image import without_tengen
from tengen_host import resources
from tengen_host.device.asking import Declined
from tengen_host.device.board import Board
from tengen_host.device.errors import DeviceError, FlashFull
from tengen_host.device.flashing import firmware
from tengen_host.device.flashing.job import Limits, flash
from tengen_host.device.repl import Repl

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "device"))  # for Answers
from folder_board import Answers  # noqa: E402

LIMITS = Limits(answer_s=2, byte_s=60, start_s=300)
WHOLE = Limits(answer_s=60, byte_s=60, start_s=300)  # for the whole app, which starts and answers slowly
SETTLE_MS, TAP_MS, START_MS = 60, 80, 3000
PROGRAM = b"import time\nwhile True:\n    print('hello')\n    time.sleep_ms(50)\n"

WALK = """
import os
def walk(at):
    for name in os.listdir(at or '/'):
        path = at + name
        stat = os.stat(path)
        if stat[0] & 0x4000:
            walk(path + '/')
        else:
            print(repr((path, stat[6])))
walk('')
"""


@pytest.fixture(scope="module")
def stock(pico_image, tmp_path_factory):
    """The image of a MicroPython without Tengen."""
    return without_tengen(pico_image, tmp_path_factory.mktemp("image"))


@pytest.fixture
def pico(stock):
    """A function that boots a Pico without Tengen in its image, with these files on its flash."""
    with contextlib.ExitStack() as open_ones:
        yield lambda files=None: open_ones.enter_context(patient(stock, files=files))


def files_of(device):
    """The files on a board's flash, with their sizes."""
    with Repl(device.path) as repl:
        listing = repl.run(WALK)
    return dict(map(ast.literal_eval, listing.decode().splitlines()))


def sizes(wanted):
    return {path: len(content) for path, content in wanted.files.items()}


def test_first_install_onto_an_empty_flash(pico):
    """From the prompt of a bare MicroPython to an app that answers."""
    device, wanted, answers = pico(), firmware.present(), Answers()
    begun = device.board.now_ms()
    state = flash(device.path, wanted, answers, limits=LIMITS)
    took_s = (device.board.now_ms() - begun) / 1000
    assert (state.device["version"], state.device["build"]) == (wanted.version, wanted.build)
    assert answers.asked == [] and "no Tengen that could run" in answers.said[0]
    heap = state.device["heap_free"]
    assert heap > 12_000
    with Board.open(device.path, LIMITS.start_s) as board:  # its heap has no room for all these answers at once
        for question in 6 * ("snapshot", "health", "snapshot", "prove"):
            board.send({"cmd": question})
        board.ask({"cmd": "games"}, lambda answer: answer["code"] == "games", LIMITS.start_s)
        assert board.snapshot(LIMITS.start_s).device["faults_counted"] == 0
    ledger.note(
        f"flash, first install: {len(wanted.files)} files, {wanted.size} bytes in {took_s:.1f} s of the board's time; "
        f"{heap} bytes of heap are free then"
    )


@pytest.mark.proof
def test_update_of_one_file_of_the_whole_firmware(pico):
    """`tengen flash` updates one file of the whole firmware on an emulated Pico: no other is copied."""
    sources = resources.firmware_files()
    device = pico(firmware.present().files)
    keeper = "tengen/journal/keeper.py"
    wanted = firmware.compiled({**sources, keeper: sources[keeper] + b"\nNEW = 1\n"})
    begun, answers = device.board.now_ms(), Answers()
    state = flash(device.path, wanted, answers, limits=WHOLE)
    assert state.device["build"] == wanted.build
    assert any(line.startswith("To copy: 2 files") for line in answers.said), "that one, and the build"
    took_s = (device.board.now_ms() - begun) / 1000
    ledger.note(f"flash, one changed file of {len(wanted.files)}: {took_s:.1f} s of the board's time")


def test_update_of_one_file(pico):
    """Only differing files are sent; files that are not Tengen's stay."""
    device = pico({**small().files, "games/7": b"h8", "settings.txt": b"{}"})
    begun, answers = device.board.now_ms(), Answers()
    assert flash(device.path, small(1), answers, limits=LIMITS).device["build"] == small(1).build
    took_s = (device.board.now_ms() - begun) / 1000
    ledger.note(f"flash, one changed file of 5: {took_s:.1f} s of the board's time, start included")
    assert any(line.startswith("To copy: 2 files") for line in answers.said), "that one, and the build"
    assert files_of(device) == {**sizes(small(1)), "games/7": 2, "settings.txt": 2}


DIES = """
import contextlib, os, sys
from small_firmware import small
from tengen_host.device.flashing.job import Limits, flash

class Talk:
    def say(self, words):
        if "starts" in words and where == "in restart":
            os._exit(9)

    @contextlib.contextmanager
    def progress(self, what, total):
        yield lambda done: os._exit(9) if where == "in a copy" else None
        if where == "before verify":
            os._exit(9)

port, where = sys.argv[1:]
flash(port, small(1), Talk(), limits=Limits(answer_s=2))
"""


@pytest.mark.parametrize("where", ["in a copy", "before verify", "in restart"])
def test_the_laptop_dies_and_running_it_again_mends_the_board(where, pico):
    device = pico(small().files)
    path = os.pathsep.join([str(HERE), *sys.path])
    died = subprocess.run([sys.executable, "-c", DIES, device.path, where], env={**os.environ, "PYTHONPATH": path})
    assert died.returncode == 9, "it was to die"
    answers = Answers()
    assert flash(device.path, small(1), answers, limits=LIMITS).device["build"] == small(1).build
    words = {"in a copy": "To copy: ", "before verify": "waited there from", "in restart": "nothing to copy"}[where]
    assert any(words in line for line in answers.said), answers.said
    assert files_of(device) == sizes(small(1))


@pytest.mark.proof
def test_the_board_loses_its_power_in_a_copy_and_runs_what_it_ran(pico):
    """The emulated Pico loses its power in a copy of `tengen flash`: it runs what it ran before."""
    device = pico(small().files)

    class Talk(Answers):
        def progress(self, what, total):
            device.do(device.board.reboot())
            return super().progress(what, total)

    with pytest.raises(DeviceError, match="press its reset button|has gone|prompt|stopped"):
        flash(device.path, small(1), Talk(), limits=Limits(answer_s=5, byte_s=3, start_s=5))
    assert flash(device.path, small(), Answers(), limits=LIMITS).device["build"] == small().build


def test_a_foreign_program_is_asked_about(pico):
    device = pico({"main.py": PROGRAM})
    answers = Answers(False)
    with pytest.raises(Declined):
        flash(device.path, small(), answers, limits=LIMITS)
    assert len(answers.asked) == 1 and "main.py on the board is no part of Tengen" in answers.asked[0]
    so_far = device.board.text.count("hello")
    device.do(device.board.until(lambda: device.board.text.count("hello") > so_far, START_MS))  # the program runs again
    assert flash(device.path, small(), Answers(), limits=LIMITS).device["build"] == small().build
    assert files_of(device) == {**sizes(small()), "main-before-tengen.py": len(PROGRAM)}


def test_a_full_flash_is_told_with_numbers_and_left_as_it_was(pico):
    files = {"holiday.mov": bytes(1_150_000)}
    device = pico(files)
    with pytest.raises(FlashFull, match=r"\d+ kB are needed and \d+ kB are free"):
        flash(device.path, firmware.present(), Answers(), limits=LIMITS)
    assert files_of(device) == {"holiday.mov": 1_150_000}


def test_a_game_under_way_is_asked_about_and_goes_on_either_way(device):
    board = device.board

    async def a_move():
        await board.until(lambda: board.done, START_MS)
        await board.advance(SETTLE_MS)
        board.put("h8")
        await board.advance(SETTLE_MS)
        board.press("p1")
        await board.advance(TAP_MS)
        board.release("p1")
        await board.until(lambda: board.game.moves, START_MS)

    device.do(a_move())
    wanted, answers = firmware.present(), Answers(False)
    with pytest.raises(Declined, match="the game goes on"):
        flash(device.path, wanted, answers, limits=WHOLE)
    assert "A game is under way, at move 1." in answers.asked[0]
    assert [did["code"] for did in board.done].count("started") == 1, "it was not interrupted"
    answers = Answers()
    state = flash(device.path, wanted, answers, limits=WHOLE)
    assert len(answers.asked) == 1 and "nothing to copy" in answers.said[-2]
    assert [move.point for move in state.game.moves] == ["h8"] and state.under_way
    assert state.device["build"] == wanted.build and state.groups["game"]["awaits"] == "resume"
