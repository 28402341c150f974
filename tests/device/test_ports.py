"""Test which ports may be a board, with recorded listings of three systems, and the message if no port may be one."""

import listings
import pytest
from tengen_host.device import ports


@pytest.mark.parametrize(
    "listing, path",
    [
        (listings.LINUX, "/dev/ttyACM0"),
        (listings.MACOS, "/dev/cu.usbmodem1101"),
        (listings.WINDOWS, "COM5"),
    ],
)
def test_the_board_among_the_ports_of_a_machine(listing, path):
    found = ports.candidates(ports.of_listing(listing))
    assert [port.path for port in found] == [path]
    assert found[0].serial.lower() == listings.SERIAL


def test_ports_come_in_the_order_of_their_numbers():
    assert [port.path for port in ports.of_listing(listings.WINDOWS)] == ["COM3", "COM5", "COM10"]


def test_a_pico_without_micropython_is_no_candidate():
    assert ports.candidates(ports.of_listing(listings.LINUX_WITHOUT)) == []


def test_the_board_is_found_again_by_its_serial_number_wherever_it_is():
    board = ports.candidates(ports.of_listing(listings.LINUX))[0]
    moved = ports.of_listing(listings.WINDOWS)
    assert ports.same_board(board, moved).path == "COM5"
    assert ports.same_board(board, ports.of_listing(listings.LINUX_WITHOUT)) is None
    another = ports.of_listing(listings.LINUX_TWO)
    assert ports.same_board(board, another).path == "/dev/ttyACM0"


def test_a_port_that_no_listing_has_stays_where_it_was():
    emulated = ports.Port("socket://127.0.0.1:2000")
    assert ports.same_board(emulated, ports.of_listing(listings.LINUX)) == emulated
    assert ports.by_path("/dev/pts/4", ports.of_listing(listings.LINUX)) == ports.Port("/dev/pts/4")
    assert ports.by_path("/dev/ttyACM0", ports.of_listing(listings.LINUX)).serial == listings.SERIAL


def test_a_port_is_known_by_each_of_its_names():
    # Windows accepts names in capitals or small letters; macOS has two names for each port, and users give either name
    assert ports.by_path("com5", ports.of_listing(listings.WINDOWS)).path == "COM5"
    macos = ports.of_listing(listings.MACOS)
    assert ports.by_path("/dev/tty.usbmodem1101", macos) == ports.by_path("/dev/cu.usbmodem1101", macos)
    assert ports.by_path("/dev/TTYACM0", ports.of_listing(listings.LINUX)).vid is None


def test_no_board_where_nothing_enumerates():
    said = str(ports.no_board(ports.of_listing([])))
    assert "Many cables only charge" in said and "another USB port" in said and "BOOTSEL" in said


def test_no_board_names_what_else_is_there():
    said = str(ports.no_board(ports.of_listing(listings.LINUX_WITHOUT)))
    assert "/dev/ttyACM0 (a Raspberry Pi Debug Probe)" in said and "/dev/ttyUSB0 (FT232R USB UART)" in said
    assert "ttyS0" not in said  # this port has no USB data, so it can't be a board
    assert "TENGEN_PORT" in said


def test_the_port_of_the_environment_holds_where_none_is_named(monkeypatch):
    monkeypatch.setenv("TENGEN_PORT", "COM7")
    assert ports.chosen(None) == "COM7" and ports.chosen("COM5") == "COM5"
    monkeypatch.delenv("TENGEN_PORT")
    assert ports.chosen(None) is None
