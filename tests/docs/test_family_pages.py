"""The pages of the family of games: what counts as words, and the generated parts."""

from tengen import games
from tengen_docs import made
from tengen_docs.makers import family

PLAYED = """\
| id | game | before | moves | outcome |
|---|---|---|---|---|
| F5 | five | - | h8 -- -- | draw two passes |
"""


def test_tables_that_tests_play_are_not_words():
    assert made.words(PLAYED) == 0
    assert made.words("Two words.\n\n" + PLAYED + "\nThree more words.") == 5
    assert made.words("| other | table |\n|---|---|\n| one | row |\n") == 4


def test_each_word_of_the_contract_has_a_row():
    rows = family.contract().splitlines()[2:]
    begun = [line for line in games.__doc__.splitlines() if line.startswith("    ") and line[4] != " "]
    assert len(rows) == len(begun) > 30
    assert all(row.startswith("| `") and row.endswith(" |") and row.count(" | ") == 1 for row in rows)
