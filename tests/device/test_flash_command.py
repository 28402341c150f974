"""Test the command `tengen flash` for one board or all, with its output and its exit status."""

import pytest
from flash_world import HERE, OLDER, Laptop, Pico, image
from tengen_host.cli import app
from tengen_host.device import update
from tengen_host.image import choose
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    monkeypatch.delenv("TENGEN_PORT", raising=False)
    monkeypatch.setattr("tengen_host.device.stopped.own", lambda: HERE)


@pytest.fixture
def flash(tmp_path, monkeypatch):
    """Return a function that runs `tengen flash` on a laptop with a test image, and returns the result."""

    def run(laptop, *arguments, its=HERE):
        monkeypatch.setattr(update, "World", lambda: laptop)
        monkeypatch.setattr(choose.builder, "own", lambda: HERE)
        return CliRunner().invoke(app, ["flash", "--image", str(image(tmp_path, its).uf2), *arguments])

    return run


def test_one_board(tmp_path, flash):
    laptop = Laptop(tmp_path, Pico(OLDER))
    result = flash(laptop)
    assert result.exit_code == 0, result.output
    first, *_, last = result.stderr.splitlines()
    assert first == "The image: Tengen 0.2.0, build 000000000002, given (0.2.0.uf2)"
    assert last.startswith("/dev/ttyACM0: Tengen 0.2.0, build 000000000002, runs at /dev/ttyACM0: written and tested")
    assert result.stdout == ""


def test_an_image_of_other_sources_than_those_here(tmp_path, flash):
    result = flash(Laptop(tmp_path, Pico(OLDER)), "--dry-run", its=OLDER)
    assert "and this tengen's own is 0.2.0 (000000000002)" in result.stderr


def test_all_boards_one_after_another_and_a_table_of_them(tmp_path, flash, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    picos = [Pico(OLDER), Pico("micropython", machine="Raspberry Pi Pico W with RP2040"), Pico(None), Pico(HERE)]
    result = flash(Laptop(tmp_path, *picos), "--all", "--yes")
    assert result.exit_code == 1 and [pico.program for pico in picos] == [HERE, "micropython", HERE, HERE]
    lines = result.stdout.splitlines()
    by_place = {line.split()[0].rpartition("/")[2]: line.split()[1] for line in lines[1:]}
    assert by_place == {"ttyACM0": "ok", "ttyACM1": "FAILED", "ttyACM3": "ok", "drive2": "ok"}
    assert lines[0].split()[0] == "board" and "nothing was written" in result.stdout


def test_all_that_go_well_are_no_failure(tmp_path, flash):
    assert flash(Laptop(tmp_path, Pico(OLDER), Pico(None)), "--all").exit_code == 0


def test_ctrl_c_says_what_to_do_and_shows_what_was_done(tmp_path, flash):
    picos = [Pico(HERE), Pico(OLDER)]
    result = flash(Laptop(tmp_path, *picos, cut=6, how="ctrl-c"), "--all")
    assert result.exit_code == 130 and "error: interrupted; run `tengen flash` again" in result.stderr
    assert "nothing was written" in result.stdout and not picos[1].whole or picos[1].bootsel


def test_a_port_that_is_not_there(monkeypatch):
    result = CliRunner().invoke(app, ["flash", "--port", "/dev/no-such-port", "--yes", "--image", __file__])
    assert result.exit_code == 1 and "error: " in result.output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * 512, "bad.uf2 is not a UF2 file"),
        (b"", "bad.uf2 is empty"),
        (None, "name a UF2 that is there"),
    ],
)
def test_an_image_that_is_none(tmp_path, monkeypatch, content, words):
    bad = tmp_path / "bad.uf2"
    if content is not None:
        bad.write_bytes(content)
    pico = Pico(OLDER)
    laptop = Laptop(tmp_path, pico)
    monkeypatch.setattr(update, "World", lambda: laptop)
    result = CliRunner().invoke(app, ["flash", "--image", str(bad)])
    assert result.exit_code == 1 and words in result.output and pico.program == OLDER and pico.whole
    assert laptop.steps == 0
