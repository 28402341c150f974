"""The registry: the only list of games, with facts about each for menus, settings, the web page and records.

A game's module is imported only when the game is chosen, to save heap. The table contains only constants, so that
frozen code leaves the table in flash. Source: firmware/docs/family.md#parameters and
firmware/docs/family.md#for-programs.
"""

from tengen.codes import Refused, coded
from tengen.viper import const

from . import COLOUR_NAMES
from .family import FAMILIES, GAMES

# The columns of GAMES
_NAME = const(0)
_TITLE = const(1)
_MODULE = const(2)
_SIGN = const(3)
_SIZES = const(4)
_FIRST = const(5)
_TRAITS = const(6)
_OPENINGS = const(7)
_RESULTS = const(8)
_OPTIONS = const(9)

# GAMES is in the order of menus. The title is the game's English name for people. The game is created by the module's
# new(), or by the function that is given after the module's name. The first of sizes, openings and values is the
# default. An option is (option, values, signs); a sign is the short text for the lights (lights/signs.py). The first
# result is the winning line. Traits are "passes", "fouls" and "silent": see passes(), has_fouls() and silent(). The
# first colour, passes and fouls are also in the game's class, because a menu must not import the class.
# tests/games/test_registry.py compares the two.

# Openings that are accepted but not in the menus
_MORE_OPENINGS_OF_RENJU = const(("centre", "free"))

_TORUS_SIZE = const(15)

NAMES = tuple([row[_NAME] for row in GAMES])


def family(entry):
    """Return the games of an entry of the arbiter's menu, or () if the entry is not a family."""
    for its, _, games in FAMILIES:
        if its == entry:
            return games
    return ()


def entry_of(name):
    """Return the entry of the arbiter's menu for a game: the entry of the game's family, or its own."""
    for entry, _, games in FAMILIES:
        if name in games:
            return entry
    return name


def sizes(name):
    """Return the possible sizes of a game's board in points a side, the default first."""
    return _row(name)[_SIZES]


def first(name):
    """Return the colour that begins."""
    return COLOUR_NAMES.index(_row(name)[_FIRST])


def openings(name):
    """Return a game's openings in the order of menus, the default first."""
    return _row(name)[_OPENINGS]


def options(name):
    """Return a game's options: (option, values, signs) each.

    The values of a switch are (False, True), those of other options words. The first value is the default. `signs`: a
    short text for each value, for the lights.
    """
    return _row(name)[_OPTIONS]


def passes(name):
    """Whether turns can be passed."""
    return "passes" in _row(name)[_TRAITS]


def title(name):
    """Return the game's English name for people, as printed: "Connect6"."""
    return _row(name)[_TITLE]


def has_fouls(name):
    """Whether a move can be a foul that loses."""
    return "fouls" in _row(name)[_TRAITS]


def silent(name):
    """Whether silent mode is possible: no stone is ever removed (it may change its colour), and a turn is one stone."""
    return "silent" in _row(name)[_TRAITS]


def sign(name):
    """Return the short text for a game, for the lights."""
    return _row(name)[_SIGN]


def option_entry(option, value):
    """Return the menu entry of an option's value: "keryo on", "overline ignored", "rules plain"."""
    if type(value) is bool:
        value = "on" if value else "off"
    return "%s %s" % (option, value or "plain")


def sign_of(entry):
    """Return the short text of a game, family, option's menu entry or outcome, or None for other entries."""
    for its, text, _ in FAMILIES:
        if its == entry:
            return text
    for row in GAMES:
        if row[_NAME] == entry:
            return row[_SIGN]
        for option, values, signs in row[_OPTIONS]:
            for value, its in zip(values, signs):  # noqa: B905  # MicroPython has no strict
                if option_entry(option, value) == entry:
                    return its
        for reason, its in row[_RESULTS]:
            if reason == entry:
                return its
    return None


def results(name):
    """Return the game's own outcomes: (reason, sign) each."""
    return _row(name)[_RESULTS]


def line_word(name):
    """Return the word for the game's line, used to claim it in silent mode: "five"."""
    return _row(name)[_RESULTS][0][0]


def checked(name, size=0, options=None):
    """Return (size, all options with their values) of a game. Size 0 or None and a missing option mean the default.

    Raises Refused, with the valid values, for an unknown game, option, value or size.
    """
    row = _row(name)
    found = {option: values[0] for option, values, _ in row[_OPTIONS]}
    for option, value in (options or {}).items():
        if option not in found:
            raise Refused(coded("device.no_option", game=name, text=_shown(option)))
        values = [values for its, values, _ in row[_OPTIONS] if its == option][0]
        # 1 == True, but 1 is not a switch's value
        if not any(type(value) is type(one) and value == one for one in values):
            raise Refused(coded("device.no_value", option=option, game=name, text=_shown(value), words=_words(values)))
        found[option] = value
    there_are = row[_SIZES]
    if found.get("torus"):
        there_are = (_TORUS_SIZE,)
    if size is None or (type(size) is int and size == 0):
        size = there_are[0]
    elif type(size) is not int or size not in there_are:
        raise Refused(coded("device.no_size", game=name, text=_shown(size), words=list(there_are)))
    return size, found


def checked_opening(name, opening=None):
    """Return the checked opening of a game. None or "" means the default. Raises Refused, with the valid openings."""
    row = _row(name)
    if opening is None or opening == "":
        return row[_OPENINGS][0]
    if opening not in row[_OPENINGS] and (name != "renju" or opening not in _MORE_OPENINGS_OF_RENJU):
        raise Refused(one_of("opening", row[_OPENINGS], opening))
    return opening


def new(name, size=0, options=None, **rules):
    """Return a new game (games/__init__.py). Raises Refused as checked() does.

    `rules`: `calls_fouls`, `calls_fives`, `free_centre`, `passes_after`, `first_passer_wins_draws` and `before`, see
    games/turns.py and games/game.py.
    """
    size, options = checked(name, size, options)
    # load() is not called here, to save one function on the stack
    module, _, its = _row(name)[_MODULE].partition(" ")
    module = __import__("tengen.games." + module, None, None, (its or "new",))
    return getattr(module, its or "new")(size, options, **rules)


def load(name=NAMES[0]):
    """Import a game's module and return it."""
    return __import__("tengen.games." + _row(name)[_MODULE].partition(" ")[0], None, None, ("new",))


def _row(name):
    for row in GAMES:
        if row[_NAME] == name:
            return row
    raise Refused(one_of("game", NAMES, name))


def one_of(setting, words, value):
    """Return the refusal of a setting that has a `value` other than these words (codes.coded)."""
    wanted = coded("device.wanted_one", words=list(words))
    return coded("device.wrong_setting", setting=setting, wanted=wanted)


def _shown(value):
    return repr(value)[:40]


def _words(values):
    return [_word(value) for value in values]


def _word(value):
    if type(value) is bool:
        return "true" if value else "false"
    return '""' if value == "" else str(value)
