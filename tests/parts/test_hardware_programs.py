"""A missing, old or broken program for hardware/ is named in a sentence, together with the command that helps."""

import re

import pytest
from tengen_hardware import programs
from tengen_host import extras

SOUND = {"kicad": "exit 0", "python3": "echo 6.0", "ngspice": "echo '** ngspice-39 : Circuit simulator'"}
SOUND |= {"dot": "echo 'dot - graphviz version 2.43.0 (0)' >&2"}


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    """A folder of good programs, which is the whole PATH. The installed Python and packages are sufficient."""
    (tmp_path / "bin").mkdir()
    for name, script in SOUND.items():
        put(tmp_path, name, script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(programs, "PYTHON", (3, 0))
    monkeypatch.setattr(programs, "PACKAGES", ("json",))
    for cached in (programs._kicad, programs._release):
        cached.cache_clear()
    return tmp_path


def put(prefix, name, script):
    file = prefix / "bin" / name
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)


def test_with_sound_programs_nothing_is_missing(prefix):
    assert programs.missing() is None
    assert programs.kicad() == (str(prefix / "bin/python3"), (6, 0))
    assert programs.ngspice() == (39,) and programs.graphviz() == (2, 43, 0)


def test_kicad_is_found_where_its_program_is_also_through_a_link(prefix, tmp_path, monkeypatch):
    links = tmp_path / "of a user" / "links"
    links.mkdir(parents=True)
    for name in ("kicad", "ngspice", "dot"):
        (links / name).symlink_to(prefix / "bin" / name)
    monkeypatch.setenv("PATH", str(links))
    assert programs.missing() is None and programs.kicad().python == str(prefix / "bin/python3")


@pytest.mark.parametrize(
    ("program", "script", "told"),
    [
        ("kicad", None, "KiCad is missing"),
        ("python3", None, "KiCad does not run, .*/bin/python3"),
        ("python3", "echo 'No module pcbnew' >&2; exit 1", "KiCad does not run, .*python3 ends with 1: No module"),
        ("python3", "echo 5.1", "KiCad 5.1 is older than 6.0"),
        ("ngspice", None, "ngspice is missing"),
        ("ngspice", "echo ngspice-39; exit 1", "ngspice does not run, .*/bin/ngspice ends with 1: ngspice-39"),
        ("ngspice", "exit 0", "ngspice does not run, .* ends with 0: it says nothing"),
        ("ngspice", "echo ngspice-34", "ngspice 34 is older than 39"),
        ("dot", None, "Graphviz is missing"),
        ("dot", "exit 1", "Graphviz does not run, .*/bin/dot ends with 1: it says nothing"),
        ("dot", "echo version 2.40.1 >&2", "Graphviz 2.40.1 is older than 2.42"),
    ],
)
def test_a_program_that_is_missing_too_old_or_broken_is_named_with_the_command(prefix, program, script, told):
    (prefix / "bin" / program).unlink()
    if script is not None:
        put(prefix, program, script)
    found = programs.missing()
    assert re.match(told, found), found
    assert "\n" not in found
    assert found.count(f": {programs.INSTALL} (see hardware/README.md)") == 1


def test_a_kicad_that_ends_with_1_first_on_the_path_is_no_kicad(prefix, tmp_path, monkeypatch):
    (tmp_path / "broken/bin").mkdir(parents=True)
    put(tmp_path / "broken", "kicad-cli", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'broken/bin'}:{prefix / 'bin'}")
    assert programs.missing().startswith("KiCad does not run, ")


def test_two_that_are_missing_are_one_sentence_with_one_command(prefix):
    (prefix / "bin/kicad").unlink()
    (prefix / "bin/dot").unlink()
    assert programs.missing() == f"KiCad is missing; Graphviz is missing: {programs.INSTALL} (see hardware/README.md)"


def test_an_older_python_and_a_package_that_is_not_there_are_told_first(prefix, monkeypatch):
    monkeypatch.setattr(programs, "PACKAGES", ("json", "no_such_package"))
    assert programs.missing() == extras.missing("no_such_package", "test,hardware")
    monkeypatch.setattr(programs, "PYTHON", (9, 1))
    assert programs.missing().endswith(" is older than 9.1: make clean, then make PYTHON=python9.1 test")
