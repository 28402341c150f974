"""The command `tengen`: its verbs, and clear errors."""

import os
import re
import shlex
import subprocess
import sys

import pytest
import tengen
from tengen_host import resources
from tengen_host.cli import app
from typer.main import get_command
from typer.testing import CliRunner


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_the_version():
    result = run("--version")
    assert result.exit_code == 0 and result.output == f"tengen {tengen.__version__}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="bash is a program of Unix")
def test_a_shell_completes_verbs_and_options_after_the_installation(tmp_path):
    code = "import sys; from tengen_host.cli import main; sys.argv[0] = 'tengen'; main()"

    def tengen(*arguments, **more):
        env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path), **more}
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, env=env, capture_output=True, text=True).stdout

    # typer finds out which shell has started the program; here it must not, because a machine may lack bash
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    assert "bash completion installed" in tengen("--install-completion", "bash", **named)
    assert "_TENGEN_COMPLETE=complete_bash" in (tmp_path / ".bash_completions" / "tengen.sh").read_text()
    complete = {"_TENGEN_COMPLETE": "complete_bash", "COMP_CWORD": "1"}
    assert tengen(**complete, COMP_WORDS="tengen di").split() == ["diagnose"]
    assert tengen(**{**complete, "COMP_CWORD": "2"}, COMP_WORDS="tengen diagnose --co").split() == ["--coupon"]


def commands(command, *words):
    """Yield all commands that can be typed, by their words: ("record", "list")."""
    for name, each in getattr(command, "commands", {}).items():
        if hasattr(each, "commands"):
            yield from commands(each, *words, name)
        else:
            yield (*words, name), each


VERBS = dict(commands(get_command(app)))


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_every_command_helps_with_an_example_that_can_be_typed(words):
    said = run(*words, "--help")
    assert said.exit_code == 0 and "Example" in said.output
    assert "bool" not in said.output.lower(), "no type stands beside a flag"
    examples = re.findall(rf"tengen {' '.join(words)}\b([^;]*)", VERBS[words].epilog)
    assert examples, VERBS[words].epilog
    for example in examples:
        parser = VERBS[words].make_parser(VERBS[words].context_class(VERBS[words]))
        parser.parse_args(shlex.split(example))  # raises an error for an unknown option


@pytest.mark.parametrize("group", ["record", "tree"])
def test_a_group_of_commands_helps_with_examples_that_are_those_of_its_commands(group):
    epilog = get_command(app).commands[group].epilog
    examples = re.findall(rf"tengen ({group}[^;]*)", epilog)
    assert examples and "Example" in run(group, "--help").output
    for example in examples:
        _, name, *words = shlex.split(example)
        verb = VERBS[group, name]
        verb.make_parser(verb.context_class(verb)).parse_args(words)


PANELS = ("Play a game", "Show games to others", "Keep games", "Study games and positions", "Build a board", "Develop")


def test_help_has_the_verbs_by_who_uses_them():
    said = run("--help").output
    places = [said.index(f"─ {panel}") for panel in PANELS]
    assert places == sorted(places) and said.count("╭─ ") == len(PANELS) + 1, "the options, and no verb beside them"
    assert "bool" not in said.lower() and "path" in run("image", "--help").output.lower(), "a value has a type, no flag"


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        ("plya", "'play'"),
        ("record lst", "'list'"),
        ("relay verfy", "'verify'"),
        ("tree sow", "'show'"),
        ("--vresion", "'--version'"),
        ("play --shrae", "'--share'"),
        ("record list --plyer anna", "'--player'"),
        ("relay --lsten x", "'--listen'"),
        ("relay key --bord x", "'--board'"),
    ],
)
def test_what_does_not_exist_is_answered_by_the_nearest_that_does(words, nearest):
    said = run(*words.split())
    told = " ".join(said.output.replace("│", " ").split())
    assert said.exit_code == 2 and f". Did you mean {nearest}?" in told and told.count("No such") == 1


def test_what_is_near_to_nothing_is_only_refused():
    assert {words: run(*words, "--nonsense").exit_code for words in VERBS} == dict.fromkeys(VERBS, 2)
    assert "Did you mean" not in run("quux").output + run("play", "--nonsense").output


@pytest.mark.parametrize(
    "words",
    ["--help", "record --help", "rules", "rules pente --svg -", "judge --game renju h8", "record show -"],
)
def test_a_command_whose_output_nobody_reads_ends_without_a_word(words):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-c", "from tengen_host.cli import main; main()", *words.split()]
    ended = subprocess.run(command, input=b"h8i9", stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, b"")


def typed(*words, **more):
    """Run a command in a process of its own; return its exit status, output and errors."""
    command = [sys.executable, "-c", "from tengen_host.cli import main; main()", *words]
    ended = subprocess.run(command, capture_output=True, check=False, **more)
    return ended.returncode, ended.stdout, ended.stderr


def test_the_module_of_the_command_line_is_the_program():
    ended = subprocess.run([sys.executable, "-m", "tengen_host.cli", "--version"], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == typed("--version")[:2] and ended.stdout.startswith(b"tengen ")


@pytest.mark.skipif(os.name != "posix", reason="streams have numbers on POSIX")
@pytest.mark.parametrize(
    ("number", "words"), [(0, "judge"), (1, "rules pente"), (2, "judge nothing-there.txt")], ids=["in", "out", "errors"]
)
def test_a_standard_stream_that_whoever_starts_it_has_closed_is_like_an_empty_one(number, words):
    status, *said = typed(*words.split(), stdin=subprocess.DEVNULL)
    if number:
        said[number - 1] = b""
    assert typed(*words.split(), preexec_fn=lambda: os.close(number)) == (status, *said)


def test_a_letter_that_the_terminal_does_not_know_is_a_question_mark():
    koi8 = {**os.environ, "PYTHONIOENCODING": "koi8-r"}
    status, said, errors = typed("rules", "pente", "--language", "et", env=koi8)
    assert (status, errors) == (0, b"") and b"m?ngija" in said
    assert "lööb" in typed("rules", "pente", "--language", "et", "--svg", "-", env=koi8)[1].decode()


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("--image x.uf2", "--image: it works only with --emulated"),
        ("--address 192.168.1.5", "--address: it works only with --share"),
        ("--tls-cert x.pem --tls-key x.pem", "--tls-cert: it works only with --share"),
        ("--share --tls-cert x.pem", "--tls-cert: it works only with --tls-key"),
        ("--share --tls-key x.pem", "--tls-key: it works only with --tls-cert"),
        ("--board 17", "'--board': a virtual board has 15 or 19 points a side, not 17"),
        ("--board large", "integer"),
        ("--port /dev/ttyACM0", "A board's port has no option here: tengen live /dev/ttyACM0"),
        ("--board 19 --emulated", "--board: the emulated Pico has a board of 15x15, like the real one"),
    ],
)
def test_what_does_not_go_together_is_typed_wrong(arguments, words):
    result = run("play", *arguments.split(), "--no-browser")
    told = " ".join(result.output.replace("│", " ").split())
    assert result.exit_code == 2 and words in told


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("--emulated --image /none.uf2", "name a UF2 that is there"),
        ("--port 70000", "error: 70000 is not a port"),
        ("--share --tls-cert /none.pem --tls-key /none.pem", "error: /none.pem can't be read: give a certificate"),
        ("--share --address 203.0.113.7 --port 0", "error: 203.0.113.7 is not an address of this machine\n"),
    ],
)
def test_what_can_not_be_done_is_a_sentence(arguments, words):
    result = run("play", *arguments.split(), "--no-browser")
    assert result.exit_code == 1 and result.output.startswith("error: ") and words in result.output


def test_the_help_says_which_size_is_for_which_board():
    told = " ".join(run("play", "--help").output.replace("│", " ").split())
    assert "of a virtual board: 15, like a real one, or 19" in told
    assert "It exists only here: a real board has 15 points a side" in told
    assert "boards of up to 15x15 points" in " ".join(run("image", "--help").output.split())


def test_a_board_toml_that_cannot_be_wired(tmp_path, monkeypatch):
    text = resources.path("hardware/board.toml").read_text(encoding="utf-8")
    (tmp_path / "board.toml").write_text(text.replace("buzzer = 27", "buzzer = 19"), encoding="utf-8")
    monkeypatch.setattr(resources, "path", lambda _: tmp_path / "board.toml")
    result = run("play", "--no-browser")
    assert result.exit_code == 1
    assert result.output == "error: board.toml [pins] buzzer: GPIO19 is already led_data\n"


def test_no_line_of_help_ends_in_the_middle_of_a_sentence(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = run("play", "--help").output
    assert "press a button to continue an interrupted game" in " ".join(said.split())
    lines = [line.strip() for line in said.split("╭")[0].splitlines()]
    # a line ends only where its next word would not fit
    for line, following in zip(lines, lines[1:], strict=False):
        assert not (line and following) or len(f"{line} {following.split()[0]}") > 78, line


_READ_FILES = [("judge",), ("judge", "--map"), ("judge", "--play"), ("solve",), ("solve", "--map")]


@pytest.mark.parametrize("arguments", _READ_FILES, ids=" ".join)
def test_a_file_that_is_not_there_is_named(arguments, tmp_path):
    for path in (tmp_path / "none.txt", tmp_path / "nowhere" / "none.txt"):
        said = run(*arguments, str(path))
        assert said.exit_code == 1 and "Errno" not in said.output and str(path) in said.output
    assert f"there is no folder {tmp_path / 'nowhere'}: create it, or name another" in said.output
    said = run(*arguments, str(tmp_path))
    assert said.exit_code == 1 and f"error: {tmp_path} is a folder: name a file" in said.output


def test_a_picture_into_a_folder_that_is_not_there(tmp_path):
    path = tmp_path / "nowhere" / "x.svg"
    said = run("rules", "pente", "--svg", str(path))
    assert said.exit_code == 1 and said.output == (
        f"error: {path}: there is no folder {path.parent}: create it, or name another\n"
    )


def test_games_in_a_folder_below_a_file(tmp_path):
    file = tmp_path / "file"
    file.touch()
    said = run("record", "list", "--games", str(file / "games"))
    assert said.exit_code == 1 and f"error: {file} is not a folder: name a folder, or a new one" in said.output


_WRITE_FILES = [("judge", "--svg"), ("solve", "--svg"), ("rules", "pente", "--svg"), ("image", "--out")]


@pytest.mark.parametrize("arguments", _WRITE_FILES, ids=" ".join)
def test_a_file_whose_ending_does_not_fit_is_not_written(arguments, tmp_path):
    path = tmp_path / "x.png"
    said = CliRunner().invoke(app, [*arguments, str(path)], input="h8")
    told = " ".join(said.output.replace("│", " ").split())
    assert said.exit_code == 2 and arguments[-1] in told and "name the file" in told
    assert not list(tmp_path.iterdir())
