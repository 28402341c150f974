"""The page of the proofs lists every proof, with what the proof shows."""

import os
import subprocess
import sys

import waiting
from tengen_docs.makers import proofs


def test_every_proof_says_what_it_shows():
    files = sorted(proofs.TESTS.glob("*/test_*.py"))
    found = {(path.name, name): said for path in files for name, said, _ in proofs.marked(path)}
    assert len(found) > 40 and [test for test, said in found.items() if not said] == []


def test_the_page_lists_what_pytest_collects():
    command = [sys.executable, "-m", "pytest", "-m", "proof", "--collect-only", "-q", "tests/journal", "tests/relay"]
    env = {**os.environ, "TENGEN_PART": ""}  # all parts, also in a run that `make proof PART=1/4` started
    ended = subprocess.run(
        command, cwd=proofs.TESTS.parent, env=env, capture_output=True, text=True, timeout=waiting.LIMIT_S
    )
    collected = {line.partition("[")[0] for line in ended.stdout.splitlines() if "::" in line}
    rooms = [path for room in ("journal", "relay") for path in (proofs.TESTS / room).glob("test_*.py")]
    named = {f"tests/{path.parent.name}/{path.name}::{name}" for path in rooms for name, *_ in proofs.marked(path)}
    assert named == collected != set()


def test_a_mark_of_the_whole_file_counts(tmp_path):
    path = tmp_path / "test_a.py"
    path.write_text('pytestmark = pytest.mark.proof\n\ndef test_b():\n    """It shows.\n\n    More.\n    """\n')
    assert list(proofs.marked(path)) == [("test_b", "It shows.", True)]
