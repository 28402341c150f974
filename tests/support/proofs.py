"""`python tests/support/proofs.py` writes PROOFS.md: the proofs, with the first line of each docstring."""

import ast
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS / "PROOFS.md"
HEAD = """# The proofs

A proof is a test that takes too long for each run, marked `pytest.mark.proof`. `make proof` runs all of them. It says
whether each holds, how long it took, and its figures. `make proof ONLY="soak or cuts"` runs those with such a word in
their name.

`python tests/support/proofs.py` writes this page from the tests. The names are those of files
and functions in `tests/`.

"""
MORE = """
## More values

These tests run in `make test` with a few of their values, and with all in `make proof`.

"""


def marked(path):
    """Yield (function, first line of its docstring, whether all of its values are proofs) for each proof of a file."""
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


def page():
    """The text of PROOFS.md."""
    proofs, more = ["| proof | what it shows |", "|---|---|"], []
    for path in sorted(TESTS.glob("*/test_*.py")):
        for name, said, all_values in marked(path):
            test = f"`{path.relative_to(TESTS).as_posix()}::{name}`"
            if all_values:
                proofs.append(f"| {test} | {said} |")
            else:
                more.append(f"- {test}{': ' if said else ''}{said}")
    return HEAD + "\n".join(proofs) + "\n" + MORE + "\n".join(more) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
