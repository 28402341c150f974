"""Test short games of the family on the emulated Pico, with stones, buttons, lights and power cuts."""

import contextlib

import ledger
import pytest
from booted import BOOT_MS, MADE_MS, Bench
from flash_store import BEGIN
from portable import lit
from tengen.codes import coded
from tengen.games import registry
from tengen.lights import colours
from tengen.partner import reserve
from tengen.wiring import SIZE as WIDTH
from tengen_host.bench.random_games import on_the_board
from tengen_host.bench.whole_board import heap_free
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.flash import SIZE
from tengen_host.image import uf2
from test_game import LIGHT_MS, SETTLE_MS, answer, button, events, groups, moves_of, told
from test_opening_games import HOLD_MS, set_game

HEAP_FREE = 139_000  # bytes; the memory reserved for the partner counts as free
IMAGE_BYTES = 570_000  # the limit for the image; the file system begins at byte 655,360


@pytest.fixture
def game(bench):
    """Return a function begin(**settings), which begins a game.

    After the test the board is cleared and set to Renju.
    """
    lie = set()

    def begin(**settings):
        set_game(bench, **{"mode": "referee", **settings})
        return Hands(bench, lie)

    yield begin
    for point in sorted(lie):
        bench.board.lift(point)
    answer(bench, "arbiter", "new_game")
    set_game(bench, game="renju", mode="casual", move="auto")


class Hands:
    """The hands of both players. `lie`: the set of points where stones are now."""

    def __init__(self, bench, lie):
        self.bench, self.lie = bench, lie

    def put(self, *points):
        for point in points:
            self.bench.board.put(point)
            self.lie.add(point)
            self.bench.do(self.bench.board.advance(SETTLE_MS))

    def lift(self, *points):
        for point in points:
            self.bench.board.lift(point)
            self.lie.remove(point)
            self.bench.do(self.bench.board.advance(SETTLE_MS))

    def turn(self, who, *points):
        """Put the stones of a turn and press; return the events of its moves."""
        before = len(events(self.bench.board, "move"))
        done = told(self.bench, "move", MADE_MS)  # the journal may erase flash for a new game's file
        self.put(*points)
        button(self.bench, who)
        done()
        return events(self.bench.board, "move")[before:]

    def seen(self, field, its):
        """Wait until a field of the group `hand` has this value."""
        board = self.bench.board
        self.bench.do(board.until(lambda: groups(board)["hand"].get(field) == its, LIGHT_MS))

    def shown(self, lights):
        board = self.bench.board
        self.bench.do(board.until(lambda: lights.items() <= lit(board.frame).items(), 2 * LIGHT_MS))


def heap_is_free(bench, name):
    """Check that most of the heap is free in mid-game."""
    free = bench.do(heap_free(bench.board)) + reserve.BYTES
    ledger.note(f"emulated Pico: {free} bytes of heap free in a game of {name}")
    assert free > HEAP_FREE


def test_the_image_leaves_room_for_games(pico_image):
    flash = uf2.PAGE * len(uf2.pages(pico_image.uf2))
    ledger.note(f"the Pico's image: {flash} bytes of flash")
    assert flash < IMAGE_BYTES


def test_the_stones_of_a_turn_of_connect6_are_made_moves_together(bench, game):
    hands = game(game="connect6", opening="centre")
    hands.turn("p1", "h8")
    hands.put("i9", "g7")
    hands.shown({"i9": colours.PROVISIONAL, "g7": colours.PROVISIONAL})
    moves = hands.turn("p2")
    assert [(move["point"], move["colour"], move["n"]) for move in moves] == [("i9", "white", 2), ("g7", "white", 3)]
    hands.put("a1")
    assert answer(bench, "p1", "refused")["why"] == coded("refused.more_stones", n=1)
    assert len(hands.turn("p1", "b1")) == 2


@pytest.mark.proof
def test_a_bomb_is_chosen_by_the_button_and_its_blast_is_lit_and_lifted(bench, game):
    """In Bomb Renju on the emulated Pico, the button chooses a bomb; its blast is lit, and the stones are lifted."""
    hands = game(game="bomb-renju", opening="free")
    for who, point in (("p1", "g8"), ("p2", "g7"), ("p1", "h9"), ("p2", "i9")):
        hands.turn(who, point)
    button(bench, "p1", HOLD_MS)
    bench.do(bench.board.until(lambda: "p1" in groups(bench.board)["menus"], 2 * HOLD_MS))
    assert groups(bench.board)["menus"]["p1"]["entries"][0] == "bomb"
    button(bench, "p1", HOLD_MS)
    bench.do(bench.board.until(lambda: groups(bench.board)["hand"].get("kind") == "bomb", 2 * HOLD_MS))
    hands.put("h8")
    hands.seen("takes", ["g7", "g8", "h9", "i9"])
    (move,) = hands.turn("p1")
    assert move["kind"] == "bomb" and move["changes"][0] == ["h8", "empty", "neutral"] and len(move["changes"]) == 5
    hands.shown(dict.fromkeys(("g7", "g8", "h9", "i9"), colours.EXTRA))
    hands.lift("g7", "g8", "h9", "i9")
    bench.do(bench.board.until(lambda: events(bench.board, "lift")[-1]["points"] == [], LIGHT_MS))
    hands.turn("p2", "g8")


@contextlib.contextmanager
def power_again(pico_image, hands):
    """Boot another Pico with a copy of this one's flash and stones; yield its Hands."""
    board = EmulatedBoard(pico_image, seed=5)
    board.mcu.flash[BEGIN:SIZE] = hands.bench.board.flash.contents()[BEGIN:]
    for point in sorted(hands.lie):
        board.put(point)
    with Bench(board) as bench:
        bench.do(board.start())
        bench.do(board.until(lambda: events(board, "resuming") and any(board.frame), BOOT_MS))
        ledger.note(f"emulated Pico: from power to the lights of a game cut in mid-turn {board.now_ms()} ms")
        yield Hands(bench, set(hands.lie))
        assert "Traceback" not in board.text and not events(board, "error") and not events(board, "fault")


def asks(hands, who, point):
    """Check that the board requests lifting this stone by light, on the link, and after a press, and then continues."""
    board = hands.bench.board
    hands.shown({point: colours.EXTRA})
    hands.bench.do(board.until(lambda: events(board, "disturbed"), 3 * LIGHT_MS))
    disturbed = events(board, "disturbed")[-1]
    assert (disturbed["missing"], disturbed["extra"]) == ([], [point])
    for kind in ("refused", "resumed"):
        event = answer(hands.bench, who, kind)
        if kind == "refused":
            assert event["why"] == coded("refused.take_away", points=[point])
            hands.lift(point)


def test_a_cut_of_power_in_mid_capture_of_pente(pico_image, game):
    hands = game(game="pente", opening="free")
    for who, point in (("p1", "d8"), ("p2", "e8"), ("p1", "a1"), ("p2", "f8")):
        hands.turn(who, point)
    hands.put("g8")
    hands.lift("e8")
    hands.turn("p1")
    with power_again(pico_image, hands) as late:
        assert moves_of(late.bench.board) == "d8e8a1f8g8"
        asks(late, "p2", "f8")
        (move,) = late.turn("p2", "e8")
        assert (move["n"], move["colour"]) == (6, "black")
        assert groups(late.bench.board)["captured"] == {"black": 0, "white": 2}


def test_a_cut_of_power_in_mid_turn_of_connect6(pico_image, game):
    hands = game(game="connect6", opening="centre")
    hands.turn("p1", "h8")
    hands.put("i9")
    hands.shown({"i9": colours.PROVISIONAL})
    with power_again(pico_image, hands) as late:
        assert moves_of(late.bench.board) == "h8"
        asks(late, "p2", "i9")
        moves = late.turn("p2", "g7", "i9")
        assert [(move["point"], move["colour"]) for move in moves] == [("g7", "white"), ("i9", "white")]


@pytest.mark.proof
def test_a_row_of_four_in_a_row_is_full_and_goes(bench, game):
    """In Four in a row on the emulated Pico, a full row is removed, and the lights request lifting its stones."""
    hands = game(game="four", options={"clear": True}, opening="free")
    row = ("d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4")  # the lowest row of the field of 8 x 8
    for number, point in enumerate(row[:-1]):
        hands.turn("p2" if number % 2 else "p1", point)
    (move,) = hands.turn("p2", row[-1])
    assert len(move["changes"]) == 1 + len(row) and {change[2] for change in move["changes"][1:]} == {"empty"}
    hands.shown(dict.fromkeys(row, colours.EXTRA))
    heap_is_free(bench, "four")
    hands.lift(*row)
    bench.do(bench.board.until(lambda: events(bench.board, "lift")[-1].get("press") == "p2", LIGHT_MS))
    assert "press" not in answer(bench, "p2", "lift")
    (move,) = hands.turn("p1", "d4")
    assert move["n"] == 9


@pytest.mark.proof
def test_an_open_four_of_anti_renju_is_a_foul_for_both(bench, game):
    """In Anti-Renju on the emulated Pico, an open four is a foul, reported when it is put and when it is played."""
    hands = game(game="anti-renju", opening="free", mode="teach", move="button")
    for black, white in (("f8", "f10"), ("g8", "g10"), ("h8", "h10")):
        hands.turn("p1", black)
        hands.turn("p2", white)
    bench.do(bench.board.until(lambda: {"e8", "i8"} <= set(lit(bench.board.frame)), 2000))
    hands.put("i8")
    hands.seen("foul", "open four")
    hands.lift("i8")
    hands.turn("p1", "a1")
    heap_is_free(bench, "anti-renju")
    hands.put("i10")
    hands.seen("foul", "open four")
    result = answer(bench, "p2", "result")
    assert (result["winner"], result["reason"]) == ("black", "open four")


@pytest.mark.proof
def test_the_heap_that_every_game_leaves(bench, game):
    """When each game, with each option, begins on the same emulated Pico, over 139 kB of heap are free.

    An imported module stays in the heap, so the last game has the modules of all games.
    """
    fit = [variant for variant in on_the_board(WIDTH) if variant.size <= WIDTH]
    assert {variant.game for variant in fit} == {name for name in registry.NAMES if min(registry.sizes(name)) <= WIDTH}
    hands, least = None, {}
    for name, size, options, opening in fit:
        if hands:
            hands.lift(*sorted(hands.lie))
            answer(bench, "arbiter", "new_game")
        hands = game(game=name, size=size, options=options, opening=opening, move="button")
        hands.turn("p1", "d4" if name == "four" else "h8")
        begun = groups(bench.board)["game"]
        assert (begun["name"], begun["size"]) == (name, size)
        assert {**options, **begun["settings"]["options"]} == options
        free = bench.do(heap_free(bench.board)) + reserve.BYTES
        print(f"{name} {options or ''}: {free} bytes of heap free", flush=True)
        assert free > HEAP_FREE, (name, options)
        least[name] = min(free, least.get(name, free))
    told_as = ", ".join(f"{name} {free}" for name, free in least.items())
    ledger.note(f"emulated Pico, {len(fit)} games begun one after another: bytes of heap free at least: {told_as}")
