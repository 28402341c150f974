"""Renju as a game: turns, the first stone, fives. Drawn boards; sources: RULES (RIF), sections 2 and 5."""

from support import cells_of, raises, read_lines
from tengen.rules import BLACK, EMPTY, WHITE
from tengen.rules.points import index, indices, names
from tengen.rules.renju import Renju


def drawn(diagram, turn):
    """A game in the middle, as drawn; `turn` moves next."""
    game = Renju()
    cells, size = cells_of(diagram)
    assert size == game.size
    game.cells[:] = cells
    game.moves = [point for point in range(len(cells)) if cells[point]]
    game.turn = turn
    return game


def board(*lines):
    """A whole board of which only the rows from 8 up to the number of lines are drawn."""
    empty = " ".join("." * 15)
    rows = [empty] * (15 - 7 - len(lines)) + list(lines) + [empty] * 7
    return "\n".join(rows)



def test_black_begins_on_the_centre():  # RIF 3: the first stone on the centre
    game = Renju()
    assert game.zone() == (112,)
    assert raises(ValueError, game.play, index("h9", 15)) == "the first stone goes on the centre"
    assert not game.moves and game.turn == BLACK
    assert game.play(112) == ((112,), ())
    assert game.zone() is None
    assert game.turn == WHITE and game.cells[112] == BLACK


def test_an_occupied_point_is_refused_and_changes_nothing():
    game = Renju()
    game.play(112)
    before = bytes(game.cells)
    assert raises(ValueError, game.play, 112) == "there is a stone already"
    assert bytes(game.cells) == before and game.turn == WHITE and len(game.moves) == 1


def five(diagram, turn, point):
    game = drawn(diagram, turn)
    game.play(index(point, 15))
    return game


def test_five_in_a_row_wins_for_black():  # RIF 2.1
    game = five(board("X . . . X X . X X . . . . . ."), BLACK, "g8")
    assert game.result.winner == BLACK and game.result.reason == "five"
    assert names(game.result.points, 15) == ["e8", "f8", "g8", "h8", "i8"]
    assert game.wanted() == 0
    assert raises(ValueError, game.play, 0) == "the game is over"


def test_six_in_a_row_is_no_five_for_black():  # RIF 2.1: exactly five
    game = five(board(". . . X X X . X X . . . . . ."), BLACK, "g8")
    assert game.result is None


def test_six_in_a_row_wins_for_white():  # RULES 1: five or more
    game = five(board(". . . O O O . O O . . . . . ."), WHITE, "g8")
    assert game.result.winner == WHITE
    assert names(game.result.points, 15) == ["d8", "e8", "f8", "g8", "h8", "i8"]


def test_a_five_beside_an_overline_wins_for_black():  # RULES 2.1: a five before everything else
    game = five(
        board(
            ". . . . . . . . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . X X X . X X . . . . . .",
        ),
        BLACK,
        "g8",
    )
    assert game.result.winner == BLACK
    assert names(game.result.points, 15) == ["g8", "g9", "g10", "g11", "g12"]


def test_both_diagonals():
    up = five(
        board(
            ". . . . . O . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . O . . . . . . . . . . .",
            ". . O . . . . . . . . . . . .",
            ". O . . . . . . . . . . . . .",
        ),
        WHITE,
        "e11",
    )
    assert names(up.result.points, 15) == ["b8", "c9", "d10", "e11", "f12"]
    down = five(
        board(
            ". O . . . . . . . . . . . . .",
            ". . O . . . . . . . . . . . .",
            ". . . O . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . O . . . . . . . . .",
        ),
        WHITE,
        "e9",
    )
    assert names(down.result.points, 15) == ["b12", "c11", "d10", "e9", "f8"]


def test_a_line_does_not_run_round_the_edge():
    game = five(
        board(
            "O O . . . . . . . . . . . . .",
            ". . . . . . . . . . . . . O .",
        ),
        WHITE,
        "o8",
    )
    assert game.result is None


def test_a_full_board_is_a_draw():  # RULES 5
    # two rows of pairs in turn: no five anywhere
    text = "\n".join(" ".join("XO"[(column + row // 2) % 2] for column in range(15)) for row in range(15))
    game = drawn(text, BLACK)
    game.cells[0] = EMPTY
    game.moves.pop()
    game.turn = BLACK
    game.play(0)
    assert game.result.winner == EMPTY and game.result.reason == "full board"


def test_2500_real_games_end_with_a_five_and_not_before():  # games.tsv, RenjuNet
    count = 0
    for line in read_lines("games.tsv"):
        if not line:
            continue
        moves, winner = line.split("\t")
        game = Renju()
        for point in indices(moves, 15):
            assert game.result is None, line
            game.play(point)
        assert game.result.reason == "five", line
        assert game.result.winner == (BLACK if winner == "B" else WHITE), line
        count += 1
    assert count == 2500
