"""The guide's table of failures: each example of texts/failures.toml, in the words of `tengen diagnose`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from tengen.games.points import LETTERS
from tengen_host.device.diagnose.findings.table import finding
from tengen_host.i18n import code_text

from .. import markdown
from .values import output_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def table(board: dict[str, Any], values: Mapping[str, Any]) -> str:
    """Return the table. `values`: those for the guide's pages."""
    size, matrix, pins = board["board"]["size"], board["matrix"], board["pins"]
    out = ["", *map(output_name, range(size))]  # by the number of the row
    gpio = {name: f"GPIO{pin}" for name, pin in zip(LETTERS, pins["columns"], strict=False)}
    known = {
        **values, "out": out, "gpio": gpio,
        "row7": f"row 7 ({out[7]})", "column_d": f"column d ({gpio['d']})",
        "h9": f"h9 (row 9, {out[9]}; column h, {gpio['h']})",
        "no_return": code_text({"code": "device.chain_silent", "gpio": pins["led_return"]}),
        "waits_ms": board["sensing"]["stone_on_frames"] * matrix["scan_ms"],
    }  # fmt: skip
    rows = []
    examples = tomllib.loads((markdown.TEXTS / "failures.toml").read_text(encoding="utf-8"))["examples"]
    for fault, place, words in examples:
        texts: dict[str, Any] = {name: markdown.fill(str(text), known, "failures.toml") for name, text in words.items()}
        # a number stays a number, because the table of faults may format it
        texts |= {name: int(text) for name, text in texts.items() if text.isdecimal()}
        its = finding(fault, place, **texts)
        rows.append([f"**{its.kind}**", f"`{its.words}`", its.cause, its.cure])
    return markdown.table(["failure", "it says", "likely", "measure, and do"], rows)
