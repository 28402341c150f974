"""Test a copy of board.toml with two exchanged pins. Board and firmware must both follow it in a game."""

import asyncio

import pytest
from portable import lit
from tengen.lights import colours
from tengen_host import resources, wiring
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.image import builder, choose

BOOT_MS, LIGHT_MS, PRESS_MS = 20_000, 200, 400
HELD_MS = 80  # how long a finger is on a button, and how long a stone is on the board before that

# Black makes a five
GAME = ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8"]


@pytest.fixture
def changed(tmp_path):
    """Return the project's board.toml with the pins of the lights' data and of P1's button exchanged."""
    text = resources.path("hardware/board.toml").read_text(encoding="utf-8")
    copy = tmp_path / "board.toml"
    for old, new in (("led_data = 19 ", "led_data = 21 "), ("p1 = 21,", "p1 = 19,")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    copy.write_text(text, encoding="utf-8")
    return wiring.load(copy)


@pytest.mark.proof
def test_a_game_is_played_on_a_board_with_two_other_pins(changed):
    """A game can be played on an emulated Pico with two exchanged pins in its board.toml."""
    sources = builder.sources()
    own = sources["tengen/wiring.py"]
    sources["tengen/wiring.py"] = wiring.module_text(changed).encode()
    assert sources["tengen/wiring.py"] != own
    image = choose.checked(builder.build_pico(files=sources), "built here")
    board = EmulatedBoard(image, board=changed)

    def points():
        return [move.point for move in board.game.moves]

    async def play():
        await board.start()
        await board.until(lambda: board.done, BOOT_MS)
        await board.until(lambda: board.frame and lit(board.frame) == {"h8": colours.ZONE}, BOOT_MS)
        for number, point in enumerate(GAME, 1):
            board.put(point)
            await board.until(lambda point=point: point in lit(board.frame), LIGHT_MS)
            await board.advance(HELD_MS)
            player = "p1" if number % 2 else "p2"
            board.press(player)
            await board.advance(HELD_MS)
            board.release(player)
            await board.until(lambda number=number: len(points()) == number, PRESS_MS)
        await board.until(lambda: board.game.result, LIGHT_MS)
        board.stop()

    asyncio.run(play())
    assert points() == GAME
    assert board.game.result.winner == "black"
