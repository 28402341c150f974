"""Test the replay of a record, by hand on the virtual board and by lights on a real board."""

import asyncio
import dataclasses
import random
import threading
from dataclasses import replace

import pytest
from ptyboard import PtyBoard
from recording import random_game, real_games
from tengen.games import registry
from tengen.games.points import index, name
from tengen.sensing.field import Field
from tengen_host.boards.interface import groups_of
from tengen_host.device.board import Board
from tengen_host.records import rules, stones, text
from tengen_host.records.record import Record, RecordError
from tengen_host.records.replay import board_text, by_hand, by_lights
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock


def record(moves):
    return text.read(moves.encode())[0]


def replayed(game, make=VirtualBoard):
    """Replay a game on a virtual board; return the board, its actions, and the words to the user."""
    said = []

    async def run():
        clock = FastClock()
        board = make(clock)
        going = [asyncio.ensure_future(board.live()), asyncio.ensure_future(clock.run())]
        try:
            await by_hand(board, game, 500, said.append)
            await clock.sleep_ms(200)
        finally:
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        return board

    board = asyncio.run(run())
    return board, board.done, said


def moves_of(done):
    return [each.get("point", "--") for each in done if each["code"] in ("move", "passed")]


def result_of(done):
    results = [(each["winner"], each["reason"]) for each in done if each["code"] == "result"]
    return results[-1] if results else None


def test_a_press_that_the_board_does_not_see_is_made_once_more():
    class Late(VirtualBoard):
        """A board for which each third press ends before the board looks, as on a busy computer."""

        presses = 0

        def press(self, button):
            self.presses += 1
            if self.presses % 3:
                super().press(button)

    _, done, said = replayed(record("h8i9g7j10"), Late)
    assert moves_of(done) == ["h8", "i9", "g7", "j10"] and said == []


@pytest.mark.parametrize("number", [0, 7, 1000, 2499])
def test_a_real_game_by_hands(number):
    game = list(real_games())[number]
    board, done, said = replayed(game)
    assert moves_of(done) == list(game.moves) and said == []
    assert result_of(done) == (game.winner, "five")
    assert {board._shown(at).lower() for at in board.stones} == set(game.moves)


def test_the_stones_have_their_colours():
    board, _, _ = replayed(record("h8 i9 g7 a1"))
    colours = {board._shown(at): colour for at, colour in board.stones.items()}
    assert colours == {"H8": "black", "I9": "white", "G7": "black", "A1": "white"}


@pytest.mark.parametrize(
    "moves, over, ended",
    [
        ("h8 i9 -- --", "1/2-1/2", (None, "two passes")),
        ("h8 i9 g7", "", None),
        ("h8 a1 g8 a3 i9 a5 i10 o1 h6 o3 i8", "0-1", ("white", "double-three")),
    ],
)
def test_games_that_end_otherwise(moves, over, ended):
    _, done, said = replayed(record(f"{moves} {over}"))
    assert moves_of(done) == moves.split() and result_of(done) == ended and said == []


@pytest.mark.parametrize("winner, reason", [("white", "resignation"), ("black", "resignation"), (None, "agreement")])
def test_what_players_agreed_or_gave_up(winner, reason):
    for moves in ("h8 i9 g7", "h8 i9"):
        game = replace(record(moves), over=True, winner=winner, reason=reason)
        assert result_of(replayed(game)[1]) == (winner, reason)


def test_a_game_that_does_not_begin_on_the_centre():
    _, done, said = replayed(record("a1 h8 b2"))
    assert moves_of(done) == ["a1", "h8", "b2"] and said == []


def test_stones_that_were_set_up_and_white_begins():
    game = Record(moves=("c3", "d4"), first="white", setup=(("h8", "i9"), ("a1",)))
    board, done, _ = replayed(game)
    assert moves_of(done) == ["c3", "d4"]
    colours = {board._shown(at): colour for at, colour in board.stones.items()}
    assert colours == {"H8": "black", "I9": "black", "A1": "white", "C3": "white", "D4": "black"}


def test_a_foul_that_nobody_claimed_is_gone_on_from():
    moves = "h8 a1 g8 a3 i9 a5 i10 o1 h6 o3 i8 o5 a15"
    board, done, said = replayed(record(moves))
    assert moves_of(done) == moves.split()
    assert len(said) == 1 and said[0].startswith("move 11 ends the game on this board")
    assert {board._shown(at).lower() for at in board.stones} == set(moves.split())


def test_a_pass_that_the_board_does_not_allow_is_gone_on_from():
    _, done, said = replayed(record("-- h8 i9"))
    assert moves_of(done)[-2:] == ["h8", "i9"] and len(said) <= 1


def test_a_five_that_nobody_declared_can_not_be_gone_on_from():
    with pytest.raises(RecordError, match="the board does not play it: the position is already won: five"):
        replayed(record("h8 h9 i8 i9 j8 j9 k8 k9 l8 l9 a1"))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Record(moves=("h8",), size=19), "can't play this game, which is renju on 19x19: Renju can't be played on"),
        (Record(moves=("h8",), size=19, game="gomoku"), "a board has 15x15 points, and this game is gomoku on 19x19"),
        (Record(moves=("h8",), game="later"), "can't play this game, which is later on 15x15: game must be one of"),
        (Record(moves=("h8",), game=""), "a board can't play this game, which is an unknown one on 15x15"),
        (Record(moves=("h8",), game="pente", options={"x": [1]}), "Pente has no option 'x'"),
    ],
)
def test_a_game_for_another_board(game, said):
    with pytest.raises(RecordError, match=said):
        replayed(game)


PENTE = Record(
    ("h8", "i8", "a1", "j8", "k8", "i8", "a3"),
    game="pente",
    first="white",
    changes=(*[()] * 4, (("i8", "black", "empty"), ("j8", "black", "empty")), (), ()),
)
# the capturing stone vanishes, too
POOF = Record(
    ("c8", "c9"),
    game="pente",
    first="white",
    setup=(("a8", "d8", "e8"), ("b8", "f8")),
    options={"poof": True},
    changes=(
        (("b8", "white", "empty"), ("c8", "white", "empty"), ("d8", "black", "empty"), ("e8", "black", "empty")),
        (),
    ),
)
BOMB = Record(
    ("d8", "e8", "a1", "f8", "g8", "b2"),
    game="bomb-pente",
    first="white",
    changes=(*[()] * 4, (("f8", "black", "empty"), ("g8", "white", "neutral")), ()),
)
NEUTRALS = Record(
    ("a1", "b5", "c1", "b7", "e1"),
    game="neutral-pente",
    first="white",
    changes=((("a1", "white", "neutral"),), (), (("c1", "white", "neutral"),), (), ()),
)
REPENSI = Record(
    ("d8", "e8", "a1", "f8", "g8", "b2"),
    game="repensi",
    changes=(*[()] * 4, (("e8", "white", "black"), ("f8", "white", "black")), ()),
)
CONNECT6 = Record(
    ("h8", "a1", "b1", "m8", "n8", "--", "o8", "a8", "d1", "e1", "b8", "c8"),
    game="connect6",
    colours=("black", *["white"] * 2, *["black"] * 2, "white", *["black"] * 2, *["white"] * 2, *["black"] * 2),
    options={"torus": True},
    torus=True,
    over=True,
    winner="black",
    reason="six",
    line=("m8", "n8", "o8", "a8", "b8", "c8"),
)


def colours_on(board):
    return {board._shown(at).lower(): colour for at, colour in board.stones.items()}


@pytest.mark.parametrize(
    "game",
    [
        PENTE,
        dataclasses.replace(PENTE, options={"keryo": True, "overline": "ignored"}),
        Record(("h8", "a1", "i8"), game="gomoku"),
        Record(("a1", "b1", "c1"), game="connect6", colours=("black", "white", "white")),
        Record(("a1", "--", "b1", "c1"), game="connect6", colours=("black", "white", "black", "black")),
        Record(("c3",), game="pente", first="black", setup=(("a1", "b1"), ("h8", "i9"))),
        POOF,
        BOMB,
        NEUTRALS,
        REPENSI,
    ],
)
def test_a_game_of_another_kind_by_hands(game):
    board, done, said = replayed(game)
    assert moves_of(done) == list(game.moves) and said == []
    assert colours_on(board) == stones.lying(game)


@pytest.fixture
def small_gomoku(monkeypatch):
    """Let Gomoku have boards of 8x8 points."""
    row, at = registry._row, registry._SIZES
    monkeypatch.setattr(registry, "_row", lambda name: (*row(name)[:at], (15, 8), *row(name)[at + 1 :]))


@pytest.mark.parametrize("setup", [((), ()), (("a1", "h8"), ("b1",))])
def test_a_game_on_a_smaller_field_lies_in_the_middle_of_the_board(small_gomoku, setup):
    game = Record(("d4", "c1", "e5"), size=8, game="gomoku", first="black", setup=setup)
    board, done, said = replayed(game)
    assert moves_of(done) == list(game.moves) and said == []
    field = Field(8, 15)
    lying = {name(field.on_board(index(point, 8)), 15): colour for point, colour in stones.lying(game).items()}
    assert colours_on(board) == lying and len(board_text(game, 3)) == 64


def test_a_game_of_19x19_on_a_board_of_its_size_only():
    ko = ("c4", "d4", "d3", "e3", "d5", "e5", "s19", "f4", "e4", "a1", "s1", "d4")
    game = Record(ko, size=19, game="irensei", first="black")
    game = replace(game, **vars(rules.played(game)))
    board, done, said = replayed(game, lambda clock: VirtualBoard(clock, size=19))
    assert moves_of(done) == list(ko) and said == [] and colours_on(board) == stones.lying(game)
    with pytest.raises(RecordError, match="a board has 15x15 points, and this game is irensei on 19x19"):
        replayed(game)


def test_two_stones_a_turn_and_a_six_over_the_edge():
    board, done, said = replayed(CONNECT6)
    assert moves_of(done) == list(CONNECT6.moves) and said == []
    assert result_of(done) == ("black", "six") and colours_on(board) == stones.lying(CONNECT6)


@pytest.mark.parametrize(
    ("game", "options"),
    [("pente", {"keryo": True, "poof": True}), ("pente", {"boat": True}), ("connect6", {"rules": "collinear6"})],
)
def test_a_whole_random_game_by_hands(game, options):
    record, _ = random_game(game, 15, options, random.Random(f"{game} {options}"))
    board, done, said = replayed(record)
    whole = record.moves if record.over else record.moves[:-1]  # a turn that is not complete is not a move yet
    assert tuple(moves_of(done))[: len(whole)] == whole and said == []
    assert result_of(done) == ((record.winner, record.reason) if record.over else None)
    assert colours_on(board) == stones.lying(record)


def test_a_record_that_breaks_off_in_the_middle_of_a_turn():
    game = Record(("a1", "b1", "c1", "d1"), game="connect6", colours=("black", "white", "white", "black"))
    board, done, said = replayed(game)
    assert moves_of(done) == ["a1", "b1", "c1"] and said == [] and colours_on(board) == stones.lying(game)


def test_a_board_text_has_row_15_first():
    board = board_text(record("a1 c15 o15"), 3)
    assert (board[0], board[2], board[14], board[210]) == (".", "O", "X", "X") and board.count(".") == 222


# On a board with a link


@pytest.fixture
def pty(tmp_path):
    with PtyBoard(tmp_path / "port", speed=20) as board:
        yield board


class Follower:
    """Put each stone that the lights request, and lift each stone that blinks, according to the board's state."""

    def __init__(self, pty, slip=None):
        self._pty = pty
        self._slip = slip  # the wrong point where the third stone is put at first, or None
        self.asked = []
        pty.do(lambda board: board.subscribe(self._hear))

    def _hear(self, message):
        hand = groups_of(message).get("hand", {})
        if hand.get("state") != "disturbed":
            return
        missing, extra = hand.get("missing", ()), hand.get("extra", ())
        self.asked.append(list(missing))
        loop = self._pty._loop
        for point in extra:
            loop.call_later(0.02, self._do, "lift", point)
        for point in missing:
            if self._slip and len(self.asked) == 3:
                point, self._slip = self._slip, None
            loop.call_later(0.02, self._do, "put", point)

    def _do(self, what, point):
        board = self._pty._board
        if (board._index(point) in board.stones) == (what == "lift"):
            getattr(board, what)(point)


def by_lights_on(pty, game, after=0):
    """Replay a game with a Follower; a thread makes the last moves that the words request. Return the words."""
    said, moving = [], []

    def say(words):
        said.append(words)
        if words.endswith("press the button"):
            number, _, point, *_ = words.replace(":", "").split()
            who = ("p1", "p2")[(int(number) - 1) % 2]
            moving.append(threading.Thread(target=pty.move, args=(point, who), daemon=True))
            moving[-1].start()

    with Board.open(pty.path) as board:
        by_lights(board, game, after, say)
        for thread in moving:
            thread.join()
        return said, board.snapshot()


def lying(pty):
    return pty.do(lambda board: {board._shown(at).lower() for at in board.stones})


def test_each_stone_is_asked_for_by_lights(pty):
    follower = Follower(pty)
    said, snapshot = by_lights_on(pty, record("h8 i9 g7 -- a1"))
    assert follower.asked == [["h8"], ["i9"], ["g7"], ["a1"]]
    assert lying(pty) == {"h8", "i9", "g7", "a1"}
    assert said[1:] == ["1 Black H8", "2 White I9", "3 Black G7", "4 White passes", "5 Black A1"]
    assert snapshot.game.turn == "white"


def test_a_stone_in_the_wrong_place_is_said_and_waited_for(pty):
    Follower(pty, slip="o1")
    said, _ = by_lights_on(pty, record("h8 i9 g7 a1"))
    assert lying(pty) == {"h8", "i9", "g7", "a1"} and any("take away O1" in words for words in said)


def test_captured_stones_are_asked_for_too(pty):
    class Lifter(Follower):
        lifted = ()

        def _do(self, what, point):
            self.lifted += (point,) * (what == "lift")
            super()._do(what, point)

    follower = Lifter(pty)
    said, snapshot = by_lights_on(pty, PENTE)
    assert said[5] == "5 White K8, which takes I8 J8" and follower.lifted == ("i8", "j8")
    assert lying(pty) == set(stones.lying(PENTE)) and snapshot.game.turn == "black"
    assert snapshot.groups["next"]["game"] == "renju", "as before"


def test_a_five_is_played_so_that_the_board_shows_it(pty):
    Follower(pty)
    said, snapshot = by_lights_on(pty, record("h8 h9 i8 i9 j8 j9 k8 k9 l8"))
    assert said[-1] == "9 Black L8: put it, and press the button"
    assert (snapshot.game.result.winner, snapshot.game.result.reason) == ("black", "five")


def test_the_settings_of_the_next_game_are_as_they_were(pty):
    with Board.open(pty.path) as board:
        board.ask({"cmd": "set", "mode": "referee", "clock": "10+5"})
    Follower(pty)
    _, snapshot = by_lights_on(pty, record("h8 i9"))
    settings = snapshot.groups["next"]
    assert (settings["mode"], settings["clock"], settings["move"]) == ("referee", "10+5", "auto")


def test_it_may_begin_later_in_the_game(pty):
    follower = Follower(pty)
    by_lights_on(pty, record("h8 i9 g7 a1"), after=3)
    assert sorted(follower.asked[0]) == ["g7", "h8", "i9"] and follower.asked[-1] == ["a1"]


def test_a_board_whose_plug_was_pulled_goes_on_where_it_was(pty):
    Follower(pty)
    pulled = []

    def say(words):
        if words.startswith("3 ") and not pulled:
            pulled.append(True)
            pty.pull()
            pty.push()

    with Board.open(pty.path) as board:
        by_lights(board, record("h8 i9 g7 a1"), 0, say)
    assert pulled and lying(pty) == {"h8", "i9", "g7", "a1"}
