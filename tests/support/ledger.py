"""Information from tests for the run of tests: figures for the last lines, and which parameters are proofs."""

import pytest

WIDE = ("ru",)  # the language of the page with the longest words

_notes = []


def note(figure):
    """Add a measured figure to the last lines of the run."""
    _notes.append(figure)


def take_notes():
    """Return the figures that tests have noted since the last call."""
    taken = list(_notes)
    _notes.clear()
    return taken


def fewer(values, always):
    """Return the parameters of a test, marked as proofs if they are not in `always`."""
    values, always = list(values), list(always)
    assert all(each in values for each in always), "each is one of the values"
    parts = [each if isinstance(each, tuple) else (each,) for each in values]
    marks = [() if each in always else pytest.mark.proof for each in values]
    return [pytest.param(*its, marks=mark) for its, mark in zip(parts, marks, strict=True)]
