"""Runs proofs, several at once, each in a process of its own; a hang, a crash or a skipped test is a failure."""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

from . import kept
from .collect import command, environment

LIMIT_S = 45 * 60
STOP_S = 5  # a process that was told to stop is killed after this time
LOOK_S = 1  # so often the time of those that run is compared with the limit


class Running:
    """A proof that is running. Its process leads a group, so that the process and all of its children can be ended.

    `ended`: a threading.Event, which is set when the process has ended.
    """

    def __init__(self, root, folder, proof, clock, ended):
        self.proof = proof
        self._clock = clock
        self._root = root
        stem = "".join(each if each.isalnum() else "_" for each in proof.name.removeprefix("tests/"))
        self.log, self._report, self._files = (folder / f"{stem}.{kind}" for kind in ("log", "json", "files"))
        for path in (self._report, self._files):
            path.unlink(missing_ok=True)
        found = environment(
            self._report, TENGEN_PROOF_ROOT=str(root), TENGEN_PROOF_FILES=str(self._files), PYTHONUNBUFFERED="1"
        )
        self._began, self._began_at = clock(), time.time()
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command("-s", "-v", proof.name),
                cwd=root,
                env=found,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        threading.Thread(target=self._await, args=(ended,), daemon=True).start()

    def _await(self, ended):
        self._process.wait()
        ended.set()

    def result(self, limit_s):
        """Its Result if it has ended, or was ended for running longer than the limit; None before."""
        seconds = self._clock() - self._began
        if self._process.poll() is None and seconds <= limit_s:
            return None
        late = self._process.returncode is None
        # at SIGABRT pytest prints where each thread is
        self.end(signal.SIGABRT if late else signal.SIGTERM)
        files = sorted(set(self._files.read_text("utf-8").splitlines())) if self._files.exists() else []
        report = json.loads(self._report.read_text("utf-8")) if self._report.exists() else None
        failure = f"it took longer than {limit_s / 60:g} minutes" if late else self._failure(report, files)
        notes = report["notes"] if report else []
        found, now = kept.fingerprints(self._root, files), kept.commit(self._root, files)
        return kept.Result(failure, notes, round(seconds, 1), now, found)

    def end(self, how=signal.SIGTERM):
        """End the process and all of its children."""
        self._tell(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_S)
        self._tell(signal.SIGKILL)
        self._process.wait()

    def _tell(self, what):
        with contextlib.suppress(ProcessLookupError):  # none of its children may be left
            os.killpg(self._process.pid, what)

    def _failure(self, report, files):
        """Why the proof has not passed; "" if it has."""
        if report is None:
            return f"its process ended with status {self._process.returncode}, and pytest had not come to its end"
        others = [f"{name} {how}" for name, how in report["outcomes"].items() if how != "passed"]
        missing = [f"{name} was not run" for name in self.proof.tests if name not in report["outcomes"]]
        if others or missing:
            return "; ".join(others + missing)
        if self._process.returncode:
            return f"pytest ended with status {self._process.returncode}"
        if not files:
            return "the files that it used were not recorded"
        changed = kept.changed_since(self._root, files, self._began_at)
        return f"{changed} was changed while it ran" if changed else ""


def run(root, proofs, results, jobs, limit_s=LIMIT_S, tell=print, clock=time.monotonic):
    """Run these proofs, `jobs` at once; the longest of the last time come first. Each result is kept when it comes.

    Whatever ends this function also ends the processes; results of unfinished proofs are not kept. `clock` returns the
    time in seconds.
    """
    folder = Path(root) / ".proofs"
    last = {name: result.seconds for name, result in results.results.items()}
    waiting = sorted(proofs, key=lambda proof: -last.get(proof.name, limit_s))
    running, number, ended = [], 0, threading.Event()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(Running(root, folder, waiting.pop(0), clock, ended))
            ended.wait(LOOK_S)
            ended.clear()
            for each in running[:]:
                result = each.result(limit_s)
                if result is None:
                    continue
                running.remove(each)
                results.keep(each.proof.name, result)
                number += 1
                tell(f"{number} of {len(proofs)}: {told(each.proof, result)}")
                if not result.passed:
                    tell(f"    all that it said: {each.log.relative_to(root)}")
    finally:
        for each in running:
            each.end()


def told(proof, result):
    """The result of a proof, in a line."""
    how = "passed" if result.passed else f"FAILED ({result.failure})"
    return f"{proof.name} {how}, {result.seconds / 60:.1f} minutes"
