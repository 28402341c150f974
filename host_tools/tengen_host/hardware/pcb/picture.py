"""A printed board as it will look, drawn from the very Gerbers that its maker gets."""

from __future__ import annotations

import re
import tempfile
import warnings
from pathlib import Path


def pictures(files: dict[str, str]) -> dict[str, str]:
    """`top.svg` and `bottom.svg` (as seen from below) from Gerbers and drill files, by their names."""
    from gerbonara import LayerStack  # only who makes hardware/ has it

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of headers that KiCad writes in its own order
        for name, text in files.items():
            if name.endswith((".gbr", ".drl")):
                Path(folder, name).write_text(text, encoding="utf-8")
        stack = LayerStack.open_dir(folder)
        return {f"{side}.svg": _short(str(stack.to_pretty_svg(side=side))) for side in ("top", "bottom")}


def _short(svg: str) -> str:
    """The same picture with coordinates to the hundredth of a millimetre."""
    svg = re.sub(r"-?\d+\.\d{3,}(?:e-?\d+)?", lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), svg)
    return re.sub(r"\n\s+", "\n", svg)
