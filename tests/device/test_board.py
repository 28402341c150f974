"""Test the library with the real app at a serial port: state, commands, lines without a gap, disappearing boards."""

import contextlib
import itertools
import os
import subprocess
import sys
import time

import pytest
import waiting
from ptyboard import Prompt, PtyBoard
from tengen_host.device.board import Board
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoAnswer, NoBoard, NotRunning, PortTaken, Refused
from tengen_host.device.find import find_boards, open_board, the_only_one
from tengen_host.device.line import Line
from tengen_host.device.ports import MICROPYTHON, Port
from tengen_host.wire.state import State

PICO_2 = Drive("E", "Raspberry Pi RP2350", "RP2350")
MOVES = (("h8", "p1"), ("i9", "p2"), ("h9", "p1"))


def has_said_all(board):
    return "open_p1" in board.replica.state.groups


@pytest.fixture
def pty(tmp_path):
    """A board that has started and sent its whole state.

    A program that connects earlier receives the lines of its start.
    """
    with PtyBoard(tmp_path / "port") as board:
        board.until(has_said_all)
        yield board


def first(board, code):
    """Return the first line that reports this action."""
    for line in board.lines(waiting.LIMIT_S):
        if any(did["code"] == code for did in line.get("did", ())):
            return line
    raise AssertionError(f"no {code}")


def moves(state):
    return [move["point"] for move in state.groups["moves"]]


def ask_for_games(board):
    """Send a request that the board answers at once, so that its earlier lines have arrived."""
    return board.ask({"cmd": "games"}, lambda answer: answer["code"] == "games")


def is_without_a_gap(lines):
    seqs = [line["seq"] for line in lines]
    return seqs == list(range(seqs[0], seqs[-1] + 1))


def test_a_snapshot_is_the_state(pty):
    with Board.open(pty.path) as board:
        state = board.snapshot()
    assert state.game.game == "renju" and state.game.size == 15 and state.game.turn == "black"
    assert state.groups["result"] is None and not state.under_way
    assert state.device["version"] and not state.device["probed"]


@pytest.mark.parametrize(
    "told, under_way",
    [
        ({}, False),
        ({"moves": [{"point": "h8"}]}, True),
        ({"moves": [{"point": "h8"}], "result": {"winner": None, "reason": "draw", "line": []}}, False),
        ({"game": {"setup": {"black": ["h8"], "white": []}}}, True),  # a position was set up, and there is no move yet
        ({"clock": {"p1": 1, "p2": 1, "running": "p1"}}, True),  # Black thinks about the first move
        ({"clock": {"p1": 1, "p2": 1, "stopped": "waiting"}}, False),
    ],
)
def test_a_game_is_under_way_as_soon_as_something_was_done(told, under_way):
    assert State({"game": {}, "moves": [], "clock": None, "result": None, **told}).under_way == under_way


def test_lines_begin_with_the_whole_state_and_have_each_move(pty):
    pty.move(*MOVES[0])
    with Board.open(pty.path) as board:
        for move in MOVES[1:]:
            pty.move(*move)
        lines = board.lines(waiting.LIMIT_S)
        line = next(lines)
        assert line["whole"] and line["is"]["moves"][1][0]["point"] == "h8"
        assert board.state == State().merge(line), "the line has all that is known"
        points = []
        for line in lines:
            points += [did["point"] for did in line.get("did", ()) if did["code"] == "move"]
            if len(points) == 2:
                break
        assert points == ["i9", "h9"] and moves(board.state) == ["h8", "i9", "h9"]


def test_the_state_is_that_of_the_line_which_was_given_last(pty):
    with Board.open(pty.path) as board:
        state = State()
        for move in MOVES:
            pty.move(*move)
        ask_for_games(board)
        for line in board.heard():
            state = state.merge(line)
            assert board.state == state
        assert moves(state) == ["h8", "i9", "h9"]


def test_an_answer_is_waited_for_and_nothing_else_is_lost(pty):
    with Board.open(pty.path) as board:
        pty.do(lambda its: its.press("p1"))
        heard = []
        games = board.ask({"cmd": "games"}, lambda answer: answer["code"] == "games", hear=heard.append)
        assert games == {"code": "games", "numbers": [], "present": None}
        lines = list(board.heard())
        assert any(line.get("answer") == games for line in lines) and is_without_a_gap(lines)
        assert heard and all(line in lines for line in heard) and heard[-1]["answer"] == games


def test_a_command_is_done_when_all_that_it_led_to_is_known(pty):
    with Board.open(pty.path) as board:
        assert board.ask({"cmd": "set", "game": "gomoku"}) == {"code": "done"}
        lines = list(board.heard())
        (done,) = [at for at, line in enumerate(lines) if "answer" in line]
        state = State()
        for line in lines[: done + 1]:
            state = state.merge(line)
        assert state.groups["next"]["game"] == "gomoku"


def test_the_refusal_of_another_program_is_no_answer(pty):
    with Board.open(pty.path) as board:
        board.send({"cmd": "dance", "id": "page 1"})
        board.send({"cmd": "dance"})
        ask_for_games(board)
        refused = [line["re"] for line in board.heard() if line.get("answer", {}).get("code") == "error"]
        assert refused == ["page 1", None]


def test_what_the_board_refuses_is_said_in_its_own_words(pty):
    with Board.open(pty.path) as board:
        with pytest.raises(Refused, match="unknown command dance"):
            board.ask({"cmd": "dance"})
        # the error of the previous command has not been read yet; it is not an answer to the next command
        ask_for_games(board)


def test_no_answer_in_time(pty):
    with Board.open(pty.path) as board, pytest.raises(NoAnswer) as raised:
        board.ask({"cmd": "games"}, lambda answer: answer["code"] == "dance", within_s=0.1)
    assert "0.1 s" in str(raised.value)


def test_to_connect_does_not_disturb_a_game(pty):
    pty.move(*MOVES[0])
    for _ in range(3):
        with Board.open(pty.path) as board:
            assert moves(board.snapshot()) == ["h8"]
    done = pty.do(lambda its: [did["code"] for did in its.done])
    assert done.count("started") == 1 and "disturbed" not in done
    assert pty.do(lambda its: [line for line in its.lines if line.get("answer", {}).get("code") == "error"]) == []


def test_half_a_line_of_a_laptop_that_died_does_no_harm(pty):
    fd = os.open(pty.path, os.O_WRONLY | os.O_NOCTTY)
    os.write(fd, b'{"cmd": "new"')
    os.close(fd)
    with Board.open(pty.path) as board:
        assert board.snapshot().game.moves == ()


def test_a_gap_is_closed_by_the_whole_state(pty):
    with Board.open(pty.path) as board:
        list(board.heard())
        seq = skip_lines(pty)
        pty.move("h8", "p1")
        line = next(board.lines(waiting.LIMIT_S))
        assert line["whole"] and line["seq"] > seq + 3 and moves(board.state) == ["h8"]
        assert board.state == State().merge(line)
        ask_for_games(board)
        lines = [line, *board.heard()]
        assert len(lines) > 1 and is_without_a_gap(lines)


def test_a_line_that_is_lost_on_its_way_is_asked_for_once_more(pty):
    """The lost line may be one of the lines that answer a request for the whole state."""
    with Board.open(pty.path) as board:
        ask_for_games(board)
        list(board.heard())
        board.snapshot()
        for number in range(1, sum("more" in line for line in board.heard()) + 1):
            pty.do(lambda its, number=number: lose_line(its, number))
            state = board.snapshot(waiting.LIMIT_S)
            assert set(state.groups) == pty.do(lambda its: set(its.replica.state.groups))
            assert state.groups["moves"] == [] and state.game.size == 15
            ask_for_games(board)
            assert all(board.state.groups.get("game") for _ in board.heard())


def skip_lines(pty):
    """Drop some lines, as a board drops lines that nobody reads; return the number of the last line before them."""

    def skip(its):
        its.app.laptop._seq += 3
        return its.app.laptop._seq - 3

    return pty.do(skip)


def lose_line(its, number):
    """Lose a future line: the `number`th of those that have a successor."""
    put, come = its.console._put, itertools.count(1)
    its.console._put = lambda data: None if b'"more"' in data and next(come) == number else put(data)


def test_text_among_the_lines_is_passed_over(pty):
    with Board.open(pty.path) as board:
        pty.say(b"Traceback (most recent call last):\r\nhalf a line")
        pty.say(b"\x1e{not json\n\x1e[1]\n" + b'\x1e{"is": {}}\n\x1e{"seq": 1, "t": 0, "did": [null]}\n')
        assert board.snapshot().game.moves == ()


def test_a_board_that_starts_again_is_followed(pty):
    pty.move("h8", "p1")
    with Board.open(pty.path) as board:
        list(board.heard())
        pty.do(lambda its: its.unplug())
        pty.do(lambda its: its.lift("h8"))
        pty.do(lambda its: its.plug())
        lines = board.lines(waiting.LIMIT_S)
        assert next(lines)["seq"] == 1
        first(board, "started")
        assert not board.state.device.get("version") or moves(board.state) == ["h8"]


def test_of_several_requests_for_the_state_one_is_answered(pty):
    with Board.open(pty.path) as board:
        ask_for_games(board)
        list(board.heard())
        pty.do(lambda its: setattr(its.console, "waiting", lambda: 1000))  # as if the host did not read
        for number in range(3):
            board.send({"cmd": "snapshot", "id": number})
        pty.until(lambda its: its.app.laptop._snapshot == 2)
        pty.do(lambda its: setattr(its.console, "waiting", lambda: 0))
        whole = next(line for line in board.lines(waiting.LIMIT_S) if line.get("whole"))
        ask_for_games(board)
        assert whole["re"] == 2 and not any(line.get("whole") for line in board.heard())


def test_a_snapshot_that_a_board_has_forgotten_is_asked_for_again(pty):
    """The board restarts, for instance after a fault, between the request and the answer."""
    dark = []

    def clock():
        if dark and pty.do(lambda its: not its.powered):
            pty.do(lambda its: its.plug())
        return time.monotonic()

    with Board.open(pty.path, clock=clock) as board:
        pty.do(lambda its: its.unplug())
        send = board.send

        def sent(command):
            send(command)
            dark.append(command)

        board.send = sent
        assert board.snapshot(waiting.LIMIT_S).game.moves == ()
        assert [command["cmd"] for command in dark] == ["snapshot"] * 2


def test_a_pulled_cable_is_told(pty):
    with Board.open(pty.path) as board:
        pty.hang_up()
        with pytest.raises(Gone):
            list(board.lines(waiting.LIMIT_S))
        with pytest.raises(Gone):
            board.snapshot()


def test_a_board_that_goes_and_comes_back_is_followed_on(pty):
    told = []

    def plug_in(_):
        if "plugged in" not in told:
            pty.push()
            told.append("plugged in")

    pty.move(*MOVES[0])
    with Board.open(pty.path, sleep=plug_in) as board:
        lines = board.lines(waiting.LIMIT_S, reconnect=True, tell=told.append)
        assert next(lines)["whole"]
        pty.pull()
        line = next((line for line in lines if line.get("whole")), None)
        assert line, told
        assert board.state.groups["game"]["awaits"] == "resume" and moves(board.state) == ["h8"]
    assert "gone" in told[0] and told[1:] == ["plugged in", f"the board is back at {pty.path}"]


@pytest.mark.parametrize("looks", [2, 5])
def test_a_port_that_is_not_ready_yet_is_no_news_and_one_that_stays_unusable_is_told_once(pty, looks):
    told, left = [], list(range(looks))

    def wait(_):
        left.pop()
        if len(left) == looks - 1:
            # the device belongs to root until the system gives it to the user
            open(pty.path, "w", encoding="utf-8").close()
        elif not left:
            os.unlink(pty.path)
            pty.push()

    with Board.open(pty.path, sleep=wait) as board:
        lines = board.lines(waiting.LIMIT_S, reconnect=True, tell=told.append)
        next(lines)
        pty.pull()
        assert next(lines)["seq"]
    assert "gone" in told[0]
    between = [] if looks == 2 else ["not a serial port"]
    assert [words.split(" is ")[-1] for words in told[1:]] == [*between, f"back at {pty.path}"]


def test_one_that_comes_back_and_says_nothing_is_not_waited_for_any_longer(tmp_path):
    with PtyBoard(tmp_path / "port") as before:
        before.until(has_said_all)
        looks = itertools.count()
        board = Board.open(before.path, clock=lambda: next(looks) / 4)
    with Prompt(tmp_path / "port", lambda line: b""), board:
        board.patience_s = 20.0
        began = next(looks)
        assert [line.get("whole") for line in board.lines(1, reconnect=True)] == [True]
        assert next(looks) - began < 4 * 10


def test_a_board_is_found_again_by_its_serial_number(tmp_path):
    port = Port(str(tmp_path / "first"), *MICROPYTHON, serial="E66")
    there = [port]
    with PtyBoard(port.path) as board, PtyBoard(tmp_path / "second") as other:
        board.move("h8", "p1")
        with Board.open(port.path, listing=lambda: there) as followed:
            assert next(followed.lines())["seq"]
            # the board comes back with another port name, and another board gets the old name
            there[:] = [Port(port.path, *MICROPYTHON, serial="E99"), Port(other.path, *MICROPYTHON, serial="e66")]
            board.hang_up()
            while followed.port.path != other.path:
                next(followed.lines(waiting.LIMIT_S, reconnect=True))
            assert moves(followed.snapshot()) == []


def test_one_that_does_not_come_back_is_not_waited_for_any_longer(pty):
    now = [0.0]

    def wait(seconds):
        now[0] += seconds

    with Board.open(pty.path, clock=lambda: now[0], sleep=wait) as board:
        pty.hang_up()
        lines = list(board.lines(3, reconnect=True))
        assert [line.get("whole") for line in lines] == [True] and 3 <= now[0] < 4


def test_an_emulated_board_is_given_more_time(pty):
    with Board.open(pty.path, listing=lambda: [Port(pty.path, *MICROPYTHON)]) as usb:
        assert usb.patience_s < 10
    with Board.open(pty.path) as emulated:
        assert emulated.patience_s >= 60


def test_a_board_at_micropythons_prompt(tmp_path):
    with Prompt(tmp_path / "port") as prompt:
        with pytest.raises(NotRunning) as raised:
            Board.open(prompt.path)
        assert "tengen flash" in str(raised.value) and prompt.path in str(raised.value)
        assert b"\x03" not in prompt.heard


def test_a_prompt_that_only_repeats_what_is_typed(tmp_path):
    """MicroPython ends a line at a carriage return, not at a newline. Another program has already read the prompt."""
    prompt = Prompt(tmp_path / "port", lambda line: b"\r\n>>> " if line == b"\r" else line)
    with prompt, pytest.raises(NotRunning) as raised:
        Board.open(prompt.path)
    assert f"`mpremote connect {prompt.path} reset` starts it" in str(raised.value)


def test_a_prompt_that_the_app_has_replaced(pty):
    with Board.open(pty.path) as board:
        pty.say(b"MicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico with RP2040\r\n>>> ")
        ask_for_games(board)
        assert ask_for_games(board)["numbers"] == []


def test_another_program_on_the_board(tmp_path):
    passed = itertools.count(1)  # the clock advances only when the program has read all answers
    with Prompt(tmp_path / "port", lambda line: b"temperature 21.5\r\n") as other, pytest.raises(NoAnswer) as raised:
        Board.open(other.path, within_s=0.2, clock=lambda: float(other.was_read() and next(passed)))
    assert "does not run Tengen" in str(raised.value) and "temperature 21.5" in str(raised.value)


def test_a_board_that_says_nothing(tmp_path):
    with Prompt(tmp_path / "port", lambda line: b"") as silent, pytest.raises(NoAnswer) as raised:
        Board.open(silent.path, within_s=0.2)
    assert "unplug it (USB and supply) and plug it in again" in str(raised.value)


def test_another_program_that_has_the_port_open_too(tmp_path):
    with Prompt(tmp_path / "port", lambda line: b"") as silent:
        reader = "import sys; port = open(sys.argv[1], 'rb'); print('open', flush=True); input()"
        other = subprocess.Popen(
            [sys.executable, "-c", reader, silent.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            assert other.stdout.readline() == "open\n"
            with pytest.raises(NoAnswer) as raised:
                Board.open(silent.path, 0.1, listing=lambda: [Port(silent.path, *MICROPYTHON)])
        finally:
            other.communicate("\n")
    if sys.platform == "linux":
        assert f"(pid {other.pid}) has also opened this port" in str(raised.value)


def test_a_port_is_let_go_when_a_board_is_not_opened(tmp_path):
    with Prompt(tmp_path / "port", lambda line: b"") as silent:
        for _ in range(2):
            with pytest.raises(NoAnswer):
                Board.open(silent.path, within_s=0.1)


def test_what_is_found_is_told_as_what_it_answers(pty, tmp_path, monkeypatch):
    pty.move(*MOVES[0])
    wait_for = Board.open
    within = {str(tmp_path / "silent"): 0.1}
    monkeypatch.setattr(Board, "open", lambda path, _=None: wait_for(path, within.get(path, waiting.LIMIT_S)))
    with Prompt(tmp_path / "prompt") as prompt, Prompt(tmp_path / "silent", lambda line: b"") as silent:
        there = [Port(path, *MICROPYTHON) for path in (pty.path, prompt.path, silent.path)]
        with PtyBoard(tmp_path / "busy") as busy, Board.open(busy.path):
            there.append(Port(busy.path, *MICROPYTHON))
            found = find_boards(there)
        assert the_only_one(there[:2]) == there[0]
    kinds = [type(one.trouble) for one in found]
    assert kinds == [type(None), NotRunning, NoAnswer, PortTaken]
    assert moves(found[0].state) == ["h8"] and "a game is under way, 1 move" in found[0].words
    assert [one.port for one in found] == there


def test_a_board_that_somebody_left_probed_is_found_so(pty):
    pty.do(lambda its: its.ask({"cmd": "probe", "on": True}))
    (found,) = find_boards([Port(pty.path, *MICROPYTHON)])
    assert found.words.endswith("; no game; it is dark: somebody is diagnosing it")


def test_the_only_board_or_which():
    for drives, words in [
        ([], "only charge"),
        ([PICO_2, Drive("D", "Raspberry Pi RP2", "RPI-RP2")], "BOOTSEL mode is there .drive D.: `tengen flash`"),
        ([PICO_2], "no board found: .* E is a Pico 2 .*Tengen runs on a Raspberry Pi Pico with an RP2040$"),
    ]:
        with pytest.raises(NoBoard, match=words):
            the_only_one([Port("/dev/ttyS0")], 1, lambda drives=drives: drives)
    only = Port("/dev/ttyACM0", *MICROPYTHON)
    assert the_only_one([Port("/dev/ttyS0"), only], 1) == only


@pytest.mark.parametrize("hold", [contextlib.nullcontext, Line], ids=["both answer", "another program has one"])
def test_several_boards_are_listed(pty, tmp_path, monkeypatch, hold):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    with PtyBoard(tmp_path / "second") as second, hold(second.path):
        there = [Port(path, *MICROPYTHON, serial=path[-2:]) for path in (pty.path, second.path)]
        with pytest.raises(DeviceError) as raised:
            open_board(listing=lambda: there)
    assert "2 boards" in str(raised.value) and "name the port of one" in str(raised.value)
    assert all(port.path in str(raised.value) for port in there)


def test_the_port_of_the_environment(pty, monkeypatch):
    monkeypatch.setenv("TENGEN_PORT", pty.path)
    with open_board() as board:
        assert board.port.path == pty.path
