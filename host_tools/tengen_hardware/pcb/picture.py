"""Pictures of a printed board, drawn from the same Gerbers that its maker gets."""

from __future__ import annotations

import re
import tempfile
import warnings
from pathlib import Path


def pictures(files: dict[str, str]) -> dict[str, str]:
    """Return `top.svg` and `bottom.svg` (seen from below), drawn from Gerbers and drill files by name."""
    from gerbonara import LayerStack  # imported here, because it is installed only for making hardware/

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ignore warnings about the order of KiCad's headers
        for name, text in files.items():
            if name.endswith((".gbr", ".drl")) and "Paste" not in name:
                Path(folder, name).write_text(text, encoding="utf-8")
        stack = LayerStack.open_dir(folder)
        drawn = {side: str(stack.to_pretty_svg(side=side, colors=_COLOURS)) for side in ("top", "bottom")}
    return {f"{side}.svg": _short(svg) for side, svg in drawn.items()}


# the mask is translucent, so that the copper is visible
_COLOURS = {
    "copper": "#e8c890", "mask": "#0b4a28b0", "silk": "#ffffff", "drill": "#202020", "outline": "#f0c000",
    "paste": "#999999",
}  # fmt: skip
_STROKES = re.compile(r'<path d="([^"]*)"([^>]*stroke-width[^>]*)/>$')


def _short(svg: str) -> str:
    """Return the same picture with coordinates rounded to 0.01 mm, and strokes of the same pen joined."""
    svg = re.sub(r"-?\d+\.\d{3,}(?:e-?\d+)?", lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), svg)
    # long paths without a pen are pours, and 0.1 mm is precise enough for their edges
    svg = re.sub(r'd="[^"]{400,}"/>', lambda found: re.sub(r"(\.\d)\d+", r"\1", found.group()), svg)
    lines: list[str] = []
    for line in re.sub(r"\n\s+", "\n", svg).splitlines():
        # join strokes of the same pen
        here, before = (_STROKES.match(each) for each in (line, lines[-1] if lines else ""))
        if here and before and here.group(2) == before.group(2):
            lines[-1] = f'<path d="{before.group(1)} {here.group(1)}"{here.group(2)}/>'
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
