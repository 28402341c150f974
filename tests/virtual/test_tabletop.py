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


def test_a_board_of_older_firmware_or_of_new_gives_the_same_stones():
    changed = move("h8", "black", "white") | {"changes": [["h8", "empty", "black"]]}
    assert drawn(told(changed), "h8", "i9") == drawn(told(move("h8", "black", "white")), "h8", "i9")


PENTE = {"event": "started", "game": "pente", "size": 15, "first": "white", "turn": "white", "goal": 10}


def changed(point, colour, turn, *changes):
    return move(point, colour, turn) | {"changes": [[point, "empty", colour], *changes]}


CAPTURE = (
    PENTE,
    changed("d8", "white", "black"),
    changed("e8", "black", "white"),
    changed("a1", "white", "black"),
    changed("f8", "black", "white"),
    changed("g8", "white", "black", ["e8", "black", "empty"], ["f8", "black", "empty"]),
)


def test_the_first_stone_is_white_where_white_begins():
    assert drawn(told(PENTE), "h8") == ["white"]


def test_a_captured_stone_that_is_lifted_too_early_goes_back_as_what_it_was():
    # before the press
    board = told(*CAPTURE[:-1], {"event": "provisional", "point": "g8", "points": ["g8"], "colour": "white"})
    assert drawn(board, "e8", "g8", "f8") == ["black", "white", "black"]


def test_a_stone_beside_captured_stones_is_the_next_players():
    board = told(*CAPTURE, {"event": "lift", "points": ["e8", "f8"], "provisional": None})
    assert drawn(board, "h9", "d8") == ["black", "white"]


def test_a_capture_that_was_taken_back_is_put_back_in_its_own_colour():
    back = {"event": "taken_back", "moves": "d8e8a1f8", "colours": "OXOX", "turn": "white", "removed": ["g8"]}
    back["changes"] = [["e8", "empty", "black"], ["f8", "empty", "black"], ["g8", "white", "empty"]]
    assert drawn(told(*CAPTURE, back), "e8", "g8", "f8") == ["black", "white", "black"]


def test_a_turned_stone_is_put_back_in_its_new_colour():
    board = told(PENTE, changed("d8", "white", "black"), changed("e8", "black", "white", ["d8", "white", "black"]))
    assert drawn(board, "d8") == ["black"]


def test_both_stones_of_a_turn_are_of_its_colour():
    board = told(changed("h8", "black", "white") | {"wanted": 2})
    assert drawn(board, "i9") == ["white"]
    board.told({"event": "provisional", "point": "i9", "points": ["i9"], "colour": "white"})
    assert drawn(board, "g7") == ["white"]
    board.told(changed("i9", "white", "white"))
    assert drawn(board, "a1") == ["white"], "one stone of the turn is still wanted"
    board.told(changed("g7", "white", "black"))
    assert drawn(board, "a2") == ["black"]


def test_a_field_smaller_than_the_board_lies_in_its_middle():
    start = {"event": "started", "game": "four", "size": 8, "turn": "black"}
    board = told(start, changed("a1", "black", "white"), changed("h8", "white", "white"))
    assert drawn(board, "d4", "k11", "a1", "h8") == ["black", "white", "white", "white"]


def test_a_stone_of_neither_player():
    board = told({"event": "set_up", "board": "." * 112 + "C" + "." * 112, "turn": "black"})
    assert drawn(board, "h8") == ["common"]
