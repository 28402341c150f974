"""The default colour of a stone, which follows from the state that the board has sent."""

from tengen.games import COLOUR_NAMES, COMMON
from tengen_host.virtual.tabletop import Tabletop


class Quiet(Tabletop):
    """A table without reed changes for the firmware, which has sent these groups."""

    def __init__(self, turn="black", stones=None, do="stone", hand=None, **game):
        super().__init__()
        changes = [[point, "empty", colour] for point, colour in (stones or {}).items()]
        self.say(
            game={"size": 15, "name": "renju", **game},
            board={"clear": True, "changes": changes},
            asks={"do": do, "wanted": 1, "turn": turn},
            hand={"state": "calm", **(hand or {})},
        )

    def say(self, **groups):
        self.told({"seq": len(self.lines) + 1, "t": 0, "is": groups})

    def now_ms(self):
        return 0

    def _reed(self, point, closed):
        pass


def drawn(board, *points):
    for point in points:
        board.put(point)
    return [board.state()[0]["stones"][point] for point in points]


def test_a_new_stone_is_of_the_turn_also_after_the_end():
    board = Quiet("white")
    assert drawn(board, "h8") == ["white"]
    board.say(asks={"do": "over", "wanted": 0})
    assert drawn(board, "i9") == ["white"]


def test_a_stone_of_the_game_goes_back_as_what_it_was():
    assert drawn(Quiet("white", {"h8": "black"}), "h8", "i9") == ["black", "white"]


def test_offers_are_black_and_the_stone_beside_them_white():
    board = Quiet("black", do="offer")
    assert drawn(board, "g7", "i7") == ["black", "black"]
    offered = {"state": "keeping", "offers": ["g7", "i7"], "left": ["g7", "i7"]}
    changes = [[point, "empty", "black"] for point in offered["offers"]]
    board.say(asks={"do": "keep", "turn": "black"}, hand=offered, board={"changes": changes})
    board.lift("g7")
    assert drawn(board, "g7", "c3") == ["black", "white"]


def test_both_stones_of_a_turn_are_of_its_colour_and_the_reply_to_them_is_not():
    board = Quiet("white", settings={"move": "button"})
    board.say(asks={"do": "stone", "wanted": 2, "turn": "white"})
    assert drawn(board, "i9") == ["white"]
    board.say(hand={"state": "provisional", "new": ["i9"]})
    assert drawn(board, "g7") == ["white"]
    board.say(hand={"state": "provisional", "new": ["i9", "g7"]})
    assert drawn(board, "a1") == ["black"]


def test_a_captured_stone_that_is_lifted_too_early_goes_back_as_what_it_was():
    board = Quiet("white", {"e8": "black"}, hand={"state": "provisional", "new": ["g8"], "takes": ["e8"]})
    assert drawn(board, "e8") == ["black"]
    board.say(board={"changes": [["e8", "black", "empty"]]}, hand={"state": "calm"})
    assert drawn(board, "h9") == ["white"]


def test_a_field_smaller_than_the_board_lies_in_its_middle():
    board = Quiet("white", {"a1": "black", "h8": "white"}, size=8, name="four")
    assert drawn(board, "d4", "k11", "a1", "h8") == ["black", "white", "white", "white"]


def test_a_stone_of_neither_player():
    assert drawn(Quiet("black", {"h8": COLOUR_NAMES[COMMON]}), "h8") == ["common"]
    assert drawn(Quiet("black", hand={"state": "calm", "kind": "bomb"}), "i9") == ["neutral"]
