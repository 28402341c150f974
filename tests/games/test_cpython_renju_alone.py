"""The registry of a firmware that is files on the flash: without family.py there is Renju alone."""

import importlib
import sys

from support import raises
from tengen.games import registry
from tengen_host import resources


def test_without_the_family_there_is_renju_alone(monkeypatch):
    all_games = registry.NAMES
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "tengen.games.family", None)  # its import fails
        alone = importlib.reload(registry)
        assert alone.NAMES == ("renju",) and alone.new("renju").size == 15
        assert alone.entry_of("renju") == "renju" and alone.family("old renju") == ()
        assert raises(ValueError, alone.checked, "pente") == "there is no game 'pente': renju"
    assert all_games == importlib.reload(registry).NAMES and len(all_games) == 22


def test_only_the_list_of_the_other_games_and_what_is_open_are_left_out():
    there, left_out = set(resources.firmware_files()), {"tengen/games/family.py", "tengen/session/open_now.py"}
    assert there - set(resources.files_for_flash()) == left_out == set(resources.FROZEN_ONLY)
