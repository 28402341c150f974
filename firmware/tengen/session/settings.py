"""The settings: opening, mode, clock and so on for the next game; brightness and sound for the board."""

import json
from binascii import crc32

from tengen.games import openings

from .clock import control

GAMES = ("renju",)
MODES = ("casual", "referee", "silent", "teach")
MOVES = ("auto", "button", "dwell")
CLOCKS = ("none", "5", "10", "10+5", "15+10", "30", "30+30", "45/30x3", "60+30", "135+30")  # of the arbiter's menu

GAME_FIELDS = ("game", "opening", "fifths", "fixed", "small", "mode", "clock", "move", "tiebreak")
FIELDS = GAME_FIELDS + ("brightness", "sound")

# by field: what it may be
_WORDS = {"game": GAMES, "opening": openings.OPENINGS, "mode": MODES, "move": MOVES}
_SWITCHES = ("fixed", "small", "tiebreak", "sound")
_NUMBERS = {"fifths": (0, openings.MOST_FIFTHS), "brightness": (1, 100)}

_CHECKSUM = 8  # hexadecimal digits before the JSON


class Settings:
    """An attribute for each of FIELDS, at first the defaults. Settings never change; with_() makes new ones.

    `fifths`, `fixed` and `small` are as in openings.table(), `clock` as in clock.control(). `move`: how a stone becomes
    a move. `tiebreak`: a draw is won by the player who passed first. `brightness` is in percent.
    """

    def __init__(self, brightness):
        self.game = "renju"
        self.opening = "free centre"
        self.fifths = 0
        self.fixed = False
        self.small = False
        self.mode = "casual"
        self.clock = "none"
        self.move = "auto"
        self.tiebreak = False
        self.brightness = brightness
        self.sound = True

    def with_(self, fields):
        """Return new Settings with some fields (a dict) changed. A changed opening resets fifths, fixed and small.

        Raises ValueError, with a message for a person, for an unknown field or a wrong value.
        """
        found = Settings(self.brightness)
        values = self.fields()
        if fields.get("opening", self.opening) != self.opening:
            values.update({"fifths": 0, "fixed": False, "small": False})
        values.update(fields)
        for field, value in values.items():
            setattr(found, field, _checked(field, value))
        try:
            openings.table(found.opening, found.fifths, found.fixed, found.small)
        except ValueError as error:
            raise ValueError("fifths: %s" % error)
        return found

    def fields(self):
        """All fields with their values, for the link."""
        return {field: getattr(self, field) for field in FIELDS}

    def game_fields(self):
        """The fields of the game, with their values."""
        return {field: getattr(self, field) for field in GAME_FIELDS}

    def by_button(self):
        """Whether a stone becomes a move by its player's button, not after the dwell."""
        if self.move == "auto":
            return self.clock != "none" or self.mode in ("referee", "silent")
        return self.move == "button"

    def dump(self):
        """All of it as bytes, for the flash."""
        kept = json.dumps(self.fields()).encode()
        return _checksum(kept) + kept


def load(data):
    """The Settings that dump() gave these bytes for. Raises ValueError for any others."""
    kept = data[_CHECKSUM:]
    if data[:_CHECKSUM] != _checksum(kept):
        raise ValueError("the settings' checksum is wrong")
    fields = json.loads(kept.decode())
    if type(fields) is not dict or sorted(fields) != sorted(FIELDS):
        raise ValueError("these are the settings of another version")
    return Settings(fields["brightness"]).with_(fields)


def _checksum(kept):
    return ("%08x" % crc32(kept)).encode()


def _checked(field, value):
    """The value, as it will be kept."""
    if field in _WORDS:
        kind = "one of " + ", ".join(_WORDS[field])
        right = value in _WORDS[field]
    elif field in _SWITCHES:
        kind = "true or false"
        right = type(value) is bool
    elif field in _NUMBERS:
        least, most = _NUMBERS[field]
        kind = "a whole number from %d to %d" % (least, most)
        right = type(value) is int and least <= value <= most
    elif field == "clock":
        kind = "a text"
        right = type(value) is str
    else:
        raise ValueError("there is no setting %r: there are %s" % (field[:40], ", ".join(FIELDS)))
    if not right:
        raise ValueError("%s must be %s" % (field, kind))
    if field != "clock":
        return value
    try:
        chosen = control(value)
    except ValueError as error:
        raise ValueError("clock: %s" % error)
    return chosen.text if chosen else "none"
