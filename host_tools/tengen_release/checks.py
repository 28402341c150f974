"""Find what keeps a checkout from being released."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from . import notes

VERSION_FILE = "firmware/tengen/__init__.py"
CHANGES = ".github/CHANGELOG.md"
FIGURES = "host_tools/docs/figures.json"

_MEASURE = "tengen bench --emulated --json"


def version(root: Path) -> str:
    """Return the version of a checkout."""
    found = re.search(r'^__version__ = "(.+)"', (root / VERSION_FILE).read_text(encoding="utf-8"), re.MULTILINE)
    assert found, VERSION_FILE
    return found[1]


def tag_faults(tag: str, version: str, changes: str) -> list[str]:
    """Return the reasons why a tag can't be released, as sentences. `changes`: the text of the changelog."""
    found = []
    if tag != f"v{version}":
        found.append(f"the tag is {tag}, and {VERSION_FILE} has version {version}: tag v{version}, or change the file")
    if notes.section(changes, version) is None:
        found.append(f'{CHANGES} has no section "## {version}": rename "Unreleased", or write the section')
    return found


def changed_files(root: Path) -> list[str]:
    """Return a sentence for each file that differs from the commit, because a release is made of a commit only.

    Raises ValueError without git's folder, as in unpacked sources.
    """
    # -z: the names as they are; else git puts quotes around a name with a blank, and writes É as \303\211
    command = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"]
    ended = subprocess.run(command, cwd=root, check=False, capture_output=True, encoding="utf-8")
    if ended.returncode:
        raise ValueError(f"git names no changed files: {ended.stderr.strip()}")
    files = [entry[3:] for entry in ended.stdout.split("\0") if entry]
    return [f"{file} is not as in the commit: commit it, remove it, or ignore it" for file in files]


def old_figures(root: Path) -> list[str]:
    """Return a sentence if the measured figures are of another version, or have a note to measure them again."""
    its, now = json.loads((root / FIGURES).read_text(encoding="utf-8")), version(root)
    if its["version"] != now:
        return [f"{FIGURES} has the figures of {its['version']}, not of {now}: run {_MEASURE}"]
    if "to be measured again" in its.get("note", "").lower():
        return [f"{FIGURES} is to be measured again: run {_MEASURE}"]
    return []
