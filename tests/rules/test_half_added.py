"""A game that somebody is still adding: its rules show the existing parts, and say what is missing."""

import half_a_game
import pytest
from tengen.games import registry
from tengen_host.cli import app
from tengen_host.rules import examples, pages
from typer.testing import CliRunner


def run(*arguments):
    said = CliRunner().invoke(app, ["rules", *arguments], env={"LC_ALL": "en", "COLUMNS": "100"})
    assert said.exit_code == 0, said.output
    return said.stdout


@pytest.fixture
def shown(monkeypatch):
    """Add the game with these rows of examples.txt; return what `tengen rules` says about it."""

    def added(*rows):
        half_a_game.add(monkeypatch, "five")
        found = tuple(examples.Example(*row) for row in rows)
        monkeypatch.setattr(pages, "all_examples", lambda: (*examples.all_examples(), *found))
        pages._played.cache_clear()
        return run(half_a_game.NAME)

    yield added
    pages._played.cache_clear()


def test_a_row_alone_has_a_page_from_the_registry(shown):
    said = shown()
    assert said.startswith('Half a game\n("one.half-a-game" is missing in texts/en.json)\n')
    assert "- Black begins" in said and "- Nobody may pass" in said and "- Boards: 15x15." in said
    assert "- (the examples are missing in rules/examples.txt)\n- (the sentences are missing in rules/pages.py)" in said
    lines = run().splitlines()
    assert [line.split()[0] for line in lines] == list(registry.NAMES) and "  Half a game  " in lines[-1]
    assert run(half_a_game.NAME, "--svg", "-").startswith("<svg")


def test_an_example_that_fails_is_named_and_the_others_are_drawn(shown):
    said = shown(
        ("X1", half_a_game.NAME, "-", "h8 h8", "on", "five wins"),
        ("X2", half_a_game.NAME, "B a1 b1 c1 d1, turn B", "e1", "B wins five", "five wins"),
        ("X3", half_a_game.NAME, "", "", "", ""),
    )
    assert "- (example X1 in rules/examples.txt fails: AssertionError: ('X1', 'h8'" in said
    assert "- (example X3 in rules/examples.txt fails: " in said
    assert "[X][X][X][X][X]" in said and "Five in a row win." in said


@pytest.mark.parametrize("module", ["no_such_module", "five NoSuchClass"])
def test_a_game_that_can_not_be_played_is_described(monkeypatch, module):
    half_a_game.add(monkeypatch, module)
    pages._played.cache_clear()
    assert "- Boards: 15x15." in run(half_a_game.NAME)
    pages._played.cache_clear()


def test_a_row_with_too_few_columns_harms_no_other_example(monkeypatch, tmp_path):
    whole = examples._FILE.read_text(encoding="utf-8")
    (tmp_path / "examples.txt").write_text(whole + "X1 | pente | -\n", encoding="utf-8")
    monkeypatch.setattr(examples, "_FILE", tmp_path / "examples.txt")
    *others, last = examples.all_examples.__wrapped__()
    assert tuple(others) == examples.all_examples() and (last.id, last.name, last.caption) == ("X1", "pente", "")


@pytest.mark.parametrize("name", registry.NAMES)
def test_nothing_is_missing(name):
    assert pages.missing(name) == []
