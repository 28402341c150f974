"""The choice of what to flash, and an image for a Pico in BOOTSEL mode: a folder stands for its drive."""

import struct

import pytest
from folder_board import Answers, FolderBoard
from tengen_host.cli import app
from tengen_host.device.asking import Declined
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoBoard, NoPermission, PortTaken, Unsupported
from tengen_host.device.flashing import install
from tengen_host.device.flashing.firmware import Firmware
from tengen_host.device.flashing.job import prepare
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.image import Image
from typer.testing import CliRunner

BOARD = Port("/dev/ttyACM0", *MICROPYTHON, "E661")
OTHER = Port("/dev/ttyACM1", *MICROPYTHON, "E662")
MODEM = Port("/dev/ttyS0")
PICO = Drive("/media/RPI-RP2", "Raspberry Pi RP2", "RPI-RP2")


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)


class Time:
    """A clock that only sleep() moves."""

    def __init__(self):
        self.now = 0.0

    def clock(self):
        return self.now

    def sleep(self, period):
        self.now += period


def test_the_port_that_is_named_goes_before_all():
    assert install.found("/dev/pts/7", lambda: [BOARD], lambda: [PICO]) == "/dev/pts/7"


def test_the_only_board():
    assert install.found(None, lambda: [MODEM, BOARD], list) == "/dev/ttyACM0"


def test_a_board_and_a_pico_in_bootsel_mode():
    with pytest.raises(DeviceError, match="at /dev/ttyACM0, and a Pico in BOOTSEL mode at /media/RPI-RP2: unplug"):
        install.found(None, lambda: [BOARD], lambda: [PICO])


def test_only_a_pico_in_bootsel_mode(monkeypatch):
    monkeypatch.setattr(install.bootsel, "the_drive", lambda: PICO)
    assert install.found(None, lambda: [MODEM], lambda: [PICO]) == PICO


def test_nothing_at_all_says_how_to_get_there(monkeypatch):
    def none():
        raise NoBoard("no Pico in BOOTSEL mode is there: hold its BOOTSEL button down")

    monkeypatch.setattr(install.bootsel, "the_drive", none)
    with pytest.raises(NoBoard, match="no board found, and no Pico in BOOTSEL mode is there: hold its"):
        install.found(None, list, list)


@pytest.fixture
def drive(tmp_path):
    """A folder that stands for the drive, and an image for it."""
    (tmp_path / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    uf2 = tmp_path / "images" / "tengen.uf2"
    uf2.parent.mkdir()
    uf2.write_bytes(bytes(100_000))
    return Drive(str(tmp_path), "Raspberry Pi RP2", "RPI-RP2"), Image(uf2, True, "built")


def test_the_image_is_copied_and_the_console_awaited(drive, tmp_path):
    there, image = drive
    time = Time()

    def listing():
        """The other Pico is always listed; this one restarts after two seconds."""
        return [OTHER, BOARD] if time.now >= 2 else [OTHER]

    port = install.put_image(image, there, Answers(), listing, time.clock, time.sleep, lambda port: None)
    assert port == "/dev/ttyACM0"
    assert (tmp_path / "tengen.uf2").read_bytes() == bytes(100_000)
    assert 2 <= time.now < 3


@pytest.mark.parametrize("trouble", [NoPermission, PortTaken, Gone])
def test_a_console_that_has_come_is_waited_for_until_it_can_be_opened(drive, trouble):
    """udev permits the user a moment after the port appears, and modem managers open each new port."""
    time = Time()

    def opening(port):
        if time.now < still:
            raise trouble(f"{port} can't be opened")

    def put():
        return install.put_image(
            drive[1], drive[0], Answers(), lambda: [BOARD] if time.now > 1 else [], time.clock, time.sleep, opening
        )

    still = 4
    assert put() == "/dev/ttyACM0" and 4 <= time.now < 5
    still, time.now = 1000, 0.0
    with pytest.raises(trouble, match="/dev/ttyACM0 can't be opened"):
        put()


def test_a_console_that_never_comes(drive):
    time = Time()
    with pytest.raises(NoBoard, match="has its image, but its console has not come up within 30 s: unplug it"):
        install.put_image(drive[1], drive[0], Answers(), lambda: [OTHER], time.clock, time.sleep)
    assert 30 <= time.now < 31


FIRMWARE = Firmware("0.2.0", "new", {"main.py": b"import tengen.app", "tengen/__init__.mpy": b"M\x06\x00"})
PROGRAM = b"print('hello')"


def test_an_image_is_not_put_on_a_pico_that_waits_beside_the_board_that_is_meant():
    """The other Pico's drive would be found first."""
    with pytest.raises(DeviceError, match="in BOOTSEL mode is at /media/RPI-RP2 already: unplug it.*/dev/ttyACM0"):
        install.into_bootsel("/dev/ttyACM0", FIRMWARE, Answers(), True, drives=lambda: [PICO])


@pytest.mark.parametrize("frozen", [True, False])
def test_a_pico_w_gets_no_image(frozen, tmp_path):
    """In BOOTSEL mode a Pico W can't be distinguished from a Pico."""
    board = FolderBoard(tmp_path)
    board.own._machine = "Raspberry Pi Pico W with RP2040"
    with pytest.raises(Unsupported, match="Pico W with RP2040. Tengen runs on a Raspberry Pi Pico with RP2040"):
        install.ask_before_image(board, FIRMWARE, Answers(), frozen)


def test_an_image_with_tengen_in_it_goes_before_a_foreign_program_which_is_asked_first(tmp_path):
    board, answers = FolderBoard(tmp_path, {"main.py": PROGRAM}), Answers(False)
    with pytest.raises(Declined, match="nothing was changed"):
        install.ask_before_image(board, FIRMWARE, answers, True)
    assert "main.py on the board is no part of Tengen. It stays, but" in answers.asked[0]
    answers = Answers()
    assert install.ask_before_image(board, FIRMWARE, answers, False) == (), "without Tengen in it, it still runs then"
    assert board.files == {"main.py": PROGRAM}


def test_an_image_in_place_of_a_newer_tengen_is_asked_about_once(tmp_path):
    board = FolderBoard(tmp_path, {"tengen/__init__.mpy": b"M"}, installed=("0.3.0", "newer"))
    answers = Answers()
    asked = install.ask_before_image(board, FIRMWARE, answers, True)
    assert answers.asked == ["The board has Tengen 0.3.0, which is newer than 0.2.0 here. Go back to the older?"]
    prepare(board, FIRMWARE, answers, False, asked=asked)
    assert len(answers.asked) == 1


def image_of(content, path):
    """Return the image of a UF2 with this content for the RP2040."""
    blocks = [content[at : at + 256].ljust(256, b"\0") for at in range(0, len(content), 256)]
    head = (0x0A324655, 0x9E5D5157, 0x2000)
    path.write_bytes(b"".join(
        struct.pack("<8I476sI", *head, 256 * number, 256, number, len(blocks), 0xE48BFF56, block, 0x0AB16F30)
        for number, block in enumerate(blocks)
    ))  # fmt: skip
    return Image(path, False, "given")


def test_an_image_for_another_board_with_an_rp2040(tmp_path):
    """A Pico W's image has the same family in each block: only the name in MicroPython itself differs."""
    other = image_of(bytes(1000) + b"Raspberry Pi Pico W with RP2040\0", tmp_path / "w.uf2")
    with pytest.raises(Unsupported, match="w.uf2 is not MicroPython for a Raspberry Pi Pico with RP2040: take the one"):
        install.for_this_board(other)
    right = image_of(bytes(500) + b"Raspberry Pi Pico with RP2040\0", tmp_path / "right.uf2")
    assert install.for_this_board(right) == right


def test_the_command_says_what_is_wrong_and_fails():
    result = CliRunner().invoke(app, ["flash", "--port", "/dev/no-such-port", "--yes"])
    assert result.exit_code == 1 and "error: there is no port /dev/no-such-port" in result.output


def test_an_image_without_uf2():
    result = CliRunner().invoke(app, ["flash", "some.uf2"])
    assert result.exit_code == 2 and "only taken with --uf2" in result.output


def test_an_image_that_is_none(tmp_path, drive):
    bad = tmp_path / "bad.uf2"
    bad.write_bytes(b"x" * 512)
    result = CliRunner().invoke(app, ["flash", "--uf2", str(bad), "--port", "/dev/pts/none"])
    assert result.exit_code == 1 and "is no UF2" in result.output
