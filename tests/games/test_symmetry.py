"""Points that are equal by the symmetry of the stones: drawn boards. Source: RULES 6, on tentative fifths."""

from support import cells_of, seeded
from tengen.games.points import index, indices, name
from tengen.games.symmetry import equal, image, symmetries, unequal


def stones_of(black, white, size=15):
    """The cells of a board with these stones."""
    cells = bytearray(size * size)
    for colour, text in ((1, black), (2, white)):
        for point in indices(text, size):
            cells[point] = colour
    return cells


def twins(cells, point, size):
    """The sorted names of the other points that are equal to this one."""
    images = [image(symmetry, index(point, size), size) for symmetry in symmetries(cells, size)]
    return sorted({name(twin, size) for twin in images if twin >= 0} - {point})


def first_equal(cells, offers, size=15):
    """The names of the first pair of equal offers, or None."""
    pair = equal(symmetries(cells, size), indices(offers, size), size)
    return pair and tuple(name(point, size) for point in pair)


# A drawing, and the twins of some of its points
DRAWN = (
    # black stones at b3 and d3: mirror axes are column c and row 3, and a half turn about c3. The image of f7 in row 3
    # is below the board, that in column c is to the left of it
    (7, "b3d3", "", {"a4": "a2 e2 e4", "c1": "c5", "c3": "", "f7": "", "f5": "f1"}),
    # mirror axes: the line between columns c and d, and row 4; and a half turn about the point between
    (7, "c4d4", "", {"b6": "b2 e2 e6", "g6": "g2"}),
    # black and white can't be exchanged: only row 4 is an axis
    (7, "c4", "d4", {"b6": "b2"}),
    # four stones in a square: all symmetries of a square, with quarter turns about a half point
    (7, "c5d5c4d4", "", {"b6": "b3 e3 e6", "b7": "a3 a6 b2 e2 e7 f3 f6"}),
    # only a half turn about d4 maps black onto black and white onto white
    (7, "c5e3", "b5f3", {"a1": "g7", "c3": "e5"}),
    # only a half turn: b5 and f3 are not at right angles to d6 and d2
    (7, "d6b5f3d2", "", {"a4": "g4"}),
    # quarter turns without a mirror
    (7, "c6f5b3e2", "", {"a4": "d1 d7 g4"}),
    # diagonals
    (5, "c3", "b2", {"a5": "e1"}),
    (5, "c3", "b4", {"a1": "e5"}),
    # all eight of a single stone
    (5, "c3", "", {"b5": "a2 a4 b1 d1 d5 e2 e4"}),
    # in row 11 the images of rows 1 to 6 are above the board; between h and i that of column a is beside it
    (15, "h11i11", "f11k11", {"a7": "a15", "b7": "b15 o15 o7", "a6": ""}),
)


def test_the_twins_of_points():
    for size, black, white, wanted in DRAWN:
        cells = stones_of(black, white, size)
        for point in wanted:
            assert twins(cells, point, size) == wanted[point].split(), (black, white, point)


def test_no_symmetry_at_all():
    cells = stones_of("h8i8", "h9l12")
    assert symmetries(cells, 15) == []
    assert first_equal(cells, "g7g8g9i9j10") is None


def test_the_first_pair_is_found():  # the later of the two was just put down
    # Black h8 h10, White h9 l9: row 9 is the only axis
    cells = stones_of("h8h10", "h9l9")
    assert first_equal(cells, "g7i10g8i8g10") == ("i10", "i8")
    assert first_equal(cells, "g7i10g8j8j9k9l11") is None
    assert first_equal(cells, "g7g11") == ("g7", "g11")
    assert first_equal(cells, "g11g7") == ("g11", "g7")
    assert first_equal(cells, "g11") is None and first_equal(cells, "") is None


def test_points_on_an_axis_are_no_twins_of_themselves():
    cells = stones_of("h8h10", "h9l9")
    assert first_equal(cells, "g9i9j9k9a9") is None


def test_how_many_unequal_points_there_are():
    # one stone in the middle of 5x5: one of its eight parts, with its borders, has five empty points
    middle, size = cells_of(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .")
    found = symmetries(middle, size)
    assert unequal(found, middle, size, 100) == 5
    for enough in (0, 1, 4, 5):
        assert unequal(found, middle, size, enough) == enough
    # the points of the axis row, and those on one side of it
    cells, size = cells_of(". . . . .\n. . . . .\n. . X O .\n. . . . .\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 3 + 2 * 5
    # beside the middle: rows 5 to 3 as before; the points of the other rows have no twins
    cells, size = cells_of(". . . . .\n. . X O .\n. . . . .\n. . . . .\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 3 + 5 + 5 + 5
    # no symmetry: every empty point
    cells, size = cells_of(". . . . .\n. X O . .\n. . X . .\n. . . . O\n. . . . .")
    assert unequal(symmetries(cells, size), cells, size, 100) == 25 - 4


def test_four_stones_leave_more_points_than_anybody_offers():
    # mirror axes are column i and row 8: nine columns and eight rows are left, less h8 and i7
    cells = stones_of("h8j8", "i7i9")
    assert unequal(symmetries(cells, 15), cells, 15, 225) == 9 * 8 - 2


def by_trial(cells, size):
    """The pairs of equal points, found in another way: by trying every turn with every shift of the board."""
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
