"""The same commit gives the same image, wheel and sources, whatever machine, folder and day."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import ledger
import pytest
from tengen_host.image import builder, patches, uf2

ROOT = Path(__file__).resolve().parents[2]
DAY = "2025-04-15"  # patches.DATE
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
DATES = re.compile(rb"20\d\d-\d\d-\d\d|(?:" + MONTHS.encode() + rb") [ \d]\d 20\d\d")


def bytes_of(image):
    return b"".join(uf2.pages(image.uf2).values())


def test_the_image_has_no_date_but_its_own(pico_image):
    assert {found.decode() for found in DATES.findall(bytes_of(pico_image))} == {DAY, "Apr 15 2025"}


def test_the_image_has_its_modules_in_the_order_of_their_names(pico_image):
    # one list is that of the frozen modules, the other one that of the texts, which are always sorted
    lists = [
        found[0].decode().split("\0")[:-1]
        for found in re.finditer(rb"(?:tengen/[\w/]+\.py\0){9,}", bytes_of(pico_image))
    ]
    frozen = [names for names in lists if names != sorted(names)]
    assert frozen == [sorted(lists[0], key=os.path.split)]


def test_image_and_wheel_have_no_path_of_this_machine(pico_image, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", patches.DATE)
    monkeypatch.setenv("TENGEN_IMAGE", str(pico_image.uf2))
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
        assert {entry.date_time for entry in archive.infolist()} == {(2025, 4, 15, 0, 0, 0)}
    contents["the image"] = bytes_of(pico_image)
    paths = [os.fsencode(path) for path in (ROOT, builder.cache(), tmp_path, sys.prefix)]
    assert [name for name, data in contents.items() if any(path in data for path in paths)] == []


@pytest.mark.proof
def test_two_builds_in_two_folders_are_equal(pico_image, tmp_path):
    """Two builds of a commit, from nothing, in two folders, zones and file modes, give equal bytes in each file."""
    made = []
    for number, (zone, umask) in enumerate((("UTC", 0o022), ("Asia/Tokyo", 0o077))):
        place = tmp_path / ("much/longer/" * number + "here")
        clone, cache, folder = place / "clone", place / "cache", place / "made"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, umask=umask)
        archives = Path("micropython-" + builder.debian.MICROPYTHON, "archives")
        shutil.copytree(builder.cache() / "archives", cache / archives, ignore=shutil.ignore_patterns("apt"))
        env = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        paths = os.pathsep.join(str(clone / name) for name in ("firmware", "host_tools"))
        env |= {"TENGEN_CACHE": str(cache), "TZ": zone, "HOME": str(place), "PYTHONPATH": paths}
        command = [sys.executable, "-m", "tengen_release", "packages", str(folder)]
        subprocess.run(command, cwd=clone, env=env, check=True, umask=umask)
        made.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()})
    assert len(made[0]) == 3 and made[0] == made[1]
    for name, digest in sorted(made[0].items()):
        ledger.note(f"{name}: SHA-256 {digest} twice")
