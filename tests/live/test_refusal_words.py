"""What the board says in English sentences: the page has words for each of them, in all languages.

The sentences are read from the source of the firmware, so that a new one without words is found: why a stone or a
button is refused, what is wrong with a command, the wiring, the lights, the journal and other files.
"""

import ast
import itertools
import json
import re
from pathlib import Path

import pytest
import tengen
from tengen.games import openings, registry
from tengen.games.openings import zone_words
from tengen.sensing import proof
from tengen_host.live.app import PAGE

FIRMWARE = Path(tengen.__file__).parent
# what may come to a page as it is: errors of the link, complaints of the journal and of the board's own files
COMPLAINING = [
    FIRMWARE / each
    for each in (
        "app.py", "laptop.py", "games/game.py", "games/openings.py", "games/registry.py", "games/renju/game.py",
        "games/turns.py", "journal/archive.py", "journal/fields.py", "journal/keeper.py", "journal/partfile.py",
        "link/codec.py", "link/commands.py", "maintenance/faultlog.py", "maintenance/files.py",
        "maintenance/probe.py", "maintenance/upkeep.py", "maintenance/wire_file.py", "sensing/health.py",
        "session/clock.py", "session/diagram.py", "session/game.py",
        "session/match.py", "session/settings.py", "session/timing.py", "session/wiring_trust.py",
    )
]  # fmt: skip
COMPLAINTS = {"ValueError", "OtherVersion", "Uneven", "OSError", "_error", "complain"}
# Sentences that no page's commands lead to, with the reason
NEVER_TOLD = {
    # the session asks only when it may, and replays only what the journal has checked
    "there is nothing to be decided", "no tentative fifths are asked for", "%d of %d tentative fifths",
    "two tentative fifths on one point", "two tentative fifths are equal by symmetry", "no draw is offered",
    "that is none of the tentative fifths", "there is no move to take back", "no stone is to be put now",
    "a position is the beginning of a game",
    # the link has checked the field already
    "turn must be black or white, not '%s'", "the board has no such point", "two stones on %s",
    "there is no opening '%s'", "there is no game %s: %s", "%s has no opening %s: %s", "game must be one of %s, not %s",
    "no player has that colour: 1 is black, 2 white",
    # of the commands light and wire, which only `tengen diagnose` sends: it says them in English
    "wire: forget stands alone", "light: pixels must be a list", "light: there is no pixel %s, but 0 to %d",
    "light: a colour is six hexadecimal digits, red, green, blue, not '%s'", "bars must be a list of %d texts",
    'light: a pixel and its colour are like [17, "ff8000"], and number %d of the list is not',
    "pixels: there is no pixel %d, %d is the last", "%s must be a list of %d numbers", "%s: %s is none of %s",
    "pixels: pixel %d is %s: points and bars together have each of them once",
    "%s: %d is missing, and another stands there twice", "%s: %d pixels are %d hexadecimal digits",
}  # fmt: skip
# functions that return a sentence, or None
SAYING = {"refusal", "_refusal_by", "_forbidden", "pass_refusal", "interrupted", "what_to_mend", "_waits"}
SAYING |= {"_how_to_decide", "_pass_refusal", "_draw_refusal", "_line_refusal", "_foul_refusal", "new_game_refusal"}
SAYING |= {"back_refusal", "_refusal"}
# what can stand for a value in a sentence
SAMPLES = ("H8", "H8, I9", "player 1", "five", "bomb", "own, bomb", "connect6", "s", "", "swap or no swap", "p1")
COMPLAINED_OF = (
    "'x'", "renju", "settings.txt", "the checksum is wrong", "scan", "true", "H8", "7", "Pente", "a newer", "",
    ": its beginning is gone", ": the flash's directory has lost what came later", "four", "h8 i8",
)  # fmt: skip
# what these raise is told to the person at the button
RAISING = (FIRMWARE / "session" / "buttons.py", FIRMWARE / "session" / "game.py")

ENGLISH = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
SENTENCES = {key: text for key, text in ENGLISH.items() if key.startswith(("refused.", "device."))}
# a value for each place that asks for a certain one
PLACES = {
    "points": "H8", "who": "p1", "kind": "bomb", "column": "d", "stones": "h8 i8", "seat": "player 1", "won": "four",
    "mode": "silent", "part": "scan", "command": "do", "deed": "back", "setting": "mode", "word": "'x'",
    "variant": "pente", "file": "health.bin", "bad": "settings.bad", "error": "5", "why": "the checksum is wrong",
}  # fmt: skip
# the shapes of the places, as the page has them; the numbers among them
CODE = re.search(r"SHAPES = \{(.*?)\n\}", (PAGE / "refusals.js").read_text(encoding="utf-8"), re.DOTALL)[1]
SHAPES = {place: json.loads(shape) for place, shape in re.findall(r'(\w+): ("(?:[^"\\]|\\.)*")', CODE)}
NUMBERS = {place for place, shape in SHAPES.items() if shape == r"\d+"}


def pattern(text):
    """The same as in page/refusals.js."""
    met, source = set(), ""
    for at, part in enumerate(re.split(r"\{(\w+)\}", text)):
        if at % 2 == 0:
            source += re.escape(part)
        elif part in met:
            source += f"(?P={part})"
        else:
            met.add(part)
            source += f"(?P<{part}>{SHAPES.get(part, '.+')})"
    return re.compile(source)


PATTERNS = [
    (key, pattern(form))
    for key, text in SENTENCES.items()
    for form in ([text] if isinstance(text, str) else text.values())
]


def keys_of(sentence):
    return [key for key, fits in PATTERNS if fits.fullmatch(sentence)]


def texts(node, constants):
    """The texts that an expression can be; values in it are %s."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value.replace("%r", "'%s'")]
    if isinstance(node, ast.Name):
        return constants.get(node.id, [])
    if isinstance(node, ast.IfExp):
        return texts(node.body, constants) + texts(node.orelse, constants)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in texts(value, constants)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return texts(node.left, constants)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = texts(node.left, constants), texts(node.right, constants)
        return [one + two for one in left or ["%s"] for two in right or ["%s"]] if left or right else []
    return []


def said_in(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            constants[node.targets[0].id] = texts(node.value, {})
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in SAYING:
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value:
                    yield from texts(part.value, constants)
                elif isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "append":
                    yield from texts(part.args[0], constants)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "why":
            if not isinstance(node.value, ast.Name):
                continue  # why a clock stands
            yield from texts(node.value, constants)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "refuse" and len(node.args) == 3:
            yield from texts(node.args[1], constants)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and path in RAISING:
            yield from texts(node.exc.args[0], constants)


def complaints_in(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    constants = {}
    for node in named:
        constants.setdefault(node.targets[0].id, []).extend(texts(node.value, {}))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in COMPLAINTS and node.args:
                yield from texts(node.args[0], constants)
            elif name == "_end" and path.name == "probe.py":
                yield from texts(node.args[1], constants)
        elif isinstance(node, ast.FunctionDef) and node.name in ("in_words", "chain_fault", "stood_still"):
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value:
                    yield from texts(part.value, constants)
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            if "message" in (getattr(target, "attr", ""), getattr(target, "id", "")):
                yield from texts(node.value, constants)


def all_complaints():
    return sorted({text for path in COMPLAINING for text in complaints_in(path)} - NEVER_TOLD - {"%s"})


def all_said():
    paths = [*FIRMWARE.glob("games/**/*.py"), *FIRMWARE.glob("session/*.py")]
    return sorted({text for path in paths for text in said_in(path)})


def filled(text, samples=SAMPLES):
    """A sentence with samples for its values, all combinations."""
    parts = [{"%d": ("7",), "%s": samples}.get(part, (part,)) for part in re.split("(%[sd])", text)]
    yield from map("".join, itertools.product(*parts))


def test_the_sentences_are_found():
    said = all_said()
    assert len(said) > 35
    for text in ("a double-three", "the stone would have no liberty", "a stone would not rest there"):
        assert text in said
    assert "stone 2 of a turn must not be in one line with stone 1" in said
    assert any(text.startswith("ko: ") for text in said)
    assert "no %s is left: each player has %d" in said and "a row of more than %s" in said


@pytest.mark.parametrize("text", [text for text in all_said() if text != "stone %d goes %s"])
def test_each_sentence_has_words_in_the_languages_of_the_page(text):
    assert any(keys_of(sentence) for sentence in filled(text)), "add it to languages/*.json as refused.NAME"


def test_the_complaints_are_found():
    said = all_complaints()
    assert len(said) > 75
    for text in (
        "unknown command '%s': there are %s",
        "the flash is full: take files off it",
        "%s: the next game is not kept",
        "%s: this game is kept no further",
        "game %d is damaged after stone %d%s",
        "%s: %s; the board goes on without it, and the file is now %s",
        "the main time is up to %d minutes, not %s",
        "nothing was asked for ten minutes: the board goes back to its game",
        "the chain has %d pixels, and board.toml says %d",
        "stood still in: %s",
    ):
        assert text in said


@pytest.mark.parametrize("text", all_complaints())
def test_each_complaint_has_words_in_the_languages_of_the_page(text):
    known = any(keys_of(sentence) for sentence in filled(text, COMPLAINED_OF))
    assert known, "add it to languages/*.json as device.NAME, or with its reason to NEVER_TOLD"


@pytest.mark.parametrize("told", [proof.faults, proof.intermittent])
def test_each_fault_of_the_wiring_has_words(told):
    size, found = 15, set()
    every = (2 << size) - 1
    beginning = every if told is proof.faults else 0
    for at in range(3):
        for bits in [1 << line for line in range(size + 1)] + [every]:
            words = [beginning] * 3
            words[at] = beginning ^ bits
            rest = (size, 0, 12) if told is proof.faults else (size, 0)
            found.update(told(*words, *rest))
    assert len(found) == 16 * 3 + 2
    assert [fault for fault in found if len(keys_of(fault)) != 1] == []
    assert [fault for fault in found if len(keys_of(f"the game waits: {fault}")) != 1] == []


def zones():
    for game in registry.NAMES:
        for opening in registry.openings(game):
            for small in (False, True):
                for step in openings.table(opening, small=small):
                    if step[0] == "stone" and step[2]:
                        yield step[2]


@pytest.mark.parametrize("zone", sorted(set(zones())), ids=str)
def test_each_zone_of_an_opening_has_words(zone):
    assert len(keys_of(f"stone 3 goes {zone_words(zone)}")) == 1


def refusals(game, size, options):
    """What a game says of all points and kinds in its first moves, and of a pass."""
    played = registry.new(game, size, options, passes_after=1)
    for _ in range(5):
        kinds = {"own", "bomb", "neutral"}
        found = [played.refusal(point, kind) for point in range(-1, size * size) for kind in kinds]
        yield from (why for why in [*found, played.pass_refusal()] if why)
        played.play(next(point for point in range(size * size - 1, -1, -1) if played.refusal(point) is None))


@pytest.mark.parametrize("game", registry.NAMES)
def test_what_each_game_and_option_says_is_one_of_them(game):
    for option, values, _ in [*registry.options(game), ("", ("",), None)]:
        for value in values:
            size, options = registry.checked(game, 0, {option: value} if option else {})
            assert [why for why in set(refusals(game, size, options)) if len(keys_of(why)) != 1] == []


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_is_not_taken_for_another(key):
    text = SENTENCES[key]
    for form in [text] if isinstance(text, str) else text.values():
        assert keys_of(re.sub(r"\{(\w+)\}", lambda place: sample(place[1]), form)) == [key]


def sample(place):
    return "3" if place in NUMBERS else PLACES.get(place, "player 1")
