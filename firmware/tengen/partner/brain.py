"""The partner's memory for thinking: the arrays of shapes and search, with one method for each kernel."""

from tengen.games import BLACK

from . import search, shapes

SIZE = 15

# The time of the parts on the Pico in microseconds, measured on the emulated Pico
PREPARE_US = 2500  # one step of generating the constant tables
FILL_US = 1700  # the patterns of FILL blocked cells
BEGIN_US = 1500
STONE_US = 250
ROWS_US = 2000  # to examine three rows
NODE_US = 330

FILL = 2


class Brain:
    """The arrays and kernels. `reserve`: the memory of its tables. `table` is used only during a search.

    A compiled version is another class with the same methods.
    """

    def __init__(self, reserve):
        self.state = reserve.brain
        self.patterns = reserve.patterns
        self.powers = reserve.powers
        self.table = reserve.table

    def fill(self, first, end):
        """Compute the shapes of patterns (shapes.fill)."""
        shapes.fill(first, end, self)

    def empty(self):
        """Begin with the empty board (shapes.begin)."""
        shapes.begin(0, 0, self)

    def place(self, at, colour):
        """Place a stone (shapes.place)."""
        shapes.place(at, colour, self)

    def clear(self):
        """Clear the table of the search (search.clear)."""
        search.clear(0, 0, self)

    def stones(self, colour):
        """List the stones to try at the root (search.stones)."""
        search.stones(search.FRAMES, colour, self, 2)

    def search(self, nodes):
        """Search until this many nodes have been tried (search.search)."""
        search.search(nodes, 0, self)

    def back(self, frame):
        """Remove the stone of a frame (search.back)."""
        search.back(frame, 0, self)


def prepared(brain):
    """Generate the constant tables of a brain. This is a generator of the microseconds that each step takes."""
    for _ in shapes.prepare(brain):
        yield PREPARE_US
    for first in range(0, 256, FILL):
        brain.fill(first, first + FILL)
        yield FILL_US


def loaded(brain, cells, turn, game):
    """Load a position into a brain. This is a generator like prepared(). `game`: the name of the game."""
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
    """Return the number of a point in the kernels: 16 * row + column."""
    return point + point // SIZE


def listed(brain, width):
    """Return at most `width` (up to 24) points for the player to move, the best first."""
    state = brain.state
    state[search.WIDTH] = width
    brain.stones(state[search.COLOUR])
    moves = search.FRAMES + search.MOVES
    return [_point(state[at] & 0xFF) for at in range(moves, moves + state[search.FRAMES + search.COUNT])]


def may_have_five(brain, colour):
    """Whether a stone of that colour can make a five on some point."""
    return brain.state[shapes.VALUES + colour - BLACK] >> 16 & 15 > 0


def has_five(brain, point, colour):
    """Whether a stone of that colour on the empty point makes a five."""
    shapes_of = brain.state[padded(point)] >> 16 * (colour - BLACK)
    return any(shapes_of >> 4 * direction & 15 == shapes.FIVE for direction in range(4))


def begin_search(brain, points, quarters):
    """Begin a search of depth `quarters`, in quarters of a stone, with only these stones at first."""
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
    """Remove the search's stones from the board."""
    state = brain.state
    while state[search.PLY]:
        state[search.PLY] -= 1
        brain.back(search.FRAMES + search.FRAME_WORDS * state[search.PLY])


def best(brain):
    """Return the best point so far and its value, or None if the search has found none yet."""
    state = brain.state
    move = state[search.FRAMES + search.MOVE]
    return (_point(move), state[search.FRAMES + search.BEST] - search.MIDDLE) if move else None


def nodes(brain):
    """Return how many stones the search has tried in this position."""
    return brain.state[search.NODES]


def _point(at):
    return at - (at >> 4)
