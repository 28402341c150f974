"""Test our partner as a Gomocup engine: each command, time limits, bad input, and that Black never makes a foul."""

import random
import re

import pytest
from tengen.games import BLACK, WHITE, registry
from tengen.games.points import index, indices
from tengen.partner.fours import Fours
from tengen.partner.player import Player
from tengen_host.engines import protocol
from tengen_host.engines.own import OwnEngine

PLAYER = Player(Fours())
POINT = re.compile(r"1?[0-9],1?[0-9]")


class Talk:
    """A started engine with this level. `clock`: seconds, which advance by `tick` at each reading."""

    def __init__(self, level=5, tick=0.001, started=True, seed=1):
        number = random.Random(seed)
        self.now, self.tick = 0.0, tick
        self.engine = OwnEngine(PLAYER, level, lambda: number.randrange(1 << 30), self.clock)
        if started:
            assert self.say("START 15") == ["OK"]
            self.say("INFO timeout_turn 100")

    def clock(self):
        self.now += self.tick
        return self.now

    def say(self, *lines):
        """Send lines to the engine; return its answers without messages."""
        answers = [answer for line in lines for answer in self.engine.answers(line)]
        return [answer for answer in answers if not answer.startswith("MESSAGE ")]

    def point(self, *lines):
        """Send lines; return the point in the only answer."""
        (answer,) = self.say(*lines)
        assert POINT.fullmatch(answer), answer
        return protocol.point_of(*protocol.pair(answer), 15)


def board(black, white, turn):
    """Return the lines of a position with these points, as text, if the engine plays the colour `turn`."""
    stones = [(point, BLACK) for point in indices(black, 15)] + [(point, WHITE) for point in indices(white, 15)]
    return protocol.board(stones, turn, 15)


def is_error(answers, words=""):
    return len(answers) == 1 and answers[0].startswith("ERROR ") and words in answers[0]


# Commands


def test_a_game_of_a_few_stones():
    talk = Talk(level=2)
    assert talk.point("BEGIN") == index("h8", 15)
    second = talk.point("TURN 8,6")
    assert second not in (index("h8", 15), index("i9", 15))
    assert talk.say(f"TAKEBACK {protocol.xy(second, 15)}", "TAKEBACK 8,6") == ["OK", "OK"]
    assert talk.point("TURN 7,6") != index("h9", 15)
    assert talk.say("RESTART") == ["OK"]
    assert talk.point("TURN 7,7") != index("h8", 15)  # White's, now
    assert talk.say("END") == [] and talk.engine.over


def test_about():
    assert protocol.about(Talk(level=3, started=False).say("ABOUT")[0])["name"] == "Tengen level 3"
    about = protocol.about(Talk().say("ABOUT")[0])
    assert about["name"] == "Tengen" and re.fullmatch(r"[0-9.]+.*", about["version"])


def test_sizes():
    for line in ("START 20", "START", "START x", "START 15,15", "START 1500000", "RECTSTART 15,20", "RECTSTART 15"):
        assert is_error(Talk(started=False).say(line), "15x15"), line
    assert Talk(started=False).say("RECTSTART 15,15") == ["OK"]


def test_start_comes_first():
    for lines in (["BEGIN"], ["TURN 7,7"], ["RESTART"], ["BOARD", "DONE"], ["SWAP2BOARD", "DONE"]):
        assert is_error(Talk(started=False).say(*lines), "START 15"), lines


def test_what_it_does_not_know():
    talk = Talk()
    for line in ("HELLO", "YXBOARD", "PLAY 7,7", "SUGGEST 1,1", "é", "7,7", "DONE"):
        (answer,) = talk.say(line)
        assert answer.startswith("UNKNOWN "), line
    assert talk.say("", "   ", "\r\n") == []


def test_info_has_no_answer():
    talk = Talk()
    for rest in ("", "rule", "rule x", "timeout_turn -5", "max_memory 0", "folder C:\\x", "evaluate 3,3", "game_type 1",
                 "time_left 2147483647", "colour blue", "timeout_match " + "9" * 400):  # fmt: skip
        assert talk.say(f"INFO {rest}") == [], rest
    assert talk.point("BEGIN") == index("h8", 15)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("TURN 15,0", "15,0 is not a point"),
        ("TURN -1,0", "-1,0 is not a point"),
        ("TURN h8", "h8 is not a point"),
        ("TURN", "nothing is not a point"),
        ("TURN 7,7", "there is a stone on 7,7 already"),
        ("TAKEBACK 3,3", "there is no stone on 3,3"),
        ("TAKEBACK", "there is no stone on no point"),
        ("BEGIN", "RESTART comes before BEGIN"),
    ],
)
def test_wrong_stones(line, words):
    talk = Talk(level=1)
    talk.point("BEGIN")
    assert is_error(talk.say(line), words)
    talk.point("TURN 0,0")  # and it continues


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["7,7"], "7,7 is not a stone of a position"),
        (["7,7,3"], "7,7,3 is not a stone of a position"),
        (["7,15,1"], "7,15,1 is not a point"),
        (["7,7,1", "7,7,2"], "there are two stones on 7,7"),
        (["7,7,1", "rubbish", "7,7,2"], "rubbish is not a stone of a position"),
        (["BEGIN"], "BEGIN is not a stone of a position"),
    ],
)
def test_wrong_positions_are_told_after_done(rows, words):
    talk = Talk(level=1)
    assert talk.say("BOARD", *rows) == []
    assert is_error(talk.say("DONE"), words)
    assert talk.point("BOARD", "7,7,2", "DONE") != index("h8", 15)


def test_what_ends_a_position_that_never_ends():
    talk = Talk()
    assert talk.say("BOARD", "7,7,1", "RESTART") == ["OK"]
    assert talk.point("BEGIN") == index("h8", 15)
    talk.say("BOARD", "END")
    assert talk.engine.over


def test_rules_that_it_does_not_know():
    for rule in (2, 3, 5, 8, -1):
        talk = Talk()
        talk.say(f"INFO rule {rule}")
        assert is_error(talk.say("BEGIN"), f"rule {rule}")
        talk.say("INFO rule 1")
        talk.point("BEGIN")


# The engine's play


def test_exactly_five_by_the_rule():
    black, white = "e8f8g8h8j8", "c3d12l4n9a15"
    i8, d8 = index("i8", 15), index("d8", 15)
    for rule, wins in ((0, {i8, d8}), (1, {d8}), (4, {d8})):
        talk = Talk(level=3)
        talk.say(f"INFO rule {rule}")
        assert talk.point(*board(black, white, BLACK)) in wins, rule


def test_black_puts_no_foul_in_renju():
    for black, white in (
        ("g8i8h7h9", "a1a3a5a7"),
        ("e8f8g8h9h10h11", "d8h12a1a3a5a7"),
        ("e8f8g8i8j8h13", "h9h10h11h12a1a3"),  # White's four can be answered only by a foul
    ):
        for level in (1, 5):
            for limit in (0, 50):
                talk = Talk(level)
                talk.say("INFO rule 4", f"INFO timeout_turn {limit}")
                game = registry.new("renju")
                game.set_up(indices(black, 15), indices(white, 15), BLACK)
                point = talk.point(*board(black, white, BLACK))
                assert game.refusal(point) is None and not game.warning(point)


def test_it_never_resigns():
    talk = Talk(level=5)
    assert talk.point(*board("c3d12l4n9o1", "f9g9h9i9a1", BLACK)) in (index("e9", 15), index("j9", 15))


def test_positions_that_no_game_reaches():
    """The partner finds a legal point even if all stones have one colour, a line has won, or colours are random."""
    number = random.Random(3)
    wild = [("a1b1c1", ""), ("", "h8"), ("e8f8g8h8i8", "a1b1"), ("e8f8g8h8i8j8", "")]
    for _ in range(6):
        chosen = number.sample(range(225), number.randrange(3, 200))
        split = number.randrange(len(chosen))
        texts = ["".join("abcdefghijklmno"[at % 15] + str(at // 15 + 1) for at in part)
                 for part in (chosen[:split], chosen[split:])]  # fmt: skip
        wild.append(tuple(texts))
    for black, white in wild:
        for rule in (0, 1, 4):
            talk = Talk(level=1)
            talk.say(f"INFO rule {rule}")
            assert talk.point(*board(black, white, BLACK)) not in indices(black + white, 15)


def test_a_full_board():
    rows = [f"{x},{y},{1 + (x // 2 + y) % 2}" for x in range(15) for y in range(15)]
    assert is_error(Talk().say("BOARD", *rows, "DONE"), "no point for a stone")
    point = Talk().point("BOARD", *rows[:-1], "DONE")
    assert point == protocol.point_of(14, 14, 15)


# Swap2


def test_swap2_first_stones():
    (answer,) = Talk().say("SWAP2BOARD", "DONE")
    kind, points = protocol.swap2(answer, 0)
    assert kind == "stones" and len(set(points)) == 3


@pytest.mark.parametrize("rule", [0, 1, 4])
def test_swap2_decisions(rule):
    found = set()
    for rows in (["7,7", "8,7", "9,9"], ["7,7", "0,0", "7,8"], ["7,7", "7,6", "0,14"], ["0,0", "14,14", "0,14"]):
        talk = Talk(level=3)
        talk.say(f"INFO rule {rule}")
        (answer,) = talk.say("SWAP2BOARD", *rows, "DONE")
        found.add(protocol.swap2(answer, 3)[0])
        (answer,) = talk.say("SWAP2BOARD", *rows, "6,6", "5,8", "DONE")
        assert protocol.swap2(answer, 5)
    assert len(found) > 1, found


@pytest.mark.parametrize("rows", [["7,7"], ["7,7", "7,7", "8,8"], ["7,7", "8,8", "x"], ["15,7", "8,8", "9,9"]])
def test_wrong_swap2(rows):
    assert is_error(Talk().say("SWAP2BOARD", *rows, "DONE"))


# Time: the test has its own clock, which each part of a thought reads once


def looks(talk, *lines):
    before = talk.now
    talk.point(*lines)
    return round((talk.now - before) / talk.tick)


MIDDLE = board("h8g10", "i9h10", BLACK)


def test_it_keeps_to_the_time_of_a_turn():
    free = Talk(tick=0.001)
    free.say("INFO timeout_turn 1000000")
    assert looks(free, *MIDDLE) > 400
    for limit, most in ((0, 60), (100, 110), (200, 200)):
        talk = Talk(tick=0.001)
        talk.say(f"INFO timeout_turn {limit}")
        assert looks(talk, *MIDDLE) <= most, limit


def test_it_keeps_to_what_is_left_of_a_match():
    for left, most in ((2000, 110), (0, 60), (-300, 60)):
        talk = Talk(tick=0.001)
        talk.say("INFO timeout_turn 1000000", f"INFO time_left {left}")
        assert looks(talk, *MIDDLE) <= most, left
    talk.say("INFO timeout_turn 100", f"INFO time_left {protocol.UNLIMITED}")
    assert looks(talk, *MIDDLE) <= 110


# Junk


def test_junk_never_kills_it():
    number = random.Random(11)
    words = ["START", "BEGIN", "TURN", "BOARD", "DONE", "TAKEBACK", "RESTART", "INFO", "ABOUT", "SWAP2BOARD"]
    words += ["RECTSTART", "START 15", "TURN 3,3", "TURN 4,4", "15", "7,7", "7,7,1", "8,8,2", "rule", "4"]
    words += ["timeout_turn", "0", "time_left", "-1", "\x00", "é", "٣,٣", "9" * 30, "1,1,1,1", ","]
    talk = Talk(level=1)
    talk.say("INFO timeout_turn 0")
    put = 0
    for _ in range(1500):
        for answer in talk.say(" ".join(number.choices(words, k=number.choice((1, 1, 1, 2, 2, 3))))):
            assert re.fullmatch(r"OK|(ERROR|UNKNOWN) .+|name=.+|SWAP|" + rf"{POINT.pattern}( {POINT.pattern})*", answer)
            assert answer.isprintable() and len(answer) < 200
            put += bool(POINT.match(answer))
    assert put > 20
    assert not talk.engine.over
