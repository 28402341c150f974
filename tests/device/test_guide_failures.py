"""Test the guide's table of failures. It must quote the words of `tengen diagnose`, and contain all kinds."""

import pytest
from diagnosing import PLACES, walked
from tengen_host import resources
from tengen_host.device.diagnose.findings import KINDS

TEXT = resources.path("hardware").joinpath("guide/failures.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", PLACES)
def test_the_words_quoted_are_those_that_come_out(kind):
    found, _, _ = walked((kind, PLACES[kind][0]))
    told = next(each for each in found if each.kind in (kind, "bounce" if kind == "worst bounce" else kind))
    assert f"| **{told.kind}** | `{told.words}` | {told.cause} | {told.cure} |" in TEXT


def test_every_kind_of_finding_is_there():
    assert [kind for kind in KINDS if f"**{kind}**" not in TEXT] == []
