"""A game's moves in words."""

from tengen.games import PASS
from tengen.games.moves import move_name, moves_text
from tengen.games.points import index


def test_a_pass_has_its_own_mark():  # firmware/docs/family.md#for-programs
    assert move_name(PASS, 15) == move_name(PASS, 19) == "--"
    assert move_name(112, 15) == "h8"


def test_a_game_in_one_word():
    assert moves_text([112, index("i9", 15), PASS, index("g7", 15)], 15) == "h8i9--g7"
    assert moves_text([], 15) == ""
