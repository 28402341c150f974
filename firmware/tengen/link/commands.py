"""The commands of a laptop: one table, and the checks by this table. tengen/vocabulary.py describes all commands."""

from tengen.codes import Refused, coded
from tengen.viper import const

# Flags that are added up. The first three say when a command is allowed: in normal play; while the board is probed; in
# a running referee or silent game only if the arbiter has allowed the laptop to act, but with BEGINS also after the
# result. OF_GAME: the command acts on the game or its settings.
PLAYED = const(1)
PROBED = const(2)
GUARDED = const(4)
BEGINS = const(8)
OF_GAME = const(16)
_STRICT_MODES = const(("referee", "silent"))

# The kinds of values: a number in a range, a text of limited length, one of some words, a list of texts with limited
# length. The items of lists and the values of settings are checked by the code that uses them.
_COUNT = const(("number", 1, 9_999))
_FROM_0 = const(("number", 0, 99_999_999))
_FROM_1 = const(("number", 1, 99_999_999))
_TEXT = const(("text", 40))
_POINT = const(("text", 4))
_LONG = const(("text", 510))
_POINTS = const(("texts", 99, 4))
_LIST = const(("list",))
_SWITCH = const(("switch",))
_TRUE = const(("true",))
_SETTING = const(("setting",))  # checked by session/settings.py
ID = "id"

# For each command, by its name: when it is allowed; the kind of event that answers it, besides "done"; the number of
# required fields; then each field and its kind, with the required fields first.
COMMANDS: dict = {
    "snapshot": (PLAYED | PROBED, "snapshot", 0),
    "health": (PLAYED, "health", 0),
    "prove": (PLAYED, "chain", 0),
    "games": (PLAYED, "games", 0),
    "game": (PLAYED, "part", 1, "number", _FROM_1),
    "fetched": (PLAYED, None, 1, "number", _FROM_1),
    "hold": (PLAYED | PROBED, "watchdog", 0),
    "set": (
        PLAYED | OF_GAME, None, 0, "game", _SETTING, "size", _SETTING, "options", _SETTING, "opening", _SETTING,
        "fifths", _SETTING, "fixed", _SETTING, "small", _SETTING, "mode", _SETTING, "clock", _SETTING,
        "move", _SETTING, "tiebreak", _SETTING, "partner", _SETTING, "hints", _SETTING, "brightness", _SETTING,
        "sound", _SETTING,
    ),
    "do": (
        PLAYED | GUARDED | OF_GAME, None, 2,
        "who", ("word", "p1", "p2", "arbiter"), "entry", _TEXT, "choice", _TEXT,
    ),
    "new": (PLAYED | GUARDED | BEGINS | OF_GAME, None, 0, "wait", _SWITCH),
    "back": (PLAYED | GUARDED | OF_GAME, None, 1, "count", _COUNT),
    "clock": (PLAYED | GUARDED | OF_GAME, None, 0, "p1", _FROM_0, "p2", _FROM_0),
    "setup": (
        PLAYED | GUARDED | BEGINS | OF_GAME, None, 1,
        "board", _LONG, "turn", ("word", "black", "white"), "confirm", _SWITCH,
    ),
    "puzzle": (PLAYED | GUARDED | BEGINS | OF_GAME, None, 0, "grade", ("number", 1, 5), "number", _FROM_1),
    "lesson": (PLAYED | GUARDED | BEGINS | OF_GAME, None, 1, "number", _FROM_1, "position", _FROM_1),
    "partner": (
        PLAYED | OF_GAME, None, 1, "question", _FROM_0, "stone", _POINT, "choose", _TEXT, "offer", _POINTS,
        "keep", _POINT, "resign", _TRUE, "draw", _SWITCH,
    ),
    "show": (PLAYED | OF_GAME, None, 2, "points", _POINTS, "moves", _FROM_0, "best", _POINTS),
    "stamp": (PLAYED | GUARDED, None, 2, "record", _TEXT, "date", _TEXT),
    "probe": (PLAYED | PROBED | GUARDED | BEGINS, "probe", 1, "on", _SWITCH),
    "light": (PROBED, None, 1, "pixels", _LIST),
    "wire": (
        PROBED, "wired", 0, "rows", _LIST, "columns", _LIST, "buttons", _LIST, "pixels", _LONG, "bars", _LIST,
        "save", _TRUE, "forget", _TRUE,
    ),
}  # fmt: skip
_FIRST = const(3)  # the index where the fields of a command begin


def fields(word):
    """Return the fields of a command as (name, kind, whether it is required)."""
    its = COMMANDS[word]
    last_needed = _FIRST + 2 * its[2]
    return [(its[at], its[at + 1], at < last_needed) for at in range(_FIRST, len(its), 2)]


def answer_of(word):
    """Return the kind of event that answers a command, or None."""
    return COMMANDS[word][1]


def acts_on_game(word):
    """Whether a command acts on the game or its settings."""
    return bool(COMMANDS[word][0] & OF_GAME)


def check_allowed(command, session, probed=False):
    """Raise Refused if the laptop may not do this now. `probed`: True while the board is probed; the session waits."""
    word = command["cmd"]
    when, mode = COMMANDS[word][0], session.played.mode
    if probed and not when & PROBED:
        raise Refused(coded("device.while_probed", command=word))
    if not probed and not when & PLAYED:
        raise Refused(coded("device.only_probed", command=word))
    if probed or session.laptop or not when & GUARDED or mode not in _STRICT_MODES or not session.begun:
        return
    if session.match.result and when & BEGINS:
        return
    # allowed, because the first stamp of a game, or the same stamp again, changes nothing in the game
    if word == "stamp" and session.stamp in (None, stamp_of(command)):
        return
    raise Refused(coded("device.not_allowed", deed=word, mode=mode))


def stamp_of(command):
    """Return the stamp of a "stamp" command, with `id` and `date`."""
    return {"id": command["record"], "date": command["date"]}


def intent_of(command, settings):
    """Return the intent (session/director.py) of a checked command that acts on the game or on its `settings`.

    Raises ValueError for impossible settings.
    """
    word, get = command["cmd"], command.get
    if word == "set":
        return "change", settings.with_(given(command))
    if word == "do":
        return "take", command["who"], command["entry"], get("choice")
    if word == "new":
        return "new_game", get("wait")
    if word == "back":
        return "take_back", command["count"], "arbiter"
    if word == "clock":
        return "correct_clock", given(command)
    if word == "puzzle":
        return "puzzle", get("grade"), get("number")
    if word == "lesson":
        return "lesson", command["number"], get("position", 1)
    if word == "partner":
        return "partner", command
    if word == "show":
        return "show", command["points"], get("best", ()), command["moves"]
    return "set_up", command["board"], get("turn"), get("confirm", False)  # "setup" is the only command that remains


def given(command):
    """Return the fields of a command, without its name and its id."""
    return {name: command[name] for name in command if name not in ("cmd", ID)}


def checked(command):
    """Check `command` (a dict with a text `cmd`) by the table and return it. Raises Refused."""
    word = command["cmd"]
    if word not in COMMANDS:
        raise Refused(coded("device.unknown_command", word=word[:40], words=sorted(COMMANDS)))
    kinds: dict = {}
    for field, kind, needed in fields(word):
        if needed and field not in command:
            raise Refused(coded("device.needs_field", command=word, word=field))
        kinds[field] = kind
    for field in command:
        if field == "cmd":
            continue
        # MicroPython's json also accepts keys that are not strings
        if type(field) is not str:
            raise Refused(coded("device.field_no_text", command=word, text=str(field)[:40]))
        if field != ID and field not in kinds:
            raise Refused(coded("device.no_field", command=word, word=field[:40]))
        if field == ID:
            if id_of(command) is None:
                why = coded("device.wanted_id", most=_TEXT[1])
                raise Refused(coded("device.wrong_field", command=word, setting=field, wanted=why))
        elif not _fits(kinds[field], command[field]):
            raise Refused(coded("device.wrong_field", command=word, setting=field, wanted=wanted(kinds[field])))
    return command


def id_of(command):
    """Return the id of a command, which its answer repeats, or None if the id is missing or invalid."""
    found = command.get(ID)
    return found if type(found) is int or _is_text(found, _TEXT[1]) else None


def wanted(kind):
    """Return a description of this kind of value as a code, or None for a setting (session/settings.py checks it)."""
    what = kind[0]
    if what == "number":
        return coded("device.wanted_number", least=kind[1], most=kind[2])
    if what == "text":
        return coded("device.wanted_text", most=kind[1])
    if what == "word":
        return coded("device.wanted_one", words=list(kind[1:]))
    if what == "texts":
        return coded("device.wanted_points", most=kind[1])
    if what == "list":
        return coded("device.wanted_list")
    if what == "switch":
        return coded("device.wanted_switch")
    return coded("device.wanted_true") if what == "true" else None


def _fits(kind, value):
    """Whether a value is of this kind."""
    what = kind[0]
    if what == "number":
        return type(value) is int and kind[1] <= value <= kind[2]
    if what == "text":
        return _is_text(value, kind[1])
    if what == "word":
        return value in kind[1:]
    if what == "texts":
        return type(value) is list and len(value) <= kind[1] and all(_is_text(each, kind[2]) for each in value)
    if what == "list":
        return type(value) is list
    if what == "switch":
        return type(value) is bool
    return value is True if what == "true" else True


def _is_text(value, most):
    if type(value) is not str or not 0 < len(value) <= most:
        return False
    # JSON can contain half of a surrogate pair, which is not a character; a record that contains it could not be
    # written as UTF-8
    return all(ord(sign) >= 32 and not 0xD800 <= ord(sign) < 0xE000 for sign in value)
