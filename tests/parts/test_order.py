"""The zips for ordering have all files that a maker needs, and equal bytes; PDFs are beside them if there is KiCad."""

import csv
import io
import re
import shutil
import zipfile

import pytest
from tengen_hardware import assembly, booklet, kicad, model, order, programs
from tengen_hardware.circuit import CircuitError
from tengen_hardware.kicad import fabrication
from tengen_host import resources

FOLDER = resources.path("hardware")


@pytest.fixture(params=sorted(kicad.CIRCUITS))
def name(request):
    return request.param


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_zip_has_every_layer_the_holes_the_job_and_both_lists(name, board):
    with zipfile.ZipFile(io.BytesIO(order.packed(order.contents(name, board, FOLDER)))) as made:
        assert made.testzip() is None
        files = set(made.namelist())
    layers = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "B_Paste", "F_Silkscreen", "B_Silkscreen", "Edge_Cuts")
    wanted = {f"{name}-{layer}.gbr" for layer in layers} | {f"{name}-PTH.drl", f"{name}-NPTH.drl"}
    wanted |= {f"{name}-job.gbrjob", f"{name}-parts.csv", f"{name}-places.csv", "READ-ME-FIRST.txt", "LICENSE"}
    assert files == wanted


def test_the_same_files_make_the_same_bytes_in_any_order_and_no_clock_is_read(name, board):
    files = order.contents(name, board, FOLDER)
    made = order.packed(files)
    assert order.packed(dict(reversed(files.items()))) == made
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert {entry.date_time for entry in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_parts_and_places_have_the_same_designators_and_each_once(name, board):
    files = order.contents(name, board, FOLDER)
    assert files[f"{name}-places.csv"] == assembly.places(board, kicad.CIRCUITS[name](board), kicad.layout(name))
    parts = [each for row in rows(files[f"{name}-parts.csv"]) for each in row["Designator"].split(",")]
    places = [row["Designator"] for row in rows(files[f"{name}-places.csv"])]
    assert len(set(parts)) == len(parts) and sorted(parts) == sorted(places)
    fitted = kicad.CIRCUITS[name](board).parts
    assert set(parts) == {each for each in fitted if board["parts"][fitted[each].kind]["mount"] == "smd"}


def test_a_place_is_the_boards_turned_as_the_house_counts(name, board):
    circuit, of = kicad.CIRCUITS[name](board), kicad.layout(name)
    places = rows(assembly.places(board, circuit, of))
    for row in places:
        part = of.part(row["Designator"])
        turned = assembly.turn(board, circuit.parts[part.reference].kind)
        assert float(row["Rotation"]) == (part.turned + turned) % 360
        assert (row["Mid X"], row["Mid Y"], row["Layer"]) == (f"{part.x:.3f}mm", f"{part.y:.3f}mm", "Top")
    assert any(float(row["Rotation"]) != of.part(row["Designator"]).turned for row in places)


def test_a_part_without_a_place_and_gerbers_that_were_not_made_are_told(board, tmp_path):
    circuit, of = kicad.CIRCUITS["tile"](board), kicad.layout("tile")
    fewer = of._replace(parts=tuple(part for part in of.parts if part.reference != "DX"))
    with pytest.raises(CircuitError, match="tile: no part DX is on the board"):
        assembly.places(board, circuit, fewer)
    with pytest.raises(CircuitError, match="run `make hardware`"):
        order.contents("tile", board, tmp_path)


ZIPS = {f"tengen-{name}.zip" for name in kicad.CIRCUITS}
SIDES = {f"{name}-{side}.pdf" for name in kicad.CIRCUITS for side in ("top", "bottom")}
SCHEMATICS = {f"{name}-schematic.pdf" for name in kicad.CIRCUITS}


def test_without_kicad_the_command_writes_both_zips_and_says_that_pdfs_need_kicad(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert order.main(["--into", str(tmp_path / "order")]) == 0
    assert {file.name for file in (tmp_path / "order").iterdir()} == ZIPS
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "PDF" in line]
    assert "need KiCad" in line and programs.INSTALL in line


@pytest.fixture
def plotted(monkeypatch):
    """A KiCad that plots both sides of each board."""
    made = {"files": {}, "violations": [], "board": ""}
    monkeypatch.setattr(programs, "kicad", lambda: None)
    monkeypatch.setattr(
        fabrication, "make", lambda file: fabrication.Made(
            **made, pdfs={f"{file.stem}-{side}.pdf": b"%PDF" for side in ("top", "bottom")}
        ),
    )  # fmt: skip


CLI = """#!/bin/sh
test "$1 $2 $3 $4" = "sch export pdf --output" && test -f "$6" || { echo "odd call: $*" >&2; exit 2; }
cat "$6" >"$5"
"""


def test_with_kicad_the_command_writes_pdfs_and_with_its_cli_the_schematics(tmp_path, monkeypatch, plotted):
    monkeypatch.setattr(shutil, "which", lambda program: None)
    assert order.main(["--into", str(tmp_path / "six")]) == 0
    assert {file.name for file in (tmp_path / "six").iterdir()} == ZIPS | SIDES
    program = tmp_path / "kicad-cli"
    program.write_text(CLI, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", {"kicad-cli": program}.get)
    assert order.main(["--into", str(tmp_path / "nine")]) == 0
    assert {file.name for file in (tmp_path / "nine").iterdir()} == ZIPS | SIDES | SCHEMATICS
    drawn = (tmp_path / "nine" / "tile-schematic.pdf").read_bytes()
    assert drawn == kicad.file("tile", "kicad_sch").read_bytes()


def test_a_schematic_that_kicads_cli_can_not_draw_is_told(tmp_path, monkeypatch, plotted, capsys):
    program = tmp_path / "kicad-cli"
    program.write_text("#!/bin/sh\necho it is too old >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", {"kicad-cli": program}.get)
    assert order.main(["--into", str(tmp_path / "order")]) == 1
    assert "tile-schematic.pdf: it is too old" in capsys.readouterr().err


def pages():
    return {file.relative_to(FOLDER).as_posix(): file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.md")}


@pytest.fixture
def written():
    """What each program writes into order/, by its name: the files that it makes if nobody names another place."""
    places = {each.main.keywords["module"]: each.main.keywords["default"] for each in (order, model, booklet)}
    assert places.pop("order") == "order"
    return {"order": ZIPS | SIDES | SCHEMATICS} | {
        name: {place.removeprefix("order/")} for name, place in places.items()
    }


def test_every_file_in_order_that_a_page_names_is_made_by_the_target_that_the_page_names(written):
    makefile = (FOLDER.parent / "Makefile").read_text(encoding="utf-8")
    made = {}
    for target in ("hardware", "model", "booklet"):
        recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]
        made[target] = set().union(*(written[name] for name in written if f"tengen_hardware.{name}\n" in recipe))
    assert set().union(*made.values()) == set().union(*written.values())
    named = set()
    for page, text in pages().items():
        its = set(re.findall(r"\b(?:tengen|tile|controller)(?:-\w+)?\.(?:step|pdf|zip)\b", text))
        assert its <= set().union(*made.values()), page
        assert not re.search(r"\b(no|not)\b[^.|]{0,40}\b(STEP|\.step)\b", text), page
        named |= its
    front = pages()["README.md"]
    assert named == set().union(*made.values()), "a file that is made and that no page names"
    told = re.findall(r"^make (\w+) +#((?:.*)(?:\n +#.*)*)", front, re.MULTILINE)
    for target, words in told:
        assert {name for name in named if name in words} == made.get(target, set()), target


def test_the_note_in_a_zip_promises_no_list_of_faults_and_names_pages_that_are_there(name, board):
    note = order.contents(name, board, FOLDER)["READ-ME-FIRST.txt"]
    assert "wrong" not in note and f"revision {board['board']['revision']}" in note
    named = re.findall(r"hardware/[\w/]+\.md", note)
    assert named and all((FOLDER.parent / each).exists() for each in named)


def test_the_licence_is_whole_and_goes_with_each_zip(name, board):
    text = (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    heads = re.findall(r"^(\d) (\w.*)$", text, re.MULTILINE)
    assert [int(number) for number, _ in heads] == [1, 2, 3, 4, 5, 6, 7] and len(text.split()) > 1200
    assert order.contents(name, board, FOLDER)["LICENSE"] == text
    page = pages()["guide/open_hardware.md"]
    assert f"revision {board['board']['revision']} of" in page and "CERN-OHL-P-2.0" in pages()["README.md"]
