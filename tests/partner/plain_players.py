"""Two plain players to measure the partner: one looks one stone ahead, the other uses plain alpha-beta.

The players use only one fact about the five cells of each possible five: how many stones of one colour are in these
cells, if the other colour has none. With numba they are compiled. At the root the game reports Black's fouls to them.
Below the root they ignore fouls.
"""

import numpy

try:
    from numba import njit
except ImportError:

    def njit(**_):
        return lambda function: function


SIZE = 15
STEPS = numpy.array(((0, 1), (1, 0), (1, 1), (1, -1)))
# the value of five cells in a row for the number of stones of one colour in them
OWN = numpy.array((1, 12, 80, 600, 3000, 0))
MINE = numpy.array((1, 12, 80, 600, 100_000, 0))
OTHER = numpy.array((1, 10, 60, 400, 20_000, 0))
WIN = 1_000_000


@njit(cache=False)
def point_value(cells, row, column, mine):
    """Return the value of a stone of colour `mine` on the empty point, from all fives that contain this point."""
    value = 0
    for direction in range(4):
        up, across = STEPS[direction, 0], STEPS[direction, 1]
        for back in range(5):
            first_row, first_column = row - back * up, column - back * across
            last_row, last_column = first_row + 4 * up, first_column + 4 * across
            if min(first_row, first_column, last_row, last_column) < 0:
                continue
            if max(first_row, first_column, last_row, last_column) >= SIZE:
                continue
            own, other = 0, 0
            for at in range(5):
                cell = cells[first_row + at * up, first_column + at * across]
                own += cell == mine
                other += cell != 0 and cell != mine
            if other == 0:
                value += MINE[own]
            elif own == 0:
                value += OTHER[other]
    return value


@njit(cache=False)
def count(cells, row, column, sums, times):
    """Add `times` the value of the fives through the point to `sums`: for Black, for White, and the fours of each."""
    for direction in range(4):
        up, across = STEPS[direction, 0], STEPS[direction, 1]
        for back in range(5):
            first_row, first_column = row - back * up, column - back * across
            last_row, last_column = first_row + 4 * up, first_column + 4 * across
            if min(first_row, first_column, last_row, last_column) < 0:
                continue
            if max(first_row, first_column, last_row, last_column) >= SIZE:
                continue
            black, white = 0, 0
            for at in range(5):
                cell = cells[first_row + at * up, first_column + at * across]
                black += cell == 1
                white += cell == 2
            if white == 0:
                sums[0] += times * OWN[black]
                sums[2] += times * (black == 4)
            elif black == 0:
                sums[1] += times * OWN[white]
                sums[3] += times * (white == 4)


@njit(cache=False)
def put(cells, row, column, colour, sums):
    """Place a stone, or with colour 0 remove it."""
    count(cells, row, column, sums, -1)
    cells[row, column] = colour
    count(cells, row, column, sums, 1)


@njit(cache=False)
def board_value(sums, mine):
    """Return the value of the board for the colour `mine`, which is to move."""
    if sums[1 + mine]:
        return WIN
    value = sums[0] - sums[1]
    return value if mine == 1 else -value


@njit(cache=False)
def is_five(cells, row, column):
    """Return whether five or more stones are in a row through the stone."""
    mine = cells[row, column]
    for direction in range(4):
        count = 1
        for way in (1, -1):
            up, across = way * STEPS[direction, 0], way * STEPS[direction, 1]
            at_row, at_column = row + up, column + across
            while 0 <= at_row < SIZE and 0 <= at_column < SIZE and cells[at_row, at_column] == mine:
                count += 1
                at_row += up
                at_column += across
        if count >= 5:
            return True
    return False


@njit(cache=False)
def is_near(cells, row, column):
    """Return whether there is a stone within two steps of the point."""
    for at_row in range(max(row - 2, 0), min(row + 3, SIZE)):
        for at_column in range(max(column - 2, 0), min(column + 3, SIZE)):
            if cells[at_row, at_column]:
                return True
    return False


@njit(cache=False)
def best_points(cells, mine, width):
    """Return the points near stones with the highest values, as 15 * row + column, best first."""
    points = numpy.zeros(width + 1, numpy.int64)
    values = numpy.zeros(width + 1, numpy.int64)
    count = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if cells[row, column] or not is_near(cells, row, column):
                continue
            value = point_value(cells, row, column, mine)
            at = count
            while at and values[at - 1] < value:
                values[at], points[at] = values[at - 1], points[at - 1]
                at -= 1
            if at < width:
                values[at], points[at] = value, 15 * row + column
                count = min(count + 1, width)
    return points[:count]


@njit(cache=False)
def searched(cells, mine, depth, alpha, beta, sums, nodes):
    """Return the value by alpha-beta. `nodes`: a list with the number of nodes that are left."""
    if depth == 0 or nodes[0] <= 0:
        return board_value(sums, mine)
    best = -2 * WIN
    for point in best_points(cells, mine, 12):
        row, column = point // SIZE, point % SIZE
        nodes[0] -= 1
        put(cells, row, column, mine, sums)
        if is_five(cells, row, column):
            value = WIN + depth
        else:
            value = -searched(cells, 3 - mine, depth - 1, -beta, -alpha, sums, nodes)
        put(cells, row, column, 0, sums)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def allowed(game, point):
    return game.refusal(point) is None and not game.warning(point)


def board_of(game):
    return numpy.array(list(game.cells), numpy.int64).reshape(SIZE, SIZE)


def greedy(game, number):
    """Return the point with the highest value one stone ahead, or a random point among equal points."""
    cells = board_of(game)
    found, most = [], 0
    for point in range(SIZE * SIZE):
        if game.cells[point] == 0:
            value = point_value(cells, point // SIZE, point % SIZE, game.turn)
            if value >= most and allowed(game, point):
                found = [*found, point] if value == most else [point]
                most = value
    return number.choice(found) if found else None


def alpha_beta(game, nodes):
    """Return the best point of a search with growing depth that ends after this number of nodes."""
    cells = board_of(game)
    points = [int(point) for point in best_points(cells, game.turn, 40) if allowed(game, int(point))][:16]
    left, sums = numpy.array((nodes,)), numpy.zeros(4, numpy.int64)
    stones, cells = cells, numpy.zeros((SIZE, SIZE), numpy.int64)
    for point in range(SIZE * SIZE):
        if stones[divmod(point, SIZE)]:
            put(cells, *divmod(point, SIZE), stones[divmod(point, SIZE)], sums)
    for depth in range(1, 20):
        best, chosen = -2 * WIN, None
        for point in points:
            row, column = divmod(point, SIZE)
            left[0] -= 1
            put(cells, row, column, game.turn, sums)
            if is_five(cells, row, column):
                return point
            value = -searched(cells, 3 - game.turn, depth - 1, -2 * WIN, -best, sums, left)
            put(cells, row, column, 0, sums)
            if left[0] <= 0:
                break
            if value > best:
                best, chosen = value, point
        if chosen is not None:
            points.remove(chosen)
            points.insert(0, chosen)
        if left[0] <= 0 or abs(best) >= WIN // 2:
            break
    return points[0] if points else None


