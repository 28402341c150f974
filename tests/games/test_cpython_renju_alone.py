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


def test_the_other_games_written_words_and_what_helps_a_person_are_left_out():
    left_out = set(resources.firmware_files()) - set(resources.files_for_flash())
    partner, coach = "tengen/partner/", "tengen/coach/"
    assert {path for path in left_out if not path.startswith((partner, coach))} == {
        "tengen/games/family.py",
        "tengen/lights/glyphs.py",
        "tengen/lights/helped.py",
        "tengen/session/partner_rules.py",
    }
    assert {partner + "__init__.py", partner + "fours.py", coach + "__init__.py", coach + "coach.py"} <= left_out


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
