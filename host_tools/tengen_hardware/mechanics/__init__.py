"""Generate hardware/mechanics/: the case, its pieces to print, cut and drill, and the rules for their fit.

case.py has the sizes, assembly.py places every part as a solid, and rules.py checks that no two parts collide.
"""

from __future__ import annotations

from typing import Any

from tengen_host.wiring import WiringError


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the files of hardware/mechanics/. Raises WiringError with a line for each broken rule."""
    # imported here, because the guide reads figures.py also where the libraries for these modules are missing
    from . import drawings, dxf, models, pdf, piece_drawings, readme, rules, sheets, stl, template

    wrong = rules.faults(board)
    if wrong:
        raise WiringError("\n".join(f"board.toml {sentence}" for sentence in wrong))
    made = models.models(board)
    flat = {sheet.name: sheet for sheet in sheets.sheets(board)}
    strips = [sheet for name, sheet in flat.items() if name.startswith("frame-")]
    found = {
        "mechanics/README.md": readme.text(board, made),
        "mechanics/case-above.svg": drawings.above(board),
        "mechanics/case-section.svg": drawings.section(board),
        "mechanics/jig.svg": piece_drawings.jig(board),
        "mechanics/wells.svg": piece_drawings.wells_from_above(board),
        "mechanics/cut/frame.dxf": dxf.text(strips),
    }
    for name, sheet in flat.items():
        if sheet not in strips:
            found[f"mechanics/cut/{name}.dxf"] = dxf.text([sheet])
        if name in sheets.TEMPLATES:
            found[f"mechanics/drill/{name}.pdf"] = pdf.text(template.pages(sheet), f"Tengen: {name}")
        if name in sheets.TEMPLATES and sheet.many == 1 and name != "carrier":
            found[f"mechanics/{name}.svg"] = drawings.flat(sheet)
    for name, solid in made.items():
        found[f"mechanics/print/{name}.stl"] = stl.text(name, models.printed(name, solid))
    return found
