"""Test `tengen diagnose` on a serial port, also if the board restarts, the cable is unplugged, or Ctrl-C is pressed."""

import json
import os
import signal
import threading

import pytest
from ptyboard import PtyBoard
from tengen.link import codec
from tengen_host.cli import app
from tengen_host.commands import diagnose
from tengen_host.device.board import Board
from tengen_host.device.diagnose import session
from tengen_host.device.diagnose.layout import Layout
from tengen_host.device.diagnose.walk import Glance, Walk
from typer.testing import CliRunner


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A board with its own time, which counts for `--seconds`."""
    with PtyBoard(tmp_path / "board") as here:
        monkeypatch.setattr(diagnose, "time", here)
        yield here


def run(board, *arguments):
    return CliRunner().invoke(app, ["diagnose", "--port", board.path, *arguments])


def told(result):
    return json.loads(result.stdout)


def test_a_sound_board_is_looked_at_and_plays_on(board):
    result = run(board, "--json", "--seconds", "5")
    assert result.exit_code == 0
    said = told(result)
    assert [finding["kind"] for finding in said["findings"] if finding["broken"]] == []
    assert 450 <= said["frames_per_s"] <= 550 and said["supply_mv"] == 5000 and said["estimated_ma"] == 255
    with Board.open(board.path) as again:
        assert not again.snapshot().device["probed"]


def test_another_version_of_the_protocol_is_told_first(board, monkeypatch):
    monkeypatch.setattr(codec, "WIRE", 2)
    result = run(board, "--json", "--seconds", "1")
    assert result.exit_code == 0 and result.stderr.startswith("warning: the board speaks version 2 of the protocol")


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_without_a_terminal_a_picture_without_end_is_refused(board, arguments):
    result = run(board, *arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: the live picture needs a terminal: add --seconds 5 for its length, and ")


def test_without_a_board_the_board_is_what_is_missing():
    result = CliRunner().invoke(app, ["diagnose", "--port", "/nowhere/ttyACM0"])
    assert result.exit_code == 1 and "there is no port /nowhere/ttyACM0" in result.output


@pytest.mark.parametrize("option", [["--report"], ["--coupon", "--form"]])
def test_a_file_in_a_folder_that_is_not_there_is_refused_before_anything_is_measured(option, tmp_path):
    result = CliRunner().invoke(app, ["diagnose", "--port", "/nowhere/ttyACM0", *option, str(tmp_path / "no" / "f")])
    assert result.exit_code == 1
    assert result.output == f"error: {tmp_path}/no/f: there is no folder {tmp_path}/no: create it, or name another\n"


def test_what_is_broken_is_named_and_the_exit_status_says_so(board):
    board.do(lambda its: (its.fault("dead row", "7", True), its.fault("chattering", "k4", True)))
    result = run(board, "--json", "--seconds", "7.5")
    assert result.exit_code == 1
    found = {finding["kind"]: finding for finding in told(result)["findings"] if finding["broken"]}
    silent = "its always-closed contact with the row sense never answers"
    assert found["dead row"]["words"] == f"row 7 (595 #1 pin Q6) is dead: {silent}"
    assert found["chattering"]["place"] == "k4"


def test_a_report_has_all_about_a_fault_and_nothing_about_people(board, tmp_path):
    board.do(lambda its: its.fault("dead row", "7", True))
    with Board.open(board.path) as its:
        its.ask({"cmd": "stamp", "record": "5ec4e7", "date": "2026-11-28T20:00:00"})
    file = tmp_path / "report.json"
    result = run(board, "--report", str(file))
    assert result.exit_code == 1 and "What is broken" in result.output
    assert "report.json has the report" in " ".join(result.output.split())
    text = file.read_text(encoding="utf-8")
    report = json.loads(text)
    assert "dead row" in [finding["kind"] for finding in report["findings"]]
    assert len(report["health"]) == 15 and report["board"]["device"]["version"] == report["laptop"]["tengen"]
    assert report["board"]["game"]["name"] == "renju" and report["supply_mv"] == 5000
    for private in ("5ec4e7", "2026-11-28", board.path, str(tmp_path)):
        assert private not in text


def test_a_report_of_a_board_that_is_unplugged_names_no_port(board, tmp_path):
    file = tmp_path / "report.json"
    meanwhile(board, lambda: (board.wait(2500), board.pull()), probed)
    assert run(board, "--report", str(file), "--seconds", "100").exit_code == 1
    text = file.read_text(encoding="utf-8")
    report = json.loads(text)
    assert "PORT" in report["trouble"] and board.path not in text and len(report["health"]) == 15


def test_a_report_that_cannot_be_written_is_printed(board, tmp_path):
    file = tmp_path / "there" / "report.json"
    file.parent.mkdir()
    meanwhile(board, file.parent.rmdir, probed)  # while the board is watched
    result = run(board, "--report", str(file))
    assert result.exit_code == 1
    assert "can't be written (No such file or directory); the report:" in result.output and '"health"' in result.output


def test_findings_are_a_table_for_people(board):
    board.do(lambda its: its.fault("dead column", "d", True))
    result = run(board, "--seconds", "5")
    assert result.exit_code == 1
    assert "What is broken" in result.output and "column d (GPIO3)" in " ".join(result.output.split())


def test_a_game_under_way_is_not_interrupted_unasked(board):
    board.move("h8", "p1")
    board.move("i9", "p2")
    result = run(board, "--json", "--seconds", "5")
    assert result.exit_code == 1 and "game is under way" in result.output
    assert run(board, "--json", "--seconds", "5", "--yes").exit_code == 0


def test_a_walk_and_learning_are_two_things(board):
    result = run(board, "--walk", "--learn")
    assert result.exit_code == 2 and "choose one" in result.output


def test_the_board_lights_what_the_walk_wants(board):
    with Board.open(board.path) as link:
        walk = Glance(session.begin(link))
        assert walk.layout == Layout.built()
        walk.prompt = type(walk.prompt)("watch", "look", pixels=((112, "ffffff"),))
        session.walk(link, walk, lambda: None, lambda: (walk.evidence.ma or 0) > 255)
        frame = board.do(lambda its: its.frame)
        assert frame[3 * 112 : 3 * 112 + 3] != bytes(3) == frame[:3]
        session.end(link)


def meanwhile(board, function, when=lambda its: True):
    """Call a function in another thread as soon as when(board) is true."""

    def wait():
        board.until(when)
        function()

    threading.Thread(target=wait, daemon=True).start()


def probed(its):
    """Return whether the board is being probed, and the test has not made its probe fail."""
    probe = its.app.laptop.probe
    return probe is not None and "tick" not in vars(probe)


def fails(its):
    """Make the firmware fail with an exception."""

    def tick(session, now):
        raise RuntimeError("a fault of the firmware's")

    its.app.laptop.probe.tick = tick


def plays(board):
    """Return whether the board is in its game, and not probed."""
    with Board.open(board.path) as link:
        return not link.snapshot().device["probed"]


def test_a_board_that_fails_while_it_is_looked_at_is_looked_at_again(board):
    board.do(lambda its: its.fault("dead row", "7", True))
    meanwhile(board, lambda: board.do(fails), probed)
    result = run(board, "--json", "--seconds", "15")
    said = told(result)
    assert "restarted" in result.stderr
    assert [each["place"] for each in said["findings"] if each["broken"]] == ["7"]
    assert plays(board)


def test_a_walk_goes_on_where_the_board_has_begun_anew(board):
    with Board.open(board.path) as link:
        walk = Walk(session.begin(link))
        asked = []

        def show():
            words = walk.prompt.words
            if not asked or asked[-1] != words:
                asked.append(words)
                if len(asked) == 1:
                    meanwhile(board, lambda: board.press("p1"))
                elif len(asked) == 2:
                    board.do(fails)
                    meanwhile(board, lambda: board.press("p2"), probed)

        session.walk(link, walk, show, lambda: len(asked) > 2)
        session.end(link)
    assert [words.split(" (")[0] for words in asked] == [
        "Press the button of P1",
        "Press the button of P2",
        "Press the button of the arbiter.",
    ]
    assert walk.evidence.now > 0 and plays(board)


def test_a_board_that_keeps_failing_is_told_as_that(board):
    over = threading.Event()

    def always():
        while not over.is_set():
            board.until(lambda its: over.is_set() or probed(its))
            board.do(lambda its: probed(its) and fails(its))

    thread = threading.Thread(target=always, daemon=True)
    thread.start()
    result = run(board, "--json", "--seconds", "300")
    over.set()
    thread.join()
    assert result.exit_code == 1 and "keeps restarting" in result.stderr


def test_a_cable_that_is_pulled_leaves_what_was_found(board):
    board.do(lambda its: its.fault("dead row", "7", True))
    meanwhile(board, lambda: (board.wait(2500), board.pull()), probed)
    result = run(board, "--json", "--seconds", "100")
    assert result.exit_code == 1 and "error: " in result.stderr and "Traceback" not in result.output
    assert [each["place"] for each in told(result)["findings"] if each["broken"]] == ["7"]


def test_a_board_that_was_left_probed_is_looked_at(board):
    with Board.open(board.path) as link:
        session.begin(link)
    result = run(board, "--json", "--seconds", "5")
    assert result.exit_code == 0, result.output
    assert plays(board)


def test_a_board_that_has_gone_back_by_itself_is_not_waited_for(board):
    with Board.open(board.path) as link:
        session.begin(link)
        session.end(link)
        session.end(link)
    assert plays(board)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("step", ["proved", "begin", "walk", "end"])
def test_after_ctrl_c_at_any_moment_the_board_plays_on(board, monkeypatch, step, times):
    real = getattr(session, step)

    def press():
        os.kill(os.getpid(), signal.SIGINT)

    def interrupted(*arguments, **named):
        if step == "walk":
            meanwhile(board, press)
        elif times == 2:
            press()
        try:
            return real(*arguments, **named)
        finally:
            if step != "walk" or times == 2:
                press()

    monkeypatch.setattr(session, step, interrupted)
    result = run(board, "--json", *(["--seconds", "5"] if step == "end" else ["--walk"]))
    assert [each for each in told(result)["findings"] if each["broken"]] == []
    assert plays(board)
