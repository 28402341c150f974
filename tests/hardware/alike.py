"""What is made against what is committed: to the byte by the releases that made it, by others what must be the same."""

import math
import re

from tengen_hardware import __main__ as hardware
from tengen_hardware import programs
from tengen_host import resources

FOLDER = resources.path("hardware")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def as_committed(maker):
    """Whether the program that a maker runs or reads is of the releases that made the committed files, Debian 12's."""
    if maker in ("pcb", "mechanics", "guide"):  # all read KiCad's footprints
        return programs.kicad().release[0] == 6
    if maker == "cables":
        return programs.graphviz()[:2] in ((2, 42), (2, 43))
    return maker != "simulation" or programs.ngspice()[0] == 39


def differing(maker, files):
    """The files of a maker that are not as committed, one line each.

    By another release of its program, drawings may have other sizes, by 0.5 of their unit: KiCad's footprints have
    other courtyards. A drawing of the cables has the same words then, and a simulation the same figures within 2 %.
    """
    found = hardware.compared(files, maker, FOLDER)
    if as_committed(maker):
        return found
    return [line for line in found if not _alike(maker, files, line.split(" ")[0])]


def _alike(maker, files, path):
    if path not in files or not (FOLDER / path).exists():
        return False
    texts = [(FOLDER / path).read_text(encoding="utf-8"), files[path]]
    if maker == "cables":
        one, two = (sorted(re.findall(r"<text[^>]*>(.*?)</text>", text)) for text in texts)
        return one == two
    return near(*texts, rel=0.02, most=0.011) if maker == "simulation" else near(*texts, most=0.5)


def near(one, two, most, rel=0.0):
    """Whether two texts are the same but for figures, and these differ by `most`, or by `rel` of them, at most."""
    figures = [map(float, _NUMBER.findall(text)) for text in (one, two)]
    return _NUMBER.split(one) == _NUMBER.split(two) and all(
        math.isclose(here, there, rel_tol=rel, abs_tol=most) for here, there in zip(*figures, strict=True)
    )
