"""Shared by all tests: the times of the tiers, why a tier could not run, and which process runs a test."""

import itertools
import os
import signal

import pytest
import tengen_host.emulator  # noqa: F401  before a test imports rp2040py without it
import tiers
from tengen_host import image

_spent = dict.fromkeys(tiers.TIERS, 0.0)
_ran = dict.fromkeys(tiers.TIERS, 0)
_run_by = {}  # by scope: the processes that ran its tests


@pytest.fixture(scope="session")
def pico_image():
    """The firmware image with tengen frozen in, built by the project."""
    try:
        return image.built_image()
    except image.ImageError as error:
        tiers.unavailable("emulated", str(error).splitlines()[0])


@pytest.fixture(scope="session", autouse=True)
def games_of_tests(tmp_path_factory):
    """The default folder of games for all tests, instead of the user's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TENGEN_GAMES", str(tmp_path_factory.getbasetemp() / "games"))
        patch.setenv("TENGEN_DATA", str(tmp_path_factory.getbasetemp() / "data"))
        yield


@pytest.fixture(autouse=True)
def data_of_a_test(tmp_path_factory, monkeypatch):
    """The folder of a virtual board's data, new for each test: no test continues the board of another."""
    monkeypatch.setenv("TENGEN_DATA", str(tmp_path_factory.getbasetemp() / f"data-{next(_numbers)}"))


_numbers = itertools.count()


def pytest_configure():
    # A shell starts a background program with SIGINT ignored, and its children inherit that: Ctrl-C from a test would
    # not reach them.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config, items):
    if hasattr(config, "workerinput"):
        import dealing

        dealing.longest_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Use one process more than cores: tests often wait for a browser, a subprocess or a port."""
    return os.cpu_count() + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    import dealing

    return dealing.Scheduling(config, log)


def pytest_runtest_logreport(report):
    tier = tiers.tier_of(report.nodeid)
    _spent[tier] += report.duration
    if report.when == "call" and not report.skipped:
        _ran[tier] += 1
        if tier == "emulated":
            _run_by.setdefault(tiers.scope_of(report.nodeid), set()).add(getattr(report, "worker_id", None))


def _scattered():
    """The emulated scopes whose tests ran in several processes."""
    return [scope for scope, processes in _run_by.items() if len(processes) > 1]


def pytest_sessionfinish(session):
    if _scattered():
        session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["tiers"] = (tiers.notes, tiers.missing)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    notes, missing = getattr(node, "workeroutput", {}).get("tiers", ([], {}))
    tiers.notes += notes
    tiers.missing.update(missing)


def pytest_terminal_summary(terminalreporter):
    terminalreporter.section("tiers")
    for tier in tiers.TIERS:
        terminalreporter.write_line(f"{tier:>10}: {_ran[tier]} tests in {_spent[tier]:.1f} s")
    for figure in tiers.notes:
        terminalreporter.write_line(figure)
    for scope in _scattered():
        terminalreporter.write_line(f"The tests of '{scope}' share a device, but were dealt to several processes")
    for tier, reason in tiers.missing.items():
        terminalreporter.write_line(f"NOT RUN: the tier '{tier}': {reason}")
