"""Random legal and illegal play of every game in the registry, with its options, taken back and played again.

At each step the game must equal the sum of its changes, effect() must predict play(), and a refused action must change
nothing. The openings' rules are not tested here, so each game may begin on any point.
"""

from portable import raises, seeded, some
from tengen.games import BLACK, COMMON, EMPTY, NEUTRAL, PASS, WHITE, opponent, registry, undone

CELLS = (EMPTY, BLACK, WHITE, NEUTRAL, COMMON)


def chosen(number, name):
    """Draw random options for a game, and a size."""
    options = {option: values[number(len(values))] for option, values, _ in registry.options(name)}
    sizes = registry.sizes(name)
    return 0 if options.get("torus") else sizes[number(len(sizes))], options


def state(game):
    """Return all values that a take-back must restore."""
    result = game.result and (game.result.winner, game.result.reason, tuple(game.result.points))
    told = (bytes(game.cells), tuple(game.moves), game.turn, game.wanted(), tuple(game.captured), result)
    return told + (tuple(sorted(game.standing)), game.kinds(), game.pending is None, game.pass_refusal())


def applied(cells, changes):
    """Apply these changes to the cells. Each change must fit. Return the cells."""
    cells = bytearray(cells)
    for point, was, now in changes:
        assert cells[point] == was != now and now in CELLS
        cells[point] = now
    return cells


def near(number, game):
    """Draw a point, mostly beside the last stones, so that rows, captures and fouls arise."""
    size = game.size
    stones = [move for move in game.moves[-12:] if move != PASS]
    if not stones or not number(4):
        return number(size * size)
    column = min(size - 1, max(0, stones[number(len(stones))] % size + number(5) - 2))
    row = min(size - 1, max(0, stones[number(len(stones))] // size + number(5) - 2))
    return row * size + column


def play_one(number, game):
    """Do one random action, legal or not. Return the state before it, or None if it was refused."""
    before = state(game)
    number_of_moves = len(game.moves)
    if not number(25):
        if game.pass_refusal():
            raises(ValueError, game.pass_)
            assert state(game) == before
            return None
        colour = game.turn
        assert game.pass_() == () == game.changes_of(number_of_moves)
        assert game.colour_of(number_of_moves) == colour
        return before
    point = near(number, game)
    kinds = game.kinds()
    kind = kinds[number(len(kinds))]
    why = game.refusal(point, kind)
    foul, excused = game.warning(point, kind), game.excused(point)
    zone = game.zone()
    assert state(game) == before
    assert why or zone is None or point in zone
    if why:
        assert raises(ValueError, game.play, point, kind) == why
        assert state(game) == before
        return None
    effect = tuple(game.effect(point, kind))
    assert state(game) == before and effect[0][0] == point and effect[0][1] == EMPTY
    colour, captured = game.turn, list(game.captured)
    assert tuple(game.play(point, kind)) == effect == tuple(game.changes_of(number_of_moves))
    assert applied(before[0], effect) == game.cells
    assert game.moves[-1] == point and game.colour_of(number_of_moves) == colour
    assert game.colour_of(len(game.moves)) == game.turn or game.result
    gone = sum(1 for _, was, now in effect if now == EMPTY and was in (BLACK, WHITE))
    counted = sum(game.captured) - sum(captured)
    assert counted in (0, gone) and (not game.goal or kind != "own" or counted == gone)
    result = game.result
    if foul:
        assert (result.reason, result.winner) == (foul, opponent(colour)) and colour in game.may_foul
        assert game.foul_lines(point) and not excused
    if result and result.winner and len(result.points) > 1 and result.reason != "open four":
        assert all(game.cells[each] in (result.winner, COMMON) for each in result.points)
    for each in game.standing:
        assert game.cells[each] == colour and not result
    return before


def try_game(number, name, most):
    """Play a game and record its changes and kinds. Take all moves back, play them again, and continue."""
    size, options = chosen(number, name)
    game = registry.new(name, size, options, passes_after=number(3), first_passer_wins_draws=number(2) == 1)
    befores, tries = [], 0
    for _ in range(3):
        while not game.result and len(befores) < most and tries < 20 * most:
            tries += 1
            before = play_one(number, game)
            if before:
                befores.append(before)
        if game.result:
            assert game.refusal(0) and game.pass_refusal() and game.wanted() == 0
        moves, end = list(game.moves), state(game)
        all_changes = [tuple(game.changes_of(at)) for at in range(len(moves))]
        for before in reversed(befores):
            assert tuple(game.take_back()) == undone(all_changes[len(game.moves)])
            assert state(game) == before
        assert not any(game.cells) and game.turn == game.first
        raises(ValueError, game.take_back)
        for move, changes in zip(moves, all_changes):  # noqa: B905  # MicroPython has no strict
            if move == PASS:
                game.pass_()
            else:
                game.play(move, kind_by(game, move, changes))
        assert state(game) == end
        for _ in range(min(len(befores), number(6))):
            game.take_back()
            assert state(game) == befores.pop()


def kind_by(game, point, changes):
    """Return the kind of a stone with these changes."""
    return [kind for kind in game.kinds() if tuple(game.effect(point, kind)) == changes][0]


def test_every_game_with_its_options():
    number = seeded(41)
    for name in registry.NAMES:
        for _ in range(some(4)):
            try_game(number, name, 60)
