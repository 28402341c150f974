"""What events say of a game: of Renju by old and new firmware, and of games that capture or put two stones a turn."""

import pytest
from tengen_host.game_state import GameState, Move, Result


def told(*events, state=None):
    state = state or GameState()
    for event in events:
        state = state.after(event)
    return state


def started(game="pente", **others):
    return {"event": "started", "game": game, "size": 15, "turn": "black", **others}


PENTE = started(first="white", turn="white", goal=10, torus=False)
CONNECT6 = started("connect6", first="black", goal=0, torus=True)


def put(point, colour):
    return [point, "empty", colour]


def gone(point, colour):
    return [point, colour, "empty"]


def move(point, colour, turn, *changes, wanted=1, **others):
    changes = [put(point, colour), *map(list, changes)]
    return {
        "event": "move", "point": point, "colour": colour, "turn": turn, "changes": changes, "wanted": wanted, **others
    }  # fmt: skip


def provisional(colour, *points, takes=(), **others):
    return {
        "event": "provisional", "point": points[-1], "points": list(points), "colour": colour, "takes": list(takes),
        **others,
    }  # fmt: skip


def expects(do, turn, **others):
    return {"event": "expects", "do": do, "turn": turn, **others}


def text(size=15, **stones):
    """A board text: text(h8="X")."""
    rows = [["."] * size for _ in range(size)]
    for point, mark in stones.items():
        rows[size - int(point[1:])]["abcdefghijklmnopqrs".index(point[0])] = mark
    return "".join("".join(row) for row in rows)


def snapshot(board, moves="", colours="", **others):
    return {"event": "snapshot", "size": 15, "board": board, "moves": moves, "colours": colours, **others}


# White, who begins, takes e8 and f8 by g8
BEFORE = (
    PENTE,
    move("d8", "white", "black"),
    move("e8", "black", "white"),
    move("a1", "white", "black"),
    move("f8", "black", "white"),
)
G8 = move("g8", "white", "black", gone("e8", "black"), gone("f8", "black"), captured={"black": 0, "white": 2})


# Games with captures


def test_white_begins():
    state = told(PENTE)
    assert (state.first, state.turn, state.next_colour, state.goal) == ("white", "white", "white", 10)
    assert told(PENTE, move("h8", "white", "black")).next_colour == "black"


def test_captured_stones_leave_the_game_and_lie_until_they_are_lifted():
    state = told(*BEFORE, provisional("white", "g8", takes=["e8", "f8"]))
    assert state.takes == ("e8", "f8") and state.provisional == ("g8",)
    assert state.stones == {"a1": "white", "d8": "white", "e8": "black", "f8": "black", "g8": "white"}
    state = state.after(G8)
    assert state.cells == {"a1": "white", "d8": "white", "g8": "white"} and state.captured["white"] == 2
    assert state.moves[-1] == Move("g8", "white", (("e8", "black", "empty"), ("f8", "black", "empty")))
    state = state.after({"event": "lift", "points": ["e8", "f8"], "turn": [], "provisional": None})
    assert state.lift == {"e8": "black", "f8": "black"} and state.stones["e8"] == "black"
    state = state.after({"event": "lift", "points": ["f8"], "turn": [], "provisional": None})
    assert state.stones == {"a1": "white", "d8": "white", "f8": "black", "g8": "white"}
    state = state.after({"event": "lift", "points": [], "turn": [], "provisional": None})
    assert state.stones == state.cells and state.lift == {}


def test_a_stone_beside_captured_stones_is_the_next_players_and_waits():
    lying = {"event": "lift", "points": ["e8"], "turn": [], "provisional": None}
    state = told(*BEFORE, G8, lying)
    assert state.colour_of("h8") == "black"
    state = state.after({**lying, "provisional": "h8"})
    assert state.provisional == ("h8",) and state.extra == {"h8": "black"} and state.lift == {"e8": "black"}
    state = told({**lying, "points": []}, provisional("black", "h8"), state=state)
    assert state.stones == {"a1": "white", "d8": "white", "g8": "white", "h8": "black"}


def test_a_stone_that_is_lifted_too_early_goes_back_in_its_own_colour():
    state = told(*BEFORE, provisional("white", "g8", takes=["e8", "f8"]))
    assert [state.colour_of(point) for point in ("e8", "d8", "g8", "h8")] == ["black", "white", "white", "white"]


def test_captured_stones_that_are_lifted_while_the_move_is_not_made_are_missing_if_it_is_withdrawn():
    state = told(*BEFORE, provisional("white", "g8", takes=["e8", "f8"]))
    assert state.after({"event": "withdrawn", "point": "g8"}).takes == ()
    state = state.after({"event": "disturbed", "missing": ["e8", "f8"], "extra": [], "left": [], "lift": []})
    assert state.stones == {"a1": "white", "d8": "white"} and state.missing == ("e8", "f8")
    assert state.colour_of("e8") == "black" and state.provisional == () and state.takes == ()


def test_captured_stones_that_are_gone_before_the_move_are_missing():
    early = provisional("white", "g8", takes=["e8", "f8"])
    state = told(*BEFORE, {**early, "missing": ["e8"]})
    assert state.missing == ("e8",) and "e8" not in state.stones and not state.disturbed
    late = snapshot(
        text(d8="O", e8="X", a1="O", f8="X"), "d8e8a1f8", "OXOX", first="white", goal=10, turn="white",
        state="provisional", provisional="g8", provisionals=["g8"], takes=["e8", "f8"], missing=["e8"],
    )  # fmt: skip
    assert told(late).stones == state.stones


def test_stones_that_must_be_turned_are_known_until_it_is_done():
    turned = move("g8", "white", "black", ["e8", "black", "white"], ["f8", "black", "white"])
    asked = {"event": "lift", "points": [], "turn": ["e8", "f8"], "provisional": None}
    state = told(*BEFORE, turned, asked)
    assert state.to_turn == ("e8", "f8") and state.lift == {} and state.cells["e8"] == "white"
    state = state.after({"event": "disturbed", "missing": ["a1"], "extra": [], "left": []})
    assert state.to_turn == ("e8", "f8") and state.missing == ("a1",)
    assert state.after({"event": "restored"}).to_turn == ()
    state = state.after({**asked, "turn": ["f8"]})
    assert state.to_turn == ("f8",) and state.missing == ()
    assert state.after({**asked, "turn": []}).to_turn == () == state.after(move("h8", "black", "white")).to_turn
    late = snapshot(text(h8="X"), "h8", "X", turn="white", state="lifting", lift=[], to_turn=["h8"])
    assert told(late).to_turn == ("h8",) and told(late).turn == "white"


def test_the_kind_of_the_next_stone_is_known():
    state = told(PENTE)
    assert state.kind == "own"
    state = state.after({"event": "kind", "kind": "bomb"})
    assert state.kind == "bomb" and state.after({"event": "kind", "kind": "own"}).kind == "own"
    assert state.after(PENTE).kind == "own"
    assert told(snapshot(text(h8="X"), "h8", "X", turn="white", kind="neutral")).kind == "neutral"


def test_a_capture_that_is_taken_back_comes_back_in_its_own_colour():
    back = {
        "event": "taken_back", "count": 1, "removed": ["g8"], "moves": "d8e8a1f8", "colours": "OXOX", "turn": "white",
        "changes": [put("e8", "black"), put("f8", "black"), gone("g8", "white")], "captured": {"black": 0, "white": 0},
    }  # fmt: skip
    state = told(*BEFORE, G8, back)
    assert state.cells == told(*BEFORE).cells and state.moves == told(*BEFORE).moves
    assert (state.turn, state.captured["white"], state.last) == ("white", 0, "f8")
    state = state.after({"event": "disturbed", "missing": ["e8", "f8"], "extra": ["g8"], "left": [], "lift": []})
    assert state.stones == {"a1": "white", "d8": "white", "g8": "white"}, "the new stone still lies"
    assert [state.colour_of(point) for point in ("e8", "f8", "g8")] == ["black", "black", "white"]


def test_a_stone_that_poofs_is_no_part_of_the_board_but_of_the_moves():
    before = told(PENTE, *(move(point, "black", "white") for point in ("a8", "d8", "e8")), move("b8", "white", "black"))
    its = [gone("b8", "white"), gone("c8", "white"), gone("d8", "black"), gone("e8", "black")]
    state = before.after(move("c8", "white", "black", *its, captured={"black": 2, "white": 2}))
    assert state.cells == {"a8": "black"} and state.last == "c8" and len(state.moves[-1].changes) == 4
    lift = {"event": "lift", "points": ["b8", "c8"], "turn": [], "provisional": None}
    assert state.after(lift).lift["b8"] == "white", "in the colour in which it lay"
    late = told(
        snapshot(
            text(a8="X"), "a8a1d8a2e8b8a3c8", "XOXOXOXO", turn="black", lift=["b8", "d8"],
            changes={"8": [list(change) for change in state.moves[-1].changes]},
        )
    )  # fmt: skip
    assert late.stones == {"a8": "black", "b8": "white", "d8": "black"}


def test_a_stone_that_is_turned_has_its_new_colour():
    state = told(*BEFORE, move("g8", "white", "black", ["e8", "black", "white"], ["f8", "black", "white"]))
    assert state.cells["e8"] == state.colour_of("e8") == "white"
    assert state.after(move("h1", "black", "white", ["a1", "white", "neutral"])).stones["a1"] == "neutral"


# Stones of another kind


BOMB = started("bomb-renju", first="black", goal=0)
BOMBED = {
    "event": "move", "point": "h8", "colour": "black", "kind": "bomb", "turn": "white", "wanted": 1,
    "changes": [put("h8", "neutral"), gone("g8", "black"), gone("g7", "white")],
}  # fmt: skip


def test_a_bomb_is_nobodys_before_it_is_a_move_and_after_it():
    before = told(BOMB, move("g8", "black", "white"), move("g7", "white", "black"))
    state = before.after(provisional("neutral", "h8", takes=["g7", "g8"], kind="bomb"))
    assert state.extra == {"h8": "neutral"} and state.takes == ("g7", "g8") and state.turn == "black"
    state = state.after(BOMBED)
    assert state.cells == {"h8": "neutral"} and state.turn == "white" and state.extra == {}
    assert state.moves[-1] == Move(
        "h8", "black", (("h8", "black", "neutral"), ("g8", "black", "empty"), ("g7", "white", "empty"))
    )
    back = {
        "event": "taken_back", "moves": "g8g7", "turn": "black", "wanted": 1,
        "changes": [["g7", "empty", "white"], ["g8", "empty", "black"], ["h8", "neutral", "empty"]],
    }  # fmt: skip
    back = state.after(back)
    assert back.cells == before.cells and back.moves == before.moves


def test_the_kind_of_the_next_stone_gives_its_colour():
    state = told(BOMB, {"event": "kind", "kind": "bomb"})
    assert state.kind == "bomb" and state.colour_of("h8") == "neutral" and state.next_colour == "black"
    assert state.after({"event": "kind", "kind": "own"}).colour_of("h8") == "black"
    assert told(snapshot(text(), turn="black", kind="bomb")).colour_of("h8") == "neutral"


def test_a_hand_puts_the_common_stone_on_the_centre():
    state = told(dict(snapshot(text(), turn="black"), game="common-centre"))
    assert (state.colour_of("h8"), state.colour_of("h9"), state.colour_of("")) == ("common", "black", "black")


def test_a_snapshot_has_the_bomb_among_the_moves_and_the_kind_of_the_stone_that_waits():
    state = told(BOMB, move("g8", "black", "white"), move("g7", "white", "black"), BOMBED)
    late = told(
        snapshot(text(h8="N"), "g8g7h8", "XOX", turn="white", changes={"3": BOMBED["changes"]}, kind="own", lift=["g8"])
    )
    assert late.moves == state.moves and late.lift == {"g8": "black"}
    for kind, colour in (("own", "white"), ("bomb", "neutral")):
        late = told(snapshot(text(), turn="white", kind=kind, provisional="a1", provisionals=["a1"]))
        assert late.extra == {"a1": colour}
    lift = {"event": "lift", "points": ["g8"], "turn": [], "provisional": "a1", "kind": "bomb"}
    assert state.after(lift).extra == {"a1": "neutral"}


def test_a_line_that_stands_is_known_until_the_next_move():
    five = ["d8", "e8", "f8", "g8", "h8"]
    state = told(PENTE, move("h8", "white", "black", standing=five))
    assert state.standing == tuple(five) and state.after(move("a1", "black", None)).standing == ()


# Two stones a turn


def test_both_stones_of_a_turn_are_provisional_and_become_moves_one_after_the_other():
    state = told(CONNECT6, move("h8", "black", "white", wanted=2), provisional("white", "i9"))
    assert state.wanted == 2 and state.next_colour == "white" and state.torus
    state = state.after(provisional("white", "i9", "g7"))
    assert state.provisional == ("i9", "g7") and state.stones == {"g7": "white", "h8": "black", "i9": "white"}
    state = state.after(move("i9", "white", "white", wanted=1))
    assert state.provisional == ("g7",) and state.stones == {"g7": "white", "h8": "black", "i9": "white"}
    assert state.next_colour == "white", "the second stone of the turn"
    state = state.after(move("g7", "white", "black", wanted=2))
    assert state.provisional == () and state.extra == {} and state.next_colour == "black"
    assert [each.colour for each in state.moves] == ["black", "white", "white"]


@pytest.mark.parametrize(
    ("settings", "colour"), [({"clock": "10"}, "white"), ({"mode": "referee"}, "white"), ({"move": "button"}, "white"),
                             ({}, "black"), ({"mode": "referee", "move": "dwell"}, "black")]
)  # fmt: skip
def test_a_stone_beside_all_stones_of_the_turn_is_the_opponents_where_the_button_makes_moves(settings, colour):
    its = {"move": "auto", "mode": "casual", "clock": "none", **settings}
    state = told(started("renju", first="black", goal=0, settings=its))
    assert state.colour_of("i9") == "black"
    state = state.after(provisional("black", "h8"))
    assert state.colour_of("i9") == colour
    assert state.after(move("h8", "black", "white")).colour_of("i9") == "white"


def test_a_reply_lies_until_it_is_the_new_stone():
    state = told(CONNECT6, move("h8", "black", "white", wanted=2))
    quick = {**provisional("white", "i9", "g7"), "replies": ["a1"]}
    lies = {"a1": "black", "g7": "white", "h8": "black", "i9": "white"}
    for event in (quick, move("i9", "white", "white"), move("g7", "white", "black", wanted=2)):
        state = state.after(event)
        assert state.stones == lies and state.replies == ("a1",)
    state = state.after(provisional("black", "a1"))
    assert state.stones == lies and state.replies == () and state.provisional == ("a1",)


def test_one_of_two_stones_is_lifted_and_a_third_is_too_many():
    state = told(CONNECT6, move("h8", "black", "white", wanted=2), provisional("white", "i9", "g7"))
    assert state.after(provisional("white", "g7")).stones == {"g7": "white", "h8": "black"}
    several = {"event": "several", "points": ["i9", "g7", "a1"]}
    assert state.after(several).stones == {"a1": "white", "g7": "white", "h8": "black", "i9": "white"}
    assert state.after(several).provisional == ()


def test_a_second_stone_that_is_refused_leaves_the_first_provisional():
    state = told(CONNECT6, move("h8", "black", "white", wanted=2), provisional("white", "i9"))
    state = state.after({"event": "refused", "point": "a1", "extra": ["a1"], "points": ["i9"], "message": "no"})
    assert state.refused and state.provisional == ("i9",)
    assert state.stones == {"a1": "white", "h8": "black", "i9": "white"}


def test_a_game_that_ends_with_the_first_stone_of_a_turn_leaves_the_second_where_it_lies():
    line = ["c1", "d1", "e1", "f1", "g1", "h1"]
    state = told(CONNECT6, provisional("white", "h1", "a9"), move("h1", "white", None, wanted=0))
    state = state.after({"event": "result", "winner": "white", "reason": "six", "line": line})
    assert state.result == Result("white", "six", tuple(line)) and state.provisional == ()
    assert state.stones == {"a9": "white", "h1": "white"} and state.wanted == 0


def test_a_snapshot_in_the_middle_of_a_turn():
    state = told(
        snapshot(
            text(h8="X", i9="O"), "h8i9", "XO", first="black", torus=True, turn="white", wanted=1, state="provisional",
            provisional="a1", provisionals=["a1"], expects=expects("stone", "white"),
        )
    )  # fmt: skip
    assert (state.next_colour, state.wanted, state.provisional, state.torus) == ("white", 1, ("a1",), True)
    assert state.stones == {"a1": "white", "h8": "black", "i9": "white"}
    assert state.moves == (Move("h8", "black"), Move("i9", "white"))


def test_a_snapshot_while_captured_stones_lie_and_the_next_stone_waits():
    state = told(
        snapshot(
            text(d8="O", a1="O", g8="O"), "d8e8a1f8g8", "OXOXO", first="white", goal=10, turn="black",
            captured={"black": 0, "white": 2}, changes={"5": [gone("e8", "black"), gone("f8", "black")]},
            state="lifting", lift=["f8"], provisional="h8", provisionals=["h8"], extra=[], missing=[],
        )
    )  # fmt: skip
    assert state.stones == {"a1": "white", "d8": "white", "f8": "black", "g8": "white", "h8": "black"}
    assert state.lift == {"f8": "black"} and state.provisional == ("h8",) and state.goal == 10
    assert state.moves == told(*BEFORE, G8).moves and state.captured == {"black": 0, "white": 2}


def test_a_snapshot_in_which_a_stone_is_lifted_before_the_move_that_takes_it():
    heard = told(*BEFORE, provisional("white", "g8", takes=["e8", "f8"], missing=["f8"]))
    state = told(
        snapshot(
            text(d8="O", e8="X", a1="O", f8="X"), "d8e8a1f8", "OXOX", first="white", goal=10, turn="white",
            captured={"black": 0, "white": 0}, state="provisional", provisional="g8", provisionals=["g8"],
            takes=["e8", "f8"], lifted=["f8"], missing=[], extra=[],
        )
    )  # fmt: skip
    assert state.stones == heard.stones == {"a1": "white", "d8": "white", "e8": "black", "g8": "white"}
    assert state.missing == heard.missing == ("f8",) and state.takes == heard.takes


def test_of_stones_that_are_lifted_before_the_move_those_are_known_too_that_are_not_asked_for():
    state = told(*BEFORE, provisional("white", "g8", takes=["e8", "f8"], missing=["f8"]))
    wrong = {"event": "disturbed", "missing": ["a1"], "extra": ["g8"], "left": [], "lifted": ["f8"]}
    assert state.after(wrong).stones == {"d8": "white", "e8": "black", "g8": "white"}
    assert told(*BEFORE, {**wrong, "lifted": []}).stones["f8"] == "black"


def test_nothing_is_captured_at_the_beginning_of_a_game_with_captures():
    assert told(PENTE).captured == {"black": 0, "white": 0} and told(CONNECT6).captured == {}
    set_up = {"event": "set_up", "board": text(h8="X"), "turn": "black"}
    assert told(*BEFORE, G8, set_up).captured == {"black": 0, "white": 0}


def test_a_pass_is_a_move_of_its_colour():
    passed = {"event": "passed", "colour": "white", "turn": "black", "changes": [], "wanted": 2}
    state = told(CONNECT6, move("h8", "black", "white", wanted=2), passed)
    assert state.moves[-1] == Move("--", "white") and (state.last, state.turn, state.wanted) == ("", "black", 2)
    again = told(snapshot(text(h8="X"), "h8--", "XO", turn="black", wanted=2))
    assert again.moves == state.moves


def test_a_board_of_nineteen_lines_and_one_of_nine():
    large = told(started(size=19), move("s19", "black", "white"))
    assert large.stones == {"s19": "black"}
    assert told(started(size=9), move("k10", "black", "white")).stones == {}, "off the board"


def test_stones_of_nobody_are_on_the_board():
    assert told({"event": "set_up", "board": text(h8="C", a1="N"), "turn": "black"}).stones == {
        "a1": "neutral",
        "h8": "common",
    }


# Tentative fifths

OFFER = (
    started("renju"),
    expects("offer", "black"),
    {
        "event": "offered", "points": ["g7", "i7"], "who": "p1",
        "changes": [put("g7", "black"), put("i7", "black")],
    },
    expects("keep", "black"),
)  # fmt: skip
KEPT = (
    {"event": "kept", "point": "g7", "who": "p2", "changes": [gone("i7", "black")]},
    {"event": "move", "point": "g7", "colour": "black", "turn": "white", "changes": []},
)


def without_changes(*events):
    return [{key: value for key, value in event.items() if key not in ("changes", "who")} for event in events]


@pytest.mark.parametrize("firmware", ["new", "old"])
def test_offers_are_blacks_and_the_stone_beside_them_is_whites(firmware):
    offer, kept = (OFFER, KEPT) if firmware == "new" else (without_changes(*OFFER), without_changes(*KEPT))
    state = told(*offer)
    assert state.cells == {"g7": "black", "i7": "black"} and state.fifths == ("g7", "i7")
    assert (state.colour_of("i7"), state.colour_of("c3")) == ("black", "white")
    state = state.after({"event": "keep", "points": ["g7"], "provisional": "c3"})
    assert state.stones == {"c3": "white", "g7": "black"} and state.fifths == ("g7",)
    state = told(*kept, state=state)
    assert state.cells == {"g7": "black"} and state.moves == (Move("g7", "black"),) and state.fifths == ()
    assert state.next_colour == "white"


def test_an_offer_that_was_not_cleared_keeps_its_colour_when_another_is_kept():
    state = told(*OFFER, *KEPT, {"event": "disturbed", "missing": [], "extra": ["i7"], "left": []})
    assert state.stones == {"g7": "black", "i7": "black"}


def test_a_captured_count_of_nonsense_says_nothing():
    state = told(*BEFORE)
    assert state.after({**G8, "captured": {"red": 2}}) == state
    assert state.after({**G8, "changes": [["e8", "black"]]}) == state
    assert state.after({**G8, "changes": [["e8", "black", "<b>"]]}) == state


# Older firmware: no `changes`, no `colours`, no `first`


def old_move(n, point, colour, turn=None):
    return {"event": "move", "n": n, "point": point, "colour": colour, "turn": turn}


OLD = {"event": "started", "game": "renju", "size": 15, "turn": "black"}


def test_a_move_of_older_firmware_is_its_own_stone_and_goes_with_its_take_back():
    state = told(OLD, old_move(1, "h8", "black", "white"), old_move(2, "i9", "white", "black"))
    assert state.stones == {"h8": "black", "i9": "white"} and state.next_colour == "black"
    back = {"event": "taken_back", "removed": ["i9"], "moves": "h8", "turn": "white"}
    assert state.after(back).stones == {"h8": "black"} and state.after(back).moves == (Move("h8", "black"),)


def test_the_moves_of_an_older_snapshot_alternate_from_the_first():
    old = {"event": "snapshot", "size": 15, "board": text(h8="X", i9="O"), "moves": "h8i9--", "turn": "white"}
    assert [each.colour for each in told(old).moves] == ["black", "white", "black"]
    assert [each.colour for each in told({**old, "first": "white"}).moves] == ["white", "black", "white"]


def test_a_slid_stone_keeps_its_colour():
    slid = told(OLD, old_move(1, "h8", "black", "white"), {"event": "disturbed", "missing": ["h8"], "extra": ["h9"]})
    assert slid.stones == {"h9": "black"}


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"event": None},
        {"event": "move"},
        {"event": "move", "point": 8, "colour": "black"},
        {"event": "move", "point": "t20", "colour": "black"},
        {"event": "move", "point": "h9", "colour": "<b>red</b>"},
        {"event": "move", "point": "h9", "colour": "black", "changes": 5},
        {"event": "passed"},
        {"event": "provisional", "point": None},
        {"event": "provisional", "points": [7], "point": "h9"},
        {"event": "several", "points": 7},
        {"event": "lift", "points": None, "provisional": 7},
        {"event": "disturbed", "missing": ["h8"], "extra": [None]},
        {"event": "snapshot", "board": "X" * 224},
        {"event": "snapshot", "board": 5},
        {"event": "snapshot", "board": "." * 225, "moves": "h8", "colours": "XO"},
        {"event": "new_game", "size": 10**9},
        {"event": "new_game", "first": "green"},
        {"event": "set_up", "board": "<" * 225},
        {"event": "taken_back", "removed": ["h8"], "moves": {}},
        {"event": "expects", "turn": "black"},
        {"event": "settings", "expects": 1},
        {"event": "who knows"},
    ],
)
def test_what_can_not_be_understood_says_nothing_of_the_stones(event):
    before = told(OLD, old_move(1, "h8", "black"), {"event": "provisional", "point": "i9", "colour": "white"})
    assert before.after(event).stones == {"h8": "black", "i9": "white"}
