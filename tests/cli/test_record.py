"""`tengen record`: every command with its errors and exit codes."""

import io
import json
import os
import signal
import subprocess
import sys

import kept_games
import pytest
from PIL import Image
from ptyboard import PtyBoard
from tengen.games import LINE_NAMES, registry
from tengen_host.cli import app
from tengen_host.records import fonts
from tengen_host.records.library import Library
from tengen_host.records.record import Record
from tengen_host.records.sgf import games as sgf
from typer.testing import CliRunner

FOUL = "h8 a1 g8 a3 i9 a5 i10 o1 h6 o3 i8"
GAME = Record(
    moves=("h8", "h9", "i9", "g7"), black="Anna <b>", white="Bo\x1b[31m", id="20261121-1404-3f9a", date="2026-11-21",
    over=True, winner="black", reason="resignation",
)  # fmt: skip


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, ["record", *map(str, arguments)], input=stdin)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one game, which the commands use."""
    monkeypatch.setenv("TENGEN_GAMES", str(tmp_path / "games"))
    Library(tmp_path / "games").add(GAME)
    return tmp_path / "games"


@pytest.fixture
def foul(tmp_path):
    """A file of a game that White has won by Black's foul."""
    path = tmp_path / "foul.txt"
    path.write_text(FOUL + " 0-1\n")
    return path


def test_games_are_listed_and_nothing_in_them_acts_on_the_terminal(folder):
    result = run("list")
    assert result.exit_code == 0 and "\x1b" not in result.output
    (line,) = result.output.splitlines()
    assert line.startswith("20261121-1404-3f9a  2026-11-21  Anna <b> - Bo\ufffd[31m  D4 Kagetsu  4 moves  black wins")


PENTE = Record(
    ("h8", "i8", "a1", "j8", "k8"), game="pente", first="white", rule="free", id="p1", options={"keryo": True},
    changes=(*[()] * 4, (("i8", "black", "empty"), ("j8", "black", "empty"))),
)  # fmt: skip
LATER = Record(("h8", "i8"), game="later", id="l1", over=True, winner="white", reason="ducks", options={"x": "y"})


def test_games_of_any_kind_are_listed_and_shown(folder):
    Library(folder).add(PENTE)
    Library(folder).add(LATER)
    listed = run("list").output.splitlines()
    assert [line.split()[0] for line in listed] == ["20261121-1404-3f9a", "l1", "p1"]
    assert "Renju" in listed[0] and "Later" in listed[1] and "white wins, ducks" in listed[1] and "Pente" in listed[2]
    assert [line.split()[0] for line in run("list", "--game", "PENTE").output.splitlines()] == ["p1"]
    assert run("list", "--result", "captures").exit_code == 0
    said = run("show", "p1").output
    assert "Rules: Pente, keryo, opening=free" in said and "White has captured 2." in said and "5 K8x2" in said
    whole = json.loads(run("show", "p1", "--json").output)
    assert whole["colours"][:2] == ["white", "black"] and len(whole["changes"][4]) == 2
    said = run("show", "l1").output
    assert "White wins: ducks." in said and "Rules: Later, x=y, opening=none" in said
    for name in ("l1", "p1"):
        result = run("draw", name, "--out", folder / f"{name}.svg")
        assert result.exit_code == 0, result.output
        assert run("draw", name, "--out", folder / f"{name}.png", "--explain").exit_code == 2
    assert run("replay", "l1").exit_code == 1


def test_moves_of_another_game_go_into_text_and_back(folder, tmp_path):
    Library(folder).add(PENTE)
    result = run("convert", "p1", "--out", tmp_path / "pente.txt")
    assert result.exit_code == 0 and "# Rules: Pente, keryo, opening=free" in (tmp_path / "pente.txt").read_text()
    assert "White has captured 2." in run("show", tmp_path / "pente.txt").output
    result = run("convert", "p1", "--to", "psq")
    assert result.exit_code == 1 and "psq can't say that White begins in Pente: write this game as sgf" in result.output
    result = run("convert", "p1", "--to", "rif")
    assert result.exit_code == 1 and "rif has games of Renju only, and this is one of Pente" in result.output


def test_a_list_is_in_columns_whatever_the_names_are(folder):
    Library(folder).add(Record(moves=("h8",), black="山田太郎", id="20261121-1404-3f9b"))
    first, second = run("list").output.splitlines()
    # the names have four characters of double width
    assert first.index("4 moves") == second.index("1 move") + 4


def test_a_list_for_machines(folder):
    (entry,) = json.loads(run("list", "--json").output)
    assert entry["id"] == GAME.id and entry["white"] == GAME.white and entry["path"].endswith(".sgf")
    assert json.loads(run("list", "--json", "--player", "nobody").output) == []


def test_a_list_of_what_is_asked_for(folder):
    assert "Anna" in run("list", "--player", "anna", "--since", "2026", "--opening", "d4", "--result", "black").output
    result = run("list", "--until", "2025")
    assert result.exit_code == 0 and result.output == f"no such games are in {folder}\n"
    assert run("list", "--game", "pent").output == f"no such games are in {folder}. Did you mean pente?\n"


def test_any_result_of_any_game_can_be_asked_for():
    reasons = {reason for game in registry.NAMES for reason, _ in registry.results(game)} | set(LINE_NAMES.values())
    assert {reason: run("list", "--result", reason).exit_code for reason in reasons} == dict.fromkeys(reasons, 0)


def test_a_file_that_is_no_game_is_a_warning_of_the_list(folder):
    (folder / "letter.sgf").write_text("(;")
    result = run("list")
    assert result.exit_code == 0 and "Anna" in result.output
    assert "warning: " in result.output and "letter.sgf" in result.output


@pytest.mark.parametrize("name", ["20261121-1404-3f9a", "3f9a", "2026112"])
def test_a_game_of_the_folder_by_its_id_or_part_of_it(folder, name):
    result = run("show", name)
    assert result.exit_code == 0 and "Anna <b>" in result.output and "\x1b" not in result.output


def test_a_game_that_is_not_there(folder):
    result = run("show", "3f9b")
    assert result.exit_code == 1
    assert result.output.startswith(f"error: 3f9b is neither a file nor a game in {folder}: ")


def test_a_folder_that_is_none_is_said(foul, tmp_path):
    result = run("show", tmp_path)
    assert result.exit_code == 1 and result.output.startswith(f"error: {tmp_path} is a folder: name a file in it")
    for command in (["list"], ["show", "3f9a"]):
        result = run(*command, "--games", foul)
        assert (result.exit_code, result.output) == (1, f"error: {foul} is not a folder: name a folder, or a new one\n")


@pytest.mark.parametrize("command", [["convert", "--to", "sgf", "--force"], ["draw", "--force"]])
def test_what_can_not_be_written_is_said_by_its_own_name(foul, tmp_path, monkeypatch, command):
    folder = tmp_path / "folder.png"
    folder.mkdir()
    result = run(command[0], foul, *command[1:], "--out", folder)
    assert (result.exit_code, result.output) == (1, f"error: {folder} is a folder: name a file\n")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    out = tmp_path / "out.png"
    result = run(command[0], foul, *command[1:], "--out", out)
    told = f"error: {out} can't be written (No space left on device): name another place\n"
    assert (result.exit_code, result.output) == (1, told)
    assert not out.exists()


def test_an_id_that_several_games_have(folder):
    Library(folder).add(Record(moves=("h8",), id="other-3f9a"))
    result = run("show", "3f9a")
    assert result.exit_code == 1 and "2 games" in result.output and "other-3f9a" in result.output


def test_a_shown_game_has_board_moves_and_result(foul):
    shown = run("show", foul).output
    assert "White wins: double-three at I8, a foul." in shown
    assert " 8  . . . . . . X X(X). . . . . .  8\n" in shown
    assert "11 I8" in shown
    assert "(X)" not in run("show", foul, "--after", "0").output


def test_what_the_moves_say_themselves_is_said_for_people_too():
    five = "h8 i9 g7 a1 f6 a3 i10 a5 e5 a7 d4"
    shown = run("show", "-", stdin=five).output
    assert shown.startswith("Opening: I11 Shagetsu 斜月\n")
    assert "Black wins: five D4 E5 F6 G7 H8.\n" in shown
    assert "Not over." in run("show", "-", stdin="h8 i9 g7").output


@pytest.mark.parametrize(
    "begins, what", [(b"\x89PNG\r\n\x1a\n", "a picture"), (b"%PDF-1.7", "a PDF"), (b"\x1f\x8b\x08", "compressed")]
)
def test_what_is_taken_for_a_game_by_mistake_is_called_what_it_is(tmp_path, begins, what):
    path = tmp_path / "x.sgf"
    path.write_bytes(begins + b"\0\x01(;GM[4]")
    result = run("show", path)
    said = f"error: x.sgf is {what}, not a file of games: choose another file\n"
    assert (result.exit_code, result.output) == (1, said)


def test_a_game_from_standard_input_as_json():
    shown = json.loads(run("show", "-", "--json", stdin="h8i9 g7 --").output)
    assert shown["moves"] == ["h8", "i9", "g7", "--"]


@pytest.mark.parametrize("ending, name", [("sgf", "sgf"), ("txt", "text"), ("psq", "psq"), ("xml", "rif")])
def test_a_game_in_another_format_which_is_called_by_its_name_or_its_ending(foul, tmp_path, ending, name):
    out = tmp_path / f"out.{ending}"
    result = run("convert", foul, "--out", out)
    assert result.exit_code == 0 and result.output == f"{out}: 1 game\n"
    for named in (ending, name):
        assert run("convert", foul, "--to", named).stdout_bytes == out.read_bytes()
    shown = json.loads(run("show", out, "--json").output)
    assert " ".join(shown["moves"]) == FOUL and (shown["winner"], shown["reason"]) == ("white", "double-three")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_game_that_is_converted_onto_a_terminal_does_not_act_on_it(folder):
    ours, its = os.openpty()
    command = [sys.executable, "-c", "from tengen_host.cli import main; main()", "record", "convert", "3f9a", "--to"]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([*command, "text"], stdout=its, env=where).returncode == 0
    os.close(its)
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert "# White: Bo\ufffd[31m\r\n" in shown and shown.endswith("h8h9i9g7 1-0\r\n")
    # the terminal shows replacements, but a file has the original characters
    assert b"\x1b" in run("convert", "3f9a", "--to", "text").stdout_bytes


def test_several_games_into_one_file_and_one_of_them_out(folder, foul, tmp_path):
    out = tmp_path / "both.sgf"
    assert run("convert", "3f9a", foul, "--out", out).exit_code == 0
    first, second = sgf.read(out.read_bytes())
    assert first == GAME and " ".join(second.moves) == FOUL
    result = run("show", out)
    assert result.exit_code == 1 and "has 2 games: choose one with --which" in result.output
    assert "Anna" in run("show", out, "--which", "1").output
    result = run("show", out, "--which", "3")
    assert result.exit_code == 1 and "there is no game 3" in result.output


@pytest.mark.parametrize("command, ending", [("convert", "sgf"), ("draw", "svg")])
def test_a_file_that_is_there_is_not_written_over(foul, tmp_path, command, ending):
    out = tmp_path / f"out.{ending}"
    out.write_text("dear to me")
    result = run(command, foul, "--out", out)
    told = f"error: {out} exists already: name another file, or overwrite it with --force\n"
    assert (result.exit_code, result.output) == (1, told) and out.read_text() == "dear to me"
    assert run(command, foul, "--out", out, "--force").exit_code == 0
    assert "dear" not in out.read_text() and len(out.read_text()) > 100


def test_a_file_that_can_not_be_read(tmp_path):
    (tmp_path / "x.sgf").write_bytes(b"(;GM[4]B[zz])")
    for command in (("show",), ("draw", "--out", tmp_path / "x.svg"), ("convert", "--to", "text")):
        result = run(*command, tmp_path / "x.sgf")
        assert result.exit_code == 1 and result.output.startswith("error: ") and len(result.output.splitlines()) == 1
    assert not (tmp_path / "x.svg").exists()


def test_pictures(foul, tmp_path):
    for ending in ("svg", "png", "gif"):
        out = tmp_path / f"game.{ending}"
        result = run("draw", foul, "--out", out, *(("--pitch", "12") if ending != "svg" else ()))
        assert (result.exit_code, result.output) == (0, f"{out}: Renju, 11 moves\n"), ending
    assert "<polygon" in (tmp_path / "game.svg").read_text()
    with Image.open(tmp_path / "game.png") as image:
        assert image.size == (198, 198)
    with Image.open(tmp_path / "game.gif") as image:
        assert image.n_frames == 12


def test_a_picture_by_all_that_can_be_chosen(folder, tmp_path):
    out = tmp_path / "game.svg"
    options = ("--no-numbers", "--no-coordinates", "--no-last", "--no-lines", "--mirror", "--theme", "print")
    result = run("draw", "3f9a", "--out", out, *options, "--turn", "3", "--after", "2", "--caption", "")
    assert (result.exit_code, result.output) == (0, f"{out}: Anna <b> - Bo\ufffd[31m, 2026-11-21, 2 moves\n")
    drawn = out.read_text()
    assert "<text" not in drawn and drawn.count('stroke-width="1.6"') == 2


def test_a_picture_has_the_names_as_text_and_nothing_else(folder, tmp_path):
    out = tmp_path / "game.svg"
    run("draw", "3f9a", "--out", out)
    assert "Anna &lt;b&gt; - Bo\ufffd[31m, 2026-11-21</text>" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["png", "gif"])
def test_a_caption_with_a_letter_that_no_font_has(foul, tmp_path, monkeypatch, ending):
    monkeypatch.setattr(fonts, "PREFERRED", ())
    monkeypatch.setattr(fonts, "_known", {"Ж": None})
    with_box, without, elsewhere = (tmp_path / f"{name}.{ending}" for name in ("box", "without", "elsewhere"))
    result = run("draw", foul, "--out", with_box, "--pitch", "10", "--caption", "Anna Ж - Жora")
    assert result.exit_code == 0
    assert result.output == (
        "warning: no font on this machine has Ж (U+0416): the picture shows a box for each. Use .svg instead\n"
        f"{with_box}: Renju, 11 moves\n"
    )
    for out, caption in ((without, ""), (elsewhere, "Anna   - \nora")):
        assert "warning" not in run("draw", foul, "--out", out, "--pitch", "10", "--caption", caption).output
    pictures = []
    for path in (with_box, without, elsewhere):
        with Image.open(path) as image:
            pictures.append(image.convert("RGB").tobytes())
    assert len(set(pictures)) == 3  # the first picture has the box, and also the caption's other letters


def test_many_letters_that_no_font_has_are_not_all_listed(foul, tmp_path, monkeypatch):
    letters = "".join(chr(0x416 + at) for at in range(12))
    monkeypatch.setattr(fonts, "PREFERRED", ())
    monkeypatch.setattr(fonts, "_known", dict.fromkeys(letters))
    result = run("draw", foul, "--out", tmp_path / "x.png", "--pitch", "10", "--caption", letters)
    assert result.exit_code == 0 and "and 2 more letters: the picture shows a box" in result.output


def test_a_foul_explained(foul, tmp_path):
    result = run("draw", foul, "--out", tmp_path / "x.svg", "--explain")
    assert result.exit_code == 0 and result.stdout.startswith("I8: double-three, a foul\n  three G8 H8 I8 in the row")


def test_an_animated_game_is_as_fast_as_asked_for(foul, tmp_path):
    out = tmp_path / "game.gif"
    run("draw", foul, "--out", out, "--pitch", "8", "--pace", "100")
    with Image.open(io.BytesIO(out.read_bytes())) as image:
        assert image.info["duration"] == 100 and image.info["loop"] == 0


TYPED_WRONG = [
    "list --since yesterday",
    "list --until 21.11.2026",
    "list --result maybe",
    "show FOUL --after 12",
    "convert FOUL --to doc",
    "convert FOUL --out game.doc",
    "draw FOUL --out game.bmp",
    *(f"draw FOUL --out NEW.png {wrong}" for wrong in ("--theme marble", "--pitch 4", "--pitch 100000", "--turn 4")),
    *(f"draw FOUL --out NEW.png {wrong}" for wrong in ("--after 99", "--pace 0", "--explain --after 2")),
    *(f"replay FOUL {wrong}" for wrong in ("--port x", "--after 2", "--yes", "--board --after 99")),
    "fetch --nats nats://x",
    "fetch /dev/ttyACM1 --event spring-open",
]


@pytest.mark.parametrize("words", TYPED_WRONG)
def test_what_is_typed_wrong_names_the_option_and_writes_nothing(foul, tmp_path, words):
    new = tmp_path / "new"
    result = run(*words.replace("FOUL", str(foul)).replace("NEW", str(new)).split())
    named = [word for word in words.split() if word.startswith("--")]
    assert result.exit_code == 2 and any(option in result.output for option in named)
    assert not new.with_suffix(".png").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("convert", "--to", "pgn"), "this is one of Renju: write this game as sgf"),
        (("convert", "--out", "/no/such/folder/game.sgf"), "error: /no/such/folder is not a folder"),
        (("replay", "--board", "--port", "/dev/no-such-port"), "error: "),
        (("replay", "--page", "70000", "--no-browser"), "error: 70000 is not a port"),
    ],
)
def test_what_can_not_be_done_is_a_sentence(foul, arguments, words):
    command, *more = arguments
    result = run(command, foul, *more)
    assert result.exit_code == 1 and words in result.output


def test_a_conversion_wants_a_format(foul):
    result = run("convert", foul)
    assert result.exit_code == 2 and "--to" in result.output


# Replay


def test_a_game_is_played_on_the_virtual_board_and_its_page_stays_until_ctrl_c(folder):
    command = [sys.executable, "-c", "from tengen_host.cli import main; main()", "record", "replay", "3f9a"]
    command += ["--pace", "100", "--page", "0", "--no-browser"]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path), PYTHONUNBUFFERED="1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        which, *said = (process.stdout.readline() for _ in range(3))
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
    assert which == "Replaying Anna <b> - Bo\ufffd[31m, 2026-11-21, 4 moves\n"
    assert said[0].startswith("The board is at http://127.0.0.1:") and said[1] == "Black wins: White resigns.\n"


def test_a_game_is_asked_for_by_the_lights_of_a_real_board(tmp_path):
    with PtyBoard(tmp_path / "port", speed=20) as pty:
        pty.do(lambda board: [board.put(point) for point in ("h8", "i9", "g7")])
        result = run("replay", "-", "--board", "--port", pty.path, "--after", "3", stdin="h8i9g7")
    assert result.exit_code == 0
    assert result.output == "Replaying Renju, 3 moves\n3 Black G7\nThat was the last move.\n"


def test_a_game_under_way_is_not_set_aside_without_asking(tmp_path):
    with PtyBoard(tmp_path / "port", speed=20) as pty:
        pty.move("h8", "p1")
        result = run("replay", "-", "--board", "--port", pty.path, stdin="h8i9g7")
        assert pty.do(lambda board: len(board.app.session.match.game.moves)) == 1
    assert result.exit_code == 1 and "A game is under way, at move 1." in result.output


def test_a_game_for_another_board_is_not_replayed():
    result = run("replay", "-", stdin="a1 s19")
    assert result.exit_code == 1 and "a board can't play this game, which is renju on 19x19" in result.output


@pytest.fixture
def pty(tmp_path):
    with PtyBoard(tmp_path / "port", speed=20) as board:
        yield board


def test_finished_games_are_fetched_from_a_real_board_once(folder, pty):
    kept_games.put_on(pty, _3=kept_games.finished(3, "20261122-1404-aaaa"), _5=kept_games.unfinished(5))
    result = run("fetch", pty.path)
    (path,) = folder.glob("*aaaa.sgf")
    assert (result.exit_code, result.output) == (0, f"Saved: {path}\n")
    assert "20261122-1404-aaaa" in run("list").output
    again = run("fetch", pty.path)
    assert again.exit_code == 0
    assert again.output == f"the board has no finished games that are not already in {folder}\n"


def test_a_game_of_the_board_that_can_not_be_read_is_an_error_after_the_others(folder, pty):
    twice = kept_games.file([kept_games.BEGIN], [kept_games.FIVE[0]], [kept_games.FIVE[0]], [("left",)], count=3)
    kept_games.put_on(pty, _3=twice, _5=kept_games.finished(5))
    result = run("fetch", pty.path)
    assert result.exit_code == 1 and result.stdout.startswith("Saved: ")
    assert result.stderr.startswith("error: game 3 of the board at ") and result.stderr.count("\n") == 1


def test_games_of_a_board_that_is_played_on_are_not_fetched(folder, pty):
    pty.move("h8", "p1")
    result = run("fetch", pty.path)
    assert result.exit_code == 1
    assert result.output.startswith(f"error: a game is under way on the board at {pty.path}: ")


def test_a_folder_that_can_not_be_written_leaves_the_games_on_the_board(tmp_path, pty):
    kept_games.put_on(pty, _3=kept_games.finished(3))
    where = tmp_path / "games elsewhere"
    where.symlink_to(tmp_path / "a disk that is not there")
    result = run("fetch", pty.path, "--games", where)
    assert result.exit_code == 1 and result.output.startswith(f"error: games can't be saved in {where} (")
    assert "they stay on the board" in result.output
    assert run("fetch", pty.path, "--games", tmp_path / "games").output.startswith("Saved: ")


def test_a_board_that_is_unplugged_while_it_tells_its_games(folder, pty):
    kept_games.put_on(pty, _3=kept_games.finished(3), _5=kept_games.finished(5))

    def pulling(line, put=pty._put):
        put(line)
        if b'"number":5' in line and b'"part"' in line:
            pty._close()

    pty.do(lambda board: setattr(board.console, "_put", pulling))
    result = run("fetch", pty.path)
    assert result.exit_code == 1
    assert result.stdout.startswith("Saved: ") and result.stdout.count("\n") == 1
    assert result.stderr.startswith(f"error: the board at {pty.path} is gone: ")


def test_no_board_to_fetch_from(folder):
    result = run("fetch", "/dev/no-such-port")
    assert result.exit_code == 1 and result.output.startswith("error: ") and result.output.count("\n") == 1


def test_what_is_mended_or_not_read_is_a_warning_of_each_command_that_reads_files(folder, tmp_path):
    cut = "(;GM[4]SZ[15]QPR[hhig];B[aa]"
    file = folder / "cut.sgf"
    file.write_text(cut)
    for arguments, stdin in (
        (["record", "show", file], None), (["record", "show", "-"], cut), (["judge", file], None),
        (["record", "convert", file, "--out", tmp_path / "new.sgf"], None), (["record", "list"], None),
    ):  # fmt: skip
        done = CliRunner().invoke(app, list(map(str, arguments)), input=stdin)
        warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
        assert done.exit_code == 0 and len(warnings) == 2, arguments
        assert "its last ) is missing" in warnings[0] and "QPR may hold stones" in warnings[1], arguments
    for command in ("show", "info"):
        done = CliRunner().invoke(app, ["tree", command, str(file)])
        assert done.exit_code == 0 and "warning: cut.sgf: the file is cut off" in done.stderr, command
    assert run("show", Library(folder).find()[-1].id).exit_code == 0
