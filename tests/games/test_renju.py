"""Renju as a game: all the ways a game continues and ends. Source: RIF, firmware/docs/rules.md#order and #play."""

from portable import QUICK, cells_of, raises, read_lines, some
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, PASS, WHITE
from tengen.games.points import index, indices, names
from tengen.games.renju.game import Renju
from tengen.games.renju.position import DOUBLE_THREE, FIVE, FOUL_NAMES, LEGAL, OCCUPIED


def drawn(diagram, turn):
    """Return a game in progress with the drawn stones. `turn`: the colour that moves next."""
    game = Renju()
    cells, size = cells_of(diagram)
    assert size == game.size
    for point in range(len(cells)):
        if cells[point]:
            game.position.put(point, cells[point])
            game.moves.append(point)
    game.turn = turn
    return game


def play(game, move):
    """Play a move by its name: `h8`, or `--` for a pass."""
    return game.pass_() if move == "--" else game.play(index(move, 15))


def played(moves, **rules):
    """Return a game of these moves."""
    game = Renju(**rules)
    for move in moves.split():
        play(game, move)
    return game


def everything(game):
    """Return the whole state of a game."""
    return bytes(game.cells), list(game.position.verdicts), list(game.moves), game.turn, game.result, game.pending


def refused(game, reason, action, *arguments):
    """Check that the game refuses the action for this reason, and does not change."""
    before = everything(game)
    assert raises(ValueError, action, *arguments) == reason
    assert everything(game) == before


def board(*lines):
    """Draw the whole board from its lines, from row 8 up; all other rows are empty."""
    empty = " ".join("." * 15)
    rows = [empty] * (15 - 7 - len(lines)) + list(lines) + [empty] * 7
    return "\n".join(rows)


def test_black_begins_on_the_centre():  # RIF 3: the first stone on the centre
    game = Renju()
    assert game.zone() == (112,)
    refused(game, coded("refused.first_on_centre"), game.play, index("h9", 15))
    assert game.play(112) == ((112, EMPTY, BLACK),)
    assert game.zone() is None
    assert game.turn == WHITE and game.cells[112] == BLACK


def test_the_first_stone_is_free_where_the_opening_says_so():  # firmware/docs/rules.md#play: Swap-2, Swap-5
    game = Renju(free_centre=True)
    assert game.zone() is None and game.refusal(0) is None
    game.play(0)
    assert game.cells[0] == BLACK and game.turn == WHITE


def test_an_occupied_point_is_refused():
    game = played("h8")
    refused(game, coded("refused.occupied"), game.play, 112)


def test_what_is_no_point_is_refused():
    game = played("h8")
    for point in (PASS, 225, 1000):
        refused(game, coded("refused.no_point"), game.play, point)


def foul(diagram, point, reason):
    """Check that this black stone gets a warning and loses; return the game."""
    game = drawn(diagram, BLACK)
    at = index(point, 15)
    assert game.refusal(at) is None and game.warning(at) == reason == FOUL_NAMES[game.verdict(at)]
    assert game.play(at) == ((at, EMPTY, BLACK),)
    assert game.result.winner == WHITE and game.result.reason == reason
    assert tuple(game.result.points) == (at,)
    assert game.wanted() == 0 and game.cells[at] == BLACK
    assert game.warning(0) is None
    refused(game, coded("refused.over"), game.play, 0)
    return game


CROSSED_FOURS = board(
    ". . . . . . X . . . . . . . .",
    ". . . . . . X . . . . . . . .",
    ". . . . . . X . . . . . . . .",
    ". . O X X X . . . . . . . . .",
)


CROSSED_THREES = board(
    ". . . . . . X . . . . . . . .",
    ". . . . . . X . . . . . . . .",
    ". . . . . . . X X . . . . . .",
)


def test_black_loses_by_a_foul():
    for diagram, point, reason in (
        (board(". . . X X X . X X . . . . . ."), "g8", "overline"),  # firmware/docs/rules.md#order
        (CROSSED_FOURS, "g8", "double-four"),  # firmware/docs/rules.md#order
        (board(". . . . X . X . X . X . . . ."), "h8", "double-four"),  # a double-four in one line
        (CROSSED_THREES, "g8", "double-three"),  # firmware/docs/rules.md#order
    ):
        foul(diagram, point, reason)


def test_two_threes_of_which_one_can_not_be_made_a_straight_four_do_not():  # RIF 9.3
    game = Renju()
    for point in indices("k12f11g11j11h10h8i8i7j7g6", 15):
        game.position.put(point, BLACK)
        game.moves.append(point)
    at = index("h9", 15)
    assert game.verdict(at) == LEGAL and game.warning(at) is None
    game.play(at)
    assert game.result is None and game.turn == WHITE


def test_a_four_and_a_three_is_blacks_way_to_win():  # firmware/docs/rules.md#order
    game = drawn(
        board(
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . O X X X . . . . . . . . .",
        ),
        BLACK,
    )
    at = index("g8", 15)
    assert game.warning(at) is None
    game.play(at)
    assert game.result is None


def test_white_has_no_fouls():  # firmware/docs/rules.md#shapes
    for diagram in (CROSSED_FOURS, CROSSED_THREES):
        for turned in (diagram, diagram.replace("X", "W").replace("O", "X").replace("W", "O")):
            game = drawn(turned, WHITE)
            at = index("g8", 15)
            assert game.warning(at) is None
            game.play(at)
            assert game.result is None


def test_a_five_beside_two_fours_wins_for_black():  # firmware/docs/rules.md#order
    game = drawn(CROSSED_FOURS, BLACK)
    game.position.put(index("g7", 15), BLACK)
    at = index("g8", 15)
    assert game.verdict(at) == FIVE and game.warning(at) is None
    game.play(at)
    assert names(game.result.points, 15) == ["g7", "g8", "g9", "g10", "g11"]


# the colour, the stone, and the five that it makes, or "" if it makes none
FIVES = (
    # RIF 2.1
    (BLACK, board("X . . . X X . X X . . . . . ."), "g8", "e8 f8 g8 h8 i8"),
    # five or more
    (WHITE, board(". . . O O O . O O . . . . . ."), "g8", "d8 e8 f8 g8 h8 i8"),
    # a five decides before everything else, here before an overline
    (
        BLACK,
        board(
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . . . . X . . . . . . . .",
            ". . . X X X . X X . . . . . .",
        ),
        "g8",
        "g8 g9 g10 g11 g12",
    ),
    # both diagonals
    (
        WHITE,
        board(
            ". . . . . O . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . O . . . . . . . . . . .",
            ". . O . . . . . . . . . . . .",
            ". O . . . . . . . . . . . . .",
        ),
        "e11",
        "b8 c9 d10 e11 f12",
    ),
    (
        WHITE,
        board(
            ". O . . . . . . . . . . . . .",
            ". . O . . . . . . . . . . . .",
            ". . . O . . . . . . . . . . .",
            ". . . . . . . . . . . . . . .",
            ". . . . . O . . . . . . . . .",
        ),
        "e9",
        "b12 c11 d10 e9 f8",
    ),
    # a line does not continue at the opposite edge
    (WHITE, board("O O . . . . . . . . . . . . .", ". . . . . . . . . . . . . O ."), "o8", ""),
)


def test_what_is_a_five():
    for turn, diagram, point, line in FIVES:
        game = drawn(diagram, turn)
        game.play(index(point, 15))
        result = game.result and (game.result.winner, game.result.reason, " ".join(names(game.result.points, 15)))
        assert result == ((turn, "five", line) if line else None), diagram


# the colours change from column to column and after every second row, so there is no five, and the last stone is not a
# foul
FULL = "\n".join(" ".join("XO"[(column + row // 2) % 2] for column in range(15)) for row in range(15))


def without(diagram, count):
    """Return a drawn board with the last points empty, from o1 to the left."""
    return diagram[: len(diagram) - 2 * count] + " ." * count


def test_a_full_board_is_a_draw():  # firmware/docs/rules.md#play
    game = drawn(without(FULL, 1), BLACK)
    play(game, "o1")
    assert game.result.winner == EMPTY and game.result.reason == "full board"
    assert not game.result.points


def test_a_pass_is_a_move():  # firmware/docs/rules.md#play
    game = played("h8")
    assert game.pass_refusal() is None
    assert game.pass_() == ()
    assert game.moves == [112, PASS] and game.turn == BLACK and game.wanted() == 1
    assert sum(1 for cell in game.cells if cell) == 1


def test_two_passes_in_a_row_are_a_draw():  # firmware/docs/rules.md#play
    game = played("h8 -- i9 --")
    assert game.result is None
    game.pass_()
    assert game.result.winner == EMPTY and game.result.reason == "two passes"
    refused(game, coded("refused.over"), game.pass_)


def test_no_pass_in_an_opening():  # firmware/docs/rules.md#play: no pass before stone 6
    game = Renju()
    refused(game, coded("refused.first_on_centre"), game.pass_)
    game = Renju(free_centre=True)
    refused(game, coded("refused.pass_before", number=2), game.pass_)
    game = Renju(passes_after=5)
    for move in ("h8", "i9", "g7", "h9"):
        play(game, move)
        refused(game, coded("refused.pass_before", number=6), game.pass_)
    play(game, "j9")
    game.pass_()
    assert game.moves[-1] == PASS


def test_a_draw_by_agreement():  # firmware/docs/rules.md#play
    game = played("h8 i9")
    game.agree()
    assert game.result.winner == EMPTY and game.result.reason == "agreement"
    refused(game, coded("refused.over"), game.agree)


def test_resigning_and_the_end_of_time_lose():  # firmware/docs/rules.md#play
    for loser, winner in ((BLACK, WHITE), (WHITE, BLACK)):
        game = played("h8 i9")
        game.resign(loser)
        assert game.result.winner == winner and game.result.reason == "resignation"
        game = played("h8 i9")
        game.time_out(loser)
        assert game.result.winner == winner and game.result.reason == "time"
        for action in (game.resign, game.time_out):
            refused(game, coded("refused.over"), action, BLACK)
    game = played("h8 i9")
    refused(game, "not a player's colour", game.resign, EMPTY)
    for action in (game.resign, game.time_out):
        refused(game, "not a player's colour", action, 3)
    game.time_out(EMPTY)
    assert game.result.winner == EMPTY and game.result.reason == "time", "of both: a draw"
    refused(game, coded("refused.over"), game.time_out, EMPTY)


def test_a_draw_for_who_passed_first():  # firmware/docs/rules.md#play: a tie-break rule of some clubs
    for moves, winner in (("h8 -- --", WHITE), ("h8 i9 -- --", BLACK), ("h8 -- i9 a1 -- --", WHITE)):
        game = played(moves, first_passer_wins_draws=True)
        assert game.result.winner == winner and game.result.reason == "first pass", moves
    game = played("h8 -- i9", first_passer_wins_draws=True)
    game.agree()
    assert game.result.winner == WHITE
    game = drawn(without(FULL, 2), WHITE)
    game.first_passer_wins_draws = True
    game.pass_()
    play(game, "o1")
    play(game, "n1")
    assert game.result.winner == WHITE and game.result.reason == "first pass"


def test_a_draw_where_nobody_passed_is_one_by_any_rules():
    game = played("h8 i9", first_passer_wins_draws=True)
    game.agree()
    assert game.result.winner == EMPTY and game.result.reason == "agreement"


def test_the_tie_breaker_is_for_draws_only():
    game = played("h8 --", first_passer_wins_draws=True)
    game.resign(WHITE)
    assert game.result.winner == BLACK and game.result.reason == "resignation"


DOUBLE_THREE_GAME = "h8 a1 i8 o1 g9 a15 g10 o15 g8"


def test_what_is_taken_back_leaves_nothing_behind():
    for moves in ("h8 i9 g7", "h8 i9 -- g7", "h8 -- --", DOUBLE_THREE_GAME, "h8 a1 i8 b1 j8 c1 k8 d1 l8"):
        game = Renju()
        before = []
        for move in moves.split():
            before.append(everything(game))
            play(game, move)
        while before:
            move = game.moves[-1]
            colour = BLACK if len(game.moves) % 2 else WHITE
            assert game.take_back() == (() if move == PASS else ((move, colour, EMPTY),))
            assert everything(game) == before.pop(), moves
        refused(game, coded("refused.no_move_back"), game.take_back)


def test_a_game_goes_on_after_its_lost_move_is_taken_back():
    game = played(DOUBLE_THREE_GAME)
    assert game.result.reason == "double-three"
    game.take_back()
    at = index("g8", 15)
    assert game.result is None and game.turn == BLACK and game.verdict(at) == DOUBLE_THREE
    play(game, "g11")
    assert game.result is None and game.verdict(game.moves[-1]) == OCCUPIED


def test_with_the_last_move_any_result_is_taken_back():
    for end in ("agree", "resign", "time_out"):
        game = played("h8 i9")
        before = everything(played("h8"))
        getattr(game, end)(*(() if end == "agree" else (BLACK,)))
        assert game.take_back() == ((index("i9", 15), WHITE, EMPTY),)
        assert everything(game) == before
    game = Renju()
    game.resign(WHITE)
    refused(game, coded("refused.no_move_back"), game.take_back)


def test_2500_real_games_end_with_a_five_and_not_before():  # games.tsv, RenjuNet
    count = 0
    for line in read_lines("games.tsv")[:: 5 if QUICK else 1]:
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
    assert count == some(2500)


def test_a_foul_that_is_not_called_is_a_move_like_another():  # the foul counts if White claims it
    moves = indices("h8a1i8a3j9a5j10a7", 15)  # j8 would make threes in the row and the column
    for calls, winner in ((True, WHITE), (False, None)):
        game = Renju(calls_fouls=calls)
        for point in moves:
            game.play(point)
        point = index("j8", 15)
        assert game.warning(point) == "double-three"
        game.play(point)
        assert (game.result and game.result.winner) == winner


SILENT = {"calls_fouls": False, "calls_fives": False}
FIVE_GAME = "h8 a1 i8 b1 j8 c1 k8 d1 l8"
WHITES_FIVE_GAME = "h8 a1 i10 b1 j8 c1 k6 d1 l8 e1"
WHITES_SIX_GAME = "h8 a1 i10 b1 j8 c1 k6 e1 l8 f1 m13 d1"


def test_a_five_that_is_not_called_counts_when_it_is_declared():  # firmware/docs/rules.md#play: a game on a real board
    for moves, winner, line in (
        (FIVE_GAME, BLACK, "h8 i8 j8 k8 l8"),
        (WHITES_FIVE_GAME, WHITE, "a1 b1 c1 d1 e1"),
        (WHITES_SIX_GAME, WHITE, "a1 b1 c1 d1 e1 f1"),
    ):
        game = played(moves, calls_fives=False)
        assert game.result is None and game.wanted() == 1, moves
        earned = game.pending
        assert earned.winner == winner and earned.reason == "five", moves
        assert " ".join(names(earned.points, 15)) == line
        game.claim()
        assert game.result is earned and game.pending is None and game.wanted() == 0
        refused(game, coded("refused.over"), game.claim)


def test_a_foul_that_is_not_called_counts_when_it_is_claimed():  # firmware/docs/rules.md#play
    for rules in (SILENT, {"calls_fouls": False}):
        for moves, reason, point in (
            (DOUBLE_THREE_GAME, "double-three", "g8"),
            ("h8 a1 i8 a3 k8 a5 j9 a7 j10 c1 j11 c3 j8", "double-four", "j8"),
            ("f8 a1 g8 a3 h8 a5 i8 a7 k8 a9 l8 a11 j8", "overline", "j8"),
        ):
            game = played(moves, free_centre=True, **rules)
            assert game.result is None and game.turn == WHITE
            assert game.pending.winner == WHITE and game.pending.reason == reason
            assert names(game.pending.points, 15) == [point]
            game.claim()
            assert game.result.winner == WHITE and game.result.reason == reason


def test_a_five_beside_two_fours_is_pending_as_a_five():  # firmware/docs/rules.md#order
    game = drawn(CROSSED_FOURS, BLACK)
    game.calls_fouls = game.calls_fives = False
    game.position.put(index("g7", 15), BLACK)
    play(game, "g8")
    assert game.pending.winner == BLACK and game.pending.reason == "five"


def test_what_is_called_is_not_pending():
    for moves in (FIVE_GAME, WHITES_FIVE_GAME, DOUBLE_THREE_GAME, "h8 a1"):
        assert played(moves).pending is None
    assert played(FIVE_GAME, calls_fouls=False).result.reason == "five"
    assert played(DOUBLE_THREE_GAME, calls_fives=False).result.reason == "double-three"


def test_nothing_to_claim():  # firmware/docs/rules.md#play: after a wrong claim the game continues
    for moves in ("h8", "h8 --", DOUBLE_THREE_GAME + " o3", FIVE_GAME + " o3", FIVE_GAME + " --"):
        refused(played(moves, **SILENT), coded("device.nothing_to_claim"), played(moves, **SILENT).claim)
    game = Renju(**SILENT)
    refused(game, coded("device.nothing_to_claim"), game.claim)
    for moves in (FIVE_GAME, DOUBLE_THREE_GAME):
        game = played(moves, **SILENT)
        game.take_back()
        refused(game, coded("device.nothing_to_claim"), game.claim)
        play(game, moves.split()[-1])
        game.claim()
        game.take_back()
        assert game.result is None and game.pending is None


# firmware/docs/rules.md#play: a foul must be claimed before White's own next move
def test_what_has_lapsed_does_not_come_back():
    game = played(DOUBLE_THREE_GAME + " o3", **SILENT)
    game.take_back()
    assert game.pending is None and game.result is None


def test_the_game_goes_on_after_a_five_that_nobody_declared():
    game = played(FIVE_GAME + " o3 o5", **SILENT)
    assert game.result is None and game.pending is None
    game.resign(BLACK)
    refused(game, coded("refused.over"), game.claim)


def test_the_end_of_the_game_leaves_nothing_to_claim():
    game = played(FIVE_GAME, **SILENT)
    game.agree()
    refused(game, coded("refused.over"), game.claim)


# like FULL, but the last stone completes a row of five
FULL_FIVE = FULL[:-11] + "O X X X X X"


def test_the_last_stone_of_a_full_board_can_still_be_claimed():
    game = drawn(without(FULL_FIVE, 1), BLACK)
    game.calls_fives = False
    play(game, "o1")
    assert game.result is None and game.pending.reason == "five"
    game.claim()
    assert game.result.winner == BLACK
    game = drawn(without(FULL_FIVE, 1), BLACK)
    game.calls_fives = False
    play(game, "o1")
    game.pass_()
    assert game.result.winner == EMPTY and game.result.reason == "full board"
    game.take_back()
    game.take_back()
    game.calls_fives = True
    play(game, "o1")
    assert game.result.winner == BLACK


def test_a_position_instead_of_the_beginning():
    game = played("h8 i9 -- g7")
    game.set_up(indices("g9g10h8i8", 15), indices("a1o1", 15), BLACK)
    assert game.turn == BLACK and game.moves == [] and game.wanted() == 1
    for name, colour in (("g9", BLACK), ("i8", BLACK), ("o1", WHITE), ("i9", EMPTY), ("g7", EMPTY)):
        assert game.cells[index(name, 15)] == colour
    assert game.warning(index("g8", 15)) == "double-three"
    refused(game, coded("refused.no_move_back"), game.take_back)
    play(game, "g8")
    assert game.result.reason == "double-three"
    game.take_back()
    assert game.result is None and game.turn == BLACK and game.cells[index("i8", 15)] == BLACK


# in a position set up by a teacher, the first stone need not be on the centre, and passes are allowed before stone 6
def test_after_a_position_is_set_up_no_opening_holds():
    game = Renju(passes_after=5)
    game.set_up((), (), WHITE)
    assert game.zone() is None and game.pass_refusal() is None
    play(game, "a1")
    assert game.cells[0] == WHITE and game.turn == BLACK


def test_a_five_from_a_position():
    game = Renju()
    game.set_up((), indices("d8e8f8g8i8", 15), WHITE)
    play(game, "h8")
    assert game.result.winner == WHITE and len(game.result.points) == 6


def test_a_set_up_begins_anew():
    for before in (DOUBLE_THREE_GAME, FIVE_GAME, "h8 -- --"):
        for rules in ({}, SILENT):
            game = played(before, **rules)
            game.set_up((112,), (), WHITE)
            assert game.result is None and game.pending is None and game.moves == []


def five_lies(*points):
    return coded("device.won_already", won="five", points=list(points))


def test_positions_that_can_not_be_set_up():
    game = played("h8 i9")
    line = indices("h4h5h6h7h8", 15)
    for black, white, turn, reason in (
        ((225,), (), BLACK, coded("refused.no_point")),
        ((), (PASS,), BLACK, coded("refused.no_point")),
        ((0, 7), (7,), BLACK, coded("refused.occupied")),
        ((7, 7), (), BLACK, coded("refused.occupied")),
        ((112,), (), EMPTY, "not a player's colour"),
        (line, (), BLACK, five_lies("h4", "h5", "h6", "h7", "h8")),
        ((), line + [index("h9", 15)], WHITE, five_lies("h4", "h5", "h6", "h7", "h8", "h9")),
    ):
        refused(game, reason, game.set_up, black, white, turn)
    full, _ = cells_of(FULL)
    stones = [[point for point in range(225) if full[point] == colour] for colour in (BLACK, WHITE)]
    refused(game, coded("device.no_empty_point"), game.set_up, stones[0], stones[1], BLACK)
    game.set_up(line + [index("h9", 15)], (), WHITE)  # six in a row are not a five for Black
    assert game.result is None


def test_who_passed_first_where_white_began():  # firmware/docs/rules.md#play: the tie-break rule after a set-up
    for turn, moves, winner in (
        (WHITE, "-- --", WHITE),
        (WHITE, "a1 -- --", BLACK),
        (WHITE, "-- a1 a3 -- --", WHITE),
        (WHITE, "a1 -- a3 a5 -- --", BLACK),
        (BLACK, "-- --", BLACK),
        (BLACK, "a1 -- --", WHITE),
    ):
        game = Renju(first_passer_wins_draws=True)
        game.set_up((112,), (), turn)
        for move in moves.split():
            play(game, move)
        assert game.result.reason == "first pass" and game.result.winner == winner, (turn, moves)
    game = Renju(first_passer_wins_draws=True)
    game.set_up((112,), (), WHITE)
    play(game, "a1")
    play(game, "--")
    game.agree()
    assert game.result.winner == BLACK


def test_one_position_serves_all_games_one_after_the_other():
    # After hours of play the heap may have no free piece for a second Position. A new game then failed on the Pico
    first = Renju()
    for point in ("h8", "i9"):
        first.play(index(point, 15))
    second = Renju(before=first)
    assert second.position is first.position and not any(second.cells) and second.fouls() == []
    second.play(index("h8", 15))
    assert [point for point in range(225) if second.cells[point]] == [index("h8", 15)]


def test_a_position_is_checked_without_a_change():
    game = Renju()
    game.play(index("h8", 15))
    raises(ValueError, game.check_position, indices("a1b1c1d1e1", 15), (), WHITE)
    raises(ValueError, game.check_position, (7, 7), (), BLACK)
    game.check_position(indices("a1b1c1d1", 15), indices("o15", 15), WHITE)
    assert [point for point in range(225) if game.cells[point]] == [index("h8", 15)]
