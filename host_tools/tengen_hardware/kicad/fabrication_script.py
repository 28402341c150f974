"""Check a board and plot its files. The Python that has KiCad's module `pcbnew` runs this, for KiCad 6 to 9.

`python3 fabrication_script.py board.kicad_pcb folder`. The script does not import Tengen; fabrication.py calls it.
"""

import os
import sys

import pcbnew

PLOTS = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu),
    ("F_Mask", pcbnew.F_Mask), ("B_Mask", pcbnew.B_Mask),
    ("F_Paste", pcbnew.F_Paste), ("B_Paste", pcbnew.B_Paste),
    ("F_Silkscreen", pcbnew.F_SilkS), ("B_Silkscreen", pcbnew.B_SilkS),
    ("Edge_Cuts", pcbnew.Edge_Cuts),
)  # fmt: skip


def main(path, folder):
    """Fill the pours again, write the report of the design rules check, and plot."""
    board = pcbnew.LoadBoard(path)
    board.GetDesignSettings().m_MaxError = pcbnew.FromMM(0.03)  # coarser arcs in the pours make shorter files
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.BuildConnectivity()
    pcbnew.SaveBoard(path, board)
    units = getattr(pcbnew, "EDA_UNITS_MILLIMETRES", None)  # the name up to KiCad 6
    pcbnew.WriteDRCReport(
        board, os.path.join(folder, "drc.txt"), pcbnew.EDA_UNITS_MM if units is None else units, True
    )
    plot(board, folder, os.path.splitext(os.path.basename(path))[0])


def plot(board, folder, name):
    """Write Gerbers, drill files, and a PDF of each side's print with the parts' outlines."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetPlotFrameRef(False)
    # else each hole has a dot in its middle, on the copper, too; KiCad 6 has the name in another place
    unmarked = getattr(pcbnew, "DRILL_MARKS_NO_DRILL_SHAPE", None)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE if unmarked is None else unmarked)
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
    for side, layers in (("top", (pcbnew.F_SilkS, pcbnew.F_Mask)), ("bottom", (pcbnew.B_SilkS, pcbnew.B_Mask))):
        options.SetMirror(side == "bottom")  # as it is seen from below
        control.OpenPlotfile(side, pcbnew.PLOT_FORMAT_PDF, side)
        for layer in (*layers, pcbnew.Edge_Cuts):
            control.SetLayer(layer)
            control.PlotLayer()
    control.ClosePlot()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
