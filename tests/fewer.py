"""Of tests that hold for many languages, sizes or games: a few run always, all of them in `make proof`."""

import pytest

WIDE = ("ru",)  # the language with the longest words


def fewer(values, always):
    """The parameters of a test, of which those in `always` are no proofs."""
    values, always = list(values), list(always)
    assert all(each in values for each in always), "each is one of the values"
    parts = [each if isinstance(each, tuple) else (each,) for each in values]
    marks = [() if each in always else pytest.mark.proof for each in values]
    return [pytest.param(*its, marks=mark) for its, mark in zip(parts, marks, strict=True)]
