"""What all tests share: the tiers' times and the reasons of those that could not run."""

import tiers

_spent = dict.fromkeys(tiers.TIERS, 0.0)
_ran = dict.fromkeys(tiers.TIERS, 0)


def pytest_runtest_logreport(report):
    tier = tiers.tier_of(report.nodeid)
    _spent[tier] += report.duration
    if report.when == "call" and not report.skipped:
        _ran[tier] += 1


def pytest_terminal_summary(terminalreporter):
    terminalreporter.section("tiers")
    for tier in tiers.TIERS:
        terminalreporter.write_line(f"{tier:>10}: {_ran[tier]} tests in {_spent[tier]:.1f} s")
    for figure in tiers.notes:
        terminalreporter.write_line(figure)
    for tier, reason in tiers.missing.items():
        terminalreporter.write_line(f"NOT RUN: the tier '{tier}': {reason}")
