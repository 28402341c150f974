"""Test `tengen flash` with an emulated Pico: the real mpremote on its USB console, and its drive in BOOTSEL mode."""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
from ast import literal_eval
from pathlib import Path

import ledger
import pytest
from patient import patient
from power import Start, with_finished_games
from stock_image import without_tengen
from tengen_host.device import bootsel, stopped
from tengen_host.device.asking import Declined, state_at
from tengen_host.device.errors import DeviceError, Gone
from tengen_host.device.repl import Repl
from tengen_host.device.selftest.run import short_checks
from tengen_host.device.update import Update, World, targets
from tengen_host.emulator.flash import SIZE
from tengen_host.image.uf2 import BLOCK, FILES_BEGIN, FLASH, made, pages
from waiting import LIMIT_S, run, until

sys.path.append(str(Path(__file__).parents[1] / "device"))  # for Answers
from flash_world import Answers  # noqa: E402

SETTLE_MS, TAP_MS, START_MS, MOST_MS = 60, 80, 3000, 10_000
ANSWER_S = 3
FILES = FILES_BEGIN - FLASH
PROGRAM = b"import time\nwhile True:\n    print('hello')\n    time.sleep_ms(50)\n"


@pytest.fixture(autouse=True)
def own_drives(monkeypatch, tmp_path):
    """Hide the drives of other tests that run at the same time."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def patiently(port, within_s):
    """Return the state of the board at a port. Without a time limit of the caller, wait at most ANSWER_S."""
    return state_at(port, within_s or ANSWER_S)


def flashed(device, image, answers, **how):
    world = World(state=patiently)
    (target,) = targets(device.path, False, world)
    return Update(image, answers, world, **how).run(target)


def program(image):
    return b"".join(pages(image.uf2).values())


def games(flash):
    """Return the facts of the games on a flash, by the games' numbers."""
    return {number: game.facts for number, game in Start(flash).games.items()}


def starts(device):
    return [did["code"] for did in device.board.done].count("started")


def test_the_same_build_is_left_alone_also_where_it_is_stopped(device, pico_image):
    before = len(device.board.flash.operations)
    assert flashed(device, pico_image, Answers()).endswith("runs there already: nothing was written")
    with Repl(device.path) as repl:
        its = stopped.look(repl)
    assert its.firmware == pico_image.tengen and its.questions == []
    done = flashed(device, pico_image, Answers())
    assert done.endswith("was there, but stopped: it runs again; nothing was written")
    assert all(each.address >= FILES for each in device.board.flash.operations[before:])


def test_a_stock_micropython_and_its_program(pico_image, tmp_path):
    files = {"main.py": PROGRAM, "boot.py": b"x = 1", "mine.txt": b"what I wrote"}
    with patient(without_tengen(pico_image, tmp_path), files=files) as device:
        answers = Answers(False)
        with pytest.raises(Declined, match="nothing was changed"):
            flashed(device, pico_image, answers)
        assert answers.said == [f"{device.path}: this board runs MicroPython 1.25.0 and no Tengen"]
        assert ["main.py on this board is not" in each for each in answers.asked] == [True]
        so_far = device.board.text.count("hello")
        # the board runs again
        device.do(device.board.until(lambda: device.board.text.count("hello") > so_far, START_MS))
        answers = Answers(False)
        assert "would be written" in flashed(device, pico_image, answers, dry_run=True) and answers.asked == []
        assert f"runs at {device.path}: written and tested in" in flashed(device, pico_image, Answers())
        with Repl(device.path) as repl:
            found = repl.run(f"print([open(name, 'rb').read() for name in {list(files)}])")
            assert literal_eval(found.decode()) == list(files.values())
            repl.restart()


def test_a_bare_micropython_is_not_asked_about(pico_image, tmp_path):
    with patient(without_tengen(pico_image, tmp_path)) as device:
        answers = Answers()
        assert "written and tested" in flashed(device, pico_image, answers)
        assert answers.asked == [] and state_at(device.path, ANSWER_S).device["build"] == pico_image.tengen.build


async def a_move(board):
    await board.until(lambda: board.done, START_MS)
    await board.advance(SETTLE_MS)
    board.put("h8")
    await board.advance(SETTLE_MS)
    board.press("p1")
    await board.advance(TAP_MS)
    board.release("p1")
    await board.until(lambda: board.game.moves, START_MS)


def test_a_game_under_way_is_asked_about_and_is_there_after_the_update(pico_image, tmp_path):
    with patient(pico_image, flash=with_finished_games(program(pico_image).ljust(SIZE, b"\xff"), 3)) as device:
        board = device.board
        device.do(a_move(board))
        before, answers = starts(device), Answers(False)
        with pytest.raises(Declined, match="the game goes on"):
            flashed(device, pico_image, answers, again=True)
        assert "A game is under way, at move 1." in answers.asked[0] and starts(device) == before
        answers = Answers(False)
        assert "a game is under way" in flashed(device, pico_image, answers, again=True, dry_run=True)
        assert starts(device) == before
        flashes = []
        board.follow(lambda: flashes.append(board.flash.contents()))
        assert "written and tested" in flashed(device, pico_image, Answers(), again=True)
        was, now = flashes[:2]  # the flash in BOOTSEL mode, then the flash with the image
        assert len(games(was)) == 4 and games(now) == games(was) and now[FILES:] == was[FILES:]
        after = state_at(device.path, ANSWER_S)
    assert [move.point for move in after.game.moves] == ["h8"] and after.groups["game"]["awaits"] == "resume"
    assert list(tmp_path.iterdir()) == [], "port and drive are removed"


def drive():
    """Wait for the only drive, and return it."""
    run(until(bootsel.drives))
    (found,) = bootsel.drives()
    return found


def into_bootsel(device):
    with Repl(device.path) as repl, contextlib.suppress(Gone):
        repl.run("import machine; machine.bootloader()")
    its = drive()
    assert not os.path.exists(device.path)
    return its


def answers(device):
    run(until(lambda: os.path.exists(device.path)))
    assert state_at(device.path, LIMIT_S).device["version"]


def test_bootsel_mode_stays_until_a_whole_program_is_there_and_games_stay(pico_image, tmp_path):
    flash = with_finished_games(b"\xff" * SIZE, 3)
    cut = tmp_path / pico_image.uf2.name  # the file has the same name as the image, but other bytes
    cut.write_bytes(made(random.Random(1).randbytes(len(program(pico_image))))[: 1000 * BLOCK])
    with patient(pico_image, flash=flash) as device:
        board = device.board
        with pytest.raises(DeviceError, match="has all bytes and stays"):
            bootsel.copy(cut, drive(), sleep=lambda seconds: device.do(board.advance(int(1000 * seconds))))
        assert len(board.flash.operations) > 1000
        device.do(board.reboot())
        assert not os.path.exists(os.path.join(drive().path, cut.name)), "at power, the drive is a new one"
        with pytest.raises(DeviceError, match="has all bytes and stays"):
            bootsel.copy(cut, drive(), sleep=lambda seconds: device.do(board.advance(int(1000 * seconds))))
        bootsel.copy(pico_image.uf2, drive())
        answers(device)
        into_bootsel(device)
        assert not board.mcu.watchdog.timer.enable, "it would start the program after some time"
        device.do(board.reboot())
        answers(device)
        assert bootsel.drives() == []
        its = into_bootsel(device)
        board.flash.cut(1000, seed=1)
        with contextlib.suppress(Gone):
            bootsel.copy(pico_image.uf2, its)
        run(until(lambda: not bootsel.drives()))
        left = board.flash.contents()
    with patient(pico_image, flash=left) as device:
        bootsel.copy(pico_image.uf2, drive())
        answers(device)
    assert len(games(left)) == 3 and games(device.board.flash.contents()) == games(left) == games(flash)


def test_the_command_puts_tengen_on_a_bare_pico(pico_image, tmp_path):
    """The complete command on a new Pico, which is in BOOTSEL mode by itself."""
    with patient(pico_image, flash=b"\xff" * SIZE) as device:
        code = "from tengen_host.cli import main; main()"
        command = [sys.executable, "-c", code, "flash", "--image", str(pico_image.uf2)]
        there = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
        there.pop("TENGEN_PORT", None)
        ended = subprocess.run(command, env=there, capture_output=True, text=True, timeout=LIMIT_S)
        assert ended.returncode == 0, ended.stderr
        assert "RPI-RP2: Tengen" in ended.stderr and "written and tested in" in ended.stderr
        assert state_at(device.path, ANSWER_S).device["build"] == pico_image.tengen.build


def test_the_short_self_test_takes_some_seconds(device):
    began = device.board.now_ms()
    checks = short_checks(device.path, lambda words: None)
    took_ms = device.board.now_ms() - began
    ledger.note(f"emulated Pico: the self-test of tengen flash takes {took_ms / 1000:.1f} s of the board's time")
    assert all(check.ok for check in checks) and {"rules", "matrix", "restart"} <= {check.name for check in checks}
    assert took_ms < MOST_MS
