"""--demonstrations of `play` and `live`: the folder is checked before a board or a page starts."""

import pytest
from tengen_host.cli import app
from typer.testing import CliRunner


@pytest.mark.parametrize("command", ["play", "live"])
def test_a_folder_that_is_none_is_one_sentence(command, tmp_path):
    folder = tmp_path / "none"
    said = CliRunner().invoke(app, [command, "--demonstrations", str(folder), "--no-browser"])
    assert said.exit_code == 1
    assert said.output == f"error: {folder} is not a folder: name a folder with SGF files\n"
