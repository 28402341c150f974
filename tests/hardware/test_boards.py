"""The KiCad projects: how they are read, what the rules find in them, and what KiCad's own check finds."""

import itertools
import json
import re

import pytest
import shapely
from tengen_hardware import kicad, sexpr, tile
from tengen_hardware.circuit import CircuitError
from tengen_hardware.kicad import board_file, checks, fabrication, screws
from tengen_hardware.kicad.layout import BOTTOM, SILK_BOTTOM, SILK_TOP, Line
from tengen_host import resources

BOARDS = sorted(kicad.CIRCUITS)
# The formats of KiCad 6, which KiCad 6 to 9 open
FORMATS = {"kicad_pcb": "20211014", "kicad_sch": "20211123"}


@pytest.fixture(params=BOARDS)
def project(request):
    return kicad.project(request.param)


@pytest.fixture
def copied(tmp_path):
    """copied("tile", {old: new}): the path of a copy of a project's board, with these changes of its text."""

    def changed(name, changes):
        for kind in ("kicad_pcb", "kicad_pro"):
            text = kicad.file(name, kind).read_text(encoding="utf-8")
            for old, new in changes.items() if kind == "kicad_pcb" else ():
                text, count = re.subn(old, new, text, flags=re.MULTILINE)
                assert count, old
            (tmp_path / f"{name}.{kind}").write_text(text, encoding="utf-8")
        return tmp_path / f"{name}.kicad_pcb"

    return changed


def test_the_projects_are_as_board_toml_and_the_net_tables_want_them(project, board):
    assert list(checks.faults(project, board)) == []


@pytest.mark.parametrize("name", BOARDS)
def test_the_projects_keep_the_format_that_kicad_6_to_9_open_and_name_no_machine(name):
    for kind, version in FORMATS.items():
        assert sexpr.first(sexpr.read(kicad.file(name, kind).read_text(encoding="utf-8")), "version")[1] == version
    for kind in (*FORMATS, "kicad_pro"):
        text = kicad.file(name, kind).read_text(encoding="utf-8")
        assert "/home" not in text and "/tmp" not in text and "/usr" not in text
        assert len(text) < 1_000_000


OPENED = """
import json, sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
origin = board.GetDesignSettings().GetAuxOrigin()

def place(of):
    return pcbnew.ToMM(of.GetPosition().x - origin.x), pcbnew.ToMM(origin.y - of.GetPosition().y)

print(json.dumps({
    part.GetReference(): [
        *place(part), part.GetOrientationDegrees(), part.IsFlipped(),
        sorted([pad.GetNumber(), "" if pad.GetNetname().startswith("unconnected-(") else pad.GetNetname(), *place(pad)]
               for pad in part.Pads()),
    ]
    for part in board.GetFootprints()
}))
"""


def test_kicad_reads_the_same_places_nets_and_sides(project):
    found = json.loads(fabrication.run("-c", OPENED, kicad.file(project.name, "kicad_pcb")).splitlines()[-1])
    assert len(project.board.parts) > 50
    for part in project.board.parts:
        x, y, turned, flipped, pads = found[part.reference]
        assert (part.x, part.y) == pytest.approx((x, y), abs=1e-4) and (part.side == BOTTOM) == flipped
        assert (turned - (180 if flipped else 0) - part.turned) % 360 == pytest.approx(0)
        mine = sorted((pad.number, pad.net or "", *part.at(pad.x, pad.y)) for pad in part.pads)
        for one, (number, net, pad_x, pad_y) in zip(mine, pads, strict=True):
            assert one == (number, net, pytest.approx(pad_x, abs=2e-3), pytest.approx(pad_y, abs=2e-3))


def test_each_bought_part_has_its_3d_model(project):
    text = kicad.file(project.name, "kicad_pcb").read_text(encoding="utf-8")
    for footprint in sexpr.each(sexpr.read(text), "footprint"):
        library, _, name = footprint[1].partition(":")
        if library not in ("tengen", "Jumper", "Fiducial", "TestPoint"):
            models = [model[1] for model in sexpr.each(footprint, "model")]
            assert models and all(model.startswith("${KICAD6_3DMODEL_DIR}/") for model in models), name


# Changes of board.toml that are drawn on a board, and the sentence that names the file and the value
CHANGES = [
    ({"board": {"pitch_mm": 30}}, "tile.kicad_pcb: the upper right corner is at 99.7, 99.7 mm, and must be at 89.8"),
    ({"board": {"pitch_mm": 30}}, r"tile.kicad_pcb: L11 is at 16.55, 16.55 mm, .* \(and 8 more\), by board.toml"),
    ({"tile": {"gap_mm": 0.4}}, "tile.kicad_pcb: the upper right corner"),
    ({"tile": {"track_mm": 0.4}}, r"tile.kicad_pcb: a track of \w+ is 0.3 mm wide, board.toml \[tile\] track_mm"),
    ({"reed": {"offset_mm": 8}}, r"tile.kicad_pcb: S11 pin 1 is at .* by board.toml \[board\] pitch_mm, \[reed\]"),
    ({"reed": {"turned_deg": 40}}, r"tile.kicad_pcb: S11 pin 1 is at"),
    ({"reed": {"span_mm": 22}}, r"tile.kicad_pcb: S11 pin 1 is at"),
    ({"case": {"controller_board_mm": 90}}, "controller.kicad_pcb: the upper right corner is at 100, 100 mm"),
    ({"stack": {"pcb_mm": 1.2}}, "the board is 1.6 mm thick, board.toml .stack. pcb_mm has 1.2"),
    ({"board": {"revision": "D"}}, r'tile.kicad_pcb: "revision D, .*" is not printed'),
    ({"board": {"date": "2027-01-01"}}, "tile.kicad_sch: the title block does not say revision C, 2027-01-01"),
    ({"board": {"revision": "D"}}, "controller.kicad_pcb: the title block does not say revision D, "),
    ({"pins": {"buzzer": 28, "rail": 27}}, "controller.kicad_sch: U1 pin 32 has the net BUZZER, the circuit has RAIL"),
    ({"pins": {"buzzer": 28, "rail": 27}}, "controller.kicad_pcb: U1 pin 34 has the net RAIL, the circuit has BUZZER"),
    ({"parts": {"trip_base": "value"}}, "controller.kicad_sch: the value of R43 is 1k8, board.toml .parts. has other"),
    ({"parts": {"pixel": "footprint"}}, "tile.kicad_pcb: the footprint of L11 is LED_SMD:.*, board.toml .parts."),
]


@pytest.mark.parametrize(("tables", "words"), CHANGES)
def test_a_value_of_board_toml_that_is_drawn_otherwise_is_told_with_the_file_to_edit(changed, tables, words):
    other = changed(**{name: values for name, values in tables.items() if name != "parts"})
    for kind, field in tables.get("parts", {}).items():
        other["parts"][kind][field] = "other"
    with pytest.raises(CircuitError) as found:
        checks.check(other)
    lines = str(found.value).splitlines()
    assert any(re.search(words, line) and line.endswith(": correct it in KiCad") for line in lines), lines


def drawn(project, **changed):
    """Return the project with a changed board."""
    return project._replace(board=project.board._replace(**changed))


def told(project, board):
    return [line.split(": ", 1)[1].removesuffix(": correct it in KiCad") for line in checks.faults(project, board)]


def test_a_pad_on_another_net_a_part_missing_and_one_too_many_are_told(project, board):
    parts = project.board.parts
    at = next(n for n, part in enumerate(parts) if part.reference in ("S22", "R1"))
    pads = (parts[at].pads[0]._replace(net="GND"), *parts[at].pads[1:])
    name, net = parts[at].reference, parts[at].pads[0].net
    swapped = (*parts[:at], parts[at]._replace(pads=pads), *parts[at + 1 :])
    assert told(drawn(project, parts=swapped), board)[0].startswith(
        f"{name} pin {pads[0].number} has the net GND, the circuit has {net}"
    )
    assert f"{name} is missing" in told(drawn(project, parts=(*parts[:at], *parts[at + 1 :])), board)
    more = (*parts, parts[at]._replace(reference="R99"))
    assert told(drawn(project, parts=more), board) == ["R99 is not in the circuit"]
    strange = (*parts[:at], parts[at]._replace(symbol="other"), *parts[at + 1 :])
    assert f"{name} does not belong to the symbol" in told(drawn(project, parts=strange), board)[0]


def test_what_is_not_printed_is_told(project, board):
    of = project.board
    nameless = tuple(part._replace(name_at=None) for part in of.parts)
    found = told(drawn(project, texts=(), parts=nameless), board)
    assert any(line.startswith('"revision') for line in found)
    joints = {"J53", "J54", "J55", "J56", "U1"}
    above = {line.split()[3] for line in found if "on the upper side" in line}
    assert above == {part.reference for part in of.parts} - joints
    below = {line.split()[3].strip(",") for line in found if "below" in line}
    assert ("J51" if project.name == "tile" else "J40") in below


def test_a_name_that_stands_beside_another_part_is_told(project, board):
    """In revision B, "R51" was 6 mm from its part and beside R2."""
    of = project.board
    one, two = (part for part in of.parts if part.reference in ("D11", "D12", "R1", "R2"))
    aside = one._replace(name_at=(two.x - one.x, two.y - one.y))
    moved = tuple(aside if part is one else part for part in of.parts)
    assert told(drawn(project, parts=moved), board) == [
        f"the name of {one.reference} is printed nearer to {two.reference} than to its own part"
    ]


def test_limits_that_a_cheap_maker_does_not_keep_are_told(project, board):
    finer = project._replace(limits=project.limits | {"min_clearance": 0.1})
    assert told(finer, board) == ["min_clearance is 0.1 in the .kicad_pro file beside it, cheap makers need 0.2 mm"]
    thin = tuple(track._replace(width=0.15) for track in project.board.tracks)
    assert any("is 0.15 mm wide, cheap makers need 0.2" in line for line in told(drawn(project, tracks=thin), board))


def test_another_finish_than_the_ordered_one_is_told(project, board):
    (line,) = told(drawn(project, finish="HAL SnPb"), board)
    assert line == "the copper's finish in the board setup is HAL SnPb: the maker is to make HAL lead-free"


def test_a_chip_without_a_dot_or_with_one_at_its_other_end_is_told():
    """In revision A, only a silk line, 1.3 mm longer, marked pin 1. A chip turned by mistake swaps VCC and GND."""
    of = kicad.layout("controller")
    assert list(checks.unmarked(of)) == []
    chips = [part.reference for part in checks.chips(of)]
    assert {"U2", "U3", "U4"} <= set(chips)
    bare = [line.split(" dots")[0] for line in checks.unmarked(of._replace(lines=()))]
    assert bare == [f"{name} has 0" for name in chips]
    part = of.part("U2")
    dot = min(checks.dots(of), key=lambda dot: (dot[0] - part.pad("1")[0]) ** 2 + (dot[1] - part.pad("1")[1]) ** 2)
    x, y = 2 * part.x - dot[0], 2 * part.y - dot[1]
    rest = tuple(line for line in of.lines if line.points[0] != dot)
    wrong = of._replace(lines=(*rest, Line(((x, y), (x + 0.01, y)), SILK_TOP, 1.0)))
    assert [line.split()[0] for line in checks.unmarked(wrong)] == ["U2"]


def test_copper_beside_a_screws_hole_is_told_by_piece_and_distance(copied):
    """In revision A, 5 V and ground began 1.9 mm from the middle of each hole, under the head of the screw."""
    stray = ' (segment (start 60 145) (end 72 145) (width 0.3) (layer "F.Cu") (net 1))\n)\n'
    path = copied("tile", {r"^  \(zone \(net 0\)(?:.*\n)+?  \)$": "", r"^\)\s*\Z": stray})
    made = board_file.read(fabrication.make(path).board, "tile")
    found = screws.under_heads(made)
    assert len(found) == 2 * 4 + 1
    assert any(each.startswith("screw at 36.0, 33.2 mm: the pour of 5V on the top begins 1.") for each in found)
    assert any("a track of" in each and "begins 1.65 mm" in each for each in found)


@pytest.fixture(scope="module", params=BOARDS)
def made(request):
    return fabrication.make(kicad.file(request.param, "kicad_pcb"))


def test_kicads_design_rules_check_finds_nothing_and_each_side_has_its_pdf(made):
    assert made.violations == []
    assert sorted(name.split("-")[1] for name in made.pdfs) == ["bottom.pdf", "top.pdf"]
    assert all(data.startswith(b"%PDF") for data in made.pdfs.values())


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("tile", {r'^  \(segment .*\(net 18\).*\n': ""}, r"\[unconnected_items\].*K_22"),
        ("controller", {r'^  \(segment .*\(net 20\).*\n': ""}, r"\[unconnected_items\].*ROW_LATCH"),
        ("tile", {r"^\)\s*\Z": '(segment (start 70 167.5) (end 70 130) (width 0.3) (layer "F.Cu") (net 6)))'},
         r"\[(clearance|tracks_crossing|shorting_items)\].*Y"),
        ("tile", {r"^\)\s*\Z": '(segment (start 60 143.8) (end 72 143.8) (width 0.3) (layer "B.Cu") (net 2)))'},
         r"\[items_not_allowed\]"),
        ("tile", {r"^\)\s*\Z": '(via (at 69 146.8) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 2)))'},
         r"\[items_not_allowed\]"),
    ],
)  # fmt: skip
def test_kicads_own_check_finds_a_fault_cut_into_the_board(copied, name, changes, words):
    found = fabrication.make(copied(name, changes)).violations
    assert any(re.match(words, line) for line in found), found


def test_neighbouring_tiles_holes_face_each_other_one_bridge_apart(board):
    of, circuit = kicad.layout("tile"), tile.circuit(board)
    edge, gap = of.outline[2][0], board["tile"]["gap_mm"]
    for here, there, along in (("J54", "J53", 1), ("J56", "J55", 0)):
        for number in circuit.parts[here].nets:
            mine, theirs = of.part(here).pad(number), of.part(there).pad(number)
            assert mine[along] == theirs[along]
            across = 1 - along
            assert edge + gap + theirs[across] - mine[across] == pytest.approx(kicad.bridge_mm(board)) == 7.62


def test_a_joint_that_does_not_face_its_neighbours_is_told(board):
    project = kicad.project("tile")
    parts = tuple(part._replace(y=part.y + 0.1) if part.reference == "J54" else part for part in project.board.parts)
    assert told(drawn(project, parts=parts), board)[0].startswith("J54 pin 1 is at")


def test_a_lights_pads_are_where_the_data_sheet_has_them():
    """Seen from above, with DIN at the upper right: VDD is at the upper left, DOUT below VDD, and VSS below DIN."""
    light = kicad.layout("tile").part("L22")
    from_middle = [(-2.45, 1.65), (-2.45, -1.65), (2.45, -1.65), (2.45, 1.65)]
    for number, (x, y) in zip("1234", from_middle, strict=True):
        assert light.pad(number) == pytest.approx((light.x + x, light.y + y))


def test_the_holes_of_the_joints_and_the_reeds_have_their_names_on_both_sides(board):
    of = kicad.layout("tile")
    above, below = (checks.names(of, layer) for layer in (SILK_TOP, SILK_BOTTOM))
    for words in (above, below):
        for net in {*tile.SIDE, *tile.END}:
            short = {tile.RETURN: "RET", tile.SENSE: "SEN"}.get(net, net)
            assert words.count(short) == 2 * (tile.SIDE.count(net) + tile.END.count(net)), net
    assert all(below.count(part.reference) == 2 for part in tile.circuit(board).of_kind("reed"))


def test_each_plug_of_the_controller_says_where_it_leads_and_each_terminal_of_the_pico_has_its_name(board):
    of, circuit = kicad.layout("controller"), kicad.CIRCUITS["controller"](board)
    above, below = (checks.names(of, layer) for layer in (SILK_TOP, SILK_BOTTOM))
    assert {"J1 rows 1-3", "J5 rows 13-16", "J11 columns a-c", "J15 columns m-o", "J30 bar P2"} <= set(above)
    assert "JP1 lights by USB, 350 mA" in above
    assert all(below.count(terminal.name) >= 1 for terminal, _ in circuit.parts["U1"].terminals())


def test_three_fiducials_that_are_not_in_line(project):
    board = sexpr.read(kicad.file(project.name, "kicad_pcb").read_text(encoding="utf-8"))
    marks = [of for of in sexpr.each(board, "footprint") if of[1].startswith("Fiducial:")]
    (ax, ay), (bx, by), (cx, cy) = (map(float, sexpr.first(of, "at")[1:3]) for of in marks)
    assert abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2 > project.board.outline[2][0] ** 2 / 4


def test_the_path_of_5_v_is_wide_enough_for_what_the_fuse_bears(board):
    """IPC-2221 for outer layers: area in square mil = (I / (0.048 * rise ** 0.44)) ** (1 / 0.725), here 10 K."""
    area = (board["supply"]["fuse_ma"] / 1000 / (0.048 * 10**0.44)) ** (1 / 0.725)
    width = area * 0.0254**2 / (board["tile"]["copper_um"] / 1000)
    of = kicad.layout("controller")
    (five,) = [zone for zone in of.zones if zone.net == "5V"]
    xs, ys = ({point[axis] for point in five.outline} for axis in (0, 1))
    sides = list(itertools.pairwise([*five.outline, five.outline[0]]))
    for left, right in itertools.pairwise(sorted(xs)):  # in a strip between two corners the pour is this high
        crossed = sorted(y for (x, y), (x1, _) in sides if min(x, x1) <= left and right <= max(x, x1))
        assert all(high - low > width > 1.4 for low, high in zip(crossed[::2], crossed[1::2], strict=True))
    down_the_right = max(xs) - min(x for x, y in five.outline if y == 13.0)
    assert down_the_right > 3 * width and min(ys) < of.part("D1").pad("2")[1]


LATER = """(kicad_pcb (version 20240108) (generator "pcbnew") (general (thickness 1.6))
(title_block (date "2027-01-01") (rev "D")) (setup (stackup (copper_finish "ENIG")) (aux_axis_origin 10 50))
(net 0 "") (net 1 "A") (net 2 "unconnected-(R1-Pad2)")
(footprint "Lib:R" (layer "B.Cu") (uuid "1") (at 20 40 90) (property "Reference" "R1" (at 0 1 90) (layer "B.SilkS")
 (effects (font (size 1 1)))) (property "Value" "1k" (at 0 0 0) (layer "B.Fab") (hide yes))
 (path "/abc") (fp_rect (start -2 -1) (end 2 1) (stroke (width 0.05)) (layer "B.CrtYd"))
 (pad "1" smd rect (at -1.5 0.5 90) (size 1 0.6) (layers "B.Cu") (net 1 "A"))
 (pad "2" smd rect (at 1.5 0.5 90) (size 1 0.6) (layers "B.Cu") (net 2 "unconnected-(R1-Pad2)")))
(gr_line (start 10 50) (end 60 50) (stroke (width 0.1) (type solid)) (layer "Edge.Cuts"))
(gr_line (start 60 50) (end 60 20) (stroke (width 0.1) (type solid)) (layer "Edge.Cuts"))
(gr_line (start 60 20) (end 10 20) (stroke (width 0.1) (type solid)) (layer "Edge.Cuts"))
(gr_line (start 10 20) (end 10 50) (stroke (width 0.1) (type solid)) (layer "Edge.Cuts"))
(segment (start 20 40) (end 22 40) (width 0.25) (layer "B.Cu") (net 1)))"""


@pytest.mark.parametrize("name", BOARDS)
def test_each_pad_that_is_open_on_purpose_has_the_net_that_kicad_7_to_9_give_it(name):
    """Without them KiCad finds 34 differences of the controller from its schematic."""
    board = sexpr.read(kicad.file(name, "kicad_pcb").read_text(encoding="utf-8"))
    for part in sexpr.each(board, "footprint"):
        for pad in sexpr.each(part, "pad"):
            net = sexpr.first(pad, "net")
            assert net or not pad[1] or part[1].startswith("Fiducial:"), (sexpr.reference(part), pad[1])
            if net and net[2].startswith("unconnected-("):
                assert re.fullmatch(rf"unconnected-\({sexpr.reference(part)}-\w+-Pad{pad[1]}\)", net[2])


def test_no_pour_is_in_a_keepout(project):
    """A pour that was rounded to 1 um was, and KiCad 9 said so."""
    board = sexpr.read(kicad.file(project.name, "kicad_pcb").read_text(encoding="utf-8"))
    kept, poured = [], []
    for zone in sexpr.each(board, "zone"):
        kind, into = ("polygon", kept) if sexpr.first(zone, "keepout") else ("filled_polygon", poured)
        edges = (sexpr.first(each, "pts")[1:] for each in sexpr.each(zone, kind))
        into += [shapely.Polygon([(float(x), float(y)) for _, x, y in edge]) for edge in edges]
    assert len(kept) == 4 and poured
    assert max(one.intersection(other).area for one in kept for other in poured) < 1e-3


def test_a_board_that_a_later_kicad_saved_is_read():
    of = board_file.read(LATER, "later")
    assert of.outline == ((0.0, 0.0), (50.0, 0.0), (50.0, 30.0), (0.0, 30.0)) and of.thickness == 1.6
    (part,) = of.parts
    assert (part.reference, part.value, part.x, part.y, part.side) == ("R1", "1k", 10.0, 10.0, BOTTOM)
    # KiCad's page: x right, y down, turned by 90 degrees: the pad is 1.5 below and 0.5 to the right of the middle
    assert part.pad("1") == (10.5, 8.5) and [pad.net for pad in part.pads] == ["A", None]
    assert part.box() == (9.0, 8.0, 11.0, 12.0)
    assert part.name_at == (1.0, 0.0) and part.symbol == "abc"
    assert of.tracks[0].start == (10.0, 10.0) and of.tracks[0].layer == BOTTOM
    assert (of.revision, of.finish) == ("revision D, 2027-01-01", "ENIG")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(kicad_pcb", "(module", "this is no board of KiCad 6 or newer"),
        ("(start 10 20) (end 10 50)", "(start 10 20) (end 12 50)", "the edge .* is not one rectangle"),
        ("(aux_axis_origin 10 50)", "(aux_axis_origin 0 0)", "the edge .* is not one rectangle"),
    ],
)
def test_a_board_that_can_not_be_read_is_told(old, new, words):
    with pytest.raises(CircuitError, match=f"later: {words}"):
        board_file.read(LATER.replace(old, new), "later")


def test_the_pictures_are_small(project):
    for side in ("top", "bottom"):
        assert resources.path(f"hardware/pcb/{project.name}/{side}.svg").stat().st_size < 950_000


def test_only_a_pours_edge_is_rounded_to_a_tenth_of_a_millimetre(project):
    """A pour's edge has no pen. An 8, which is one long stroke, looks broken if it is rounded like that."""
    for side in ("top", "bottom"):
        svg = resources.path(f"hardware/pcb/{project.name}/{side}.svg").read_text(encoding="utf-8")
        strokes = [each for way in re.findall(r'<path d="([^"]*)"[^>]*stroke-width', svg) for each in way.split(" M ")]
        long = [each for each in strokes if each.count(" L ") > 20]
        assert strokes and all(re.search(r"\.\d\d", each) for each in long), side


def test_the_library_has_each_symbol_and_footprint_of_our_own(project):
    folder = resources.path("hardware/pcb")
    library = sexpr.read((folder / "tengen.kicad_sym").read_text(encoding="utf-8"))
    symbols = {each[1] for each in sexpr.each(library, "symbol")}
    sheet = sexpr.read(kicad.file(project.name, "kicad_sch").read_text(encoding="utf-8"))
    used = {sexpr.first(each, "lib_id")[1] for each in sexpr.each(sheet, "symbol")}
    assert used and used <= {f"tengen:{name}" for name in symbols}
    board = sexpr.read(kicad.file(project.name, "kicad_pcb").read_text(encoding="utf-8"))
    own = {each[1].partition(":")[2] for each in sexpr.each(board, "footprint") if each[1].startswith("tengen:")}
    assert own and all((folder / "tengen.pretty" / f"{name}.kicad_mod").is_file() for name in own)
    for kind in ("sym", "fp"):
        table = (folder / project.name / f"{kind}-lib-table").read_text(encoding="utf-8")
        assert 'name "tengen"' in table and "${KIPRJMOD}/../tengen." in table
