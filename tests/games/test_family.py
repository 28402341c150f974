"""Compare random games on small boards, where much happens, with the definitions of tests/support/plain_family.py."""

from plain_family import Plain
from portable import seeded, some
from tengen.games import OWN, bomb_pente, bomb_renju, connect6, gomoku, neutral_pente, pente, repensi
from tengen.games.collinear import axes, collinear
from tengen.games.lines import row_length, run_through
from tengen.games.points import DIRECTIONS

NEW = {
    "gomoku": gomoku.new,
    "pente": pente.new,
    "connect6": connect6.new,
    "bomb-renju": bomb_renju.new,
    "bomb-pente": bomb_pente.new,
    "neutral-pente": neutral_pente.new,
    "repensi": repensi.new,
}
OVERLINES = ("wins", "ignored", "refused", "refused-first")
RULES = ("", "collinear6", "noncollinear5")


def compare(game, plain):
    """Check that the game equals the plain game."""
    size = game.size
    cells = bytearray(size * size)
    for column, row in plain.board:
        cells[row * size + column] = plain.board[(column, row)]
    assert game.cells == cells
    assert game.captured[1:] == [plain.captured[1], plain.captured[2]]
    result = plain.result
    if not result:
        assert game.result is None, (game.result.winner, game.result.reason)
        assert game.turn == plain.turn and game.wanted() == plain.left
    else:
        assert game.result and (game.result.winner, game.result.reason) == result[:2]
        points = {(point % size, point // size) for point in game.result.points}
        assert points in [set(line) for line in result[2]] if result[2] else not points
    standing = set()
    for line in plain.stood:
        standing |= line
    assert {(point % size, point // size) for point in game.standing} == standing


def state(game):
    return bytes(game.cells), list(game.captured), game.turn, game.wanted(), game.standing, game.kinds()


def random_game(number, kind, size, options, reasons, torus=False):
    """Play one random game in both ways, then take it back."""
    plain = Plain(kind, size, options)
    game = NEW[kind](size, options)
    before = []
    points = size * size
    while not game.result:
        point = number(points)
        allowed = plain.may((point % size, point // size))
        special = plain.specials[plain.turn] > 0 and number(6) == 0
        stone = game.special if special else OWN
        assert game.kinds() == ((OWN, game.special) if plain.specials[plain.turn] else (OWN,))
        assert (game.refusal(point, stone) is None) == allowed, (point, game.refusal(point, stone), options)
        if not allowed:
            continue
        if kind == "connect6" and options["rules"]:
            zone = game.zone()
            assert zone is None or point in zone
        before.append(state(game))
        effect = game.effect(point, stone)
        assert bytes(game.cells) == before[-1][0]
        assert game.play(point, stone) == effect
        plain.play((point % size, point // size), special)
        compare(game, plain)
    reasons[game.result.reason] = reasons.get(game.result.reason, 0) + 1
    while before:
        game.take_back()
        assert state(game) == before.pop()
        assert game.result is None
    assert game.moves == []


def test_gomoku():
    number, reasons = seeded(21), {}
    for at in range(some(40)):
        random_game(number, "gomoku", 5 + at % 4, {}, reasons)
    assert sorted(reasons) == ["five", "full board"], reasons


def test_pente_with_all_its_options():
    number, reasons = seeded(22), {}
    for at in range(some(96)):
        options = {"keryo": at & 1, "poof": at & 2, "boat": at & 4, "overline": OVERLINES[at // 8 % 4]}
        random_game(number, "pente", 6 + at // 32 % 3, options, reasons)
    assert {"five", "captures"} <= set(reasons), reasons


def test_connect6_with_all_its_options():
    number, reasons = seeded(23), {}
    for at in range(some(90)):
        options = {"torus": at % 2 == 1, "rules": RULES[at // 2 % 3]}
        random_game(number, "connect6", 5 + at // 6 % 4, options, reasons)
    assert {"five", "six", "full board", "no move"} <= set(reasons), reasons


def test_bombs_neutral_stones_and_turned_ones():
    number, reasons = seeded(26), {}
    for at in range(some(80)):
        kind = ("bomb-renju", "bomb-pente", "neutral-pente", "repensi")[at % 4]
        random_game(number, kind, 5 + at // 4 % 4, {}, reasons)
    assert {"five", "captures", "full board"} <= set(reasons), reasons


def test_rows_by_the_plain_definition():
    number = seeded(24)
    for at in range(some(40)):
        size, torus = 4 + at % 5, at % 2 == 1
        plain = Plain("connect6", size, {"torus": torus})
        cells = bytearray([1 if number(4) else 2 for _ in range(size * size)])
        board = {(point % size, point // size): cells[point] for point in range(size * size)}
        for point in range(size * size):
            for direction in DIRECTIONS:
                row = plain.row(board, (point % size, point // size), direction)
                run = run_through(cells, size, point, direction, torus)
                assert len(set(run)) == len(run) == row_length(cells, size, point, direction, cells[point], torus)
                assert {(each % size, each // size) for each in run} == row


def test_collinear_by_the_plain_definition():
    number = seeded(25)
    for size in (5, 8, 15) * 4:
        for torus in (False, True):
            plain = Plain("connect6", size, {"torus": torus})
            one = number(size * size)
            found = axes(one, size, torus)
            assert one in found and all(0 <= each < size * size for each in found)
            for other in range(size * size):
                if other != one:
                    aligned = plain.aligned((one % size, one // size), (other % size, other // size))
                    assert collinear(one, other, size, torus) == aligned == (other in found), (size, one, other)
