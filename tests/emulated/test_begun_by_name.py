"""Test that `tengen play --emulated --game NAME --option OPTION` makes the emulated Pico play this game."""

import pytest
from booted import BOOT_MS, Bench
from tengen_host.boards import first_game
from tengen_host.emulator.board import EmulatedBoard
from test_game import events


@pytest.mark.parametrize(
    ("game", "words", "options"),
    [
        ("connect6", ["torus"], {"torus": True}),
        ("pente", ["keryo", "overline=ignored"], {"keryo": True, "overline": "ignored"}),
    ],
)
def test_the_game_that_is_named_begins_on_the_emulated_pico(pico_image, game, words, options):
    board = EmulatedBoard(pico_image, seed=5)
    first_game.choose(board, first_game.settings_of(board.size, game, words, "free"), pytest.fail)
    with Bench(board) as bench:
        bench.do(board.start())
        bench.do(board.until(lambda: events(board, "new_game"), BOOT_MS))
        begun = board.replica.state.groups["game"]
        assert (begun["name"], begun["size"], begun["torus"]) == (game, 15, game == "connect6")
        assert begun["settings"]["options"] == options
        assert begun["settings"]["opening"] == "free"
        board.put("h8")
        bench.do(board.until(lambda: events(board, "move"), BOOT_MS))
        assert events(board, "move")[0]["colour"] == begun["first"]
        assert "Traceback" not in board.text and not events(board, "error") and not events(board, "fault")
