"""A game on 8x8 points in the middle of the 15x15 board, with stones outside the field."""

from table import Table
from tengen.codes import coded
from tengen.games.points import index
from tengen.session.board_state import DISTURBED, PROVISIONAL, TELL_MS


def four():
    """Return a game of Four In A Row, by buttons. The field's a1 is the board's d4."""
    return Table(game="four", opening="free", move="button")


def test_a_small_field_lies_in_the_middle_of_the_board_in_a_ring_of_lights():
    table = four()
    field = table.session.field
    assert field.on_board(0) == index("d4", 15) and field.on_board(63) == index("k11", 15)
    ring = table.picture().frame
    assert len(ring) == 36 and index("c3", 15) in ring and index("l12", 15) in ring and index("d4", 15) not in ring


def test_a_stone_outside_the_field_is_asked_away_and_is_no_move():
    table = four().put("a1").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["outside"] == 1
    assert table.picture().outside == (index("a1", 15),)
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.outside"))
    table.put("h4").press("p1")
    parts = [coded("refused.take_away", points=["e1"]), coded("refused.outside")]
    assert table.refused()[1] == coded("refused.all", parts=parts) and not table.moves()
    table.lift("a1").wait(20)
    assert table.session.board_state.state == PROVISIONAL
