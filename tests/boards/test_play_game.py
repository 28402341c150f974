"""`tengen play --game`: the board's first game, and the errors for impossible ones."""

import json

import pytest
import waiting
import websockets
from serving import serving
from tengen.games import registry
from tengen.partner import puzzles
from tengen_host.boards.first_game import settings_of
from tengen_host.cli import app as tengen
from tengen_host.virtual.helping_hand import PAUSE_MS
from tengen_host.wire.state import State
from typer.testing import CliRunner


def refused(*arguments):
    told = CliRunner().invoke(tengen, ["play", "--no-browser", "--port", "99999", *arguments])
    assert told.exit_code == 1
    return " ".join(told.output.split())


def begun(address, game):
    """Return the group `game` as soon as the board has a game of this name."""
    return heard_until(address, lambda state, line: state.game.game == game).groups["game"]


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
        (["--game", "chess"], "there is no game 'chess'; choose one of renju, five, "),
        (["--game", "conect6"], f", {registry.NAMES[-1]}. Did you mean connect6?"),
        (
            ["--game", "irensei"],
            "irensei needs a board of 19x19, this one has 15x15: play it with --board 19, or choose a game that fits:",
        ),
        (["--game", "pente", "--option", "torus"], "Pente has no option 'torus'"),
        (["--game", "pente", "--option", "overline=x"], "overline of Pente can't be 'x', only wins, ignored, refused"),
        (["--game", "pente", "--size", "19"], "--size 19: pente has 15x15 on a board of 15x15"),
        (["--game", "four", "--size", "9"], "--size 9: four has 8x8 or 10x10 on a board of 15x15"),
        (["--game", "ninuki", "--opening", "rif"], "--opening rif: ninuki has centre"),
        (["--game", "pente", "--mode", "silent"], "--mode silent: not in pente: silent mode needs stones that stay"),
        (["--game", "connect6", "--mode", "silent"], "and one stone a turn. Choose casual, referee or teach"),
        (["--game", "renju", "--mode", "loud"], "mode must be one of casual, referee, silent, teach"),
        (["--partner", "9"], "--partner 9: choose a level from 1 (a child's) to 5 (the best)"),
        (["--partner", "3", "--partner-seat", "white"], "--partner-seat white: the seats are p1 and p2"),
        (["--partner", "3", "--mode", "referee"], "the partner plays only in casual and teach games, not in a referee"),
        (["--partner", "3", "--game", "pente"], "the partner plays Renju, Gomoku, Five in a"),
        (["--partner", "3", "--opening", "swap-3"], "--opening swap-3: renju has free centre, rif, swap, yamaguchi,"),
        (["--board", "19", "--partner", "3", "--game", "gomoku", "--size", "19"], "the partner plays only on 15x15,"),
        (["--hints", "--mode", "silent"], "--hints: not in a silent game. Choose casual or teach"),
        (["--hints", "--game", "pente"], "--hints: the board finds wins by fours only in renju, not in pente"),
        (["--puzzle", "6"], "--puzzle 6: choose a grade from 1 (easy) to 5"),
        (["--learn", "11"], "--learn 11: choose a lesson from 1 (the five) to 10 (a win by fours)"),
        (["--learn", "0"], "--learn 0: choose a lesson from 1 (the five) to 10 (a win by fours)"),
    ],
)
def test_what_can_not_be_is_said_with_what_there_is(arguments, said):
    assert said in refused(*arguments)


def test_a_wrong_game_is_said_before_a_pico_is_emulated(tmp_path):
    emulated = ("--emulated", "--image", str(tmp_path / "none.uf2"), "--game", "pente")
    assert "Pente has no option 'torus'" in refused(*emulated, "--option", "torus")
    assert "--mode silent: not in pente" in refused(*emulated, "--mode", "silent")
    assert "none.uf2" in refused(*emulated, "--option", "keryo"), "only then the image is looked for"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--option", "torus"], "it works only with --game"),
        (["--opening", "rif"], "it works only with --game, --partner, --engine or --hints"),
        (["--partner", "2", "--size", "19"], "it works only with --game"),
        (["--partner-seat", "p1"], "it works only with --partner or --engine"),
        (["--puzzle", "2", "--partner", "3"], "a puzzle is a game by itself"),
        (["--puzzle", "2", "--mode", "teach"], "a puzzle is a game by itself"),
        (["--learn", "--game", "pente"], "a lesson is a game by itself"),
        (["--learn", "3", "--puzzle", "2"], "a puzzle is a game by itself"),
        (["3"], "3 is a lesson only with --learn"),
    ],
)
def test_what_does_not_go_together_is_status_2(arguments, said):
    told = CliRunner().invoke(tengen, ["play", "--no-browser", "--port", "99999", *arguments])
    assert told.exit_code == 2
    assert said in " ".join(told.output.replace("\u2502", " ").split())


def heard_until(address, done):
    """Listen to the board until `done(state, line)`; return the state."""

    async def listen():
        state = State()
        async with websockets.connect(f"ws{address.removeprefix('http')}ws", max_size=None) as socket:
            while True:
                message = json.loads(await socket.recv())
                if message["type"] == "line":
                    state = state.merge(message["line"])
                    if done(state, message["line"]):
                        return state

    return waiting.run(listen())


def test_a_game_with_the_partner_begins_and_the_boards_own_hand_puts_its_stone():
    with serving("play", "--partner", "1", "--partner-seat", "p1", "--hints") as (address, _):
        state = heard_until(address, lambda state, line: state.game.moves)
    its = state.game.settings
    assert (its["game"], its["mode"], its["partner"], its["hints"]) == ("renju", "casual", "p1 1", True)
    assert len(state.game.moves) == 1


def test_with_own_hands_its_stone_waits_for_a_person():
    async def listen(address):
        stones, state = {}, State()
        async with websockets.connect(f"ws{address.removeprefix('http')}ws", max_size=None) as socket:

            async def until(condition):
                nonlocal stones, state
                while not condition(state.groups):
                    message = json.loads(await socket.recv())
                    stones = message.get("stones", stones)
                    state = state.merge(message["line"]) if message["type"] == "line" else state
                return state.t

            asked = await until(lambda groups: (groups.get("partner") or {}).get("state") == "asks")
            (point,) = state.groups["partner"]["points"]
            await socket.send(json.dumps({"do": "press", "button": "arbiter"}))
            # a button that is held opens its menu after a second
            opened = await until(lambda groups: "arbiter" in groups["menus"])
            assert opened - asked > PAUSE_MS and stones == {}
            await socket.send(json.dumps({"do": "put", "point": point}))
            await until(lambda groups: [move["point"] for move in groups["moves"]] == [point])

    with serving("play", "--partner", "1", "--partner-seat", "p1", "--own-hands") as (address, _):
        waiting.run(listen(address))


def test_the_lessons_begin_with_the_first_or_the_one_that_is_named():
    for arguments, number in (((), 1), (("8",), 8)):
        with serving("play", "--fresh", "--learn", *arguments) as (address, _):
            its = heard_until(address, lambda state, line: state.groups.get("lesson")).groups["lesson"]
            assert (its["number"], its["position"], its["state"]) == (number, 1, "given")


def is_set_up(state, line):
    """Return whether a puzzle's stones are on the board."""
    calm = state.groups["hand"]["state"] == "calm" and "awaits" not in state.groups["game"]
    return state.game.settings.get("puzzle") and calm


def test_a_puzzle_is_set_up_at_once_and_never_in_place_of_an_interrupted_game():
    with serving("play", "--puzzle", "2") as (address, first):
        number = heard_until(address, is_set_up).game.settings["puzzle"]
        assert puzzles.puzzle(number).grade == 2
        first.ended()
    with serving("play", "--puzzle", "1") as (address, again):
        state = heard_until(address, lambda state, line: state.groups["game"].get("awaits") == "resume")
        again.until("An interrupted game waits on the board. First finish it: choose a puzzle after it")
    assert state.game.settings["puzzle"] == number
