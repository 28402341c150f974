"""The registry, which is the only list of games, and its answers to wrong words.

Source: firmware/docs/family.md#parameters and firmware/docs/family.md#for-programs.
"""

from portable import raises
from tengen.codes import coded
from tengen.games import BLACK, LINE_NAMES, OWN, WHITE, registry
from tengen.games.openings import FIRST, SECOND, option_words, table

SIGN_GLYPHS = 4  # fit side by side
WORDS_BELOW = 2


def test_titles_and_silence():  # test_game_tables.py compares the other columns
    names = ("renju", "gomoku", "pente", "connect6", "bomb-renju", "bomb-pente", "repensi", "neutral-pente")
    assert registry.NAMES[0] == "renju"
    assert [registry.title(name) for name in names[:4]] == ["Renju", "Gomoku", "Pente", "Connect6"]
    assert [name for name in names if registry.silent(name)] == ["renju", "gomoku", "repensi"]


def test_a_game_is_what_its_row_says():
    for name in registry.NAMES:
        for size in registry.sizes(name):
            game = registry.new(name, size)
            assert (game.name, game.size, game.first, game.turn) == (name, size, registry.first(name), game.first)
            assert len(game.cells) == size * size and not any(game.cells) and game.kinds()[0] == OWN
            assert game.wanted() == 1 and game.moves == []
            assert not any(map(game.refusal, game.zone() or ()))
            assert game.captured[BLACK] == game.captured[WHITE] == 0 and game.standing == ()
            assert (game.pass_refusal() == coded("refused.no_passes", game=name)) == (not registry.passes(name))
            assert game.may_pass == registry.passes(name) and bool(game.may_foul) == registry.has_fouls(name)
            assert registry.line_word(name) == (LINE_NAMES[game.line] if name != "renju" else "five")
            assert game.opening_name() is None or name == "renju"
        for opening in registry.openings(name):
            assert table(opening)[-1] == ("end",)
            assert registry.checked_opening(name, opening) == opening


def test_every_value_of_every_option_makes_a_game():
    for name in registry.NAMES:
        for option, values, signs in registry.options(name):
            assert len(values) == len(signs) == len(set(signs))
            for value in values:
                size, options = registry.checked(name, 0, {option: value})
                assert options[option] == value and set(options) == {row[0] for row in registry.options(name)}
                assert registry.new(name, size, options).size == size


def test_signs_fit_the_lights():
    for name in registry.NAMES:
        signs = [registry.sign(name)] + [sign for _, sign in registry.results(name)]
        for option in registry.options(name):
            signs += option[2]
        for sign in signs:
            words = sign.split()
            assert 1 <= len(words) <= WORDS_BELOW and all(len(word) <= SIGN_GLYPHS for word in words), sign


def test_defaults():
    assert registry.checked("pente") == (15, {"keryo": False, "poof": False, "boat": False, "overline": "wins"})
    assert registry.checked("connect6", None, {}) == (19, {"torus": False, "rules": ""})
    assert registry.checked("connect6", 0, {"torus": True})[0] == 15
    assert registry.checked("connect6", 15, {"torus": True})[0] == 15
    assert registry.checked_opening("gomoku") == "pro" == registry.checked_opening("gomoku", "")
    assert registry.checked_opening("renju", "centre") == "centre"
    assert table("centre") == table("free centre")


def test_what_there_is_not():
    for arguments, why in (
        (("go",), registry.one_of("game", registry.NAMES, "go")),
        ((["pente"],), registry.one_of("game", registry.NAMES, ["pente"])),
        (("gomoku", 13), no_size("gomoku", "13", [15, 19])),
        (("renju", 19), no_size("renju", "19", [15])),
        (("gomoku", True), no_size("gomoku", "True", [15, 19])),
        (("gomoku", "15"), no_size("gomoku", "'15'", [15, 19])),
        (("connect6", 19, {"torus": True}), no_size("connect6", "19", [15])),
        (("gomoku", 15, {"keryo": True}), coded("device.no_option", game="gomoku", text="'keryo'")),
        (("pente", 15, {"torus": True}), coded("device.no_option", game="pente", text="'torus'")),
        (("pente", 15, {"keryo": 1}), no_value("keryo", "pente", "1", ["false", "true"])),
        (("pente", 15, {"keryo": "yes"}), no_value("keryo", "pente", "'yes'", ["false", "true"])),
        (("connect6", 15, {"rules": "x"}), no_value("rules", "connect6", "'x'", ['""', "collinear6", "noncollinear5"])),
    ):
        assert raises(ValueError, registry.checked, *arguments) == why, arguments
    assert raises(ValueError, registry.new, "gomoku", 13) == no_size("gomoku", "13", [15, 19])
    why = registry.one_of("opening", ("pro", "long pro", "swap-2", "swap-5"), "rif")
    assert raises(ValueError, registry.checked_opening, "gomoku", "rif") == why


def no_size(game, text, words):
    return coded("device.no_size", game=game, text=text, words=words)


def no_value(option, game, text, words):
    return coded("device.no_value", option=option, game=game, text=text, words=words)


def test_a_side_is_called_by_its_colour():
    sides = [step for step in table("swap-2") if step[0] == "choose"]
    assert [option_words(step[3], BLACK) for step in sides] == [("white", "black", "add"), ("white", "black")]
    assert [option_words(step[3], WHITE) for step in sides] == [("black", "white", "add"), ("black", "white")]
    assert [effect for _, effect, _ in sides[0][3]] == [SECOND, FIRST, None]


def test_renju_after_another_game_takes_the_position_that_it_kept():
    one = registry.new("renju")
    other = registry.new("gomoku", before=one)
    again = registry.new("renju", before=other)
    assert again.position is one.position
    assert registry.new("renju", before=registry.new("gomoku")).position is not None
