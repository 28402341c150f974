"""The options --quiz: `live` refuses a file with a wrong question before it serves, `study` writes a file for it."""

import contextlib
import json
import urllib.request

import waiting
from pages import page_of
from serving import serving
from tengen_host.cli import app
from tengen_host.quiz import reading
from tengen_host.quiz.question import Checker
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.study.fours import Solver
from typer.testing import CliRunner

LOST = "h8 i9 j7 i7 i8 g8 j9 k10 j8 k8 j10 j6 j11"


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_live_serves_the_questions(tmp_path):
    path = tmp_path / "some.txt"
    path.write_text("puzzle 12\n\nnext i7\nh8 i9 j7\n")
    with serving("live", "--virtual", "1", "--still", "--games", str(tmp_path), "--quiz", str(path)) as (address, its):
        assert its.until("Questions for the room: 2") == f"Questions for the room: 2. To ask them, open {address}quiz"
        with contextlib.closing(urllib.request.urlopen(address + "quiz/about.json")) as answer:
            assert json.load(answer)["games"]


def test_nothing_is_asked_about_a_game_that_watchers_can_not_see_yet(tmp_path):
    Library(tmp_path).add(Record(tuple(LOST.split()), id="new", over=True, winner="black"))

    async def refused(address):
        async with page_of(address, "quiz/ws") as page:
            await page.send(json.dumps({"do": "quiz", "act": "ask", "game": "new", "at": "3", "kind": "next"}))
            while (its := json.loads(await page.recv()))["type"] != "error":
                pass
            return its["key"]

    delayed = ("--share", "--address", "127.0.0.1", "--delay", "5m")
    with serving("live", "--virtual", "1", "--still", "--games", str(tmp_path), *delayed) as (address, _):
        assert waiting.run(refused(address)) == "quiz.gone"


def test_live_refuses_a_wrong_file(tmp_path):
    path = tmp_path / "some.txt"
    path.write_text(f"puzzle 12\n\nwin\n{LOST[:30]}\n")
    failed = run("live", "--quiz", path, "--no-browser")
    assert failed.exit_code == 1
    assert "some.txt, the question of line 3: A question has one right answer" in failed.stderr.replace("\n", " ")
    missing = run("live", "--quiz", tmp_path / "none.txt", "--no-browser")
    assert missing.exit_code == 1 and "none.txt" in missing.stderr


def test_study_writes_questions_that_live_reads(tmp_path):
    game, quiz = tmp_path / "game.txt", tmp_path / "quiz.txt"
    game.write_text(LOST)
    done = run("study", game, "--seconds", 0, "--quiz", quiz)
    assert done.exit_code == 0 and "quiz.txt is written" in done.stderr
    assert "why" in {its.kind for its in reading.read(quiz, Checker(Solver.fastest()))}
    again = run("study", game, "--seconds", 0, "--quiz", quiz)
    assert again.exit_code == 1 and "quiz.txt" in again.stderr
    game.write_text("h8 i9")
    nothing = run("study", game, "--seconds", 0, "--quiz", tmp_path / "other.txt")
    assert nothing.exit_code == 1 and "--quiz: the study found" in nothing.stderr
