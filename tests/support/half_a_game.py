"""A half-added game: a row in the table of games, and nothing else."""

from tengen.games import registry
from tengen_host.web import known

NAME = "half-a-game"


def add(monkeypatch, module):
    """Add a row of the game for this test. `module`: the module that the row names; it need not exist."""
    row = (NAME, "Half a game", module, "HALF", (15,), "black", "silent", ("free",), (("five", "FIVE"),), ())
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, row))
    monkeypatch.setattr(registry, "NAMES", (*registry.NAMES, NAME))
    known.known.cache_clear()
    monkeypatch.setattr(known, "known", known.known.__wrapped__)  # no other test sees this list
