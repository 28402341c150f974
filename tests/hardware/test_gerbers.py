"""The Gerbers and drill files alone: they have the nets of the circuit, no gap is too narrow, and faults show."""

import json
import math
import re
import shutil

import alike
import gerbers
import pytest
from tengen_hardware import kicad
from tengen_hardware.circuit import CircuitError
from tengen_hardware.kicad import checks


@pytest.fixture(scope="module", params=sorted(kicad.CIRCUITS))
def name(request):
    return request.param


@pytest.fixture(scope="module")
def read(name):
    return gerbers.netlist(folder_of(name))


@pytest.fixture(scope="module")
def tile(board):
    return kicad.layout("tile"), kicad.CIRCUITS["tile"](board)


def folder_of(name):
    return alike.FOLDER / "pcb" / name / "gerbers"


def texts(folder):
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())}


def change(folder, end, by):
    (file,) = folder.glob(f"*{end}")
    text = file.read_text(encoding="utf-8")
    assert by(text) != text
    file.write_text(by(text), encoding="utf-8")


def test_two_pads_are_on_one_piece_of_copper_if_and_only_if_they_are_on_one_net_of_the_circuit(name, read, board):
    layout, circuit = kicad.layout(name), kicad.CIRCUITS[name](board)
    assert gerbers.faults(read, layout, circuit) == []
    part = next(each for each in circuit.parts.values() if "GND" in each.nets.values())
    swapped = part._replace(nets={number: "5V" if net == "GND" else net for number, net in part.nets.items()})
    assert any(each.startswith("short: ") for each in gerbers.faults(read, layout, circuit.with_part(swapped)))


def test_no_gap_is_narrower_than_the_makers_limit(read):
    assert list(gerbers.too_near(read, checks.LIMITS)) == []


def test_the_job_file_tells_the_maker_revision_thickness_and_finish(name, board):
    (job,) = folder_of(name).glob("*.gbrjob")
    told = json.loads(job.read_text(encoding="utf-8"))["GeneralSpecs"]
    assert told["ProjectId"]["Revision"] == board["board"]["revision"]
    assert told["BoardThickness"] == board["stack"]["pcb_mm"] and told["Finish"] == checks.FINISH


def units(*at):
    return "X{}Y{}".format(*(round(each * 1e5) for each in at))


def at_the_end(added):
    return lambda text: text.replace("M02*", f"%ADD99C,0.3*%\n{added}\nM02*")


def without_track(net):
    """Return a change that draws no track of a net."""

    def change(text, layout):
        for x, y in {point for track in layout.tracks if track.net == net for point in (track.start, track.end)}:
            text = text.replace(f"{units(x, y)}D01*", f"{units(x, y)}D02*")
        return text

    return change


def with_track(one, two):
    """Return a change that draws a track between two terminals."""

    def change(text, layout):
        ends = [layout.part(reference).pad(number) for reference, number in (one, two)]
        return at_the_end(f"D99*\n{units(*ends[0])}D02*\n{units(*ends[1])}D01*")(text)

    return change


def cleared(net):
    """Return a change that takes the copper away in the middle of a net's track."""

    def change(text, layout):
        (x, y), (to_x, to_y) = next((each.start, each.end) for each in layout.tracks if each.net == net)
        return at_the_end(f"%LPC*%\nD99*\n{units((x + to_x) / 2, (y + to_y) / 2)}D03*\n%LPD*%")(text)

    return change


def drilled(find, by):
    """Return a change that moves a hole to the right, or takes it away (None)."""

    def change(text, layout):
        x, y = find(layout)
        line = f"X{round(x, 3)}Y{round(y, 3)}\n"
        assert text.count(line) == 1
        return text.replace(line, "" if by is None else f"X{x + by:.3f}Y{y:.3f}\n")

    return change


def moved(by):
    """Return a change that moves all that is drawn, to the right."""
    return lambda text, _: re.sub(r"^X(-?\d+)", lambda x: f"X{round(int(x[1]) + by * 1e5)}", text, flags=re.MULTILINE)


def via(layout):
    return next((each.x, each.y) for each in layout.vias if each.net == "K_22")


def pad(layout):
    return layout.part("S22").pad("1")


# for each fault: the end of the file's name, the change, and how one of the sentences begins
FAULTS = {
    "a track is missing": ("F_Cu.gbr", without_track("K_22"), "open: K_22 is in 2 pieces"),
    "a track is cut": ("F_Cu.gbr", cleared("K_22"), "open: K_22 is in 2 pieces"),
    "neighbours are joined": ("F_Cu.gbr", with_track(("L22", "3"), ("L22", "4")), r"short: .*\(L22 pad 4"),
    "a via is not drilled": ("-PTH.drl", drilled(via, None), "open: K_22 is in 2 pieces"),
    "a pad is not drilled": ("-PTH.drl", drilled(pad, None), "S22 pad 1 at .* has no plated hole"),
    "a pad's hole has moved": ("-PTH.drl", drilled(pad, 0.1), "S22 pad 1 at .* has no plated hole"),
    "a via's hole has moved": ("-PTH.drl", drilled(via, 0.1), "min_via_annular_width: 0.1"),
    "screws' holes are wide": ("-NPTH.drl", lambda text, _: text.replace("C3.2", "C7.8"), "min_hole_clearance: 0.[01]"),
    "vias are wide": ("B_Cu.gbr", lambda text, _: text.replace("C,0.800000*", "C,0.920000*"), "min_clearance: 0.19"),
    "the copper has moved": ("B_Cu.gbr", moved(0.3), "min_copper_edge_clearance: 0.2"),
}


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(folder_of("tile"), tmp_path / "gerbers")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_copy_of_the_tiles_files_is_found(fault, copy, tile):
    """Netlist or gaps find it without the right files, and the comparison with the right files names the file."""
    end, spoil, words = FAULTS[fault]
    change(copy, end, lambda text: spoil(text, tile[0]))
    read = gerbers.netlist(copy)
    found = gerbers.faults(read, *tile) or list(gerbers.too_near(read, checks.LIMITS))
    assert any(re.match(words, each) for each in found), found
    differing = gerbers.differences(texts(folder_of("tile")), texts(copy))
    assert differing and all(each.split(": ")[0].endswith(end) for each in differing), differing


def test_a_difference_is_told_with_its_place_and_size(copy):
    change(copy, "-NPTH.drl", lambda text: text.replace("X36.0Y66.5", "X36.2Y66.5"))
    change(copy, "F_Mask.gbr", at_the_end(f"D99*\n{units(50, 50)}D03*"))
    moved = "tile-NPTH.drl: hole without plating of 3.200 x 3.200 mm at {}, 66.500 mm is only in the {} files"
    drop, *holes = gerbers.differences(texts(folder_of("tile")), texts(copy))
    assert holes == [moved.format("36.000", "first"), moved.format("36.200", "second")]
    assert re.match(r"tile-F_Mask\.gbr: 0\.07\d mm2 differ at (49|50)\.\d+, (49|50)\.\d+ mm", drop)


def test_a_missing_file_is_told(copy, tile):
    for end in ("B_Mask.gbr", "-NPTH.drl"):
        next(copy.glob(f"*{end}")).unlink()
    assert gerbers.differences(texts(copy), texts(folder_of("tile"))) == [
        f"tile-{end} is missing in the first files" for end in ("B_Mask.gbr", "NPTH.drl")
    ]
    with pytest.raises(CircuitError, match=r"has 0 files \*-NPTH\.drl instead of one"):
        gerbers.netlist(copy)


def as_a_newer_release_writes_it(text):
    """Return the same drawing with six decimals, other attributes, and strokes drawn backwards."""
    text = re.sub(r"^(X\S+)D02\*\n(X\S+)D01\*\n(?!X\S+D01)", r"\2D02*\n\1D01*\n", text, flags=re.MULTILINE)
    text = re.sub(r"^X(-?\d+)Y(-?\d+)(I(-?\d+)J(-?\d+))?D", tenfold, text, flags=re.MULTILINE)
    text = re.sub(r"^(D1\d\*)$", r"%TO.P,R1,1,K*%\n%TO.N,Net-(D1-K)*%\n\1", text, flags=re.MULTILINE)
    header = "%TF.GenerationSoftware,KiCad,Pcbnew,9.0.1*%\n%TF.CreationDate,2026-11-29T10:00:00+01:00*%\n"
    return header + text.replace("%FSLAX45Y45*%", "%FSLAX46Y46*%").replace("M02*", "%TD*%\nM02*")


def tenfold(found):
    x, y, _, i, j = found.groups()
    return f"X{x}0Y{y}0" + (f"I{i}0J{j}0D" if i else "D")


def test_the_same_content_as_another_release_writes_it_is_no_difference(copy):
    for end in ("F_Cu.gbr", "B_Cu.gbr", "F_Mask.gbr", "Edge_Cuts.gbr"):
        change(copy, end, as_a_newer_release_writes_it)
    for end in ("-PTH.drl", "-NPTH.drl"):
        change(copy, end, lambda text: re.sub(r"^; #@! .*\n", "", text, flags=re.MULTILINE))
    assert gerbers.differences(texts(folder_of("tile")), texts(copy)) == []


HEAD = "%FSLAX45Y45*%\n%MOMM*%\nG75*\n"
QUARTER = "G36*\nX0Y0D02*\nG01*\nX100000Y0D01*\nG03*\nX0Y100000I-100000J0D01*\nG01*\nX0Y0D01*\nG37*\n"
SQUARE = "%ADD10R,2X2*%\n"


@pytest.mark.parametrize(
    ("text", "area"),
    [
        (QUARTER, math.pi / 4),
        (SQUARE + "%ADD11C,1X0.5*%\nD10*\nX0Y0D03*\nD11*\nX0Y0D03*\n", 4),  # a hole in an aperture shows copper
        (SQUARE + "%ADD11C,1*%\nD10*\nX0Y0D03*\n%LPC*%\nD11*\nX0Y0D03*\n", 4 - math.pi / 4),
        ("%ADD10O,3X1*%\nD10*\nX0Y0D03*\n", 2 + math.pi / 4),
        ("%ADD10P,2X6*%\nD10*\nX700000Y0D03*\n", 1.5 * math.sqrt(3)),
        ("%ADD10C,1*%\nD10*\nX0Y0D02*\nG03*\nX0Y0I100000J0D01*\n", math.pi * (1.5**2 - 0.5**2)),
        ("%AMTurned*21,1,2,1,0.5,0,$1*%\n" + "%ADD10Turned,30*%\nD10*\nX100000Y0D03*\nX100000Y0D03*\n", 2),
        ("%AMSix*5,1,6,0,0,2,0*%\n%ADD10Six*%\nD10*\nX0Y0D03*\nX500000Y0D03*\n", 3 * math.sqrt(3)),
        ("%AMOval*20,1,1,0,0,3,0,0*1,1,1,0,0*1,1,1,3,0*%\n%ADD10Oval*%\nD10*\nX0Y0D03*\n", 3 + math.pi / 4),
    ],
)  # fmt: skip
def test_each_kind_of_drawing_has_its_area(text, area):
    assert gerbers.drawn("layer.gbr", HEAD + text + "M02*\n").area == pytest.approx(area, rel=0.003)


@pytest.mark.parametrize(
    ("end", "by", "words"),
    [
        ("F_Cu.gbr", lambda text: text[:100_000], "tile-F_Cu.gbr can't be read: .*M02"),
        ("F_Cu.gbr", lambda text: text.replace("G36*", "%ABD50*%\nG36*"), "can't be read: .*ABD50.*Unknown statement"),
        ("F_Cu.gbr", lambda text: text.replace("%LPD*%", "%LR90*%"), "can't be read: .*LR90.*Unknown statement"),
        ("F_Cu.gbr", lambda text: text.replace("D11*", "D98*"), "can't be read: .*undefined aperture 98"),
        ("Edge_Cuts.gbr", lambda text: text.replace("X0Y0D02*", "X0Y500D02*"), "tile-Edge_Cuts.gbr: the lines do not"),
    ],
)
def test_a_file_that_is_cut_off_or_not_understood_is_an_error_with_its_name(copy, end, by, words):
    change(copy, end, by)
    with pytest.raises(CircuitError, match=words):
        gerbers.netlist(copy)
