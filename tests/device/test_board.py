"""The library and the real app at a serial port: snapshots, commands, events without a gap, boards that go away."""

import itertools
import os
import subprocess
import sys
import time

import pytest
import waiting
from ptyboard import Prompt, PtyBoard
from tengen_host.device.board import Board, Event, Snapshot
from tengen_host.device.bootsel import Drive
from tengen_host.device.errors import DeviceError, Gone, NoAnswer, NoBoard, NotRunning, PortTaken, Refused
from tengen_host.device.find import find_boards, open_board, the_only_one
from tengen_host.device.line import Line
from tengen_host.device.ports import MICROPYTHON, Port

MOVES = (("h8", "p1"), ("i9", "p2"), ("h9", "p1"))


@pytest.fixture
def pty(tmp_path):
    """A board that has started: a listener who connects earlier may get two snapshots."""
    with PtyBoard(tmp_path / "port") as board:
        board.until(lambda board: board.events)
        yield board


def first(board, kind):
    for event in board.events(waiting.LIMIT_S):
        if event.kind == kind:
            return event
    raise AssertionError(f"no {kind}")


def ask_for_games(board):
    """Ask for something that the board answers at once: what it has told before is received then."""
    return board.ask({"cmd": "games"}, lambda event: event.kind == "games")


def kinds_until_now(board):
    """What the board has told since the last look, without the answer to what is asked here."""
    ask_for_games(board)
    *kinds, last = [event.kind for event in board.heard()]
    assert last == "games"
    return kinds


def test_a_snapshot_is_typed(pty):
    with Board.open(pty.path) as board:
        snapshot = board.snapshot()
    assert snapshot.game == "renju" and snapshot.moves == () and snapshot.turn == "black"
    assert snapshot.result is None and not snapshot.under_way
    assert snapshot.version == snapshot.fields["version"] and snapshot.fields["size"] == 15


def test_moves_and_a_pass_in_a_snapshot():
    told = {"version": "1", "game": "renju", "moves": "h8i9--a15", "turn": "black", "players": {}, "result": None}
    snapshot = Snapshot.of(Event("snapshot", 7, 100, told))
    assert snapshot.moves == ("h8", "i9", "--", "a15") and snapshot.under_way and snapshot.build is None


@pytest.mark.parametrize(
    "told, under_way",
    [
        ({"moves": ""}, False),
        ({"moves": "h8"}, True),
        ({"moves": "h8", "result": {"winner": None, "reason": "draw", "line": []}}, False),
        ({"moves": "", "record": [{"event": "set_up"}]}, True),  # a position is set up, and no move was made yet
        ({"moves": "", "clock": {"running": "p1", "stopped": None}}, True),  # Black thinks about the first move
        ({"moves": "", "clock": {"running": None, "stopped": "waiting"}}, False),
    ],
)
def test_a_game_is_under_way_as_soon_as_something_was_done(told, under_way):
    assert Snapshot.of(Event("snapshot", 7, 100, {"record": [], "clock": None, **told})).under_way == under_way


def test_events_begin_with_a_snapshot_and_have_each_move(pty):
    pty.move(*MOVES[0])
    with Board.open(pty.path) as board:
        for move in MOVES[1:]:
            pty.move(*move)
        events = board.events(waiting.LIMIT_S)
        snapshot = next(events)
        assert snapshot.kind == "snapshot" and snapshot.fields["moves"] == "h8"
        moves = (event.fields["point"] for event in events if event.kind == "move")
        assert list(itertools.islice(moves, 2)) == ["i9", "h9"]


def test_an_answer_is_waited_for_and_nothing_else_is_lost(pty):
    with Board.open(pty.path) as board:
        pty.do(lambda its: its.press("p1"))
        games = ask_for_games(board)
        assert games.fields["event"] == "games"
        seqs = [event.seq for event in board.heard()]
        assert games.seq in seqs and seqs == list(range(seqs[0], seqs[-1] + 1))


def test_what_the_board_refuses_is_said_in_its_own_words(pty):
    with Board.open(pty.path) as board:
        with pytest.raises(Refused) as raised:
            board.ask({"cmd": "dance"}, lambda event: event.kind == "dance")
        assert "unknown command 'dance'" in str(raised.value)
        # the error of that command is still unread; it is no answer to the next command
        ask_for_games(board)


def test_no_answer_in_time(pty):
    with Board.open(pty.path) as board, pytest.raises(NoAnswer) as raised:
        board.ask({"cmd": "snapshot"}, lambda event: event.kind == "dance", within_s=0.1)
    assert "0.1 s" in str(raised.value)


def test_to_connect_does_not_disturb_a_game(pty):
    pty.move(*MOVES[0])
    for _ in range(3):
        with Board.open(pty.path) as board:
            assert board.snapshot().moves == ("h8",)
    kinds = pty.do(lambda its: [event["event"] for event in its.events])
    assert kinds.count("started") == 1 and "error" not in kinds and "disturbed" not in kinds


def test_half_a_line_of_a_laptop_that_died_does_no_harm(pty):
    fd = os.open(pty.path, os.O_WRONLY | os.O_NOCTTY)
    os.write(fd, b'{"cmd": "new"')
    os.close(fd)
    with Board.open(pty.path) as board:
        assert board.snapshot().moves == ()


def test_a_gap_is_closed_by_a_snapshot(pty):
    with Board.open(pty.path) as board:
        events = board.events(waiting.LIMIT_S)
        assert next(events).kind == "snapshot"
        # the board drops events that nobody reads; here its number skips some events
        seq = pty.do(lambda its: its.app.laptop._seq)
        pty.do(lambda its: setattr(its.app.laptop, "_seq", seq + 3))
        pty.move("h8", "p1")
        event = next(events)
        assert event.kind == "snapshot" and event.seq > seq + 3
        games = ask_for_games(board)
        seqs = [event.seq, *(event.seq for event in board.heard())]
        assert games.seq in seqs and seqs == list(range(seqs[0], seqs[-1] + 1))


def test_text_among_the_events_is_passed_over(pty):
    with Board.open(pty.path) as board:
        pty.say(b"Traceback (most recent call last):\r\nhalf a line")
        pty.say(b"\x1e{not json\n\x1e[1]\n" + b'\x1e{"event": "move"}\n')
        assert board.snapshot().moves == ()


def test_a_board_that_begins_anew_is_followed(pty):
    with Board.open(pty.path) as board:
        first(board, "snapshot")
        pty.do(lambda its: its.unplug())
        pty.do(lambda its: its.plug())
        assert first(board, "started").seq == 1


def test_a_snapshot_waits_until_all_before_it_is_sent_and_of_several_one_comes(pty):
    with Board.open(pty.path) as board:
        kinds_until_now(board)
        pty.do(lambda its: setattr(its.console, "waiting", lambda: 1))
        for _ in range(3):
            board.send({"cmd": "snapshot"})
        assert kinds_until_now(board) == []
        pty.do(lambda its: setattr(its.console, "waiting", lambda: 0))
        first(board, "snapshot")
        assert kinds_until_now(board) == []


def test_a_snapshot_that_a_board_has_forgotten_is_asked_for_again(pty):
    """The board begins anew, for instance after a fault, between the request and the answer."""
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
        assert board.snapshot(waiting.LIMIT_S).moves == ()
        assert dark == [{"cmd": "snapshot"}] * 2


def test_a_pulled_cable_is_told(pty):
    with Board.open(pty.path) as board:
        pty.hang_up()
        with pytest.raises(Gone):
            list(board.events(waiting.LIMIT_S))
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
        events = board.events(waiting.LIMIT_S, reconnect=True, tell=told.append)
        assert next(events).kind == "snapshot"
        pty.pull()
        event = next((event for event in events if event.kind == "snapshot"), None)
        assert event, told
        assert event.fields["resuming"] and Snapshot.of(event).moves == ("h8",)
    assert "gone" in told[0] and told[1:] == ["plugged in", f"the board is back at {pty.path}"]


def test_a_port_that_is_not_ready_yet_is_no_news(pty):
    told, looks = [], []

    def wait(_):
        looks.append(pty.path)
        if len(looks) == 1:
            open(pty.path, "w", encoding="utf-8").close()  # root's, until the system gives it to the user
        elif len(looks) == 2:
            os.unlink(pty.path)
            pty.push()

    with Board.open(pty.path, sleep=wait) as board:
        events = board.events(waiting.LIMIT_S, reconnect=True, tell=told.append)
        next(events)
        pty.pull()
        assert next(events).kind == "snapshot"
    assert len(told) == 2 and "gone" in told[0] and "back" in told[1]


def test_a_port_that_stays_unusable_is_told_once(pty):
    told, looks = [], []

    def wait(_):
        looks.append(pty.path)
        if len(looks) == 1:
            open(pty.path, "w", encoding="utf-8").close()
        elif len(looks) == 5:
            os.unlink(pty.path)
            pty.push()

    with Board.open(pty.path, sleep=wait) as board:
        events = board.events(waiting.LIMIT_S, reconnect=True, tell=told.append)
        next(events)
        pty.pull()
        assert next(events).kind == "snapshot"
    assert [words.split(" is ")[-1] for words in told[1:]] == ["no serial port", f"back at {pty.path}"]


def test_one_that_comes_back_and_says_nothing_is_not_waited_for_any_longer(tmp_path):
    with PtyBoard(tmp_path / "port") as first:
        first.until(lambda board: board.events)
        looks = itertools.count()
        board = Board.open(first.path, clock=lambda: next(looks) / 4)
    with Prompt(tmp_path / "port", lambda line: b""), board:
        board.patience_s = 20.0
        began = next(looks)
        assert [event.kind for event in board.events(1, reconnect=True)] == ["snapshot"]
        assert next(looks) - began < 4 * 10


def test_a_board_is_found_again_by_its_serial_number(tmp_path):
    port = Port(str(tmp_path / "first"), *MICROPYTHON, serial="E66")
    there = [port]
    with PtyBoard(port.path) as board, PtyBoard(tmp_path / "second") as other:
        board.move("h8", "p1")
        with Board.open(port.path, listing=lambda: there) as followed:
            assert next(followed.events()).kind == "snapshot"
            # the board comes back under another name, and another board takes its old name
            there[:] = [Port(port.path, *MICROPYTHON, serial="E99"), Port(other.path, *MICROPYTHON, serial="e66")]
            board.hang_up()
            snapshot = next(followed.events(waiting.LIMIT_S, reconnect=True))
            assert snapshot.fields["moves"] == "" and followed.port.path == other.path


def test_one_that_does_not_come_back_is_not_waited_for_any_longer(pty):
    now = [0.0]

    def wait(seconds):
        now[0] += seconds

    with Board.open(pty.path, clock=lambda: now[0], sleep=wait) as board:
        pty.hang_up()
        kinds = [event.kind for event in board.events(3, reconnect=True)]
        assert kinds == ["snapshot"] and 3 <= now[0] < 4


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
    """MicroPython takes a carriage return for the end of a line, not a newline; another program has read its prompt."""
    prompt = Prompt(tmp_path / "port", lambda line: b"\r\n>>> " if line == b"\r" else line)
    with prompt, pytest.raises(NotRunning) as raised:
        Board.open(prompt.path)
    assert f"`mpremote connect {prompt.path} reset` starts it" in str(raised.value)


def test_a_prompt_that_the_app_has_replaced(pty):
    with Board.open(pty.path) as board:
        pty.say(b"MicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico with RP2040\r\n>>> ")
        ask_for_games(board)
        assert {event.kind for event in board.events(0.8)} == {"snapshot", "games"}


def test_another_program_on_the_board(tmp_path):
    with Prompt(tmp_path / "port", lambda line: b"temperature 21.5\r\n") as other, pytest.raises(NoAnswer) as raised:
        Board.open(other.path, within_s=0.2, clock=lambda: float(other.was_read()))
    assert "is not Tengen" in str(raised.value) and "temperature 21.5" in str(raised.value)


def test_a_board_that_says_nothing(tmp_path):
    with Prompt(tmp_path / "port", lambda line: b"") as silent, pytest.raises(NoAnswer) as raised:
        Board.open(silent.path, within_s=0.2)
    assert "reset button" in str(raised.value)


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
        assert f"(pid {other.pid}) has its port open too" in str(raised.value)


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
    assert found[0].snapshot.moves == ("h8",) and "a game is under way, 1 move" in found[0].words
    assert [one.port for one in found] == there


def test_a_board_that_somebody_left_probed_is_found_so(pty):
    pty.do(lambda its: its.ask({"cmd": "probe", "on": True}))
    (found,) = find_boards([Port(pty.path, *MICROPYTHON)])
    assert found.words.endswith("; no game; it is dark: somebody looks for its faults")


def test_the_only_board_or_which():
    with pytest.raises(NoBoard) as raised:
        the_only_one([Port("/dev/ttyS0")], 1, list)
    assert "only charge" in str(raised.value)
    with pytest.raises(NoBoard) as raised:
        the_only_one([], 1, lambda: [Drive("D:\\", "Raspberry Pi RP2", "RPI-RP2")])
    assert "BOOTSEL mode is there (drive D:\\): `tengen flash`" in str(raised.value)
    with pytest.raises(NoBoard) as raised:
        the_only_one([], 1, lambda: [Drive("E:\\", "Raspberry Pi RP2350", "RP2350")])
    assert "no board found" in str(raised.value) and "E:\\ is a Pico 2" in str(raised.value)
    assert str(raised.value).endswith("Tengen runs on a Raspberry Pi Pico with an RP2040")
    only = Port("/dev/ttyACM0", *MICROPYTHON)
    assert the_only_one([Port("/dev/ttyS0"), only], 1) == only


def test_several_boards_are_listed(pty, tmp_path, monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    with PtyBoard(tmp_path / "second") as second:
        there = [Port(path, *MICROPYTHON, serial=path[-2:]) for path in (pty.path, second.path)]
        with pytest.raises(DeviceError) as raised:
            open_board(listing=lambda: there)
    assert "2 boards" in str(raised.value) and "name the port of one" in str(raised.value)
    assert all(port.path in str(raised.value) for port in there)


def test_one_that_another_program_has_may_be_meant_as_well(pty, tmp_path, monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    with PtyBoard(tmp_path / "second") as second, Line(second.path):
        there = [Port(path, *MICROPYTHON, serial=path[-2:]) for path in (pty.path, second.path)]
        with pytest.raises(DeviceError) as raised:
            open_board(listing=lambda: there)
    assert "2 boards" in str(raised.value) and "name the port of one" in str(raised.value)


def test_the_port_of_the_environment(pty, monkeypatch):
    monkeypatch.setenv("TENGEN_PORT", pty.path)
    with open_board() as board:
        assert board.port.path == pty.path
