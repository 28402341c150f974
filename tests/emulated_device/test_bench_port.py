"""Test `tengen bench --port` on the emulated Pico's serial port, and on ports without a Pico."""

import json

import pytest
from patient import patient
from stock_image import without_tengen
from tengen_host.bench import port
from tengen_host.bench.figures import stamp
from tengen_host.cli import app
from tengen_host.device.line import Line
from tengen_host.device.repl import Repl
from typer.testing import CliRunner

KEYS = {key for _, key, _ in port._ROWS}


@pytest.fixture
def quick(monkeypatch):
    """Leave out the emulated Picos that the command measures for comparison, because they take long."""
    monkeypatch.setattr(port, "beside", lambda say, image: {"without_cache": {}})
    monkeypatch.setattr("tengen_host.image.pico_image", lambda: None)


def run(*arguments):
    return CliRunner().invoke(app, ["bench", "--port", *arguments])


def starts(board):
    return sum(did["code"] == "started" for line in board.lines for did in line.get("did", ()))


def test_a_pico_is_measured_and_plays_on(pico_image, quick):
    with patient(pico_image, seed=7, cached=True) as here:
        here.do(here.board.until(lambda: starts(here.board) == 1, 5000))
        result = run(here.path, "--json")
        assert result.exit_code == 0, result.output
        found = json.loads(result.stdout.splitlines()[-1])
        here.do(here.board.until(lambda: starts(here.board) == 2, 5000))
        with Repl(here.path) as repl:
            assert b"bench.tmp" not in repl.run("print(__import__('os').listdir('/'))")
    assert set(found) == KEYS | set(stamp()) | {"port", "emulated"} and found["port"] == here.path
    assert 40 <= found["put_us_median"] < found["put_us_max"] < 1000
    assert 45_000 <= found["erase_us_median"] < 47_000 and 400 <= found["program_us_median"] < 1000
    assert found["heap_bytes"] > found["heap_with_tengen_bytes"] + 1000
    assert 90 < found["cache_hits_percent"] < 100 and 400 < found["scan_hz"] < 600


def test_the_table_has_three_columns():
    figures = dict.fromkeys(KEYS, 1234)
    table = port.rows({**figures, "port": "/dev/x", "emulated": {**figures, "without_cache": {"put_us_median": 37}}})
    assert table[0][1:4] == ("/dev/x", "emulated, XIP cache", "flash takes no time")
    assert ("a stone put and the whole map, median", "1,234 us", "1,234 us", "37 us", "") in table
    assert all(len(row) == 5 for row in table)


def test_no_such_port(quick):
    result = run("/dev/no-such-port")
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.startswith("error: ") and "/dev/no-such-port" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_port_that_is_taken(device, quick):
    line = Line(device.path)
    try:
        result = run(device.path, "--yes")
    finally:
        line.close()
    assert result.exit_code == 1 and result.stderr.startswith(f"error: {device.path} is in use by")


def test_no_tengen_on_it(pico_image, quick, tmp_path):
    with patient(without_tengen(pico_image, tmp_path), seed=7) as here:
        result = run(here.path)
    assert result.exit_code == 1
    assert f"{here.path}: this board runs MicroPython 1.25.0 and no Tengen: `tengen flash` puts" in result.stderr
