"""`tengen play --game`: the game that the board begins with, and what is said where it can't be."""

import asyncio
import json

import pytest
import websockets
from live.test_live_command import serving
from tengen.games import registry
from tengen_host.cli import app as tengen
from tengen_host.live.first_game import settings_of
from typer.testing import CliRunner


def refused(*arguments):
    told = CliRunner().invoke(tengen, ["play", "--no-browser", "--port", "99999", *arguments])
    assert told.exit_code == 1
    return " ".join(told.output.split())


def begun(address, game):
    """The settings by which the board begins a game of this name."""

    async def listen():
        async with websockets.connect(f"ws{address.removeprefix('http')}ws", max_size=None) as socket:
            while True:
                event = json.loads(await socket.recv()).get("event") or {}
                if event.get("event") in ("new_game", "snapshot", "started") and event.get("game") == game:
                    return event

    return asyncio.run(asyncio.wait_for(listen(), 60))


def test_the_game_begins_at_once():
    with serving("play", "--game", "connect6", "--option", "torus", "--opening", "free") as (address, _):
        told = begun(address, "connect6")
    assert told["torus"] and told["size"] == 15
    assert told["settings"]["options"] == {"torus": True} and told["settings"]["opening"] == "free"


def test_a_game_of_another_size_with_words_for_its_options():
    chosen = ("--game", "four", "--size", "10", "--option", "drop=edges", "--option", "clear")
    with serving("play", *chosen) as (address, _):
        told = begun(address, "four")
    assert told["size"] == 10 and told["settings"]["options"] == {"drop": "edges", "clear": True}


@pytest.mark.parametrize("game", [name for name in registry.NAMES if min(registry.sizes(name)) <= 15])
def test_every_game_that_fits_the_board_can_be_named(game):
    assert settings_of(15, game)["game"] == game


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess"], "there is no game 'chess': renju, five, "),
        (["--game", "conect6"], ", irensei. Did you mean connect6?"),
        (
            ["--game", "irensei"],
            "irensei needs a board of 19x19, this one has 15x15: play it with --board 19, or choose a game that fits:",
        ),
        (["--game", "pente", "--option", "torus"], "pente has no option 'torus': keryo, poof, boat, overline"),
        (["--game", "pente", "--option", "overline=x"], "overline of pente can't be 'x': wins, ignored, refused"),
        (["--game", "pente", "--size", "19"], "--size 19: pente has 15x15 on a board of 15x15"),
        (["--game", "four", "--size", "9"], "--size 9: four has 8x8 or 10x10 on a board of 15x15"),
        (["--game", "ninuki", "--opening", "rif"], "--opening rif: ninuki has centre"),
        (["--game", "pente", "--mode", "silent"], "--mode silent: not in pente: silent mode needs stones that stay"),
        (["--game", "connect6", "--mode", "silent"], "and one stone a turn. Choose casual, referee or teach"),
        (["--game", "renju", "--mode", "loud"], "mode must be one of casual, referee, silent, teach"),
    ],
)
def test_what_can_not_be_is_said_with_what_there_is(arguments, said):
    assert said in refused(*arguments)


def test_a_wrong_game_is_said_before_a_pico_is_emulated(tmp_path):
    emulated = ("--emulated", "--uf2", str(tmp_path / "none.uf2"), "--game", "pente")
    assert "pente has no option 'torus'" in refused(*emulated, "--option", "torus")
    assert "--mode silent: not in pente" in refused(*emulated, "--mode", "silent")
    assert "none.uf2" in refused(*emulated, "--option", "keryo"), "only then the image is looked for"


def test_options_without_a_game_are_status_2():
    assert CliRunner().invoke(tengen, ["play", "--option", "torus"]).exit_code == 2
