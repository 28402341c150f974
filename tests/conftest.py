"""What all tests share: the tiers' times, the reasons of those that could not run, and the process each runs in."""

import pytest
import tiers

_spent = dict.fromkeys(tiers.TIERS, 0.0)
_ran = dict.fromkeys(tiers.TIERS, 0)


def pytest_collection_modifyitems(items):
    # The emulated tier takes as long as all others, and its tests share one device: with --dist loadgroup it gets a
    # process, and all others get one
    for item in items:
        emulated = tiers.tier_of(item.nodeid) == "emulated"
        item.add_marker(pytest.mark.xdist_group("emulated" if emulated else "others"))


def pytest_runtest_logreport(report):
    tier = tiers.tier_of(report.nodeid)
    _spent[tier] += report.duration
    if report.when == "call" and not report.skipped:
        _ran[tier] += 1


def pytest_sessionfinish(session):
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
    for tier, reason in tiers.missing.items():
        terminalreporter.write_line(f"NOT RUN: the tier '{tier}': {reason}")
