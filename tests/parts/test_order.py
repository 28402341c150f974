"""The zips for ordering have all files that a maker needs, the same names for parts and places, and equal bytes."""

import csv
import io
import zipfile

import pytest
from tengen_hardware import assembly, order, pcb
from tengen_hardware.circuit import CircuitError
from tengen_host import resources, wiring

FOLDER = resources.path("hardware")


@pytest.fixture(params=sorted(pcb.BOARDS))
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
    wanted |= {f"{name}-job.gbrjob", f"{name}-parts.csv", f"{name}-places.csv", "READ-ME-FIRST.txt"}
    assert files == wanted


def test_the_same_files_make_the_same_bytes_in_any_order_and_no_clock_is_read(name, board):
    files = order.contents(name, board, FOLDER)
    made = order.packed(files)
    assert order.packed(dict(reversed(files.items()))) == made
    with zipfile.ZipFile(io.BytesIO(made)) as opened:
        assert {entry.date_time for entry in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_parts_and_places_have_the_same_designators_and_each_once(name, board):
    files = order.contents(name, board, FOLDER)
    parts = [each for row in rows(files[f"{name}-parts.csv"]) for each in row["Designator"].split(",")]
    places = [row["Designator"] for row in rows(files[f"{name}-places.csv"])]
    assert len(set(parts)) == len(parts) and sorted(parts) == sorted(places)
    fitted = pcb.BOARDS[name].circuit(board).parts
    assert set(parts) == {each for each in fitted if board["parts"][fitted[each].kind]["mount"] == "smd"}


def test_every_line_says_that_it_is_to_be_checked_and_a_number_that_is_not_known_is_not_there(name, board):
    for row in rows(order.contents(name, board, FOLDER)[f"{name}-parts.csv"]):
        kind = pcb.BOARDS[name].circuit(board).parts[row["Designator"].split(",")[0]].kind
        known = board["assembly"]["parts"].get(kind, {}).get("number", "")
        assert row["LCSC Part #"] == known and row["Note"].startswith(assembly.CHECK)
        assert ("no number" in row["Note"]) == (not known)


def test_a_place_is_kicads_turned_as_the_house_counts(board):
    circuit = pcb.BOARDS["controller"].circuit(board)
    positions = (FOLDER / "pcb/controller/positions.csv").read_text(encoding="utf-8")
    mine = {row["Designator"]: row for row in rows(positions)}
    theirs = {row["Designator"]: row for row in rows(assembly.places(board, circuit, positions))}
    for reference, row in theirs.items():
        turn = board["assembly"]["parts"].get(circuit.parts[reference].kind, {}).get("turn", 0)
        assert float(row["Rotation"]) == (float(mine[reference]["Rotation"]) + turn) % 360
        assert all(row[each] == mine[reference][each] for each in ("Mid X", "Mid Y", "Layer"))
    assert any(row["Rotation"] != f"{float(mine[at]['Rotation']):g}" for at, row in theirs.items())


def test_a_part_without_a_place_and_gerbers_that_were_not_made_are_told(board, tmp_path):
    circuit = pcb.BOARDS["tile"].circuit(board)
    positions = (FOLDER / "pcb/tile/positions.csv").read_text(encoding="utf-8")
    fewer = "\n".join(line for line in positions.splitlines() if not line.startswith("DX,"))
    with pytest.raises(wiring.WiringError, match="DX must be soldered"):
        assembly.places(board, circuit, fewer)
    with pytest.raises(CircuitError, match="run `make hardware`"):
        order.contents("tile", board, tmp_path)


@pytest.mark.parametrize(
    ("kind", "entry", "word"),
    [
        ("diode", {"number": "1N4148W", "source": "a list"}, "not a number of LCSC"),
        ("diode", {"number": "C81598", "turn": 45, "source": "a list"}, "none of 0, 90"),
        ("diode", {"number": "C81598"}, "source is missing"),
        ("reed", {"number": "C81598", "source": "a list"}, "for the surface"),
    ],
)
def test_an_entry_that_cant_be_right_is_refused(board, kind, entry, word):
    spoilt = {**board, "assembly": {**board["assembly"], "parts": {kind: entry}}}
    with pytest.raises(wiring.WiringError, match=word):
        assembly.check(spoilt)


def test_the_command_writes_both_zips(tmp_path, capsys):
    assert order.main(["--into", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"tengen-tile.zip", "tengen-controller.zip"}
