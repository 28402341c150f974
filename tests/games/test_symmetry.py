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


def drawn_twins(diagram, point):
    cells, size = cells_of(diagram)
    return twins(cells, point, size)


def first_equal(cells, offers, size=15):
    """The names of the first pair of equal offers, or None."""
    pair = equal(symmetries(cells, size), indices(offers, size), size)
    return pair and tuple(name(point, size) for point in pair)


def test_a_row_of_stones_beside_the_middle_has_its_own_axes():
    # black stones at b3 and d3: mirror axes are column c and row 3, and a half turn about c3
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X . X . . .
        . . . . . . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "a4") == ["a2", "e2", "e4"]
    assert drawn_twins(diagram, "c1") == ["c5"]
    assert drawn_twins(diagram, "c3") == []
    # its image in row 3 is below the board, that in column c is to the left of it
    assert drawn_twins(diagram, "f7") == []
    assert drawn_twins(diagram, "f5") == ["f1"]


def test_an_axis_between_the_points():
    # mirror axes are the line between columns c and d, and row 4; and a half turn about the point between
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "b6") == ["b2", "e2", "e6"]
    assert drawn_twins(diagram, "g6") == ["g2"]


def test_colours_count():
    # black and white can't be exchanged: only row 4 is an axis
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "b6") == ["b2"]


def test_a_quarter_turn_about_a_half_point():
    # four stones in a square: all symmetries of a square
    diagram = """
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "b6") == ["b3", "e3", "e6"]
    assert drawn_twins(diagram, "b7") == ["a3", "a6", "b2", "e2", "e7", "f3", "f6"]


def test_a_turn_without_a_mirror():
    # only a half turn about d4 maps black onto black and white onto white
    diagram = """
        . . . . . . .
        . . . . . . .
        . O X . . . .
        . . . . . . .
        . . . . X O .
        . . . . . . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "a1") == ["g7"]
    assert drawn_twins(diagram, "c3") == ["e5"]


def test_quarter_turns_without_a_mirror():
    diagram = """
        . . . . . . .
        . . . X . . .
        . X . . . . .
        . . . . . . .
        . . . . . X .
        . . . X . . .
        . . . . . . .
    """
    # only a half turn: b5 and f3 are not at right angles to d6 and d2
    assert drawn_twins(diagram, "a4") == ["g4"]
    diagram = """
        . . . . . . .
        . . X . . . .
        . . . . . X .
        . . . . . . .
        . X . . . . .
        . . . . X . .
        . . . . . . .
    """
    assert drawn_twins(diagram, "a4") == ["d1", "d7", "g4"]


def test_diagonals():
    assert drawn_twins(". . . . .\n. . . . .\n. . X . .\n. O . . .\n. . . . .", "a5") == ["e1"]
    assert drawn_twins(". . . . .\n. O . . .\n. . X . .\n. . . . .\n. . . . .", "a1") == ["e5"]


def test_all_eight_of_a_single_stone():
    assert drawn_twins(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", "b5") == [
        "a2", "a4", "b1", "d1", "d5", "e2", "e4",
    ]  # fmt: skip


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


def test_a_twin_off_the_board_is_none():
    # in row 11 the images of rows 1 to 6 are above the board; between h and i that of column a is beside it
    cells = stones_of("h11i11", "f11k11")
    assert twins(cells, "a7", 15) == ["a15"]
    assert twins(cells, "b7", 15) == ["b15", "o15", "o7"]
    assert twins(cells, "a6", 15) == []


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
