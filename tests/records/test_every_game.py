"""Test random games of every game, size and option: position, result, SGF and back, text, sheet, pictures, GIF."""

import dataclasses
import io
import random

import pytest
from ledger import fewer
from PIL import Image
from portable import some
from recording import random_game
from tengen.games import COLOUR_NAMES, registry
from tengen.games.points import name
from tengen_host.cli import app
from tengen_host.records import diagram, ending, judged, picture, sheet, stones, svg, text, words
from tengen_host.records.record import RENJU
from tengen_host.records.sgf import games as sgf
from typer.testing import CliRunner


def variants():
    """Return each game in each size, and with each value of each option."""
    for game in registry.NAMES:
        for size in registry.sizes(game):
            yield game, size, {}
        for option, values, _ in registry.options(game):
            for value in values[1:]:
                yield game, 15 if option == "torus" else registry.sizes(game)[0], {option: value}
    yield "four", 8, {"drop": "edges", "clear": True}
    yield "four", 10, {"drop": "interior", "clear": True}
    yield "pente", 19, {"keryo": True, "poof": True, "boat": True, "overline": "ignored"}
    yield "connect6", 15, {"torus": True, "rules": "noncollinear5"}


VARIANTS = list(variants())
IDS = [f"{game}-{size}-{options}" for game, size, options in VARIANTS]


@pytest.mark.parametrize(("game", "size", "options"), VARIANTS, ids=IDS)
def test_a_random_game_is_what_was_played_and_comes_back_from_sgf(game, size, options):
    luck = random.Random(f"{game} {size} {options}")
    for _ in range(some(3)):
        record, played = random_game(game, size, options, luck)
        cells = {name(at, size): COLOUR_NAMES[cell] for at, cell in enumerate(played.cells) if cell}
        assert stones.lying(record) == cells
        assert game == RENJU or bytes(judged.followed(record).game.cells) == bytes(played.cells)
        result = played.result
        told = result and (COLOUR_NAMES[result.winner] if result.winner else None, result.reason)
        assert ((record.winner, record.reason) if record.over else None) == told
        if played.goal:
            assert stones.captured(record) == {"black": played.captured[1], "white": played.captured[2]}
        assert sgf.read(sgf.write([record])) == [record]
        if game in ("gomoku", "pente", "connect6") and size == text.size_of(record):
            assert text.read(text.write([record])) == [record]
        if game == "renju" and record.reason != "five":
            continue  # a foul that nobody noticed does not count, according to with_ending()
        plain = dataclasses.replace(record, over=False, winner=None, reason="", line=())
        assert sgf.read(sgf.write([plain]).replace(b"RE[?]", b"")) == [record], "the rules say the result"


@pytest.mark.parametrize(("game", "size", "options"), fewer(VARIANTS, VARIANTS[::4]))
def test_a_random_game_is_shown_and_drawn_after_each_move(game, size, options):
    """A random game of each kind, size and option is shown and drawn after each move."""
    luck = random.Random(f"drawn {game} {size} {options}")
    record, _ = random_game(game, size, options, luck, most=16)
    for upto in range(len(record.moves) + 1):
        said = sheet.text(record, upto)
        assert registry.title(game) in said or game == "renju"
        shapes = diagram.shapes(record, upto=upto, lines=ending.lines(record) if upto == len(record.moves) else ())
        drawn = [shape.colour for shape in shapes if isinstance(shape, diagram.Stone)]
        assert sorted(drawn) == sorted(stones.lying(record, upto).values())
    assert svg.text(shapes).endswith("</svg>\n")
    with Image.open(io.BytesIO(picture.png(shapes, 12))) as image:
        assert image.width >= 100
    with Image.open(io.BytesIO(picture.gif(record, 10))) as image:
        assert image.n_frames >= 2
    assert bool(words.result(record)) == record.over


SPECIAL = {
    "bomb-renju": ({}, 15), "neutral-pente": ({}, 15), "common-centre": ({}, 19), "repensi": ({}, 15),
    "four": ({"drop": "edges", "clear": True}, 10), "connect6": ({"torus": True}, 15), "irensei": ({}, 19),
}  # fmt: skip


@pytest.mark.parametrize("game", fewer(SPECIAL, list(SPECIAL)[::2]))
def test_the_command_shows_converts_and_draws_it(game, tmp_path):
    """`tengen record` shows, converts and draws a game of each kind."""
    options, size = SPECIAL[game]
    record, _ = random_game(game, size, options, random.Random(game), most=4)
    file = tmp_path / "game.sgf"
    file.write_bytes(sgf.write([record]))

    def run(*arguments):
        said = CliRunner().invoke(app, ["record", *arguments])
        assert said.exit_code == 0, said.output
        return said.stdout

    assert registry.title(game) in run("show", str(file))
    run("convert", str(file), "--out", str(tmp_path / "again.sgf"))
    assert sgf.read((tmp_path / "again.sgf").read_bytes()) == [record]
    for ending_ in ("svg", "png", "gif"):
        run("draw", str(file), "--out", str(tmp_path / f"game.{ending_}"))
        assert (tmp_path / f"game.{ending_}").stat().st_size > 500
