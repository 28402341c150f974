"""The pytest plugin for runs of the tests: tiers, distribution to processes, second tries and the last lines.

- If a tier can't run on this machine, the last lines have its name, the reason and the command that helps. The tier's
  files are not imported. With TENGEN_STRICT=1, as in CI, the run then fails.
- With pytest-xdist, one process runs all tests of a file; the file that took longest in the last run comes first. Tests
  of the unix port are distributed one by one, because each of them is a separate program.
- A test that fails in several processes is run again at the end, alone. If it passes then, it is *unsteady*: the last
  lines have its name and its first failure. The run passes, unless more than two tests are unsteady.
- With `-m proof`, proofs are distributed one by one and never tried again. A failure is printed at once, and the last
  lines have the time and the figures of each proof, and say so if the run has only chosen proofs (-k, or files).
  TENGEN_PART=2/4 runs the second of four parts of the proofs.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import ledger
import pytest
import tiers

MOST_UNSTEADY = 2
MOST_TRIED_AGAIN = 10  # if more tests fail, none is run again and the run fails
SECONDS = "tengen/seconds"  # the durations of the last runs, in pytest's cache
# The assumed seconds of a scope that no run has measured yet, by tier
GUESSED = {"hardware": 30, "browser": 25, "unix port": 20, "emulated": 15, "emulated page": 15}

_PART = re.compile(r"(?:^|-)part\d+(?=-|\])")


def strict():
    """Whether a tier that can't run makes the run fail."""
    return os.environ.get("TENGEN_STRICT", "") not in ("", "0")


def proof_of(test):
    """Return the proof that a test belongs to: the function, or the test if a parameter is a part like `part3`."""
    function, _, parameters = test.partition("[")
    return test if _PART.search(parameters) else function


def _proofs_only(config):
    return config.option.markexpr == "proof"


def _part():
    """Return which part of the proofs runs, and of how many: (1, 1) for all. UsageError: a part that does not exist."""
    asked = os.environ.get("TENGEN_PART") or "1/1"
    found = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", asked)
    if not found or int(found[1]) > int(found[2]):
        raise pytest.UsageError(f"there is no part {asked} of the proofs; parts are like 1/4, 2/4, 3/4, 4/4")
    return int(found[1]), int(found[2])


def _several(config):
    """Whether other processes run the tests."""
    return bool(getattr(config.option, "tx", None))


def _scope_of(config, test):
    """Return the unit that one process runs: a proof, a test of the unix port, or all other tests of a file."""
    if _proofs_only(config):
        return proof_of(test)
    return test if tiers.tier_of(test) == "unix port" else test.split("::")[0]


# Independence of the program that starts the run


def stand_alone(hang_up_ignored=False):
    """Make the run independent of the program that started it. Return whether the run must ignore SIGHUP.

    A script starts background programs with SIGINT ignored, `nohup` with SIGHUP ignored, and children inherit this.
    This function sets handlers for both signals, so that programs that tests start receive all signals. The handler of
    SIGHUP is empty, so that a run under `nohup` survives a closed terminal; children don't inherit it. Programs that
    tests start write UTF-8 in every locale.
    """
    os.environ["PYTHONUTF8"] = "1"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    hang_up = getattr(signal, "SIGHUP", None)  # Windows has no SIGHUP
    if not (hang_up_ignored or (hang_up and signal.getsignal(hang_up) is signal.SIG_IGN)):
        return False
    signal.signal(hang_up, lambda number, frame: None)
    return True


# In each process


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Use two processes more than there are cores, because many tests only wait. Proofs and quick tests do not wait."""
    computes = _proofs_only(config) or os.environ.get("TENGEN_QUICK")
    return (os.cpu_count() or 1) + (0 if computes else 2)


def pytest_configure(config):
    given = getattr(config, "workerinput", None)
    if given is not None:
        stand_alone(given["hang_up_ignored"])
        config.stash[_MISSING] = given["missing"]
        config.stash[_ORDER] = given["seconds"]
        return
    asked = [Path(os.path.abspath(argument.split("::")[0])) for argument in config.args]
    config.stash[_MISSING] = tiers.missing(asked)
    cache = getattr(config, "cache", None)
    config.stash[_ORDER] = cache.get(SECONDS, {}) if cache else {}
    config.pluginmanager.register(Run(config, stand_alone()), "tengen run")


_MISSING = pytest.StashKey()  # {tier: why it can't run here}
_ORDER = pytest.StashKey()  # {scope: seconds}


class NotRun(pytest.Module):
    """A file of a tier that can't run here. The file is not imported."""

    def collect(self):
        return []


def pytest_pycollect_makemodule(module_path, parent):
    if tiers.tier_of(module_path) in parent.config.stash[_MISSING]:
        return NotRun.from_parent(parent, path=module_path)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let each process begin with another folder, so that the cache soon has modules rewritten by all processes."""
    report = yield
    given = getattr(collector.config, "workerinput", None)
    if given and isinstance(collector, pytest.Dir) and collector.path == collector.config.rootpath / "tests":
        number, count = int(given["workerid"].removeprefix("gw")), given["workercount"]
        first = len(report.result) * number // count
        report.result[:] = report.result[first:] + report.result[:first]
    return report


@pytest.hookimpl(trylast=True)  # trylast: the tests are chosen by -m and -k before
def pytest_collection_modifyitems(config, items):
    """Sort the tests: long scopes first, then by file, in the same order in all processes. Leave other parts out."""
    seconds = config.stash[_ORDER]
    if _proofs_only(config):
        part, parts = _part()
        proofs = sorted({proof_of(item.nodeid) for item in items})
        wanted = set(proofs[part - 1 :: parts])
        config.hook.pytest_deselected(items=[item for item in items if proof_of(item.nodeid) not in wanted])
        items[:] = [item for item in items if proof_of(item.nodeid) in wanted]

    def expected(item):
        scope = _scope_of(config, item.nodeid)
        return -seconds.get(scope, GUESSED.get(tiers.tier_of(item.nodeid), 0.0)), str(item.path)

    items.sort(key=expected)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.user_properties += [("note", figure) for figure in ledger.take_notes()]
    return report


# In the main process


class Run:
    """Collects the reports of all processes, tries failures again, and writes the last lines."""

    def __init__(self, config, hang_up_ignored):
        self._config = config
        self._hang_up_ignored = hang_up_ignored
        self._seconds = {}  # by scope
        self._tests = {}  # by test: its outcome
        self._failed = {}  # by test: the failed reports
        self._notes = {}  # by scope
        self._unsteady = {}
        self._chosen = bool(config.option.keyword) or config.args_source is not config.ArgsSource.TESTPATHS

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config, log):
        return _scheduler()(config, log)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput["missing"] = self._config.stash[_MISSING]
        node.workerinput["seconds"] = self._config.stash[_ORDER]
        node.workerinput["hang_up_ignored"] = self._hang_up_ignored

    def pytest_runtest_logreport(self, report):
        scope = _scope_of(self._config, report.nodeid)
        self._seconds[scope] = self._seconds.get(scope, 0.0) + report.duration
        if report.when == "call" or not report.passed:
            self._tests[report.nodeid] = report.outcome
        if report.failed:
            self._failed.setdefault(report.nodeid, []).append(report)
            if _proofs_only(self._config):  # print at once, because the other proofs may take an hour
                self._terminal().write_line("\n".join(["", report.longreprtext, *dict(report.sections).values()]))
        figures = [figure for name, figure in report.user_properties if name == "note"]
        self._notes.setdefault(scope, []).extend(figures)

    @pytest.hookimpl(trylast=True)  # trylast: runs after the other processes have ended
    def pytest_sessionfinish(self, session, exitstatus):
        if exitstatus == pytest.ExitCode.TESTS_FAILED:
            session.exitstatus = self._try_again()
        if _proofs_only(self._config) and set(self._tests.values()) - {"passed"}:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED  # a skipped proof proves nothing
        missing = self._config.stash[_MISSING]
        if missing and strict() and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        elif missing and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not self._is_part():
            session.exitstatus = pytest.ExitCode.OK
        if getattr(self._config, "cache", None) and not self._is_part():
            self._config.cache.set(SECONDS, {**self._config.stash[_ORDER], **self._seconds})

    def _terminal(self):
        return self._config.pluginmanager.get_plugin("terminalreporter")

    def _is_part(self):
        """Whether the run has only parts of files."""
        quick = os.environ.get("TENGEN_QUICK")
        return bool(self._config.option.keyword or quick or any("::" in path for path in self._config.args))

    def _try_again(self):
        """Run failed tests of a run in several processes again, one by one. Return the status of the whole run."""
        failed = pytest.ExitCode.TESTS_FAILED
        if _proofs_only(self._config) or not _several(self._config) or not 0 < len(self._failed) <= MOST_TRIED_AGAIN:
            return failed
        terminal = self._terminal()
        terminal.write_line("")
        for test in list(self._failed):
            terminal.write_line(f"again, alone: {test}")
            if self._passes_alone(test):
                self._unsteady[test] = self._failed.pop(test)
        again = {id(report) for reports in self._unsteady.values() for report in reports}
        for kind in ("failed", "error"):
            left = [report for report in terminal.stats.get(kind, ()) if id(report) not in again]
            terminal.stats[kind] = left
        if self._unsteady:
            terminal.stats["unsteady"] = [reports[0] for reports in self._unsteady.values()]
        return failed if self._failed or len(self._unsteady) > MOST_UNSTEADY else pytest.ExitCode.OK

    def _passes_alone(self, test):
        command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-q", "-m", "", test]
        nothing = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        return subprocess.run(command, cwd=self._config.rootpath, **nothing).returncode == 0

    @pytest.hookimpl(wrapper=True, tryfirst=True)  # writes after pytest's own list of failures
    def pytest_terminal_summary(self, terminalreporter):
        yield
        write = terminalreporter.write_line
        for test, reports in self._unsteady.items():
            terminalreporter.section(f"first failure of {test}")
            for report in reports:
                report.toterminal(terminalreporter._tw)
                for title, content in report.sections:
                    terminalreporter.section(title, "-")
                    write(content)
        terminalreporter.section("tiers")
        if _proofs_only(self._config):
            self._write_proofs(write)
        else:
            self._write_tiers(write)
        for test in self._unsteady:
            write(f"unsteady: {test} failed once, and passed alone")
        if len(self._unsteady) > MOST_UNSTEADY:
            write(f"FAILED: more than {MOST_UNSTEADY} tests are unsteady")
        for tier, why in self._config.stash[_MISSING].items():
            failed = "FAILED: TENGEN_STRICT is set, and " if strict() else ""
            write(f"{failed}NOT RUN: {tier}: {why}")

    def _write_tiers(self, write):
        ran = [test for test, outcome in self._tests.items() if outcome != "skipped"]
        for tier in (tiers.CPYTHON, *(tier.name for tier in tiers.TIERS)):
            seconds = sum(took for scope, took in self._seconds.items() if tiers.tier_of(scope) == tier)
            number = sum(tiers.tier_of(test) == tier for test in ran)
            if number:
                write(f"{tier:>10}: {number} tests in {seconds:.1f} s of processes")
        for figures in self._notes.values():
            for figure in figures:
                write(figure)

    def _write_proofs(self, write):
        outcomes = {}
        for test, outcome in self._tests.items():
            outcomes.setdefault(proof_of(test), set()).add(outcome)
        for proof, found in sorted(outcomes.items()):
            said = "holds" if found == {"passed"} else f"FAILED ({', '.join(sorted(found))})"
            write(f"{self._seconds[proof] / 60:5.1f} min  {proof}: {said}")
            for figure in self._notes.get(proof, ()):
                write(f"{'':11}{figure}")
        good = sum(found == {"passed"} for found in outcomes.values())
        minutes = sum(self._seconds.values()) / 60
        part, parts = _part()
        of_them = f"part {part} of {parts}: " if parts > 1 else ""
        chosen = "chosen " if self._chosen else ""
        write(f"{of_them}{good} of {len(outcomes)} {chosen}proofs hold, {minutes:.0f} minutes of one core in all")


def _scheduler():
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        """Distributes whole scopes to the processes, in the order of the collected tests."""

        def __init__(self, config, log=None):
            super().__init__(config, log)
            config.option.loadscopereorder = False  # otherwise xdist sorts the scopes by their numbers of tests

        def _split_scope(self, nodeid):
            return _scope_of(self.config, nodeid)

        def _reschedule(self, node):
            """Give a process more work if it has collected its tests. A replacement process may still be collecting."""
            if node in self.registered_collections:
                with contextlib.suppress(OSError):  # if the process has ended, remove_node() gives its work to others
                    super()._reschedule(node)

        def remove_node(self, node):
            """Return the test during which the process ended, or None. It is not run again, unlike in pytest-xdist."""
            units = self.assigned_work[node]
            left = [(unit, name) for unit in units.values() for name, done in unit.items() if not done]
            if not left:
                return super().remove_node(node)
            unit, ended_at = left[0]
            unit[ended_at] = True
            del self.assigned_work[node]
            self.workqueue.update({scope: unit for scope, unit in units.items() if not all(unit.values())})
            for other in self.assigned_work:
                self._reschedule(other)
            return ended_at

    return Scheduling
