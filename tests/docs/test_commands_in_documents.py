"""The check finds commands, flags and names in the documents that command line, Makefile and files lack."""

import pytest
from tengen_docs import commands, names, pages

WRONG = {
    "tengen jugde game.sgf": "No such command 'jugde'. Did you mean 'judge'?",
    ".venv/bin/tengen record lsit": "No such command 'lsit'. Did you mean 'list'?",
    "tengen judge --dept 2": "No such option: --dept. Did you mean '--depth'?",
    "tengen record draw GAME": "Missing option '--out'.",
    "tengen record show": "Missing argument 'GAME'.",
    "tengen judge --game": "Option '--game' requires an argument.",
    "tengen judge --depth two": "Invalid value for '--depth': ",
    "tengen engine --level 9": "Invalid value for '--level': ",
    "tengen judge --svg h8.png": "Invalid value for '--svg': the picture is SVG: name the file h8.svg",
    "tengen play --board 17": "Invalid value for '--board'",
    "tengen boards ttyACM0": "Got unexpected extra argument (ttyACM0)",
    "make qiuck": "the Makefile has no target qiuck",
    "make test FILE=tests/games": "the Makefile has no variable FILE",
    "pip install '.[fats]'": "pyproject.toml has no extra fats",
    ".venv/bin/python -m pip install 'tengen[fast,warp]'": "pyproject.toml has no extra warp",
    "python -m tengen_host.puzzle GAMES.TSV": "there is no module tengen_host.puzzle that can be run",
    "python -m tengen_host.web": "there is no module tengen_host.web that can be run",
    "python tests/support/protocols.py": "there is no tests/support/protocols.py",
    "python -m pytest tests/games/test_renjus.py::test_x": "there is no tests/games/test_renjus.py",
    "echo h8 | tengen judge --jsn": "No such option: --jsn. Did you mean '--json'?",
    "make image && tengen flush": "No such command 'flush'. Did you mean 'flash'?",
    "TENGEN_PORT=COM5 tengen boards --al": "No such option: --al",
    "tengen mirorr [SOURCE]": "there is no verb mirorr",
    "tengen mirror [SOURCE] [--sides N]": "there is no option --sides",
    "tengen judge 'h8": "No closing quotation",
}
RIGHT = [
    "tengen",
    "tengen --version",
    "tengen NAME --anything",
    "tengen record draw --help",
    "tengen --install-completion",
    "tengen play ...",
    "tengen record convert {file} --to sgf > game.sgf 2>&1  # any format",
    "tengen live --virtual N --port PORT",
    "tengen mirror [SOURCE] [--side N]",
    "cd tengen; sudo tengen boards && make play",
    'echo "h8 i9" | tengen judge --point h8 | tail -3',
    "make test FILES=tests/games PYTHON=python3.12",
    "pip install '.[fast,relay]' 'other[extra]'",
    "python3 -m http.server",
    ".venv/bin/python -m tengen_docs check",
    "python -m tengen_host.wiring --check && python -m tengen_hardware.booklet",
    "python -m pytest tests/games -k three",
    "git commit -m 'make'",
    "it's a sentence",
    "",
]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_is_named_with_what_is_wrong(line):
    (why,) = commands.mistakes(line)
    assert why.startswith(WRONG[line])


@pytest.mark.parametrize("line", RIGHT)
def test_a_right_command(line):
    assert commands.mistakes(line) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("tengen play --game nosuch", "there is no game nosuch"),
        ("tengen play --game renju --opening nosuch", "there is no opening nosuch"),
        ("tengen play --mode nosuch", "there is no mode nosuch"),
        ("tengen rules nosuch", "there is no game nosuch"),
        ("make test FILES=tests/nosuch", "there is no tests/nosuch"),
    ],
)
def test_a_value_that_only_the_verb_refuses(line, why):
    (said,) = commands.mistakes(line)
    assert why in said


def test_inline_code_may_name_a_command_without_its_arguments():
    assert commands.mistakes("tengen record draw", False) == commands.mistakes("tengen judge --game", False) == []
    assert commands.mistakes("tengen judge --gmae", False) != []


@pytest.fixture
def at(tmp_path, monkeypatch):
    """The folder of a repository with the pages about verbs."""
    for module in (commands, names):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(commands, "_VERBS", tmp_path)
    return tmp_path


def test_a_page_with_wrong_commands(at):
    page = at / "page.md"
    page.write_text("A `tengen jugde`.\n\n```sh\ntengen boards \\\n  --prot 1\n```\n\n```python\ntengen = 1\n```\n")
    assert commands.wrong_commands([page]) == [
        "page.md: tengen boards --prot 1: No such option: --prot. Did you mean '--port'?",
        "page.md: tengen jugde: No such command 'jugde'. Did you mean 'judge'?",
    ]


def test_a_console_block_has_commands_after_its_dollars_only(at):
    page = at / "page.md"
    page.write_text("```console\n$ tengen rules\ntengen jugde\n```\n")
    assert commands.wrong_commands([page]) == []


def test_a_flag_alone_is_one_of_its_page_s_verb_or_of_any_elsewhere(at):
    judge, other, record = at / "judge.md", at / "other.md", at / "record.md"
    for page in (judge, other, record):
        page.write_text("`--share`, `--depth 2`, `--wrong`")
    assert commands.wrong_commands([judge, other, record]) == [
        "judge.md: --share: there is no option --share",
        "judge.md: --wrong: there is no option --wrong",
        "other.md: --wrong: there is no option --wrong",
        "record.md: --share: there is no option --share",
        "record.md: --depth 2: there is no option --depth",
        "record.md: --wrong: there is no option --wrong",
    ]


def test_files_and_variables(at, monkeypatch):
    page = at / "page.md"
    there = ["host_tools/tengen_host/cli.py", "hardware/board.toml", "tests/data/games.tsv"]
    monkeypatch.setattr(names, "files", lambda: [at / name for name in there])
    monkeypatch.setattr(names, "variables", lambda: {"TENGEN_PORT"})
    right = "`cli.py` `tengen_host/cli.py` `../hardware/board.toml` `data/games.tsv` `game.sgf` `NAME.py` `TENGEN_PORT`"
    page.write_text(right)
    assert names.wrong_names([page]) == []
    page.write_text("`clip.py` `web/cli.py` `data/game.tsv` `words.md`\n\n    TENGEN_PROT=COM5 tengen boards\n")
    assert names.wrong_names([page]) == [
        "page.md: there is no file clip.py",
        "page.md: there is no file web/cli.py",
        "page.md: there is no file data/game.tsv",
        "page.md: there is no file words.md",
        "page.md: no code reads TENGEN_PROT",
    ]


def test_the_variables_that_code_reads():
    assert {"TENGEN_PORT", "TENGEN_GAMES", "TENGEN_IMAGE", "TENGEN_QUICK"} <= names.variables()


def test_the_real_pages():
    written = [*pages.pages(), *pages.templates()]
    found = commands.wrong_commands(written) + names.wrong_names(written)
    assert found == []
