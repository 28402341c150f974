"""The memory of solver and player. The sizes fit, and values from an earlier owner do not change results."""

import fours_boards
from portable import seeded
from tengen.games import BLACK, WHITE, registry
from tengen.games.points import indices
from tengen.games.renju import kernels as rules
from tengen.games.renju.position import of_text
from tengen.partner import kernels, search, shapes
from tengen.partner.fours import Fours
from tengen.partner.player import Player
from tengen.partner.reserve import BYTES, Reserve
from tengen.session.opening import Expects

MANY = 4000  # fours
POSITIONS = (("h8i9h7g10", "h9g7j10f8", BLACK), ("e8f8g8h10h9a1", "d8c3d12l4n9", WHITE), ("", "", BLACK))


def filled(word):
    """Return a reserve with this value in each word, or with different junk in each word if the value is None."""
    reserve, chance = Reserve(), seeded(word or 45)
    for piece in (reserve.table, reserve.brain, reserve.position, reserve.fours):
        for at in range(len(piece)):
            piece[at] = chance(1 << 30) if word is None else word
    for piece, bits in ((reserve.patterns, 8), (reserve.powers, 16)):
        for at in range(len(piece)):
            piece[at] = chance(1 << bits) if word is None else word & (1 << bits) - 1
    return reserve


def left(budget_us):
    """Return the reserve of a solver and a player that were stopped during a search."""
    reserve = Reserve()
    solver = Fours(reserve)
    player = Player(solver)
    game = registry.new("renju")
    game.set_up(indices(POSITIONS[1][0], 15), indices(POSITIONS[1][1], 15), WHITE)
    player.begin(game, Expects("stone", colour=game.turn), game.refusal, 5, 3)
    player.think(budget_us)
    board = [each for each in fours_boards.boards() if each.turn == "O"][0]
    solver.begin(bytes(of_text(board.text).cells), WHITE)
    solver.try_fours(7)
    return reserve


def solved(solver):
    """Return the solver's results on some boards."""
    found = []
    for board in fours_boards.boards():
        solver.begin(bytes(of_text(board.text).cells), BLACK if board.turn == "X" else WHITE)
        solver.try_fours(MANY)
        win = solver.found
        found.append((solver.wins, solver.nodes, win and (win.line, win.why, win.fives, win.foul)))
    return found


def answers(player):
    """Return the player's answers in some positions."""
    found = []
    for black, white, turn in POSITIONS:
        game = registry.new("renju")
        game.set_up(indices(black, 15), indices(white, 15), turn)
        player.begin(game, Expects("stone", colour=turn), game.refusal, 4, 1, limit_us=100_000)
        while not player.think(20_000):
            pass
        found.append((player.answer, player.value, player.used_us))
    return found


def test_its_pieces_fit_what_uses_them():
    reserve = Reserve()
    assert len(reserve.fours) == kernels.WORDS and len(reserve.position) == rules.WORDS
    assert len(reserve.brain) == search.WORDS and len(reserve.patterns) == 3**8 and len(reserve.powers) == 512
    assert len(reserve.table) == 4096, "as many as the mask of search.py has"
    assert shapes.END < search.WORDS
    words = len(reserve.table) + len(reserve.brain) + len(reserve.position) + len(reserve.fours)
    assert 4 * words + len(reserve.patterns) + 2 * len(reserve.powers) == BYTES


def test_what_it_held_before_does_not_matter():
    fresh = Reserve()
    solver = Fours(fresh)
    wins, stones = solved(solver), answers(Player(solver))
    assert {win[0] for win in wins} == {True, False}
    for reserve in (filled(0xFFFFFFFF), filled(None), left(400_000), left(1_500_000), fresh):
        solver = Fours(reserve)
        assert solved(solver) == wins
        player = Player(Fours(reserve))
        assert answers(player) == stones and player._fours.table is reserve.table
