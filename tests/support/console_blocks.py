"""Run the commands in the `console` blocks of the pages, and compare their output with the pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt
from tengen_docs.pages import ROOT

_COLUMNS = 120


def blocks(text: str) -> list[list[tuple[str, list[str]]]]:
    """Return the `console` blocks of a page. A block is a list of commands, each with the lines of its output.

    A block that begins with a comment is left out, because it needs something that a test lacks, such as a board.
    """
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "fence" and token.info.strip() == "console" and not token.content.startswith("#"):
            parts = re.split(r"^\$ ", re.sub(r"\\\n\s*", "", token.content), flags=re.MULTILINE)[1:]
            found.append([(part.splitlines()[0], part.splitlines()[1:]) for part in parts])
    return found


def mistakes(text: str, folder: Path) -> list[str]:
    """Return a sentence for each command in a page's `console` blocks that prints something else than the page says.

    The shell runs the commands one after another in an empty `folder`, with the `tengen` of this checkout. The page
    must show their standard output, and may show their standard error, too. A line `...` stands for any lines.
    """
    environment = _environment(folder)
    found = []
    for block in blocks(text):
        for command, shown in block:
            ended = subprocess.run(
                ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120
            )
            out, err = ended.stdout, ended.stderr
            if not any(_fits(shown, printed) for printed in (out, out + err, err + out)):
                found.append(f"$ {command}\n{out}{err}")
    return found


def _environment(folder: Path) -> dict[str, str]:
    programs, games = folder / "bin", folder / "games"
    programs.mkdir(parents=True)
    games.mkdir()
    script = programs / "tengen"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from tengen_host.cli import main; main()" "$@"\n')
    script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host_tools")]),
        "TENGEN_GAMES": str(games),
        "TENGEN_DATA": str(folder / "data"),
        "COLUMNS": str(_COLUMNS),
        "LC_ALL": "C.UTF-8",
    }


def _fits(shown: list[str], printed: str) -> bool:
    parts = ["(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + "\n" for line in shown]
    lines = (line.rstrip() + "\n" for line in printed.splitlines())
    return re.fullmatch("".join(parts), "".join(lines)) is not None
