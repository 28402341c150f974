"""Test drives of UF2 bootloaders as three systems list them, and writing an image to a drive, completely or not."""

import errno
import io
import os
import pathlib

import pytest
from tengen_host.device import bootsel
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoPermission, Unsupported

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
    assert bootsel.picos(found) == [A_PICO]


def test_macos_by_its_volumes_and_windows_by_its_letters():
    letters = bootsel.of_letters(0b101100)  # the drives C, D and F, as GetLogicalDrives returns them
    assert letters == ["C:\\", "D:\\", "F:\\"]
    for folders, its in ((["/Volumes/Macintosh HD", "/Volumes/RPI-RP2"], "/Volumes/RPI-RP2/"), (letters, "D:\\")):
        found = bootsel.of_folders(folders, {f"{its}INFO_UF2.TXT": PICO}.get)
        assert found == [Drive(its.rstrip("/"), "Raspberry Pi RP2", "RPI-RP2")]


def test_the_drives_of_this_machine():
    assert isinstance(bootsel.drives(), list)


@pytest.fixture
def disks(tmp_path):
    """Return a function that makes and returns a folder like Linux' /sys/block, with a disk with these facts."""

    def lists(name="sda", **facts):
        its = {"device/vendor": "RPI     ", "device/model": "RP2             ", "removable": "1", "size": "262144"}
        for path, text in {**its, **{path.replace("_", "/"): text for path, text in facts.items()}}.items():
            file = tmp_path / "block" / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n", encoding="ascii")
        return tmp_path / "block"

    return lists


def test_a_drive_that_is_not_mounted_is_found_as_a_disk(disks):
    disks("sda")
    assert bootsel.of_disks(disks("sdd"), MOUNTS) == [Drive("/dev/sdd", "Raspberry Pi RP2", "RPI-RP2", True)]


@pytest.mark.parametrize(
    "facts",
    [{"device_vendor": "SanDisk"}, {"device_model": "Cruzer"}, {"removable": "0"}, {"size": "262143"}],
    ids=str,
)
def test_any_other_disk_is_left_alone(disks, facts):
    assert bootsel.of_disks(disks("sdd", **facts), "") == []


def test_a_system_without_such_a_list(tmp_path):
    assert bootsel.of_disks(tmp_path / "block", "") == []


def test_a_pico_2_is_refused_by_its_name(disks):
    mounted = Drive("/Volumes/RP2350", "Raspberry Pi RP2350", "RP2350")
    for drive in (mounted, *bootsel.of_disks(disks(device_model="RP2350"), "")):
        with pytest.raises(Unsupported, match="a Pico 2 or another board.*runs on a Raspberry Pi Pico with an RP2040"):
            bootsel.check(drive)


def test_another_board_is_refused_by_its_name():
    (feather,) = bootsel.of_folders(["E:\\"], lambda path: FEATHER)
    with pytest.raises(Unsupported, match="Adafruit Feather M4 Express"):
        bootsel.check(feather)


# How a Pico's drive behaves during a write


class File(io.BytesIO):
    """A file on a drive that fails in this step of the write, counted from 0.

    `goes`: True if the drive then disappears.
    """

    def __init__(self, drive, step, at, number, goes=True):
        super().__init__()
        self._info = pathlib.Path(drive.path, "INFO_UF2.TXT")
        self._fails, self._error, self._goes = (step, at), OSError(number, os.strerror(number)), goes
        self._writes = -1

    def _fail(self, step):
        if (step, self._writes) == self._fails:
            if self._goes:
                self._info.unlink()
            if step != "short write":
                raise self._error
            return 1
        return 0

    def write(self, data):
        self._writes += 1
        self._fail("write")
        return super().write(data[: len(data) - self._fail("short write")])

    def fileno(self):
        return self._fail("sync")

    def close(self):
        super().close()
        self._fail("close")


@pytest.fixture
def in_memory(monkeypatch):
    monkeypatch.setattr(bootsel.os, "fsync", lambda number: None)


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


def leave(drive):
    pathlib.Path(drive.path, "INFO_UF2.TXT").unlink()


def test_a_pico_that_does_not_start_lacks_something(drive, uf2):
    with pytest.raises(DeviceError, match="has all bytes and stays, so the Pico lacks some"):
        bootsel.copy(uf2, drive, sleep=lambda _: None)


def test_an_image_is_written_whole(drive, uf2):
    told = []
    bootsel.copy(uf2, drive, lambda done, size: told.append((done, size)), sleep=lambda _: leave(drive))
    with open(os.path.join(drive.path, "tengen.uf2"), "rb") as file:
        assert file.read() == uf2.read_bytes()
    assert [done for done, size in told if size == 204800] == [4096, 65536, 131072, 196608, 204288, 204800]


@pytest.mark.parametrize("number", [errno.EIO, errno.ENODEV, errno.ENOSPC, errno.EROFS], ids=errno.errorcode.get)
@pytest.mark.parametrize("step", ["write", "short write", "sync", "close"])
def test_an_error_is_none_only_where_the_drive_goes_with_the_last_write(drive, uf2, in_memory, step, number):
    """When the Pico has received the last block of 512 bytes, it starts its program, and the drive disappears."""
    told = []
    bootsel.copy(uf2, drive, lambda *far: told.append(far), lambda path: File(drive, step, 5, number))
    assert told[-1] == (204800, 204800) and not os.listdir(drive.path)
    for at in range(5 if step != "close" else 0):
        pathlib.Path(drive.path, "INFO_UF2.TXT").write_text(PICO, encoding="ascii")
        with pytest.raises(DeviceError):
            bootsel.copy(uf2, drive, create=lambda path, at=at: File(drive, step, at, number))


def test_a_drive_that_is_listed_for_a_moment_longer_than_it_is_there(drive, uf2, in_memory):
    looks = []

    def look_away(seconds):
        looks.append(seconds)
        if len(looks) == 3:
            os.unlink(os.path.join(drive.path, "INFO_UF2.TXT"))

    bootsel.copy(uf2, drive, create=lambda path: File(drive, "close", 5, errno.EIO, goes=False), sleep=look_away)
    assert len(looks) == 3


@pytest.mark.parametrize(
    ("fails", "kind", "words"),
    [
        (("write", 3, errno.ENODEV, True), Gone, "disappeared after 131072 of 204800 bytes"),
        (("write", 2, errno.ENOSPC, False), DeviceError, "is full after 65536 of 204800 bytes"),
        (("close", 5, errno.EIO, False), Gone, "disappeared after 204800 of 204800 bytes"),
    ],
    ids=["it goes too early", "it is full", "an error at the end, and it stays"],
)
def test_a_write_that_fails(drive, uf2, in_memory, fails, kind, words):
    waited = []
    with pytest.raises(DeviceError, match=words) as raised:
        bootsel.copy(uf2, drive, create=lambda path: File(drive, *fails), sleep=waited.append)
    assert type(raised.value) is kind
    assert 2 <= sum(waited) <= 10 if fails[1] == 5 else waited == []


@pytest.mark.parametrize(
    ("place", "number", "words"),
    [
        ("drive", errno.EROFS, "it is mounted read-only"),
        ("disk", errno.EACCES, "not mounted, and the disk itself can't be written to .Permission denied"),
    ],
)
def test_what_this_user_may_not_write_to(request, uf2, place, number, words):
    def forbidden(path):
        raise OSError(number, os.strerror(number))

    with pytest.raises(NoPermission, match=words):
        bootsel.copy(uf2, request.getfixturevalue(place), create=forbidden)


def test_nothing_is_written_to_another_board(drive, uf2):
    with pytest.raises(Unsupported):
        bootsel.copy(uf2, Drive(drive.path, "Raspberry Pi RP2350", "RP2350"))
    assert os.listdir(drive.path) == ["INFO_UF2.TXT"]


# A disk that is written to directly


@pytest.fixture
def disk(tmp_path):
    """The disk of a Pico in BOOTSEL mode, as a file. INFO_UF2.TXT is after the FAT."""
    path = tmp_path / "sda"
    with path.open("wb") as file:
        file.seek(302 * 512)
        file.write(PICO.encode())
        file.truncate(262144 * 512)
    return Drive(str(path), "Raspberry Pi RP2", "RPI-RP2", True)


def written(disk):
    """The content of a disk after the FAT, in pages of 4 kB."""
    with open(disk.path, "rb") as file:
        file.seek(1 << 20)
        data = file.read(1 << 20)
    return [data[at : at + 4096] for at in range(0, len(data), 4096)]


def test_the_blocks_go_onto_the_disk_and_the_last_one_alone(disk, uf2):
    told, before = [], pathlib.Path(disk.path).read_bytes()[: 1 << 20]
    gone, data = disk.path + ".gone", uf2.read_bytes()
    bootsel.copy(uf2, disk, lambda done, size: told.append(done), sleep=lambda _: os.rename(disk.path, gone))
    os.rename(gone, disk.path)
    pages = written(disk)
    assert b"".join(pages[:50])[: len(data) - 512] == data[:-512], "50 pages less one block"
    assert pages[50] == data[-512:] + bytes(3584) and not any(map(any, pages[51:])) and told[-1] == len(data)
    assert pathlib.Path(disk.path).read_bytes()[: 1 << 20] == before


@pytest.mark.parametrize("wrong", ["another text", "a Pico 2", "another size"])
def test_a_disk_that_does_not_say_it_is_a_picos_is_not_written_to(disk, uf2, wrong):
    with open(disk.path, "r+b") as file:
        if wrong == "another size":
            file.truncate(262143 * 512)
        else:
            file.seek(302 * 512)
            file.write(PICO_2.encode() if wrong == "a Pico 2" else bytes(100))
    before = pathlib.Path(disk.path).read_bytes()
    with pytest.raises(Unsupported, match="sda does not identify itself as a Pico's: nothing was written to it"):
        bootsel.copy(uf2, disk)
    assert pathlib.Path(disk.path).read_bytes() == before
