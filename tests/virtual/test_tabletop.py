"""The colour of a stone for which the hand gives none: it follows from the firmware's events."""

from tengen_host.virtual.tabletop import Tabletop


class Quiet(Tabletop):
    """A table whose firmware gets no reed changes."""

    def now_ms(self):
        return 0

    def _reed(self, point, closed):
        pass


def told(*events):
    board = Quiet()
    for event in events:
        board.told(event)
    return board


def drawn(board, *points):
    for point in points:
        board.put(point)
    return [board.state()[0]["stones"][point] for point in points]


def expects(do, turn):
    return {"event": "expects", "do": do, "turn": turn}


def move(point, colour, turn):
    return {"event": "move", "point": point, "colour": colour, "turn": turn}


OFFERED = {"event": "offered", "points": ["g7", "i7"]}


def test_a_new_stone_is_of_the_turn():
    assert drawn(told(expects("stone", "white")), "h8") == ["white"]
    assert drawn(told(expects("stone", "white"), {"event": "expects", "do": "over", "turn": None}), "h8") == ["white"]


def test_a_stone_of_the_game_goes_back_as_what_it_was():
    assert drawn(told(move("h8", "black", "white")), "h8", "i9") == ["black", "white"]


def test_offers_are_black_and_the_stone_beside_them_white():
    board = told(expects("offer", "black"))
    assert drawn(board, "g7", "i7") == ["black", "black"]
    for event in (OFFERED, expects("keep", "black")):
        board.told(event)
    board.lift("g7")
    assert drawn(board, "g7", "c3") == ["black", "white"]


def test_a_snapshot_changes_no_colour():
    lie = {"event": "snapshot", "board": "." * 225, "turn": "black", "offers": ["g7", "i7"]}
    lie["expects"] = expects("keep", "black")
    for before in ((), (OFFERED, expects("keep", "black"))):
        assert drawn(told(*before, lie), "g7", "c3") == ["black", "white"]


def test_a_move_that_was_taken_back_is_forgotten():
    board = told(move("h8", "black", "white"), {"event": "taken_back", "removed": ["h8"], "moves": "", "turn": "black"})
    board.told(expects("stone", "white"))
    assert drawn(board, "h8") == ["white"]


def test_a_position_is_set_up_in_its_colours():
    rows = ["." * 15] * 15
    rows[0] = "O" + "." * 13 + "X"  # row 15
    rows[14] = "." * 14 + "O"  # row 1
    board = told(move("h8", "black", "white"), {"event": "set_up", "board": "".join(rows), "turn": "black"})
    assert drawn(board, "a15", "o15", "o1", "h8") == ["white", "black", "white", "black"]


def test_a_new_game_knows_nothing_of_the_last():
    board = told(move("h8", "black", "white"), OFFERED, {"event": "new_game", "turn": "white"})
    assert drawn(board, "h8", "g7") == ["white", "white"]
