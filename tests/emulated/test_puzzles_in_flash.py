"""Test that the puzzles on the emulated Pico stay in flash, and are decoded from there as on the laptop."""

import ast

import ledger
from tengen.partner import puzzles
from test_chip import at_the_repl

CODE = """
import gc, time
import tengen.games
gc.collect()
free = gc.mem_free()
from tengen.partner import puzzles
gc.collect()
taken = free - gc.mem_free()
told, longest = [], 0
for number in {numbers}:
    begun = time.ticks_us()
    puzzle = puzzles.puzzle(number)
    longest = max(longest, time.ticks_diff(time.ticks_us(), begun))
    told.append((puzzle.grade, puzzle.black, puzzle.white, puzzle.turn, puzzle.fours, puzzle.first, puzzle.by_foul))
print((taken, longest, told))
"""


def test_puzzles_are_decoded_out_of_flash(pico_image):
    numbers = [*range(1, puzzles.COUNT, puzzles.COUNT // 8), puzzles.COUNT]
    taken, longest_us, told = ast.literal_eval(at_the_repl(pico_image, CODE.format(numbers=numbers)).strip())
    for number, said in zip(numbers, told, strict=True):
        its = puzzles.puzzle(number)
        assert said == (its.grade, its.black, its.white, its.turn, its.fours, its.first, its.by_foul)
    ledger.note(f"emulated Pico: {taken} bytes of heap for the puzzles; {longest_us} us to decode one, at most")
    assert taken < 2048 and longest_us < 50_000
