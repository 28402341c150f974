"""`--encoding`: every command that reads files has this option, and lists the valid encodings."""

import pytest
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve
from tengen_host.cli import app
from tengen_host.solve import compiled
from typer.testing import CliRunner

# in Big5 the comment is one letter of two bytes, and ends at the first bracket; in windows-1252 it is `é]; x`
DATA = b"(;SZ[15]C[\xe9\\]; x];B[hh];W[ii])"
COMMANDS = (("record", "show"), ("record", "convert", "--to", "text"), ("tree", "show"), ("tree", "info"), ("judge",),
            ("study", "--seconds", "0"))  # fmt: skip


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "fastest", lambda table: Fours(Reserve(table)))  # nothing is compiled here
    path = tmp_path / "a.sgf"
    path.write_bytes(DATA)
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_that_may_be_in_two_encodings_is_read_with_the_option(command, file):
    said = CliRunner().invoke(app, [*command, str(file)])
    assert said.exit_code == 1 and "may be in Big5 or windows-125" in said.output
    said = CliRunner().invoke(app, [*command, str(file), "--encoding", "windows-1252"])
    assert said.exit_code == 0, said.output


@pytest.mark.parametrize("command", [*COMMANDS, ("solve",), ("record", "draw"), ("record", "replay")], ids=" ".join)
def test_an_encoding_that_is_not_known_is_refused(command, file):
    said = CliRunner().invoke(app, [*command, str(file), "--encoding", "rot13"])
    assert said.exit_code == 2 and "rot13" in said.output


@pytest.mark.parametrize("command", ["play", "live"])
def test_a_tree_that_may_be_in_two_encodings_is_not_played_with(command, file):
    said = CliRunner().invoke(app, [command, "--tree", str(file), "--no-browser"])
    assert said.exit_code == 1 and "may be in Big5 or windows-125" in said.output and file.read_bytes() == DATA
