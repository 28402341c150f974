"""The pictures of Renju's terms show what the terms say."""

import pytest
from tengen.games.points import index
from tengen_host.rules import terms
from tengen_host.rules.drawing import picture
from tengen_host.rules.texts import texts

MARKED = {
    "five": ("f8 g8 h8 i8 j8", ""),
    "overline": ("e8 f8 g8 h8 i8 j8", ""),
    "straight four": ("f8 g8 h8 i8", "e8 j8"),
    "four": ("f8 g8 h8 i8", "j8"),
    "three": ("g8 h8 i8", "f8 j8"),
    "double-four": ("e8 f8 g8 h8 h9 h10 h11", "i8 h7"),
    "double-three": ("f8 g8 h8 h9 h10", "e8 i8 h7 h11"),
}


def at(points):
    return {index(point, 15) for point in points.split()}


@pytest.mark.parametrize("name", MARKED)
def test_a_picture_marks_the_line_and_the_points_that_complete_it(name):
    shown = terms.shown(name)
    line, zone = MARKED[name]
    assert (set(shown.line), set(shown.zone)) == (at(line), at(zone))
    assert shown.wins == ("-" not in name and name != "overline"), "a foul is red"
    assert picture(shown).startswith("<svg")


@pytest.mark.parametrize("language", ["en", "ja", "unknown"])
def test_each_term_has_a_sentence(language):
    assert list(terms.sentences(language)) and set(terms.sentences(language)) == set(MARKED)
    assert set(terms.sentences(language).values()) <= set(texts(language).values())


def test_another_term_is_unknown():
    with pytest.raises(KeyError):
        terms.shown("six")
