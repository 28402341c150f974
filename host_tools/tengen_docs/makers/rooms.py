"""The rooms (subpackages) and files of the packages, each with the first sentence of its docstring."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from ..pages import ROOT


def sentence(path: Path) -> str:
    """Return the first sentence of a module's docstring, without a citation at its end."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = " ".join(said.partition("\n\n")[0].split())
    return re.split(r"(?<=[.\"]) (?=[A-Z])", first)[0].replace("|", "\\|")


def rooms(folder: str) -> str:
    """Return a table of a package: its folders, then its files."""
    inside = [*sorted((ROOT / folder).glob("*/__init__.py")), *_files(folder)]
    rows = [(f"{path.parent.name}/" if path.name == "__init__.py" else path.name, path) for path in inside]
    return "\n".join(["| in `tengen/` | what it is |", "|---|---|", *(f"| `{n}` | {sentence(p)} |" for n, p in rows)])


def folders(*packages: str) -> str:
    """Return a table of the folders of packages in host_tools/. A name ending in a slash lists only the package."""
    rows = ["| room | what it is |", "|---|---|"]
    for package in packages:
        top = ROOT / "host_tools" / package
        inside = [top / "__init__.py"] if package.endswith("/") else sorted(top.glob("*/__init__.py"))
        for path in inside:
            name = path.parent.relative_to(ROOT / "host_tools").as_posix()
            rows.append(f"| [`{name}/`]({name}) | {sentence(path)} |")
    return "\n".join(rows)


def files(folder: str) -> str:
    """Return a table of the files of a folder."""
    rows = [f"| `{path.name}` | {sentence(path)} |" for path in _files(folder)]
    return "\n".join([f"| in `{folder.split('/', 2)[2]}/` | what it is |", "|---|---|", *rows])


def _files(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).glob("*.py")) if path.name != "__init__.py"]
