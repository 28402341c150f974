"""The rows of `tengen doctor`, from the facts about machines with Linux, macOS and Windows."""

import re
from pathlib import Path

import pytest
from tengen_host.device import causes, udev
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import NoAnswer
from tengen_host.device.find import Found
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.doctor import rows
from tengen_host.doctor.rows import Facts
from tengen_host.image.uf2 import Tengen
from tengen_host.pictures import browser
from tengen_host.records import ffmpeg, fonts
from tengen_host.wire.state import State

ROOT = Path(__file__).resolve().parents[2]
OWN = Tengen("1.0.0", "abc123")
PORT = Port("/dev/ttyACM0", *MICROPYTHON)


def look(system="linux", python=(3, 13, 1), **more):
    """Return the rows of a machine, by name."""
    found = rows.rows(Facts(system, python, OWN, **more))
    assert all(row.purpose for row in found)
    return {row.name: row for row in found}


def answering(version="1.0.0", build="abc123", wire=1):
    return Found(PORT, State({"device": {"version": version, "build": build, "wire": wire, "probed": False}}), None)


def stops(found):
    return [name for name, row in found.items() if row.stops_play]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_machine_that_has_everything(system):
    found = look(system, answers=[answering()], develops=True, has={"ffmpeg": "/usr/bin/ffmpeg"})
    notes = ["emulator"] if system == "win32" else []  # nothing is compiled there
    assert [name for name, row in found.items() if row.ok is not True] == notes
    assert found["Tengen"].found == "Tengen 1.0.0, build abc123, on Python 3.13.1"
    assert found["ffmpeg"].found == "/usr/bin/ffmpeg" and not any(row.cure for row in found.values())
    assert ("ModemManager" in found) == (system == "linux") and "Chromium" in found
    assert "Chromium" not in look(system), "only developers need it"
    assert found["image build"].found == "all programs for the build are here"
    if system == "linux":
        assert look(system)["rights"].found == "you may open serial ports"


@pytest.mark.parametrize(
    ("system", "install", "port", "drive"),
    [
        ("linux", "sudo apt-get install", "/dev/ttyACM0", "/media/USER/RPI-RP2"),
        ("darwin", "brew install", "/dev/cu.usbmodem1101", "/Volumes/RPI-RP2"),
        ("win32", "winget install", "COM5", "D:"),
        ("freebsd14", "sudo apt-get install", "/dev/ttyACM0", "/media/USER/RPI-RP2"),
    ],
)
def test_what_is_missing_has_the_remedy_of_its_system(system, install, port, drive):
    lacks = {"ffmpeg": f"no ffmpeg: {ffmpeg.install(system)}", "Chromium": browser.absent(system)}
    lacks["fonts"] = fonts.absent(system)
    found = look(system, python=(3, 9, 2), lacks=lacks, develops=True)
    assert found["ffmpeg"].cure == f"{install} ffmpeg, or set TENGEN_FFMPEG to its path"
    assert found["Chromium"].found == "no Chromium" and found["Chromium"].cure.startswith(install)
    assert found["fonts"].found.startswith("no font has") and found["fonts"].cure
    assert found["Tengen"].cure.startswith(install) and "older than 3.10" in found["Tengen"].found
    assert stops(found) == ["Tengen"], "the others are for other tasks"
    board = found["board"]
    assert board.ok is None and board.found == "none is plugged in"
    assert "charge" in board.cure and f" {port}," in board.cure and board.cure.endswith(f" {drive}")


def test_the_oldest_python_is_that_of_the_package():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^requires-python = ">=(.*)"$', project, re.MULTILINE)[1] == ".".join(map(str, rows.OLDEST))


@pytest.mark.parametrize("name", ["page", "data", "games"])
def test_play_needs_a_port_and_folders(name):
    found = look(lacks={name: "it can't be used: choose another"})
    assert stops(found) == [name] and found[name].cure == "choose another"
    assert found[name].fields() == {
        "name": name, "for": rows.PLAY[name], "ok": False, "found": "it can't be used", "cure": "choose another",
        "stops_play": True,
    }  # fmt: skip


def test_a_board_that_is_older_or_newer_than_the_laptop():
    older, newer = answering("0.9.0"), answering("1.1.0", wire=2)
    assert "`tengen flash` brings it" in look(answers=[older])["board"].found
    row = look(answers=[newer])["board"]
    assert "this laptop has an older one" in row.found and "update tengen with pip" in row.found
    assert row.ok is None and not row.stops_play


def test_boards_that_can_not_be_asked():
    taken = Found(PORT, None, causes.taken(PORT.path, ["minicom (pid 4711)"]))
    row = look(answers=[taken])["board"]
    assert (row.ok, row.found, row.cure) == (
        None, "/dev/ttyACM0 is in use by minicom (pid 4711)", "end it and try again",
    )  # fmt: skip
    closed = Found(PORT, None, causes.by_group(PORT.path, "dialout", True, False, False))
    found = look(answers=[closed])
    assert stops(found) == ["board"] and "sudo usermod -aG dialout $USER" in found["board"].cure
    assert "rights" not in found, "the board shows it"
    gone = look(answers=[Found(PORT, None, causes.no_such_port("/dev/ttyACM7", [PORT]))])["board"]
    assert gone.found == "there is no port /dev/ttyACM7" and gone.cure.startswith("choose one of these: ")
    silent = look(answers=[Found(PORT, None, NoAnswer("it is silent: unplug it"))])
    assert stops(silent) == ["board"] and silent["board"].cure == "unplug it"


def test_a_pico_without_tengen():
    row = look("win32", drives=[Drive("D:\\", "Raspberry Pi RP2", "RPI-RP2")])["board"]
    assert row.ok is None and row.found.startswith("D:\\") and "`tengen flash`" in row.cure


def test_linux_without_a_board_says_whether_one_could_be_opened():
    why = str(causes.by_group("/dev/ttyACM0", "uucp", True, False, False))
    found = look(lacks={"rights": why})
    assert stops(found) == ["rights"] and "usermod -aG uucp" in found["rights"].cure


def test_modem_manager_needs_the_rule():
    row = look(modem_manager=True)["ModemManager"]
    assert row.ok is None and row.cure == udev.INSTALL and "--print-udev" in row.cure
    assert look(modem_manager=True, rules=udev.rule("dialout"))["ModemManager"].ok
    assert look()["ModemManager"].ok
