"""Draw the live picture in the terminal (prompt, matrix, measurements) and the table of findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from tengen import wiring
from tengen.games.points import LETTERS

from .evidence import Evidence
from .findings import Finding
from .layout import LINES, SHUT, SIZE, Layout
from .walk import Walk

OPEN, CLOSED, RESTLESS, LOST, SILENT = "·", "●", "~", "!", "x"
STYLES = {OPEN: "dim", CLOSED: "bold cyan", RESTLESS: "bold red", LOST: "bold yellow", SILENT: "bold red"}
KEY = f"{CLOSED} closed   {LOST} lost under its stone   {RESTLESS} chatters   {SILENT} always closed, but silent"


def picture(walk: Walk) -> RenderableType:
    """Return the whole picture, for rich's Live."""
    felt, points = walk.progress
    asked = Panel(walk.prompt.words, title=f"{felt} of {points}", title_align="left")
    return Group(asked, matrix(walk.evidence, walk.layout), Text(KEY, style="dim"), Text(measures(walk.evidence)))


def matrix(evidence: Evidence, layout: Layout) -> Text:
    """Return the matrix with a sign for each contact.

    The lines are rows 15 to 1, then the always-closed row. The columns are a to o, then the row sense.
    """
    text = Text()
    text.append("                  " + " ".join(LETTERS[:SIZE]).upper() + "  sense\n", style="dim")
    for row in (*range(SIZE - 1, -1, -1), SHUT):
        output = layout.rows[row]
        label = f"{row + 1:>4}"
        text.append(f"{label}  595 #{output // 8 + 1} Q{output % 8}   ", style="dim")
        for column in range(LINES):
            sign = _sign(evidence, layout, row, column)
            text.append(("  " if column == SHUT else "") + sign + " ", style=STYLES[sign])
        text.append("\n")
    tens = "".join(f"{(wiring.COLUMNS + entry) // 10 or ' '} " for entry in layout.columns[:SHUT])
    ones = "".join(f"{(wiring.COLUMNS + entry) % 10} " for entry in layout.columns[:SHUT])
    sense = wiring.COLUMNS + layout.columns[SHUT]
    text.append(f"            GPIO  {tens}\n                  {ones}  {sense}", style="dim")
    return text


def _sign(evidence: Evidence, layout: Layout, row: int, column: int) -> str:
    output, entry = layout.rows[row], layout.columns[column]
    cell = output * LINES + entry
    closed = bool(evidence.words[output] >> entry & 1)
    if SHUT in (row, column):
        return CLOSED if closed else SILENT if evidence.heard else OPEN
    if cell in evidence.chattering:
        return RESTLESS
    if evidence.losses.get(cell):
        return LOST
    return CLOSED if closed else OPEN


def measures(evidence: Evidence) -> str:
    """Return scan rate, edges, supply and current as one line."""
    rate = "-" if evidence.rate is None else f"{evidence.rate:.0f}"
    supply = "-" if evidence.mv is None else f"{evidence.mv / 1000:.2f} V"
    current = "-" if evidence.ma is None else f"{evidence.ma / 1000:.2f} A"
    edges = sum(evidence.edges.values())
    return f"{rate} frames a second; {edges} edges; 5 V supply {supply}; lights about {current} (estimated)"


def fields(walk: Walk, found: Iterable[Finding], taught: bool) -> dict[str, Any]:
    """Return findings and measurements as an object for JSON; `taught`: True if the board has learned its wiring."""
    evidence = walk.evidence
    return {
        "findings": [finding.fields() for finding in found],
        "frames_per_s": evidence.rate,
        "supply_mv": evidence.mv,
        "estimated_ma": evidence.ma,
        "points_felt": len(walk.felt),
        "taught": taught,
    }


def table(found: Iterable[Finding]) -> RenderableType:
    """Return the table of faults, with a row for each fault, and the notes as lines below the table."""
    rows = Table(title="What is broken", show_lines=True, title_justify="left")
    for head in ("what", "likely cause", "cure"):
        rows.add_column(head, overflow="fold")
    notes = []
    for finding in found:
        if not finding.broken:
            notes.append(Text(f"{finding.words}. {finding.decide[:1].upper()}{finding.decide[1:]}.", style="dim"))
            continue
        what = Text(finding.words, style="bold")
        if finding.candidates:
            maybe = ", ".join(finding.candidates[:6]) + (" ..." if len(finding.candidates) > 6 else "")
            what.append(f"\nIt may hide, or be: {maybe}. To decide: {finding.decide}.", style="not bold dim")
        # use Text(), because in markup [leds] would be a style
        rows.add_row(what, Text(finding.cause), Text(finding.cure))
    whole = Text("Nothing is broken, as far as this has shown.", style="bold green")
    return Group(rows if rows.row_count else whole, *notes)
