"""Compare the other games with tests/support/plain_others.py, in random positions and random play.

Each empty point of a position is tried. The tests compare whether the move is refused, its changes, and the game's
state after the move.
"""

from plain_others import PENTES, YEARS, Other
from portable import seeded, some
from tengen.games import BLACK, WHITE, registry
from test_family import OVERLINES, compare

ALL = ("five", "pente", "anti-renju", "anti-pente", "common-centre", "ninuki", "four", "irensei") + YEARS
SEGMENTS = ((1, 0), (0, 1), (1, 1), (1, -1))


def maker(name):
    """Return the class of a game, which takes a board of any size."""
    # MicroPython has no _MODULE at run time, because it is a constant
    module, _, its = registry._row(name)[2].partition(" ")
    return getattr(__import__("tengen.games." + module, None, None, (module,)), its or "new")


def options_for(name, at):
    if name == "ninuki":
        return {"both": at % 2 == 1}
    if name == "pente":
        return {"keryo": at & 1, "poof": at & 2, "boat": at & 4, "overline": OVERLINES[at // 8 % 4]}
    if name == "four":
        return {"drop": ("down", "edges", "interior")[at % 3], "clear": at // 3 % 2 == 1}
    return {}


def random_board(number, size, at):
    """Fill a board with short rows with gaps and single stones, or with scattered stones mostly of one colour."""
    board = {}
    if at % 3 == 2:
        few, colour = 3 + number(3), BLACK if number(4) else WHITE
        for place in [(x, y) for x in range(size) for y in range(size)]:
            if not number(few):
                board[place] = colour if number(9) else BLACK + WHITE - colour
        return board
    for _ in range(2 + number(size)):
        step, colour = SEGMENTS[number(4)], BLACK if number(4) > at % 3 else WHITE
        x, y = number(size), number(size)
        for _ in range(2 + number(6)):
            if 0 <= x < size and 0 <= y < size and number(6):
                board[(x, y)] = colour
            x, y = x + step[0], y + step[1]
    for _ in range(number(3 * size)):
        board[(number(size), number(size))] = BLACK if number(2) else WHITE
    return board


def try_position(number, name, size, options, at, reasons):
    """Try all moves from one random position. Return the number of moves tried."""
    board = random_board(number, size, at)
    turn = BLACK if number(3) else WHITE
    game, plain = maker(name)(size, options), Other(name, size, options)
    points = {place: place[1] * size + place[0] for place in plain.places()}
    black, white = ([points[place] for place in board if board[place] == colour] for colour in (BLACK, WHITE))
    try:
        game.set_up(black, white, turn)
    except ValueError:
        return 0
    if name == "common-centre" and (size // 2, size // 2) in board:
        board[(size // 2, size // 2)] = 4
    if name == "irensei" and not all(plain.liberties(board, place) for place in board):
        return 0  # this position can't occur in a game
    plain.set_up(board, turn)
    if name in PENTES:
        for colour in (BLACK, WHITE):
            game.captured[colour] = plain.captured[colour] = number(game.goal)
    tried = 0
    fouls = game.fouls()
    assert fouls == [point for point in range(size * size) if game.warning(point)]
    for place in plain.places():
        point = points[place]
        allowed = plain.may(place)
        assert (game.refusal(point) is None) == allowed, (name, options, place, game.refusal(point), board, turn)
        if not allowed:
            refused = place not in board and "refused" or "taken"
            reasons[refused] = reasons.get(refused, 0) + 1
            continue
        tried += 1
        kept = bytes(game.cells)
        foul, excused, lines = game.warning(point), game.excused(point), game.foul_lines(point)
        effect = game.effect(point)
        assert bytes(game.cells) == kept
        assert game.play(point) == effect
        copy = plain.copy()
        copy.play(place)
        compare(game, copy)
        reason = game.result and game.result.reason
        assert foul == (reason if reason in ("overline", "double-three", "open four") else None), (name, foul, reason)
        assert not foul or (lines and not excused), (name, place, foul)
        reasons[reason] = reasons.get(reason, 0) + 1
        game.take_back()
        assert bytes(game.cells) == kept
    return tried


def size_for(name, at):
    if name == "common-centre":
        return (7, 9, 11)[at % 3]
    return {"four": 4 + 2 * (at % 3), "irensei": 11 + at % 3}.get(name, (7, 8, 9, 11)[at % 4])


def positions_of(name, count, seed):
    """Try `count` positions. Return how often each outcome occurred, and the number of moves tried."""
    number, reasons, tried = seeded(seed), {}, 0
    for at in range(count):
        tried += try_position(number, name, size_for(name, at), options_for(name, at), at, reasons)
    return reasons, tried


def test_positions_of_all_these_games():
    for name in ALL:
        reasons, tried = positions_of(name, some(32), 31)
        assert tried > some(32) and reasons.get(None), name
