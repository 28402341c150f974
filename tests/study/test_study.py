"""Test the report of `tengen study` about a game, as text, as SGF with variations, as a picture, and as JSON."""

import asyncio
import contextlib
import json
import shlex
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import ledger
import plain_fours
import plain_threes
import pytest
from fours_boards import boards
from needs import needs_numba
from real_games import games
from tengen.coach import hints
from tengen.games import BLACK, WHITE, points
from tengen.games.renju.game import Renju
from tengen.partner.fours import Fours
from tengen_host.cli import app
from tengen_host.engines.gomocup import EXACT, RENJU, EngineError, Opinion
from tengen_host.engines.process import SILENT
from tengen_host.records.record import Note, Record, RecordError, fifth_notes
from tengen_host.records.sgf import games as records_sgf
from tengen_host.records.sgf import trees as sgf
from tengen_host.study import opinions, running, study, words
from tengen_host.study.fours import Solver
from tengen_host.study.threes import Threes
from tengen_host.study.tree import tree
from typer.testing import CliRunner
from waiting import LIMIT_S

# numbers of games in games.tsv that plain Python searches fast; in three of the first six games a win was missed
QUICK = (3, 5, 13, 0, 17, 22, 1, 10, 11, 12)

DRAWN = {board.name: board for board in boards()}


@pytest.fixture(scope="module")
def solver():
    return Solver.fastest()


class Counted:
    """A clock that advances by a millisecond at each reading."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.001
        return self.now


def record_of(moves, winner=None, **its):
    return Record(tuple(moves), **{"over": winner is not None, "winner": winner, **its})


def real(number):
    moves = games()[number]
    return record_of(moves, "black" if len(moves) % 2 else "white", reason="five", line=())


def told(its):
    """Return the report's sentences, by the number of moves before each."""
    found = {}
    for turn, sentence in words.sentences(its):
        found.setdefault(turn, []).append(sentence)
    return found


def run(*arguments, stdin=""):
    return CliRunner().invoke(app, ["study", *arguments], input=stdin)


# White's stones are far from each other; Black has an open three after move 5, which White does not stop
OVERLOOKED = ("h8", "a1", "g8", "c1", "i8", "e1")


def test_a_threat_that_was_overlooked_and_the_stones_that_would_have_stopped_it(solver):
    its = study.begun(record_of((*OVERLOOKED, "j8", "k8", "f8"), "black", reason="five"), solver)
    (overlooked,) = its.overlooked
    assert overlooked.turn == 5 and overlooked.win.why == "straight four"
    assert points.names(overlooked.stops, 15) == ["f8", "j8"]
    (said,) = told(its)[6]
    assert said.startswith("White overlooked a threat: E1 leaves Black a win by a four, ")
    assert said.endswith("F8 or J8 would have stopped it.")
    assert its.turning_point == 5 and its.missed == ()
    assert words.summary(its).startswith("White lost the game with move 6, E1: ")


def test_a_win_that_was_missed(solver):
    its = study.begun(record_of((*OVERLOOKED, "o15", "j8", "o13", "f8"), "white", reason="resignation"), solver)
    (missed,) = its.missed
    assert (missed.turn, missed.win.colour, missed.win.fours) == (6, BLACK, 1)
    assert told(its)[6][-1] == "Black missed the win. Black played O15, and later had no win that is known."
    assert its.turning_point is None, "White had no proved win when Black resigned"
    assert "no proved win decided it" in words.summary(its)


def test_the_missed_wins_are_those_that_the_board_tells(solver):
    class Shown:
        def found(self, session, shown, known):
            self.shown = shown

    compared = 0
    for number in QUICK[:6]:
        moves = games()[number]
        game = Renju(calls_fouls=False, free_centre=True)
        for move in moves:
            game.play(points.index(move, 15))
        told_by_board = Shown()
        job = hints._Missed(told_by_board, Fours(), game)
        while not job.think(None, 10**6):
            continue
        job.finish(None, 0)
        winner = "black" if len(moves) % 2 else "white"
        missed = study.begun(record_of(moves, winner, reason="five"), solver).missed
        first = {each.win.colour: each for each in reversed(missed)}.values()
        assert {(each.turn, each.win.line) for each in first} == {
            (shown.after, tuple(shown.found.line)) for shown in told_by_board.shown
        }
        compared += len(missed)
    assert compared > 2


def set_up(board):
    """Return a record that begins with the position of a diagram. Its first move may be added."""
    lying = [tuple(sorted(map(plain_fours.name, plain_fours.stones(board.text, mark)))) for mark in "XO"]
    return {"setup": tuple(lying), "first": "black" if board.turn == "X" else "white"}


def test_a_foul_that_was_set_as_a_trap(solver):
    board = next(board for board in DRAWN.values() if board.end in ("double-three", "double-four") and board.fours == 1)
    win = study.begun(record_of((), **set_up(board)), solver).positions[0].wins
    four, foul = points.names((win.line[0], win.fives[0]), 15)
    # Black answers the four with the foul, and White claims this foul
    its = study.begun(record_of((four, foul), "white", reason=board.end, **set_up(board)), solver)
    (trap,) = its.traps
    assert (trap.turn, trap.used, trap.win.foul) == (0, True, board.end)
    said = told(its)
    assert said[0][1] == f"White has set a trap: Black's only answer to the last four would be {foul.upper()}, " \
        f"a {board.end}."
    assert said[2] == [f"{foul.upper()} is a {board.end}, a foul."]
    # Black had no other answer, so the foul was no turning point, but it lost the game
    assert its.turning_point is None and (its.defeat.turn, its.defeat.foul) == (1, board.end)
    # White's win is not missed, although the game is over before its five
    assert its.missed == ()
    assert words.summary(its).startswith(f"Black lost the game with move 2, {foul.upper()}: it is ")
    # in the next game nobody claims the foul
    its = study.begun(record_of((four, foul, "a14", "o14"), **set_up(board)), solver)
    assert told(its)[2][0].endswith(", a foul, and White did not claim it.")
    assert not its.traps[0].used


def test_a_foul_that_nobody_asked_for_is_the_turning_point(solver):
    # two threes of Black cross on h8
    moves = ("f8", "a1", "g8", "c1", "h9", "e1", "h10", "g1", "h8")
    its = study.begun(record_of(moves, "white", reason="double-three"), solver)
    assert its.turning_point == 8 and its.traps == ()
    assert told(its)[9] == ["H8 is a double-three, a foul."]
    assert (its.defeat.turn, its.defeat.foul, its.defeat.win) == (8, "double-three", None)
    assert words.summary(its).startswith("Black lost the game with move 9, H8: it is a double-three, a foul. ")
    svg = ET.fromstring(words.turning_point(its))
    assert [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")][-1] == "1"


# after Black's double-three on h8, White has three in a row
WITH_THREE = ("f8", "d1", "g8", "e1", "h9", "f1", "h10", "a15", "h8")


@pytest.mark.parametrize("winner", ["white", None])
def test_after_a_foul_that_ended_the_game_nobody_has_a_win(solver, winner):
    its = study.begun(record_of(WITH_THREE, winner, reason="double-three"), solver)
    its = study.with_threes(its, solver, Counted(), 1)
    end = its.positions[-1]
    assert end.foul == "double-three" and its.ends_by_foul(end) == (winner is not None)
    assert (end.wins is None) == (winner is not None)
    assert len(its.missed) == (0 if winner else 1), "White won, and missed nothing"
    engine = Fake()
    asyncio.run(opinions.with_opinions(its, engine, Counted(), 10))
    assert len(engine.asked) == (9 if winner else 10), "nor is the engine asked for one"


def test_what_would_have_held_is_told(solver):
    its = study.begun(record_of((*OVERLOOKED, "j8", "k8", "f8"), "black", reason="five"), solver)
    defeat = its.defeat
    assert (defeat.turn, defeat.foul, defeat.better) == (5, None, None) and defeat.win.why == "straight four"
    assert points.names(defeat.held, 15) == ["f8", "j8"]
    assert words.summary(its).startswith("White lost the game with move 6, E1: Black could then win by a four, ")
    assert "F8 or J8 would have held." in words.summary(its)
    assert words.as_json(its)["defeat"]["held"] == ["f8", "j8"]


def test_a_record_that_gives_a_five_to_the_loser_names_no_losing_move(solver):
    moves = (*OVERLOOKED, "j8", "k8", "f8")
    its = study.begun(record_of(moves, "white", reason="resignation"), solver)
    assert study.with_threes(its, solver, Counted(), 1).defeat is None
    assert "no proved win decided it" in words.summary(its)


def test_a_win_that_the_loser_had_is_told_instead(solver):
    # Black has three in a row, and neglects them and White's three
    moves = ("h8", "h1", "g8", "i1", "i8", "j1", "o15", "k1", "o13", "l1")
    its = study.begun(record_of(moves, "white", reason="five"), solver)
    defeat = its.defeat
    assert defeat.turn == 6 and defeat.better.colour == BLACK and defeat.held == ()
    better = points.name(defeat.better.line[0], 15).upper()
    assert f" {better} would have won." in words.summary(its)


def test_a_stone_that_loses_by_threes_would_not_have_held(solver):
    its = study.with_threes(study.begun(real(1), solver), solver, Counted(), 1, turns=(22, 24, 26))
    position, held = its.positions[its.turning_point], its.defeat.held
    assert held and set(held) <= {point for point in range(225) if not position.cells[point]}
    for point in held:
        after = bytearray(position.cells)
        after[point] = position.colour
        assert Threes(solver, lambda: False, nodes=60).win(bytes(after), BLACK, 3) is None


def test_a_game_without_a_loser_has_no_turning_point(solver):
    drawn, going_on = record_of(OVERLOOKED, over=True, reason="agreement"), record_of(OVERLOOKED)
    for record in (drawn, going_on):
        its = study.begun(record, solver)
        assert its.turning_point is None
        assert words.summary(its).startswith("The game has no loser, so it has no turning point.")


def test_a_pass_is_a_move(solver):
    its = study.begun(record_of((*OVERLOOKED[:5], "--", "j8", "k8", "f8"), "black", reason="five"), solver)
    assert its.overlooked[0].turn == its.turning_point == 5
    assert "a pass leaves Black a win" in told(its)[6][0]
    assert words.as_json(its)["positions"][5]["played"] is None


def test_a_win_by_threes_decides_where_the_game_was_lost(solver):
    its = study.begun(real(1), solver)
    with_threes = study.with_threes(its, solver, Counted(), 1, turns=(22, 24, 26))
    assert its.turning_point == 25
    # at moves 25 and 21 White could stop all fours, but each stone that stopped them left a win with threes
    assert [position.turn for position in with_threes.positions if position.hopeless] == [21, 25]
    assert with_threes.turning_point == 19
    # so Black had a win with threes since move 20, and this move began it
    assert [position.turn for position in with_threes.positions if position.three] == [20, 22, 24, 26]
    assert with_threes.positions[20].three.point == with_threes.positions[20].played
    check_wins(solver, with_threes)
    said = told(with_threes)
    assert "Black has a win by fours and threes, proved against every answer, like J6 " in said[20][0]
    # if the time is up at once, the study stays the same
    assert study.with_threes(its, solver, Counted(), 0) == its


def check_wins(solver, its):
    """Play each claimed win out against every answer, and each threat after a pass.

    Return how many wins there are by fours, and with threes.
    """
    fours = threes = 0
    for position in its.positions:
        def line(after, colour=position.colour):
            found = solver.win(after, colour)
            return found and found.line

        for win in filter(None, (position.best, position.threat)):
            assert plain_threes.refuted(position.cells, win, line) is None, (its.record.moves, position.turn)
        fours += position.wins is not None
        threes += position.three is not None
    return fours, threes


# by game number, the turns at which a win with threes is found fast
WITH_THREES = {3: (44,), 0: (24,), 17: (18,), 1: (22, 24, 26), 12: (46,)}


def test_each_win_in_real_games_wins_against_every_answer(solver):
    fours = threes = 0
    for number in QUICK:
        its = study.begun(real(number), solver)
        found = list(its.positions)
        for turn in WITH_THREES.get(number, ()):
            search = Threes(solver, lambda: False, nodes=60)
            found[turn] = replace(found[turn], three=search.win(found[turn].cells, found[turn].colour, 3))
        more = check_wins(solver, replace(its, positions=tuple(found)))
        fours, threes = fours + more[0], threes + more[1]
    assert fours > 30 and threes == 7


@needs_numba
@pytest.mark.proof
def test_each_win_in_1000_real_games_wins_against_every_answer(solver):
    """Each win by fours and each win with threes that a study claims in 1,000 real games wins against every answer."""
    fours = threes = 0
    for number in range(1000):
        its = study.with_threes(study.begun(real(number), solver), solver, Counted(), 8)
        more = check_wins(solver, its)
        fours, threes = fours + more[0], threes + more[1]
    ledger.note(f"1,000 real games: {fours:,} wins by fours and {threes:,} with threes, none refuted")
    assert fours > 3000 and threes > 150


# Games that can't be studied; the other tests about them are in test_study_refused.py


def test_a_game_is_studied_as_soon_as_nobody_is_helped():
    assert study.positions(record_of(OVERLOOKED, "black", reason="resignation", settings={"mode": "referee"}))
    assert study.positions(record_of(OVERLOOKED, settings={"mode": "casual"}))


def test_a_move_that_may_not_be_made_is_told():
    with pytest.raises(RecordError, match="the game can't be studied: move 2 may not be h8: there is already a stone"):
        study.positions(record_of(("h8", "h8")))


# An engine's opinions


class Fake:
    """An engine that always plays the first empty point.

    `fails`: the numbers, from 1, of the questions at which it fails.
    """

    def __init__(self, *fails):
        self.games, self.asked, self._fails = [], [], fails

    async def new_game(self, size, rule, *, turn_ms):
        self.games.append((size, rule, turn_ms))

    async def move(self, stones, turn):
        self.asked.append((tuple(stones), turn))
        if len(self.asked) in self._fails:
            raise EngineError("it is silent", SILENT)
        taken = {point for point, _ in stones}
        empty = [point for point in range(self.games[-1][0] ** 2) if point not in taken]
        return Opinion(empty[0], (empty[0], empty[1]), -12, 7)


def test_an_engine_is_asked_from_the_end_and_told_as_an_opinion(solver):
    its = study.begun(record_of(OVERLOOKED[:3]), solver)
    engine = Fake()
    its = asyncio.run(opinions.with_opinions(its, engine, Counted(), 10))
    assert engine.games == [(15, RENJU, 2450)]
    stones = tuple(zip(points_of("h8", "a1", "g8"), (BLACK, WHITE, BLACK), strict=True))
    assert engine.asked[0] == (stones, WHITE) and engine.asked[-1] == ((), BLACK)
    assert told(its)[3] == ["The engine's opinion: B1 (value -12, depth 7), then C1."]
    assert words.as_json(its)["positions"][3]["opinion"] == {
        "point": "b1", "line": ["b1", "c1"], "value": -12, "depth": 7, "words": ""
    }  # fmt: skip


def points_of(*names):
    return [points.index(name, 15) for name in names]


@pytest.mark.parametrize("fails", [(), (1,), (3,), (7,), (1, 3, 5, 7), (2, 6)])
def test_the_study_goes_on_without_an_opinion_that_it_could_not_get(solver, fails):
    kept, lost = [], []
    its = study.begun(record_of(OVERLOOKED), solver)
    engine = Fake(*fails)
    its = asyncio.run(
        opinions.with_opinions(its, engine, Counted(), 10, keep=kept.append, lost=lambda *one: lost.append(one))
    )
    without = [7 - number for number in fails]  # the engine gets the positions in reverse order
    assert [turn for turn, position in enumerate(its.positions) if position.opinion is None] == sorted(without)
    assert [(turn, str(error)) for turn, error in lost] == [(turn, "it is silent") for turn in without]
    assert len(engine.asked) == 7 and kept[-1] == its


def test_what_the_engine_said_before_it_failed_twice_is_kept(solver):
    kept = []
    its = study.begun(record_of(OVERLOOKED), solver)
    with pytest.raises(EngineError, match="it is silent"):
        asyncio.run(opinions.with_opinions(its, Fake(3, 4), Counted(), 10, keep=kept.append))
    assert [position.opinion is not None for position in kept[-1].positions] == [False] * 5 + [True] * 2


def test_the_engine_is_not_asked_when_the_time_is_up(solver):
    engine = Fake()
    asyncio.run(opinions.with_opinions(study.begun(record_of(OVERLOOKED), solver), engine, Counted(), 0))
    assert engine.asked == []


def test_an_engine_is_asked_about_gomoku_where_there_is_no_own_search():
    record = record_of(("s19", "a1"), size=19, game="gomoku")
    engine = Fake()
    its = asyncio.run(opinions.with_opinions(study.plain(record), engine, Counted(), 10))
    assert engine.games == [(19, EXACT, 3283)]
    assert engine.asked[0][0] == ((360, BLACK), (0, WHITE))
    assert told(its)[2] == ["The engine's opinion: B1 (value -12, depth 7), then C1."]
    assert "Renju on 15x15 only" in words.text(its)
    with pytest.raises(RecordError, match=r"and not pente"):
        opinions.rule(record_of((), game="pente"))


# As a tree


def test_the_game_with_its_comments_is_the_main_line_and_wins_are_variations(solver):
    moves = (*OVERLOOKED, "o15", "j8", "o13", "f8")
    notes = (Note(2, "comment", {"text": "Anna: [quiet]"}),)
    record = record_of(moves, "white", reason="resignation", black="Anna", notes=notes, comment="A lesson")
    found = tree(study.begun(record, solver))
    again = sgf.read(sgf.write([found]))[0]
    node, line = again.root, []
    while node.children:
        node = node.children[0]
        line.append(node)
    assert [node.point for node in line] == list(moves)
    assert line[1].comment == "Anna: [quiet]"
    assert "overlooked a threat" in line[5].comment and "missed the win" in line[5].comment
    played, win = line[5].children
    assert played.point == "o15" and win.point in ("f8", "j8") and win.colour == "black"
    assert "straight four" in win.comment
    (kept,) = records_sgf.read(sgf.write([found]))
    assert (kept.moves, kept.black, kept.winner, kept.comment) == (moves, "Anna", "white", "A lesson")


def test_offered_fifths_and_swaps_stay_in_the_comments(solver):
    moves = ("h8", "h9", "i9", "g8", "j8", "g10", "i7")
    notes = (
        Note(3, "chosen", {"who": "p2", "choice": "swap"}),
        *fifth_notes(moves, ("g7", "j10")),
        Note(7, "comment", {"text": "Bo resigned."}),
    )
    settings = {"mode": "referee", "opening": "soosorv-8"}
    record = record_of(moves, "black", reason="resignation", notes=notes, rule="soosorv-8", settings=settings)
    its = study.begun(record, solver)
    assert len(words.text(its).splitlines()) >= 9
    found = tree(its)
    said = {depth: node.comment for depth, node in found.nodes() if node.comment}
    assert "G7" in said[4].upper() and "Bo resigned." in said[7]
    assert found.root.others["FA"]


def test_a_win_with_threes_has_its_answers_as_variations(solver):
    its = study.with_threes(study.begun(real(1), solver), solver, Counted(), 1, turns=(22,))
    position = its.positions[22]
    found = tree(its)
    node = found.root
    for _ in range(position.turn):
        node = node.children[0]
    (stone,) = [child for child in node.children if child.point == points.name(position.three.point, 15)]
    assert stone.best
    answers = {points.name(answer, 15) for answer, _ in position.three.answers}
    assert answers <= {child.point for child in stone.children}
    turning = found.root
    for _ in range(its.turning_point):
        turning = turning.children[0]
    assert turning.name == "Turning point"


# The command


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("".join((*OVERLOOKED, "j8", "k8", "f8")) + " 1-0\n")
    return path


def test_the_text_has_all_moves_and_a_summary(file):
    result = run(str(file), "--seconds", "0")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert sum(line.split()[:1] == [str(number)] for number in range(1, 10) for line in lines) == 9
    assert "   6 White E1" in lines
    assert lines[-1].startswith("White lost the game with move 6, E1: ")


def test_a_picture_and_a_tree_are_written_and_not_over_others(file, tmp_path):
    out, svg = tmp_path / "studied.sgf", tmp_path / "turning.svg"
    result = run(str(file), "--seconds", "0", "--out", str(out), "--svg", str(svg))
    assert result.exit_code == 0, result.output
    assert b"Turning point" in out.read_bytes()
    numbers = [text.text for text in ET.parse(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert numbers[-2:] == ["1", "2"], "the losing stone, and the four"
    again = run(str(file), "--seconds", "0", "--out", str(out))
    assert again.exit_code == 1 and "exists already" in again.output
    assert run(str(file), "--seconds", "0", "--out", str(out), "--force").exit_code == 0
    assert run(str(file), "--out", str(tmp_path / "x.txt")).exit_code == 2


def test_without_a_turning_point_there_is_no_picture_and_the_rest_is_told(tmp_path):
    svg = tmp_path / "turning.svg"
    result = run("-", "--seconds", "0", "--svg", str(svg), stdin="".join(OVERLOOKED))
    assert result.exit_code == 1 and not svg.exists()
    assert "   6 White E1" in result.stdout
    assert "error: --svg: the game has no turning point: no proved win decided it" in result.stderr


def test_json_has_all_of_it(file):
    result = run(str(file), "--seconds", "0", "--json")
    found = json.loads(result.stdout)
    assert list(found) == [
        "id", "black", "white", "winner", "moves", "positions", "missed", "overlooked", "traps", "turning_point",
        "defeat", "sentences", "summary",
    ]  # fmt: skip
    assert found["turning_point"] == 5 and len(found["positions"]) == 9
    position = found["positions"][5]
    assert (position["turn"], position["colour"], position["played"]) == (5, "white", "e1")
    assert position["wins"] is None and position["stops"] == ["f8", "j8"]
    assert position["threat"]["why"] == "straight four" and position["threat"]["by"] == "fours"


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "1e9"])
def test_a_wrong_number_of_seconds_is_typed_wrong(file, seconds):
    assert run(str(file), f"--seconds={seconds}").exit_code == 2


def test_an_engine_that_is_no_program_is_one_sentence_and_the_rest_is_told(file):
    result = run(str(file), "--seconds", "0.2", "--engine", "no-such-program-here")
    assert result.exit_code == 1
    assert "White lost the game" in result.stdout
    (error,) = [line for line in result.stderr.splitlines() if line.startswith("error")]
    assert "no-such-program-here" in error


ENGINE = Path(__file__).parents[1] / "engines" / "wicked_engine.py"


def asked_of(moves, *engine):
    """Return the opinions of a test engine, and its errors. The engine has enough time."""
    its = study.plain(record_of(moves))
    command = shlex.join([sys.executable, "-SE", str(ENGINE), *map(str, engine)])
    found = running.asked(its, command, LIMIT_S, lambda what: contextlib.nullcontext(lambda done, of: None))
    return [position.opinion is not None for position in found.study.positions], found.trouble, found.lost_in_words


def test_an_opinion_that_was_lost_is_told_once_with_its_move(tmp_path):
    found, trouble, said = asked_of(OVERLOOKED, "crash once", tmp_path / "mark")
    assert (found, trouble) == ([True] * 6 + [False], "")
    assert said.startswith("no opinion of the engine after move 6 (E1): the engine Wicked has stopped with exit code 1")


def test_an_engine_that_fails_each_time_is_told_once():
    found, trouble, said = asked_of(OVERLOOKED, "unknown")
    assert not any(found) and said == "" and trouble.startswith("the engine Wicked refuses BOARD (UNKNOWN BOARD)")
    found, trouble, said = asked_of((), "unknown")
    assert found == [False] and said == "" and trouble.startswith("the engine Wicked refuses BEGIN (UNKNOWN BEGIN)")


@pytest.mark.parametrize("how", ["drops 2", "halves"])
def test_an_engine_that_drops_commands_after_its_move_is_heard_out(how):
    assert asked_of(OVERLOOKED[:3], how) == ([True] * 4, "", "")
