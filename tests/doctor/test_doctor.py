"""`tengen doctor` looks at this machine: ports, folders, udev rules. It changes nothing."""

import json
import os
import re
import socket
import sys

import pytest
from ptyboard import PtyBoard
from tengen_host import extras, resources
from tengen_host.cli import app
from tengen_host.device import bootsel, causes, find, holders, ports, udev
from tengen_host.device.errors import PortTaken
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.doctor import facts
from tengen_host.doctor.rows import FOR
from tengen_host.image import native
from tengen_host.records import ffmpeg
from tengen_host.web.server import free_port
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def nothing_plugged_in(monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    monkeypatch.setattr(ports, "ports", list)
    monkeypatch.setattr(bootsel, "drives", list)


def run(*arguments):
    return CliRunner().invoke(app, ["doctor", *arguments])


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """A machine with empty folders of its own, on which no browser is started."""
    monkeypatch.setattr(facts.browser, "missing", lambda: None)
    monkeypatch.setattr(facts.causes, "no_rights", lambda rules: None)
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("DATA", "GAMES", "CACHE"):
        monkeypatch.setenv(f"TENGEN_{name}", str(tmp_path / "tengen" / name))
    return tmp_path


def test_this_machine(monkeypatch, tmp_path):
    monkeypatch.setenv("TENGEN_DATA", str(tmp_path / "data"))
    result = run("--json")
    told = json.loads(result.stdout)
    assert result.exit_code == (0 if told["ok"] else 1)
    found = {row["name"]: row for row in told["rows"]}
    assert found["Tengen"]["ok"] and "Python" in found["Tengen"]["found"] and found["data"]["ok"]
    assert all(row["found"] and row["for"] == FOR[name] for name, row in found.items())
    assert list(tmp_path.iterdir()) == []


def test_a_table_for_people(quick):
    result = run()
    said = " ".join(result.stdout.split())
    assert result.exit_code == 0 and "none is plugged in" in said
    assert "\nboard: Many cables only charge" in result.stdout


def test_what_this_machine_lacks_is_named_with_the_remedy(quick, monkeypatch):
    def nats():
        raise ModuleNotFoundError("nats is missing: install it")

    monkeypatch.setenv("PATH", str(quick))
    monkeypatch.delenv("TENGEN_FFMPEG", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    lacks = facts.look(8017, nats).lacks
    assert lacks["NATS"] == "nats is missing: install it"
    assert lacks["ffmpeg"] == f"no ffmpeg: {ffmpeg.install()}" and lacks["numba"] == extras.missing("numba", "fast")
    assert "on Debian or Ubuntu" in lacks["image build"]
    assert lacks["image"].startswith("there is no image for the Pico: ")
    monkeypatch.setattr(native, "lacking", lambda: "Cython is missing")
    for is_built in (False, True):  # an emulator that is compiled needs no compiler
        monkeypatch.setattr(native, "is_built", lambda is_built=is_built: is_built)
        assert (facts.look(8017, nats).lacks["emulator"] is None) == (is_built or not native.is_possible())
    monkeypatch.setenv("TENGEN_FFMPEG", "/nowhere/ffmpeg")
    assert facts.look(8017, nats).lacks["ffmpeg"].endswith("correct it, or remove this variable")


def test_the_udev_rule_is_no_json():
    result = run("--json", "--print-udev")
    assert result.exit_code == 2 and "leave one out" in result.output


def test_the_exit_status_is_1_if_play_can_not_be_saved(quick, monkeypatch):
    (quick / "file").touch()
    monkeypatch.setenv("TENGEN_DATA", str(quick / "file" / "data"))
    result = run()
    assert result.exit_code == 1 and "MISSING data" in " ".join(result.stdout.split())
    assert "\ndata: set TENGEN_DATA to another folder\n" in result.stdout


def test_a_board_is_asked_and_not_disturbed(quick, tmp_path, monkeypatch):
    with PtyBoard(tmp_path / "tengen") as board:
        board.move("h8", "p1")
        monkeypatch.setenv("TENGEN_PORT", board.path)
        told = json.loads(run("--json").stdout)
        (row,) = [row for row in told["rows"] if row["name"] == "board"]
        assert row["ok"] is not False and "a game is under way, 1 move" in row["found"]
        assert board.do(lambda its: its.replica.state.groups["device"]["probed"]) is False


def test_a_port_that_another_program_has_is_not_opened(monkeypatch):
    there = Port("/dev/ttyACM0", *MICROPYTHON)
    monkeypatch.setattr(ports, "ports", lambda: [there])
    monkeypatch.setattr(holders, "holders", lambda port: ["minicom (pid 4711)"])
    monkeypatch.setattr(find.Board, "open", lambda *_: pytest.fail("it was opened"))
    (found,) = facts.answers()
    assert found.state is None and isinstance(found.trouble, PortTaken) and "minicom" in found.words


def test_the_port_in_the_environment_is_the_only_one_that_is_asked(monkeypatch):
    monkeypatch.setenv("TENGEN_PORT", "/nowhere/ttyACM7")
    (found,) = facts.answers()
    assert found.port.path == "/nowhere/ttyACM7" and "there is no port" in found.words


def test_a_folder_is_tried_and_not_created(tmp_path):
    assert resources.unwritable(tmp_path / "a" / "b", "TENGEN_X") is None and list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    why = resources.unwritable(tmp_path / "file" / "b", "TENGEN_X")
    assert why.startswith(f"{tmp_path / 'file' / 'b'} can't be written (") and why.endswith(
        "set TENGEN_X to another folder"
    )


def test_the_next_free_port_of_the_page():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        found, remark = free_port(port)
        assert (
            found > port and remark.startswith(f"port {port} is not available (") and remark.endswith(f"using {found}")
        )
    with socket.socket() as after:
        after.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        after.bind(("127.0.0.1", found))  # nothing listens there any more


# The udev rule


def test_the_rule_is_printed_alone():
    result = run("--print-udev")
    assert result.exit_code == 0 and result.stdout == udev.rule(udev.group())
    lines = [line for line in result.stdout.splitlines() if not line.startswith("#")]
    assert lines and all(re.fullmatch(r'(?:[A-Z]+(?:\{\w+\})?(?:==|\+?=)"[\w+]+"(?:, |$))+', line) for line in lines)


def test_rules_that_are_installed_are_recognized(tmp_path):
    folder = tmp_path / "udev" / "rules.d"
    assert udev.texts([tmp_path]) == ""
    folder.mkdir(parents=True)
    (folder / "50-other.rules").write_text(
        'ATTRS{idVendor}=="2341", MODE="0666"\n# 2e8a, MODE="0666"\n'
        'ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0004", MODE="660", GROUP="plugdev", TAG+="uaccess"\n'
        'ENV{ID_VENDOR_ID}=="2e8a", ENV{ID_MODEL_ID}=="000[4c]", MODE="660"\n',
        encoding="utf-8",
    )
    assert udev.texts([tmp_path]) == "", "another vendor's, a comment, and debug probes"
    (folder / "60-tengen.rules").write_text(udev.rule("dialout"), encoding="utf-8")
    rules = udev.texts([tmp_path])
    assert len(rules.splitlines()) == 2 and udev.gives_rights(rules) and udev.stops_modem_manager(rules)


@pytest.mark.parametrize(
    ("rule", "rights", "alone"),
    [
        ('SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", TAG+="uaccess"', True, False),
        ('SUBSYSTEMS=="usb", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0003|000[5a]", MODE="0666"', True, False),
        ('SUBSYSTEM=="usb", ATTR{idVendor}=="2e8a", MODE="0666"', False, False),  # raw USB, and no serial port
        ('SUBSYSTEM=="block", ATTRS{idVendor}=="2e8a", MODE="0666"', False, False),
        ('SUBSYSTEM=="usb", ATTR{idVendor}=="2e8a", MODE="0666", ENV{ID_MM_DEVICE_IGNORE}="1"', False, True),
    ],
)
def test_what_a_rule_of_others_does_for_a_board(tmp_path, rule, rights, alone):
    file = tmp_path / "udev" / "rules.d" / "99-pico.rules"
    file.parent.mkdir(parents=True)
    file.write_text(rule, encoding="utf-8")
    rules = udev.texts([tmp_path])
    assert (udev.gives_rights(rules), udev.stops_modem_manager(rules)) == (rights, alone)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no groups for ports")
def test_whether_this_user_may_open_a_board_on_linux(monkeypatch):
    import grp

    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    monkeypatch.setattr(os, "getgroups", list)
    monkeypatch.setattr(os, "getegid", lambda: 12345)
    monkeypatch.setattr(grp, "getgrnam", lambda name: grp.struct_group((name, "", 20, [])))
    monkeypatch.setattr(udev, "group", lambda: "uucp")
    assert "sudo usermod -aG uucp" in str(causes.no_rights(""))
    assert causes.no_rights(udev.rule("uucp")) is None, "a udev rule allows it"
    monkeypatch.setattr(os, "getgroups", lambda: [20])
    assert causes.no_rights("") is None
