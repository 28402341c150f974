"""The printed boards: KiCad's design rules find no fault, and its files have the nets of the net tables."""

import re

import alike
import pytest
from tengen_hardware import pcb, sexpr, tile
from tengen_hardware.circuit import CircuitError
from tengen_hardware.pcb import kicad, layout, screws, tile_layout


@pytest.fixture(scope="module")
def files(made):
    """All files of hardware/pcb/ by their paths."""
    return made("pcb")


@pytest.fixture(scope="module", params=sorted(pcb.BOARDS))
def one(request, files):
    """The name of a board, and its files by their name."""
    start = f"pcb/{request.param}/"
    return request.param, {path.split("/")[-1]: text for path, text in files.items() if path.startswith(start)}


@pytest.fixture(scope="module")
def tile_board(board):
    return tile_layout.layout(board), tile.circuit(board)


def test_what_is_committed_is_what_board_toml_gives(files):
    """The same KiCad gives the same bytes. With other releases, our own files and the copper are compared."""
    differing = alike.differing("pcb", files)
    if alike.as_committed("pcb"):
        assert differing == []
    by_kicad = r"pcb/\w+/(gerbers/.*|.*\.kicad_pcb|.*\.kicad_pro|drc\.txt|\w+\.svg) differs from what board.toml gives"
    assert [line for line in differing if not re.fullmatch(by_kicad, line)] == []
    for name in pcb.BOARDS:
        path = f"pcb/{name}/{name}.kicad_pcb"
        committed = copper((alike.FOLDER / path).read_text(encoding="utf-8"))
        assert copper(files[path]) == committed
        assert all(committed), name


def copper(text):
    """Return the pads, tracks and vias of a board, each with net and place (to 1 um), and the board's outline."""
    board = sexpr.read(text)
    nets = {each[1]: each[2] for each in sexpr.each(board, "net")}

    def figures(of, *names):
        return tuple(round(float(each), 3) for name in names for each in sexpr.first(of, name)[1:3])

    def net(of):
        return nets[sexpr.first(of, "net")[1]]

    pads = {
        (sexpr.reference(part), pad[1], net(pad), *(round(each, 3) for each in screws._pad_at(part, pad)))
        for part in sexpr.each(board, "footprint") for pad in sexpr.each(part, "pad") if sexpr.first(pad, "net")
    }  # fmt: skip
    tracks = {
        (net(each), sexpr.first(each, "layer")[1], *figures(each, "start", "end", "width"))
        for each in sexpr.each(board, "segment")
    }
    vias = {(net(each), *figures(each, "at", "size", "drill")) for each in sexpr.each(board, "via")}
    outline = {figures(each, "start", "end") for each in sexpr.each(board, "gr_line")}
    return pads, tracks, vias, outline


def test_the_design_rules_check_finds_nothing_and_nothing_is_left_unconnected(one):
    assert kicad.violations(one[1]["drc.txt"]) == []


def test_kicads_file_has_the_nets_of_the_net_table_pad_by_pad(one, board):
    name, files = one
    circuit = pcb.BOARDS[name].circuit(board)
    assert kicad.differences(files[f"{name}.kicad_pcb"], circuit) == []
    part = next(each for each in circuit.parts.values() if "GND" in each.nets.values())
    swapped = part._replace(nets={number: "5V" if net == "GND" else net for number, net in part.nets.items()})
    assert kicad.differences(files[f"{name}.kicad_pcb"], circuit.with_part(swapped))


@pytest.mark.proof
def test_the_files_repeat_to_the_byte_and_name_no_machine(one, board, monkeypatch):
    """The files of each circuit board repeat to the byte, and name no machine."""
    name, files = one
    monkeypatch.setattr(kicad, "_files", kicad._files.__wrapped__)
    again = pcb.made(name, board).files
    assert again.items() <= files.items() and len(again) > 10
    for text in files.values():
        assert "/tmp" not in text and "/usr" not in text and "CreationDate" not in text
        assert len(text) < 1_000_000


def test_the_pictures_are_small(one):
    pictures = [text for name, text in one[1].items() if name.endswith(".svg")]
    assert len(pictures) == 2 and all(len(text) < 950_000 for text in pictures)


def found(tile_board, board, **changed):
    of, circuit = tile_board
    return kicad.make(of._replace(**changed), circuit, board).violations


def test_a_missing_track_is_found(tile_board, board):
    of, _ = tile_board
    fewer = tuple(track for track in of.tracks if track.net != "K_22")
    assert any("unconnected_items" in line and "K_22" in line for line in found(tile_board, board, tracks=fewer))


def test_a_track_that_strays_onto_another_net_is_found(tile_board, board):
    of, _ = tile_board
    stray = layout.Track("Y1", layout.TOP, 0.3, ((40.0, 12.5), (40.0, 50.0)))
    faults = found(tile_board, board, tracks=(*of.tracks, stray))
    kinds = ("[clearance]", "[tracks_crossing]")  # the first in KiCad 6 or older, the second in newer versions
    assert any(line.startswith(kinds) and "[Y1]" in line and "[Y2]" in line for line in faults)


def test_no_copper_lies_under_the_head_of_a_screw(one):
    name, files = one
    assert screws.under_heads(files[f"{name}.kicad_pcb"]) == []


def test_copper_beside_a_screws_hole_is_told_by_piece_and_distance(tile_board, board):
    """In revision A, 5 V and ground began 1.9 mm from the middle of each hole, under the head of the screw."""
    of, circuit = tile_board
    old = of._replace(holes=tuple(each._replace(keep=0) for each in of.holes))
    stray = layout.Track("SHUT", layout.TOP, 0.3, ((30.0, 35.0), (42.0, 35.0)))
    made = kicad.make(old._replace(tracks=(*of.tracks, stray)), circuit, board)
    found = screws.under_heads(made.files["tile.kicad_pcb"])
    assert len(found) == 2 * 4 + 1
    assert any(each.startswith("screw at 36.0, 33.2 mm: the pour of 5V on F.Cu begins 1.") for each in found)
    assert any("a track of SHUT begins 1.65 mm" in each for each in found)


def test_kicads_own_check_finds_a_track_or_a_via_beside_a_screws_hole(tile_board, board):
    of, _ = tile_board
    hole = of.holes[0]
    track = layout.Track("GND", layout.BOTTOM, 0.3, ((hole.x - 6, hole.y + 3), (hole.x + 6, hole.y + 3)))
    faults = found(tile_board, board, tracks=(*of.tracks, track))
    assert any(line.startswith("[items_not_allowed]") for line in faults), faults
    faults = found(tile_board, board, vias=(*of.vias, layout.Via("GND", hole.x + 3, hole.y)))
    assert any(line.startswith("[items_not_allowed]") for line in faults), faults


def test_a_part_that_is_not_placed_or_copper_of_an_unknown_net_is_an_error(tile_board, board):
    of, circuit = tile_board
    with pytest.raises(CircuitError, match="S22"):
        kicad.make(of._replace(parts=tuple(part for part in of.parts if part.reference != "S22")), circuit, board)
    with pytest.raises(CircuitError, match="R9"):
        kicad.make(of._replace(vias=(layout.Via("R9", 1, 1),)), circuit, board)


def test_neighbouring_tiles_holes_face_each_other_one_bridge_apart(tile_board):
    of, circuit = tile_board
    edge, gap = of.outline[2][0], 0.2
    for here, there, along in (("J54", "J53", 1), ("J56", "J55", 0)):
        for number in circuit.parts[here].nets:
            mine, theirs = of.part(here).pad(number), of.part(there).pad(number)
            assert mine[along] == theirs[along]
            across = 1 - along
            assert edge + gap + theirs[across] - mine[across] == pytest.approx(7.62)


def test_a_lights_pads_are_where_the_data_sheet_has_them(tile_board):
    """Seen from above, with DIN at the upper right: VDD is at the upper left, DOUT below VDD, and VSS below DIN."""
    of, _ = tile_board
    light = of.part("L22")
    from_middle = [(-2.45, 1.65), (-2.45, -1.65), (2.45, -1.65), (2.45, 1.65)]
    for number, (x, y) in zip("1234", from_middle, strict=True):
        assert light.pad(number) == pytest.approx((light.x + x, light.y + y))


def printed(of, layer):
    """Return the words on one side of a board, with the names that KiCad prints itself."""
    side = layout.TOP if layer == layout.SILK_TOP else layout.BOTTOM
    return [text.words for text in of.texts if text.layer == layer] + [
        part.reference for part in of.parts if part.side == side and part.name_at
    ]


def test_every_part_of_the_tile_has_its_name_printed_and_what_is_soldered_below_has_it_there_too(tile_board):
    of, circuit = tile_board
    above, below = printed(of, layout.SILK_TOP), printed(of, layout.SILK_BOTTOM)
    joints = {each.reference for each in circuit.of_kind("side_joint", "end_joint")}
    for reference, part in circuit.parts.items():
        if reference not in joints:
            assert above.count(reference) == 1, reference
        if part.kind == "reed":
            assert below.count(reference) == 2, reference
    for plug in ("J51", "J52"):
        assert plug in below
    for words in (above, below):
        for net in {*tile.SIDE, *tile.END}:
            short = {tile.RETURN: "RET", tile.SENSE: "SEN"}.get(net, net)
            assert words.count(short) == 2 * (tile.SIDE.count(net) + tile.END.count(net)), net
        assert "revision B, 2026-11-26" in words


def test_three_fiducials_that_are_not_in_line(tile_board):
    of, _ = tile_board
    (ax, ay), (bx, by), (cx, cy) = of.fiducials
    assert abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2 > of.outline[2][0] ** 2 / 4


def test_positions_are_of_fitted_surface_parts_only(board):
    circuit = tile.circuit(board)
    bare = circuit.with_part(circuit.parts["DX"]._replace(fitted=False))
    rows = kicad.make(tile_layout.layout(board), bare, board).files["positions.csv"].splitlines()[1:]
    kinds = {circuit.parts[row.split(",")[0]].kind for row in rows}
    assert kinds == {"pixel", "diode", "pixel_capacitor", "tile_capacitor"}
    assert len(rows) == 9 * 3 + 6 + 1
