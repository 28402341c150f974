"""The settings: game, opening, mode, clock and others for the next game; brightness and sound for the board."""

import json

from tengen.codes import Refused, coded
from tengen.games import openings, registry
from tengen.journal.fields import checksum, fields

from . import partner_rules
from .clock import LONGEST, control

MODES = ("casual", "referee", "silent", "teach")
STRICT = ("referee", "silent")  # the modes of serious games, in which nobody helps a player
MOVES = ("auto", "button", "dwell")
CLOCKS = ("none", "5", "10", "10+5", "15+10", "30", "30+30", "45/30x3", "60+30", "135+30")  # of the arbiter's menu

NOBODY = "none"  # the value of `partner` if two persons play

_COUNTED = ("tally", "learned")  # what the board has counted, not settings of a game
_TASKS = ("puzzle", "lesson")  # a task belongs to one game, never to the settings for the next game
GAME_FIELDS = (
    "game", "size", "options", "opening", "fifths", "fixed", "small", "mode", "clock", "move", "tiebreak",
    "partner", "hints",
) + _TASKS
FIELDS = GAME_FIELDS + ("brightness", "sound") + _COUNTED

# the valid values of fields
_SWITCHES = ("fixed", "small", "tiebreak", "hints", "sound")
_NUMBERS = {"size": (0, 19), "fifths": (0, openings.MOST_FIFTHS), "puzzle": (0, 9999), "lesson": (0, 99)}
_NUMBERS["brightness"] = (1, 100)
_PARAMETERS = {"fifths": 0, "fixed": False, "small": False}  # settings of an opening, which another opening resets

_ALWAYS = ("game", "opening", "mode", "clock")  # these fields are always in a journal's text

_CHECKSUM = 8  # hexadecimal digits before the JSON


class Settings:
    """The settings, with an attribute for each of FIELDS. They are immutable; with_() returns new Settings.

    `board_size`: the points per side of the board, which limits the size of a game. `size`: the points per side of the
    game; 0 means the game's default. `options`: the game's options that differ from the default (games/registry.py).
    `fifths`, `fixed`, `small`: see openings.table(). `clock`: see clock.control(). `move`: how a stone becomes a move.
    `tiebreak`: True if the player who passed first wins a draw. `partner`: one of partner_rules.PARTNERS. `hints`: True
    if in a casual game a player may ask whether there is a win by fours. `puzzle`: the number of the puzzle if the game
    is a puzzle, or 0. `lesson`: the same for a position of a lesson. `brightness` is in percent. `tally`: for each of
    the five grades of puzzles the number solved at the first try, the number tried, and the index of the next one; then
    the number of the puzzle on the board if it is counted already, or 0.
    `learned`: the numbers of the finished lessons, in order.
    """

    def __init__(self, brightness, board_size=15):
        self.board_size = board_size
        self.game = registry.NAMES[0]
        self.size = 0
        self.options: dict = {}
        self.opening = registry.openings(self.game)[0]
        self.fifths = 0
        self.fixed = False
        self.small = False
        self.mode = "casual"
        self.clock = "none"
        self.move = "auto"
        self.tiebreak = False
        self.partner = NOBODY
        self.hints = False
        self.puzzle = 0
        self.lesson = 0
        self.brightness = brightness
        self.sound = True
        self.tally: list = [0] * 16
        self.learned: list = []

    def with_(self, fields):
        """Return new Settings with some fields (a dict) changed.

        A change of the game resets size, options and opening, and also silent mode if the new game does not support it.
        A change of the opening resets fifths, fixed and small. The partner is removed if it can't play the game. Raises
        ValueError; Refused for an unknown field or a wrong value.
        """
        found = Settings(self.brightness, self.board_size)
        values = {field: getattr(self, field) for field in FIELDS}
        game = fields.get("game", self.game)
        if game not in self.choices("game"):
            if game in registry.NAMES:
                needs = min(registry.sizes(game))
                raise Refused(coded("device.game_too_large", game=game, number=needs, count=self.board_size))
            raise Refused(registry.one_of("game", self.choices("game"), game))
        if game != self.game:
            values["size"], values["options"], values["opening"] = 0, {}, registry.openings(game)[0]
            if values["mode"] == "silent" and not registry.silent(game):
                values["mode"] = "referee"
        if fields.get("opening", values["opening"]) != self.opening or game != self.game:
            values.update(_PARAMETERS)
        values.update(fields)
        found.game = game
        for field, value in values.items():
            setattr(found, field, found._checked(field, value))
        found._fit()
        if found.partner != NOBODY:
            found._fit_partner("partner" in fields)
        return found

    def _fit_partner(self, named):
        """Remove the partner if it can't play the game, or raise Refused if `named` contains it."""
        why = partner_rules.partner_refusal(self)
        if why and named:
            raise Refused(why)
        if why:
            self.partner = NOBODY

    def helps(self):
        """Whether the board may show a win by fours during a game."""
        return self.mode == "teach" or (self.mode == "casual" and self.hints)

    def has_task(self):
        """Whether the game is a puzzle or a position of a lesson."""
        return bool(self.puzzle or self.lesson)

    def teaches(self):
        """Whether the forbidden points are shown. In a lesson they could be the answer."""
        return self.mode == "teach" and not self.lesson

    def _fit(self):
        """Check the rules that depend on several fields. Raises Refused."""
        size, options = registry.checked(self.game, self.size, self.options)
        its_sizes = registry.sizes(self.game)
        if not self.size and size > self.board_size:
            size = [each for each in its_sizes if each <= self.board_size][0]
        if size > self.board_size:
            raise Refused(coded("device.size_too_large", number=self.board_size, count=size))
        self.size = 0 if size == its_sizes[0] else size
        defaults = registry.checked(self.game)[1]
        self.options = {option: value for option, value in options.items() if value != defaults[option]}
        try:
            openings.table(self.opening, self.fifths, self.fixed, self.small)
        except Refused as refused:
            raise Refused(coded("device.fifths", why=refused.why))

    def choices(self, field):
        """Return the values that a menu offers for "game", "opening", "mode" or "options" (such as "keryo on")."""
        if field == "game":
            return [game for game in registry.NAMES if min(registry.sizes(game)) <= self.board_size]
        if field == "opening":
            return list(registry.openings(self.game))
        if field == "mode":
            return [mode for mode in MODES if mode != "silent" or registry.silent(self.game)]
        return [
            registry.option_entry(option, value)
            for option, values, _ in registry.options(self.game)
            for value in values
        ]

    def with_option(self, entry):
        """Return new Settings with one of choices("options")."""
        for option, values, _ in registry.options(self.game):
            for value in values:
                if registry.option_entry(option, value) == entry:
                    options = dict(self.options)
                    options[option] = value
                    return self.with_({"options": options})
        raise Refused(coded("device.no_option", game=self.game, text=entry))

    def _checked(self, field, value):
        """Return the value in its stored form."""
        if field in ("game", "opening", "mode", "move"):
            words = MOVES if field == "move" else self.choices(field)
            if value in words:
                return value
            if field == "mode" and value == "silent":
                raise Refused(coded("device.no_silence", modes=words))
            raise Refused(registry.one_of(field, words, value))
        if field == "partner":
            return partner_rules.checked(value)
        if field in _SWITCHES:
            wanted, right = coded("device.wanted_switch"), type(value) is bool
        elif field in _NUMBERS:
            least, most = _NUMBERS[field]
            wanted = coded("device.wanted_number", least=least, most=most)
            right = type(value) is int and least <= value <= most
        elif field == "tally":
            if type(value) is list and len(value) == 16 and all(type(its) is int and its >= 0 for its in value):
                return value
            raise Refused(coded("device.foreign"))
        elif field == "learned":
            if type(value) is list and len(value) <= 99 and all(type(its) is int and 0 < its <= 99 for its in value):
                return value
            raise Refused(coded("device.foreign"))
        elif field == "options":
            wanted, right = coded("device.wanted_options"), type(value) is dict
        elif field == "clock":
            wanted, right = coded("device.wanted_text", most=LONGEST), type(value) is str
        else:
            raise Refused(coded("device.no_setting", word=field[:40], words=list(FIELDS)))
        if not right:
            raise Refused(coded("device.wrong_setting", setting=field, wanted=wanted))
        if field == "puzzle" and value:
            from tengen.partner import puzzles  # seldom used

            puzzles.puzzle(value)  # this raises Refused if no such puzzle exists
        if field == "lesson" and value:
            from tengen.partner import lessons

            lessons.position(value)  # this, too
        return _control(value) if field == "clock" else value

    def fields(self):
        """Return all fields of the settings for the next game with their values, for the link and the flash."""
        return {field: getattr(self, field) for field in FIELDS if field not in _TASKS}

    def game_fields(self):
        """Return the fields of the game with their values."""
        return {field: getattr(self, field) for field in GAME_FIELDS}

    def game_text(self):
        """Return the settings of the game as JSON for the journal; restored() reads them."""
        return self._text(GAME_FIELDS)

    def text(self):
        """Return all settings as JSON for the journal; restored() reads them."""
        return self._text(FIELDS)

    def _text(self, fields):
        # A text in the journal has 240 bytes at most, and all fields could need more. So the text contains only the
        # fields that differ from the defaults, and the fields by which a damaged beginning can be recognized
        defaults = Settings(self.brightness, self.board_size)
        kept = {field: getattr(self, field) for field in _ALWAYS}
        for field in fields:
            if field in _COUNTED:
                continue  # these belong to no game, and are long
            value = getattr(self, field)
            if value != getattr(defaults, field) or field == "brightness":
                kept[field] = value
        # remove the blanks that json.dumps() puts after ":" and ","; no value contains ": " or ", "
        return json.dumps(kept).replace(": ", ":").replace(", ", ",")

    def restored(self, fields):
        """Return the Settings with these fields (a dict) and the defaults for all others.

        Brightness, tally and learned lessons belong to the board, so they are not changed.
        """
        found = Settings(self.brightness, self.board_size)
        found.tally = self.tally
        found.learned = self.learned
        return found.with_(fields)

    def by_button(self):
        """Whether a stone becomes a move by its player's button, not after the dwell."""
        return moves_by_button(self.move, self.mode, self.clock)

    def new_game(self, before=None):
        """Return a new game by these settings. `before`: the game that it replaces."""
        silent = self.mode == "silent"
        return registry.new(
            self.game,
            self.size,
            self.options,
            calls_fouls=not silent,
            calls_fives=not silent,
            free_centre=True,
            passes_after=openings.passes_after(self.opening),
            first_passer_wins_draws=self.tiebreak,
            before=before,
        )

    def dump(self):
        """Return all settings as bytes, for the flash."""
        kept = json.dumps(self.fields()).encode()
        return checksum(kept) + kept


def moves_by_button(move, mode, clock):
    """Whether a stone becomes a move by its player's button, according to these fields of settings."""
    return clock != "none" or mode in STRICT if move == "auto" else move == "button"


def load(data, board_size=15):
    """Return the Settings from the bytes of dump(). Raises Refused for other bytes.

    Missing fields get their defaults.
    """
    kept = data[_CHECKSUM:]
    if data[:_CHECKSUM] != checksum(kept):
        raise Refused(coded("device.checksum"))
    found = fields(kept)
    if not all(field in FIELDS and field not in _TASKS for field in found) or "brightness" not in found:
        raise Refused(coded("device.foreign"))
    return Settings(found["brightness"], board_size).with_(found)


def _control(text):
    """Return the text of a clock in its shortest form. Raises Refused."""
    try:
        chosen = control(text)
    except Refused as refused:
        raise Refused(coded("device.clock", why=refused.why))
    return chosen.text if chosen else "none"
