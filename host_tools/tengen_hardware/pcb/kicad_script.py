"""Make KiCad's files from a layout in JSON. The system's python3, which has KiCad's `pcbnew`, runs this.

`python3 kicad_script.py layout.json folder`. The script does not import Tengen; kicad.py writes the JSON.
"""

import json
import math
import os
import sys

import pcbnew

# KiCad's release, because names and types have changed since KiCad 6
RELEASE = int(pcbnew.GetMajorMinorVersion().split(".")[0])

# The place of the board's lower left corner on KiCad's page. KiCad's y goes down.
PAGE_X, PAGE_Y = 30.0, 180.0

PLOTS = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu),
    ("F_Mask", pcbnew.F_Mask), ("B_Mask", pcbnew.B_Mask),
    ("F_Paste", pcbnew.F_Paste), ("B_Paste", pcbnew.B_Paste),
    ("F_Silkscreen", pcbnew.F_SilkS), ("B_Silkscreen", pcbnew.B_SilkS),
    ("Edge_Cuts", pcbnew.Edge_Cuts),
)  # fmt: skip
LAYERS = {"top": pcbnew.F_Cu, "bottom": pcbnew.B_Cu, "silk top": pcbnew.F_SilkS, "silk bottom": pcbnew.B_SilkS}


def mm(value):
    """Return a length in KiCad's units."""
    return pcbnew.FromMM(round(value, 4))


def spot_of(x, y):
    """Return a place in KiCad's units, in this release's type."""
    return pcbnew.wxPoint(x, y) if RELEASE < 7 else pcbnew.VECTOR2I(x, y)


def size_of(wide, high):
    """Return a size in mm in this release's type."""
    return pcbnew.wxSize(mm(wide), mm(high)) if RELEASE < 7 else pcbnew.VECTOR2I(mm(wide), mm(high))


def at(x, y):
    """Return the place on KiCad's page of a point of the board."""
    return spot_of(mm(PAGE_X + x), mm(PAGE_Y - y))


def first(of, *names):
    """Return the attribute with the first of these names that exists in this release."""
    return next(getattr(of, name) for name in names if hasattr(of, name))


def main(source, folder):
    """Make all files of the layout in `source` in `folder`."""
    with open(source, encoding="utf-8") as file:
        told = json.load(file)
    pcbnew.KIID.SeedGenerator(1)  # the same ids at each run
    path = os.path.join(folder, told["name"] + ".kicad_pcb")
    board = pcbnew.NewBoard(path)
    board.SetFileName(path)
    rules(board, told["rules"])
    nets = {}
    for name in told["nets"]:
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    outline(board, told["outline"])
    for part in told["parts"]:
        place(board, part, nets, told["footprints"])
    for hole in told["holes"]:
        drilled(board, hole)
    for spot in told["fiducials"]:
        fiducial(board, spot, told["footprints"])
    for track in told["tracks"]:
        for one, two in zip(track["points"], track["points"][1:], strict=False):
            item = pcbnew.PCB_TRACK(board)
            item.SetStart(at(*one))
            item.SetEnd(at(*two))
            item.SetWidth(mm(track["width"]))
            item.SetLayer(LAYERS[track["layer"]])
            item.SetNet(nets[track["net"]])
            board.Add(item)
    for via in told["vias"]:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(at(via["x"], via["y"]))
        if RELEASE < 9:
            item.SetWidth(mm(via["width"]))
        else:
            item.SetFrontWidth(mm(via["width"]))
        item.SetDrill(mm(via["drill"]))
        item.SetNet(nets[via["net"]])
        board.Add(item)
    for text in told["texts"]:
        words(board, text)
    for line in told["lines"]:
        for one, two in zip(line["points"], line["points"][1:], strict=False):
            segment(board, one, two, LAYERS[line["layer"]], line["width"])
    for zone in told["zones"]:
        pour(board, zone, nets, told["rules"])
    if RELEASE > 6:  # a new board has no rules yet, but these releases need the rules for pouring
        pcbnew.SaveBoard(path, board)
        board = pcbnew.LoadBoard(path)
    board.BuildConnectivity()
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.BuildConnectivity()
    pcbnew.SaveBoard(path, board)
    units = first(pcbnew, "EDA_UNITS_MILLIMETRES", "EDA_UNITS_MM")
    pcbnew.WriteDRCReport(board, os.path.join(folder, "drc.txt"), units, True)
    plot(board, folder, told["name"])


def rules(board, told):
    """Set the maker's limits, in mm, for the design rules check and the pours."""
    settings = board.GetDesignSettings()
    settings.SetCopperLayerCount(2)
    settings.SetBoardThickness(mm(told["thickness"]))
    settings.m_MinClearance = mm(told["gap"])
    settings.m_TrackMinWidth = mm(told["track"])
    settings.m_ViasMinSize = mm(told["via"])
    settings.m_MinThroughDrill = mm(told["drill"])
    settings.m_ViasMinAnnularWidth = mm(told["ring"])
    settings.m_HoleToHoleMin = mm(told["hole_to_hole"])
    settings.m_HoleClearance = mm(told["hole_to_copper"])
    settings.m_CopperEdgeClearance = mm(told["edge"])
    settings.m_SilkClearance = 0
    if RELEASE > 6:
        settings.m_MinResolvedSpokes = 1  # one spoke is enough for a pad in a pour, if there is no room for more
    settings.m_MaxError = mm(0.03)  # coarser arcs in the pours make shorter files
    # the origin of Gerbers, drill and positions is the board's lower left corner
    settings.SetAuxOrigin(at(0, 0))


def segment(board, one, two, layer, width):
    """Add a line to a layer."""
    item = pcbnew.PCB_SHAPE(board)
    item.SetShape(pcbnew.SHAPE_T_SEGMENT)
    item.SetStart(at(*one))
    item.SetEnd(at(*two))
    item.SetLayer(layer)
    item.SetWidth(mm(width))
    board.Add(item)


def outline(board, points):
    """Add the board's edge."""
    for one, two in zip(points, points[1:] + points[:1], strict=True):
        segment(board, one, two, pcbnew.Edge_Cuts, 0.1)


def words(board, told):
    """Add a printed text."""
    item = pcbnew.PCB_TEXT(board)
    item.SetText(told["words"])
    item.SetPosition(at(told["x"], told["y"]))
    item.SetLayer(LAYERS[told["layer"]])
    item.SetMirrored(told["layer"] == "silk bottom")
    styled(item, told["size"], told["turned"])
    board.Add(item)


def styled(item, size, turned):
    """Set a text's size, stroke and angle."""
    item.SetTextSize(size_of(size, size))
    item.SetTextThickness(mm(max(0.12, size * 0.15)))
    turn(item, turned)


def turn(item, degrees):
    """Set a text's angle in degrees."""
    item.SetTextAngle(degrees * 10 if RELEASE < 7 else pcbnew.EDA_ANGLE(degrees, pcbnew.DEGREES_T))


def place(board, told, nets, footprints):
    """Add a part with its nets. Its footprint is from KiCad's library, or has pads of our own."""
    if told["footprint"]:
        library, name = told["footprint"].split(":")
        part = pcbnew.FootprintLoad(os.path.join(footprints, library + ".pretty"), name)
        part.SetFPID(pcbnew.LIB_ID(library, name))
        for item in list(part.GraphicalItems()):
            # remove layers that are not printed on the board; silkscreen and courtyard stay
            if item.GetLayer() in (pcbnew.F_Fab, pcbnew.B_Fab):
                part.Delete(item)
    else:
        part = pcbnew.FOOTPRINT(board)
        part.SetFPID(pcbnew.LIB_ID("tengen", told["kind"]))
        part.SetAttributes(pcbnew.FP_THROUGH_HOLE)
        for pad in told["pads"]:
            own_pad(part, pad)
    board.Add(part)
    part.SetPath(pcbnew.KIID_PATH("/" + told["symbol"]))
    part.SetReference(told["reference"])
    part.SetValue(told["value"])
    part.Value().SetVisible(False)
    part.Value().SetLayer(pcbnew.F_Fab)
    part.SetPosition(at(told["x"], told["y"]))
    if told["side"] == "bottom":
        # mirror left to right, which KiCad counts as a rotation by 180 degrees
        part.Flip(part.GetPosition(), True if RELEASE < 9 else pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
    part.SetOrientationDegrees(told["turned"] + (180 if told["side"] == "bottom" else 0))
    if not told["fitted"]:
        part.SetAttributes(part.GetAttributes() | pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
    name = part.Reference()
    name.SetVisible(told["name_at"] is not None)
    name.SetKeepUpright(False)
    dx, dy = told["name_at"] or (0, 0)
    name.SetTextPos(at(told["x"] + dx, told["y"] + dy))
    styled(name, told["name_size"], 0)
    if RELEASE < 7:
        turn(name, told["name_turned"] - part.GetOrientationDegrees())
        name.SetLocalCoord()
    else:
        turn(name, told["name_turned"])
    for pad in part.Pads():
        net = told["nets"].get(pad.GetNumber())
        if net is not None:
            pad.SetNet(nets[net])


def own_pad(part, told):
    """Add a pad of our own to a part."""
    pad = pcbnew.PAD(part)
    pad.SetNumber(told["number"])
    pad.SetShape(first(pcbnew, "PAD_SHAPE_RECT", "PAD_SHAPE_RECTANGLE") if told["square"] else pcbnew.PAD_SHAPE_OVAL)
    pad.SetSize(size_of(told["width"], told["height"]))
    if told["drill"]:
        pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
        pad.SetDrillSize(size_of(told["drill"], told["drill"]))
        pad.SetLayerSet(pcbnew.PAD.PTHMask())
    else:
        pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
        pad.SetLayerSet(pcbnew.PAD.SMDMask())
    spot = spot_of(mm(told["x"]), mm(-told["y"]))
    if RELEASE < 8:
        pad.SetPos0(spot)
    pad.SetPosition(spot)
    part.Add(pad)


def drilled(board, told):
    """Add a hole for a screw."""
    part = pcbnew.FOOTPRINT(board)
    part.SetFPID(pcbnew.LIB_ID("tengen", "screw"))
    part.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_BOARD_ONLY)
    pad = pcbnew.PAD(part)
    size = size_of(told["drill"], told["drill"])
    pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
    pad.SetSize(size)
    pad.SetDrillSize(size)
    pad.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
    pad.SetLayerSet(pcbnew.PAD.UnplatedHoleMask())
    part.Add(pad)
    part.Reference().SetVisible(False)
    part.Value().SetVisible(False)
    board.Add(part)
    part.SetPosition(at(told["x"], told["y"]))
    if told["keep"]:
        keep_free(board, told["x"], told["y"], told["keep"])


def fiducial(board, told, footprints):
    """Add a mark for machines that place parts."""
    name = "Fiducial_1mm_Mask2mm"
    part = pcbnew.FootprintLoad(os.path.join(footprints, "Fiducial.pretty"), name)
    part.SetFPID(pcbnew.LIB_ID("Fiducial", name))
    part.Models().clear()
    for item in list(part.GraphicalItems()):
        if item.GetLayer() in (pcbnew.F_Fab, pcbnew.B_Fab):
            part.Delete(item)
    part.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_BOARD_ONLY)
    if RELEASE > 6:  # these releases report a pour that is in the solder mask's opening at the mark
        next(iter(part.Pads())).SetLocalClearance(mm(0.51))
    part.Reference().SetVisible(False)
    part.Value().SetVisible(False)
    board.Add(part)
    part.SetPosition(at(told["x"], told["y"]))


def keep_free(board, x, y, radius):
    """Keep a circle free of copper on both sides. Pours avoid it, and the design rules check reports other copper."""
    item = pcbnew.ZONE(board)
    item.SetIsRuleArea(True)
    layers = pcbnew.LSET()
    layers.AddLayer(pcbnew.F_Cu)
    layers.AddLayer(pcbnew.B_Cu)
    item.SetLayerSet(layers)
    first(item, "SetDoNotAllowCopperPour", "SetDoNotAllowZoneFills")(True)
    item.SetDoNotAllowTracks(True)
    item.SetDoNotAllowVias(True)
    item.SetDoNotAllowPads(False)  # allow pads, because the hole of the screw is one
    item.SetDoNotAllowFootprints(False)
    corners = item.Outline()
    corners.NewOutline()
    sides = 48
    # the corners are outside the circle, so that the polygon's sides touch the circle
    outside = radius / math.cos(math.pi / sides)
    for step in range(sides):
        angle = math.tau * step / sides
        spot = at(x + outside * math.cos(angle), y + outside * math.sin(angle))
        corners.Append(spot.x, spot.y)
    board.Add(item)


def pour(board, told, nets, rule):
    """Add a pour."""
    item = pcbnew.ZONE(board)
    item.SetNet(nets[told["net"]])
    item.SetLayer(LAYERS[told["layer"]])
    first(item, "SetPriority", "SetAssignedPriority")(told["priority"])
    item.SetLocalClearance(mm(rule["pour_gap"]))
    item.SetMinThickness(mm(0.25))
    item.SetThermalReliefGap(mm(0.3))
    item.SetThermalReliefSpokeWidth(mm(0.5))
    item.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
    item.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    corners = item.Outline()
    corners.NewOutline()
    for x, y in told["outline"]:
        spot = at(x, y)
        corners.Append(spot.x, spot.y)
    board.Add(item)


def plot(board, folder, name):
    """Write Gerbers, drill files and positions."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetPlotFrameRef(False)
    options.SetUseAuxOrigin(True)
    options.SetUseGerberAttributes(True)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(False)
    options.SetCreateGerberJobFile(False)
    options.SetGerberPrecision(5)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotValue(False)
    options.SetPlotReference(True)
    options.SetSkipPlotNPTH_Pads(True)
    job = pcbnew.GERBER_JOBFILE_WRITER(board)
    for suffix, layer in PLOTS:
        control.SetLayer(layer)
        control.OpenPlotfile(suffix, pcbnew.PLOT_FORMAT_GERBER, suffix)
        control.PlotLayer()
        job.AddGbrFile(layer, os.path.basename(control.GetPlotFileName()))
    control.ClosePlot()
    job.CreateJobFile(os.path.join(folder, name + "-job.gbrjob"))
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetMapFileFormat(pcbnew.PLOT_FORMAT_GERBER)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(folder, True, False)
    with open(os.path.join(folder, "positions.csv"), "w", encoding="utf-8", newline="\n") as file:
        file.write("Designator,Mid X,Mid Y,Layer,Rotation\n")
        for part in sorted(board.GetFootprints(), key=lambda each: natural(each.GetReference())):
            attributes = part.GetAttributes()
            if attributes & pcbnew.FP_EXCLUDE_FROM_POS_FILES or not attributes & pcbnew.FP_SMD:
                continue
            spot = part.GetPosition()
            x, y = pcbnew.ToMM(spot.x) - PAGE_X, PAGE_Y - pcbnew.ToMM(spot.y)
            side = "Bottom" if part.IsFlipped() else "Top"
            turned = math.fmod(part.GetOrientationDegrees() + 360, 360)
            file.write(f"{part.GetReference()},{x:.3f}mm,{y:.3f}mm,{side},{turned:g}\n")


def natural(reference):
    """Return the letters and the number of a reference, to sort by."""
    letters = reference.rstrip("0123456789")
    return letters, int(reference[len(letters):] or 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
