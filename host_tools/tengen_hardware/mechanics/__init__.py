"""Generate hardware/mechanics/: the case, its pieces to print, cut and drill, and the rules for their fit.

case.py has the sizes, assembly.py places every part as a solid, and rules.py checks that no two parts collide.
"""

from __future__ import annotations

from typing import Any

from tengen_host.wiring import WiringError


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the files of hardware/mechanics/. Raises WiringError with a line for each broken rule."""
    # imported here, because the guide reads figures.py also where the libraries for these modules are missing
    from . import closeups, drawings, dxf, models, readme, rules, sheets, template

    wrong = rules.faults(board)
    if wrong:
        raise WiringError("\n".join(f"board.toml {sentence}" for sentence in wrong))
    made, flat = models.models(board), {sheet.name: sheet for sheet in sheets.sheets(board)}
    files: dict[str, list[sheets.Sheet]] = {}
    for name, sheet in flat.items():
        files.setdefault("frame" if name.startswith("frame-") else name, []).extend([sheet] * sheet.many)
    drilled = [flat[name] for name in sheets.TEMPLATES]
    found = {"README.md": readme.text(board, made)}
    for name, text in drawings.all_of(board, [each for each in drilled if each.name != "carrier"]).items():
        found[f"{name}.svg"] = text
    found |= {"case-edge.svg": closeups.edge(board), "jack.svg": closeups.jack(board)}
    found |= {f"cut/{name}.dxf": dxf.text(together) for name, together in files.items()}
    found |= {f"drill/{sheet.name}.pdf": template.text(sheet) for sheet in drilled}
    found |= {f"print/{name}.stl": models.stl(name, models.printed(name, solid)) for name, solid in made.items()}
    return {f"mechanics/{path}": text for path, text in found.items()}
