"""Drives of UF2 bootloaders as three systems list them; and an image written to one, in full or not."""

import errno
import io
import os
import pathlib

import pytest
from tengen_host.device import bootsel
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoBoard, NoPermission, Unsupported

PICO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
PICO_2 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"
FEATHER = "UF2 Bootloader v3.13.0 SFHWRO\r\nModel: Adafruit Feather M4 Express\r\nBoard-ID: SAMD51J19A-Feather-v0\r\n"

# /proc/mounts of a desktop with a Pico, a Pico 2 and a memory stick plugged in
MOUNTS = r"""sysfs /sys sysfs rw,nosuid,nodev,noexec,relatime 0 0
proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0
/dev/nvme0n1p2 / ext4 rw,relatime,errors=remount-ro 0 0
/dev/nvme0n1p1 /boot/efi vfat rw,relatime,fmask=0077,dmask=0077,codepage=437,iocharset=ascii 0 0
nas:/music /mnt/music nfs4 rw,relatime,vers=4.2 0 0
/dev/sda1 /media/anna/RPI-RP2 vfat rw,nosuid,nodev,relatime,uid=1000,gid=1000,shortname=mixed,utf8,flush 0 0
/dev/sdb1 /media/anna/RP2350 vfat rw,nosuid,nodev,relatime,uid=1000,gid=1000,shortname=mixed,utf8,flush 0 0
/dev/sdc1 /media/anna/Two\040Words vfat rw,nosuid,nodev,relatime,uid=1000,gid=1000 0 0
"""

A_PICO = Drive("/media/anna/RPI-RP2", "Raspberry Pi RP2", "RPI-RP2")


def test_linux_by_its_mounts():
    folders = bootsel.of_mounts(MOUNTS)
    assert folders == ["/boot/efi", "/media/anna/RPI-RP2", "/media/anna/RP2350", "/media/anna/Two Words"]
    files = {"/media/anna/RPI-RP2/INFO_UF2.TXT": PICO, "/media/anna/RP2350/INFO_UF2.TXT": PICO_2}
    found = bootsel.of_folders(folders, files.get)
    assert found == [A_PICO, Drive("/media/anna/RP2350", "Raspberry Pi RP2350", "RP2350")]
    assert bootsel.the_only(found) == A_PICO


def test_macos_by_its_volumes():
    volumes = ["/Volumes/Macintosh HD", "/Volumes/RPI-RP2"]
    found = bootsel.of_folders(volumes, {"/Volumes/RPI-RP2/INFO_UF2.TXT": PICO}.get)
    assert found == [Drive("/Volumes/RPI-RP2", "Raspberry Pi RP2", "RPI-RP2")]


def test_windows_by_its_letters():
    letters = bootsel.of_letters(0b101100)  # C, D and F, as GetLogicalDrives has them
    assert letters == ["C:\\", "D:\\", "F:\\"]
    found = bootsel.of_folders(letters, {"D:\\INFO_UF2.TXT": PICO}.get)
    assert found == [Drive("D:\\", "Raspberry Pi RP2", "RPI-RP2")]


def test_no_drive_at_all():
    with pytest.raises(NoBoard) as raised:
        bootsel.the_only([])
    assert "BOOTSEL" in str(raised.value) and "only charges" in str(raised.value)
    assert isinstance(bootsel.drives(), list)  # the drives of this machine


def test_a_drive_that_is_not_mounted():
    with pytest.raises(NoBoard) as raised:
        bootsel.the_only([], ["EFI", "RPI-RP2"])
    assert "`udisksctl mount -b /dev/disk/by-label/RPI-RP2`" in str(raised.value)


def test_a_pico_2_is_refused_by_its_name():
    with pytest.raises(Unsupported) as raised:
        bootsel.the_only([Drive("/Volumes/RP2350", "Raspberry Pi RP2350", "RP2350")])
    assert "Pico 2" in str(raised.value) and "Raspberry Pi Pico with an RP2040" in str(raised.value)
    with pytest.raises(Unsupported):
        bootsel.the_only([], ["RP2350"])


def test_another_board_is_refused_by_its_name():
    (feather,) = bootsel.of_folders(["E:\\"], lambda path: FEATHER)
    with pytest.raises(Unsupported) as raised:
        bootsel.check(feather)
    assert "Adafruit Feather M4 Express" in str(raised.value)


def test_which_of_two_picos():
    with pytest.raises(DeviceError) as raised:
        bootsel.the_only([Drive("D:\\", "", "RPI-RP2"), Drive("F:\\", "", "RPI-RP2")])
    assert "D:\\" in str(raised.value) and "F:\\" in str(raised.value)


# How a Pico's drive behaves when it is written to


class File:
    """A file on a drive that fails with `error` after `room` bytes, or when it is closed."""

    def __init__(self, path, room, error, reset=lambda: None):
        self._file = pathlib.Path(path).open("wb", buffering=0)  # noqa: SIM115
        self._room, self._error, self._reset = room, error, reset
        self.size = 0

    def write(self, data):
        if self.size + len(data) > self._room:
            raise OSError(self._error, os.strerror(self._error))
        self.size += len(data)
        return self._file.write(data)

    def fileno(self):
        return self._file.fileno()

    def close(self):
        self._file.close()
        if self.size == self._room:
            self._reset()
            raise OSError(self._error, os.strerror(self._error))


@pytest.fixture
def drive(tmp_path):
    (tmp_path / "RPI-RP2").mkdir()
    (tmp_path / "RPI-RP2" / "INFO_UF2.TXT").write_text(PICO)
    return Drive(str(tmp_path / "RPI-RP2"), "Raspberry Pi RP2", "RPI-RP2")


@pytest.fixture
def uf2(tmp_path):
    path = tmp_path / "tengen.uf2"
    path.write_bytes(bytes(range(256)) * 800)
    return path


def test_an_image_is_written_whole(drive, uf2):
    told = []
    bootsel.copy(uf2, drive, lambda done, size: told.append((done, size)))
    with open(os.path.join(drive.path, "tengen.uf2"), "rb") as file:
        assert file.read() == uf2.read_bytes()
    assert [done for done, size in told if size == 204800] == [65536, 131072, 196608, 204288, 204800]


def test_the_drive_goes_when_it_has_everything(drive, uf2):
    def start():
        os.unlink(os.path.join(drive.path, "INFO_UF2.TXT"))

    told = []
    size = uf2.stat().st_size
    bootsel.copy(uf2, drive, lambda *far: told.append(far), lambda path: File(path, size, errno.EIO, start))
    assert told[-1] == (size, size)


class Leaving(io.BytesIO):
    """A file on a drive that goes in a step of the write with this number, from 0, which fails."""

    def __init__(self, drive, step, at, number):
        super().__init__()
        self._info = pathlib.Path(drive.path, "INFO_UF2.TXT")
        self._step, self._at, self._error = step, at, OSError(number, os.strerror(number))
        self._writes = -1

    def _goes(self, step):
        goes = (step, self._writes) == (self._step, self._at)
        if goes:
            self._info.unlink()
        return goes

    def write(self, data):
        self._writes += 1
        if self._goes("write"):
            raise self._error
        return super().write(data[:-1] if self._goes("short write") else data)

    def fileno(self):
        if self._goes("sync"):
            raise self._error
        return 0

    def close(self):
        super().close()
        if self._goes("close"):
            raise self._error


@pytest.mark.parametrize("number", [errno.EIO, errno.ENODEV, errno.ENOSPC, errno.EROFS], ids=errno.errorcode.get)
@pytest.mark.parametrize("step", ["write", "short write", "sync", "close"])
def test_an_error_is_none_only_where_the_drive_goes_with_the_last_write(drive, uf2, monkeypatch, step, number):
    """The Pico starts when it has the last block of 512 bytes."""
    monkeypatch.setattr(bootsel.os, "fsync", lambda number: None)
    told = []
    bootsel.copy(uf2, drive, lambda *far: told.append(far), lambda path: Leaving(drive, step, 4, number))
    assert told[-1] == (204800, 204800) and not os.listdir(drive.path)
    for at in range(4 if step != "close" else 0):
        pathlib.Path(drive.path, "INFO_UF2.TXT").write_text(PICO, encoding="ascii")
        with pytest.raises(DeviceError):
            bootsel.copy(uf2, drive, create=lambda path, at=at: Leaving(drive, step, at, number))


def test_a_drive_that_is_listed_for_a_moment_longer_than_it_is_there(drive, uf2):
    looks = []

    def look_away(seconds):
        looks.append(seconds)
        if len(looks) == 3:
            os.unlink(os.path.join(drive.path, "INFO_UF2.TXT"))

    size = uf2.stat().st_size
    bootsel.copy(uf2, drive, create=lambda path: File(path, size, errno.EIO), sleep=look_away)
    assert len(looks) == 3


def test_the_drive_goes_before_it_has_everything(drive, uf2):
    def pulled(path):
        os.unlink(os.path.join(drive.path, "INFO_UF2.TXT"))
        return File(path, 131072, errno.ENODEV)

    with pytest.raises(Gone) as raised:
        bootsel.copy(uf2, drive, create=pulled)
    assert "131072 of 204800 bytes" in str(raised.value)


def test_an_error_at_the_end_of_a_drive_that_stays(drive, uf2):
    waited = []
    with pytest.raises(Gone):
        bootsel.copy(uf2, drive, create=lambda path: File(path, uf2.stat().st_size, errno.EIO), sleep=waited.append)
    assert 2 <= sum(waited) <= 10


def test_a_full_drive(drive, uf2):
    with pytest.raises(DeviceError) as raised:
        bootsel.copy(uf2, drive, create=lambda path: File(path, 70000, errno.ENOSPC))
    assert "is full" in str(raised.value) and not isinstance(raised.value, Gone)


def test_a_drive_that_is_read_only(drive, uf2):
    def forbidden(path):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with pytest.raises(NoPermission) as raised:
        bootsel.copy(uf2, drive, create=forbidden)
    assert "read-only" in str(raised.value)


def test_nothing_is_written_to_another_board(drive, uf2):
    with pytest.raises(Unsupported):
        bootsel.copy(uf2, Drive(drive.path, "Raspberry Pi RP2350", "RP2350"))
    assert os.listdir(drive.path) == ["INFO_UF2.TXT"]
