"""Random wirings of boards, as people may build them; a wiring as the firmware and as people see it."""

from itertools import product
from random import Random

from tengen import wiring
from tengen.games.points import LETTERS
from tengen.maintenance import wire_map
from tengen_host import wiring as description
from tengen_host.virtual.scramble import Scramble


def random_scramble(seed):
    """Return a random Scramble with LED strips in usual patterns; the same seed gives the same Scramble."""
    here = Random(seed)
    lines = range(wiring.SIZE + 1)
    points = here.choice((whole_strip, row_strips))(here)
    parts = [points, list(range(wiring.BAR_LENGTH)), list(range(wiring.BAR_LENGTH))]
    for bar in parts[1:]:
        if here.random() < 0.5:
            bar.reverse()
    # the points and the two bars follow each other along the chain in any order
    first = 0
    for number in here.sample(range(3), 3):
        parts[number] = [first + pixel for pixel in parts[number]]
        first += len(parts[number])
    return Scramble(
        rows=bytes(here.sample(lines, len(lines))),
        columns=bytes(here.sample(lines, len(lines))),
        pixels=bytes(parts[0]),
        bars=(bytes(parts[1]), bytes(parts[2])),
        buttons=tuple(here.sample(wiring.BUTTONS, len(wiring.BUTTONS))),
    )


def whole_strip(here):
    """Return one strip from a random corner, along the rows or the columns.

    It runs back and forth over all lines, restarts after every three lines, or runs along all lines in one direction.
    """
    letters, rows = (LETTERS[0], LETTERS[wiring.SIZE - 1]), (1, wiring.SIZE)
    board = description.load()
    corner = here.choice([f"{letter}{row}" for letter, row in product(letters, rows)])
    board["leds"].update(
        first=corner, direction=here.choice(("row", "column")), serpentine_rows=here.choice((wiring.SIZE, 3, 1))
    )
    return description.pixels(board)


def row_strips(here):
    """Return one strip for each row, in random order and each in a random direction."""
    found = []
    for strip in here.sample(range(wiring.SIZE), wiring.SIZE):
        pixels = range(strip * wiring.SIZE, (strip + 1) * wiring.SIZE)
        found += reversed(pixels) if here.random() < 0.5 else pixels
    return found


def wired(scramble):
    """Return a wiring as the firmware's WireMap."""
    return wire_map.WireMap(scramble.rows, scramble.columns, scramble.buttons, scramble.pixels, scramble.bars, True)


def place(board, pixel):
    """Return the place of a pixel on a board: the index of its point, or (player, place from the player's left)."""
    scramble = board.scramble
    if pixel in scramble.pixels:
        return scramble.pixels.index(pixel)
    ((player, bar),) = [(player, bar) for player, bar in zip(("p1", "p2"), scramble.bars, strict=True) if pixel in bar]
    return player, bar.index(pixel)
