"""The commands that a laptop may send, their fields, and the checks of the fields."""

_LONGEST_TEXT = 40
_SEATS = ("p1", "p2")
# The fields of "set" and "wire". session/settings.py and maintenance/wire_map.py check their values.
_SETTINGS = (
    "game", "size", "options", "opening", "fifths", "fixed", "small", "mode", "clock", "move", "tiebreak",
    "partner", "hints", "brightness", "sound",
)
_WIRE_PARTS = ("rows", "columns", "buttons", "pixels", "bars")


def _is_text(value):
    if type(value) is not str or not 0 < len(value) <= _LONGEST_TEXT:
        return False
    # JSON can contain half a surrogate pair, which is no character: a record with it could not be written as UTF-8
    return all(ord(sign) >= 32 and not 0xD800 <= ord(sign) < 0xE000 for sign in value)


def _is_time(value):
    return type(value) is int and value >= 0


# For each field: a description of a valid value, and the check. Fields of "set", "wire", "light", "partner" and
# "show" that are not listed are checked elsewhere.
_TEXT = ("a text of 1 to %d characters" % _LONGEST_TEXT, _is_text)
_TIME = ("a whole number of ms", _is_time)
_FIELDS = {
    "who": ("p1, p2 or arbiter", lambda value: value in _SEATS or value == "arbiter"),
    "entry": _TEXT,
    "count": ("a whole number of moves", lambda value: type(value) is int and value > 0),
    "number": ("a whole number from 1 on", lambda value: type(value) is int and value > 0),
    "grade": ("a whole number from 1 to 5", lambda value: type(value) is int and 1 <= value <= 5),
    "p1": _TIME,
    "p2": _TIME,
    "board": ("a board text", lambda value: type(value) is str),
    "turn": ("black or white", lambda value: value in ("black", "white")),
    "confirm": ("true or false", lambda value: type(value) is bool),
    "id": _TEXT,
    "date": _TEXT,
    "on": ("true or false", lambda value: type(value) is bool),
    "wait": ("true or false", lambda value: type(value) is bool),
    "save": ("true", lambda value: value is True),
    "forget": ("true", lambda value: value is True),
}
COMMANDS = {
    "snapshot": ((), ()),
    "health": ((), ()),
    "prove": ((), ()),
    "games": ((), ()),
    "game": (("number",), ()),
    "fetched": (("number",), ()),
    "hold": ((), ()),
    "set": ((), _SETTINGS),
    "do": (("who", "entry"), ()),
    "new": ((), ("wait",)),
    "back": (("count",), ()),
    "clock": ((), _SEATS),
    "setup": (("board",), ("turn", "confirm")),
    "puzzle": ((), ("grade", "number")),
    "partner": (("question",), ("stone", "choose", "offer", "keep", "resign", "draw")),
    "show": (("points", "moves"), ("best",)),
    "stamp": (("id", "date"), ()),
    "probe": (("on",), ()),
    "light": (("pixels",), ()),
    "wire": ((), _WIRE_PARTS + ("save", "forget")),
}

# The commands for a board that is probed
OF_A_PROBE = ("probe", "light", "wire")

# In a referee or silent game under way the laptop may send these commands only if the arbiter has allowed it. Always
# allowed are a first stamp, a repeated stamp, and, after the result, the commands that begin a game.
_CHANGE_A_GAME = ("do", "back", "clock", "new", "setup", "puzzle", "stamp", "probe")
_BEGIN_A_GAME = ("new", "setup", "puzzle", "probe")
_STRICT_MODES = ("referee", "silent")


def check_allowed(command, session):
    """Raise ValueError, with a message for a person, if the laptop may not do this in the session's game."""
    word, mode = command["cmd"], session.played.mode
    if session.laptop or word not in _CHANGE_A_GAME or mode not in _STRICT_MODES or not session.begun:
        return
    if session.match.result and word in _BEGIN_A_GAME:
        return
    if word == "stamp" and session.stamp in (None, stamp_of(command)):
        return
    raise ValueError(
        "%s is refused: in a %s game the laptop may not act unless the arbiter allows it: "
        "he holds his button and takes laptop, yes" % (word, mode)
    )


def stamp_of(command):
    """Return the stamp of a "stamp" command, with `id` and `date`."""
    return {"id": command["id"], "date": command["date"]}


def checked(command):
    """Return `command` (a dict with a text `cmd`), checked. Raises ValueError, with a message for a person."""
    word = command["cmd"]
    if word not in COMMANDS:
        raise ValueError("unknown command %r: there are %s" % (word[:40], ", ".join(sorted(COMMANDS))))
    needed, allowed = COMMANDS[word]
    for field in needed:
        if field not in command:
            raise ValueError("%s needs %r" % (word, field))
    for field in command:
        if field == "cmd":
            continue
        # MicroPython's json also accepts keys that are no texts
        if type(field) is not str:
            raise ValueError("%s: the name of a field is a text, not %r" % (word, field))
        if field not in needed and field not in allowed:
            raise ValueError("%s has no field %r" % (word, field[:40]))
        kind, check = _FIELDS.get(field, (None, None))
        if check and not check(command[field]):
            raise ValueError("%s: %s must be %s" % (word, field, kind))
    return command
