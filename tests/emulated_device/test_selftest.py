"""Test `tengen selftest` on the emulated Pico.

It must pass in time, and report a wrong verdict of the board or of the vectors.
"""

import json

import ledger
import pytest
from tengen import wiring
from tengen_host import resources
from tengen_host.cli import app
from tengen_host.device.repl import Repl
from tengen_host.device.selftest import run as selftest
from tengen_host.device.selftest import vectors
from typer.testing import CliRunner

# In the time of the board, which passes fast while the board waits for the laptop
PROMPT_MS, MOST_MS = 5_000, 40_000
VERDICTS = resources.path("tests/data/verdicts.txt").read_text(encoding="ascii").splitlines()

# With a stone on h8, these wrong rules say that an empty i8 is a foul
WRONG_RULES = """
from tengen.games.renju.position import Position
_right_put = Position.put
def put(self, point, colour):
    _right_put(self, point, colour)
    if self.cells[112] and not self.cells[113]:
        self.verdicts[113] = 6
Position.put = put
"""


def test_who_reads_the_port_in_this_process_is_not_kept_waiting_by_the_emulator(device):
    """In an older emulator the reader waited for minutes, because each run took Python's whole switch interval."""
    began = device.board.now_ms()
    with Repl(device.path) as repl:
        took_ms = device.board.now_ms() - began
        repl.restart()
    assert took_ms < PROMPT_MS


def test_it_passes_in_time(device):
    began = device.board.now_ms()
    result = CliRunner().invoke(app, ["selftest", "--port", device.path, "--json"])
    took_ms = device.board.now_ms() - began
    ledger.note(f"emulated Pico: tengen selftest takes {took_ms / 1000:.1f} s of the board's time")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout.splitlines()[-1])
    by_name = {check["name"]: check for check in told["checks"]}
    assert told["ok"] and all(check["ok"] for check in by_name.values()) and len(by_name) == 15
    assert by_name["rules"]["figures"] == {"boards": 653, "verdicts": 135_053, "wrong_boards": 0}
    assert by_name["time to judge a stone"]["figures"]["count"] > 100
    assert by_name["matrix"]["measured"].startswith("32 of 32 lines whole")
    assert took_ms < MOST_MS


def test_no_line_is_whole_where_no_row_answers(device):
    """A Pico alone has no rows. The firmware then reports one fault, and not one for each line."""
    rows = [str(number) for number in range(1, wiring.SIZE + 2)]
    with Repl(device.path) as repl:
        for dead, whole in ((rows, 0), (rows[-1:], 15), (rows[:1], 31), ([], 32)):
            for row in dead:
                device.board.fault("dead row", row, True)
            told = selftest.told(repl, "wiring")
            repl.clear()
            for row in dead:
                device.board.fault("dead row", row, False)
            assert told["whole"] == whole and len(told["faults"]) == (whole < 32), dead
        repl.restart()


@pytest.mark.proof
def test_a_wrong_verdict_in_the_vectors_fails_it_by_name(device, tmp_path):
    """A wrong verdict in the test vectors makes the emulated Pico's self-test fail, and the message names it."""
    at = VERDICTS[1].index("5")
    copy = tmp_path / "copy.txt"
    copy.write_text(f"{VERDICTS[0]}\n{VERDICTS[1][:at]}4{VERDICTS[1][at + 1 :]}\n", encoding="ascii")
    result = CliRunner().invoke(app, ["selftest", "--port", device.path, "--vectors", str(copy)])
    assert result.exit_code == 1, result.output
    point = "ABCDEFGHIJKLMNO"[at % 15] + str(15 - at // 15)
    assert f"rules: copy.txt, line 2, {point}: expected 4, got 5" in result.stdout, result.output
    assert [line.split()[1] for line in result.stdout.splitlines() if line.startswith("FAIL")] == ["rules"], (
        result.stdout
    )


def test_rules_that_are_wrong_on_the_board_are_named(device, tmp_path):
    some = tmp_path / "some.txt"
    some.write_text("\n".join(VERDICTS[:20]), encoding="ascii")
    fooled = [n for n, line in enumerate(VERDICTS[:20], 1) if line[112] in "XO" and line[113] in ".345"]
    assert fooled, "some of them have a stone on H8, and none on I8"
    with Repl(device.path) as repl:
        repl.run(WRONG_RULES)
        check = selftest.rules(repl, vectors.read(some))
        repl.restart()
    assert check.ok is False and check.figures["wrong_boards"] == len(fooled)
    named = [f"some.txt, line {n}, I8: expected {VERDICTS[n - 1][113]}, got 6" for n in fooled]
    assert list(check.findings) == named[: selftest.DETAILED]
