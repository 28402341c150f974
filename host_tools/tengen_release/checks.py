"""Find what keeps a checkout from being released."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from . import notes

VERSION_FILE = "firmware/tengen/__init__.py"
CHANGES = ".github/CHANGELOG.md"


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
    """Return a sentence for each file that differs from the commit, because a release is made of a commit only."""
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    told = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return [f"{line[3:]} is not as in the commit: commit it, remove it, or ignore it" for line in told.splitlines()]
