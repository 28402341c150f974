"""The details of a game: limited, printable, the same on every page, and unchanged by a reload."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tengen_host.hall.details import FIELDS, Details

NONE = dict.fromkeys(FIELDS, "")


def test_nothing_is_known_at_first():
    assert Details().fields() == NONE


def test_what_is_given_stays_and_the_rest_with_it():
    details = Details()
    details.give({"p1": "Anna Müller", "round": "3"})
    details.give({"p2": "中村 茂", "round": ""})
    assert details.fields() == NONE | {"p1": "Anna Müller", "p2": "中村 茂"}


def test_white_space_is_tidied():
    details = Details()
    details.give({"event": "  Club\u3000\t evening\n"})
    assert details.fields()["event"] == "Club evening"


@pytest.mark.parametrize("name", FIELDS)
def test_each_field_has_its_longest(name):
    details = Details()
    details.give({name: "x" * FIELDS[name]})
    with pytest.raises(ValueError, match=f'"{name}" is too long: {FIELDS[name]} characters at most, not'):
        details.give({name: "x" * FIELDS[name] + "y"})
    assert details.fields()[name] == "x" * FIELDS[name]


@pytest.mark.parametrize("text", ["a\x00b", "\x1b[2J", "a\u202eb", "\ud800"])
def test_what_is_no_line_of_text_is_refused_and_the_rest_with_it(text):
    details = Details()
    with pytest.raises(ValueError, match="can't be printed"):
        details.give({"p1": "Anna", "p2": text})
    assert details.fields() == NONE


@pytest.mark.parametrize("name", ["Nguyễn Thị Ánh", "שָׁלוֹם", "ปิ่น", "Zoë", "a" + "\u0301" * 4])
def test_a_letter_has_the_marks_that_people_write(name):
    details = Details()
    details.give({"p1": name})
    assert details.fields()["p1"] == name


@pytest.mark.parametrize("name", ["a" + "\u0301" * 5, "Zalgo" + "\u0488" * 30, "\u0301" * 9])
def test_a_heap_of_marks_on_a_letter_is_refused(name):
    details = Details()
    with pytest.raises(ValueError, match="has too many accents on one letter: 4 at most"):
        details.give({"p1": name})
    assert details.fields() == NONE


@given(st.text())
def test_any_text_is_either_kept_as_one_short_line_or_refused(text):
    details = Details()
    try:
        details.give({"event": text})
    except ValueError:
        assert details.fields() == NONE
    else:
        kept = details.fields()["event"]
        assert len(kept) <= FIELDS["event"] and kept.isprintable() and kept == " ".join(text.split())
