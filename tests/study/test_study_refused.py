"""Test that `tengen study` refuses unknown games, and games that must not be studied yet.

There must be one sentence, and no output file.
"""

import sys

import pytest
from tengen_host.cli import app
from tengen_host.records import formats
from tengen_host.records.record import Record
from typer.testing import CliRunner

MOVES = ("h8", "i9", "g7")
GOING_ON = {"referee": "this referee game is not over: it can be studied when it is",
            "silent": "this silent game is not over: it can be studied when it is"}  # fmt: skip


def refused(record, tmp_path, *more, format_="sgf"):
    """Study a record; return the sentence of the error."""
    file = tmp_path / f"game.{format_}"
    file.write_bytes(formats.write([record], format_))
    out, svg = tmp_path / "out.sgf", tmp_path / "out.svg"
    result = CliRunner().invoke(app, ["study", str(file), "--out", str(out), "--svg", str(svg), *more])
    assert result.exit_code == 1 and result.stdout == "" and not out.exists() and not svg.exists()
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    return result.stderr.removeprefix("error: ").strip()


@pytest.mark.parametrize("mode", GOING_ON)
@pytest.mark.parametrize("more", [(), ("--engine", sys.executable)], ids=["alone", "with an engine"])
@pytest.mark.parametrize("game", [{}, {"game": "gomoku", "rule": "free"}], ids=["renju", "gomoku"])
def test_a_strict_game_that_goes_on(tmp_path, mode, more, game):
    assert refused(Record(MOVES, settings={"mode": mode}, **game), tmp_path, *more) == GOING_ON[mode]


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (Record(MOVES, size=13), "renju on 13x13"),
        (Record(MOVES, game="gomoku", rule="free"), "gomoku on 15x15"),
        (Record(MOVES, game="gomoku", rule="free", torus=True), "gomoku on 15x15"),
        (Record(MOVES, game=""), "a game that is not known on 15x15"),
        (Record(MOVES, size=19, game="pente", first="white", rule="free"), "pente on 19x19"),
    ],
)
def test_another_game_or_size(tmp_path, record, what):
    assert refused(record, tmp_path) == f"wins are searched for in Renju on 15x15 only, and this is {what}"


def test_a_game_that_no_engine_of_the_protocol_knows(tmp_path):
    record = Record(MOVES, size=19, game="pente", first="white", rule="free")
    assert "and not pente" in refused(record, tmp_path, "--engine", "no-such-program")
