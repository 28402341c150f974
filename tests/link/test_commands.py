"""The commands of a laptop. Every command is accepted with its fields, and everything else gets a clear error."""

import json

from portable import raises
from tengen.codes import Refused, coded
from tengen.link import codec
from tengen.link.commands import COMMANDS, acts_on_game, checked, fields, id_of, intent_of
from tengen.maintenance.wire_map import PARTS
from tengen.session.director import IN_GAME, OF_GAMES
from tengen.session.settings import FIELDS, Settings

SET_BY_BOARD = ("puzzle", "lesson", "tally", "learned")  # the settings that no command can set

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
    {"cmd": "do", "who": "arbiter", "entry": "mode", "choice": "teach"},
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
    {"cmd": "lesson", "number": 3},
    {"cmd": "lesson", "number": 3, "position": 2},
    {"cmd": "set", "partner": "p2 3", "hints": True},
    {"cmd": "partner", "question": 3, "stone": "h8"},
    {"cmd": "partner", "question": 3, "choose": "no swap"},
    {"cmd": "partner", "question": 3, "offer": ["e5", "k11"]},
    {"cmd": "partner", "question": 3, "keep": "e5"},
    {"cmd": "partner", "question": 3, "resign": True},
    {"cmd": "partner", "question": 3, "draw": False},
    {"cmd": "show", "points": ["h8", "i9"], "best": ["h8"], "moves": 0},
    {"cmd": "stamp", "record": "2026-11-21 T3", "date": "2026-11-21"},
    {"cmd": "probe", "on": True},
    {"cmd": "probe", "on": False},
    {"cmd": "light", "pixels": [[0, "ff8000"]]},
    {"cmd": "wire", "rows": list(range(16)), "columns": list(range(16)), "buttons": [21, 22, 26]},
    {"cmd": "wire", "pixels": "00" * 225, "bars": ["00" * 15, "01" * 15]},
    {"cmd": "wire", "save": True},
    {"cmd": "wire", "forget": True},
)


def test_the_commands():
    for command in GOOD:
        assert checked(command) is command


def test_each_command_and_each_of_its_fields_is_tried():
    tried = {}
    for command in GOOD:
        tried.setdefault(command["cmd"], set()).update(command)
    for word in COMMANDS:
        assert tried[word] == set(["cmd"] + [name for name, _, _ in fields(word)]), word


def test_everything_else_is_refused_by_name():
    every = sorted(COMMANDS)
    for command, why in (
        ({"cmd": "dance"}, coded("device.unknown_command", word="dance", words=every)),
        ({"cmd": "x" * 500}, coded("device.unknown_command", word="x" * 40, words=every)),
        ({"cmd": "health", "row": 3}, coded("device.no_field", command="health", word="row")),
        ({"cmd": "new", "y" * 500: 3}, coded("device.no_field", command="new", word="y" * 40)),
        ({"cmd": "back", "count": 1, "by": "p1"}, coded("device.no_field", command="back", word="by")),
        ({"cmd": "set", "brightnes": 3}, coded("device.no_field", command="set", word="brightnes")),
        ({"cmd": "wire", "row": []}, coded("device.no_field", command="wire", word="row")),
        ({"cmd": "new", 7: 3}, coded("device.field_no_text", command="new", text="7")),
    ):
        assert raises(Refused, checked, command) == why


def test_a_field_that_is_missing_is_named():
    whole = {}
    for command in GOOD:
        whole.setdefault(command["cmd"], {}).update(command)
    found = []
    for word in COMMANDS:
        for name, _, needed in fields(word):
            without = {field: value for field, value in whole[word].items() if field != name}
            if needed:
                assert raises(Refused, checked, without) == coded("device.needs_field", command=word, word=name)
                found.append((word, name))
            else:
                checked(without)
    assert ("do", "who") in found and ("stamp", "date") in found and ("light", "pixels") in found


WHO = coded("device.wanted_one", words=["p1", "p2", "arbiter"])
COLOUR = coded("device.wanted_one", words=["black", "white"])
TEXT, POINT, LONG = [coded("device.wanted_text", most=most) for most in (40, 4, 510)]
FROM_0, FROM_1 = [coded("device.wanted_number", least=least, most=99_999_999) for least in (0, 1)]
COUNT, GRADE = [coded("device.wanted_number", least=1, most=most) for most in (9999, 5)]
SWITCH, TRUE, LIST = coded("device.wanted_switch"), coded("device.wanted_true"), coded("device.wanted_list")
POINTS = coded("device.wanted_points", most=99)
NO_TEXTS = ("", None, 3, True, ["pass"], {}, "\x00", "7\n", "T\x1e3", "\ud800")
NO_NUMBERS = (-1, 10**8, 10**40, 1.0, "1", None, True, [1])
NO_SWITCHES = ("true", 1, 0, None, [])


def test_a_field_that_cannot_be_is_refused_with_what_is_wanted():
    good = {}
    for command in GOOD:
        good.setdefault(command["cmd"], {}).update(command)
    tried = set()
    for word, field, values, wanted in (
        ("do", "who", ("P1", "p3", "", None, 1, ["p1"], {"p1": 1}, True), WHO),
        ("do", "entry", NO_TEXTS + ("x" * 41,), TEXT),
        ("do", "choice", NO_TEXTS + ("x" * 41,), TEXT),
        ("game", "number", NO_NUMBERS + (0,), FROM_1),
        ("fetched", "number", NO_NUMBERS + (0,), FROM_1),
        ("puzzle", "number", NO_NUMBERS + (0,), FROM_1),
        ("puzzle", "grade", NO_NUMBERS + (0, 6), GRADE),
        ("lesson", "number", NO_NUMBERS + (0,), FROM_1),
        ("lesson", "position", NO_NUMBERS + (0,), FROM_1),
        ("back", "count", NO_NUMBERS + (0, 10_000), COUNT),
        ("clock", "p1", NO_NUMBERS, FROM_0),
        ("clock", "p2", NO_NUMBERS, FROM_0),
        ("setup", "board", NO_TEXTS + ("." * 511,), LONG),
        ("setup", "turn", ("Black", "p1", "", None, 1, ["black"]), COLOUR),
        ("setup", "confirm", NO_SWITCHES, SWITCH),
        ("new", "wait", NO_SWITCHES, SWITCH),
        ("stamp", "record", NO_TEXTS + ("x" * 41,), TEXT),
        ("stamp", "date", NO_TEXTS + ("x" * 41,), TEXT),
        ("probe", "on", NO_SWITCHES, SWITCH),
        ("light", "pixels", (7, None, {}, "ff"), LIST),
        ("wire", "rows", (7, None, {}, "ff"), LIST),
        ("wire", "columns", (7, None, {}, "ff"), LIST),
        ("wire", "buttons", (7, None, {}, "ff"), LIST),
        ("wire", "bars", (7, None, {}, "ff"), LIST),
        ("wire", "pixels", NO_TEXTS + ("f" * 511,), LONG),
        ("wire", "save", NO_SWITCHES + (False,), TRUE),
        ("wire", "forget", NO_SWITCHES + (False,), TRUE),
        ("partner", "question", NO_NUMBERS, FROM_0),
        ("partner", "stone", NO_TEXTS + ("h8i9j",), POINT),
        ("partner", "keep", NO_TEXTS + ("h8i9j",), POINT),
        ("partner", "choose", NO_TEXTS + ("x" * 41,), TEXT),
        ("partner", "offer", ("h8", None, {}, [8], ["h8i9j"], [""], [["h8"]], ["h8"] * 100), POINTS),
        ("partner", "resign", NO_SWITCHES + (False,), TRUE),
        ("partner", "draw", NO_SWITCHES, SWITCH),
        ("show", "points", ("h8", None, {}, [8], ["h8i9j"], ["h8"] * 100), POINTS),
        ("show", "best", ("h8", None, {}, [8], ["h8i9j"], ["h8"] * 100), POINTS),
        ("show", "moves", NO_NUMBERS, FROM_0),
    ):
        tried.add((word, field))
        for value in values:
            command = dict(good[word])
            command[field] = value
            why = raises(Refused, checked, command)
            assert why == coded("device.wrong_field", command=word, setting=field, wanted=wanted), (why, value)
    assert tried == {(word, name) for word in COMMANDS for name, _, _ in fields(word) if word != "set"}


def test_each_command_may_have_an_id():
    wanted = coded("device.wanted_id", most=40)
    for command in GOOD:
        for its in (0, 7, -1, 10**30, "a", "x" * 40):
            with_id = dict(command)
            with_id["id"] = its
            assert id_of(checked(with_id)) == its
        for its in NO_TEXTS[:2] + NO_TEXTS[3:] + (1.5, "x" * 41):
            with_id["id"] = its
            why = coded("device.wrong_field", command=command["cmd"], setting="id", wanted=wanted)
            assert raises(Refused, checked, with_id) == why and id_of(with_id) is None, its
        assert id_of(command) is None


def test_what_is_set_is_checked_by_the_settings():
    switch, number, text = "device.wanted_switch", "device.wanted_number", "device.wanted_text"
    for field, value, wanted in (
        ("sound", 1, switch),
        ("brightness", 0, number),
        ("brightness", True, number),
        ("brightness", "40", number),
        ("opening", "pro ", "device.wanted_one"),
        ("opening", ["pro"], "device.wanted_one"),
        ("mode", None, "device.wanted_one"),
        ("clock", 10, text),
        ("fifths", -1, number),
        ("tiebreak", "yes", switch),
    ):
        command = checked({"cmd": "set", field: value})
        why = raises(Refused, Settings(100).with_, {field: command[field]})
        assert (why["code"], why["setting"], why["wanted"]["code"]) == ("device.wrong_setting", field, wanted)
    assert raises(Refused, Settings(100).with_, {"clock": "ten"})["code"].startswith("device.clock")
    assert [name for name, _, _ in fields("set")] == [field for field in FIELDS if field not in SET_BY_BOARD]
    assert tuple([name for name, _, _ in fields("wire")]) == PARTS + ("save", "forget")


def test_the_longest_command_that_makes_sense_fits_a_line():
    settable = {field: value for field, value in Settings(100).fields().items() if field not in SET_BY_BOARD}
    longest = [
        {"cmd": "setup", "board": "X" * 225, "turn": "white", "confirm": False},
        dict(settable, cmd="set", opening="taraguchi-10", clock="1" * 40),
        {"cmd": "stamp", "record": "x" * 40, "date": "2" * 40},
        {"cmd": "wire", "pixels": "ff" * 225},
        {"cmd": "light", "pixels": [[254, "ffffff"]] * 25},
    ]
    for command in longest:
        checked(command)
        line = json.dumps(command).encode()
        assert len(line) <= codec.LONGEST_LINE, command["cmd"]
        assert codec.decode(line) == command


def test_each_command_that_acts_on_the_game_is_an_intent_that_the_director_knows():
    answer = {"question": 1, "stone": "h8"}
    given = {
        "do": ({"who": "p1", "entry": "pass"}, ("take", "p1", "pass", None)),
        "new": ({"wait": False}, ("new_game", False)),
        "back": ({"count": 2}, ("take_back", 2, "arbiter")),
        "clock": ({"p2": 5000}, ("correct_clock", {"p2": 5000})),
        "setup": ({"board": "x"}, ("set_up", "x", None, False)),
        "puzzle": ({"grade": 3}, ("puzzle", 3, None)),
        "lesson": ({"number": 3}, ("lesson", 3, 1)),
        "partner": (answer, ("partner", dict(answer, cmd="partner", id=7))),
        "show": ({"points": ["h8"], "moves": 4}, ("show", ["h8"], (), 4)),
    }
    for word, (its_fields, intent) in given.items():
        assert intent_of(checked(dict(its_fields, cmd=word, id=7)), Settings(100)) == intent
        assert intent[0] in IN_GAME + OF_GAMES
    deed, settings = intent_of(checked({"cmd": "set", "mode": "referee", "id": 7}), Settings(100))
    assert deed == "change" and settings.mode == "referee" and deed in OF_GAMES
    assert set(given) | {"set"} == {word for word in COMMANDS if acts_on_game(word)}
