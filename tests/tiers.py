"""The tiers of the tests: which could not run here and why, and how long each took."""

import os

import pytest

TIERS = ("cpython", "unix port", "emulated", "browser", "hardware")

missing: dict[str, str] = {}
notes: list[str] = []


def note(figure: str):
    """Add a measured figure to the last lines of the summary."""
    notes.append(figure)


def strict() -> bool:
    """Whether a tier that can't run is a failure (CI sets TENGEN_STRICT=1)."""
    return os.environ.get("TENGEN_STRICT", "") not in ("", "0")


def unavailable(tier: str, reason: str):
    """Skip the running test because its tier can't run here, or fail it when strict."""
    assert tier in TIERS, tier
    missing[tier] = reason
    if strict():
        pytest.fail(f"the tier '{tier}' can't run here, and TENGEN_STRICT is set: {reason}", pytrace=False)
    pytest.skip(f"{tier}: {reason}")


_TIER_OF = {
    "micropython": "unix port",
    "emulated": "emulated",
    "emulated_device": "emulated",
    "browser": "browser",
    "hardware": "hardware",
}


def tier_of(nodeid: str) -> str:
    """The tier of a test, by its folder."""
    return _TIER_OF.get(_folder(nodeid), "cpython")


def scope_of(nodeid: str) -> str:
    """Return the unit that one process runs: all of tests/emulated or tests/hardware (shared fixtures), or one file."""
    return _folder(nodeid) if _folder(nodeid) in ("emulated", "hardware") else nodeid.split("::")[0]


def _folder(nodeid: str) -> str:
    return nodeid.split("/")[1] if nodeid.startswith("tests/") else ""
