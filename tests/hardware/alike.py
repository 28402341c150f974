"""Compare generated files with the committed files: byte for byte with the same releases, else only parts of them."""

import math
import re
from pathlib import Path

import gerbers
from tengen_hardware import __main__ as hardware
from tengen_hardware import programs
from tengen_host import resources

FOLDER = resources.path("hardware")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def as_committed(maker):
    """Whether a maker's program has the same release as in Debian 12, which made the committed files."""
    if maker == "pcb":
        return programs.kicad().release[0] == 6
    if maker == "cables":
        return programs.graphviz()[:2] in ((2, 42), (2, 43))
    return maker != "simulation" or programs.ngspice()[0] == 39


def differing(maker, files):
    """Return the files of a maker that differ from the committed files, one line each.

    With another release of the program, copper and holes must be the same (letters and the mask of bare holes may
    differ), a drawing of cables must have the same words, and a simulation must have the same figures within 2 %.
    """
    found = hardware.compared(files, maker, FOLDER)
    if as_committed(maker):
        return found
    return [line for line in found if not _alike(maker, files, line.split(" ")[0])]


def _alike(maker, files, path):
    if path not in files or not (FOLDER / path).exists():
        return False
    texts = [(FOLDER / path).read_text(encoding="utf-8"), files[path]]
    if maker == "pcb":
        name = Path(path).name
        drawn = name.endswith(("_Silkscreen.gbr", "_Mask.gbr", ".gbrjob", ".svg"))
        return drawn or not gerbers.differences(*({name: text} for text in texts))
    if maker == "cables":
        one, two = (sorted(re.findall(r"<text[^>]*>(.*?)</text>", text)) for text in texts)
        return one == two
    figures = [map(float, _NUMBER.findall(text)) for text in texts]
    return _NUMBER.split(texts[0]) == _NUMBER.split(texts[1]) and all(
        math.isclose(here, there, rel_tol=0.02, abs_tol=0.011) for here, there in zip(*figures, strict=True)
    )
