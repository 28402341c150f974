"""Test the checks of the board's measurements: values just below and above each limit, and the words of the table."""

import json

import pytest
from tengen_host.commands.selftest import show
from tengen_host.device.errors import BoardError
from tengen_host.device.selftest import checks
from tengen_host.device.selftest import run as selftest
from tengen_host.device.selftest.vectors import Vector, Wrong
from tengen_host.image.uf2 import Tengen

HERE = Tengen("0.1.0", "source")

MEMORY = {
    "heap_free": 240_000,
    "heap_free_with_tengen": 200_000,
    "flash_free": 1_433_600,
    "flash_size": 1_441_792,
}
WIRING = {
    "learned": False,
    "trouble": None,
    "faults": [],
    "whole": 32,
    "closed": [],
    "flickers": [],
    "buttons": [],
    "chain": None,
    "mv": 5000,
    "pico_mv": 4700,
    "low_mv": 4450,
    "pixels": 255,
    "scan_ms": 2,
    "scan_hz": 510.0,
    "seen_ms": 400,
}
SPEED = {
    "put": {"count": 196, "median_us": 44, "max_us": 130},
    "frame": {"count": 40, "median_us": 1600, "max_us": 2200},
}
JOURNAL = {"files": 4, "games": 2, "entries": 90, "replayed": 2, "torn": [], "findings": []}


def by_name(found):
    return {check.name: check for check in found}


def test_a_good_board_passes_everything():
    found = checks.room(MEMORY) + checks.wiring(WIRING) + checks.speed(SPEED)
    found += [checks.version(HERE, HERE), checks.journal(JOURNAL), checks.rules(653, 135_053, [], 0)]
    assert [check.name for check in found if check.ok is not True or check.findings] == []
    assert len({check.name for check in found}) == len(found) == 14


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("free heap", {"heap_free_with_tengen": checks.LEAST_HEAP - 1}),
        ("free flash", {"flash_free": checks.LEAST_FLASH - 1}),
    ],
)
def test_too_little_memory_fails(name, change):
    assert [check.name for check in checks.room(MEMORY | change) if not check.ok] == [name]


def test_another_version_of_tengen_is_told_and_no_failure():
    check = checks.version(HERE, Tengen("0.2.0", "other"))
    assert check.ok is None
    here = "this laptop has Tengen 0.2.0, build other: `tengen flash` brings it"
    assert check.findings == [f"Tengen 0.1.0, build source ({here})"]


def test_another_version_of_the_protocol_is_told_and_no_failure():
    assert checks.restart({"version": "9.0.0", "wire": 1}, 2.0, 120).ok
    check = checks.restart({"version": "9.0.0", "wire": 2}, 2.0, 120)
    assert check.ok is None and "version 2 of the protocol" in check.findings[0]


@pytest.mark.parametrize(
    ("change", "name", "words"),
    [
        ({"faults": [{"code": "device.row_dead", "row": 7, "chip": 1, "pin": 6}]}, "matrix", "595 #1 pin Q6"),
        ({"trouble": {"code": "device.checksum"}}, "matrix", "board.json"),
        ({"flickers": [["h8", 5]]}, "reeds at rest", "the reed of H8 opens and closes by itself: 5 times"),
        ({"buttons": [2]}, "buttons", "the button of the arbiter is down"),
        ({"chain": {"code": "device.chain_length", "number": 200, "count": 255}}, "chain of LEDs", "200 pixels"),
        ({"mv": 4449}, "5 V supply", "measure 5 V at the plug and at the far end of the lights"),
        ({"mv": 5301}, "5 V supply", "take another supply"),
        ({"mv": 200}, "5 V supply", "the laptop feeds the Pico alone: plug the supply in"),
        ({"pico_mv": 4199}, "Pico's supply", ""),
        ({"pico_mv": 5501}, "Pico's supply", ""),
        ({"scan_hz": 440.0}, "scans", ""),
    ],
)
def test_what_is_wrong_with_the_wiring_is_named(change, name, words):
    found = by_name(checks.wiring(WIRING | change))
    assert [each for each, check in found.items() if not check.ok] == [name]
    assert words in " ".join(found[name].findings)


@pytest.mark.parametrize(
    ("code", "whole"),
    [("device.no_row", 0), ("device.no_column", 16), ("device.row_dead", 31)],
)
def test_only_proved_lines_are_counted_as_whole(code, whole):
    """One fault may be about all rows, so the number of faults is not the number of broken lines."""
    fault = {"code": code, "row": 7, "chip": 1, "pin": 6, "gpio": 15, "number": 20}
    matrix = by_name(checks.wiring(WIRING | {"faults": [fault], "whole": whole}))["matrix"]
    assert not matrix.ok and matrix.measured == f"{whole} of 32 lines whole, wired as in board.toml"


def test_stones_on_the_board_are_no_fault():
    check = by_name(checks.wiring(WIRING | {"closed": ["h8", "i9"]}))["reeds at rest"]
    assert check.ok and "2 reeds closed: H8, I9" in check.measured


@pytest.mark.parametrize(
    ("kind", "change"),
    [("put", {"median_us": 1001}), ("put", {"max_us": 20_001}), ("frame", {"max_us": 20_001})],
)
def test_what_is_too_slow_fails(kind, change):
    found = checks.speed(SPEED | {kind: SPEED[kind] | change})
    assert sum(not check.ok for check in found) == 1


def test_a_game_that_is_not_whole():
    check = checks.journal(JOURNAL | {"findings": ["game file 3: a record is damaged"]})
    assert check.ok is False
    torn = checks.journal(JOURNAL | {"torn": [7]})
    assert torn.ok and "game file 7 ends in a record that is not whole" in torn.findings[0]


def test_wrong_verdicts_are_listed_and_not_without_end():
    vector = Vector("verdicts.txt", "line 17", "." * 225, "." * 225)
    wrong = [Wrong(vector, f"A{number}", ".", "3") for number in range(1, 15)]
    check = checks.rules(600, 135_000, wrong, 20)
    assert not check.ok and "20 boards are wrong" in check.measured
    assert check.findings[0] == "verdicts.txt, line 17, A1: expected ., got 3"
    assert len(check.findings) == checks.MOST_WRONG + 1


def test_the_table_has_a_verdict_for_each_and_the_findings_below(capsys):
    show([*checks.speed(SPEED), checks.journal(JOURNAL | {"findings": [["game file 3", "it is gone"]]})])
    lines = capsys.readouterr().out.splitlines()
    assert sum("pass" in line for line in lines) == 2 and sum("FAIL" in line for line in lines) == 1
    assert lines[-1] == "saved games: game file 3: it is gone"


EMPTY = Vector("verdicts.txt", "line 17", "." * 225, "." * 225)


class Noisy:
    """The prompt of a board that prints other text between the answers."""

    def run(self, source):
        return b"tick\r\n{}\r\n"

    def exchange(self, source, pieces):
        return [b"12tick"]


@pytest.mark.parametrize("ask", [lambda: selftest.told(Noisy(), "memory"), lambda: selftest.rules(Noisy(), [EMPTY])])
def test_an_answer_with_something_else_in_it_is_told_as_what_it_is(ask):
    with pytest.raises(BoardError, match="the board answers .*tick.*, which can't be read"):
        ask()


def test_what_a_board_says_of_itself_is_shown_as_it_is(capsys):
    show([checks.version(Tengen("[/b] [red]mine", "x"), HERE)])
    assert "[/b] [red]mine" in capsys.readouterr().out


def test_json_has_it_all():
    fields = json.loads(json.dumps([check.fields() for check in checks.wiring(WIRING)]))
    supply = next(each for each in fields if each["name"] == "5 V supply")
    assert supply["ok"] is True and supply["figures"] == {"mv": 5000} and supply["findings"] == []
