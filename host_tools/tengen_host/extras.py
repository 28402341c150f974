"""Names a missing package, and the command that installs it (the extras of pyproject.toml)."""

from __future__ import annotations

import sys
from pathlib import Path

from . import resources


def missing(what: object, extra: str) -> str:
    """Return a sentence with the missing packages (names with "and", or an ImportError) and the install command."""
    name = what.name.partition(".")[0] if isinstance(what, ImportError) and what.name else what
    return f"{name} {'are' if ' and ' in str(name) else 'is'} missing: {command(extra)}"


def command(extra: str) -> str:
    """Return the command that adds an extra to this install. Tengen is in no package index, so pip needs a file."""
    root, python = resources.checkout(), Path(sys.executable)
    if root is None:
        return f'{python} -m pip install "WHEEL[{extra}]" (WHEEL: the wheel of a release, or the folder of a checkout)'
    if root == Path.cwd():
        return f'{python.relative_to(root) if python.is_relative_to(root) else python} -m pip install -e ".[{extra}]"'
    return f'{python} -m pip install -e "{root}[{extra}]"'
