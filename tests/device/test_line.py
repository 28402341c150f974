"""Test a serial port as bytes: opened, in use, forbidden, missing, disconnected.

Each error must have a sentence about what to do.
"""

import os
import pty
import socket
import stat
import subprocess
import sys
import termios

import pytest
from ptyboard import PtyBoard
from serial import SerialException
from tengen_host.device import causes
from tengen_host.device.errors import DeviceError, Gone, NoBoard, NoPermission, PortTaken
from tengen_host.device.holders import by_lsof, name_of
from tengen_host.device.line import Line, knock


@pytest.fixture
def board(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        yield board


def read_until(line, what):
    data = b""
    while what not in data:
        came = line.read(5)
        assert came, f"after {data!r} nothing came"
        data += came
    return data


def test_a_line_carries_bytes_both_ways(board):
    with Line(board.path) as line:
        line.write(b'{"cmd": "games"}\n')
        read_until(line, b'"code":"games"')


def test_nothing_comes_where_nothing_is_said(board):
    with Line(board.path) as line:
        while line.read(0.05):
            pass
        assert line.read(0) == b""


def test_a_port_is_for_one_program(board):
    with Line(board.path), pytest.raises(PortTaken) as raised:
        Line(board.path)
    assert f"(pid {os.getpid()})" in str(raised.value)
    Line(board.path).close()


def test_the_program_that_has_the_port_is_named(board):
    holder = "import sys, serial; port = serial.Serial(sys.argv[1], exclusive=True); print('open', flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", holder, board.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(PortTaken) as raised:
            Line(board.path)
    finally:
        other.communicate("\n")
    if sys.platform == "linux":
        assert f"(pid {other.pid})" in str(raised.value)
    assert "try again" in str(raised.value)


def test_a_cable_that_is_pulled_out_while_it_is_read(board):
    with Line(board.path) as line:
        board.hang_up()
        with pytest.raises(Gone) as raised:
            while True:
                line.read(5)
    assert "cable" in str(raised.value)


def test_a_cable_that_is_pulled_out_before_a_command(board):
    with Line(board.path) as line:
        board.hang_up()
        with pytest.raises(Gone):
            line.write(b'{"cmd": "snapshot"}\n')
        line.close()
        with pytest.raises(Gone):
            line.read(0)


def test_a_board_that_takes_nothing():
    master, slave = os.openpty()
    try:
        with Line(os.ttyname(slave)) as line:
            line.serial.write_timeout = 0.05
            with pytest.raises(DeviceError) as raised:
                line.write(bytes(100_000))
        assert "accepts no data" in str(raised.value) and not isinstance(raised.value, Gone)
    finally:
        os.close(slave)
        os.close(master)


def test_a_port_that_is_not_there(tmp_path):
    with pytest.raises(NoBoard) as raised:
        Line(str(tmp_path / "ttyACM7"))
    assert "there is no port" in str(raised.value) and "ttyACM7" in str(raised.value)


def test_a_file_that_is_no_port(tmp_path):
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(DeviceError) as raised:
        Line(str(tmp_path / "notes.txt"))
    assert "is not a serial port" in str(raised.value)
    with pytest.raises(DeviceError):
        Line("nonsense://1")


def test_a_socket_is_a_line_too():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with Line(f"socket://127.0.0.1:{port}") as line:
            there, _ = server.accept()
            with there:
                there.sendall(b"hello\n")
                assert read_until(line, b"\n") == b"hello\n"
                line.write(b"you")
                assert there.recv(10) == b"you"
            with pytest.raises(Gone):
                line.read(5)
    with pytest.raises(NoBoard) as raised:
        Line(f"socket://127.0.0.1:{port}")
    assert "no program listens" in str(raised.value)


# all modules are imported first, because the program may not read their folders when it is no longer root
FORBIDDEN = """
import grp, os, pwd, sys
sys.path[:0] = sys.argv[2:]
from tengen_host.device.line import Line, knock
from tengen_host.device.errors import DeviceError, NoPermission
try:
    Line("/nowhere")  # reads the words of errors, too
except DeviceError:
    pass
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    Line(sys.argv[1])
except NoPermission as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root may give a port away")
def test_a_port_that_this_user_may_not_open(board):
    import grp

    group = next(group for group in grp.getgrall() if 0 < group.gr_gid < 1000)
    device = os.path.realpath(board.path)
    os.chown(device, 0, group.gr_gid)
    os.chmod(device, stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IWGRP)
    done = subprocess.run(
        [sys.executable, "-c", FORBIDDEN, device, *filter(None, sys.path)], capture_output=True, text=True
    )
    assert f"the group {group.gr_name} may" in done.stdout, done
    assert f"`sudo usermod -aG {group.gr_name} $USER`" in done.stdout


def test_what_helps_a_user_without_permission():
    outside = causes.by_group("/dev/ttyACM0", "uucp", may=True, is_in=False, listed=False)
    assert isinstance(outside, NoPermission) and "usermod -aG uucp" in str(outside)
    new = str(causes.by_group("/dev/ttyACM0", "dialout", may=True, is_in=False, listed=True))
    assert "usermod" not in new and "log in again" in new
    nobodys = str(causes.by_group("/dev/ttyACM0", "root", may=True, is_in=False, listed=False))
    assert "usermod" not in nobodys and "udev" in nobodys
    assert isinstance(causes.no_permission("/dev/cu.usbmodem1101", "darwin"), NoPermission)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)", PortTaken),
        ("could not open port 'COM5': PermissionError(13, 'Zugriff verweigert', None, 5)", PortTaken),
        ("could not open port 'COM5': FileNotFoundError(2, 'The system cannot find the file', None, 2)", NoBoard),
        ("could not open port 'COM5': OSError(22, 'The semaphore timeout period has expired.', None, 121)", Gone),
    ],
)
def test_what_windows_says(text, kind):
    assert isinstance(causes.why_not_opened("COM5", SerialException(text), "win32"), kind)


def test_what_lsof_says_on_macos():
    assert by_lsof("p512\ncscreen\nf5\np600\ncPython\n") == {512: "screen", 600: "Python"}
    assert by_lsof("") == {}


def test_a_program_is_named_as_its_user_knows_it():
    assert name_of(["/usr/bin/minicom", "-D", "/dev/ttyACM0"]) == "minicom"
    assert name_of(["/usr/bin/python3.11", "-u", "/usr/bin/thonny"]) == "thonny"
    assert name_of(["python3", "-m", "mpremote", "repl"]) == "mpremote"
    assert name_of(["python3", "-c", "import serial"]) == name_of(["python3"]) == "python3"
    assert name_of([]) == "a program"


def test_taken_by_nobody_knows_whom():
    said = str(causes.taken("COM5", []))
    assert "another program" in said and "Thonny" in said
    assert "minicom (pid 5)" in str(causes.taken("/dev/ttyACM0", ["minicom (pid 5)"]))


def test_a_knock_opens_the_port_at_1200_baud_and_closes_it():
    """A Pico's USB console then goes into BOOTSEL mode."""
    master, slave = pty.openpty()
    try:
        path = os.ttyname(slave)
        knock(path)
        assert termios.tcgetattr(slave)[4:6] == [termios.B1200, termios.B1200]
        with Line(path):
            knock(path)  # another program has the port
        assert termios.tcgetattr(slave)[4] == termios.B115200
    finally:
        os.close(slave)
        os.close(master)
    knock(path)  # raises no error, although the board has disappeared
