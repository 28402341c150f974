"""`tengen new-game` with a name that no game can have, or outside a clone: a sentence, and no file changes."""

import pytest
from tengen_host import resources
from tengen_host.cli import app
from tengen_host.new_game import places
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def nothing_is_written(monkeypatch):
    monkeypatch.setattr(places, "write", lambda changes: pytest.fail(f"{len(changes)} files would be written"))


def run(*arguments):
    return CliRunner().invoke(app, ["new-game", *arguments])


FORM = "a game's name has a letter first, and small letters, digits and single hyphens, unlike "
SHARED = "'renju-1899' shares its module or its page with other games: take it out by hand"
PYTHON = " is a word of Python, so no module or class can have this name: choose another name"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["tic tac toe"], "a game's name has no blanks, like 'tic tac toe': write 'tic-tac-toe'"),
        (["Hex"], "a game's name has no capital letters, like 'Hex': write 'hex'"),
        (["tic--tac"], FORM + "'tic--tac': write 'tic-tac'"),
        (["../x"], FORM + "'../x': write 'x'"),
        (["3x3"], FORM + "'3x3'"),
        ([""], FORM + "''"),
        (["三目"], FORM + "'三目'"),
        (["seventeen-letters"], "a game's name has at most 16 characters, and 'seventeen-letters' has 17: shorten it"),
        (["pente"], "there is a game 'pente' already: choose another name"),
        (["class"], "'class'" + PYTHON),
        (["none"], "'none'" + PYTHON),
        (["lines"], "firmware/tengen/games/lines.py exists already: choose another name, or move this file away"),
        (["resign"], "'resign' is an entry of the board's menus already: choose another name"),
        (["captures"], "'captures' is an entry of the board's menus already: choose another name"),
        (
            ["tiny", "--line", "6", "--size", "5"],
            "a line of 6 stones does not fit on 5x5 points: change one of them",
        ),
        (["renju-1899", "--remove"], SHARED),
    ],
)
def test_a_name_that_can_not_be_is_a_sentence(arguments, why):
    said = run(*arguments)
    assert (said.exit_code, said.output) == (1, f"error: {why}\n")


def test_what_is_not_there_can_not_be_removed():
    said = run("pent", "--remove")
    assert said.exit_code == 1 and said.output.startswith("error: there is no game 'pent'; choose one of renju, ")
    assert said.output.endswith("Did you mean pente?\n")


def test_nothing_is_removed_without_an_answer():
    said = run("pente", "--remove")
    assert said.exit_code == 1 and said.output.startswith("error: nobody could be asked, so nothing was changed.")


def test_outside_a_clone_it_says_so(monkeypatch):
    monkeypatch.setattr(resources, "checkout", lambda: None)
    said = run("tic-tac-toe")
    why = "new-game changes Tengen's own files: run it in a clone of the repository"
    assert (said.exit_code, said.output) == (1, f"error: {why}\n")
