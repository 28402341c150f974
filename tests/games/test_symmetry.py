"""Points that are equal by the symmetry of the stones, on drawn boards. Source: firmware/docs/openings.md#rules."""

from portable import cells_of, seeded
from tengen.games.points import indices, name
from tengen.games.symmetry import equal, symmetries, unequal


def stones_of(black, white, size=15):
    """Return the cells of a board with these stones."""
    cells = bytearray(size * size)
    for colour, text in ((1, black), (2, white)):
        for point in indices(text, size):
            cells[point] = colour
    return cells


def first_equal(cells, offers, size=15):
    """Return the names of the first pair of equal offers, or None."""
    pair = equal(symmetries(cells, size), indices(offers, size), size)
    return pair and tuple(name(point, size) for point in pair)


def test_no_symmetry_at_all():
    cells = stones_of("h8i8", "h9l12")
    assert symmetries(cells, 15) == []
    assert first_equal(cells, "g7g8g9i9j10") is None


def test_the_first_pair_is_found():  # the second point of the pair was placed last
    # Black h8 h10, White h9 l9: row 9 is the only axis
    cells = stones_of("h8h10", "h9l9")
    assert first_equal(cells, "g7i10g8i8g10") == ("i10", "i8")
    assert first_equal(cells, "g7i10g8j8j9k9l11") is None
    assert first_equal(cells, "g7g11") == ("g7", "g11")
    assert first_equal(cells, "g11g7") == ("g11", "g7")
    assert first_equal(cells, "g11") is None and first_equal(cells, "") is None


def test_how_many_unequal_points_there_are():
    # one stone in the middle of 5x5: the board has eight symmetric parts; each has five empty points, with its borders
    middle, size = cells_of(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .")
    found = symmetries(middle, size)
    assert unequal(found, middle, size, 100) == 5
    for enough in (0, 1, 4, 5):
        assert unequal(found, middle, size, enough) == enough
    # the points of the axis row, and the points on one side of the axis
    cells, size = cells_of(". . . . .\n. . . . .\n. . X O .\n. . . . .\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 3 + 2 * 5
    # with the stone beside the middle, rows 5 to 3 count as before, and the points of the other rows have no
    # equivalents
    cells, size = cells_of(". . . . .\n. . X O .\n. . . . .\n. . . . .\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 3 + 5 + 5 + 5
    # without a symmetry every empty point counts
    cells, size = cells_of(". . . . .\n. X O . .\n. . X . .\n. . . . O\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 25 - 4


def test_four_stones_leave_more_points_than_anybody_offers():
    # the mirror axes are column i and row 8, so nine columns and eight rows remain, without h8 and i7
    cells = stones_of("h8j8", "i7i9")
    assert unequal(symmetries(cells, 15), cells, 15, 225) == 9 * 8 - 2


def by_trial(cells, size):
    """Return the pairs of equal points by another method, which tries every rotation with every shift of the board."""
    stones = {(point % size, point // size, cells[point]) for point in range(len(cells)) if cells[point]}
    pairs = set()
    for turn in range(8):
        for across in range(-2 * size, 2 * size + 1):
            for up in range(-2 * size, 2 * size + 1):

                def moved(column, row, turn=turn, across=across, up=up):
                    for _ in range(turn % 4):
                        column, row = -row, column
                    return (-column if turn > 3 else column) + across, row + up

                if {moved(column, row) + (colour,) for column, row, colour in stones} != stones:
                    continue
                for point in range(size * size):
                    column, row = moved(point % size, point // size)
                    if 0 <= column < size and 0 <= row < size and row * size + column != point:
                        pairs.add((point, row * size + column))
    return pairs


def test_all_pairs_are_those_found_by_trying_everything():
    size = 5
    number = seeded(7)
    some = 0
    for _ in range(25):
        cells = bytearray(size * size)
        points = [number(25) for _ in range(1 + number(4))]
        for count, point in enumerate(points):
            cells[point] = 1 + count % 2
        found = symmetries(cells, size)
        pairs = by_trial(cells, size)
        for one in range(25):
            for other in range(25):
                if one != other:
                    assert (equal(found, (one, other), size) is not None) == ((one, other) in pairs), list(cells)
        some += len(pairs)
    assert some > 100
