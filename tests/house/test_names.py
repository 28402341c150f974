"""The name of a folder of Python says what is in it."""

import ast

from tengen_docs.pages import ROOT, files

FILES = [path.relative_to(ROOT).as_posix() for path in files()]


def test_no_program_left_a_file_at_the_top():
    there = {name.partition("/")[0] for name in FILES if not name.startswith(".")}
    files = {"README.md", "Makefile", "pyproject.toml", "LICENSE"}
    assert there == files | {"firmware", "host_tools", "tests", "hardware"}


def test_each_folder_of_the_packages_says_what_is_in_it():
    packages = [ROOT / file for file in FILES if file.endswith("__init__.py") and not file.startswith("tests/")]
    assert len(packages) > 40
    assert [path for path in packages if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []
