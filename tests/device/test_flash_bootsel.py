"""What to flash is found, and a Pico in BOOTSEL mode gets its image: a folder in the drive's place."""

import pytest
from folder_board import Answers
from tengen_host.cli import app
from tengen_host.device import install
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, NoBoard
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
    """A folder as the drive, and an image for it."""
    (tmp_path / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    uf2 = tmp_path / "images" / "tengen.uf2"
    uf2.parent.mkdir()
    uf2.write_bytes(bytes(100_000))
    return Drive(str(tmp_path), "Raspberry Pi RP2", "RPI-RP2"), Image(uf2, True, "built")


def test_the_image_is_copied_and_the_console_awaited(drive, tmp_path):
    there, image = drive
    time = Time()

    def listing():
        """The other Pico is there all the time; this one restarts after two seconds."""
        return [OTHER, BOARD] if time.now >= 2 else [OTHER]

    assert install.put_image(image, there, Answers(), listing, time.clock, time.sleep) == "/dev/ttyACM0"
    assert (tmp_path / "tengen.uf2").read_bytes() == bytes(100_000)
    assert 2 <= time.now < 3


def test_a_console_that_never_comes(drive):
    time = Time()
    with pytest.raises(NoBoard, match="has its image, but its console has not come up within 30 s: unplug it"):
        install.put_image(drive[1], drive[0], Answers(), lambda: [OTHER], time.clock, time.sleep)
    assert 30 <= time.now < 31


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
