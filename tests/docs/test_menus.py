"""The tables of the menus have a row for each entry that the firmware offers."""

import inspect
import re

import pytest
from tengen.coach import coach
from tengen.lights.signs import sign
from tengen.session import arbiter, players
from tengen_docs.makers import settings

# entries that this test can't find as texts in the code, because the code builds them from tables
PLAYERS = {"hint", "next", "again", "five", "own", "bomb", "neutral"}
ARBITER = {arbiter.LAPTOP, coach.PARTNER, coach.HINTS, coach.LESSONS}


def named(*functions):
    sources = "\n".join(inspect.getsource(function) for function in functions)
    tuples = re.findall(r'for entry in \(([^)]*)\)', sources)
    return set(re.findall(r'\(\s*"([a-z ]+)",', sources)) | set(re.findall(r'"([a-z ]+)"', " ".join(tuples)))


@pytest.mark.parametrize(
    ("menu", "functions", "more"),
    [
        ("players", (players.PlayerMenu.offers, players.PlayerMenu._claims, coach.offers), PLAYERS),
        ("arbiter", (arbiter.ArbiterMenu.offers, coach.arbiter_offers), ARBITER),
    ],
)
def test_each_entry_has_a_row(menu, functions, more):
    assert named(*functions) | more == set(settings.MENUS[menu])
    assert all(f"| `{sign(entry)}` |" in settings.menu(menu) for entry in settings.MENUS[menu])
