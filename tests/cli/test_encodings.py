"""The output in terminals of any encoding and width: the same lines, except letters that the terminal can't show."""

import io
import sys

import pytest
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve
from tengen_host import cli
from tengen_host.commands.page import show_code
from tengen_host.solve import compiled
from tengen_host.web import qr
from test_cli import commands
from typer.main import get_command

ENCODINGS = ("ascii", "latin-1", "cp1252", "koi8-r", "euc-jp", "cp437")
NAMES = "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Żółć Иванов ♥]PW[田中 😀]EV[Кубок]DT[2024-01-02];B[hh]C[«…»];W[hi];B[ih])"
WORDS = [(), *(words for words, _ in commands(get_command(cli.app)))]
PRINTS = [
    *["judge game.sgf", "judge game.sgf --json", "judge Иванов.sgf", "judge --♥", "solve game.sgf", "♥"],
    *["record show game.sgf", "record show game.sgf --json", "record show ♥", "record list", "record list --json"],
    *["record draw game.sgf --out ♥.svg", "record convert game.sgf --to psq --out ♥.psq"],
    *["tree show game.sgf", "tree info game.sgf", "tree info --json game.sgf"],
    *["rules", "rules ♥", "rules renju --language ru", "rules --language ja", "rules pente --language et"],
]


def printed(monkeypatch, words, encoding, columns=80):
    """Run `tengen` with streams that refuse letters they can't show; return status, output and errors."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding) for name in ("stdin", "stdout", "stderr")}
    with monkeypatch.context() as here:
        here.setenv("COLUMNS", str(columns))
        here.setattr(sys, "argv", ["tengen", *words])
        for name, stream in streams.items():
            here.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        known = "utf-8" if encoding == "ascii" else encoding
        for stream in streams.values():
            stream.flush()
    return ended.value.code or 0, *(streams[name].buffer.getvalue().decode(known) for name in ("stdout", "stderr"))


def same_but_for_letters(shown, whole):
    """Return whether two texts differ only in letters beyond ASCII, each replaced by one letter."""
    pairs = zip(shown, whole, strict=False)
    return len(shown) == len(whole) and all(a == b or (a.isascii() and not b.isascii()) for a, b in pairs)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "game.sgf").write_text(NAMES, encoding="utf-8")
    monkeypatch.setenv("TENGEN_GAMES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    # avoid the compiled solver, because only the first run would report that it is compiled
    monkeypatch.setattr(compiled, "fastest", lambda: Fours(Reserve()))
    return tmp_path


@pytest.mark.parametrize("words", PRINTS)
def test_letters_that_a_terminal_does_not_know_are_replaced_one_by_one(words, folder, monkeypatch):
    made = set(folder.iterdir())
    status, *whole = printed(monkeypatch, words.split(), "utf-8")
    assert any(whole)
    for encoding in ENCODINGS:
        for file in set(folder.iterdir()) - made:
            file.unlink()
        again, *shown = printed(monkeypatch, words.split(), encoding)
        assert again == status and all(map(same_but_for_letters, shown, whole)), (encoding, shown, whole)
        assert encoding != "ascii" or shown == whole, "a stream of ASCII gets UTF-8, by print() as by typer.echo()"


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_help_in_each_width(words, monkeypatch):
    """Help is printed in each width, with two encodings each."""
    for at, columns in enumerate((20, 59, 200)):
        status, whole, errors = printed(monkeypatch, [*words, "--help"], "utf-8", columns)
        assert (status, errors) == (0, "") and max(map(len, whole.splitlines())) <= columns
        for encoding in ENCODINGS[at::3]:
            again, shown, errors = printed(monkeypatch, [*words, "--help"], encoding, columns)
            assert (again, errors) == (0, "") and same_but_for_letters(shown, whole), (encoding, columns)


@pytest.mark.parametrize("encoding", ["utf-8", *ENCODINGS])
def test_bytes_that_are_no_letters_can_be_typed(encoding, monkeypatch):
    with monkeypatch.context() as here:
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1\xff\x8f\xe9\ndone\n"), encoding))
        for name in ("stdout", "stderr"):
            here.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding))
        cli.open_streams()
        assert [line[:1] for line in sys.stdin] == ["1", "d"]


@pytest.mark.parametrize("encoding, is_shown", [("utf-8", True), ("cp437", True), ("latin-1", False), ("koi8-r", True)])
def test_a_code_is_shown_where_the_terminal_has_its_blocks(encoding, is_shown, monkeypatch):
    address = "http://192.168.1.5:8017/"
    terminal = io.TextIOWrapper(io.BytesIO(), encoding)
    terminal.isatty = lambda: True
    with monkeypatch.context() as here:
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding))
        here.setattr(sys, "stdout", terminal)
        here.setattr(sys, "stderr", terminal)
        cli.open_streams()
        show_code(address)
        terminal.flush()
    code = (qr.text(address) + "\n").encode(encoding) if is_shown else b""
    assert terminal.buffer.getvalue().replace(b"\r\n", b"\n") == code
