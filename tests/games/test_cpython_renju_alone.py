"""The registry of a firmware that is files on the flash: without family.py there is Renju alone."""

import importlib
import sys

import pytest
import tengen.session
from support import raises
from tengen.codes import coded
from tengen.games import registry
from tengen.lights import picture
from tengen.lights.picture import Picture
from tengen.session.settings import Settings
from tengen_host import resources


def test_without_the_family_there_is_renju_alone(monkeypatch):
    all_games = registry.NAMES
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "tengen.games.family", None)  # its import fails
        alone = importlib.reload(registry)
        assert alone.NAMES == ("renju",) and alone.new("renju").size == 15
        assert alone.entry_of("renju") == "renju" and alone.family("old renju") == ()
        assert raises(ValueError, alone.checked, "pente") == alone.one_of("game", ("renju",), "pente")
    assert all_games == importlib.reload(registry).NAMES and len(all_games) == 22


def test_the_other_games_written_words_what_is_open_and_the_solver_are_left_out():
    left_out = set(resources.firmware_files()) - set(resources.files_for_flash())
    folder = "tengen/partner/"
    assert {path for path in left_out if not path.startswith(folder)} == {
        "tengen/games/family.py",
        "tengen/lights/glyphs.py",
        "tengen/lights/helped.py",
        "tengen/session/helper.py",
        "tengen/session/hints.py",
        "tengen/session/laptop_seat.py",
        "tengen/session/mind.py",
        "tengen/session/open_now.py",
        "tengen/session/partner_rules.py",
        "tengen/session/partner_seat.py",
        "tengen/session/puzzle.py",
        "tengen/session/shown.py",
    }
    assert {folder + "__init__.py", folder + "fours.py", folder + "kernels.py"} <= left_out


@pytest.mark.parametrize("field, value", [("partner", "p2 3"), ("hints", True)])
def test_without_its_modules_a_partner_and_hints_are_refused(monkeypatch, field, value):
    monkeypatch.delattr(tengen.session, "partner_rules", raising=False)
    monkeypatch.setitem(sys.modules, "tengen.session.partner_rules", None)
    why = coded("refused.no_memory_of_files", setting=field)
    assert raises(ValueError, Settings(100).with_, {field: value}) == why
    assert Settings(100).with_({"partner": "none", "hints": False}).partner == "none"


def test_without_its_signs_a_foul_is_shown_by_its_points_alone(monkeypatch):
    shown = Picture(15, 15)
    shown.words, shown.foul_name = "WIN", "double-three"
    shown.spell()
    assert any(shown.word_rows) and any(shown.foul_rows)
    monkeypatch.setattr(picture, "glyphs", None)
    shown.spell()
    assert not any(shown.word_rows) and not any(shown.foul_rows)
