"""Test the client of Gomocup engines with an engine that makes each mistake.

For each mistake there must be one sentence, and no process may be left.
"""

import asyncio
import ctypes
import functools
import os
import select
import sys
from pathlib import Path

import pytest
from tengen.games import BLACK, WHITE, points
from tengen_host.engines.gomocup import EXACT, RENJU, Engine, EngineError, Opinion
from tengen_host.engines.process import split
from tengen_host.engines.windows_job import ExtendedLimits
from waiting import LIMIT_S

WICKED = Path(__file__).with_name("wicked_engine.py")

H8, G7 = (points.index(name, 15) for name in ("h8", "g7"))
I8 = points.index("i8", 15)


A_MOMENT_S = 0.3  # how long to wait for answers that never come
NEVER_END = ("hang", "hang and deaf", "closes", "does not end", "child", "endless messages", "endless line")


def engine(fault="good", *more, margin_s=LIMIT_S, ready_s=LIMIT_S, kind=Engine, **limits):
    command = (sys.executable, "-S", "-E", str(WICKED), fault, *map(str, more))
    end_s = A_MOMENT_S if fault in NEVER_END else LIMIT_S
    limits = {"margin_s": margin_s, "ready_s": ready_s, "pause_s": 0.0, "again_s": LIMIT_S, **limits}
    return kind(command, end_s=end_s, **limits)


def asked(its, question=None, rule=EXACT, size=15, ready_s=LIMIT_S):
    """Start a game, send a question (by default for the second stone), and stop the engine.

    `ready_s`: how long the engine's answers may take after it has reported its name.
    """

    async def run():
        try:
            await its.start()
            its._ready_s = ready_s
            await its.new_game(size, rule, turn_ms=0)
            return await (question(its) if question else its.move([(H8, BLACK)], WHITE))
        finally:
            await its.stop()

    return asyncio.run(run())


def fault_of(its, question=None, **how):
    with pytest.raises(EngineError) as caught:
        asked(its, question, **how)
    sentence = str(caught.value)
    assert sentence.isprintable() and len(sentence) < 400 and ": " in sentence, sentence
    return caught.value.fault, sentence


def lines(log):
    """Return the commands that were sent to the engine, without the commands that set limits."""
    return [line for line in log.read_text().splitlines() if not line.startswith("INFO ti")]


def test_a_stone_and_what_it_is():
    its = engine()
    assert asked(its) == Opinion(I8)
    assert its.name == "Wicked" and its.about["country"] == "EE"


# The lines that the engine receives


def test_a_game_goes_by_begin_and_turn_and_takeback(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        first = (await its.move([], BLACK)).point
        stones = [(first, BLACK), (0, WHITE)]
        second = (await its.move(stones, BLACK)).point
        stones += [(second, BLACK), (1, WHITE)]
        await its.move(stones, BLACK)
        # a player has taken back a stone and the engine's answer, and has put another stone
        stones[-1] = (2, WHITE)
        await its.move(stones, BLACK)

    asked(engine("good", log), play, RENJU)
    assert lines(log) == [
        "ABOUT", "START 15", "INFO rule 4", "INFO game_type 0",
        "BEGIN", "TURN 0,14", "TURN 1,14", "TAKEBACK 9,7", "TAKEBACK 1,14", "TURN 2,14", "END",
    ]  # fmt: skip


def test_another_position_goes_by_board(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        await its.move([(H8, BLACK), (G7, WHITE)], BLACK)
        await its.move([(H8, BLACK), (G7, WHITE)], WHITE)  # now for White: 1 and 2 are exchanged
        await its.move([(H8, BLACK), (G7, BLACK)], WHITE)  # not a possible order of play

    asked(engine("good", log), play)
    told = [line for line in lines(log) if not line.startswith(("INFO", "DONE"))]
    board, other = ["BOARD", "7,7,1", "6,8,2"], ["BOARD", "7,7,2", "6,8,1"]
    assert told[2:] == [*board, "RESTART", *other, "RESTART", "BOARD", "7,7,2", "6,8,2", "END"]


def test_an_engine_without_takeback_gets_the_position_anew(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        stones = [(H8, BLACK)]
        answer = (await its.move(stones, WHITE)).point
        for last in (0, 1, 2):
            await its.move([*stones, (answer, WHITE), (last, BLACK)], WHITE)

    asked(engine("no takeback", log), play)
    told = lines(log)
    assert sum(line.startswith("TAKEBACK") for line in told) == 1
    assert told.count("BOARD") == 2


def test_an_engine_without_restart_is_run_anew(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        await its.move([(H8, BLACK)], WHITE)
        return await its.move([(G7, BLACK), (0, WHITE), (1, BLACK)], WHITE)

    assert asked(engine("no restart", log), play).point == H8
    assert lines(log).count("START 15") == 2


def test_an_engine_that_was_stopped_is_started_for_the_next_game(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        await its.stop()
        await its.start()
        await its.new_game(15, EXACT, turn_ms=0)
        return await its.move([], BLACK)

    assert asked(engine("good", log), play).point == H8
    told = lines(log)
    assert told.count("START 15") == 2 and "RESTART" not in told


def test_another_size_is_asked_of_a_new_process(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        with pytest.raises(EngineError):
            await its.new_game(19, EXACT, turn_ms=0)
        await its.new_game(15, EXACT, turn_ms=0)
        return await its.move([], BLACK)

    assert asked(engine("good", log), play).point == H8
    assert [line for line in lines(log) if line.startswith(("START", "END"))] == [
        "START 15", "END", "START 19", "START 15", "END",
    ]  # fmt: skip


def test_limits_are_told(tmp_path):
    log = tmp_path / "log"

    async def play(its):
        await its.new_game(15, EXACT, turn_ms=1500)
        await its.move([], BLACK)

    asked(engine("good", log), play)
    told = log.read_text().splitlines()
    at = told.index("RESTART")
    assert told[at:] == [
        "RESTART", "INFO rule 1", "INFO game_type 0", "INFO timeout_turn 1500", "INFO timeout_match 0",
        "INFO time_left 2147483647", "BEGIN", "END",
    ]  # fmt: skip


# No faults


@pytest.mark.parametrize(
    "fault", ["greets", "ok to info", "suggests", "about unknown", "stderr", "dies of unknown", "does not end"]
)
def test_manners_that_are_borne(fault):
    assert asked(engine(fault)).point == I8


@pytest.mark.parametrize(
    ("fault", "name"), [("good", "Wicked"), ("greets", "Wicked"), ("old about", "Pela, a strong engine, 2005")]
)
def test_its_name(fault, name):
    its = engine(fault)
    asked(its)
    assert its.name == name


def test_what_it_tells_while_it_thinks():
    opinion = asked(engine("talks"))
    assert opinion.point == I8
    # the engine's names of points count from the top
    assert opinion.line == (I8, points.index("a15", 15), points.index("b14", 15))
    assert (opinion.value, opinion.depth) == (8 - 30_000, 9)
    assert opinion.words == "Depth 9-14 | Eval -M8 | Time 7ms | I8 A1 B2"


def test_tabs_and_text_behind_a_point_are_borne():
    opinion = asked(engine("tells more"))
    assert (opinion.point, opinion.depth, opinion.words) == (I8, 4, "I think")


# The answer 0,0 of an engine that has no move

A15 = points.index("a15", 15)
# the only free point, in the middle of six black stones, would be an overline
OVERLINE = [(at, BLACK if at // 15 == 7 and 4 <= at % 15 <= 10 else WHITE) for at in range(225) if at != H8]


def test_a_corner_where_there_is_no_move_is_no_answer():
    fault, sentence = fault_of(engine("zero"), lambda its: its.move(OVERLINE, BLACK), rule=RENJU)
    assert fault == "no move" and "has no move: no point is left where a stone of Black's may lie" in sentence
    fault, _ = fault_of(engine("zero"), lambda its: its.move([*OVERLINE, (H8, BLACK)], WHITE), rule=EXACT)
    assert fault == "no move"


@pytest.mark.parametrize(("rule", "turn"), [(RENJU, WHITE), (EXACT, BLACK)])
def test_a_corner_that_is_taken_is_wrong_where_there_is_a_move(rule, turn):
    assert fault_of(engine("zero"), lambda its: its.move(OVERLINE, turn), rule=rule)[0] == "illegal"


@pytest.mark.parametrize("stones", [[(H8, BLACK), (I8, WHITE)], [stone for stone in OVERLINE if stone[0] != A15]])
def test_a_corner_that_may_be_played_is_a_move(stones):
    assert asked(engine("zero"), lambda its: its.move(stones, BLACK), RENJU).point == A15


# Swap2


def test_swap2():
    async def ask(its):
        three = [(H8, BLACK), (0, WHITE), (1, BLACK)]
        return [await its.swap2(three[:0]), await its.swap2(three), await its.swap2([*three, (2, WHITE), (3, BLACK)])]

    first, second, third = asked(engine(), ask)
    assert first == ("stones", (H8, I8, points.index("j6", 15)))
    assert second == ("stones", (points.index("g9", 15), points.index("f10", 15)))
    assert third == ("swap", ())


def test_swap2_tells_whose_the_stones_are_where_it_is_asked_to(tmp_path):
    log = tmp_path / "log"

    async def ask(its):
        return await its.swap2(THREE), await its.swap2([*THREE, (2, WHITE), (3, BLACK)])

    assert asked(engine("swap2 sides", log), ask) == asked(engine(), ask)
    told = [line for line in lines(log) if line[0].isdigit()]
    assert told == ["7,7", "0,14", "1,14", "7,7,2", "0,14,1", "1,14,2", "7,7,2", "0,14,1", "1,14,2", "2,14,1", "3,14,2"]


def test_an_engine_that_does_not_know_swap2_refuses_it_either_way():
    fault, sentence = fault_of(engine("no swap2"), lambda its: its.swap2(THREE))
    assert fault == "refused" and "refuses SWAP2BOARD (UNKNOWN command SWAP2BOARD)" in sentence


@pytest.mark.parametrize(("wrong", "fault"), [("swap2 rubbish", "rubbish"), ("swap2 twice", "illegal")])
def test_wrong_answers_to_swap2(wrong, fault):
    assert fault_of(engine(wrong), lambda its: its.swap2([]))[0] == fault


# Each mistake


@pytest.mark.parametrize(
    ("wrong", "fault", "words"),
    [
        ("no about", "silent", "the engine {program} has not answered ABOUT in time"),
        ("no start", "silent", "the engine Wicked has not answered START 15 in time"),
        ("silence", "silent", "the engine Wicked has not answered TURN 7,7 in time"),
        ("hang", "silent", "the engine Wicked has not answered TURN 7,7 in time"),
        ("hang and deaf", "silent", "the engine Wicked has not answered TURN 7,7 in time"),
        ("endless messages", "too much", "more than a megabyte"),
        ("megabyte", "too much", "more than a megabyte"),
        ("long line", "too much", "a line of more than 8 kB"),
        ("endless line", "too much", "a line of more than 8 kB"),
        ("crash", "ended", "has stopped with exit code 139 (Segmentation fault in the search): start it again"),
        ("ends", "ended", "the engine {program} has stopped with exit code 3: start it again"),
        ("closes", "ended", "the engine Wicked has stopped: start it again"),
        ("rubbish", "rubbish", "answers TURN 7,7 with 'i think [31m h8' and not with a point like 7,7"),
        ("binary", "rubbish", "and not with a point like 7,7"),
        ("outside", "illegal", "puts a stone on 15,0, which is outside the board"),
        ("negative", "illegal", "puts a stone on -1,3, which is outside the board"),
        ("occupied", "illegal", "puts a stone on h8, where there is one already"),
        ("error", "refused", "the engine Wicked refuses TURN 7,7 (ERROR no memory)"),
        ("unknown", "refused", "the engine Wicked refuses TURN 7,7 (UNKNOWN TURN 7,7)"),
        ("no size", "refused", "the engine Wicked refuses START 15 (ERROR unsupported size)"),
    ],
)
def test_each_wrong_thing_is_one_sentence(wrong, fault, words):
    its = engine(
        wrong,
        margin_s=A_MOMENT_S if fault == "silent" else LIMIT_S,
        ready_s=A_MOMENT_S if wrong == "no about" else LIMIT_S,
    )
    found, sentence = fault_of(its, ready_s=A_MOMENT_S if wrong == "no start" else LIMIT_S)
    assert found == fault
    assert words.format(program=Path(sys.executable).name) in sentence


@pytest.mark.parametrize("seed", range(6))
def test_noise_is_rubbish(seed):
    assert fault_of(engine("noise", seed))[0] == "rubbish"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are for POSIX")
def test_a_signal_is_named():
    assert "was stopped by signal SIGABRT" in fault_of(engine("killed"))[1]


def test_a_board_that_it_does_not_know():
    fault, sentence = fault_of(engine(), size=19)
    assert fault == "refused" and "refuses START 19" in sentence


# After a fault


def test_the_next_question_after_a_crash_runs_it_anew(tmp_path):
    async def ask(its):
        with pytest.raises(EngineError):
            await its.move([(H8, BLACK)], WHITE)
        return await its.move([(H8, BLACK)], WHITE)

    assert asked(engine("crash once", tmp_path / "mark"), ask).point == I8


def test_a_cancelled_question_does_not_answer_the_next():
    async def ask(its):
        thought = asyncio.ensure_future(its.move([(H8, BLACK)], WHITE))
        await asyncio.wait([thought], timeout=0)
        thought.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thought
        return await its.move([(H8, BLACK), (I8, WHITE), (0, BLACK)], WHITE)

    assert asked(engine(), ask).point == I8 + 1


# An engine that drops a command directly after its move

FIRST = [(H8, BLACK)]
SECOND = [*FIRST, (I8, WHITE), (0, BLACK)]
THREE = [(H8, BLACK), (0, WHITE), (1, BLACK)]
NEXT = {
    "its next stone": lambda its: its.move(SECOND, WHITE),
    "another stone before it": lambda its: its.move([(0, BLACK)], WHITE),
    "another position": lambda its: its.move(THREE[:2], BLACK),
    "swap2": lambda its: its.swap2(THREE),
    "a new game": lambda its: its.new_game(15, EXACT, turn_ms=0),
}


class Patient(Engine):
    """A client that waits for a moment only after the first move, and without limit after a restart."""

    async def start(self):
        self.runs = getattr(self, "runs", 0) + 1
        self._margin_s = self._ready_s = LIMIT_S
        await super().start()


@functools.cache
def expected(question):
    """Return the answers of an engine that receives each command."""
    return asked(engine("good"), question, RENJU)


def then(question):
    async def ask(its):
        await its.move(FIRST, WHITE)
        return await question(its), await its.move([*SECOND, (I8 + 1, WHITE), (1, BLACK)], WHITE)

    return ask


@pytest.mark.parametrize("question", NEXT.values(), ids=NEXT)
def test_there_is_a_pause_between_a_move_and_the_next_command(tmp_path, question):
    paused = []

    async def pause(seconds):
        paused.append(seconds)
        (tmp_path / "hears").touch()

    its = engine("deaf", tmp_path / "hears", pause_s=LIMIT_S, sleep=pause)
    assert asked(its, then(question), RENJU) == asked(engine("good"), then(question), RENJU)
    assert paused and all(0 < seconds <= LIMIT_S for seconds in paused)


def test_who_asks_later_does_not_wait():
    async def pause(seconds):
        raise AssertionError(seconds)

    asked(engine(pause_s=0.0, sleep=pause), then(NEXT["another position"]))
    # no pause either, because the engine has put no stone
    asked(engine(pause_s=LIMIT_S, sleep=pause), lambda its: its.new_game(15, EXACT, turn_ms=0))


@pytest.mark.parametrize("how", ["drops 1", "drops 3", "drops 9", "halves"])
@pytest.mark.parametrize("question", NEXT.values(), ids=NEXT)
def test_a_command_that_is_lost_is_asked_again(question, how):
    async def ask(its):
        await its.move(FIRST, WHITE)
        if question is NEXT["its next stone"]:  # without RESTART
            its._margin_s = its._ready_s = A_MOMENT_S  # so that the wait for a dropped command is short
        return await question(its)

    its = engine(how, kind=Patient, again_s=0.001)
    assert asked(its, ask, RENJU) == expected(question)
    assert its.runs <= 2


def test_a_restart_that_is_lost_needs_no_other_process():
    its = engine("drops 3", kind=Patient, again_s=0.001)
    assert asked(its, then(NEXT["another position"]))[0].point == I8 and its.runs == 1


def has_ended(pid):
    """Return whether a process ends soon. It may be another process's child, not this one's.

    A killed process ends only when the system schedules it.
    """
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    with os.fdopen(descriptor):
        return bool(select.select([descriptor], [], [], LIMIT_S)[0])


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a process that is another's child, as Linux can")
def test_it_leaves_no_child(tmp_path):
    mark = tmp_path / "pids"
    asked(engine("child", mark))
    its, its_child = map(int, mark.read_text().split())
    assert has_ended(its) and has_ended(its_child)


def test_stop_is_never_too_often():
    async def run():
        its = engine()
        await its.stop()
        await its.start()
        await its.stop()
        await its.stop()

    asyncio.run(run())


# No engines


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-engine-here --fast", "there is no program no-such-engine-here"),
        ("/no/such/engine", "there is no program /no/such/engine"),
        ("", "there is no command for the engine"),
        ("   ", "there is no command for the engine"),
        ('"half', "quotation mark"),
    ],
)
def test_no_program(command, words):
    fault, sentence = fault_of(Engine(command))
    assert fault == "no program" and words in sentence


@pytest.mark.skipif(sys.platform == "win32", reason="the rights of files are those of POSIX")
def test_a_file_that_is_no_program(tmp_path):
    text = tmp_path / "text"
    text.write_text("no program")
    assert "may not be run as a program" in fault_of(Engine(str(text)))[1]
    assert "may not be run as a program" in fault_of(Engine(str(tmp_path)))[1]
    text.chmod(0o755)
    assert "is not a program for this computer" in fault_of(Engine(str(text)))[1]


@pytest.mark.skipif(sys.platform == "win32", reason="a script with #! is a program on POSIX")
def test_a_path_with_blanks(tmp_path):
    folder = tmp_path / "my engines"
    folder.mkdir()
    program = folder / "wicked engine"
    program.write_text(f"#!{sys.executable}\n" + WICKED.read_text())
    program.chmod(0o755)
    assert asked(Engine(str(program))).point == I8
    assert asked(Engine(f'"{program}" good')).point == I8


def test_a_program_that_is_no_engine():
    repeats = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    fault, sentence = fault_of(Engine((sys.executable, "-c", repeats), ready_s=LIMIT_S), ready_s=A_MOMENT_S)
    assert fault == "silent" and "START 15" in sentence


def test_commands():
    assert split("a b 'c d'") == ("a", "b", "c d")
    assert split(r'C:\engines\rapfi.exe --config "C:\my engines\x.toml"', windows=True) == (
        r"C:\engines\rapfi.exe", "--config", r"C:\my engines\x.toml",
    )  # fmt: skip


# Its folder

# An engine that reports its folder and its arguments; a file appears as @ and the path from the user's folder
SAYS_WHERE = f"""#!{sys.executable} -SE
import os, sys
words = ["@" + os.path.relpath(word, "{{folder}}") if os.path.isfile(word) else word for word in sys.argv[1:]]
for line in sys.stdin:
    print("name=\\"%s\\"" % " ".join([os.path.relpath(".", "{{folder}}"), *words]), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a text with #! is a program on POSIX")
def test_an_engine_runs_in_its_own_folder_and_its_command_is_of_the_users_folder(tmp_path, monkeypatch):
    for name in ("engines/strong", "engines/data.txt", "data.txt", "1"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SAYS_WHERE.format(folder=tmp_path))
    (tmp_path / "engines/strong").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "engines", prepend=os.pathsep)

    def says(command):
        async def run():
            its = Engine(command, ready_s=LIMIT_S, end_s=LIMIT_S)
            try:
                await its.start()
            finally:
                await its.stop()
            return its.about["name"]

        return asyncio.run(run())

    assert says("engines/strong --level 1 no.txt") == "engines --level 1 no.txt"
    assert says(("./engines/strong", "data.txt")) == "engines @data.txt"
    assert says("strong engines/data.txt") == ". @engines/data.txt"


def test_a_job_of_windows_has_limits_of_the_size_that_windows_wants():
    word = ctypes.sizeof(ctypes.c_void_p)
    assert ctypes.sizeof(ExtendedLimits) == {8: 144, 4: 112}[word] and ExtendedLimits.flags.offset == 16
