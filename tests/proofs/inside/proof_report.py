"""A plugin for pytest in a proof's process: it reports all tests, their outcomes and the notes, as JSON.

TENGEN_PROOF_REPORT names the file. It is written at the end: if it is missing, pytest did not come to its end.
"""

import inspect
import json
import os
import sys
from pathlib import Path

import pytest

_tests = []
_outcomes = {}


def pytest_collection_finish(session):
    for item in session.items:
        said = inspect.getdoc(item.function) or ""
        _tests.append({"name": item.nodeid, "shows": said.partition("\n")[0]})


def pytest_runtest_logreport(report):
    if report.when == "call" or not report.passed:
        _outcomes.setdefault(report.nodeid, report.outcome)
        if report.failed:
            _outcomes[report.nodeid] = report.outcome


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    notes = sys.modules["tiers"].notes if "tiers" in sys.modules else []
    report = {"tests": _tests, "outcomes": _outcomes, "notes": notes, "status": int(exitstatus)}
    Path(os.environ["TENGEN_PROOF_REPORT"]).write_text(json.dumps(report), encoding="utf-8")
