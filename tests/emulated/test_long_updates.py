"""Test a power cut in each write of an update to a Pico with games.

The Pico must stay in BOOTSEL mode, and no game may be lost.
"""

import random

import ledger
import pytest
from booted import BOOT_MS, Bench
from in_bootsel import Pico, check_cuts
from power import Start, with_finished_games
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.bootrom import has_program
from tengen_host.emulator.flash import PAGE, SIZE
from tengen_host.image.uf2 import pages
from test_game import groups, moves_of
from test_opening_games import stone

BOOTED = 20
GAME = ["h8", "i9", "j8"]
WRITTEN_MS = 500


def program(image):
    return b"".join(pages(image.uf2).values())


@pytest.mark.proof
def test_each_write_of_an_update_cut_once_leaves_bootsel_mode_and_the_next_copy_finishes(pico_image):
    """After a cut in any write of an update, the boot ROM's model is in BOOTSEL mode; the next copy completes it."""
    new, uf2 = program(pico_image), pico_image.uf2.read_bytes()
    old = with_finished_games(new[:PAGE] + random.Random(1).randbytes(len(new) - PAGE).ljust(SIZE - PAGE, b"\xff"))

    def update(flash):
        pico = Pico(flash)
        pico.take(uf2)
        return pico.operations, pico.flash

    ledger.note(f"updates: {check_cuts(old, update, has_program)} writes cut: a whole program, or BOOTSEL mode")


@pytest.mark.proof
def test_a_pico_with_a_game_is_in_bootsel_mode_after_a_cut_and_the_game_goes_on_after_the_next_copy(pico_image):
    """After cuts in an update, an emulated Pico is in BOOTSEL mode; after the next copy its game continues."""
    flash, uf2 = with_finished_games(program(pico_image).ljust(SIZE, b"\xff"), 3), pico_image.uf2.read_bytes()
    with Bench(EmulatedBoard(pico_image, flash=flash, seed=5)) as bench:
        bench.boot()
        for number, point in enumerate(GAME):
            stone(bench, ("p1", "p2")[number % 2], point)
        bench.do(bench.board.advance(WRITTEN_MS))
        flash = bench.board.flash.contents()
    games = kept(flash)
    assert len(games) == 4
    pico = Pico(flash)
    pico.take(uf2)
    count = len(pico.operations)
    cuts = [2, count - 2, *random.Random(2).sample(range(3, count - 2), BOOTED - 2)]
    for cut in cuts:
        left = bytearray(flash)
        for operation in pico.operations[:cut]:
            operation.apply(left)
        pico.operations[cut].apply_half(left, random.Random(cut))
        with Bench(EmulatedBoard(pico_image, flash=bytes(left), seed=5)) as bench:
            board = bench.board
            bench.do(board.start())
            assert board.bootsel is not None, cut
            board.bootsel.write(uf2)
            bench.do(board.until(lambda now=board: groups(now).get("moves"), BOOT_MS))
            assert moves_of(board) == "".join(GAME)
            assert board.bootsel is None and kept(board.flash.contents()) == games, cut
    ledger.note(f"updates: {len(cuts)} emulated Picos in BOOTSEL mode after a cut, in their game after the next copy")


def kept(flash):
    """Return the facts of the games on a flash, by the games' numbers."""
    return {number: game.facts for number, game in Start(flash).games.items()}
