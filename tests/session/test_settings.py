"""The settings: defaults, errors in words, and the bytes on the flash."""

import json

from portable import raises
from tengen.codes import coded
from tengen.games import registry
from tengen.session.clock import control
from tengen.session.settings import CLOCKS, FIELDS, MODES, Settings, load


def default():
    return Settings(80)


def test_defaults():
    assert default().fields() == {
        "game": "renju",
        "size": 0,
        "options": {},
        "opening": "free centre",
        "fifths": 0,
        "fixed": False,
        "small": False,
        "mode": "casual",
        "clock": "none",
        "move": "auto",
        "tiebreak": False,
        "partner": "none",
        "hints": False,
        "brightness": 80,
        "sound": True,
        "tally": [0] * 16,
        "learned": [],
    }
    game = default().game_fields()
    assert "brightness" not in game and "sound" not in game and len(game) == len(FIELDS) - 4


def test_a_change_makes_others_and_leaves_these():
    before = default()
    after = before.with_({"mode": "silent", "brightness": 5})
    assert (after.mode, after.brightness, after.sound) == ("silent", 5, True)
    assert before.fields() == default().fields()


def test_every_opening_mode_and_clock_of_the_menus_can_be_chosen():
    for opening in registry.openings("renju"):
        assert default().with_({"opening": opening, "small": True}).opening == opening
    for mode in MODES:
        assert default().with_({"mode": mode}).mode == mode
    for clock in CLOCKS:
        assert default().with_({"clock": clock}).clock == clock
        assert clock == "none" or control(clock).text == clock


def test_a_clock_is_kept_as_briefly_as_it_can_be_said():
    assert default().with_({"clock": " 010 + 5.0 "}).clock == "10+5"
    assert default().with_({"clock": "None"}).clock == "none"


def test_the_longest_settings_fit_into_a_text_of_the_journal_and_come_back():
    longest = (
        {"game": "pente", "options": {"keryo": True, "poof": True, "boat": True, "overline": "refused-first"},
         "opening": "long pro"},
        {"game": "connect6", "options": {"torus": True, "rules": "noncollinear5"}, "opening": "swap-3rd"},
        {"opening": "taraguchi-10", "fifths": 200, "fixed": True, "small": True},
    )  # fmt: skip
    for fields in longest:
        chosen = default().with_(dict(
            fields, mode="referee", clock="599.999/599.999x99", move="button", tiebreak=True, sound=False, brightness=99
        ))  # fmt: skip
        for text, its in ((chosen.game_text(), chosen.game_fields()), (chosen.text(), chosen.fields())):
            assert len(text) <= 240
            kept = default().with_({"game": "gomoku", "mode": "teach"}).restored(json.loads(text))
            assert {field: getattr(kept, field) for field in its} == its


def test_another_opening_begins_with_its_own_parameters():
    soosyrv = default().with_({"opening": "soosyrv-8", "fifths": 5, "fixed": True, "small": True})
    assert (soosyrv.fifths, soosyrv.fixed, soosyrv.small) == (5, True, True)
    same = soosyrv.with_({"opening": "soosyrv-8", "mode": "referee"})
    assert (same.fifths, same.fixed, same.small) == (5, True, True)
    other = soosyrv.with_({"opening": "yamaguchi", "fixed": True})
    assert (other.fifths, other.fixed, other.small) == (0, True, False)


def test_what_cannot_be_is_refused_with_what_can():
    def refused(**fields):
        return raises(ValueError, default().with_, fields)

    def wrong(setting, wanted, **values):
        return coded("device.wrong_setting", setting=setting, wanted=coded("device.wanted_" + wanted, **values))

    assert refused(mode="loud") == registry.one_of("mode", ["casual", "referee", "silent", "teach"], "loud")
    assert refused(opening=["rif"]) == registry.one_of("opening", list(registry.openings("renju")), ["rif"])
    assert refused(game="irensei") == coded("device.game_too_large", game="irensei", number=19, count=15)
    assert refused(game=None) == registry.one_of("game", default().choices("game"), None)
    assert refused(move="nod") == registry.one_of("move", ["auto", "button", "dwell"], "nod")
    for field in ("fixed", "small", "tiebreak", "sound"):
        for value in (1, 0, "true", None):
            assert refused(**{field: value}) == wrong(field, "switch")
    for value in (-1, 222, True, "3", 2.0):
        assert refused(fifths=value) == wrong("fifths", "number", least=0, most=221)
    for value in (0, 101, True, 50.0, None):
        assert refused(brightness=value) == wrong("brightness", "number", least=1, most=100)
    for value in (10, None, True):
        assert refused(clock=value) == wrong("clock", "text", most=40)
    for value in ([], "torus", None):
        assert refused(options=value) == wrong("options", "options")
    assert refused(clock="soon") == coded("device.clock", why=coded("device.clock_kinds", text="soon"))
    assert refused(opening="taraguchi-10", fifths=1) == coded("device.fifths", why=coded("device.fifths_two"))
    for field in ("colour", "with_"):
        assert refused(**{field: "red"}) == coded("device.no_setting", word=field, words=list(FIELDS))


def test_what_makes_a_stone_a_move():
    def by_button(**fields):
        return default().with_(fields).by_button()

    assert not by_button(mode="casual") and not by_button(mode="teach")
    assert by_button(mode="referee") and by_button(mode="silent")
    assert by_button(mode="casual", clock="10") and by_button(mode="teach", clock="10")
    assert by_button(mode="casual", move="button")
    assert not by_button(mode="referee", clock="10", move="dwell")


def test_the_flash_gives_back_what_it_got():
    fields = {"opening": "swap-2", "fifths": 3, "clock": "0.5/2.5x9", "tiebreak": True, "sound": False}
    changed = default().with_(fields)
    assert load(changed.dump()).fields() == changed.fields()
    assert load(default().dump()).fields() == default().fields()


def test_bytes_that_are_not_whole_are_refused():
    data = default().dump()
    for at in range(len(data)):
        spoilt = bytearray(data)
        spoilt[at] ^= 1 << at % 8
        raises(ValueError, load, bytes(spoilt))
        raises(ValueError, load, data[:at])
    raises(ValueError, load, data + b" ")
    raises(ValueError, load, b"\xff" * len(data))


def test_settings_of_another_version_are_refused():
    settings = default()
    fields = settings.fields()
    for other in (dict(fields, colour="red"), {"mode": "casual"}, dict(fields, mode="loud"), [], 7, None):
        settings.fields = lambda other=other: other
        raises(ValueError, load, settings.dump())
