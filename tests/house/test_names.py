"""Names of files: documents name only files that exist, and a folder of Python says what is in it."""

import ast
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# names that stand for any: NAME.py, CODE.json
_EXAMPLE = re.compile(r"[A-Z]{2,}\.")


def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def test_the_documents_name_only_files_that_exist():
    files = tracked()
    ends = {"/".join(file.split("/")[at:]) for file in files for at in range(file.count("/") + 1)}
    wrong = []
    for document in (file for file in files if file.endswith(".md")):
        text = (ROOT / document).read_text(encoding="utf-8")
        for name in re.findall(r"`(?:\.\./)?([\w./-]+\.(?:py|js|css|html|pyx|pxi))`", text):
            if name not in ends and not _EXAMPLE.search(name):
                wrong.append((document, name))
    assert wrong == []


def test_each_folder_of_the_packages_says_what_is_in_it():
    packages = [ROOT / file for file in tracked() if file.endswith("__init__.py") and not file.startswith("tests/")]
    assert len(packages) > 40
    assert [path for path in packages if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []
