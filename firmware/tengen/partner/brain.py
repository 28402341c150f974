"""What the partner thinks with: the arrays of its shapes and its search, and their kernels, each by one method."""

from tengen.games import BLACK

from . import search, shapes

SIZE = 15

# What the parts take on the Pico, in microseconds, as measured on the emulated one
PREPARE_US = 2500  # one of the pieces in which the constant tables are made
FILL_US = 1700  # the patterns of FILL blocked
BEGIN_US = 1500
STONE_US = 250
ROWS_US = 2000  # to look at three rows
NODE_US = 330

FILL = 2


class Brain:
    """The arrays and kernels. `reserve`: the memory of its tables. `table` is used while a search goes on only.

    Where it is compiled, another class has the same methods.
    """

    def __init__(self, reserve):
        self.state = reserve.brain
        self.patterns = reserve.patterns
        self.powers = reserve.powers
        self.table = reserve.table

    def fill(self, first, end):
        shapes.fill(first, end, self)

    def empty(self):
        shapes.begin(0, 0, self)

    def place(self, at, colour):
        shapes.place(at, colour, self)

    def clear(self):
        search.clear(0, 0, self)

    def stones(self, colour):
        search.stones(search.FRAMES, colour, self, 2)

    def search(self, nodes):
        search.search(nodes, 0, self)

    def back(self, frame):
        search.back(frame, 0, self)


def prepared(brain):
    """Make the constant tables of a brain: a generator of the microseconds that each piece takes."""
    for _ in shapes.prepare(brain):
        yield PREPARE_US
    for first in range(0, 256, FILL):
        brain.fill(first, first + FILL)
        yield FILL_US


def loaded(brain, cells, turn, game):
    """Give a brain a position: a generator as prepared() is. `game`: the name of the game."""
    state = brain.state
    shapes.play_by(state, game != "five", game == "gomoku")
    state[search.FOULS] = game == "renju"
    brain.empty()
    yield BEGIN_US
    low, high, left, right, stones = 7, 7, 7, 7, 0
    for point in range(SIZE * SIZE):
        if cells[point]:
            row, column = divmod(point, SIZE)
            low, high, left, right = min(low, row), max(high, row), min(left, column), max(right, column)
            brain.place(padded(point), cells[point] - BLACK)
            state[shapes.DONE] = 0
            stones += 1
            if stones % 8 == 0:
                yield 8 * STONE_US
        if point % 45 == 44:
            yield ROWS_US
    left = max(left - 3, 0)
    state[search.LOW] = 16 * max(low - 3, 0) + left
    state[search.HIGH] = 16 * min(high + 4, SIZE)
    state[search.COLUMNS] = min(right + 4, SIZE) - left
    state[search.COLOUR] = turn - BLACK
    state[search.PLY] = state[search.NODES] = 0
    yield 8 * STONE_US


def padded(point):
    """The number of a point in the kernels: 16 * row + column."""
    return point + point // SIZE


def listed(brain, width):
    """Return the points that are worth a stone of whose turn it is, best first, at most `width` (up to 24)."""
    state = brain.state
    state[search.WIDTH] = width
    brain.stones(state[search.COLOUR])
    moves = search.FRAMES + search.MOVES
    return [_point(state[at] & 0xFF) for at in range(moves, moves + state[search.FRAMES + search.COUNT])]


def may_have_five(brain, colour):
    """Whether there is a point where a stone of that colour makes a five."""
    return brain.state[shapes.VALUES + colour - BLACK] >> 16 & 15 > 0


def has_five(brain, point, colour):
    """Whether a stone of that colour on the empty point makes a five."""
    shapes_of = brain.state[padded(point)] >> 16 * (colour - BLACK)
    return any(shapes_of >> 4 * direction & 15 == shapes.FIVE for direction in range(4))


def begin_search(brain, points, quarters):
    """Begin a search of so many quarters of a stone, with only these stones at first."""
    state = brain.state
    frame = search.FRAMES
    state[frame + search.ALPHA], state[frame + search.BETA] = 1, 0xFFFF
    state[frame + search.DEPTH] = quarters
    state[frame + search.COUNT] = len(points)
    state[frame + search.COST] = 4
    for word in (search.NEXT, search.BEST, search.MOVE, search.NARROW):
        state[frame + word] = 0
    for at, point in enumerate(points):
        state[frame + search.MOVES + at] = padded(point)
    state[search.PLY] = 0
    state[search.PHASE] = 1


def is_done(brain):
    """Whether the search has ended."""
    return brain.state[search.PHASE] == 3


def give_up(brain):
    """Take the search's stones from the board."""
    state = brain.state
    while state[search.PLY]:
        state[search.PLY] -= 1
        brain.back(search.FRAMES + search.FRAME_WORDS * state[search.PLY])


def best(brain):
    """Return the best point so far and its value, or None where the search has found none yet."""
    state = brain.state
    move = state[search.FRAMES + search.MOVE]
    return (_point(move), state[search.FRAMES + search.BEST] - search.MIDDLE) if move else None


def nodes(brain):
    """How many stones the search has tried in this position."""
    return brain.state[search.NODES]


def _point(at):
    return at - (at >> 4)
