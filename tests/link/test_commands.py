"""The commands of a laptop: every command with its fields, and a clear error for everything else."""

import json

from support import raises
from tengen.link import codec
from tengen.link.commands import COMMANDS, checked
from tengen.maintenance.wire_map import PARTS
from tengen.session.settings import FIELDS, SET_BY_BOARD, Settings

GOOD = (
    {"cmd": "snapshot"},
    {"cmd": "health"},
    {"cmd": "prove"},
    {"cmd": "hold"},
    {"cmd": "games"},
    {"cmd": "game", "number": 17},
    {"cmd": "fetched", "number": 17},
    {"cmd": "set", "brightness": 40},
    {"cmd": "set", "game": "pente", "size": 15, "options": {"keryo": True}},
    {"cmd": "set", "sound": False, "brightness": 100},
    {"cmd": "set", "opening": "swap-2", "mode": "silent", "clock": "45/30x3", "move": "dwell", "tiebreak": True},
    {"cmd": "set", "opening": "yamaguchi", "fifths": 5, "fixed": True, "small": True, "game": "renju"},
    {"cmd": "do", "who": "p1", "entry": "no swap"},
    {"cmd": "do", "who": "arbiter", "entry": "new game"},
    {"cmd": "new"},
    {"cmd": "new", "wait": True},
    {"cmd": "new", "wait": False},
    {"cmd": "back", "count": 1},
    {"cmd": "clock", "p1": 0},
    {"cmd": "clock", "p1": 60_000, "p2": 90_500},
    {"cmd": "setup", "board": "." * 225},
    {"cmd": "setup", "board": "." * 225, "turn": "white", "confirm": True},
    {"cmd": "puzzle"},
    {"cmd": "puzzle", "grade": 5},
    {"cmd": "puzzle", "number": 700},
    {"cmd": "set", "partner": "p2 3", "hints": True},
    {"cmd": "partner", "question": 3, "stone": "h8"},
    {"cmd": "partner", "question": 3, "choose": "no swap"},
    {"cmd": "partner", "question": 3, "offer": ["e5", "k11"]},
    {"cmd": "partner", "question": 3, "keep": "e5"},
    {"cmd": "partner", "question": 3, "resign": True},
    {"cmd": "partner", "question": 3, "draw": False},
    {"cmd": "show", "points": ["h8", "i9"], "best": ["h8"], "moves": 0},
    {"cmd": "stamp", "id": "2026-11-21 T3", "date": "2026-11-21"},
    {"cmd": "probe", "on": True},
    {"cmd": "probe", "on": False},
    {"cmd": "light", "pixels": [[0, "ff8000"]]},
    {"cmd": "wire", "rows": list(range(16)), "columns": list(range(16)), "buttons": [21, 22, 26]},
    {"cmd": "wire", "pixels": "00" * 225, "bars": ["00" * 15, "01" * 15]},
    {"cmd": "wire", "save": True},
    {"cmd": "wire", "forget": True},
)

EVERY = (
    "back, clock, do, fetched, game, games, health, hold, light, new, partner, probe, prove, puzzle, "
    "set, setup, show, snapshot, stamp, wire"
)


def test_the_commands():
    for command in GOOD:
        assert checked(command) is command


def test_each_command_and_each_of_its_fields_is_tried():
    tried = {}
    for command in GOOD:
        tried.setdefault(command["cmd"], set()).update(command)
    for word in COMMANDS:
        needed, allowed = COMMANDS[word]
        assert tried[word] == set(("cmd",) + needed + allowed), word


def test_everything_else_is_refused_by_name():
    for command, words in (
        ({"cmd": "dance"}, "unknown command 'dance': there are " + EVERY),
        ({"cmd": "x" * 500}, "unknown command '" + "x" * 40 + "': there are " + EVERY),
        ({"cmd": "health", "row": 3}, "health has no field 'row'"),
        ({"cmd": "new", "y" * 500: 3}, "new has no field '" + "y" * 40 + "'"),
        ({"cmd": "back", "count": 1, "by": "p1"}, "back has no field 'by'"),
        ({"cmd": "set", "brightnes": 3}, "set has no field 'brightnes'"),
        ({"cmd": "do", "who": "p1"}, "do needs 'entry'"),
        ({"cmd": "do", "entry": "pass"}, "do needs 'who'"),
        ({"cmd": "back"}, "back needs 'count'"),
        ({"cmd": "setup", "turn": "black"}, "setup needs 'board'"),
        ({"cmd": "stamp", "id": "7"}, "stamp needs 'date'"),
        ({"cmd": "stamp", "date": "2026-11-21"}, "stamp needs 'id'"),
        ({"cmd": "probe"}, "probe needs 'on'"),
        ({"cmd": "light"}, "light needs 'pixels'"),
        ({"cmd": "wire", "row": []}, "wire has no field 'row'"),
    ):
        assert raises(ValueError, checked, command) == words


def test_a_field_that_cannot_be_is_refused_in_words():
    good = {}
    for command in GOOD:
        good.setdefault(command["cmd"], {}).update(command)
    for word, field, values, words in (
        ("do", "who", ("P1", "p3", "", None, 1, ["p1"], {"p1": 1}, True), "p1, p2 or arbiter"),
        ("do", "entry", ("", "x" * 41, None, 3, ["pass"], {}), "a text of 1 to 40 characters"),
        ("game", "number", (0, -1, 1.0, "1", None, True), "a whole number from 1 on"),
        ("fetched", "number", (0, -1, 1.0, "1", None, True), "a whole number from 1 on"),
        ("puzzle", "number", (0, -1, 1.0, "1", None, True), "a whole number from 1 on"),
        ("puzzle", "grade", (0, 6, 1.0, "1", None, True), "a whole number from 1 to 5"),
        ("back", "count", (0, -1, 1.0, "1", None, True, [1]), "a whole number of moves"),
        ("clock", "p1", (-1, 1.5, "60000", None, False, [1]), "a whole number of ms"),
        ("clock", "p2", (-1, 1.5, "60000", None, False, [1]), "a whole number of ms"),
        ("setup", "board", (None, 225, ["."] * 225, {}), "a board text"),
        ("setup", "turn", ("Black", "p1", "", None, 1, ["black"]), "black or white"),
        ("new", "wait", ("true", 1, 0, None, []), "true or false"),
        ("setup", "confirm", ("true", 1, 0, None, []), "true or false"),
        ("stamp", "id", ("", "x" * 41, None, 7, [], "\x00", "7\n", "T\x1e3", "\ud800"), "a text of 1 to 40 characters"),
        ("stamp", "date", ("", "x" * 41, None, 20261121, []), "a text of 1 to 40 characters"),
        ("probe", "on", (0, 1, None, "true", []), "true or false"),
        ("wire", "save", (0, 1, None, "true", False), "true"),
        ("wire", "forget", (0, 1, None, "true", False), "true"),
    ):
        for value in values:
            command = dict(good[word])
            command[field] = value
            message = raises(ValueError, checked, command)
            assert message == "%s: %s must be %s" % (word, field, words), (message, value)


def test_what_is_set_is_checked_by_the_settings():
    for field, value, words in (
        ("sound", 1, "sound must be true or false"),
        ("brightness", 0, "brightness must be a whole number from 1 to 100"),
        ("brightness", True, "brightness must be a whole number from 1 to 100"),
        ("brightness", "40", "brightness must be a whole number from 1 to 100"),
        ("opening", "pro ", "opening must be one of free centre, rif"),
        ("opening", ["pro"], "opening must be one of free centre, rif"),
        ("mode", None, "mode must be one of casual, referee, silent, teach"),
        ("clock", 10, "clock must be a text"),
        ("clock", "ten", "clock: a clock is"),
        ("fifths", -1, "fifths must be a whole number from 0 to"),
        ("tiebreak", "yes", "tiebreak must be true or false"),
    ):
        command = checked({"cmd": "set", field: value})
        assert words in raises(ValueError, Settings(100).with_, {field: command[field]}), field
    assert COMMANDS["set"][1] == tuple([field for field in FIELDS if field not in SET_BY_BOARD])
    assert COMMANDS["wire"][1] == PARTS + ("save", "forget")


def test_the_longest_command_that_makes_sense_fits_a_line():
    settable = {field: value for field, value in Settings(100).fields().items() if field not in SET_BY_BOARD}
    longest = [
        {"cmd": "setup", "board": "X" * 225, "turn": "white", "confirm": False},
        dict(settable, cmd="set", opening="taraguchi-10", clock="1" * 40),
        {"cmd": "stamp", "id": "x" * 40, "date": "2" * 40},
        {"cmd": "wire", "pixels": "ff" * 225},
        {"cmd": "light", "pixels": [[254, "ffffff"]] * 25},
    ]
    for command in longest:
        checked(command)
        line = json.dumps(command).encode()
        assert len(line) <= codec.LONGEST_LINE, command["cmd"]
        assert codec.decode(line) == command
