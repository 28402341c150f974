"""Test the choice of an image: given by the user, from the present sources, built now, or from another wheel."""

import base64
import hashlib
import os
import sys
from pathlib import Path

import pytest
import tengen_host
from tengen_host.image import ImageError, builder, choose, uf2
from tengen_host.image.uf2 import Tengen

OTHER = Tengen("0.0.9", "0123456789ab")


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch, tmp_path):
    """No image is in the cache, no compiler is installed, and only the wheels of the test are installed."""
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(builder, "can_build", lambda: "no compiler here")
    monkeypatch.setattr(choose, "site_folders", list)


def installed(folder, its, damaged=False, hashed=True):
    """A folder in which a wheel with this Tengen's image is installed."""
    file, listed = folder / choose.IN_WHEEL, folder / "tengen-1.dist-info" / "RECORD"
    file.parent.mkdir(parents=True)
    listed.parent.mkdir()
    data = uf2.made(uf2.mark(its).encode())
    file.write_bytes(data.replace(b"tengen image", b"TENGEN image") if damaged else data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    listed.write_text(f"{choose.IN_WHEEL},{f'sha256={digest}' if hashed else ''},\n", encoding="ascii")
    return folder


def put_into_the_cache():
    path = builder.pico_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(uf2.made(uf2.mark(builder.own()).encode()))
    return path


@pytest.fixture
def wheels(monkeypatch):
    return lambda *folders: monkeypatch.setattr(choose, "site_folders", lambda: list(folders))


def test_the_given_one_first(tmp_path, wheels, capsys):
    put_into_the_cache()
    given = installed(tmp_path / "given", OTHER) / choose.IN_WHEEL
    image = choose.pico_image(given)
    assert image == choose.Image(given, "given", OTHER) and image.differs
    own = builder.own()
    both = f"it has Tengen 0.0.9 (0123456789ab), and this tengen's own is {own.version} ({own.build})"
    assert capsys.readouterr().err == f"note: {given} (given): {both}\n"


def test_then_the_caches(tmp_path, wheels, capsys):
    wheels(installed(tmp_path, builder.own()))
    path = put_into_the_cache()
    assert choose.pico_image() == choose.Image(path, "built here", builder.own())
    assert capsys.readouterr().err == "", "it is of the sources here: nothing is to be said"


@pytest.mark.parametrize("lacking", [None, "no compiler here"])
def test_then_a_wheels_of_exactly_these_sources(tmp_path, wheels, monkeypatch, lacking):
    monkeypatch.setattr(builder, "can_build", lambda: lacking)
    wheels(installed(tmp_path / "a", OTHER), installed(tmp_path / "b", builder.own()))
    image = choose.pico_image()
    assert image.source == f"from the wheel in {tmp_path / 'b'}" and not image.differs


def test_then_one_that_is_built(tmp_path, wheels, monkeypatch):
    monkeypatch.setattr(builder, "can_build", lambda: None)
    monkeypatch.setattr(builder, "build_pico", put_into_the_cache)
    wheels(installed(tmp_path, OTHER))
    assert choose.pico_image().source == "built here"


def test_then_the_first_wheels_although_it_differs(tmp_path, wheels, capsys):
    first = installed(tmp_path / "a", OTHER)
    wheels(tmp_path / "none", first, first, installed(tmp_path / "b", OTHER._replace(version="0.0.8")))
    assert choose.pico_image().source == f"from the wheel in {first}"
    assert "note: " in capsys.readouterr().err
    assert len(choose.in_wheels([first, first])[0]) == 1


def test_none_at_all_says_what_was_tried_and_what_to_do():
    with pytest.raises(ImageError) as told:
        choose.pico_image()
    for words in ("no compiler here", "no installed wheel of Tengen", "pip install WHEEL", "--image FILE"):
        assert words in str(told.value)


@pytest.mark.parametrize("how", [{"damaged": True}, {"hashed": False}])
def test_a_wheels_image_is_refused_whose_hash_is_another_or_not_there(tmp_path, wheels, how):
    good, bad = installed(tmp_path / "good", builder.own()), installed(tmp_path / "bad", builder.own(), **how)
    wheels(bad)
    with pytest.raises(ImageError, match="tengen.uf2 is damaged: its SHA-256 is another: pip install --force-reinst"):
        choose.pico_image()
    wheels(bad, good)
    assert choose.pico_image().source == f"from the wheel in {good}"


@pytest.mark.skipif(sys.platform == "win32", reason="a command is no link there")
def test_the_environment_of_each_tengen_on_path_is_looked_at(monkeypatch, tmp_path):
    monkeypatch.undo()
    site = tmp_path / "environment" / "lib" / "python3.13" / "site-packages"
    site.mkdir(parents=True)
    command = tmp_path / "environment" / "bin" / "tengen"
    command.parent.mkdir()
    command.touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "tengen").symlink_to(command)  # as pipx creates it
    monkeypatch.setenv("PATH", os.pathsep.join(["", str(tmp_path / "none"), str(tmp_path / "bin")]))
    found = choose.site_folders()
    assert site in found and Path(tengen_host.__file__).parent.parent in found
