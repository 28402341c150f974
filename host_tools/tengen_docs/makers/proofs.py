"""The proofs among the tests, each with the first line of its docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ..pages import ROOT

TESTS = ROOT / "tests"


def marked(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield (function, first line of its docstring, True if all of its values are proofs) for each proof of a file."""
    text = path.read_text(encoding="utf-8")
    module = ast.parse(text if "mark.proof" in text or "fewer(" in text else "")
    whole = any(ast.unparse(node).startswith("pytestmark = pytest.mark.proof") for node in module.body)
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            marks = [ast.unparse(each) for each in node.decorator_list]
            said = (ast.get_docstring(node) or "").partition("\n")[0]
            if whole or "pytest.mark.proof" in marks:
                yield node.name, said, True
            elif any("mark.proof" in mark or "fewer(" in mark for mark in marks):
                yield node.name, said, False


def _found(all_values: bool) -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.glob("*/test_*.py")):
        for name, said, whole in marked(path):
            if whole == all_values:
                yield f"`{path.relative_to(TESTS).as_posix()}::{name}`", said


def proofs() -> str:
    """Return a table of the tests that only `make proof` runs."""
    rows = [f"| {test} | {said} |" for test, said in _found(True)]
    return "\n".join(["| proof | what it shows |", "|---|---|", *rows])


def more_values() -> str:
    """Return a list of the tests that `make test` runs with some of their values, and `make proof` with all of them."""
    return "\n".join(f"- {test}{': ' if said else ''}{said}" for test, said in _found(False))
