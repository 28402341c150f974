"""The list of proofs: each test function that is marked as a proof, or each part of one."""

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

INSIDE = Path(__file__).parent / "inside"


@dataclass
class Proof:
    """A proof by its name in pytest; the sentence that it `shows`; the names of its tests."""

    name: str
    shows: str
    tests: list[str] = field(default_factory=list)


def command(*arguments):
    """The command for pytest, with proofs only and the plugin that reports. The runner limits the time, not pytest."""
    plugins = ("-p", "proof_report", "-p", "no:cacheprovider", "-o", "timeout=0")
    return [sys.executable, "-m", "pytest", "-m", "proof", *plugins, *arguments]


def environment(report, **more):
    """The environment variables of such a process."""
    found = os.pathsep.join([str(INSIDE), *filter(None, [os.environ.get("PYTHONPATH")])])
    # a proof fails if its tier can't run here
    ours = {"PYTHONPATH": found, "TENGEN_PROOF_REPORT": str(report), "TENGEN_STRICT": "1", "TENGEN_QUICK": ""}
    return {**os.environ, **ours, **more}


def collect(root):
    """Return all proofs of a project, in the order of their files. Raises RuntimeError with pytest's output."""
    tests = sorted((root / "tests").rglob("test_*.py"))
    files = [str(path) for path in tests if "mark.proof" in path.read_text(encoding="utf-8")]
    if not files:
        return []
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        ended = subprocess.run(
            command("--collect-only", "-q", *files), cwd=root, env=environment(report), capture_output=True, text=True
        )
        if ended.returncode:
            raise RuntimeError(f"the proofs can't be collected:\n{ended.stdout}{ended.stderr}")
        return grouped(json.loads(report.read_text(encoding="utf-8"))["tests"])


def grouped(tests):
    """Tests as proofs: all parameter sets of a function are one proof, unless it has parts: then each part is one."""
    proofs = {}
    for test in tests:
        name, part = proof_of(test["name"])
        shows = f"{test['shows']} ({part})" if part else test["shows"]
        proofs.setdefault(name, Proof(name, shows)).tests.append(test["name"])
    return list(proofs.values())


def proof_of(test):
    """The name of a test's proof, and the test's part in it, or "" if it has no parts."""
    function, _, parameters = test.partition("[")
    is_part = re.search(r"(?:^|-)(part[^-\]]*)", parameters)
    return (test, is_part[1]) if is_part else (function, "")
